"""Values read from the texts of parameters; what cannot be read raises ValueError with what would do."""

import math

from game.rules.language import _, joined


def number_between(text: str, least: float, most: float) -> float:
    """A number from `least` to `most`. Raises ValueError."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise ValueError(_("needs a number from {low:g} to {high:g}", low=least, high=most))
    return value


def share(text: str) -> float:
    """A number from 0 to 1. Raises ValueError."""
    return number_between(text, 0.0, 1.0)


def whole_between(text: str, least: int, most: int) -> int:
    """A whole number from `least` to `most`, of nine digits at most. Raises ValueError."""
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise ValueError(_("needs a whole number from {low} to {high}", low=least, high=most))
    return int(text)


def several(text: str, least: int, most: int) -> tuple[int, ...]:
    """Whole numbers from `least` to `most`, joined by hyphens: "64-32". Raises ValueError."""
    return tuple(whole_between(part, least, most) for part in text.split("-"))


def one_of(text: str, *choices: str) -> str:
    """One of these words. Raises ValueError."""
    if text not in choices:
        raise ValueError(_("needs {words} or {last}", words=joined(choices[:-1]), last=choices[-1]))
    return text
