"""Work spread over a Ray cluster: an existing engine that finds the machines, ships the work and starts it again.

Needs the extra ``ray``, and Tabletalk on every machine of the cluster, of the same version; files that are named
(checkpoints, mods) must be there under the same paths.
"""

import signal
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

P = TypeVar("P")
R = TypeVar("R")

_PATIENCE = 5.0
"""Seconds in which a cluster must answer."""
_AHEAD = 2
"""Portions sent for each processor, so that none waits for the next."""


class ClusterError(Exception):
    """A cluster that cannot be used; the text says why and what to do, in one line."""


class RayCluster:
    """A cluster by its address: ``HOST:PORT``, ``ray://HOST:PORT``, or ``auto`` for the one that runs on this machine.

    Raises ClusterError where Ray is not installed, or no cluster answers. Close it after use.
    """

    def __init__(self, address: str) -> None:
        # Ray has SIGTERM end the program at once, and nothing would be kept.
        heard = signal.getsignal(signal.SIGTERM)
        try:
            import ray
        except ModuleNotFoundError:
            raise ClusterError("--ray needs Ray, which is not installed: pip install 'tabletalk-games[ray]'") from None
        self._ray: Any = ray
        _check_answers(address)
        try:
            self._ray.init(address=address, logging_level="error", log_to_driver=False, namespace="tabletalk")
        except Exception as error:  # Ray raises whatever its transport raises
            raise ClusterError(f"no Ray cluster answers at {address}: {_first_line(error)}") from None
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, heard)
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def is_worth(self, seconds: float) -> bool:
        """Always: its machines run already, and who names a cluster wants them."""
        return True

    def each(self, work: Callable[[P], R], portions: Sequence[P]) -> Iterator[tuple[int, R]]:
        """See :class:`game.training.spreading.Spread`. Raises ClusterError where the cluster is lost."""
        ray = self._ray
        task = ray.remote(_done)
        shipped = ray.put(work)
        waiting = iter(enumerate(portions))
        under_way: dict[Any, int] = {}
        try:
            while True:
                while len(under_way) < _AHEAD * self.workers and (following := next(waiting, None)) is not None:
                    place, portion = following
                    under_way[task.remote(shipped, portion)] = place
                if not under_way:
                    return
                (done, *_), _ = ray.wait(list(under_way), num_returns=1)
                place = under_way.pop(done)
                yield place, self._result(done)
        finally:
            for left in under_way:
                ray.cancel(left, force=True)

    def _result(self, done: Any) -> Any:
        try:
            return self._ray.get(done)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            raise (cause if isinstance(cause, Exception) else ClusterError(_first_line(error))) from None
        except self._ray.exceptions.RayError as error:
            raise ClusterError(f"the Ray cluster lost a piece of work: {_first_line(error)}") from None

    def close(self) -> None:
        """Leave the cluster; it runs on."""
        self._ray.shutdown()


def _check_answers(address: str) -> None:
    """Raises ClusterError where nothing listens at an address: Ray itself would try for ever."""
    if address == "auto":
        return
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        raise ClusterError(f'{address} is no address of a Ray cluster: use HOST:PORT, ray://HOST:PORT, or "auto"')
    try:
        socket.create_connection((host, int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise ClusterError(f"no Ray cluster answers at {address}: {error}") from None


def _done(work: Callable[[P], R], portion: P) -> R:
    """What a machine of the cluster does."""
    return work(portion)


def _first_line(error: BaseException) -> str:
    return next((line for line in str(error).splitlines() if line.strip()), type(error).__name__)
