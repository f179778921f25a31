"""A judge's own error: what is left of the distance to play to the end once sampling is taken out of it."""

import json
from math import sqrt
from pathlib import Path
from random import Random

import pytest

from game.analysis.judge_error import Comparing, Difference, measured, own_error
from game.analysis.judges import JudgeError, JudgeWords
from game.cli import judge_error as command
from game.cli.main import run
from game.games import judge_error, registry
from game.games.jaipur.judge import JaipurJudge
from game.games.jaipur.neural import fresh_network
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import Standing
from game.rules.protocol import Setup
from game.training.spreading import Here

OWN, SAMPLING, BIAS = 0.04, 0.03, 0.01


def differences(rng: Random, matches: int) -> list[list[Difference]]:
    """Decisions of a judge of known faults."""
    return [
        [
            Difference(
                (truth := rng.uniform(0.0, 0.2)) + BIAS + rng.gauss(0.0, OWN) + rng.gauss(0.0, SAMPLING / 3),
                (SAMPLING / 3) ** 2,
                truth + rng.gauss(0.0, SAMPLING),
                SAMPLING**2,
            )
            for _ in range(rng.randint(2, 9))
        ]
        for _ in range(matches)
    ]


def test_known_faults_are_recovered_and_sampling_is_not_taken_for_them() -> None:
    found = own_error(differences(Random(1), 1500))
    assert found.error == pytest.approx(sqrt(OWN**2 + BIAS**2), rel=0.04)
    assert found.bias == pytest.approx(BIAS, abs=0.002)
    assert found.interval[0] < found.error < found.interval[1]


def test_intervals_hold_the_true_error_nearly_always() -> None:
    rng, truth = Random(2), sqrt(OWN**2 + BIAS**2)
    held = sum(low <= truth <= high for low, high in (own_error(differences(rng, 40)).interval for _ in range(200)))
    assert 0.88 <= held / 200 <= 0.99


def test_a_judge_without_faults_has_no_error_and_too_little_tells_none() -> None:
    exact = [[Difference(0.1, 0.0, 0.1, 0.0)]] * 3
    assert own_error(exact).error == 0.0
    with pytest.raises(JudgeError, match="no two matches"):
        own_error([[Difference(0.1, 0.0, 0.1, 0.0)], []])


JUDGE = JaipurJudge(fresh_network(seed=3, hidden=(8,)), effort=0.05, own_error=0.0)


def test_rounds_are_played_to_their_end_in_the_same_worlds() -> None:
    state = RULES.deal(Setup(2), Standing((1, 1)), 0, Random(3))
    view = RULES.view(state, 0)
    first, second, *_ = RULES.legal_moves(view)
    rows = JUDGE.to_the_end(view, [first, second, first], 4, Random(5))
    assert rows[0] == rows[2]
    assert [len(row) for row in rows] == [4, 4, 4]
    assert {chance for row in rows for chance in row} <= {0.0, 0.5, 1.0}
    ahead = RULES.view(RULES.deal(Setup(2), Standing((1, 0)), 0, Random(3)), 0)
    assert min(JUDGE.to_the_end(ahead, [first], 4, Random(5))[0]) > 0.0


def test_the_same_seed_gives_the_same_figures_whoever_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JudgeWords, "judge", lambda _: JUDGE)
    monkeypatch.setattr("game.analysis.judge_error.opponents", lambda _: ("random", "utility"))
    monkeypatch.setattr("game.analysis.judge_error.ONE_IN", 60)
    options = {option.key: option.default for option in RULES.options}
    work, told = Comparing(JudgeWords("jaipur", "expert"), 2, options), list[int]()
    found = measured(work, 4, 1, progress=told.append)
    assert sum(told) == 4
    assert found.decisions >= found.matches >= 2
    assert measured(work, 4, 1, Here(2)) == found


# --- the command and what ships ----------------------------------------------------------------------------------


def test_the_command_keeps_and_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "measured", lambda *_: own_error(differences(Random(1), 50)))
    path = tmp_path / "judge.json"
    assert run(["judge-error", "jaipur", "--out", str(path)]) == 0
    assert "one standard error of expert's differences is" in capsys.readouterr().out
    kept = json.loads(path.read_text())
    assert (kept["judge"], kept["matches"], kept["worlds"]) == ("expert", 50, command.WORLDS)
    assert kept["trained"] == JudgeWords("jaipur", "expert").seat.trained
    assert run(["judge-error", "jaipur", "--worlds", "1", "--out", str(path)]) == 2


def test_exact_judges_have_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["judge-error", "nim"]) == 1
    assert "by exact play: it has no error" in capsys.readouterr().err


def test_jaipur_s_judge_has_the_error_that_ships_and_was_measured_of_its_own_weights() -> None:
    record = json.loads(judge_error.shipped_path("jaipur").read_text())
    assert JudgeWords("jaipur", "expert").judge().error == record["error"] == judge_error.shipped_error("jaipur")
    assert 0.0 < record["error"] < 0.1
    expert = JudgeWords("jaipur", registry.game("jaipur").judge)
    assert (record["judge"], record["trained"]) == (expert.ai, expert.seat.trained)
    assert judge_error.shipped_error("nim") == 0.0
