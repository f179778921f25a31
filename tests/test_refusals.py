"""Each refusal names the rule that is broken: moves of a kind that the picked pieces do not make, at every game."""

from typing import Any

import pytest

from game.games.jaipur import rules as jaipur
from game.games.jaipur.tables import KINDS
from game.games.nim import rules as nim
from game.games.notty import rules as notty
from game.games.notty.moves import DRAW_TO_DISCARD
from game.games.thirty_one import rules as thirty_one
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD
from game.rules.protocol import AnyRules, Form, Piece, Place
from game.rules.wording import counted, to_player
from tests import jaipur_positions, notty_positions, thirty_one_positions
from tests.jaipur_positions import CAMEL

FULL = jaipur_positions.position("2 gold, leather, 2 camel", ("5 leather, cloth, spice", ""), herds=(2, 0))
ROOM = jaipur_positions.position("2 gold, silver, 2 camel", ("3 cloth, diamond", "2 leather"), herds=(1, 3))
POOR = jaipur_positions.position("gold, silver, 3 leather", ("diamond, leather", ""))
EMPTY = jaipur_positions.position("2 gold, 3 camel")
TAKE, CAMELS, EXCHANGE, SELL = jaipur.RULES.kinds


def jaipur_pieces(market: str = "", own: str = "") -> list[tuple[Place, Piece]]:
    def card(kind: int) -> Piece:
        return Piece(Form.CARD, KINDS[kind])

    return [(jaipur.MARKET, card(kind)) for kind in jaipur_positions.kinds(market)] + [
        (jaipur.HERDS[0] if kind == CAMEL else jaipur.HANDS[0], card(kind)) for kind in jaipur_positions.kinds(own)
    ]


@pytest.mark.parametrize(
    ("state", "kind", "market", "own", "why"),
    [
        (FULL, TAKE, "", "", "Your hand holds seven goods; no more can be taken."),
        (FULL, TAKE, "gold", "", "Your hand holds seven goods; no more can be taken."),
        (FULL, TAKE, "2 gold", "leather", "Your hand holds seven goods; no more can be taken."),
        (ROOM, TAKE, "2 gold", "", "One good is taken at a time, not 2."),
        (ROOM, TAKE, "gold", "cloth", "Taking one good gives nothing back; two or more are exchanged."),
        (ROOM, TAKE, "2 camel", "", "Camels are taken all together, and no goods with them."),
        (POOR, CAMELS, "", "", "The market has no camels."),
        (ROOM, CAMELS, "gold", "", "Camels are taken all together, and nothing else with them."),
        (ROOM, EXCHANGE, "2 gold", "cloth", "An exchange is even, not 2 taken and 1 given."),
        (ROOM, EXCHANGE, "2 gold", "", "An exchange is even, not 2 taken and none given."),
        (ROOM, EXCHANGE, "gold", "cloth", "An exchange takes two cards or more and gives as many."),
        (ROOM, EXCHANGE, "2 camel", "", "Camels of the market are not exchanged: they are taken all together."),
        (EMPTY, EXCHANGE, "", "", "An exchange is of two cards or more; you have no cards to give."),
        (ROOM, SELL, "", "2 cloth, camel", "Camels are not sold; they are given in an exchange."),
        (ROOM, SELL, "", "cloth, diamond", "A sale is of one good, not of 2."),
        (ROOM, SELL, "", "diamond", "Diamonds, gold and silver are sold two or more at a time."),
        (ROOM, SELL, "gold", "cloth", "A sale takes nothing from the market."),
        (EMPTY, SELL, "", "", "Your hand holds no good to sell."),
        (
            jaipur_positions.position("5 camel", ("diamond", "")),
            SELL,
            "",
            "",
            "Your hand holds no good to sell: diamonds, gold and silver are sold two or more at a time.",
        ),
    ],
)
def test_jaipur(state: jaipur.State, kind: str, market: str, own: str, why: str) -> None:
    assert told(jaipur.RULES, state, jaipur_pieces(market, own), kind) == why


TWENTY = " ".join(f"2{colour}{number}" for colour in "rg" for number in range(1, 6))
NINETEEN = TWENTY.removesuffix("2g5") + "g5"
DRAW, STEAL, SWAP, RETURN, DISCARD, NEXT = notty.RULES.kinds
FIRST_STEP = notty_positions.play(notty_positions.position("r1 r9", "b9"), DRAW_TO_DISCARD)


@pytest.mark.parametrize(
    ("state", "kind", "own", "why"),
    [
        (notty_positions.position(TWENTY, "b9"), DRAW, "", "Your hand holds 20 cards; no more can be drawn."),
        (notty_positions.position(TWENTY, "b9"), STEAL, "", "Your hand holds 20 cards; none can be stolen."),
        (notty_positions.position("r1", "b9", used=1), DRAW, "", "Cards are drawn once a turn at most."),
        (notty_positions.position("r1", "b9", used=2), STEAL, "", "A card is stolen once a turn at most."),
        (notty_positions.position("r1", "b9", used=8), SWAP, "", "Draw and discard is done once a turn at most."),
        (notty_positions.position("r1", "b9"), DISCARD, "", "Your hand holds no run of 3 cards and no set of 4."),
        (
            notty_positions.position("r1 r2 r3", "b9"),
            DISCARD,
            "r1 r3",
            "A group is of at least 3 cards, not of 2.",
        ),
        (
            notty_positions.position("r1 r2 r3 r4", "b9"),
            DISCARD,
            "r1 r2 r4",
            "The numbers of a run follow each other: red 3 is missing.",
        ),
        (
            notty_positions.position("r5 g5 y5 b5", "b9"),
            DISCARD,
            "r5 g5 y5",
            "A set is of 4 or 5 colours, not of 3.",
        ),
        (
            FIRST_STEP,
            NEXT,
            "",
            "A card was drawn to discard one: first one card of your hand is returned.",
        ),
        (FIRST_STEP, RETURN, "", "Exactly one card is returned, not none."),
        (
            notty_positions.position("r1", "b9"),
            RETURN,
            "r1",
            "A card is returned only after one was drawn to discard one.",
        ),
    ],
)
def test_notty(state: notty.State, kind: str, own: str, why: str) -> None:
    picked = [(notty.HANDS[0], notty.CARD_PIECES[card]) for card in notty_positions.kinds(own)]
    assert told(notty.RULES, state, picked, kind) == why


def test_a_draw_beyond_twenty_cards_tells_how_many_fit() -> None:
    state = notty_positions.position(NINETEEN, "b9")
    assert notty_positions.refused(state, notty_positions.draw(3)) == (
        "the hand holds 19 cards and at most 20; only 1 can be drawn"
    )


FRESH = thirty_one_positions.position("KS QS 5S", "4D 3D 5C", pile="9H 2C", deck="7H")
CALLED = thirty_one_positions.play(thirty_one_positions.position("4D 3D 5C", "KS QS 5S", turns=2, to_move=1), CALL)
FROM_DECK, FROM_PILE, THROW, CALLING = thirty_one.RULES.kinds
DREW = "A card was drawn; one card of your hand is discarded first."


@pytest.mark.parametrize(
    ("state", "kind", "own", "why"),
    [
        (thirty_one_positions.play(FRESH, DRAW_DECK), FROM_DECK, "", DREW),
        (thirty_one_positions.play(FRESH, DRAW_DECK), FROM_PILE, "", DREW),
        (thirty_one_positions.play(FRESH, DRAW_DECK), CALLING, "", DREW),
        (thirty_one_positions.play(FRESH, DRAW_DECK), THROW, "KS QS", "Exactly one card is discarded, not 2."),
        (
            thirty_one_positions.play(FRESH, TAKE_DISCARD),
            THROW,
            "2C",
            "The 2 of clubs was just taken from the discard pile and may not go back.",
        ),
        (FRESH, THROW, "KS", "Draw from the deck or take the discard first; then you discard one card."),
        (CALLED, CALLING, "", "Player 2 has called already; a round has one call."),
    ],
)
def test_thirty_one(state: thirty_one.State, kind: str, own: str, why: str) -> None:
    picked = [(thirty_one.HANDS[0], thirty_one.CARD_PIECES[card]) for card in thirty_one_positions.kinds(own)]
    assert told(thirty_one.RULES, state, picked, kind) == why


def test_nim() -> None:
    assert told(nim.RULES, nim.State([1, 3]), [], nim.RULES.kinds[0]) == "A turn takes one stone or more."


@pytest.mark.parametrize(
    ("rules", "state"),
    [
        (jaipur.RULES, ROOM),
        (notty.RULES, notty_positions.position("r1", "b9")),
        (thirty_one.RULES, FRESH),
        (nim.RULES, nim.State([1, 3])),
    ],
)
def test_nobody_picks_out_of_turn_or_after_the_end(rules: AnyRules, state: Any) -> None:
    assert rules.why_no_move(rules.view(state, 1), []) == "It is not your turn."
    over = state.copy()
    over.to_move = None
    assert rules.why_no_move(rules.view(over, 1), []) in ("The round is over.", "The match is over.")


def told(rules: AnyRules, state: Any, picked: list[tuple[Place, Piece]], kind: str) -> str:
    """Why the first player's picked pieces make no move of a kind."""
    return rules.why_no_move(rules.view(state, 0), picked, kind)


def test_counts_have_their_plural() -> None:
    assert [counted(number, "{number:,} card", "{number:,} cards") for number in (0, 1, 2, 4000)] == [
        "no cards",
        "1 card",
        "2 cards",
        "4,000 cards",
    ]
    assert counted(2, "{number:,} match", "{number:,} matches") == "2 matches"
    assert counted(0, "{number:,} second", "{number:,} seconds", none="0") == "0 seconds"


def test_a_refusal_is_told_to_the_player() -> None:
    assert to_player("the hand and the herd do not hold those cards", ("hand", "herd")) == (
        "Your hand and your herd do not hold those cards."
    )
    assert to_player("the hand holds nine cards; the handle, none") == "Your hand holds nine cards; the handle, none."
    assert to_player("it is not this player's turn") == "It is not your turn."
