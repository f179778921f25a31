"""The house rules of Thirty-one: off unless chosen, and what they change."""

from random import Random

import pytest

from game.games.thirty_one.moves import TAKE_DISCARD
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.state import House, Standing
from game.rules.options import parse_options
from game.rules.protocol import OptionError, Setup
from tests.thirty_one_positions import discard, ended, play, position, show

HIGH, MIDDLE, LOW = "KS QS 5S", "KH 9H 2D", "4D 3D 5C"


def test_house_rules_are_off_unless_they_are_chosen() -> None:
    assert parse_options(RULES, []) == {"three_of_a_kind": False, "caller_safe": False}
    assert parse_options(RULES, ["three_of_a_kind=on", "caller_safe=yes"]) == {
        "three_of_a_kind": True,
        "caller_safe": True,
    }
    assert RULES.deal(Setup(2, {"caller_safe": True}), Standing((3, 3)), 0, Random(1)).house == House(False, True)


def test_three_of_a_kind_count_thirty_and_a_half_where_that_is_played() -> None:
    hands = ("2H 2S 2D", "KH QH JH", LOW)
    assert show(*hands, caller=0) == [2, 0, 0]
    assert show(*hands, caller=0, house=House(three_of_a_kind=True)) == [0, 0, 1]
    state = position(*hands, turns=5, caller=0, pile="JD", house=House(three_of_a_kind=True))
    state.to_move = None
    assert (ended(state).scores, ended(state).winner) == ((30.5, 30, 7), 0)


def test_three_of_a_kind_do_not_end_a_round() -> None:
    state = position("9S 9H 4D", LOW, pile="9C", house=House(three_of_a_kind=True))
    assert play(state, TAKE_DISCARD, discard("4D")).to_move == 1


def test_the_caller_is_safe_in_a_tie_where_that_is_played() -> None:
    safe = House(caller_safe=True)
    assert show(HIGH, "7H 2D 3C", "4D 3D 5C", caller=1, house=safe) == [0, 0, 1]
    assert show(HIGH, MIDDLE, LOW, caller=2, house=safe) == [0, 0, 2], "alone at the bottom is no tie"


def test_house_rules_are_typed_as_on_or_off() -> None:
    assert [option.default_text for option in RULES.options] == ["off", "off"]
    assert [[text for text, _ in option.choices] for option in RULES.options] == [["off", "on"]] * 2
    with pytest.raises(OptionError, match="caller_safe=maybe: needs on or off"):
        parse_options(RULES, ["caller_safe=maybe"])
