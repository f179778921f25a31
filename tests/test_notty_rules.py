"""Notty's rules: a worked example for every line and every edge of the page."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from game.games.notty.hands import ALL, unpack
from game.games.notty.moves import DRAW_TO_DISCARD, DREW, HOLDS, NEXT_TURN, RETURNED, STOLE, Move, MoveKind
from game.games.notty.rules import RULES, State
from game.rules.options import parse_options
from game.rules.protocol import AfterRound, MatchEnd, OptionError, Setup
from game.rules.shuffling import shuffled
from tests.notty_positions import cards, discard, draw, give_back, kind, legal, of_kind, play, position, refused, steal

TWENTY = "2r1 2r3 2r5 2r7 2r9 2g1 2g3 2g5 2g7 2g9"
"""A full hand without any group."""
NINETEEN = TWENTY.replace("2g9", "g9")


def setup(players: int = 2, human: bool = False, *texts: str) -> Setup:
    return Setup(players, parse_options(RULES, texts), human)


def with_limit(state: State, limit: int) -> State:
    state.limit = limit
    return state


# Dealing


@pytest.mark.parametrize("players", [2, 3])
def test_four_cards_each_are_dealt_of_ninety(players: int) -> None:
    state = RULES.deal(setup(players), (), 1, Random(1))
    assert [len(unpack(hand)) for hand in state.hands] == [4] * players
    assert len(state.deck) == 90 - 4 * players
    assert sorted(state.deck + tuple(kind for hand in state.hands for kind in unpack(hand))) == unpack(ALL)
    assert (state.to_move, state.used, state.turns) == (1, 0, 0)
    assert state.deck != tuple(sorted(state.deck))


def test_every_order_of_a_shuffled_deck_is_as_likely() -> None:
    rng, rounds = Random(3), 24_000
    orders = Counter(shuffled((0, 1, 2, 3), rng) for _ in range(rounds))
    assert len(orders) == 24
    assert all(abs(times / rounds - 1 / 24) < 0.006 for times in orders.values())


def test_all_hands_are_public_and_the_deck_s_order_is_not() -> None:
    state = position("r1 r2 g5", "b9 b8 k1")
    other = state.copy()
    other.deck = state.deck[::-1]
    for player in (0, 1):
        view = RULES.view(state, player)
        assert view.hands == (cards("r1 r2 g5"), cards("b9 b8 k1"))
        assert view.unseen == ALL - sum(view.hands)
        assert view.deck_size == 84
        assert view == RULES.view(other, player)


# A turn


def test_a_turn_begins_with_everything_allowed() -> None:
    state = position("r1 r2 r3 g9", "b9 b8 k1")
    expected = [draw(1), draw(2), draw(3), steal(1), DRAW_TO_DISCARD, discard("r1 r2 r3"), NEXT_TURN]
    assert list(legal(state)) == expected


def test_turns_pass_to_the_next_higher_index_cyclically() -> None:
    state = position("r1", "b9", "k1", to_move=1)
    assert [state.to_move] + [play(state, *[NEXT_TURN] * number).to_move for number in (1, 2, 3)] == [1, 2, 0, 1]


def test_a_turn_may_be_ended_at_once_and_the_next_begins_afresh() -> None:
    after = play(position("r1 r5", "b9 b5"), draw(1), steal(1), NEXT_TURN)
    assert (after.to_move, after.used, after.turns) == (1, 0, 1)


@pytest.mark.parametrize(("move", "used"), [(draw(2), DREW), (steal(1), STOLE)])
def test_draw_and_steal_are_allowed_once_a_turn(move: Move, used: int) -> None:
    after = play(position("r1 r5", "b9 b5"), move)
    assert after.used == used
    assert of_kind(after, move.kind) == []
    assert "once a turn at most" in str(refused(after, move))


def test_draw_and_discard_is_allowed_once_a_turn() -> None:
    after = play(position("r1 r5", "b9 b5", deck="g7"), DRAW_TO_DISCARD, give_back("r1"))
    assert after.used == RETURNED
    assert DRAW_TO_DISCARD not in legal(after)
    assert refused(after, DRAW_TO_DISCARD) == "draw and discard is done once a turn at most"
    assert of_kind(after, MoveKind.DRAW) == [1, 2, 3], "the draw is another action"


def test_groups_may_be_discarded_any_number_of_times_a_turn() -> None:
    after = play(position("r1 r2 r3 g4 g5 g6 b1", "b9"), discard("r1 r2 r3"), discard("g4 g5 g6"))
    assert after.hands[0] == cards("b1")
    assert after.to_move == 0


# Drawing


def test_a_draw_takes_the_top_cards_in_order() -> None:
    state = position("r1", "b9", deck="g2 g2 k8 y1")
    for number, hand in ((1, "r1 g2"), (2, "r1 2g2"), (3, "r1 2g2 k8")):
        after = play(state, draw(number))
        assert after.hands[0] == cards(hand)
        assert after.deck == state.deck[number:]


@pytest.mark.parametrize(
    ("held", "allowed"), [(16, [1, 2, 3]), (17, [1, 2, 3]), (18, [1, 2]), (19, [1]), (20, list[int]())]
)
def test_a_draw_never_goes_beyond_twenty_cards(held: int, allowed: list[int]) -> None:
    cards_held = " ".join(word for word in TWENTY.replace("2", "").split() for _ in (0, 1))
    state = position(" ".join(cards_held.split()[:held]), "b9")
    assert of_kind(state, MoveKind.DRAW) == allowed
    for number in (1, 2, 3):
        reason = refused(state, draw(number))
        assert (reason is None) == (number in allowed)
        assert reason is None or f"the hand holds {held} cards" in reason


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_draw_is_of_one_to_three_cards(number: int) -> None:
    assert refused(position("r1", "b9"), draw(number)) == "a draw takes 1 to 3 cards"


# Stealing


def test_a_card_comes_from_the_victim_s_hand_at_random() -> None:
    state = position("r1", "2b9 k3")
    stolen = Counter(RULES.draw_chance(state, steal(1), Random(seed)) for seed in range(3000))
    assert set(stolen) == {kind("b9"), kind("k3")}
    assert abs(stolen[kind("b9")] / 3000 - 2 / 3) < 0.04, "each card, not each kind"
    after = play(state, steal(1))
    assert sum(after.hands) == sum(state.hands)
    assert after.hands[0] in (cards("r1 b9"), cards("r1 k3"))
    assert after.deck == state.deck


def test_three_players_may_steal_from_either_opponent() -> None:
    state = position("r1 r5", "b9 b5", "k1 k5", to_move=1)
    assert of_kind(state, MoveKind.STEAL) == [0, 2]
    assert play(state, steal(2)).hands[0] == state.hands[0]


def test_a_thief_holds_fewer_than_twenty_cards() -> None:
    assert of_kind(position(TWENTY, "b9 b5"), MoveKind.STEAL) == []
    assert refused(position(TWENTY, "b9 b5"), steal(1)) == "the hand holds 20 cards; none can be stolen"
    after = play(position(NINETEEN, "b9 b5"), steal(1))
    assert len(unpack(after.hands[0])) == 20


@pytest.mark.parametrize(
    ("target", "why"), [(0, "nobody steals from themselves"), (2, "no player 3: there are 2"), (-1, "no player")]
)
def test_nobody_else_can_be_stolen_from(target: int, why: str) -> None:
    assert why in str(refused(position("r1", "b9"), steal(target)))


def test_the_victim_of_the_last_card_wins_at_once() -> None:
    after = play(position("r1 r2", "b9", "k1 k2"), steal(1))
    assert after.hands == [cards("r1 r2 b9"), 0, cards("k1 k2")]
    assert after.to_move is None
    end = RULES.round_end(after, ())
    assert (end.winner, end.scores, end.record, end.unfinished) == (1, None, {}, False)
    assert RULES.after_round((), 0, end).end == MatchEnd(1, "won")


# Draw and discard


def test_between_the_two_steps_only_a_return_is_possible() -> None:
    state = play(position("r1 r2 r3 2g5", "b9", deck="k4"), DRAW_TO_DISCARD)
    assert state.used == HOLDS
    assert list(legal(state)) == [give_back(card) for card in ("r1", "r2", "r3", "g5", "k4")]
    for move in (draw(1), steal(1), DRAW_TO_DISCARD, discard("r1 r2 r3"), NEXT_TURN):
        assert refused(state, move) == ("a card was drawn to discard one: first one card of the hand is returned")


def test_the_drawn_card_or_any_other_is_returned() -> None:
    state = play(position("r1 r2", "b9", deck="k4"), DRAW_TO_DISCARD)
    for card, left in (("k4", "r1 r2"), ("r1", "r2 k4")):
        after = play(state, give_back(card))
        assert after.hands[0] == cards(left)
        assert len(after.deck) == 87
    assert refused(state, give_back("b1")) == "the hand does not hold a blue 1"


def test_draw_and_discard_is_allowed_with_twenty_cards_and_makes_them_twenty_one_for_a_moment() -> None:
    state = play(position(TWENTY, "b9", deck="k4"), DRAW_TO_DISCARD)
    assert len(unpack(state.hands[0])) == 21
    assert of_kind(state, MoveKind.RETURN_CARD) == sorted({*unpack(cards(TWENTY)), kind("k4")})
    after = play(state, give_back("g9"))
    assert len(unpack(after.hands[0])) == 20


def test_a_hand_with_one_kind_has_one_action_left_between_draw_and_return() -> None:
    state = play(position("r1", "b9", deck="r1"), DRAW_TO_DISCARD)
    assert list(legal(state)) == [give_back("r1")]


def test_nothing_is_returned_unless_a_card_was_drawn_for_it() -> None:
    state = position("r1", "b9")
    assert refused(state, give_back("r1")) == "a card is returned only after one was drawn to discard one"
    assert refused(play(state, draw(1)), give_back("r1"))


def test_the_steps_may_come_after_other_actions_and_others_after_them() -> None:
    state = position("r1 r2 r3 k1", "b9 b5", deck="g7 k8")
    after = play(state, draw(1), DRAW_TO_DISCARD, give_back("k8"), discard("r1 r2 r3"), steal(1), NEXT_TURN)
    assert after.to_move == 1
    assert len(unpack(after.hands[0])) == 3


# Groups


def test_cards_go_back_into_the_deck_and_all_of_it_is_reshuffled() -> None:
    state = position("r1 r2 r3 k1", "b9")
    after = play(state, discard("r1 r2 r3"))
    assert after.hands[0] == cards("k1")
    assert sorted(after.deck) == sorted((*state.deck, *unpack(cards("r1 r2 r3"))))
    moved = sum(card != other for card, other in zip(state.deck, after.deck, strict=False))
    assert moved > 60, "not only the new cards are shuffled in"
    assert play(state, discard("r1 r2 r3"), seed=2).deck != after.deck


def test_a_returned_card_is_shuffled_into_the_deck_too() -> None:
    state = position("r1 r2", "b9", deck="k4")
    orders = {play(state, DRAW_TO_DISCARD, give_back("r1"), seed=seed).deck for seed in range(5)}
    assert len(orders) == 5
    assert len({order.index(kind("r1")) for order in orders}) > 1


def test_sets_of_four_and_five_colours() -> None:
    five = "r5 g5 y5 k5 b5"
    state = position(f"{five} r9", "b9")
    groups = of_kind(state, MoveKind.DISCARD_GROUP)
    assert len(groups) == 6
    assert play(state, discard(five)).hands[0] == cards("r9")
    assert play(state, discard("r5 g5 y5 k5")).hands[0] == cards("b5 r9")
    assert refused(state, discard("r5 g5 y5")) == "a set is of 4 or 5 colours, not of 3"


def test_a_card_of_two_groups_goes_with_one_of_them() -> None:
    state = position("r3 r4 r5 g5 y5 b5", "b9")
    assert set(of_kind(state, MoveKind.DISCARD_GROUP)) == {cards("r3 r4 r5"), cards("r5 g5 y5 b5")}
    after = play(state, discard("r5 g5 y5 b5"))
    assert of_kind(after, MoveKind.DISCARD_GROUP) == []


def test_two_alike_are_two_groups_one_after_the_other() -> None:
    state = position("2y7 2y8 2y9 k1", "b9")
    after = play(state, discard("y7 y8 y9"), discard("y7 y8 y9"))
    assert after.hands[0] == cards("k1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("r1", "a group is of at least 3 cards, not of 1"),
        ("r1 r2", "a group is of at least 3 cards, not of 2"),
        ("r1 r2 r4", "the numbers of a run follow each other: red 3 is missing"),
        ("r1 g2 y3", "the cards of a group share their colour or their number"),
        ("r8 r9 g1", "the cards of a group share their colour or their number"),
        ("r5 g5 y5 k6", "the cards of a group share their colour or their number"),
        ("2r1 r2 r3", "a group never holds two cards alike, such as red 1 twice"),
        ("2r5 g5 y5", "a group never holds two cards alike, such as red 5 twice"),
        ("2r5 2g5", "a group never holds two cards alike, such as red 5 twice"),
        ("r5 g5", "a set is of 4 or 5 colours, not of 2"),
    ],
)
def test_other_cards_are_no_group(text: str, why: str) -> None:
    state = position("2r1 2r2 r3 r4 g2 y3 2r5 2g5 y5 k6 r8 r9 g1", "b9")
    assert refused(state, discard(text)) == why
    assert discard(text) not in legal(state)


def test_a_group_must_be_in_the_hand() -> None:
    assert refused(position("r1 r2 k4", "r3"), discard("r1 r2 r3")) == "the hand does not hold those cards"


def test_whoever_discards_the_last_card_wins_at_once() -> None:
    after = play(position("r1 r2 r3", "b9", "k1"), discard("r1 r2 r3"))
    assert after.to_move is None
    assert len(after.deck) == 88
    assert RULES.after_round((), 0, RULES.round_end(after, ())) == AfterRound((), 0, MatchEnd(0, "won"))


# Moves of no kind


@pytest.mark.parametrize(
    ("move", "why"),
    [
        (("draw", 1), "is not a move of Notty"),
        (Move(0, 1), "there is no move of kind 0"),  # type: ignore[arg-type]  # what a broken AI may do
        (Move(MoveKind.DRAW, True), "takes a whole number, not True"),
        (Move(MoveKind.DRAW, 1.0), "takes a whole number"),  # type: ignore[arg-type]
        (Move(MoveKind.NEXT_TURN, 1), "takes no number"),
        (Move(MoveKind.DRAW_TO_DISCARD, 1), "takes no number"),
        (Move(MoveKind.DISCARD_GROUP, -1), "no cards of Notty"),
        (Move(MoveKind.DISCARD_GROUP, 0), "no cards of Notty"),
        (Move(MoveKind.DISCARD_GROUP, 1 << 200), "no cards of Notty"),
        (Move(MoveKind.DISCARD_GROUP, 3), "two cards alike"),
    ],
)
def test_other_moves_are_refused_in_words(move: Any, why: str) -> None:
    assert why in str(refused(position("r1 r2 r3", "b9"), move))


@pytest.mark.parametrize("card", [-1, 45, 1000])
def test_no_such_card_is_returned(card: int) -> None:
    state = play(position("r1", "b9"), DRAW_TO_DISCARD)
    assert refused(state, Move(MoveKind.RETURN_CARD, card)) == "that is no card of Notty"


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    state = position("r1 r2 r3", "b9 b5")
    assert RULES.refusal(RULES.view(state, 1), NEXT_TURN) == "it is not this player's turn"
    over = play(state, discard("r1 r2 r3"))
    for player in (0, 1):
        assert RULES.refusal(RULES.view(over, player), NEXT_TURN) == "the match is over"
        assert list(RULES.legal_moves(RULES.view(over, player))) == []


# The turn limit


def test_each_turn_counts_as_one_and_the_last_stops_the_match_as_a_draw() -> None:
    state = with_limit(position("r1", "b9", "k1"), 4)
    last = play(state, NEXT_TURN, NEXT_TURN, draw(1), NEXT_TURN)
    assert (last.turns, last.to_move) == (3, 0)
    after = play(last, draw(1), NEXT_TURN)
    assert after.to_move is None
    end = RULES.round_end(after, ())
    assert (end.winner, end.stopped, end.unfinished) == (None, True, True)
    assert RULES.after_round((), 0, end).end == MatchEnd(None, "turn limit")


def test_a_win_in_the_last_turn_is_a_win() -> None:
    state = with_limit(position("r1 r2 r3", "b9"), 1)
    assert RULES.round_end(play(state, discard("r1 r2 r3")), ()).winner == 0


def test_the_turn_limit_is_1000_by_default_and_none_where_a_human_plays() -> None:
    assert RULES.deal(setup(), (), 0, Random(1)).limit == 1000
    assert RULES.deal(setup(2, False, "turn_limit=7"), (), 0, Random(1)).limit == 7
    assert RULES.deal(setup(2, True, "turn_limit=7"), (), 0, Random(1)).limit == 0
    state = play(position("r1", "b9"), *[NEXT_TURN] * 1200)
    assert (state.turns, state.to_move) == (1200, 0)


@pytest.mark.parametrize("text", ["0", "-1", "many", "1.5", ""])
def test_other_turn_limits_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="at least 1"):
        parse_options(RULES, [f"turn_limit={text}"])
