"""A mod for every game whose AI answers what its seed says: mostly a legal move, else anything at all."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from enum import Enum
from random import Random
from typing import Any

from game.games.registry import games
from game.modding import AI, AnyRules, Best, Candidate, Highest, Option, Reason, Registry, Weighted

FINE = Reason("fine")
ESCAPES = "\x1b[2J\x1b]0;owned\x07\u202e\r\b\u200b\ud800"


class Colour(Enum):
    """An enumeration that the program does not know."""

    RED = "red"


class Loud(str):
    """A text that is none."""

    def __str__(self) -> str:
        raise RuntimeError(ESCAPES)

    __repr__ = __format__ = __str__  # type: ignore[assignment]  # it is hostile


def nested(depth: int) -> Any:
    """Tuples in tuples, each twice: small to hold, without end to write out."""
    found: Any = ()
    for _ in range(depth):
        found = (found, found)
    return found


def deep(depth: int) -> Any:
    """A list in a list in a list."""
    found: Any = []
    for _ in range(depth):
        found = [found]
    return found


def anything(rng: Random) -> Any:
    """A value that fits nowhere."""
    makers: list[Callable[[], Any]] = [
        lambda: None, lambda: 10**6000, lambda: -(10**6000), lambda: nested(40), lambda: deep(5000), lambda: int,
        lambda: Colour, lambda: Colour.RED, lambda: Loud("x"), lambda: lambda: 1, lambda: float("nan"), lambda: 1e400,
        lambda: "x" * 10**6, lambda: ESCAPES, lambda: b"\0" * 1000, lambda: range(10**12), lambda: {1: {2: 3}},
        lambda: set(range(5)), lambda: object(), lambda: True, lambda: [0] * 10**5, lambda: sys, lambda: 1j,
        lambda: (rng.randrange(-9, 99), rng.randrange(-9, 99)), lambda: rng, lambda: Candidate, lambda: 0.5,
    ]  # fmt: skip
    return rng.choice(makers)()


def crash(rng: Random) -> None:
    """Do something that no AI should."""
    doings: list[Callable[[], Any]] = [
        lambda: 1 // 0, lambda: sys.exit(ESCAPES), lambda: os._exit(rng.randrange(256)),
        lambda: os.kill(os.getpid(), signal.SIGKILL), lambda: time.sleep(60), lambda: print(ESCAPES * 1000),
        lambda: os.write(2, ESCAPES.encode("utf-8", "replace") * 1000), lambda: os.write(1, b"\x1b[2J" * 1000),
        lambda: sys.setrecursionlimit(10**6), lambda: threading.Thread(target=time.sleep, args=(600,)).start(),
        lambda: os.close(1), lambda: bytearray(300_000_000), lambda: signal.signal(signal.SIGTERM, signal.SIG_IGN),
    ]  # fmt: skip
    rng.choice(doings)()


class Hostile:
    """Scores every legal move, and now and then answers something else."""

    def __init__(self, rules: AnyRules, seed: int) -> None:
        self._rules, self._rng = rules, Random(seed)
        self.name = "hostile" if seed % 3 else ESCAPES

    def score(self, view: Any, _: Random) -> Any:
        rng = self._rng
        legal = [Candidate(move, rng.random(), FINE) for move in self._rules.legal_moves(view)]
        odd = rng.randrange(16)
        if odd == 0:
            crash(rng)
        elif odd == 1:
            return anything(rng)
        elif odd == 2:
            return [Candidate(anything(rng), 1.0, FINE), *legal]
        elif odd == 3:
            return [Candidate(legal[0].move, anything(rng), FINE)]
        elif odd == 4:
            return [Candidate(legal[0].move, 1.0, anything(rng))]
        elif odd == 5:
            return [Candidate(legal[0].move, 1.0, Reason(ESCAPES + "{} {:>1000}", (anything(rng), 7)))]
        elif odd == 6:
            return (legal[: rng.randrange(len(legal) + 1)] for _ in range(rng.choice((3, 10**9))))
        elif odd == 7:
            parts = list(legal[0].move) if isinstance(legal[0].move, tuple) else [legal[0].move]
            parts[rng.randrange(len(parts))] = anything(rng)
            made: Any = type(legal[0].move)
            return [Candidate(made(*parts) if isinstance(legal[0].move, tuple) else made(parts[0]), 1.0, FINE)]
        return legal


class Wild:
    """Picks anything."""

    name = "wild"

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def pick(self, candidates: Any, rng: Random) -> Any:
        return anything(self._rng) if self._rng.random() < 0.3 else self._rng.randrange(len(candidates))


def register(registry: Registry) -> None:
    """Add one to every game."""
    seed = Option("seed", 0, int, "what it does follows from it")
    for game in [each.name for each in games()]:
        registry.ai(
            AI(
                f"hostile-{game.replace('_', '-')}",
                game,
                f"answers anything{ESCAPES if game == 'nim' else ''}",
                lambda rules, given: [Hostile(rules, int(given.get("seed", 0)))],
                lambda given: Random(given.get("seed", 0)).choice((Highest(), Best(), Weighted(), Wild(1))),
                parameters=(seed,),
            )
        )
