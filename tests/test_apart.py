"""Slow AIs of our own think in a worker process, where their thoughts grow; the result is what thinking here gives."""

import struct
from collections.abc import Iterator
from pathlib import Path
from pickle import dumps
from random import Random
from typing import Any

import esper
import pytest

from components.players import ScorerState
from components.table import Pace
from game.apart import wire
from game.apart.agents import DistantAgent, apart, candidates_of, is_slow
from game.apart.worker import Worker
from game.brains.agent import Agent, Candidate, Reason, ThinkingError, growing, scored
from game.brains.pickers import Highest, Weighted
from game.brains.random_moves import AnyMove
from game.catalogue import AI
from game.events import MoveMade
from game.rules import nim
from game.rules.jaipur_moves import Move, MoveKind
from game.rules.nim_record import Move as Taking
from game.rules.protocol import Setup
from game.seats import Seat, setup
from game.world import World
from systems.deciding import candidates_so_far
from systems.execution import end_decisions
from systems.snapshot import only
from tests.mods.sound import Growing, OfWords, Stepwise, allow
from tests.tables import heard

RULES = nim.RULES


def view() -> Any:
    """A view of Nim, as it is dealt."""
    how = Setup(2, {"piles": [1, 3, 5, 7]})
    return RULES.view(RULES.deal(how, RULES.new_standing(how), 0, Random(0)), 0)


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home of the test's own, where steps are allowed."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))


def here() -> Agent:
    """An agent that thinks in steps."""
    return Agent("slow", (Stepwise(RULES), Growing(RULES, 2)), Weighted())


@pytest.fixture
def agent() -> Iterator[DistantAgent]:
    """The same, apart."""
    made = apart(here())
    yield made
    made.close()


def allow_all() -> None:
    """Let nobody wait."""
    for step in (1, 2, 3):
        allow(step)


def words(candidates: list[Candidate]) -> list[tuple[Any, float, str]]:
    """Candidates with their reasons in words."""
    return [(move, score, str(reason)) for move, score, reason in candidates]


def test_what_is_thought_apart_is_what_is_thought_here(agent: DistantAgent) -> None:
    allow_all()
    mine, theirs = Random(7), Random(7)
    for _ in range(3):
        expected = here().choose(view(), mine)
        found = agent.choose(view(), theirs)
        assert expected is not None
        assert found is not None
        assert words([found]) == words([expected])
        assert mine.getstate() == theirs.getstate()


def test_a_thought_is_seen_to_grow(agent: DistantAgent) -> None:
    thought = agent.scorers[0].begin(view(), Random(1))  # type: ignore[attr-defined]  # it thinks apart
    for step in (1, 2, 3):
        while thought.changes < step:
            thought.look()
        assert {reason for *_, reason in words(thought.candidates)} == {f"after {step} steps"}
        assert len(thought.candidates) == 16
        assert not thought.done
        allow(step)
    thought.wait()
    assert [reason for *_, reason in words(thought.candidates)] == ["after 3 steps"] * 16 + ["after 2 steps"] * 16


def test_a_list_that_grows_is_taken_at_its_end() -> None:
    moves = RULES.legal_moves(view())
    lists = [[Candidate(move, float(number), Reason("so far")) for move in moves[:number]] for number in (1, 2, 3)]
    assert list(growing(iter(lists)))[-1] == lists[-1]
    assert list(growing(lists[2])) == [lists[2]]
    assert list(growing(iter(lists[2]))) == [lists[2]], "single candidates that are yielded are one list"

    class Yields:
        name = "yields"

        def score(self, view: Any, rng: Random) -> Any:
            yield from lists

    assert scored(Yields(), view(), Random(0)) == lists[-1]
    assert Agent("a", (Yields(), Yields()), Weighted()).think(view(), Random(0)) == [*lists[-1], *lists[-1]]


def test_only_slow_agents_think_apart() -> None:
    assert is_slow(Agent("slow", (Growing(RULES),), Weighted()))
    assert not is_slow(Agent("quick", (AnyMove(RULES),), Weighted()))


def slow_seat(name: str = "slow") -> Seat:
    """A seat of a slow AI of our own."""
    ai = AI(name, "nim", "slow", lambda *_: [Stepwise(RULES), Growing(RULES, 2)], lambda _: Weighted())
    return Seat(name, ai, {}, name)


def played(apart_when_slow: bool) -> list[tuple[int, Any]]:
    """The moves of a match of two slow AIs."""
    allow_all()
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3, apart_when_slow=apart_when_slow)
    only(Pace).waits_for_thoughts = True
    made = heard(world.events, MoveMade)
    while not world.over:
        world.frame(0.0)
    assert all(isinstance(agent, DistantAgent) == apart_when_slow for agent in world._agents)
    world.close()
    return [(event.player, event.move) for event in made]


def test_a_match_is_the_same_whether_its_ais_think_apart() -> None:
    assert played(True) == played(False) != []


def grown(player: int) -> str:
    """The reason of a player's first candidate, so far."""
    candidates, _ = candidates_so_far(player)
    return str(candidates[0].reason) if candidates else ""


def test_in_the_world_frames_pass_while_a_thought_grows_and_the_move_comes_from_it() -> None:
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3)
    made = heard(world.events, MoveMade)
    for step in (1, 2, 3):
        while not any(grown(player) == f"after {step} steps" for player in (0, 1)):
            world.frame(0.0)
        for _ in range(50):
            world.frame(0.0)
        assert not made, "frames pass, and it still thinks"
        allow(step)
    while not made:
        world.frame(0.0)
    workers = [agent.link.worker for agent in world._agents if isinstance(agent, DistantAgent)]
    assert len(workers) == 2
    world.close()
    assert [worker.process for worker in workers] == [None, None], "its processes end with the match"


def test_a_thought_about_what_is_taken_back_is_given_up() -> None:
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3)
    for _ in range(3):
        world.frame(0.0)
    states = [state for _, state in esper.get_component(ScorerState) if state.thought is not None]
    assert len(states) == 1
    thought = states[0].thought
    end_decisions()
    assert states[0].thought is None
    assert thought is not None
    with pytest.raises(ThinkingError, match="was ended"):
        thought.look()
    world.close()


# --- what comes from a worker ------------------------------------------------------------------------------------


def test_moves_of_games_come_through_and_nothing_else_does(tmp_path: Path) -> None:
    moves = [Move(MoveKind.SELL, 0, 3), Taking(2, 3)]
    assert wire.answer_of(dumps((1, "done", moves, {1.5, "x"}, None))) == (1, "done", moves, {1.5, "x"}, None)
    witness = tmp_path / "ran"

    class Evil:
        def __reduce__(self) -> Any:
            return open, (str(witness), "w")

    for thing in (Evil(), Random(1), print, esper.Processor):
        with pytest.raises(wire.WireError, match="what is no move"):
            wire.answer_of(dumps(thing))
    assert not witness.exists()
    with pytest.raises(wire.WireError):
        wire.answer_of(b"no pickle at all")


@pytest.mark.parametrize(
    "rows",
    [None, 3, [1], [("move", 1.0)], [("move", 1, "why")], [("move", float("inf"), "why")], [("move", 1.0, b"why")]],
)
def test_rows_that_are_none_are_no_candidates(rows: Any) -> None:
    with pytest.raises(ThinkingError, match="gave what is no candidate"):
        candidates_of(rows)


def test_frames_are_read_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    path.write_bytes(wire.pack("one") + wire.pack("two")[:-1])
    with path.open("rb") as stream:
        assert wire.request_of(wire.read_frame(stream) or b"") == "one"
        assert wire.read_frame(stream) is None
    path.write_bytes(struct.pack("<Q", wire.MOST_BYTES + 1))
    with path.open("rb") as stream, pytest.raises(wire.WireError, match="bytes"):
        wire.read_frame(stream)


def test_an_agent_apart_cannot_be_sent_away(agent: DistantAgent) -> None:
    with pytest.raises(ThinkingError, match="leave --workers out"):
        dumps(agent)


def test_sets_of_words_have_the_same_order_in_every_worker() -> None:
    """A scorer that goes through a set of words gives the same in each process, however Python hashes today."""
    found = set()
    for _ in range(3):
        away = apart(Agent("of words", (OfWords(),), Highest()))
        found.add(tuple(str(candidate.reason) for candidate in away.think(view(), Random(0))))
        away.close()
    assert len(found) == 1


def test_a_worker_is_started_again_after_it_has_ended() -> None:
    worker = Worker("idle")
    assert worker.wait(worker.ask("hello", limit=60.0)) is None
    first = worker.process
    worker.end()
    assert worker.process is None
    assert worker.wait(worker.ask("hello", limit=60.0)) is None
    assert worker.generation == 2
    assert worker.process not in (None, first)
    worker.end()


def test_what_is_asked_at_once_is_answered_in_order() -> None:
    worker = Worker("idle")
    order: list[int] = []
    requests = [worker.ask("hello", limit=60.0) for _ in range(20)]
    while not requests[-1].done:
        worker.look()
        done = sum(request.done for request in requests)
        if not order or order[-1] != done:
            order.append(done)
            assert [request.done for request in requests] == [True] * done + [False] * (20 - done)
    worker.end()
