"""The metrics panel in the menu: every kept training, raw or as a mean, legible at any size."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from game.games import registry
from systems.view.screens.metrics_panel import MetricsBody
from tests.window.audit import colliding, texts_cut, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk


def choose(desk: Desk, game: str) -> None:
    desk.choose_game(registry.game(game).title)


def metrics(desk: Desk) -> MetricsBody:
    body = desk.dialog.body
    assert isinstance(body, MetricsBody)
    return body


def drawn(desk: Desk) -> set[str]:
    with texts_drawn() as texts:
        desk.frame()
    return {words for words, _ in texts}


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1000, 900)])
def test_its_words_keep_apart_and_on_the_screen(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(motion="instant", size=size)
    choose(desk, "nim")
    desk.keys("g")
    metrics(desk).window.set(9)
    with texts_drawn() as texts:
        desk.dialog.draw(desk.menu.canvas)
    assert colliding(texts) == []
    assert [words for words, box in texts if not within(box, desk.dialog.panel)] == []
    assert {"Explores", "Values learnt", "How well it plays", "the last 9", "Close"} <= {words for words, _ in texts}
    assert metrics(desk).widgets[-1].box.bottom < desk.dialog.panel.bottom
    assert desk.dialog.scroller.limit == 0


def test_the_user_s_own_trainings_stand_beside_what_ships(open_desk: Open, folder: Path) -> None:
    shipped = registry.ai("nim", "q-learner").pretrained
    assert shipped is not None
    own = folder / "trained"
    own.mkdir(parents=True)
    shutil.copy(shipped, own / "mine.npz")
    (own / "damaged.npz").write_bytes(b"no table")
    desk = open_desk(motion="instant", size=(1280, 720))
    choose(desk, "nim")
    desk.keys("g")
    names = [name for _, name in metrics(desk).choice.options]
    assert names == ["q-learner, yours: mine", "q-learner, as shipped"]
    assert metrics(desk).choice.value == 0
    assert "Explores" in drawn(desk)
    metrics(desk).window.set(1)
    kept, _ = registry.ai("nim", "q-learner").pretrained_learnt()
    assert kept is not None
    told = f"q-learner at Nim: {len(kept.curve):,} measurements"
    assert any(words.startswith(told) and "winning positions" in words for words in drawn(desk))


def test_what_can_be_chosen_is_told_whole_where_everything_is_large(open_desk: Open, folder: Path) -> None:
    shipped = registry.ai("nim", "q-learner").pretrained
    assert shipped is not None
    (folder / "trained").mkdir(parents=True)
    shutil.copy(shipped, folder / "trained" / "nim-q-learner-1-3-5-7.npz")
    desk = open_desk(motion="instant", size=(960, 540), scale=2.0)
    choose(desk, "nim")
    desk.keys("g")
    desk.frame(2)
    with texts_cut() as cut:
        assert {"Mean over", "Log scale"} <= drawn(desk)
    assert cut == set()


def test_a_file_that_is_damaged_meanwhile_is_told_of(open_desk: Open, folder: Path) -> None:
    shipped = registry.ai("nim", "q-learner").pretrained
    assert shipped is not None
    own = folder / "trained"
    own.mkdir(parents=True)
    for name in ("mine.npz", "other.npz"):
        shutil.copy(shipped, own / name)
    desk = open_desk(motion="instant", size=(1280, 720))
    choose(desk, "nim")
    desk.keys("g")
    (own / "other.npz").write_bytes(b"no table")
    metrics(desk).choice.pick(1)
    assert any("damaged, or not a trained file" in words for words in drawn(desk))


def test_a_game_whose_ais_learn_nothing_has_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        untaught = [replace(ai, networks=None, learner_spec=None) for ai in registry.ais("jaipur")]
        patched.setattr(registry, "ais", lambda _: untaught)
        choose(desk, "jaipur")
        desk.keys("g")
        assert desk.menu.dialog is None
    choose(desk, "notty")
    desk.keys("g")
    assert [name for _, name in metrics(desk).choice.options][:4] == [
        "deep-q, as shipped",
        "expert, as shipped",
        "q-learner, as shipped",
        "q-learner-plus, as shipped",
    ]
    desk.keys("escape")
    assert desk.window.screen.dialog is None
