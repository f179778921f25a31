"""Reports of errors that nobody expected: files in the folder of the user's data, with what helps to find the cause.

Few are kept and none is large, so that an error which comes back again and again fills no disk.
"""

import enum
import os
import platform
import sys
import time
import traceback
from collections import deque
from collections.abc import Mapping, Set
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

from game.base.safe_text import warn
from game.base.storage import StorageError, home, write_whole
from game.rules.language import _

MOST_EVENTS = 200
"""So many events before the error stand in its report."""
MOST_REPORTS = 10
"""Older ones are removed."""
MOST_BYTES = 200_000
"""No report is larger."""
_MOST_FRAMES = 40
_LIBRARIES = ("esper", "pygame-ce", "numpy", "platformdirs", "pettingzoo", "gymnasium", "ray")
_DEEPEST = 3
_MOST_PARTS = 8
_MOST_LETTERS = 120


class _Happening(NamedTuple):
    """Something that happened, with what belongs to it; put into words only when a report is written."""

    when: float
    what: str
    details: Mapping[str, Any]


@dataclass(frozen=True)
class Report:
    """An error as it was written down: where; without a path, why it could not be. `again`: it had come before, and the
    report was there already."""

    error: BaseException
    path: Path | None
    trouble: str = ""
    again: bool = False

    @property
    def where(self) -> str:
        """Where to read on, in a sentence."""
        if self.path is not None:
            return _("What happened is written down in {path}.", path=str(self.path))
        what = _in_a_line(self.error)
        return _("What happened ({what}) could not be written down: {why}.", what=what, why=self.trouble)


_events: deque[_Happening] = deque(maxlen=MOST_EVENTS)
_written: dict[object, Path] = {}


def note(what: str, details: Mapping[str, Any], replaces: bool = False) -> None:
    """Remember something that happened, for a report of an error that comes after it; where it `replaces`, it stands
    instead of the latest of its kind, if that was the last."""
    if replaces and _events and _events[-1].what == what:
        _events.pop()
    _events.append(_Happening(time.time(), what, details))


def report(error: BaseException, doing: str) -> Report:
    """Write down an error that came while the program was `doing` something; the same one is written down once. Raises
    nothing: where it cannot be written down, the report says why."""
    try:
        known = _written.get(_place(error))
        if known is not None and known.exists():
            return Report(error, known, again=True)
        path = _write(_text(error, doing))
        for place in [place for place, other in _written.items() if other == path]:
            del _written[place]  # that report was removed, and its name is taken again
        _written[_place(error)] = path
        return Report(error, path)
    except Exception as trouble:  # a report of an error must not be the cause of the next one
        return Report(error, None, _in_a_line(trouble))


def in_debugging() -> bool:
    """Whether whoever runs the program wants to see tracebacks: ``TABLETALK_DEBUG`` is set."""
    return bool(os.environ.get("TABLETALK_DEBUG"))


def tell(error: BaseException, doing: str, name: str = "error") -> Report:
    """Write an error down, and say so on stderr in one line; developers see its traceback too."""
    found = report(error, doing)
    if in_debugging():
        traceback.print_exception(error)
    if not found.again:
        warn(f"{name}: an error that nobody expected, while {doing}. {found.where}")
    return found


def folder() -> Path:
    """Where reports lie."""
    return home() / "reports"


# --- what a report says ------------------------------------------------------------------------------------------


def _place(error: BaseException) -> object:
    """What two errors have in common that are the same."""
    frames = traceback.extract_tb(error.__traceback__)[-_MOST_FRAMES:]
    return type(error), tuple((frame.filename, frame.lineno) for frame in frames)


def _text(error: BaseException, doing: str) -> str:
    lines = [
        f"Tabletalk {program_version()}: an error that nobody expected, while {doing}.",
        "",
        f"when       {time.strftime('%Y-%m-%d %H:%M:%S', time.gmtime())} UTC",
        f"command    {' '.join(map(ascii, sys.argv[1:])) or '(none)'}",
        f"Python     {sys.version.split()[0]}, {platform.python_implementation()}",
        f"platform   {platform.platform()}",
        f"libraries  {', '.join(_libraries())}",
        "",
        _cut("".join(traceback.format_exception(error, limit=-_MOST_FRAMES)), MOST_BYTES // 2),
        f"The last {len(_events)} events before it, the latest at the end:",
        *map(_line, list(_events)),
    ]
    return _cut("\n".join(lines), MOST_BYTES - 100) + "\n"


def program_version() -> str:
    """The version of the program that is installed."""
    from importlib.metadata import PackageNotFoundError, version  # only here: it takes a while to load

    try:
        return version("tabletalk-games")
    except PackageNotFoundError:
        return "(not installed)"


def _libraries() -> list[str]:
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in _LIBRARIES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return found


def _line(event: _Happening) -> str:
    when = time.strftime("%H:%M:%S", time.gmtime(event.when))
    return f"{when}.{int(event.when % 1 * 1000):03} {event.what} " + " ".join(
        f"{name}={_short(value)}" for name, value in event.details.items()
    )


def _short(value: Any, depth: int = _DEEPEST) -> str:
    """A value in few words, whatever it is: no code of its own is run, and nothing is gone through that has no end."""
    name = type(value).__name__[:_MOST_LETTERS]
    if value is None or type(value) in (bool, float):
        return str(value)
    if isinstance(value, enum.Enum):
        return f"{name}.{str.__str__(value.name)[:_MOST_LETTERS]}"
    if isinstance(value, str):
        return ascii(str.__str__(value)[:_MOST_LETTERS])
    if isinstance(value, int):
        return int.__repr__(value) if int.bit_length(value) <= 64 else f"(a number of {int.bit_length(value)} bits)"
    if depth == 0:
        return name
    if isinstance(value, tuple | list):
        return f"{name}({', '.join(_short(part, depth - 1) for part in list(value)[:_MOST_PARTS])})"
    if isinstance(value, Mapping | Set):
        return f"{name} of {len(value)}" if type(value) in (dict, set, frozenset) else name
    if is_dataclass(value) and not isinstance(value, type):
        parts = [(field.name, getattr(value, field.name, None)) for field in fields(value)[:_MOST_PARTS]]
        return f"{name}({', '.join(f'{key}={_short(part, depth - 1)}' for key, part in parts)})"
    return name


def _in_a_line(error: BaseException) -> str:
    """An error in one short line."""
    words = traceback.format_exception_only(error)[-1]
    return " ".join(words.split())[:300]


def _cut(text: str, most: int) -> str:
    """A text without its middle where it is too long; one letter may take four bytes."""
    most //= 4 if not text.isascii() else 1
    return text if len(text) <= most else f"{text[: most // 2]}\n[...]\n{text[-most // 2 :]}"


# --- where reports lie -------------------------------------------------------------------------------------------


def _write(text: str) -> Path:
    """Write a report, and remove the oldest of too many. Raises StorageError."""
    _make_room()
    stem = time.strftime("%Y%m%d-%H%M%S", time.gmtime())
    names = [stem, *(f"{stem}-{number}" for number in range(2, MOST_REPORTS + 2))]
    path = next(place for name in names if not os.path.lexists(place := folder() / f"{name}.txt"))
    write_whole(path, text.encode("utf-8", "backslashreplace"))
    return path


def _make_room() -> None:
    """Remove the oldest reports, so that there is room for one."""
    try:
        found = sorted(folder().glob("*.txt"), key=lambda path: (path.stat().st_mtime_ns, path.name))
        for path in found[: max(0, len(found) - MOST_REPORTS + 1)]:
            path.unlink()
    except OSError as error:
        raise StorageError(f"{folder()} could not be tidied: {error.strerror or error}") from error
