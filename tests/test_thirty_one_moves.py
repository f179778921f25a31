"""Moves of Thirty-one: what is refused and why, what a move picks and does to the table, and neighbours."""

from random import Random

from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import CARD_PIECES, DECK, DISCARD, HANDS, RULES
from game.rules.protocol import ANY_CARD, Effect, FactsChanged, KnownChanged, Shift, TurnPassed, apply
from tests.thirty_one_positions import card, cards, discard, play, position

HIGH, MIDDLE, LOW = "KS QS 5S", "KH 9H 2D", "4D 3D 5C"


def test_what_cannot_be_done_is_refused_with_the_reason() -> None:
    fresh, drawn = position(HIGH, LOW), play(position(HIGH, LOW, deck="7H"), DRAW_DECK)
    for state, move, why in (
        (fresh, discard("KS"), "only after one was drawn"),
        (drawn, DRAW_DECK, "one card of the hand is discarded first"),
        (drawn, TAKE_DISCARD, "one card of the hand is discarded first"),
        (drawn, CALL, "one card of the hand is discarded first"),
        (drawn, discard("2H"), "does not hold the 2 of hearts"),
        (drawn, discard("2H")._replace(card=52), "no card of Thirty-one"),
        (fresh, CALL._replace(card=3), "only a discard names a card"),
        (fresh, CALL._replace(kind=7), "no move of kind 7"),  # type: ignore[arg-type]
        (fresh, "call", "not a move of Thirty-one"),
    ):
        assert why in (RULES.refusal(RULES.view(state, 0), move) or ""), move
    assert RULES.refusal(RULES.view(fresh, 1), CALL) == "it is not this player's turn"
    assert RULES.refusal(RULES.view(play(fresh, CALL), 1), CALL) == "the round is over"


def test_effects_tell_what_a_move_did() -> None:
    state, log = position(HIGH, LOW, pile="9S"), list[Effect]()
    apply(RULES, state, TAKE_DISCARD, Random(1), log)
    assert log == [
        Shift(CARD_PIECES[card("9S")], DISCARD, HANDS[0]),
        KnownChanged(0, ("9S",)),
        FactsChanged(RULES.facts(state)),
        TurnPassed(0),
    ]
    log.clear()
    apply(RULES, state, discard("KS"), Random(1), log)
    assert log[0] == Shift(CARD_PIECES[card("KS")], HANDS[0], DISCARD)
    assert log[-1] == TurnPassed(1)
    log.clear()
    apply(RULES, state, DRAW_DECK, Random(1), log)
    assert log[0] == Shift(CARD_PIECES[state.drawn or 0], DECK, HANDS[1])


def test_deciding_to_draw_reveals_nothing_yet() -> None:
    state = position(HIGH, LOW)
    RULES.decide(state, DRAW_DECK)
    assert state == position(HIGH, LOW)


def test_what_a_move_picks() -> None:
    state = position(HIGH, LOW, pile="9S 8D")
    view = RULES.view(state, 0)
    assert RULES.chosen(view, TAKE_DISCARD) == [(DISCARD, CARD_PIECES[card("8D")])]
    assert RULES.chosen(view, DRAW_DECK) == [(DECK, ANY_CARD)]
    assert RULES.chosen(view, CALL) == []
    drawn = RULES.view(play(state, DRAW_DECK), 0)
    assert RULES.chosen(drawn, discard("KS")) == [(HANDS[0], CARD_PIECES[card("KS")])]


def test_neighbours_are_the_next_alive_and_the_one_before() -> None:
    state = position(HIGH, "", MIDDLE, LOW, pile="2H")
    assert [(RULES.view(state, player).left, RULES.view(state, player).right) for player in (0, 2, 3)] == [
        (2, 3), (3, 0), (0, 2),
    ]  # fmt: skip
    two = RULES.view(position(HIGH, LOW), 0)
    assert two.left == two.right == 1


def test_a_call_changes_no_card() -> None:
    state, log = position(HIGH, LOW, turns=2), list[Effect]()
    apply(RULES, state, CALL, Random(1), log)
    assert log == [KnownChanged(0, ()), FactsChanged(RULES.facts(state)), TurnPassed(1)]


def test_the_end_of_a_round_makes_all_hands_known() -> None:
    state, log = position(HIGH, LOW), list[Effect]()
    apply(RULES, state, CALL, Random(1), log)
    assert [effect for effect in log if isinstance(effect, KnownChanged)] == [
        KnownChanged(0, ("5S", "QS", "KS")),
        KnownChanged(1, ("3D", "4D", "5C")),
    ]
    assert state.known == [cards(HIGH), cards(LOW)]
