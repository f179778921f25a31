"""What AIs on the shared Q-learning core are made of: their scorer, their picker, and their parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from game.agents.agent import Picker, Scorer
from game.base.reading import share
from game.rules.language import _
from game.rules.protocol import AnyRules, Option

if TYPE_CHECKING:
    from game.agents.learning import LearnerSpec, TrainedTable
    from game.agents.q_learning import Parameters

# The core itself is imported by who makes a scorer or picker: parameters are named without it.


EPSILON = Option("epsilon", 0.0, share, _("the share of moves that explore, 0 to 1"))
"""The one parameter of an AI that plays by its table as it is."""
LEARNING = (
    Option("alpha", None, share, _("the share of an error by which a value moves, 0 to 1")),
    Option("gamma", None, share, _("how much the future counts, 0 to 1")),
    Option("epsilon", None, share, _("the share of actions that explore at the start, 0 to 1")),
    Option("decay", None, share, _("what epsilon is multiplied by after every action, 0 to 1")),
    Option("floor", None, share, _("the value below which epsilon does not fall, 0 to 1")),
)
"""The parameters of an AI that goes on learning; one that is not given is that of the table, or of the spec."""


def table_scorers(spec: "LearnerSpec", rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of an AI that plays by the table it has learnt."""
    from game.agents.q_learning import QLearner

    trained: TrainedTable | None = settings["trained"]
    if trained is None:
        return [QLearner(spec.encoding, spec.parameters)]
    return [trained.learner(spec.encoding)]


def table_picker(settings: Mapping[str, Any]) -> Picker:
    """The picker of such an AI: the best, but for the share of moves that its parameter ``epsilon`` names."""
    from game.agents.epsilon_greedy import EpsilonGreedy
    from game.agents.q_learning import Parameters

    return EpsilonGreedy(Parameters(epsilon=settings["epsilon"]))


def learning_scorers(spec: "LearnerSpec", rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of an AI that goes on learning with the parameters ``LEARNING``, and plays in its spec's ways."""
    from game.agents.q_learning import QLearner

    trained: TrainedTable | None = settings["trained"]
    table = None if trained is None else trained.table
    return [QLearner(spec.by(settings).encoding, _parameters(spec, settings), table, borrowed=True)]


def learning_picker(spec: "LearnerSpec", settings: Mapping[str, Any]) -> Picker:
    """The picker of such an AI: explores on where the table's training stopped, unless epsilon is given."""
    from game.agents.epsilon_greedy import EpsilonGreedy

    trained: TrainedTable | None = settings["trained"]
    picker = EpsilonGreedy(_parameters(spec, settings))
    if trained is not None and settings["epsilon"] is None:
        picker.epsilon = trained.statistics.epsilon
    return picker


def _parameters(spec: "LearnerSpec", settings: Mapping[str, Any]) -> "Parameters":
    """The parameters of a seat that learns: those of its table, or the spec's, but for those that were given."""
    trained: TrainedTable | None = settings["trained"]
    usual = spec.parameters if trained is None else trained.parameters
    given = {option.key: settings[option.key] for option in LEARNING}
    return replace(usual, **{key: value for key, value in given.items() if value is not None})
