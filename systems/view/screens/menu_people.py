"""Dialogs of the menu about who plays: everybody who could take a chair, and more of one of them."""

from collections.abc import Callable, Sequence
from functools import partial

from game.games.ai import AI
from game.games.characters import name_for
from game.games.seats import HUMAN, UNTRAINED, without_parameters
from game.matches.measured import words_of
from game.rules.language import _, joined
from systems.view.screens.contestants import Contestant, draw_contestant
from systems.view.table.characters import YOU, asked_for, character_of
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground
from systems.view.toolkit.widgets import Button

_ROW = 64.0
_AROUND = 240.0
_LEAST_HEIGHT = 180.0
"""What margins, title and buttons of the dialog take of the screen's height."""


def name_of(spec: str, ai: AI | None) -> str:
    """Whoever words ask for: by name, and by what that one starts from."""
    if ai is None:
        return _("You, or a friend")
    base, given = without_parameters(spec)
    file = base.partition(":")[2]
    name = character_of(ai).name
    if given:
        return _("{name}, adjusted", name=name)
    if not file:
        return name
    return _("{name}, untrained", name=name) if file == UNTRAINED else _("{name}, as you have taught it", name=name)


def _somebody(spec: str, ai: AI | None) -> Contestant:
    """Whoever words ask for, as a list shows it."""
    if ai is None:
        return Contestant(HUMAN, name_of(spec, ai), YOU, words=_("Whoever sits in front of the screen."))
    found = asked_for(ai, spec)
    return Contestant(spec, name_of(spec, ai), found.person, found.strength, found.words)


class PeopleBody:
    """A list of all who could take a chair."""

    def __init__(self, offered: Sequence[tuple[str, AI | None]], spec: str) -> None:
        self.offered = [_somebody(value, ai) for value, ai in offered]
        self.list = ScrollList(self._draw_row, [_ROW] * len(offered), selectable=True)
        self.list.told = lambda index: joined([self.offered[index].name, self.offered[index].words], "; ")
        values = [value for value, _ in offered]
        self.list.select(values.index(spec) if spec in values else 0)
        self.widgets = (self.list,)

    @property
    def chosen(self) -> str:
        """The words that ask for whoever is selected."""
        return self.offered[self.list.selected or 0].spec

    def height(self, canvas: Canvas, width: float) -> float:
        """As much as a window of any size has room for; the list scrolls."""
        return min(_ROW * len(self.offered), max(_LEAST_HEIGHT, canvas.view.h - _AROUND))

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Fill the box with the list."""
        self.list.box = box

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The list draws itself."""

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        draw_row_ground(canvas, box.inset(0, 2), state)
        row = box.left_part(12)[1]
        draw_contestant(canvas, row, self.offered[index], self.offered)


def people_dialog(offered: Sequence[tuple[str, AI | None]], spec: str, take: Callable[[str], None]) -> Dialog:
    """Asks for one of all who could take a chair; `take` gets the words that ask for that one."""
    body = PeopleBody(offered, spec)
    sit = Button(_("Sit down"), lambda: take(body.chosen), style="primary")
    return Dialog(_("Who plays here?"), body, [Button(_("Cancel")), sit], width=860)


def about_dialog(ai: AI, adjust: Callable[[], None]) -> Dialog:
    """More of an AI: what it is called in commands and replays, how it works, what was measured of it; `adjust` asks
    for its parameters, where it has any."""
    found = character_of(ai)
    known = words_of(ai.game, ai.name, partial(name_for, ai.game))
    name = f"{ai.name} ({ai.origin})" if ai.digest else ai.name
    words = _(
        "{sentence}\n\nIn commands and replays: {ai}. How it works: {how}.",
        sentence=found.words, ai=name, how=ai.about,
    )  # fmt: skip
    if known:
        words = _("{words}\n\nMeasured: {known}.", words=words, known=known)
    buttons = [Button(_("Close"), style="primary")]
    if ai.parameters:
        buttons.insert(0, Button(_("Parameters"), adjust))
    return Dialog(found.name, words, buttons, width=640, cancel=buttons[-1])
