"""The dialog in which a position of a replay is chosen to be played on from: who sits where, and what lies hidden."""

from collections.abc import Callable, Sequence

from game.base.storage import StorageError
from game.games import registry
from game.games.characters import name_of, names_at
from game.games.levels import levels_first
from game.games.seats import HUMAN, Seat, SeatError, named_apart, parse_seat, seat_again
from game.matches.branching import branched
from game.matches.replay import Replay, ReplayError, read
from game.rules.language import _, error_sentence, joined
from game.rules.streams import fresh_seed
from systems.view.toolkit.controls import Toggle
from systems.view.toolkit.dialogs import ColumnBody, Dialog
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.widgets import Button

_AGAIN = "again"
"""The choice of whoever sat there."""
_WORDS = _("A match of its own begins here, and counts for no statistics; the recorded one stays as it is.")
_HIDDEN = _("What you could not know is drawn anew, unless you want it as it was.")


class BranchDialog:
    """Asks who plays on from a position, whose player `to_move` is; `resume` opens the table of the new match, `tell`
    says why there is none."""

    def __init__(
        self, replay: Replay, lines: int, to_move: int, resume: Callable[[Replay], None], tell: Callable[[str], None]
    ) -> None:
        self._replay, self._lines, self._to_move = replay, lines, to_move
        self._resume, self._tell = resume, tell
        players = replay.head["players"]
        humans = [at for at, player in enumerate(players) if player["ai"] is None] or [to_move]
        self.chairs = [self._chair(at, HUMAN if at in humans else _AGAIN) for at in range(len(players))]
        self.true = Toggle(_("Hidden cards as they were"), False, label_share=0.6)
        self.play = Button(_("Play"), self._play, style="primary")
        game = registry.game(replay.rules.name)
        body = ColumnBody(
            [*self.chairs, *([self.true] if game.hides else [])], joined([_WORDS, _HIDDEN if game.hides else ""], " ")
        )
        self.dialog = Dialog(_("Play from here"), body, [Button(_("Cancel")), self.play], width=600)

    def _chair(self, at: int, chosen: str) -> Choice[str]:
        """Who may sit at a seat: whoever sat there, a human, any AI of the game."""
        player, game = self._replay.head["players"][at], self._replay.rules.name
        options: list[tuple[str, str]] = [(HUMAN, _("You"))]
        if player["ai"] is not None:
            options.append((_AGAIN, _("{player}, as then", player=names_at(game, self._replay.head["players"])[at])))
        options += [(ai.name, name_of(ai)) for ai in levels_first(registry.ais(game))]
        return Choice(_("Seat {at}", at=at + 1), options, chosen, label_share=0.3)

    def _seats(self) -> list[Seat]:
        """Who sits down. Raises SeatError or UnknownNameError."""
        game, how = self._replay.rules.name, self._replay.setup
        players = self._replay.head["players"]
        return named_apart([
            seat_again(game, player, how) if chair.value == _AGAIN else parse_seat(game, chair.value)
            for chair, player in zip(self.chairs, players, strict=True)
        ])  # fmt: skip

    def _play(self) -> None:
        try:
            seats = self._seats()
            seed = int(self._replay.head["seed"]) if self.true.on else fresh_seed()
            path = branched(self._replay, self._lines, seats, seed, None if self.true.on else self._knower(seats))
            self._resume(read(path))
        except (ReplayError, SeatError, StorageError, registry.UnknownNameError) as error:
            self._tell(error_sentence(error))

    def _knower(self, seats: Sequence[Seat]) -> int:
        """By whose knowledge all else is drawn anew: the only human's, else that of whoever is to move."""
        humans = [at for at, seat in enumerate(seats) if seat.is_human]
        return humans[0] if len(humans) == 1 else self._to_move
