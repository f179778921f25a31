"""What a worker process prints, by whatever way: passed on to standard error, and only so much for each request."""

import codecs
import sys
import threading
import time
from contextlib import suppress
from typing import IO

from game.base.safe_text import escaped

MOST_PRINTED = 4000
"""So many characters are printed for each request."""
_PATIENCE = 0.005
"""Whoever prints more waits so long for each piece that is dropped: to drop it costs time, too."""


class Printing(threading.Thread):
    """Reads what a process prints to its end; `begin_anew` when it is asked something."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__(daemon=True, name="printing")
        self._stream = stream
        self._left = MOST_PRINTED

    def begin_anew(self) -> None:
        """Pass on as much again."""
        self._left = MOST_PRINTED

    def run(self) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")
        with suppress(OSError, ValueError):
            while piece := self._stream.read(1 << 14):
                self._pass_on(decoder.decode(piece))
        self._stream.close()

    def _pass_on(self, text: str) -> None:
        left = self._left
        self._left = max(0, left - len(text))
        if left == 0:
            time.sleep(_PATIENCE)
        elif sys.stderr is not None:
            cut = " ... (further printing is left out)\n" if len(text) >= left else ""
            with suppress(OSError, ValueError):
                sys.stderr.write(escaped(text[:left], kept="\n\t") + cut)
                sys.stderr.flush()
