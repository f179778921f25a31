"""What an AI expects of a move, in words and as marks on a bar."""

from game.agents.agent import Estimate
from game.rules.language import _, joined, ngettext, sentence
from game.rules.wording import counted
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas


def chance_in_words(chance: float) -> str:
    """A chance as it is read: per cents with one place, and neither none nor all where it is not."""
    if 0.0 < chance < 0.0005:
        return _("< {share} %", share=0.1)
    if 0.9995 <= chance < 1.0:
        return _("> {share} %", share=99.9)
    return _("{share:.1f} %", share=100 * chance)


def in_words(estimate: Estimate) -> str:
    """All that is expected but the chance itself, which stands above, and what is to follow."""
    of_round: list[str] = (
        [] if estimate.round_chance is None else [_("round {chance}", chance=chance_in_words(estimate.round_chance))]
    )
    of_round += [] if estimate.expected is None else [ahead_in_words(estimate.expected)]
    rests_on: list[str] = (
        [] if estimate.visits is None else [counted(estimate.visits, "{number:,} try", "{number:,} tries")]
    )
    if estimate.error:
        rests_on.append(_("give or take {value}", value=chance_in_words(estimate.error)))
    return joined([sentence(joined(parts)) for parts in (of_round, rests_on) if parts], " ")


def ahead_in_words(expected: float) -> str:
    """An expected difference of scores."""
    if abs(expected) < 0.05:
        return _("level in points")
    points = round(abs(expected), 1)
    many = round(points) if points == round(points) else points
    if expected > 0:
        return ngettext("{points} point ahead", "{points} points ahead", 1 if points == 1 else 2, points=many)
    return ngettext("{points} point behind", "{points} points behind", 1 if points == 1 else 2, points=many)


def draw_error(canvas: Canvas, bar: Box, estimate: Estimate) -> None:
    """Mark, on the bar of a chance, how far it may be off: one standard error to both sides."""
    if estimate.chance is None or not estimate.error:
        return
    low, high = (min(max(estimate.chance + side * estimate.error, 0.0), 1.0) for side in (-1, 1))
    left, right, middle = bar.x + bar.w * low, bar.x + bar.w * high, bar.y + bar.h / 2
    canvas.shape(Box(left, middle - 0.8, right - left, 1.6), theme.TEXT, radius=0.8)
    for end in (left, right):
        canvas.shape(Box(end - 0.8, bar.y - 2, 1.6, bar.h + 4), theme.TEXT, radius=0.8)
