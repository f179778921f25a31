"""The AIs of Thirty-one."""

from math import isfinite, nan

from game.brains import thirty_one_greedy
from game.brains.thirty_one_tactician import ABOUT, Tactics, tactician
from game.builtin.thirty_one_networks import NEURAL, NEURAL_VS_GREEDY
from game.modding import AI, AnyMove, Best, Option, Registry, Weighted
from game.rules.thirty_one_cards import BEST


def number(text: str) -> float:
    """A number; raises ValueError."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise ValueError("needs a number")
    return value


def points(text: str) -> float:
    """Points of a hand, 0 to 31; raises ValueError."""
    value = number(text)
    if not 0.0 <= value <= BEST:
        raise ValueError("needs points from 0 to 31")
    return int(value) if value == int(value) else value


RANDOM = AI(
    "random",
    "thirty_one",
    "any legal move, all alike",
    lambda rules, _: [AnyMove(rules)],
    lambda _: Weighted(),
)
GREEDY = AI(
    "greedy",
    "thirty_one",
    "the highest score at once, cards counted: it takes the discard when that beats the deck; it never calls",
    lambda *_: thirty_one_greedy.greedy(),
    lambda _: Best(),
)
GREEDY_CALLER = AI(
    "greedy-caller",
    "thirty_one",
    "the same, and calls at 25 points",
    lambda _, settings: thirty_one_greedy.greedy_caller(settings["call_at"]),
    lambda _: Best(),
    (Option("call_at", thirty_one_greedy.CALL_AT, points, "the points from which it calls, 0 to 31"),),
)
TACTICIAN = AI(
    "tactician",
    "thirty_one",
    "gathers points first and 31 later, gives the next player little, and calls in time",
    lambda _, settings: tactician(Tactics(**{key: settings[key] for key in Tactics._fields})),
    lambda _: Best(),
    tuple(Option(key, default, number, ABOUT[key]) for key, default in Tactics()._asdict().items()),
)


def register(registry: Registry) -> None:
    """Add the AIs of Thirty-one."""
    for ai in (RANDOM, GREEDY, GREEDY_CALLER, TACTICIAN, NEURAL, NEURAL_VS_GREEDY):
        registry.ai(ai)
