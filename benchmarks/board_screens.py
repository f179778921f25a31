"""How the window is brought to analysis boards and to positions to practise, for pictures of every screen."""

from collections.abc import Sequence

from benchmarks.table_screens import SECONDS, SEED, at_table, play_move, press, until
from game.analysis.account import turning_points
from game.analysis.people.practice import Course, Solved, of_match
from game.app.window import Window
from game.games.nim.players import winning_moves
from game.matches.replay import matches_folder, read
from systems.human import HumanTurn
from systems.snapshot import maybe
from systems.view.screens.board import ACCOUNT, Board
from systems.view.screens.position_tab import AI, EVERYBODY, JUDGE, PositionTab
from systems.view.screens.replay import ReplayScreen


def board(window: Window, game: str, keys: Sequence[str] = "", source: int = JUDGE, waits: bool = True) -> None:
    """The analysis board of a match at its worst decision, all being analysed, with keys pressed and a list chosen;
    unless it `waits` for that, at its beginning."""
    shown = _board(window, game, waits)
    found = shown.analysis.found
    if found is not None:
        shown.look_at(turning_points(found.decisions, (), 1)[0])
    shown.choose(ACCOUNT)
    press(window, *keys)
    shown.position.choose(source if source != JUDGE else shown.position.source)
    window.frame(SECONDS, [])
    if waits:
        until(window, lambda: _answered(shown.position))


def _board(window: Window, game: str, waits: bool = True) -> Board:
    window.show_replay(read(matches_folder() / f"{game}-{SEED}.jsonl"))
    window.frame(SECONDS, [])
    screen = window.screen
    assert isinstance(screen, ReplayScreen)
    assert screen.board is not None
    shown = screen.board
    if waits:
        until(window, lambda: shown.analysis.over)
    screen.read_all()
    return shown


def _answered(tab: PositionTab) -> bool:
    """Whether all that a tab has asked for is there."""
    everybody = tab.everybody.asked if tab.source == EVERYBODY else None
    coming = tab.coming
    asked = (tab.rollout, everybody, coming.endings, coming.coming, coming.deal)
    thought = tab.source != AI or tab._thought is not None
    return thought and all(each is None or each.over for each in asked)


def mistake(window: Window, game: str) -> None:
    """A position to practise: the first mistake in the recorded match."""
    shown = _board(window, game)
    found = shown.analysis.found
    assert found is not None
    player = next(each.player for each in found.decisions if of_match(found, shown.analysis.path, each.player))
    window.show_practice(Course(of_match(found, shown.analysis.path, player), Solved()))


def practice(window: Window) -> None:
    """The first position of the game that is over soonest."""
    window.show_practice(Course.of("nim", window.own))


def solved(window: Window) -> None:
    """A position to practise, with its best move made."""
    practice(window)
    until(window, lambda: maybe(HumanTurn) is not None)
    screen, turn = at_table(window), maybe(HumanTurn)
    assert turn is not None
    play_move(screen, turn, winning_moves(turn.view.piles)[0])
    until(window, lambda: screen.dialog is not None)
