"""What the training panel draws of a training's course: what matters most as a large curve, the rest as small tiles, of
which each can be made the large one."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import numpy as np

from game.agents.learning import Yardstick
from game.agents.network_learning import WON
from game.checkpoints.curves import is_share
from game.games.characters import name_for, name_of
from game.learning.milestones import SMOOTH, Milestone
from game.learning.snapshot import NetworkSnapshot
from game.learning.strength import scatter
from game.learning.trainer import PanelTrainer
from game.rules.language import _, joined
from game.training.metrics import Floats, LearningCurve, title
from systems.view.screens.invitation import Invitation, bust
from systems.view.screens.training_comparison import Comparison
from systems.view.table.characters import character_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart, draw_spark, latest
from systems.view.toolkit.widgets import EMPTY, Button, Widget

MEAN_WON, EACH_WON = "won", "each"
"""What stands for the mean of the shares of matches won against all opponents, and for each of them."""
_FIRST = ("share", MEAN_WON, "win_rate", "pairs")
"""What matters most, before all else."""
_VARYING = 20
"""What is measured of every batch is drawn as the mean of so many."""
_MEASURE, _AIR = 22.0, 8.0
"""The height of the line that tells what is measured; what is kept free around what stands where nothing is yet."""
_TILE, _TILE_GAP = 132.0, 6.0
_VALUE = 52.0
"""How wide the latest value in a tile is."""
_MOST_TILES = 12
_ROWS = 5
"""No more tiles stand one below another."""
_MEASURES = {
    "epsilon": _("how often it tries something out instead of what it takes to be best (epsilon)"),
    "win_rate": _("while it learns, and tries things out"),
    "reward": _("what a round brought it in the mean"),
    "action_loss": _("how far what it expects when a turn begins is from what came: less is better"),
    "swap_loss": _("how far what it expects of a discard is from what came: less is better"),
    "value_loss": _("how far its values are from what came of them: less is better"),
    "chance_loss": _("how far its chances are from how it ended: less is better"),
    "difference_loss": _("how far the points that it expects are from those that came: less is better"),
}
"""What columns measure whose titles do not say it all."""
_WIDE = 640.0
"""A narrower panel has tiles in one column only, and leaves the last ones out."""


def columns_of(curve: LearningCurve, yardstick: bool = False) -> list[str]:
    """What can be drawn of a curve, what matters most first; where there is a yardstick, what is won against it is to
    come."""
    won = [name for name in curve.measured if name.startswith(WON)]
    found = [*([MEAN_WON] if won or yardstick else []), *(name for name in curve.measured if name not in won)]
    found.sort(key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST))
    return [*found, *([EACH_WON] if len(won) > 1 else [])]


def measured(curve: LearningCurve, column: str) -> tuple[Floats, Floats]:
    """Where a column was measured, and its values there; or the mean of those of all opponents, or all of these, shaped
    (marks, opponents)."""
    won = [name for name in curve.measured if name.startswith(WON)]
    names = won if column in (MEAN_WON, EACH_WON) else [column]
    if not names or not {*names} <= {*curve.columns}:
        return np.empty(0), np.empty(0)
    values = np.column_stack([curve.values(name) for name in names])
    found = np.isfinite(values).all(axis=1)
    return curve.across[found], values[found] if column == EACH_WON else values[found].mean(axis=1)


def together(one: tuple[Floats, Floats], other: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    """Two curves over all that either counts, and their values, shaped (marks, 2); what one has not measured there is
    not a number."""
    across = np.union1d(one[0], other[0])
    values = np.full((len(across), 2), np.nan)
    for place, (where, found) in enumerate((one, other)):
        values[np.searchsorted(across, where), place] = found
    return across, values


def _shares(column: str) -> bool:
    return column in (MEAN_WON, EACH_WON) or is_share(column)


def opponent(game: str, asked: str) -> str:
    """What people call an opponent, with the parameters that it was asked for with: "Gregor (call_at=22)"."""
    name, _at, parameters = asked.partition("@")
    return f"{name_for(game, name)} ({parameters})" if parameters else name_for(game, name)


class Tile(Button):
    """A small curve that can be made the large one."""

    def __init__(self, on_press: Callable[[], None]) -> None:
        super().__init__("", on_press)
        self.chart: Chart | None = None

    def look(self) -> Hashable:
        """What it shows, beside what every button does."""
        return super().look(), id(self.chart)

    def draw(self, canvas: Canvas) -> None:
        """Draw the name, the latest value, and the line."""
        super().draw(canvas)
        if self.chart is None:
            return
        inside = self.box.inset(8, 4)
        size = canvas.fitting_size(self.chart.title, theme.SMALL, inside.w, "sans", 12.0)
        canvas.text(self.chart.title, inside.x, inside.y, size, theme.TEXT, max_width=inside.w)
        value, line = inside.top_part(19)[1].left_part(_VALUE, 4)
        if not self.chart.names:
            words = latest(self.chart)
            size = canvas.fitting_size(words, theme.SMALL, _VALUE, "sans-bold")
            canvas.text(words, value.x, value.centre[1], size, theme.GOLD, "sans-bold", vertical="middle")
        draw_spark(canvas, line if not self.chart.names else inside.top_part(19)[1], self.chart)


class _Known(NamedTuple):
    """The charts of a curve, which are made when it has grown: of which `column` the large one is, and all columns with
    the small ones."""

    of: Hashable
    column: str
    large: Chart
    small: Sequence[tuple[str, Chart]]


def _state(curve: LearningCurve | None) -> Hashable:
    """What changes when a curve does."""
    return None if curve is None or not len(curve.points) else (len(curve.points), curve.points[-1].tobytes())


class StageCurve:
    """The large curve and the tiles. `chosen` is what was chosen to be large; None: what matters most."""

    def __init__(
        self,
        trainer: PanelTrainer,
        comparison: Comparison,
        show_metrics: Callable[[], None],
    ) -> None:
        self._trainer = trainer
        self._comparison = comparison
        self.chosen: str | None = None
        self.logarithmic = trainer.ai.networks is None
        self._known: _Known | None = None
        self._chart = self._head = EMPTY
        self._invitation = Invitation(bust(character_of(trainer.ai).person))
        self.metrics = Button(_("Metrics"), show_metrics, shortcut="G", show_shortcut=False, size=15)
        self.metrics.hint = _("Everything that was measured on the way (G)")
        self.scale = Button(_("Log scale"), self._change_scale, shortcut="L", show_shortcut=False, size=15)
        self.tiles = [Tile(partial(self._choose, place)) for place in range(_MOST_TILES)]
        self.widgets: list[Widget] = [*self.tiles, self.scale, self.metrics]

    @property
    def column(self) -> str | None:
        """What is drawn large; None where nothing has been measured."""
        return None if self._known is None else self._known.column

    def _change_scale(self) -> None:
        self.logarithmic = not self.logarithmic

    def _choose(self, place: int) -> None:
        if self._known is not None:
            self.chosen = self._known.small[place][0]

    # --- what is drawn ---

    def _look(self) -> None:
        """Make the charts anew where a curve has grown, or another one is chosen."""
        curve, rival = self._trainer.curve, self._comparison.rival
        other = None if rival is None or not len(rival.curve.points) else rival.curve
        key = (_state(curve), _state(other), self.chosen, self.logarithmic)
        if self._known is not None and self._known.of == key:
            return
        columns = columns_of(curve, self._trainer.yardstick is not None)
        if not columns or not len(curve.points):
            self._known = None
            return
        column = self.chosen if self.chosen in columns else columns[0]
        small = [(name, self._small(curve, name)) for name in columns[:_MOST_TILES]]
        self._known = _Known(key, column, self._large(curve, other, column), small if len(small) > 1 else ())

    def _large(self, curve: LearningCurve, other: LearningCurve | None, column: str) -> Chart:
        """The large chart; beside the curve that of the other learner, where there is one."""
        chart = replace(self._small(curve, column), title="", logarithmic=self.logarithmic and _shares(column))
        if other is None or column == EACH_WON:
            return chart
        own = measured(curve, column)
        across, values = together(own, measured(other, column))
        names = tuple(learner.name for learner in self._comparison.learners)
        window = 1 if chart.window == 1 else round(chart.window * len(across) / max(1, len(own[0])))
        return replace(chart, across=across, values=values, names=names, window=window)

    def _small(self, curve: LearningCurve, column: str) -> Chart:
        across, values = measured(curve, column)
        names: tuple[str, ...] = ()
        if column == EACH_WON:
            game = self._trainer.ai.game
            won = [name for name in curve.measured if name.startswith(WON)]
            names = tuple(opponent(game, name.removeprefix(WON)) for name in won)
        window = self._window(column)
        return Chart(across, values, curve.unit, self._title(column), _shares(column), window=window, names=names)

    def _window(self, column: str) -> int:
        """Over how many measurements a line is averaged: matches of tables are few, and batches of networks vary."""
        won = column in (MEAN_WON, EACH_WON)
        if self._trainer.ai.networks is None:
            return SMOOTH if won else 1
        return 1 if won else _VARYING

    def _title(self, column: str) -> str:
        if column == MEAN_WON:
            return _("Matches won") if self._trainer.yardstick is None else _("How well it plays")
        return _("Each opponent") if column == EACH_WON else title(column)

    @property
    def _evaluated(self) -> str:
        """What the evaluation of the game measures, in words; empty where there is none."""
        snapshot = self._trainer.snapshot
        return "" if isinstance(snapshot, NetworkSnapshot) else snapshot.measure

    def _measure(self, column: str) -> str:
        """What a column measures, in words; empty where its title says it all."""
        if column == "share":
            return self._evaluated
        if column == MEAN_WON and self._trainer.yardstick is not None:
            return _against(self._trainer.yardstick, self._trainer)
        if column == EACH_WON:
            return _("share of matches won")
        if column != MEAN_WON:
            return _MEASURES.get(column, "")
        game = self._trainer.ai.game
        won = [name.removeprefix(WON) for name in self._trainer.curve.measured if name.startswith(WON)]
        names = joined(list(dict.fromkeys(name_for(game, name.partition("@")[0]) for name in won)), ", ")
        return _("mean share won against {names}", names=names)

    # --- a frame ---

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Place everything in a panel."""
        self._look()
        inside, column = box.inset(16, 10), self.column
        tiles = () if self._known is None else self._known.small
        across = 1 if inside.w < _WIDE else -(-len(tiles) // _ROWS)
        tiles = tiles[: across * _ROWS]
        self._fill(tiles)
        if tiles:
            inside, beside = inside.left_part(inside.w - across * (_TILE + _TILE_GAP) - 8, 8 + _TILE_GAP)
            rows = beside.rows(-(-len(tiles) // across), _TILE_GAP)
            for number, tile in enumerate(self.tiles[: len(tiles)]):
                tile.box = rows[number // across].columns(across, _TILE_GAP)[number % across]
        head, self._chart = inside.top_part(34, 4)
        self._head, buttons = head.left_part(head.w - 226, 10)
        self.scale.box, self.metrics.box = buttons.columns(2, 7)
        # Of what has no end, only a linear scale shows how it grows.
        self.scale.visible = column is not None and _shares(column)
        self.scale.chosen = self.logarithmic
        self.scale.hint = (
            _("Draw the horizontal axis on a linear scale (L)")
            if self.logarithmic
            else _("Draw the horizontal axis on a logarithmic scale (L)")
        )

    def _fill(self, tiles: Sequence[tuple[str, Chart]]) -> None:
        for place, tile in enumerate(self.tiles):
            tile.visible = place < len(tiles)
            if tile.visible:
                name, tile.chart = tiles[place]
                tile.chosen = name == self.column
                tile.hint = _("Draw this large: {what}", what=self._title(name))

    def draw(self, canvas: Canvas, reached: Sequence[Milestone], pulse: float) -> None:
        """Draw the large curve, below what it is of; `pulse` is how far its latest value glows."""
        known, head, box = self._known, self._head, self._chart
        if known is None:
            canvas.text(_("How well it plays"), head.x, head.y + 2, 22, theme.HEADING, "serif", max_width=head.w)
            name = name_of(self._trainer.ai)
            words = _("{name} plays thousands of games alone; what gets better is drawn here as it goes.", name=name)
            self._invitation.arrange(canvas, box.inset(0, _AIR), words)
            self._invitation.draw(canvas, _("Let {name} learn", name=name), words)
            return
        large = self._title(known.column)
        size = canvas.fitting_size(large, 22, head.w, "serif")
        canvas.text(large, head.x, head.y + 24 - size, size, theme.HEADING, "serif", max_width=head.w)
        measure = self._measure(known.column)
        if measure:
            line, box = box.top_part(_MEASURE)
            size = canvas.fitting_size(measure, theme.SMALL + 1, line.w)
            canvas.text(measure, line.x, line.y - 2, size, theme.MUTED, max_width=line.w)
        marks = tuple((float(each.since), f"{place + 1}") for place, each in enumerate(reached))
        draw_chart(canvas, box, known.large.with_marks(marks, pulse))


def _against(yardstick: Yardstick, trainer: PanelTrainer) -> str:
    """What is won against a yardstick, in words, and how far luck alone may move it."""
    share = trainer.strengths[-1].share if trainer.strengths else 0.5
    once, often = scatter(share, yardstick.rounds), scatter(share, yardstick.rounds * SMOOTH)
    return _(
        "Share of {rounds} games won against {name}: faint, by luck up to {once:.0f} points off; bold, the mean of "
        "{number}, up to {often:.0f}",
        rounds=yardstick.rounds, name=name_for(trainer.ai.game, yardstick.ai), once=100 * once, number=SMOOTH,
        often=100 * often,
    )  # fmt: skip
