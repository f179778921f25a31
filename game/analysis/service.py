"""Judging in a worker process: pieces of work come pickled, what they come to goes back in plain values.

Who asks for it is in :mod:`game.analysis.remote`. A worker loads the mods that a game comes from before it reads the
work, for views of their games may be in it.
"""

import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from game.agents.agent import Candidate, Considered, Reason, ThinkingError
from game.agents.judging import Shares, Weighed
from game.analysis.analysis import Part, Work
from game.analysis.baseline import Openings
from game.analysis.coming import Coming, DealMayCome, Dealt, MayCome, WhatMayCome
from game.analysis.decisions import Judgement
from game.analysis.opinions import Opinion, Question
from game.analysis.positions import Position, Sampling, Thinking
from game.base.safe_text import shown
from game.matches.standings import Measuring
from game.mods.mods import ModsInUse
from game.workers import answers
from game.workers.server import Tell

Judging = Work | Openings | Measuring | Position | Sampling | Question | Thinking | MayCome | DealMayCome
"""What a worker can be asked to carry out."""
_NEWS_SECONDS = 0.2
"""What grows is told no more often."""


def _tell_nobody(what: str, content: Any) -> None:
    """Nobody listens while something grows."""


def carry_out(mods: ModsInUse, work: bytes, portion: Any, tell: Tell = _tell_nobody) -> Any:
    """What a portion of some work comes to, in plain values and moves; what grows is told as it does."""
    mods.use()
    asked = _unpacked(work)
    match asked:
        case Question():
            return _grown(asked, tell)
        case Measuring():  # outcomes are no texts, as the keys of what is told have to be
            return [(outcome, float(count)) for outcome, count in asked(portion).items()]
        case _:
            return _told(asked(portion))


def _grown(question: Question, tell: Tell) -> Any:
    """What an AI comes to, told now and then before."""
    told, opinion = time.monotonic(), Opinion(question.ai)
    for opinion in question.growing():
        if not opinion.done and time.monotonic() - told > _NEWS_SECONDS:
            tell("news", _told(opinion))
            told = time.monotonic()
    return _told(opinion)


@lru_cache(maxsize=8)
def _unpacked(work: bytes) -> Callable[[Any], Any]:
    unpacked: Callable[[Any], Any] = pickle.loads(work)  # the program's own
    return unpacked


def _told(result: Any) -> Any:
    """A result as an answer holds it."""
    match result:
        case Part():
            return _plain(result.record())
        case Judgement():
            candidates = [(each.move, float(each.chance), float(each.error)) for each in result.candidates]
            return candidates, result.candidates.index(result.best), result.forced, result.counts
        case Opinion():
            reason, estimate = shown(result.reason, answers.MOST_REASON), answers.told_estimate(result.estimate)
            return result.move, float(result.score), reason, estimate, int(result.tries), result.done
        case Considered():
            return result.ai, [_row(each) for each in result.candidates], result.chosen
        case _:
            return _plain(result)


def _row(candidate: Candidate) -> tuple[Any, ...]:
    estimate = candidate.estimate
    reason = answers.told_reason(candidate.reason)
    return candidate.move, float(candidate.score), reason, estimate and answers.told_estimate(estimate)


def _candidate(row: Any) -> Candidate:
    move, score, reason, estimate = row
    known = None if estimate is None else answers.estimate(estimate)
    return Candidate(
        answers.move(move), answers.number(score), Reason("{}", (answers.message(reason, answers.MOST_REASON),)), known
    )


def _coming(row: Any) -> Coming:
    words, likely, chances, came = row
    return Coming(answers.words(words), answers.number(likely), _shares(chances), answers.flag(came))


def _shares(chances: Any) -> Shares:
    return tuple([answers.number(chance) for chance in answers.items(chances)])


def _plain(value: Any) -> Any:
    """A value whose lists, dicts and numbers are plain ones: those of numpy are not."""
    match value:
        case Mapping():
            return {key: _plain(each) for key, each in value.items()}
        case str() | bool() | None:
            return value
        case int():
            return int(value)
        case float():
            return float(value)
        case Sequence():
            return [_plain(each) for each in value]
        case _:
            raise TypeError(f"a result holds a {type(value).__name__}")


def heard(work: Judging, answer: Any) -> Any:
    """What some work came to, by the answer of a worker. Raises ThinkingError where it is none."""
    try:
        match work:
            case Work():
                return Part.of(answer)
            case Position():
                candidates, best, forced, counts = answer
                weighed = [Weighed(*each) for each in candidates]
                return Judgement(weighed, weighed[best], forced, counts)
            case Thinking():
                ai, rows, chosen = answer
                candidates = [_candidate(row) for row in answers.items(rows, answers.MOST_CANDIDATES)]
                return Considered(work.view.player, str(ai), work.view, candidates, chosen)
            case Question():
                move, score, reason, estimate, tries, done = answer
                known = None if move is None else answers.move(move)
                return Opinion(work.ai, known, float(score), str(reason), answers.estimate(estimate), int(tries), done)
            case MayCome():
                exact, came = answer
                return WhatMayCome(answers.flag(exact), [_coming(row) for row in answers.items(came)])
            case DealMayCome():
                after, others = answer
                return Dealt(_shares(after), [_shares(row) for row in answers.items(others)])
            case Measuring():
                return {outcome: answers.number(count) for outcome, count in answers.items(answer)}
            case _:
                return [tuple(map(float, row)) for row in answer]
    except (LookupError, TypeError, ValueError, answers.AnswerError) as error:
        raise ThinkingError(f"gave an answer that is none ({error})") from None
