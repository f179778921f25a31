"""The tutor: holds a move once that the judge calls a mistake, by what the player to move knows.

The judge thinks beforehand, while the player does: about the position when the turn begins, and about a move once its
pieces are picked. A move that is chosen before it is ready waits for it, for some seconds at most: where the judge is
slower, or cannot judge, the move goes through, and that is told.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from game.analysis.decisions import Judgement
from game.analysis.remote import Analyses
from game.analysis.remote_position import PositionJudging
from game.analysis.sentences import percent
from game.matches.session import Session
from game.rules.language import _, joined
from game.rules.mentions import whole_label, with_names
from systems.human import HumanTurn
from systems.input import InputSystem
from systems.snapshot import maybe
from systems.view.table.ports import Dialogs, Voice
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button

HELD = frozenset({"mistake", "blunder"})
"""What is held."""
_MOST_ASKED = 12
"""So many legal moves are judged when a turn begins; of more, those that the judge itself weighs."""
PATIENCE = 6.0
"""For so many seconds a move waits for the judge: its process may have to start, and a slow one thinks for a second."""


@dataclass
class _Waiting:
    """A move that waits for the judge, for so many more seconds; `go_on` makes it."""

    move: Any
    go_on: Callable[[], None]
    seconds: float


class Tutor:
    """Asks the judge beforehand and holds mistakes, as long as it is `on`."""

    def __init__(
        self,
        session: Session,
        human: InputSystem,
        analyses: Analyses,
        dialogs: Dialogs,
        voice: Voice,
        names: Sequence[str],
    ) -> None:
        self.on = False
        self._session = session
        self._human = human
        self._analyses = analyses
        self._dialogs = dialogs
        self._voice = voice
        self._names = names
        self._turn = 0
        """The number of the decision that the rest is about."""
        self._held = False
        self._judging: PositionJudging | None = None
        self._asked: tuple[Any, ...] = ()
        self._judgements: list[Judgement] = []
        self._failed = ""
        """Why what was asked last could not be judged."""
        self._waiting: _Waiting | None = None
        human.holds = self._holds

    @property
    def waits(self) -> bool:
        """Whether a move that is chosen waits for the judge."""
        return self._waiting is not None

    def update(self, seconds: float) -> None:
        """Let time pass: take in what the judge has come to, ask what the player may do next, and let a move that waits
        go on or be held, once that is known."""
        turn = self._see()
        if turn is None:
            return
        if self._judging is not None and self._judging.over:
            self._failed = self._judging.failed
            if self._judging.found is not None:
                self._judgements.append(self._judging.found)
            self._judging = None
        wanted = [offer.move for offer in turn.offers] if self._waiting is None else [self._waiting.move]
        unknown = tuple([move for move in wanted if self._of(move) is None])
        if unknown and self._judging is None and self._judgements and unknown != self._asked:
            self._ask(turn, unknown)
        if self._waiting is not None and self._dialogs.dialog is None:
            self._wait(self._waiting, seconds)

    def stop(self) -> None:
        """Ask no more about the turn that was; a move that waits is forgotten."""
        if self._judging is not None:
            self._judging.stop()
        self._judging, self._judgements, self._asked = None, [], ()
        self._turn, self._held, self._waiting = 0, False, None

    def take_back(self) -> bool:
        """Forget the move that waits for the judge; False where none does."""
        waited, self._waiting = self.waits, None
        return waited

    def _see(self) -> HumanTurn | None:
        """The turn that there is; None while it is nobody's, or the tutor is off. Ask about one that has just begun."""
        turn = maybe(HumanTurn) if self.on else None
        if turn is None or turn.number != self._turn:
            waiting = self._waiting
            self.stop()
            if waiting is not None:
                waiting.go_on()  # the tutor is off now; in a turn that is over this does nothing
        if turn is None:
            return None
        if turn.number != self._turn:
            self._turn = turn.number
            self._ask(turn, tuple(turn.moves) if len(turn.moves) <= _MOST_ASKED else ())
        return turn

    def _ask(self, turn: HumanTurn, moves: tuple[Any, ...]) -> None:
        self._asked, self._failed = moves, ""
        self._judging = self._analyses.position(self._session.game.name, turn.view, moves, self._session.move_number)

    def _of(self, move: Any) -> Judgement | None:
        """The judgement in which a move is weighed."""
        return next((found for found in self._judgements if found.of(move) is not None), None)

    def _holds(self, move: Any, go_on: Callable[[], None]) -> bool:
        """Whether a move is held back, as a mistake once in a turn, or until the judge is ready; `go_on` makes it all
        the same. A move that waits gives way to the one that is chosen after it."""
        turn, waiting = self._see(), self._waiting
        self._waiting = None
        if turn is None or self._held or len(turn.moves) == 1:
            return False
        judgement = self._of(move)
        if judgement is not None:
            return self._hold(judgement, move, go_on)
        seconds = waiting.seconds if waiting is not None and waiting.move == move else PATIENCE
        self._waiting = _Waiting(move, go_on, seconds)
        return True

    def _wait(self, waiting: _Waiting, seconds: float) -> None:
        """Let a move wait, or, once the judge has weighed it, or will not in time, go on or be held."""
        judgement = self._of(waiting.move)
        waiting.seconds -= seconds
        if judgement is None and self._judging is not None and waiting.seconds > 0:
            return
        self._waiting = None
        if judgement is not None and self._hold(judgement, waiting.move, waiting.go_on):
            return
        if judgement is None:
            why = _("The judge took too long.") if self._judging is not None else self._failed
            self._voice.tell(joined([_("Your move was not judged."), why], " "))
        waiting.go_on()

    def _hold(self, judgement: Judgement, move: Any, go_on: Callable[[], None]) -> bool:
        """Hold a move that is weighed, where it is a mistake; whether it is held."""
        if judgement.called(move) not in HELD:
            return False
        self._held = True
        self._dialogs.dialog = self._question(judgement, move, go_on)
        return True

    def _question(self, judgement: Judgement, move: Any, go_on: Callable[[], None]) -> Dialog:
        found = judgement.of(move)
        assert found is not None
        kept, keeps = percent(judgement.best.chance), percent(found.chance)
        words: str = _(
            "The judge would rather play “{move}”. That keeps a chance to win of {kept}, your move one of {keeps}.",
            move=self._called(judgement.best.move),
            kept=kept,
            keeps=keeps,
        )
        again, play = Button(_("Think again"), style="primary"), Button(_("Play it all the same"), go_on)
        label, called = with_names(self._session.game.rules.label(move), self._names), self._called(move)
        if called != label:  # what the title has no room for
            words = joined([_("Your move is: {move}.", move=called), words], "\n")
        return Dialog(joined([label, "?"], ""), words, [play, again], cancel=again)

    def _called(self, move: Any) -> str:
        """A move as a button names it, with what the label leaves out."""
        return whole_label(self._session.game.rules, move, self._names)
