"""Reliability tables: of an AI whose chances are known to be true, of one whose are known to be false, and by hand."""

import json
import operator
import signal
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from game.agents.agent import Candidate, Considered, Estimate, Reason, ThinkingError
from game.agents.pickers import Weighted
from game.base.interrupts import Ended
from game.cli.main import run
from game.games import registry
from game.games.ai import AI
from game.games.nim import rules as nim
from game.matches.calibration import BINS, SelfPlayed, Shown, calibration, reliability, sums
from game.training.spreading import Here

PILES = {"piles": [1, 3, 5], "first": "lot"}


BIAS = 10
"""How much more often a move is drawn that wins than one that loses, less one."""


def after(packed: int, move: Any) -> int:
    return packed - int(move.stones << (4 * move.pile))


@cache
def chance_of(packed: int) -> float:
    """The chance of whoever is to move, if all moves are drawn as `ByLot` draws them: misere, so whoever finds nothing
    left has won."""
    chances = [1.0 - chance_of(after(packed, move)) for move in nim.moves_of(packed)]
    weights = [1.0 + BIAS * chance for chance in chances]
    return sum(map(operator.mul, chances, weights)) / sum(weights) if chances else 1.0


class ByLot:
    """Draws better moves more often, and shows its exact chance, raised to a power."""

    name = "by lot"

    def __init__(self, power: float) -> None:
        self._power = power

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        moves = nim.RULES.legal_moves(view)
        return [self._candidate(move, 1.0 - chance_of(after(view.packed, move))) for move in moves]

    def _candidate(self, move: Any, chance: float) -> Candidate:
        return Candidate(move, 1.0 + BIAS * chance, Reason("by lot"), Estimate(chance**self._power))


class Failing(ByLot):
    """The same, and raises so often."""

    def __init__(self, failing: float) -> None:
        super().__init__(1.0)
        self._failing = failing

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        if rng.random() < self._failing:
            raise ZeroDivisionError("no thought")
        return super().score(view, rng)


@pytest.fixture(autouse=True)
def _ais(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    ais = [
        AI("true", "nim", "shows what is true", lambda *_: [ByLot(1.0)], lambda _: Weighted()),
        AI("bold", "nim", "shows too much", lambda *_: [ByLot(0.5)], lambda _: Weighted()),
        AI("shaky", "nim", "is at fault now and then", lambda *_: [Failing(0.05)], lambda _: Weighted()),
        AI("broken", "nim", "is always at fault", lambda *_: [Failing(1.0)], lambda _: Weighted()),
    ]
    for ai in ais:
        registry.register(ai)
    yield
    for ai in ais:
        registry.forget(ai)


def test_true_chances_come_true_but_for_luck() -> None:
    found = calibration(SelfPlayed("nim", "true", PILES, 2), 600, 1)
    assert found.mean_error < 0.025
    assert found.mean_error < 2 * found.by_luck
    assert len(found.bins) >= 6
    assert sum(low <= each.shown <= high for each in found.bins for low, high in [each.interval]) >= len(found.bins) - 1


def test_false_chances_are_found_out() -> None:
    found = calibration(SelfPlayed("nim", "bold", PILES, 2), 300, 1)
    assert found.mean_error > 0.08
    assert found.interval[0] > 0.06 > found.by_luck
    middle = next(each for each in found.bins if 0.5 < each.shown < 0.6)
    assert middle.came_true < middle.interval[1] < middle.shown


class Backwards(Here):
    """Does the last portion first, and more of them."""

    def each(self, work: Callable[[Any], Any], portions: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        yield from reversed([*super().each(work, portions)])


def test_who_plays_what_first_changes_nothing() -> None:
    work = SelfPlayed("nim", "true", PILES, 2)
    assert calibration(work, 60, 5) == calibration(work, 60, 5, Backwards(workers=3)) != calibration(work, 60, 6)


@dataclass(frozen=True)
class Interrupted(Here):
    """Is interrupted when all portions but one are done."""

    workers: int = 4
    missing: int = 0

    def each(self, work: Callable[[Any], Any], portions: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        yield from [each for each in super().each(work, portions) if each[0] != self.missing]
        raise Ended(signal.SIGTERM)


def test_an_interrupt_leaves_the_table_of_the_first_matches() -> None:
    """Sixty matches are portions of one each: all but the thirty-first are over, of which those after it are no use."""
    work = SelfPlayed("nim", "true", PILES, 2)
    found = calibration(work, 60, 5, Interrupted(missing=30))
    assert (found.matches, found.stopped) == (30, signal.SIGTERM)
    assert replace(found, stopped=0) == calibration(work, 30, 5)
    with pytest.raises(Ended):
        calibration(work, 60, 5, Interrupted(missing=9))


def test_matches_in_which_another_moved_for_the_ai_are_left_out() -> None:
    found = calibration(SelfPlayed("nim", "shaky", PILES, 2), 200, 1)
    assert found.matches + found.faults.matches == 200
    assert 0.2 < found.faults.matches / 200 < 0.8
    assert "ZeroDivisionError" in found.faults.note
    assert found.mean_error < 3 * found.by_luck
    with pytest.raises(ThinkingError, match="ZeroDivisionError"):
        calibration(SelfPlayed("nim", "shaky", PILES, 2), 12, 1)


def test_bins_by_hand() -> None:
    one, other = sums([(0.0, 1.0), (0.05, 1.0), (1.0, 1.0)]), sums([(0.09, 0.0), (0.5, 0.5)])
    assert one.decisions == (2, *[0] * 8, 1)
    found = reliability(np.array([one, other]))
    assert [(each.low, each.decisions, each.matches) for each in found.bins] == [(0.0, 3, 2), (0.5, 1, 1), (0.9, 1, 1)]
    first = found.bins[0]
    assert (first.shown, first.came_true) == pytest.approx((0.14 / 3, 2 / 3))
    # |0.14 - 2| + |0.5 - 0.5| + |1 - 1|, over 5 decisions.
    assert found.mean_error == pytest.approx(1.86 / 5)
    # Two decisions of one match that both come true, one of another that does not: (2 - 2/3 * 2)^2 + (2/3)^2.
    assert first.interval[0] == pytest.approx(2 / 3 - 1.959964 * np.sqrt(8 / 9) / 3)
    assert found.bins[1].interval[0] < 0.5 < found.bins[1].interval[1], "one match alone tells next to nothing"


def test_matches_not_decisions_are_independent() -> None:
    """A thousand decisions of ten matches tell no more than ten of them."""
    rng = Random(1)
    results = [float(rng.random() < 0.5) for _ in range(40)]
    few = reliability(np.array([sums([(0.55, result)]) for result in results]))
    many = reliability(np.array([sums([(0.55, result)] * 100) for result in results]))
    assert few.bins[0].interval == pytest.approx(many.bins[0].interval)
    assert few.interval == pytest.approx(many.interval)


def test_the_command_tells_keeps_and_draws_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, drawn = tmp_path / "true.calibration.json", tmp_path / "true.png"
    words = ["calibration", "nim", "true", "--games", "40", "--set", "piles=1,3,5", "--json", str(path)]
    assert run([*words, "--picture", str(drawn)]) == 0
    told = capsys.readouterr().out
    assert told.startswith("nim: true against itself, 2 players, 40 matches\n")
    assert "mean error" in told
    assert drawn.read_bytes().startswith(b"\x89PNG")
    kept = path.read_bytes()
    assert run(words) == 0
    assert path.read_bytes() == kept
    record = json.loads(kept)
    assert (record["game"], record["ai"], record["players"], record["matches"], record["seed"]) == (
        "nim",
        "true",
        2,
        40,
        1,
    )
    assert len(record["bins"]) <= BINS
    assert record["decisions"] == sum(each["decisions"] for each in record["bins"])


def test_the_command_keeps_what_was_played_before_it_is_interrupted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, done = tmp_path / "true.calibration.json", list[int]()

    def played(work: SelfPlayed, seed: int) -> Any:
        done.append(seed)
        if len(done) > 40:
            signal.raise_signal(signal.SIGINT)
        return one(work, seed)

    one = SelfPlayed._match
    monkeypatch.setattr(SelfPlayed, "_match", played)
    words = ["calibration", "nim", "true", "--games", "640", "--set", "piles=1,3,5", "--json", str(path)]
    assert run(words) == 128 + signal.SIGINT
    told = capsys.readouterr()
    assert told.out.startswith("nim: true against itself, 2 players, 40 matches\n")
    assert "stopped before all 640 matches" in told.err
    assert json.loads(path.read_bytes())["matches"] == 40


def test_an_ai_that_shows_no_chance_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["calibration", "nim", "random"]) == 1
    assert capsys.readouterr().err == (
        "error: random shows no chance to win at nim: there is nothing to compare with what came true\n"
    )
    assert run(["calibration", "nim", "broken"]) == 1
    assert "raised ZeroDivisionError" in capsys.readouterr().err
    assert run(["calibration", "nim"]) == 2
    assert run(["calibration", "nim", "true", "--players", "3"]) == 2
    assert run(["calibration", "nim", "true", "--games", "9"]) == 2, "all of them may be alike"


def test_the_chances_of_whoever_stands_in_are_not_taken_for_the_ais() -> None:
    shown = Shown("true")
    candidates = [Candidate(None, 1.0, Reason("by lot"), Estimate(0.25))]
    for ai in ("true", "neural"):
        shown(Considered(0, ai, None, candidates, 0))
    assert shown.chances == [(0, 0.25)]


@pytest.mark.parametrize("path", sorted(Path("assets").glob("*/*.calibration.json")), ids=lambda path: path.name)
def test_what_ships_is_of_the_ai_that_ships(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    ai = registry.ai(record["game"], record["ai"].partition("@")[0])
    learnt = path.name.replace(".calibration.json", ".npz")
    beside = path.with_name(learnt.replace(ai.name, ai.taught_as or ai.name))
    shipped = ai.learnt_from(beside) if beside.is_file() else ai.pretrained_learnt()
    assert record["trained"] == shipped[1], f"make it anew: tabletalk calibration {ai.game} {ai.name}"
    assert path.parent.name == record["game"]
