"""Practice: a position in which a mistake was made, to be played again at the table, and judged."""

from dataclasses import replace
from random import Random
from typing import Any

import pygame

from components.table import Pace
from game.analysis.people.practice import Course, Recalled, Verdict, recall, verdict
from game.analysis.remote_position import PositionJudging
from game.analysis.sentences import difference
from game.base.events import MatchEnded, MoveMade, RoundEnded
from game.base.settings import Settings
from game.base.storage import StorageError
from game.games.seats import HUMAN, parse_seat
from game.matches.check import Position
from game.matches.session import Session
from game.rules.language import _, error_sentence, joined, ngettext
from game.rules.placing import dealt
from game.rules.streams import fresh_seed
from systems.snapshot import only
from systems.view.screens.screen import Shell
from systems.view.screens.table import TableScreen
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button

RIVAL = "random"
"""Who sits at the other seats, under the names of those who sat there: nobody there ever moves."""


class PracticeScreen(TableScreen):
    """A position of a course at the table: the user's move is judged in a worker, and told in words."""

    is_match = False

    _hint = False
    """Whether a hint is shown here, or the answer would stand beside the question: it is asked for anew each time."""

    def __init__(self, shell: Shell, course: Course) -> None:
        """Raises ReplayError or LookupError where the position at hand is gone."""
        self.course = course
        self.recalled = recall(course.exercise)
        self.verdict: Verdict | None = None
        """What came of the user's move."""
        self._judging: PositionJudging | None = None
        self._move: object = None
        self._dealt = self.recalled.drawn(Random(fresh_seed()))
        super().__init__(shell, _session(self.recalled, self._dealt))
        only(Pace).paused = True
        self.between.tells_results = False
        hidden = self.thoughts.hidden
        self.thoughts.hidden = lambda: self._judging is not None or hidden()  # after the move nobody thinks

    @property
    def settings(self) -> Settings:
        """The user's settings, but for the hint, which a position has of its own."""
        return replace(super().settings, hint=self._hint)

    @property
    def prompt(self) -> str:
        """What the line of the table says: which position this is, and what is asked."""
        if self.tutor.waits:
            return super().prompt
        if self._judging is not None:
            return "" if self.verdict is not None else _("Your move is being judged")
        course, exercise = self.course, self.course.exercise
        values = {"number": course.place + 1, "all": len(course.exercises), "share": difference(exercise.loss)}
        if exercise.own:
            return _("Position {number} of {all}: you gave {share} of the match away here. What is better?", **values)
        return _("Position {number} of {all}: an AI gave {share} of the match away here. What is better?", **values)

    # --- what happens ---

    def _on_move(self, event: MoveMade) -> None:
        super()._on_move(event)
        moment = self.recalled.moment
        if self._judging is None and event.player == moment.player:
            self._move = event.move
            view = self.recalled.rules.view(self._dealt, moment.player)
            name = self.session.game.name
            self._judging = self.shell.analyses.position(name, view, [event.move], moment.number)

    def _on_round_end(self, event: RoundEnded) -> None:
        """A position ends with its move: no result is told."""

    def _on_match_end(self, event: MatchEnded) -> None:
        """The same."""

    def frame(self, seconds: float, canvas: Canvas) -> None:
        super().frame(seconds, canvas)
        judging, free = self._judging, self.dialog is None and not only(Pace).busy
        if judging is not None and judging.over and self.verdict is None and free:
            self._tell(judging)

    def _tell(self, judging: PositionJudging) -> None:
        """Tell what came of the move, and offer to go on."""
        if judging.found is None:
            self.verdict = Verdict(False, judging.failed, "")
        else:
            self.verdict = verdict(judging.found, self.recalled.rules, self._move)
        if self.verdict.solved:
            try:
                self.course.solved.add(self.course.exercise.key)
            except StorageError as error:
                self.tell(error_sentence(error))
        self._voice.play("match_won" if self.verdict.solved else "refuse")
        self.dialog = self._result(self.verdict)

    def _result(self, found: Verdict) -> Dialog:
        course = self.course
        told = ngettext(
            "{number} of {all} positions is solved.",
            "{number} of {all} positions are solved.",
            course.number_solved,
            all=len(course.exercises),
        )
        menu, again, *onward = self._ways()
        if found.solved:
            return Dialog(_("Solved"), joined([found.words, told], "\n"), [menu, *onward], width=620, cancel=menu)
        show = [Button(_("Show the best"), lambda: self._show(found))] if found.best else []
        buttons = [menu, *show, again, *onward]
        return Dialog(_("Not yet"), joined([found.words, told], "\n"), buttons, width=760, cancel=menu)

    def _ways(self) -> list[Button]:
        """Where one can go after a move: to the menu, to the same position again, and to another, if there is one."""
        menu, again = Button(_("To the menu"), self.leave), Button(_("Try again"), self.again)
        onward = Button(_("Next"), self._go_on, style="primary")
        return [menu, again, onward] if len(self.course.exercises) > 1 else [menu, again]

    def _show(self, found: Verdict) -> None:
        """Tell what would have been best."""
        ways = self._ways()
        self.dialog = Dialog(_("The best move"), found.best, ways, width=620, cancel=ways[0])

    def _go_on(self) -> None:
        self.course.go_on()
        self.shell.show_practice(self.course)

    # --- what the side panel does ---

    def change(self, **values: Any) -> None:
        """Change settings by name; the hint here alone: what the user set for matches stays."""
        self._hint = values.pop("hint", self._hint)
        super().change(**values)

    def leave(self) -> None:
        """Go back to the menu: there is nothing to keep."""
        self.shell.to_menu()

    def again(self) -> None:
        """Deal the position anew."""
        self.shell.show_practice(self.course)

    def undo(self) -> None:
        """Deal the position anew: a move that was made is judged."""
        self.again()

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """Nothing more is played while a move is judged."""
        if self._judging is None or self.dialog is not None or event.type != pygame.KEYDOWN:
            super().handle(event, canvas)
        elif event.key == pygame.K_ESCAPE:
            self.leave()


def _session(recalled: Recalled, state: object) -> Session:
    """A session that stands at the position, the user in the seat of who is to move."""
    moment, setup = recalled.moment, recalled.setup
    game = recalled.rules.name
    specs = [HUMAN if seat == moment.player else RIVAL for seat in range(setup.players)]
    seats = [replace(parse_seat(game, spec), name=name) for spec, name in zip(specs, recalled.names, strict=True)]
    deal = moment.deal
    position = Position(
        deal.standing,
        deal.round,
        deal.first,
        [state],
        [dealt(recalled.rules.board(state))],
        played=moment.number - 1,
    )
    return Session.at(game, seats, replace(setup, human=True), position)
