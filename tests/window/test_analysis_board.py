"""The analysis board of the replay viewer: the curve, the account, a position, by mouse and keys."""

from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import pytest
from pygame import Surface

from game.agents.agent import Candidate
from game.analysis.account import Account, Summary
from game.analysis.coming import Coming, Dealt, WhatMayCome
from game.analysis.luck import Stroke
from game.cli.main import run
from game.matches.replay import matches_folder
from game.matches.requests import ReplayRequest
from systems.snapshot import snapshot
from systems.view.screens.account_bars import REST, START, steps_of
from systems.view.screens.account_tab import told_start, told_summary
from systems.view.screens.analysis_chart import mark_at, place_of
from systems.view.screens.board import ACCOUNT, MOVES, POSITION, Board, open_chance
from systems.view.screens.coming_list import STRIPS, Note
from systems.view.screens.curve_marks import MARK, Mark, _lucky, kind_of, mark, marks
from systems.view.screens.position_tab import AI, EVERYBODY, JUDGE
from systems.view.screens.position_words import told_moves
from systems.view.screens.practice import PracticeScreen
from systems.view.screens.sums import account_terms, loss_sum
from systems.view.toolkit.canvas import Box
from tests.window.audit import colliding, texts_cut, texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.test_statistics_screen import record

pytestmark = pytest.mark.judged


def nim_match(folder: Path) -> Path:
    """A match of Nim, in which nothing is played well."""
    into = folder / "recorded"
    assert run(["arena", "nim", "random", "random", "--games", "1", "--seed", "4", "--record", str(into)]) == 0
    return into / "match-0001.jsonl"


@pytest.fixture
def board(open_desk: Open, folder: Path) -> Desk:
    """A match of Nim on the board, analysed."""
    desk = open_desk(ReplayRequest(nim_match(folder)), motion="instant")
    desk.until_told(lambda: of(desk).analysis.over)
    desk.frame(2)
    return desk


def of(desk: Desk) -> Board:
    board = desk.viewer.board
    assert board is not None
    return board


def test_the_list_of_moves_marks_errors(board: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    found = of(board).analysis.found
    assert found is not None
    drawn, lost, log = list[str](), [each for each in found.decisions if each.called is not None], board.viewer.log
    marked = sorted(of(board).called.items())
    assert [name for _line, name in marked] == [each.called for each in lost] != []
    assert [log.lines[line].player for line, _name in marked] == [each.player for each in lost]

    def noted(kind: str, size: int) -> Surface:
        drawn.append(kind)
        return mark(kind, size)

    monkeypatch.setattr("systems.view.screens.replay.mark", noted)
    of(board).choose(MOVES)
    board.frame(2)
    assert set(drawn) == {"blunder"}


def a_mark(desk: Desk) -> Mark:
    """The second mark of the curve."""
    curve = of(desk).curve.curve
    assert curve is not None
    return marks(curve.found, curve.looking)[1]


def drawn(board: Desk) -> str:
    """All words of a frame, in the order in which they are drawn."""
    with texts_drawn() as texts:
        board.frame(2)
    return " ".join([words for words, _ in texts])


# --- a position ---


def test_of_open_hands_one_chance_is_told_and_the_equal_of_the_best_is_no_worse(board: Desk) -> None:
    decision = next(
        each
        for each in of(board)._decisions.values()
        if sum(row["chance"] == each.chance_best for row in each.candidates) > 1
    )
    of(board).choose(POSITION)
    board.viewer.go(decision.move - 1)
    told = drawn(board)
    assert "By what was known" in told
    assert "with all hands open" not in told, "they always are"
    assert "As good as the best." in told
    assert "less than a point behind the best." not in told


# --- the curve ---


def test_the_curve_grows_while_the_match_is_stepped_through(open_desk: Open, folder: Path) -> None:
    desk = open_desk(ReplayRequest(nim_match(folder)), motion="instant")
    known: set[int] = set()

    def over() -> bool:
        found = of(desk).analysis.found
        known.add(0 if found is None else len(found.curve))
        return of(desk).analysis.over

    desk.keys("right")
    assert desk.viewer.at == 1
    desk.until_told(over)
    assert len(known) > 4
    desk.frame()
    assert of(desk).curve.words == ""


def test_a_press_on_the_curve_leads_to_the_position_there(board: Desk) -> None:
    plot = of(board).curve.plot
    last = plot.moves - 1
    board.click((plot.x(last), plot.box.bottom - 3))
    assert board.viewer.frames[board.viewer.at].moves == last
    assert snapshot() == board.viewer.frames[board.viewer.at].state


def test_luck_stands_beside_a_loss_at_the_same_place(board: Desk) -> None:
    """A decision stands where the luck before it led to."""
    widget = of(board).curve
    curve, plot = widget.curve, widget.plot
    assert curve is not None
    assert plot is not None
    loss = a_mark(board)
    gain = tuple([-0.2 if player == loss.player else 0.2 for player in range(2)])
    met = replace(curve, found=replace(curve.found, luck=[Stroke(loss.at, 1, "deal", None, gain, 0.0)]))
    both = [each for each in marks(met.found, met.looking) if (each.player, each.at) == (loss.player, loss.at)]
    places = [place_of(plot, met, each) for each in both]
    assert {each.decision for each in both} == {True, False}
    assert places[0][0] == places[1][0]
    assert abs(places[0][1] - places[1][1]) >= MARK
    assert [mark_at(plot, met, place) for place in places] == both


def test_luck_is_marked_as_it_is_told_to_whoever_looks() -> None:
    draw = Stroke(5, 0, "draw", None, (0.08, -0.081), 0.0)
    for looking, kind in ((0, "luck"), (1, "bad luck")):
        found = _lucky(draw, looking)
        assert found is not None
        assert (found.player, found.kind) == (looking, kind) == (looking, kind_of(draw, looking))


def test_a_press_on_a_mark_leads_to_what_was_decided(board: Desk) -> None:
    meant = a_mark(board)
    widget = of(board).curve
    assert widget.curve is not None
    board.click(place_of(widget.plot, widget.curve, meant))
    assert board.viewer.frames[board.viewer.at].moves == meant.at


def test_page_keys_lead_from_mark_to_mark(board: Desk) -> None:
    found = of(board).analysis.found
    assert found is not None
    places = sorted({each.at for each in marks(found, 0)})
    seen = []
    for _ in places:
        board.keys("page down")
        seen.append(board.viewer.frames[board.viewer.at].moves)
    assert seen == [at for at in places if at] + ([places[-1]] if 0 in places else [])
    board.keys("page up")
    assert board.viewer.frames[board.viewer.at].moves == places[-2]


def test_a_mark_that_is_pointed_at_tells_what_it_is(board: Desk) -> None:
    widget = of(board).curve
    assert widget.curve is not None
    board.point(place_of(widget.plot, widget.curve, a_mark(board)))
    assert "keeps 100 %" in widget.hint
    board.point((widget.plot.x(0.5), widget.plot.y(0.5)))
    assert widget.hint == ""


# --- the tabs ---


def test_number_keys_and_buttons_show_the_tabs(board: Desk) -> None:
    for key, tab in (("2", POSITION), ("3", MOVES), ("1", ACCOUNT)):
        board.keys(key)
        assert of(board).tab == tab
    board.click(of(board).tabs[POSITION].box)
    assert of(board).tab == POSITION
    assert not board.viewer.list.visible


def test_a_turning_point_leads_to_its_position(board: Desk) -> None:
    tab = of(board).account
    row = next(place for place, each in enumerate(tab.rows) if each.point is not None)
    point = tab.rows[row].point
    assert point is not None
    board.click(tab.list.row_box(row))
    assert board.viewer.frames[board.viewer.at].moves == point.move - 1


def test_a_deal_leads_to_what_was_dealt_and_a_draw_to_what_it_brought(open_desk: Open, folder: Path) -> None:
    into = folder / "recorded"
    assert run(["arena", "thirty_one", "random", "random", "--games", "1", "--seed", "4", "--record", str(into)]) == 0
    desk = open_desk(ReplayRequest(into / "match-0001.jsonl"), motion="instant")
    frames = desk.viewer.frames
    dealt = next(frame.moves for frame in frames if frame.round_number == 2)
    deal, draw = (Stroke(dealt, 2, event, player, (0.2, -0.2), 0.0) for event, player in (("deal", None), ("draw", 0)))
    for point, round_number in ((deal, 2), (draw, 1)):
        of(desk).look_at(point)
        assert frames[desk.viewer.at].round_number == round_number
    lucky = _lucky(deal, 0)
    assert lucky is not None
    of(desk).to_mark(lucky)
    assert frames[desk.viewer.at].round_number == 2


def test_the_account_is_that_of_whoever_looks(board: Desk) -> None:
    def drawn() -> list[str]:
        with texts_drawn() as texts:
            board.frame()
        return [words for words, _ in texts]

    account = of(board).analysis.found.account  # type: ignore[union-attr]
    first = drawn()
    board.click(of(board).seats[1].box)
    assert of(board).looking == 1
    assert f"{account[0].result * 100:.0f} %" in first
    assert first != drawn()


def test_whom_a_player_played_like_is_told(board: Desk) -> None:
    told = of(board).account.rows
    heading = next(place for place, row in enumerate(told) if row.words == "Strength of play")
    assert "played like" in told[heading + 1].words
    assert told[heading + 1].words.startswith(of(board)._names[of(board).looking])


def test_a_position_tells_what_was_played_and_what_was_best(board: Desk) -> None:
    board.keys("2")
    found = of(board).analysis.found
    assert found is not None
    lost = next(each for each in found.decisions if each.called is not None)
    of(board).to_point(lost)
    board.frame(2)
    with texts_drawn() as texts:
        board.frame()
    words = [each for each, _ in texts]
    assert "Best" in words
    assert "0 %" in words
    assert "100 %" in words
    assert any("a blunder" in each for each in words)
    rows = of(board).position.thoughts.thought
    assert rows is not None
    assert len(rows.rows) == len(lost.candidates)
    assert [row.chosen for row in rows.rows].count(True) == 1


def test_two_moves_that_are_called_alike_are_told_in_detail(board: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_loss(board)
    shown = of(board).position.shown
    assert shown is not None
    assert shown.decision is not None
    assert told_moves(shown)[0] != told_moves(shown)[1]
    monkeypatch.setattr(type(shown.rules), "label", lambda _rules, _move: "Exchange 4 for 4")
    detail = "1 spice and 3 leather for 1 diamond, 1 silver and 2 cloth, move {}"
    monkeypatch.setattr(type(shown.rules), "detail", lambda rules, move: detail.format(rules.move_record(move)))
    of(board).position._told = None
    board.frame(2)
    with texts_drawn() as texts, texts_cut() as cut:
        board.frame()
    assert cut == set()
    assert colliding(texts) == []
    details = tuple(detail.format(each) for each in (shown.decision.played, shown.decision.best))
    assert told_moves(shown) == details
    pair = of(board).position._pair
    assert tuple(" ".join(lines) for lines in pair) == details
    assert {line for lines in pair for line in lines} <= {words for words, _ in texts}


def test_of_an_error_the_table_shows_what_was_best_and_what_was_played(board: Desk) -> None:
    at_a_loss(board)
    shown = of(board).position.shown
    assert shown is not None
    assert shown.decision is not None
    told = {each.label: repr(shown.rules.move_record(each.move)) for each in board.viewer._stage.foreseen}
    assert told == {"Best": repr(shown.decision.best), f"{shown.name} played": repr(shown.decision.played)}
    found = of(board).analysis.found
    assert found is not None
    of(board).to_point(next(each for each in found.decisions if each.called is None))
    board.frame(2)
    assert board.viewer._stage.foreseen == ()


def test_two_moves_are_judged_on_by_key(board: Desk) -> None:
    at_a_loss(board)
    board.keys("r")
    rollout = of(board).position.rollout
    assert rollout is not None
    board.until_told(lambda: rollout.over)
    assert rollout.failed == ""
    assert rollout.difference(0, 1)[0] == 1.0
    board.keys("left")
    board.frame()
    assert of(board).position.rollout is None


def test_where_everything_is_large_what_is_judged_on_stands_below_the_list(open_desk: Open, folder: Path) -> None:
    board = open_desk(ReplayRequest(nim_match(folder)), size=(960, 540), scale=2.0, motion="instant")
    board.until_told(lambda: of(board).analysis.over)
    board.frame(2)
    at_a_loss(board)
    tab = of(board).position
    judged, given_away = tab.thoughts.list.box, "of the match given away"
    assert given_away in drawn(board)
    board.keys("r")
    board.frame(2)
    assert tab.rollout is not None
    assert tab.thoughts.list.box.bottom <= tab._strip.y < judged.bottom
    assert given_away not in drawn(board)


def at_a_loss(board: Desk) -> None:
    """Show the position in which the first loss was decided."""
    found = of(board).analysis.found
    assert found is not None
    board.keys("2")
    of(board).to_point(next(each for each in found.decisions if each.called is not None))
    board.frame(2)


def test_the_ai_of_the_seat_thinks_again_where_its_thought_was_not_recorded(board: Desk) -> None:
    at_a_loss(board)
    tab = of(board).position
    board.click(tab.sources[AI].box)
    board.until_told(lambda: tab.thoughts.thought is not None)
    thought = tab.thoughts.thought
    assert thought is not None
    assert thought.title == "What Dado thinks"
    assert tab.shown is not None
    assert [row.move for row in thought.rows if row.chosen] == [tab.shown.moment.move], "not what it would draw now"
    assert len(thought.rows) > 1
    row = thought.rows[0]
    assert row.plain
    assert row.plain in drawn(board)
    assert row.reason not in drawn(board)
    board.keys("f")
    assert row.reason in drawn(board)


def test_everybody_is_asked_about_a_position(board: Desk) -> None:
    at_a_loss(board)
    tab = of(board).position
    board.click(tab.sources[EVERYBODY].box)
    board.until_told(lambda: tab.everybody.asked is not None and tab.everybody.asked.over)
    asked = tab.everybody.asked
    assert asked is not None
    perfect = next(each for each in asked.opinions if each.ai == "perfect")
    assert asked.judgement is not None
    assert asked.judgement.loss(perfect.move) == 0.0
    assert board.viewer._stage.foreseen != ()
    board.keys("home")
    board.frame()
    assert tab.everybody.asked is not asked


@pytest.mark.parametrize("by_key", [True, False], ids=["key", "button"])
def test_what_may_come_shows_how_every_candidate_comes_out(board: Desk, by_key: bool) -> None:
    at_a_loss(board)
    tab = of(board).position
    if by_key:
        board.keys("c")
    else:
        board.click(tab.may_come.box)
    board.until_told(lambda: all(each is not None and each.over for each in (tab.coming.endings, tab.coming.coming)))
    board.frame()
    assert tab.shown is not None
    decision = tab.shown.decision
    assert decision is not None
    assert tab.coming.endings is not None
    assert tab.coming.endings.found is not None
    assert len(tab.coming.endings.found) == len(decision.candidates)
    assert tab.coming.rows[0] == Note(STRIPS)
    chosen = tab.coming.list.selected
    assert chosen is not None
    assert tab.coming.rows[chosen + 1] == Note("Chance has no part in this move itself.")
    board.keys("c")
    assert tab.source == JUDGE
    assert not tab.coming.list.visible


def test_what_an_exchange_is_about_is_told_whole_and_in_letters_of_the_usual_size(board: Desk) -> None:
    at_a_loss(board)
    tab = of(board).position
    detail = "1 spice and 3 leather for 1 diamond, 1 silver and 2 cloth of the market"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(tab.shown.rules if tab.shown else None), "detail", lambda _rules, _move: detail)
        board.keys("c")
        board.until_told(lambda: tab.coming.endings is not None and tab.coming.endings.over)
        board.frame(2)
        with texts_drawn() as texts:
            board.frame()
    lines = [(words, box) for words, box in texts if words and words in detail and len(words) > 8]
    assert detail.startswith(lines[0][0])
    assert detail in " ".join(words for words, _ in lines)
    assert colliding(texts) == []


def test_a_deal_is_shown_among_others_where_a_round_begins(
    open_desk: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deal = Dealt((0.4, 0.4), [(0.5, 0.5), (0.3, 0.3), (0.7, 0.7)])
    monkeypatch.setattr("game.analysis.coming.dealt", lambda *_: deal)
    desk = open_desk(ReplayRequest(nim_match(folder)), motion="instant")
    desk.until_told(lambda: of(desk).analysis.over)
    desk.keys("home", "2", "c")
    tab = of(desk).position.coming
    desk.until_told(lambda: deal in tab.rows)
    first = tab.rows[0]
    assert isinstance(first, Note)
    assert first.words.endswith("40 %. Deals give 50 % in the mean; worse ones, of 3 by lot: 1.")
    desk.keys("right")
    desk.frame(2)
    assert tab.deal is None
    assert deal not in tab.rows


def test_where_a_round_begins_the_open_chance_is_that_after_the_deal(board: Desk) -> None:
    analysis = of(board).analysis
    assert analysis.found is not None
    assert analysis.asked is not None
    moments, player = analysis.asked.match.moments, analysis.asked.match.moments[0].player
    gain = (0.125, -0.125)
    lucky = replace(analysis.found, luck=[Stroke(0, 1, "deal", None, gain, 0.0), Stroke(1, 1, "draw", 0, gain, 0.0)])
    assert open_chance(lucky, moments[0]) == lucky.curve[0][player] + gain[player]
    assert open_chance(lucky, moments[1]) == lucky.curve[1][moments[1].player]
    assert open_chance(replace(lucky, curve=[]), moments[0]) is None


def test_what_chance_may_bring_is_told_of_another_candidate_too(
    open_desk: Open, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Coming("gold", 0.25, (0.4, 0.6), True)
    monkeypatch.setattr("game.analysis.coming.what_may_come", lambda *_: WhatMayCome(True, (row,)))
    desk = open_desk(ReplayRequest(nim_match(folder)), motion="instant")
    desk.until_told(lambda: of(desk).analysis.over)
    at_a_loss(desk)
    desk.keys("c")
    tab = of(desk).position.coming
    desk.until_told(lambda: row in tab.rows)
    assert tab.coming is not None
    asked, chosen = tab.coming, tab.list.selected
    other = next(at for at, each in enumerate(tab.rows) if isinstance(each, Candidate) and at != chosen)
    desk.click(tab.list.row_box(other))
    assert tab.coming is not asked
    desk.until_told(lambda: tab.coming is not None and tab.coming.over)
    with texts_drawn() as texts:
        desk.frame(2)
    assert "came, 25 %" in [words for words, _ in texts]


def test_a_sum_comes_out_as_it_is_told() -> None:
    told = loss_sum(0.52649, 0.01451)
    assert told.endswith("52.6 \u2212 1.5 = 51.1"), "of 52.649 and 1.451, which are 51.198 apart"


def test_sums_stand_in_place_of_words_on_demand(board: Desk) -> None:
    at_a_loss(board)
    lost = "Best \u2212 this: 100.0 \u2212 0.0 = 100.0"
    assert lost not in drawn(board)
    board.keys("f")
    assert lost in drawn(board)
    board.keys("1")
    assert "The rest, which nothing names" in drawn(board)
    board.click(of(board).sums.box)
    assert "The rest, which nothing names" not in drawn(board)


@pytest.mark.parametrize(("player", "name"), [(0, "You"), (1, "Idris")])
def test_the_terms_of_an_account_add_up_to_the_result(board: Desk, player: int, name: str) -> None:
    found = of(board).analysis.found
    assert found is not None
    terms = account_terms(found, player, name)
    assert sum(term.amount for term in terms[:-1]) == pytest.approx(terms[-1].amount)
    assert [term.bound for term in terms] == [True, *[False] * (len(terms) - 2), True]


def test_losses_that_pass_all_there_is_are_one_term(board: Desk) -> None:
    found = of(board).analysis.found
    assert found is not None
    passing = replace(found, account=[Account(0.5, 0.0, 0.7, 0.6, 0.1, 0.5)] * 2)
    (term,) = [each for each in account_terms(passing, 0, "You") if "osses" in each.words or "gave" in each.words]
    assert (term.words, round(term.amount, 9)) == ("All losses: 60.0 \u2212 70.0", -0.1)


def test_where_nothing_is_decided_the_position_says_so(board: Desk) -> None:
    board.keys("2", "end")
    with texts_drawn() as texts:
        board.frame()
    assert any("Nothing is decided here" in words for words, _ in texts)


# --- branches ---


@pytest.mark.parametrize("by_key", [True, False], ids=["key", "button"])
def test_a_position_is_played_on_from_as_a_match_of_its_own(board: Desk, by_key: bool) -> None:
    board.keys("right", "right")
    state = snapshot().copy()
    if by_key:
        board.keys("b")
    else:
        board.click(of(board).play_on.box)
    assert board.dialog.title == "Play from here"
    board.frame()
    board.keys("return")
    board.until_table()
    board.frame()
    assert snapshot() == state
    assert board.replay().head["branch"]["move"] == 2
    assert [player["ai"] for player in board.replay().head["players"]].count(None) == 1


def test_where_nobody_decides_nothing_is_played_on(board: Desk) -> None:
    board.keys("end")
    board.frame()
    assert not of(board).play_on.enabled
    board.keys("b")
    assert board.window.screen.dialog is None


# --- what is drawn ---


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1000, 900)], ids=str)
@pytest.mark.parametrize("keys", ["1", "2", "3", "1f", "2f", "2c"])
def test_no_text_of_the_board_lies_over_another(board: Desk, size: tuple[int, int], keys: str) -> None:
    board.keys(*keys, "right", "right")
    board.resize(*size)
    board.frame(2)
    panel = of(board).panel
    with texts_drawn() as texts:
        board.frame()
    inside = [(words, box) for words, box in texts if words and panel.contains(box.centre)]
    assert colliding(inside) == []


def test_where_there_is_little_room_the_numbers_are_read_in_the_list(board: Desk) -> None:
    tab, canvas, box = of(board).account, board.window.canvas, Box(0, 0, 340, 250)
    tab.lay_out(canvas, box)
    assert tab.list.box.bottom <= box.bottom, "nothing lies over what is below"
    with texts_drawn() as texts:
        tab.draw(canvas)
        tab.list.draw(canvas)
    assert tab._told.split("\n")[0] in [words for words, _ in texts]


def test_what_is_told_of_another_player_is_read_from_its_beginning(open_desk: Open, folder: Path) -> None:
    board = open_desk(ReplayRequest(nim_match(folder)), motion="instant", size=(960, 540))
    board.until_told(lambda: of(board).analysis.over)
    board.frame(2)
    scroller = of(board).account.list.scroller
    assert scroller.limit > 0
    scroller.to(scroller.limit, at_once=True)
    board.frame(2)
    assert scroller.offset > 0
    of(board).looking = 1 - of(board).looking
    board.frame(2)
    assert scroller.offset == 0


@pytest.mark.parametrize(
    "account",
    [
        Account(0.5, 0.2, 0.35, 0.1, -0.45, 0.0),
        Account(0.3, -0.25, 0.05, 0.6, 0.4, 1.0),
        Account(0.5, 0.0, 0.7, 0.6, 0.1, 0.5),
    ],
)
def test_the_bars_of_an_account_add_up_and_stay_where_a_chance_can_be(account: Account) -> None:
    steps = steps_of(account, "You", 2)
    sums = list(accumulate([step.change for step in steps], initial=account.start))
    assert sums[-1] == pytest.approx(account.result)
    assert all(-1e-9 <= each <= 1 + 1e-9 for each in sums)


def test_losses_that_pass_all_there_is_stand_as_their_difference() -> None:
    steps = steps_of(Account(0.5, 0.0, 0.7, 0.6, 0.1, 0.5), "You", 2)
    both = [step for step in steps if "osses" in step.name]
    assert [step.name for step in both] == ["All losses"]
    assert both[0].told == "What others gave away, less one’s own losses: 60.0 \u2212 70.0"


def test_each_part_of_an_account_says_what_it_is() -> None:
    steps = steps_of(Account(0.5, 0.2, 0.35, 0.1, -0.45, 0.0), "You", 3)
    assert {step.name: step.told for step in steps} == {
        "Others’ losses": "What the others gave away",
        "Luck": "What chance brought and cost, such as deals and draws",
        "Your losses": "What you gave away",
        "The rest": str(REST),
    }
    assert "not judged yet" in steps_of(Account(0.5, 0.2, 0.35, 0.1, -0.45, 0.0), "You", 3, judged=False)[-1].told


def test_decisions_are_told_as_the_statistics_count_them() -> None:
    told = told_summary(Summary(3, 2, 0.1, 1, 0, 0, 0.5, 0)).split("\n")
    assert told[0] == "3 decisions: 1 inaccuracy."
    assert told[1].startswith("In the 2 of them in which something was at stake: 50 % accurate")
    assert "> 99 % accurate" in told_summary(Summary(300, 268, 0.1, 1, 0, 0, 267 / 268, 0)), "one was not"
    assert told_summary(Summary(2, 2, 0.1, 1, 0, 0, 0.5, 1)).split("\n")[1:] == [
        "50 % accurate; 10.0 points given away in the mean.", "1 move that the AI made is left out.",
    ]  # fmt: skip


def test_what_the_first_deal_made_of_the_start_is_told_where_it_was_much(board: Desk) -> None:
    found = of(board).analysis.found
    assert found is not None
    found = replace(found, start=(0.57, 0.43), luck=[Stroke(0, 1, "deal", None, (-0.07, 0.07), 0.0)])
    assert told_start(found, 0).startswith("Before the first deal the chance was 57 %, after it 50 %")
    assert told_start(found, 1).startswith("Before the first deal the chance was 43 %, after it 50 %")
    assert not told_start(replace(found, luck=[Stroke(0, 1, "deal", None, (-0.04, 0.04), 0.0)]), 0)
    assert not told_start(replace(found, luck=[Stroke(9, 2, "deal", None, (-0.07, 0.07), 0.0)]), 0)


def test_the_start_of_an_account_says_what_it_is(board: Desk) -> None:
    board.frame()
    start, *parts = of(board).account.bars.widgets
    assert start.hint == START
    assert start.box.right < min(part.box.x for part in parts if part.hint)


# --- practice ---


@pytest.mark.parametrize("by_key", [True, False], ids=["key", "button"])
def test_the_person_plays_the_mistakes_of_the_match_again(open_desk: Open, tmp_path: Path, by_key: bool) -> None:
    record(tmp_path / "nim", 1)
    (path,) = matches_folder().glob("*.jsonl")
    desk = open_desk(ReplayRequest(path), motion="instant")
    desk.until_told(lambda: of(desk).analysis.over)
    desk.frame(2)
    board, found = of(desk), of(desk).analysis.found
    assert found is not None
    lost = [each.move for each in found.decisions if match_names(board)[each.player] == "You" and each.loss > 0.1]
    assert lost
    desk.keys("x") if by_key else desk.click(board.practise.box)
    desk.frame(2)
    course = desk.screen(PracticeScreen).course
    assert [each.move for each in course.exercises] == lost
    assert "you gave 100 points of the match away here" in desk.screen(PracticeScreen).prompt


def match_names(board: Board) -> list[str]:
    assert board.analysis.asked is not None
    return list(board.analysis.asked.match.names)


def test_where_nobody_sat_there_is_nothing_to_practise(board: Desk) -> None:
    assert not of(board).practise.visible
    assert "Practise my mistakes" not in drawn(board)


def test_an_analysis_that_cannot_be_is_told(open_desk: Open, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.analysis.judges.registry.ais", lambda _: [])
    desk = open_desk(ReplayRequest(nim_match(folder)), motion="instant")
    desk.until_told(lambda: of(desk).analysis.over)
    desk.frame()
    assert "to judge it" in of(desk).curve.words
    desk.keys("right")
    assert desk.viewer.at == 1
