"""The side panel: titles that are read whole, bars of negative scores, lines that take the trainer they were given."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pygame
import pytest

from game.agents.agent import Reason
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.rules.language import with_minus
from game.rules.translation import translated
from systems.snapshot import to_move
from systems.view.table.overlay import ThoughtList
from systems.view.table.table_thoughts import TableThoughts
from systems.view.table.thoughts import Bars, Thought, ThoughtRow, share_of, written
from systems.view.table.tools import Tool
from systems.view.toolkit import fonts, theme
from systems.view.toolkit.canvas import Box, Canvas
from tests.surfaces import surface_of
from tests.window.audit import draw_all, texts_cut, texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, table

SIZES = [(960, 540), (1280, 720)]


def notty(*seats: str) -> TableRequest:
    return TableRequest("notty", tuple(parse_seats("notty", seats)), {}, 5)


def words_drawn(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """All lines of a frame as they are drawn, those that are cut with their ellipsis."""
    drawn: list[str] = []
    draw = fonts.text

    def noted(words: str, *rest: Any) -> Any:
        drawn.append(words)
        return draw(words, *rest)

    with monkeypatch.context() as patch:
        draw_all(patch)
        patch.setattr(fonts, "text", noted)
        desk.frame()
    return drawn


# --- tools ---


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", [("human", "random"), ("random", "random")], ids=["played", "watched"])
def test_every_tool_says_what_it_is_in_a_word(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], seats: tuple[str, str]
) -> None:
    desk = open_desk(notty(*seats), size=size, motion="instant", pace=30.0)
    words = {tool.word for tool in desk.table.panel.tools.buttons if isinstance(tool, Tool)}
    assert {"Menu", "Thoughts", "Rules", "Settings", "Pause", "Step"} <= words
    assert words <= set(words_drawn(desk, monkeypatch))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_speeds_of_those_who_watch_are_whole(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    desk = open_desk(notty("random", "random"), size=SIZES[0], motion="instant", pace=30.0)
    desk.window.change(language=language)
    desk.frame(2)
    drawn = set(words_drawn(desk, monkeypatch))
    desk.window.change(language="")
    assert {"1×", "4×"} <= drawn


@pytest.mark.parametrize("rival", ["q-learner", "expert"])
def test_the_words_of_tools_are_whole_and_keep_clear_of_their_frames(open_desk: Open, rival: str) -> None:
    request = TableRequest("nim", tuple(parse_seats("nim", ["human", rival])), {}, 5)
    desk = open_desk(request, size=SIZES[0], motion="instant", pace=30.0)
    tools = [tool for tool in desk.table.panel.tools.buttons if isinstance(tool, Tool)]
    assert len(tools) == 8 + (rival == "q-learner")
    for tool in tools:
        assert desk.window.canvas.text_size(tool.word, theme.SMALL)[0] <= tool.box.w - 10, tool.word
    rows = {y: [tool.box for tool in tools if tool.box.y == y] for y in {tool.box.y for tool in tools}}
    assert all(abs(one.right + 4 - other.x) < 0.01 for row in rows.values() for one, other in pairwise(row))
    assert len({round(row[-1].right, 3) for row in rows.values()}) == 1


@pytest.mark.parametrize(("language", "words"), [("en", {"Tutor", "Ask"}), ("de", {"Tutor", "Fragen"}), ("el", {""})])
def test_switches_beside_the_moves_show_whole_words_or_a_sign_alone(
    open_desk: Open, language: str, words: set[str]
) -> None:
    desk = open_desk(notty("human", "group-maker"), size=SIZES[1], motion="instant", pace=30.0)
    desk.window.change(language=language)
    desk.frame(2)
    panel, canvas = desk.table.panel, desk.window.canvas
    switches = [panel.teach, panel.ask]
    shown, needed = {translated(each.label) for each in switches}, [each.natural_width(canvas) for each in switches]
    desk.window.change(language="")
    assert shown == words
    assert all(wide <= each.box.w for each, wide in zip(switches, needed, strict=True) if each.label)


# --- what the AIs think ---


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_title_is_read_whole(open_desk: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    desk = open_desk(notty("human", "group-maker", "group-maker"), size=size, motion="instant", pace=30.0)
    while to_move() == 0:
        desk.until_ready()
        desk.keys("g")
        desk.frame(4)
    desk.until(lambda: desk.table.thoughts.now() is not None)
    now = desk.table.thoughts.now()
    assert now is not None
    desk.table.thoughts._before = replace(now)  # so that the tab takes its room
    desk.frame(2)
    drawn = words_drawn(desk, monkeypatch)
    assert any(words in drawn for words in ("What Gita 2 thinks", "What Gita 3 thinks")), drawn


@pytest.mark.parametrize(("size", "language", "told"), [
    ((960, 540), "de", "Balken: selbst geschätzte Gewinnchance; Marken: wie sicher"),
    ((3840, 2160), "en", "Bars: its chance, as it sees it; marks: how sure"),
])  # fmt: skip
def test_what_bars_are_is_read_whole_and_no_smaller_than_can_be_read(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], language: str, told: str
) -> None:
    desk = open_desk(notty("group-maker", "robber"), size=size, motion="instant", pace=30.0)
    desk.window.change(language=language)
    desk.until(lambda: (thought := desk.table.thoughts.now()) is not None and bool(thought.rows))
    panel, now = desk.table.panel, desk.table.thoughts.now()
    assert now is not None
    monkeypatch.setattr(desk.table.thoughts, "now", lambda: replace(now, bars=Bars(chances=True, unsure=True)))
    desk.frame(2)
    with texts_drawn() as texts, texts_cut() as cut:
        desk.frame()
    desk.window.change(language="")
    assert told not in cut
    below = [(words, box) for words, box in texts if abs(box.x - panel.box.x - 14) < 1 and words in told]
    assert " ".join(words for words, _box in below) == told
    assert all(box.h >= desk.window.canvas.text_size("x", theme.SMALL)[1] for _words, box in below)
    assert below[-1][1].bottom <= panel.thoughts.list.box.y


def test_a_thought_says_that_it_was_before_the_move_as_soon_as_that_is_made(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(notty("group-maker", "robber"), size=SIZES[1], motion="instant", pace=0.1)
    thoughts, panel = desk.table.thoughts, desk.table.panel
    monkeypatch.setattr(TableThoughts, "now", lambda _: None)  # who is to move has not begun yet
    thinker = to_move()
    desk.until(lambda: thoughts.before is not None and panel.thoughts.thought is thoughts.before)
    assert thoughts.before is not None
    assert thoughts.before.player == thinker
    name = desk.table.session.names[thinker or 0]
    assert f"What {name} thought" in words_drawn(desk, monkeypatch)


def test_a_negative_number_in_a_reason_has_a_minus_and_a_hyphen_stays() -> None:
    assert with_minus("piles 1: -0.056 (-2), 3-5 of pile-1") == "piles 1: \u22120.056 (\u22122), 3-5 of pile-1"


def rows_of(*scores: float) -> tuple[ThoughtRow, ...]:
    return tuple(ThoughtRow("a", "", score, share_of(score, scores), Reason(""), False, None) for score in scores)


def bars(monkeypatch: pytest.MonkeyPatch, canvas: Canvas, *scores: float) -> list[tuple[str, float]]:
    """The bars that are drawn for some scores: how, and how full."""
    shown = ThoughtList()
    shown.list.box = Box(0, 0, 300, 600)
    bars_of = Bars(signed=min(scores) < 0)
    shown.show(Thought(0, 1, None, "", rows_of(*scores), bars=bars_of), canvas)
    found: list[tuple[str, float]] = []
    with monkeypatch.context() as patch:
        patch.setattr(Canvas, "bar", lambda *given: found.append(("bar", given[2])))
        patch.setattr(Canvas, "signed_bar", lambda *given: found.append(("signed", given[2])))
        shown.list.draw(canvas)
    return found


def test_a_thought_is_that_of_before_though_all_of_it_reads_the_same(desk: Desk) -> None:
    """A move that hides nothing, as a call, tells no more once it is made."""
    shown, thought = ThoughtList(), Thought(0, 1, None, "", rows_of(1.0))
    shown.list.box = Box(0, 0, 300, 600)
    for each in (thought, before := replace(thought)):
        shown.show(each, desk.window.canvas)
    assert shown.thought is before


def test_a_choice_of_an_ai_that_lies_far_down_comes_into_sight(desk: Desk) -> None:
    rows = rows_of(*([1.0] * 30))
    shown = ThoughtList()
    shown.list.box = Box(0, 0, 300, 200)
    chosen = [*rows[:-1], replace(rows[-1], chosen=True)]
    for thinks in (
        Thought(0, 1, None, "", rows),
        Thought(0, 1, None, "", chosen, advisor="neural"),
        Thought(0, 1, None, "", chosen),
    ):
        for _ in range(20):
            shown.show(thinks, desk.window.canvas)
        assert (shown.list.scroller.target > 0) == (thinks.rows is chosen and thinks.advisor is None)
    last = shown.list.row_box(29).moved(0, shown.list.scroller.offset - shown.list.scroller.target)
    assert last.bottom <= shown.list.box.bottom


def test_bars_begin_at_zero_in_the_middle_where_any_score_is_negative(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = desk.window.canvas
    assert bars(monkeypatch, canvas, 2.0, 0.0, -4.0) == [("signed", 0.5), ("signed", 0.0), ("signed", -1.0)]
    assert bars(monkeypatch, canvas, 4.0, 1.0) == [("bar", 1.0), ("bar", 0.25)]


@pytest.mark.painted
def test_a_signed_bar_lies_on_its_side_of_the_middle(desk: Desk) -> None:
    canvas = Canvas(pygame.Surface((1280, 720)))
    back, above, below = (57, 44, 40), (0, 255, 0), (255, 0, 0)
    for value, left, right in ((1.0, back, above), (-1.0, below, back), (0.0, back, back)):
        surface_of(canvas).fill((0, 0, 0))
        canvas.signed_bar(Box(100, 100, 200, 20), value, above, below)
        for x, ink in ((150, left), (250, right)):
            found = surface_of(canvas).get_at((canvas.px(x), canvas.px(110)))[:3]
            assert (found in (above, below)) is (ink in (above, below))
            assert found == ink or ink == back


@pytest.mark.parametrize(
    ("score", "words"), [(1.0, "1.00"), (-1.25, "−1.25"), (-0.001, "0.00"), (0.0, "0.00"), (-0.01, "−0.01")]
)
def test_scores_have_a_true_minus_sign(score: float, words: str) -> None:
    assert written(score) == words


# --- the trainer of lines ---


def test_lines_are_drawn_with_the_width_they_were_measured_with(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: dict[str, float] = {}
    drawn: dict[str, float] = {}
    measure, draw = Canvas.paragraph_height, Canvas.paragraph

    def noted(canvas: Canvas, words: str, width: float, *rest: Any, **more: Any) -> float:
        measured[words] = width
        return measure(canvas, words, width, *rest, **more)

    def shown(canvas: Canvas, words: str, box: Box, *rest: Any, **more: Any) -> float:
        drawn[words] = box.w
        return draw(canvas, words, box, *rest, **more)

    monkeypatch.setattr(Canvas, "paragraph_height", noted)
    monkeypatch.setattr(Canvas, "paragraph", shown)
    desk = open_desk(table("human", "utility"), size=(1280, 720), motion="instant", pace=0.0, hint=True)
    desk.until_ready()
    panel = desk.table.panel
    assert panel.log.scroller.limit == 0, "no bar shows"
    told = set(measured) & set(drawn)
    lines = {line.text for line in desk.table.session.log.lines}
    assert told & lines
    assert told - lines, "the reasons of the hint too"
    assert {words: drawn[words] for words in told} == {words: measured[words] for words in told}


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_two_candidates_have_room_above_the_most_buttons(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(notty("human", "group-maker", "group-maker"), size=size, motion="instant", pace=0.0, hint=True)
    desk.until_ready()
    desk.frame(2)
    rows = desk.table.panel.thoughts.list
    bottom = rows.row_box(1).y + 44 + 2 * theme.SMALL * 1.22
    assert bottom <= rows.box.bottom, "its score, its bar and two lines of its reason"
    assert desk.table.panel.log.box.h >= 3 * theme.SMALL * 1.22


def test_the_list_of_everybody_begins_below_its_head(open_desk: Open) -> None:
    desk = open_desk(notty("human", "group-maker", "group-maker"), motion="instant", pace=0.0)
    desk.until_ready()
    panel = desk.table.panel
    head = panel._thought_head
    assert 0 <= panel.everybody.list.box.y - (head.y + 32) <= 8, "no line on bars stands between"
    assert panel.everybody.list.box.bottom == panel.thoughts.list.box.bottom


def test_a_candidate_has_room_for_its_reason_at_the_largest_scale(open_desk: Open) -> None:
    request = notty("human", "group-maker", "group-maker")
    desk = open_desk(request, size=(960, 540), motion="instant", pace=0.0, hint=True, scale=2.0)
    desk.until_ready()
    desk.frame(2)
    rows = desk.table.panel.thoughts.list
    assert rows.row_box(0).y + 44 + theme.SMALL * 1.22 <= rows.box.bottom, "its score, its bar and a line of its reason"
    assert desk.table.panel.log.box.h >= theme.SMALL * 1.22


@pytest.mark.parametrize("seed", [3, 4, 5, 6])
def test_the_row_that_was_chosen_lies_clear_of_fading_edges(open_desk: Open, seed: int) -> None:
    seats = tuple(parse_seats("nim", ["human", "random"]))
    request = TableRequest("nim", seats, {"piles": [6, 7, 8, 9], "first": 1}, seed)
    desk = open_desk(request, size=(1280, 720), motion="instant", pace=0.0)
    desk.until_ready()
    desk.frame(40)
    thoughts = desk.table.panel.thoughts
    rows, scroller = thoughts.list, thoughts.list.scroller
    assert thoughts._chosen is not None
    assert scroller.limit > 0
    row = rows.row_box(thoughts._chosen)
    assert scroller.offset <= 0 or row.y >= rows.box.y + 18 - 1
    assert scroller.offset >= scroller.limit - 1 or row.bottom <= rows.box.bottom - 18 + 1
