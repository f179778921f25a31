"""Thirty-one, declared: the game and its AIs."""

from math import isfinite, nan
from typing import Any

from game.agents.pickers import Best
from game.games.ai import AI
from game.games.module import GameModule
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.thirty_one import greedy as thirty_one_greedy
from game.games.thirty_one.cards import BEST
from game.games.thirty_one.guide import GUIDE
from game.games.thirty_one.levels import levels
from game.games.thirty_one.moves import Move
from game.games.thirty_one.networks import EXPERT, NEURAL, NEURAL_VS_GREEDY
from game.games.thirty_one.observation import ThirtyOneObservation
from game.games.thirty_one.playouts import PLAYOUTS
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.standings import SPEC
from game.games.thirty_one.tactician import ABOUT, Tactics, tactician
from game.games.thirty_one.words import piece_words, round_title
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import Option, Setup


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


RANDOM = random_ai("thirty_one")
SEARCH = search_ai("thirty_one")
GREEDY = AI(
    "greedy",
    "thirty_one",
    _("goes for the highest score at once, counting cards; takes the discard when that beats the deck; never calls"),
    lambda *_: thirty_one_greedy.greedy(),
    lambda _: Best(),
)
GREEDY_CALLER = AI(
    "greedy-caller",
    "thirty_one",
    _("plays as greedy does, but calls from 25 points on"),
    lambda _, settings: thirty_one_greedy.greedy_caller(settings["call_at"]),
    lambda _: Best(),
    (Option("call_at", thirty_one_greedy.CALL_AT, points, _("the points from which it calls, 0 to 31")),),
)
TACTICIAN = AI(
    "tactician",
    "thirty_one",
    _("gathers points first and 31 later, gives the next player little, and calls in time"),
    lambda _, settings: tactician(Tactics(**{key: settings[key] for key in Tactics._fields})),
    lambda _: Best(),
    tuple(Option(key, default, number, ABOUT[key]) for key, default in Tactics()._asdict().items()),
)


def _many(setup: Setup, number: int, whole: bool) -> Any:
    from game.games.thirty_one.match_arrays import ThirtyOneMatches  # only where many matches are played at once

    return ThirtyOneMatches(setup, number, whole)


GAME = GameModule(
    RULES,
    _("Thirty-one"),
    _("Two to four players gather one suit; the last with lives wins."),
    "neural",
    observation=ThirtyOneObservation,
    move=Move,
    judge="expert",
    zones=(
        TableZone("deck", "pile", faces="nobody", counted=True),
        TableZone("discard", "pile"),
        TableZone("hand", "fan", each=True, faces="owner"),
    ),
    round_title=round_title,
    many=_many,
    piece_words=piece_words,
    standings=SPEC,
    playouts=PLAYOUTS,
    minutes=15,
    guide=GUIDE,
)


def register(registry: Registry) -> None:
    """Add Thirty-one and its AIs."""
    registry.game(GAME)
    for ai in (
        *levels(NEURAL, EXPERT),
        RANDOM,
        GREEDY,
        GREEDY_CALLER,
        TACTICIAN,
        NEURAL,
        NEURAL_VS_GREEDY,
        EXPERT,
        SEARCH,
    ):
        registry.ai(ai)
