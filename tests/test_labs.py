"""The examples for laboratories, run whole: ``pytest -m labs``, each with what it needs installed."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from game.games.observation import observation_of, setup_of
from tests.notebooks import EXAMPLES, run_notebook

ROOT = Path(__file__).resolve().parent.parent
POLICY = ROOT / "docs" / "mods" / "trained_policy.py"
TRAININGS = [
    ("dqn.py", "torch", ["nim", "--against", "random", "--steps", "20000"]),
    ("dqn.py", "torch", ["thirty_one", "--against", "greedy", "--steps", "10000"]),
    ("train_with_rllib.py", "ray.rllib", ["thirty_one", "--against", "greedy", "--iterations", "1", "--batch", "512"]),
    ("train_with_sb3.py", "sb3_contrib", ["nim", "--against", "random", "--steps", "5000"]),
]


@pytest.mark.labs
@pytest.mark.parametrize(("example", "needs", "words"), TRAININGS)
def test_a_policy_is_trained_and_comes_back_to_the_table(
    example: str, needs: str, words: list[str], tmp_path: Path
) -> None:
    pytest.importorskip(needs, reason=f"{needs} is not installed")
    subprocess.run([sys.executable, str(EXAMPLES / example), *words], cwd=tmp_path, check=True, capture_output=True)
    game = words[0]
    layout = observation_of(game, setup_of(game))
    with np.load(tmp_path / "policy.npz") as arrays:
        last = max(int(name.partition("_")[2]) for name in arrays.files if name.startswith("weight_"))
        assert arrays["weight_0"].shape[1] == layout.size
        assert arrays[f"weight_{last}"].shape[0] == layout.actions
    (tmp_path / POLICY.name).write_bytes(POLICY.read_bytes())
    arena = ["arena", game, "policy", "random", "--games", "4", "--seed", "1", "--mod", POLICY.name]
    ran = subprocess.run(
        [sys.executable, "-m", "game", *arena], cwd=tmp_path, check=True, capture_output=True, text=True
    )
    assert "another AI moved for it" not in ran.stderr


@pytest.mark.labs
@pytest.mark.parametrize("game", ["nim", "thirty_one"])
def test_stable_baselines_learns_at_many_tables(game: str) -> None:
    ppo = pytest.importorskip("stable_baselines3", reason="Stable-Baselines3 is not installed").PPO
    from game.environments import vec_env

    tables = vec_env(game, 4, opponents="random")
    ppo("MlpPolicy", tables, n_steps=64, device="cpu").learn(256)
    assert all(masks.any() for masks in tables.env_method("action_masks"))


@pytest.mark.labs
def test_the_notebook_of_thoughts_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.chdir(tmp_path)
    held = run_notebook("recorded_thoughts.ipynb")
    assert held["error"] < 0.1
    assert held["agreed"] > held["by_chance"] + 0.2
    assert (tmp_path / "calibration.png").stat().st_size > 1000
