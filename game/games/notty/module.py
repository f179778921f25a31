"""Notty, declared: the game and its AIs."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.agents.learning import LearnerSpec
from game.agents.pickers import Best
from game.games.ai import AI
from game.games.learners import LEARNING, learning_picker, learning_scorers
from game.games.module import GameModule
from game.games.notty import group_maker as notty_group_maker
from game.games.notty import robber as notty_robber
from game.games.notty.choices import CAREFUL, DRAW_COUNTS
from game.games.notty.guide import GUIDE
from game.games.notty.lean import LeanPlay
from game.games.notty.learning import PARAMETERS, STEADY, EvenRewards, FarEncoding, PageEncoding, PageRewards
from game.games.notty.levels import levels
from game.games.notty.moves import Move
from game.games.notty.networks import DEEP_Q, EXPERT
from game.games.notty.observation import NottyObservation
from game.games.notty.playouts import PLAYOUTS
from game.games.notty.rules import RULES, steals
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import Option


def draws(text: str) -> str:
    """How the number of cards to draw is chosen; raises ValueError."""
    if text not in DRAW_COUNTS:
        raise ValueError(f"needs {' or '.join(DRAW_COUNTS)}")
    return text


DRAWS = Option(
    "draws",
    CAREFUL,
    draws,
    _("how many cards it draws, as a rule: careful one, page two or three"),
    choices=(("careful", _("one as a rule")), ("page", _("two or three as a rule"))),
)
RANDOM = random_ai("notty")
SEARCH = search_ai("notty")
GROUP_MAKER = AI(
    "group-maker",
    "notty",
    _("the hard one: gathers a large hand that goes in one turn; five scorers count the turns that each action saves"),
    lambda *_: notty_group_maker.scorers(),
    lambda _: Best(),
)
ROBBER = AI(
    "robber",
    "notty",
    _("the group-maker that robs, in every turn, whoever is nearest to going out"),
    lambda *_: notty_robber.scorers(),
    lambda _: Best(),
)
LEAN = AI(
    "lean",
    "notty",
    _("keeps its hand small: discards at once, draws only at three or fewer cards, steals from nobody"),
    lambda *_: [LeanPlay()],
    lambda _: Best(),
)


def _learner(name: str, about: str, spec: LearnerSpec) -> AI:
    """An AI that learns Notty, with the table that ships for it."""
    return AI(
        name,
        "notty",
        about,
        partial(learning_scorers, spec),
        partial(learning_picker, spec),
        (*LEARNING, *spec.ways),
        learner_spec=spec,
        pretrained=Path(str(resources.files("assets"))) / "notty" / f"{name}.npz",
    )


Q_LEARNER = _learner(
    "q-learner",
    _("the easy one: has learnt by playing itself when to draw, steal, swap and discard; it explores a little"),
    LearnerSpec(PageEncoding(), PageRewards(), PARAMETERS, ways=(DRAWS,), encoded=PageEncoding),
)
Q_LEARNER_PLUS = _learner(
    "q-learner-plus",
    _("the medium one: sees how many cards its best groups would leave over, and is rewarded for losing cards"),
    LearnerSpec(FarEncoding(), EvenRewards(), STEADY, ways=(DRAWS,), encoded=FarEncoding),
)


GAME = GameModule(
    RULES,
    _("Notty"),
    _("Two or three players get rid of their cards in groups."),
    DEEP_Q.name,
    observation=NottyObservation,
    move=Move,
    judge="expert",
    outcomes=steals,
    zones=(
        TableZone("deck", "pile", faces="nobody", counted=True, pickable=False),
        TableZone("hand", "row", each=True, counted=True),
    ),
    playouts=PLAYOUTS,
    minutes=10,
    guide=GUIDE,
)


def register(registry: Registry) -> None:
    """Add Notty and its AIs."""
    registry.game(GAME)
    for ai in (
        *levels(GROUP_MAKER, EXPERT),
        RANDOM,
        LEAN,
        GROUP_MAKER,
        ROBBER,
        DEEP_Q,
        EXPERT,
        Q_LEARNER,
        Q_LEARNER_PLUS,
        SEARCH,
    ):
        registry.ai(ai)
