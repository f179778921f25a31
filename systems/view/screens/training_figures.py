"""The figures of the training panel: how far learners are, what they have reached, and what each action is worth."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from game.learning.milestones import SMOOTH, Milestone, since_words
from game.learning.snapshot import ActionValue, NetworkSnapshot, TrainerSnapshot
from game.learning.strength import Strength, scatter
from game.learning.trainer import PanelTrainer
from game.rules.language import _, sentence, with_minus
from game.training.metrics import title
from game.training.network_training import Progress
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import short
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.scrolling import DrawRow, RowState, ScrollList, draw_row_ground

FIGURE = 24.0
"""The height of a row of figures."""
_ACTION, _LINE, _WORTH = 46.0, 18.0, 62.0
"""The height of a row with an action in one line, that of each line more, and the room for what it is worth."""
_VALUE = 92.0
_BADGE = 22.0
_LEAST_DIFFERENCE = 0.05
"""Between values of networks that differ by less, bars are to tell little."""
_NONE = "\N{EN DASH}"


class Figure(NamedTuple):
    """A figure with what it is; whether it tells how well the learner plays."""

    label: str
    value: str
    telling: bool = False


class Shown(NamedTuple):
    """A learner as the figures show it: what it is called beside another one, how far it is, and how well it has
    played against its yardstick."""

    name: str
    snapshot: TrainerSnapshot | NetworkSnapshot
    strengths: Sequence[Strength]


def figures(learner: Shown, yardstick: str = "") -> list[Figure]:
    """How far a training is, and how well it plays, as it measures itself, by the evaluation of its game, or against a
    yardstick of this name, where there is any."""
    if isinstance(learner.snapshot, NetworkSnapshot):
        return _of_networks(learner.snapshot)
    return _of_table(learner.snapshot, learner.strengths, yardstick)


def _of_table(training: TrainerSnapshot, strengths: Sequence[Strength], yardstick: str) -> list[Figure]:
    progress = training.progress
    rows = [
        Figure(_("Games"), _("{number:,}", number=progress.games)),
        Figure(_("Games a second"), short(round(training.games_per_second))),
        Figure(_("Values learnt"), _("{number:,}", number=progress.pairs)),
        Figure(_("Explores"), _percent(progress.epsilon)),
    ]
    if progress.share is not None:
        rows.append(Figure(_("How well it plays"), _percent(progress.share), telling=True))
    elif yardstick:
        rows.append(Figure(_("Against {name}", name=yardstick), _strength(strengths), telling=True))
    return rows


def _strength(strengths: Sequence[Strength]) -> str:
    """What was won lately, and by how much luck alone may have changed it."""
    latest = strengths[-SMOOTH:]
    if not latest:
        return _NONE
    won, played = sum(each.won for each in latest), sum(each.played for each in latest)
    off = scatter(won / played, played)
    return _("{share:.0f} % ± {off:.0f}", share=100 * won / played, off=100 * off)


def _of_networks(training: NetworkSnapshot) -> list[Figure]:
    progress = training.progress or Progress(training.games)
    rounds = training.unit == "round"
    rate = progress.per_second
    won = next(iter(progress.shares.values()), None)
    return [
        Figure(_("Rounds") if rounds else _("Games"), _("{number:,}", number=training.games)),
        Figure(_("Rounds a second") if rounds else _("Games a second"), _NONE if rate is None else short(round(rate))),
        *([] if won is None else [Figure(title("win_rate"), _percent(won))]),
        Figure(_("Matches won"), _percent(progress.matches_won), telling=True),
        Figure(_("At best"), _percent(progress.best)),
    ]


def _percent(share: float | None) -> str:
    return _NONE if share is None else _("{share:.1f} %", share=100 * share)


def told_value(value: float, trainer: PanelTrainer) -> str:
    """What an action is worth to a learner, in few signs: a chance, or a value of its own; those of networks lie close
    together."""
    if trainer.chances:
        return _percent(value)
    if abs(value) >= 9.995:
        return with_minus(f"{value:+.0f}")
    fine = trainer.ai.networks is not None and abs(value) < 1
    return with_minus(_("{number:+.3f}", number=value) if fine else _("{number:+.2f}", number=value))


def draw_figures(canvas: Canvas, box: Box, learners: Sequence[Shown], yardstick: str = "") -> None:
    """Draw the figures of one learner, or of several side by side, each below its name in the colour of its curve."""
    y, several = box.y, len(learners) > 1
    if several:
        for place, learner in enumerate(learners):
            right = box.right - (len(learners) - 1 - place) * _VALUE
            canvas.text(learner.name, right, y, 16, theme.CURVES[place], "sans-bold", "right", _VALUE - 8)
        y += FIGURE
    columns = [figures(learner, yardstick) for learner in learners]
    for own in columns[0]:
        canvas.text(own.label, box.x, y, 16, theme.MUTED, max_width=box.w - _VALUE * len(columns) - 4)
        for place, found in enumerate(columns):
            right = box.right - (len(columns) - 1 - place) * _VALUE
            ink = theme.GOLD if own.telling and not several else theme.TEXT
            value = next((each.value for each in found if each.label == own.label), _NONE)
            canvas.text(value, right, y, 16, ink, "sans-bold", "right")
        y += FIGURE


def draw_milestones(canvas: Canvas, box: Box, reached: Sequence[Milestone], unit: str) -> None:
    """Draw what has been reached, numbered as on the curve; the latest that there is room for."""
    if not reached:
        words: str = _("What it can do will stand here: it is measured while it learns.")
        canvas.paragraph(words, box, 16, theme.MUTED, "sans-italic", leading=1.25)
        return
    width = box.w - _BADGE - 10
    told = [sentence(since_words(each, unit)) for each in reached]
    heights = [max(_BADGE, canvas.paragraph_height(words, width, 16, leading=1.22)) + 7 for words in told]
    first = 0
    while sum(heights[first:]) > box.h + 9 and first < len(told) - 1:
        first += 1
    y = box.y
    for place in range(first, len(told)):
        canvas.shape(Box(box.x, y, _BADGE, _BADGE), theme.HEADING, radius=_BADGE / 2)
        middle = box.x + _BADGE / 2, y + _BADGE / 2
        canvas.text(f"{place + 1}", *middle, theme.SMALL, theme.PANEL_SOLID, "sans-bold", "centre", vertical="middle")
        canvas.paragraph(told[place], Box(box.x + _BADGE + 10, y + 1, width, 0), 16, theme.TEXT, leading=1.22)
        y += heights[place]


class ActionList(ScrollList):
    """Actions by what they are worth. Words are broken that would be too small in one line: their rows are higher."""

    def __init__(self, draw_row: DrawRow, label: Callable[[Any], str], detail: Callable[[Any], str]) -> None:
        """`label` and `detail` put a move in words."""
        super().__init__(draw_row, selectable=True)
        self.named: list[str] = []
        """What the actions are called."""
        self._label, self._detail = label, detail
        self._key: object = None
        self._heights: list[float] = []

    def show(self, canvas: Canvas, values: Sequence[ActionValue]) -> None:
        """Make a row for each of these."""
        key = [each.move for each in values], self.least_width, canvas.measures
        if key == self._key:
            return
        self._key, self.named = key, self._names(key[0])
        judged = any(each.wins is not None for each in values)
        room = _words_room(canvas, self.least_width, judged)
        heights = [_ACTION + _LINE * (len(_lines(canvas, words, room)) - 1) for words in self.named]
        if heights != self._heights:
            self._heights = heights
            self.set_heights(heights)

    def _names(self, moves: Sequence[Any]) -> list[str]:
        """Moves in words; in detail where others are called alike."""
        labels = [self._label(move) for move in moves]
        often = Counter(labels)
        pairs = zip(labels, moves, strict=True)
        return [(self._detail(move) or label) if often[label] > 1 else label for label, move in pairs]


class Bars(NamedTuple):
    """How a learner's values are drawn, to the right and to the left of a middle: of chances that is an even one. The
    value `most` away from it fills one half."""

    trainer: PanelTrainer
    most: float

    @classmethod
    def of(cls, trainer: PanelTrainer, values: Sequence[float]) -> "Bars":
        """Bars for these values."""
        least = 1.0 if trainer.ai.networks is None else _LEAST_DIFFERENCE
        return cls(trainer, max(least, *(abs(value - trainer.chances / 2) for value in values)))

    def share(self, value: float) -> float:
        """How far a bar goes to the right, or to the left."""
        return (value - self.trainer.chances / 2) / self.most


def draw_action_value(
    canvas: Canvas,
    box: Box,
    words: str,
    found: ActionValue,
    bars: Bars,
    state: RowState,
    other: ActionValue | None = None,
) -> None:
    """Draw an action in words, with its learnt value as a number and a bar, and its verdict where
    there is one; below it the bar of what the `other` learner makes of it."""
    inside = box.inset(0, 1)
    draw_row_ground(canvas, inside, state)
    if found.greedy:
        canvas.ring(inside, theme.GOLD, 1.6, 8)
    y = box.y + 7
    right = value_columns(canvas, box.right, found.wins is not None)[0]
    canvas.text(told_value(found.value, bars.trainer), right, y, 16, theme.TEXT, "sans-bold", "right")
    room = _words_room(canvas, box.w, found.wins is not None)
    lines = _lines(canvas, words, room)
    size = canvas.fitting_size(words, 16, room) if len(lines) == 1 else theme.SMALL
    for number, line in enumerate(lines):
        canvas.text(line, box.x + 10, y + 16 - size + number * _LINE, size, theme.TEXT, max_width=room)
    if found.wins is not None:
        word, ink = (_("wins"), theme.SIGNS["good"]) if found.wins else (_("loses"), theme.SIGNS["bad"])
        canvas.text(word, box.right - 10, y, 16, ink, align="right")
    down, height = (15, 7) if other is None else (17, 5)
    bar = Box(box.x + 10, box.bottom - down, box.w - 20, height)
    canvas.signed_bar(bar, bars.share(found.value), theme.SIGNS["good"], theme.SIGNS["bad"])
    if other is not None:
        above, below = of_the_other()
        canvas.signed_bar(Box(bar.x, bar.bottom + 2, bar.w, 5), bars.share(other.value), above, below)


def _words_room(canvas: Canvas, width: float, judged: bool) -> float:
    """What the words of an action may take in a row so wide."""
    return value_columns(canvas, width, judged)[0] - _WORTH - 18


def _lines(canvas: Canvas, words: str, room: float) -> Sequence[str]:
    """These words in one line, or in several where they would be too small."""
    return (words,) if canvas.text_size(words, theme.SMALL)[0] <= room else canvas.lines(words, room, theme.SMALL)


def value_columns(canvas: Canvas, right: float, judged: bool) -> tuple[float, ...]:
    """Where the values of actions end at the right in rows that end at `right`, then, if they are `judged`, where the
    verdicts do."""
    if not judged:
        return (right - 10,)
    verdicts = max(canvas.text_size(words, 16)[0] for words in (_("wins"), _("loses")))
    return right - 18 - max(verdicts, canvas.text_size(_("exact"), theme.SMALL)[0] + 4), right - 10


def of_the_other() -> tuple[Colour, Colour]:
    """The colours of another learner's values above and below their middle, beside those of the first."""
    return theme.CURVES[1], theme.mix(theme.CURVES[1], theme.WELL, 0.45)
