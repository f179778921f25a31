"""What stands in for the move of an AI that has chosen none, or none that is legal."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from game.brains.agent import Agent
from game.rules.protocol import AnyRules


@dataclass(frozen=True)
class Choice:
    """A legal move for a player to make; `fault` says what its AI did wrong where another move stands in."""

    move: Any
    fault: str | None = None


def legal_choice(rules: AnyRules, view: Any, agent: Agent, move: Any | None, fallback: Agent, aside: Random) -> Choice:
    """The move that `agent` chose, if it is legal; else one of the `fallback`, else the first legal one.

    What stands in draws from `aside`, so that a fault never disturbs the match's own random numbers.
    """
    refusal = "it chose no move" if move is None else rules.refusal(view, move)
    if refusal is None:
        return Choice(move)
    candidate = fallback.choose(view, aside)
    stand_in = None if candidate is None else candidate.move
    if stand_in is None or rules.refusal(view, stand_in) is not None:
        stand_in = rules.legal_moves(view)[0]
    what = "" if move is None else f"{called(rules.describe, move) or repr(move)}: "
    return Choice(stand_in, f"{agent.name} made no legal move ({what}{refusal}); {fallback.name} moved in its place")


def called(name: Callable[[Any], str], move: Any) -> str:
    """What `name` (a wording of the rules) calls a move; a broken AI may call anything a move, which is then shown as
    it is: the gate refuses it, and the match goes on."""
    try:
        return name(move)
    except Exception:  # whatever a wording raises for what is no move
        return repr(move)
