"""The neural AI of Thirty-one: two networks score what a player can do, an illegal move never; the highest is played.

Source: the game's reference page ("The neural AI"). The action network values drawing from the deck, taking the top
discard, and calling; the swap network values the discard of each own card, and of the drawn one.
"""

from collections.abc import Sequence
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Reason
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.games.thirty_one.batch_view import BatchView, held_before
from game.games.thirty_one.cards import cards_of
from game.games.thirty_one.encoding import ACTION_OUTPUTS, PAGE, SWAP_OUTPUTS, Encoding, Part
from game.games.thirty_one.full_encoding import FULL, WHOLE
from game.games.thirty_one.moves import DISCARDS, Move, legal_moves
from game.games.thirty_one.state import FROM_DISCARD, View
from game.games.thirty_one.words import label

ENCODINGS: dict[str, Encoding] = {encoding.name: encoding for encoding in (PAGE, FULL, WHOLE)}
"""The encodings by the names that files give them."""
ACTION, SWAP = "action", "swap"
"""The names of the two networks in files."""
ACTION_CHANCE, SWAP_CHANCE = "action_chance", "swap_chance"
"""The names of the networks that tell the chance to win the match after each of their choices; older files have none."""
ACTION_LAYERS, SWAP_LAYERS = (256, 256, 256, 256), (128, 128, 128)
"""The page's hidden layers: with the outputs, 5 layers and 4."""
MOST_NAMED = 3
"""So many of the inputs that moved a choice are named."""


REWARD = "{:+z.2f} of reward; {}"
CHANCES = "{:+z.1f} % towards winning the match; {}"
"""What outputs are, by what the networks were trained on: the page's reward, or by how many percent points the chance
to win the match changes. Each is followed by the rest of the reason."""


_PLACES = {REWARD: 2, CHANCES: 1}
"""The decimal places that values are shown with."""


class _Signed(float):
    """A number that is shown with a true minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "\N{MINUS SIGN}")


def unit_of(trained: TrainedNetworks) -> str:
    """What the outputs of these networks are: one of the two above. A policy's preferences are kept in the unit of the
    reward, too."""
    return CHANCES if trained.parameters.get("reward") == "chances" else REWARD


class NeuralScorer:
    """A candidate for every legal move, scored with the network's output for it: illegal outputs are masked by being
    left out, the call after a call, and the discard of a card that was just taken from the pile.

    `unit` says in words what the outputs are; it has a place for the number. The reasons name the inputs that moved
    the choice most; they are worked out when one of them is read.
    """

    name = "networks"

    def __init__(self, action: Network, swap: Network, encoding: Encoding = PAGE, unit: str = REWARD) -> None:
        self.action = action
        self.swap = swap
        self.encoding = encoding
        self.unit = unit

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "NeuralScorer":
        """The scorer that plays by what has been learnt; `trained` must have passed the spec's check."""
        return cls(trained.networks[ACTION], trained.networks[SWAP], ENCODINGS[trained.encoding], unit_of(trained))

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """A candidate for each legal move, in the order of the outputs."""
        network, row, moves = self._asked(view)
        return self._candidates(view, moves, network.forward(row))

    def _asked(self, view: View) -> tuple[Network, Floats, Sequence[Move]]:
        """The network that decides for a view, its inputs, and the legal moves in the order of its outputs: what is
        masked stands last."""
        seen = BatchView.of(view)
        if view.drawn is None:
            # The rules list the moves of a turn's beginning in the order of the outputs.
            return self.action, self.encoding.action(seen)[0], legal_moves(view)
        rows, places = self.encoding.swap(seen)
        cards = (*cards_of(held_before(view)), view.drawn)
        thrown = [DISCARDS[cards[place]] for place in places[0].tolist()]
        return self.swap, rows[0], thrown[:-1] if view.drawn_from is FROM_DISCARD else thrown

    def _candidates(self, view: View, moves: Sequence[Move], outputs: Floats) -> list[Candidate]:
        scores = outputs.tolist()[: len(moves)]
        why = _Why(self, view, moves, scores)
        return [
            Candidate(move, score, Reason(self.unit, (_Signed(score), _Because(why, at))))
            for at, (move, score) in enumerate(zip(moves, scores, strict=True))
        ]

    def row(self, view: View) -> tuple[Network, Floats, list[Part]]:
        """The network that decides for a view, its inputs, and what they mean."""
        network, row, _ = self._asked(view)
        parts = self.encoding.action_parts if network is self.action else self.encoding.swap_parts
        return network, row, parts(view)


class _Why:
    """What moved the values of one decision, told of the best move; shared by its candidates, and worked out once,
    when it is first read.

    How much an input moved the lead of one move over another is by how much the lead would be smaller without it: the
    network is run again for each part of its inputs, with that part as if nothing were known (occlusion).
    """

    def __init__(self, scorer: NeuralScorer, view: View, moves: Sequence[Move], scores: Sequence[float]) -> None:
        self._scorer = scorer
        self._view = view
        self._moves = moves
        self._scores = scores
        self._places = _PLACES.get(scorer.unit, 2)

    @cached_property
    def _without(self) -> tuple[list[str], NDArray[np.float32]]:
        """Every part in words; and the outputs with everything known, and below, those without each of the parts."""
        network, row, parts = self._scorer.row(self._view)
        rows = np.tile(row, (len(parts) + 1, 1))
        for number, part in enumerate(parts, start=1):
            rows[number, list(part.columns)] = part.without
        return [part.words for part in parts], network.forward(rows)

    def words(self, at: int) -> str:
        """How far the move of this index is from the best other one, as their values are shown; and, for the move that
        is ahead of all others, why: the reasons of the others would only mirror these."""
        others = [other for other in range(len(self._moves)) if other != at]
        if not others:
            return "the only move"
        rival = max(others, key=self._scores.__getitem__)
        lead = round(self._scores[at], self._places) - round(self._scores[rival], self._places)
        far = f"{abs(lead):.{self._places}f}"
        if self._scores[at] < self._scores[rival] or (self._scores[at] == self._scores[rival] and rival < at):
            return f"behind {self._named(rival)} by {far}"
        return "".join([f"ahead of {self._named(rival)} by {far}", *self._because(at, rival)])

    def _because(self, at: int, rival: int) -> list[str]:
        """What moved the lead for the move, and what against it."""
        moved = self._moved(at, rival)
        told = [(amount, f"{words} ({_Signed(amount):+.{self._places}f})") for words, amount in moved]
        speaking = [words for amount, words in told if amount > 0]
        against = [words for amount, words in told if amount < 0]
        found = [f": mostly because of {', '.join(speaking)}"] if speaking else []
        return [*found, f"; against it: {', '.join(against)}"] if against else found

    def _moved(self, at: int, rival: int) -> list[tuple[str, float]]:
        """The parts that moved the lead of one move over another most, each with by how much."""
        parts, outputs = self._without
        leads = (outputs[:, at] - outputs[:, rival]).tolist()
        moved = [(words, leads[0] - lead) for words, lead in zip(parts, leads[1:], strict=True)]
        moved.sort(key=lambda each: -abs(each[1]))
        return [(words, amount) for words, amount in moved[:MOST_NAMED] if abs(amount) >= 0.5 / 10**self._places]

    def _named(self, at: int) -> str:
        move = self._moves[at]
        return label(move)[:1].lower() + label(move)[1:]


class _Because:
    """The words of one candidate, made when they are asked for."""

    __slots__ = ("_at", "_why")

    def __init__(self, why: _Why, at: int) -> None:
        self._why = why
        self._at = at

    def __str__(self) -> str:
        return self._why.words(self._at)


# --- what is learnt ----------------------------------------------------------------------------------------------


def sizes(
    encoding: Encoding, action: Sequence[int], swap: Sequence[int], extra_outputs: int = 0
) -> dict[str, tuple[int, ...]]:
    """The sizes of both networks with these hidden layers, by name, as `Network.fresh` takes them; `extra_outputs` are
    what a training needs beside those of the choices."""
    return {
        ACTION: (encoding.action_inputs, *action, ACTION_OUTPUTS + extra_outputs),
        SWAP: (encoding.swap_inputs, *swap, SWAP_OUTPUTS + extra_outputs),
    }


def fresh_networks(
    encoding: Encoding = PAGE,
    action: Sequence[int] = ACTION_LAYERS,
    swap: Sequence[int] = SWAP_LAYERS,
    seed: int = 0,
) -> dict[str, Network]:
    """Networks that have learnt nothing, by name: those of a seed are always the same."""
    rng = np.random.default_rng(seed)
    return {name: Network.fresh(layers, rng) for name, layers in sizes(encoding, action, swap).items()}


def untrained(ai: str) -> TrainedNetworks:
    """What the AI of this name plays by before it has learnt anything."""
    return TrainedNetworks(
        "thirty_one", ai, {}, 0, {"encoding": PAGE.name, "method": "untrained"}, {"rounds": 0}, fresh_networks()
    )
