"""Slow AIs of our own think in a worker process, where their thoughts grow; the result is what thinking here gives."""

import json
import math
import os
import struct
import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from pickle import dumps
from random import Random
from typing import Any

import numpy as np
import pytest

from components.table import Pace, Progress
from game.agents.agent import Agent, Candidate, Estimate, Reason, ThinkingError, growing, is_slow, scored
from game.agents.pickers import Highest, Weighted
from game.agents.random_moves import AnyMove
from game.base.events import MoveMade
from game.games import registry
from game.games.jaipur.moves import Move as MarketMove
from game.games.jaipur.moves import MoveKind
from game.games.jaipur.words import describe
from game.games.nim import rules as nim
from game.games.nim.record import Move as Taking
from game.games.registry import AI
from game.games.seats import Seat, setup
from game.matches.world import World
from game.rules import language
from game.rules.mentions import did, mention
from game.rules.protocol import Setup, apply, usual_options
from game.workers import answers, wire
from game.workers import worker as worker_module
from game.workers.agents import Link, RemoteAgent, RemoteThought, in_worker, parts_of
from game.workers.answers import told_state
from game.workers.worker import Request, Worker
from systems.decisions import candidates_so_far, decision_due, end_decisions, scorers_of
from systems.snapshot import only
from tests import jaipur_positions
from tests.games import GAMES
from tests.mods.sound import Growing, OfWords, Stepwise, allow
from tests.quick import quick_agent
from tests.tables import heard

RULES = nim.RULES


def view() -> Any:
    """A view of Nim, as it is dealt."""
    how = Setup(2, {"piles": [1, 3, 5, 7]})
    return RULES.view(RULES.deal(how, RULES.new_standing(how), 0, Random(0)), 0)


def here() -> Agent:
    """An agent that thinks in steps."""
    return Agent("slow", (Stepwise(RULES), Growing(RULES, 2)), Weighted())


@pytest.fixture
def agent() -> Iterator[RemoteAgent]:
    """The same, apart."""
    made = in_worker(here())
    yield made
    made.close()


def allow_all() -> None:
    """Let nobody wait."""
    for step in (1, 2, 3):
        allow(step)


def all_of(thought: Any) -> list[Candidate]:
    """What all scorers of a thought have come to."""
    return [candidate for part in thought.parts for candidate in part.candidates]


def words(candidates: list[Candidate]) -> list[tuple[Any, float, str]]:
    """Candidates with their reasons in words."""
    return [(move, score, str(reason)) for move, score, reason, _ in candidates]


def test_what_is_thought_apart_is_what_is_thought_here(agent: RemoteAgent) -> None:
    allow_all()
    mine, theirs = Random(7), Random(7)
    for _ in range(3):
        expected = here().choose(view(), mine)
        found = agent.choose(view(), theirs)
        assert expected is not None
        assert found is not None
        assert words([found]) == words([expected])
        assert found.estimate == expected.estimate is not None
        assert mine.getstate() == theirs.getstate()


def test_a_thought_is_seen_to_grow(agent: RemoteAgent) -> None:
    thought = agent.scorers[0].begin(view(), Random(1))  # type: ignore[attr-defined]  # it thinks apart
    for step in (1, 2, 3):
        while thought.changes < step:
            thought.look()
        assert {reason for *_, reason in words(all_of(thought))} == {f"after {step} steps"}
        assert len(all_of(thought)) == 16
        assert not thought.done
        allow(step)
    thought.wait()
    assert [reason for *_, reason in words(all_of(thought))] == ["after 3 steps"] * 16 + ["after 2 steps"] * 16


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


@pytest.mark.cold
@pytest.mark.parametrize(
    ("game", "name"),
    [(game, ai.name) for game in GAMES for ai in registry.ais(game) if is_slow(quick_agent(ai))],
)
def test_every_slow_ai_of_ours_thinks_apart_in_a_new_process_as_here(game: str, name: str) -> None:
    rules, ai = registry.game(game).rules, registry.ai(game, name)
    how = Setup(rules.seats[0], usual_options(rules))
    state = rules.deal(how, rules.new_standing(how), 0, Random(1))
    seen = rules.view(state, state.to_move or 0)
    away = in_worker(quick_agent(ai))
    try:
        assert words(away.think(seen, Random(1))) == words(quick_agent(ai).think(seen, Random(1)))
    finally:
        away.close()


def test_only_slow_agents_think_apart() -> None:
    assert is_slow(Agent("slow", (Growing(RULES),), Weighted()))
    assert not is_slow(Agent("quick", (AnyMove(RULES),), Weighted()))


def slow_seat(name: str = "slow") -> Seat:
    """A seat of a slow AI of our own."""
    ai = AI(name, "nim", "slow", lambda *_: [Stepwise(RULES), Growing(RULES, 2)], lambda _: Weighted())
    return Seat(name, ai, {}, name)


def played(slow_in_workers: bool) -> list[tuple[int, Any]]:
    """The moves of a match of two slow AIs."""
    allow_all()
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3, slow_in_workers=slow_in_workers)
    only(Pace).waits_for_thoughts = True
    made = heard(world.events, MoveMade)
    while not world.over:
        world.frame(0.0)
    assert all(isinstance(agent, RemoteAgent) == slow_in_workers for agent in world.agents.values())
    world.close()
    return [(event.player, event.move) for event in made]


@pytest.mark.cold
def test_a_match_is_the_same_whether_its_ais_think_apart() -> None:
    assert played(True) == played(False) != []


@pytest.mark.parametrize("apart", [False, True])
def test_every_scorer_is_an_entity_of_its_own_wherever_it_computes(apart: bool) -> None:
    allow_all()
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3, slow_in_workers=apart)
    only(Pace).waits_for_thoughts = only(Pace).paused = True
    for _ in range(3):
        world.frame(0.0)
    due = decision_due()
    assert due is not None
    player, decision = due
    states = [state for _, state in scorers_of(player)]
    assert [(state.name, state.decision) for state in states] == [("stepwise", decision.number), ("growing", 1)]
    steps = [{str(candidate.reason) for candidate in state.candidates} for state in states]
    assert steps == [{"after 3 steps"}, {"after 2 steps"}]
    world.close()


def grown(player: int) -> str:
    """The reason of a player's first candidate, so far."""
    due = decision_due()
    candidates = candidates_so_far(*due)[0] if due is not None and due[0] == player else []
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
    workers = [agent.link.worker for agent in world.agents.values() if isinstance(agent, RemoteAgent)]
    assert len(workers) == 2
    if sys.platform != "win32":
        ahead = [os.getpriority(os.PRIO_PROCESS, worker.process or 0) - os.nice(0) for worker in workers]
        assert min(ahead) > 0, "frames come first"
        sessions = {os.getsid(worker.process or 0) for worker in workers}
        assert sessions == {os.getsid(0)}, "being nice counts within a session only"
    world.close()
    assert [worker.process for worker in workers] == [None, None], "its processes end with the match"


def test_a_thought_about_what_is_taken_back_is_given_up() -> None:
    seats = [slow_seat("one"), slow_seat("two")]
    world = World(RULES, setup(RULES, seats), seats, 3)
    for _ in range(3):
        world.frame(0.0)
    (thought,) = world._scoring._thoughts.values()
    end_decisions()
    only(Progress).moves += 1
    world.frame(0.0)
    with pytest.raises(ThinkingError, match="was ended"):
        thought.look()
    world.close()


# --- what comes from a worker ------------------------------------------------------------------------------------


def through(answer: Any) -> Any:
    """What comes of an answer at the other end."""
    return wire.answer_of(wire.pack_answer(answer)[8:])


def body(answer: Any) -> bytes:
    """An answer as anybody might write it, past all that the worker's own end sees to."""
    return json.dumps(answer).encode()


@pytest.mark.parametrize("game", [entry.name for entry in registry.games()])
def test_the_moves_of_every_game_come_through(game: str) -> None:
    rules, rng = registry.game(game).rules, Random(3)
    how = Setup(rules.seats[0], {option.key: option.default for option in rules.options})
    state = rules.deal(how, rules.new_standing(how), 0, rng)
    for _ in range(30):
        if state.to_move is None:
            break
        moves = list(rules.legal_moves(rules.view(state, state.to_move)))
        found = through(moves)
        assert found == moves
        assert [list(map(type, move)) for move in found] == [list(map(type, move)) for move in moves]
        apply(rules, state, rng.choice(moves), rng)


def test_plain_values_come_through_as_they_are() -> None:
    plain = (1, "done", [None, True, -1.5, "ü\x1b", b"\0\xff", {"a": (1, [2])}, 2**256 - 1, -(2**256) + 1], ())
    assert through(plain) == plain
    assert [type(each) for each in through(plain)] == [type(each) for each in plain]


class Text(str):
    """A text of another class."""


class Items(list[Any]):
    """A list of another class."""


class Bytes(bytes):
    """Bytes of another class."""


class Dict(dict[str, Any]):
    """A dict of another class."""


class OwnMove(Taking):
    """A move of another class."""


class Deep:
    """What lies in something that lies in something, and so on."""

    @staticmethod
    def made(depth: int) -> Any:
        value: Any = 1
        for _ in range(depth):
            value = [value]
        return value


SHARED: list[Any] = []
for _ in range(11):
    SHARED = [SHARED] * 8
"""Few lists, which hold each other thousands of millions of times."""
UNSENDABLE = {
    "a class": (Taking, "no plain value: a type"),
    "a view": (view(), "no plain value: a game.games.nim.rules.View"),
    "an object": (Random(1), "no plain value: a random.Random"),
    "a function": (print, "no plain value: a builtin_function_or_method"),
    "a text of another class": (Text("x"), "no plain value: a tests.test_workers.Text"),
    "a number of another class": (MoveKind.SELL, "no plain value: a game.games.jaipur.moves.MoveKind"),
    "a list of another class": (Items([1]), "no plain value: a tests.test_workers.Items"),
    "bytes of another class": (Bytes(b"x"), "no plain value: a tests.test_workers.Bytes"),
    "a dict of another class": (Dict(), "no plain value: a tests.test_workers.Dict"),
    "a move of another class": (OwnMove(1, 2), "no plain value: a tests.test_workers.OwnMove"),
    "a key of another class": ({Text("x"): 1}, "keys are no texts"),
    "a set": ({1}, "no plain value: a set"),
    "a key that is no text": ({1: 2}, "keys are no texts"),
    "a number": (2**256, "more than 256 bits"),
    "a number below zero": (-(2**256), "more than 256 bits"),
    "a number in a move": (Taking(2**256, 1), "more than 256 bits"),
    "nested too deeply": (Deep.made(33), "deeper than 32"),
    "shared too often": (SHARED, "too many values"),
    "too long": ("x" * (wire.MOST_BYTES + 1), f"an answer of {wire.MOST_BYTES + 3} bytes"),
}


def test_the_line_that_an_expert_expects_is_sent_however_its_moves_are_made_of_words() -> None:
    """What a rival exchanges, and oneself then, in a candidate of a thought with what was picked of it."""
    swap = jaipur_positions.exchange("gold, silver, cloth", "leather, spice, camel")
    reply, following = (did(mention(player), describe(swap)) for player in (1, 0))
    often = language._("{replied} in {times} of {number} tries", replied=reply, times=3, number=9)
    line = language._("{often}, then {moved}", often=often, moved=following)
    answer: Any = ([("look-ahead", [(swap, 0.5, line, tuple(Estimate(chance=0.5, line=line)))])], 0, None, None, [])
    told = wire.answer_of(wire.pack_answer(answer)[8:])
    assert str(line) in str(told)


@pytest.mark.parametrize("thing", UNSENDABLE)
def test_what_is_no_answer_is_not_sent(thing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wire.MOST_VALUES == 1_000_000
    monkeypatch.setattr(wire, "MOST_VALUES", 10_000)  # as many take a while to count
    value, why = UNSENDABLE[thing]
    with pytest.raises(wire.WireError, match=why):
        wire.pack_answer(value)


NIM = "move of nim"
UNREADABLE = {
    "no JSON": (b"no answer at all", "cannot be read"),
    "a pickle": (dumps((1, "done", [])), "cannot be read"),
    "not ASCII": ('"ü"'.encode(), "cannot be read"),
    "brackets without end": (b"[" * 100_000, "cannot be read"),
    "nested too deeply": (body(Deep.made(33)), "deeper than 32"),
    "tuples nested too deeply": (b'{"tuple":[' * 33 + b"]}" * 33, "deeper than 32"),
    "dicts nested too deeply": (b'{"dict":{"a":' * 33 + b"1" + b"}}" * 33, "deeper than 32"),
    "too many values": (b"[" + b"1," * (2 * wire.MOST_VALUES) + b"1]", "too many values"),
    "too many lists": (b"[" * (2 * wire.MOST_VALUES + 1), "too many values"),
    "too many objects": (b"{" * (2 * wire.MOST_VALUES + 1), "too many values"),
    "a number of thousands of digits": (b"1" * 4000, "more than 256 bits"),
    "a number below zero": (b"-" + b"1" * 4000, "more than 256 bits"),
    "an object of no key": (body({}), "no value"),
    "an object of two keys": (body({"tuple": [], "bytes": ""}), "no value"),
    "a class that is not registered": (body({"game.games.nim.rules.State": [1, 2]}), "no move"),
    "a class of another module": (body({"os.system": ["ls"]}), "no move"),
    "an Enum": (body({"game.games.jaipur.moves.MoveKind": [1]}), "no move"),
    "a move as a dict": (body({NIM: {"pile": 1, "stones": 1}}), "no value"),
    "a move of too many values": (body({NIM: [1, 2, 3]}), "not the values"),
    "a move of too few values": (body({NIM: [1]}), "not the values"),
    "a move of a text": (body({NIM: ["1", 2]}), "not the values"),
    "a move of a truth value": (body({NIM: [True, 2]}), "not the values"),
    "a move of a list": (body({NIM: [[1], 2]}), "not the values"),
    "a kind that there is not": (body({"move of jaipur": [9, 0, 0]}), "none of such a kind"),
    "bytes that are none": (body({"bytes": "?"}), "no value"),
    "bytes of a number": (body({"bytes": 1}), "no value"),
    "bytes of a list": (body({"bytes": [1]}), "no move"),
    "a dict that is a text": (body({"dict": "a"}), "no value"),
}


@pytest.mark.parametrize("thing", UNREADABLE)
def test_what_is_no_answer_is_not_read(thing: str) -> None:
    raw, why = UNREADABLE[thing]
    with pytest.raises(wire.WireError, match=why):
        wire.answer_of(raw)


MOVE = Taking(1, 2)


@pytest.mark.parametrize(
    "rows",
    [
        None,
        3,
        [1],
        [(MOVE, 1.0)],
        [(MOVE, 1.0, "why", "so")],
        [("move", 1.0, "why")],
        [(Taking, 1.0, "why")],
        [((1, 2), 1.0, "why")],
        [MarketMove(MoveKind.SELL, 0, 0)],
        ["why"],
        [(MOVE, -1e301, "why")],
        [(MOVE, 1e301, "why")],
        [(MOVE, "1", "why")],
        [(MOVE, True, "why")],
        [(MOVE, float("inf"), "why")],
        [(MOVE, float("nan"), "why")],
        [(MOVE, 1.0, b"why")],
        [(MOVE, 1.0, None)],
        [(MOVE, 1.0, "why")] * 10_001,
    ],
)
def test_rows_that_are_none_are_no_candidates(rows: Any) -> None:
    with pytest.raises(ThinkingError, match="gave what is no candidate"):
        parts_of([("why", rows)])


def test_a_reason_is_shown_without_escapes_and_no_longer_than_can_be_read() -> None:
    ((_, _, reason),) = words(parts_of([("why", [(MOVE, 1, "red \x1b[31m\u202etxt\n" + "x" * 5000)])])[0].candidates)
    assert reason.startswith("red \\x1b[31m\\u202etxt xxx")
    assert len(reason) == 1000
    assert reason.endswith("…")


NOT_EXPECTED: list[Any] = [
    (),
    (0.5,),
    (1.5, None, None, None, None, ""),
    (None, -0.1, None, None, None, ""),
    (None, None, float("inf"), None, None, ""),
    (None, None, None, float("nan"), None, ""),
    (None, None, None, None, 1.5, ""),
    (None, None, None, None, -1, ""),
    (None, None, None, None, None, None),
    (0.5, None, None, None, None, "", "more"),
]
"""What is no estimate, field by field."""


@pytest.mark.parametrize("fields", NOT_EXPECTED)
def test_what_is_no_estimate_is_neither_told_nor_read(fields: Any) -> None:
    with pytest.raises(ThinkingError, match="gave what is no candidate"):
        parts_of([("why", [(MOVE, 1.0, "why", fields)])])
    with pytest.raises(answers.AnswerError):
        answers.told_estimate(Estimate(*fields) if len(fields) == 6 else fields)


def test_an_estimate_is_told_in_plain_values_and_a_long_line_is_cut() -> None:
    fields: list[Any] = [np.float64(0.25), 0.5, np.float32(-3.0), 0.01, np.int64(60), "x" * 5000]
    told = answers.told_estimate(Estimate(*fields))
    assert [type(each) for each in told] == [float, float, float, float, int, str]
    (found,) = parts_of([("why", [(MOVE, 1.0, "why", told)])])[0].candidates
    assert found.estimate == (0.25, 0.5, -3.0, 0.01, 60, "x" * 499 + "…")


ROW = (MOVE, 1.0, "why")
PART = ("scorer", [ROW])


def answered_with(answer: Any) -> tuple[RemoteThought, Random]:
    """A thought to which a worker has given this answer, and its random numbers."""

    class Answering(Link):
        """A link to a worker that has answered."""

        def ask(self, *_: Any, **__: Any) -> Request:
            request = Request((), None, None)
            request.answer, request.done = answer, True
            return request

    rng = Random(4)
    return RemoteThought(Answering(Worker("never started"), (), lambda: None), None, rng), rng


PACKED, GAUSS = told_state(Random(9).getstate())
WRONG_ANSWERS = {
    "no tuple": 5,
    "too short": ([PART], 0, None),
    "no scorers": (None, 0, None, None, ()),
    "a scorer without a name": ([(None, [ROW])], 0, None, None, ()),
    "no candidates": ([("scorer", None)], 0, None, None, ()),
    "a choice that is a text": ([PART], "0", None, None, ()),
    "a choice that is a truth value": ([PART], False, None, None, ()),
    "a choice that is a fraction": ([PART], 0.0, None, None, ()),
    "a choice below zero": ([PART], -1, None, None, ()),
    "a choice beyond": ([PART], 1, None, None, ()),
    "explorations of a text": ([PART], 0, "many", None, ()),
    "explorations without end": ([PART], 0, 2**60, None, ()),
    "numbers of a text": ([PART], 0, None, "random", ()),
    "numbers of too few": ([PART], 0, None, (PACKED[:-4], GAUSS), ()),
    "numbers of a list": ([PART], 0, None, ([0] * len(PACKED), GAUSS), ()),
    "numbers one beyond the last position": ([PART], 0, None, (PACKED[:-4] + b"\x71\x02\0\0", GAUSS), ()),
    "numbers with a truth value": ([PART], 0, None, (PACKED, True), ()),
    "numbers at no position": ([PART], 0, None, (PACKED[:-4] + b"\xff\xff\xff\xff", GAUSS), ()),
    "numbers with a text": ([PART], 0, None, (PACKED, "x"), ()),
    "numbers with an infinite one": ([PART], 0, None, (PACKED, float("inf")), ()),
    "a chance of a text": ([PART], 0, None, None, ("much",)),
    "an endless chance": ([PART], 0, None, None, (float("inf"),)),
}


@pytest.mark.parametrize("answer", WRONG_ANSWERS)
def test_a_thought_takes_nothing_from_an_answer_that_is_none(answer: str) -> None:
    thought, rng = answered_with(WRONG_ANSWERS[answer])
    with pytest.raises(ThinkingError, match=r"gave an answer that is none|gave what is no candidate|picked candidate"):
        thought.wait()
    assert not thought.done
    assert rng.getstate() == Random(4).getstate()


def test_a_thought_takes_what_is_right_in_an_answer() -> None:
    thought, rng = answered_with(([PART], 0, 7, (PACKED, GAUSS), (1.0,)))
    thought.wait()
    assert words(all_of(thought)) == [ROW]
    assert rng.getstate() == Random(9).getstate()


PARAMETERS = [None, True, 3, -(2**53), 0.5, "word", [1, "two"], (1.5, None)]
NO_PARAMETERS = [
    2**53 + 1,
    -(2**53) - 1,
    math.nan,
    math.inf,
    "x" * 201,
    "\x1b[31m",
    [[1]],
    [1] * 65,
    {},
    b"x",
    Taking(1, 1),
]


@pytest.mark.parametrize("value", PARAMETERS)
def test_what_a_replay_can_hold_is_a_parameter(value: Any) -> None:
    found = answers.parameter(value)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("value", NO_PARAMETERS)
def test_what_a_replay_cannot_hold_is_no_parameter(value: Any) -> None:
    with pytest.raises(answers.AnswerError):
        answers.parameter(value)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: answers.items([1] * 1001),
        lambda: answers.items(MOVE),
        lambda: answers.items("abc"),
        lambda: answers.items(b"abc"),
        lambda: answers.items({}),
        lambda: answers.entry(["name"], "name"),
        lambda: answers.entry("name", "name"),
        lambda: answers.entry({}, "name"),
        lambda: answers.flag(1),
        lambda: answers.flag(None),
        lambda: answers.exact_text(b"x"),
        lambda: answers.exact_text(["x"]),
        lambda: answers.exact_text("x" * 501),
    ],
)
def test_what_is_not_of_its_type_or_too_long_is_no_answer(wrong: Callable[[], Any]) -> None:
    with pytest.raises(answers.AnswerError):
        wrong()


ENDLESS = """\
import sys
sys.path[:] = {path!r}
from game.workers import wire
news = wire.pack_answer((1, "news", [])) * 100
while True:
    sys.stdout.buffer.write(news)
"""
"""What runs in a worker that reports again and again, and never answers."""


def test_news_without_end_are_taken_in_piece_by_piece_and_the_clock_ends_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """They hold no frame up, and whoever sends them is overdue like any other."""
    monkeypatch.setattr(worker_module, "_CODE", ENDLESS)
    monkeypatch.setattr(worker_module, "START_SECONDS", 3600.0)
    heard: list[Any] = []
    worker = Worker("endless")
    worker.start()
    worker._requests[0].news = heard.append
    while not heard:
        assert worker.running
        worker.look(1.0)
    for _ in range(50):
        before = len(heard)
        worker.look()
        assert len(heard) - before <= worker_module._MOST_AT_ONCE
    assert worker._frames.qsize() <= worker_module._MOST_WAITING, "the rest waits in the pipe"
    asked = worker._requests[0]
    worker._due = 0.0
    worker.look()
    assert asked.done
    with pytest.raises(ThinkingError, match="thought for more than 3600 s"):
        asked.result()
    assert worker.process is None


def test_waiting_for_an_answer_ends_though_news_come_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_module, "_CODE", ENDLESS)
    monkeypatch.setattr(worker_module, "START_SECONDS", 0.3)
    worker = Worker("endless")
    worker.start()
    with pytest.raises(ThinkingError, match=r"thought for more than 0\.3 s"):
        worker.wait(worker._requests[0])
    assert worker.process is None


def test_frames_are_read_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "frames"
    path.write_bytes(wire.pack("one") + wire.pack("two")[:-1])
    with path.open("rb") as stream:
        assert wire.request_of(wire.read_frame(stream) or b"") == "one"
        assert wire.read_frame(stream) is None
    path.write_bytes(wire.pack("one")[:5])
    with path.open("rb") as stream:
        assert wire.read_frame(stream) is None, "not even its length is there"
    path.write_bytes(struct.pack("<Q", wire.MOST_BYTES + 1))
    with path.open("rb") as stream, pytest.raises(wire.WireError, match="bytes"):
        wire.read_frame(stream)


def test_an_agent_apart_cannot_be_sent_away(agent: RemoteAgent) -> None:
    with pytest.raises(ThinkingError, match="leave --workers out"):
        dumps(agent)


@pytest.mark.cold
def test_sets_of_words_have_the_same_order_in_every_worker() -> None:
    """A scorer that goes through a set of words gives the same in each process, however Python hashes today."""
    found = set()
    for _ in range(3):
        away = in_worker(Agent("of words", (OfWords(),), Highest()))
        found.add(tuple(str(candidate.reason) for candidate in away.think(view(), Random(0))))
        away.close()
    assert len(found) == 1


@pytest.mark.cold
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


def frame_of(answer: tuple[Any, ...]) -> bytes:
    """An answer as it comes out of the pipe."""
    frame = wire.read_frame(BytesIO(wire.pack_answer(answer)))
    assert frame is not None
    return frame


def test_only_the_answer_to_what_was_asked_last_is_taken() -> None:
    worker = Worker("never started")
    asked = Request(("hello",), None, None)
    worker._requests.append(asked)
    worker._sent = 5
    for number in (4, 6):
        worker._take(frame_of((number, "done", "another")))
        assert not asked.done
    worker._take(frame_of((5, "done", "its own")))
    assert asked.result() == "its own"
