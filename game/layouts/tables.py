"""Which games stand open to learning libraries, and how each is laid out."""

from collections.abc import Callable, Mapping
from typing import Any

from game import catalogue
from game.layouts.jaipur import JaipurLayout
from game.layouts.layout import Layout
from game.layouts.nim import NimLayout
from game.layouts.notty import NottyLayout
from game.layouts.thirty_one import ThirtyOneLayout
from game.rules.protocol import OptionError, Setup, parse_options

_LAYOUTS: dict[str, Callable[[Setup], Layout]] = {
    "jaipur": JaipurLayout,
    "notty": NottyLayout,
    "thirty_one": ThirtyOneLayout,
    "nim": NimLayout,
}


def setup_of(game: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Setup:
    """How a match is set up: options as values or as their texts. Raises UnknownNameError, OptionError, and ValueError
    where that many players cannot sit down."""
    rules = catalogue.game(game).rules
    number = rules.seats[0] if players is None else players
    if not isinstance(number, int) or number not in rules.seats:
        allowed = " or ".join(str(seats) for seats in rules.seats)
        raise ValueError(f"{rules.name} is for {allowed} players, not {number!r}")
    if not isinstance(options, Mapping | None):
        raise OptionError(f'options are told by their keys, such as {{"turn_limit": 100}}, not {options!r}')
    return Setup(number, parse_options(rules, [f"{key}={_text(value)}" for key, value in (options or {}).items()]))


def _text(value: Any) -> str:
    """An option's value as it would be typed."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def layout_of(game: str, setup: Setup) -> Layout:
    """The layout of a game at one setting. Raises UnknownNameError, and ValueError for a game without one."""
    name = catalogue.game(game).name
    if name not in _LAYOUTS:
        raise ValueError(f"{name} has no layout for learning libraries; choose one of: {', '.join(_LAYOUTS)}")
    return _LAYOUTS[name](setup)
