"""Turning points of a match in a sentence each."""

from collections.abc import Mapping
from typing import Any

from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.moments import Moment, PlayedMatch
from game.rules.language import _, joined, ngettext, pgettext
from game.rules.mentions import whole_label, with_names

EVENTS = {
    "deal": _("the deal"),
    "refill": _("the refill"),
    "draw": _("the draw"),
    "bonus": _("the bonus token"),
    "steal": _("the stolen card"),
    "other": pgettext("a stroke of luck", "chance"),
}
"""Strokes of luck as sentences name them."""
_CALLED = {"inaccuracy": _("inaccuracy"), "mistake": _("mistake"), "blunder": _("blunder")}


def called_in_words(name: str) -> str:
    """What a loss is called, of `game.analysis.decisions.CLASSES`."""
    return _CALLED[name]


def percent(chance: float) -> str:
    """A chance in whole percent, "61 %": neither none nor all where it is not, but "< 1 %" and "> 99 %"."""
    if 0.0 < chance < 0.005:
        return _("< 1 %")
    if 0.995 <= chance < 1.0:
        return _("> 99 %")
    return _("{share:.0f} %", share=100 * chance)


def points(amount: float) -> str:
    """A chance in points of the match, without its unit: "4.8"."""
    told = round(100 * amount, 1)
    return _("{points:.1f}", points=told or 0.0)  # no minus before nothing


def difference(chance: float, other: float = 0.0) -> str:
    """How far two chances are apart as :func:`percent` tells them: "7 points" from "68 %" to "61 %"."""
    apart = abs(round(100 * chance) - round(100 * other))
    return ngettext("{number} point", "{number} points", apart) if apart else _("less than a point")


def ordinal(number: int) -> str:
    """A number as a place: "1st", "12th"."""
    if number // 10 % 10 != 1:
        match number % 10:
            case 1:
                return _("{number}st", number=number)
            case 2:
                return _("{number}nd", number=number)
            case 3:
                return _("{number}rd", number=number)
    return _("{number}th", number=number)


def sentence(match: PlayedMatch, point: Decision | Stroke, looking: int | None = None) -> str:
    """A turning point told to a player, or to whoever it changed most for."""
    if isinstance(point, Decision):
        return joined([_where(match, point.move), _lost(match, point)], ": ")
    changed = max(range(len(point.gain)), key=lambda player: abs(point.gain[player])) if looking is None else looking
    gain = point.gain[changed]
    where = _("Round {number}", number=point.round) if point.event == "deal" else _where(match, point.move)
    name = match.names[changed]
    values = {"where": where, "event": EVENTS[point.event], "share": difference(gain)}
    if name == "You":
        return (
            _("{where}: {event} gave you {share}.", **values)
            if gain >= 0
            else _("{where}: {event} cost you {share}.", **values)
        )
    if gain >= 0:
        return _("{where}: {event} gave {name} {share}.", name=name, **values)
    return _("{where}: {event} cost {name} {share}.", name=name, **values)


def _where(match: PlayedMatch, move: int) -> str:
    return which_turn(match, match.moments[move - 1])


def which_turn(match: PlayedMatch, moment: Moment) -> str:
    """Which decision of a match it is: "Round 2, your 9th turn"."""
    name = match.names[moment.player]
    values = {"place": ordinal(moment.turn), "round": moment.deal.round, "name": name}
    if len(match.deals) > 1:
        return (
            _("Round {round}, your {place} turn", **values)
            if name == "You"
            else _("Round {round}, {name}’s {place} turn", **values)
        )
    return _("Your {place} turn", **values) if name == "You" else _("{name}’s {place} turn", **values)


def _lost(match: PlayedMatch, decision: Decision) -> str:
    moment, name = match.moments[decision.move - 1], match.names[decision.player]
    values = {
        "told": pgettext(
            "what a player did, after it is told whose turn it was",
            "{name} {did}",
            name=pgettext("who does something", "you") if name == "You" else name,
            did=with_names(match.rules.describe(moment.move, moment.chance, moment.after), match.names),
        ),
        "best": whole_label(match.rules, _found(match, decision.move, decision.best), match.names),
        "kept": percent(decision.chance_best),
        "keeps": percent(decision.chance_played),
    }
    if decision.excused:
        return _("{told}; “{best}” could still be had.", **values)
    return _("{told}; “{best}” keeps {kept}, this {keeps}.", **values)


def _found(match: PlayedMatch, move: int, record: Mapping[str, Any]) -> Any:
    """A legal move of a position, by its record."""
    moment, rules = match.moments[move - 1], match.rules
    legal = rules.legal_moves(rules.view(moment.before, moment.player))
    return next(each for each in legal if rules.move_record(each) == record)
