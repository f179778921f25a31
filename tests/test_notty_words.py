"""Notty in words."""

import pytest

from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN, Move
from game.games.notty.rules import CARD_PIECES, DECK, HANDS, RULES
from game.matches.log import Log
from game.rules.mentions import with_names
from game.rules.protocol import ANY_CARD
from tests.notty_positions import discard, draw, give_back, kind, kinds, play, position, steal


@pytest.mark.parametrize(
    ("move", "label", "described", "of_kind"),
    [
        (draw(1), "Draw a card", "drew a card", "Draw"),
        (draw(3), "Draw 3 cards", "drew 3 cards", "Draw"),
        (steal(1), "Steal from player 2", "stole a card from player 2", "Steal"),
        (DRAW_TO_DISCARD, "Draw and discard", "drew a card to discard one", "Draw and discard"),
        (give_back("b7"), "Return blue 7", "returned blue 7", "Return a card"),
        (discard("r3 r4 r5"), "Discard the run of 3", "discarded red 3 to 5", "Discard a group"),
        (
            discard("r5 g5 k5 b5"),
            "Discard the set of 4",
            "discarded 5 in red, green, black and blue",
            "Discard a group",
        ),
        (discard("r5 g5 y5 k5 b5"), "Discard the set of 5", "discarded 5 in all colours", "Discard a group"),
        (NEXT_TURN, "Next turn", "ended the turn", "Next turn"),
    ],
)
def test_moves_have_words(move: Move, label: str, described: str, of_kind: str) -> None:
    assert RULES.label(move) == label
    assert RULES.describe(move) == described
    assert RULES.kind_name(move) == of_kind
    assert of_kind in RULES.kinds


def test_a_stolen_card_is_told_once_it_is_known() -> None:
    assert RULES.describe(steal(0), kind("g4")) == "stole green 4 from player 1"


def test_players_are_called_by_their_names_where_words_are_shown() -> None:
    names = ["You", "random", "random (2)"]
    assert with_names(RULES.label(steal(2)), names) == "Steal from random (2)"
    assert with_names(RULES.describe(steal(0), kind("g4")), names) == "stole green 4 from you"
    assert with_names("stole a card from player 4", names) == "stole a card from player 4"
    log = Log(RULES, names)
    log.moved(1, steal(2), kind("b7"), None)
    assert log.lines[-1].text == "random stole blue 7 from random (2)"


def test_the_detail_names_the_cards_of_a_group() -> None:
    assert RULES.detail(discard("y7 y8 y9")) == "yellow 7 to 9"
    assert RULES.detail(NEXT_TURN) == ""


@pytest.mark.parametrize(
    ("picked", "why"),
    [
        ("g9", "The green 9 makes no run of 3 and no set of 4 with the cards of your hand."),
        ("2r1", "A group never holds two cards alike, such as red 1 twice."),
        ("r5 g5 y5", "A set is of 4 or 5 colours; you hold the 5 in 3."),
        ("r1 r9", "The numbers of a run follow each other; you do not hold red 2."),
        ("g5 g6", "A run is of at least 3 cards; you hold no number next to these."),
        ("r1 g9", "The cards of a group share their colour or their number."),
    ],
)
def test_cards_that_make_no_move_are_explained(picked: str, why: str) -> None:
    view = RULES.view(position("2r1 r9 r5 g5 y5 g6 g9", "b9"), 0)
    assert why == RULES.why_no_move(view, [(HANDS[0], CARD_PIECES[kind]) for kind in kinds(picked)])


def test_only_one_card_is_returned() -> None:
    state = play(position("r1 r2", "b9"), DRAW_TO_DISCARD)
    pieces = [(HANDS[0], CARD_PIECES[kind]) for kind in kinds("r1 r2")]
    assert RULES.why_no_move(RULES.view(state, 0), pieces) == "Exactly one card is returned, not 2."


def test_cards_of_several_places_make_no_move_and_too_many_say_why() -> None:
    view = RULES.view(position("r1", "b9 b8"), 0)
    own, deck, theirs = (HANDS[0], CARD_PIECES[kind("r1")]), (DECK, ANY_CARD), (HANDS[1], ANY_CARD)
    for pieces in ([own, deck], [deck, theirs], [theirs, theirs]):
        assert "one after another" in RULES.why_no_move(view, pieces)
    assert "1 to 3 cards" in RULES.why_no_move(view, [deck] * 4)
