"""The end of a match as a moment: the score counted up, the analysis as it grows, the way to every turning point."""

import math
from typing import Any

import pytest

from components.table import MatchOver, Progress, RoundOver
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.rules.protocol import RoundEnd, ScoreLine
from systems.snapshot import maybe, only
from systems.view.screens.account_bars import REST
from systems.view.screens.board import POSITION
from systems.view.screens.match_result import _LOOK, MatchBody, MatchDialog
from systems.view.screens.replay import ReplayScreen
from systems.view.screens.table import TableScreen
from systems.view.table.results import ScoreBody, ScoreDialog
from systems.view.table.score_count import adds_up
from systems.view.toolkit import looks, theme
from systems.view.toolkit.widgets import Button
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.judges import HerePool, judged_here

pytestmark = pytest.mark.judged
SIZES = [(960, 540), (1280, 720)]


def over(
    open_desk: Open, size: tuple[int, int] = (1280, 720), held: bool = False, **options: Any
) -> tuple[Desk, HerePool]:
    """A match of Nim that two AIs have played to its end."""
    options = {"piles": [1, 3, 5, 7]} | options
    request = TableRequest("nim", tuple(parse_seats("nim", ["random", "random"])), options, 4)
    desk = open_desk(request, size=size, motion="instant", pace=0.0)
    pool = judged_here(desk)
    pool.held = held
    desk.until(lambda: desk.table.dialog is not None)
    desk.frame(64)  # a result rests a second
    return desk, pool


def body(desk: Desk) -> MatchBody:
    found = desk.dialog.body
    assert isinstance(found, MatchBody)
    return found


def analysed(desk: Desk) -> MatchBody:
    """The result, once its match is analysed."""
    found = body(desk)
    assert found._analysis is not None
    analysis = found._analysis
    desk.until_told(lambda: analysis.over)
    desk.frame(2)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({}, "Who begins the next match is drawn by lot."),
        ({"first": 0}, "Dado 1 begins the next match."),
        ({"first": 1}, "Dado 2 begins the next match."),
    ],
)
def test_who_begins_the_next_match_is_told(
    open_desk: Open, size: tuple[int, int], options: dict[str, Any], told: str
) -> None:
    desk, _ = over(open_desk, size=size, **options)
    assert body(desk).said[-1].endswith(told)


def test_the_analysis_grows_below_the_result(open_desk: Open) -> None:
    desk, pool = over(open_desk, held=True)
    assert desk.dialog.title.endswith("wins")
    desk.until_told(lambda: bool(pool.waiting))
    place = desk.dialog.panel
    assert body(desk).curve.curve is None
    pool.held = False
    desk.until_told(lambda: body(desk).curve.curve is not None)
    grown = len(body(desk).curve.curve.found.curve)  # type: ignore[union-attr]
    found = analysed(desk)
    assert found.curve.curve is not None
    assert len(found.curve.curve.found.curve) >= grown
    assert desk.dialog.panel == place, "nothing has jumped"


def test_turning_points_and_the_account_stand_there_as_they_grow_and_do_not_jump(open_desk: Open) -> None:
    desk, pool = over(open_desk, held=True)
    desk.until_told(lambda: bool(pool.waiting))
    found, looks = body(desk), body(desk).looks
    assert not any(look.visible for look in looks)
    pool.held = False
    desk.until_told(lambda: bool(found.points))
    pool.held = True
    desk.frame()
    assert found._analysis is not None
    assert not found._analysis.over
    words = words_shown(desk)
    assert "What turned the match so far" in words
    assert "Not judged" in words
    assert "The rest" not in words
    assert looks[0].visible
    places = [look.box for look in looks]
    pool.held = False
    analysed(desk)
    assert [look.box for look in looks] == places
    words = words_shown(desk)
    assert "What turned the match so far" not in words
    assert "Not judged" not in words
    assert "The rest" in words
    desk.frame()
    rest = next(each for each in found.widgets if each.visible and each.hint == str(REST))
    desk.point(rest.box.centre)
    desk.frame(60)
    assert "nobody could know of" in words_shown(desk)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_where_few_moments_turned_a_match_their_place_says_so(open_desk: Open, number: int) -> None:
    desk, _ = over(open_desk)
    found = analysed(desk)
    assert len(found.points) == 3
    found.points = found.points[:number]
    assert ("No other move and no other chance changed much." in words_shown(desk)) == (number < 3)


def words_shown(desk: Desk) -> str:
    """All that is written in the next frame."""
    with texts_drawn() as found:
        desk.frame()
    return " ".join(words for words, _ in found)


def test_turning_points_lead_to_their_positions_in_the_viewer(open_desk: Open) -> None:
    desk, _ = over(open_desk)
    found = analysed(desk)
    assert 0 < len(found.points) <= 3
    assert [button.visible for button in found.looks] == [place < len(found.points) for place in range(3)]
    point = found.points[-1]
    desk.click(found.looks[len(found.points) - 1].box)
    desk.frame(2)
    viewer = desk.screen(ReplayScreen)
    assert viewer.frames[viewer.at].moves == point.move - 1, "the position that was decided in"
    assert viewer.board is not None
    assert viewer.board.tab == POSITION
    shown = viewer.board.position.shown
    assert shown is not None
    assert shown.moment.number == point.move, "what is told is of the turning point"


def test_by_keys_too(open_desk: Open) -> None:
    desk, _ = over(open_desk)
    analysed(desk)
    desk.tab_to(body(desk).looks[0])
    desk.keys("return")
    desk.frame()
    assert isinstance(desk.window.screen, ReplayScreen)


def test_nothing_is_in_the_way_of_the_next_match(open_desk: Open) -> None:
    desk, _ = over(open_desk, held=True)
    before = desk.table
    desk.keys("return")
    desk.frame(2)
    assert isinstance(desk.window.screen, TableScreen)
    assert desk.window.screen is not before


@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_is_seen(open_desk: Open, size: tuple[int, int]) -> None:
    desk, _ = over(open_desk, size)
    analysed(desk)
    panel, canvas = desk.dialog.panel, desk.window.canvas
    assert panel.x >= 0
    assert panel.bottom <= canvas.height
    assert panel.right <= desk.table.view.side(desk.table.stage).x
    assert desk.dialog.scroller.limit == 0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_of_a_result_with_scores_and_seals_is_seen(open_desk: Open, size: tuple[int, int], language: str) -> None:
    request = TableRequest(
        "jaipur", tuple(parse_seats("jaipur", ["random", "random"])), {"seals": 1}, 4, speed=math.inf
    )
    desk = open_desk(request, size=size, motion="instant", pace=0.0, language=language)
    judged_here(desk).held = True
    desk.until(lambda: desk.table.dialog is not None)
    body(desk).score.tell_all()
    desk.frame(2)
    assert len(body(desk).score.said) > 3
    assert desk.dialog.scroller.limit == 0


def test_turning_points_have_room_for_their_words_where_everything_is_large(open_desk: Open) -> None:
    request = TableRequest(
        "jaipur", tuple(parse_seats("jaipur", ["random", "random"])), {"seals": 1}, 4, speed=math.inf
    )
    desk = open_desk(request, size=(960, 540), motion="instant", pace=0.0, scale=2.0)
    judged_here(desk).held = True
    desk.until(lambda: desk.table.dialog is not None)
    desk.frame(2)
    canvas, row = desk.window.canvas, body(desk)._row(0)
    sentence = (
        "Round 2, Idris’s 7th turn: Idris swapped 1 silver and 1 spice for 2 cloth; “Exchange 2 for 2 (1 silver and"
        " 1 spice for 1 diamond and 1 gold)” keeps 13 %, this 0 %."
    )
    assert canvas.paragraph_height(sentence, row.w - 26 - _LOOK - 8, theme.SMALL, leading=1.16) <= row.h


# --- the score counted up ---


END = RoundEnd((12, 7), 0, {}, (ScoreLine("Goods", (10, 7)), ScoreLine("Total", (12, 7))))


PIECES = RoundEnd((17, 9), 0, {}, (ScoreLine("Goods", (10, 7)), ScoreLine("Herd", (7, 2)), ScoreLine("Score", (17, 9))))


def test_only_a_score_that_adds_up_is_counted_up_on_the_table() -> None:
    assert adds_up(PIECES)
    assert not adds_up(END), "one piece alone is the score"
    assert not adds_up(RoundEnd(None, 0, {}))
    lives = ScoreLine("Lives lost", (0, 1)), ScoreLine("Lives left", (3, 2))
    assert not adds_up(RoundEnd((31, 20), 0, {}, (ScoreLine("Points", (31, 20)), *lives)))


def jaipur_over(open_desk: Open, **options: Any) -> Desk:
    """A match of Jaipur whose last move has just been made."""
    request = TableRequest("jaipur", tuple(parse_seats("jaipur", ["utility", "random"])), {}, 3, speed=math.inf)
    desk = open_desk(request, motion="instant", pace=0.0, **options)
    desk.until(lambda: maybe(MatchOver) is not None)
    desk.window.change(motion="normal")
    desk.table.speed = 1.0
    desk.until(lambda: desk.table.between.count is not None)
    return desk


def test_the_score_is_counted_up_on_the_table_before_the_result(open_desk: Open) -> None:
    desk = jaipur_over(open_desk)
    sums: list[str] = []

    def told() -> bool:
        with texts_drawn() as texts:
            desk.frame()
        sums.extend(words for words, _ in texts if words.isdigit())
        return desk.table.dialog is not None

    desk.until(told)
    over = maybe(RoundOver)
    assert over is not None
    assert {str(score) for score in over.end.scores or ()} <= set(sums)
    assert desk.table.between.count is None
    assert body(desk).score.told, "nothing is counted twice"


def test_any_key_tells_the_result_at_once(open_desk: Open) -> None:
    desk = jaipur_over(open_desk)
    desk.keys("space")
    desk.frame()
    assert isinstance(desk.dialog, MatchDialog)
    assert desk.table.between.count is None


def test_the_score_is_counted_up_line_by_line() -> None:
    score = ScoreBody(END, ["a", "b"], None)
    assert (score._counted(10, 0), score._counted(12, 1), score.told) == (0, 0, False)
    score._shown = 0.5
    assert (score._counted(10, 0), score._counted(30.5, 0), score._counted(12, 1)) == (5, 15.2, 0)
    score._shown = 1.5
    assert (score._counted(10, 0), score._counted(12, 1)) == (10, 6)
    score._shown = 2.0
    assert (score._counted(12, 1), score.told) == (12, True)


def test_the_score_of_the_last_round_says_how_many_there_were() -> None:
    one, several = ScoreBody(END, ["a", "b"], None), ScoreBody(END, ["a", "b"], None, rounds=7)
    assert several.said == ["The last of 7 rounds", *one.said]


def test_of_who_had_left_the_match_before_no_score_is_told(open_desk: Open) -> None:
    lines = (ScoreLine("Points", (10, 0, 16)), ScoreLine("Lives left", (0, 0, 1)))
    score = ScoreBody(RoundEnd((10, 0, 16), 2, {}, lines, absent=frozenset({1})), ["a", "b", "c"], None)
    assert score.said == ["Points: a: 10, c: 16.", "Lives left: a: 0, c: 1."]
    desk = open_desk()
    desk.menu.dialog = ScoreDialog("Over", score, [Button("Leave")], width=620)
    score.tell_all()
    with texts_drawn() as texts:
        desk.frame()
    assert [words for words, _ in texts].count("\N{EN DASH}") == 2


def test_a_match_of_lives_tells_them_and_its_rounds(open_desk: Open) -> None:
    request = TableRequest("thirty_one", tuple(parse_seats("thirty_one", ["greedy-caller", "random"])), {}, 4)
    desk = open_desk(request, size=(1280, 720), motion="instant", pace=0.0)
    desk.until(lambda: desk.table.dialog is not None)
    rounds = only(Progress).round_number
    with texts_drawn() as texts:
        desk.frame()
    drawn = [words for words, _ in texts]
    assert f"The last of {rounds} rounds" in " ".join(drawn)
    assert "Lives left" in drawn


def test_any_key_tells_all_of_it_at_once_and_does_nothing_else(open_desk: Open) -> None:
    desk, _ = over(open_desk)
    left: list[int] = []
    looks.choose(still=False)
    score = ScoreBody(END, ["a", "b"], None)
    dialog = MatchDialog(
        "a wins",
        MatchBody(score, None, ["a", "b"], 0, lambda _: None),
        [Button("Leave", lambda: left.append(1), style="primary")],
    )
    desk.table.dialog = dialog
    desk.keys("return")
    assert score.told
    assert not left
    desk.keys("return")
    assert left == [1]


def test_with_instant_motion_it_stands_there(open_desk: Open) -> None:
    desk, _ = over(open_desk)
    assert body(desk).score.told


def test_that_nobody_can_judge_a_match_is_said_once_and_without_an_empty_chart(open_desk: Open) -> None:
    desk, _ = over(open_desk, held=True)
    shown = body(desk)
    assert shown._analysis is not None
    desk.until_told(lambda: shown.curve.visible)
    shown._analysis.stop()
    desk.frame(2)
    with texts_drawn() as texts:
        desk.frame()
    told = [words for words, _ in texts if words.startswith("This match has no analysis")]
    assert len(told) == 1
    assert not shown.curve.visible
