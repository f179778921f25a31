"""Worker processes that begin at once: each is forked from a process that has imported before what workers import.

Imports take a new worker half a second, and the tests start some hundreds. A forked one is as new to all else: it has
no mods, agents or learners yet, and what a test does to it, no other test finds. Only on Linux; tests about how workers
start, and what they import, are marked `cold` and start them as the program does.
"""

import atexit
import gc
import os
import pickle
import pkgutil
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import IO, Any

from game.workers.worker import ENTRY

_PRELOADED = f"import game.modding, game.learning.service, game.cli.worker_commands, {ENTRY}"
_FOR_WORKERS = ("game.agents", "game.analysis", "game.games", "game.learning", "game.training")
"""The packages that workers import from once they know what they are to do."""
_LARGEST = 1 << 17
"""So many bytes a request may have: some code, a path, an environment."""


class Forked:
    """A forked process, as far as a worker uses what `subprocess.Popen` gives."""

    def __init__(self, code: str) -> None:
        pipes = [os.pipe() for _ in range(4)]
        (stdin, self._to), (self._out, stdout), (self._err, stderr), (self._news, news) = pipes
        request = pickle.dumps((code, os.getcwd(), dict(os.environ)))
        socket.send_fds(_nursery(), [request], [stdin, stdout, stderr, news])
        for end in (stdin, stdout, stderr, news):
            os.close(end)
        self.stdin: IO[bytes] = os.fdopen(self._to, "wb", buffering=0)
        self.stdout: IO[bytes] = os.fdopen(self._out, "rb", buffering=0)
        self.stderr: IO[bytes] = os.fdopen(self._err, "rb", buffering=0)
        self.pid = int(os.read(self._news, 16))
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """How the process has ended; None as long as it runs."""
        return self._ended(0.0)

    def wait(self, timeout: float | None = None) -> int:
        """How the process has ended, once it has. Raises TimeoutExpired."""
        if self._ended(timeout) is None:
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        assert self.returncode is not None
        return self.returncode

    def kill(self) -> None:
        """End the process."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _ended(self, seconds: float | None) -> int | None:
        if self.returncode is None and select.select([self._news], [], [], seconds)[0]:
            self.returncode = os.waitstatus_to_exitcode(int(os.read(self._news, 16)))
            os.close(self._news)
        return self.returncode


def python(code: str) -> Any:
    """What :func:`game.workers.worker.python` gives, sooner."""
    return Forked(code)


@cache
def _nursery() -> socket.socket:
    """Where to ask for processes: a process that lives as long as this one."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    code = f"import sys; sys.path[:] = {sys.path!r}; {_PRELOADED}; from tests import warm; warm.serve({there.fileno()})"
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    words = [sys.executable, "-c", code]
    nursery = subprocess.Popen(words, stdin=subprocess.DEVNULL, pass_fds=[there.fileno()], env=environment)
    there.close()
    atexit.register(nursery.wait)
    atexit.register(here.close)
    return here


def serve(number: int) -> None:
    """Fork a process for each request, until nobody is left to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for package in _FOR_WORKERS:
        for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
            import_module(module.name)
    gc.collect()
    gc.freeze()  # so that no forked process copies all this memory to look for garbage in it
    requests = socket.socket(fileno=number)
    while True:
        request, ends, *_ = socket.recv_fds(requests, _LARGEST, 4)
        if not request:
            return
        if os.fork() == 0:
            requests.close()
            _mind(*pickle.loads(request), *ends)
        for end in ends:
            os.close(end)
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _mind(code: str, folder: str, environment: dict[str, str], stdin: int, stdout: int, stderr: int, news: int) -> None:
    """Fork the process itself, which tells its number, and tell how it ends."""
    process = os.fork()
    if process == 0:
        os.setpgid(0, 0)
        os.write(news, b"%-16d" % os.getpid())
        os.close(news)
        _begin(code, folder, environment, (stdin, stdout, stderr))
    for end in (stdin, stdout, stderr):
        os.close(end)
    _, status = os.waitpid(process, 0)
    os.write(news, b"%-16d" % status)
    os._exit(0)


def _begin(code: str, folder: str, environment: dict[str, str], ends: tuple[int, int, int]) -> None:
    """Be a new process of Python that runs some code."""
    for number, end in enumerate(ends):
        os.dup2(end, number)
        os.close(end)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    try:
        exec(code, {"__name__": "__main__"})
    except BaseException:
        sys.excepthook(*sys.exc_info())
    finally:
        os._exit(1)
