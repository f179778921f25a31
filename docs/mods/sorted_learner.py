"""A mod: a learner on the shared Q-learning core. To it, piles in another order are the same position.

tabletalk train nim sorted-learner --mod docs/mods/sorted_learner.py --games 3000 --out sorted.npz
tabletalk arena nim sorted-learner:sorted.npz q-learner --mod docs/mods/sorted_learner.py
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from game.modding import AI, EPSILON, LearnerSpec, Parameters, Registry, table_picker, table_scorers
from game.modding.nim import Move, View

Piles = tuple[int, ...]
Action = tuple[int, int]
"""From a pile of so many stones, so many are taken."""


class SortedPiles:
    """How the learner sees Nim: see `game.modding.Encoding` for what each method is asked."""

    faithful = False

    def setting(self, view: View) -> Piles:
        return view.start

    def setting_name(self, setting: Any) -> str:
        return " ".join(map(str, setting))

    def state(self, view: View) -> Piles:
        return tuple(sorted(count for count in view.piles if count))

    def actions(self, state: Piles) -> tuple[Action, ...]:
        return tuple([(count, taken) for count in sorted(set(state)) for taken in range(1, count + 1)])

    def options(self, view: View) -> Sequence[tuple[int, Move]]:
        moves = [Move(view.piles.index(count), taken) for count, taken in self.actions(self.state(view))]
        return list(enumerate(moves))

    def action(self, view: View, move: Move) -> Action:
        return view.piles[move.pile], move.stones

    def features(self, view: View) -> str:
        return f"piles {' '.join(map(str, self.state(view)))}"

    def options_of(self, setting: Any) -> dict[str, Any]:
        return {"piles": list(setting)}

    def setting_of(self, options: Mapping[str, Any]) -> Piles:
        return tuple(options["piles"])

    def state_name(self, state: Piles, setting: Any) -> str:
        return ",".join(map(str, state))

    def state_named(self, name: str, setting: Any) -> Piles:
        return tuple([int(part) for part in name.split(",")])

    def action_name(self, action: Action) -> str:
        return "{},{}".format(*action)

    def action_named(self, name: str) -> Action:
        count, taken = name.split(",")
        return int(count), int(taken)


class WinOrLose:
    """What it is rewarded for."""

    def of_move(self, view: View, move: Move, after: View) -> float:
        return 0.0

    def of_end(self, player: int, winner: int | None) -> float:
        return 1.0 if player == winner else -1.0


LEARNING = LearnerSpec(SortedPiles(), WinOrLose(), Parameters(alpha=0.5, epsilon=0.2, unknown=1.0))


def register(registry: Registry) -> None:
    """Add ``sorted-learner`` to Nim."""
    registry.ai(
        AI(
            "sorted-learner",
            "nim",
            "learns Nim; the order of the piles does not matter to it",
            partial(table_scorers, LEARNING),
            table_picker,
            (EPSILON,),
            learner_spec=LEARNING,
        )
    )
