"""The surface that mods are written against, and our own AIs too: everything in one place, and nothing else is
promised to stay. See ``docs/modding.md``.
"""

from game.ai import AI
from game.brains.agent import Agent, Candidate, Picker, Reason, Scorer
from game.brains.learning import Recipe
from game.brains.pickers import Best, Highest, Weighted
from game.brains.q_learning import Encoding, EpsilonGreedy, Parameters, QLearner, Spread, Ties
from game.brains.random_moves import AnyMove
from game.brains.transitions import Rewards, Transition
from game.learners import (
    EPSILON,
    LEARNING,
    learning_picker,
    learning_scorers,
    share,
    table_picker,
    table_scorers,
)
from game.phases import Phase
from game.registry import AtTable, Drawing, Registry, System
from game.rules.protocol import AnyRules, Option

__all__ = [
    "AI",
    "EPSILON",
    "LEARNING",
    "Agent",
    "AnyMove",
    "AnyRules",
    "AtTable",
    "Best",
    "Candidate",
    "Drawing",
    "Encoding",
    "EpsilonGreedy",
    "Highest",
    "Option",
    "Parameters",
    "Phase",
    "Picker",
    "QLearner",
    "Reason",
    "Recipe",
    "Registry",
    "Rewards",
    "Scorer",
    "Spread",
    "System",
    "Ties",
    "Transition",
    "Weighted",
    "learning_picker",
    "learning_scorers",
    "share",
    "table_picker",
    "table_scorers",
]
