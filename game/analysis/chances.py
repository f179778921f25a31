"""What a position of a match is worth to everybody: by the judge while a round is played, by the table of standings
between rounds, by the result at the end."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from game.analysis.judge import Judge
from game.analysis.moments import Deal
from game.rules.protocol import AnyRules, Setup, shares

Shares: TypeAlias = tuple[float, ...]
"""A number for each player."""
BeforeDeal: TypeAlias = Callable[[Any, int], Shares]
"""Every player's chance before a round's deal, by the standing and who begins."""


@dataclass(frozen=True)
class Chances:
    """Every player's chance, with all hands open."""

    rules: AnyRules
    setup: Setup
    judge: Judge
    before_deal: BeforeDeal

    def of(self, state: Any, deal: Deal, rng: Random) -> Shares:
        """In a state of a round that was dealt so."""
        if state.to_move is not None:
            return self.judge.open_chances(state, rng)
        end = self.rules.round_end(state, deal.standing)
        standing, first, over = self.rules.after_round(deal.standing, deal.first, end)
        return self.before_deal(standing, first) if over is None else shares(over.winner, self.setup.players)
