"""The random AI of every game: each legal move is a candidate, all of them equal."""

from random import Random
from typing import Any

from game.agents.agent import Candidate, Reason
from game.rules.protocol import AnyRules

_ALIKE = Reason("all moves equally likely")


class AnyMove:
    """Scores every legal move 1."""

    name = "any move"

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        return [Candidate(move, 1.0, _ALIKE) for move in self._rules.legal_moves(view)]
