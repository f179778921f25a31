"""How the window is brought to tables and to what is told there, for pictures of every screen."""

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import sleep
from typing import Any

import pygame

from components.table import RoundOver
from game.app.window import Window
from game.games import registry
from game.games.nim.players import winning_moves
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.human import HumanTurn
from systems.snapshot import maybe
from systems.view.screens.match_result import MatchBody
from systems.view.screens.table import TableScreen
from systems.view.toolkit.dialogs import Dialog

FRAMES, SECONDS = 90, 1 / 30
"""So many frames pass before a picture is taken, each of so many seconds."""
SEED = 5
JUDGED = ("nim", "thirty_one")
"""The games whose matches are analysed before a picture of their end is taken: the others take minutes."""
_MOST_FRAMES, _PAUSE = 3000, 0.01
"""After so many frames a match is shown as far as it has come; and so many seconds before each those have who think
and judge beside the window, since a frame in which nothing changes takes no time."""


def press(window: Window, *names: str) -> None:
    """Press keys, letting frames pass after each."""
    for name in names:
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=""))
        window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.key.key_code(name), mod=0))
        wait(window, 4)


def wait(window: Window, frames: int = FRAMES) -> None:
    for _ in range(frames):
        window.frame(SECONDS, [])


def until(window: Window, there: Callable[[], bool], frames: int = _MOST_FRAMES) -> None:
    """Let frames pass until something is so; after so many at the most."""
    for _ in range(frames):
        if there():
            return
        sleep(_PAUSE)
        window.frame(SECONDS, [])


def sit_down(window: Window, game: str, seats: Sequence[str], speed: float = 1.0, pace: float = 0.0) -> None:
    window.change(pace=pace)
    window.show_table(TableRequest(game, tuple(parse_seats(game, seats)), {}, SEED, speed=speed))
    window.frame(SECONDS, [])


def table(window: Window, game: str) -> None:
    """A table with as many players as may be, the first to move being watched as it thinks."""
    most = registry.game(game).rules.seats[-1]
    sit_down(window, game, ["human", "beginner", "casual", "club"][:most], pace=5.0)


def watched(window: Window, game: str) -> None:
    """A table of AIs."""
    most = registry.game(game).rules.seats[-1]
    sit_down(window, game, ["beginner", "casual", "club", "club"][:most], pace=1.2)


def own_turn(window: Window, game: str, keys: Sequence[str] = (), rival: str = "beginner", **changed: Any) -> None:
    """A human's turn, with keys pressed and settings changed."""
    sit_down(window, game, ["human", rival])
    window.change(**changed)
    wait(window)
    if changed.get("hint"):
        until(window, lambda: _hinted(at_table(window)))
    press(window, *keys)


def _hinted(screen: TableScreen) -> bool:
    """Whether a hint stands beside the table: the expert's takes seconds where the machine is busy."""
    thought = screen.panel.thoughts.thought
    return thought is not None and thought.advisor is not None and bool(thought.rows)


def asked(window: Window, game: str) -> None:
    """Everybody is asked on a human's turn, and has answered."""
    own_turn(window, game, keys="a")
    panel = at_table(window).panel.everybody
    until(window, lambda: panel.asked is not None and panel.asked.over)


def held(window: Window) -> None:
    """The tutor holds a mistake."""
    own_turn(window, "nim", keys="j")
    screen, turn = at_table(window), maybe(HumanTurn)
    assert turn is not None
    best = winning_moves(turn.view.piles)
    until(window, lambda: bool(screen.tutor._judgements))
    play_move(screen, turn, next(move for move in turn.moves if move not in best))


def play_move(screen: TableScreen, turn: HumanTurn, move: Any) -> None:
    screen.human.pick(move)
    screen.human.confirm(next(offer for offer in turn.offers if offer.move == move))


def at_table(window: Window) -> TableScreen:
    assert isinstance(window.screen, TableScreen)
    return window.screen


def shut(window: Window, game: str) -> None:
    """A rival considers its move in one's own match."""
    window.change(sums=True, open_thinking=False)
    sit_down(window, game, ["human", "club"], pace=60.0)


def passed_on(window: Window) -> None:
    """The screen is passed on between people."""
    sit_down(window, "thirty_one", ["human", "human", "beginner"])


def round_end(window: Window, game: str) -> None:
    """The end of a round, or of the match where that is one, at which a human sits, who has played by lot."""
    sit_down(window, game, ["human", "beginner"])
    screen, lot = at_table(window), Random(SEED)

    def over() -> bool:
        turn = maybe(HumanTurn)
        if screen.dialog is None and maybe(RoundOver) is None and turn is not None:
            screen.human.pick(lot.choice(turn.moves))
            screen.human.confirm(turn.offers[0])
        return screen.dialog is not None

    until(window, over)


def end(window: Window, game: str) -> None:
    """The end of a match that AIs play as fast as can be."""
    sit_down(window, game, ["casual", "club"], speed=inf)
    until(window, lambda: window.screen.dialog is not None)
    if game in JUDGED:
        until(window, lambda: _judged(window.screen.dialog))


def _judged(dialog: Dialog | None) -> bool:
    """Whether the result of a match tells all that its judge has found."""
    body = None if dialog is None else dialog.body
    return not isinstance(body, MatchBody) or body._analysis is None or body._analysis.over


def guide(window: Window, game: str) -> None:
    window.show_guide(registry.game(game))


def learnt(window: Window) -> None:
    """What an AI at the table learns."""
    sit_down(window, "nim", ["human", "q-learner"])
    press(window, "f2")
