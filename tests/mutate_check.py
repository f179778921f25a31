"""Mutation testing of `check`: ``python -m tests.mutate_check`` damages sound replays, and then the checker itself.

Replays of every game, with thoughts, picked pieces, notes, undone moves and a branch, are damaged leaf by leaf, key by
key and line by line: each damage must be refused at its line, but for what a file cannot show (`free`). Then each
comparison of the checker, and each call of a check, is taken out in turn (by its syntax tree): for each some damage must
then be answered otherwise. Prints its counts and what survived; ends with 1 where anything did.
"""

import argparse
import ast
import inspect
import json
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import Any

from game.agents.agent import Candidate, Considered, Estimate, Reason
from game.games import registry
from game.games.seats import parse_seats
from game.games.zones import laying
from game.matches import branching, check, replay, thoughts
from game.matches.check import Follower
from game.matches.replay import Line, Recorder, Replay, ReplayError, read
from game.rules import placing
from game.rules.options import full_options
from game.rules.placing import Pieces, dealt
from game.rules.protocol import Effect, OptionError, Setup
from game.rules.streams import Streams
from tests.games import GAMES, turn_limit, usual_ai

Record = dict[str, Any]
Step = str | int
Way = tuple[Step, ...]
Outcome = tuple[int, str] | None
"""The line that is refused, 0 where the checker fails itself, and the words; None where nothing is."""
TEXT = "Nothing happened, but — ‘for once’ — in more bytes than letters: ½ 🐪"
_HUMAN = {"name": "You", "ai": None, "parameters": {}, "trained": None}
_AI = {"name": "AI", "ai": "random", "parameters": {"depth": 2}, "trained": "0" * 64}


# --- sound replays -----------------------------------------------------------------------------------------------


def play(path: Path, game: str, seed: int, turns: int, human: bool = False, seats: int = 2) -> Path:
    """A match of random moves with all that a replay can hold, its rounds ended after so many `turns` where the game has
    such an option and no human plays."""
    rules, zones = registry.game(game).rules, laying(registry.game(game).zones)
    said = {"turn_limit": turns} if turn_limit(game, turns) else {}
    how = Setup(seats, full_options(rules, said), human=human)
    players = [_HUMAN if human and not seat else _AI for seat in range(seats)]
    recorder = Recorder(path, rules, seed, how, players, systems=[{"mod": "pets", "sha256": "1" * 64}])
    streams, rng = Streams(seed), Random(f"rich/{seed}")
    standing, first, over, number = rules.new_standing(how), 0, None, 0
    while over is None:
        number += 1
        state = rules.deal(how, standing, first, streams.deal(number))
        recorder.round_started(number, first, state)
        recorder.noted(None, TEXT)
        past, undos = [(state.copy(), dealt(rules.board(state)))], 2
        while state.to_move is not None:
            player, view = state.to_move, rules.view(state, state.to_move)
            moves = rules.legal_moves(view)
            if rng.random() < 0.3:
                recorder.considered(Considered(player, "random", view, _thoughts(moves[:4], rng), 0))
            move = rng.choice(moves)
            pieces, effects = Pieces.of(past[-1][1], zones), list[Effect]()
            numbers = [lying[1] for row in pieces.places.values() for lying in row]
            wanted = rules.chosen(view, move)
            spots = pieces.told(wanted, set(rng.sample(numbers, len(numbers) // 2)))
            rules.decide(state, move, effects)
            chance = rules.draw_chance(state, move, streams.chance())
            rules.settle(state, move, chance, effects)
            recorder.moved(player, move, chance, state, spots)
            pieces.carry_out(effects, pieces.picked(wanted, spots) if spots else ())
            past.append((state.copy(), pieces.arrangement()))
            if undos and len(past) > 3 and rng.random() < 0.3:
                undos -= 1
                to = rng.randrange(len(past) - 2)
                del past[to + 1 :]
                state = past[-1][0].copy()
                recorder.undone(to, state)
                recorder.noted(0, "I took it back.")
        end = rules.round_end(state, standing)
        if not end.unfinished:
            recorder.round_ended(number, end)
        standing, first, over = rules.after_round(standing, first, end)
    recorder.match_ended(over)
    return path


def _thoughts(moves: Sequence[Any], rng: Random) -> list[Candidate]:
    shown = Estimate(chance=0.5, error=0.25, visits=3, line="and so on")
    return [Candidate(move, rng.uniform(-1, 1), Reason("it is there"), rng.choice([None, shown])) for move in moves]


class Sound:
    """A sound replay, and the follower before each of its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.replay = read(path)
        self.records = [self.replay.head, *[line.record for line in self.replay.lines]]
        self.followers = [Follower(self.replay)]
        for line in self.replay.lines:
            follower = fork(self.followers[-1], self.replay)
            follower.step(line)
            self.followers.append(follower)

    def legal(self, state: Any) -> list[Record]:
        """The legal moves of a state, as lines tell them."""
        rules = self.replay.rules
        return [rules.move_record(move) for move in rules.legal_moves(rules.view(state, state.to_move))]


def fork(follower: Follower, whose: Replay) -> Follower:
    """A follower at the same position, whose further steps change nothing of this one."""
    other, position = Follower(whose), follower.position
    lists = {"states": [*position.states], "arrangements": [*position.arrangements], "moves": [*position.moves]}
    other.position = replace(position, **lists)
    if position.arrangements:
        other._pieces = Pieces.of(position.arrangements[-1], other._laying)
    return other


def sound(game: str, folder: Path, seeds: Sequence[int] = (1, 2)) -> list[Sound]:
    """Replays of a game: of few turns and of more, with a human and without, of as many players as it seats, and one
    that branches from another."""
    most = registry.game(game).rules.seats[-1]
    made = [play(folder / f"{game}-{seed}.jsonl", game, seed, 5 * seed**2, seed == 3, most) for seed in seeds]
    whole = read(made[0])
    rounds = [at for at, line in enumerate(whole.lines) if line.record["type"] == "move"]
    made.append(branching.branched(whole, rounds[-1], parse_seats(game, [usual_ai(game)] * most), 5, 0))
    return [Sound(path) for path in made]


# --- damaged ones ------------------------------------------------------------------------------------------------


@dataclass
class Case:
    """A sound replay whose lines from `index` on are these instead: what was done to it, and whether a file cannot show
    that."""

    of: Sound
    index: int
    records: Sequence[Any]
    done: str
    free: bool = False
    later: bool = False
    """Whether only a line after it may tell."""

    def missed(self, outcome: Outcome) -> bool:
        """Whether this is no answer to it."""
        if outcome is None:
            return not self.free
        return outcome[0] == 0 or not (self.free or self.later or outcome[0] == self.index + 1)

    def outcome(self, folder: Path) -> tuple[Outcome, set[tuple[str, int]]]:
        """What the checker says of it, and the lines of code that were at work where it refused."""
        try:
            if self.index:
                follower = fork(self.of.followers[self.index - 1], self.of.replay)
                for number, record in enumerate(self.records, start=self.index + 1):
                    parsed = replay._parsed(self.of.replay, number, json.dumps(record).encode())
                    follower.step(Line(number, parsed))
            else:
                path = folder / "damaged.jsonl"
                path.write_text("".join(json.dumps(record) + "\n" for record in self.records), encoding="utf-8")
                check.follow(read(path))
        except ReplayError as error:
            number, _, words = str(error).partition(", line ")[2].partition(":")
            return (int(number), words), set(_places(error))
        except Exception as error:
            return (0, repr(error)), set()
        return None, set()


def _places(error: BaseException | None) -> Iterator[tuple[str, int]]:
    while error is not None:
        for frame, line in walk_tb(error.__traceback__):
            yield frame.f_code.co_filename, line
        error = error.__context__


def leaves(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every leaf of a JSON value, with the way to it; an empty list or object is a leaf."""
    if isinstance(value, dict | list) and value:
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*way, step))
    else:
        yield way, value


def objects(value: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every object and list of a JSON value, with the way to it."""
    if isinstance(value, dict | list):
        yield way, value
        for step, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from objects(inner, (*way, step))


def at(value: Any, way: Way) -> Any:
    for step in way:
        value = value[step]
    return value


def replaced(record: Any, way: Way, value: Any) -> Any:
    """A copy with one value replaced."""
    if not way:
        return value
    copy = deepcopy(record)
    at(copy, way[:-1])[way[-1]] = value
    return copy


def others(value: Any) -> list[Any]:
    """Values that a leaf could be mistaken for."""
    if isinstance(value, bool):
        return [not value, int(value), str(value), None]
    if isinstance(value, int | float):
        return [value + 1, value - 1, -value - 1, float(value) + 0.5, bool(value), str(value), None, [value], 10**30]
    if isinstance(value, str):
        return [value + "x", value.upper() + " ", "", None, 0, [value], {}]
    if value is None:
        return [0, 1, False, "", "null", []]
    return [None, 0, "", [0], {"a": 0}, [[0]]]  # what was an empty list or object


def damages(of: Sound) -> Iterator[Case]:
    """Every damage of a replay."""
    words = sorted({value for record in of.records for _, value in leaves(record) if isinstance(value, str)})
    for index, record in enumerate(of.records):
        rest = of.records[1:] if not index else []

        def case(changed: Any, done: str, free: bool, index: int = index, rest: Any = rest) -> Case:
            free = free or (of.records[index]["type"] == "thought" and is_legal_thought(of, index, changed))
            return Case(of, index, [changed, *rest], f"{of.path.name}, line {index + 1}: {done}", free)

        for number, (way, value) in enumerate(leaves(record)):
            choice = others(value)
            for other in (
                choice[number % len(choice)],
                choice[(number + index) % len(choice)],
                words[number % len(words)],
            ):
                if json.dumps(other) != json.dumps(value):
                    free = is_free(of, index, way, other)
                    yield case(replaced(record, way, other), f"{way} is {other!r:.40}, not {value!r:.40}", free)
        for way, found in objects(record):
            free = way[-1:] == ("parameters",)
            for key in list(found) if isinstance(found, dict) else range(0, len(found), 7):
                less = deepcopy(record)
                del at(less, way)[key]
                yield case(less, f"{way} lacks {key!r}", free or may_lack(of, index, (*way, key)))
            more = {**found, "more": 1} if isinstance(found, dict) else [*found, *(found[:1] or [1])]
            yield case(replaced(record, way, more), f"{way} has more", free)
            for other in [other for other in (None, 5, "", [], {}) if other != found]:
                yield case(replaced(record, way, other), f"{way} is {other!r}", is_free(of, index, way, other))
            if isinstance(found, list) and found != found[::-1]:
                free = is_free(of, index, (*way, 0), found) or way[-1:] == ("candidates",) or in_any_order(record, way)
                yield case(replaced(record, way, found[::-1]), f"{way} is backwards", free)
    yield from _of_lines(of)


def _of_lines(of: Sound) -> Iterator[Case]:
    """Lines too many, too few, and such as fit one another, but not the match."""
    records, first_round = of.records, next(at for at, line in enumerate(of.records) if line["type"] == "round")
    for index, record in enumerate(records[1:], start=1):
        kind, done = record["type"], f"{of.path.name}, line {index + 1}: "
        later = records[index + 1 :]
        followed = later[0]["type"] if later else None
        idle = kind in ("note", "thought")
        yield Case(of, index, later, done + "left out", idle or followed in ("undo", None), True)
        # Going back where one is changes nothing.
        yield Case(of, index, [record, *records[index:]], done + "doubled", idle or kind == "undo", True)
        yield Case(of, index, [{"type": "match"}], done + "a second head")
        yield Case(of, index, [{"type": "round_end", "round": 1, "winner": 0}], done + "an end")
        for other in (records[first_round], records[-1]):
            if other is not record:
                yield Case(of, index, [other], done + f"{other['type']} there", kind == "match_end" == other["type"])
        if kind == "round" and index > first_round and record["state"]["to_move"] is not None:
            for player in range(len(of.replay.head["players"])):
                if player != record["first"]:
                    begun = replaced(replaced(record, ("first",), player), ("state", "to_move"), player)
                    yield Case(of, index, [begun], done + f"{player} begins")
    for record in records:
        yield Case(
            of, len(records), [record], f"{of.path.name}: {record['type']} after the end", not of.replay.finished
        )


# --- what a file cannot show -------------------------------------------------------------------------------------


def is_free(of: Sound, index: int, way: Way, value: Any) -> bool:
    """Whether a value is as good as the one that stands there.

    The seed is not tied to the deals (they are what the file says they are), names and texts are free, an AI may be one
    that this program has not got and may have thought anything of legal moves, options matter where they take effect.
    """
    record, seats = of.records[index], range(len(of.replay.head["players"]))
    number, whole = type(value) in (int, float), type(value) is int
    match record["type"], way:
        case ("match", ("seed",)) | ("undo", ("redrawn", "seed")):
            return whole and (index == 0 or shows_nothing_hidden(of, index))
        case "undo", ("redrawn", "player"):
            return whole and value in seats and shows_nothing_hidden(of, index)
        case "match", ("players", int(), "name") | ("systems", int(), "mod"):
            return isinstance(value, str)
        case ("match", ("players", int(), "ai")) | ("thought", ("ai",)):
            return isinstance(value, str) or (value is None and record["type"] == "match")
        case "match", ("players", int(), "parameters"):
            return isinstance(value, dict)
        case "match", ("players", int(), "parameters", *_):
            return True
        case "match", ("players", int(), "trained"):
            return value is None
        case "match", ("options", key, *_):
            return may_be(of, key, replaced(record, way, value)["options"][key])
        case "match", ("options",):
            return value == {} and not any(option.always for option in of.replay.rules.options)
        case "match", ("systems", *rest):
            return isinstance(value, list) and (rest != [] or value == [])
        case "match", ("branch", "move"):
            return whole and value >= 0
        case "note", ("text",):
            return isinstance(value, str)
        case "note", ("player",):
            return value is None or (whole and value in seats)
        case "thought", ("chosen",):
            return value is None or (whole and 0 <= value < len(record["candidates"]))
        case "thought", ("candidates", int(), "score"):
            return number
        case "thought", ("candidates", int(), "chance" | "error"):
            return number and 0 <= value <= 1
        case "thought", ("candidates", int(), "visits"):
            return whole and value >= 0
        case "thought", ("candidates", int(), "reason" | "line"):
            return isinstance(value, str)
        case "move", ("picked", int(), 1):
            return whole  # another piece of the same kind may lie there
        case "round", ("first",):  # of a round that is over as it is dealt, and that follows none
            return record["state"]["to_move"] is None and record["round"] == 1 and whole and value in seats
    return False


def may_be(of: Sound, key: Step, value: Any) -> bool:
    """Whether an option may have a value."""
    option = next(option for option in of.replay.rules.options if option.key == key)
    try:
        return json.dumps(option.parse(str(value).strip("[]").replace(" ", ""))) == json.dumps(value)
    except (ValueError, OptionError):
        return False


def is_legal_thought(of: Sound, index: int, changed: Any) -> bool:
    """Whether a line tells of other legal moves, and of nothing else that is other."""
    record = of.records[index]
    if not isinstance(changed, dict) or changed.keys() != record.keys() or not isinstance(changed["candidates"], list):
        return False
    told = [row.get("move") if isinstance(row, dict) else None for row in changed["candidates"]]
    if told == [row["move"] for row in record["candidates"]] or len(told) <= record["chosen"]:
        return False
    position = of.followers[index - 1].position
    return all(move in of.legal(position.state) for move in told)


def shows_nothing_hidden(of: Sound, index: int) -> bool:
    """Whether nothing can be drawn anew in the state after a line."""
    rules, state = of.replay.rules, of.followers[index].position.state
    return all(rules.state_record(rules.redraw(state, Random(seed))) == rules.state_record(state) for seed in range(9))


def may_lack(of: Sound, index: int, way: Way) -> bool:
    """Whether a key or an item need not be there."""
    record = of.records[index]
    match record["type"], way:
        case ("match", ("systems" | "branch", *_)) | ("move", ("picked",)):
            return way[-1] not in ("mod", "sha256", "of", "move")
        case "match", ("options", key, int() as place):
            less = list(of.records[0]["options"][key])
            del less[place]
            return may_be(of, key, less)
        case "match", ("options", key):
            return not next(option for option in of.replay.rules.options if option.key == key).always
        case "undo", ("redrawn",):
            return shows_nothing_hidden(of, index)
        case "thought", ("candidates", int()):
            return True
        case "thought", ("candidates", int(), key):
            return key not in ("move", "score", "reason")
    return False


def in_any_order(record: Record, way: Way) -> bool:
    """Whether any order of a list is as good: of what is dealt, and of those who play."""
    match record["type"], way:
        case ("round", ("state", "deck" | "bonus" | "hands") | ("state", "bonus", _)) | ("move", ("state", "deck")):
            return record["type"] == "round" or "cards" in record["move"] or record["move"]["kind"] == "return_card"
    return record["type"] == "match"


# --- the checker with something taken out ------------------------------------------------------------------------

_REFUSALS = ("ReplayError", "RecordError", "ThoughtError", "PickedError", "fault")
_CHECKS = ("_expect", "check_", "_check", "_need", "_running")
_ANSWERS = ("_same", "_is_spot", "is_digest")
"""Functions that answer whether something is right."""


def checker() -> list[ModuleType]:
    """The modules that check: what replays are read and followed by, and each game's reading of records."""
    rules = [sys.modules[type(registry.game(game).rules).__module__] for game in GAMES]
    records = [sys.modules.get(module.__name__.replace(".rules", ".record")) for module in rules]
    return [check, replay, thoughts, placing, *rules, *[module for module in records if module is not None]]


def comparisons(tree: ast.AST, weak: bool) -> Iterator[tuple[ast.expr, ast.expr]]:
    """The comparisons of a condition, each with what stands for it once it is taken out: a value that refuses nothing,
    which is `weak` as the condition stands, or a chain without one of its links."""
    match tree:
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from comparisons(inner, not weak)
        case ast.BoolOp(values=values):
            for value in values:
                yield from comparisons(value, weak)
        case ast.Call(func=ast.Name(id="all" | "any"), args=[ast.GeneratorExp(elt=inner)]):
            yield from comparisons(inner, weak)
        case ast.Compare(left=left, ops=[first, second], comparators=[middle, right]) if weak:
            yield tree, ast.Compare(left, [first], [middle])
            yield tree, ast.Compare(middle, [second], [right])
        case ast.expr():
            yield tree, ast.Constant(weak)


def takeable(tree: ast.Module) -> Iterator[tuple[ast.AST, ast.AST, range]]:
    """What can be taken out of a module: a node, what takes its place, and the lines in which it refuses; no lines
    where it answers instead."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            match node:
                case ast.If(
                    test=test, body=[ast.Raise(exc=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)))]
                ):
                    if name in _REFUSALS:
                        lines = range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
                        yield from ((each, other, lines) for each, other in comparisons(test, False))
                case ast.Expr(value=ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))):
                    if name.startswith(_CHECKS):
                        yield node, ast.Pass(), range(node.lineno, (node.end_lineno or 0) + 1)
                case ast.Return(value=ast.expr() as value) if function.name in _ANSWERS:
                    inner = value.args[0] if isinstance(value, ast.Call) and function.name == "_same" else value
                    yield from ((each, other, range(0)) for each, other in comparisons(inner, True))


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        return self.new if node is self.old else self.generic_visit(node)


@dataclass
class Mutant:
    """A module of the checker with one thing taken out."""

    module: ModuleType
    number: int
    lines: range
    told: str

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Have the module's own functions do as this one's."""
        source = inspect.getsource(self.module)
        tree = ast.parse(source)
        old, new, _ = next(islice(takeable(tree), self.number, None))
        changed = ast.fix_missing_locations(_Put(old, ast.copy_location(new, old)).visit(tree))
        codes = dict(_codes(compile(changed, str(self.module.__file__), "exec")))
        before = {name: function.__code__ for name, function in _functions(self.module)}
        for name, function in _functions(self.module):
            function.__code__ = codes[name]
        try:
            yield
        finally:
            for name, function in _functions(self.module):
                function.__code__ = before[name]


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_qualname, inner
            yield from _codes(inner)


def _functions(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The functions and methods of a module by their qualified names."""
    classes = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
    for space in (module, *classes):
        for value in vars(space).values():
            function = inspect.unwrap(getattr(value, "__func__", value)) if callable(value) else None
            if inspect.isfunction(function) and function.__code__.co_filename == module.__file__:
                yield function.__qualname__, function


def mutants() -> list[Mutant]:
    """The checker with each comparison and each call of a check taken out in turn."""
    made = []
    for module in checker():
        tree = ast.parse(inspect.getsource(module))
        for number, (old, new, lines) in enumerate(takeable(tree)):
            told = f"{module.__name__}:{getattr(old, 'lineno', 0)}: {ast.unparse(old)}"
            made.append(Mutant(module, number, lines, told + (f" -> {ast.unparse(new)}" if lines else "")))
    return made


# --- both --------------------------------------------------------------------------------------------------------


@dataclass
class Damaged:
    """Damages with the checker's answers, and by the lines of the checker that refused them."""

    folder: Path
    answers: list[tuple[Case, Outcome]]
    refused_at: dict[tuple[str, int], list[int]]

    @classmethod
    def all(cls, sounds: Sequence[Sound], folder: Path, each: int = 1) -> "Damaged":
        """Every damage, or one of `each` so many."""
        files, found = {str(module.__file__) for module in checker()}, cls(folder, [], defaultdict(list))
        for case in islice((case for of in sounds for case in damages(of)), 0, None, each):
            outcome, places = case.outcome(folder)
            found.answers.append((case, outcome))
            for place in places:
                if place[0] in files:
                    found.refused_at[place].append(len(found.answers) - 1)
        return found

    @property
    def missed(self) -> list[str]:
        """The damages that the checker does not answer as it must."""
        return [f"{case.done}: {outcome}" for case, outcome in self.answers if case.missed(outcome)]

    def killed(self, mutant: Mutant) -> str | None:
        """How a mutant shows: what it accepts, refuses elsewhere, fails at or calls otherwise; None where it lives."""
        file = str(mutant.module.__file__)
        numbers = [number for line in mutant.lines for number in self.refused_at[file, line]]
        with mutant.at_work():
            for number in numbers if mutant.lines else range(len(self.answers)):
                case, before = self.answers[number]
                now, _ = case.outcome(self.folder)
                if now != before:
                    if now is None or before is None:
                        return "accepted" if now is None else "refused"
                    return "failed" if now[0] == 0 else "elsewhere" if now[0] != before[0] else "other words"
        return None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutate_check", description=(__doc__ or "").partition("\n\n")[2]
    )
    parser.add_argument("--each", type=int, default=1, help="try one of so many damages (default: all)")
    each = parser.parse_args().each
    with TemporaryDirectory() as name:
        os.environ["TABLETALK_HOME"] = name
        sounds = [of for game in GAMES for of in sound(game, Path(name))]
        lines = sum(len(of.records) for of in sounds)
        damaged = Damaged.all(sounds, Path(name), each)
        print(
            f"{len(damaged.answers):,} damages of {lines} lines in {len(sounds)} replays, {len(damaged.missed)} missed"
        )
        ways = {mutant.told: damaged.killed(mutant) for mutant in mutants()}
        alive = [told for told, way in ways.items() if way is None]
        print(f"{len(ways)} comparisons and checks taken out, {len(alive)} unnoticed; the others:", end=" ")
        print(", ".join(f"{number} {way}" for way, number in Counter(filter(None, ways.values())).most_common()))
    for told in (*damaged.missed, *alive):
        print(f"  {told}")
    return int(bool(damaged.missed or alive))


if __name__ == "__main__":
    sys.exit(main())
