"""Jaipur's states and moves as a replay holds them, both ways."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from game.games.jaipur.moves import Move, MoveKind
from game.games.jaipur.state import State, TakenToken
from game.games.jaipur.tables import (
    BONUSES,
    CAMEL,
    CARDS,
    DEAL_SIZE,
    FIRST_CAMELS,
    GOODS,
    KINDS,
    MARKET_SIZE,
    TOKENS,
    tokens_left,
)
from game.rules.multisets import pack, unpack
from game.rules.protocol import RecordError

_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_SIZES = ("3", "4", "5")


def state_record(state: State) -> dict[str, Any]:
    """The state as a replay holds it, keys in a fixed order."""
    return {
        "to_move": state.to_move,
        "market": _names(unpack(state.market)),
        "deck": _names(state.deck[state.deck_at :]),
        "discard": _names(state.discard),
        "hands": [_names(unpack(hand)) for hand in state.hands],
        "herds": list(state.herds),
        "tokens": {KINDS[good]: list(tokens_left(good, state.tokens_left[good])) for good in GOODS},
        "bonus": {size: list(state.bonuses[pile]) for pile, size in enumerate(_SIZES)},
        "taken": [
            {"goods": _by_good(state.goods_taken[player]), "bonus": _by_pile(state.bonuses_taken[player])}
            for player in (0, 1)
        ],
    }


def _names(cards: Sequence[int]) -> list[str]:
    return [KINDS[card] for card in cards]


def _by_good(taken: Sequence[TakenToken]) -> dict[str, list[int]]:
    return {KINDS[good]: [value for kind, value in taken if kind == good] for good in GOODS}


def _by_pile(taken: Sequence[TakenToken]) -> dict[str, list[int]]:
    return {size: [value for kind, value in taken if kind == pile] for pile, size in enumerate(_SIZES)}


def move_record(move: Move) -> dict[str, Any]:
    """The move as a replay holds it."""
    match move.kind:
        case MoveKind.TAKE_GOOD:
            return {"kind": "take_good", "market": _names(unpack(move.market))}
        case MoveKind.TAKE_CAMELS:
            return {"kind": "take_camels"}
        case MoveKind.EXCHANGE:
            return {
                "kind": "exchange",
                "market": _names(unpack(move.market)),
                "hand": _names(unpack(move.hand)),
            }
        case MoveKind.SELL:
            return {"kind": "sell", "hand": _names(unpack(move.hand))}


_FIELDS: dict[str, tuple[MoveKind, tuple[str, ...]]] = {
    "take_good": (MoveKind.TAKE_GOOD, ("market",)),
    "take_camels": (MoveKind.TAKE_CAMELS, ()),
    "exchange": (MoveKind.EXCHANGE, ("market", "hand")),
    "sell": (MoveKind.SELL, ("hand",)),
}


def read_move(record: Any) -> Move:
    """The move of a record; raises RecordError."""
    kind = record.get("kind") if isinstance(record, dict) else None
    if not isinstance(kind, str) or kind not in _FIELDS:
        raise RecordError(f"a move of Jaipur is one of {', '.join(_FIELDS)}, not {record!r}")
    number, fields = _FIELDS[kind]
    if set(record) != {"kind", *fields}:
        raise RecordError(f"the move {kind} has the keys {', '.join(['kind', *fields])} and no other")
    cards = {field: _cards(record[field], field) for field in fields}
    return Move(number, pack(cards.get("market", ())), pack(cards.get("hand", ())))


def _cards(names: Any, where: str) -> list[int]:
    if not isinstance(names, list):
        raise RecordError(f"{where} is not a list of cards")
    for name in names:
        if not isinstance(name, str) or name not in _NUMBER:
            raise RecordError(f"{where} holds {name!r}, which is no card of Jaipur")
    if names and max(Counter(names).values()) > 11:
        raise RecordError(f"{where} holds more cards of a kind than there are")
    return [_NUMBER[name] for name in names]


def read_state(record: Any) -> State:
    """The state of the record of a freshly dealt round; raises RecordError where it is not one."""
    if not isinstance(record, dict):
        raise RecordError("a state is an object")
    _need(record, ("to_move", "market", "deck", "discard", "hands", "herds", "tokens", "bonus", "taken"))
    if type(record["to_move"]) is not int or record["to_move"] not in (0, 1):
        raise RecordError("to_move of a dealt round is 0 or 1")
    state = State()
    state.to_move = record["to_move"]
    _read_cards(record, state)
    _read_tokens(record, state)
    return state


def _read_cards(record: dict[str, Any], state: State) -> None:
    hands, herds = record["hands"], record["herds"]
    if not (isinstance(hands, list) and len(hands) == 2):
        raise RecordError("hands is not a list of two hands")
    if not (isinstance(herds, list) and len(herds) == 2 and all(type(n) is int and n >= 0 for n in herds)):
        raise RecordError("herds is not a list of two numbers of camels")
    market, deck = _cards(record["market"], "market"), _cards(record["deck"], "deck")
    held = [_cards(hand, "hands") for hand in hands]
    if record["discard"] != []:
        raise RecordError("discard of a dealt round is empty")
    every = Counter([*market, *deck, *held[0], *held[1]])
    every[CAMEL] += sum(herds)
    if any(CAMEL in hand for hand in held) or every != Counter(dict(enumerate(CARDS))):
        raise RecordError("market, deck, hands and herds are not the 55 cards of Jaipur")
    if len(market) != MARKET_SIZE or market.count(CAMEL) < FIRST_CAMELS:
        raise RecordError("the market is not as a deal leaves it")
    if any(len(hand) + herd != DEAL_SIZE for hand, herd in zip(held, herds, strict=True)):
        raise RecordError("hands and herds are not as a deal leaves them")
    state.market, state.deck = pack(market), tuple(deck)
    state.hands = [pack(hand) for hand in held]
    state.herds = list(herds)


def _read_tokens(record: dict[str, Any], state: State) -> None:
    if record["tokens"] != {KINDS[good]: list(TOKENS[good]) for good in GOODS}:
        raise RecordError("tokens are not those of a fresh round")
    bonus = record["bonus"]
    if not isinstance(bonus, dict) or list(bonus) != list(_SIZES):
        raise RecordError("bonus has the keys 3, 4 and 5")
    for pile, size in enumerate(_SIZES):
        values = bonus[size]
        if not isinstance(values, list) or not all(type(value) is int for value in values):
            raise RecordError(f"bonus {size} is not a list of numbers")
        if sorted(values) != sorted(BONUSES[pile]):
            raise RecordError(f"bonus {size} does not hold the tokens of a fresh round")
        state.bonuses[pile] = tuple(values)
    fresh: dict[str, dict[str, list[int]]] = {
        "goods": {KINDS[good]: [] for good in GOODS},
        "bonus": {size: [] for size in _SIZES},
    }
    if record["taken"] != [fresh, fresh]:
        raise RecordError("nobody has taken a token in a fresh round")


def _need(record: dict[str, Any], keys: Sequence[str]) -> None:
    missing = [key for key in keys if key not in record]
    if missing:
        raise RecordError(f"the state lacks {', '.join(missing)}")
