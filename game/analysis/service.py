"""Judging in a worker process: pieces of work come pickled, what they come to goes back in plain values.

Who asks for it is in :mod:`game.analysis.remote`. A worker loads the mods that a game comes from before it reads the
work, for views of their games may be in it.
"""

import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.judging import Weighed
from game.analysis.analysis import Part, Work
from game.analysis.baseline import Openings
from game.analysis.decisions import Judgement
from game.analysis.positions import Position, Sampling
from game.mods.mods import ModsInUse

Judging = Work | Openings | Position | Sampling
"""What a worker can be asked to carry out."""


def carry_out(mods: ModsInUse, work: bytes, portion: Any) -> Any:
    """What a portion of some work comes to, in plain values and moves."""
    mods.use()
    return _told(_unpacked(work)(portion))


@lru_cache(maxsize=8)
def _unpacked(work: bytes) -> Callable[[Any], Any]:
    unpacked: Callable[[Any], Any] = pickle.loads(work)  # the program's own
    return unpacked


def _told(result: Any) -> Any:
    """A result as an answer holds it."""
    match result:
        case Part():
            return _plain(result.record())
        case Judgement():
            candidates = [(each.move, float(each.chance), float(each.error)) for each in result.candidates]
            return candidates, result.candidates.index(result.best), result.forced, result.counts
        case _:
            return _plain(result)


def _plain(value: Any) -> Any:
    """A value whose lists, dicts and numbers are plain ones: those of numpy are not."""
    match value:
        case Mapping():
            return {key: _plain(each) for key, each in value.items()}
        case str() | bool() | None:
            return value
        case int():
            return int(value)
        case float():
            return float(value)
        case Sequence():
            return [_plain(each) for each in value]
        case _:
            raise TypeError(f"a result holds a {type(value).__name__}")


def heard(work: Judging, answer: Any) -> Any:
    """What some work came to, by the answer of a worker. Raises ThinkingError where it is none."""
    try:
        match work:
            case Work():
                return Part.of(answer)
            case Position():
                candidates, best, forced, counts = answer
                weighed = [Weighed(*each) for each in candidates]
                return Judgement(weighed, weighed[best], forced, counts)
            case _:
                return [tuple(map(float, row)) for row in answer]
    except (LookupError, TypeError, ValueError) as error:
        raise ThinkingError(f"gave an answer that is none ({error})") from None
