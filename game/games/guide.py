"""A guided first turn: a prepared deal and moves to make in it one after another, each told in a sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Step:
    """One thing to do: a move of player 0, what is told of it, and what is told of any other click.

    The words stand beside the pieces of the move, or those of the zone that it is `about`; where a move picks none,
    beside its button. `replies` are the moves that others make then, by themselves.
    """

    move: Any
    words: str
    wrong: str
    about: str = ""
    replies: Sequence[Any] = ()


@dataclass(frozen=True)
class Guide:
    """A guided first turn of a game for two: its deal, made anew each time, in which player 0 is to move, its steps,
    and what is told at the end."""

    deal: Callable[[], Any]
    steps: Sequence[Step]
    end: str
