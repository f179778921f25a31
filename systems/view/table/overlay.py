"""The overlay: what the AI to move considers, how it scores it and why; for a human, a hint."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import esper

from components.players import Advisor, Chosen, Decision, Human, Player
from components.table import Table
from components.view import Foreseen
from game.agents.agent import Candidate, Estimate, by_chance, chances_of
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
from systems.view.table.estimates import chance_in_words, draw_error, in_words
from systems.view.table.foreseen_marks import colour_of, draw_badge
from systems.view.table.ports import Company
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

_PAD = 10.0
_BAR = 9.0
_REASON = theme.SMALL
_VERDICT, _CHANCE = 94.0, 88.0
"""What an exact verdict and a chance take of the width of their bar."""
NOTHING = Estimate()
"""What is expected by an AI that shows nothing of the kind."""


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
    reason: str
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


@dataclass(frozen=True)
class Thought:
    """What was thought about one decision."""

    player: int
    number: int
    view: Any
    title: str
    rows: tuple[ThoughtRow, ...]
    veiled: bool
    """Whether the cards stay hidden: an opponent's thoughts, at a table with hidden hands where a human sits."""
    beyond: str = ""
    """What is said of legal moves that were not considered; nothing where the cards stay hidden."""
    advisor: str | None = None
    """The technical name of the AI whose hint this is; None where an AI thinks for itself."""


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
    rows = _rows(rules, candidates, chosen, False, _verdicts(rules, view), (), (), view if plain else None)
    return Thought(player, number, view, title, rows, False)


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
        player = esper.component_for_entity(entity, Player)
        decision = esper.component_for_entity(entity, Decision)
        candidates, grown = candidates_of(player.index, decision), 0
        done = candidates is not None
        if candidates is None:
            candidates, grown = candidates_so_far(player.index)
        swayed, taken = sways(player.index) if done else ([], "")
        grown += len(taken) + sum(map(len, swayed))
        rules, human = only(Table).rules, esper.has_component(entity, Human)
        veiled = human_present and not human and rules.hidden_hands and not open_thinking
        key = (player.index, decision.number, len(candidates), grown, move, veiled, done, decision.chances)
        if key != self._key or self._thought is None:
            name = _agent_name(entity)
            title = _("{name} thinks for you", name=name) if human else _("What {name} thinks", name=name)
            verdicts = {} if veiled else _verdicts(rules, decision.view)
            told = None if veiled else decision.view
            advisor = esper.try_component(entity, Advisor)
            chances = decision.chances if advisor is None else chances_of(advisor.agent.picker, candidates)
            rows = _rows(rules, candidates, move, veiled, verdicts, chances, swayed, told, human)
            considered = [*candidates, *_before_systems(player.index)]
            beyond = "" if veiled or not done else _beyond(rules, decision.view, considered, name)
            beyond = joined(["" if veiled else taken, beyond], " ")
            self._key = key
            hint = None if advisor is None else advisor.agent.name
            self._thought = Thought(player.index, decision.number, decision.view, title, rows, veiled, beyond, hint)
        return self._thought


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
    candidates: Sequence[Candidate],
    chosen: Any,
    veiled: bool,
    verdicts: Mapping[Any, bool],
    chances: Sequence[float],
    swayed: Sequence[str],
    view: Any = None,
    hint: bool = False,
) -> tuple[ThoughtRow, ...]:
    """The candidates as rows, the best first; hidden ones that read alike are one. What a move does is told of a
    `view`. The best of a `hint` is what it shows the greatest chance of, where it shows any."""
    scores = [candidate.score for candidate in candidates]
    odds: Sequence[float | None] = chances if len(chances) == len(candidates) else [None] * len(candidates)
    told = swayed or [""] * len(candidates)
    order = by_chance(candidates) if hint else sorted(range(len(scores)), key=lambda at: -scores[at])
    ordered = [(candidates[at], odds[at], told[at]) for at in order]
    names = player_names()
    rows = tuple(
        ThoughtRow(
            label=with_names(called(rules.kind_name if veiled else rules.label, candidate.move), names),
            detail="" if veiled else called(rules.detail, candidate.move),
            score=candidate.score,
            share=_share(candidate, scores),
            reason="" if veiled else with_minus(candidate.reason.message),
            chosen=chosen is not None and candidate.move == chosen,
            move=None if veiled else candidate.move,
            wins=_verdict(verdicts, candidate.move),
            chance=chance,
            swayed=words,
            estimate=_estimate(candidate.estimate or NOTHING, names, veiled),
            plain=with_names(plain_words(rules, view, candidate.move), names),
        )
        for candidate, chance, words in ordered
    )
    return _joined(rows) if veiled else rows


def plain_words(rules: AnyRules, view: Any, move: Any) -> str:
    """What a move of a view does, for whoever plays the game; nothing without a view, and of what is no legal move."""
    if view is None or rules.refusal(view, move) is not None:
        return ""
    return registry.game(rules.name).plain(view, move)


def _joined(rows: Sequence[ThoughtRow]) -> tuple[ThoughtRow, ...]:
    """The rows with those of one label made one, at the place of the best of them."""
    by_label: dict[str, list[ThoughtRow]] = {}
    for row in rows:
        by_label.setdefault(row.label, []).append(row)
    return tuple(found[0] if len(found) == 1 else _stand_for(tuple(found)) for found in by_label.values())


def _stand_for(alike: tuple[ThoughtRow, ...]) -> ThoughtRow:
    best = alike[0]
    return replace(
        best,
        label=ngettext("{label} ({number:,} move)", "{label} ({number:,} moves)", len(alike), label=best.label),
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
    """The thought once its move has been played: the chosen row tells what it was, the others stay as they were."""
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


def odds_in_words(chance: float) -> str:
    """A chance to be drawn as it is read: whole per cents, and neither none nor all where it is not."""
    if 0.0 < chance < 0.005:
        return _("< 1 % by lot")
    if 0.995 <= chance < 1.0:
        return _("> 99 % by lot")
    return _("{share:.0f} % by lot", share=100 * chance)


def draw_verdict(canvas: Canvas, right: float, y: float, wins: bool) -> None:
    """What exact play says of a move, to the left of `right`."""
    word, ink = (_("wins"), theme.GOOD) if wins else (_("loses"), theme.WARNING)
    canvas.text(word, right, y, theme.SMALL, ink, "sans-bold", "right")
    widest = max(canvas.text_size(each, theme.SMALL, "sans-bold")[0] for each in (_("wins"), _("loses")))
    canvas.text(_("exact"), right - widest - 6, y, theme.SMALL,
                theme.MUTED, align="right")  # fmt: skip


class ThoughtList:
    """The rows of a thought in a scrolling list; a row that is pointed at is shown on the table."""

    def __init__(self, sums: bool = True, on_press: Callable[[int], None] | None = None) -> None:
        self.thought: Thought | None = None
        self.sums = sums
        """Whether numbers and formulas are told too, where a game has plain words for its moves."""
        self._heights: tuple[float, ...] = ()
        self._signed = False
        self._key: object = None
        self.list = ScrollList(self._draw_row, selectable=True, on_press=on_press)

    def foreseen(self, best: int) -> tuple[Foreseen, ...]:
        """What the table is to show of the thought: the candidate that is pointed at, else so many of the best."""
        if self.thought is None:
            return ()
        chosen = self.list.selected if self.list.focused else None
        pointed = chosen if self.list.hover_index is None else self.list.hover_index
        rows = self.thought.rows
        places = range(min(best, len(rows))) if pointed is None or pointed >= len(rows) else (pointed,)
        thought = self.thought
        return tuple([
            Foreseen(place + 1, rows[place].label, rows[place].move, thought.view, thought.number)
            for place in places
            if rows[place].move is not None
        ])  # fmt: skip

    def show(self, thought: Thought | None, canvas: Canvas) -> None:
        """Show a thought; the list keeps its place while only the choice changes."""
        key = (thought, canvas.measures, self.list.box.w, self.sums)
        if key == self._key:
            return
        before = self.thought
        self._key, self.thought = key, thought
        rows = thought.rows if thought else ()
        self._signed = any(row.share < 0 for row in rows)
        heights = tuple(self._height(canvas, row) for row in rows)
        if thought is not None and thought.beyond:
            heights += (canvas.paragraph_height(thought.beyond, self._reason_width, _REASON, leading=1.22) + 12,)
        same = before is not None and thought is not None and before.number == thought.number
        if heights != self._heights or not same:
            self._heights = heights
            self.list.selected = None
            self.list.set_heights(heights)
            if not same:
                self.list.scroller.to(0.0, at_once=True)

    def _text(self, row: ThoughtRow) -> str:
        following = row.estimate.line and _("Then probably: {line}", line=row.estimate.line)
        if self._in_short(row):
            return joined([row.swayed, row.detail, row.plain, following], "\n")
        return joined([row.swayed, row.detail, row.plain, in_words(row.estimate), row.reason, following], "\n")

    def _in_short(self, row: ThoughtRow) -> bool:
        """Whether a row is told without the AI's own numbers: words stand for them, or its cards stay hidden."""
        return not self.sums and (bool(row.plain) or row.move is None)

    @property
    def _reason_width(self) -> float:
        """What reasons are measured and drawn with, whether the bar shows or not: they break at the same words."""
        return self.list.least_width - 2 * _PAD

    def _height(self, canvas: Canvas, row: ThoughtRow) -> float:
        words = self._text(row)
        reason = canvas.paragraph_height(words, self._reason_width, _REASON, leading=1.22) if words else 0
        return 49 + reason + (6 if words else 0)

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        if self.thought is None:
            return
        if index >= len(self.thought.rows):
            below = Box(box.x + _PAD, box.y + 6, self._reason_width, 0)
            canvas.paragraph(self.thought.beyond, below, _REASON, theme.MUTED, "sans-italic", leading=1.22)
            return
        row = self.thought.rows[index]
        inside = box.inset(0, 2)
        draw_row_ground(canvas, inside, state)
        if row.chosen:
            canvas.ring(inside, theme.GOLD, 1.6, 8)
        x, right = box.x + _PAD, box.right - _PAD
        ranked = index < len(theme.CANDIDATES) and row.move is not None
        words = self._text(row)
        if words:
            canvas.paragraph(words, Box(x, box.y + 47, self._reason_width, 0), _REASON, theme.MUTED, leading=1.22)
        if row.wins is not None:
            draw_verdict(canvas, right, box.y + 26, row.wins)
        short = self._in_short(row)
        score = row.in_short if short else row.scores
        width = canvas.text_size(score, 17, "sans-bold")[0]
        ink = theme.HEADING if row.chosen else theme.TEXT
        room = right - x - width - 10
        left = x
        if ranked:
            draw_badge(canvas, (x + 11, box.y + 18.5), index + 1, 22)
            left, room = x + 30, room - 30
        size = canvas.fitting_size(row.label, 18, room, "sans-bold")
        canvas.text(row.label, left, box.y + 18.5, size, ink, "sans-bold", max_width=room, vertical="middle")
        canvas.text(score, right, box.y + 18.5, 17, ink, "sans-bold", "right", vertical="middle")
        told = 0.0 if row.wins is None else _VERDICT
        if row.chance is not None and not short:
            canvas.text(odds_in_words(row.chance), right - told, box.y + 26, theme.SMALL, theme.TEXT, align="right")
            told += _CHANCE
        bar = Box(x, box.y + 32, right - x - told, _BAR)
        ink = colour_of(index + 1) if ranked else theme.BAR_PLAIN
        if self._signed:
            canvas.signed_bar(bar, row.share, ink, theme.WARNING)
        else:
            canvas.bar(bar, row.share, ink)
            draw_error(canvas, bar, row.estimate)
