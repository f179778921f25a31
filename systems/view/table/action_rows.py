"""What a table's buttons for moves are: rows of actions, one action for each kind of move unless a view says more."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


def _every(move: Any) -> bool:
    return True


@dataclass(frozen=True)
class Action:
    """Moves of a kind, all or some of them, and what their button is called while none of them is offered.

    A `fixed` label stays when one is offered; else the button then names the move. An action at `any_time` is offered
    while pieces are picked that do not belong to it, too: they are put back. `why_not` tells why none can be
    made now, where the view knows better than the panel, `how_often` what may be made still. The button of one that is
    made `at_once` makes the move of the pieces that it would pick first.
    """

    kind: str
    label: str
    includes: Callable[[Any], bool] = _every
    fixed: bool = False
    any_time: bool = False
    shortcut: str = ""
    why_not: str = ""
    how_often: str = ""
    at_once: bool = False


@dataclass(frozen=True)
class Made:
    """A move that a click makes at once: its kind, and the pieces that it picks."""

    kind: str
    pieces: tuple[int, ...] = ()


@dataclass(frozen=True)
class ActionRow:
    """Actions side by side, and how often they may still be used ("1×"); None where the game does not limit it."""

    actions: tuple[Action, ...]
    uses: str | None = None
