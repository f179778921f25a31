"""Ask everybody at the table, and the tutor: on one's own turn, noted in the replay, never in the way."""

from typing import Any

import pytest

from game.games.nim.record import Move
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.human import HumanTurn
from systems.snapshot import maybe
from systems.view.table.everybody import own_score, sentence_of
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.judges import HerePool, judged_here

pytestmark = pytest.mark.judged
PILES = [1, 2]
"""Whoever takes both stones of the second pile wins; taking one of them loses."""
BEST, MISTAKE = Move(1, 2), Move(1, 1)


def nim(open_desk: Open, *seats: str, piles: list[int] | None = None) -> tuple[Desk, HerePool]:
    """A human who is to move at a small table of Nim, judged here."""
    seats = seats or ("human", "perfect")
    request = TableRequest("nim", tuple(parse_seats("nim", seats)), {"piles": piles or PILES, "first": 0}, 5)
    desk = open_desk(request, size=(1280, 720), motion="instant", pace=0.0)
    pool = judged_here(desk)
    desk.until_ready()
    return desk, pool


def notes(desk: Desk) -> list[str]:
    return [line.record["text"] for line in desk.replay().lines if line.record["type"] == "note"]


def make(desk: Desk, move: Any) -> None:
    """Choose a move, as by its button."""
    pieces = desk.table.stage.pieces_at(f"pile-{move.pile}")[-move.stones :]
    assert desk.table.human.make(desk.table.session.game.rules.kind_name(move), pieces)


# --- ask everybody ---


def test_everybody_answers_one_by_one_and_the_judge_tells_the_chances(open_desk: Open) -> None:
    desk, _ = nim(open_desk)
    panel = desk.table.panel
    assert panel.everybody.asked is None
    desk.keys("a")
    assert panel.everybody.asked is not None
    counts = []
    while not panel.everybody.asked.over:
        desk.frame()
        counts.append(sum(each.done for each in panel.everybody.asked.opinions))
    assert counts == sorted(counts)
    assert len(set(counts)) > 2, "one after another"
    desk.frame()
    rows = panel.everybody._rows
    assert rows[0].move == BEST
    assert rows[0].chance == 1.0
    assert {"perfect", "search"} <= {each.ai for each in rows[0].opinions}
    assert panel.everybody.progress == "the judge's chance"
    assert "q-learner" in panel.everybody.asked.failed, "it has learnt other piles"


def test_agreement_is_shown_on_the_table_and_a_move_that_is_selected_alone(open_desk: Open) -> None:
    desk, _ = nim(open_desk)
    desk.keys("a")
    everybody = desk.table.panel.everybody
    desk.until_told(lambda: everybody.asked is not None and everybody.asked.over)
    desk.frame(2)
    shown = desk.table.stage.foreseen
    assert [each.rank for each in shown] == list(range(1, len(shown) + 1))
    assert shown[0].label.startswith("Take 2 from pile 2: ")
    desk.tab_to(everybody.list)
    desk.keys("down")
    assert [each.move for each in desk.table.stage.foreseen] == [BEST]
    desk.frame()
    heights = everybody.list.row_box(0).h
    assert heights > everybody._head + 60, "its reasons are told"


def test_asking_is_a_switch_that_the_match_notes(open_desk: Open) -> None:
    desk, pool = nim(open_desk)
    desk.click(desk.table.panel.ask.box)
    assert desk.table.panel.ask.chosen
    assert notes(desk) == ["Everybody is asked on one's own turns."]
    pool.held = True
    desk.keys("a")
    desk.frame()
    assert desk.table.panel.everybody.asked is None
    assert not [task for task in pool.waiting if not task.done], "what was asked is given up"
    assert notes(desk)[1:] == ["Nobody is asked any more."]


def test_what_was_asked_is_given_up_with_the_turn_and_the_next_one_asked_anew(open_desk: Open) -> None:
    desk, pool = nim(open_desk, piles=[1, 3, 5, 7])
    desk.keys("a")
    first = desk.table.panel.everybody.asked
    pool.held = True
    desk.frame()
    make(desk, Move(3, 7))
    desk.until(lambda: maybe(HumanTurn) is not None and desk.table.panel.everybody.asked not in (None, first))
    assert first is not None
    assert first.over


def test_own_scores_have_their_own_units() -> None:
    from game.agents.agent import Estimate
    from game.analysis.opinions import Opinion

    assert own_score("nim", Opinion("search", estimate=Estimate(0.5))) == "50.0 % to win"
    assert own_score("nim", Opinion("q-learner", score=-0.5)) == "learnt value −0.50"
    assert own_score("nim", Opinion("perfect", score=1.0)) == "score 1.00"
    assert own_score("jaipur", Opinion("any", estimate=Estimate(expected=2.0))) == "2 points ahead"


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("63.0 % won of 114 played out; then player 2 took all", "63.0 % won of 114 played out."),
        ("worth 7.2 on average. Now 4.5", "Worth 7.2 on average."),
        ("steals from player 2", "Steals from Zoya."),
        ("", ""),
    ],
)
def test_a_reason_is_told_in_one_sentence(reason: str, said: str) -> None:
    assert sentence_of(reason, ["You", "Zoya"]) == said


# --- the tutor ---


def taught(open_desk: Open) -> tuple[Desk, HerePool]:
    """A table whose tutor is on and has judged the position."""
    desk, pool = nim(open_desk)
    assert not desk.table.tutor.on, "it is off until it is asked for"
    desk.keys("j")
    desk.until(lambda: pool.idle)
    desk.frame(2)
    return desk, pool


def test_the_tutor_is_noted(open_desk: Open) -> None:
    desk, _ = taught(open_desk)
    desk.click(desk.table.panel.teach.box)
    assert notes(desk) == ["The tutor is on: it holds a mistake once.", "The tutor is off."]


def test_a_mistake_is_held_once(open_desk: Open) -> None:
    desk, _ = taught(open_desk)
    make(desk, MISTAKE)
    desk.frame()
    assert "rather: Take 2 from pile 2. That keeps 100 %, this 0 %" in desk.dialog.body.words  # type: ignore[attr-defined]
    desk.keys("return")
    assert desk.table.dialog is None
    assert desk.types().count("move") == 0, "thought again"
    make(desk, MISTAKE)
    desk.frame(2)
    assert desk.types().count("move") >= 1, "held once only"


def test_a_held_mistake_can_be_played_all_the_same(open_desk: Open) -> None:
    desk, _ = taught(open_desk)
    make(desk, MISTAKE)
    desk.frame()
    desk.click(desk.dialog.buttons[0].box)
    desk.frame(2)
    assert desk.types().count("move") >= 1


def test_a_good_move_is_not_held(open_desk: Open) -> None:
    desk, _ = taught(open_desk)
    make(desk, BEST)
    desk.frame(2)
    assert desk.table.dialog is None or desk.types().count("move") >= 1
    assert desk.types().count("move") >= 1


def test_while_the_judge_is_not_ready_and_while_it_is_off_all_goes_through(open_desk: Open) -> None:
    desk, pool = nim(open_desk)
    pool.held = True
    desk.keys("j")
    make(desk, MISTAKE)
    desk.frame(2)
    assert desk.types().count("move") >= 1


def test_a_move_that_was_not_weighed_is_judged_once_its_pieces_are_picked(open_desk: Open, monkeypatch: Any) -> None:
    monkeypatch.setattr("systems.view.table.tutor._MOST_ASKED", 0)
    monkeypatch.setattr("game.analysis.judge.ExactJudge.weigh", _only_asked)
    desk, pool = taught(open_desk)
    desk.click_card(desk.table.stage.pieces_at("pile-1")[-1])
    desk.until(lambda: pool.idle)
    desk.frame(3)
    assert desk.table.tutor._of(MISTAKE) is not None


def _only_asked(judge: Any, view: Any, asked: Any, rng: Any) -> Any:
    """The best move, and what is asked for."""
    from game.agents.judging import Weighed

    wins = judge.verdicts(view)
    return [Weighed(move, float(wins[move])) for move in dict.fromkeys([BEST, *asked])]
