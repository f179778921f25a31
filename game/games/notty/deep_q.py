"""The AI of Notty that plays by networks over all hands: what each action is worth, and the chance that it wins.

One network decides (`values`): the highest output is played, and the rules round it are those of
:mod:`game.games.notty.action_values`. The other one only tells (`chances`): how likely whoever does the best there is
wins, and how much less likely whoever does something else. A returned card or a discarded group is worth what the best
action is worth then.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from random import Random

import numpy as np

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.games.notty import long_match
from game.games.notty.action_values import (
    CHANCES,
    LEVEL,
    SLOPE,
    VALUES,
    Indices,
    Judged,
    chances_from,
    discards_of,
    going_by,
    judged,
    layers_of,
    nothing_let_go,
    with_own,
)
from game.games.notty.choices import going
from game.games.notty.cover import leftover
from game.games.notty.hand_arrays import packed_of
from game.games.notty.hands import COPIES, DEAL_SIZE, HAND_LIMIT, KINDS, MOST_DRAWN
from game.games.notty.long_match import BEHIND, LONG, lateness
from game.games.notty.look_ahead import Decided, looked_ahead
from game.games.notty.moves import DRAW_TO_DISCARD, HOLDS, NEXT_TURN, RETURNED, RETURNS, Move, MoveKind
from game.games.notty.open_features import (
    GROUPS,
    HAND_PARTS,
    LOSS_PARTS,
    OWN_PARTS,
    THEFT_PARTS,
    USES,
    Hands,
    at_least,
    deck_of,
    hands_of,
    returns_of,
    rows_of,
    without,
)
from game.games.notty.outlook import Outlook
from game.games.notty.state import View
from game.games.notty.training.parameters import TABLES, Parameters
from game.games.notty.view_arrays import move_of, seen_by
from game.rules.language import _, joined, marked, ngettext, with_minus

_DRAWS = marked("{:.0f} % of the deck would help; {} of {} left over{}")
_STEALS = marked("{:.0f} % of their cards would help; they have {} of {} left over{}")
_SWAPS = marked("a card for a better one: {:.0f} % of the deck would help{}")
_ENDS = marked("waits with {} of {} left over, room for {} more{}")
_WHOSE = (_("the own"), _("the next player’s"), _("the other rival’s"))
MOST_NAMED = 3
"""So many of the parts that speak for an action or against it are named."""
_DEALS = 100
_GIVES = marked("leaves {} of {} over; then {:.0f} % of the deck would help")
_GOES_NEXT = Reason(marked("every card is in a group then: the hand can go"))
_SURE = Reason(marked("whatever card comes, the hand can go with it"))
_DISCARDS = marked("room for {} more, and still {} left over")


@dataclass(frozen=True, eq=False)
class Networks:
    """What has been learnt for tables of one number of players."""

    values: Network
    chances: Network
    outlook: Outlook
    """What everybody's chances are if the best is done."""
    crowded: int
    """Hands of so many cards and more may discard groups."""
    decided: Decided | None = None
    """What becomes of these chances, where those who play look ahead."""

    @classmethod
    def of(cls, trained: TrainedNetworks, outlook: Outlook, decided: Decided | None = None) -> "Networks":
        """By what a file holds; it must have passed the spec's check."""
        crowded = int(trained.parameters.get("crowded", Parameters.crowded))
        return cls(trained.networks[VALUES], trained.networks[CHANCES], outlook, crowded, decided)

    def chances_of(self, rows: Floats, turns: Indices, values: Floats) -> Floats:
        """(n, m): the chances to win of m things to do, by their values (in long matches by the turns that they save),
        after so many turns, (n,), where the networks see rows (n, inputs)."""
        told = self.chances.forward(rows)
        told[:, LEVEL] = self._odds(rows, turns)
        told[turns >= LONG[self.outlook.players], SLOPE] = log(BEHIND)
        return chances_from(told, values - values.max(axis=1, keepdims=True))

    def _odds(self, rows: Floats, turns: Indices) -> Floats:
        """(n,): the log odds that the mover wins by doing the best."""
        told = self.outlook.odds(rows, turns)
        return told if self.decided is None else self.decided.odds(told, lateness(turns, self.outlook.players))


class DeepQ:
    """Candidates for the actions, or for the cards that may well be returned, valued by networks; a hand that can go
    goes, and long matches come to an end. `networks` are by the number of players; `ahead` says whether it looks at
    what its actions lead to."""

    name = "networks"

    def __init__(self, networks: Mapping[int, Networks], ahead: bool = False) -> None:
        self.networks = networks
        self.ahead = ahead

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates for a view."""
        if view.to_move != view.player:
            return []
        if not view.must_return and not leftover(view.hand):
            return going(view.hand)
        networks, seen = self.networks[len(view.hands)], seen_by(view)
        if view.turns >= LONG[view.players]:
            return _to_the_end(networks, view, seen, long_match.considered(view, rng))
        if view.must_return:
            return _returns(networks, view, seen)
        uses = np.array([view.used])
        found = judged(networks.values, seen, uses)
        if self.ahead:
            found = looked_ahead(networks.values, seen, uses, found, np.random.default_rng(rng.getrandbits(64)))
        return _actions(networks, view, seen, nothing_let_go(found, seen, uses))


def _to_the_end(
    networks: Networks, view: View, seen: Hands, considered: Sequence[tuple[Candidate, float]]
) -> list[Candidate]:
    """What is considered in a long match, with chances."""
    found, sure = zip(*considered, strict=True)
    moves, scores = [each.move for each in found], [each.score for each in found]
    values = np.array(scores, np.float32)
    if view.must_return:
        then = hands_of(without(seen.counts[:, 0], np.array([moves[values.argmax()].value])))
        rows = rows_of(with_own(seen, np.array([0]), then), np.array([view.used - HOLDS + RETURNED]))
    else:
        rows = rows_of(seen, np.array([view.used]))
    chances = networks.chances_of(rows, np.array([view.turns]), values[None])[0]
    return _candidates(moves, scores, [each.reason for each in found], _certain(view, moves, chances, sure))


def _certain(view: View, moves: Sequence[Move], chances: Floats, sure: Sequence[float]) -> list[float]:
    """The chances of moves, which are no less than those to go out by them, (moves,) as `sure` has it; the turn's end
    may be that of the match, which is drawn unless the hand goes before."""
    found, drawn = list[float](), 1 / view.players
    for move, chance, share in zip(moves, chances.tolist(), sure, strict=True):
        ends = view.turns + 1 == view.limit and (move == NEXT_TURN or _is_last(view, move))
        found.append(share + (1 - share) * drawn if ends else max(chance, share))
    return found


def _is_last(view: View, move: Move) -> bool:
    """Whether nothing is left in the turn after a move but that a hand may go."""
    return not (view.may_draw or view.may_steal or (view.may_swap and move != DRAW_TO_DISCARD))


def _actions(networks: Networks, view: View, seen: Hands, found: Judged) -> list[Candidate]:
    """What can be done but returning a card: the actions, of which is `found` what they are worth, and the groups that
    may well be discarded."""
    able = np.flatnonzero(found.able[0])
    groups, reasons, worth = _discards(networks, seen, view.used, found.best[0])
    values = np.concatenate([found.values[0, able], worth])
    chances = networks.chances_of(found.rows, np.array([view.turns]), values[None])[0]
    sure = [*going_by(seen, found.able)[0, able].tolist(), *[0.0] * len(worth)]
    facts = _Facts(seen)
    why = [
        _SURE if share == 1.0 else facts.of_action(each, _Speaking(networks, seen, view.turns, found, each))
        for each, share in zip(able.tolist(), sure, strict=False)
    ] + reasons
    moves = [*[move_of(view, action) for action in able.tolist()], *groups]
    return _candidates(moves, values.tolist(), why, _certain(view, moves, chances, sure))


def _returns(networks: Networks, view: View, seen: Hands) -> list[Candidate]:
    """The cards that may well be returned."""
    own = seen.own_hand
    row, kinds, then = returns_of(own.counts, own.losses)
    positions, uses = with_own(seen, row, then), np.full(len(row), view.used - HOLDS + RETURNED)
    found = judged(networks.values, positions, uses)
    best = int(found.best.argmax())
    chances = networks.chances_of(found.rows[best, None], np.array([view.turns]), found.best[None])[0]
    helpful = _helpful(positions)
    why = [
        Reason(_GIVES, (left, held, 100 * share)) if left else _GOES_NEXT
        for left, held, share in zip(then.left.tolist(), then.sizes.tolist(), helpful, strict=True)
    ]
    moves = [RETURNS[kind] for kind in kinds.tolist()]
    sure = (then.left == 0).astype(float).tolist()
    return _candidates(moves, found.best.tolist(), why, _certain(view, moves, chances, sure))


def _discards(networks: Networks, seen: Hands, used: int, best: np.float32) -> tuple[list[Move], list[Reason], Floats]:
    """The groups that may well be discarded, what is said of them, and what they are worth. Of a hand that is not
    crowded they are told, and never played: they are worth no more than the `best` action."""
    row, group, then = discards_of(seen.own_hand)
    worth = judged(networks.values, with_own(seen, row, then), np.full(len(row), used)).best
    if seen.sizes[0, 0] < networks.crowded:
        worth = np.minimum(worth, best)
    moves = [Move(MoveKind.DISCARD_GROUP, cards) for cards in packed_of(GROUPS[group])]
    lefts = zip(then.left.tolist(), then.sizes.tolist(), strict=True)
    return moves, [Reason(_DISCARDS, (HAND_LIMIT - held, left)) for left, held in lefts], worth


def _candidates(
    moves: Sequence[Move], values: Sequence[float], why: Sequence[Reason], chances: Sequence[float]
) -> list[Candidate]:
    rows = zip(moves, values, why, map(Estimate, chances), strict=True)
    return [Candidate(move, value, reason, estimate) for move, value, reason, estimate in rows]


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
            return Reason(_DRAWS, (100 * _helpful(self._seen)[0], left[0], held[0], speaking))
        if action < MOST_DRAWN + players - 1:
            rival = action - MOST_DRAWN + 1
            helpful = at_least(self._seen.counts[:, rival], self._seen.gains[:, 0])[0, 1]
            return Reason(_STEALS, (100 * float(helpful), left[rival], held[rival], speaking))
        if action == MOST_DRAWN + players - 1:
            return Reason(_SWAPS, (100 * _helpful(self._seen)[0], speaking))
        return Reason(_ENDS, (left[0], held[0], HAND_LIMIT - held[0], speaking))


class _Speaking:
    """What speaks for an action and against it, in points of the chance that networks tell of it, whatever is counted
    out besides; worked out when it is read.

    Each part of what the network sees is replaced by what it is after a deal, on the average, and the chance told
    again (occlusion): by how much it was higher speaks for the action. The amounts need not add up.
    """

    __slots__ = ("_action", "_found", "_networks", "_seen", "_turns")

    def __init__(self, networks: Networks, seen: Hands, turns: int, found: Judged, action: int) -> None:
        self._networks, self._seen, self._turns = networks, seen, turns
        self._found, self._action = found, action

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Speaking) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> str:
        """The words, to be translated."""
        parts = _parts(self._seen)
        rows = np.repeat(self._found.rows, len(parts) + 1, axis=0)
        usual = _as_dealt(self._seen.left.shape[1])
        for number, (_words, columns) in enumerate(parts, start=1):
            rows[number, columns] = usual[columns]
        values = np.where(self._found.able, self._networks.values.forward(rows), -np.inf).astype(np.float32)
        chances = self._networks.chances_of(rows, np.full(len(rows), self._turns), values)[:, self._action]
        amounts = (100 * (chances[0] - chances[1:])).tolist()
        moved = [(amount, words) for amount, (words, _columns) in zip(amounts, parts, strict=True)]
        moved.sort(key=lambda each: -abs(each[0]))
        told = [
            (amount, _("{part} {amount:+.0f} %", part=words, amount=amount))
            for amount, words in moved[:MOST_NAMED]
            if abs(amount) >= 0.5
        ]
        speaking = joined([words for amount, words in told if amount > 0])
        against = joined([words for amount, words in told if amount < 0])
        found = [
            _("; for it: {parts}", parts=speaking) if speaking else "",
            _("; against it: {parts}", parts=against) if against else "",
        ]
        return with_minus(joined(found, ""))


def _parts(seen: Hands) -> list[tuple[str, list[int]]]:
    """The parts of what a network sees of a position, in words, and their columns."""
    left, sizes = seen.left[0].tolist(), seen.sizes[0].tolist()
    players = len(left)
    thefts = range(players * HAND_PARTS, players * HAND_PARTS + (players - 1) * THEFT_PARTS)
    uses = range(thefts.stop, thefts.stop + len(USES))
    threats = range(uses.stop + 1, uses.stop + 1 + len(thefts))
    parts = []
    for hand in range(players):
        whose = _WHOSE[hand] if players > 2 or not hand else _("the rival’s")
        first = hand * HAND_PARTS
        nearness = [*range(first + 3, first + 11), *range(first + OWN_PARTS, first + HAND_PARTS)]
        parts.append((_("{whose} {number} left over", whose=whose, number=left[hand]), nearness))
        cards = ngettext("{whose} {number} card", "{whose} {number} cards", sizes[hand], whose=whose)
        lost = threats.stop + hand * LOSS_PARTS
        parts.append((cards, [*range(first, first + 3), first + 11, first + 12, *range(lost, lost + LOSS_PARTS)]))
    return [
        *parts,
        (_("what can be stolen"), list(thefts)),
        (_("what rivals can steal"), list(threats)),
        (_("what the turn has used"), list(uses)),
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
    layers = layers_of(players, Parameters.hidden)
    networks = {name: Network.fresh(sizes, rng) for name, sizes in layers.items()}
    return TrainedNetworks("notty", ai, {}, 0, {"encoding": TABLES[players], "method": "untrained"}, {}, networks)
