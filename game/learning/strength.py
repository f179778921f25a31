"""How well a learner of a table plays: rounds against the yardstick of its spec, measured now and then as it trains."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from math import ceil, sqrt
from typing import Any, NamedTuple

import numpy as np

from game.agents.agent import Agent
from game.agents.learning import LearnerSpec, Statistics, TrainedTable, Yardstick
from game.agents.match import Match
from game.agents.network_learning import WON
from game.agents.q_learning import Parameters, QTable, Row
from game.games import registry
from game.games.ai import AI
from game.games.random_ai import random_ai
from game.rules.protocol import Setup
from game.training.metrics import LearningCurve
from game.workers import answers

GENERAL = Yardstick("random", 40)
"""Against whom a learner is measured whose spec names nobody: there is one at every game."""
_MOST_MEASURED = 10_000
_MOST_MOVES = 1000
"""A round that has gone on for so long is not won any more."""
_Z = 1.96
"""An interval of so many standard deviations to either side holds 95 of 100."""
_GROWTH, _GROWTH_RARELY = 1.15, 1.5
"""By so much it has learnt more before it is measured again, and by so many games:"""
_AT_LEAST = 5


class Strength(NamedTuple):
    """After so many games, how many of the rounds `played` against the yardstick were won."""

    games: int
    won: int
    played: int

    @property
    def share(self) -> float:
        """The share that was won."""
        return self.won / self.played


class Plays(NamedTuple):
    """All that a learner plays by at one moment, as small as it can be: the values of each state that it has met, and
    epsilon."""

    unknown: float
    setting: Hashable
    epsilon: float
    values: Mapping[Hashable, Sequence[float]]


def scatter(share: float, rounds: int) -> float:
    """By how much a share of so many rounds is off by luck alone, in 95 of 100 cases at most.

    Source: A. Agresti and B. A. Coull, "Approximate is better than exact for interval estimation of binomial
    proportions", The American Statistician 52 (1998): two rounds more are counted as won and two as lost, so that it is
    not 0 where all were won.
    """
    rate = (share * rounds + 2) / (rounds + 4)
    return _Z * sqrt(rate * (1 - rate) / (rounds + 4))


def read_strength(content: Any) -> Strength:
    """How well a learner has played, as a worker told it. Raises AnswerError."""
    games, won, played = map(answers.whole, answers.items(content, 3, 3))
    if not 0 <= won <= played or not played:
        raise answers.AnswerError(f"{won} of {played} rounds were won")
    return Strength(games, won, played)


def read_strengths(content: Any) -> list[Strength]:
    """How well a learner has played, again and again, as a worker told it. Raises AnswerError."""
    return [read_strength(each) for each in answers.items(content, _MOST_MEASURED)]


def yardstick_of(ai: AI) -> Yardstick | None:
    """Against whom an AI is measured; None where its spec measures it otherwise, or there is none here: that of a mod's
    AI is known to its worker alone."""
    spec = ai.learner_spec
    return None if spec is None or spec.evaluation is not None else spec.yardstick or GENERAL


def next_due(measured: Sequence[Strength], rarely: bool = False) -> int:
    """After how many games it is to be measured next; more `rarely` where that keeps it from learning."""
    if not measured:
        return 0
    games = measured[-1].games
    return max(games + _AT_LEAST, ceil(games * (_GROWTH_RARELY if rarely else _GROWTH)))


def plays_by(table: QTable, epsilon: float) -> Plays:
    """What a learner plays by that holds this table. States that are records become tuples, which are looked up alike,
    and take a sixth of the time to be sent."""
    rows = table.rows.items()
    values = {tuple(state) if isinstance(state, tuple) else state: tuple(row.values) for state, row in rows}
    return Plays(table.unknown, table.setting, epsilon, values)


def measured_strength(
    game: str, name: str, setup: Setup, ways: Mapping[str, Any], plays: Plays, games: int, seed: int
) -> Strength:
    """Let a learner play against its yardstick, see `measuring`."""
    found = measuring(registry.ai(game, name), setup, ways, plays, games, seed)
    return next(each for each in found if each is not None)


def measuring(
    ai: AI, setup: Setup, ways: Mapping[str, Any], plays: Plays, games: int, seed: int
) -> Iterator[Strength | None]:
    """Let a learner play against its yardstick, as it would sit at a table, from both seats of each deal, a move at a
    time: how well it has played is given last, None until then. The same deals come every time, so that they do not
    blur what has changed. Raises UnknownNameError where there is nobody who is called as the yardstick is."""
    yardstick = yardstick_of(ai)
    assert ai.learner_spec is not None
    assert yardstick is not None
    agent = ai.agent(ways, _table(ai, ai.learner_spec, plays))
    other = other_of(ai, yardstick.ai).agent()
    won = 0
    for number in range(yardstick.rounds):
        match = Match(registry.game(ai.game).rules, setup, seed + number // 2, rounds=1)
        for _ in _played(match, agent, number % 2, other):
            yield None
        won += match.end is not None and match.end.winner == number % 2
    yield Strength(games, won, yardstick.rounds)


def other_of(ai: AI, name: str) -> AI:
    """Whom a learner meets that is called so. Workers of mods have no AIs registered for games of theirs, but
    ``random`` plays any. Raises UnknownNameError."""
    return random_ai(ai.game) if name == GENERAL.ai else registry.ai(ai.game, name)


def _table(ai: AI, spec: LearnerSpec, plays: Plays) -> TrainedTable:
    table = QTable(plays.unknown, plays.setting)
    for state, values in plays.values.items():
        table.rows[state] = Row(list(values))
    parameters: Parameters = replace(spec.parameters, unknown=plays.unknown)
    return TrainedTable(ai.game, ai.name, 0, parameters, table, Statistics(epsilon=plays.epsilon))


def _played(match: Match, agent: Agent, seat: int, other: Agent) -> Iterator[None]:
    """Let an agent play a match at its seat, a move at a time; all other seats are the other's."""
    rules = match.rules
    while match.end is None and match.moves < _MOST_MOVES:
        player = match.state.to_move
        view, rng = rules.view(match.state, player), match.streams.seat(player)
        found = (agent if player == seat else other).choose(view, rng)
        match.play(rules.legal_moves(view)[0] if found is None else found.move)
        yield


def with_strength(curve: LearningCurve, yardstick: Yardstick | None, measured: Sequence[Strength]) -> LearningCurve:
    """The curve with a further column, of what was won against the yardstick; as it is where nothing was measured."""
    if yardstick is None or not measured:
        return curve
    games = np.array([each.games for each in measured], dtype=np.float64)
    across = np.union1d(curve.across, games)
    points = np.full((len(across), len(curve.columns) + 1), np.nan)
    points[:, 0] = across
    points[np.searchsorted(across, curve.across), :-1] = curve.points
    points[np.searchsorted(across, games), -1] = [each.share for each in measured]
    return replace(curve, columns=(*curve.columns, WON + yardstick.ai), points=points)
