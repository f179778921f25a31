"""The tree of a search: how often each move was tried, and what that was worth."""

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from game.agents.platt import AS_IT_COMES, Platt
from game.agents.playouts import UNCERTAIN, Certain, Worth

EXPLORATION = 0.8
"""How much a move that was seldom tried is preferred (UCB1), in standard deviations of what play-outs come to: half of
a win where they end with it, a hundredth where positions are judged that are nearly alike."""


class Node:
    """What has come of a move: how often it was tried and could have been, and what that was worth to each player.

    Chance lies between a node and those below it, so that what is legal there differs from one play-out to another.
    """

    __slots__ = ("able", "below", "mover", "sums", "visits")

    def __init__(self, mover: int, players: int) -> None:
        self.mover = mover
        self.visits = self.able = 0
        self.sums = [0.0] * players
        self.below: dict[Any, Node] = {}

    def add(self, worth: Worth) -> None:
        """One play-out more."""
        self.visits += 1
        for player, share in enumerate(worth):
            self.sums[player] += share

    def urgency(self, spread: float) -> float:
        """By how much the mover wants to try it, UCB1 over the times when it could have been; results have this
        `spread`."""
        return self.sums[self.mover] / self.visits + EXPLORATION * spread * sqrt(log(self.able) / self.visits)


@dataclass
class Results:
    """What all play-outs of a decision were worth to the player."""

    number: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, worth: float) -> None:
        self.number += 1
        self.total += worth
        self.squares += worth * worth

    @property
    def spread(self) -> float:
        """Their standard deviation; that of an even game before there are two of them."""
        if self.number < 2:
            return 0.5
        mean = self.total / self.number
        return sqrt(max(0.0, self.squares / self.number - mean * mean))


class Branch:
    """A move that the search compares: the tree below it, and how much its worth varies. `results` are those of all
    moves that are compared; `certain` is what the move is known to come to at once, and `told` makes a chance of
    the rest."""

    def __init__(
        self,
        move: Any,
        player: int,
        players: int,
        preferred: bool,
        results: Results,
        certain: Certain = UNCERTAIN,
        told: Platt = AS_IT_COMES,
    ) -> None:
        self.move = move
        self.certain = certain
        self.told = told
        self.results = results
        self.preferred = preferred
        """Whether the policy likes it most."""
        self.node = Node(player, players)
        self.squares = 0.0
        self.rounds = 0
        """How many halvings it has survived."""

    @property
    def chance(self) -> float:
        """The mean of what its play-outs were worth to the player."""
        node = self.node
        return node.sums[node.mover] / node.visits

    @property
    def error(self) -> float | None:
        """One standard error of that mean, as if play-outs were independent; None below two of them."""
        visits, mean = self.node.visits, self.chance
        return None if visits < 2 else sqrt(max(0.0, self.squares / visits - mean * mean) / (visits - 1))
