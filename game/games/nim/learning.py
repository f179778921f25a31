"""How a learner sees Nim, and how far a learner has come."""

from collections.abc import Iterable, Mapping
from itertools import product
from math import prod
from random import Random
from typing import Any

from game.agents.learning import LearnerSpec
from game.agents.q_learning import Parameters, QLearner
from game.games.nim.players import piles_words, verdicts
from game.games.nim.record import MOST_PILES, MOST_STONES, Move
from game.games.nim.rules import View, moves_of, pack, unpack
from game.rules.language import _

_SAMPLE = 4096
"""How many positions stand for all of them where there are more."""


class NimEncoding:
    """How a learner sees Nim: the state is the piles, the action is the move; a table belongs to the piles that a
    match starts with."""

    faithful = True

    def setting(self, view: View) -> tuple[int, ...]:
        return view.start

    def setting_name(self, setting: Any) -> str:
        return piles_words(setting)

    def state(self, view: View) -> int:
        return view.packed

    def actions(self, state: int) -> tuple[Move, ...]:
        return moves_of(state)

    def options(self, view: View) -> None:
        return None

    def action(self, view: View, move: Move) -> Move:
        return move

    def features(self, view: View) -> str:
        return _("piles {piles}", piles=piles_words(view.piles))

    def state_name(self, state: int, setting: Any) -> str:
        return ",".join(map(str, unpack(state, len(setting))))

    def state_named(self, name: str, setting: Any) -> int:
        piles = [int(part) if part.isdecimal() else -1 for part in name.split(",")]
        if len(piles) != len(setting) or not all(
            0 <= count <= most for count, most in zip(piles, setting, strict=True)
        ):
            raise ValueError(f"{name!r} is no position of {piles_words(setting)}")
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
                "share of {number:,} sampled winning positions in which it picks a winning move", number=self.positions
            )
        return _("share of the {number:,} winning positions in which it picks a winning move", number=self.positions)

    @staticmethod
    def finds(share: float) -> str:
        """What a learner does that has come to a share, as milestones tell it."""
        if share == 1.0:
            return _("finds every winning move")
        return _("finds {share:.0f} % of the winning moves", share=100 * share)

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


LEARNING = LearnerSpec(NimEncoding(), NimRewards(), Parameters(), WinningShare)
