"""Mutation testing of `check`: ``python -m tests.mutate_check`` damages sound replays, and then the checker itself.

Replays of every game, with thoughts, picked pieces, notes, undone moves and a branch, are damaged leaf by leaf, key by
key and line by line: each damage must be refused at its line, but for what a file cannot show (`free`). Then each
comparison of the checker, and each call of a check, is taken out in turn (by its syntax tree): for each some damage
must then be answered otherwise. Prints its counts and what survived; ends with 1 where anything did.
"""

import argparse
import ast
import dataclasses
import inspect
import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any

from game.games import registry
from game.games.module import register_game
from game.matches import check, replay, thoughts
from game.mods.files import load
from game.rules import placing
from tests.damaged_replays import EMBERS, Case, Outcome, damages, sound
from tests.games import GAMES

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
                    yield from ((each, other, range(0)) for each, other in comparisons(value, True))


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
    def of(cls, cases: Iterable[Case], folder: Path) -> "Damaged":
        """These damages, each shown to the checker."""
        files, found = {str(module.__file__) for module in checker()}, cls(folder, [], defaultdict(list))
        for case in cases:
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
        loaded = load("embers", EMBERS, None)
        register_game(dataclasses.replace(loaded.games[0], mod=("embers", "0" * 64)))
        for ai in loaded.ais:
            registry.register(ai)
        sounds = [of for game in GAMES for of in sound(game, Path(name))]
        lines = sum(len(of.records) for of in sounds)
        (mod, *_) = sound("embers", Path(name), [1])
        heads = (case for case in damages(mod, every=len(mod.records)) if not case.index)
        cases = chain(heads, islice((case for of in sounds for case in damages(of)), 0, None, each))
        damaged = Damaged.of(cases, Path(name))
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
