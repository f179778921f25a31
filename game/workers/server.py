"""What runs in a worker process: it listens, has its services answer, and tells what they came to.

It ends with the program that started it, whatever it is doing at that moment.
"""

import _thread
import os
import signal
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from typing import IO, Any, TypeAlias

from game.agents.agent import ThinkingError
from game.agents.choosing import described
from game.workers import wire
from game.workers.memory import bound

Tell: TypeAlias = Callable[[str, Any], None]
"""Tells the program something of the request under way: ``news``, or ``failed`` before the process ends."""
Services: TypeAlias = Mapping[str, Callable[..., Any]]
"""What answers each request, by its name. What they raise is told as a failure."""
interrupted = threading.Event()
"""Whether an interrupt has come, even where none is heeded yet."""


def serve(memory: int | None, services: Callable[[Tell], Services]) -> None:
    """Serve the program until it ends; `memory` is how many MB may be used, None for as many as there are."""
    if memory is not None:
        bound(memory)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # the program reads it, and passes on only so much
    printed = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.stdin, sys.stdout, sys.stderr = open(os.devnull), printed, printed  # noqa: SIM115  # for good
    sys.dont_write_bytecode = True  # or a mod changed within a second would be read as it was
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program says when this ends
    requests: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, requests), daemon=True).start()
    server = WorkerServer(outgoing, services)
    while True:
        server.serve(*requests.get())


def _listen(incoming: IO[bytes], requests: "SimpleQueue[tuple[Any, ...]]") -> None:
    """Hand on what is asked; when nobody is there to ask any more, end at once."""
    with suppress(Exception):
        while (body := wire.read_frame(incoming)) is not None:
            request = wire.request_of(body)
            if request == wire.INTERRUPT:
                interrupted.set()
                _interrupt()
            else:
                requests.put(request)
    _end()


def _end() -> None:
    """End at once, with all the processes that were started here, of whose group this one is the leader."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _interrupt() -> None:
    """What a terminal does to all processes of a command; it is heeded while a command is carried out."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.killpg(os.getpgrp(), signal.SIGINT)


class WorkerServer:
    """Answers requests: each by the service of its name, with one answer, ``done`` or ``failed``."""

    def __init__(self, outgoing: IO[bytes], services: Callable[[Tell], Services]) -> None:
        self._outgoing = outgoing
        self._number = 0
        self._services = services(self._tell)

    def serve(self, number: int, name: str, *content: Any) -> None:
        """Answer one request."""
        self._number = number
        try:
            self._tell("done", self._services[name](*content))
        except BaseException as error:  # a mod may raise anything, even SystemExit
            self._tell("failed", described(error))
        sys.stderr.flush()

    def _tell(self, kind: str, content: Any) -> None:
        try:
            packed = wire.pack_answer((self._number, kind, content))
        except wire.WireError as error:
            raise ThinkingError(f"gave {error}") from None
        frame = memoryview(packed)
        while frame:
            frame = frame[self._outgoing.write(frame) :]
