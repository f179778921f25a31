"""Ask everybody at the table, and the tutor: on one's own turn, noted in the replay, never in the way."""

from typing import Any

import pytest

from game.analysis.decisions import Judgement
from game.games.nim.record import Move
from game.games.seats import parse_seats
from game.matches.replay import read
from game.matches.requests import TableRequest
from systems.human import HumanTurn
from systems.snapshot import maybe
from systems.view.screens.narration import Narrator
from systems.view.table.everybody import own_score, sentence_of
from systems.view.table.prompt import WAITS
from systems.view.table.tutor import PATIENCE
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
    assert panel.everybody.progress == "chance by the judge"
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
    assert notes(desk) == ["On your turns everybody is asked."]
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
        ("from 63.0 % won of 114 played out; then it is over", "From 63.0 % won of 114 played out."),
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
    assert notes(desk) == ["The tutor is on: it asks once before you make a mistake.", "The tutor is off."]


def test_a_match_that_goes_on_has_the_tutor_and_everybody_as_they_were_left(open_desk: Open) -> None:
    desk, _ = nim(open_desk, piles=[1, 3, 5, 7])
    make(desk, Move(3, 7))
    desk.until_ready()
    path = desk.replay().path
    for left in (True, False):
        desk.keys("j", "a", "escape")
        desk.window.resume(read(path))
        desk.until_ready()
        assert (desk.table.tutor.on, desk.table.panel.asking) == (left, left)


def test_a_mistake_is_held_once(open_desk: Open) -> None:
    desk, _ = taught(open_desk)
    make(desk, MISTAKE)
    desk.frame()
    words = desk.dialog.body.words  # type: ignore[attr-defined]
    assert "rather play “Take 2 from pile 2”. That keeps a chance to win of 100 %, your move one of 0 %" in words
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


@pytest.mark.parametrize(
    ("called", "held"), [(None, False), ("inaccuracy", False), ("mistake", True), ("blunder", True)]
)
def test_mistakes_and_worse_alone_are_held(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, called: str | None, held: bool
) -> None:
    desk, _ = taught(open_desk)
    monkeypatch.setattr(Judgement, "called", lambda *_: called)
    make(desk, BEST)
    desk.frame(2)
    assert moved(desk) is not held


def test_while_it_is_off_all_goes_through_at_once(open_desk: Open) -> None:
    desk, pool = nim(open_desk)
    pool.held = True
    make(desk, MISTAKE)
    desk.frame()
    assert moved(desk)


# --- a judge that is late ---


def late(open_desk: Open, move: Any = MISTAKE, piles: list[int] | None = None) -> tuple[Desk, HerePool]:
    """A table whose tutor is on, where a move was chosen before the judge has answered; it does when it is let."""
    desk, pool = nim(open_desk, piles=piles)
    pool.held = True
    desk.keys("j")
    make(desk, move)
    desk.frame(5)
    assert not moved(desk)
    assert desk.table.prompt == WAITS
    return desk, pool


def moved(desk: Desk) -> bool:
    """Whether the human has moved."""
    return bool(own_moves(desk))


def own_moves(desk: Desk) -> list[Any]:
    lines = [line.record for line in desk.replay().lines if line.record["type"] == "move"]
    return [Move(line["move"]["pile"], line["move"]["count"]) for line in lines if line["player"] == 0]


def test_a_mistake_waits_for_the_judge_and_is_held(open_desk: Open) -> None:
    desk, pool = late(open_desk)
    pool.held = False
    desk.until(lambda: desk.table.dialog is not None)
    assert "rather play “Take 2 from pile 2”." in desk.dialog.body.words  # type: ignore[attr-defined]
    assert not moved(desk)
    desk.click(desk.dialog.buttons[0].box)
    desk.frame(2)
    assert own_moves(desk) == [MISTAKE], "played all the same"


def test_that_a_move_waits_is_read_out_once(open_desk: Open) -> None:
    desk, pool = nim(open_desk)
    lines: list[str] = []
    desk.window._narrator = Narrator(lines.append)
    pool.held = True
    desk.keys("j")
    make(desk, MISTAKE)
    desk.frame(5)
    assert lines.count(f"{WAITS}.") == 1


def test_a_good_move_waits_for_the_judge_and_is_made_once(open_desk: Open) -> None:
    desk, pool = late(open_desk, Move(2, 4), [1, 2, 7])
    pool.held = False
    desk.until(lambda: moved(desk))
    desk.until_ready()
    assert own_moves(desk) == [Move(2, 4)]
    assert desk.table.prompt != WAITS


def test_a_judge_that_never_answers_lets_the_move_through_in_the_end_and_that_is_told(open_desk: Open) -> None:
    desk, pool = late(open_desk)
    desk.frame(int(PATIENCE) - 1, seconds=1.0)
    assert not moved(desk)
    assert desk.table.toasts.pushed == 0
    desk.frame(2, seconds=1.0)
    assert moved(desk)
    assert desk.table.toasts.latest == "Your move was not judged. The judge took too long."
    assert not [task for task in pool.waiting if not task.done], "nobody waits for it any longer"


def test_a_judge_that_cannot_judge_lets_the_move_through_at_once_and_that_is_told(
    open_desk: Open, monkeypatch: Any
) -> None:
    def weigh(*position: Any) -> Any:
        raise ValueError("no idea")

    monkeypatch.setattr("game.analysis.judge.ExactJudge.weigh", weigh)
    desk, pool = late(open_desk)
    pool.held = False
    desk.frame(3)
    assert moved(desk)
    assert desk.table.toasts.latest.startswith("Your move was not judged. The judge ")
    assert "no idea" in desk.table.toasts.latest


def test_a_move_that_the_judge_has_left_out_waits_until_it_is_asked_for(open_desk: Open, monkeypatch: Any) -> None:
    monkeypatch.setattr("systems.view.table.tutor._MOST_ASKED", 0)
    monkeypatch.setattr("game.analysis.judge.ExactJudge.weigh", _only_asked)
    desk, _ = taught(open_desk)
    assert desk.table.tutor._of(MISTAKE) is None
    make(desk, MISTAKE)
    desk.until(lambda: desk.table.dialog is not None)
    assert not moved(desk)


@pytest.mark.parametrize("how", ["u", "escape", "right button"])
def test_a_move_that_waits_can_be_taken_back(open_desk: Open, how: str) -> None:
    desk, pool = late(open_desk)
    desk.click((5, 5), button=3) if how == "right button" else desk.keys(how)
    assert desk.table.prompt.startswith("Your turn")
    pool.held = False
    desk.until(lambda: pool.idle)
    desk.frame(3)
    assert desk.table.dialog is None
    assert not moved(desk)
    make(desk, BEST)
    desk.frame(2)
    assert own_moves(desk) == [BEST]


def test_to_take_back_a_move_that_waits_leaves_the_moves_before_it(open_desk: Open) -> None:
    desk, pool = nim(open_desk, piles=[1, 3, 5, 7])
    make(desk, Move(3, 7))
    desk.until(lambda: moved(desk))
    desk.until_ready()
    pool.held = True
    desk.keys("j")
    desk.table.human.confirm(one_offer(desk))
    desk.keys("u")
    assert desk.table.session.undo_target() is not None
    assert "undo" not in desk.types()
    desk.keys("u")
    assert "undo" in desk.types()


def one_offer(desk: Desk) -> Any:
    """The first legal move, its pieces picked."""
    turn = desk.turn
    assert desk.table.human.pick(turn.moves[0]) is None
    return turn.offers[0]


def test_a_second_click_neither_prolongs_nor_doubles_it(open_desk: Open) -> None:
    desk, _ = late(open_desk)
    for _second in range(int(PATIENCE)):
        make(desk, MISTAKE)
        desk.frame(seconds=1.0)
    desk.frame()
    assert own_moves(desk) == [MISTAKE]


def test_another_move_takes_the_place_of_the_one_that_waits(open_desk: Open) -> None:
    desk, pool = late(open_desk)
    make(desk, BEST)
    pool.held = False
    desk.until(lambda: moved(desk))
    assert own_moves(desk) == [BEST]


def test_without_the_tutor_the_move_that_waits_goes_on(open_desk: Open) -> None:
    desk, _ = late(open_desk)
    desk.keys("j")
    desk.frame(2)
    assert own_moves(desk) == [MISTAKE]


def test_who_lets_the_ai_move_does_without_the_move_that_waits(open_desk: Open) -> None:
    desk, pool = late(open_desk, Move(3, 1), [1, 3, 5, 6])
    pool.held = False
    desk.frame()  # the judge has answered, and it is a mistake
    desk.table.play_for_me()
    desk.frame(3)
    assert desk.table.dialog is None
    desk.until_ready()
    assert len(own_moves(desk)) == 1


def test_nothing_is_held_over_another_dialog(open_desk: Open) -> None:
    desk, pool = late(open_desk)
    desk.keys("s")
    settings = desk.dialog
    pool.held = False
    desk.until(lambda: pool.idle)
    desk.frame(3, seconds=PATIENCE)
    assert desk.dialog is settings
    assert not moved(desk)
    desk.keys("escape")
    desk.until(lambda: desk.table.dialog is not None)
    assert "rather" in desk.dialog.body.words  # type: ignore[attr-defined]


def test_a_move_that_is_chosen_as_soon_as_the_turn_begins_waits_too(open_desk: Open) -> None:
    desk, pool = nim(open_desk, "human", "human", piles=[1, 2])
    desk.keys("j")
    desk.until(lambda: pool.idle)
    desk.frame(2)
    before = desk.turn.number
    pool.held = True
    make(desk, Move(0, 1))
    desk.frame()
    desk.click(desk.dialog.buttons[0].box)
    desk.until(lambda: maybe(HumanTurn) is not None and desk.turn.number != before)
    make(desk, MISTAKE)  # it wins now
    desk.frame(3)
    assert desk.table.dialog is None, "nor is it held by what was judged of the turn before"
    assert desk.table.prompt == WAITS


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
