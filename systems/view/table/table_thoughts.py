"""What those at a table think about the decision under way, read from the world, and what systems have made of it."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import esper

from components.players import Advisor, Chosen, Decision, Human, Player
from components.table import RoundOver, Table
from game.agents.agent import Agent, Candidate, chances_of
from game.base.events import ConfirmTurn, MoveMade, Undone
from game.base.settings import Settings
from game.games.characters import name_for
from game.rules.language import _, joined, ngettext
from game.rules.protocol import AnyRules
from systems.decisions import Agents, candidates_of, candidates_so_far, scorers_of
from systems.snapshot import maybe, only
from systems.view.table.ports import Company
from systems.view.table.thoughts import Thought, bars_of, rows_of, written

SHUT = _("What the others think stays closed until the round is over.")
"""What is told in the place of opponents' thoughts while they are shut."""


class Thoughts:
    """What is thought about the decision under way, read from the world; made anew only when it has changed."""

    def __init__(self, agents: Agents) -> None:
        self._agents = agents
        self._key: object = None
        self._thought: Thought | None = None

    def now(self) -> Thought | None:
        """What is thought about the open decision; None while nobody decides."""
        for entity, _both in esper.get_components(Player, Decision):
            chosen = esper.try_component(entity, Chosen)
            candidate = None if chosen is None else chosen.candidate
            return self._of(entity, None if candidate is None else candidate.move)
        return None

    def _of(self, entity: int, move: Any) -> Thought:
        player = esper.component_for_entity(entity, Player).index
        decision = esper.component_for_entity(entity, Decision)
        candidates, grown = candidates_of(player, decision), 0
        done = candidates is not None
        if candidates is None:
            candidates, grown = candidates_so_far(player, decision)
        edits = sum(len(state.edits) for _name, state in scorers_of(player)) if done else 0
        advisor = esper.try_component(entity, Advisor)
        failure = "" if advisor is None else advisor.failure
        key = (player, decision.number, len(candidates), grown, edits, move, done, decision.chances, failure)
        if key != self._key or self._thought is None:
            self._key = key
            self._thought = _made(entity, decision, self._agents[player], candidates, move, done)
        return self._thought


def _made(
    entity: int, decision: Decision, agent: Agent, candidates: Sequence[Candidate], move: Any, done: bool
) -> Thought:
    """What a player thinks, whose candidates are all there once it is `done`."""
    player, rules, view = esper.component_for_entity(entity, Player).index, only(Table).rules, decision.view
    name, advisor = _agent_name(entity), esper.try_component(entity, Advisor)
    human = esper.has_component(entity, Human)
    title = _("A hint in {name}’s style", name=name) if human else _("What {name} thinks", name=name)
    chances = decision.chances if advisor is None else chances_of(agent.picker, candidates)
    swayed, taken = sways(player) if done else ([], "")
    rows = rows_of(rules, view, candidates, move, chances, swayed, thinking=not human)
    considered = [*candidates, *_before_systems(player)]

    def beyond() -> str:
        return joined([taken, _beyond(rules, view, considered, name) if done else ""], " ")

    hint = None if advisor is None else advisor.ai
    silence = _silence(name, advisor) if done and not candidates else ""
    return Thought(player, decision.number, view, title, rows, beyond, hint, bars_of(candidates), silence)


def _silence(name: str, advisor: Advisor | None) -> str:
    """Why somebody who has thought, of this name, came to no move."""
    if advisor is None:
        return _("{name} came to no move.", name=name)
    if advisor.failure:
        return _("There is no hint for this turn: {name} {failed}.", name=name, failed=advisor.failure)
    return _("There is no hint for this turn: {name} came to no move.", name=name)


class TableThoughts:
    """What those at a table think: now, and before the last move of an AI. `hidden` tells while nothing may be seen.

    All that shows thoughts is handed them from here: those of opponents only where they are not `shut`."""

    def __init__(
        self, company: Company, settings: Callable[[], Settings], hidden: Callable[[], bool], agents: Agents
    ) -> None:
        self._company = company
        self._settings = settings
        self.hidden = hidden
        self._thoughts = Thoughts(agents)
        self._confirmed: Thought | None = None
        self._before: Thought | None = None
        self._kept: list[tuple[int, Thought]] = []
        """All that was thought before moves of the round, where somebody may take them back, each with how many moves
        the round had after it."""

    @property
    def shut(self) -> bool:
        """Return True while opponents' thoughts are closed to a human who plays: until the round is over, at a game
        that hides hands."""
        plays = self._company.hides_thinking and not self._company.watching
        return plays and not self._settings().open_thinking and maybe(RoundOver) is None

    @property
    def before(self) -> Thought | None:
        """What was thought before the last move of an AI."""
        return None if self.shut else self._before

    def now(self) -> Thought | None:
        """What is being thought now, by players who need not hide it from whoever passes the screen."""
        if self.hidden() or (self.shut and not self._company.human_moves):
            return None
        return self._thoughts.now()

    def confirmed(self, event: ConfirmTurn) -> None:
        """Keep what an AI thought: once its move is played, it is what was thought before."""
        if event.player not in self._company.humans and self._settings().overlay:
            self._confirmed = self._thoughts.now()

    def begun(self) -> None:
        """A round begins: nothing of the one before stays."""
        self._before, self._kept = None, []

    def moved(self, event: MoveMade, moves: int) -> None:
        """A move has been played, with which the round has so many."""
        if self._confirmed is not None and self._confirmed.player == event.player:
            self._before = self._confirmed
            if not self._company.watching:  # nobody else takes moves back, and a long match would fill the memory
                self._kept.append((moves, self._confirmed))
        self._confirmed = None

    def undone(self, event: Undone) -> None:
        """Moves were taken back: so is what was thought before them."""
        self._kept = [(moves, thought) for moves, thought in self._kept if moves <= event.to]
        self._before = self._kept[-1][1] if self._kept else None


def _agent_name(entity: int) -> str:
    advisor = esper.try_component(entity, Advisor)
    if advisor is not None:
        return name_for(only(Table).rules.name, advisor.ai)
    player = esper.component_for_entity(entity, Player)
    return player.called or player.name


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
