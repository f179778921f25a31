"""The neural AI of Thirty-one: two networks score what a player can do, an illegal move never; the highest is played.

Source: the game's reference page ("The neural AI"). The action network values drawing from the deck, taking the top
discard, and calling; the swap network values the discard of each own card, and of the drawn one.

Files of today hold two networks more, which tell the chance to win the match after every choice: that is shown, and the
reasons speak of it. What is played goes by the other two alone, and so does the order of the candidates.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network, sigmoid
from game.games.thirty_one.batch_view import BatchView, held_before
from game.games.thirty_one.card_arrays import Ints
from game.games.thirty_one.cards import cards_of
from game.games.thirty_one.encoding import ACTION_OUTPUTS, PAGE, SWAP_OUTPUTS, Encoding, Part
from game.games.thirty_one.fits import Fit, Fits
from game.games.thirty_one.full_encoding import FULL, WHOLE
from game.games.thirty_one.moves import DISCARDS, Move, MoveKind, legal_moves, makes_31
from game.games.thirty_one.standings import known_end
from game.games.thirty_one.state import FROM_DISCARD, View
from game.games.thirty_one.words import label
from game.rules.language import _, joined, made, marked, within

ENCODINGS: dict[str, Encoding] = {encoding.name: encoding for encoding in (PAGE, FULL, WHOLE)}
"""The encodings by the names that files give them."""
ACTION, SWAP = "action", "swap"
"""The names of the two networks in files."""
ACTION_CHANCE, SWAP_CHANCE = "action_chance", "swap_chance"
"""The names of those that tell the chance to win the match after each choice of the two; older files have none."""
ACTION_LAYERS, SWAP_LAYERS = (256, 256, 256, 256), (128, 128, 128)
"""The page's hidden layers: with the outputs, 5 layers and 4."""
MOST_NAMED = 3
"""So many of the inputs that moved a choice are named."""


_SIGNED, _SIGNED_LONG = marked("{:+.1f}"), marked("{:+.2f}")
"""A signed amount with one place, and with two."""
REWARD = marked("{:+z.2f} of reward; {}")
CHANCES = marked("{:+z.1f} % towards winning the match; {}")
"""What outputs are, by what the networks were trained on: the page's reward, or by how many percent points the chance
to win the match changes. Each is followed by the rest of the reason."""
TOLD = marked("{:.1f} % to win the match; {}")
"""What is shown where networks of their own tell the chance to win the match."""
_TELLING = {ACTION: ACTION_CHANCE, SWAP: SWAP_CHANCE}
"""Which network tells the chances of which one's choices."""


_PLACES = {REWARD: 2, CHANCES: 1, TOLD: 1}
"""The decimal places that values are shown with."""


FITS: Mapping[int, Fits] = {
    2: Fits(Fit(0.8, 1.06, 0.0), Fit(1.69, 0.9, -0.05), Fit(3.01, 1.06, -0.65), lead=0.55),
    3: Fits(Fit(0.58, 1.03, 0.04), Fit(0.86, 0.96, 0.04), Fit(1.08, 1.18, -0.05), lead=0.55),
    4: Fits(Fit(0.37, 1.11, 0.12), Fit(0.57, 1.02, 0.09), Fit(0.6, 1.06, 0.0), lead=0.55),
}
"""By how many are alive. Fitted on 800,000 decisions of the policy against itself, in 7,000 matches of two, three and
four players from seed 5001 on, leads on 111,000 at which it drew or took what it did not prefer; calls, and what
follows them, on 81,000 decisions in 11,200 other matches, of them 13,000 calls by lot (assets/thirty_one/README.md)."""
_LEAST = np.float32(1e-6)
"""No chance is taken for nearer to 0 or 1 where its log odds count."""
_UNSAID = Reason()


class Signed(float):
    """A number that is shown with a true minus sign."""

    def __format__(self, spec: str) -> str:
        return super().__format__(spec).replace("-", "\N{MINUS SIGN}")


def unit_of(trained: TrainedNetworks) -> str:
    """What is shown of these networks' choices: one of the three above. A policy's preferences are kept in the unit of
    the reward, too."""
    if ACTION_CHANCE in trained.networks:
        return TOLD
    return CHANCES if trained.parameters.get("reward") == "chances" else REWARD


class NeuralScorer:
    """A candidate for every legal move, scored with the network's output for it: illegal outputs are masked by being
    left out, the call after a call, and the discard of a card that was just taken from the pile.

    `telling` are the networks that tell the chances of both one's choices, by name, if there are any. `unit` says in
    words what is shown: what `fits` make of those chances, by how many are alive, else the outputs; it has a place for
    the number. The reasons name the inputs that moved what is shown most; they are worked out when one of them is read.
    Of a player that `errs`, candidates are scored with the chances that the networks tell, in percent.
    """

    name = "networks"

    def __init__(
        self,
        action: Network,
        swap: Network,
        encoding: Encoding = PAGE,
        unit: str = REWARD,
        telling: Mapping[str, Network] | None = None,
        fits: Mapping[int, Fits] = FITS,
        errs: bool = False,
    ) -> None:
        self.action = action
        self.swap = swap
        self.encoding = encoding
        self.unit = unit
        self.telling = telling or {}
        self.fits = fits
        self.errs = errs

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "NeuralScorer":
        """The scorer that plays by what has been learnt; `trained` must have passed the spec's check."""
        networks = trained.networks
        telling = {name: networks[own] for name, own in _TELLING.items() if own in networks}
        return cls(networks[ACTION], networks[SWAP], ENCODINGS[trained.encoding], unit_of(trained), telling)

    def silent(self) -> "NeuralScorer":
        """The same without what is only shown: reasons, and the chances where it does not go by them."""
        return _SilentScorer(self.action, self.swap, self.encoding) if not self.errs else self

    def erring(self, fits: Mapping[int, Fits]) -> "NeuralScorer":
        """The same for a player that errs, whose chances come to this; its networks must tell chances."""
        return NeuralScorer(self.action, self.swap, self.encoding, self.unit, self.telling, fits, errs=True)

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """A candidate for each legal move, in the order of the outputs."""
        name, row, moves = self._asked(view)
        return self._candidates(view, name, row, moves)

    def _asked(self, view: View) -> tuple[str, Floats, Sequence[Move]]:
        """The name of the network that decides for a view, its inputs, and the legal moves in the order of its outputs:
        what is masked stands last."""
        seen = BatchView.of(view)
        if view.drawn is None:
            # The rules list the moves of a turn's beginning in the order of the outputs.
            return ACTION, self.encoding.action(seen)[0], legal_moves(view)
        rows, places = self.encoding.swap(seen)
        cards = (*cards_of(held_before(view)), view.drawn)
        thrown = [DISCARDS[cards[place]] for place in places[0].tolist()]
        return SWAP, rows[0], thrown[:-1] if view.drawn_from is FROM_DISCARD else thrown

    def _candidates(self, view: View, name: str, row: Floats, moves: Sequence[Move]) -> list[Candidate]:
        scores, shown = (values.tolist()[: len(moves)] for values in self._values(view, name, row, moves))
        ends = _known_ends(view, moves) if self.telling else {}
        for at, chance in ends.items():
            shown[at] = 100 * chance
            if self.errs:
                scores[at] = shown[at]
        why = _Why(self, view, moves, scores, shown, ends)
        return [
            Candidate(
                move,
                score,
                Reason(self.unit, (Signed(amount), _Because(why, at))),
                Estimate(chance=amount / 100) if self.telling else None,
            )
            for at, (move, score, amount) in enumerate(zip(moves, scores, shown, strict=True))
        ]

    def shown(self, view: View, name: str, rows: Floats, moves: Sequence[Move]) -> Floats:
        """What is shown of these moves, which the network of this name decides about by its inputs (..., inputs): the
        chances to win the match, in percent, else its outputs; (..., moves)."""
        if not self.telling:
            return self._outputs(name, rows)[..., : len(moves)]
        return self._fitted(view, self.chances(name, rows), moves)

    def _values(self, view: View, name: str, row: Floats, moves: Sequence[Move]) -> tuple[Floats, Floats]:
        """What one decision goes by, and what is shown of it."""
        if not self.telling:
            outputs = self._outputs(name, row)
            return outputs, outputs
        chances = self.chances(name, row)
        goes_by = self._outputs(name, row) if not self.errs else np.float32(100) * chances
        return goes_by, self._fitted(view, chances, moves)

    def _fitted(self, view: View, chances: Floats, moves: Sequence[Move]) -> Floats:
        """What these chances of moves come to, in percent."""
        fits, chances = self.fits[view.alive], chances[..., : len(moves)]
        calls = np.array([move.kind is MoveKind.CALL for move in moves])
        if view.drawn is None and view.caller is None and fits.lead != 1.0:
            chances = _nearer(chances, ~calls, fits.lead)
        found = fits.of(view, () if view.caller is None else (view.caller,))(chances)
        if calls.any():
            found = np.where(calls, fits.of(view, (view.player,))(chances), found)
        return np.float32(100) * found

    def _outputs(self, name: str, rows: Floats) -> Floats:
        return (self.action if name == ACTION else self.swap).forward(rows)

    def chances(self, name: str, rows: Floats) -> Floats:
        """What the networks tell of the choices of the network of this name, (..., outputs): the chances to win the
        match, of which `FITS` makes what they come to."""
        return sigmoid(self.telling[name].forward(rows))

    def choices(self, view: View, moves: Sequence[Move]) -> Ints:
        """These moves as the arrays have them, (n,): what a turn begins with, or which of the four cards goes."""
        if view.drawn is None:
            return np.array([legal_moves(view).index(move) for move in moves])
        cards = (*cards_of(held_before(view)), view.drawn)
        return np.array([cards.index(move.card) for move in moves])

    def row(self, view: View) -> tuple[str, Floats, list[Part]]:
        """The name of the network that decides for a view, its inputs, and what they mean."""
        name, row, _ = self._asked(view)
        parts = self.encoding.action_parts if name == ACTION else self.encoding.swap_parts
        return name, row, parts(view)


def _nearer(chances: Floats, which: NDArray[np.bool_], lead: float) -> Floats:
    """The same, (..., moves), but that these are behind the best of themselves by a part of it, in log odds."""
    found, some = chances.copy(), np.clip(chances[..., which], _LEAST, 1 - _LEAST)
    odds = np.log(some / (1 - some))
    best = odds.max(axis=-1, keepdims=True)
    found[..., which] = sigmoid(best + np.float32(lead) * (odds - best))
    return found


def _known_ends(view: View, moves: Sequence[Move]) -> dict[int, float]:
    """The chances after those moves, by their places, that end the round with a known result."""
    found = {at: known_end(view, move) for at, move in enumerate(moves)}
    return {at: chance for at, chance in found.items() if chance is not None}


class _SilentScorer(NeuralScorer):
    """Scores without reasons."""

    def _candidates(self, view: View, name: str, row: Floats, moves: Sequence[Move]) -> list[Candidate]:
        scores = self._outputs(name, row).tolist()
        return [Candidate(move, score, _UNSAID) for move, score in zip(moves, scores, strict=False)]


class _Why:
    """What moved the values of one decision, told of the best move; shared by its candidates, and worked out once,
    when it is first read.

    How much an input moved the lead of one move over another is by how much the lead would be smaller without it: the
    network is run again for each part of its inputs, with that part as if nothing were known (occlusion). These amounts
    need not add up. `scores` say which move is ahead, `shown` by how much; `ends` are those with which the round ends,
    of which the rules tell everything.
    """

    def __init__(
        self,
        scorer: NeuralScorer,
        view: View,
        moves: Sequence[Move],
        scores: Sequence[float],
        shown: Sequence[float],
        ends: Collection[int],
    ) -> None:
        self._scorer = scorer
        self._view = view
        self._moves = moves
        self._scores = scores
        self._shown = shown
        self._ends = ends
        self._places = _PLACES.get(scorer.unit, 2)

    @cached_property
    def _without(self) -> tuple[list[str], NDArray[np.float32]]:
        """Every part in words; and what is shown with everything known, and below, without each of the parts."""
        name, row, parts = self._scorer.row(self._view)
        rows = np.tile(row, (len(parts) + 1, 1))
        for number, part in enumerate(parts, start=1):
            rows[number, list(part.columns)] = part.without
        return [part.words for part in parts], self._scorer.shown(self._view, name, rows, self._moves)

    def words(self, at: int) -> str:
        """How far the move of this index is from the best other one, as their values are shown; and, for the move that
        is ahead of all others, why: the reasons of the others would only mirror these. Where chances are told by
        networks of their own, these may not agree about what is best, which is said."""
        won = makes_31(self._view, self._moves[at])
        told = _("31 wins the round") if won else _("the round ends with it") if at in self._ends else ""
        return joined([told, self._compared(at)], "; ")

    def _compared(self, at: int) -> str:
        others = [other for other in range(len(self._moves)) if other != at]
        if not others:
            return _("the only move")
        rival = max(others, key=self._scores.__getitem__)
        lead = round(self._shown[at], self._places) - round(self._shown[rival], self._places)
        values = {"move": self._named(rival), "far": self._amount(marked("{:.1f}"), marked("{:.2f}"), abs(lead))}
        if self._scores[at] < self._scores[rival] or (self._scores[at] == self._scores[rival] and rival < at):
            if lead <= 0:
                return _("behind “{move}” by {far}", **values)
            return _("shown higher by {far}, yet “{move}” is preferred", **values)
        if lead < 0:
            return _("preferred to “{move}”, though that is shown higher by {far}", **values)
        ahead = _("ahead of “{move}” by {far}", **values)
        return ahead if at in self._ends or rival in self._ends else self._because(ahead, at, rival)

    def _amount(self, short: str, long: str, amount: float) -> str:
        """An amount with as many places as it is shown with, one or two."""
        return made(short if self._places == 1 else long, (amount,), {})

    def _because(self, ahead: str, at: int, rival: int) -> str:
        """What moved the lead for the move, and what against it, after how far it is ahead."""
        moved = self._moved(at, rival)
        told = [
            (
                amount,
                _(
                    "{part} ({amount})",
                    part=words,
                    amount=self._amount(marked("{:+.1f}"), marked("{:+.2f}"), Signed(amount)),
                ),
            )
            for words, amount in moved
        ]
        speaking = joined([words for amount, words in told if amount > 0])
        opposing = joined([words for amount, words in told if amount < 0])
        found = _("{ahead}: mostly because of {parts}", ahead=ahead, parts=speaking) if speaking else ahead
        return _("{found}; against it: {parts}", found=found, parts=opposing) if opposing else found

    def _moved(self, at: int, rival: int) -> list[tuple[str, float]]:
        """The parts that moved the lead of one move over another most, each with by how much."""
        parts, outputs = self._without
        leads = (outputs[:, at] - outputs[:, rival]).tolist()
        moved = [(words, leads[0] - lead) for words, lead in zip(parts, leads[1:], strict=True)]
        moved.sort(key=lambda each: -abs(each[1]))
        return [(words, amount) for words, amount in moved[:MOST_NAMED] if abs(amount) >= 0.5 / 10**self._places]

    def _named(self, at: int) -> str:
        move = self._moves[at]
        return within(label(move))


class _Because:
    """The words of one candidate, made when they are asked for."""

    __slots__ = ("_at", "_why")

    def __init__(self, why: _Why, at: int) -> None:
        self._why = why
        self._at = at

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> str:
        """The words, to be translated."""
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
