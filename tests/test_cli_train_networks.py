"""``train`` and ``inspect`` where networks are learnt: tiny trainings, kept, stopped, and gone on with."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.agents.network_learning import TrainedNetworks
from game.checkpoints.networks import NetworkCodec
from game.cli import output
from game.cli.main import run
from game.games import registry
from game.games.thirty_one.networks import spec, training_spec
from game.games.thirty_one.training.methods import READERS
from game.games.thirty_one.training.network_training import NetworkTraining
from game.games.thirty_one.training.parameters import METRICS, Parameters
from game.games.thirty_one.training.training import Training
from game.learning.network_trainer import NetworkTrainer
from game.training.network_training import Progress
from tests.test_table_files import changed, foreign

pytestmark = pytest.mark.usefixtures("few_standings")
ROOT = Path(__file__).resolve().parent.parent
TINY = "neural@action_hidden=6,swap_hidden=5-4,evaluate_every=2,evaluation_matches=4"


def train(*words: str) -> int:
    """A training against random, whose rounds are short."""
    return run(["train", "thirty_one", TINY, "--method", "taken-only", "--against", "random", *words])


def go_on(path: Path, *words: str) -> int:
    return run(["train", "thirty_one", "neural", "--from", str(path), *words])


def kept(path: Path, ai: str = "neural") -> TrainedNetworks:
    return NetworkCodec(spec(ai)).load(path, "thirty_one", ai)[0]


@pytest.fixture(scope="module")
def four_batches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A training of four batches, uninterrupted; not to be changed."""
    path = tmp_path_factory.mktemp("whole") / "whole.npz"
    assert train("--rounds", "4000", "--seed", "3", "--out", str(path)) == 0
    return path


def test_a_training_ends_with_what_was_learnt_and_where_it_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--rounds", "2000") == 0
    shown = capsys.readouterr()
    path = home / "trained" / "thirty_one-neural.npz"
    assert f"kept in {path}" in shown.out
    for words in ("2,000", "46-6-3, ", "32-5-4-4, ", "against         random", "of matches won", "rounds/s"):
        assert words in shown.out
    assert shown.err == ""
    agent = registry.ai("thirty_one", "neural").agent(trained=kept(path))
    assert agent.name == "neural"


def test_the_same_words_give_the_same_file_byte_for_byte(four_batches: Path, tmp_path: Path) -> None:
    again, other = tmp_path / "again.npz", tmp_path / "other.npz"
    assert train("--rounds", "4000", "--seed", "3", "--out", str(again)) == 0
    assert again.read_bytes() == four_batches.read_bytes()
    assert train("--rounds", "4000", "--seed", "4", "--out", str(other)) == 0
    assert other.read_bytes() != four_batches.read_bytes()


def test_the_course_has_a_row_for_every_batch(four_batches: Path) -> None:
    curve = kept(four_batches).curve
    assert curve[:, 0].tolist() == [1000.0, 2000.0, 3000.0, 4000.0]
    assert np.isfinite(curve[:, : len(METRICS)]).all()
    assert ((curve[:, 5] >= 0) & (curve[:, 5] <= 1)).all()


def test_matches_won_are_kept_for_each_opponent_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shares = iter([0.25, 0.75, 0.5, 0.125])  # random, then greedy, after the second and the fourth batch
    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", lambda *_: next(shares))
    path = tmp_path / "two.npz"
    assert train("--rounds", "4000", "--against", "greedy", "--against", "random", "--out", str(path)) == 0
    best = "matches won     against random 25.0 %, greedy 75.0 %"
    assert best in capsys.readouterr().out
    found = kept(path)
    assert found.columns == (*METRICS, "won against random", "won against greedy")
    assert found.curve[:, len(METRICS) :].tolist()[1::2] == [[0.25, 0.75], [0.5, 0.125]]
    assert np.isnan(found.curve[::2, len(METRICS) :]).all()
    assert run(["inspect", str(path)]) == 0
    shown = capsys.readouterr().out
    assert best in shown
    assert "won against random 0.5, won against greedy 0.125" in shown


def as_of_old(path: Path) -> None:
    """What a file was before the matches won against each opponent were kept."""
    trained = kept(path)
    arrays = {name: array for name, array in trained.state_arrays.items() if name != "won"}
    curve = trained.curve[:, : len(METRICS)]
    NetworkCodec(spec("neural")).save(path, replace(trained, curve=curve, columns=METRICS, state_arrays=arrays))


def test_a_file_of_old_without_the_matches_won_still_opens_and_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, new = tmp_path / "old.npz", tmp_path / "new.npz"
    assert train("--rounds", "2000", "--seed", "3", "--out", str(new)) == 0
    shutil.copy(new, path)
    as_of_old(path)
    capsys.readouterr()
    assert run(["inspect", str(path)]) == 0
    assert "against random 1" not in capsys.readouterr().out
    assert run(["plot", str(path), "--out", str(tmp_path / "old.png")]) == 0
    for each in (path, new):
        assert go_on(each, "--rounds", "2000") == 0
    found, whole = kept(path), kept(new)
    for name, network in whole.networks.items():
        assert np.array_equal(found.networks[name].flat, network.flat)
    assert np.array_equal(found.curve[2:], whole.curve[2:], equal_nan=True)
    assert np.isnan(found.curve[:2, len(METRICS) :]).all()


def interrupted_after(batches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is pressed within the last of these batches."""
    whole = Training.run

    def pressed(self: Training, number: int) -> None:
        if self.batches == batches - 1:
            signal.raise_signal(signal.SIGINT)
        whole(self, number)

    monkeypatch.setattr(Training, "run", pressed)


def test_a_training_that_was_interrupted_goes_on_as_if_it_had_not_been(
    four_batches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "part.npz"
    for batches in (1, 3):
        with monkeypatch.context() as patched:
            interrupted_after(batches, patched)
            words = ["--rounds", "4000", "--seed", "3", "--out", str(path)]
            assert (train(*words) if batches == 1 else go_on(path)) == 130
        assert len(kept(path).curve) == batches
    assert go_on(path) == 0
    assert path.read_bytes() == four_batches.read_bytes()
    capsys.readouterr()
    assert go_on(path) == 2
    assert "it has learnt from all 4,000 rounds that were asked for: --rounds N adds more" in capsys.readouterr().err


def test_more_rounds_are_added_where_they_are_asked_for(four_batches: Path, tmp_path: Path) -> None:
    path = tmp_path / "more.npz"
    assert go_on(four_batches, "--rounds", "1500", "--out", str(path)) == 0
    assert kept(path).statistics["rounds"] == 6000


def test_a_checkpoint_is_written_while_it_runs(
    four_batches: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The power fails after three batches; what the latest checkpoint holds goes on as ever."""
    path, whole = tmp_path / "checkpoint.npz", Training.run
    monkeypatch.setattr(NetworkTrainer, "saved_every", 0.0)

    def failing(self: Training, number: int) -> None:
        if self.batches == 3:
            raise OSError("the power failed")
        whole(self, number)

    with monkeypatch.context() as patched:
        patched.setattr(Training, "run", failing)
        with pytest.raises(OSError, match="the power failed"):
            train("--rounds", "4000", "--seed", "3", "--out", str(path))
    assert len(kept(path).curve) == 3
    assert go_on(path) == 0
    assert path.read_bytes() == four_batches.read_bytes()


def test_the_best_networks_are_kept_not_the_latest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.5, 0.75, 0.625])
    networks: list[Any] = []

    def measured(player: Any, *rest: Any) -> float:
        networks.append(player.action.flat.copy())
        return next(shares)

    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", measured)
    path = tmp_path / "best.npz"
    assert train("--rounds", "6000", "--out", str(path)) == 0
    found = kept(path)
    assert found.statistics["best"] == {"matches_won": 0.75, "rounds": 4000}
    assert found.statistics["matches_won"] == 0.625
    assert np.array_equal(found.networks["action"].flat, networks[1])
    assert np.array_equal(found.state_arrays["action.bias.0"], networks[2][46 * 6 : 46 * 6 + 6])


def test_a_training_stops_when_the_win_rate_is_flat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("game.games.thirty_one.training.training.win_share", lambda *_: 0.5)
    path = tmp_path / "flat.npz"
    assert train("--rounds", "20000", "--patience", "2", "--out", str(path)) == 0
    assert "6,000, stopped: the win rate is flat" in capsys.readouterr().out
    assert kept(path).statistics["best"] == {"matches_won": 0.5, "rounds": 2000}
    assert go_on(path) == 2
    assert "--patience N, with a larger N, lets it go on" in capsys.readouterr().err
    assert go_on(path, "--patience", "3") == 0
    assert kept(path).statistics["rounds"] == 8000
    training = training_spec("neural").resume(kept(path))
    assert training.over
    training.encourage()
    assert not training.over


def test_networks_learn_against_networks(
    four_batches: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other, path = tmp_path / "other.npz", tmp_path / "mine.npz"
    other.write_bytes(four_batches.read_bytes())
    words = ["train", "thirty_one", f"{TINY},valued=0", "--rounds", "1000", "--against", f"neural:{other}"]
    assert run([*words, "--out", str(path)]) == 0
    assert kept(path).parameters["against"] == [f"neural:{other}"]
    assert go_on(other, "--rounds", "1000") == 0
    capsys.readouterr()
    assert go_on(path, "--rounds", "1000") == 1
    assert "of whom one has learnt since" in capsys.readouterr().err


def test_the_reference_method_takes_a_step_after_every_round(tmp_path: Path) -> None:
    path = tmp_path / "reference.npz"
    words = ["train", "thirty_one", f"{TINY.replace('neural', 'page')},batch=300", "--rounds", "300"]
    assert run([*words, "--out", str(path)]) == 0
    found = kept(path, "page")
    assert (found.parameters["method"], found.parameters["together"]) == ("reference", 1)
    assert {key: found.parameters[key] for key in ("targets", "rate", "last_rate", "clip")} == {
        "targets": "all", "rate": 3e-4, "last_rate": 1.0, "clip": 0.0,
    }  # fmt: skip
    # A round in which it decides nothing, ended by its deal or at once by the other's call, teaches nothing.
    assert 180 < found.state["steps"]["action"] < 300


def test_a_policy_is_learnt_kept_and_gone_on_with(tmp_path: Path) -> None:
    path, again = tmp_path / "policy.npz", tmp_path / "again.npz"
    words = ["train", "thirty_one", f"{TINY},valued=2", "--method", "ppo", "--against", "random", "--out", str(path)]
    assert run([*words, "--rounds", "3000"]) == 0
    assert kept(path).statistics["rounds"] == 5000, "two batches more, of which it learns its chances"
    whole = path.read_bytes()
    with pytest.MonkeyPatch.context() as patched:
        interrupted_after(2, patched)
        assert run([*words[:-1], str(again), "--rounds", "3000"]) == 130
    assert go_on(again) == 0
    assert again.read_bytes() == whole
    assert kept(path).networks["action"].sizes == (81, 6, 3)


# inspect


def test_inspect_shows_how_the_training_went(four_batches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["inspect", str(four_batches)]) == 0
    shown = capsys.readouterr().out
    for words in ("neural", "46-6-3", "taken-only", "random", "4 batches", "the best networks", "yes, with --from"):
        assert words in shown
    assert run(["inspect", str(four_batches), "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert [*record][:6] == ["game", "ai", "options", "seed", "parameters", "statistics"]
    assert (record["game"], record["ai"], record["seed"]) == ("thirty_one", "neural", 3)
    assert record["parameters"]["against"] == ["random"]


# Mistakes


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["train", "thirty_one"], "which AI? choose one of: neural, page"),
        (["train", "thirty_one", "greedy"], "greedy does not learn; choose one of: neural"),
        (["train", "thirty_one", "neural:mine.npz"], "use --from FILE"),
        (["train", "thirty_one", "neural", "--games", "10000", "--rounds", "9"], "choose one of them"),
        (["train", "thirty_one", "neural", "--every", "2"], "for tables"),
        (["train", "thirty_one", "neural", "--at-once", "2"], "for tables"),
        (["train", "thirty_one", "neural", "--workers", "2"], "neural@shards=8"),
        (["train", "thirty_one", "neural", "--ray", "auto"], "neural@shards=8"),
        (["train", "thirty_one", "neural", "--batch", "5"], "for tables"),
        (["train", "thirty_one", "neural", "--set", "caller_safe=on"], "leave --set out"),
        (["train", "thirty_one", "neural", "--rounds", "0"], "at least 1"),
        (["train", "thirty_one", "neural", "--method", "magic"], "taken-only"),
        (["train", "thirty_one", "neural", "--against", "human"], "AIs only"),
        (["train", "thirty_one", "neural", "--against", "nobody"], "has no AI 'nobody'"),
        (["train", "thirty_one", "neural", "--against", "greedy-caller@call_at=99"], "needs points from 0 to 31"),
        (["train", "thirty_one", "neural@speed=3"], "it has: encoding, action_hidden"),
        (["train", "thirty_one", "neural@rate=2"], "rate: needs a number from 0 to 1"),
        (["train", "thirty_one", "neural@rate=nan"], "rate: needs a number from 0 to 1"),
        (["train", "thirty_one", "neural@together=3"], "a batch of 1000 rounds has no whole number of 3"),
        (["train", "thirty_one", "neural@seats=2-5"], "seats: needs a whole number from 2 to 4"),
        (["train", "thirty_one", "neural@action_hidden=0"], "action_hidden: needs a whole number from 1 to 4096"),
        (["train", "thirty_one", "neural@encoding=sonar"], "encoding: needs page"),
        (["train", "nim", "q-learner", "--rounds", "1000"], "--rounds, --method and --patience are for networks"),
        (["train", "nim", "q-learner", "--method", "reference"], "are for networks"),
    ],
)
def test_wrong_words_are_told_in_one_line(words: list[str], why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(words) == 2
    shown = capsys.readouterr().err
    assert why in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["--seed", "4"], ["--seed", "0"], ["--against", "greedy"], ["--method", "reference"]]
)
def test_a_training_that_goes_on_keeps_what_it_began_with(
    four_batches: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    before = four_batches.read_bytes()
    assert go_on(four_batches, *words) == 2
    assert f"a training goes on as it began: leave {words[0]} out" in capsys.readouterr().err
    assert four_batches.read_bytes() == before


@pytest.mark.parametrize("word", ["--out", "--from"])
def test_a_foreign_file_is_refused_before_the_work_and_left(
    tmp_path: Path, word: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "foreign.npz"
    foreign(path, "text")
    assert run(["train", "thirty_one", "neural", "--rounds", "1000", word, str(path)]) == 1
    assert "not a trained file of Tabletalk" in capsys.readouterr().err
    assert path.read_text() == "my shopping list"
    assert run(["inspect", str(path)]) == 1


WRONG_MARKS = [(0, 0, np.nan), (3, 0, np.inf), (3, 0, 9), (2, 5, np.inf), (2, 5, np.nan), (2, 5, 1.5), (3, 1, 1e300)]
"""Rows and columns of marks, and what cannot stand there."""


def marks(row: int, column: int, wrong: float) -> Any:
    """The marks of four batches, as a file keeps them, with a number that cannot be."""
    found = np.array([[batch, 2.0, 3.0, -1.0, 12.0, 0.5, np.nan, np.nan] for batch in range(1, 5)])
    found[row, column] = wrong
    return found


def broken_states() -> list[dict[str, Any]]:
    return [
        {"state.action.adam.mean": np.zeros(3, np.float32)},
        {"state.action.adam.square": np.full(46 * 6 + 6 + 6 * 3 + 3, np.nan, np.float32)},
        {"state.action.weight.0": np.zeros((46, 7), np.float32)},
        {"state.marks": np.zeros((4, 3))},
        *({"state.marks": marks(row, column, wrong)} for row, column, wrong in WRONG_MARKS),
    ]


@pytest.mark.parametrize("arrays", broken_states())
def test_a_state_that_is_not_whole_is_refused_and_left(
    four_batches: Path, tmp_path: Path, arrays: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.npz"
    path.write_bytes(four_batches.read_bytes())
    changed(path, **arrays)
    before = path.read_bytes()
    assert go_on(path, "--rounds", "1000") == 1
    shown = capsys.readouterr().err
    assert "cannot be gone on with" in shown
    assert shown.count("\n") == 1
    assert path.read_bytes() == before


def test_what_was_not_measured_is_left_out(four_batches: Path, tmp_path: Path) -> None:
    path = tmp_path / "marks.npz"
    path.write_bytes(four_batches.read_bytes())
    changed(path, **{"state.marks": marks(0, 6, np.nan)})
    trained = NetworkCodec(spec("neural")).load(path, "thirty_one", "neural")[0]
    progress = NetworkTraining.resumed(registry.ai("thirty_one", "neural"), trained).progress()
    assert progress == Progress(4000, None, {"no life lost": 0.5}, {"action": 2.0, "swap": 3.0}, length=12.0)


def test_no_command_tells_what_is_not_a_number(four_batches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert go_on(four_batches, "--rounds", "1000") == 0
    told = capsys.readouterr().out
    assert re.search(r"speed +[\d,]+ rounds/s", told)
    changed(four_batches, course=np.array([[1000, np.nan, np.nan, np.nan, 12.0, np.nan, np.nan]]))
    assert run(["inspect", str(four_batches)]) == 0
    told += capsys.readouterr().out
    assert "rounds 1000, length 12" in told
    assert not re.search(r"\b(nan|inf|None)\b", told)


def test_networks_without_a_training_play_and_cannot_go_on(
    four_batches: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, found = tmp_path / "networks.npz", kept(four_batches)
    NetworkCodec(spec("neural")).save(
        path,
        TrainedNetworks(
            found.game, found.ai, found.options, found.seed, found.parameters, found.statistics, found.networks
        ),
    )
    assert run(["arena", "thirty_one", f"neural:{path}", "random", "--games", "2", "--seed", "1"]) == 0
    capsys.readouterr()
    assert go_on(path) == 1
    assert "no training to go on with" in capsys.readouterr().err


def test_every_parameter_can_be_set() -> None:
    others = {"batches", "patience"}  # --rounds and --patience
    assert set(READERS) == {field.name for field in fields(Parameters)} - others


@pytest.mark.parametrize(("given", "taken"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "3"}, "3")])
def test_small_networks_are_not_spread_over_threads_unless_that_is_asked_for(given: dict[str, str], taken: str) -> None:
    others = {key: value for key, value in os.environ.items() if not key.endswith("_THREADS")}
    code = "import sys, game, os; print('numpy' in sys.modules, os.environ['OPENBLAS_NUM_THREADS'])"
    ran = subprocess.run(
        [sys.executable, "-c", code], env=others | given, capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert ran.stdout.split() == ["False", taken]


@pytest.mark.parametrize(
    ("game", "ai", "unit", "stopped"),
    [
        ("thirty_one", f"{TINY},batch=100,together=50", "round", "0.0"),
        ("jaipur", "neural@hidden=8,batch=8,minibatch=4,turn_limit=10,evaluate_every=9", "round", "100.0"),
        (
            "notty",
            "deep-q@hidden=4,batch=4,together=4,learn_after=4,limit=3,refit=0,warm_up=0,evaluation_games=2",
            "game",
            "100.0",
        ),
    ],
)
def test_a_training_that_is_piped_tells_length_and_limit(
    game: str, ai: str, unit: str, stopped: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)
    more = ["--method", "taken-only", "--against", "random"] if game == "thirty_one" else []
    assert run(["train", game, ai, "--rounds", "8", "--seed", "2", "--out", str(tmp_path / "piped.npz"), *more]) == 0
    told = re.search(rf": ([\d.]+) turns a {unit}, ([\d.]+) % ended by the turn limit", capsys.readouterr().err)
    assert told is not None
    assert float(told[1]) > 1
    assert told[2] == stopped
