"""A thought about one decision: what an AI considers, how it scores it and why, in rows. Words are made when they are
read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, overload

from game.agents.agent import Candidate, Estimate, Reason, by_chance
from game.agents.choosing import called
from game.analysis.sentences import percent
from game.games import registry
from game.rules.language import _, with_minus
from game.rules.mentions import with_names
from game.rules.protocol import AnyRules
from systems.snapshot import player_names
from systems.view.table.estimates import chance_in_words

NOTHING = Estimate()
"""What is expected by an AI that shows nothing of the kind."""
_ALIKE = 0.005
"""By so much of a bar moves differ that read alike."""


@dataclass(frozen=True)
class ThoughtRow:
    """One candidate as it is shown; `wins` is None where exact play is not known.

    `share` is how much of its bar the chance to win fills, or the score, -1 to 1, where the AI shows no chance; where
    any is negative, all bars begin at 0 in the middle.
    """

    label: str
    detail: str
    score: float
    share: float
    why: Reason
    chosen: bool
    move: Any
    wins: bool | None = None
    chance: float | None = None
    """The chance that the picker draws it; None where it does not draw by lot."""
    swayed: str = ""
    """What systems have made of the score: "0.60 + 0.20 mood"."""
    estimate: Estimate = NOTHING
    """What is expected of it."""
    plain: str = ""
    """What the move does, in a sentence without numbers of the AI's own; empty where its game says nothing."""
    despite: str = ""
    """Why it was chosen though another one looks better; empty where none does."""
    names: Sequence[str] = ()
    """What the players are called whom the reason may mention, by index."""
    close: bool = False
    """Whether the best two of its thought read alike in whole per cents."""

    @property
    def reason(self) -> str:
        """Why it has its score, in the AI's own words, players by name."""
        return with_minus(with_names(self.why.message, self.names))

    @property
    def in_short(self) -> str:
        """The chance to win in whole per cents, with one place where the race is `close`."""
        chance = self.estimate.chance
        return self.in_whole if chance is None or not self.close else chance_in_words(chance)

    @property
    def in_whole(self) -> str:
        """The chance to win in whole per cents; nothing of a score, which has a unit of its own."""
        chance = self.estimate.chance
        return "" if chance is None else percent(chance)

    @property
    def scores(self) -> str:
        """The chance to win as it is read, or else the score."""
        chance = self.estimate.chance
        return written(self.score) if chance is None else chance_in_words(chance)


class _Rows(Sequence[ThoughtRow]):
    """Rows that are made when they are read, and then kept: few of them are ever seen, and words are dear."""

    def __init__(self, number: int, make: Callable[[int], ThoughtRow]) -> None:
        self._places = range(number)
        self._row = cache(make)

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> ThoughtRow: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[ThoughtRow]: ...

    def __getitem__(self, at: int | slice) -> ThoughtRow | Sequence[ThoughtRow]:
        """The row at a place, or those of several."""
        return (
            [self._row(place) for place in self._places[at]] if isinstance(at, slice) else self._row(self._places[at])
        )


class Bars(NamedTuple):
    """What the bars of a thought stand for: all for chances to win, or some for scores, of which some lie below 0; and
    whether any has marks that say how sure it is."""

    chances: bool = False
    signed: bool = False
    unsure: bool = False


_BARS = Bars()


@dataclass(frozen=True)
class Thought:
    """What was thought about one decision."""

    player: int
    number: int
    view: Any
    title: str
    rows: Sequence[ThoughtRow]
    tell_beyond: Callable[[], str] = str
    """Says `beyond`."""
    advisor: str | None = None
    """The technical name of the AI whose hint this is; None where an AI thinks for itself."""
    bars: Bars = _BARS
    silence: str = ""
    """Why there is nothing to show, though the thought is over."""

    @cached_property
    def beyond(self) -> str:
        """What is said of legal moves that were not considered."""
        return self.tell_beyond()


def thought_of(
    rules: AnyRules,
    player: int,
    number: int,
    view: Any,
    title: str,
    candidates: Sequence[Candidate],
    chosen: Any,
    plain: bool = True,
) -> Thought:
    """What was thought about a decision that is over, of which `chosen` came. `plain` says whether it is told what
    each move does."""
    rows = rows_of(rules, view, candidates, chosen, plain=plain)
    return Thought(player, number, view, title, rows, bars=bars_of(candidates))


def _verdicts(rules: AnyRules, view: Any) -> Mapping[Any, bool]:
    """Whether the moves of a view win, at games whose exact play is known."""
    judge = registry.game(rules.name).verdicts
    return {} if judge is None else judge(view)


def rows_of(
    rules: AnyRules,
    view: Any,
    candidates: Sequence[Candidate],
    chosen: Any,
    chances: Sequence[float] = (),
    swayed: Sequence[str] = (),
    plain: bool = True,
    thinking: bool = False,
) -> Sequence[ThoughtRow]:
    """The candidates of a view as rows, in the order of what their bars show. With `plain` it is told what each move
    does, and where an AI is `thinking` why it did not choose the first."""
    scores = [candidate.score for candidate in candidates]
    odds: Sequence[float | None] = chances if len(chances) == len(candidates) else [None] * len(candidates)
    order = by_chance(candidates)
    names, verdicts = player_names(), cache(partial(_verdicts, rules, view))
    close = _close([candidates[place] for place in order[:2]])

    def row(place: int) -> ThoughtRow:
        candidate = candidates[order[place]]
        move, share = candidate.move, _share(candidate, scores)
        behind = share < _share(candidates[order[0]], scores) - _ALIKE
        return ThoughtRow(
            label=with_names(called(rules.label, move), names),
            detail=called(rules.detail, move),
            score=candidate.score,
            share=share,
            why=candidate.reason,
            chosen=chosen is not None and move == chosen,
            move=move,
            wins=_verdict(verdicts(), move),
            chance=odds[order[place]],
            swayed=swayed[order[place]] if swayed else "",
            estimate=_estimate(candidate.estimate or NOTHING, names),
            plain=with_names(plain_words(rules, view, move), names) if plain else "",
            names=names,
            close=close,
            despite=_despite(odds[order[place]]) if thinking and behind and move == chosen else "",
        )

    return _Rows(len(order), row)


def _close(best: Sequence[Candidate]) -> bool:
    """Whether the chances of the best two differ and yet read alike in whole per cents."""
    chances = [each.estimate.chance for each in best if each.estimate is not None and each.estimate.chance is not None]
    return len(set(chances)) == 2 and len({percent(chance) for chance in chances}) == 1


def _despite(odds: float | None) -> str:
    """Why a move was chosen that is not the best by what is shown, with these odds where it was drawn by lot."""
    if odds is None:
        return _("It goes by a score of its own, which puts this first.")
    return _("Drawn by lot: what looks better to it comes up more often.")


def bars_of(candidates: Sequence[Candidate]) -> Bars:
    """What the bars of candidates stand for."""
    scored = [each.score for each in candidates if each.estimate is None or each.estimate.chance is None]
    # any of them: the best may have won all that was played out
    unsure = any(each.estimate is not None and each.estimate.error for each in candidates)
    return Bars(not scored, any(score < 0 for score in scored), unsure)


def plain_words(rules: AnyRules, view: Any, move: Any) -> str:
    """What a move of a view does, for whoever plays the game; nothing of what is no legal move."""
    if rules.refusal(view, move) is not None:
        return ""
    return registry.game(rules.name).plain(view, move)


def _verdict(verdicts: Mapping[Any, bool], move: Any) -> bool | None:
    """The verdict on a move; a broken AI may call anything a move, of which nothing is known."""
    try:
        return verdicts.get(move)
    except TypeError:  # it cannot be looked up
        return None


def _share(candidate: Candidate, scores: Sequence[float]) -> float:
    """How much of its bar a candidate fills: its chance to win, or the share of its score."""
    estimate = candidate.estimate or NOTHING
    return share_of(candidate.score, scores) if estimate.chance is None else estimate.chance


def _estimate(estimate: Estimate, names: Sequence[str]) -> Estimate:
    """What is expected of a candidate, the players by name."""
    return estimate._replace(line=with_names(estimate.line, names))


def share_of(score: float, scores: Sequence[float]) -> float:
    """How much of its bar a score fills: of 1 or the score furthest from 0."""
    return score / max([1.0, *map(abs, scores)])


def written(score: float) -> str:
    """A score as it is read: two decimals, a true minus sign, and no minus before nothing."""
    return with_minus(_("{score:.2f}", score=0.0 if abs(score) < 0.005 else score))
