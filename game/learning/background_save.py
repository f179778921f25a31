"""Keeping what a training has learnt beside the frames of the window: a large table takes seconds to write."""

import gc
from collections.abc import Callable
from threading import Thread

from game.checkpoints.user_checkpoint import YIELD_SECONDS
from game.learning.trainer import PanelTrainer

_FREEZE_SECONDS = 0.25


class BackgroundSave:
    """Lets a trainer keep what it has learnt in a thread of its own; `first` is done before, in the caller's. The
    trainer must not learn while it is `busy`."""

    def __init__(self, trainer: PanelTrainer, first: Callable[[], None] | None = None) -> None:
        self._trainer = trainer
        self._first = first
        self._thread: Thread | None = None
        self._then: Callable[[bool], None] | None = None
        self._kept = False
        self._error: Exception | None = None
        self._unfrozen = 0.0

    @property
    def busy(self) -> bool:
        """Whether something is being kept, or has just been and `update` has not told of it yet."""
        return self._thread is not None

    def start(self, then: Callable[[bool], None]) -> None:
        """Keep what has been learnt; `update` will tell `then` whether it is kept. While busy, what was to be done
        then is replaced."""
        self._then = then
        if self._thread is None:
            if self._first is not None:
                self._first()
            # A table is made of many objects: looking through them for garbage would stop the frames meanwhile.
            gc.disable()
            self._thread = Thread(target=self._keep, name="keeping")
            self._thread.start()

    def _keep(self) -> None:
        self._kept = False
        try:
            self._kept = not self._trainer.unkept or self._trainer.keep()
        except Exception as error:  # for whoever waits for it: a thread of its own has nobody to tell
            self._error = error

    def leave_out_of_collections(self, seconds: float) -> None:
        """Let garbage collections pass over what is there, from time to time while the trainer learns: a table of many
        rows would stop a frame for long, and what is dropped of it is freed without them."""
        self._unfrozen += seconds
        if self._unfrozen >= _FREEZE_SECONDS:
            self._unfrozen = 0.0
            gc.freeze()

    def update(self) -> None:
        """Tell what came of it, once it is done; call this every frame. Raises what keeping raised."""
        if self._thread is None:
            return
        self._thread.join(YIELD_SECONDS)
        if not self._thread.is_alive():
            self.wait()
            if self._then is not None:
                self._then(self._kept)

    def wait(self) -> None:
        """Wait until what was begun is done, without telling. Raises what keeping raised."""
        if self._thread is not None:
            self._thread.join()
            self._thread = None
            gc.freeze()
            gc.enable()
        error, self._error = self._error, None
        if error is not None:
            raise error
