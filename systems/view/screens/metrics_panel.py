"""The metrics panel: what was measured while an AI learnt, raw or as a rolling mean over a chosen window."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from game.checkpoints.container import CheckpointError, read
from game.checkpoints.places import own_checkpoints
from game.games import registry
from game.learning.kept_curve import kept_curve
from game.rules.language import _, error_words
from game.training.metrics import LearningCurve
from systems.view.screens.metrics_charts import charts_of, columns_for, draw_charts, mean_words
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.widgets import Button, Widget

Source: TypeAlias = tuple[str, Callable[[], LearningCurve]]
"""A training by its name, and its curve as it is now; that may raise CheckpointError."""

WIDTH = 1180.0
_CONTROL = 42.0
_GAP = 14.0
_AROUND = 232.0
"""What margins, title and button of the dialog take of the screen's height."""
_FACE, _LEADING = "sans-italic", 1.2
_WIDE = 900.0
"""A narrower dialog has its controls in two rows."""
_LEAST, _ROW = 360.0, 210.0
"""The least height, and what a row of charts needs."""


class MetricsBody:
    """Charts of one of several trainings; which, the window of the mean, and the scale can be chosen."""

    def __init__(self, sources: Sequence[Source], logarithmic: bool = False) -> None:
        self._sources = list(sources)
        self._trouble = ""
        self.choice = Choice("", [(place, name) for place, (name, _) in enumerate(sources)], 0, label_share=0.0)
        self.window = Slider(_("Mean over"), 1, 200, 1, label_share=0.26, show=_window_words, value_width=96)
        self.window.hint = _("Over how many measurements the bold lines are averaged; raw: over none")
        self.scale = Toggle(_("Log scale"), logarithmic, label_share=0.5)
        self.scale.hint = _("Draw the horizontal axis on a logarithmic scale")
        several = [self.choice] if len(self._sources) > 1 else []
        self.widgets: Sequence[Widget] = [*several, self.window, self.scale]

    def curve(self) -> LearningCurve | None:
        """The curve that is shown, as it is now; None where it cannot be read."""
        try:
            return self._sources[self.choice.value][1]()
        except CheckpointError as error:
            self._trouble = error_words(error)
            return None

    def height(self, canvas: Canvas, width: float) -> float:
        """As high as the screen leaves room for, but enough for every row of charts."""
        curve = self.curve()
        charts = 1 if curve is None else len(charts_of(curve)) or 1
        rows = -(-charts // columns_for(charts, width))
        controls = (1 + self._stacked(width)) * (_CONTROL + _GAP)
        return max(_LEAST, canvas.view.h - _AROUND, controls + rows * _ROW)

    def _stacked(self, width: float) -> bool:
        """Whether the trainings to choose from have a row of their own, for want of room beside the rest."""
        return len(self._sources) > 1 and width < _WIDE

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """The controls at the top, the charts below."""
        row, self._charts = box.top_part(_CONTROL, _GAP)
        if self._stacked(box.w):
            self.choice.box = row
            row, self._charts = self._charts.top_part(_CONTROL, _GAP)
        elif len(self._sources) > 1:
            self.choice.box, row = row.left_part(row.w * 0.36, 22)
        self.scale.box = Box(row.right - 200, row.y, 200, row.h)
        self.window.box = Box(row.x, row.y, row.w - 236, row.h)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the charts and what their lines are."""
        curve, area = self.curve(), self._charts
        if curve is None:
            canvas.paragraph(self._trouble, area, theme.BODY, theme.WARNING)
            return
        window = round(self.window.value)
        words = _("{training}: {measured}", training=curve.named, measured=mean_words(curve, window))
        high = canvas.paragraph_height(words, area.w, theme.SMALL, _FACE, _LEADING)
        draw_charts(canvas, Box(area.x, area.y, area.w, area.h - high - 12), charts_of(curve, window, self.scale.on))
        foot = Box(area.x, area.bottom - high, area.w, high)
        canvas.paragraph(words, foot, theme.SMALL, theme.MUTED, _FACE, leading=_LEADING)


def _window_words(window: float) -> str:
    return _("raw") if window == 1 else _("the last {number:.0f}", number=window)


def metrics_dialog(sources: Sequence[Source], logarithmic: bool = False) -> Dialog:
    """The panel over a screen, with the first of the trainings shown."""
    return Dialog(_("Metrics"), MetricsBody(sources, logarithmic), [Button(_("Close"), style="primary")], width=WIDTH)


def kept_metrics(game: str) -> list[Source]:
    """The trainings of a game's AIs that are kept: the user's own first, then those that are pretrained."""
    own: list[Source] = []
    pretrained: list[Source] = []
    for ai in registry.ais(game):
        if ai.learns:
            own += [
                (_("{name}, yours: {stem}", name=ai.name, stem=path.stem), _kept(path))
                for path in own_checkpoints(ai.game, ai.name)
            ]
            if ai.pretrained is not None and ai.pretrained.exists():
                pretrained.append((_("{name}, as shipped", name=ai.name), _kept(ai.pretrained)))
    return own + pretrained


def _kept(path: Path) -> Callable[[], LearningCurve]:
    """The curve of a file, which is read when it is first shown."""

    @cache
    def curve() -> LearningCurve:
        return kept_curve(read(path))

    return curve
