"""Our AIs as OpenSpiel's players: a bot that plays, a policy that tells with what probability it takes each action."""

from collections import Counter
from random import Random
from typing import Any

import pyspiel

from game.agents.agent import Agent
from game.games.seats import SeatError, check_house_rules, parse_seat


def bot(game: Any, ai: str, seed: int = 1) -> "AIBot":
    """An AI, in words as for ``--seat``, as a bot for a game of ours. Raises SeatError or UnknownNameError."""
    return AIBot(_agent(game, ai), game.table, seed)


def policy(game: Any, ai: str, asked: int = 1) -> "AIPolicy":
    """An AI as a policy. It is asked so many times at each information state, and each action has the share of times
    that it was taken: once does for an AI that does not draw lots. Raises as `bot` does."""
    return AIPolicy(_agent(game, ai), game.table, asked)


def _agent(game: Any, ai: str) -> Agent:
    seat = parse_seat(game.table.rules.name, ai)
    check_house_rules([seat.ai], game.table.setup.options)
    agent = seat.agent()
    if agent is None:
        raise SeatError("a human can sit down in the window only: name an AI")
    return agent


class AIBot(pyspiel.Bot):  # type: ignore[misc]  # OpenSpiel ships no types
    """Plays as an AI does."""

    def __init__(self, agent: Agent, table: Any, seed: int) -> None:
        super().__init__()
        self._agent, self._table, self._rng = agent, table, Random(seed)

    def step(self, state: Any) -> int:
        """The action that the AI takes."""
        return _action(self._agent, self._table, state, self._rng)

    def restart(self) -> None:
        """Nothing of a match is kept."""

    def restart_at(self, state: Any) -> None:
        """Nothing of a match is kept."""

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """What others do is seen in the state."""


class AIPolicy:
    """The action probabilities of an AI, as OpenSpiel's algorithms ask for them; each information state once."""

    def __init__(self, agent: Agent, table: Any, asked: int) -> None:
        self._agent, self._table, self._asked = agent, table, asked
        self._known: dict[str, dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Every legal action with its probability."""
        player = state.current_player() if player_id is None else player_id
        key = state.information_state_string(player)
        if key not in self._known:
            chosen = Counter(
                _action(self._agent, self._table, state, Random(f"{key}/{time}")) for time in range(self._asked)
            )
            self._known[key] = {action: chosen[action] / self._asked for action in state.legal_actions()}
        return self._known[key]

    def __call__(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        return self.action_probabilities(state, player_id)


def _action(agent: Agent, table: Any, state: Any, rng: Random) -> int:
    """What an AI does in a state. Raises ValueError where it makes no move."""
    view = state.view(state.current_player())
    chosen = agent.choose(view, rng)
    if chosen is None:
        raise ValueError(f"{agent.name} makes no move")
    return int(table.layout.index(view, chosen.move))
