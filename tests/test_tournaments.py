"""Tournaments: the same as an arena whoever plays them and however often they are stopped; kept in a file, and read."""

import json
import time
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from game.base.storage import StorageError, write_whole
from game.games import registry
from game.games.registry import UnknownNameError
from game.matches.arena import Arena, Outcome, run
from game.matches.faults import Fault, FaultSum
from game.matches.remote_tournament import RemoteTournament, Watching
from game.matches.replay import read
from game.matches.tournament import Start, Tournament, content, folder, free_path, kept, load
from game.matches.tournament_service import TournamentService, outcomes_of, starts_of
from game.workers import wire
from game.workers.answers import AnswerError
from tests.elsewhere import holding


def options(game: str) -> dict[str, Any]:
    return {option.key: option.default for option in registry.game(game).rules.options}


def tournament(*ais: str, games: int = 4, game: str = "nim", seed: int = 7) -> Tournament:
    return Tournament.between(game, ais or ("random", "perfect", "beginner"), options(game), games, seed)


def counts(arena: Arena) -> list[tuple[list[int], int]]:
    return [(tally.wins, tally.draws) for tally in arena.tallies]


def over_the_wire(answer: Any) -> Any:
    """What the program gets of what a worker answers."""
    return wire.answer_of(wire.pack_answer(answer)[8:])


def play(found: Tournament, numbers: Sequence[int]) -> None:
    """Have matches played as a worker plays them, and count them."""
    left = list(numbers)
    while left:
        outcomes = outcomes_of(over_the_wire(TournamentService().play(found.match(), found.schedule, left)))
        assert outcomes
        for outcome in outcomes:
            found.count(outcome)
        left = left[len(outcomes) :]


# --- the same as an arena ----------------------------------------------------------------------------------------


def test_whoever_plays_it_in_whatever_order_it_comes_to_the_same_as_an_arena() -> None:
    found = tournament()
    arena = run(found.schedule, found.match())
    numbers = found.missing()
    Random(3).shuffle(numbers)
    play(found, numbers)
    assert counts(found.arena) == counts(arena)
    assert found.arena.moves == arena.moves
    assert found.over


def test_a_match_counts_once() -> None:
    found = tournament()
    for _ in range(2):
        found.count(Outcome(3, 0, 9))
    assert found.arena.matches == 1


def test_every_pair_has_met_before_any_meets_again() -> None:
    found = tournament(games=2)
    met = [found.schedule.fixture(number).seats for number in found.missing()]
    assert [set(seats) for seats in met[:3]] == [{0, 1}, {0, 2}, {1, 2}]


def test_entrants_are_rated_as_in_an_arena_after_every_match() -> None:
    found = tournament()
    assert found.rated == []
    play(found, found.missing()[:1])
    assert sum(row.matches for row in found.rated) == 2
    play(found, found.missing())
    assert found.rated == run(found.schedule, found.match()).rated(found.names)


def test_where_a_game_is_not_for_two_all_play_at_one_table() -> None:
    assert tournament("greedy", "random", game="thirty_one").schedule.one_table is False
    with pytest.raises(ValueError, match="not for 1"):
        tournament("random")
    with pytest.raises(ValueError, match="not for 11"):
        tournament(*["random"] * 11)


@pytest.mark.parametrize("answer", [None, [1], [[1, 0, 5, []]], [[1, 0, -5, [], []]], [["1", 0, 5, [], []]]])
def test_what_is_no_result_of_a_worker_is_refused(answer: Any) -> None:
    with pytest.raises(AnswerError):
        outcomes_of(answer)


# --- its file ----------------------------------------------------------------------------------------------------


def halfway() -> Tournament:
    found = tournament()
    play(found, found.missing()[:4])
    found.arena.faults[1] = FaultSum(2, 1, 1, (3, "was slow"), 1)
    found.count(Outcome(found.missing()[0], 0, 5, (Fault(0, 3, "x", True, True),)))
    found.arena.system_faults["shadow"] = FaultSum(1, 1, 0, (2, "raised"))
    found.starts = (Start(None, "ab"), Start("cd", None), Start())
    return found


def test_what_has_been_played_comes_back_from_its_file() -> None:
    found = halfway()
    path = free_path(found)
    write_whole(path, content(found))
    again = load(path)
    assert content(again) == content(found)
    assert again.played == found.played
    assert again.missing() == found.missing()
    assert [tally.left_out for tally in again.arena.tallies] == [tally.left_out for tally in found.arena.tallies]
    assert again.arena.faults == found.arena.faults
    again.count(Outcome(again.missing()[0], 0, 5, (Fault(0, 1, "x", False),)))
    assert again.arena.matches == 6


def test_names_of_files_are_never_given_twice() -> None:
    found = halfway()
    for _ in range(2):
        write_whole(free_path(found), content(found))
    assert len(kept()) == 2


def _changed(found: Tournament, **values: Any) -> bytes:
    return json.dumps(found.record() | values).encode()


def test_a_damaged_file_is_told_and_left_as_it_is() -> None:
    found = halfway()
    whole = content(found)
    path = folder() / "nim-1.json"
    for raw in (
        b"", b"\xff\x00", whole[: len(whole) // 2], b"[]", b"{}", _changed(found, version=9),
        _changed(found, played=[[1, 10**9]]), _changed(found, results=[[1, 2, -3]] * 3), _changed(found, games=0),
        _changed(found, results=[[1, 1, 0]] * 3), b"[" * 100_000,
        _changed(found, ais=[{"ai": "random", "trained": None, "mod": None}] * 50_000),
    ):  # fmt: skip
        write_whole(path, raw)
        with pytest.raises(StorageError, match=r"nim-1\.json"):
            load(path)
        assert path.read_bytes() == raw


def test_a_tournament_of_a_game_that_is_gone_is_told() -> None:
    path = folder() / "gone.json"
    write_whole(path, _changed(halfway(), game="gone"))
    with pytest.raises(UnknownNameError):
        load(path)


# --- played by processes -----------------------------------------------------------------------------------------


def until(remote: RemoteTournament, fact: Any) -> None:
    for _ in range(6000):
        remote.look()
        if fact():
            return
        time.sleep(0.005)
    raise AssertionError("it did not come about")


def test_stopped_and_gone_on_with_it_comes_to_the_same() -> None:
    found = tournament("random", "perfect", games=300)
    path = free_path(found)
    first = RemoteTournament(found, path, workers=1)
    first.start()
    until(first, lambda: found.played)
    first.stop()
    assert not first.running
    first.close()
    again = load(path)
    assert 0 < len(again.played) < 600
    second = RemoteTournament(again, path, workers=2)
    second.start()
    until(second, lambda: not second.busy)
    second.close()
    assert second.trouble == ""
    arena = run(found.schedule, found.match())
    assert counts(load(path).arena) == counts(arena)
    assert [row.record() for row in load(path).rated] == [row.record() for row in arena.rated(again.names)]


def test_it_goes_on_with_the_same_players_only() -> None:
    assert starts_of(over_the_wire(TournamentService().starts(tournament("q-learner", "random").match())))[1] == Start()
    found = tournament("q-learner", "random")
    found.starts = (Start("another"), Start())
    remote = RemoteTournament(found, free_path(found), workers=1)
    remote.start()
    until(remote, lambda: not remote.running)
    assert "q-learner has changed" in remote.trouble
    assert not found.played
    remote.close()


def test_another_program_may_be_playing_it() -> None:
    found = tournament()
    path = free_path(found)
    with holding(path):
        remote = RemoteTournament(found, path)
        remote.start()
        assert "another window" in remote.trouble
        assert not remote.running
        remote.close()
    assert load(path).played == set()


def test_an_entrant_that_is_gone_is_told() -> None:
    found = Tournament("nim", ("random", "gone"), options("nim"), tournament("random", "perfect").schedule)
    remote = RemoteTournament(found, free_path(found))
    remote.start()
    assert "'gone'" in remote.trouble
    assert not remote.running
    remote.close()


def test_a_match_that_is_watched_is_the_one_that_is_counted() -> None:
    found = tournament(games=2)
    watching = Watching(found)
    match = watching.match(3)
    deadline = time.monotonic() + 60
    while not match.ready:
        assert not match.trouble
        assert time.monotonic() < deadline
        watching.look()
        time.sleep(0.005)
    replay = read(match.path)
    fixture = found.schedule.fixture(3)
    assert replay.head["seed"] == fixture.seed
    assert replay.lines[-1].record["winner"] == found.match()(fixture).winner
    watching.end()
    assert not match.path.exists()
