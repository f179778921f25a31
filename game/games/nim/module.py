"""Nim, declared: the game and its AIs."""

from typing import TYPE_CHECKING, Any

from game.agents.pickers import Highest
from game.checkpoints import places
from game.games.ai import AI
from game.games.learners import EPSILON, table_picker, table_scorers
from game.games.levels import NAMES
from game.games.module import GameModule
from game.games.nim.guide import GUIDE
from game.games.nim.levels import levels
from game.games.nim.personas import PERSONAS
from game.games.nim.plain import plain
from game.games.nim.players import ExactPlay, verdicts
from game.games.nim.record import MOST_PILES, Move
from game.games.nim.rules import RULES
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import Setup

if TYPE_CHECKING:
    from game.agents.learning import LearnerSpec

# What is imported in these functions takes numpy, or is needed by few: the game is declared without it.


def _learning() -> "LearnerSpec":
    from game.games.nim.learning import LEARNING

    return LEARNING


def _observation(setup: Setup) -> Any:
    from game.games.nim.observation import NimObservation

    return NimObservation(setup)


def _many(setup: Setup, number: int, whole: bool) -> Any:
    from game.games.nim.match_arrays import NimMatches

    return NimMatches(setup, number, whole)


Q_LEARNER = AI(
    "q-learner",
    "nim",
    _(
        "has learnt the value of every move by playing itself, 50,000 games with piles 1, 3, 5 and 7; the best is "
        "played"
    ),
    lambda rules, settings: table_scorers(_learning(), rules, settings),
    table_picker,
    (EPSILON,),
    learner_spec=_learning,
    pretrained=places.shipped("nim", "q-learner.npz"),
)
PERFECT = AI(
    "perfect",
    "nim",
    _("wins whenever the position can be won; else it plays the move that leaves the most ways to go wrong"),
    lambda *_: [ExactPlay()],
    lambda _: Highest(),
)
RANDOM = random_ai("nim")
SEARCH = search_ai("nim")


GAME = GameModule(
    RULES,
    _("Nim"),
    _("Two players take stones from piles; whoever takes the last one loses."),
    "q-learner",
    verdicts,
    _observation,
    move=Move,
    judge="perfect",
    zones=(
        TableZone("pile", "row", cells=MOST_PILES, columns=1, from_end=True, title=_("Pile")),
        TableZone("taken", "grid", each=True, counted=True, pickable=False, title=_("Taken")),
        TableZone("gone", seen=False),
    ),
    chance=False,
    advisor=NAMES[-1],
    house_ai=NAMES[-1],
    many=_many,
    minutes=2,
    guide=GUIDE,
    plain=plain,
    personas=PERSONAS,
)


def register(registry: Registry) -> None:
    """Add Nim and its AIs."""
    registry.game(GAME)
    for ai in (*levels(Q_LEARNER, PERFECT), Q_LEARNER, PERFECT, RANDOM, SEARCH):
        registry.ai(ai)
