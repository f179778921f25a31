"""Dialogs between turns: the score of a round line by line, the end of the match, and the screen passed on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.language import _, joined, sentence
from game.rules.mentions import with_names
from game.rules.protocol import RoundEnd
from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Align, Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.widgets import Button

_LINE = 37.0
_COLUMN, _LABELS = 150.0, 112.0
"""The width of a player's column, less where there are many, and of what stands before the columns at least."""
_LINE_SECONDS = 0.4


_PRIZES, _PRIZE = 54.0, 44.0
"""The height of the line of prizes, and of a prize where there is room."""


@dataclass(frozen=True)
class Prizes:
    """What the players of a match hold after a round, of as many as win it: what it is called, how many each has, and
    a picture, of a size, of one that is held or is not yet."""

    label: str
    held: Sequence[int]
    needed: int
    picture: Callable[[bool, int], pygame.Surface]


class ScoreBody:
    """A round's score, a column for each player; its lines appear one after another."""

    widgets = ()

    def __init__(
        self, end: RoundEnd, names: list[str], prizes: Prizes | None, begins: str = "", rounds: int = 1
    ) -> None:
        """The score of a match's last round is told of so many `rounds`; `begins` says who begins what comes next."""
        self._end = end
        self._names = names
        self._prizes = prizes
        self._why = _with_next(with_names(end.why, names), begins)
        self._head: str = _("The last of {number} rounds", number=rounds) if rounds > 1 and end.lines else ""
        self._shown = 0.0
        if looks.now().still:
            self.tell_all()

    @property
    def said(self) -> Sequence[str]:
        """The score line by line, and why the round is over."""
        rows = [(line.label, line.values) for line in self._end.lines]
        if self._prizes is not None:
            rows.append((self._prizes.label, tuple(self._prizes.held)))
        told = [_("{what}: {scores}.", what=label, scores=self._each(values)) for label, values in rows]
        return [*filter(None, [self._head]), *told, *filter(None, [self._why])]

    def _each(self, values: Sequence[float]) -> str:
        """What each player has, by name; nothing of those who had left the match before."""
        pairs = [pair for at, pair in enumerate(zip(self._names, values, strict=True)) if at not in self._end.absent]
        return joined([_("{name}: {score}", name=name, score=value) for name, value in pairs])

    @property
    def counts(self) -> bool:
        """Whether there is a score at all."""
        return bool(self._end.lines)

    def height(self, canvas: Canvas, width: float) -> float:
        """The height of all lines, the prizes and the reason."""
        prizes = _PRIZES if self._prizes is not None else 0
        return self._table_height + prizes + canvas.paragraph_height(self._why, width) + 20

    @property
    def _table_height(self) -> float:
        """The height of the names and the lines below them; a game without scores has neither."""
        return _LINE * (len(self._end.lines) + 1) if self._end.lines else 0.0

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Nothing to arrange."""

    def pass_time(self, seconds: float) -> None:
        """Let further lines appear."""
        self._shown += seconds / _LINE_SECONDS

    def tell_all(self) -> None:
        """Let all lines stand there."""
        self._shown = float(len(self._end.lines) + 1)

    @property
    def told(self) -> bool:
        """Whether all lines stand there."""
        return self._shown >= len(self._end.lines)

    def _counted(self, value: float, place: int) -> float:
        """How far the number of a line is counted up."""
        share = min(1.0, max(0.0, self._shown - place))
        return value if share == 1.0 else round(value * share) if isinstance(value, int) else round(value * share, 1)

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the lines that have appeared."""
        columns = len(self._names)
        column = min(_COLUMN, (box.w - _LABELS) / columns)
        rights = [box.right - 8 - (columns - 1 - place) * column for place in range(columns)]
        for name, right in zip(self._names, rights, strict=True) if self._end.lines else ():
            _draw_head(canvas, name, (right, box.y + 14), column - 10, 19, theme.HEADING, "serif", "right")
        room = box.w - columns * column - 8
        _draw_head(canvas, self._head, (box.x + 8, box.y + 14), room, 17, theme.MUTED, "sans", "left")
        y = box.y + _LINE
        for place, line in enumerate(self._end.lines[: int(self._shown) + 1]):
            last = place == len(self._end.lines) - 1
            face = "sans-bold" if last else "sans"
            if last:
                canvas.shape(Box(box.x, y - 3, box.w, 1.4), theme.GOLD_LINE, radius=0.7)
            canvas.text(line.label, box.x + 8, y + 4, 20, theme.TEXT, face)
            for player, (value, right) in enumerate(zip(line.values, rights, strict=True)):
                best = last and value == max(line.values)
                counted = f"{self._counted(value, place)}".replace("-", "\u2212")
                canvas.text(
                    "\u2013" if player in self._end.absent else counted,
                    right,
                    y + 3,
                    22,
                    theme.GOLD if best else theme.TEXT,
                    "serif-bold",
                    "right",
                )
            y += _LINE
        if self.told:
            self._draw_reason(canvas, box, rights)

    def _draw_reason(self, canvas: Canvas, box: Box, rights: list[float]) -> None:
        """Draw what the players hold by now, where there is such a thing, and why the round is over."""
        y = box.y + self._table_height + 4
        if self._prizes is not None:
            widest = self._prizes.needed
            apart = min(_PRIZE + 2, (rights[1] - rights[0] - 8) / widest) if len(rights) > 1 else _PRIZE + 2
            room = min(rights) - apart * widest - box.x - 10
            _draw_head(canvas, self._prizes.label, (box.x + 8, y + 24), room, 20, theme.TEXT, "sans", "left", least=20)
            for held, right in zip(self._prizes.held, rights, strict=True):
                for place in range(widest):  # the last one is at the right
                    picture = self._prizes.picture(widest - place <= held, canvas.px(apart - 2))
                    canvas.picture(picture, right - (place + 0.5) * apart, y + 24)
            y += _PRIZES
        why = box.inset(8, 0) if self._end.lines else box  # in line with the labels, where there are any
        canvas.paragraph(self._why, Box(why.x, y, why.w, 0), theme.BODY, theme.MUTED)


def _draw_head(
    canvas: Canvas,
    words: str,
    at: tuple[float, float],
    room: float,
    size: float,
    ink: Colour,
    face: str,
    align: Align,
    least: float = theme.SMALL,
) -> None:
    """The head of a column or of a line, in two lines, small if it may be, where it is too long for one."""
    x, middle = at
    size = canvas.fitting_size(words, size, room, face, least)
    lines = [words]
    if canvas.text_size(words, size, face)[0] > room:
        lines = list(canvas.lines(words, room, size, face))[:2]
    for number, line in enumerate(lines):
        y = middle + (number - (len(lines) - 1) / 2) * size * 1.1
        canvas.text(line, x, y, size, ink, face, align, room, "middle")


class ScoreDialog(Dialog):
    """A dialog whose body needs to know that time passes."""

    def update(self, dt: float) -> None:
        super().update(dt)
        if isinstance(self.body, ScoreBody):
            self.body.pass_time(dt)


def round_dialog(
    title: str,
    end: RoundEnd,
    names: list[str],
    go_on: Callable[[], None],
    prizes: Prizes | None = None,
    told_there: str | None = None,
    out: Sequence[str] = (),
    following: str = "",
) -> Dialog:
    """The result of a round, under a title; closing it begins the next. Where the table tells the scores, `told_there`
    is how it would head them (empty: by the title), this says the rest, and `out` are the humans whom the round has put
    out of the match. `following` is the name of whoever begins the next round."""
    begins = following and _begins_round(following)
    button = Button(_("Next round"), go_on, style="primary", shortcut=_("Enter"))
    if told_there is not None:
        why = with_names(end.why, names)
        head, words = _out_title(out) if out else told_there, _with_next(why, begins)
        if head:  # with more to tell there is no room between the hands for who begins
            title, words = head, joined([sentence(title), why], "\n")
        return Dialog(title, words, [button], cancel=button)
    return ScoreDialog(title, ScoreBody(end, names, prizes, begins), [button], width=620, cancel=button)


def _with_next(why: str, begins: str) -> str:
    """Why a round is over, and who begins what comes next, where that is said."""
    return joined([sentence(why), begins], " ") if begins else why


def _begins_round(name: str) -> str:
    return _("You begin the next round.") if name == "You" else _("{name} begins the next round.", name=name)


def begins_match(name: str) -> str:
    """Who begins the next match at these seats; without a name it is drawn by lot."""
    if not name:
        return _("Who begins the next match is drawn by lot.")
    return _("You begin the next match.") if name == "You" else _("{name} begins the next match.", name=name)


def _out_title(out: Sequence[str]) -> str:
    if len(out) == 1:
        return _("You are out") if out[0] == "You" else _("{name} is out", name=out[0])
    return _("{names} and {last} are out", names=joined(out[:-1]), last=out[-1])


def pass_dialog(name: str, ready: Callable[[], None]) -> Dialog:
    """Hides the hands until the player of the next turn is at the screen."""
    button = Button(_("I am here: show my cards"), ready, style="primary", shortcut=_("Enter"))
    return Dialog(
        _("Pass the screen to {name}", name=name),
        _("All hands are hidden until the next player is ready."),
        [button],
        cancel=button,
    )
