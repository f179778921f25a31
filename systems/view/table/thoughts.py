"""What the AI to move considers, how it scores it and why; for a human, a hint. Words are made when they are read."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any, NamedTuple, overload

import esper

from components.players import Advisor, Chosen, Decision, Human, Player
from components.table import Table
from game.agents.agent import Candidate, Estimate, Reason, by_chance, chances_of
from game.agents.choosing import called
from game.analysis.sentences import percent
from game.base.events import ConfirmTurn, MoveMade
from game.base.settings import Settings
from game.games import registry
from game.games.characters import name_for
from game.rules.language import _, joined, ngettext, with_minus
from game.rules.mentions import with_names
from game.rules.protocol import AnyRules
from systems.deciding import candidates_of, candidates_so_far, scorers_of
from systems.snapshot import only, player_names
from systems.view.table.estimates import chance_in_words
from systems.view.table.ports import Company

NOTHING = Estimate()
"""What is expected by an AI that shows nothing of the kind."""
_UNTOLD = Reason("{}", ("",))


@dataclass(frozen=True)
class ThoughtRow:
    """One candidate as it is shown; `move` is None where it stays hidden, `wins` where exact play is not known.

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
    alike: tuple["ThoughtRow", ...] = ()
    """The rows that this one stands for, the best first, where hidden ones would read alike."""
    names: Sequence[str] = ()
    """What the players are called whom the reason may mention, by index."""

    @property
    def reason(self) -> str:
        """Why it has its score, in the AI's own words, players by name."""
        return with_minus(with_names(self.why.message, self.names))

    @property
    def in_short(self) -> str:
        """The chance to win in whole per cents, or that of the best of those it stands for; nothing of a score, which
        has a unit of its own."""
        chance = self.estimate.chance
        return "" if chance is None else percent(chance)

    @property
    def scores(self) -> str:
        """The chance to win as it is read, or else the score; or from the lowest to the highest."""
        last = self.alike[-1] if self.alike else self
        if last._score == self._score:
            return self._score
        low, high = last.estimate.chance, self.estimate.chance
        if low is None or high is None:
            return _("{lowest} to {highest}", lowest=last._score, highest=self._score)
        return _("{lowest:.1f} to {highest:.1f} %", lowest=100 * low, highest=100 * high)

    @property
    def _score(self) -> str:
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
    """What the bars of a thought stand for: all for chances to win, or some for scores, of which some lie below 0."""

    chances: bool = False
    signed: bool = False


_BARS = Bars()


@dataclass(frozen=True)
class Thought:
    """What was thought about one decision."""

    player: int
    number: int
    view: Any
    title: str
    rows: Sequence[ThoughtRow]
    veiled: bool
    """Whether the cards stay hidden: an opponent's thoughts, at a table with hidden hands where a human sits."""
    tell_beyond: Callable[[], str] = str
    """Says `beyond`."""
    advisor: str | None = None
    """The technical name of the AI whose hint this is; None where an AI thinks for itself."""
    bars: Bars = _BARS
    silence: str = ""
    """Why there is nothing to show, though the thought is over."""

    @cached_property
    def beyond(self) -> str:
        """What is said of legal moves that were not considered; nothing where the cards stay hidden."""
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
    """What was thought about a decision that is over, of which `chosen` came; nothing of it stays hidden. `plain` says
    whether it is told what each move does."""
    rows = _rows(rules, view, candidates, chosen, plain=plain)
    return Thought(player, number, view, title, rows, False, bars=_bars_of(candidates))


class Thoughts:
    """What is thought about the decision under way, read from the world; made anew only when it has changed."""

    def __init__(self) -> None:
        self._key: object = None
        self._thought: Thought | None = None

    def now(self, human_present: bool, open_thinking: bool) -> Thought | None:
        """What is being thought now; None while nobody decides."""
        for entity, _both in esper.get_components(Player, Decision):
            chosen = esper.try_component(entity, Chosen)
            return self._of(entity, chosen.move if chosen else None, human_present, open_thinking)
        return None

    def confirmed(self, move: Any, human_present: bool, open_thinking: bool) -> Thought | None:
        """What was thought about the decision that has just been confirmed with `move`."""
        for entity, _both in esper.get_components(Player, Decision):
            return self._of(entity, move, human_present, open_thinking)
        return None

    def _of(self, entity: int, move: Any, human_present: bool, open_thinking: bool) -> Thought:
        player = esper.component_for_entity(entity, Player).index
        decision = esper.component_for_entity(entity, Decision)
        candidates, grown = candidates_of(player, decision), 0
        done = candidates is not None
        if candidates is None:
            candidates, grown = candidates_so_far(player)
        edits = sum(len(state.edits) for _name, state in scorers_of(player)) if done else 0
        human = esper.has_component(entity, Human)
        veiled = human_present and not human and only(Table).rules.hidden_hands and not open_thinking
        advisor = esper.try_component(entity, Advisor)
        failure = "" if advisor is None else advisor.failure
        key = (player, decision.number, len(candidates), grown, edits, move, veiled, done, decision.chances, failure)
        if key != self._key or self._thought is None:
            self._key = key
            self._thought = _made(entity, decision, candidates, move, veiled, done)
        return self._thought


def _made(
    entity: int, decision: Decision, candidates: Sequence[Candidate], move: Any, veiled: bool, done: bool
) -> Thought:
    """What a player thinks, whose candidates are all there once it is `done`."""
    player, rules, view = esper.component_for_entity(entity, Player).index, only(Table).rules, decision.view
    name, advisor = _agent_name(entity), esper.try_component(entity, Advisor)
    human = esper.has_component(entity, Human)
    title = _("{name} thinks for you", name=name) if human else _("What {name} thinks", name=name)
    chances = decision.chances if advisor is None else chances_of(advisor.agent.picker, candidates)
    swayed, taken = sways(player) if done else ([], "")
    rows = _rows(rules, view, candidates, move, veiled, chances, swayed, hint=human)
    considered = [*candidates, *_before_systems(player)]

    def beyond() -> str:
        return joined([taken, _beyond(rules, view, considered, name) if done else ""], " ")

    hint, told = None if advisor is None else advisor.agent.name, str if veiled else beyond
    silence = _silence(name, advisor) if done and not candidates else ""
    return Thought(player, decision.number, view, title, rows, veiled, told, hint, _bars_of(candidates), silence)


def _silence(name: str, advisor: Advisor | None) -> str:
    """Why somebody who has thought, of this name, came to no move."""
    if advisor is None:
        return _("{name} came to no move.", name=name)
    if advisor.failure:
        return _("There is no hint for this turn: {name} {failed}.", name=name, failed=advisor.failure)
    return _("There is no hint for this turn: {name} came to no move.", name=name)


class TableThoughts:
    """What those at a table think: now, and before the last move of an AI. `hidden` tells while nothing may be seen."""

    def __init__(self, company: Company, settings: Callable[[], Settings], hidden: Callable[[], bool]) -> None:
        self._company = company
        self._settings = settings
        self.hidden = hidden
        self._thoughts = Thoughts()
        self._confirmed: Thought | None = None
        self.before: Thought | None = None

    def now(self) -> Thought | None:
        """What is being thought now, by players who need not hide it from whoever passes the screen."""
        if self.hidden():
            return None
        return self._thoughts.now(not self._company.watching, self._settings().open_thinking)

    def confirmed(self, event: ConfirmTurn) -> None:
        """Keep what an AI thought: once its move is played, it is what was thought before."""
        settings = self._settings()
        if event.player not in self._company.humans and settings.overlay:
            present = not self._company.watching
            self._confirmed = self._thoughts.confirmed(event.move, present, settings.open_thinking)

    def moved(self, event: MoveMade) -> None:
        """A move has been played."""
        if self._confirmed is not None and self._confirmed.player == event.player:
            self.before = unveiled(self._confirmed, only(Table).rules, event.move)
        self._confirmed = None


def _agent_name(entity: int) -> str:
    advisor = esper.try_component(entity, Advisor)
    if advisor is not None:
        return name_for(only(Table).rules.name, advisor.agent.name)
    player = esper.component_for_entity(entity, Player)
    return player.called or player.name


def _verdicts(rules: AnyRules, view: Any) -> Mapping[Any, bool]:
    """Whether the moves of a view win, at games whose exact play is known."""
    judge = registry.game(rules.name).verdicts
    return {} if judge is None else judge(view)


def _rows(
    rules: AnyRules,
    view: Any,
    candidates: Sequence[Candidate],
    chosen: Any,
    veiled: bool = False,
    chances: Sequence[float] = (),
    swayed: Sequence[str] = (),
    plain: bool = True,
    hint: bool = False,
) -> Sequence[ThoughtRow]:
    """The candidates of a view as rows, the best first; hidden ones that read alike are one. With `plain` it is told
    what each move does. The best of a `hint` is what it shows the greatest chance of, where it shows any."""
    scores = [candidate.score for candidate in candidates]
    odds: Sequence[float | None] = chances if len(chances) == len(candidates) else [None] * len(candidates)
    order = by_chance(candidates) if hint else sorted(range(len(scores)), key=lambda at: -scores[at])
    names, verdicts = player_names(), cache(partial(_verdicts, rules, view))

    def row(place: int) -> ThoughtRow:
        candidate = candidates[order[place]]
        move = candidate.move
        return ThoughtRow(
            label=with_names(called(rules.kind_name if veiled else rules.label, move), names),
            detail="" if veiled else called(rules.detail, move),
            score=candidate.score,
            share=_share(candidate, scores),
            why=_UNTOLD if veiled else candidate.reason,
            chosen=chosen is not None and move == chosen,
            move=None if veiled else move,
            wins=None if veiled else _verdict(verdicts(), move),
            chance=odds[order[place]],
            swayed=swayed[order[place]] if swayed else "",
            estimate=_estimate(candidate.estimate or NOTHING, names, veiled),
            plain="" if veiled or not plain else with_names(plain_words(rules, view, move), names),
            names=names,
        )

    return _joined([row(place) for place in range(len(order))]) if veiled else _Rows(len(order), row)


def _bars_of(candidates: Sequence[Candidate]) -> Bars:
    scored = [each.score for each in candidates if each.estimate is None or each.estimate.chance is None]
    return Bars(not scored, any(score < 0 for score in scored))


def plain_words(rules: AnyRules, view: Any, move: Any) -> str:
    """What a move of a view does, for whoever plays the game; nothing of what is no legal move."""
    if rules.refusal(view, move) is not None:
        return ""
    return registry.game(rules.name).plain(view, move)


def _joined(rows: Sequence[ThoughtRow]) -> tuple[ThoughtRow, ...]:
    """The rows with those of one label made one, at the place of the best of them; the first made so says why."""
    by_label: dict[str, list[ThoughtRow]] = {}
    for row in rows:
        by_label.setdefault(row.label, []).append(row)
    joined = [found[0] if len(found) == 1 else _stand_for(tuple(found)) for found in by_label.values()]
    first = next((index for index, row in enumerate(joined) if row.alike), None)
    if first is not None:
        joined[first] = replace(joined[first], plain=_("Which of them stays hidden while you play."))
    return tuple(joined)


def _stand_for(alike: tuple[ThoughtRow, ...]) -> ThoughtRow:
    best = alike[0]
    return replace(
        best,
        label=ngettext(
            "{label}: {number:,} hidden move", "{label}: {number:,} hidden moves", len(alike), label=best.label
        ),
        chosen=any(row.chosen for row in alike),
        swayed="",
        chance=None if best.chance is None else sum(row.chance or 0.0 for row in alike),
        alike=alike,
    )


def sways(player: int) -> tuple[list[str], str]:
    """What systems have made of each of a player's candidates, in words, nothing where they left it; and what they took
    away."""
    told, taken = list[str](), Counter[str]()
    for _name, state in scorers_of(player):
        steps = [*(edit.before for edit in state.edits), tuple(state.candidates)]
        systems = [edit.system for edit in state.edits]
        scores = [[(candidate.move, candidate.score) for candidate in step] for step in steps]
        told += [_sway(move, scores, systems) if systems else "" for move, _ in scores[-1]]
        for system, before, after in zip(systems, scores, scores[1:], strict=False):
            left = [move for move, _ in after]
            taken[system] += sum(move not in left for move, _ in before)
    return told, joined(
        [
            ngettext("{system} took away {number:,} move.", "{system} took away {number:,} moves.", n, system=system)
            for system, n in taken.items()
            if n
        ],
        " ",
    )


def _before_systems(player: int) -> list[Candidate]:
    """A player's candidates as they were before systems changed them."""
    edits = [edit for _name, state in scorers_of(player) for edit in state.edits]
    return [candidate for edit in edits for candidate in edit.before]


def _sway(move: Any, scores: Sequence[Sequence[tuple[Any, float]]], systems: Sequence[str]) -> str:
    """What systems have made of the score of a move: "0.60 + 0.20 mood", "0.50 added by mood"."""
    words: str = ""
    before = None
    for system, step in zip(("", *systems), scores, strict=True):
        now = next((score for known, score in step if known == move), None)
        if now is not None and before is not None and abs(now - before) >= 0.005:
            words = words or written(before)
            change = "+" if now > before else "\u2212"
            words = joined([words, change, written(abs(now - before)), system], " ")
        elif now is not None and before is None and system:
            words = _("{score} added by {system}", score=written(now), system=system)
        before = now
    return words


def _beyond(rules: AnyRules, view: Any, candidates: Sequence[Candidate], name: str) -> str:
    """What is said of the legal moves that an AI has not considered; nothing where there are none."""
    considered = {candidate.move for candidate in candidates if rules.refusal(view, candidate.move) is None}
    number = len(rules.legal_moves(view)) - len(considered)
    if number <= 0 or not candidates:
        return ""
    return ngettext(
        "{number:,} more move is legal; {name} does not look at it.",
        "{number:,} more moves are legal; {name} does not look at them.",
        number,
        name=name,
    )


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


def _estimate(estimate: Estimate, names: Sequence[str], veiled: bool) -> Estimate:
    """What is expected of a candidate, the players by name; where cards stay hidden the chance alone."""
    if veiled:
        return Estimate(estimate.chance)
    return estimate._replace(line=with_names(estimate.line, names))


def share_of(score: float, scores: Sequence[float]) -> float:
    """How much of its bar a score fills: of 1 or the score furthest from 0."""
    return score / max([1.0, *map(abs, scores)])


def written(score: float) -> str:
    """A score as it is read: two decimals, a true minus sign, and no minus before nothing."""
    return with_minus(_("{score:.2f}", score=0.0 if abs(score) < 0.005 else score))


def unveiled(thought: Thought, rules: AnyRules, move: Any) -> Thought:
    """The thought once its move has been played: the chosen row tells what it was, what else was hidden stays so."""
    if not thought.veiled:
        return thought
    label, detail = rules.label(move), rules.detail(move)
    apart = [each for row in thought.rows for each in (_apart(row) if row.chosen else [row])]
    rows = tuple(replace(row, label=label, detail=detail) if row.chosen else row for row in apart)
    return replace(thought, rows=rows)


def _apart(row: ThoughtRow) -> list[ThoughtRow]:
    """A chosen row for itself, and those that it was joined with."""
    chosen = [each for each in row.alike if each.chosen]
    others = tuple(each for each in row.alike if not each.chosen)
    if not others:
        return chosen or [row]
    return [*chosen, others[0] if len(others) == 1 else _stand_for(others)]
