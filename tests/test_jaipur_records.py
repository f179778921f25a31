"""Jaipur in a replay: what is written, to the letter, and what is refused when read."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from game.games.jaipur.moves import TAKE_CAMELS, Move
from game.games.jaipur.rules import RULES
from game.rules.protocol import RecordError, Setup
from tests.jaipur_positions import dealt, exchange, play, position, sell, take


def test_a_state_as_it_is_written() -> None:
    state = position("gold, 4 camel", ("4 leather, gold", "silver"), (1, 2), deck="cloth, diamond", limit=9)
    state.bonuses = [(3, 1), (4,), (8, 10)]
    after = play(state, sell("3 leather"), take("gold"))
    assert json.dumps(RULES.state_record(after)) == json.dumps(
        {
            "to_move": 0,
            "market": ["cloth", "camel", "camel", "camel", "camel"],
            "deck": ["diamond"],
            "discard": ["leather", "leather", "leather"],
            "hands": [["gold", "leather"], ["gold", "silver"]],
            "herds": [1, 2],
            "tokens": {
                "diamond": [7, 7, 5, 5, 5],
                "gold": [6, 6, 5, 5, 5],
                "silver": [5, 5, 5, 5, 5],
                "cloth": [5, 3, 3, 2, 2, 1, 1],
                "spice": [5, 3, 3, 2, 2, 1, 1],
                "leather": [1, 1, 1, 1, 1, 1],
            },
            "bonus": {"3": [1], "4": [4], "5": [8, 10]},
            "taken": [
                {
                    "goods": {"diamond": [], "gold": [], "silver": [], "cloth": [], "spice": [], "leather": [4, 3, 2]},
                    "bonus": {"3": [3], "4": [], "5": []},
                },
                {
                    "goods": {"diamond": [], "gold": [], "silver": [], "cloth": [], "spice": [], "leather": []},
                    "bonus": {"3": [], "4": [], "5": []},
                },
            ],
        }
    )


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (take("gold"), '{"kind": "take_good", "market": ["gold"]}'),
        (TAKE_CAMELS, '{"kind": "take_camels"}'),
        (
            exchange("spice, 2 gold", "camel, leather, cloth"),
            '{"kind": "exchange", "market": ["gold", "gold", "spice"], "hand": ["cloth", "leather", "camel"]}',
        ),
        (sell("2 leather"), '{"kind": "sell", "hand": ["leather", "leather"]}'),
    ],
)
def test_a_move_as_it_is_written_and_read(move: Move, text: str) -> None:
    assert json.dumps(RULES.move_record(move)) == text
    assert RULES.move_from_record(json.loads(text), None) == (move, None)


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (None, "a move of Jaipur is one of take_good, take_camels, exchange, sell, not None"),
        ({}, "a move of Jaipur is one of"),
        ({"kind": "steal"}, "a move of Jaipur is one of"),
        ({"kind": ["sell"]}, "a move of Jaipur is one of"),
        ({"kind": "sell"}, "the move sell has the keys kind, hand and no other"),
        ({"kind": "take_camels", "market": []}, "the move take_camels has the keys kind and no other"),
        ({"kind": "exchange", "market": []}, "the move exchange has the keys kind, market, hand and no other"),
        ({"kind": "sell", "hand": "gold"}, "hand is not a list of cards"),
        ({"kind": "sell", "hand": ["jade"]}, "hand holds 'jade', which is no card of Jaipur"),
        ({"kind": "sell", "hand": [["gold"]]}, "which is no card of Jaipur"),
        ({"kind": "sell", "hand": ["gold"] * 16}, "hand holds more cards of a kind than there are"),
    ],
)
def test_a_damaged_move_is_refused_with_its_reason(record: object, text: str) -> None:
    with pytest.raises(RecordError) as error:
        RULES.move_from_record(record, None)
    assert text in str(error.value)


def put(key: str, value: object) -> Callable[[dict[str, Any]], None]:
    def damage(record: dict[str, Any]) -> None:
        record[key] = value

    return damage


def move_a_card_to_the_hand(record: dict[str, Any]) -> None:
    good = next(card for card in record["deck"] if card != "camel")
    record["deck"].remove(good)
    record["hands"][0].append(good)


def camel_in_hand(record: dict[str, Any]) -> None:
    record["deck"].remove("camel")
    record["hands"][0].append("camel")


DAMAGE: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (lambda record: record.pop("herds"), "the state lacks herds"),
    (put("to_move", None), "to_move of a dealt round is 0 or 1"),
    (put("to_move", True), "to_move of a dealt round is 0 or 1"),
    (put("to_move", 1.0), "to_move of a dealt round is 0 or 1"),
    (put("to_move", 2), "to_move of a dealt round is 0 or 1"),
    (put("hands", [[]]), "hands is not a list of two hands"),
    (put("hands", [None, []]), "hands is not a list of cards"),
    (put("herds", [1]), "herds is not a list of two numbers of camels"),
    (put("herds", [True, 0]), "herds is not a list of two numbers of camels"),
    (put("herds", [-1, 1]), "herds is not a list of two numbers of camels"),
    (put("discard", ["gold"]), "discard of a dealt round is empty"),
    (lambda record: record["deck"].pop(), "market, deck, hands and herds are not the 55 cards of Jaipur"),
    (camel_in_hand, "market, deck, hands and herds are not the 55 cards of Jaipur"),
    (move_a_card_to_the_hand, "hands and herds are not as a deal leaves them"),
    (lambda record: record["tokens"]["gold"].pop(), "tokens are not those of a fresh round"),
    (put("tokens", None), "tokens are not those of a fresh round"),
    (put("bonus", {"3": []}), "bonus has the keys 3, 4 and 5"),
    (lambda record: record["bonus"]["4"].append(4), "bonus 4 does not hold the tokens of a fresh round"),
    (lambda record: record["bonus"].update({"5": None}), "bonus 5 is not a list of numbers"),
    (lambda record: record["bonus"].update({"5": [8, 8, 9, 10, "10"]}), "bonus 5 is not a list of numbers"),
    (put("taken", []), "nobody has taken a token in a fresh round"),
]


@pytest.mark.parametrize(("damage", "text"), DAMAGE)
def test_a_damaged_state_is_refused_with_its_reason(damage: Callable[[dict[str, Any]], None], text: str) -> None:
    record = RULES.state_record(dealt("damage"))
    damage(record)
    with pytest.raises(RecordError) as error:
        RULES.state_from_record(record, Setup(2))
    assert str(error.value) == text


def test_a_market_that_no_deal_gives_is_refused() -> None:
    record = RULES.state_record(dealt("market"))
    assert record["market"].count("camel") == 3
    good = next(card for card in record["deck"] if card != "camel")
    record["deck"][record["deck"].index(good)] = "camel"
    record["market"][record["market"].index("camel")] = good
    with pytest.raises(RecordError, match="the market is not as a deal leaves it"):
        RULES.state_from_record(record, Setup(2))


def test_something_else_is_no_state() -> None:
    with pytest.raises(RecordError, match="a state is an object"):
        RULES.state_from_record([], Setup(2))
