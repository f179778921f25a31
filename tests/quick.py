"""AIs that count their work, asked for little of it: for tests that go over all AIs and measure no strength."""

from collections.abc import Iterable

from game.agents.agent import Agent
from game.games.registry import AI
from game.rules.protocol import AnyRules

FEW = {"playouts": 2, "rollouts": 2, "worlds": 2}
"""What is asked of AIs that count their work, by the names of such parameters: enough to look at what is hidden."""
TURNS = 30
"""So many turns of a game that can go on for hundreds do for an AI that counts its work."""
MANY_TURNS = 40
"""And so many for others, where the end of such a game is not what is tested."""


def few(ai: AI) -> dict[str, int]:
    """The parameters with which an AI works little; none where it does not count its work."""
    return {option.key: FEW[option.key] for option in ai.parameters if option.key in FEW}


def quick_seat(ai: AI) -> str:
    """A seat with this AI, as words ask for one."""
    asked = ",".join(f"{key}={value}" for key, value in few(ai).items())
    return f"{ai.name}@{asked}" if asked else ai.name


def counts(seats: Iterable[str]) -> bool:
    """Whether one of these seats, each as `quick_seat` gives it, counts its work."""
    return any(f"{key}=" in seat for seat in seats for key in FEW)


def quick_options(rules: AnyRules, seats: Iterable[str]) -> dict[str, int]:
    """The options of matches with these seats, each as `quick_seat` gives it: a game that has a turn limit ends by it,
    the earlier where one of them counts its work."""
    has_limit = any(option.key == "turn_limit" for option in rules.options)
    return {"turn_limit": TURNS if counts(seats) else MANY_TURNS} if has_limit else {}


def quick_agent(ai: AI) -> Agent:
    """This AI's agent."""
    return ai.agent(few(ai))
