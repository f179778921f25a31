"""Jaipur's move generator against counts that brute force over physical cards gave (see jaipur_brute)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.jaipur.moves import LegalMoves
from game.games.jaipur.rules import RULES, State
from game.rules.multisets import pack
from game.rules.protocol import Setup
from tests import jaipur_brute
from tests.jaipur_positions import position, random_position
from tests.perft import by_kind, perft

LETTERS = dict(zip("dgscplm", jaipur_brute.KINDS, strict=True))
"""Diamond, gold, silver, cloth, (p for) spice, leather, (m for) camel."""

# The 52 shuffled cards in order: five for each player, two for the market, the deck. Each count was got by
# brute force, to its full depth; the test below repeats the first three.
DEALS = {
    "psmllgdldmpddlcsmplmlglssgcpmcdlgmglcgmslcpccppsdpmc": (10, 101, 3_165, 87_761),
    "spgcdgmpccgllclpmgcpmmmslsgdldpslpmpcpmldlslsclgcmdd": (11, 133, 4_548, 139_100),
    "lclcsmpmllgslllsgdppmmpcmlcpdpgmgsclpsdclmdddgpcmgcs": (10, 106, 1_370, 22_810),
    "gcgllpmlmmmclpppscsccddpsldgsmldlgclpcggdmspdplmcmsl": (6, 39, 949, 20_481),
}


def dealt_record(letters: str) -> dict[str, Any]:
    """A dealt round's record, dealt here by hand."""
    names = [LETTERS[letter] for letter in letters]
    dealt = names[:5], names[5:10]
    fresh = RULES.state_record(State())
    return fresh | {
        "to_move": 0,
        "market": ["camel"] * 3 + names[10:12],
        "deck": names[12:],
        "hands": [[card for card in hand if card != "camel"] for hand in dealt],
        "herds": [hand.count("camel") for hand in dealt],
    }


@pytest.mark.parametrize(("letters", "counts"), DEALS.items())
def test_counts_of_fixed_deals(letters: str, counts: tuple[int, ...]) -> None:
    state = RULES.state_from_record(dealt_record(letters), Setup(2))
    assert tuple(perft(state, depth) for depth in (1, 2, 3, 4)) == counts


@pytest.mark.parametrize(("letters", "counts"), DEALS.items())
def test_brute_force_still_gives_the_counts_of_fixed_deals(letters: str, counts: tuple[int, ...]) -> None:
    table = jaipur_brute.table_of(dealt_record(letters))
    assert tuple(jaipur_brute.perft(table, depth) for depth in (1, 2, 3)) == counts[:3]


# Positions from the middle of a round: a market of five goods, full hands, and a round that ends when cloth
# or leather is sold out, or when the deck of three does not reach. Counted by brute force as well.
MIDDLES = [
    (
        position(
            "gold, silver, cloth, spice, leather",
            ("2 diamond, cloth, spice, leather", "gold, 2 leather, spice"),
            (4, 2),
        ),
        (157, 7_792),
    ),
    (position("2 gold, 2 leather, spice", ("3 cloth, silver, diamond", "7 leather"), (2, 3)), (142, 1_928, 143_404)),
    (
        position(
            "2 camel, gold, cloth, spice",
            ("2 leather, 2 cloth", "2 diamond, 3 spice"),
            (2, 1),
            deck="leather, camel, gold",
            tokens=(0, 0, 3, 2, 1, 2),
        ),
        (22, 320, 5_048),
    ),
]


@pytest.mark.parametrize(("state", "counts"), MIDDLES)
def test_counts_of_the_middle_of_a_round(state: State, counts: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth + 1) for depth in range(len(counts))) == counts


def test_one_position_counted_by_hand() -> None:
    # Takes: the gold, the leather: 2. All camels: 1. Sales: a spice, a leather, both leather (a single diamond
    # is not sold): 3. Exchanges take the gold and the leather, the market's only goods, so no leather is given:
    # of diamond, spice and the herd's one camel any two, 3 ways; four goods and a camel's worth make five, no
    # limit. 9 in all.
    state = position("gold, leather, 3 camel", ("diamond, spice, 2 leather", "gold"), (1, 0))
    assert by_kind(state) == {"take_good": 2, "take_camels": 1, "exchange": 3, "sell": 3}


def test_two_turns_counted_by_hand() -> None:
    # Player 0 has two moves. After selling the leather, player 1 can only take the five camels, for one gold is
    # not sold: 1. After taking the camels, the market is gold, gold, silver, silver, cloth: player 1 takes one of
    # three kinds; with one card and no herd it exchanges nothing: 3.
    state = position("5 camel", ("leather", "gold"), deck="2 gold, 2 silver, cloth, spice")
    assert perft(state, 1) == 2
    assert perft(state, 2) == 4


def test_a_turn_that_ends_the_round_has_no_sequel() -> None:
    # The deck of four does not replace five camels: only the sale is followed by a move.
    state = position("5 camel", ("leather", "gold"), deck="2 gold, 2 silver")
    assert perft(state, 1) == 2
    assert perft(state, 2) == 1


def assert_as_brute_force(market: int, hand: int, herd: int) -> None:
    legal = [jaipur_brute.written(move) for move in LegalMoves(market, hand, herd)]
    market_names, hand_names = jaipur_brute.names(market), jaipur_brute.names(hand)
    assert market_names is not None
    assert hand_names is not None
    expected = jaipur_brute.moves(market_names, hand_names, herd)
    assert len(legal) == len(expected)
    assert set(legal) == expected


@settings(max_examples=200)
@given(st.integers(0, 10**6))
def test_positions_of_random_play_against_brute_force(seed: int) -> None:
    state = random_position(seed)
    assert state.to_move is not None
    assert_as_brute_force(state.market, state.hands[state.to_move], state.herds[state.to_move])


@settings(max_examples=300)
@given(
    st.lists(st.integers(0, 6), min_size=5, max_size=5),
    st.lists(st.integers(0, 5), max_size=7),
    st.integers(0, 11),
)
def test_any_market_and_hand_against_brute_force(market: list[int], hand: list[int], herd: int) -> None:
    assert_as_brute_force(pack(market), pack(hand), herd)
