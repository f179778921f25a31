"""LEARN: those who learn at a table do so from what happened at it, as in a headless training."""

from collections.abc import Sequence, Set
from typing import Any, Protocol

import esper

from components.players import PlayedBy, Player
from components.table import Table
from game.agents.transitions import Experience, Trail
from game.base.events import Events, MatchEnded, MoveMade, RoundEnded, RoundStarted, Undone
from systems.decisions import Agents
from systems.snapshot import only


class MatchLearner(Protocol):
    """Who learns at a table, from what some of its players meet with."""

    @property
    def players(self) -> Set[int]:
        """Whose experiences are learnt from."""

    def learn(self, met: Experience) -> None:
        """Learn from what one of the players has met with."""

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move; `explored` tells whether its picker explored."""

    def game_ended(self) -> None:
        """A game is over, and its last transitions have been learnt from."""

    def rest(self, match_over: bool) -> None:
        """A frame is over: there is nothing to learn for now."""


class LearningSystem(esper.Processor):
    """Hands learners what happens at the table; moves of players that nobody plays a match learner for teach nobody.

    An undo drops what is pending, and never changes what was learnt; a resumed match starts with nothing pending.
    """

    def __init__(self, events: Events, match_learners: Sequence[MatchLearner], agents: Agents) -> None:
        self._match_learners = {
            player: match_learner for match_learner in match_learners for player in match_learner.players
        }
        self._all = tuple(match_learners)
        self._agents = agents
        self._trail = Trail(only(Table).rules, self._match_learners)
        self._complete: list[Experience] = []
        """What is to be learnt at the end of the frame."""
        self._games = 0
        """How many games have ended in the frame."""
        self._under_way = self._match_over = False
        self._explorations = self._counts()
        events.on(RoundStarted, lambda event: self._follow(event.state))
        events.on(Undone, lambda event: self._follow(event.state))
        events.on(MoveMade, self._moved)
        events.on(RoundEnded, lambda event: self._ended(self._trail.ended(event.end.winner)))
        events.on(MatchEnded, self._match_ended)

    def process(self, seconds: float) -> None:
        self._teach()
        for match_learner in self._all:
            match_learner.rest(self._match_over)
        self._match_over = False

    def _teach(self) -> None:
        complete, self._complete = self._complete, []
        for met in complete:
            self._match_learners[met.view.player].learn(met)
        for _ in range(self._games):
            for match_learner in self._all:
                match_learner.game_ended()
        self._games = 0

    def _follow(self, state: Any) -> None:
        self._explorations = self._counts()  # what was picked and then undone was no action
        self._trail.start(state)

    def _moved(self, made: MoveMade) -> None:
        before, self._explorations = self._explorations, self._counts()
        self._under_way = True
        match_learner = self._match_learners.get(made.player)
        if match_learner is not None:
            match_learner.acted(made.player, self._explorations.get(made.player, 0) > before.get(made.player, 0))
        if self._trail.view is None:
            # The table was resumed in the middle of a round: what came before is not known.
            self._trail.start(made.state)
            return
        met = self._trail.moved(made.move, made.state)
        if met is not None:
            self._complete.append(met)

    def _ended(self, last: Sequence[Experience]) -> None:
        self._complete += last
        self._games += 1
        self._under_way = False

    def _match_ended(self, _: MatchEnded) -> None:
        self._match_over = True
        if self._under_way:  # stopped by a turn limit: nothing closes what is pending
            self._ended([])

    def _counts(self) -> dict[int, int]:
        """How often the picker of every AI at the table has explored; pickers that never do are left out."""
        players = [player.index for _, (player, _played_by) in esper.get_components(Player, PlayedBy)]
        counts = {player: getattr(self._agents[player].picker, "explorations", None) for player in players}
        return {player: count for player, count in counts.items() if count is not None}
