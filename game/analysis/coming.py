"""What may come: what chance may bring of a move, how likely it is, and what each does to everybody's chance; and what
could have come of a round's deal.

All hands are open, as for the curve and its strokes of luck: what comes is judged by the same random numbers as there.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from game.agents.judging import Shares
from game.analysis.analysis import read_once
from game.analysis.baseline import baseline
from game.analysis.batches import carried_out
from game.analysis.chances import Chances
from game.analysis.judges import JudgeWords, judge_once
from game.analysis.luck import weighed
from game.analysis.moments import Deal, Moment, PlayedMatch
from game.analysis.outcomes import Begun, pieces_of
from game.games import registry
from game.games.module import GameModule
from game.mods.mods import ModsInUse
from game.rules.protocol import apply

MOST = 60
"""Up to so many outcomes are counted out, more than for a stroke of luck: each is told."""
OTHER_DEALS = 60
"""So many deals are drawn to see what could have come of one."""


class Coming(NamedTuple):
    """One thing that may come: in words, how likely it is, every player's chance after it, and whether it came."""

    words: str
    likely: float
    chances: Shares
    came: bool


class WhatMayCome(NamedTuple):
    """All that may come of a move, where `exact`; else so many outcomes by lot. Nothing where nothing is left to
    chance."""

    exact: bool
    rows: Sequence[Coming]


class Dealt(NamedTuple):
    """What a round's deal was among others: every player's chance after it, and after each of those that were drawn;
    none where all deals are alike."""

    came: Shares
    others: Sequence[Shares]


@dataclass(frozen=True)
class _OfMatch:
    """Looks at one place of a recorded match; it can be sent to workers, which read the match for themselves."""

    path: Path
    digest: str
    words: JudgeWords
    seed: int
    place: int
    mods: ModsInUse

    def _looked(self) -> tuple[PlayedMatch, Chances]:
        """The match, and the chances in it. Raises ReplayError where the file is not what it was."""
        self.mods.use()
        match = read_once(self.path, self.digest)
        before = carried_out(baseline(self.words, match.setup, match.deals[0].first, self.mods))
        return match, Chances(match.rules, match.setup, judge_once(self.words), before)


@dataclass(frozen=True)
class DealMayCome(_OfMatch):
    """Looks at what could have come of a deal, by its place among the deals."""

    def __call__(self, portion: None = None) -> Dealt:
        """What it was among others; there is one portion. Raises ReplayError where the file is not what it was."""
        match, chances = self._looked()
        return dealt(chances, match.deals[self.place], self.seed)


@dataclass(frozen=True)
class MayCome(_OfMatch):
    """Looks at what may come of one move, the played one or another, by its place among the moves."""

    move: Any

    def __call__(self, portion: None = None) -> WhatMayCome:
        """What may come; there is one portion. Raises ReplayError where the file is not what it was."""
        match, chances = self._looked()
        return what_may_come(chances, registry.game(self.words.game), self._moment(match), self.seed, self._came(match))

    def _came(self, match: PlayedMatch) -> bool:
        return bool(match.moments[self.place].move == self.move)

    def _moment(self, match: PlayedMatch) -> Moment:
        """The moment as it was, or as it might have gone on with another move."""
        moment = match.moments[self.place]
        if self._came(match):
            return moment
        after = moment.before.copy()
        chance = apply(match.rules, after, self.move, Random(f"{self.seed}/{moment.number}/instead"))
        return replace(moment, move=self.move, chance=chance, after=after)


def dealt(chances: Chances, deal: Deal, seed: int) -> Dealt:
    """What a deal was among others. All are judged by the same random numbers, so that they differ only by what they
    are."""
    rules, key = chances.rules, f"{seed}/{deal.move}"
    lots = (Random(f"{key}/dealt/{number}") for number in range(OTHER_DEALS))
    others = [rules.deal(chances.setup, deal.standing, deal.first, lot) for lot in lots]
    if all(state == deal.state for state in others):
        others = []
    came, *could = chances.of([deal.state, *others], deal, Random(f"{key}/deal"))
    return Dealt(came, could)


def what_may_come(chances: Chances, game: GameModule, moment: Moment, seed: int, played: bool) -> WhatMayCome:
    """What may come of the move of a moment, what is the best for its player first; outcomes that show the same are
    one. Of a move that was `played`, what came is among them."""
    found, after, could = weighed(chances, game, moment, seed, MOST)
    if found is None:
        return WhatMayCome(True, ())
    came = _told(game, moment, Begun(moment.before, moment.chance)) if played else None
    alike: dict[str, list[tuple[float, Shares]]] = {}
    for begun, weight, shares in zip(found.begun, found.weights, could, strict=True):
        alike.setdefault(_told(game, moment, begun), []).append((weight, shares))
    if came is not None and came not in alike:
        alike[came] = [(0.0, after)]
    rows = [_together(words, those, words == came) for words, those in alike.items()]
    return WhatMayCome(found.exact, sorted(rows, key=lambda row: -row.chances[moment.player]))


def _told(game: GameModule, moment: Moment, begun: Begun) -> str:
    """What an outcome shows: "cloth, 2 x camel"."""
    shown = Counter(map(game.piece_words, pieces_of(game, moment, begun)))
    return ", ".join(words if number == 1 else f"{number} \u00d7 {words}" for words, number in sorted(shown.items()))


def _together(words: str, those: Sequence[tuple[float, Shares]], came: bool) -> Coming:
    """Outcomes that show the same as one."""
    likely = fsum(weight for weight, _ in those)
    players = range(len(those[0][1]))
    if likely == 0.0:
        return Coming(words, likely, those[0][1], came)
    means = [fsum(weight * shares[player] for weight, shares in those) / likely for player in players]
    return Coming(words, likely, tuple(means), came)
