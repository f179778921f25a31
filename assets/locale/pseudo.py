"""The pseudo-language: English that shows which texts pass through a catalogue, and which have no room to grow."""

import re
from math import ceil

LONGER = 1.4
"""How much longer than English a text is between its brackets."""
_VALUE = re.compile(r"(\{[^{}]*\})")
_VOWEL = re.compile(r"[aeiouy]", re.IGNORECASE)
FILLER = "~"


def pseudo(text: str) -> str:
    """A text of the pseudo-language: each line in brackets, its vowels said twice, as many as make it long enough, and
    strokes for what is missing still. Values and the marks of a line's ends stay as they are."""
    return "\n".join(_line(line) for line in text.split("\n"))


def _line(line: str) -> str:
    if not line.strip():
        return line
    length = len(_VALUE.sub("", line))
    room = ceil(LONGER * length) - length
    parts = []
    for part in _VALUE.split(line):
        if _VALUE.fullmatch(part):
            parts.append(part)
            continue
        longer = _VOWEL.sub(lambda found: found[0] * 2, part, count=room) if room > 0 else part
        room -= len(longer) - len(part)
        parts.append(longer)
    return f"[{''.join(parts)}{FILLER * max(0, room)}]"
