"""What an AI learns at the table: its figures and curves, where it is kept; it can be reset and copied from here."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np

from game.base.storage import StorageError
from game.checkpoints import places
from game.checkpoints.container import CheckpointError, previous_of
from game.games import registry
from game.games.characters import name_of
from game.learning.learner import SAVED_EVERY
from game.learning.learner_store import AnyLearner
from game.rules.language import _, error_sentence, ngettext, sentence
from game.training.metrics import LearningCurve, curve_so_far, title
from systems.view.table.ports import Dialogs, Voice
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart
from systems.view.toolkit.dialogs import ColumnBody, Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.widgets import Button, Widget

_WIDTH = 700.0
_CHART = 190.0
_LINE = 27.0
_GAP = 12.0


class LearningBody:
    """The figures of one learner at a time, its curve, and where it is kept."""

    def __init__(self, learners: Sequence[AnyLearner], first: AnyLearner) -> None:
        self.learner = first
        names = [(learner, name_of(learner.ai)) for learner in learners]
        self.learner_choice = Choice(_("Learner"), names, first, self._choose, label_share=0.3)
        self.column_choice = Choice(_("Curve"), self._curves(), label_share=0.3)
        self.widgets: tuple[Widget, ...] = (
            (self.learner_choice, self.column_choice) if len(learners) > 1 else (self.column_choice,)
        )
        self._curve_key: object = None
        self._curve: LearningCurve

    def _choose(self, learner: AnyLearner) -> None:
        self.learner = learner
        chosen, curves = self.column_choice.value, self._curves()
        self.column_choice.set_options(curves, chosen if chosen in dict(curves) else None)

    def _curves(self) -> list[tuple[str, str]]:
        """The curves there are, the most telling first."""
        measured = ["share"] if self.learner.snapshot.measure else []
        return [(column, title(column)) for column in (*measured, "pairs", "epsilon")]

    @property
    def curve(self) -> LearningCurve:
        """The curve of the chosen learner; made anew only when it has learnt something."""
        learner = self.learner
        key = (learner, learner.snapshot.changes)
        if key != self._curve_key:
            self._curve_key = key
            self._curve = curve_so_far(registry.at_game(learner.ai.name, learner.ai.game), learner.curve)
        return self._curve

    def figures(self) -> list[tuple[str, str]]:
        """What there is to say in numbers, each with its label."""
        now = self.learner.snapshot
        explored = now.explorations / now.actions if now.actions else 0.0
        return [
            (_("Games"), _("{number:,}", number=now.games)),
            (_("Actions"), _("{number:,}", number=now.actions)),
            (_("Values learnt"), _("{number:,}", number=now.pairs)),
            (_("Explorations"), _("{number:,} ({share:.1f} %)", number=now.explorations, share=explored * 100)),
            (_("Explores"), _("{share:.1f} %", share=100 * now.epsilon)),
            (_("Setting"), now.setting_name),
        ]

    def notes(self) -> list[tuple[str, bool]]:
        """What there is to say in words; true for what the user should mind."""
        path, now = self.learner.path, self.learner.snapshot
        told: list[tuple[str, bool]] = []
        shares = self.curve.values("share")[-1:]
        if now.measure and np.isfinite(shares).any():
            told.append((_("{share:.1f} %: {measure}.", share=float(shares[0]) * 100, measure=now.measure), False))
        if now.trouble is not None:
            told.append((_("Not kept: {trouble}.", trouble=now.trouble), True))
        elif now.own:
            told.append(
                (
                    _(
                        "Kept in {path}, after every {number} actions and at the end.",
                        path=str(path),
                        number=SAVED_EVERY,
                    ),
                    False,
                )
            )
        else:
            words = (
                _(
                    "It plays by the table that comes with the program; what it learns will be kept in {path}.",
                    path=str(path),
                )
                if now.pretrained
                else _("It has learnt nothing yet; what it learns will be kept in {path}.", path=str(path))
            )
            told.append((words, False))
        told.append(
            (
                _("In this match it plays by what it knew at the start, in the next by what it has learnt by then."),
                False,
            )
        )
        return told

    # --- the body of a dialog ---

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of choices, chart, figures and notes."""
        words = sum(canvas.paragraph_height(text, width, theme.SMALL + 1) + 6 for text, _ in self.notes())
        rows = len(self.widgets) * (theme.ROW_HEIGHT + _GAP)
        return rows + _CHART + _GAP + 3 * _LINE + _GAP + words

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Place the choices."""
        y = box.y
        for widget in self.widgets:
            widget.box = Box(box.x, y, box.w, theme.ROW_HEIGHT)
            y += theme.ROW_HEIGHT + _GAP
        self._top = y

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the curve, the figures and the notes."""
        curve, column = self.curve, self.column_choice.value
        values = curve.values(column) if len(curve.points) > 1 else np.full(1, np.nan)  # a point is no curve
        chart = Chart(curve.across, values, curve.unit, shares=column != "pairs")
        draw_chart(canvas, Box(box.x, self._top, box.w, _CHART), chart)
        y = self._top + _CHART + _GAP
        half = (box.w - 30) / 2
        for place, (label, value) in enumerate(self.figures()):
            x, line = box.x + place // 3 * (half + 30), y + place % 3 * _LINE
            canvas.text(label, x, line, theme.BODY, theme.MUTED)
            room = half - canvas.text_size(label, theme.BODY)[0] - 12
            canvas.text(value, x + half, line, theme.BODY, theme.TEXT, "sans-bold", "right", room)
        y += 3 * _LINE + _GAP
        for text, minded in self.notes():
            ink = theme.WARNING if minded else theme.MUTED
            y += canvas.paragraph(text, Box(box.x, y, box.w, 0), theme.SMALL + 1, ink) + 6


class LearningDialogs:
    """Opens what is learnt at the table, and what is asked before it is forgotten or copied."""

    def __init__(self, learners: Sequence[AnyLearner], dialogs: Dialogs, voice: Voice) -> None:
        self._learners = learners
        self._dialogs = dialogs
        self._voice = voice

    def show(self, first: AnyLearner | None = None) -> None:
        """Show what the AIs at the table learn, the `first` one shown first."""
        body = LearningBody(self._learners, first or self._learners[0])
        close = Button(_("Close"), style="primary")
        export = Button(_("Export…"), lambda: self._ask_where(body.learner))
        export.hint = _("Write a copy of what it has learnt")
        reset = Button(_("Reset…"), lambda: self._ask_whether(body.learner))
        reset.hint = _("Forget what it has learnt")
        title = _("What is learnt here")
        self._dialogs.dialog = Dialog(title, body, [reset, export, close], width=_WIDTH, cancel=close)

    # --- reset ---

    def _ask_whether(self, learner: AnyLearner) -> None:
        """Ask before anything is forgotten."""
        cancel = Button(_("Cancel"), partial(self.show, learner), style="primary")
        buttons = [Button(_("Start from nothing"), partial(self._start_anew, learner)), cancel]
        words = ngettext(
            "{name} will forget what it has learnt in {number:,} game. The file stays beside it as {file}, until the "
            "next time. This match goes on unchanged.",
            "{name} will forget what it has learnt in {number:,} games. The file stays beside it as {file}, until the "
            "next time. This match goes on unchanged.",
            learner.snapshot.games,
            name=name_of(learner.ai),
            file=previous_of(learner.path).name,
        )
        if learner.snapshot.pretrained:
            buttons.insert(0, Button(_("Back to shipped table"), partial(self._back_to_pretrained, learner)))
        self._dialogs.dialog = Dialog(_("Reset what it has learnt?"), words, buttons, width=_WIDTH, cancel=cancel)

    def _start_anew(self, learner: AnyLearner) -> None:
        done = learner.start_anew()
        self._tell_reset(
            learner, done, _("{name} has forgotten everything and starts from nothing.", name=name_of(learner.ai))
        )

    def _back_to_pretrained(self, learner: AnyLearner) -> None:
        done = learner.back_to_pretrained()
        words = _(
            "{name} is back at the table that comes with the program, and learns on from it.", name=name_of(learner.ai)
        )
        self._tell_reset(learner, done, words)

    def _tell_reset(self, learner: AnyLearner, done: bool, what: str) -> None:
        learner.notices.clear()
        self._voice.tell(what if done else sentence(learner.snapshot.trouble or ""))
        if not done:
            self.show(learner)

    # --- export ---

    def _ask_where(self, learner: AnyLearner, text: str = "", fault: str = "") -> None:
        """Ask for the name of the copy; `fault` tells what was wrong with the one before."""
        field = TextField(_("File"), text or str(free_copy(learner)), max_length=400, label_share=0.1)
        cancel = Button(_("Cancel"), partial(self.show, learner))
        write = Button(_("Export"), lambda: self._export(learner, field.text), style="primary")
        words: str = fault or _(
            "This copies what it has learnt. A name without a folder goes into the folder of your trained files."
        )
        dialog = Dialog(_("Export"), ColumnBody([field], words), [cancel, write], width=_WIDTH, cancel=cancel)
        field.on_submit = lambda _: write.activate()
        self._dialogs.dialog = dialog
        dialog.group.focus(field, by_keyboard=False)

    def _export(self, learner: AnyLearner, text: str) -> None:
        path = places.folder() / Path(text.strip() or "-").expanduser()
        if path.suffix != ".npz":
            path = path.with_name(f"{path.name}.npz")
        try:
            if not text.strip():
                raise CheckpointError(_("The file needs a name"))
            learner.export(path)
        except (CheckpointError, StorageError) as error:
            self._ask_where(learner, text, error_sentence(error))
            return
        self._voice.tell(_("A copy is in {path}.", path=str(path)))


def free_copy(learner: AnyLearner) -> Path:
    """A name for a copy that no file has yet: among the user's checkpoints, which the menu offers as opponents."""
    stem = f"{learner.path.stem}-after-{learner.snapshot.games}-games"
    path, number = places.folder() / f"{stem}.npz", 2
    while path.exists():
        path, number = places.folder() / f"{stem}-{number}.npz", number + 1
    return path
