"""A mod whose AIs are all at fault, each in its own way, at Nim."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from game.games.nim.rules import State
from game.modding import AI, Candidate, Highest, Reason, Registry
from game.modding.nim import Move, View

WHY = Reason("no reason")


class Does:
    """A scorer that does what a function does."""

    name = "does"

    def __init__(self, does: Callable[[View, Random], Any]) -> None:
        self._does = does

    def score(self, view: View, rng: Random) -> Any:
        return self._does(view, rng)


def legal(view: View) -> Move:
    """The first legal move."""
    pile = next(index for index, count in enumerate(view.piles) if count)
    return Move(pile, 1)


def raises(view: View, rng: Random) -> Any:
    return 1 // 0


def quits(view: View, rng: Random) -> Any:
    sys.exit("I do not want to any more")


def dies(view: View, rng: Random) -> Any:
    os._exit(3)


def hangs(view: View, rng: Random) -> Any:
    while True:
        pass


def prints(view: View, rng: Random) -> Any:
    while True:
        print("more and more " * 100)


def endless(view: View, rng: Random) -> Iterator[Candidate]:
    while True:
        yield Candidate(legal(view), 1.0, WHY)


def number(view: View, rng: Random) -> Any:
    return 42


def words(view: View, rng: Random) -> Any:
    return ["take", "everything"]


def not_a_number(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(legal(view), float("nan"), WHY)]


def scored_in_words(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(legal(view), "high", WHY)]  # type: ignore[arg-type]  # it is at fault


def no_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(None, 1.0, WHY)]


def words_for_a_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate("the left one", 1.0, WHY)]


def own_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(Does(raises), 1.0, WHY)]


def unsendable_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(lambda: None, 1.0, WHY)]


def illegal(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(Move(0, 99), 1.0, WHY)]


def huge_number(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(Move(10**6000, 1), 1.0, WHY)]


def nested_move(view: View, rng: Random) -> list[Candidate]:
    """Of some bytes here, and of a million million values when it is walked through."""
    move: Any = ()
    for _ in range(40):
        move = (move, move)
    return [Candidate(move, 1.0, WHY)]


def nested_in_move(view: View, rng: Random) -> list[Candidate]:
    inner: Any = ()
    for _ in range(40):
        inner = (inner, inner)
    return [Candidate(Move(inner, 1), 1.0, WHY)]


def class_for_a_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(Move, 1.0, WHY)]


def state_for_a_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(State((1, 2)), 1.0, WHY)]


class Chatty(str):
    """A text that does something when it is looked at."""

    def __len__(self) -> int:
        return 1 // 0


def text_in_a_move(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(Move(Chatty("x"), 1), 1.0, WHY)]  # type: ignore[arg-type]  # it is at fault


def huge_score(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(legal(view), 10**6000, WHY)]


def prints_below(view: View, rng: Random) -> list[Candidate]:
    """Writes where Python's own printing ends, terminal escapes among it, and makes a legal move."""
    for _ in range(100):
        os.write(2, b"\x1b[31m" + b"red " * 100)
        os.write(1, b"out " * 100)
    return [Candidate(legal(view), 1.0, WHY)]


def fills(view: View, rng: Random) -> list[Candidate]:
    """Takes memory, a little at a time."""
    held = []
    while True:
        held.append(bytearray(b"x" * 10_000_000))


def grabs(view: View, rng: Random) -> list[Candidate]:
    """Takes all memory at once."""
    held = bytearray(b"x") * 10**12
    return [Candidate(legal(view), float(len(held)), WHY)]


def bad_reason(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(legal(view), 1.0, Reason("{} {}", ("one",)))]


class WildPicker:
    """Picks what is not there."""

    name = "wild"

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return len(candidates) + 5


def one_legal(view: View, rng: Random) -> list[Candidate]:
    return [Candidate(legal(view), 1.0, WHY)]


SCRIPTS = (
    raises, quits, dies, hangs, prints, endless, number, words, not_a_number, scored_in_words, no_move,
    words_for_a_move, own_move, unsendable_move, illegal, bad_reason, huge_number, nested_move, nested_in_move,
    class_for_a_move, state_for_a_move, text_in_a_move, huge_score,
    fills, grabs,
)  # fmt: skip


def _unmade(settings: Mapping[str, Any]) -> Any:
    raise ValueError("no picker today")


def register(registry: Registry) -> None:
    """Add an AI for each fault."""
    for script in SCRIPTS:
        name = script.__name__.replace("_", "-")

        def scorers(*_: Any, does: Callable[[View, Random], Any] = script) -> list[Any]:
            return [Does(does)]

        registry.ai(AI(name, "nim", f"{name}, always", scorers, lambda _: Highest()))
    registry.ai(AI("prints-below", "nim", "prints", lambda *_: [Does(prints_below)], lambda _: Highest()))
    registry.ai(AI("wild-picker", "nim", "picks nothing", lambda *_: [Does(one_legal)], lambda _: WildPicker()))
    registry.ai(AI("unmade", "nim", "cannot be made", lambda *_: [Does(one_legal)], _unmade))
