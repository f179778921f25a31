"""``tabletalk plot``: a picture of the metrics in a checkpoint, and clear words where there can be none."""

import os
from pathlib import Path

import numpy as np
import pygame
import pytest

from game.__main__ import main
from game.checkpoints import container
from game.games import registry

SHIPPED = str(registry.ai("nim", "q-learner").pretrained)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def colours(path: Path) -> set[tuple[int, ...]]:
    picture = pygame.image.load(path)
    return {tuple(picture.get_at((x, y)))[:3] for x in range(0, picture.get_width(), 2) for y in range(0, 560, 2)}


def test_it_draws_every_metric(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["plot", SHIPPED, "--out", "curves.png", "--window", "10"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert printed.out.splitlines() == [
        "q-learner at Nim: explores, values learnt, how well it plays",
        "230 measurements, faint; the bold lines are means of the last 10. "
        "How well it plays: share of the 335 winning positions in which it picks a winning move.",
        "kept in curves.png",
    ]
    assert (tmp_path / "curves.png").read_bytes().startswith(b"\x89PNG\r\n")
    assert (236, 188, 100) in colours(tmp_path / "curves.png"), "a line of gold"


def test_window_and_scale_change_what_is_drawn(tmp_path: Path) -> None:
    pictures = []
    for words in ([], ["--window", "1"], ["--window", "30"], ["--window", "1", "--log"]):
        assert main(["plot", SHIPPED, "--out", "curves.PNG", *words]) == 0
        pictures.append((tmp_path / "curves.PNG").read_bytes())
    assert len(set(pictures)) == 4


def test_it_is_named_after_the_file_and_replaces_a_picture(tmp_path: Path) -> None:
    (tmp_path / "q-learner.png").write_bytes(b"an older picture")
    assert main(["plot", SHIPPED]) == 0
    first = (tmp_path / "q-learner.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert main(["plot", SHIPPED]) == 0
    assert (tmp_path / "q-learner.png").read_bytes() == first


def test_no_window_is_left_open_and_the_environment_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["plot", SHIPPED]) == 0
    assert not pygame.display.get_init()
    assert "SDL_VIDEODRIVER" not in os.environ


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["nowhere.npz"], 1, "nowhere.npz could not be read"),
        (["text.npz"], 1, "text.npz: damaged, or not a trained file"),
        (["bare.npz"], 1, "bare.npz: it keeps no metrics"),
        ([SHIPPED, "--out", "curves.jpg"], 2, "needs the name of a PNG, such as curves.png"),
        ([SHIPPED, "--out", "text.npz/curves.png"], 1, "could not be written"),
        ([SHIPPED, "--window", "0"], 2, "needs a whole number of at least 1"),
        ([], 2, "FILE"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(
    words: list[str], status: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text.npz").write_text("no arrays")
    header = {"kind": "networks", "game": "thirty_one", "ai": "neural", "options": {}, "seed": 1}
    header |= {"parameters": {}, "statistics": {}, "course": ["rounds", "reward"]}
    container.write(tmp_path / "bare.npz", header, {"course": np.empty((0, 2))})
    assert main(["plot", *words]) == status
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert said in error
    assert not list(tmp_path.glob("*.png"))
