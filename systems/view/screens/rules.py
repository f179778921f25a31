"""The rules of a game as a dialog of the menu and of the table: with pictures, what scores what, and the keys."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from game.games.registry import GameModule
from game.rules.language import Message, _, capitalised, joined, marked
from game.rules.options import unusual_options
from systems.view.games.views import view_of
from systems.view.table.rules_page import RulesPage, Section, draw_sections, height_of
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button, Widget

KEYS = (  # {pieces}: what the pieces of the game are called
    (_("Arrow keys"), marked("move among the {pieces}")),
    (_("Space"), marked("pick one of the {pieces}, or let those that move arrive at once")),
    (_("Enter"), marked("make the move that the picked {pieces} make")),
    (_("Tab"), marked("go on from the {pieces} to the buttons, the panel and back; with Shift, the other way")),
    (_("Escape"), marked("put picked {pieces} back; then, to the menu, where the match waits")),
    ("H", marked("show or hide a hint: what an AI makes of your own moves")),
    ("O, B", marked("show or hide what the AIs think; what they thought before")),
    ("V", marked("show the three best candidates on the table, or only the one that is pointed at in the list")),
    ("F", marked("the numbers and formulas behind the words of AIs")),
    (
        "A",
        marked(
            "ask everybody on your turns: what each AI would play, and the judge’s chance of it; the match notes it"
        ),
    ),
    ("J", marked("let the tutor ask once before you make a mistake; the match notes it")),
    ("U", marked("take back your last move")),
    ("P, N", marked("pause; let the AI make one move")),
    ("M, S", marked("sounds on or off; settings")),
    ("F1, F2, F11", marked("these rules; what is learnt at the table, where an AI learns; full screen")),
)
SPEED_KEYS = ("1, 4, 0", marked("speed: normal, fourfold, as fast as can be"))
REPLAY_KEYS = (
    (_("Left, Right"), marked("one move back, one move on")),
    (_("Home, End"), marked("to the first position, to the last")),
    (_("Page Up, Page Down"), marked("to the loss or the luck before on the curve, to the next")),
    ("1, 2, 3", marked("what the match came to; this position; the moves")),
    ("B", marked("play on from the position that is shown, as a match of its own")),
    ("X", marked("play the positions again in which you made a mistake")),
    ("V", marked("show the three best candidates on the table, or only the one that is pointed at")),
    ("R", marked("judge the chosen move and the best on; stop")),
    ("C", marked("what may come of each move")),
    ("F", marked("the sums behind the words")),
    ("P", marked("let the match go on by itself; stop it")),
    (_("Space"), marked("let the {pieces} that move arrive at once")),
    (_("Tab"), marked("go to the buttons and the list of moves, and on")),
    ("M", marked("sounds on or off")),
    ("F1, F11", marked("these keys; full screen")),
    (_("Escape"), marked("to the menu")),
)
_WIDTH = 1040.0
_TABS, _GAP = 40.0, 16.0
_AROUND = 292.0
"""What margins, title, tabs and buttons of the dialog take of the screen's height."""


class RulesBody:
    """Pages of sections, one of which is shown; buttons turn to the others."""

    def __init__(self, pages: Sequence[tuple[str, Sequence[Section]]], shown: int = 0) -> None:
        self.pages = [(name, sections) for name, sections in pages if sections]
        self.tabs = [Button(name, partial(self.turn, place), size=18) for place, (name, _) in enumerate(self.pages)]
        self.widgets: Sequence[Widget] = self.tabs
        self.turn(shown)

    def turn(self, place: int) -> None:
        """Show another page."""
        self.shown = place
        for number, tab in enumerate(self.tabs):
            tab.chosen = number == place

    def height(self, canvas: Canvas, width: float) -> float:
        """As high as the page that is shown, but as high as the others where the screen has room: nothing jumps."""
        heights = [height_of(canvas, sections, width) for _, sections in self.pages]
        return _TABS + _GAP + max(heights[self.shown], min(max(heights), canvas.view.h - _AROUND))

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Place the tabs."""
        for tab, place in zip(self.tabs, Box(box.x, box.y, box.w, _TABS).columns(len(self.tabs), 10), strict=True):
            tab.box = place

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the page that is shown."""
        draw_sections(canvas, self.pages[self.shown][1], box.top_part(_TABS, _GAP)[1])


def rules_dialog(
    game: GameModule, guide: Callable[[], None] | None, watching: bool = False, options: Mapping[str, Any] | None = None
) -> Dialog:
    """The rules of a game and the keys of the table; those of the speed only where AIs are watched. `guide` opens the
    guided first turn, where there is one; those of a match's `options` that are not as usual stand first."""
    own = view_of(game.name).keys(options or {})
    keys = _keys(game, (*KEYS, *((SPEED_KEYS,) if watching else ()), *own))
    buttons = [Button(_("Close"), style="primary")]
    if guide is not None:
        buttons.insert(0, Button(_("Guided first turn"), guide))
    title = _("How to play {game}", game=game.title)
    return Dialog(title, RulesBody(_pages(game, keys, options or {})), buttons, width=_WIDTH, cancel=buttons[-1])


def replay_help_dialog(game: GameModule, options: Mapping[str, Any]) -> Dialog:
    """The keys of the replay viewer, and the rules of the game that is shown, by the options of its match."""
    pages = _pages(game, _keys(game, REPLAY_KEYS), options)
    title = _("A match of {game}", game=game.title)
    return Dialog(title, RulesBody(pages, len(pages) - 1), [Button(_("Close"), style="primary")], width=_WIDTH)


def _pages(
    game: GameModule, keys: Sequence[Section], options: Mapping[str, Any]
) -> list[tuple[str, Sequence[Section]]]:
    """The pages of a game; of one without pictures its rules in words."""
    page = view_of(game.name).rules_page(options)
    if page is None:
        page = RulesPage([Section(heading, words) for heading, words in game.rules.help], ())
    pages = [
        (_("Rules"), [*_unusual(game, options), *page.rules]),
        (_("What counts"), page.scoring),
        (_("Keys"), keys),
    ]
    return [(name, sections) for name, sections in pages if sections]


def _unusual(game: GameModule, options: Mapping[str, Any]) -> list[Section]:
    """The options that are not as usual, each with what is, as a section; nothing where there is none."""
    told = [
        _("{rule} (as a rule {usual})", rule=option.told(options[option.key]), usual=option.words_of(option.default))
        for option in unusual_options(game.rules, options)
    ]
    return [Section(_("House rules of this table"), joined(told, "\n"))] if told else []


def _keys(game: GameModule, keys: Sequence[tuple[str, str]]) -> list[Section]:
    """Keys as sections, one each, so that columns can be broken anywhere."""
    pieces = view_of(game.name).pieces
    told = [(key, what if isinstance(what, Message) else _(what, pieces=pieces)) for key, what in keys]
    return [Section("", capitalised(words), keys=key) for key, words in told]
