"""What a table's buttons for moves are: rows of actions, one action for each kind of move unless a view says more."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pygame

from components.view import Stage
from game.rules.protocol import RoundEnd
from systems.view.table.results import Prizes
from systems.view.toolkit import backdrops
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.drawings import Size


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


class UsualTable:
    """What most tables have in common: a click picks a piece, and results lie over the middle of the screen."""

    show_seconds = 0.9

    def backdrop(self, size: Size) -> pygame.Surface:
        """What lies behind everything: felt."""
        return backdrops.felt(size)

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """The move that a click on a piece makes at once; None: the click picks it."""
        return None

    def result_box(self, stage: Stage) -> Box | None:
        """Where the result of a round stands so that the table is seen around it; None: over the dimmed table."""
        return None

    def headline(self, end: RoundEnd) -> str:
        """How the end of a round is headed where its result stands beside the table: by who has won."""
        return ""

    def prizes(self, end: RoundEnd) -> Prizes | None:
        """What players hold after a round, beside its score: nothing."""
        return None

    def may_decide(self, player: int) -> bool:
        """Whether a player may still come to decide in this match."""
        return True


class OneForEachKind(UsualTable):
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
