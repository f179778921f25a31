"""A worker process as the program sees it: asked, looked at, and ended when it takes too long.

Nothing here ever waits for the worker unless it is asked to: a thread reads what comes, and requests are sent one at a
time, only when the worker is idle.
"""

import atexit
import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from queue import Empty, Queue
from typing import IO, Any

from game.agents.agent import ThinkingError
from game.rules.language import _, error_words
from game.workers import answers, wire
from game.workers.memory import MemoryWatch
from game.workers.printing import Printing

START_SECONDS = 60.0
"""A process that has not begun to listen after so long never will, even on a busy machine."""
YIELD_SECONDS = 0.0002
"""So long a look waits for an answer that is due: frames that never sleep would keep the interpreter to themselves, and
the thread that reads what comes would read nothing."""
_MOST_WAITING = 4
"""No more frames of a worker are held until somebody takes them in; then it waits."""
_MOST_AT_ONCE = 16
"""No more frames are taken in by one look."""
_GRACE_SECONDS = 1.0
"""What has been sent in time may be taken in so much later."""
_NICE = 10
"""By how much a process that gives way is nicer than the program, as `nice` counts."""
_CODE = "import sys; sys.path[:] = {path!r}; from {entry} import main; main({memory!r})"
ENTRY = "game.cli.worker"
"""The module in which a worker process begins: it has a function `main(memory)`. It lies above all that workers do, so
it is named, and not imported."""


class Request:
    """Something that a worker was asked, and its answer once it is `done`; `failed` says why there is none.

    `news` is called with everything that the worker reports before it answers.
    """

    def __init__(self, message: tuple[Any, ...], limit: float | None, news: Callable[[Any], None] | None) -> None:
        self.message = message
        self.limit = limit
        self.news = news
        self.done = False
        self.failed: ThinkingError | None = None
        self.answer: Any = None

    def result(self) -> Any:
        """The answer. Raises ThinkingError where there is none."""
        if self.failed is not None:
            raise self.failed.with_traceback(None)  # it may be asked for many times
        return self.answer


class Worker:
    """A process that thinks. It is started when it is first asked, and again after it has ended.

    `prologue` gives the requests that come first in every new process. `generation` counts the processes.
    `memory` tells how many MB it may use; whoever uses more is ended. Where it is None, it may use all there are. One
    that `gives_way` computes with what the program leaves over, so that on a single core, too, frames come in time.
    """

    def __init__(
        self,
        name: str,
        prologue: Callable[[], list[Request]] = list,
        memory: Callable[[], int] | None = None,
        gives_way: bool = False,
    ) -> None:
        self.name = name
        self._gives_way = gives_way
        self._memory = memory
        self.generation = 0
        self._prologue = prologue
        self._process: subprocess.Popen[bytes] | None = None
        self._frames: Queue[bytes | Exception | None] = Queue(_MOST_WAITING)
        self._requests: deque[Request] = deque()
        self._last_of_prologue: Request | None = None
        self._sent = 0
        self._due: float | None = None
        _workers.add(self)

    # --- asking ---

    def start(self) -> None:
        """Start the process, if it does not run."""
        if self._process is not None:
            return
        self.generation += 1
        self._frames = Queue(_MOST_WAITING)
        code = _CODE.format(entry=ENTRY, path=sys.path, memory=self._memory and self._memory())
        self._process = process = python(code)
        if self._gives_way:
            _give_way(process)
        self._reader = threading.Thread(target=_read, args=(process.stdout, self._frames), daemon=True, name=self.name)
        self._reader.start()
        assert process.stderr is not None
        self._printing = Printing(process.stderr)
        self._printing.start()
        self._watch = None if self._memory is None else MemoryWatch(process, self._memory)
        if self._watch is not None:
            self._watch.start()
        first = [Request(("hello",), START_SECONDS, None), *self._prologue()]
        self._last_of_prologue = first[-1]
        self._requests.extendleft(reversed(first))
        self._send()

    def ask(self, *message: Any, limit: float | None = None, news: Callable[[Any], None] | None = None) -> Request:
        """Ask something; it may take `limit` seconds once its turn has come, or as long as it likes."""
        request = Request(message, limit, news)
        self._requests.append(request)
        if self._process is None:
            self.start()
        elif len(self._requests) == 1:
            self._send()
        return request

    def _send(self) -> None:
        """Send the first request that waits."""
        if not self._requests or self._process is None or self._process.stdin is None:
            return
        request = self._requests[0]
        self._printing.begin_anew()
        self._sent += 1
        self._due = None if request.limit is None else time.monotonic() + request.limit
        # A process that has ended is told by its reader.
        with contextlib.suppress(OSError):
            frame = memoryview(wire.pack((self._sent, *request.message)))
            while frame:
                frame = frame[self._process.stdin.write(frame) :]

    # --- hearing ---

    @property
    def process(self) -> int | None:
        """The number of the process, if it runs as far as is known."""
        return None if self._process is None else self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process runs, as far as is known."""
        return self._process is not None

    @property
    def starting(self) -> bool:
        """Whether the process runs, but has not answered its prologue yet."""
        return self.running and self._last_of_prologue is not None and not self._last_of_prologue.done

    def look(self, seconds: float = YIELD_SECONDS) -> None:
        """Take in what has come, or, where an answer is due, comes within some seconds; and end the process where it is
        overdue."""
        seconds = seconds if self._requests else 0.0
        for _each in range(_MOST_AT_ONCE):
            if self._process is None:
                break
            try:
                self._take(self._frames.get(block=seconds > 0, timeout=seconds))
            except Empty:
                break
            seconds = 0.0
        if self._requests and self._due is not None and time.monotonic() > self._due:
            self._overdue()

    def interrupt(self) -> None:
        """Interrupt what the process is doing, as a terminal does it."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(wire.pack(wire.INTERRUPT))

    def wait(self, request: Request) -> Any:
        """Wait for an answer. Raises ThinkingError where there is none."""
        while not request.done:
            left = None if self._due is None else self._due - time.monotonic()
            try:
                if left is not None and left < -_GRACE_SECONDS:
                    raise Empty
                self._take(self._frames.get(timeout=None if left is None else max(0.0, left)))
            except Empty:
                self._overdue()
        return request.result()

    def _take(self, frame: bytes | Exception | None) -> None:
        if frame is None or isinstance(frame, Exception):
            self.end(_("gave {what}", what=str(frame)) if frame else self._ending())
            return
        try:
            number, kind, content = answers.items(wire.answer_of(frame), 3, 3)
            if number == self._sent and self._requests:
                self._answered(self._requests[0], kind, content)
        except (wire.WireError, answers.AnswerError) as error:
            self.end(_("gave {what}", what=str(error)))
        except ThinkingError as error:
            self.end(error_words(error))

    def _answered(self, request: Request, kind: Any, content: Any) -> None:
        """Take in news, or the answer. Raises AnswerError or ThinkingError where it is none."""
        if kind == "news":
            if request.news is not None:
                request.news(content)
            return
        if kind == "done":
            request.answer = content
        else:
            request.failed = ThinkingError(answers.words(content))
        self._finish()

    def _finish(self) -> None:
        """The first request is answered: on to the next."""
        self._requests.popleft().done = True
        self._due = None
        self._send()

    def _overdue(self) -> None:
        limit = self._requests[0].limit
        self.end(_("thought for more than {seconds:g} s", seconds=limit))

    def _ending(self) -> str:
        """How the process has ended, in words that go on after a name."""
        if self._process is None:
            return _("has ended")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=1.0)
        if self._watch is not None and self._watch.passed is not None:
            return _("used more than {number} MB of memory", number=self._watch.passed)
        status = self._process.returncode
        if status is not None and status < 0:
            return _("ended its process (signal {number})", number=-status)
        return _("ended its process (exit status {number})", number=status)

    # --- ending ---

    def end(self, why: str = _("was ended")) -> None:
        """End the process, whatever it is doing; it leaves nothing behind, and what it was asked has failed."""
        process, self._process = self._process, None
        requests, self._requests, self._due = self._requests, deque(), None
        if process is not None:
            if self._watch is not None:
                self._watch.over.set()
            _kill(process)
            self._let_go()
        for request in requests:
            request.failed, request.done = ThinkingError(why), True

    def _let_go(self) -> None:
        """Have the threads end that read what the process, which is gone, has printed and sent."""
        self._printing.join(_GRACE_SECONDS)
        for _each in range(_MOST_AT_ONCE):
            if not self._reader.is_alive():
                return
            with contextlib.suppress(Empty):
                self._frames.get(timeout=YIELD_SECONDS)


def python(code: str) -> subprocess.Popen[bytes]:
    """A process of Python that runs this code, the leader of a group of its own, its streams in pipes. It stays in the
    session: Linux shares out time session by session, and being nice would count for nothing beyond."""
    return subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
        process_group=0,
        # A mod that iterates over a set of words does so in the same order every time.
        env=os.environ | {"PYTHONHASHSEED": "0"},
    )


def _give_way(process: subprocess.Popen[bytes]) -> None:
    """Let all else come before a process; Windows itself lets the program come first whose window is used."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):  # it may have ended by itself
            os.setpriority(os.PRIO_PROCESS, process.pid, os.nice(0) + _NICE)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):  # it may have ended by itself
        if sys.platform != "win32":
            os.killpg(process.pid, signal.SIGKILL)  # with all the processes that it has started
        else:
            process.kill()
    process.wait()
    if process.stdin is not None:
        process.stdin.close()


_workers: "weakref.WeakSet[Worker]" = weakref.WeakSet()


@atexit.register
def end_all() -> None:
    """End every worker process of the program."""
    for worker in list(_workers):
        worker.end()


def _read(stream: IO[bytes], frames: "Queue[bytes | Exception | None]") -> None:
    """Put everything that a worker sends into a queue, then how it ended."""
    reader = os.fdopen(stream.fileno(), "rb", closefd=False)  # buffered: a frame comes in one piece
    try:
        while (frame := wire.read_frame(reader)) is not None:
            frames.put(frame)
        frames.put(None)
    except (wire.WireError, OSError, ValueError) as error:
        frames.put(error)
    finally:
        stream.close()
