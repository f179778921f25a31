"""The AIs of Notty."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.brains import notty_group_maker
from game.brains.notty_lean import LeanPlay
from game.brains.notty_learning import PARAMETERS, STEADY, EvenRewards, FarEncoding, PageEncoding, PageRewards
from game.modding import (
    AI,
    LEARNING,
    AnyMove,
    Best,
    Recipe,
    Registry,
    Weighted,
    learning_picker,
    learning_scorers,
)

RANDOM = AI(
    "random",
    "notty",
    "any legal move, all alike",
    lambda rules, _: [AnyMove(rules)],
    lambda _: Weighted(),
)
GROUP_MAKER = AI(
    "group-maker",
    "notty",
    "the hard one: gathers a large hand that goes in one turn; five scorers count the turns that each action saves",
    lambda *_: notty_group_maker.scorers(),
    lambda _: Best(),
)
LEAN = AI(
    "lean",
    "notty",
    "keeps its hand small: discards at once, draws only at three or fewer cards, steals from nobody",
    lambda *_: [LeanPlay()],
    lambda _: Best(),
)


def _learner(name: str, about: str, recipe: Recipe) -> AI:
    """An AI that learns Notty, with the table that ships for it."""
    return AI(
        name,
        "notty",
        about,
        partial(learning_scorers, recipe),
        partial(learning_picker, recipe),
        LEARNING,
        recipe=recipe,
        shipped=Path(str(resources.files("assets"))) / "notty" / f"{name}.npz",
    )


Q_LEARNER = _learner(
    "q-learner",
    "the easy one: has learnt by playing itself when to draw, steal, swap and discard; it explores a little",
    Recipe(PageEncoding(), PageRewards(), PARAMETERS),
)
Q_LEARNER_PLUS = _learner(
    "q-learner-plus",
    "the medium one: sees how many cards its best groups would leave over, and is rewarded for losing cards",
    Recipe(FarEncoding(), EvenRewards(), STEADY),
)


def register(registry: Registry) -> None:
    """Add the AIs of Notty."""
    for ai in (RANDOM, LEAN, GROUP_MAKER, Q_LEARNER, Q_LEARNER_PLUS):
        registry.ai(ai)
