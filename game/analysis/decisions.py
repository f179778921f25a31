"""What a decision lost, judged by what the mover knew."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import Any

from game.analysis.judge import Judge, Weighed
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
    player, view = moment.player, rules.view(moment.before, moment.player)
    weighed = list(judge.weigh(view, moment.move, rng))
    played = next(each for each in weighed if each.move == moment.move)
    best = max(weighed, key=lambda each: (each.chances[player], each is played))
    forced = len(rules.legal_moves(view)) == 1
    loss = best.chances[player] - played.chances[player]
    error = 0.0 if best is played or judge.exact else hypot(played.error, judge.error)
    gave = [after - before for after, before in zip(played.chances, best.chances, strict=True)]
    return Decision(
        moment.number,
        moment.line,
        moment.deal.round,
        moment.turn,
        player,
        forced,
        _counts(judge, weighed, best.chances[player], player) and not forced,
        _only(judge, weighed, best, player),
        rules.move_record(played.move),
        rules.move_record(best.move),
        played.chances[player],
        best.chances[player],
        loss,
        error,
        class_of(loss, error),
        tuple(gave),
        [_candidate(judge, rules, each, each is best, player) for each in weighed],
    )


def _counts(judge: Judge, weighed: Sequence[Weighed], best: float, player: int) -> bool:
    """Whether a decision with a choice counts for means: with an exact judge, where a move wins and another loses."""
    if judge.exact:
        return best == 1.0 and any(each.chances[player] == 0.0 for each in weighed)
    return COUNTING[0] <= best <= COUNTING[1]


def _only(judge: Judge, weighed: Sequence[Weighed], best: Weighed, player: int) -> bool:
    """Whether the second best move would have been a mistake."""
    others = [each for each in weighed if each is not best]
    if not others:
        return False
    second = max(others, key=lambda each: each.chances[player])
    error = 0.0 if judge.exact else hypot(second.error, judge.error)
    return best.chances[player] - second.chances[player] - error >= CLASSES["mistake"]


def _candidate(judge: Judge, rules: AnyRules, weighed: Weighed, best: bool, player: int) -> dict[str, Any]:
    error = 0.0 if best or judge.exact else hypot(weighed.error, judge.error)
    return {"move": rules.move_record(weighed.move), "chance": weighed.chances[player], "error": error}
