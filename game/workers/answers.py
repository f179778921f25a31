"""What is taken from a worker's answer: type, range and size of each value are checked before it is used."""

import math
import struct
from collections.abc import Sequence
from numbers import Real
from operator import index
from typing import Any

from game.agents.agent import Estimate, Reason
from game.base.safe_text import shown
from game.rules.language import Message, message_of
from game.workers.wire import game_of_move

MOST_CANDIDATES = 10_000
MOST_REASON = 1000
MOST_NAME = 60
"""No name of a scorer or a system is longer."""
MOST_SCORE = 1e300
MOST_ITEMS = 1000
"""No list has more where nothing else is said."""
MOST_WORDS = 500
"""No text is longer where nothing else is said."""
MOST_NESTED = 10
"""No messages lie deeper in one another: why a move is better than others, and what probably follows it, are sentences
of sentences, moves, and cards in words, up to eight."""
MOST_WHOLE = 2**53
"""No number is larger: so many are exact in every reader of JSON."""
_STATE = struct.Struct("<625I")
_POSITION = 624
"""The last number of the state of a Mersenne Twister is at most so much."""


class AnswerError(ValueError):
    """A value that is not what it should be; the text says what should be there."""


def items(value: Any, most: int = MOST_ITEMS, least: int = 0) -> Sequence[Any]:
    """A list or a tuple. Raises AnswerError, as all of these functions do."""
    if type(value) not in (list, tuple) or not least <= len(value) <= most:
        raise AnswerError(f"needs a list of {least} to {most}")
    found: Sequence[Any] = value
    return found


def entry(value: Any, key: str) -> Any:
    """What a dict holds of a key."""
    if type(value) is not dict or key not in value:
        raise AnswerError(f"has no {key}")
    return value[key]


def flag(value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise AnswerError("needs true or false")
    return value


def whole(value: Any, most: int = MOST_WHOLE) -> int:
    """A whole number from 0."""
    if type(value) is not int or not 0 <= value <= most:
        raise AnswerError(f"needs a whole number from 0 to {most}")
    return value


def number(value: Any, most: float = MOST_SCORE) -> float:
    """A finite number of either sign."""
    if type(value) is not float and type(value) is not int:
        raise AnswerError("needs a number")
    if not -most < value < most:
        raise AnswerError("needs a finite number")
    return float(value)


def exact_text(value: Any, most: int = MOST_WORDS) -> str:
    """A text as it is; of a message, its English text."""
    if type(value) is Message:
        value = str(value)
    if type(value) is not str or len(value) > most:
        raise AnswerError(f"needs a text of at most {most} signs")
    return value


def words(value: Any, most: int = MOST_WORDS) -> str:
    """A text to be shown, plain or a message, in one line, shortened where it is longer."""
    if type(value) is Message:
        return message(value, most)
    if type(value) is not str:
        raise AnswerError("needs a text")
    return shown(value, most)


def message(value: Any, most: int = MOST_WORDS) -> str:
    """A text to be shown, a plain one or a message whose values are plain and short; in one line, shortened where it is
    longer. A template that a worker tells is used only where a catalogue of ours has it."""
    if type(value) is not Message:
        return words(value, most)
    text = shown(str(value), most)
    sound = text == value and all(map(_fits_message, (*value.args, *value.values.values())))
    return value if sound else text


def _fits_message(value: Any) -> bool:
    if type(value) in (str, Message):
        return message(value, MOST_WORDS) is value
    return value is None or type(value) in (bool, int, float)


def told_message(value: str, depth: int = MOST_NESTED) -> str:
    """A text as an answer holds it: a message with plain values, its English text where messages lie too deep in one
    another."""
    if type(value) is not Message:
        return value
    return str(value) if depth == 0 else value.with_values(str(value), lambda each: _told_value(each, depth))


def told_reason(reason: Any) -> str:
    """Why a candidate has its score, as an answer holds it: a message where it is a reason of ours, and not too long.
    Raises whatever a mod's own reason raises."""
    words = str(reason)
    if len(words) > MOST_REASON or not isinstance(reason, Reason):
        return words[:MOST_REASON]
    return told_message(reason.message)


def _told_value(value: Any, depth: int) -> Any:
    if type(value) in (bool, int, float) or value is None:
        return value
    inner = message_of(value)
    if inner is not None:
        return told_message(inner, depth - 1)
    return float(value) if isinstance(value, Real) else str(value)


def parameter(value: Any) -> Any:
    """The value of a parameter, which replays hold as JSON: nothing, a truth value, a number, a text, or a list of
    those."""
    if type(value) in (list, tuple):
        return type(value)([_plain(each) for each in items(value, 64)])
    return _plain(value)


def _plain(value: Any) -> Any:
    if value is None or type(value) is bool:
        return value
    if type(value) is str:
        text = exact_text(value, 200)
        if not text.isprintable():
            raise AnswerError("needs a text that can be printed")
        return text
    if type(value) is int:
        return whole(value) if value >= 0 else -whole(-value)
    return number(value)


def chance(value: Any) -> float:
    """A number from 0 to 1."""
    found = number(value)
    if not 0.0 <= found <= 1.0:
        raise AnswerError("needs a number from 0 to 1")
    return found


def estimate(value: Any) -> Estimate:
    """What is expected of a move: its fields in their order."""
    won, round_won, expected, error, visits, line = items(value, len(Estimate._fields), len(Estimate._fields))
    return Estimate(
        None if won is None else chance(won),
        None if round_won is None else chance(round_won),
        None if expected is None else number(expected),
        None if error is None else chance(error),
        None if visits is None else whole(visits),
        message(line),
    )


def told_estimate(value: Any) -> tuple[Any, ...]:
    """The fields of an estimate as an answer holds them, those of numpy as plain numbers; every reader can take them.

    Raises AnswerError where it is none, or holds what `estimate` would not take.
    """
    if not isinstance(value, Estimate):
        raise AnswerError("needs an Estimate")
    try:
        numbers = [None if each is None else float(each) for each in value[:4]]
        visits = None if value.visits is None else index(value.visits)
    except (TypeError, ValueError, OverflowError):
        raise AnswerError("needs numbers") from None
    return tuple(estimate((*numbers, visits, told_message(value.line))))


def move(value: Any) -> Any:
    """A move of a game, whether legal or not."""
    if game_of_move(type(value)) is None:
        raise AnswerError("needs a move of a game")
    return value


def told_state(state: Any) -> tuple[bytes, Any]:
    """The state of random numbers as an answer holds it."""
    _, numbers, gauss = state
    return _STATE.pack(*numbers), gauss


def state(value: Any) -> tuple[int, tuple[int, ...], float | None]:
    """The state of random numbers."""
    packed, gauss = items(value, 2, 2)
    if type(packed) is not bytes or len(packed) != _STATE.size:
        raise AnswerError("needs the state of random numbers")
    numbers = _STATE.unpack(packed)
    if numbers[-1] > _POSITION or not (gauss is None or (type(gauss) is float and math.isfinite(gauss))):
        raise AnswerError("needs the state of random numbers")
    return 3, numbers, gauss
