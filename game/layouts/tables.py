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
    if number not in rules.seats:
        raise ValueError(f"{rules.name} is for {rules.seats[0]} to {rules.seats[-1]} players, not {number}")
    given = dict(options or {})
    texts = [f"{key}={value}" for key, value in given.items() if isinstance(value, str)]
    values = {key: value for key, value in given.items() if not isinstance(value, str)}
    known = parse_options(rules, texts)
    unknown = [key for key in values if key not in known]
    if unknown:
        raise OptionError(f"{rules.name} has no option {unknown[0]!r}; choose one of: {', '.join(known) or 'none'}")
    return Setup(number, known | values)


def layout_of(game: str, setup: Setup) -> Layout:
    """The layout of a game at one setting. Raises UnknownNameError, and ValueError for a game without one."""
    name = catalogue.game(game).name
    if name not in _LAYOUTS:
        raise ValueError(f"{name} has no layout for learning libraries; choose one of: {', '.join(_LAYOUTS)}")
    return _LAYOUTS[name](setup)
