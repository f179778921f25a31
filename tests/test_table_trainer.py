"""A training beside the table: it learns at the asked pace, is kept, gone on with, and never loses a file."""

from pathlib import Path
from random import Random

import pytest

from game.agents.learning import CurvePoint, Yardstick
from game.checkpoints.tables import TableCodec
from game.games import registry
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.snapshot import TrainerSnapshot
from game.learning.strength import Strength
from game.learning.trainer import Told
from game.mods.files import ModError
from game.training.q_training import TableTraining

AI = registry.ai("nim", "q-learner")


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))


def trainer(**options: object) -> OwnTableTrainer:
    return OwnTableTrainer(AI, {"piles": [1, 2, 3], **options})


def test_it_plays_as_many_games_as_are_due() -> None:
    found = trainer()
    for _ in range(10):
        found.run(0.1, pace=5)
    assert found.training.games == 5


def test_games_that_do_not_fit_a_frame_are_not_owed_for_ever() -> None:
    found = trainer()
    found.run(1.0, pace=1e9)
    before = found.training.games
    found.run(0.0, pace=10)
    assert found.training.games - before <= 10


def test_what_was_learnt_is_kept_and_gone_on_with() -> None:
    found = trainer()
    found.training.run(300)
    assert found.unkept
    assert found.keep()
    assert not found.unkept
    again = trainer()
    assert again.training.games == 300
    assert again.training.learner.table == found.training.learner.table


def test_trainers_of_other_piles_are_kept_apart() -> None:
    found = trainer()
    found.training.run(20)
    found.keep()
    assert trainer(piles=[3, 3]).training.games == 0


def test_going_on_in_the_window_learns_what_one_training_would_have_learnt() -> None:
    whole = trainer()
    whole.training.run(200)
    parts = trainer()
    for _ in range(20):
        parts.training.run(10)
    assert parts.training.learner.table == whole.training.learner.table


@pytest.mark.parametrize("content", [b"", b"not a table", b"PK\x03\x04 damaged"])
def test_a_damaged_file_is_told_of_and_left_untouched(content: bytes) -> None:
    path = trainer().path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    found = trainer()
    assert found.trouble is not None
    assert str(path) in found.trouble
    found.training.run(5)
    assert not found.keep()
    assert path.read_bytes() == content


def test_a_place_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "trained").write_text("a file where a folder should be")
    found = trainer()
    found.training.run(5)
    assert not found.keep()
    assert found.trouble is not None
    assert "could not be written" in found.trouble
    assert found.unkept


def test_where_systems_of_mods_stop_the_game_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> int:
        raise ModError("nobody has moved in 10000 frames of nim; mods with systems: still")

    found = trainer()
    monkeypatch.setattr(TableTraining, "advance", stopped)
    assert not found.run(1.0, 1.0)
    assert found.trouble == "nobody has moved in 10000 frames of nim; mods with systems: still."


def test_forgetting_leaves_the_kept_file_until_it_is_kept_again() -> None:
    found = trainer()
    found.training.run(50)
    found.keep()
    found.forget()
    assert found.training.games == 0
    kept, _ = TableCodec(found.learner_spec.encoding).load(found.path, "nim", "q-learner")
    assert kept.statistics.games == 50


def test_values_stand_beside_the_exact_verdict() -> None:
    found = trainer(piles=[1, 2])
    state = found.rules.deal(found.setup, found.rules.new_standing(found.setup), 0, Random(0))
    view = found.rules.view(state, 0)
    values = {found.rules.label(each.move): each for each in found.values(view)}
    # From 1 2 the only winning move leaves a single stone: both stones of the second pile.
    assert {label for label, each in values.items() if each.wins} == {"Take 2 from pile 2"}
    assert all(each.value == 0.0 for each in values.values())
    assert sum(each.greedy for each in values.values()) == 1
    found.training.run(2000)
    (greedy,) = [each for each in found.values(view) if each.greedy]
    assert found.rules.label(greedy.move) == "Take 2 from pile 2"
    assert greedy.value > 0.9


def test_nothing_is_valued_once_the_game_is_over() -> None:
    found = trainer(piles=[1])
    state = found.rules.deal(found.setup, found.rules.new_standing(found.setup), 0, Random(0))
    (only,) = found.rules.legal_moves(found.rules.view(state, 0))
    found.rules.decide(state, only)
    found.rules.settle(state, only, None)
    assert found.values(None) == []


def test_an_ai_that_learns_no_table_has_no_training_trainer() -> None:
    with pytest.raises(ValueError, match="does not learn"):
        OwnTableTrainer(registry.ai("nim", "perfect"), {})


def test_it_learns_in_the_way_of_playing_that_is_asked_for() -> None:
    ai = registry.ai("notty", "q-learner")
    found = {way: OwnTableTrainer(ai, {}, given={"draws": way, "alpha": 0.5}) for way in ("page", "careful")}
    for each in found.values():
        each.training.run(1)
    assert found["page"].training.learner.table != found["careful"].training.learner.table
    assert found["page"].training.learners[0].parameters.alpha == 0.5
    default = OwnTableTrainer(ai, {}, given={"alpha": 0.5})
    default.training.run(1)
    assert default.training.learner.table == found["careful"].training.learner.table


def test_a_curve_that_was_told_changes_with_all_that_it_is_made_of_and_only_then() -> None:
    found = Told()
    found.ai, found.snapshot, found.points = AI, TrainerSnapshot(measure="wins"), [CurvePoint(5, 0.1, 2, 0.5)]
    first = found.curve
    found.snapshot = TrainerSnapshot(games=6, measure="wins")
    assert found.curve is first
    found.points = [CurvePoint(5, 0.1, 2, 0.5), CurvePoint(9, 0.1, 3, 0.7)]
    assert list(found.curve.across) == [5, 9]
    found.yardstick, found.strengths = Yardstick("random", 40), [Strength(7, 30, 40)]
    assert list(found.curve.across) == [5, 7, 9]
    assert len(found.curve.columns) == len(first.columns) + 1
