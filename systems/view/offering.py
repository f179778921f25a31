"""What a table's buttons for moves are: rows of actions, one action for each kind of move unless a view says more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from components.view import Stage


def _every(move: Any) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """Moves of a kind, all or some of them, and what their button is called while none of them is offered.

    A `fixed` label stays when one is offered; else the button then names the move. `why_not` tells why none can be
    made now, where the view knows better than the panel.
    """

    kind: str
    label: str
    includes: Callable[[Any], bool] = _every
    fixed: bool = False
    shortcut: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class ActionRow:
    """Actions side by side, and how often they may still be used ("1×"); None where the game does not limit it."""

    actions: tuple[Action, ...]
    uses: str | None = None


class OneForEachKind:
    """What most views say of their buttons: one for each kind of move, and nothing is picked without a click."""

    pieces = "cards"
    plays_for_humans = False
    keys: tuple[tuple[str, str], ...] = ()

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """The rows of buttons from top to bottom."""
        return [ActionRow((Action(kind, kind),)) for kind in kinds]

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """The pieces that the button of a kind picks first where none are picked; none: it needs picked pieces."""
        return []

    def asked(self, stage: Stage) -> str:
        """What a human to move who has picked nothing is asked to do."""
        return f"choose {self.pieces}"
