"""A mod whose AIs are all at fault, each in its own way, at Nim."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

from game.modding import AI, Candidate, Highest, Reason, Registry
from game.rules.nim import View
from game.rules.nim_record import Move

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
    words_for_a_move, own_move, unsendable_move, illegal, bad_reason,
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
    registry.ai(AI("wild-picker", "nim", "picks nothing", lambda *_: [Does(one_legal)], lambda _: WildPicker()))
    registry.ai(AI("unmade", "nim", "cannot be made", lambda *_: [Does(one_legal)], _unmade))
