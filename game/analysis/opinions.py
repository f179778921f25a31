"""What every AI of a game would play at one position, each by its own lights: only the judge's chances compare them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.agents.agent import Candidate, Estimate, ThinkingError, growing, picked
from game.agents.learning import TrainedTable
from game.analysis.decisions import Judgement
from game.analysis.judges import SEED
from game.games import registry
from game.games.levels import is_level
from game.games.seats import Seat, parse_seat
from game.games.standings import AS_USUAL
from game.mods.mods import ModsInUse
from game.rules.protocol import AnyRules

_NOTHING = Estimate()


@dataclass(frozen=True)
class Opinion:
    """What an AI would play, or, while it thinks, what it leans to: its score in its own unit, why, what it expects of
    it, and on how many roll-outs its thought rests so far. `move` is None where it has none yet."""

    ai: str
    move: Any = None
    score: float = 0.0
    reason: str = ""
    estimate: Estimate = _NOTHING
    tries: int = 0
    done: bool = False


@dataclass(frozen=True)
class Question:
    """A position that an AI, by the words of a seat, is asked about; `number` is that of the move that is to be made.

    Its random numbers are keyed by the seed, the number of the move, and the AI.
    """

    game: str
    ai: str
    view: Any
    number: int
    seed: int = SEED
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, portion: None = None) -> Opinion:
        """What the AI would play. Raises ThinkingError where it does not know this setting."""
        *_, opinion = self.growing()
        return opinion

    def growing(self) -> Iterator[Opinion]:
        """What the AI comes to, as its thought grows; the last one counts. Raises as the whole does."""
        self.mods.use()
        seat, rules = parse_seat(self.game, self.ai), registry.game(self.game).rules
        _check_learnt(seat, self.view)
        agent, rng = seat.agent(), Random(f"{self.seed}/{self.number}/ask/{self.ai}")
        assert agent is not None, "a human is not asked"
        before, candidates = list[Candidate](), list[Candidate]()
        try:
            for scorer in agent.scorers:
                for given in growing(scorer.score(self.view, rng)):
                    candidates = [*before, *given]
                    yield self._opinion(rules, max(candidates, key=_score, default=None), candidates)
                before = candidates
            yield self._opinion(rules, picked(agent.picker, candidates, rng), candidates, done=True)
        finally:
            agent.close()

    def _opinion(
        self, rules: AnyRules, found: Candidate | None, candidates: Sequence[Candidate], done: bool = False
    ) -> Opinion:
        tries = sum((each.estimate.visits or 0) for each in candidates if each.estimate is not None)
        if found is None or rules.refusal(self.view, found.move) is not None:
            return Opinion(self.ai, tries=tries, done=done)
        estimate = found.estimate or _NOTHING
        return Opinion(self.ai, found.move, float(found.score), str(found.reason), estimate, tries, done)


def _score(candidate: Candidate) -> float:
    return candidate.score


def _check_learnt(seat: Seat, view: Any) -> None:
    """Raise ThinkingError where the table of an AI is for other settings than those of a position."""
    spec = None if seat.ai is None else seat.ai.learner_spec
    if spec is not None and isinstance(seat.learnt, TrainedTable):
        here, there = spec.encoding.setting(view), seat.learnt.table.setting
        if there not in (None, here):
            raise ThinkingError(f"has not learnt {spec.encoding.setting_name(here)}")


def everybody(game: str, options: Mapping[str, Any] = AS_USUAL) -> list[str]:
    """The AIs of a game with these options that are asked, by their names: all but the levels, those that have nothing
    to know, and those that do not know a house rule."""
    return [
        ai.name
        for ai in registry.ais(game)
        if not is_level(ai.name)
        and ai.foreign_rule(options) is None
        and (not ai.learns or ai.pretrained is not None or ai.digest)
    ]


@dataclass(frozen=True)
class Agreement:
    """A move, who would play it, and what the judge makes of it: the mover's chance after it, None where it is not
    judged yet, and what playing it is called, None for no mistake."""

    move: Any
    opinions: Sequence[Opinion]
    chance: float | None
    called: str | None


def agreements(opinions: Sequence[Opinion], judgement: Judgement | None) -> list[Agreement]:
    """The opinions that are settled, by move, and the judge's best move even where nobody would play it: the best by
    the judge's chance first, those that are not judged last, of equal ones what most would play."""
    by_move: dict[Any, list[Opinion]] = {} if judgement is None else {judgement.best.move: []}
    for opinion in opinions:
        if opinion.done and opinion.move is not None:
            by_move.setdefault(opinion.move, []).append(opinion)
    found = []
    for move, those in by_move.items():
        weighed = None if judgement is None else judgement.of(move)
        called = None if judgement is None else judgement.called(move)
        found.append(Agreement(move, those, None if weighed is None else weighed.chance, called))
    return sorted(found, key=_place)


def _place(agreement: Agreement) -> tuple[float, int]:
    chance = -1.0 if agreement.chance is None else agreement.chance
    return -chance, -len(agreement.opinions)
