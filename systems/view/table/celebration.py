"""A moment for whoever has won: pieces of the game rise from behind the result and come to rest on its upper edge."""

from collections.abc import Sequence
from math import cos, pi

from systems.view.table.rules_page import Picture
from systems.view.toolkit.canvas import Box, Canvas

_EACH, _APART = 0.9, 0.08
"""How long one piece is on its way, in seconds, and how much later the next one starts."""
_COUNT = 7
_STEP, _SIZE, _LARGE = 62.0, 44.0, 62.0
_SINKS = 0.56
"""How much of a piece at rest lies over the edge of the result."""
_RISE = 64.0
_LEAST_WIDTH = 700.0
"""On a narrower panel the garland would lie over the title."""
_FROM_RIGHT = 236.0
"""How far from the right end of the panel the middle of the garland is: the title stands at the left."""


class Celebration:
    """Pieces in a garland; `still` ones are there at once."""

    def __init__(self, pictures: Sequence[Picture], still: bool) -> None:
        self._pictures = pictures
        self._passed = 0.0
        if still:
            self.skip()

    @property
    def over(self) -> bool:
        """Whether everything has come to rest."""
        return self._passed >= _EACH + _APART * _COUNT

    def skip(self) -> None:
        """Let everything be at rest."""
        self._passed = _EACH + _APART * _COUNT

    def pass_time(self, seconds: float) -> None:
        """Let the pieces go on."""
        self._passed += seconds

    def draw(self, canvas: Canvas, panel: Box) -> None:
        """Draw the garland along the upper edge of a panel, the outer pieces first."""
        if not self._pictures or panel.w < _LEAST_WIDTH:
            return
        for place in sorted(range(_COUNT), key=lambda each: -abs(each - _COUNT // 2)):
            offset = place - _COUNT // 2
            share = min(1.0, max(0.0, (self._passed - _APART * (_COUNT // 2 - abs(offset))) / _EACH))
            if share <= 0.0:
                continue
            size = _LARGE if not offset else _SIZE
            # Up in a swing beyond its place, then back to it.
            eased = (1 - cos(pi * share)) / 2
            swing = _RISE * 4 * share * (1 - share) * (1 - 0.3 * abs(offset) / _COUNT)
            x = panel.right - _FROM_RIGHT + offset * _STEP * eased
            rest = panel.y - size * (0.5 - _SINKS)
            y = panel.y + size * (1 - eased) - (panel.y - rest) * eased - swing
            canvas.picture(self._pictures[place % len(self._pictures)](canvas.px(size)), x, y)
