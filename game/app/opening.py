"""Opening tables: of a new match, once mods that are new or have changed are loaded, or of one that goes on."""

from typing import TYPE_CHECKING, Protocol

from game.app import screens
from game.app.shared import Shared
from game.games.registry import UnknownNameError
from game.games.seats import SeatError, renewed
from game.matches.pruning import prune_beside
from game.matches.replay import Replay
from game.matches.requests import TableRequest
from game.mods.mods import MODS
from game.rules.language import error_sentence
from systems.view.screens.screen import Screen, Shell

if TYPE_CHECKING:  # imported once a table is opened
    from game.matches.session import Session


class Opener(Shell, Protocol):
    """What opening tables asks of the window."""

    shared: Shared
    screen: Screen

    def follow(self, screen: Screen) -> None:
        """Show a screen next."""


class Opening:
    """Opens tables in a window; one that waits for mods can be forgotten."""

    def __init__(self, window: Opener) -> None:
        self._window = window
        self._asked: TableRequest | None = None

    @property
    def waits(self) -> bool:
        """Whether a table has been asked for that is not open yet."""
        return self._asked is not None

    def ask(self, request: TableRequest) -> None:
        """Open a table, once mods that are new or have changed are loaded; where that cannot be, say why."""
        MODS.refresh(at_table=True)
        self._asked = request
        self.look()

    def forget(self) -> None:
        """Leave the table that waits unopened."""
        self._asked = None

    def look(self) -> None:
        """See what came of loading mods, and open the table that waited for it."""
        MODS.look()
        if self._asked is None or MODS.loading:
            return
        request, self._asked = self._asked, None
        try:
            self.begin(request)
        except (SeatError, UnknownNameError) as error:
            refused = MODS.refusal([seat.ai for seat in request.seats if seat.ai is not None])
            self._window.screen.tell(f"{refused}." if refused else error_sentence(error))

    def begin(self, request: TableRequest) -> None:
        """Open a table now. Raises SeatError or UnknownNameError."""
        seats = renewed(request.seats)
        from game.matches.session import Session

        session = Session(
            request.game,
            seats,
            request.options,
            request.seed,
            request.record,
            self._window.shared.learners,
            request.thoughts,
        )
        self._sit_down(session, request.speed)

    def resume(self, replay: Replay) -> None:
        """Go on with an unfinished match. Raises ReplayError, SeatError or UnknownNameError where that cannot be, and
        InUseError while another program plays it."""
        from game.matches.session import Session

        self._sit_down(Session.resumed(replay, self._window.shared.learners))

    def _sit_down(self, session: "Session", speed: float = 1.0) -> None:
        """Show a match next; where its table cannot be made, its files are closed."""
        try:
            self._window.follow(screens.table(self._window, session, speed))
            if session.recorder is not None and not any(seat.is_human for seat in session.seats):
                prune_beside(self._window.settings.watched_matches)
        except Exception:
            session.close()
            raise
