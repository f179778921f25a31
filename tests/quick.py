"""AIs that count their work, asked for little of it: for tests that go over all AIs and measure no strength."""

from game.agents.agent import Agent
from game.games.registry import AI

FEW = {"playouts": 4, "rollouts": 4, "worlds": 4}
"""What is asked of AIs that count their work, by the names of such parameters: enough to look at what is hidden."""


def few(ai: AI) -> dict[str, int]:
    """The parameters with which an AI works little; none where it does not count its work."""
    return {option.key: FEW[option.key] for option in ai.parameters if option.key in FEW}


def quick_seat(ai: AI) -> str:
    """A seat with this AI, as words ask for one."""
    asked = ",".join(f"{key}={value}" for key, value in few(ai).items())
    return f"{ai.name}@{asked}" if asked else ai.name


def quick_agent(ai: AI) -> Agent:
    """This AI's agent."""
    return ai.agent(few(ai))
