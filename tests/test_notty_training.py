"""Notty's learners in training: opponents, what ships, learning in play, and the parameters of a seat."""

from pathlib import Path
from random import Random

import pytest

from game import catalogue
from game.__main__ import main
from game.brains.agent import Agent, Candidate, Reason
from game.brains.notty_learning import PARAMETERS
from game.brains.pickers import Best
from game.brains.q_learning import QLearner
from game.rules.notty import RULES, View
from game.rules.protocol import Setup, parse_options
from game.seats import parse_seats
from game.training.q_training import Plan, Training
from tests.notty_positions import discard, followed, position


@pytest.mark.parametrize("name", ["q-learner", "q-learner-plus"])
def test_one_command_makes_a_shipped_table_again_byte_for_byte(name: str, tmp_path: Path) -> None:
    words = ["train", "notty", name, "--against", "random", "--every", "4", "--games", "800"]
    assert main([*words, "--out", str(tmp_path / "again.npz")]) == 0
    shipped = catalogue.ai("notty", name).shipped
    assert shipped is not None
    assert (tmp_path / "again.npz").read_bytes() == shipped.read_bytes()


def test_opponents_are_met_in_every_nth_game_only() -> None:
    met: list[int] = []

    class Watching:
        """An opponent that notes who it is; it ends its turns."""

        name = "watching"

        def score(self, view: View, rng: Random) -> list[Candidate]:
            met.append(view.player)
            legal = RULES.legal_moves(view)
            return [Candidate(legal[-1], 1.0, Reason("watches"))]

    recipe = catalogue.ai("notty", "q-learner").recipe
    assert recipe is not None
    opponent = Agent("watching", (Watching(),), Best())
    how = Setup(2, parse_options(RULES, ["turn_limit=4"]))
    training = Training(Plan(RULES, how, "q-learner", recipe, PARAMETERS, 1, (opponent,), every=3))
    seats = []
    for _ in range(12):
        met.clear()
        training.run(1)
        seats.append(set(met))
    # Where it is met it has the seat that the learner leaves, in turn.
    assert seats == [set(), set(), {1}, set(), set(), {0}] * 2


def test_a_game_that_is_broken_off_ends_no_update() -> None:
    recipe = catalogue.ai("notty", "q-learner").recipe
    assert recipe is not None
    how = Setup(2, parse_options(RULES, ["turn_limit=1"]))
    training = Training(Plan(RULES, how, "q-learner", recipe, PARAMETERS, 1))
    training.run(20)
    updates = sum(sum(row.updates.values()) for row in training.learner.table.rows.values())
    # The last action of every game, its next turn, is followed by nothing that could be learnt from.
    assert updates == training.picker.picks - 20


def test_parameters_of_learning_are_settings_of_a_seat() -> None:
    (seat, _) = parse_seats("notty", ["q-learner@alpha=0.3,gamma=0.8,epsilon=0.5,decay=0.9,floor=0.1", "random"])
    agent = seat.agent()
    assert agent is not None
    learner, picker = agent.scorers[0], agent.picker
    assert isinstance(learner, QLearner)
    assert (learner.parameters.alpha, learner.parameters.gamma) == (0.3, 0.8)
    assert picker.epsilon == 0.5  # type: ignore[attr-defined]  # an epsilon-greedy one
    shipped = catalogue.ai("notty", "q-learner").shipped_table()
    assert shipped is not None
    usual = catalogue.ai("notty", "q-learner").agent().picker
    assert usual.epsilon == shipped[0].statistics.epsilon == 0.05  # type: ignore[attr-defined]


def test_learning_in_play_leaves_the_shipped_table_as_it_is() -> None:
    shipped = catalogue.ai("notty", "q-learner").shipped_table()
    assert shipped is not None
    before = shipped[0].table.copy()
    learner = catalogue.ai("notty", "q-learner").agent().scorers[0]
    assert isinstance(learner, QLearner)
    for transition in followed(position("r1 r2 r3", "b9 b8"), discard("r1 r2 r3")):
        learner.learn(transition)
    assert learner.table != before
    assert shipped[0].table == before
