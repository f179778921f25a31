"""LEARN: AIs that learn do so from what happened at the table, as in a headless training."""

from typing import Any

import esper

from components.players import Actor, Brain, Player, ScorerState
from components.table import Table
from game.brains.transitions import Rewards, Trail, Transition
from game.events import Events, MoveMade, RoundEnded, RoundStarted, Undone
from systems.snapshot import only


class LearningSystem(esper.Processor):
    """Lets every scorer that can learn, of players that are no humans, learn from its player's transitions.

    An undo drops what is pending, and never changes what was learnt; a resumed match starts with nothing pending.
    """

    def __init__(self, events: Events, rewards: Rewards) -> None:
        self._rewards = rewards
        self._trail: Trail | None = None
        self._complete: list[Transition] = []
        events.on(RoundStarted, lambda event: self._follow(event.state))
        events.on(Undone, lambda event: self._follow(event.state))
        events.on(MoveMade, self._moved)
        events.on(RoundEnded, self._ended)

    def process(self, seconds: float) -> None:
        complete, self._complete = self._complete, []
        for transition in complete:
            for learner in _learners(transition.view.player):
                learner.learn(transition)

    def _follow(self, state: Any) -> None:
        if self._trail is None:
            self._trail = Trail(only(Table).rules, self._rewards)
        self._trail.start(state)

    def _moved(self, made: MoveMade) -> None:
        if self._trail is None or self._trail.view is None:
            # The table was resumed in the middle of a round: what came before is not known.
            self._follow(made.state)
            return
        transition = self._trail.moved(made.move, made.state)
        if transition is not None:
            self._complete.append(transition)

    def _ended(self, ended: RoundEnded) -> None:
        if self._trail is not None:
            self._complete += self._trail.ended(ended.end.winner)


def _learners(player: int) -> list[Any]:
    """The scorers of a player that learn; none of a human's advisor."""
    if not any(found.index == player for _, (found, _) in esper.get_components(Player, Brain)):
        return []
    states = [
        (entity, state.scorer)
        for entity, (actor, state) in esper.get_components(Actor, ScorerState)
        if actor.player == player and hasattr(state.scorer, "learn")
    ]
    return [scorer for _, scorer in sorted(states, key=lambda row: row[0])]
