"""Nim's moves, and its moves and openings as a replay holds them."""

from typing import Any, NamedTuple

from game.rules.protocol import RecordError

MOST_PILES = 8
"""How many piles there are at most."""
MOST_STONES = 15
"""How many stones a pile holds at most."""


class Move(NamedTuple):
    """What a player decides: to take stones from a pile."""

    pile: int
    """Which pile, counted from 0."""
    stones: int
    """How many stones are taken, 1 or more."""


def move_record(move: Move) -> dict[str, Any]:
    """The move as a replay holds it."""
    return {"kind": "take", "pile": move.pile, "count": move.stones}


def read_move(record: Any) -> Move:
    """The move of a record; raises RecordError."""
    if not isinstance(record, dict) or record.get("kind") != "take":
        raise RecordError(f"a move of Nim is a take, not {record!r}")
    if set(record) != {"kind", "pile", "count"}:
        raise RecordError("a take has the keys kind, pile, count and no other")
    pile, count = record["pile"], record["count"]
    if type(pile) is not int or type(count) is not int:
        raise RecordError("pile and count are whole numbers")
    return Move(pile, count)


def read_opening(record: Any, piles: list[int]) -> int:
    """Who is to move in the record of a round's opening; raises RecordError where its piles are not these."""
    if not isinstance(record, dict):
        raise RecordError("a state is an object")
    missing = [key for key in ("to_move", "piles") if key not in record]
    if missing:
        raise RecordError(f"the state lacks {', '.join(missing)}")
    to_move = record["to_move"]
    if type(to_move) is not int or to_move not in (0, 1):
        raise RecordError("to_move of an opening is 0 or 1")
    found = record["piles"]
    if found != piles or not all(type(count) is int for count in found):
        raise RecordError(f"piles of an opening are those of the options, {piles}")
    return to_move
