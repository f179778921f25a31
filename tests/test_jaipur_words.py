"""Jaipur in words: names of moves, and why cards that were picked make none."""

import pytest

from game.games.jaipur.moves import TAKE_CAMELS, LegalMoves, Move
from game.games.jaipur.rules import DISCARD, HANDS, HERDS, MARKET, RULES, State
from game.games.jaipur.tables import KINDS
from game.rules.multisets import contains, count
from game.rules.protocol import Form, Piece, Place
from tests.jaipur_positions import CAMEL, cards, exchange, kinds, position, sell, take


@pytest.mark.parametrize(
    ("move", "kind_name", "label", "detail", "words"),
    [
        (take("gold"), "Take one good", "Take gold", "", "took 1 gold"),
        (TAKE_CAMELS, "Take camels", "Take all camels", "", "took all camels"),
        (sell("3 leather"), "Sell", "Sell 3 leather", "", "sold 3 leather"),
        (sell("2 diamond"), "Sell", "Sell 2 diamonds", "", "sold 2 diamonds"),
        (sell("cloth"), "Sell", "Sell cloth", "", "sold 1 cloth"),
        (
            exchange("gold, spice", "2 camel"),
            "Exchange",
            "Exchange 2 for 2",
            "2 camels for 1 gold and 1 spice",
            "swapped 2 camels for 1 gold and 1 spice",
        ),
        (
            exchange("2 gold, silver", "cloth, leather, camel"),
            "Exchange",
            "Exchange 3 for 3",
            "1 cloth, 1 leather and 1 camel for 2 gold and 1 silver",
            "swapped 1 cloth, 1 leather and 1 camel for 2 gold and 1 silver",
        ),
    ],
)
def test_a_move_in_words(move: Move, kind_name: str, label: str, detail: str, words: str) -> None:
    assert (RULES.kind_name(move), RULES.label(move), RULES.detail(move)) == (kind_name, label, detail)
    assert RULES.describe(move) == words


MIXED = position("2 gold, silver, 2 camel", ("3 cloth, diamond", "2 leather"), herds=(1, 3))
FULL = position("2 gold, leather, 2 camel", ("5 leather, cloth, spice", ""), herds=(2, 0))
BARE = position("2 gold, silver, 2 camel", ("leather", ""))
LONE = position("gold, 4 camel", ("2 cloth, diamond", ""), herds=(3, 0))


def fits(state: State, market: str, own: str) -> bool:
    """Whether any legal move picks all these cards."""
    for move in LegalMoves(state.market, state.hands[0], state.herds[0]):
        camels = cards("camel") * count(state.market, CAMEL) if move == TAKE_CAMELS else 0
        if contains(move.market + camels, cards(market)) and contains(move.hand, cards(own)):
            return True
    return False


@pytest.mark.parametrize(
    ("state", "market", "own", "text"),
    [
        (MIXED, "camel, gold", "", "Camels are taken all together, and nothing else with them."),
        (MIXED, "2 camel", "cloth", "Camels are taken all together, and nothing else with them."),
        (FULL, "leather", "leather", "An exchange may not both take and give leather."),
        (FULL, "gold", "camel", "Your hand holds seven goods at most; with 1 camel given it would hold 8."),
        (BARE, "2 gold", "", "An exchange is even: for 2 goods you have only 1 card to give."),
        (BARE, "gold", "leather", "An exchange is of two cards or more; you have only 1 card to give."),
        (position("2 gold, 3 camel"), "2 gold", "", "An exchange is even: for 2 goods you have no cards to give."),
        (LONE, "gold", "2 cloth", "An exchange is even: for 2 cards the market has only 1 good to take."),
        (
            position("gold, 4 camel", ("7 leather", "")),
            "gold",
            "",
            "Your hand holds seven goods; no more can be taken. "
            "An exchange is of two cards or more; the market has only 1 good to take.",
        ),
        (
            LONE,
            "",
            "camel",
            "Camels are not sold; they are given in an exchange. "
            "An exchange is of two cards or more; the market has only 1 good to take.",
        ),
        (
            LONE,
            "",
            "2 cloth, diamond",
            "A sale is of one good, not of 2. An exchange is even: for 3 cards the market has only 1 good to take.",
        ),
        (
            LONE,
            "",
            "diamond",
            "Diamonds, gold and silver are sold two or more at a time. "
            "An exchange is of two cards or more; the market has only 1 good to take.",
        ),
        (
            position("silver, spice, 3 camel", ("2 silver, leather", "")),
            "silver, spice",
            "",
            "An exchange is even: for 2 goods you have only 1 other card to give.",
        ),
        (
            position("diamond, leather, 3 camel", ("2 cloth, diamond", ""), herds=(2, 0)),
            "",
            "diamond",
            "Diamonds, gold and silver are sold two or more at a time. "
            "An exchange is of two cards or more; the market has only 1 other good to take.",
        ),
        (
            position("spice, cloth, 3 camel", ("spice, leather", "")),
            "cloth",
            "leather",
            "An exchange may not take and give the same good, and without that these cards find no match.",
        ),
    ],
)
def test_cards_that_make_no_move_are_explained(state: State, market: str, own: str, text: str) -> None:
    assert not fits(state, market, own)
    picked = [(MARKET, card(kind)) for kind in kinds(market)]
    picked += [(HERDS[0] if kind == CAMEL else HANDS[0], card(kind)) for kind in kinds(own)]
    assert RULES.why_no_move(RULES.view(state, 0), picked) == text


@pytest.mark.parametrize("place", [HANDS[1], HERDS[1], DISCARD])
def test_pieces_out_of_reach_are_explained(place: Place) -> None:
    text = RULES.why_no_move(RULES.view(MIXED, 0), [(place, card(CAMEL))])
    assert text == "Moves are made of cards of the market, your hand and your herd."


def card(kind: int) -> Piece:
    return Piece(Form.CARD, KINDS[kind])
