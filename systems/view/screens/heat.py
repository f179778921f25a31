"""What has been learnt, as heat on the pieces of a table: gold where the best is expected, blue where the worst is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import esper

from components.pieces import Card
from components.view import Goal, Moving, Pose, Stage
from game.learning.snapshot import ActionValue
from game.rules.language import _, with_minus
from game.rules.protocol import AnyRules
from systems.human import locate
from systems.view.screens.cross_table import heat
from systems.view.table.game_view import GameView
from systems.view.toolkit import lines, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.lines import Line, Pattern

_OUTLINE = 5.0
_ALPHA = 120
_LEAST = 1e-9
_SHADES = 24
"""So many shades lie between the worst and the best: few, so that each look is made once."""
_COOL: Colour = (150, 200, 240)
_UPRIGHT = 4.0
"""A card that is turned by more degrees is outlined only."""


class Heat:
    """The values of the pieces that can be picked in a position, found anew when the position or the values change."""

    def __init__(self, view: GameView, rules: AnyRules) -> None:
        self._view = view
        self._rules = rules
        self._position: Any = None
        self._picks: dict[Any, Counter[Any]] = {}
        self._found: dict[int, float] = {}
        self._key: object = None

    def values(self, stage: Stage, position: Any, values: Sequence[ActionValue]) -> Mapping[int, float]:
        """What the best move is worth that a click on each piece makes, or else that has it among others."""
        key = (position, id(values), stage.laid_out)
        if key != self._key:
            self._key = key
            self._found = self._valued(stage, position, values)
        return self._found

    def _valued(self, stage: Stage, position: Any, values: Sequence[ActionValue]) -> dict[int, float]:
        if position != self._position:
            self._position, self._picks = position, {}
        for each in values:
            if each.move not in self._picks:
                self._picks[each.move] = Counter(self._rules.chosen(position, each.move))
        found: dict[int, float] = {}
        for entity, _at in sorted(esper.get_component(Goal)):
            if self._view.pickable(stage, entity):
                worth = self._worth(stage, entity, values)
                if worth is not None:
                    found[entity] = worth
        return found

    def _worth(self, stage: Stage, entity: int, values: Sequence[ActionValue]) -> float | None:
        wanted = Counter(locate(piece) for piece in self._view.picks(stage, entity))
        exact = [each.value for each in values if self._picks[each.move] == wanted]
        own = locate(entity)
        among = exact or [each.value for each in values if own in self._picks[each.move]]
        return max(among, default=None)

    def draw(self, canvas: Canvas, found: Mapping[int, float]) -> None:
        """Draw the heat over the pieces, and the value on each; nothing where all are worth the same, as they are where
        nothing has been learnt."""
        low, high = min(found.values(), default=0.0), max(found.values(), default=0.0)
        if high - low < _LEAST:
            return
        for entity, value in found.items():
            share = (value - low) / (high - low)
            moving = esper.try_component(entity, Moving)
            goal = esper.component_for_entity(entity, Goal)
            if not goal.covered:
                self._draw_piece(canvas, moving.now if moving else goal.pose, esper.has_component(entity, Card), share)
        for entity, value in found.items():
            goal = esper.component_for_entity(entity, Goal)
            if not goal.covered:
                _draw_value(canvas, goal, value)

    def _draw_piece(self, canvas: Canvas, pose: Pose, card: bool, share: float) -> None:
        box = Box.around((pose.x, pose.y), pose.height * (CARD_ASPECT if card else 1.0), pose.height)
        radius = pose.height * 0.075 if card else box.h / 2
        colour, bright = _colours(round(share * _SHADES))
        if abs(pose.angle) < _UPRIGHT:
            canvas.shape(box.inset(-2), (*colour[:3], _ALPHA), rim=bright, rim_width=_OUTLINE - 1, radius=radius + 2)
            return
        unit = canvas.unit
        middle, size = (pose.x * unit, pose.y * unit), (box.w * unit, box.h * unit)
        points = lines.rounded_box(middle, size, radius * unit, pose.angle)
        picture, corner = lines.drawn(Line(points, _OUTLINE * unit, bright, Pattern.SOLID, closed=True))
        canvas.surface.blit(picture, corner)


@lru_cache(maxsize=32)
def _colours(shade: int) -> tuple[Colour, Colour]:
    """The colour of a piece, and the brighter one of its outline."""
    share = shade / _SHADES
    colour = heat(share)
    return colour, theme.mix(colour, theme.FOCUS if share > 0.5 else _COOL, 0.45)


def _draw_value(canvas: Canvas, goal: Goal, value: float) -> None:
    """The value on a piece, where others do not lie over it."""
    words = with_minus(_("{number:+.2f}", number=value) if abs(value) < 9.995 else f"{value:+.0f}")
    size = max(theme.SMALL, goal.pose.height * 0.15)
    width, height = canvas.text_size(words, size, "sans-bold")
    x = goal.pose.x - (goal.pose.height * 0.2 if goal.overlapped else 0.0)
    y = goal.pose.y + goal.pose.height * 0.2
    canvas.shape(Box.around((x, y), width + 12, height), (20, 12, 19, 205), radius=height / 2)
    canvas.text(words, x, y, size, theme.TEXT, "sans-bold", "centre", vertical="middle")
