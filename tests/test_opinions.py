"""Asking everybody: who is asked, what each would play by its own lights, and how far they agree."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.agents.agent import Estimate, ThinkingError
from game.agents.judging import Weighed
from game.analysis.decisions import Judgement
from game.analysis.opinions import Opinion, Question, agreements, everybody
from game.analysis.service import _told, heard
from game.games import registry
from game.games.levels import NAMES
from game.games.nim.record import Move
from game.rules.protocol import Setup
from tests.games import GAMES


def dealt(piles: list[int]) -> Any:
    rules = registry.game("nim").rules
    setup = Setup(2, {"piles": piles})
    return rules.view(rules.deal(setup, rules.new_standing(setup), 0, Random(1)), 0)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_asked_but_the_levels(game: str) -> None:
    asked = everybody(game)
    assert not {*NAMES, "level"} & set(asked)
    assert "random" in asked


def test_an_ai_answers_with_its_own_choice_score_and_reason() -> None:
    view = dealt([1, 2])
    opinion = Question("nim", "perfect", view, 1)()
    assert (opinion.ai, opinion.move, opinion.score, opinion.done) == ("perfect", Move(1, 2), 1.0, True)
    assert opinion.reason


def test_the_same_question_has_the_same_answer() -> None:
    view = dealt([1, 3, 5, 7])
    moves = {Question("nim", "random", view, number)().move for number in range(1, 9)}
    assert len(moves) > 1, "drawn by lot, keyed by the number of the move"
    assert Question("nim", "random", view, 3)() == Question("nim", "random", view, 3)()


def test_a_thought_that_grows_tells_how_far_it_is() -> None:
    *growing, last = Question("nim", "search", dealt([1, 3, 5, 7]), 1).growing()
    assert growing
    assert last.done
    assert not any(opinion.done for opinion in growing)
    assert last.tries >= growing[0].tries


def test_whoever_has_not_learnt_a_setting_says_so() -> None:
    with pytest.raises(ThinkingError, match="has not learnt"):
        Question("nim", "q-learner", dealt([2, 4]), 1)()


def test_an_opinion_comes_whole_out_of_a_worker() -> None:
    question = Question("nim", "search", dealt([1, 2]), 1)
    opinion = question()
    assert heard(question, _told(opinion)) == opinion
    none = Opinion("search")
    assert heard(question, _told(none)) == none
    with pytest.raises(ThinkingError, match="an answer that is none"):
        heard(question, ("move", 1.0))


def opinion(ai: str, move: Move) -> Opinion:
    return Opinion(ai, move, 1.0, "", Estimate(), 0, True)


ONE, TWO, THREE = Move(0, 1), Move(1, 1), Move(2, 1)


def test_opinions_are_grouped_by_move_the_judges_best_first() -> None:
    best, worse = Weighed(ONE, 0.7), Weighed(TWO, 0.5, 0.01)
    judgement = Judgement([worse, best], best, False, True)
    thinking = replace(opinion("slow", TWO), done=False)
    found = agreements([opinion("a", THREE), opinion("b", TWO), opinion("c", TWO), thinking], judgement)
    assert [(row.move, [each.ai for each in row.opinions], row.chance, row.called) for row in found] == [
        (ONE, [], 0.7, None),
        (TWO, ["b", "c"], 0.5, "blunder"),
        (THREE, ["a"], None, None),
    ]
    assert [row.move for row in agreements([opinion("a", THREE), opinion("b", TWO), opinion("c", TWO)], None)] == [
        TWO,
        THREE,
    ]
