"""The tutor: holds a move once that the judge calls a mistake, by what the player to move knows.

The judge thinks beforehand, while the player does: about the position when the turn begins, and about a move once its
pieces are picked. Where it is not ready, the move goes through.
"""

from collections.abc import Callable, Sequence
from typing import Any

from game.analysis.decisions import Judgement
from game.analysis.remote import Analyses
from game.analysis.remote_position import PositionJudging
from game.analysis.sentences import percent
from game.matches.session import Session
from game.rules.language import _, joined
from game.rules.mentions import whole_label, with_names
from systems.human import HumanSystem, HumanTurn
from systems.snapshot import maybe
from systems.view.table.ports import Dialogs
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button

HELD = frozenset({"mistake", "blunder"})
"""What is held."""
_MOST_ASKED = 12
"""So many legal moves are judged when a turn begins; of more, those that the judge itself weighs."""


class Tutor:
    """Asks the judge beforehand and holds mistakes, as long as it is `on`."""

    def __init__(
        self, session: Session, human: HumanSystem, analyses: Analyses, dialogs: Dialogs, names: Sequence[str]
    ) -> None:
        self.on = False
        self._session = session
        self._human = human
        self._analyses = analyses
        self._dialogs = dialogs
        self._names = names
        self._turn = 0
        """The number of the decision that the rest is about."""
        self._held = False
        self._judging: PositionJudging | None = None
        self._asked: tuple[Any, ...] = ()
        self._judgements: list[Judgement] = []
        human.holds = self._holds

    def update(self) -> None:
        """Take in what the judge has come to, and ask what the player may do next."""
        turn = maybe(HumanTurn) if self.on else None
        if turn is None:
            self.stop()
            return
        if turn.number != self._turn:
            self.stop()
            self._turn = turn.number
            self._ask(turn, tuple(turn.moves) if len(turn.moves) <= _MOST_ASKED else ())
        if self._judging is not None and self._judging.over:
            if self._judging.found is not None:
                self._judgements.append(self._judging.found)
            self._judging = None
        unknown = tuple([offer.move for offer in turn.offers if self._of(offer.move) is None])
        if unknown and self._judging is None and self._judgements and unknown != self._asked:
            self._ask(turn, unknown)

    def stop(self) -> None:
        """Ask no more about the turn that was."""
        if self._judging is not None:
            self._judging.stop()
        self._judging, self._judgements, self._asked = None, [], ()
        self._turn, self._held = 0, False

    def _ask(self, turn: HumanTurn, moves: tuple[Any, ...]) -> None:
        self._asked = moves
        self._judging = self._analyses.position(self._session.game.name, turn.view, moves, self._session.move_number)

    def _of(self, move: Any) -> Judgement | None:
        """The judgement in which a move is weighed."""
        return next((found for found in self._judgements if found.of(move) is not None), None)

    def _holds(self, move: Any, go_on: Callable[[], None]) -> bool:
        """Whether a move is held, once in a turn; `go_on` makes it all the same."""
        judgement = self._of(move) if self.on else None
        if judgement is None or self._held or judgement.called(move) not in HELD:
            return False
        self._held = True
        self._dialogs.dialog = self._question(judgement, move, go_on)
        return True

    def _question(self, judgement: Judgement, move: Any, go_on: Callable[[], None]) -> Dialog:
        found = judgement.of(move)
        assert found is not None
        kept, keeps = percent(judgement.best.chance), percent(found.chance)
        words: str = _(
            "The judge would rather: {move}. That keeps {kept}, this {keeps}.",
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
