"""What an AI learns at the table: its figures and curves, where it is kept; it can be reset and copied from here."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from game.base.storage import StorageError
from game.checkpoints import tables as trained_files
from game.checkpoints.tables import TrainedFileError
from game.mods.students import AnyStudent
from game.rules.wording import counted
from game.training.learner import SAVED_EVERY
from game.training.metrics import Course, course_so_far, title
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Chart, draw_chart
from systems.view.toolkit.dialogs import ColumnBody, Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.widgets import Button, Widget

if TYPE_CHECKING:
    from systems.view.screens.table import TableScreen

_WIDTH = 700.0
_CHART = 190.0
_LINE = 27.0
_GAP = 12.0


class LearningBody:
    """The figures of one student at a time, its curve, and where it is kept."""

    def __init__(self, students: Sequence[AnyStudent], first: AnyStudent) -> None:
        self.student = first
        names = [(student, student.ai.name) for student in students]
        self.learner = Choice("Learner", names, first, self._choose, label_share=0.3)
        self.curve = Choice("Curve", self._curves(), label_share=0.3)
        self.widgets: tuple[Widget, ...] = (self.learner, self.curve) if len(students) > 1 else (self.curve,)
        self._course_key: object = None
        self._course: Course

    def _choose(self, student: AnyStudent) -> None:
        self.student = student
        chosen, curves = self.curve.value, self._curves()
        self.curve.set_options(curves, chosen if chosen in dict(curves) else None)

    def _curves(self) -> list[tuple[str, str]]:
        """The curves there are, the most telling first."""
        measured = ["share"] if self.student.measure else []
        return [(column, title(column)) for column in (*measured, "pairs", "epsilon")]

    @property
    def course(self) -> Course:
        """The course of the chosen student; made anew only when it has learnt something."""
        student = self.student
        key = (student, student.changes)
        if key != self._course_key:
            self._course_key = key
            self._course = course_so_far(student.ai.game, student.ai.name, student.course)
        return self._course

    def figures(self) -> list[tuple[str, str]]:
        """What there is to say in numbers, each with its label."""
        student = self.student
        explored = student.explorations / student.actions if student.actions else 0.0
        return [
            ("Games", f"{student.games:,}"),
            ("Actions", f"{student.actions:,}"),
            ("Values learnt", f"{student.pairs:,}"),
            ("Explorations", f"{student.explorations:,} ({explored * 100:.1f} %)"),
            ("Epsilon", f"{student.epsilon:.4f}".rstrip("0").rstrip(".")),
            ("Setting", student.setting_name),
        ]

    def notes(self) -> list[tuple[str, bool]]:
        """What there is to say in words; true for what the user should mind."""
        student = self.student
        told: list[tuple[str, bool]] = []
        shares = self.course.values("share")[-1:]
        if student.measure and np.isfinite(shares).any():
            told.append((f"{shares[0] * 100:.1f} %: {student.measure}.", False))
        if student.trouble is not None:
            told.append((f"Not kept: {student.trouble}.", True))
        elif student.own:
            told.append((f"Kept in {student.path}, after every {SAVED_EVERY} actions and at the end.", False))
        else:
            what = "It plays by the table that comes with the program" if student.ships else "It has learnt nothing yet"
            told.append((f"{what}; what it learns will be kept in {student.path}.", False))
        told.append(
            ("In this match it plays by what it knew at the start, in the next by what it has learnt by then.", False)
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
        course, column = self.course, self.curve.value
        values = course.values(column) if len(course.marks) > 1 else np.full(1, np.nan)  # a point is no curve
        chart = Chart(course.across, values, course.unit, shares=column != "pairs")
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


def learning_dialog(screen: "TableScreen", students: Sequence[AnyStudent], first: AnyStudent | None = None) -> Dialog:
    """What the AIs at the table learn, the `first` one shown first."""
    body = LearningBody(students, first or students[0])
    close = Button("Close", style="primary")
    export = Button("Export…", lambda: _ask_where(screen, body.student))
    export.hint = "Write a copy of what it has learnt"
    reset = Button("Reset…", lambda: _ask_whether(screen, body.student))
    reset.hint = "Forget what it has learnt"
    return Dialog("What is learnt here", body, [reset, export, close], width=_WIDTH, cancel=close)


def _back(screen: "TableScreen", student: AnyStudent) -> None:
    screen.dialog = learning_dialog(screen, screen.session.students, student)


# --- reset -------------------------------------------------------------------------------------------------------


def _ask_whether(screen: "TableScreen", student: AnyStudent) -> None:
    """Ask before anything is forgotten."""
    cancel = Button("Cancel", partial(_back, screen, student), style="primary")
    buttons = [Button("Start from nothing", partial(_start_anew, screen, student)), cancel]
    words = f"{student.ai.name} will forget what it has learnt in {counted(student.games, 'game')}, for good. "
    words += "Export a copy first to keep it. This match goes on unchanged."
    if student.ships:
        buttons.insert(0, Button("Back to shipped table", partial(_back_to_shipped, screen, student)))
    screen.dialog = Dialog("Reset what it has learnt?", words, buttons, width=_WIDTH, cancel=cancel)


def _start_anew(screen: "TableScreen", student: AnyStudent) -> None:
    kept = student.start_anew()
    _tell_reset(screen, student, kept, f"{student.ai.name} has forgotten everything and starts from nothing.")


def _back_to_shipped(screen: "TableScreen", student: AnyStudent) -> None:
    done = student.back_to_shipped()
    _tell_reset(
        screen,
        student,
        done,
        f"{student.ai.name} is back at the table that comes with the program, and learns on from it.",
    )


def _tell_reset(screen: "TableScreen", student: AnyStudent, done: bool, words: str) -> None:
    student.notices.clear()
    screen.toasts.push(words if done else f"{student.trouble}.")
    if not done:
        _back(screen, student)


# --- export ------------------------------------------------------------------------------------------------------


def free_copy(student: AnyStudent) -> Path:
    """A name for a copy that no file has yet: among the user's trained files, which the menu offers as opponents."""
    stem = f"{student.path.stem}-after-{student.games}-games"
    path, number = trained_files.folder() / f"{stem}.npz", 2
    while path.exists():
        path, number = trained_files.folder() / f"{stem}-{number}.npz", number + 1
    return path


def _ask_where(screen: "TableScreen", student: AnyStudent, text: str = "", fault: str = "") -> None:
    """Ask for the name of the copy; `fault` tells what was wrong with the one before."""
    field = TextField("File", text or str(free_copy(student)), max_length=400, label_share=0.1)
    cancel = Button("Cancel", partial(_back, screen, student))
    write = Button("Export", lambda: _export(screen, student, field.text), style="primary")
    words = (
        fault or "This copies what it has learnt. A name without a folder goes into the folder of your trained files."
    )
    dialog = Dialog("Export", ColumnBody([field], words), [cancel, write], width=_WIDTH, cancel=cancel)
    field.on_submit = lambda _: write.activate()
    screen.dialog = dialog
    dialog.group.focus(field, by_keyboard=False)


def _export(screen: "TableScreen", student: AnyStudent, text: str) -> None:
    path = trained_files.folder() / Path(text.strip() or "-").expanduser()
    if path.suffix != ".npz":
        path = path.with_name(f"{path.name}.npz")
    try:
        if not text.strip():
            raise TrainedFileError("The file needs a name")
        student.export(path)
    except (TrainedFileError, StorageError) as error:
        _ask_where(screen, student, text, f"{error}.")
        return
    screen.toasts.push(f"A copy is in {path}.")
