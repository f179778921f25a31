"""What the parts round a table need of it: what is seen, who sits there, how they speak, and where dialogs open.

The table's screen makes these and hands every part those that it needs; no part knows the screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from components.table import RoundOver
from components.view import Stage
from game.games.module import GameModule
from game.games.seats import Seat
from game.matches.log import Log
from game.rules.language import _
from systems.snapshot import maybe, to_move
from systems.view.table.game_view import GameView
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.notices import Toasts
from systems.view.toolkit.sound import Sounds


@dataclass(frozen=True)
class Scene:
    """A game as it is seen: how its pieces are drawn, and the stage on which they are."""

    view: GameView
    stage: Stage

    @property
    def side(self) -> Box:
        """The box of the side panel."""
        return self.view.side(self.stage)


class Company:
    """Who sits at the table. Where `hides_hands`, players in front of one screen hide their hands from each other."""

    def __init__(self, names: Sequence[str], seats: Sequence[Seat], view: GameView, hides_hands: bool) -> None:
        self.names = list(names)
        self.humans = [index for index, seat in enumerate(seats) if seat.is_human]
        self.hides_hands = hides_hands
        self._view = view
        self._deciding: frozenset[int] = frozenset()

    @property
    def all_human(self) -> bool:
        """Whether no AI plays."""
        return len(self.humans) == len(self.names)

    @property
    def passes_screen(self) -> bool:
        """Whether players hide their hands from each other in front of one screen."""
        return len(self.humans) > 1 and self.hides_hands

    @property
    def hides_thinking(self) -> bool:
        """Whether an AI has something to hide from a human."""
        return bool(self.humans) and not self.all_human and self.hides_hands

    @property
    def human_moves(self) -> bool:
        """Whether a human is to move."""
        return to_move() in self.humans

    @property
    def watching(self) -> bool:
        """Whether only AIs play from this round on: no human sits at the table, or all who do are out."""
        return not self._deciding

    @property
    def put_out(self) -> list[str]:
        """The humans whom the round that is over has put out of the match."""
        return [self.names[player] for player in sorted(self._deciding) if not self._view.may_decide(player)]

    def note_who_decides(self) -> None:
        """Bring `watching` up to date. A round that puts a human out is still one with that human: its result is told,
        and then only watched."""
        if maybe(RoundOver) is None:
            self._deciding = frozenset(filter(self._view.may_decide, self.humans))

    @property
    def first_viewer(self) -> int:
        """Who sits at the lower edge when the table opens."""
        player = to_move()
        if player is not None and player in self.humans:
            return player
        return self.humans[0] if self.humans else 0


@dataclass(frozen=True)
class Told:
    """What of a table is told to those who do not see it: its game, what the log holds, what is seen and by whom, and
    what the line of the table says now."""

    game: GameModule
    log: Log
    scene: Scene
    company: Company
    prompt: Callable[[], str]


class Voice:
    """How the table speaks to whoever sits in front of it: in words that fade, and in sounds."""

    def __init__(self, toasts: Toasts, sounds: Sounds) -> None:
        self._toasts = toasts
        self._sounds = sounds

    def tell(self, words: str) -> None:
        """Show words over the table for a moment."""
        self._toasts.push(words)

    def play(self, name: str) -> None:
        """Play the sound of a name."""
        self._sounds.play(name)

    def refuse(self, why: str) -> None:
        """Say why something cannot be, with the sound of it."""
        self.play("refuse")
        self.tell(why)


RANKED = _("Ranked match: no undo, no hints, no tutor (Settings, S).")


class Dialogs(Protocol):
    """The place for the one dialog that may be open over the table."""

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open."""

    @dialog.setter
    def dialog(self, dialog: Dialog | None) -> None: ...


class Commands(Protocol):
    """What the table's buttons and keys do."""

    speed: float
    """By what the pace of AIs is multiplied."""
    guided: bool
    """Whether a guide says what to do: then nobody thinks who could be looked at, asked or paused."""

    def leave(self) -> None:
        """Go back to the menu."""

    def again(self) -> None:
        """Play a new match with the same seats."""

    def undo(self) -> None:
        """Take back to the human's latest decision; a move that still waits is all that is taken back."""

    def take_back(self) -> bool:
        """Take back a move that waits for the judge; False where none does."""

    def play_for_me(self) -> None:
        """Let the table's AI make one move for the human to move."""

    def show_help(self) -> None:
        """Show the rules of the game."""

    def show_learning(self) -> None:
        """Show what the AIs at the table learn."""

    def show_settings(self) -> None:
        """Let the settings be changed at the table."""

    def toggle_overlay(self) -> None:
        """Show or hide what AIs think."""

    def toggle_hint(self) -> None:
        """Show or hide what an AI makes of a human's own moves."""

    def toggle_sums(self) -> None:
        """Show the numbers and formulas of AIs beside their words, or the words alone."""

    def toggle_asking(self) -> None:
        """Ask everybody on a human's own turns, or no more."""

    def toggle_tutor(self) -> None:
        """Have a human's mistakes held, or no more."""

    def toggle_mute(self) -> None:
        """Sounds on or off."""

    def toggle_pause(self) -> None:
        """Let the table stand still, or go on."""

    def step(self) -> None:
        """Let the next AI think and move once, the table paused."""

    def set_speed(self, speed: float) -> None:
        """Let the match go on at a multiple of its pace."""
