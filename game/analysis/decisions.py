"""What the moves of a position are worth by what the mover knew, and what a decision lost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from random import Random
from typing import TYPE_CHECKING, Any

from game.agents.judging import Judge, Shares, Weighed
from game.rules.protocol import AnyRules

if TYPE_CHECKING:  # an index of matches needs what is here, and nothing that follows matches
    from game.analysis.moments import Moment

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
    lent: bool = False
    """Whether an AI made the move for the player: it is none of the player's own."""
    standing: Mapping[str, Any] | None = None
    """Of a refusal in which the best move stood open, see :func:`game.analysis.account.charged_once`: its `loss` by the
    judge alone, and the move at which the row of refusals is `charged`."""

    @property
    def loss_alone(self) -> float:
        """The loss by the judge alone, whatever stood open: what decisions of others are compared with."""
        return self.loss if self.standing is None else float(self.standing["loss"])

    @property
    def excused(self) -> bool:
        """Whether the judge alone would give the loss a name, and it has none, as the best move could still be had."""
        return self.called is None and class_of(self.loss_alone, self.error) is not None


def class_of(loss: float, error: float) -> str | None:
    """What a loss is called; None where it is too small, or too uncertain."""
    return next((name for name, least in CLASSES.items() if loss - error >= least), None)


@dataclass(frozen=True)
class Judgement:
    """What the judge makes of a position: the moves that it weighs, in its own order, with the mover's chance after
    each; the `error` of one is that of its difference from the `best`, the judge's own among it."""

    candidates: Sequence[Weighed]
    best: Weighed
    forced: bool
    counts: bool

    def of(self, move: Any) -> Weighed | None:
        """The candidate that is this move; None where it was not weighed."""
        return next((each for each in self.candidates if each.move == move), None)

    def loss(self, move: Any) -> float:
        """What one of the candidates loses against the best."""
        found = self.of(move)
        assert found is not None, "it was not weighed"
        return self.best.chance - found.chance

    def called(self, move: Any) -> str | None:
        """What playing one of the candidates is called; None where its loss is too small, or too uncertain."""
        found = self.of(move)
        return None if found is None else class_of(self.best.chance - found.chance, found.error)

    @property
    def only(self) -> bool:
        """Whether the second best move would have been a mistake."""
        others = [each for each in self.candidates if each is not self.best]
        if not others:
            return False
        second = max(others, key=lambda each: each.chance)
        return self.best.chance - second.chance - second.error >= CLASSES["mistake"]


def judgement(judge: Judge, rules: AnyRules, view: Any, asked: Sequence[Any], rng: Random) -> Judgement:
    """What a judge makes of a position, those moves that are `asked` for among its candidates; of equal bests the one
    that is asked for first is the best."""
    weighed = list(judge.weigh(view, asked, rng))
    best = max(weighed, key=lambda each: (each.chance, -_place(each.move, asked)))
    candidates = [each._replace(error=_error(judge, best, each)) for each in weighed]
    forced = len(rules.legal_moves(view)) == 1
    counts = _counts(judge, weighed, best.chance) and not forced
    return Judgement(candidates, candidates[weighed.index(best)], forced, counts)


def _place(move: Any, asked: Sequence[Any]) -> int:
    return next((place for place, each in enumerate(asked) if each == move), len(asked))


def judged(judge: Judge, rules: AnyRules, moment: "Moment", rng: Random) -> Decision:
    """The decision of a moment, judged."""
    view = rules.view(moment.before, moment.player)
    found = judgement(judge, rules, view, [moment.move], rng)
    best, played = found.best, found.of(moment.move)
    assert played is not None
    loss = best.chance - played.chance
    return Decision(
        moment.number,
        moment.line,
        moment.deal.round,
        moment.turn,
        moment.player,
        found.forced,
        found.counts,
        found.only,
        rules.move_record(played.move),
        rules.move_record(best.move),
        played.chance,
        best.chance,
        loss,
        played.error,
        class_of(loss, played.error),
        _gave(judge, view, best, played, rng),
        [
            {"move": rules.move_record(each.move), "chance": each.chance, "error": each.error}
            for each in found.candidates
        ],
        moment.lent,
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
