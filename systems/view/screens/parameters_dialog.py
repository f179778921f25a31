"""The parameters of an AI at a seat, as a dialog: each with what it is, what it is by default, and what is wrong."""

from collections.abc import Callable, Mapping, Sequence

from game.games.ai import AI
from game.games.characters import name_of
from game.games.seats import fault_in
from game.rules.language import _, joined
from game.rules.protocol import Option
from game.rules.translation import translated
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.widgets import Button

_NOTE, _LETTERS, _LEADING = 24.0, theme.SMALL + 1, 1.2
"""The height of one line below a field, the size of its letters, and how far apart lines are, as a share of that."""
_GAP, _LABEL = 10.0, 0.3
_BY_DEFAULT = ""
"""The text of a parameter that is not set."""


class ParametersBody:
    """A field for every parameter, after an optional introduction; an empty one leaves it as it is by default. Below
    each stands what it is, or why what was typed cannot be."""

    def __init__(self, ai: AI, given: Mapping[str, str], usual: Mapping[str, str], words: str = "") -> None:
        self.words = words
        self._options = ai.parameters
        self._usual = usual
        self._found: dict[tuple[str, str], str] = {}
        self.fields = [self._field(option, given.get(option.key, _BY_DEFAULT)) for option in ai.parameters]
        self.widgets = tuple(self.fields)

    def _field(self, option: Option, text: str) -> TextField | Choice[str]:
        usual = self._usual.get(option.key, "")
        if option.choices:
            by_default = (_BY_DEFAULT, _("{value} (default)", value=dict(option.choices).get(usual, usual)))
            return Choice(option.key, [by_default, *option.choices], text, label_share=_LABEL)
        shown = translated(as_written(text))
        return TextField(option.key, shown, placeholder=as_written(usual), max_length=24, label_share=_LABEL)

    @property
    def given(self) -> dict[str, str]:
        """What is set, by key, as commands take it."""
        texts = {
            option.key: self._as_typed(option, _text_of(field))
            for option, field in zip(self._options, self.fields, strict=True)
        }
        return {key: text for key, text in texts.items() if text != _BY_DEFAULT}

    def _as_typed(self, option: Option, text: str) -> str:
        """A text with a point where a comma stands for one, as in many languages."""
        pointed = text.replace(",", ".")
        comma = pointed != text and self._fault(option, text) and not self._fault(option, pointed)
        return pointed if comma else text

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with what is set, by key."""
        given = self.given
        found = {option.key: self._fault(option, given[option.key]) for option in self._options if option.key in given}
        return {key: fault for key, fault in found.items() if fault}

    def _fault(self, option: Option, text: str) -> str:
        """Why a text cannot be a parameter's value; found once for each, as a mod's process may have to tell."""
        if (option.key, text) not in self._found:
            self._found[option.key, text] = fault_in(option, text)
        return self._found[option.key, text]

    def reset(self) -> None:
        """Leave every parameter as it is by default."""
        for field in self.fields:
            if isinstance(field, TextField):
                field.set(_BY_DEFAULT)
            else:
                field.pick(0)

    def note(self, option: Option) -> tuple[str, bool]:
        """What stands below a field, and whether it is a fault."""
        fault = self.faults.get(option.key)
        if fault is not None:
            return joined([option.key, fault], " "), True
        return self._usual_note(option), False

    def _usual_note(self, option: Option) -> str:
        usual = self._usual.get(option.key, "")
        told = _("{about}; {usual} by default", about=option.about, usual=as_written(usual))
        return told if usual else option.about

    # --- the body of a dialog ---

    @property
    def said(self) -> Sequence[str]:
        """The introduction."""
        return (self.words,) if self.words else ()

    def _introduction(self, canvas: Canvas, width: float) -> float:
        return canvas.paragraph_height(self.words, width) + 2 * _GAP if self.words else 0.0

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of the introduction, and of all fields with what stands below them."""
        notes = sum(self._note_height(canvas, option, width) for option in self._options)
        return self._introduction(canvas, width) + notes + len(self.fields) * (theme.ROW_HEIGHT + _GAP) - _GAP

    def _note_height(self, canvas: Canvas, option: Option, width: float) -> float:
        """The height of what stands below a field, in as many lines as that takes, or a fault in its place would."""
        room, notes = width * (1 - _LABEL), {self.note(option)[0], self._usual_note(option)}
        return _NOTE + (max(len(canvas.lines(words, room, _LETTERS)) for words in notes) - 1) * _LETTERS * _LEADING

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Place the fields."""
        y = box.y + self._introduction(canvas, box.w)
        for option, field in zip(self._options, self.fields, strict=True):
            field.box = Box(box.x, y, box.w, theme.ROW_HEIGHT)
            y += theme.ROW_HEIGHT + self._note_height(canvas, option, box.w) + _GAP

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the introduction, and what stands below the fields."""
        if self.words:
            canvas.paragraph(self.words, box)
        for option, field in zip(self._options, self.fields, strict=True):
            words, fault = self.note(option)
            ink = theme.WARNING if fault else theme.MUTED
            below = Box(field.control.x, field.box.bottom + 3, box.w * (1 - _LABEL), 0.0)
            canvas.paragraph(words, below, _LETTERS, ink, leading=_LEADING)


def as_written(text: str) -> str:
    """The text of a parameter as people are shown it: a number with decimals as their language writes it."""
    try:
        number = float(text)
    except ValueError:
        return text
    return _("{number}", number=number) if str(number) == text else text


def _text_of(field: TextField | Choice[str]) -> str:
    return field.text.strip() if isinstance(field, TextField) else field.value


class ParametersDialog(Dialog):
    """Asks for the parameters of an AI; `done` gets those that are set, by key, as they would be typed."""

    body: ParametersBody

    def __init__(
        self,
        ai: AI,
        given: Mapping[str, str],
        usual: Mapping[str, str],
        done: Callable[[Mapping[str, str]], None],
        words: str = "",
    ) -> None:
        """`words` introduce it."""
        body = ParametersBody(ai, given, usual, words)
        self.defaults = Button(_("Defaults"), body.reset, hint=_("Set every parameter to its default"))
        cancel = Button(_("Cancel"))
        self.done = Button(_("Done"), lambda: done(body.given), style="primary")
        buttons = [self.defaults, cancel, self.done]
        super().__init__(
            _("Parameters of {name}", name=name_of(ai)),
            body,
            buttons,
            width=720,
            cancel=cancel,
            keep_open=[self.defaults],
        )
        for field in body.fields:
            if isinstance(field, TextField):
                field.on_submit = lambda _: self.done.press_by_key() if self.done.enabled else None

    def layout(self, canvas: Canvas) -> None:
        """Place everything; what is wrong cannot be taken over."""
        faults = self.body.faults
        self.done.enabled = not faults
        self.done.hint = joined([joined([key, fault], " ") for key, fault in faults.items()], "; ")
        self.defaults.enabled = bool(self.body.given)
        super().layout(canvas)
