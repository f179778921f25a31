"""Commands, start and menu meet what is no file, or far too large a one: a line that says so, and nobody waits."""

import json
from pathlib import Path

import pytest

from game.__main__ import main
from game.base import settings, storage
from game.base.settings import Settings
from game.base.storage import StorageError
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.learning.learner import Learner
from game.matches import tournament
from game.matches.replay import MOST_BYTES, Recorder, matches_folder, read
from game.matches.tournament import Tournament, free_path
from game.mods import files as mod_files
from game.mods.files import ModError
from systems.view.screens import matches
from tests.odd_files import ODD, make_odd
from tests.recording import record_short_match
from tests.stress.kept import record_match

TRAIN = "train nim q-learner --games 200 --set piles=1,2"
NO_FILES = [kind for kind in ODD if kind != "folder"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return tmp_path / "home"


def told(capsys: pytest.CaptureFixture[str], words: str, path: Path, status: int) -> str:
    """The one line that a command says which meets this file."""
    capsys.readouterr()
    assert main([word.replace("X", str(path)) for word in words.split()]) == status
    printed = capsys.readouterr()
    (line,) = (printed.out + printed.err).splitlines()
    return line


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize(
    "words",
    [
        "arena jaipur random random --games 1 --json X",
        "play jaipur --record X",
        "watch jaipur --record X",
        f"{TRAIN} --out X",
        "plot KEPT --out X",
    ],
)
def test_no_output_replaces_what_is_no_file(
    words: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.npz"
    assert main([*TRAIN.split(), "--out", str(kept)]) == 0
    odd = make_odd(tmp_path / "odd.png", kind)
    before = odd.lstat()
    link = tmp_path / "link.png"
    link.symlink_to(odd)
    for path in (odd, link):
        line = told(capsys, words.replace("KEPT", str(kept)), path, 2)
        assert line.startswith("error: argument --")
        assert f"could not be written: it is {ODD[kind]}, not a file" in line
    assert (odd.lstat().st_mode, odd.lstat().st_ino) == (before.st_mode, before.st_ino)
    assert link.is_symlink()


@pytest.mark.parametrize("kind", NO_FILES)
def test_matches_are_recorded_in_folders_and_files_only(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "arena jaipur random random --games 1 --record X"
    odd = make_odd(tmp_path / "odd", kind)
    assert "needs the name of a folder" in told(capsys, words, odd, 2)
    (tmp_path / "folder").mkdir()
    blocked = make_odd(tmp_path / "folder" / "match-0001.jsonl", kind)
    line = told(capsys, words, blocked.parent, 1)
    assert line == f"error: {blocked} could not be written: it is {ODD[kind]}, not a file"
    assert not blocked.is_file()


def test_what_lies_in_a_folder_for_matches_stays(tmp_path: Path) -> None:
    (tmp_path / ".tabletalk").write_text("somebody's own")
    assert main(["arena", "nim", "random", "random", "--games", "1", "--record", str(tmp_path)]) == 0
    assert (tmp_path / ".tabletalk").read_text() == "somebody's own"


def test_the_plotted_picture_replaces_no_folder_by_its_usual_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*TRAIN.split(), "--out", "kept.npz"]) == 0
    make_odd(tmp_path / "kept.png", "folder")
    line = told(capsys, "plot kept.npz", tmp_path, 1)
    assert line == "error: kept.png could not be written: it is a folder, not a file; name the picture with --out"


@pytest.mark.parametrize("there", [True, False])
def test_every_output_writes_what_a_link_stands_for(tmp_path: Path, there: bool) -> None:
    words = ["arena", "nim", "random", "random", "--games", "1", "--json"]
    outputs = {"json": words, "npz": [*TRAIN.split(), "--out"], "png": ["plot", "npz-target", "--out"]}
    for name, command in outputs.items():
        target, link = tmp_path / f"{name}-target", tmp_path / f"link.{name}"
        link.symlink_to(target)
        if there and name != "npz":
            target.write_bytes(b"old")
        command = [word.replace("npz-target", str(tmp_path / "npz-target")) for word in command]
        assert main([*command, str(link)]) == 0
        assert link.readlink() == target
        assert len(target.read_bytes()) > 100


@pytest.mark.parametrize("kind", ODD)
@pytest.mark.parametrize(
    ("words", "status"),
    [("check X", 1), ("replay X", 1), ("inspect X", 1), ("plot X", 1), (f"{TRAIN} --from X", 1)],
)
def test_no_input_is_read_or_waited_for_that_is_no_file(
    words: str, status: int, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = make_odd(tmp_path / "odd", kind)
    line = told(capsys, words, odd, status)
    assert f"{odd} could not be read: it is {ODD[kind]}, not a file" in line


def test_too_large_an_input_is_told_with_its_limit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    large = tmp_path / "large"
    large.touch()
    for words, limit, kind in (("check X", 64, "replay"), ("inspect X", 1024, "trained file")):
        with large.open("r+b") as file:
            file.truncate((limit << 20) + 1)  # a hole: it takes no room
        assert told(capsys, words, large, 1).removeprefix("error: ") == (
            f"{large} is larger than {limit} MB, more than any {kind}"
        )


@pytest.mark.parametrize("kind", [*ODD, "large"])
def test_settings_that_are_no_file_or_far_too_large_count_as_damaged(home: Path, kind: str) -> None:
    home.mkdir()
    if kind == "large":
        with settings.settings_path().open("wb") as file:
            file.write(b'{"muted": true}')
            file.truncate(1 << 40)  # it could not be read whole
    else:
        make_odd(settings.settings_path(), kind)
    assert settings.load() == Settings()
    if kind != "large":
        with pytest.raises(StorageError, match=f"it is {ODD[kind]}, not a file"):
            settings.save(Settings(muted=True))


@pytest.mark.parametrize("kind", ODD)
def test_the_menu_goes_past_matches_that_are_no_files(home: Path, tmp_path: Path, kind: str) -> None:
    folder = matches_folder()
    folder.mkdir(parents=True)
    whole = record_short_match(tmp_path).read_bytes().splitlines(keepends=True)
    (folder / "match.jsonl").write_bytes(b"".join(whole[:6]))
    make_odd(folder / "odd.jsonl", kind)
    (folder / "link.jsonl").symlink_to(folder / "odd.jsonl")
    assert [found.path.name for found in matches.recorded_matches()] == ["match.jsonl"]
    assert [found.path.name for found in matches.latest_unfinished(matches.latest_files()).values()] == ["match.jsonl"]


def test_the_menu_goes_past_a_match_that_is_far_too_large(home: Path) -> None:
    folder = matches_folder()
    folder.mkdir(parents=True)
    with (folder / "large.jsonl").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    assert matches.recorded_matches() == []
    assert matches.latest_unfinished(matches.latest_files()) == {}


@pytest.mark.parametrize("full", [False, True])
def test_an_analysis_is_told_where_it_cannot_be_kept(
    full: bool, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    match, found = tmp_path / "match.jsonl", tmp_path / "found.json"
    record_match(match, "nim", ["random", "random"], 1)
    storage._uncached.clear()
    if full:
        written = storage.write_whole

        def fails(path: Path, content: bytes) -> None:
            if path.parent != tmp_path:
                raise StorageError(f"{path} could not be written: No space left on device")
            written(path, content)

        monkeypatch.setattr("game.analysis.kept.write_whole", fails)
        monkeypatch.setattr("game.base.locks.write_whole", fails)
        monkeypatch.setattr("game.analysis.baseline.write_whole", fails)
    else:
        home.write_text("a file in the way")
    assert main(["analyse", str(match), str(match), "--json", str(found)]) == 0
    printed = capsys.readouterr()
    assert "own losses" in printed.out
    assert len(json.loads(found.read_text())["matches"]) == 2
    folders = {line.partition(" could not")[0].rpartition("/")[0] for line in printed.err.splitlines()}
    assert len(folders) == len(printed.err.splitlines()) > 0, "told once a folder"
    assert all(line.startswith("note: ") for line in printed.err.splitlines())


def dangling(folder: Path, name: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).symlink_to(folder / "gone")
    return folder / name


def test_what_cannot_be_read_hides_nothing_else_from_a_list(tmp_path: Path) -> None:
    new = Tournament.between("nim", ("random", "perfect"), {"piles": (1,)}, 4, 1)
    found = [free_path(new), dangling(tournament.folder(), "a.json")]
    assert tournament.kept() == found
    record_match(matches_folder() / "match.jsonl", "nim", ["random", "random"], 1)
    link = dangling(matches_folder(), "b.jsonl")
    assert [found.path.name for found in matches.recorded_matches()] == ["match.jsonl"]
    assert storage.left_out([link]) == "b.jsonl cannot be read, and is left out."
    assert main([*TRAIN.split()]) == 0
    link = dangling(places.folder(), "c.npz")
    assert len(places.own_checkpoints("nim", "q-learner")) == 1
    assert places.unreadable() == [link]
    (mod_files.folder()).mkdir()
    (mod_files.folder() / "whole.py").write_text("")
    dangling(mod_files.folder(), "d.py")
    assert {"d", "whole"} <= {found.name for found in mod_files.find()}


@pytest.mark.parametrize("kind", ODD)
def test_what_was_learnt_is_not_looked_for_in_what_is_no_file(home: Path, tmp_path: Path, kind: str) -> None:
    ai = registry.ai("nim", "q-learner")
    assert ai.learner_spec is not None
    setting = ai.learner_spec.encoding.setting_of({"piles": [1, 2]})
    path = Learner(ai, setting).path
    path.parent.mkdir(parents=True)
    make_odd(path, kind)
    make_odd(path.with_name("other.npz"), kind)
    learner = Learner(ai, setting)
    assert learner.trouble is not None
    assert f"it is {ODD[kind]}, not a file" in learner.trouble
    assert not learner.start_anew()
    assert places.own_checkpoints("nim", "q-learner") == []
    with pytest.raises((CheckpointError, StorageError)):
        learner.export(make_odd(tmp_path / "copy.npz", kind))
    (tmp_path / "link.npz").symlink_to(tmp_path / "target.npz")
    learner.export(tmp_path / "link.npz")
    assert (tmp_path / "link.npz").is_symlink()
    assert container.read(tmp_path / "target.npz").header["ai"] == "q-learner"


def test_a_match_is_gone_on_with_in_a_file_only(tmp_path: Path) -> None:
    replay = read(record_short_match(tmp_path))
    for kind in ODD:
        odd = make_odd(tmp_path / kind, kind)
        with pytest.raises(StorageError, match=f"could not be continued: it is {ODD[kind]}, not a file"):
            Recorder.resumed(odd, replay.rules, 10)


def test_a_mod_far_too_large_is_refused(tmp_path: Path) -> None:
    mod = tmp_path / "mod.py"
    with mod.open("wb") as file:
        file.truncate((16 << 20) + 1)
    with pytest.raises(ModError, match="larger than 16 MB, more than any mod"):
        mod_files.load("mod", mod, None)


def test_a_mod_that_is_no_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind in NO_FILES:
        odd = make_odd(tmp_path / f"{kind}.py", kind)
        assert "a mod is a Python file" in told(capsys, "list --mod X", odd, 2)
