"""Dialogs of the menu about who plays: everybody who could take a chair, and more of one of them."""

from collections.abc import Callable, Sequence

from game.games.ai import AI
from game.games.seats import UNTRAINED, without_parameters
from game.matches.measured import words_of
from game.rules.language import _
from systems.view.screens.menu_seats import draw_pips, pips_width
from systems.view.table.characters import YOU, character_of
from systems.view.toolkit import portraits, theme
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


class PeopleBody:
    """A list of all who could take a chair."""

    def __init__(self, offered: Sequence[tuple[str, AI | None]], spec: str) -> None:
        self.offered = list(offered)
        self.list = ScrollList(self._draw_row, [_ROW] * len(offered), selectable=True)
        values = [value for value, _ in offered]
        self.list.select(values.index(spec) if spec in values else 0)
        self.widgets = (self.list,)

    @property
    def chosen(self) -> str:
        """The words that ask for whoever is selected."""
        return self.offered[self.list.selected or 0][0]

    def height(self, canvas: Canvas, width: float) -> float:
        """As much as a window of any size has room for; the list scrolls."""
        return min(_ROW * len(self.offered), max(_LEAST_HEIGHT, canvas.view.h - _AROUND))

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Fill the box with the list."""
        self.list.box = box

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The list draws itself."""

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        spec, ai = self.offered[index]
        draw_row_ground(canvas, box.inset(0, 2), state)
        found = None if ai is None else character_of(ai)
        bust = portraits.bust(YOU if found is None else found.person, canvas.px(48))
        canvas.picture(bust, box.x + 36, box.centre[1])
        x, right = box.x + 74, box.right - 12
        if found is not None and found.strength:
            draw_pips(canvas, right - pips_width(), box.y + 20, found.strength)
        name = canvas.text(name_of(spec, ai), x, box.y + 7, 19, theme.HEADING, "serif", max_width=box.w - 300)
        if ai is not None:
            canvas.text(_technical(spec, ai), name.right + 12, box.y + 11, theme.SMALL, theme.FAINT, max_width=170)
        words = _("Whoever sits in front of the screen.") if found is None else found.words
        canvas.text(words, x, box.y + 35, 16, theme.TEXT, max_width=right - x)


def _technical(spec: str, ai: AI) -> str:
    """What an AI is called in commands and replays: with the mod or the file that it comes from."""
    file = without_parameters(spec)[0].partition(":")[2]
    if file and file != UNTRAINED:
        return f"{ai.name}: {file.replace(chr(92), '/').rpartition('/')[2]}"
    return f"{ai.name} ({ai.origin})" if ai.digest else ai.name


def people_dialog(offered: Sequence[tuple[str, AI | None]], spec: str, take: Callable[[str], None]) -> Dialog:
    """Asks for one of all who could take a chair; `take` gets the words that ask for that one."""
    body = PeopleBody(offered, spec)
    sit = Button(_("Sit down"), lambda: take(body.chosen), style="primary")
    return Dialog(_("Who plays here?"), body, [Button(_("Cancel")), sit], width=860)


def about_dialog(ai: AI, adjust: Callable[[], None]) -> Dialog:
    """More of an AI: what it is called in commands and replays, how it works, what was measured of it; `adjust` asks
    for its parameters, where it has any."""
    found = character_of(ai)
    known = words_of(ai.game, ai.name)
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
