"""Notty's learners in training: opponents, what ships, learning in play, and the parameters of a seat."""

from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.agents.agent import Agent, Candidate, Reason
from game.agents.learning import TrainedTable
from game.agents.pickers import Best
from game.agents.q_learning import QLearner
from game.checkpoints.container import read
from game.games import registry
from game.games.notty.learning import PARAMETERS
from game.games.notty.rules import RULES, View
from game.games.seats import parse_seats
from game.rules.options import parse_options
from game.rules.protocol import Setup
from game.training.q_training import Beside, Plan, TableTraining
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams
from tests.notty_positions import discard, followed, position

SHIPPED = Path("assets/notty")


NAMES = ["q-learner", "q-learner-plus"]
BEGINNINGS = {
    "q-learner": "e0747d442df02ec249804d7ef777fa14e3cff26724484046f79af0ea1ef856e2",
    "q-learner-plus": "2e43fd874c584bd1e4874eebb98f9a5bf2993d71b5d9c9c5625feae84c745ac0",
}
"""What a twentieth of the games of the commands comes to, from when all of them made what ships."""


def made(name: str, path: Path, share: int = 1) -> bytes:
    """What the commands for a shipped table make, of one in `share` of their games."""
    told = (SHIPPED / "README.md").read_text(encoding="utf-8").splitlines()
    file = f"assets/notty/{name}.npz"
    commands = [line.split()[1:] for line in told if line.startswith("    tabletalk train") and line.endswith(file)]
    assert commands
    for words in commands:
        games = words.index("--games") + 1
        words[games] = str(int(words[games]) // share)
        assert main([str(path) if word == file else word for word in words]) == 0
    return path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_its_commands_begin_as_they_did_when_they_made_the_shipped_table(name: str, tmp_path: Path) -> None:
    assert sha256(made(name, tmp_path / "begun.npz", share=20)).hexdigest() == BEGINNINGS[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_table_is_the_one_that_is_told_of(name: str) -> None:
    told = (SHIPPED / "README.md").read_text(encoding="utf-8").splitlines()
    assert f"| `{name}.npz` | `{sha256((SHIPPED / f'{name}.npz').read_bytes()).hexdigest()}` |" in told


@pytest.mark.whole
@pytest.mark.parametrize("name", NAMES)
def test_its_commands_make_a_shipped_table_again_byte_for_byte(name: str, tmp_path: Path) -> None:
    assert made(name, tmp_path / "again.npz") == (SHIPPED / f"{name}.npz").read_bytes()


def test_opponents_are_met_in_every_nth_game_only() -> None:
    met: list[int] = []

    class Watching:
        """An opponent that notes who it is; it ends its turns."""

        name = "watching"

        def score(self, view: View, rng: Random) -> list[Candidate]:
            met.append(view.player)
            legal = RULES.legal_moves(view)
            return [Candidate(legal[-1], 1.0, Reason("watches"))]

    spec = registry.ai("notty", "q-learner").learner_spec
    assert spec is not None
    opponent = Agent("watching", (Watching(),), Best())
    how = Setup(2, parse_options(RULES, ["turn_limit=4"]))
    training = TableTraining(Plan(RULES, how, "q-learner", spec, PARAMETERS, 1, (opponent,), every=3))
    seats = []
    for _ in range(12):
        met.clear()
        training.run(1)
        seats.append(set(met))
    # Where it is met it has the seat that the learner leaves, in turn.
    assert seats == [set(), set(), {1}, set(), set(), {0}] * 2


def test_a_game_that_is_broken_off_ends_no_update() -> None:
    spec = registry.ai("notty", "q-learner").learner_spec
    assert spec is not None
    how = Setup(2, parse_options(RULES, ["turn_limit=1"]))
    training = TableTraining(Plan(RULES, how, "q-learner", spec, PARAMETERS, 1))
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
    shipped = registry.ai("notty", "q-learner").pretrained_learnt()[0]
    assert isinstance(shipped, TrainedTable)
    usual = registry.ai("notty", "q-learner").agent().picker
    assert usual.epsilon == shipped.statistics.epsilon == 0.05  # type: ignore[attr-defined]


def test_learning_in_play_leaves_the_shipped_table_as_it_is() -> None:
    shipped = registry.ai("notty", "q-learner").pretrained_learnt()[0]
    assert isinstance(shipped, TrainedTable)
    before = shipped.table.copy()
    learner = registry.ai("notty", "q-learner").agent().scorers[0]
    assert isinstance(learner, QLearner)
    for transition in followed(position("r1 r2 r3", "b9 b8"), discard("r1 r2 r3")):
        learner.learn(transition)
    assert learner.table != before
    assert shipped.table == before


# Several learners at one table


def learners(games: int, *beside: str, seats: int = 3) -> TableTraining:
    """A training of the page's learner, of others beside it, and of as many games."""
    specs = {name: registry.ai("notty", name).learner_spec for name in ("q-learner", *beside)}
    others = [Beside(name, spec, PARAMETERS) for name in beside if (spec := specs[name])]
    own = specs["q-learner"]
    assert own is not None
    how = Setup(seats, parse_options(RULES, ["turn_limit=60"]))
    training = TableTraining(Plan(RULES, how, "q-learner", own, PARAMETERS, 1, beside=tuple(others)))
    training.run(games)
    return training


def test_several_learners_each_learn_their_own_moves_in_a_table_of_their_own() -> None:
    training = learners(12, "q-learner-plus", "q-learner")
    tables = [learner.q_learner.table for learner in training.learners]
    hands = [{state.hand for state in table.rows} for table in tables]  # type: ignore[attr-defined]  # of Features
    assert max(hands[1]) > 3, "cards left over; the buckets of the page end with 3"
    assert max(hands[0]) <= 3
    assert max(hands[2]) <= 3
    assert tables[0] != tables[2], "the same AI twice has two tables"
    picks = [learner.picker.picks for learner in training.learners]
    updates = [sum(sum(row.updates.values()) for row in table.rows.values()) for table in tables]
    # One action of each in every game that is broken off is followed by nothing.
    assert all(0 <= made - learnt <= 12 for made, learnt in zip(picks, updates, strict=True))
    assert [training.result(learner).ai for learner in training.learners] == [
        "q-learner",
        "q-learner-plus",
        "q-learner",
    ]


def test_games_of_several_learners_may_be_divided_and_all_are_marked() -> None:
    whole, parts = learners(20, "q-learner-plus"), learners(7, "q-learner-plus")
    parts.run(13)
    for one, other in zip(whole.learners, parts.learners, strict=True):
        assert one.q_learner.table == other.q_learner.table
        assert [mark.games for mark in one.curve] == [10, 20]
    assert whole.progress(whole.learners[1]).pairs == whole.learners[1].q_learner.table.pairs


def test_every_learner_has_every_seat_in_turn() -> None:
    training = learners(0, "q-learner-plus", seats=3)
    play = SelfPlay(RULES, training.plan.setup, [each.seat_learner for each in training.learners], TrainingStreams(1))
    names = {id(each.q_learner): number for number, each in enumerate(training.learners)}
    seen = []
    for play.games in range(6):
        seen.append([names[id(seat.learner)] for seat in play.seats() if isinstance(seat, SeatLearner)])
    assert seen == [[0, 1, 0], [1, 0, 1], [1, 0, 0], [0, 1, 1], [1, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize("players", [2, 3])
def test_more_learners_than_seats_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"{players + 1} learn or play at a table of {players}"):
        learners(0, *["q-learner"] * players, seats=players)


def test_the_command_keeps_each_learner_in_a_file_of_its_own(tmp_path: Path) -> None:
    out = tmp_path / "mine.npz"
    words = ["train", "notty", "q-learner", "--with", "q-learner-plus", "--with", "q-learner", "--games", "3"]
    assert main([*words, "--set", "turn_limit=30", "--out", str(out)]) == 0
    kept = {path.name: read(path).header["ai"] for path in tmp_path.iterdir()}
    assert kept == {
        "mine.npz": "q-learner",
        "mine-q-learner-plus.npz": "q-learner-plus",
        "mine-2.npz": "q-learner",
    }
    again = ["train", "notty", "q-learner", "--from", str(out), "--with", f"q-learner-plus:{out}"]
    assert main([*again, "--games", "1"]) == 1, "that is a table of another AI"
