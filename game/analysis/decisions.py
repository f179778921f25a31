"""What a decision lost, judged by what the mover knew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import Any

from game.agents.judging import Judge, Shares, Weighed
from game.analysis.moments import Moment
from game.rules.protocol import AnyRules

CLASSES = {"blunder": 0.15, "mistake": 0.10, "inaccuracy": 0.05}
"""From which loss on, less its error, a decision is called so: the scale that Lichess has for winning chances."""
COUNTING = 0.10, 0.90
"""Between these chances of the best move a decision counts for means: elsewhere losses vanish, whoever plays."""


@dataclass(frozen=True)
class Decision:
    """A move that stands, judged; its fields are those of the JSON, moves as a replay holds them without what chance
    adds, amounts as chances in [0, 1]."""

    move: int
    line: int
    round: int
    turn: int
    player: int
    forced: bool
    counts: bool
    only: bool
    played: Mapping[str, Any]
    best: Mapping[str, Any]
    chance_played: float
    chance_best: float
    loss: float
    error: float
    called: str | None
    gave: tuple[float, ...]
    candidates: Sequence[Mapping[str, Any]]


def class_of(loss: float, error: float) -> str | None:
    """What a loss is called; None where it is too small, or too uncertain."""
    return next((name for name, least in CLASSES.items() if loss - error >= least), None)


def judged(judge: Judge, rules: AnyRules, moment: Moment, rng: Random) -> Decision:
    """The decision of a moment, judged."""
    view = rules.view(moment.before, moment.player)
    weighed = list(judge.weigh(view, moment.move, rng))
    played = next(each for each in weighed if each.move == moment.move)
    best = max(weighed, key=lambda each: (each.chance, each is played))
    loss, error = best.chance - played.chance, _error(judge, best, played)
    forced = len(rules.legal_moves(view)) == 1
    return Decision(
        moment.number,
        moment.line,
        moment.deal.round,
        moment.turn,
        moment.player,
        forced,
        _counts(judge, weighed, best.chance) and not forced,
        _only(judge, weighed, best),
        rules.move_record(played.move),
        rules.move_record(best.move),
        played.chance,
        best.chance,
        loss,
        error,
        class_of(loss, error),
        _gave(judge, view, best, played, rng),
        [
            {"move": rules.move_record(each.move), "chance": each.chance, "error": _error(judge, best, each)}
            for each in weighed
        ],
    )


def _error(judge: Judge, best: Weighed, other: Weighed) -> float:
    """One standard error of the difference between the best move and another."""
    return 0.0 if best is other or judge.exact else hypot(other.error, judge.error)


def _gave(judge: Judge, view: Any, best: Weighed, played: Weighed, rng: Random) -> Shares:
    """What a move that was played instead of the best one changed for every player."""
    players: int = view.players
    if best is played:
        return (0.0,) * players
    before, after = judge.everybodys(view, [best, played], rng)
    return tuple([now - then for now, then in zip(after, before, strict=True)])


def _counts(judge: Judge, weighed: Sequence[Weighed], best: float) -> bool:
    """Whether a decision with a choice counts for means: with an exact judge, where a move wins and another loses."""
    if judge.exact:
        return best == 1.0 and any(each.chance == 0.0 for each in weighed)
    return COUNTING[0] <= best <= COUNTING[1]


def _only(judge: Judge, weighed: Sequence[Weighed], best: Weighed) -> bool:
    """Whether the second best move would have been a mistake."""
    others = [each for each in weighed if each is not best]
    if not others:
        return False
    second = max(others, key=lambda each: each.chance)
    return best.chance - second.chance - _error(judge, best, second) >= CLASSES["mistake"]
