"""LEARN: those who learn at a table do so from what happened at it, as in a headless training."""

from collections.abc import Sequence, Set
from typing import Any, Protocol

import esper

from components.players import Brain, Player
from components.table import Table
from game.brains.transitions import Rewards, Trail, Transition
from game.events import Events, MatchEnded, MoveMade, RoundEnded, RoundStarted, Undone
from game.rules.protocol import AnyRules
from systems.snapshot import only


class Lesson(Protocol):
    """Who learns at a table, from what some of its players meet with."""

    @property
    def rewards(self) -> Rewards:
        """What is rewarded."""

    @property
    def players(self) -> Set[int]:
        """Whose transitions are learnt from."""

    def learn(self, transition: Transition) -> None:
        """Learn from a transition of one of the players."""

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move; `explored` tells whether its picker explored."""

    def game_ended(self) -> None:
        """A game is over, and its last transitions have been learnt from."""

    def rest(self, match_over: bool) -> None:
        """A frame is over: there is nothing to learn for now."""


class LearningSystem(esper.Processor):
    """Gives lessons in what happens at the table; moves of players that nobody plays a lesson for teach nobody.

    An undo drops what is pending, and never changes what was learnt; a resumed match starts with nothing pending.
    """

    def __init__(self, events: Events, lessons: Sequence[Lesson]) -> None:
        rules = only(Table).rules
        self._followed = [_Followed(lesson, rules) for lesson in lessons]
        self._explorations = _explorations()
        self._match_over = False
        events.on(RoundStarted, lambda event: self._follow(event.state))
        events.on(Undone, lambda event: self._follow(event.state))
        events.on(MoveMade, self._moved)
        events.on(RoundEnded, self._round_ended)
        events.on(MatchEnded, self._match_ended)

    def process(self, seconds: float) -> None:
        for followed in self._followed:
            followed.teach()
            followed.lesson.rest(self._match_over)
        self._match_over = False

    def _follow(self, state: Any) -> None:
        self._explorations = _explorations()  # what was picked and then undone was no action
        for followed in self._followed:
            followed.trail.start(state)

    def _moved(self, made: MoveMade) -> None:
        before, self._explorations = self._explorations, _explorations()
        explored = self._explorations.get(made.player, 0) > before.get(made.player, 0)
        for followed in self._followed:
            followed.moved(made, explored)

    def _round_ended(self, ended: RoundEnded) -> None:
        for followed in self._followed:
            followed.ended(followed.trail.ended(ended.end.winner))

    def _match_ended(self, _: MatchEnded) -> None:
        self._match_over = True
        for followed in self._followed:
            if followed.under_way:  # stopped by a turn limit: nothing closes what is pending
                followed.ended([])


class _Followed:
    """A lesson with the trail of the game it follows, and what is to be learnt at the end of the frame."""

    def __init__(self, lesson: Lesson, rules: AnyRules) -> None:
        self.lesson = lesson
        self.trail = Trail(rules, lesson.rewards)
        self.under_way = False
        self._complete: list[Transition] = []
        self._games = 0

    def moved(self, made: MoveMade, explored: bool) -> None:
        self.under_way = True
        if made.player in self.lesson.players:
            self.lesson.acted(made.player, explored)
        if self.trail.view is None:
            # The table was resumed in the middle of a round: what came before is not known.
            self.trail.start(made.state)
            return
        transition = self.trail.moved(made.move, made.state)
        if transition is not None:
            self._complete.append(transition)

    def ended(self, last: list[Transition]) -> None:
        self._complete += last
        self._games += 1
        self.under_way = False

    def teach(self) -> None:
        complete, self._complete = self._complete, []
        for transition in complete:
            if transition.view.player in self.lesson.players:
                self.lesson.learn(transition)
        for _ in range(self._games):
            self.lesson.game_ended()
        self._games = 0


def _explorations() -> dict[int, int]:
    """How often the picker of every AI at the table has explored; pickers that never do are left out."""
    rows = esper.get_components(Player, Brain)
    counts = {player.index: getattr(brain.agent.picker, "explorations", None) for _, (player, brain) in rows}
    return {player: count for player, count in counts.items() if count is not None}
