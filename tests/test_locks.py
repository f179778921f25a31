"""Files that one program keeps from others: held, given back however a program ends, and nothing left behind; and those
that two windows write, where neither loses what the other has written."""

import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import filelock
import pytest

from game.analysis.people.index import Index
from game.analysis.people.practice import Solved
from game.base import locks, settings, storage
from game.base.locks import InUseError
from game.games import standings
from game.matches import measured
from game.matches.arena import Outcome
from game.matches.remote_tournament import RemoteTournament
from game.matches.replay import matches_folder
from game.matches.tournament import Tournament, content, free_path, kept, load
from tests.elsewhere import held_here, holding
from tests.stress.kept import record_match


def left_behind(home: Path) -> list[Path]:
    return sorted((home / "locks").iterdir())


def test_a_file_is_kept_from_other_programs_until_the_one_that_holds_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with holding(path) as other:
        with pytest.raises(InUseError, match=r"match\.jsonl is in use"):
            locks.hold(path)
        locks.hold(tmp_path / "another.jsonl").close()
        other.kill()
        other.wait()
        locks.hold(path).close()


def test_one_file_has_one_lock_whatever_it_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "link").symlink_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    with holding(tmp_path / "match.jsonl"):
        for name in (Path("match.jsonl"), tmp_path / "link" / "match.jsonl"):
            with pytest.raises(InUseError):
                locks.hold(name)


def test_a_program_may_hold_a_file_several_times_over(home: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.npz"
    first, second = locks.hold(path), locks.hold(path)
    first.close()
    first.close()
    assert len(left_behind(home)) == 1, "it is still held"
    second.close()
    assert left_behind(home) == []
    with holding(path), pytest.raises(InUseError):
        locks.hold(path)


def test_what_is_held_in_one_thread_can_be_let_go_in_another(home: Path, tmp_path: Path) -> None:
    hold = locks.hold(tmp_path / "table.npz")
    thread = threading.Thread(target=hold.close)
    thread.start()
    thread.join()
    assert left_behind(home) == []


@pytest.mark.skipif(sys.platform == "win32", reason="filelock clears up there")
def test_locks_of_killed_programs_are_cleared_away_and_held_ones_are_not(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with holding(*[tmp_path / f"{number}" for number in range(5)]) as other:
        other.kill()
        other.wait()
    assert len(left_behind(home)) == 5
    monkeypatch.setattr(locks, "_cleared", set())
    with holding(tmp_path / "in use"):
        assert len(left_behind(home)) == 1, "another program has cleared up as it began"
        locks.hold(tmp_path / "mine").close()
        assert len(left_behind(home)) == 1
        with pytest.raises(InUseError):
            locks.hold(tmp_path / "in use")


def test_where_nothing_can_be_locked_one_is_told_and_goes_on(home: Path, tmp_path: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / "locks").write_text("in the way")
    hold = locks.hold(tmp_path / "table.npz")
    assert "(File exists)" in str(hold.trouble)
    assert locks.hold(tmp_path / "another.npz").trouble is None, "one is told once"
    hold.close()


def test_a_file_system_without_locks_is_told_of_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_locks(lock: filelock.FileLock, **_: object) -> None:
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(filelock.FileLock, "acquire", no_locks)
    hold = locks.hold(tmp_path / "table.npz")
    assert "Function not implemented" in str(hold.trouble)
    hold.close()


# --- files that two windows write --------------------------------------------------------------------------------

Window = Callable[[str], Callable[[], object]]
"""What a window has read for one of two users' names, and, once it is called, what it writes."""


def solves(who: str) -> Callable[[], object]:
    solved = Solved.load()
    return lambda: solved.add(who)


def sets(who: str) -> Callable[[], object]:
    seen, name = settings.load(), {"one": "muted", "other": "contrast"}[who]
    setattr(seen, name, True)
    return lambda: settings.save(seen, name)


def measures(who: str) -> Callable[[], object]:
    return lambda: measured.keep(measured.kept_path(), who, "levels", {"steps": []})


def measures_rounds(who: str) -> Callable[[], object]:
    table = standings.shipped("thirty_one")[{"one": 0, "other": 1}[who]]
    return lambda: standings.write("thirty_one", standings.kept_path("thirty_one"), table)


def goes_on(who: str) -> Callable[[], object]:
    """A window that goes on with the tournament that both have in their lists."""
    new = Tournament.between("nim", ("random", "perfect"), {"piles": (1,)}, 4, 1)
    path = (kept() or [free_path(new)])[0]
    remote = RemoteTournament(load(path), path, workers=1)

    def plays() -> None:
        remote.start()
        remote.tournament.count(Outcome(remote.tournament.missing()[0], 0, 1))
        remote.close()

    return plays


def begins(who: str) -> Callable[[], object]:
    new = Tournament.between("nim", (who, "perfect"), {"piles": (1,)}, 4, 1)
    path = free_path(new)
    return lambda: storage.write_whole(path, content(new))


WRITERS: dict[str, tuple[Window, Callable[[], object], object]] = {
    "practice.json": (solves, lambda: Solved.load().keys, {"one", "other"}),
    "settings.json": (sets, lambda: (settings.load().muted, settings.load().contrast), (True, True)),
    "measured.json": (measures, lambda: set(measured.kept_in(measured.kept_path())), {"one", "other"}),
    "thirty_one.json": (measures_rounds, lambda: [each.players for each in standings.kept("thirty_one")], [2, 3]),
    "a tournament": (goes_on, lambda: load(kept()[0]).played, {1, 2}),
    "new tournaments": (begins, lambda: {load(path).specs[0] for path in kept()}, {"one", "other"}),
}


@pytest.mark.parametrize("name", WRITERS)
def test_of_two_windows_neither_loses_what_the_other_has_written(name: str) -> None:
    window, found, both = WRITERS[name]
    one, other = window("one"), window("other")
    one()
    other()
    assert found() == both


@pytest.mark.parametrize("name", [name for name in WRITERS if name != "new tournaments"])
def test_what_is_written_is_read_and_written_under_its_lock(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise another program could write between the two."""
    seen: list[bool] = []

    def written(path: Path, content: bytes) -> None:
        seen.append(held_here(path))
        storage.write_whole(path, content)

    for module in ("game.base.locks", "game.matches.remote_tournament"):
        monkeypatch.setattr(f"{module}.write_whole", written)
    WRITERS[name][0]("one")()
    assert seen
    assert all(seen)


def test_an_update_waits_for_another_thread_of_the_same_program(tmp_path: Path) -> None:
    path, began = tmp_path / "counts.json", threading.Barrier(2)
    path.write_bytes(b"0")

    def counts() -> None:
        began.wait()
        for _ in range(50):
            locks.update(path, lambda: str(int(path.read_bytes()) + 1).encode())

    threads = [threading.Thread(target=counts) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() == b"100"


def test_an_index_that_another_window_is_filling_can_be_filled_too() -> None:
    for number in range(3):
        record_match(matches_folder() / f"{number}.jsonl", "nim", ["random", "random"], number)
    with closing(Index()) as one, closing(Index()) as other:
        filling = one.update()
        next(filling)
        assert len(list(other.update())) >= 2
        assert list(other.update()) == [], "it has kept them"
        assert list(filling) == [1, 0]
