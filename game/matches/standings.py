"""What rounds come to from every standing of a game, measured for the table of standings (:mod:`game.games.standings`).

Where a round is won or lost, the mean of the AI's own chances of it before the first move of a deal is taken: those
with all hands open where it judges, for against these the luck of a deal is counted, else those that it shows. Where it
has none the round is played, the AI sitting at every seat, or many at once by a judge that can.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.agents.agent import Agent, picked
from game.agents.judging import Judge, PlaysRounds, Shares, shared
from game.agents.match import Match, Silent
from game.games import registry, standings
from game.games.seats import Seat, parse_seats
from game.games.standing_spec import Key, StandingSpec
from game.games.standings import Outcomes, StandingsError, Table
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import AnyRules, RoundEnd, Setup
from game.training.spreading import HERE, Spread

_PORTION = 100
"""So many deals are measured at a time by one worker."""


@dataclass(frozen=True)
class Measuring:
    """Measures deals of a game from one standing each; what it finds depends on key and seeds alone."""

    game: str
    ai: str
    options: Mapping[str, Any]
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, portion: tuple[Key, range]) -> dict[Hashable, float]:
        """What rounds from a key come to, deal by deal of these seeds: how often, or how likely."""
        self.mods.use()
        key, seeds = portion
        table = _TableOf(self.game, self.ai, self.options, key)
        found: dict[Hashable, float] = {}
        try:
            for outcomes in table.outcomes(seeds):
                _add(found, outcomes)
        finally:
            table.close()
        return found


class _Ends(Silent):
    """Keeps how a round ended."""

    end: RoundEnd | None = None

    def round_ended(self, number: int, end: RoundEnd) -> None:
        self.end = end


class _TableOf:
    """A table with the AI at every seat, at one standing."""

    def __init__(self, game: str, ai: str, options: Mapping[str, Any], key: Key) -> None:
        module = registry.game(game)
        self._rules = module.rules
        self._spec: StandingSpec | None = module.standings
        self._setup = Setup(len(key), options)
        standing = self._rules.new_standing(self._setup) if self._spec is None else self._spec.standing(key, options)
        self._begins = standing, 0
        seats = parse_seats(module.name, [ai] * len(key))
        self._agents = [_agent_of(seat) for seat in seats]
        self._judge = _judge_of(seats[0])
        self._fallback = registry.usual_ai(module, options).agent()

    def outcomes(self, seeds: range) -> Iterator[Mapping[Hashable, float]]:
        """What the rounds of these deals come to: one outcome each, or the chances of both."""
        if isinstance(self._judge, PlaysRounds) and not self._won_or_lost:
            yield from self._at_once(self._judge, seeds)
            return
        for seed in seeds:
            yield self._outcome(seed)

    def _at_once(self, judge: PlaysRounds, seeds: range) -> Iterator[Mapping[Hashable, float]]:
        """The same of a judge that has rounds played at once."""
        states = [self._dealt(seed, Silent()).state for seed in seeds]
        going = [state for state in states if state.to_move is not None]
        for state in states:
            if state.to_move is None:
                yield {self._told(self._rules.round_end(state, self._begins[0])): 1.0}
        for outcome in judge.outcomes(going, Random(f"standings/{self._begins[0]}/{seeds.start}")) if going else ():
            yield {outcome: 1.0}

    def _outcome(self, seed: int) -> Mapping[Hashable, float]:
        ends = _Ends()
        match = self._dealt(seed, ends)
        shares = self._shares(match) if self._won_or_lost else None
        if shares is not None:
            return dict(enumerate(shares))
        while match.end is None and ends.end is None:
            player = match.state.to_move
            match.play(match.choose(player, self._agents[player], self._fallback))
        if ends.end is None:
            raise StandingsError("a round was broken off")
        return {self._told(ends.end): 1.0}

    def _dealt(self, seed: int, listener: Silent) -> Match:
        return Match(self._rules, self._setup, seed, listener, 1, self._begins)

    def _told(self, end: RoundEnd) -> Hashable:
        return end.winner if self._spec is None else self._spec.outcome(end)

    @property
    def _won_or_lost(self) -> bool:
        """Whether a round comes to its winner alone, and everybody's chance to be it may be known."""
        if self._spec is not None:
            return len(self._agents) == 2 and self._spec.won_or_lost
        return len(self._agents) == 2 or self._judge is not None

    def _shares(self, match: Match) -> Shares | None:
        """Everybody's chance of the round by the AI, before its first move; None where it has none."""
        player = match.state.to_move
        if player is None:
            return None
        if self._judge is not None:
            return self._judge.open_chances([match.state], match.streams.aside("judge"))[0]
        chance = self._shown(match, player)
        return None if chance is None else shared(chance, player, 2)

    def _shown(self, match: Match, player: int) -> float | None:
        """The chance of the round that the AI of the player to move shows; None where it shows none."""
        agent, rng = self._agents[player], match.streams.seat(player)
        candidate = picked(agent.picker, agent.think(self._rules.view(match.state, player), rng), rng)
        estimate = None if candidate is None else candidate.estimate
        if estimate is None:
            return None
        return estimate.chance if self._spec is None else estimate.round_chance

    def close(self) -> None:
        """Give back what the agents hold."""
        for agent in self._agents:
            agent.close()


def _judge_of(seat: Seat) -> Judge | None:
    ai = seat.ai
    return None if ai is None or ai.judge is None else ai.judge(ai.settings(seat.parameters, seat.learnt), 1.0)


def _agent_of(seat: Any) -> Agent:
    agent = seat.agent()
    assert isinstance(agent, Agent), "an AI, not a human, measures standings"
    return agent


def measured(
    game: str,
    ai: str,
    options: Mapping[str, Any],
    players: int,
    deals: int,
    seed: int,
    spread: Spread = HERE,
    progress: Callable[[int], None] | None = None,
) -> Table:
    """The table of standings of a match of so many players, if all of them play as the AI of these words does, from so
    many deals at each standing; at every standing the same deals, of the seeds from `seed` on. `progress` is told how
    many more are done. Raises StandingsError."""
    module = registry.game(game)
    work = Measuring(module.name, ai, options, MODS.in_use(module.name, [ai], systems=False))
    portions = portions_of(game, players, deals, seed, options)
    found: dict[int, Outcomes] = {}
    for place, outcomes in spread.each(work, portions):
        found[place] = outcomes
        if progress is not None:
            progress(len(portions[place][1]))
    return table_from(work, players, portions, [found[place] for place in range(len(portions))])


def table_from(
    work: Measuring, players: int, portions: Sequence[tuple[Key, range]], found: Sequence[Outcomes]
) -> Table:
    """The table of standings of a match of so many players, of what these portions of work come to, in their order.
    Raises StandingsError."""
    counts: dict[Key, dict[Hashable, float]] = {}
    for (key, _), outcomes in zip(portions, found, strict=True):
        _add(counts.setdefault(key, {}), outcomes)
    rules, first = registry.game(work.game).rules, portions[0][0]
    seeds = [seed for key, range_of in portions if key == first for seed in range_of]
    trained = parse_seats(work.game, [work.ai] * players)[0].trained
    made = {"judge": work.ai, "trained": trained, "deals": len(seeds), "seed": seeds[0]}
    return Table(dict(work.options), players, made, standings.solved(rules, players, counts, work.options))


def _add(sums: dict[Hashable, float], more: Outcomes) -> None:
    for outcome, count in more.items():
        sums[outcome] = sums.get(outcome, 0.0) + count


def portions_of(
    game: str, players: int, deals: int, seed: int, options: Mapping[str, Any] = standings.AS_USUAL
) -> Sequence[tuple[Key, range]]:
    """Which deals are measured at which standing, in portions: at a game whose rounds are played alike at every
    standing only at the one where a round decides the match, so that a judge's chance of the match is the round's."""
    module = registry.game(game)
    keys = standings.keys_of(module.rules, players, options)
    if module.standings is not None and module.standings.won_or_lost:
        keys = [key for key in keys if _decides(module.rules, module.standings, key, options)][:1]
    starts = range(seed, seed + deals, _PORTION)
    return [(key, range(start, min(start + _PORTION, seed + deals))) for key in keys for start in starts]


def _decides(rules: AnyRules, spec: StandingSpec, key: Key, options: Mapping[str, Any]) -> bool:
    """Whether whoever wins the round at the standing of a key wins the match."""
    standing = spec.standing(key, options)
    ends = [rules.after_round(standing, 0, spec.end(key, winner)).end for winner in range(len(key))]
    return all(end is not None for end in ends)
