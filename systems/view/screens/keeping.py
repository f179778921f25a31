"""Keeping what is learnt on a screen: beside its frames, and with a question where a foreign file is in the way."""

from collections.abc import Callable

from game.base.storage import StorageError, move_aside
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.learning.trainer import PanelTrainer, taken_trouble
from game.rules.language import _, error_sentence
from systems.view.screens.screen import Screen
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button


class Keeping:
    """Keeps what a trainer has learnt; its screen is told of trouble, and asked."""

    def __init__(self, trainer: PanelTrainer, screen: Screen) -> None:
        self._trainer = trainer
        self._screen = screen
        self.saving = trainer.saving()
        self._not_kept_at: int | None = None

    @property
    def has_failed(self) -> bool:
        """Whether what has been learnt up to now could not be kept when that was tried last."""
        return self._not_kept_at == self._trainer.count

    def keep(self, then: Callable[[], None] | None = None) -> None:
        """Keep what was learnt, and do something once that is done."""

        def told(kept: bool) -> None:
            self.tell_trouble()
            self._not_kept_at = None if kept else self._trainer.count
            if not kept:
                if self._in_the_way():
                    self._ask_to_move_aside(then)
            elif then is not None:
                then()

        self.saving.start(told)

    def _in_the_way(self) -> bool:
        """Whether a file lies where the training is kept that must not be replaced."""
        try:
            container.check_replaceable(self._trainer.path, self._trainer.ai.game, self._trainer.ai.name)
        except CheckpointError:
            return True
        return False

    def _ask_to_move_aside(self, then: Callable[[], None] | None) -> None:
        path, toasts = self._trainer.path, self._screen.toasts

        def move() -> None:
            try:
                toasts.push(_("The file that was there is now {name}.", name=move_aside(path).name))
            except StorageError as error:
                toasts.push(error_sentence(error))
            else:
                self.keep(then)

        words = _(
            "What was learnt is to be kept in {path}, but the file there is damaged, or not a trained file of this AI, "
            "and is not overwritten. It can be moved aside: it then keeps its content under another name.",
            path=str(path),
        )
        self._screen.dialog = Dialog(
            _("Keep what was learnt"),
            words,
            [Button(_("Not now")), Button(_("Move it aside and keep"), move, style="primary")],
        )

    def tell_trouble(self) -> None:
        """Show what went wrong, if anything did, and why the training has ended, if it has by itself."""
        for words in (taken_trouble(self._trainer), self._trainer.notice):
            if words:
                self._screen.toasts.push(words)
        self._trainer.notice = None
