"""A pretended user in front of the window: events in, frames stepped by hand, facts out."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import esper
import pygame

from components.pieces import Card, Owner, SelectedCard, Zone
from components.table import Pace, Progress
from components.view import Goal, Moving
from game.app.window import Window
from game.base import settings as kept
from game.games.seats import parse_seats
from game.matches.check import Position, follow
from game.matches.replay import Replay, matches_folder, read
from game.matches.requests import TableRequest
from systems.decisions import end_decisions, entities_of
from systems.human import HumanTurn
from systems.snapshot import all_pieces, arrange, maybe, only
from systems.view.screens.menu import MenuScreen
from systems.view.screens.replay import ReplayScreen
from systems.view.screens.screen import Screen
from systems.view.screens.table import TableScreen
from systems.view.toolkit.canvas import Box, Point
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button

FRAME = 1 / 64
"""A power of two, so that frames add up to exact seconds."""
IDLE = 0.004
"""So many seconds are left to a process that is waited for."""
PATIENCE = 4000
"""After so many frames, whatever was waited for will not come."""
LONGEST = 300.0
"""After so many seconds, whatever was waited for will not come from another process either."""
S = TypeVar("S", bound=Screen)


def table(*seats: str, seed: int | None = 5, record: Path | None = None, speed: float = 1.0, **options: Any) -> Any:
    """The request for a table of Jaipur."""
    return TableRequest("jaipur", tuple(parse_seats("jaipur", seats)), options, seed, record, speed)


class Desk:
    """A window with a user. Places are in units, as the screens lay them out."""

    def __init__(self, request: Any, size: tuple[int, int], **settings: Any) -> None:
        self._open = True
        self.may_fail = False
        """Whether errors that nobody expected are what is tested."""
        # What is offered to newcomers once would stand before most of what is tested.
        kept.save(kept.Settings(**{"guides_offered": "jaipur,nim,notty,thirty_one"} | settings))
        self.window = Window()
        self.resize(*size)
        self.window.begin(request)
        self.frame()

    def close(self) -> None:
        """Close the window; a second time does nothing."""
        if self._open:
            self._open = False
            self.window.close()

    # --- what is there ---

    def screen(self, kind: type[S]) -> S:
        """The screen that is shown, which must be of this kind."""
        assert isinstance(self.window.screen, kind)
        return self.window.screen

    @property
    def menu(self) -> MenuScreen:
        return self.screen(MenuScreen)

    @property
    def table(self) -> TableScreen:
        return self.screen(TableScreen)

    @property
    def viewer(self) -> ReplayScreen:
        return self.screen(ReplayScreen)

    @property
    def dialog(self) -> Dialog:
        """The open dialog."""
        dialog = self.window.screen.dialog
        assert dialog is not None
        return dialog

    @property
    def group(self) -> Group:
        """The group that has the keyboard now."""
        screen: Any = self.window.screen
        if screen.dialog is not None:
            return screen.dialog.group  # type: ignore[no-any-return]  # every dialog has one
        return screen.panel.group if hasattr(screen, "panel") else screen.group  # type: ignore[no-any-return]

    @property
    def turn(self) -> HumanTurn:
        """The human's turn."""
        turn = maybe(HumanTurn)
        assert turn is not None
        return turn

    @property
    def ready(self) -> bool:
        """Whether a human can choose."""
        return (
            isinstance(self.window.screen, TableScreen)
            and self.window.screen.dialog is None
            and maybe(HumanTurn) is not None
            and not only(Pace).busy
        )

    def cards(self, zone: str, player: int | None = None) -> list[int]:
        """The cards of a place, as they are laid out from left to right."""
        rows = esper.get_components(Card, Zone, Owner, Goal)
        found = [(goal.pose.x, card) for card, (_, at, of, goal) in rows if (at.name, of.player) == (zone, player)]
        return [card for _, card in sorted(found)]

    def kinds(self, zone: str, player: int | None = None) -> list[str]:
        """The kinds of the cards of a place."""
        return [kind_of(card) for card in self.cards(zone, player)]

    def replays(self) -> list[Replay]:
        """All recorded matches as they lie on disk now, by name."""
        return [read(path) for path in sorted(matches_folder().glob("*.jsonl"))]

    def replay(self) -> Replay:
        """The one recorded match."""
        (replay,) = self.replays()
        return replay

    def replay_mover(self) -> int:
        """Who is to move by the last line of the one recorded match."""
        return int(self.replay().lines[-1].record["state"]["to_move"])

    def types(self) -> list[str]:
        """The types of the lines of the one recorded match."""
        return [line.record["type"] for line in self.replay().lines]

    def checked(self) -> Position:
        """The end of the one recorded match, all of it checked by the rules."""
        return follow(self.replay())

    # --- the menu ---

    def choose_game(self, title: str) -> None:
        """Click the table of a game, beside the match that may wait there, once it is in sight."""
        tables = self.menu.tables
        tile = next(tile for tile in tables.tiles if tile.label == title)
        for _table in tables.tiles:
            if not tile.visible:
                self.click(tables.on.box)
        self.click((tile.box.centre[0], tile.box.y + 20))

    def seat(self, index: int, spec: str) -> None:
        """Let whoever these words ask for sit at a chair, as from the list of all."""
        self.click(self.menu.seats.cards[index].box)
        self.menu._take(spec)
        self.frame()

    # --- time ---

    def frame(self, count: int = 1, seconds: float = FRAME) -> None:
        """Let frames pass."""
        for _ in range(count):
            self.window.frame(seconds)
            self._mind_faults()

    def _mind_faults(self) -> None:
        """An error in a frame is told on a page: in a test it fails the test, unless it is meant to come."""
        if self.window.guard.page is not None and not self.may_fail:
            raise AssertionError("an error came that nobody expected") from self.window.guard.fault

    def until_told(self, fact: Callable[[], object]) -> None:
        """Let frames pass until something is so that comes from a process or a thread, for far longer than any machine
        needs. Between frames that change nothing the processor is left to it."""
        end = time.monotonic() + LONGEST
        while time.monotonic() < end:
            if fact():
                return
            self.frame()
            if self.window.rest.still_for:
                time.sleep(IDLE)
        raise AssertionError("it did not come about")

    def until(self, fact: Callable[[], object], seconds: float = FRAME, frames: int = PATIENCE) -> None:
        """Let frames pass until something is so."""
        for _ in range(frames):
            if fact():
                return
            self.frame(seconds=seconds)
        raise AssertionError("it did not come about")

    def until_table(self) -> None:
        """Let frames pass until a table is open: it waits for mods and for what is read of files."""
        self.until_told(lambda: isinstance(self.window.screen, TableScreen))

    def until_ready(self) -> None:
        """Let frames pass until a human can choose, all cards at rest."""
        self.until(lambda: self.ready)
        self.frame(2)

    # --- what the user does ---

    def send(self, kind: int, **values: Any) -> None:
        self.window.handle(pygame.event.Event(kind, **values))
        self._mind_faults()

    def resize(self, width: int, height: int) -> None:
        """Drag the window to a size in pixels."""
        pygame.display.set_mode((width, height), pygame.RESIZABLE)
        self.send(pygame.VIDEORESIZE, size=(width, height), w=width, h=height)

    def _pixels(self, point: Point) -> tuple[int, int]:
        unit = self.window.canvas.unit
        return round(point[0] * unit), round(point[1] * unit)

    def point(self, where: Point) -> None:
        """Move the pointer."""
        self.send(pygame.MOUSEMOTION, pos=self._pixels(where), rel=(0, 0), buttons=(0, 0, 0))

    def click(self, where: Point | Box, button: int = 1) -> None:
        """Click somewhere, and let the frame pass."""
        point = where.centre if isinstance(where, Box) else where
        self.point(point)
        self.send(pygame.MOUSEBUTTONDOWN, pos=self._pixels(point), button=button)
        self.send(pygame.MOUSEBUTTONUP, pos=self._pixels(point), button=button)
        self.frame()

    def click_card(self, card: int) -> None:
        """Click a card where nothing lies over it, and wait until another click is none of a double one."""
        self.click(self.open_spot(card))
        self.frame(2, 0.25)

    def double_click(self, card: int) -> None:
        """Click a card twice at once."""
        where = self.open_spot(card)
        self.click(where)
        self.click(where)

    def drag(self, card: int, where: Point) -> None:
        """Drag a card to a point."""
        start = self.open_spot(card)
        self.point(start)
        self.send(pygame.MOUSEBUTTONDOWN, pos=self._pixels(start), button=1)
        self.point(where)
        self.frame()
        self.send(pygame.MOUSEBUTTONUP, pos=self._pixels(where), button=1)
        self.frame()

    def open_spot(self, card: int) -> Point:
        """A point of a card that no other card covers."""
        pose = esper.component_for_entity(card, Goal).pose
        view = self.table.view
        for across in (-0.3, -0.25, -0.2, 0.0, 0.2, 0.3):
            for down in (0.35, 0.2, 0.0, -0.2, -0.35):
                point = (pose.x + across * pose.height, pose.y + down * pose.height)
                if view.piece_at(point) == card:
                    return point
        raise AssertionError("the card cannot be clicked anywhere")

    def keys(self, *names: str) -> None:
        """Press keys by their names, a frame after each."""
        for name in names:
            key = pygame.key.key_code(name)
            self.send(pygame.KEYDOWN, key=key, mod=0, unicode="")
            self.send(pygame.KEYUP, key=key, mod=0)
            self.frame()

    def type(self, words: str) -> None:
        """Type into the field in focus."""
        for letter in words:
            self.send(pygame.KEYDOWN, key=ord(letter), mod=0, unicode=letter)
            self.send(pygame.TEXTINPUT, text=letter)
            self.send(pygame.KEYUP, key=ord(letter), mod=0)
        self.frame()

    def tab_to(self, widget: object) -> None:
        """Press Tab until a widget has the keyboard, once round at most."""
        group = self.group
        for _ in range(len(group.widgets) + 1):
            if group.focused is widget and group.by_keyboard:
                return
            self.keys("tab")
        raise AssertionError("Tab does not lead there")

    # --- whole moves ---

    def best_move(self) -> Any:
        """A move that brings the round on: what the hint likes best."""
        thought = self.table.thoughts.now()
        if thought is not None and thought.rows and thought.player == self.turn.player:
            return thought.rows[0].move
        return self.turn.moves[0]

    def move_once(self) -> None:
        """Have the human's advisor make a move for the human, so that there is a match to go on with."""
        self.until_ready()
        made = only(Progress).moves
        self.table.play_for_me()
        self.until(lambda: only(Progress).moves > made)

    def offer_button(self) -> Button:
        """The one button whose move the picked cards make."""
        (button,) = [button for button in self.table.panel.moves if button.enabled]
        return button

    def pick_by_mouse(self, move: Any) -> None:
        """Click the cards of a move."""
        for card in self._to_pick(move):
            self.click_card(card)

    def play_by_mouse(self, move: Any) -> None:
        """Make a move by clicks alone."""
        self.pick_by_mouse(move)
        assert [offer.move for offer in self.turn.offers] == [move]
        self.frame()
        self.click(self.offer_button().box)

    def _to_pick(self, move: Any) -> Iterator[int]:
        """The cards of a move that are still to be picked, one after another: of a herd always the uppermost."""
        herd = 0
        for card in entities_of(self.turn.view, move):
            if esper.component_for_entity(card, Zone).name != "herd":
                if not esper.has_component(card, SelectedCard):
                    yield card
                continue
            herd += 1
            if sum(esper.component_for_entity(one, Zone).name == "herd" for one in marked()) < herd:
                yield self.table.view.next_of_pile(self.table.stage, card)

    def walk_to(self, card: int) -> None:
        """Bring the cursor to a card by the arrow keys."""
        stage, view = self.table.stage, self.table.view
        if stage.cursor is None:
            self.keys("up")
        for _ in range(40):
            if stage.cursor == card:
                return
            rows = view.pick_rows(stage)
            here = next((line, row.index(stage.cursor)) for line, row in enumerate(rows) if stage.cursor in row)
            there = next((line, row.index(card)) for line, row in enumerate(rows) if card in row)
            if here[0] != there[0]:
                self.keys("down" if there[0] > here[0] else "up")
            else:
                self.keys("right" if there[1] > here[1] else "left")
        raise AssertionError("the arrow keys do not lead there")

    def play_by_keys(self, move: Any) -> None:
        """Make a move by the keyboard alone."""
        for card in self._to_pick(move):
            self.walk_to(card)
            self.keys("space")
        assert [offer.move for offer in self.turn.offers] == [move]
        self.keys("return")


def kind_of(card: int) -> str:
    return esper.component_for_entity(card, Card).kind


def marked() -> set[int]:
    """The cards that are marked."""
    return {card for card, _ in esper.get_component(SelectedCard)}


def first_of(cards: Sequence[int], kind: str) -> int:
    """The first card of a kind."""
    return next(card for card in cards if kind_of(card) == kind)


def face_up(card: int) -> bool:
    """Whether a card is on its way to lie, or lies, face up."""
    return esper.component_for_entity(card, Goal).pose.face >= 0.5


def drawn_face_up(card: int) -> bool:
    """Whether a card is drawn face up now."""
    return esper.component_for_entity(card, Moving).now.face >= 0.5


def lay(desk: Desk, state: Any) -> None:
    """Lay a position of Jaipur on the table, as an undo does, and let a human to move choose."""
    end_decisions()
    arrange(state.copy())
    only(Progress).moves += 1
    desk.table.session._states = [state.copy()]
    desk.table.session._arrangements = [all_pieces().arrangement()]
    desk.frame(2)
