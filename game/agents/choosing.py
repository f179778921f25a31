"""What happens when an AI is at fault: it is named, another moves in its place, and in the end plays on."""

import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.agents.agent import Agent, ThinkingError
from game.base.safe_text import shown
from game.rules.language import _, error_words
from game.rules.protocol import AnyRules

MOST_FAULTS = 3
"""Whoever has been at fault so often in a match is replaced to its end."""
_MOST_WORDS = 300
"""So many characters of an error are told."""


@dataclass(frozen=True)
class StandIn:
    """A legal move in the place of an AI's, what there is to note about it, and whether the AI is replaced from now
    on."""

    move: Any
    note: str
    replaced: bool


class StandIns:
    """Finds moves in the place of AIs that are at fault in a match, and counts their faults.

    Moves come from the `fallback`, the game's default AI, and draw from `aside`: a fault never disturbs the match's own
    random numbers. An AI that has made three faults is replaced; not to choose any move is none.
    """

    def __init__(self, rules: AnyRules, fallback: Agent, aside: Random) -> None:
        self.fallback = fallback
        self._rules = rules
        self._aside = aside
        self._faults: Counter[int] = Counter()

    def plays_on(self, player: int) -> bool:
        """Whether the fallback has replaced a player's AI."""
        return self._faults[player] >= MOST_FAULTS if self._faults else False

    def for_move(self, player: int, agent: Agent, view: Any, move: Any | None) -> StandIn | None:
        """What stands in for the move that a player's AI chose, None for no move; None where it is legal."""
        refusal = _("it chose no move") if move is None else self._rules.refusal(view, move)
        if refusal is None:
            return None
        if move is None:
            return self._stand_in(player, agent, view, _("made no legal move ({why})", why=refusal), False)
        what = _("made no legal move ({move}: {why})", move=called(self._rules.describe, move), why=refusal)
        return self._stand_in(player, agent, view, what, True)

    def for_error(self, player: int, agent: Agent, view: Any, error: Exception) -> StandIn:
        """What stands in where a player's AI raised an error instead of choosing a move."""
        return self._stand_in(player, agent, view, described(error), True)

    def _stand_in(self, player: int, agent: Agent, view: Any, what: str, counts: bool) -> StandIn:
        self._faults[player] += counts
        replaced = counts and self._faults[player] == MOST_FAULTS
        told = {"ai": agent.name, "what": shown(what, 2 * _MOST_WORDS), "other": self.fallback.name}
        note = _("{ai} {what}; {other} moved in its place", **told)
        if replaced:
            note = _("{ai} {what}; {other} moved in its place and plays on", **told)
        return StandIn(self._move(view), note, replaced)

    def _move(self, view: Any) -> Any:
        """A move of the fallback, if it is legal; else the first legal one."""
        try:
            candidate = self.fallback.choose(view, self._aside)
        except Exception:  # whatever is wrong with the default AI, the match goes on
            candidate = None
        if candidate is not None and self._rules.refusal(view, candidate.move) is None:
            return candidate.move
        return self._rules.legal_moves(view)[0]


def described(error: BaseException) -> str:
    """What an AI did that raised this error, in words that go on after its name."""
    text = shown(_said(error), _MOST_WORDS)
    if isinstance(error, ThinkingError):
        return text
    name = shown(type(error).__name__, 60)
    what = _("raised {error}: {text}", error=name, text=text) if text else _("raised {error}", error=name)
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return what
    file = shown(Path(frames[-1].filename).name, 60)
    return _("{what} ({file}, line {line})", what=what, file=file, line=frames[-1].lineno)


def _said(error: BaseException) -> str:
    try:
        return error_words(error)
    except Exception:  # an error of a mod's own may not even say what it is
        return ""


def called(name: Callable[[Any], str], move: Any) -> str:
    """What `name` (a wording of the rules) calls a move; a broken AI may call anything a move, of which only is told
    what it is: the gate refuses it, and the match goes on."""
    try:
        return shown(name(move), _MOST_WORDS)
    except Exception:  # whatever a wording raises for what is no move
        return _("a {kind}", kind=shown(type(move).__name__, 60))
