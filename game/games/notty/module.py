"""Notty, declared: the game and its AIs."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from game.agents.agent import Picker, Scorer
from game.agents.judging import Judge
from game.agents.pickers import Best
from game.base.reading import one_of
from game.checkpoints import places
from game.games.ai import AI
from game.games.learners import LEARNING, learning_picker, learning_scorers
from game.games.module import GameModule, words_of_piece
from game.games.notty import group_maker as notty_group_maker
from game.games.notty import robber as notty_robber
from game.games.notty.choices import CAREFUL, DRAW_COUNTS
from game.games.notty.guide import GUIDE
from game.games.notty.hands import KINDS, card_name
from game.games.notty.lean import LeanPlay
from game.games.notty.levels import levels
from game.games.notty.moves import Move
from game.games.notty.personas import PERSONAS
from game.games.notty.plain import plain
from game.games.notty.playouts import PLAYOUTS
from game.games.notty.rules import RULES, steals
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import AnyRules, Option, Piece, Setup

if TYPE_CHECKING:
    from game.agents.learning import LearnerSpec
    from game.agents.network_learning import NetworkSpec
    from game.training.network_training import NetworkTrainingSpec


def draws(text: str) -> str:
    """How the number of cards to draw is chosen; raises ValueError."""
    return one_of(text, *DRAW_COUNTS)


DRAWS = Option(
    "draws",
    CAREFUL,
    draws,
    _("how many cards it draws, as a rule: careful one, page two or three"),
    choices=(("careful", _("one as a rule")), ("page", _("two or three as a rule"))),
)
HOUSE_RULES = frozenset({"draw_limit", "hand_limit"})
"""What is known by whoever reads off what it sees how many cards may come."""
RANDOM = random_ai("notty")
SEARCH = search_ai("notty")
GROUP_MAKER = AI(
    "group-maker",
    "notty",
    _("the hard one: gathers a large hand that goes in one turn; five scorers count the turns that each action saves"),
    lambda *_: notty_group_maker.scorers(),
    lambda _: Best(),
    knows=HOUSE_RULES,
)
ROBBER = AI(
    "robber",
    "notty",
    _("the group-maker that robs, in every turn, whoever with more than one card is nearest to going out"),
    lambda *_: notty_robber.scorers(),
    lambda _: Best(),
    knows=HOUSE_RULES,
)
LEAN = AI(
    "lean",
    "notty",
    _("keeps its hand small: discards at once, draws only at three or fewer cards, steals from nobody"),
    lambda *_: [LeanPlay()],
    lambda _: Best(),
    knows=HOUSE_RULES,
)


# What is imported in these functions takes numpy: the game is declared without it.


@cache
def _page() -> "LearnerSpec":
    from game.games.notty.learning import page

    return page((DRAWS,))


@cache
def _far() -> "LearnerSpec":
    from game.games.notty.learning import far

    return far((DRAWS,))


def _deep_q() -> "NetworkSpec":
    from game.games.notty.networks import SPEC

    return SPEC


def _expert() -> "NetworkSpec":
    from game.games.notty.networks import EXPERT

    return EXPERT


def _training() -> "NetworkTrainingSpec":
    from game.games.notty.networks import TRAINING

    return TRAINING


def _judge(settings: Mapping[str, Any], effort: float) -> Judge:
    from game.games.notty.networks import judge

    return judge(settings, effort)


def _observation(setup: Setup) -> Any:
    from game.games.notty.observation import NottyObservation

    return NottyObservation(setup)


def _by_networks(spec: Callable[[], "NetworkSpec"]) -> Callable[[AnyRules, Mapping[str, Any]], Sequence[Scorer]]:
    """What makes the scorers of an AI that plays by networks."""

    def scorers(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
        from game.agents.network_learning import network_scorers

        return network_scorers(spec(), rules, settings)

    return scorers


def _learner(name: str, about: str, spec: Callable[[], "LearnerSpec"]) -> AI:
    """An AI that learns Notty, with the table that ships for it."""

    def picker(settings: Mapping[str, Any]) -> Picker:
        return learning_picker(spec(), settings)

    return AI(
        name,
        "notty",
        about,
        lambda rules, settings: learning_scorers(spec(), rules, settings),
        picker,
        (*LEARNING, DRAWS),
        learner_spec=spec,
        pretrained=places.shipped("notty", f"{name}.npz"),
    )


Q_LEARNER = _learner(
    "q-learner",
    _("the easy one: has learnt by playing itself when to draw, steal, swap and discard; it explores a little"),
    _page,
)
Q_LEARNER_PLUS = _learner(
    "q-learner-plus",
    _("the medium one: sees how many cards its best groups would leave over, and is rewarded for losing cards"),
    _far,
)
_NETWORKS = places.shipped("notty", "deep-q.npz")
DEEP_Q = AI(
    "deep-q",
    "notty",
    _("networks over all hands value every action; rules round them return cards and discard groups"),
    _by_networks(_deep_q),
    lambda _: Best(),
    networks=_deep_q,
    network_training=_training,
    pretrained=_NETWORKS if _NETWORKS.is_file() else None,
)
EXPERT = AI(
    "expert",
    "notty",
    _("the strongest there is: {name}, looking one action farther", name=DEEP_Q.name),
    _by_networks(_expert),
    lambda _: Best(),
    networks=_expert,
    taught_as=DEEP_Q.name,
    pretrained=DEEP_Q.pretrained,
    judge=_judge,
    judges=HOUSE_RULES,
)


def _piece_words(piece: Piece) -> str:
    """A card: "red 5"."""
    return card_name(KINDS.index(piece.kind)) if piece.kind in KINDS else words_of_piece(piece)


GAME = GameModule(
    RULES,
    _("Notty"),
    _("Two or three players get rid of their cards in groups."),
    DEEP_Q.name,
    observation=_observation,
    move=Move,
    judge="expert",
    outcomes=steals,
    zones=(
        TableZone("deck", "pile", faces="nobody", counted=True, title=_("Deck")),
        TableZone("hand", "row", each=True, counted=True, title=_("Hand")),
    ),
    playouts=PLAYOUTS,
    minutes=15,
    guide=GUIDE,
    plain=plain,
    piece_words=_piece_words,
    advisor=EXPERT.name,
    house_ai="group-maker",
    personas=PERSONAS,
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
