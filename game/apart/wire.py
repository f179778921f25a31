"""What goes between the program and a worker process: frames of pickled messages.

Requests are the program's own and are read as they are. Answers come from a process in which anybody's code runs: of
those, only plain values and the moves of games are read.
"""

import io
import pickle
import struct
from enum import Enum
from typing import IO, Any

MOST_BYTES = 1 << 26
"""No longer frame is read."""
INTERRUPT = (0, "interrupt")
"""Is asked beside the other requests, and has no answer."""
_HEAD = struct.Struct("<Q")
_PLAIN = {("builtins", "set"), ("builtins", "frozenset")}
_OF_GAMES = "game.rules."


class WireError(Exception):
    """A frame that is too long, or an answer that is neither plain values nor moves; the text says what it is."""


def pack(message: Any) -> bytes:
    """A message as a frame. Raises whatever pickling it raises."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return _HEAD.pack(len(body)) + body


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The body of the next frame; None at the end of the stream. Raises WireError, OSError or ValueError."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    (length,) = _HEAD.unpack(head)
    if length > MOST_BYTES:
        raise WireError(f"an answer of {length} bytes")
    body = stream.read(length)
    return body if len(body) == length else None


def request_of(body: bytes) -> Any:
    """The request in a frame: read in the worker only, from the program itself."""
    return pickle.loads(body)


def answer_of(body: bytes) -> Any:
    """The answer in a frame. Raises WireError."""
    try:
        return _Answers(io.BytesIO(body)).load()
    except WireError:
        raise
    except Exception as error:  # whatever a wrong pickle raises
        raise WireError(f"an answer that cannot be read ({type(error).__name__}: {error})") from None


class _Answers(pickle.Unpickler):
    """Knows plain values, and the classes of games' rules."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in _PLAIN:
            return super().find_class(module, name)
        if (module, name) == ("builtins", "getattr"):
            return _member  # by which some versions of Python pickle the members of an Enum
        found = super().find_class(module, name) if module.startswith(_OF_GAMES) and "." not in name else None
        if not isinstance(found, type) or not found.__module__.startswith(_OF_GAMES):
            raise WireError(f"what is no move: a {module}.{name}")
        return found


def _member(kind: Any, name: str) -> Any:
    """The member of an Enum."""
    if not (isinstance(kind, type) and issubclass(kind, Enum)):
        raise WireError("what is no move: an attribute")
    return kind[name]
