"""Turning points of a match in a sentence each."""

from collections.abc import Mapping
from typing import Any

from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.moments import PlayedMatch
from game.rules.mentions import with_names

EVENTS = {
    "deal": "the deal",
    "refill": "the refill",
    "draw": "the draw",
    "bonus": "the bonus token",
    "steal": "the stolen card",
    "other": "chance",
}
"""Strokes of luck as sentences name them."""
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def percent(chance: float) -> str:
    """A chance in whole percent: "61 %"."""
    return f"{100 * chance:.0f} %"


def points(amount: float) -> str:
    """A chance in points of the match, without its unit: "4.8"."""
    told = f"{100 * amount:.1f}"
    return "0.0" if told == "-0.0" else told


def ordinal(number: int) -> str:
    """A number as a place: "1st", "12th"."""
    return f"{number}{'th' if number // 10 % 10 == 1 else _ENDINGS.get(number % 10, 'th')}"


def sentence(match: PlayedMatch, point: Decision | Stroke, looking: int | None = None) -> str:
    """A turning point told to a player, or to whoever it changed most for."""
    if isinstance(point, Decision):
        return f"{_where(match, point.move)}: {_lost(match, point)}"
    changed = max(range(len(point.gain)), key=lambda player: abs(point.gain[player])) if looking is None else looking
    gain = point.gain[changed]
    whose = match.names[changed]
    did = "gave" if gain >= 0 else "cost"
    where = f"Round {point.round}" if point.event == "deal" else _where(match, point.move)
    return f"{where}: {EVENTS[point.event]} {did} {whose} {percent(abs(gain))}."


def _where(match: PlayedMatch, move: int) -> str:
    moment = match.moments[move - 1]
    name = match.names[moment.player]
    several = len(match.deals) > 1
    whose = ("your" if several else "Your") if name == "You" else f"{name}'s"
    turn = f"{whose} {ordinal(moment.turn)} turn"
    return f"Round {moment.deal.round}, {turn}" if several else turn


def _lost(match: PlayedMatch, decision: Decision) -> str:
    moment = match.moments[decision.move - 1]
    told = with_names(match.rules.describe(moment.move, moment.chance, moment.after), match.names)
    best = with_names(_label(match, decision.move, decision.best), match.names)
    kept = f"{percent(decision.chance_best)}, this {percent(decision.chance_played)}"
    return f"{match.names[decision.player]} {told}; “{best}” keeps {kept}."


def _label(match: PlayedMatch, move: int, record: Mapping[str, Any]) -> str:
    """A move of a position, by its record, as a button names it."""
    moment, rules = match.moments[move - 1], match.rules
    legal = rules.legal_moves(rules.view(moment.before, moment.player))
    found = next(each for each in legal if rules.move_record(each) == record)
    detail = rules.detail(found)
    return f"{rules.label(found)} ({detail})" if detail else rules.label(found)
