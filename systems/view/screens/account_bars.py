"""Where the chance of one player went, as a row of bars: each says what it is when it is pointed at."""

from collections.abc import Callable, Sequence
from itertools import accumulate, permutations
from typing import NamedTuple

import pygame

from game.analysis.account import Account, told_changes
from game.analysis.sentences import percent, points
from game.rules.language import _
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.looks import ByPalette
from systems.view.toolkit.widgets import EMPTY, Widget

INKS: ByPalette[str, Colour] = ByPalette(
    {
        "bound": (236, 188, 100),
        "up": (127, 184, 208),
        "down": (226, 138, 80),
        "luck": (158, 210, 168),
        "rest": theme.FAINT,
    },
    safe={
        "bound": (250, 200, 106),
        "up": (103, 180, 210),
        "down": (218, 136, 83),
        "luck": (171, 213, 177),
        "rest": (147, 135, 132),
    },
)
"""The bars of an account: its start and its result, what losses gave and cost, luck, the rest."""
REST = _("Luck that nothing names, such as cards that nobody could know of, and what the judge errs.")
"""What the rest of an account is."""
START = _("The chance before the first deal, which depends on who begins; what the deal did to it is luck")
_LUCK = _("What chance brought and cost, such as deals and draws")
_OPEN = _("What moves may still explain that are not judged yet")
_MOST = 4
"""So many parts stand between start and result at most."""


class Step(NamedTuple):
    """A part of an account: what it is called, by how much it changed the chance, its colour, and what it is."""

    name: str
    change: float
    ink: Colour
    told: str


def steps_of(account: Account, name: str, players: int, judged: bool = True) -> list[Step]:
    """The parts between start and result, in an order in which the sum stays between 0 and 1 wherever there is one.
    Losses that pass 100 points together stand as their difference. Until all moves are `judged` the rest is what they
    may still explain, and the parts keep one order, for bars that grow must not change places."""
    rest = (_("The rest"), REST) if judged else (_("Not judged yet"), _OPEN)
    first, *second = _losses(account, name, players)
    luck = Step(_("Luck"), account.luck, INKS["luck"], _LUCK)
    parts = [first, luck, *second, Step(rest[0], account.rest, INKS["rest"], rest[1])]
    if not judged:
        return parts
    return min(map(list, permutations(parts)), key=lambda order: _outside(account.start, order))


def _losses(account: Account, name: str, players: int) -> list[Step]:
    """What the others' losses gave and the own ones cost, or their difference."""
    own, others = account.own_losses, account.others_losses
    if account.losses_first:
        gave = {"others": points(others), "own": points(own)}
        both = _("What others gave away, less one’s own losses: {others} \u2212 {own}", **gave)
        return [Step(_("All losses"), account.losses, INKS["up" if others > own else "down"], both)]
    theirs = _("Their losses"), _("What the other gave away")
    if players > 2:
        theirs = _("Others’ losses"), _("What the others gave away")
    whose = (
        (_("Your losses"), _("What you gave away")) if name == "You" else (_("Own losses"), _("What was given away"))
    )
    return [Step(theirs[0], others, INKS["up"], theirs[1]), Step(whose[0], -own, INKS["down"], whose[1])]


def _outside(start: float, order: Sequence[Step]) -> float:
    """How far the sum leaves what a chance can be."""
    sums = list(accumulate([step.change for step in order], initial=start))
    return round(sum(max(0.0, -each) + max(0.0, each - 1.0) for each in sums), 9)


class AccountBars:
    """An account as a row of bars, and `widgets` over its start and its parts, which say what each is."""

    def __init__(self) -> None:
        self.widgets = [_Part() for _each in range(1 + _MOST)]

    def show(self, shown: bool) -> None:
        """Let the bars that have been drawn be pointed at, or not."""
        for widget in self.widgets:
            widget.visible = shown and bool(widget.hint)

    def draw(
        self, canvas: Canvas, box: Box, account: Account, name: str, players: int, over: bool, judged: bool = True
    ) -> None:
        """Draw the bars, each beginning where the one before it ended: up to the result of a match that is `over`, see
        :func:`steps_of`."""
        steps = steps_of(account, name, players, judged)
        columns = box.columns(len(steps) + 2, 8)
        sums = list(accumulate([step.change for step in steps], initial=account.start))
        y = _heights(box, sums)
        canvas.shape(Box(box.x, y(0.0) - 0.7, box.w, 1.4), theme.GOLD_LINE, radius=0.7)
        _draw_bar(canvas, columns[0], y, 0.0, account.start, percent(account.start), _("Start"), INKS["bound"])
        whole = told_changes(account.start, [step.change for step in steps], account.result)
        for column, step, change, before in zip(columns[1:], steps, whole, sums, strict=False):
            sign = "+" if change > 0 else "\u2212"
            told = f"{sign}{abs(change):.0f}" if change else "0"
            _draw_bar(canvas, column, y, before, before + step.change, told, step.name, step.ink)
        end = _("Result") if over else _("So far")
        _draw_bar(canvas, columns[-1], y, 0.0, account.result, percent(account.result), end, INKS["bound"])
        told_of = [START, *(step.told for step in steps)]
        for place, widget in enumerate(self.widgets):
            widget.hint = told_of[place] if place < len(told_of) else ""
            widget.box = columns[place] if place < len(told_of) else EMPTY


class _Part(Widget):
    """Where a bar of an account is pointed at."""

    focusable = False
    cursor = pygame.SYSTEM_CURSOR_ARROW


def _heights(box: Box, sums: Sequence[float]) -> Callable[[float], float]:
    """How high a chance stands in the box of bars that reach so far."""
    ground = box.bottom - 50
    top, low = max(1.0, *sums), min(0.0, *sums)
    room = ground - box.y - 20
    return lambda chance: ground - room * (chance - low) / (top - low)


def _draw_bar(
    canvas: Canvas,
    column: Box,
    y: Callable[[float], float],
    start: float,
    end: float,
    told: str,
    name: str,
    ink: Colour,
) -> None:
    top, bottom = y(max(start, end)), y(min(start, end))
    canvas.shape(Box(column.x, top, column.w, max(2.0, bottom - top)), ink, radius=3)
    canvas.text(told, column.centre[0], top - 10, 16, theme.TEXT, "sans-bold", "centre", vertical="middle")
    lines = canvas.lines(name, column.w + 8, theme.SMALL)
    for number, line in enumerate(lines[:3]):
        canvas.text(
            line, column.centre[0], column.bottom - 46 + number * 15.5, theme.SMALL, theme.MUTED, align="centre"
        )
