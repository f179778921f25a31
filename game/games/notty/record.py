"""Notty's states and moves as a replay holds them, both ways."""

from typing import Any

from game.games.notty.hands import ALL, CARDS, COPIES, DEAL_SIZE, KINDS, ONE, pack, size, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.state import State
from game.rules.protocol import RecordError

_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_KEYS = ("to_move", "hands", "deck", "used")
_FIELDS: dict[str, tuple[MoveKind, tuple[str, ...]]] = {
    "draw": (MoveKind.DRAW, ("count",)),
    "steal": (MoveKind.STEAL, ("target", "card")),
    "draw_to_discard": (MoveKind.DRAW_TO_DISCARD, ()),
    "return_card": (MoveKind.RETURN_CARD, ("card",)),
    "discard_group": (MoveKind.DISCARD_GROUP, ("cards",)),
    "next_turn": (MoveKind.NEXT_TURN, ()),
}
"""By their names in a replay: the kinds of moves, and the keys beside ``kind``."""


def names(hand: int) -> list[str]:
    """The cards of a packed hand by name, in canonical order."""
    return [KINDS[kind] for kind in unpack(hand)]


def state_record(state: State) -> dict[str, Any]:
    """The state as a replay holds it, keys in a fixed order."""
    used = state.used
    return {
        "to_move": state.to_move,
        "hands": [names(hand) for hand in state.hands],
        "deck": [KINDS[kind] for kind in state.deck],
        "used": {
            "draw": bool(used & DREW),
            "steal": bool(used & STOLE),
            "draw_discard": "drawn" if used & HOLDS else "done" if used & RETURNED else "no",
        },
    }


def read_opening(record: Any, players: int) -> State:
    """The state of the record of a freshly dealt match; raises RecordError where it is not one."""
    if not isinstance(record, dict):
        raise RecordError("a state is an object")
    missing = [key for key in _KEYS if key not in record]
    if missing:
        raise RecordError(f"the state lacks {', '.join(missing)}")
    to_move = record["to_move"]
    if type(to_move) is not int or not 0 <= to_move < players:
        raise RecordError("to_move of a fresh match is the index of a player")
    hands, deck = _all_cards(record)
    if len(hands) != players or any(size(hand) != DEAL_SIZE for hand in hands):
        raise RecordError(f"hands of a fresh match are {DEAL_SIZE} cards for each player")
    if record["used"] != {"draw": False, "steal": False, "draw_discard": "no"}:
        raise RecordError("nothing has been used in a fresh match")
    return State(hands, deck, to_move)


def _all_cards(state: Any) -> tuple[list[int], tuple[int, ...]]:
    """The hands, packed, and the deck of a state's record, which together are all the cards; raises RecordError."""
    if not isinstance(state, dict) or not isinstance(state.get("hands"), list):
        raise RecordError("hands is not a list of hands")
    hands = [_cards(hand, "a hand") for hand in state["hands"]]
    deck = _cards(state.get("deck"), "deck")
    lying = sorted(kind for cards in (*hands, deck) for kind in cards)
    if lying != unpack(ALL):
        raise RecordError(f"hands and deck are not the {CARDS} cards of Notty")
    return [pack(hand) for hand in hands], tuple(deck)


def _cards(found: Any, where: str) -> list[int]:
    if not isinstance(found, list):
        raise RecordError(f"{where} is not a list of cards")
    return [_card(name, where) for name in found]


def _card(name: Any, where: str) -> int:
    if not isinstance(name, str) or name not in _NUMBER:
        raise RecordError(f"{where} holds {name!r}, which is no card of Notty")
    return _NUMBER[name]


def move_record(move: Move, chance: Any) -> dict[str, Any]:
    """The move as a replay holds it; of what chance added, the stolen card where it is given;
    the deck's order is in the state."""
    kind, value = move
    match kind:
        case MoveKind.DRAW:
            return {"kind": "draw", "count": value}
        case MoveKind.STEAL:
            stolen = {} if chance is None else {"card": KINDS[chance]}
            return {"kind": "steal", "target": value} | stolen
        case MoveKind.DRAW_TO_DISCARD:
            return {"kind": "draw_to_discard"}
        case MoveKind.RETURN_CARD:
            return {"kind": "return_card", "card": KINDS[value]}
        case MoveKind.DISCARD_GROUP:
            return {"kind": "discard_group", "cards": names(value)}
        case MoveKind.NEXT_TURN:
            return {"kind": "next_turn"}


def read_move(record: Any, after: Any) -> tuple[Move, Any]:
    """The move of a record, and what chance added to it: the stolen card, or the deck after it was shuffled; raises
    RecordError."""
    name = record.get("kind") if isinstance(record, dict) else None
    if not isinstance(name, str) or name not in _FIELDS:
        raise RecordError(f"a move of Notty is one of {', '.join(_FIELDS)}, not {record!r}")
    kind, fields = _FIELDS[name]
    if set(record) != {"kind", *fields}:
        raise RecordError(f"the move {name} has the keys {', '.join(['kind', *fields])} and no other")
    match kind:
        case MoveKind.STEAL:
            return Move(kind, _whole(record, "target")), _card(record["card"], "card")
        case MoveKind.DRAW:
            return Move(kind, _whole(record, "count")), None
        case MoveKind.RETURN_CARD:
            return Move(kind, _card(record["card"], "card")), _all_cards(after)[1]
        case MoveKind.DISCARD_GROUP:
            return Move(kind, _group(record["cards"])), _all_cards(after)[1]
    return Move(kind), None


def _whole(record: dict[str, Any], key: str) -> int:
    if type(record[key]) is not int:
        raise RecordError(f"{key} is not a whole number")
    return int(record[key])


def _group(found: Any) -> int:
    kinds = _cards(found, "cards")
    if any(kinds.count(kind) > COPIES for kind in kinds):
        raise RecordError("cards holds more of a kind than there are")
    return sum(ONE[kind] for kind in kinds)
