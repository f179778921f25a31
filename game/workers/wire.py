"""What goes between the program and a worker process, in frames.

Requests are the program's own: pickled, and read as they are. Answers come from a process in which anybody's code runs:
they are JSON, of plain values, messages and the moves of games alone, and type, range and size of each are checked
while it is written and again while it is read. Nothing in an answer is code, nothing in it is shared, and nothing of it
is called.
"""

import base64
import binascii
import json
import pickle
import struct
from collections.abc import Sequence
from enum import Enum
from typing import IO, Any, get_type_hints
from weakref import WeakKeyDictionary

from game.games import registry
from game.rules.language import Message

MOST_BYTES = 1 << 26
"""No longer frame is read."""
MOST_VALUES = 1_000_000
"""No answer holds more values."""
MOST_DEPTH = 32
"""No value of an answer lies deeper in others: a sentence is made of sentences, moves and cards in words."""
MOST_BITS = 256
"""No whole number has more."""
INTERRUPT = (0, "interrupt")
"""Is asked beside the other requests, and has no answer."""
_HEAD = struct.Struct("<Q")
_MESSAGE = "message"
_MOVE = "move of "
"""What says that an object is a move; the name of its game follows."""
_MOST_DIGITS = len(str(1 << MOST_BITS)) + 1


class WireError(Exception):
    """A frame that is too long, or an answer that is neither plain values nor moves; the text says what it is."""


def pack(message: Any) -> bytes:
    """A request as a frame. Raises whatever pickling it raises."""
    return _framed(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def pack_answer(answer: Any) -> bytes:
    """An answer as a frame. Raises WireError."""
    body = json.dumps(_Writer().plain(answer), separators=(",", ":")).encode("ascii")
    if len(body) > MOST_BYTES:
        raise WireError(f"an answer of {len(body)} bytes")
    return _framed(body)


def _framed(body: bytes) -> bytes:
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
    if body.count(b",") + body.count(b"[") + body.count(b"{") > 2 * MOST_VALUES:  # before anything is made of it
        raise WireError("an answer of too many values")
    try:
        content = json.loads(body.decode("ascii"), parse_int=_whole)
    except (ValueError, RecursionError):
        raise WireError("an answer that cannot be read") from None
    return _read(content, MOST_DEPTH)


class _Writer:
    """Turns one answer into what JSON holds: lists and numbers, texts, and for all else an object whose one key says
    what it is."""

    def __init__(self) -> None:
        self._left = MOST_VALUES

    def plain(self, value: Any, depth: int = MOST_DEPTH) -> Any:
        """A value as JSON holds it. Raises WireError."""
        self._left -= 1
        if self._left < 0:
            raise WireError("an answer of too many values")
        kind = type(value)
        if kind is int:
            if value.bit_length() > MOST_BITS:
                raise WireError(f"a number of more than {MOST_BITS} bits")
            return value
        if value is None or kind in (bool, float, str):
            return value
        if depth == 0:
            raise WireError(f"what lies deeper than {MOST_DEPTH} values in one another")
        return self._made_of(kind, value, depth - 1)

    def _made_of(self, kind: type[Any], value: Any, depth: int) -> Any:
        if kind is list:
            return [self.plain(each, depth) for each in value]
        if kind is tuple:
            return {"tuple": [self.plain(each, depth) for each in value]}
        if kind is bytes:
            return {"bytes": base64.b64encode(value).decode("ascii")}
        if kind is dict:
            if any(type(key) is not str for key in value):
                raise WireError("a dict whose keys are no texts")
            return {"dict": {key: self.plain(each, depth) for key, each in value.items()}}
        if kind is Message:
            return {_MESSAGE: [self.plain(each, depth) for each in (str(value), *value.parts)]}
        game = game_of_move(kind)
        if game is not None:
            fields = [each.value if isinstance(each, Enum) else each for each in value]
            return {f"{_MOVE}{game}": [self.plain(each, depth) for each in fields]}
        raise WireError(f"what is no plain value: a {named(kind)}")


def named(kind: type[Any]) -> str:
    """What a class is called, and where it comes from."""
    return kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise WireError(f"a number of more than {MOST_BITS} bits")
    return int(digits)


def _read(content: Any, depth: int) -> Any:
    """The value that JSON holds so. Raises WireError."""
    kind = type(content)
    if kind is not list and kind is not dict:
        return content
    if depth == 0:
        raise WireError(f"what lies deeper than {MOST_DEPTH} values in one another")
    if kind is list:
        return [_read(each, depth - 1) for each in content]
    if len(content) != 1:
        raise WireError("what is no value")
    ((name, inner),) = content.items()
    if type(inner) is list:
        return _made_of(name, [_read(each, depth - 1) for each in inner])
    if name == "bytes" and type(inner) is str:
        return _bytes(inner)
    if name == "dict" and type(inner) is dict:
        return {key: _read(each, depth - 1) for key, each in inner.items()}
    raise WireError("what is no value")


def _made_of(name: str, values: Sequence[Any]) -> Any:
    if name == "tuple":
        return tuple(values)
    if name == _MESSAGE:
        return _message(values)
    try:
        kind = registry.game(name.removeprefix(_MOVE)).move if name.startswith(_MOVE) else None
    except registry.UnknownNameError:
        kind = None
    if kind is None:
        raise WireError("what is no move")
    return _move(kind, values)


def _message(values: Sequence[Any]) -> Message:
    """A message of its English text and its parts; nothing is formatted here. Raises WireError."""
    kinds = tuple(map(type, values))
    if kinds != (str, str, tuple, dict, str, int, str):
        raise WireError("what is no message")
    return Message(*values)


def game_of_move(kind: type[Any]) -> str | None:
    """The game whose moves are of a class; None where none has such."""
    return next((entry.name for entry in registry.games() if entry.move is kind), None)


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise WireError("what is no value") from None


def _move(kind: type[Any], values: Sequence[Any]) -> Any:
    """The move of these values. Raises WireError."""
    fields = _fields(kind)
    if len(values) != len(fields) or not all(map(_fits, fields, values)):
        raise WireError("what is no move: not the values that it is made of")
    try:
        return kind(*[field(value) for field, value in zip(fields, values, strict=True)])
    except ValueError:
        raise WireError("what is no move: there is none of such a kind") from None


def _fits(field: type[Any], value: Any) -> bool:
    """Whether a plain value can be a field of a move, or the value of the Enum that its field is."""
    return type(value) is field or (issubclass(field, Enum) and type(value) in (int, str))


def _fields(kind: type[Any]) -> tuple[type[Any], ...]:
    """What each field of a move is: ``int``, ``str`` or an Enum whose values are of these."""
    if kind not in _known_fields:
        _known_fields[kind] = tuple(get_type_hints(kind).values())
    return _known_fields[kind]


_known_fields: WeakKeyDictionary[type[Any], tuple[type[Any], ...]] = WeakKeyDictionary()
