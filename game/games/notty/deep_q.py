"""The AI of Notty that plays by networks over all hands: what each action is worth, and the chance that it wins.

One network decides (`values`): the highest output is played, and the rules round it are those of
:mod:`game.games.notty.action_values`. The other one only tells (`chances`): its output for the action that is taken is
the chance that is shown. What comes after a returned card or a discarded group is told by the best action then.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.games.notty.action_values import CHANCES, VALUES, Indices, discards_of, judged, with_own
from game.games.notty.cover import leftover, partition
from game.games.notty.hand_arrays import packed_of
from game.games.notty.hands import COPIES, DEAL_SIZE, HAND_LIMIT, KINDS, MOST_DRAWN, size
from game.games.notty.moves import DRAW_TO_DISCARD, DRAWS, HOLDS, NEXT_TURN, RETURNED, RETURNS, Move, MoveKind
from game.games.notty.open_features import (
    GROUPS,
    HAND_PARTS,
    OWN_PARTS,
    THEFT_PARTS,
    USES,
    Hands,
    actions_of,
    at_least,
    deck_of,
    hands_of,
    inputs_of,
    packed_hands,
    returns_of,
    rows_of,
)
from game.games.notty.state import View
from game.games.notty.training.parameters import TABLES, Parameters

_GOES = Reason("every card is in a group: the hand goes")
_DRAWS = "{:.0%} of the deck would help; {} of {} left over{}"
_STEALS = "{:.0%} of their cards would help; they have {} of {} left over{}"
_SWAPS = "a card for a better one: {:.0%} of the deck would help{}"
_ENDS = "waits with {} of {} left over, room for {} more{}"
_WHOSE = ("the own", "the next player's", "the other rival's")
MOST_NAMED = 3
"""So many of the parts that speak for an action or against it are named."""
_DEALS = 100
_GIVES = "leaves {} of {} over; then {:.0%} of the deck would help"
_DISCARDS = "room for {} more, and still {} left over"


@dataclass(frozen=True, eq=False)
class Judge:
    """What has been learnt for tables of one number of players."""

    values: Network
    chances: Network
    crowded: int
    """Hands of so many cards and more may discard groups."""

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "Judge":
        """By what a file holds; it must have passed the spec's check."""
        crowded = int(trained.parameters.get("crowded", Parameters.crowded))
        return cls(trained.networks[VALUES], trained.networks[CHANCES], crowded)

    def chances_of(self, rows: Floats, actions: Indices) -> Floats:
        """(n,): the chances to win of actions (n,) where the networks see rows (n, inputs)."""
        odds = self.chances.forward(rows)[np.arange(len(rows)), actions]
        found: Floats = (1 / (1 + np.exp(-odds))).astype(np.float32)
        return found

    def after(self, seen: Hands, used: Indices) -> tuple[list[float], list[float]]:
        """Of positions, what the best action is worth, and its chance."""
        found = judged(self.values, seen, used)
        return found.best.tolist(), self.chances_of(found.rows, found.values.argmax(axis=1)).tolist()


class DeepQ:
    """Candidates for the actions, or for the cards that may well be returned, valued by networks; a hand that can go
    goes. `judges` are by the number of players."""

    name = "networks"

    def __init__(self, judges: Mapping[int, Judge]) -> None:
        self.judges = judges

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates for a view."""
        if view.to_move != view.player:
            return []
        if not view.must_return and not leftover(view.hand):
            return [_going(group) for group in partition(view.hand)]
        judge, seen = self.judges[len(view.hands)], seen_by(view)
        if view.must_return:
            return list(self._returns(judge, seen, view.used - HOLDS + RETURNED))
        return [*self._actions(judge, view, seen), *self._discards(judge, seen, view.used)]

    @staticmethod
    def _actions(judge: Judge, view: View, seen: Hands) -> Iterator[Candidate]:
        found = judged(judge.values, seen, np.array([view.used]))
        able = np.flatnonzero(found.able[0])
        chances = judge.chances_of(np.repeat(found.rows, len(able), axis=0), able)
        facts = _Facts(seen)
        for action, chance in zip(able.tolist(), chances.tolist(), strict=True):
            why = facts.of_action(action, _Speaking(judge, seen, found.rows, action))
            yield Candidate(move_of(view, action), float(found.values[0, action]), why, Estimate(chance))

    @staticmethod
    def _returns(judge: Judge, seen: Hands, used: int) -> Iterator[Candidate]:
        own = seen.own_hand
        row, kinds, then = returns_of(own.counts, own.losses)
        positions = with_own(seen, row, then)
        values, chances = judge.after(positions, np.full(len(row), used))
        helpful = _helpful(positions)
        for at, kind in enumerate(kinds.tolist()):
            why = Reason(_GIVES, (int(then.left[at]), int(then.sizes[at]), helpful[at]))
            yield Candidate(RETURNS[kind], values[at], why, Estimate(chances[at]))

    @staticmethod
    def _discards(judge: Judge, seen: Hands, used: int) -> Iterator[Candidate]:
        if seen.sizes[0, 0] < judge.crowded:
            return
        row, group, then = discards_of(seen.own_hand)
        if not len(row):
            return
        values, chances = judge.after(with_own(seen, row, then), np.full(len(row), used))
        for at, cards in enumerate(packed_of(GROUPS[group])):
            why = Reason(_DISCARDS, (HAND_LIMIT - int(then.sizes[at]), int(then.left[at])))
            yield Candidate(Move(MoveKind.DISCARD_GROUP, cards), values[at], why, Estimate(chances[at]))


def seen_by(view: View) -> Hands:
    """The position of a view: hands shaped (1, players), the own first, the rivals' in the order of the turns."""
    players = len(view.hands)
    return packed_hands([view.hands[(view.player + step) % players] for step in range(players)]).of(None)


def move_of(view: View, action: int) -> Move:
    """The move that an action is for the player of a view."""
    players = len(view.hands)
    if action < MOST_DRAWN:
        return DRAWS[action]
    if action < MOST_DRAWN + players - 1:
        return Move(MoveKind.STEAL, (view.player + action - MOST_DRAWN + 1) % players)
    return DRAW_TO_DISCARD if action == MOST_DRAWN + players - 1 else NEXT_TURN


def _going(group: int) -> Candidate:
    return Candidate(Move(MoveKind.DISCARD_GROUP, group), 1.0 + size(group) / 100, _GOES, Estimate(1.0))


def _helpful(positions: Hands) -> list[float]:
    """The shares of the deck that would let the own groups hold more."""
    own = positions.own_hand
    found: list[float] = at_least(deck_of(positions.counts), own.gains)[:, 1].tolist()
    return found


class _Facts:
    """What can be said of the actions of a position at sight."""

    def __init__(self, seen: Hands) -> None:
        self._seen = seen
        self._left, self._sizes = seen.left[0].tolist(), seen.sizes[0].tolist()

    def of_action(self, action: int, speaking: "_Speaking") -> Reason:
        """Of one, followed by what speaks for it."""
        left, held, players = self._left, self._sizes, len(self._left)
        if action < MOST_DRAWN:
            return Reason(_DRAWS, (_helpful(self._seen)[0], left[0], held[0], speaking))
        if action < MOST_DRAWN + players - 1:
            rival = action - MOST_DRAWN + 1
            helpful = at_least(self._seen.counts[:, rival], self._seen.gains[:, 0])[0, 1]
            return Reason(_STEALS, (float(helpful), left[rival], held[rival], speaking))
        if action == MOST_DRAWN + players - 1:
            return Reason(_SWAPS, (_helpful(self._seen)[0], speaking))
        return Reason(_ENDS, (left[0], held[0], HAND_LIMIT - held[0], speaking))


class _Speaking:
    """What speaks for an action and against it, in points of its chance; worked out when it is read.

    Each part of what the network sees is replaced by what it is after a deal, on the average, and the chance told
    again (occlusion): by how much it was higher speaks for the action. The amounts need not add up.
    """

    __slots__ = ("_action", "_judge", "_row", "_seen")

    def __init__(self, judge: Judge, seen: Hands, row: Floats, action: int) -> None:
        self._judge, self._seen, self._row, self._action = judge, seen, row, action

    def __str__(self) -> str:
        parts = _parts(self._seen)
        rows = np.repeat(self._row, len(parts) + 1, axis=0)
        usual = _as_dealt(self._seen.left.shape[1])
        for number, (_, columns) in enumerate(parts, start=1):
            rows[number, columns] = usual[columns]
        chances = self._judge.chances_of(rows, np.full(len(rows), self._action))
        amounts = (100 * (chances[0] - chances[1:])).tolist()
        moved = [(amount, words) for amount, (words, _) in zip(amounts, parts, strict=True)]
        moved.sort(key=lambda each: -abs(each[0]))
        told = [(amount, f"{words} {amount:+.0f} %") for amount, words in moved[:MOST_NAMED] if abs(amount) >= 0.5]
        speaking = [words for amount, words in told if amount > 0]
        against = [words for amount, words in told if amount < 0]
        found = f"; for it: {', '.join(speaking)}" if speaking else ""
        return (found + (f"; against it: {', '.join(against)}" if against else "")).replace("-", "\N{MINUS SIGN}")


def _parts(seen: Hands) -> list[tuple[str, list[int]]]:
    """The parts of what a network sees of a position, in words, and their columns."""
    left, sizes = seen.left[0].tolist(), seen.sizes[0].tolist()
    players = len(left)
    parts = []
    for hand in range(players):
        whose = _WHOSE[hand] if players > 2 or not hand else "the rival's"
        first = hand * HAND_PARTS
        nearness = [*range(first + 3, first + 11), *range(first + OWN_PARTS, first + HAND_PARTS)]
        parts.append((f"{whose} {left[hand]} left over", nearness))
        parts.append((f"{whose} {sizes[hand]} cards", [*range(first, first + 3), first + 11, first + 12]))
    thefts = range(players * HAND_PARTS, players * HAND_PARTS + (players - 1) * THEFT_PARTS)
    return [
        *parts,
        ("what can be stolen", list(thefts)),
        ("what the turn has used", list(range(thefts.stop, thefts.stop + len(USES)))),
    ]


@cache
def _as_dealt(players: int) -> Floats:
    """(inputs,): what a network sees after a deal, on the average of some."""
    rng = np.random.default_rng(1)
    decks = rng.permuted(np.tile(np.arange(len(KINDS) * COPIES) // COPIES, (_DEALS, 1)), axis=1)
    hands = decks[:, : players * DEAL_SIZE].reshape(-1, DEAL_SIZE)
    counts = (hands[:, :, None] == np.arange(len(KINDS))).sum(axis=1).astype(np.int8)
    seen = hands_of(counts).of(np.arange(_DEALS * players).reshape(_DEALS, players))
    found: Floats = rows_of(seen, np.zeros(_DEALS, np.int64)).mean(axis=0)
    return found


# --- what is learnt ----------------------------------------------------------------------------------------------


def untrained(ai: str, players: int = 2) -> TrainedNetworks:
    """What the AI of this name plays by at a table of so many before it has learnt anything."""
    rng = np.random.default_rng(0)
    sizes = (inputs_of(players), *Parameters.hidden, actions_of(players))
    networks = {name: Network.fresh(sizes, rng) for name in (VALUES, CHANCES)}
    return TrainedNetworks("notty", ai, {}, 0, {"encoding": TABLES[players], "method": "untrained"}, {}, networks)
