"""AIs that count their work, asked for little of it: for tests that go over all AIs and measure no strength."""

from collections.abc import Iterable

from game.agents.agent import Agent
from game.games.registry import AI
from game.rules.protocol import AnyRules

FEW = {"playouts": 4, "rollouts": 4, "worlds": 4}
"""What is asked of AIs that count their work, by the names of such parameters: enough to look at what is hidden."""
TURNS = 30
"""So many turns of a game that can go on for hundreds do for an AI that counts its work."""


def few(ai: AI) -> dict[str, int]:
    """The parameters with which an AI works little; none where it does not count its work."""
    return {option.key: FEW[option.key] for option in ai.parameters if option.key in FEW}


def quick_seat(ai: AI) -> str:
    """A seat with this AI, as words ask for one."""
    asked = ",".join(f"{key}={value}" for key, value in few(ai).items())
    return f"{ai.name}@{asked}" if asked else ai.name


def quick_options(rules: AnyRules, seats: Iterable[str]) -> dict[str, int]:
    """The options of matches with these seats, each as `quick_seat` gives it: where one of them counts its work, a game
    that has a turn limit ends early by it."""
    counting = any(f"{key}=" in seat for seat in seats for key in FEW)
    return {"turn_limit": TURNS} if counting and any(option.key == "turn_limit" for option in rules.options) else {}


def quick_agent(ai: AI) -> Agent:
    """This AI's agent."""
    return ai.agent(few(ai))
