"""Nim's AIs: exact play, how a learner sees the game, and how far a learner has come.

Source of exact play: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3
(1901), with its last section on the player who takes the last stone losing.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import product
from math import prod
from operator import xor
from random import Random
from typing import Any

from game.agents.agent import Candidate, Reason
from game.agents.q_learning import QLearner
from game.games.nim.record import MOST_PILES, MOST_STONES, Move
from game.games.nim.rules import View, moves_of, pack, unpack
from game.rules.language import _

_SAMPLE = 4096
"""How many positions stand for all of them where there are more."""


def winning_moves(piles: Sequence[int]) -> list[Move]:
    """Every move after which the other player loses under exact play, by pile; empty where there is none."""
    large = [pile for pile, count in enumerate(piles) if count > 1]
    ones = sum(count == 1 for count in piles)
    if not large:
        # Only ones are left: an odd number of them must stay, and each move takes one away.
        return [Move(pile, 1) for pile, count in enumerate(piles) if count == 1] if ones and ones % 2 == 0 else []
    if len(large) == 1:
        # Every pile left would be 0 or 1: leave an odd number of ones.
        return [Move(large[0], piles[large[0]] - (1 - ones % 2))]
    total = reduce(xor, piles)
    return [Move(pile, count - (count ^ total)) for pile, count in enumerate(piles) if count ^ total < count]


def wins(piles: Sequence[int]) -> bool:
    """Whether the player to move wins under exact play; with no stone left, the other player has just lost."""
    return bool(winning_moves(piles)) or not any(piles)


def verdicts(view: View) -> dict[Move, bool]:
    """For every move of a position, whether it wins under exact play."""
    winning = set(winning_moves(view.piles))
    return {move: move in winning for move in moves_of(view.packed)}


class ExactPlay:
    """1 for a move that wins under exact play; for one that loses, less than a half: the more of the answers to it
    are mistakes, the more."""

    name = "exact play"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        winning = set(winning_moves(view.piles))
        return [self._won(view, move) if move in winning else self._lost(view, move) for move in moves_of(view.packed)]

    @staticmethod
    def _left(view: View, move: Move) -> tuple[int, ...]:
        return tuple([count - (pile == move.pile) * move.stones for pile, count in enumerate(view.piles)])

    def _won(self, view: View, move: Move) -> Candidate:
        return Candidate(move, 1.0, Reason("leaves {}: won, {}", (_piles(left := self._left(view, move)), _why(left))))

    def _lost(self, view: View, move: Move) -> Candidate:
        left = self._left(view, move)
        answers, good = sum(left), len(winning_moves(left))
        if not answers:
            return Candidate(move, 0.01, Reason("takes the last stone: lost"))
        share = (answers - good) / answers
        terms = (_piles(left), _why(left), answers - good, answers)
        return Candidate(move, 0.02 + 0.4 * share, Reason("leaves {}: lost, {}; {} of {} answers are mistakes", terms))


def _piles(piles: Sequence[int]) -> str:
    return " ".join(map(str, piles))


def _why(left: Sequence[int]) -> str:
    """What exact play looks at in the piles that a move leaves."""
    if max(left) > 1:
        return _("nim-sum {number}", number=reduce(xor, left))
    return _("only ones, an odd number") if sum(left) % 2 else _("only ones, an even number")


class NimEncoding:
    """How a learner sees Nim: the state is the piles, the action is the move; a table belongs to the piles that a
    match starts with."""

    faithful = True

    def setting(self, view: View) -> tuple[int, ...]:
        return view.start

    def setting_name(self, setting: Any) -> str:
        return _piles(setting)

    def state(self, view: View) -> int:
        return view.packed

    def actions(self, state: int) -> tuple[Move, ...]:
        return moves_of(state)

    def options(self, view: View) -> None:
        return None

    def action(self, view: View, move: Move) -> Move:
        return move

    def features(self, view: View) -> str:
        return _("piles {piles}", piles=_piles(view.piles))

    def state_name(self, state: int, setting: Any) -> str:
        return ",".join(map(str, unpack(state, len(setting))))

    def state_named(self, name: str, setting: Any) -> int:
        piles = [int(part) if part.isdecimal() else -1 for part in name.split(",")]
        if len(piles) != len(setting) or not all(
            0 <= count <= most for count, most in zip(piles, setting, strict=True)
        ):
            raise ValueError(f"{name!r} is no position of {_piles(setting)}")
        return pack(piles)

    def action_name(self, action: Move) -> str:
        return f"{action.pile},{action.stones}"

    def action_named(self, name: str) -> Move:
        pile, count = map(int, name.split(","))
        return Move(pile, count)

    def options_of(self, setting: Any) -> dict[str, Any]:
        return {"piles": list(setting)}

    def setting_of(self, options: Mapping[str, Any]) -> tuple[int, ...]:
        piles = options.get("piles")
        counts = [count for count in piles if type(count) is int] if isinstance(piles, list) else []
        if not 1 <= len(counts) <= MOST_PILES or counts != piles or not 1 <= min(counts) <= max(counts) <= MOST_STONES:
            raise ValueError(f"{piles!r} are no piles of Nim")
        return tuple(counts)


class NimRewards:
    """1 for the game won, -1 for the game lost, nothing before."""

    def of_move(self, view: View, move: Move, after: View) -> float:
        return 0.0

    def of_end(self, player: int, winner: int | None) -> float:
        return 1.0 if player == winner else -1.0


class WinningShare:
    """Measures a learner: in which share of the positions that can be won its best move wins.

    All positions that the piles of the setting can come to are looked at, or a fixed sample of them where they are
    too many.
    """

    def __init__(self, setting: Any) -> None:
        start: tuple[int, ...] = setting
        self._start = start
        self.sampled = prod(count + 1 for count in start) > _SAMPLE
        self._cases: list[tuple[int, tuple[bool, ...]]] = []
        for piles in self._positions(start):
            view = View(0, 0, pack(piles), start)
            by_move = tuple(verdicts(view).values())
            if any(by_move):
                self._cases.append((view.packed, by_move))

    def _positions(self, start: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        ranges = [range(count + 1) for count in start]
        if not self.sampled:
            return product(*ranges)
        rng = Random("winning share")
        return [tuple([rng.choice(counts) for counts in ranges]) for _ in range(_SAMPLE)]

    @property
    def positions(self) -> int:
        """How many winning positions are looked at."""
        return len(self._cases)

    @property
    def about(self) -> str:
        """What is measured, in words."""
        if self.sampled:
            return _(
                "share of {number:,} sampled winning positions in which the greedy choice wins", number=self.positions
            )
        return _("share of {number:,} winning positions in which the greedy choice wins", number=self.positions)

    def __call__(self, learner: QLearner) -> float:
        """The share, 0 to 1, of these positions in which the first of the learner's best moves wins."""
        if not self._cases:
            return 1.0
        rows = learner.table.rows if learner.table.setting == self._start else {}
        won = 0
        for packed, by_move in self._cases:
            row = rows.get(packed)
            if row is None:  # nothing is known, so all moves are equal
                won += by_move[0]
            else:
                won += by_move[row.values.index(max(row.values))]
        return won / len(self._cases)
