"""The neural AI of Jaipur: a network judges the state after each move; the move whose value is highest is played.

The value is mostly the chance to win the round, see :mod:`game.games.jaipur.evaluation`. A candidate shows that chance,
carried to the match by the table of standings, and the difference of score that is expected.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Literal

import numpy as np

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.agents.platt import Platt
from game.games.jaipur.encoding import INPUTS, NAME, groups
from game.games.jaipur.evaluation import OUTPUTS, VALUE, Looked, look, winning
from game.games.jaipur.moves import Move
from game.games.jaipur.round_worth import round_worth
from game.games.jaipur.state import View
from game.games.jaipur.view_arrays import Bools
from game.games.jaipur.words import detail, label
from game.rules.language import _, joined, with_minus, within

LAYERS = (128, 32)
"""The hidden layers of a network that has learnt nothing."""
_TOLD = 3
"""So many groups of inputs are told of a candidate."""
_LEAST = 0.05
"""Points below this are not told: they would read as 0."""


class NeuralScorer:
    """A candidate for every move looked at, with its value from -1 to 1 as the score.

    With `platt`, of a player that errs, what it makes of the network's chances of the round is shown, and `edge` is how
    much it counts in further rounds who begins them.
    """

    name = "network"

    def __init__(self, network: Network, platt: Platt | None = None, edge: float = 1.0) -> None:
        self.network = network
        self.platt = platt
        self.edge = edge

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "NeuralScorer":
        """The scorer that plays by what has been learnt; `trained` must have passed the spec's check."""
        return cls(trained.networks[VALUE])

    def erring(self, platt: Platt, edge: float) -> "NeuralScorer":
        """The same for a player that errs."""
        return NeuralScorer(self.network, platt, edge)

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates, in the order in which they are looked at, as far as they come into question."""
        looked = look(self.network, [view])
        moves = looked.found.moves.moves(np.arange(looked.found.place.size))
        values = looked.values
        in_question = values.in_question.tolist()
        shown = self.shown(values.chance, values.sure)
        estimates = estimated(view, shown.tolist(), values.difference.tolist(), values.drawn.tolist(), self.edge)
        why = _Why(self, looked, shown, moves)
        return [
            Candidate(move, score, Reason("{}", (_Told(why, at),)), estimate)
            for at, (move, score, estimate) in enumerate(zip(moves, values.total.tolist(), estimates, strict=True))
            if in_question[at]
        ]

    def shown(self, chances: Floats, sure: Bools | Literal[False] = False) -> Floats:
        """What is shown of the network's chances to win the round, and of those that are `sure`."""
        return chances if self.platt is None else np.where(sure, chances, self.platt(chances))


def estimated(
    view: View, chances: Sequence[float], differences: Sequence[float], drawn: Sequence[float], edge: float = 1.0
) -> list[Estimate]:
    """What is expected of moves, of their chances to win the round, a draw counted half, their expected differences,
    and the chances of a draw as far as it is known; `edge` as `round_worth` has it."""
    worth = round_worth(view, edge)
    return [
        Estimate(float(worth.halved(chance, draw)), chance, difference)
        for chance, difference, draw in zip(chances, differences, drawn, strict=True)
    ]


class _Why:
    """What speaks for the moves of one decision and against them; worked out when it is first read.

    A group of inputs speaks for a move against another by as much as the chance would be smaller if the network were
    shown the other's inputs in their place. These amounts are each taken alone, so they need not add up to the lead.
    """

    def __init__(self, scorer: NeuralScorer, looked: Looked, shown: Floats, moves: Sequence[Move]) -> None:
        self._scorer, self._looked, self._shown, self._moves = scorer, looked, shown, moves

    @cached_property
    def _ranked(self) -> list[int]:
        found: list[int] = np.argsort(-self._looked.values.total, kind="stable").tolist()
        return found

    def words(self, at: int) -> str:
        """How far a move is from the best other one, and why; what it is worth itself stands in its estimate."""
        values = self._looked.values
        told = _("the round ends with it") if values.sure[at] else ""
        best, *others = self._ranked
        if not others:
            return joined([told, _("the only move")], "; ")
        rival = others[0] if at == best else best
        lead = round(100 * float(self._shown[at] - self._shown[rival]), 1) + 0.0  # no -0.0
        against = _("{lead:+.1f} % of the round against {move}", lead=lead, move=named(self._moves[rival]))
        because = "" if values.sure[at] or values.sure[rival] else self._because(at, rival)
        return with_minus(joined([told, joined([against, because], ": ")], "; "))

    def _because(self, at: int, rival: int) -> str:
        """The groups of inputs that speak most for a move and against it, compared with another."""
        amounts = self._amounts(at, rival)
        largest = sorted(amounts, key=lambda each: -abs(each[1]))[:_TOLD]
        told = [(name, amount) for name, amount in largest if abs(amount) >= _LEAST]
        speaking = joined(
            [_("{part} ({amount:+.1f})", part=name, amount=amount) for name, amount in told if amount > 0]
        )
        opposing = joined(
            [_("{part} ({amount:+.1f})", part=name, amount=amount) for name, amount in told if amount < 0]
        )
        reasons = [
            _("for it {parts}", parts=speaking) if speaking else "",
            _("against it {parts}", parts=opposing) if opposing else "",
        ]
        words = joined(reasons, "; ")
        return _("{reasons} (each alone: they need not add up)", reasons=words) if words else ""

    def _amounts(self, at: int, rival: int) -> list[tuple[str, float]]:
        """What each group of inputs speaks for a move against another, in points of chance."""
        rows = self._looked.rows
        named = groups()
        without: Floats = np.tile(rows[at], (len(named) + 1, 1))
        for number, places in enumerate(named.values(), start=1):
            without[number, places] = rows[rival, places]
        chances = 100.0 * self._scorer.shown(winning(self._scorer.network.forward(without)))
        return [(name, float(chances[0] - chance)) for name, chance in zip(named, chances[1:], strict=True)]


class _Told:
    """The words of one candidate, made when they are asked for."""

    __slots__ = ("_at", "_why")

    def __init__(self, why: _Why, at: int) -> None:
        self._why, self._at = why, at

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> str:
        """The words, to be translated."""
        return self._why.words(self._at)

    def __eq__(self, other: object) -> bool:
        """Reasons are the same that say the same."""
        return isinstance(other, _Told) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


def named(move: Move) -> str:
    """A move within a sentence, with the cards of an exchange: "exchange 2 leather for 2 gold"."""
    return within(_("Exchange {cards}", cards=cards) if (cards := detail(move)) else label(move))


def fresh_network(seed: int = 0, hidden: Sequence[int] = LAYERS) -> Network:
    """A network that has learnt nothing: that of a seed is always the same."""
    return Network.fresh((INPUTS, *hidden, OUTPUTS), np.random.default_rng(seed))


def untrained(ai: str) -> TrainedNetworks:
    """What the AI of this name plays by before it has learnt anything."""
    return TrainedNetworks(
        "jaipur", ai, {}, 0, {"encoding": NAME, "method": "untrained"}, {"rounds": 0}, {VALUE: fresh_network()}
    )
