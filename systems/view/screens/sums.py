"""The sums behind the words of the analysis board, for whoever asks: how an account adds up, and what a loss is."""

from math import fsum
from typing import NamedTuple

from game.analysis.account import Account, told_changes
from game.analysis.analysis import Analysis
from game.analysis.decisions import CLASSES
from game.analysis.sentences import called_in_words, points
from game.rules.language import _
from systems.view.screens.shown import Shown
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

_LUCK = {
    "deal": _("Luck in deals"),
    "refill": _("Luck in refills"),
    "draw": _("Luck in draws"),
    "bonus": _("Luck in bonus tokens"),
    "steal": _("Luck in stolen cards"),
    "other": _("Other luck"),
}
_TOLD = 3
"""Points of the match are told to so many decimal places of a chance."""


class Term(NamedTuple):
    """A line of a sum: what is added, how much in points of the match, and whether it is where the sum begins or
    ends."""

    words: str
    amount: float
    bound: bool = False


def account_terms(found: Analysis, player: int, name: str) -> list[Term]:
    """A player's account, luck by its events: start + luck - own losses + others' losses + the rest = result."""
    account = found.account[player]
    lucky = {event: fsum(each.gain[player] for each in found.luck if each.event == event) for event in _LUCK}
    here = {each.event for each in found.luck}
    return [
        Term(_("Start, before the first deal"), account.start, True),
        *[Term(_LUCK[event], gain) for event, gain in lucky.items() if event in here],
        *_loss_terms(account, name, several=len(found.account) > 2),
        Term(_("The rest, which nothing names"), account.rest),
        Term(_("Result") if found.ended else _("So far"), account.result, True),
    ]


def _loss_terms(account: Account, name: str, several: bool) -> list[Term]:
    """What the losses of all gave and cost; in one line where their difference comes first."""
    if account.losses_first:
        both = {"others": points(account.others_losses), "own": points(account.own_losses)}
        return [Term(_("All losses: {others} \u2212 {own}", **both), account.losses)]
    return [
        Term(_("What the others gave away") if several else _("What the other gave away"), account.others_losses),
        Term(_("What you gave away") if name == "You" else _("What was given away"), -account.own_losses),
    ]


def draw_terms(canvas: Canvas, box: Box, terms: list[Term]) -> None:
    """A sum, line by line, the amounts one below another; the first and the last line bound it."""
    step = min(22.0, box.h / len(terms))
    start, *parts, end = [term.amount for term in terms]
    told_parts = [signed(change / 100) for change in told_changes(start, parts, end, 1)]
    for number, (term, told) in enumerate(zip(terms, [points(start), *told_parts, points(end)], strict=True)):
        y = box.y + (number + 0.5) * step
        ink, face = (theme.TEXT, "sans-bold") if term.bound else (theme.MUTED, "sans")
        if term.bound and number:
            canvas.shape(Box(box.x, y - step / 2, box.w, 1.2), theme.GOLD_LINE, radius=0.6)
        room = box.w - 70
        size = canvas.fitting_size(term.words, 16, room, face)
        canvas.text(term.words, box.x, y, size, ink, face, max_width=room, vertical="middle")
        canvas.text(told, box.right, y, 16, theme.TEXT, "sans-bold", align="right", vertical="middle")


def signed(amount: float) -> str:
    """A chance in points with its sign: "+4.8"."""
    told = points(abs(amount))
    if told == "0.0":
        return told
    return _("+{amount}", amount=told) if amount > 0 else _("\u2212{amount}", amount=told)


def decision_sums(shown: Shown) -> tuple[str, str]:
    """What was lost, and what it is called, as sums in points of the match; empty where there was nothing to lose."""
    decision = shown.decision
    if decision is None or decision.forced:
        return "", ""
    sure = _(
        "Less its error: {loss} \u2212 {error} = {sure}",
        loss=points(decision.loss),
        error=points(decision.error),
        sure=_less(decision.loss, decision.error),
    )
    least = f"{100 * CLASSES[decision.called or 'inaccuracy']:.0f}"
    if decision.called is None:
        named = _("{sum}, less than {least}", sum=sure, least=least)
    else:
        named = _("{sum}, from {least} on: {name}", sum=sure, least=least, name=called_in_words(decision.called))
    return loss_sum(decision.chance_best, decision.chance_played), named


def loss_sum(best: float, chance: float) -> str:
    """How far a move is behind the best, as a sum in points of the match."""
    return _(
        "Best \u2212 this: {best} \u2212 {chance} = {loss}",
        best=points(best),
        chance=points(chance),
        loss=_less(best, chance),
    )


def _less(amount: float, other: float) -> str:
    """What is left in points of the match, as the two are told: a sum that is shown comes out."""
    return points(round(amount, _TOLD) - round(other, _TOLD))
