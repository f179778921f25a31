"""Whom networks are trained against and measured by: agents of the registry, met in matches like those of an arena."""

from collections.abc import Sequence

from game.agents.agent import Agent
from game.agents.match import play_match
from game.games.random_ai import random_ai
from game.games.seats import HUMAN, SeatError, parse_seat
from game.rules.protocol import AnyRules, Setup
from game.training.batch_training import PoolPlayer


def pool(game: str, against: Sequence[str]) -> tuple[PoolPlayer, ...]:
    """The opponents that these words ask for as seats. Raises SeatError or UnknownNameError."""
    return tuple(_player(game, spec) for spec in against)


def _player(game: str, spec: str) -> PoolPlayer:
    if spec == HUMAN:
        raise SeatError("training is headless: --against takes AIs only")
    seat = parse_seat(game, spec)
    agent = seat.agent()
    assert agent is not None
    return PoolPlayer(spec, agent, seat.trained)


def shares_won(
    rules: AnyRules,
    setup: Setup,
    agent: Agent,
    opponents: Sequence[Agent],
    matches: int,
    seed: int,
    rounds: int | None = None,
) -> tuple[float, ...]:
    """The share of its matches that `agent` wins against each opponent, a draw counted as half; of `rounds` rounds
    each where that is given. Of an opponent, copies sit on all other seats. The agent takes each seat in turn with
    the same deals, which follow from `seed`."""
    fallback = random_ai(rules.name).agent()
    shares = []
    for opponent in opponents:
        won = 0.0
        for number in range(matches):
            deal, own = divmod(number, setup.players)
            agents = [opponent] * setup.players
            agents[own] = agent
            winner = play_match(rules, setup, agents, fallback, seed + deal, rounds=rounds).end.winner
            won += 0.5 if winner is None else float(winner == own)
        shares.append(won / matches)
    return tuple(shares)
