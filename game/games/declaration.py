"""Whether what declares a game is whole: looked at before it is registered."""

import re
from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Any, get_type_hints

from game.base.safe_text import shown
from game.games.module import GameModule
from game.games.zones import TableZone
from game.rules.protocol import MEMBERS, METHODS, OPTIONAL, AnyRules, Option, Setup, usual_options

GAME_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
"""What a game can be called."""
MOST_SEATS = 4
"""No table has more chairs."""


class GameError(Exception):
    """A game that is not whole; the text says what is wrong and what would do."""


def check_game(entry: GameModule) -> None:
    """Raise GameError where a game lacks something, or its rules cannot so much as deal."""
    name = getattr(entry.rules, "name", None)
    if type(name) is not str or not GAME_NAME.fullmatch(name):
        called = repr(shown(name, 60)) if isinstance(name, str) else "what is no text"
        raise GameError(f"a game cannot be called {called}: use up to 40 of a-z, 0-9 and _, a letter first")
    missing = [member for member in MEMBERS if member not in OPTIONAL and not hasattr(entry.rules, member)]
    missing += [method for method in METHODS if method not in missing and not _has_method(entry.rules, method)]
    if missing:
        raise GameError(f"{name}: its rules lack {', '.join(missing)}")
    if not (_words(entry.title) and _words(entry.about)):
        raise GameError(f"{name}: a game needs a title, and a line about it")
    _check_traits(entry.rules)
    _check_move(name, entry.move)
    _check_zones(name, entry.zones)
    _check_deals(entry.rules)


def _has_method(rules: AnyRules, method: str) -> bool:
    """Whether rules have a method, or need not have it."""
    return callable(getattr(rules, method, None)) or (method in OPTIONAL and not hasattr(rules, method))


def _words(text: object) -> bool:
    return isinstance(text, str) and bool(text.strip()) and text.isprintable()


def _check_traits(rules: AnyRules) -> None:
    seats = rules.seats
    if not isinstance(seats, range) or seats.step != 1 or not seats or not 2 <= seats[0] <= seats[-1] <= MOST_SEATS:
        raise GameError(f"{rules.name}: its seats are a range within 2 to {MOST_SEATS}, such as range(2, 3)")
    if not all(isinstance(option, Option) for option in rules.options):
        raise GameError(f"{rules.name}: its options are not all an Option")
    if not rules.kinds or not all(map(_words, rules.kinds)):
        raise GameError(f"{rules.name}: it names no kinds of moves")


def _check_move(name: str, move: Any) -> None:
    """Raise GameError where moves are none that can be told between processes."""
    if not (isinstance(move, type) and issubclass(move, tuple) and hasattr(move, "_fields")):
        raise GameError(f"{name}: move=... is not the class of its moves, a NamedTuple")
    hints = get_type_hints(move)
    for field in move._fields:
        hint = hints.get(field)
        if not (isinstance(hint, type) and (hint in (int, str) or issubclass(hint, Enum))):
            raise GameError(f"{name}: {field} of a move is neither a whole number, nor a text, nor of an Enum")


def _check_zones(name: str, zones: Sequence[Any]) -> None:
    for zone in zones:
        if not isinstance(zone, TableZone):
            raise GameError(f"{name}: its zones are not all a TableZone")
        if fault := zone.fault():
            raise GameError(f"{name}: zone {shown(zone.name, 60)} {fault}")


def _check_deals(rules: AnyRules) -> None:
    """Raise GameError where a round cannot be dealt, seen, or moved in. What the rules raise is told by its line."""
    for players in rules.seats:
        setup = Setup(players, usual_options(rules))
        state = rules.deal(setup, rules.new_standing(setup), 0, Random(0))
        rules.board(state)
        if state.to_move is not None and not len(rules.legal_moves(rules.view(state, state.to_move))):
            raise GameError(f"{rules.name}: whoever is to move first has no legal move")
