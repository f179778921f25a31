"""How a game is played out in thought, and what a search asks about its positions: which moves are likely, and what
they are worth."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from game.agents.agent import Agent
from game.agents.platt import Platt

Worth = Sequence[float]
"""What a state is worth to each player, by index: its chance to win the match, 1 together."""


class Considered(NamedTuple):
    """A view whose mover's moves are to be ordered, and the chance that this may use."""

    view: Any
    rng: Random


class Certain(NamedTuple):
    """What a move is known to come to at once, before any play-out: the share of all that may come of it that ends the
    round or is sure to, and the mean chance to win the match of the mover where it does."""

    share: float
    chance: float


UNCERTAIN = Certain(0.0, 0.0)
"""Nothing is known."""


class Outlook(Protocol):
    """What a search makes of positions, many at a time."""

    def considered(self, asked: Sequence[Considered]) -> Sequence[Iterable[Any]]:
        """For each view the moves that come into question, from the best to the worst: legal or not, all or a few."""
        ...

    def worths(self, states: Sequence[Any]) -> Sequence[Worth]:
        """What states in which somebody is to move are worth to each player."""
        ...


@dataclass(frozen=True)
class Playouts:
    """How a game is played out in thought. Everything here must be picklable: a search thinks in a worker process.

    `policy` makes the agent that moves for everybody; where there is none, or it makes none, any legal move is
    made, all equally likely. Of what it considers, the best comes first where the tree grows. `evaluation` tells
    what a state in which somebody is to move is worth to each player: it may look at the whole state, which is one
    of the sampled worlds. It cuts a play-out once the turn has passed `turns` times since the tree was left.
    `outlook` makes what does both, for many positions at a time, where that is quicker: it takes the place of the
    evaluation, and of the policy where the tree grows. `told` makes chances of the means of play-outs in a view:
    who plays everybody by a policy may be wrong in one direction. Positions are judged with errors, which no number
    of play-outs makes smaller: by `doubt` more than by what may be their error must a move lead to be played in
    place of what the policy prefers. It is two standard errors, as these are shown. `certain` tells what moves of a
    view are known to come to at once: that is shown as it is, and `told` makes something only of what is left.
    `ended` tells what a round that is over is worth, on the scale of the evaluation, where that is not the rules'
    own.
    """

    policy: Callable[[], Agent | None] | None = None
    evaluation: Callable[[Any], Worth] | None = None
    turns: int = 0
    outlook: Callable[[], Outlook] | None = None
    told: Callable[[Any], Platt] | None = None
    doubt: float = 0.0
    certain: Callable[[Any, Sequence[Any]], Sequence[Certain]] | None = None
    ended: Callable[[Any], Worth] | None = None


class OneByOne:
    """An outlook by a policy and an evaluation."""

    def __init__(self, policy: Agent | None, evaluation: Callable[[Any], Worth] | None) -> None:
        self._policy, self._evaluation = policy, evaluation

    def considered(self, asked: Sequence[Considered]) -> list[list[Any]]:
        if self._policy is None:
            return [[] for _ in asked]
        thoughts = [self._policy.think(view, rng) for view, rng in asked]
        return [[each.move for each in sorted(thought, key=lambda each: -each.score)] for thought in thoughts]

    def worths(self, states: Sequence[Any]) -> list[Worth]:
        assert self._evaluation is not None, "play-outs are cut only where there is an evaluation"
        return [self._evaluation(state) for state in states]
