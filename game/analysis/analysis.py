"""A recorded match analysed: what its decisions lost, what was luck, and the account of both.

A decision is the unit of work, and so is a deal: what comes of one depends on the match, the judge and the seed alone,
so an analysis is the same, byte for byte, with any number of workers. Random numbers are keyed by the seed, the number
of the move and the purpose, never by the file.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from game.agents.judging import Shares
from game.analysis import luck
from game.analysis.account import Account, accounts, charged_once
from game.analysis.baseline import Baseline
from game.analysis.batches import Batch
from game.analysis.chances import Chances
from game.analysis.decisions import Decision, judged
from game.analysis.judges import JudgeWords, judge_once
from game.analysis.luck import Stroke
from game.analysis.moments import PlayedMatch, read_match
from game.games import registry
from game.matches.replay import ReplayError
from game.mods.mods import ModsInUse
from game.training.spreading import HERE, Spread


@dataclass(frozen=True)
class Analysis:
    """What became of a match. `start`, `result` and each entry of `curve` are a number a player; `result` is None where
    the match has no end. Of a match that may be gone on with, and in which hands are hidden, there are no luck, curve
    and account, and only the decisions of whoever may look."""

    digest: str
    game: str
    judge: str
    effort: float
    seed: int
    players: Sequence[Mapping[str, Any]]
    start: Shares
    result: Shares | None
    decisions: Sequence[Decision]
    luck: Sequence[Stroke]
    curve: Sequence[Shares]
    account: Sequence[Account]

    def record(self, file: str) -> dict[str, Any]:
        """The analysis of a file as the JSON holds it."""
        told = {
            "decisions": [_decision_record(decision) for decision in self.decisions],
            "luck": [dict(vars(stroke)) for stroke in self.luck],
            "account": [dict(vars(each)) for each in self.account],
        }
        return {"file": file} | {each.name: told.get(each.name, getattr(self, each.name)) for each in fields(self)}

    @property
    def ended(self) -> bool:
        """Whether the accounts end with the result: of a finished match, once all its moves are judged."""
        return self.result is not None and bool(self.curve) and self.curve[-1] == self.result


def _decision_record(decision: Decision) -> dict[str, Any]:
    held = {("class" if key == "called" else key): value for key, value in decision.__dict__.items()}
    for key in ("lent", "standing"):
        if not held[key]:
            del held[key]  # told only where it is so
    return held


def _read_decision(record: Mapping[str, Any]) -> Decision:
    held = {("called" if key == "class" else key): value for key, value in record.items()}
    return Decision(**held | {"gave": tuple(held["gave"])})


def _read_stroke(record: Mapping[str, Any]) -> Stroke:
    return Stroke(**{**record, "gain": tuple(record["gain"])})


def read_record(record: Mapping[str, Any]) -> Analysis:
    """The analysis that a record of it holds. Raises what a wrong one raises: LookupError, TypeError or ValueError."""
    held = {key: value for key, value in record.items() if key != "file"}
    held["decisions"] = [_read_decision(each) for each in held["decisions"]]
    held["luck"] = [_read_stroke(each) for each in held["luck"]]
    held["curve"] = [tuple(each) for each in held["curve"]]
    held["account"] = [Account(**each) for each in held["account"]]
    held["start"] = tuple(held["start"])
    held["result"] = None if held["result"] is None else tuple(held["result"])
    return Analysis(**held)


class Portion(NamedTuple):
    """A piece of work: a deal or a move, by its place among those of the match."""

    is_deal: bool
    place: int


@dataclass(frozen=True)
class Part:
    """What came of a portion: the chances after it and the stroke of luck in it, where hands may be looked at, and the
    decision, where it was one."""

    chances: Shares | None = None
    stroke: Stroke | None = None
    decision: Decision | None = None

    def record(self) -> dict[str, Any]:
        """The part in plain values."""
        return {
            "chances": self.chances,
            "stroke": None if self.stroke is None else asdict(self.stroke),
            "decision": None if self.decision is None else _decision_record(self.decision),
        }

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Part":
        """The part that a record holds. Raises what a wrong one raises: LookupError, TypeError or ValueError."""
        chances, stroke, decision = record["chances"], record["stroke"], record["decision"]
        return cls(
            None if chances is None else tuple(chances),
            None if stroke is None else _read_stroke(stroke),
            None if decision is None else _read_decision(decision),
        )


@dataclass(frozen=True)
class Work:
    """Judges portions of one match; it can be sent to workers, which read the match for themselves."""

    path: Path
    digest: str
    words: JudgeWords
    seed: int
    baseline: Baseline
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, portion: Portion) -> Part:
        """What comes of a portion. Raises ReplayError where the file is not what it was."""
        self.mods.use()
        match = read_once(self.path, self.digest)
        chances = Chances(match.rules, match.setup, judge_once(self.words), self.baseline)
        return (
            self._deal(chances, match, portion.place) if portion.is_deal else self._move(chances, match, portion.place)
        )

    def _deal(self, chances: Chances, match: PlayedMatch, place: int) -> Part:
        deal = match.deals[place]
        return Part(stroke=luck.deal_stroke(chances, deal, self.seed))

    def _move(self, chances: Chances, match: PlayedMatch, place: int) -> Part:
        moment, decision, after, stroke = match.moments[place], None, None, None
        if match.seen is None or moment.player in match.seen:
            rng = Random(f"{self.seed}/{moment.number}/decision")
            decision = judged(chances.judge, match.rules, moment, rng)
        if match.seen is None:
            after, stroke = luck.after_move(chances, registry.game(match.rules.name), moment, self.seed)
        return Part(after, stroke, decision)


@lru_cache(maxsize=4)
def read_once(path: Path, digest: str) -> PlayedMatch:
    """The match of a file, kept for the next piece of work. Raises ReplayError where it is not what it was."""
    match = read_match(path)
    if match.digest != digest:
        raise ReplayError(f"{path}: it has changed while it was read")
    return match


def portions(match: PlayedMatch) -> list[Portion]:
    """All the work on a match, as it was played: its deals, where hands may be looked at, and its moves."""
    deals = [(deal.move, Portion(True, place)) for place, deal in enumerate(match.deals)] if match.seen is None else []
    moves = [(moment.number, Portion(False, moment.number - 1)) for moment in match.moments]
    return [portion for _, portion in sorted([*deals, *moves], key=lambda each: (each[0], each[1].is_deal))]


def analyse(
    match: PlayedMatch, work: Work, spread: Spread = HERE, progress: Callable[[int], None] | None = None
) -> Analysis:
    """A match analysed; `progress` is told how many further portions are done. Raises what `work` raises."""
    return assembled(match, work, Batch(work, portions(match)).done(spread, progress))


def assembled(match: PlayedMatch, work: Work, parts: Sequence[Part]) -> Analysis:
    """The analysis of a match from what came of its portions, in their order: of all, or, as far as it has grown, of
    the first of them."""
    start = work.baseline(match.deals[0].standing, match.deals[0].first) if match.deals else ()
    strokes = [part.stroke for part in parts if part.stroke is not None]
    decisions = [part.decision for part in parts if part.decision is not None]
    if not work.words.exact:
        decisions = charged_once(decisions, strokes)
    shown = match.seen is None and bool(match.deals)
    curve = [start, *(part.chances for part in parts if part.chances is not None)] if shown else []
    return Analysis(
        match.digest,
        match.rules.name,
        work.words.ai,
        work.words.effort,
        work.seed,
        match.players,
        start,
        match.result,
        decisions,
        strokes,
        curve,
        accounts(start, curve[-1], decisions, strokes) if curve else [],
    )
