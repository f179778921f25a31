"""What comes between turns: a round's result after a pause, the end of the match, the screen passed on."""

import math
from collections.abc import Callable

from components.table import MatchOver, Pace, RoundOver, Table
from game.matches.endings import round_title
from game.rules.protocol import MatchEnd, RoundEnd
from systems.snapshot import maybe, only, to_move
from systems.view.table.layout import table_box
from systems.view.table.ports import Commands, Company, Dialogs, Scene
from systems.view.table.results import Prizes, pass_dialog, round_dialog
from systems.view.table.score_count import ScoreCount, adds_up
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog

_RESULT_PAUSE = 0.9
"""Seconds between the last move of a round and a result beside the cards, so that the last move is seen."""
_RESULT_REST = 1.0
"""So many seconds a result takes no key and no click: these were meant for the last move."""
_FASTEST = 4.0
"""No speed shortens the pause before a result by more than this: the end of a round is seen."""


class BetweenRounds:
    """Opens the dialogs between turns when they are due, and keeps a result until it has been read.

    `passing` is the player whom the screen is being passed to: until then all hands are hidden.
    """

    def __init__(
        self,
        scene: Scene,
        company: Company,
        dialogs: Dialogs,
        commands: Commands,
        acknowledge_round: Callable[[], None],
        match_result: Callable[[RoundEnd, MatchEnd, Prizes | None], Dialog],
    ) -> None:
        """`match_result` makes the dialog that tells how the match ended."""
        self._scene = scene
        self._company = company
        self._dialogs = dialogs
        self._commands = commands
        self._acknowledge_round = acknowledge_round
        self._match_result = match_result
        self._due_in = _RESULT_PAUSE
        self._told: RoundOver | None = None
        self._result: Dialog | None = None
        self.count: ScoreCount | None = None
        """The score of the match's last round, while it is counted up on the table."""
        self._counted: RoundOver | None = None
        self.tells_results = True
        """Whether the end of a round is told at all."""
        self.passing: int | None = None
        self.at_screen: int | None = None
        """The human who has said to be at the screen, where hands are hidden from each other in front of it."""

    # --- what is so ---

    @property
    def result(self) -> Dialog | None:
        """The result that is open over the table, uncovered."""
        open_now = self._dialogs.dialog
        return open_now if open_now is self._result else None

    @property
    def result_told(self) -> bool:
        """Whether the result of the round that is over has been shown."""
        return self._told is not None and self._told is maybe(RoundOver)

    @property
    def counted(self) -> bool:
        """Whether the score was counted up on the table."""
        return self._counted is not None and self._counted is maybe(RoundOver)

    def title(self, over: RoundOver) -> str:
        """How a round ended, in a few words."""
        return round_title(only(Table).rules.name, over.end, self._company.names)

    @property
    def result_veils(self) -> bool:
        """Whether the open result lies over the table; else it stands beside the hands that it tells of."""
        return self.result is not None and self._beside is None

    @property
    def _beside(self) -> Box | None:
        """The place of a round's result from which the table is seen; the end of a match needs more room."""
        return None if maybe(MatchOver) is not None else self._scene.view.result_box(self._scene.stage)

    # --- a frame ---

    def round_over(self) -> None:
        """A round has ended: its result is due after a pause."""
        beside = not self._company.watching and self._beside is not None
        self._due_in = _RESULT_PAUSE if beside else self._scene.view.show_seconds

    def update(self, seconds: float) -> None:
        """Open the dialog that is due, and keep an open result in its place."""
        if self._dialogs.dialog is None:
            if self._result is not None and self._result.is_open:
                self._dialogs.dialog = self._result  # what had been opened over it is closed
            else:
                self._open_due(seconds)
        if self._result is not None:
            beside = self._beside
            self._result.place = beside or table_box(self._scene.stage)
            if beside is not None:
                self._result.width = beside.w

    def _open_due(self, seconds: float) -> None:
        over = maybe(RoundOver)
        if only(Pace).busy:
            return
        if over is not None and self.tells_results:
            self._due_in -= seconds * min(self._commands.speed, _FASTEST)
            if self._due_in <= 0 and over is not self._told and self._count_up(over, seconds):
                self._tell_result(over)
        elif over is None and self._company.passes_screen:
            self._ask_to_pass()

    def _count_up(self, over: RoundOver, seconds: float) -> bool:
        """Count the score up on the table, at the end of a match of a game that has a place for it there; whether that
        is done."""
        stage = self._scene.stage
        if self.count is None:
            at_once = math.isinf(stage.motion) or math.isinf(self._commands.speed)
            place = self._scene.view.score_box(stage, 0)
            if at_once or place is None or maybe(MatchOver) is None or not adds_up(over.end):
                return True
            self.count, self._counted = ScoreCount(over.end), over
        self.count.pass_time(seconds * min(max(1.0, self._commands.speed), _FASTEST))
        if not self.count.over:
            return False
        self.count = None
        return True

    def skip_count(self) -> bool:
        """Tell the result at once; False where nothing is counted."""
        over, counts = maybe(RoundOver), self.count is not None
        self.count = None
        if counts and over is not None and over is not self._told:
            self._tell_result(over)
        return counts

    def draw_count(self, canvas: Canvas) -> None:
        """Draw the score that is counted up."""
        stage, view = self._scene.stage, self._scene.view
        places = [view.score_box(stage, player) for player in range(len(self._company.names))]
        if self.count is not None:
            self.count.draw(canvas, [box for box in places if box is not None])

    # --- results ---

    def _tell_result(self, over: RoundOver) -> None:
        """Show a result for the first time."""
        self._told = over
        self._show_result(over)
        if self.result is not None:
            self.result.rest = _RESULT_REST

    def _show_result(self, over: RoundOver) -> None:
        end, names, view = maybe(MatchOver), self._company.names, self._scene.view
        prizes = view.prizes(over.end)
        if end is not None:
            self._result = self._match_result(over.end, end.end, prizes)
        elif self._company.watching:
            self._acknowledge_round()
            return
        else:
            told_there, out = None if self._beside is None else view.headline(over.end), self._company.put_out
            title, go_on = self.title(over), self._acknowledge_round
            following = names[over.next_first]
            self._result = round_dialog(title, over.end, names, go_on, prizes, told_there, out, following)
        self._dialogs.dialog = self._result

    def show_result_again(self) -> bool:
        """Show how the match ended once more; False while it goes on."""
        over = maybe(RoundOver)
        if over is None or not self.result_told or maybe(MatchOver) is None:
            return False
        self._show_result(over)
        return True

    # --- the screen passed on ---

    def _ask_to_pass(self) -> None:
        player = to_move()
        if player is not None and player in self._company.humans and player != self.at_screen:
            self.passing = player
            self._dialogs.dialog = pass_dialog(self._company.names[player], self._passed)

    def _passed(self) -> None:
        stage = self._scene.stage
        if self.passing is not None:
            stage.viewer = self.at_screen = self.passing
        self.passing = None
        stage.skip = True
