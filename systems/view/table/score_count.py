"""The score of a match's last round, counted up piece by piece on the table, where its players sit."""

from collections.abc import Sequence

from game.rules.language import _
from game.rules.protocol import RoundEnd
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

SIZE = 200.0, 66.0
"""How large the count of a player is, in units."""
_PIECE, _HOLD = 0.9, 1.1
"""So many seconds a piece is counted, and the sum is left standing."""
_MOVING = 0.65
"""For so much of its time the sum of a piece moves."""


def adds_up(end: RoundEnd) -> bool:
    """Whether the lines of a score but the last are pieces of it, and the last their sum, for every player."""
    if len(end.lines) < 3:
        return False
    *pieces, total = end.lines
    columns = zip(*[line.values for line in pieces], strict=True)
    return [sum(column) for column in columns] == list(total.values)


class ScoreCount:
    """Counts a score up that adds up."""

    def __init__(self, end: RoundEnd) -> None:
        *self._pieces, self._total = end.lines
        self._seconds = 0.0

    def pass_time(self, seconds: float) -> None:
        """Count on."""
        self._seconds += seconds

    @property
    def over(self) -> bool:
        """Whether everything was counted, and has stood for a while."""
        return self._seconds >= len(self._pieces) * _PIECE + _HOLD

    def draw(self, canvas: Canvas, boxes: Sequence[Box]) -> None:
        """Draw what is counted by now, a box for each player."""
        place, passed = divmod(self._seconds, _PIECE)
        counted = min(int(place), len(self._pieces))
        moved = min(1.0, passed / _PIECE / _MOVING)
        for player, box in enumerate(boxes):
            sum_so_far = sum(piece.values[player] for piece in self._pieces[:counted])
            if counted == len(self._pieces):
                best = self._total.values[player] == max(self._total.values)
                self._draw(canvas, box, self._total.label, "", self._total.values[player], best)
            else:
                piece = self._pieces[counted]
                more = _("+{amount}", amount=piece.values[player])
                self._draw(canvas, box, piece.label, more, sum_so_far + round(piece.values[player] * moved), False)

    @staticmethod
    def _draw(canvas: Canvas, box: Box, label: str, more: str, total: float, best: bool) -> None:
        canvas.panel(box, fill=theme.PANEL_SOLID)
        if best:
            canvas.ring(box, theme.GOLD)
        ink = theme.GOLD if best else theme.TEXT
        inside, high = box.inset(14, 10), box.centre[1]
        number = f"{total:g}"
        wide = canvas.text_size(number, 32, "serif-bold")[0]
        canvas.text(number, inside.right, high, 32, ink, "serif-bold", "right", vertical="middle")
        room = inside.w - wide - 12
        size = canvas.fitting_size(label, 17, room)
        canvas.text(label, inside.x, high - (11 if more else 0), size, theme.TEXT, max_width=room, vertical="middle")
        canvas.text(more, inside.x, high + 12, 17, theme.GOLD, "sans-bold", vertical="middle")
