"""SCORE, PICK, ACT: from a decision that is due to the move that is confirmed."""

from collections.abc import Sequence
from operator import itemgetter
from random import Random
from typing import Any

import esper

from components.pieces import SelectedCard
from components.players import Actor, Advisor, Chosen, Decision, Human, PlayedBy, ScorerState, ToMove
from components.table import MatchOver, Pace, Progress, Table
from game.agents.agent import (
    Agent,
    Candidate,
    Considered,
    Estimate,
    Reason,
    RemoteScorer,
    Scorer,
    chances_of,
    picked,
    place_of,
    scored,
)
from game.agents.choosing import described
from game.agents.exhaustion import sure_wins
from game.base import reports
from game.base.events import ConfirmTurn, Events, Noted, ThinkingFailed
from game.rules.language import _
from game.rules.protocol import AnyRules
from systems.snapshot import all_pieces, entity_of, index_of, on_table, only, snapshot


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


class ScorerSystem(esper.Processor):
    """Lets the scorers of the player to move score, each once a decision, in the order of its agent: they share the
    player's random numbers."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def process(self, seconds: float) -> None:
        due = decision_due()
        if due is None:
            return
        player, decision = due
        if _waits_to_be_asked(player):
            return
        states = [state for _, state in scorers_of(player) if state.decision != decision.number]
        try:
            if states and _takes_win(player, decision, states):
                return
            if states and isinstance(states[0].scorer, RemoteScorer):
                _think(player, decision, states[0].scorer)
            else:
                rng = seat_stream(player)
                for state in states:
                    _write(state, scored(state.scorer, decision.view, rng), decision.number)
        except Exception as error:  # whatever an AI raises, the match goes on
            self._failed(player, decision, error)

    def _failed(self, player: int, decision: Decision, error: Exception) -> None:
        """An AI's failure is told, for another is to move in its place; a human's advisor has no hint for this turn."""
        scorers = [state for _, state in scorers_of(player)]
        for state in scorers:
            state.thought = None
        advisor = _advisor_of(player)
        if advisor is None:
            self._events.post(ThinkingFailed(player, error))
            return
        for state in scorers:
            state.candidates, state.decision = [], decision.number
        self._note_failure(player, advisor, described(error))

    def _note_failure(self, player: int, advisor: Advisor, what: str) -> None:
        """Note what an advisor did instead of thinking, but not the same again at every turn."""
        if what != advisor.failure:
            advisor.failure = what
            self._events.post(Noted(player, _("{ai} {what}; there is no hint", ai=advisor.agent.name, what=what)))


def _advisor_of(player: int) -> Advisor | None:
    """The advisor of a human player; None where an AI plays."""
    return esper.try_component(entity_of(player), Advisor)


def _waits_to_be_asked(player: int) -> bool:
    """Whether a player is a human whose advisor would think in another process, and nobody wants its hint."""
    advisor = _advisor_of(player)
    if advisor is None:
        return False
    return not advisor.asked and any(isinstance(scorer, RemoteScorer) for scorer in advisor.agent.scorers)


def _takes_win(player: int, decision: Decision, states: Sequence[ScorerState]) -> bool:
    """Advise a human on the moves that win the round on the spot, whoever advises; False where there are none."""
    if _advisor_of(player) is None or states[0].thought is not None:
        return False
    table = only(Table)
    wins = sure_wins(table.rules, decision.view, only(Progress).standing, table.streams.aside("wins"))
    if not wins:
        return False
    why = Reason(_("It wins on the spot."))
    for state in states:
        _write(state, [], decision.number)
    states[0].candidates = [Candidate(move, worth, why, Estimate(worth)) for move, worth in wins.items()]
    return True


def _write(state: ScorerState, candidates: list[Candidate], number: int) -> None:
    """Write down what a scorer came to in the decision of a number."""
    state.candidates, state.decision, state.thought = candidates, number, None
    state.edits.clear()
    reports.note("Scored", {"decision": number, "scorer": state.name, "candidates": len(candidates)})


def _think(player: int, decision: Decision, scorer: RemoteScorer) -> None:
    """Look at what an agent thinks elsewhere, and write down what each of its scorers has come to."""
    states = [state for _, state in scorers_of(player)]
    thought = states[0].thought
    if thought is None:
        thought = scorer.begin(decision.view, seat_stream(player))
        for state in states:
            state.candidates, state.thought = [], thought
    thought.wait() if only(Pace).waits_for_thoughts else thought.look()
    states += [add_scorer(player, scorer) for _ in thought.parts[len(states) :]]
    for state, part in zip(states, thought.parts, strict=False):
        state.name, state.candidates, state.thought = part.name, part.candidates, thought
    if thought.done:
        for state in states:
            _write(state, state.candidates, decision.number)


def seat_scorers(player: int, agent: Agent) -> None:
    """Give each scorer of an agent an entity of its own, in the place of those that the player had; of an agent that
    thinks elsewhere the first one, which is joined by the others when they have begun."""
    for before, _state in scorers_of(player):
        esper.delete_entity(before, immediate=True)
    for scorer in agent.scorers:
        add_scorer(player, scorer)


def add_scorer(player: int, scorer: Scorer) -> ScorerState:
    """One scorer more for a player: what it will write to."""
    state = ScorerState(scorer, getattr(scorer, "name", type(scorer).__name__))  # a broken one thinks, and is told
    esper.create_entity(Actor(player), state)
    return state


def seat_stream(player: int) -> Random:
    """The random numbers of a player's decisions; a hint for a human draws from numbers of its own."""
    streams = only(Table).streams
    return streams.aside("hint") if is_human(player) else streams.seat(player)


def is_human(player: int) -> bool:
    """Whether a human sits at a player's seat."""
    return esper.has_component(entity_of(player), Human)


def decision_due() -> tuple[int, Decision] | None:
    """The player that decides now, and its decision."""
    for entity, decision in esper.get_component(Decision):
        return index_of(entity), decision
    return None


def scorers_of(player: int) -> list[tuple[int, ScorerState]]:
    """The entities of a player's scorers, in the order of its agent."""
    actor_of = esper.component_for_entity
    found = [row for row in esper.get_component(ScorerState) if actor_of(row[0], Actor).player == player]
    if len(found) > 1:
        found.sort(key=itemgetter(0))
    return found


def candidates_of(player: int, decision: Decision) -> list[Candidate] | None:
    """All candidates of a player for a decision, in the order of its scorers; None while one still scores."""
    states = [state for _, state in scorers_of(player)]
    if any(state.decision != decision.number for state in states):
        return None
    return [candidate for state in states for candidate in state.candidates]


def candidates_so_far(player: int) -> tuple[list[Candidate], int]:
    """The candidates of a player's thoughts that still go on, and how often they have changed."""
    states = [state for _, state in scorers_of(player) if state.thought is not None]
    changes = max((state.thought.changes for state in states if state.thought is not None), default=0)
    return [candidate for state in states for candidate in state.candidates], changes


class PickSystem(esper.Processor):
    """Lets the picker of an AI choose, once all its scorers have scored."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def process(self, seconds: float) -> None:
        for entity, decision in list(esper.get_component(Decision)):
            played_by = esper.try_component(entity, PlayedBy)
            if played_by is None or esper.has_component(entity, Chosen):
                continue
            player = index_of(entity)
            candidates = candidates_of(player, decision)
            if candidates is None:
                continue
            watched = not only(Pace).waits_for_thoughts
            if watched:
                decision.chances = chances_of(played_by.agent.picker, candidates)
            try:
                candidate = picked(played_by.agent.picker, candidates, only(Table).streams.seat(player))
            except Exception as error:  # whatever an AI raises, the match goes on
                self._events.post(ThinkingFailed(player, error))
                continue
            if watched and any(isinstance(scorer, RemoteScorer) for scorer in played_by.agent.scorers):
                decision.chances = chances_of(played_by.agent.picker, candidates)  # told with what was picked
            move = None if candidate is None else candidate.move
            esper.add_component(entity, Chosen(move, candidate))
            reports.note("Picked", {"player": player, "decision": decision.number, "move": move})


class ActionSystem(esper.Processor):
    """Confirms what is chosen, by whomever: of an AI's move it marks the pieces, and lets the marks stand for the
    pace of the AI."""

    def __init__(self, events: Events) -> None:
        self._events = events

    def process(self, seconds: float) -> None:
        for entity, chosen in list(esper.get_component(Chosen)):
            decision = esper.try_component(entity, Decision)
            if decision is None:
                continue
            player = index_of(entity)
            candidates = candidates_of(player, decision)
            thought = candidates is not None  # a system may choose for an AI that still thinks: that waits
            if chosen.by_hand or (thought and self._has_stood(player, decision, chosen, seconds)):
                esper.remove_component(entity, Chosen)
                self._tell_considered(entity, decision, chosen, candidates or [])
                if chosen.noted:
                    self._events.post(Noted(player, chosen.noted))
                self._events.post(ConfirmTurn(player, chosen.move, chosen.pieces))

    def _tell_considered(self, entity: int, decision: Decision, chosen: Chosen, candidates: list[Candidate]) -> None:
        """Tell what the AI of a player came to, now that it moves."""
        played_by = esper.try_component(entity, PlayedBy) if self._events.heard(Considered) else None
        if played_by is not None:
            place = place_of(chosen.candidate, candidates)
            self._events.post(Considered(index_of(entity), played_by.agent.name, decision.view, candidates, place))

    def _has_stood(self, player: int, decision: Decision, chosen: Chosen, seconds: float) -> bool:
        """Mark what an AI has chosen, and let it stand; whether it has for long enough."""
        pace = only(Pace)
        if not chosen.marked:
            self._mark(player, decision, chosen)
        elif not pace.paused:
            chosen.waited += seconds
        return self._may_move(pace, chosen)

    @staticmethod
    def _may_move(pace: Pace, chosen: Chosen) -> bool:
        """Whether the choice has stood for its time, or its table, paused, is stepped."""
        if pace.stands_still:
            return False
        if not pace.paused:
            return chosen.waited >= pace.seconds
        stepped = pace.steps > 0
        pace.steps -= stepped
        return stepped

    @staticmethod
    def _mark(player: int, decision: Decision, chosen: Chosen) -> None:
        chosen.marked = True
        chosen.pieces = pieces_of(only(Table).rules, decision.view, chosen.move)
        for piece in chosen.pieces:
            esper.add_component(piece, SelectedCard(player))


def pieces_of(rules: AnyRules, view: Any, move: Any) -> tuple[int, ...]:
    """The entities that a legal move of the view's player picks, as far as the world holds them; of another none."""
    if rules.refusal(view, move) is not None:
        return ()  # a broken AI may call anything a move; the gate will refuse it by name
    return tuple(all_pieces().choose(rules.chosen(view, move)))
