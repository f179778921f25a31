"""What comes between turns: a round's result after a pause, the end of the match, the screen passed on."""

from typing import TYPE_CHECKING

from components.table import MatchOver, Pace, RoundOver
from systems.snapshot import maybe, only, to_move
from systems.view.table.results import match_dialog, pass_dialog, round_dialog
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.dialogs import Dialog

if TYPE_CHECKING:
    from systems.view.screens.table import TableScreen

_RESULT_PAUSE = 0.9
"""Seconds between the last move of a round and a result beside the cards, so that the last move is seen."""
_FASTEST = 4.0
"""No speed shortens the pause before a result by more than this: the end of a round is seen."""


class BetweenRounds:
    """Opens the dialogs between turns when they are due, and keeps a result until it has been read.

    `passing` is the player whom the screen is being passed to: until then all hands are hidden.
    """

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._due_in = _RESULT_PAUSE
        self._told: RoundOver | None = None
        self._result: Dialog | None = None
        self.passing: int | None = None
        self.at_screen: int | None = None
        """The human who has said to be at the screen, where hands are hidden from each other in front of it."""

    # --- what is so ---

    @property
    def result(self) -> Dialog | None:
        """The result that is open over the table, uncovered."""
        open_now = self._screen.dialog
        return open_now if open_now is self._result else None

    @property
    def result_told(self) -> bool:
        """Whether the result of the round that is over has been shown."""
        return self._told is not None and self._told is maybe(RoundOver)

    @property
    def result_veils(self) -> bool:
        """Whether the open result lies over the table; else it stands beside the hands that it tells of."""
        return self.result is not None and self._beside is None

    @property
    def _beside(self) -> Box | None:
        """The place of a round's result from which the table is seen; the end of a match needs more room."""
        return None if maybe(MatchOver) is not None else self._screen.view.result_box(self._screen.stage)

    # --- a frame ---

    def round_over(self) -> None:
        """A round has ended: its result is due after a pause."""
        screen = self._screen
        beside = not screen.watching and self._beside is not None
        self._due_in = _RESULT_PAUSE if beside else screen.view.show_seconds

    def update(self, seconds: float) -> None:
        """Open the dialog that is due, and keep an open result in its place."""
        screen = self._screen
        if screen.dialog is None:
            if self._result is not None and self._result.is_open:
                screen.dialog = self._result  # what had been opened over it is closed
            else:
                self._open_due(seconds)
        if self._result is not None:
            stage = screen.stage
            beside = self._beside
            self._result.place = beside or Box(0.0, 0.0, screen.view.side(stage).x, stage.height)
            if beside is not None:
                self._result.width = beside.w

    def _open_due(self, seconds: float) -> None:
        screen, over = self._screen, maybe(RoundOver)
        if only(Pace).busy:
            return
        if over is not None:
            self._due_in -= seconds * min(screen.speed, _FASTEST)
            if self._due_in <= 0 and over is not self._told:
                self._told = over
                self._show_result(over)
        elif screen.passes_screen:
            self._ask_to_pass()

    # --- results ---

    def _show_result(self, over: RoundOver) -> None:
        screen, end = self._screen, maybe(MatchOver)
        names = [seat.name for seat in screen.session.seats]
        if end is not None:
            self._result = match_dialog(screen, over.end, end.end, names)
        elif screen.watching:
            screen.session.acknowledge_round()
            return
        else:
            told_there = self._beside is not None
            self._result = round_dialog(over.end, names, screen.session.acknowledge_round, told_there, screen.put_out)
        screen.dialog = self._result

    def show_result_again(self) -> bool:
        """Show how the match ended once more; False while it goes on."""
        over = maybe(RoundOver)
        if over is None or not self.result_told or maybe(MatchOver) is None:
            return False
        self._show_result(over)
        return True

    # --- the screen passed on ---

    def _ask_to_pass(self) -> None:
        screen, player = self._screen, to_move()
        if player is not None and player in screen.humans and player != self.at_screen:
            self.passing = player
            screen.dialog = pass_dialog(screen.session.seats[player].name, self._passed)

    def _passed(self) -> None:
        stage = self._screen.stage
        if self.passing is not None:
            stage.viewer = self.at_screen = self.passing
        self.passing = None
        stage.skip = True
