"""What a position of a match is worth to everybody: by the judge while a round is played, by the table of standings
between rounds, by the result at the end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias

from game.agents.judging import Judge, Shares
from game.analysis.moments import Deal
from game.rules.protocol import AnyRules, Setup, shares

BeforeDeal: TypeAlias = Callable[[Any, int], Shares]
"""Every player's chance before a round's deal, by the standing and who begins."""


@dataclass(frozen=True)
class Chances:
    """Every player's chance, with all hands open."""

    rules: AnyRules
    setup: Setup
    judge: Judge
    before_deal: BeforeDeal

    def of(self, states: Sequence[Any], deal: Deal, rng: Random, mean_from: int | None = None) -> list[Shares]:
        """In states of a round that was dealt so; of those from `mean_from` on only the mean counts."""
        going = [state for state in states if state.to_move is not None]
        if mean_from is not None:
            mean_from = sum(state.to_move is not None for state in states[:mean_from])
        judged = iter(self.judge.open_chances(going, rng, mean_from) if going else ())
        return [self._after_round(state, deal) if state.to_move is None else next(judged) for state in states]

    def _after_round(self, state: Any, deal: Deal) -> Shares:
        end = self.rules.round_end(state, deal.standing)
        standing, first, over = self.rules.after_round(deal.standing, deal.first, end)
        return self.before_deal(standing, first) if over is None else shares(over.winner, self.setup.players)
