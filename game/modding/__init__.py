"""The surface that mods are written against: what all games share is here, and in ``game.modding.<game>`` what one game
has of its own. Nothing else is promised to stay. See ``docs/modding.md``.
"""

from components.pieces import Card, Owner, SelectedCard, Slot, Stone, Token, Zone
from components.players import Actor, Chosen, Decision, Human, Known, Player, ScorerState, ToMove
from game.agents.agent import Agent, Candidate, Estimate, Picker, Reason, Scorer
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.learning import Evaluation, LearnerSpec, Partner, Yardstick
from game.agents.pickers import Best, Highest, Weighted
from game.agents.platt import Platt
from game.agents.playouts import Certain, Playouts
from game.agents.q_learning import Encoding, Parameters, QLearner, Spread, Ties
from game.agents.random_moves import AnyMove
from game.agents.transitions import Rewards, Transition
from game.base.events import (
    ConfirmTurn,
    MatchEnded,
    MoveMade,
    MoveRefused,
    Noted,
    RoundEnded,
    RoundStarted,
    ThinkingFailed,
    Undone,
)
from game.base.phases import Phase
from game.base.reading import share
from game.games.ai import AI
from game.games.learners import EPSILON, LEARNING, learning_picker, learning_scorers, table_picker, table_scorers
from game.games.module import GameModule
from game.games.observation import Enumerated, ObservationSpec, numbered, observation_of, setup_of
from game.games.observation import Field as ObservationField
from game.games.personas import Persona
from game.games.registration import API_VERSION, AtTable, Drawing, Registry, System
from game.games.zones import TableZone
from game.rules.mentions import with_names
from game.rules.options import at_least_one, on_or_off
from game.rules.protocol import (
    ANY_CARD,
    AfterRound,
    AnyRules,
    Board,
    Effect,
    FactsChanged,
    Form,
    KnownChanged,
    MatchEnd,
    Option,
    OptionError,
    Piece,
    Place,
    RecordError,
    Reordered,
    RoundEnd,
    Rules,
    ScoreLine,
    Setup,
    Shift,
    TurnPassed,
    apply,
)
from game.rules.small_game import OpenView, SmallGame
from game.rules.small_game import State as SmallState
from systems.decisions import Selection

__all__ = [
    "AI",
    "ANY_CARD",
    "API_VERSION",
    "EPSILON",
    "LEARNING",
    "Actor",
    "AfterRound",
    "Agent",
    "AnyMove",
    "AnyRules",
    "AtTable",
    "Best",
    "Board",
    "Candidate",
    "Card",
    "Certain",
    "Chosen",
    "ConfirmTurn",
    "Decision",
    "Drawing",
    "Effect",
    "Encoding",
    "Enumerated",
    "EpsilonGreedy",
    "Estimate",
    "Evaluation",
    "FactsChanged",
    "Form",
    "GameModule",
    "Highest",
    "Human",
    "Known",
    "KnownChanged",
    "LearnerSpec",
    "MatchEnd",
    "MatchEnded",
    "MoveMade",
    "MoveRefused",
    "Noted",
    "ObservationField",
    "ObservationSpec",
    "OpenView",
    "Option",
    "OptionError",
    "Owner",
    "Parameters",
    "Partner",
    "Persona",
    "Phase",
    "Picker",
    "Piece",
    "Place",
    "Platt",
    "Player",
    "Playouts",
    "QLearner",
    "Reason",
    "RecordError",
    "Registry",
    "Reordered",
    "Rewards",
    "RoundEnd",
    "RoundEnded",
    "RoundStarted",
    "Rules",
    "ScoreLine",
    "Scorer",
    "ScorerState",
    "SelectedCard",
    "Selection",
    "Setup",
    "Shift",
    "Slot",
    "SmallGame",
    "SmallState",
    "Spread",
    "Stone",
    "System",
    "TableZone",
    "ThinkingFailed",
    "Ties",
    "ToMove",
    "Token",
    "Transition",
    "TurnPassed",
    "Undone",
    "Weighted",
    "Yardstick",
    "Zone",
    "apply",
    "at_least_one",
    "learning_picker",
    "learning_scorers",
    "numbered",
    "observation_of",
    "on_or_off",
    "setup_of",
    "share",
    "table_picker",
    "table_scorers",
    "with_names",
]
