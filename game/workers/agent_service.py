"""Agents in a worker process: they are made, think and pick there, and tell what they came to."""

import math
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from game.agents.agent import (
    Agent,
    Candidate,
    Estimate,
    Picker,
    Reason,
    Scored,
    Scorer,
    ThinkingError,
    chances_of,
    growing,
)
from game.agents.choosing import described
from game.base.safe_text import shown
from game.rules.language import _
from game.workers import wire
from game.workers.answers import (
    MOST_CANDIDATES,
    MOST_ITEMS,
    MOST_NAME,
    MOST_SCORE,
    AnswerError,
    told_estimate,
    told_reason,
    told_state,
)
from game.workers.server import Tell

NEWS_SECONDS = 0.05
"""A thought that grows is told no more often."""


def copied(copy: bytes) -> Agent:
    """An agent of our own, from its pickled scorers and picker."""
    scorers, picker = pickle.loads(copy)
    return Agent("copy", scorers, picker)


class AgentService:
    """Answers what is asked of agents; see :mod:`game.workers.agents` for who asks."""

    def __init__(self, makers: Mapping[str, Callable[..., Agent]], tell: Tell) -> None:
        """`makers` make an agent of what describes it, each one kind of agents by its name."""
        self._makers = makers
        self._tell = tell
        self._agents: dict[int, Agent | ThinkingError] = {}

    def open(self, number: int, kind: str, *opening: Any) -> None:
        """Make an agent; where that fails, its first thought tells why."""
        try:
            self._agents[number] = self._makers[kind](*opening)
        except BaseException as error:  # a mod may raise anything, even SystemExit
            self._agents[number] = ThinkingError(described(error))

    def drop(self, number: int) -> None:
        """Forget an agent."""
        self._agents.pop(number, None)

    def think(self, number: int, view: Any, state: Any, picks: bool) -> tuple[Any, ...]:
        """What each scorer of an agent makes of a view, its name and its candidates as rows, see `_row`;
        and what is picked, see `_picked`; nothing where it `picks` later."""
        agent = self._agent(number)
        rng = Random()
        rng.setstate(state)
        parts: list[Scored] = []
        for scorer in agent.scorers:
            parts.append(self._scored(scorer, view, rng, parts))
        candidates = [candidate for part in parts for candidate in part.candidates]
        return _told(parts), *_picked(agent.picker, candidates, state, rng, picks)

    def pick(self, number: int, rows: Sequence[tuple[Any, float, str, Estimate | None]], state: Any) -> tuple[Any, ...]:
        """What the picker of an agent picks of candidates that are told by their fields, see `_picked`."""
        agent = self._agent(number)
        rng = Random()
        rng.setstate(state)
        candidates = [
            Candidate(move, score, Reason("{}", (reason,)), estimate) for move, score, reason, estimate in rows
        ]
        return _picked(agent.picker, candidates, state, rng, True)

    def _agent(self, number: int) -> Agent:
        """The agent of a number. Raises ThinkingError where it could not be made."""
        agent = self._agents[number]
        if isinstance(agent, ThinkingError):
            raise agent
        return agent

    def _scored(self, scorer: Scorer, view: Any, rng: Random, before: Sequence[Scored]) -> Scored:
        """What one scorer comes to, told as it grows, after those before it."""
        given: Any = scorer.score(view, rng)
        if not hasattr(given, "__iter__"):
            raise ThinkingError(_("gave what are no candidates: {what}", what=_short(given)))
        told = time.monotonic()
        part = Scored(_name(scorer), [])
        for candidates in growing(_at_most(given)):
            part = Scored(part.name, candidates)
            if time.monotonic() - told > NEWS_SECONDS:
                self._tell("news", _told([*before, part]))
                told = time.monotonic()
        return part


def _at_most(given: Any) -> Any:
    """What a scorer gives, as long as that is not endless."""
    if isinstance(given, list):
        return given
    return _counted(given)


def _counted(given: Any) -> Any:
    for number, item in enumerate(given):
        if number >= MOST_CANDIDATES and not isinstance(item, list):
            raise ThinkingError(_("gave more than {number} candidates", number=MOST_CANDIDATES))
        yield item


def _picked(
    picker: Picker, candidates: Sequence[Candidate], before: Any, rng: Random, picks: bool
) -> tuple[int | None, int | None, Any, Sequence[float]]:
    """Which candidate is picked, how often the picker has explored, the state of the random numbers afterwards where
    any were drawn since they were in the state `before`, and the chances of the candidates where the picker tells
    them."""
    chances = chances_of(picker, candidates) if picks else ()
    choice = picker.pick(candidates, rng) if picks else None
    after = rng.getstate()
    explorations = getattr(picker, "explorations", None)
    drawn = None if after == before else told_state(after)
    return None if choice is None else int(choice), explorations, drawn, chances


def _name(scorer: Scorer) -> str:
    """What a scorer is called: by its name, else by that of its class."""
    return str(getattr(scorer, "name", "") or type(scorer).__name__)[:MOST_NAME]


def _told(parts: Sequence[Scored]) -> list[tuple[str, list[tuple[Any, ...]]]]:
    """What scorers came to, in plain values. Raises ThinkingError for what is no candidate."""
    if len(parts) > MOST_ITEMS or sum(len(part.candidates) for part in parts) > MOST_CANDIDATES:
        raise ThinkingError(_("gave more than {number} candidates", number=MOST_CANDIDATES))
    return [(part.name, [_row(candidate) for candidate in part.candidates]) for part in parts]


def _row(candidate: Any) -> tuple[Any, ...]:
    """A candidate as an answer holds it: move, score, reason, and what is expected of it where it tells that."""
    if not isinstance(candidate, Candidate):
        raise ThinkingError(_("gave what is no candidate: {what}", what=_short(candidate)))
    move, score, reason, estimate = candidate
    try:
        number = float(score)
    except OverflowError:
        number = math.inf
    except (TypeError, ValueError):
        raise ThinkingError(_("gave a score that is no number: {what}", what=_short(score))) from None
    if not -MOST_SCORE < number < MOST_SCORE:
        raise ThinkingError(_("gave a score that is no finite number: {what}", what=str(number)))
    if move is None:
        raise ThinkingError(_("gave a candidate without a move"))
    if wire.game_of_move(type(move)) is None:
        raise ThinkingError(_("gave what is no move: a {kind}", kind=wire.named(type(move))))
    row = move, number, told_reason(reason)
    return row if estimate is None else (*row, _estimate_row(estimate))


def _estimate_row(estimate: Any) -> tuple[Any, ...]:
    try:
        return told_estimate(estimate)
    except AnswerError as error:
        raise ThinkingError(
            _("gave what is no estimate ({why}): {what}", why=str(error), what=_short(estimate))
        ) from None


def _short(thing: object) -> str:
    """What a thing looks like, in a few words."""
    try:
        return shown(repr(thing), 60)
    except Exception:  # whatever a mod's own class raises
        return f"a {wire.named(type(thing))}"
