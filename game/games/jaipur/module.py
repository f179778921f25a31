"""Jaipur, declared: the game and its AIs."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from game.agents.agent import Scorer
from game.agents.judging import Judge
from game.agents.pickers import Best, Highest, Weighted
from game.base.reading import one_of, share, whole_between
from game.checkpoints import places
from game.games.ai import AI
from game.games.jaipur import utility as jaipur_utility
from game.games.jaipur.board import BONUS_KINDS
from game.games.jaipur.effort import ROLLOUTS
from game.games.jaipur.guide import GUIDE
from game.games.jaipur.heuristic import Heuristic
from game.games.jaipur.levels import levels
from game.games.jaipur.moves import Move
from game.games.jaipur.personas import PERSONAS
from game.games.jaipur.plain import plain
from game.games.jaipur.playouts import PLAYOUTS
from game.games.jaipur.rules import RULES
from game.games.jaipur.standings import SPEC
from game.games.jaipur.tables import GOODS, KINDS, NAME
from game.games.learners import EPSILON, table_picker, table_scorers
from game.games.module import GameModule, words_of_piece
from game.games.random_ai import random_ai
from game.games.registration import Registry
from game.games.search_ai import search_ai
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import AnyRules, Form, Option, Piece, Setup

if TYPE_CHECKING:
    from game.agents.learning import LearnerSpec
    from game.agents.network_learning import NetworkSpec
    from game.training.network_training import NetworkTrainingSpec


# What is imported in these functions takes numpy: the game is declared without it.


def _learning() -> "LearnerSpec":
    from game.games.jaipur.q_learner import LEARNING

    return LEARNING


def _neural() -> "NetworkSpec":
    from game.games.jaipur.networks import NEURAL

    return NEURAL


def _expert() -> "NetworkSpec":
    from game.games.jaipur.networks import EXPERT

    return EXPERT


def _training() -> "NetworkTrainingSpec":
    from game.games.jaipur.networks import TRAINING

    return TRAINING


def _neural_scorers(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
    from game.agents.network_learning import network_scorers

    return network_scorers(_neural(), rules, settings)


def _looking_ahead(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
    from game.games.jaipur.networks import looking_ahead

    return looking_ahead(rules, settings)


def _judge(settings: Mapping[str, Any], effort: float) -> Judge:
    from game.games.jaipur.networks import judge

    return judge(settings, effort)


def _observation(setup: Setup) -> Any:
    from game.games.jaipur.observation import JaipurObservation

    return JaipurObservation(setup)


def patience(text: str) -> float:
    """What the score of a sale is multiplied by: above 0, as without sales a full hand may know no move, and at most
    1; raises ValueError."""
    value = share(text)
    if not value:
        raise ValueError(_("needs a number above 0, at most 1"))
    return value


def exchange(text: str) -> str:
    """How exchanges are scored; raises ValueError."""
    return one_of(text, *jaipur_utility.EXCHANGES)


HOUSE_RULES = frozenset({"seals", "hand_limit", "herd", "open_bonus"})
"""What is known by whoever reads hand limit, herds, seals and bonus tokens off what it sees. Named one by one: a house
rule that is added is known to nobody before it is said, and then tested."""
UNTRAINED = frozenset({"seals", "open_bonus"})
"""What networks that judge a round need not have been trained for: how many rounds win the match, and bonus tokens that
are seen, of which others are shown the mean."""
RANDOM = random_ai("jaipur")
SEARCH = search_ai("jaipur")
UTILITY = AI(
    "utility",
    "jaipur",
    _("four formulas score a take, a sale, the camels and an exchange; the highest is played"),
    lambda _, settings: jaipur_utility.scorers(settings["patience"], settings["exchange"]),
    lambda _: Highest(),
    (
        Option("patience", 1.0, patience, _("what the score of a sale is multiplied by, above 0, at most 1")),
        Option(
            "exchange",
            jaipur_utility.EXCHANGES[0],
            exchange,
            _("how exchanges are scored: page, original (leaves out goods that stay single, unless high value) or off"),
            choices=(
                ("page", _("as the page says")),
                ("original", _("no goods that stay single")),
                ("off", _("no exchanges")),
            ),
        ),
    ),
    knows=HOUSE_RULES,
)
WEIGHTED = AI(
    "weighted",
    "jaipur",
    _("the four formulas of utility; a move is drawn with probability proportional to its score"),
    lambda *_: jaipur_utility.scorers(),
    lambda _: Weighted(),
    knows=HOUSE_RULES,
)
HEURISTIC = AI(
    "heuristic",
    "jaipur",
    _("a formula judges the state after each move; it is never tuned, so that figures against it keep their meaning"),
    lambda *_: (Heuristic(),),
    lambda _: Best(),
    knows=HOUSE_RULES,
)


Q_LEARNER = AI(
    "q-learner",
    "jaipur",
    _("has learnt by playing itself which of utility’s candidates to play: a good, the camels, an exchange or a sale"),
    lambda rules, settings: table_scorers(_learning(), rules, settings),
    table_picker,
    (EPSILON,),
    learner_spec=_learning,
    pretrained=places.shipped("jaipur", "q-learner.npz"),
)
_NETWORKS = places.shipped("jaipur", "neural.npz")
NEURAL = AI(
    "neural",
    "jaipur",
    _("a network judges the state after each move, trained in self-play; the best is played"),
    _neural_scorers,
    lambda _: Best(),
    networks=_neural,
    network_training=_training,
    pretrained=_NETWORKS if _NETWORKS.is_file() else None,
    knows=UNTRAINED,
)
EXPERT = AI(
    "expert",
    "jaipur",
    _(
        "looks ahead from the best moves of neural’s network: the rival’s reply and its own next move, in sampled "
        "worlds"
    ),
    _looking_ahead,
    lambda _: Best(),
    (
        Option(
            "rollouts",
            ROLLOUTS,
            partial(whole_between, least=1, most=10**6),
            _("how many times a move is followed by a reply and a move of its own"),
        ),
    ),
    networks=_expert,
    taught_as=NEURAL.name,
    pretrained=NEURAL.pretrained,
    judge=_judge,
    judges=HOUSE_RULES,
    knows=UNTRAINED,
)


BONUS_NAMES = tuple([_("Bonus for {number}", number=number) for number in (3, 4, 5)])


def _piece_words(piece: Piece) -> str:
    """A card by its kind, a token by its worth, one that lies face down by its pile."""
    if piece.kind in BONUS_KINDS and not piece.value:
        return BONUS_NAMES[BONUS_KINDS.index(piece.kind)]
    return NAME[KINDS.index(piece.kind)] if piece.form is Form.CARD and piece.kind in KINDS else words_of_piece(piece)


GAME = GameModule(
    RULES,
    _("Jaipur"),
    _("Two merchants trade goods; two seals of excellence win."),
    "neural",
    observation=_observation,
    move=Move,
    judge="expert",
    events={"deck": "refill"} | dict.fromkeys(BONUS_KINDS, "bonus"),
    zones=(
        TableZone("market", "row", gaps=True, title=_("Market")),
        TableZone("deck", "pile", "right", faces="nobody", counted=True, pickable=False, title=_("Deck")),
        TableZone("discard", "pile", "right", counted=True, pickable=False, title=_("Sold")),
        *[
            TableZone(
                f"tokens-{KINDS[good]}", "fan", "left", pickable=False, title=_("Tokens: {good}", good=NAME[good])
            )
            for good in GOODS
        ],
        *[
            TableZone(
                pile,
                "pile",
                "left",
                faces="nobody",
                counted=True,
                pickable=False,
                title=name,
            )
            for pile, name in zip(BONUS_KINDS, BONUS_NAMES, strict=True)
        ],
        TableZone("hand", "fan", each=True, faces="owner", title=_("Hand")),
        TableZone("herd", "pile", each=True, title=_("Herd")),
        TableZone("taken", "grid", each=True, pickable=False, title=_("Tokens taken")),
        TableZone(
            "bonuses", "grid", each=True, faces="owner", opened_by="open_bonus", pickable=False, title=_("Bonus tokens")
        ),
    ),
    standings=SPEC,
    playouts=PLAYOUTS,
    minutes=20,
    guide=GUIDE,
    plain=plain,
    piece_words=_piece_words,
    advisor=EXPERT.name,
    house_ai="heuristic",
    personas=PERSONAS,
)


def register(registry: Registry) -> None:
    """Add Jaipur and its AIs."""
    registry.game(GAME)
    for ai in (
        *levels(NEURAL, EXPERT),
        RANDOM,
        UTILITY,
        WEIGHTED,
        Q_LEARNER,
        HEURISTIC,
        NEURAL,
        EXPERT,
        SEARCH,
    ):
        registry.ai(ai)
