"""What AIs thought before their moves, as replays hold it: lines of type ``thought``, written and checked."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from game.agents.agent import Candidate, Considered
from game.base.safe_text import shown
from game.rules.protocol import AnyRules
from game.workers import answers

_ALWAYS = ("move", "score", "reason")
_WHERE_SHOWN = ("chance", "error", "visits", "line")
"""What a candidate of a line holds only where its AI shows it."""


class ThoughtError(ValueError):
    """A line that is no thought about a position; the text says why."""


def thought_record(rules: AnyRules, considered: Considered) -> dict[str, Any]:
    """The line of what an AI considered: its legal moves, in its own order. It reads alike wherever the AI thought."""
    legal = [
        (place, candidate)
        for place, candidate in enumerate(considered.candidates)
        if rules.refusal(considered.view, candidate.move) is None
    ]
    places = [place for place, _ in legal]
    return {
        "type": "thought",
        "player": considered.player,
        "ai": considered.ai,
        "chosen": places.index(considered.chosen) if considered.chosen in places else None,
        "candidates": [_row(rules, candidate) for _, candidate in legal],
    }


def _row(rules: AnyRules, candidate: Candidate) -> dict[str, Any]:
    row: dict[str, Any] = {
        "move": rules.move_record(candidate.move),
        "score": min(max(float(candidate.score), -answers.MOST_SCORE), answers.MOST_SCORE),
        "reason": shown(str(candidate.reason), answers.MOST_REASON),
    }
    if candidate.estimate is not None:
        estimate = answers.estimate(answers.told_estimate(candidate.estimate))._asdict()
        row |= {key: estimate[key] for key in _WHERE_SHOWN if estimate[key] not in (None, "")}
    return row


def check_thought(rules: AnyRules, record: Mapping[str, Any], state: Any) -> None:
    """Raise ThoughtError where a line, whose keys are right, is no thought of who is to move in a state."""
    if record["player"] != state.to_move or type(record["player"]) is not int:
        raise ThoughtError(f"player is {record['player']!r:.60}, by the rules it is {state.to_move}")
    if type(record["ai"]) is not str:
        raise ThoughtError("ai is no name")
    rows, chosen = record["candidates"], record["chosen"]
    if type(rows) is not list or len(rows) > answers.MOST_CANDIDATES:
        raise ThoughtError("candidates are no list")
    if chosen is not None and (type(chosen) is not int or not 0 <= chosen < len(rows)):
        raise ThoughtError("chosen is neither null nor the index of a candidate")
    _check_moves(rules, state, [_checked(row)["move"] for row in rows])


def _checked(row: Any) -> Mapping[str, Any]:
    """A candidate whose values are right; its move is not looked at. Raises ThoughtError."""
    if type(row) is not dict or not set(_ALWAYS) <= row.keys() <= {*_ALWAYS, *_WHERE_SHOWN}:
        raise ThoughtError(f"a candidate has the keys {', '.join(_ALWAYS)}, and of {', '.join(_WHERE_SHOWN)} any")
    if type(row["reason"]) is not str or type(row.get("line", "")) is not str:
        raise ThoughtError("reason and line of a candidate are texts")
    numbers = [row["score"], *[row[key] for key in ("chance", "error") if key in row]]
    if not all(type(number) in (int, float) and math.isfinite(number) for number in numbers):
        raise ThoughtError("a candidate's numbers are finite")
    if any(not 0.0 <= number <= 1.0 for number in numbers[1:]):
        raise ThoughtError("chance and error of a candidate lie between 0 and 1")
    if type(row.get("visits", 0)) is not int or row.get("visits", 0) < 0:
        raise ThoughtError("visits of a candidate are a whole number")
    return row


def _check_moves(rules: AnyRules, state: Any, moves: Sequence[Any]) -> None:
    legal = rules.legal_moves(rules.view(state, state.to_move))
    known = {json.dumps(rules.move_record(move), sort_keys=True) for move in legal}
    for move in moves:
        if json.dumps(move, sort_keys=True) not in known:
            raise ThoughtError(f"a candidate is no legal move: {json.dumps(move, ensure_ascii=False):.120}")
