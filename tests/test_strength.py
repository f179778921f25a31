"""How well a learner of a table plays: measured against a yardstick, without a trace in what it learns."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.agents.agent import ThinkingError
from game.agents.learning import Partner, TrainedTable, Yardstick
from game.games import registry
from game.learning import kept_strength, strength, strength_meter, table_trainer
from game.learning.milestones import milestones
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.rival_service import RivalService
from game.learning.strength import (
    GENERAL,
    Plays,
    Strength,
    measured_strength,
    next_due,
    plays_by,
    read_strengths,
    scatter,
    yardstick_of,
)
from game.learning.strength_meter import MeterHere, StrengthMeter
from game.learning.trainer import taken_trouble
from game.rules import translation
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.training import q_training
from game.workers import answers

JAIPUR = registry.ai("jaipur", "q-learner")
HOW = Setup(2, full_options(registry.game("jaipur").rules, {}))
FEW = Yardstick("utility", 20)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    monkeypatch.setattr(strength, "yardstick_of", lambda _ai: FEW)


def measured(plays: Plays) -> Strength:
    return measured_strength("jaipur", "q-learner", HOW, {}, plays, 7, 1)


def shipped() -> TrainedTable:
    found = JAIPUR.pretrained_learnt()[0]
    assert isinstance(found, TrainedTable)
    return found


def test_what_has_learnt_wins_more_than_what_has_not() -> None:
    untrained = OwnTableTrainer(JAIPUR, {}).plays
    trained = plays_by(shipped().table, 0.0)
    assert untrained is not None
    before, after = measured(untrained), measured(trained)
    assert (before.games, before.played) == (7, 20)
    assert after.share > before.share + 0.2
    assert measured(trained) == after, "the same deals come every time"


def test_it_is_measured_by_the_very_values_that_it_learnt() -> None:
    found = shipped()
    again = strength._table(JAIPUR, JAIPUR.learner_spec, plays_by(found.table, 0.1))  # type: ignore[arg-type]
    assert again.table.plays_as(found.table)
    assert again.statistics.epsilon == 0.1


def test_measuring_leaves_no_trace_in_what_is_learnt() -> None:
    apart, watched = OwnTableTrainer(JAIPUR, {}), OwnTableTrainer(JAIPUR, {})
    apart.training.run(12)
    for _ in range(4):
        watched.training.run(3)
        assert watched.plays is not None
        watched.play_was_measured(measured(watched.plays))
    assert watched.training.result() == apart.training.result()


def test_games_end_sometime_even_where_nobody_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "_MOST_MOVES", 3)
    assert measured(plays_by(shipped().table, 0.0)).won == 0


def test_it_is_measured_at_once_and_then_ever_more_rarely() -> None:
    assert next_due([]) == 0
    assert next_due([Strength(0, 1, 2)]) == 5
    assert next_due([Strength(1000, 1, 2)]) == 1150
    assert next_due([Strength(1000, 1, 2)], rarely=True) == 1500


def test_a_second_learner_is_measured_too(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (strength, table_trainer):
        monkeypatch.setattr(module, "yardstick_of", lambda _ai: Yardstick("utility", 2))
    service = RivalService()
    told: dict[str, Any] = {"snapshot": {"games": 0}}
    while told["snapshot"]["games"] < 12:
        told = service.run(1, "jaipur", "q-learner", HOW, {"alpha": 0.1}, 1, 12, None)
    measured = [strength.read_strength(each) for each in told["strengths"]]
    assert measured[0].games == 0
    assert all(each.played == 2 for each in measured)


def test_measuring_a_little_at_a_time_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength_meter, "_PATIENCE", 0.0)
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(3)
    meter = MeterHere(trainer)
    moves = 0
    while not trainer.strengths:
        meter.update(0.0)
        moves += 1
    assert moves > FEW.rounds, "a move at a time"
    whole = measured_strength("jaipur", "q-learner", HOW, {}, trainer.plays, 3, trainer.seed)
    assert trainer.strengths == [whole]
    meter.update(0.0)
    assert trainer.strengths == [whole], "the next is due when it has learnt more"


def test_what_was_begun_to_be_measured_of_a_training_that_is_forgotten_is_given_up() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(3)
    meter = MeterHere(trainer)
    meter.update(0.0)
    trainer.forget()
    while not trainer.strengths:
        meter.update(0.01)
    assert trainer.strengths[0].games == 0


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A yardstick that cannot play; how often it was tried."""
    tried: list[int] = []

    def measuring(*given: Any) -> Iterator[Strength | None]:
        tried.append(given[4])
        raise ZeroDivisionError("by nothing")
        yield None

    monkeypatch.setattr(strength_meter, "measuring", measuring)
    return tried


def test_a_measurement_that_fails_is_told_and_tried_again_once_it_begins_anew(broken: list[int]) -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    meter = MeterHere(trainer)
    for _ in range(3):
        trainer.training.run(1)
        meter.update(0.01)
    assert broken == [1]
    assert taken_trouble(trainer) == "How well it plays is not measured: ZeroDivisionError (by nothing)."
    trainer.forget()
    for _ in range(3):
        meter.update(0.01)
    assert broken == [1, 0]


def test_why_it_is_not_measured_is_told_in_the_language(broken: list[int]) -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    MeterHere(trainer).update(0.01)
    translation.choose("de")
    try:
        told = translation.translated(answers.words(answers.told_message(taken_trouble(trainer) or "")))
    finally:
        translation.choose("en")
    assert told == "Wie gut es spielt, wird nicht gemessen: ZeroDivisionError (by nothing)."


def test_the_window_too_tries_a_measurement_that_failed_again_once_it_begins_anew() -> None:
    trainer, asked = OwnTableTrainer(JAIPUR, {}), list[int]()

    class Failing:
        done = True

        def result(self) -> None:
            raise ThinkingError("raised ZeroDivisionError")

    class Here:
        def ask(self, *what: Any) -> Failing:
            asked.append(what[6])
            return Failing()

        def look(self) -> None: ...

    meter = StrengthMeter(trainer)
    meter._worker = Here()  # type: ignore[assignment]
    for _ in range(4):
        meter.update(learning=True)
    assert asked == [0]
    assert "not measured" in (taken_trouble(trainer) or "")
    trainer.forget()
    for _ in range(4):
        meter.update(learning=True)
    assert asked == [0, 0]


def test_after_a_slow_move_it_learns_before_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    now, moves = [0.0], [0]

    def measuring(*_given: Any) -> Iterator[Strength | None]:
        while True:
            now[0], moves[0] = now[0] + 1.0, moves[0] + 1
            yield None

    monkeypatch.setattr(strength_meter, "measuring", measuring)
    monkeypatch.setattr(strength_meter, "perf_counter", lambda: now[0])
    meter, frames = MeterHere(OwnTableTrainer(JAIPUR, {})), 0
    while moves[0] < 2:
        meter.update(0.25)
        frames += 1
    assert frames == 1 + 6, "twice the .75 s that it took too long, before it is asked again"


def test_only_who_has_no_measure_of_its_game_is_measured_against_a_yardstick() -> None:
    assert yardstick_of(registry.ai("nim", "q-learner")) is None
    assert yardstick_of(registry.ai("jaipur", "utility")) is None
    assert yardstick_of(JAIPUR) == Yardstick("utility", 100)
    assert JAIPUR.learner_spec is not None
    unnamed = replace(JAIPUR, learner_spec=replace(JAIPUR.learner_spec, yardstick=None))
    assert yardstick_of(unnamed) == GENERAL


@pytest.mark.parametrize("game", ["jaipur", "notty"])
def test_yardsticks_and_partners_are_ais_of_the_game(game: str) -> None:
    for ai in registry.ais(game):
        spec = ai.learner_spec
        names = [] if spec is None else [each.ai for each in (spec.yardstick, spec.partner) if each is not None]
        assert all(registry.ai(game, name).game == game for name in names)
        assert spec is None or names, f"nobody sees how well {ai.name} plays"


def test_luck_is_told_even_where_every_game_was_won() -> None:
    assert scatter(0.5, 100) == pytest.approx(0.096, abs=0.001)
    assert 0.02 < scatter(1.0, 40) < 0.1


@pytest.mark.parametrize("content", [(1, 2), (1, 3, 2), (1, 0, 0), (1, -1, 2), (1, 0.5, 2), "won"])
def test_what_a_worker_cannot_have_measured_is_refused(content: object) -> None:
    with pytest.raises(answers.AnswerError):
        strength.read_strength(content)
    with pytest.raises(answers.AnswerError):
        read_strengths([(5, 1, 2), content])
    assert read_strengths([(5, 1, 2)]) == [Strength(5, 1, 2)]


def test_the_curve_tells_what_was_won_between_its_other_points() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(25)
    for games in (0, 15, 20):
        trainer.play_was_measured(Strength(games, games, 100))
    curve = trainer.curve
    assert curve.columns[-1] == "won against utility"
    won = curve.values("won against utility")
    assert curve.across[np.isfinite(won)].tolist() == [0, 15, 20]
    assert won[np.isfinite(won)].tolist() == [0.0, 0.15, 0.2]
    assert curve.values("pairs")[curve.across == 20] == trainer.training.curve[-1].pairs


def test_milestones_name_whom_it_beats() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    for games, won in enumerate([10] * 8 + [65] * 8):
        trainer.play_was_measured(Strength(100 * games, won, 100))
    told = [each.words for each in milestones(trainer.curve, called=str.title)]
    assert told == ["wins 60 % against Utility"]


def test_forgetting_forgets_how_well_it_played() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.play_was_measured(Strength(0, 1, 2))
    trainer.forget()
    assert not trainer.strengths


def test_a_training_in_the_window_meets_its_partner_where_it_has_one() -> None:
    learner = registry.ai("notty", "q-learner")
    plan = OwnTableTrainer(learner, {}).training.plan
    assert learner.learner_spec is not None
    assert learner.learner_spec.partner == Partner("random", 4)
    assert [agent.name for agent in plan.against] == ["random"]
    assert plan.every == 4
    assert OwnTableTrainer(JAIPUR, {}).training.plan.against == ()


def test_games_stop_in_the_middle_when_time_is_up_and_go_on_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts = OwnTableTrainer(JAIPUR, {}).training, OwnTableTrainer(JAIPUR, {}).training
    ticks = count()
    monkeypatch.setattr(q_training, "perf_counter", lambda: float(next(ticks)))
    ended = [parts.advance(100, next(ticks) + 7.0)]
    assert ended == [0], "no game is over after so few moves"
    while parts.games < 11:
        ended.append(parts.advance(2, next(ticks) + 7.0))
    assert max(ended) == 1
    parts.finish()
    assert parts.games in (11, 12), "the last one is played to its end"
    monkeypatch.undo()
    whole.run(parts.games)
    assert replace(parts.result(), curve=()) == replace(whole.result(), curve=())
    assert parts.curve == whole.curve


def test_keeping_ends_the_game_that_is_under_way() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.advance(1, 0.0)
    assert trainer.training.games == 0
    trainer.training._loop.step()  # type: ignore[union-attr]  # a move of its first game
    assert trainer.keep()
    assert trainer.training.games == 1
    assert not trainer.unkept


def test_how_well_it_played_is_kept_beside_the_same_checkpoint() -> None:
    plain, watched = OwnTableTrainer(JAIPUR, {}), OwnTableTrainer(JAIPUR, {})
    plain.training.run(3)
    assert plain.keep()
    alone = plain.path.read_bytes()
    assert not kept_strength.path_beside(plain.path).exists()
    plain.path.unlink()
    watched.training.run(3)
    watched.play_was_measured(Strength(0, 21, 100))
    watched.play_was_measured(Strength(3, 23, 100))
    assert watched.keep()
    assert watched.path.read_bytes() == alone
    assert OwnTableTrainer(JAIPUR, {}).strengths == watched.strengths


def test_what_was_measured_of_another_checkpoint_is_not_told_of_this_one() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(2)
    trainer.play_was_measured(Strength(2, 21, 100))
    assert trainer.keep()
    other = OwnTableTrainer(JAIPUR, {}, seed=2)
    other.forget()
    other.training.run(5)
    assert JAIPUR.codec is not None
    JAIPUR.codec.save(trainer.path, other.training.result())
    assert OwnTableTrainer(JAIPUR, {}).strengths == []


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'{"of": 1}', b"\xff", b"[" * 100_000])
def test_a_damaged_file_of_measurements_tells_nothing(content: bytes) -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(2)
    trainer.play_was_measured(Strength(2, 21, 100))
    assert trainer.keep()
    kept_strength.path_beside(trainer.path).write_bytes(content)
    again = OwnTableTrainer(JAIPUR, {})
    assert again.strengths == []
    assert again.trouble is None
    assert again.training.games == 2


def test_starting_anew_forgets_what_was_kept_too() -> None:
    trainer = OwnTableTrainer(JAIPUR, {})
    trainer.training.run(2)
    trainer.play_was_measured(Strength(2, 21, 100))
    assert trainer.keep()
    trainer.forget()
    trainer.training.run(1)
    assert trainer.keep()
    assert OwnTableTrainer(JAIPUR, {}).strengths == []
