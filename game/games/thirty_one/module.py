"""Thirty-one, declared: the game and its AIs."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from math import isfinite, nan
from typing import TYPE_CHECKING, Any

from game.agents.agent import Scorer
from game.agents.judging import Judge
from game.agents.pickers import Best
from game.base.reading import whole_between
from game.checkpoints import places
from game.games.ai import AI
from game.games.module import GameModule
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.thirty_one import greedy as thirty_one_greedy
from game.games.thirty_one.cards import BEST
from game.games.thirty_one.effort import ROLLOUTS
from game.games.thirty_one.guide import GUIDE
from game.games.thirty_one.levels import levels
from game.games.thirty_one.moves import Move
from game.games.thirty_one.personas import PERSONAS
from game.games.thirty_one.plain import plain
from game.games.thirty_one.playouts import PLAYOUTS
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.standings import SPEC
from game.games.thirty_one.tactician import ABOUT, Tactics, tactician
from game.games.thirty_one.words import piece_words, round_title
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import AnyRules, Option, Setup

if TYPE_CHECKING:
    from game.agents.network_learning import NetworkSpec
    from game.training.network_training import NetworkTrainingSpec

# What is imported in these functions takes numpy, or is needed by few: the game is declared without it.


@cache
def _spec(ai: str) -> "NetworkSpec":
    from game.games.thirty_one.networks import expert_spec, spec

    return expert_spec() if ai == "expert" else spec(ai)


@cache
def _training(ai: str) -> "NetworkTrainingSpec":
    from game.games.thirty_one.networks import training_spec

    return training_spec(ai)


def _looking_ahead(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
    from game.games.thirty_one.networks import looking_ahead

    return looking_ahead(rules, settings)


def _judge(settings: Mapping[str, Any], effort: float) -> Judge:
    from game.games.thirty_one.networks import judge

    return judge(settings, effort)


def _observation(setup: Setup) -> Any:
    from game.games.thirty_one.observation import ThirtyOneObservation

    return ThirtyOneObservation(setup)


def _many(setup: Setup, number: int, whole: bool) -> Any:
    from game.games.thirty_one.match_arrays import ThirtyOneMatches

    return ThirtyOneMatches(setup, number, whole)


def _neural(name: str, about: str) -> AI:
    """An AI that plays by networks of its own, with the file that ships for it."""

    def scorers(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
        from game.agents.network_learning import network_scorers

        return network_scorers(_spec(name), rules, settings)

    file = places.shipped("thirty_one", f"{name}.npz")
    return AI(
        name,
        "thirty_one",
        about,
        scorers,
        lambda _: Best(),
        networks=partial(_spec, name),
        network_training=partial(_training, name),
        pretrained=file if file.is_file() else None,
    )


def number(text: str) -> float:
    """A number; raises ValueError."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not isfinite(value):
        raise ValueError(_("needs a number"))
    return value


def points(text: str) -> float:
    """Points of a hand, 0 to 31; raises ValueError."""
    value = number(text)
    if not 0.0 <= value <= BEST:
        raise ValueError(_("needs points from 0 to 31"))
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

NEURAL = _neural("neural", _("two networks value every move, trained against a pool of opponents; the best is played"))
PAGE = _neural("page", _("the inputs, networks and training of the game’s description, against greedy alone"))
EXPERT = AI(
    "expert",
    "thirty_one",
    _("neural, which plays choices on for three turns, in sampled worlds, where they are near to each other"),
    _looking_ahead,
    lambda _: Best(),
    (Option("rollouts", ROLLOUTS, partial(whole_between, least=1, most=10**6), _("the roll-outs of a decision")),),
    networks=partial(_spec, "expert"),
    taught_as=NEURAL.name,
    pretrained=NEURAL.pretrained,
    judge=_judge,
)


GAME = GameModule(
    RULES,
    _("Thirty-one"),
    _("Two to four players gather one suit; the last with lives wins."),
    "neural",
    observation=_observation,
    move=Move,
    judge="expert",
    zones=(
        TableZone("deck", "pile", faces="nobody", counted=True, title=_("Deck")),
        TableZone("discard", "pile", title=_("Discard")),
        TableZone("hand", "fan", each=True, faces="owner", title=_("Hand")),
    ),
    round_title=round_title,
    many=_many,
    piece_words=piece_words,
    standings=SPEC,
    playouts=PLAYOUTS,
    advisor=EXPERT.name,
    minutes=15,
    guide=GUIDE,
    plain=plain,
    personas=PERSONAS,
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
        PAGE,
        EXPERT,
        SEARCH,
    ):
        registry.ai(ai)
