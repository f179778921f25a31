"""SCORE: the scorers of the player that decides write their candidates.

Reads the player's view in its `Decision` and the scorer entities `(Actor, ScorerState)`; writes
`ScorerState.candidates`, each a selection: the kind of move, the entities it selects, score, reason.
"""

import esper

from components.players import Advisor, Decision, ScorerState
from components.table import Pace, Progress, Table
from game.agents.agent import Candidate, Estimate, Reason, RemoteScorer, Thought, scored
from game.agents.choosing import described
from game.agents.exhaustion import sure_wins
from game.base import reports
from game.base.events import Events, Noted, ThinkingFailed
from game.rules.language import _
from systems.decisions import (
    Agents,
    Selection,
    add_scorer,
    decision_due,
    scorer_names,
    scorers_of,
    seat_stream,
)
from systems.snapshot import entity_of, only


class ScoringSystem(esper.Processor):
    """Lets the scorers of the player to move score, each once a decision, in the order of its agent: they share the
    player's random numbers. An agent in a worker thinks as many frames as it takes."""

    def __init__(self, events: Events, agents: Agents) -> None:
        self._events = events
        self._agents = agents
        self._thoughts: dict[int, Thought] = {}
        """The thoughts that go on in workers, by the number of their decision."""

    def process(self, seconds: float) -> None:
        due = decision_due()
        if self._thoughts:
            self._cancel_but(None if due is None else due[1].number)
        if due is None:
            return
        player, decision = due
        states = [state for _, state in scorers_of(player) if state.decision != decision.number]
        if not states:
            return
        scorers = self._agents[player].scorers
        remote = scorers[0] if scorers and isinstance(scorers[0], RemoteScorer) else None
        advisor = esper.try_component(entity_of(player), Advisor)
        if advisor is not None and remote is not None and not advisor.asked:
            return  # a turn without a hint costs nothing in a worker
        try:
            if advisor is not None and decision.number not in self._thoughts and _takes_win(player, decision, states):
                return
            if remote is not None:
                self._think(player, decision, remote)
            else:
                self._score(player, decision, states)
        except Exception as error:  # whatever an AI raises, the match goes on
            self._failed(player, decision, advisor, error)

    def cancel(self) -> None:
        """Give up every thought that goes on in a worker."""
        self._cancel_but(None)

    def _cancel_but(self, number: int | None) -> None:
        """Give up the thoughts about decisions that are not open any more."""
        for stale in [each for each in self._thoughts if each != number]:
            self._thoughts.pop(stale).cancel()

    def _score(self, player: int, decision: Decision, states: list[ScorerState]) -> None:
        agent, rng = self._agents[player], seat_stream(player)
        scorers = dict(zip(scorer_names(agent), agent.scorers, strict=True))
        for state in states:
            scorer = scorers.get(state.name)  # none where a mod's system has added it, and writes there itself
            _write(state, [] if scorer is None else scored(scorer, decision.view, rng), decision.number)

    def _think(self, player: int, decision: Decision, scorer: RemoteScorer) -> None:
        """Look at what an agent thinks in a worker, and write down what each of its scorers has come to."""
        states = [state for _, state in scorers_of(player)]
        thought = self._thoughts.get(decision.number)
        if thought is None:
            thought = self._thoughts[decision.number] = scorer.begin(decision.view, seat_stream(player))
            for state in states:
                state.candidates = []
        thought.wait() if only(Pace).waits_for_thoughts else thought.look()
        states += [add_scorer(player, scorer.name) for _ in thought.parts[len(states) :]]
        for state, part in zip(states, thought.parts, strict=False):
            state.name = part.name
            if thought.done or state.changes != thought.changes:
                state.candidates, state.changes = _selections(part.candidates), thought.changes
        if thought.done:
            del self._thoughts[decision.number]
            for state in states:
                _wrote(state, decision.number)

    def _failed(self, player: int, decision: Decision, advisor: Advisor | None, error: Exception) -> None:
        """An AI's failure is told, for another is to move in its place; a human's advisor has no hint for this turn."""
        self._thoughts.pop(decision.number, None)
        if advisor is None:
            self._events.post(ThinkingFailed(player, error))
            return
        for _entity, state in scorers_of(player):
            state.candidates, state.decision = [], decision.number
        what = described(error)
        if what != advisor.failure:  # not the same again at every turn
            advisor.failure = what
            self._events.post(Noted(player, _("{ai} {what}; there is no hint", ai=advisor.ai, what=what)))


def _takes_win(player: int, decision: Decision, states: list[ScorerState]) -> bool:
    """Advise a human on the moves that win the round on the spot, whoever advises; False where there are none."""
    table = only(Table)
    wins = sure_wins(table.rules, decision.view, only(Progress).standing, table.streams.aside("wins"))
    if not wins:
        return False
    why = Reason(_("It wins on the spot."))
    for state in states:
        _write(state, [], decision.number)
    states[0].candidates = [Selection(move, worth, why, Estimate(worth)) for move, worth in wins.items()]
    return True


def _write(state: ScorerState, candidates: list[Candidate], number: int) -> None:
    """Write down what a scorer came to in the decision of a number."""
    state.candidates = _selections(candidates)
    _wrote(state, number)


def _wrote(state: ScorerState, number: int) -> None:
    state.decision = number
    state.edits.clear()
    reports.note("Scored", {"decision": number, "scorer": state.name, "candidates": len(state.candidates)})


def _selections(candidates: list[Candidate]) -> list[Selection]:
    """The selections of these candidates; what a broken AI calls one stays as it is, and fails where it is picked."""
    made = tuple.__new__
    return [made(Selection, each) if isinstance(each, Candidate) else each for each in candidates]
