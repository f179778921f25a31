"""A guided first turn at the table: each step waits for its move, which goes through the gate as every other."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import esper
import pygame

from components.pieces import Card, Owner, SelectedCard
from components.table import Pace
from components.view import Goal
from game.analysis.people.newcomers import usual_opponent
from game.base.events import MatchEnded, MoveMade, RoundEnded
from game.base.settings import Settings
from game.games.characters import NEWCOMERS_RIVAL
from game.games.guide import Guide, Step
from game.games.module import GameModule
from game.games.seats import HUMAN, parse_seat
from game.matches.check import Position
from game.matches.requests import TableRequest
from game.matches.session import Session
from game.rules.language import _
from game.rules.placing import dealt
from game.rules.protocol import ANY_CARD, Setup, usual_options
from systems.decisions import confirm, decision_due
from systems.human import HumanTurn, fitting, locate, picked_entities
from systems.snapshot import all_pieces, maybe, only
from systems.view.screens.screen import Shell
from systems.view.screens.table import TableScreen
from systems.view.table.callout import FOOT, draw_callout, groups, kept, placed
from systems.view.table.layout import place_of, table_box
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button

_RIVAL = "random"
"""Who sits at the other seat under a character's name: nobody thinks there, its moves are the guide's."""
_RING = -6.0
"""Pieces that are told of have one ring where rings of their own would touch: so much beyond a piece a ring lies."""
_LEAST = 14.0
"""The least size of the keys in the foot of the words: a narrow box has room for no more."""
_REPLY_SECONDS = 0.9
"""How long a reply waits, so that the move before is seen."""


class GuideScreen(TableScreen):
    """A prepared deal of a game with a guide, and somebody beside it who says what to do."""

    is_match = False
    guided = True

    def __init__(self, shell: Shell, game: GameModule, match: TableRequest | None = None) -> None:
        """`match` is played afterwards, by default one against whom newcomers meet. Raises LookupError where the game
        has no guide."""
        if game.guide is None:
            raise LookupError(f"{game.title} has no guided first turn")
        self._guide: Guide = game.guide
        self._match = match
        self._done = 0
        """How many steps have been made."""
        self._replies: list[Any] = []
        self._waited = 0.0
        self._ended = False
        self._picked: tuple[int, ...] = ()
        """What was picked at the last frame: once that changes, the click before was not the last word."""
        self._place: tuple[object, tuple[Box, Point, str]] | None = None
        """Where words stand, and what they were placed for."""
        self._homes: dict[object, tuple[Box, Point, str]] = {}
        """Where the words of this step stood first: they stay there as long as they can."""
        super().__init__(shell, _session(game, self._guide.deal()))
        only(Pace).paused = True
        self.between.tells_results = False
        self.human.holds = self._holds
        self.human.admits = self._why_not
        self.skip = Button(_("Skip"), self._play, style="quiet", size=15, hint=_("Play a match (Esc: to the menu)"))
        self._aside = Group([self.skip])

    # --- what is so ---

    @property
    def at_hand(self) -> Step | None:
        """What is to be done now; None while others move, and at the end."""
        ready = self._done < len(self._guide.steps) and not self._replies and maybe(HumanTurn) is not None
        return self._guide.steps[self._done] if ready and not only(Pace).busy else None

    @property
    def settings(self) -> Settings:
        """The user's settings, but for thoughts: nobody thinks here."""
        return replace(super().settings, overlay=False, hint=False)

    @property
    def prompt(self) -> str:
        """What the line of the table says: nothing, for the guide speaks."""
        return ""

    def _missing(self, step: Step, any_card: bool = False) -> Counter[Any]:
        """The pieces of a step's move that are not picked yet, by place and kind, with `any_card` those too that need
        not be picked, for the button does without."""
        turn = maybe(HumanTurn)
        if turn is None or step.move not in turn.moves:
            return Counter()
        left = turn.picks[turn.moves.index(step.move)] - Counter(map(locate, picked_entities()))
        return Counter({named: n for named, n in left.items() if any_card or named[1] != ANY_CARD})

    # --- what happens ---

    def _why_not(self, pieces: Sequence[int]) -> str:
        """Why pieces may not be picked: they do not belong to the move of the step, or it is picked and to be made."""
        step = self.at_hand
        if step is None:
            return ""
        missing = self._missing(step, any_card=True)
        fresh = Counter(locate(entity) for entity in pieces if not esper.has_component(entity, SelectedCard))
        if not fresh - missing:
            return ""
        return step.wrong if missing else self._to_press(step) or step.wrong

    def _to_press(self, step: Step) -> str:
        """What is said once the pieces of a step are picked: to press its button; empty as long as none is picked."""
        button = self.panel.button_of(step.move)
        if button is None or not picked_entities():
            return ""
        return _("Now press {button}, or Enter.", button=button.label)

    def _holds(self, move: Any, go_on: Callable[[], None]) -> bool:
        """Every move is held but that of the step."""
        step = self.at_hand
        if step is not None and move != step.move:
            self._voice.refuse(step.wrong)
            return True
        return False

    def _on_move(self, event: MoveMade) -> None:
        super()._on_move(event)
        self._waited = 0.0
        if self._replies:
            self._replies.pop(0)
        elif self._done < len(self._guide.steps):
            step = self._guide.steps[self._done]
            self.toasts.clear()
            self._replies = list(step.replies)
            self._homes.clear()
            self._done += 1

    def _on_round_end(self, event: RoundEnded) -> None:
        """The guide tells how it ends."""

    def _on_match_end(self, event: MatchEnded) -> None:
        """The same."""

    def frame(self, seconds: float, canvas: Canvas) -> None:
        step = self.at_hand
        self.panel.mark(step.move if step is not None else None)
        picked = picked_entities()
        if step is not None and picked != self._picked:
            self.toasts.clear()
        self._picked = picked
        super().frame(seconds, canvas)
        if only(Pace).busy or self.dialog is not None:
            return
        self._waited += seconds
        if self._replies and self._waited >= min(_REPLY_SECONDS, 2 * self.settings.pace):
            self._reply(self._replies[0])
        elif self._done == len(self._guide.steps) and not self._replies and not self._ended:
            self._ended = True
            self._voice.play("match_won")
            self.dialog = self._end()

    def _reply(self, move: Any) -> None:
        """Let the other player move, through the gate."""
        due = decision_due()
        if due is not None:
            player, decision = due
            self._waited = 0.0
            confirm(self.session.world.events, player, decision, move, "guide")

    def _end(self) -> Dialog:
        menu, again = Button(_("To the menu"), self.leave), Button(_("Once more"), self.again)
        play = Button(_("Play a match"), self._play, style="primary")
        return Dialog(_("That is all it takes"), self._guide.end, [menu, again, play], width=640, cancel=menu)

    def _play(self) -> None:
        """Play the match that was asked for, else one against whom newcomers meet."""
        game = self.session.game.name
        seats = (parse_seat(game, HUMAN), parse_seat(game, usual_opponent(self.session.game, 0)))
        self.shell.show_table(self._match or TableRequest(game, seats))

    # --- what the side panel does ---

    def leave(self) -> None:
        """Go back to the menu: there is nothing to keep."""
        self.shell.to_menu()

    def again(self) -> None:
        """Begin the guide anew."""
        self.shell.show_guide(self.session.game, self._match)

    def undo(self) -> None:
        """Go back to the step before, as the table stood then."""
        if self.session.undo_target() is not None:
            self._done, self._replies = self._done - 1, []
            self.toasts.clear()
        super().undo()

    def play_for_me(self) -> None:
        """Say what is to be done: that is the guide's matter."""
        self._say_again()

    def step(self) -> None:
        """The same."""
        self._say_again()

    def toggle_overlay(self) -> None:
        """The same: nobody thinks here."""
        self._say_again()

    def toggle_hint(self) -> None:
        """The same."""
        self._say_again()

    def toggle_asking(self) -> None:
        """The same."""
        self._say_again()

    def toggle_pause(self) -> None:
        """Nobody plays here who could be paused."""
        self._say_again()

    def toggle_tutor(self) -> None:
        """The guide is tutor enough."""
        self._say_again()

    def _say_again(self) -> None:
        step = self.at_hand
        if step is not None:
            self.tell(step.words)

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        if self.dialog is None and self.at_hand is not None:
            pointer = event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
            if pointer and self._aside.handle(event, canvas) and event.type != pygame.MOUSEMOTION:
                return
        super().handle(event, canvas)

    # --- drawing ---

    def _draw(self) -> None:
        super()._draw()
        step = self.at_hand
        self.skip.visible = step is not None and self.dialog is None
        if step is None or self.dialog is not None:
            return
        words, targets = self._told(step)
        box, tip, way = self._placed(words, targets)
        for target in targets:
            self.canvas.ring(target.inset(_RING), theme.FOCUS, 2.6, 12)
        self.view.draw_over(self.canvas, self._stage)  # again: no ring strikes out a number of the table
        draw_callout(self.canvas, words, box, tip, way)
        self._mind(box, targets[0])
        width = self.skip.natural_width(self.canvas)
        self.skip.box = Box(box.right - width - 1, box.bottom - FOOT - 2, width, FOOT - 4)
        self._draw_foot(box, self._keys_of(step))
        self._aside.draw(self.canvas)

    def _keys_of(self, step: Step) -> str:
        """How keys do what is to be done next; empty where no key of its own does."""
        if step.about or self._unpicked(step):
            return _("By keys: arrows, Space")
        button = self.panel.button_of(step.move)
        return _("By keys: {key}", key=button.shortcut) if button is not None and button.shortcut else ""

    def _draw_foot(self, box: Box, keys: str) -> None:
        """Tell how far the guide is, and at its beginning, or once the keyboard is used, the keys."""
        count = _("{step} of {steps}", step=self._done + 1, steps=len(self._guide.steps))
        middle = box.bottom - 20
        drawn = self.canvas.text(count, box.x + 16, middle, theme.SMALL, theme.MUTED, vertical="middle")
        if keys and (not self._done or self.panel.group.by_keyboard):
            left, right = drawn.right + 8, self.skip.box.x - 1
            size = self.canvas.fitting_size(keys, theme.SMALL, right - left, least=_LEAST)
            self.canvas.text(keys, left, middle, size, theme.MUTED, max_width=right - left, vertical="middle")

    def _draw_toasts(self, line: Box) -> None:
        """While a step is at hand all is said in its box alone, which may lie where this would be drawn."""
        if self.at_hand is None:
            super()._draw_toasts(line)

    def _mind(self, words: Box, target: Box) -> None:
        """Let the words be seen, with what the keyboard has chosen and what they point to, as far as there is room."""
        view, chosen = self.canvas.view, self.canvas.minded
        seen = words if chosen is None else chosen
        for other in (words, target):
            both = seen.joined(other)
            if both.w <= view.w and both.h <= view.h:
                seen = both
        self.canvas.minded = seen

    def _placed(self, words: str, targets: list[Box]) -> tuple[Box, Point, str]:
        """Where the words stand: over the panel where they speak of a button of it, else rather on the table, so that
        they do not stand across its edge. When what they speak of is another or lies elsewhere, they stay unless they
        would cover it."""
        canvas, side = self.canvas, self._scene.side
        room = Box(0.0, 0.0, canvas.width, canvas.height)
        home = table_box(self._stage)
        if side.contains(targets[0].centre):
            home = room = Box(side.x, 0.0, side.w, canvas.height)
        said = (words, room, canvas.measures)
        key = (said, tuple(targets))
        if self._place is None or self._place[0] != key:
            others = self._in_play()
            before = self._homes.get(said)
            place = None if before is None else kept(before, targets, others)
            self._place = key, place or placed(canvas, words, targets, others, (home, room))
            self._homes.setdefault(said, self._place[1])
        return self._place[1]

    def _told(self, step: Step) -> tuple[str, list[Box]]:
        """What is told now, and what it is about: pieces, or once these are picked the button that makes the move. For
        a moment what was just said stands there instead, as why a click was wrong."""
        said = "" if self.toasts.words == step.words else self.toasts.words
        words = said or step.words
        pieces = self._stage.pieces_at(step.about)[:1] if step.about else self._unpicked(step)
        found = groups([self._box_in_sight(entity, pieces) for entity in pieces], -2 * _RING)
        if found:
            return words, found
        button = self.panel.button_of(step.move)
        if button is None:
            return words, [Box.around((self.canvas.width / 2, self.canvas.height / 2), 10, 10)]
        return said or self._to_press(step) or words, [button.box]

    def _box_in_sight(self, entity: int, among: Sequence[int]) -> Box:
        """What is seen of a piece that is told of: the next card of a fan covers the rest, if it is not told of too."""
        box = _box_of(entity)
        row = sorted(self._stage.zones.get(place_of(entity), []), key=_order)
        after = row[row.index(entity) + 1 :][:1] if entity in row else []
        if not after or after[0] in among or esper.has_component(entity, SelectedCard):
            return box
        beside = _box_of(after[0])
        covered = box.right - beside.x - _RING
        same_row = abs(beside.y - box.y) < box.h / 2
        return box._replace(w=box.w - covered) if same_row and 0 < covered < box.w else box

    def _in_play(self) -> list[list[Box]]:
        """The boxes of what words cover only where they must: what is told of players and piles, the own cards and the
        buttons, then what else can be picked now, then all other pieces."""
        turn, viewer = maybe(HumanTurn), self._stage.viewer
        fits = set() if turn is None else fitting(turn)
        pieces = [piece for row in self.view.pick_rows(self._stage) for piece in row if locate(piece) in fits]
        lying = [piece for piece, _ in esper.get_component(Goal)]
        own = [card for card, (owner, _) in esper.get_components(Owner, Card) if owner.player == viewer]
        told = [*self.view.told_at(self._stage), *(button.box.inset(_RING) for button in self.panel.moves)]
        return [[*told, *groups([*map(_box_of, own)])], *(groups([*map(_box_of, each)]) for each in (pieces, lying))]

    def _unpicked(self, step: Step) -> list[int]:
        """The pieces of a step's move that are to be picked still."""
        missing = self._missing(step)
        return all_pieces().choose(list(missing.elements()), leave=picked_entities())


def _order(entity: int) -> float:
    """When a piece is drawn: after those that it lies over."""
    return esper.component_for_entity(entity, Goal).order


def _box_of(entity: int) -> Box:
    """The box that a piece fills where it comes to rest."""
    pose = esper.component_for_entity(entity, Goal).pose
    across = CARD_ASPECT if esper.has_component(entity, Card) else 1.0
    return Box.around((pose.x, pose.y), pose.height * across, pose.height)


def _session(game: GameModule, state: Any) -> Session:
    """A session that stands at the prepared deal: a human, and somebody beside who bears a character's name."""
    seats = [parse_seat(game.name, HUMAN), replace(parse_seat(game.name, _RIVAL), name=NEWCOMERS_RIVAL)]
    setup = Setup(2, usual_options(game.rules), True)
    standing = game.rules.new_standing(setup)
    position = Position(standing, 1, 0, [state], [dealt(game.rules.board(state))])
    return Session.at(game.name, seats, setup, position)
