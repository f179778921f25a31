"""Thirty-one's states and moves as a replay holds them, both ways."""

from typing import Any

from game.games.thirty_one.cards import BEST, DECK_CARDS, HAND_SIZE, KINDS, NUMBER_OF_KIND, kinds_of, pack, points
from game.games.thirty_one.moves import CALL, DISCARDS, DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.state import START_LIVES, House, State
from game.rules.protocol import RecordError

_KEYS = ("to_move", "hands", "deck", "discard", "lives", "caller", "first_turn", "drawn", "drawn_from")
_NAMES = {kind: kind.name.lower() for kind in MoveKind}
_PLAIN = {_NAMES[move.kind]: move for move in (DRAW_DECK, TAKE_DISCARD, CALL)}
_FRESH = {"caller": None, "first_turn": True, "drawn": None, "drawn_from": None}


def state_record(state: State) -> dict[str, Any]:
    """The state as a replay holds it, keys in a fixed order."""
    return {
        "to_move": state.to_move,
        "hands": [kinds_of(hand) for hand in state.hands],
        "deck": [KINDS[card] for card in state.deck[state.deck_at :]],
        "discard": [KINDS[card] for card in state.discard],
        "lives": list(state.lives),
        "caller": state.caller,
        "first_turn": state.first_turn,
        "drawn": None if state.drawn is None else KINDS[state.drawn],
        "drawn_from": None if state.drawn_from is None else state.drawn_from.value,
    }


def read_opening(record: Any, players: int, house: House) -> State:
    """The state of the record of a round just dealt; raises RecordError where it is not one."""
    if not isinstance(record, dict):
        raise RecordError("a state is an object")
    missing = [key for key in _KEYS if key not in record]
    if missing:
        raise RecordError(f"the state lacks {', '.join(missing)}")
    lives = _lives(record["lives"], players)
    hands, deck, discard = _all_cards(record)
    if [len(hand) for hand in hands] != [HAND_SIZE if left else 0 for left in lives]:
        raise RecordError(f"hands of a fresh round are {HAND_SIZE} cards for each player with lives, else none")
    if len(discard) != 1:
        raise RecordError("discard of a fresh round is one card")
    for key, fresh in _FRESH.items():
        if record[key] is not fresh:
            raise RecordError(f"{key} of a fresh round is {'true' if fresh else 'null'}")
    state = State([pack(hand) for hand in hands], tuple(deck), tuple(discard), lives, None, house)
    state.to_move = _to_move(record["to_move"], state)
    return state


def _to_move(found: Any, state: State) -> int | None:
    """Who starts; nobody where 31 was dealt."""
    if any(points(hand) == BEST for hand in state.hands):
        if found is not None:
            raise RecordError("to_move is null where 31 was dealt: the round is over")
        return None
    if type(found) is not int or not 0 <= found < len(state.lives) or not state.lives[found]:
        raise RecordError("to_move of a fresh round is the index of a player with lives")
    return found


def _lives(found: Any, players: int) -> tuple[int, ...]:
    if not isinstance(found, list) or len(found) != players:
        raise RecordError("lives is not a list of a number for each player")
    if any(type(left) is not int or not 0 <= left <= START_LIVES for left in found):
        raise RecordError(f"lives holds what is no number from 0 to {START_LIVES}")
    if sum(left > 0 for left in found) < 2:
        raise RecordError("lives are left to fewer than two players: the match is over")
    return tuple(found)


def _all_cards(record: dict[str, Any]) -> tuple[list[list[int]], list[int], list[int]]:
    """The hands, the deck and the discard pile of a state's record, which together are all the cards."""
    if not isinstance(record["hands"], list):
        raise RecordError("hands is not a list of hands")
    hands = [_cards(hand, "a hand") for hand in record["hands"]]
    deck, discard = _cards(record["deck"], "deck"), _cards(record["discard"], "discard")
    if sorted([*deck, *discard, *[card for hand in hands for card in hand]]) != list(DECK_CARDS):
        raise RecordError(f"hands, deck and discard are not the {len(DECK_CARDS)} cards of Thirty-one, each once")
    return hands, deck, discard


def _cards(found: Any, where: str) -> list[int]:
    if not isinstance(found, list):
        raise RecordError(f"{where} is not a list of cards")
    return [_card(name, where) for name in found]


def _card(name: Any, where: str) -> int:
    if not isinstance(name, str) or name not in NUMBER_OF_KIND:
        raise RecordError(f"{where} holds {name!r}, which is no card of Thirty-one")
    return NUMBER_OF_KIND[name]


def move_record(move: Move) -> dict[str, Any]:
    """The move as a replay holds it."""
    record = {"kind": _NAMES[move.kind]}
    if move.kind == MoveKind.DISCARD:
        record["card"] = KINDS[move.card]
    return record


def read_move(record: Any) -> Move:
    """The move of a record; raises RecordError."""
    name = record.get("kind") if isinstance(record, dict) else None
    if name not in _NAMES.values():
        raise RecordError(f"a move of Thirty-one is one of {', '.join(_NAMES.values())}, not {record!r}")
    keys = ["kind"] if name in _PLAIN else ["kind", "card"]
    if set(record) != set(keys):
        raise RecordError(f"the move {name} has the keys {', '.join(keys)} and no other")
    return _PLAIN[name] if name in _PLAIN else DISCARDS[_card(record["card"], "card")]
