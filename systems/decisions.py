"""The decision that is open: who decides, what its scorers have selected, and the marks on pieces."""

from collections.abc import Iterable
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import Any, TypeAlias

import esper

from components.pieces import Owner, SelectedCard, Zone
from components.players import Actor, Chosen, Decision, Human, ScorerState, ToMove
from components.table import Confirmed, MatchOver, Pace, Progress, Table
from game.agents.agent import Agent, Candidate, Estimate, Reason
from game.base import reports
from game.base.events import ConfirmTurn, Events
from game.rules.protocol import ANY_CARD, Selected, kind_of, move_of
from systems.snapshot import all_pieces, entity_of, index_of, on_table, only, snapshot

Agents: TypeAlias = dict[int, Agent]
"""The agent at each seat, by the player's index: the code behind `PlayedBy`, `Advisor` and `ScorerState`."""


class Selection(Candidate):
    """A candidate in the world: the kind of its move and the entities that it selects, found when they are first looked
    at, as long as its decision is open."""

    @classmethod
    def of(
        cls, kind: str, entities: Iterable[int], score: float, reason: Reason, estimate: Estimate | None = None
    ) -> "Selection":
        """The selection of these entities for a move of a kind. Raises ValueError where they make none."""
        table, found = only(Table), tuple(entities)
        move = move_of(table.rules, only(Decision).view, kind, located(found))
        if move is None:
            raise ValueError(f"no move of the kind {kind!r} selects these {len(found)} pieces")
        selection = cls(move, score, reason, estimate)
        selection.__dict__.update(kind=kind, entities=found)
        return selection

    @cached_property
    def kind(self) -> str:
        """The kind of the move, as replays name it: "take_good"."""
        return kind_of(only(Table).rules, self.move)

    @cached_property
    def entities(self) -> tuple[int, ...]:
        """The entities of the pieces that the move selects; it must be legal."""
        return entities_of(only(Decision).view, self.move)


class DecisionSystem(esper.Processor):
    """Opens a decision for the player to move: takes its view once, and counts the time since."""

    def process(self, seconds: float) -> None:
        if on_table(MatchOver) is not None:
            return
        for entity, _mark in list(esper.get_component(ToMove)):
            decision = esper.try_component(entity, Decision)
            if decision is not None:
                decision.seconds += seconds
            elif not only(Pace).stands_still:
                player, progress = index_of(entity), only(Progress)
                view = only(Table).rules.view(snapshot(), player)
                esper.add_component(entity, Decision(progress.moves + 1, view))
                reports.note("Deciding", {"player": player, "decision": progress.moves + 1})


def entities_of(view: Any, move: Any, any_card: bool = True) -> tuple[int, ...]:
    """The entities that a move of the view's player selects, as far as the world holds them, with or without those of
    which any card would do; none of an illegal move."""
    rules = only(Table).rules
    if rules.refusal(view, move) is not None:
        return ()
    chosen = rules.chosen(view, move)
    return tuple(all_pieces().choose(chosen if any_card else [named for named in chosen if named[1] != ANY_CARD]))


def located(entities: Iterable[int]) -> Selected:
    """Where pieces lie and what they are, by the index; what is none of them is left out."""
    pieces, found = all_pieces(), []
    for entity in entities:
        zone, owner = esper.try_component(entity, Zone), esper.try_component(entity, Owner)
        hint = ("", None) if zone is None or owner is None else (zone.name, owner.player)
        place = pieces.located(entity, hint)  # where a system may have written something else
        if place is not None:
            found.append(place)
    return found


def is_human(player: int) -> bool:
    """Return True if a human sits at a player's seat."""
    return esper.has_component(entity_of(player), Human)


def seat_stream(player: int) -> Random:
    """The random numbers of a player's decisions; a hint for a human draws from numbers of its own."""
    streams = only(Table).streams
    return streams.aside("hint") if is_human(player) else streams.seat(player)


def decision_due() -> tuple[int, Decision] | None:
    """The player that decides now, and its decision."""
    for entity, decision in esper.get_component(Decision):
        return index_of(entity), decision
    return None


def is_closed(number: int) -> bool:
    """Return True if a turn of the decision of a number is confirmed: its marks stand until it is executed."""
    return any(turn.decision == number for turn in only(Confirmed).turns)


def end_decisions() -> None:
    """Forget every decision under way, what was chosen in it, and the turns that were confirmed."""
    only(Confirmed).turns.clear()
    for kind in (Decision, Chosen):
        for entity, _ in list(esper.get_component(kind)):
            esper.remove_component(entity, kind)


# --- scorers ---


def seat_scorers(player: int, agent: Agent) -> None:
    """Give each scorer of an agent an entity of its own, in the place of those that the player had; of an agent in a
    worker the first one, which is joined by the others when they have begun."""
    for before, _state in scorers_of(player):
        esper.delete_entity(before, immediate=True)
    for name in scorer_names(agent):
        add_scorer(player, name)


def scorer_names(agent: Agent) -> list[str]:
    """The names of an agent's scorers, in order; of two with one name the later is numbered."""
    names: list[str] = []
    for scorer in agent.scorers:
        name = getattr(scorer, "name", type(scorer).__name__)  # a broken one thinks, and is told
        names.append(name if name not in names else f"{name} {len(names) + 1}")
    return names


def add_scorer(player: int, name: str) -> ScorerState:
    """One scorer more for a player: what it will write to."""
    state = ScorerState(name)
    esper.create_entity(Actor(player), state)
    return state


def scorers_of(player: int) -> list[tuple[int, ScorerState]]:
    """The entities of a player's scorers, in the order of its agent."""
    actor_of = esper.component_for_entity
    found = [row for row in esper.get_component(ScorerState) if actor_of(row[0], Actor).player == player]
    if len(found) > 1:
        found.sort(key=itemgetter(0))
    return found


def candidates_of(player: int, decision: Decision) -> list[Selection] | None:
    """All candidates of a player for a decision, in the order of its scorers; None while one still scores."""
    states = [state for _, state in scorers_of(player)]
    if any(state.decision != decision.number for state in states):
        return None
    return [candidate for state in states for candidate in state.candidates]


def candidates_so_far(player: int, decision: Decision) -> tuple[list[Selection], int]:
    """The candidates of a player's thoughts that still go on, and how often they have grown."""
    states = [state for _, state in scorers_of(player) if state.decision != decision.number]
    changes = max((state.changes for state in states), default=0)
    return [candidate for state in states for candidate in state.candidates], changes


# --- marks ---


def marked(player: int | None = None) -> tuple[int, ...]:
    """The entities that are marked for a player's move, or for anybody's, in the order of their numbers."""
    marks = esper.get_component(SelectedCard)
    return tuple(sorted([entity for entity, mark in marks if player is None or mark.player == player]))


def mark(player: int, entities: Iterable[int]) -> None:
    """Mark pieces for a player's move, in the place of those that were marked for it."""
    clear_marks(player)
    for entity in entities:
        esper.add_component(entity, SelectedCard(player))


def confirm(events: Events, player: int, decision: Decision, move: Any, sender: str) -> None:
    """Mark the pieces of a legal move of the player that decides, and confirm its turn as a sender."""
    mark(player, entities_of(decision.view, move))
    events.post(ConfirmTurn(player, kind_of(only(Table).rules, move), decision.number), sender)


def clear_marks(player: int | None = None) -> None:
    """Take the marks of a player, or all, off the pieces."""
    for entity in marked(player):
        esper.remove_component(entity, SelectedCard)
