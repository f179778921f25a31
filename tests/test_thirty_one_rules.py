"""The rules page of Thirty-one line by line, each with a worked example."""

from random import Random

import pytest

from game.games.thirty_one.cards import CARDS, KINDS, VALUES, best_suit, cards_of, pack, points, score
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.scoring import even_chances
from game.games.thirty_one.state import FROM_DECK, FROM_DISCARD, Standing
from game.rules.options import parse_options
from game.rules.protocol import MatchEnd, Setup
from tests.thirty_one_positions import card, cards, discard, ended, legal, play, position, result, show

SETUP = Setup(2, parse_options(RULES, []))
HIGH, MIDDLE, LOW = "KS QS 5S", "KH 9H 2D", "4D 3D 5C"
"""Hands of 25, 19 and 7 points."""


# "2 to 4 players, a French deck of 52. Last player with lives wins."


def test_two_to_four_players_sit_down() -> None:
    assert list(RULES.seats) == [2, 3, 4]


def test_the_deck_is_french() -> None:
    assert len(set(KINDS)) == CARDS == 52
    assert (KINDS[0], KINDS[12]) == ("2S", "AS")
    assert [KINDS[13 * suit + 8] for suit in range(4)] == ["10S", "10H", "10D", "10C"]


# "Aces count 11, court cards 10, others their number. A hand of three cards scores the highest sum in one suit."


@pytest.mark.parametrize(
    ("hand", "points_of_it", "suit"),
    [
        ("AS KS QS", 31, 0),
        ("AS JS 10S", 31, 0),
        ("KH QH JH", 30, 1),
        ("AD AH AC", 11, 1),
        ("2C 3C 4C", 9, 3),
        ("2S 9D 8D", 17, 2),
        ("7H 7S 7D", 7, 0),
        ("10S 10H 2H", 12, 1),
        ("9S 4H 6H", 10, 1),
    ],
)
def test_a_hand_scores_its_highest_sum_in_one_suit(hand: str, points_of_it: int, suit: int) -> None:
    assert points(cards(hand)) == score(cards(hand)) == points_of_it
    assert best_suit(cards(hand)) == suit


def test_each_card_counts_as_the_page_says() -> None:
    worth = {KINDS[number]: value for number, value in enumerate(VALUES)}
    assert [worth[f"{rank}H"] for rank in ("2", "9", "10", "J", "Q", "K", "A")] == [2, 9, 10, 10, 10, 10, 11]
    assert sum(VALUES) == 4 * (2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 4 * 10 + 11)


# "Everyone starts with 3 lives. Each round: three cards each, one card opens the discard pile, the rest is the deck.
# The first round's starter is drawn by the seed; the start moves on by one living player each round."


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everyone_starts_with_three_lives_and_three_cards(players: int) -> None:
    setup = Setup(players)
    standing = RULES.new_standing(setup)
    assert standing.lives == (3,) * players
    state = RULES.deal(setup, standing, 1, Random(3))
    assert [hand.bit_count() for hand in state.hands] == [3] * players
    assert len(state.discard) == 1
    assert state.deck_size == 52 - 3 * players - 1
    assert sorted([*state.deck, *state.discard, *[held for hand in state.hands for held in cards_of(hand)]]) == [
        *range(52)
    ]
    assert (state.to_move, state.caller, state.first_turn, state.drawn, state.drawn_from) == (1, None, True, None, None)


def test_every_card_is_dealt_to_every_place_alike() -> None:
    hands, tops = [0] * 52, [0] * 52
    rng, rounds = Random(7), 5200
    for _ in range(rounds):
        state = RULES.deal(SETUP, Standing((3, 3)), 0, rng)
        tops[state.discard[0]] += 1
        for held in cards_of(state.hands[1]):
            hands[held] += 1
    assert all(abs(count - rounds * 3 / 52) < 90 for count in hands), "five standard deviations of 17"
    assert all(abs(count - rounds / 52) < 50 for count in tops), "five standard deviations of 10"


def test_the_start_moves_on_by_one_living_player() -> None:
    for lives, first, following in (
        ((3, 3), 0, 1),
        ((3, 3), 1, 0),
        ((3, 1, 2, 3), 3, 0),
        ((3, 0, 2, 3), 0, 2),
        ((3, 0, 0, 3), 3, 0),
    ):
        hands = [hand if left else "" for hand, left in zip((HIGH, MIDDLE, LOW, "2S 3H 6D"), lives, strict=False)]
        state = position(*hands, pile="2H", lives=[min(3, left + 1) if left else 0 for left in lives])
        state.to_move = None
        after = RULES.after_round(Standing(state.lives), first, ended(state))
        assert after.first == following


def test_the_start_moves_past_whoever_has_just_gone_out() -> None:
    state = position(HIGH, LOW, MIDDLE, lives=(2, 1, 3), turns=3, deck="2S 3S")
    state = play(state, CALL, DRAW_DECK, discard("2S"), DRAW_DECK, discard("3S"))
    assert result(state)[2:] == ([0, 1, 0], [2, 0, 3])
    assert RULES.after_round(Standing(state.lives), 0, ended(state)).first == 2


# "draw from the deck, see the card, then discard one of the four (the drawn one too)"


def test_a_card_of_the_deck_is_drawn_and_one_of_four_discarded() -> None:
    state = play(position(HIGH, LOW, deck="7H 8H"), DRAW_DECK)
    assert (state.drawn, state.drawn_from, state.to_move, state.first_turn) == (card("7H"), FROM_DECK, 0, True)
    assert state.hands[0] == cards("KS QS 5S 7H")
    assert state.deck[state.deck_at] == card("8H")
    assert RULES.view(state, 0).drawn == card("7H")
    assert legal(state) == [discard("5S"), discard("QS"), discard("KS"), discard("7H")]
    back = play(state, discard("7H"))
    assert back.hands[0] == cards(HIGH)
    assert back.discard == (card("2C"), card("7H"))
    assert (back.drawn, back.drawn_from, back.to_move, back.first_turn) == (None, None, 1, False)
    kept = play(state, discard("5S"))
    assert kept.hands[0] == cards("KS QS 7H")


# "take the top discard, then discard one of the three other cards (not the card just taken)"


def test_the_top_discard_is_taken_and_one_of_the_others_discarded() -> None:
    state = play(position(HIGH, LOW, pile="9D 7H 2C"), TAKE_DISCARD)
    assert (state.drawn, state.drawn_from, state.discard) == (card("2C"), FROM_DISCARD, (card("9D"), card("7H")))
    assert state.hands[0] == cards("KS QS 5S 2C")
    assert legal(state) == [discard("5S"), discard("QS"), discard("KS")]
    assert RULES.refusal(RULES.view(state, 0), discard("2C")) == (
        "the 2 of clubs was just taken from the discard pile and may not go back"
    )
    after = play(state, discard("QS"))
    assert after.discard == (card("9D"), card("7H"), card("QS"))
    assert (after.to_move, after.turns) == (1, 1)


def test_the_only_card_of_the_pile_can_be_taken() -> None:
    state = play(position(HIGH, LOW), TAKE_DISCARD)
    assert state.discard == ()
    assert RULES.view(state, 1).top is None
    assert play(state, discard("5S")).discard == (card("5S"),)


# "call (not after somebody has called): every other player has one more turn, then hands are shown."


def test_after_a_call_every_other_player_has_one_more_turn() -> None:
    state = play(position(HIGH, MIDDLE, LOW, deck="2S 3S 4S", turns=3), CALL)
    assert (state.caller, state.to_move, state.turns) == (0, 1, 4)
    assert legal(state) == [DRAW_DECK, TAKE_DISCARD]
    assert RULES.refusal(RULES.view(state, 1), CALL) == "player 1 has called already; a round has one call"
    state = play(state, DRAW_DECK, discard("2S"))
    assert state.to_move == 2
    state = play(state, DRAW_DECK, discard("3S"))
    assert state.to_move is None
    assert result(state) == ((25, 19, 7), 0, [0, 0, 1], [3, 3, 2])


def test_before_anything_is_drawn_three_things_can_be_done() -> None:
    assert legal(position(HIGH, LOW)) == [DRAW_DECK, TAKE_DISCARD, CALL]


# "Under the gun: a call as the very first turn of a round ends the round at once."


@pytest.mark.parametrize("caller", range(4))
def test_a_call_under_the_gun_ends_the_round_at_once_whoever_calls(caller: int) -> None:
    hands = ["4D 3D 5C", "7H 2D 3C", "8H 2S 5D"]
    hands.insert(caller, HIGH)
    state = play(position(*hands, to_move=caller), CALL)
    assert (state.to_move, state.caller, state.first_turn) == (None, caller, False)
    _, winner, lost, lives = result(state)
    assert (winner, sum(lost), max(lost), sum(lives)) == (caller, 2, 1, 10)
    assert "at once" in ended(state).why


def test_under_the_gun_the_caller_may_lose_two() -> None:
    assert result(play(position(LOW, HIGH, MIDDLE, to_move=0), CALL))[2] == [2, 0, 0]


def test_a_call_as_the_second_turn_is_not_under_the_gun() -> None:
    state = play(position(HIGH, LOW, deck="2S"), DRAW_DECK, discard("2S"), CALL)
    assert (state.to_move, state.caller) == (0, 1)


# "A hand of three scoring 31, dealt or left after a discard, ends the round at once: every player without 31 loses one
# life."


def dealt(hands: list[str], lives: tuple[int, ...] = (3, 3)) -> tuple[object, ...]:
    """A round in which these hands were dealt, through its record."""
    record = RULES.state_record(position(*hands, lives=lives, pile="2D"))
    record["to_move"] = None
    state = RULES.state_from_record(record, Setup(len(hands)))
    return (state.to_move, *result(state))


def test_31_dealt_ends_the_round_at_once() -> None:
    assert dealt(["AS KS QS", LOW]) == (None, (31, 7), 0, [0, 1], [3, 2])


def test_31_dealt_to_two_at_once_spares_both() -> None:
    assert dealt(["AS KS QS", "AH 10H JH", LOW], (3, 1, 2)) == (None, (31, 31, 7), None, [0, 0, 1], [3, 1, 1])


def test_31_dealt_to_everybody_costs_nobody_and_the_start_moves_on() -> None:
    state = position("AS KS QS", "AH 10H JH", pile="2D")
    state.to_move = None
    end = ended(state)
    assert (end.record, end.winner) == ({"lives": [3, 3], "lost": [0, 0]}, None)
    assert RULES.after_round(Standing((3, 3)), 0, end) == (Standing((3, 3)), 1, None)


def test_a_deal_with_31_leaves_nobody_to_move_and_shows_all_hands() -> None:
    for seed in range(5000):
        state = RULES.deal(SETUP, Standing((3, 3)), 0, Random(seed))
        best = any(points(hand) == 31 for hand in state.hands)
        assert (state.to_move is None) == best
        if best:
            assert state.known == state.hands
            return
    raise AssertionError("31 was never dealt")


@pytest.mark.parametrize("caller", [None, 1])
def test_31_left_after_a_discard_ends_the_round_at_once(caller: int | None) -> None:
    state = position("AS KS 5D", HIGH.replace("KS", "KD").replace("QS", "QD"), LOW.replace("4D", "4H"), pile="10S")
    state.caller, state.turns = caller, 4
    state = play(state, TAKE_DISCARD)
    assert state.to_move == 0, "four cards are no hand yet"
    state = play(state, discard("5D"))
    assert state.to_move is None
    assert result(state)[2] == [0, 1, 1], "whoever has called loses one as all the others"


def test_31_thrown_away_is_nothing() -> None:
    state = play(position("AS KS 5D", LOW, deck="QS"), DRAW_DECK, discard("KS"))
    assert state.to_move == 1


# "Otherwise, at the show, every player with the lowest score loses one life; the caller loses two if theirs is (or
# ties) the lowest."


def test_the_lowest_loses_a_life() -> None:
    assert show(HIGH, MIDDLE, LOW) == [0, 0, 1]
    assert show(HIGH, MIDDLE, LOW, caller=1) == [0, 0, 1]


def test_everybody_with_the_lowest_score_loses_a_life() -> None:
    assert show(HIGH, "7H 2D 3C", "4D 3D 5C") == [0, 1, 1]


def test_a_caller_with_the_lowest_hand_loses_two() -> None:
    assert show(HIGH, MIDDLE, LOW, caller=2) == [0, 0, 2]


def test_a_caller_who_ties_for_the_lowest_loses_two_and_the_others_one() -> None:
    assert show(HIGH, "7H 2D 3C", "4D 3D 5C", caller=1) == [0, 2, 1]


def test_without_a_caller_nobody_loses_two() -> None:
    assert show(HIGH, "7H 2D 3C", "4D 3D 5C", caller=None) == [0, 1, 1]


# "Lives never go below 0; a player at 0 is out and skipped from then on (turns pass to the next higher index,
# cyclically)."


def test_lives_never_go_below_zero() -> None:
    assert show(HIGH, MIDDLE, LOW, caller=2, lives=(3, 3, 1)) == [0, 0, 1]


def test_who_is_out_is_skipped_has_no_cards_and_scores_nothing() -> None:
    state = position(HIGH, "", MIDDLE, LOW, deck="2S 3S 4S", lives=(3, 0, 2, 1), to_move=3, turns=3)
    state = play(state, DRAW_DECK, discard("2S"))
    assert state.to_move == 0
    state = play(state, DRAW_DECK, discard("3S"))
    assert state.to_move == 2
    assert RULES.view(state, 2).hand_sizes == (3, 0, 3, 3)
    state.to_move = None
    assert result(state) == ((25, 0, 19, 7), 0, [0, 0, 0, 1], [3, 0, 2, 0])


def test_a_call_gives_one_more_turn_to_the_living_only() -> None:
    state = play(position(HIGH, "", LOW, deck="2S", turns=3), CALL)
    assert state.to_move == 2
    assert play(state, DRAW_DECK, discard("2S")).to_move is None


def test_a_deal_passes_over_who_is_out() -> None:
    state = RULES.deal(Setup(4), Standing((2, 0, 1, 0)), 2, Random(1))
    assert [hand.bit_count() for hand in state.hands] == [3, 0, 3, 0]
    assert (state.to_move, state.deck_size) == (2, 45)


def test_the_last_player_with_lives_wins() -> None:
    state = play(position(HIGH, "", LOW, lives=(1, 0, 1)), CALL)
    after = RULES.after_round(Standing(state.lives), 0, ended(state))
    assert (after.standing, after.end) == (Standing((1, 0, 0)), MatchEnd(0, "won"))


# "If a round would leave nobody alive, it counts for nothing and is dealt again, with the same starter."


def test_a_round_that_would_leave_nobody_alive_counts_for_nothing() -> None:
    state = play(position("7H 2D 3C", "4D 3D 5C", lives=(2, 1)), CALL)
    end = ended(state)
    assert end.record == {"lives": [2, 1], "lost": [0, 0]}
    assert (end.scores, end.winner) == ((7, 7), None)
    assert "counts for nothing" in end.why
    for first in (0, 1):
        assert RULES.after_round(Standing((2, 1)), first, end) == (Standing((2, 1)), first, None)


def test_a_round_that_leaves_one_alive_counts() -> None:
    assert result(play(position("7H 2D 3C", "4D 3D 5C", lives=(3, 1)), CALL))[2:] == ([2, 1], [1, 0])


# "When the deck is empty at the start of a turn, or after 200 turns in one round, hands are shown as after a call (who
# had called stays the caller; otherwise there is none)."


def test_an_empty_deck_at_the_start_of_a_turn_shows_the_hands() -> None:
    state = play(position(HIGH, LOW, deck="3S", short=True, turns=40), DRAW_DECK)
    assert (state.deck_size, state.to_move) == (0, 0), "the turn is finished first"
    state = play(state, discard("3S"))
    assert (state.to_move, state.caller) == (None, None)
    assert result(state)[2] == [0, 1]
    assert "deck is empty" in ended(state).why


def test_with_an_empty_deck_who_had_called_stays_the_caller() -> None:
    state = position(LOW, HIGH, MIDDLE, deck="3S", short=True, turns=40)
    state = play(state, CALL, DRAW_DECK, discard("3S"))
    assert (state.to_move, state.caller) == (None, 0), "the third player has no further turn"
    assert result(state)[2] == [2, 0, 0]


def test_after_200_turns_hands_are_shown() -> None:
    state = play(position(HIGH, LOW, turns=198), TAKE_DISCARD, discard("5S"))
    assert (state.turns, state.to_move) == (199, 1)
    state = play(state, TAKE_DISCARD, discard("3D"))
    assert (state.turns, state.to_move, state.caller) == (200, None, None)
    assert "200 turns" in ended(state).why


# "A card is seen once it has lain face up on the discard pile; everybody remembers who took it. Cards never seen are
# hidden."


def test_everybody_remembers_who_took_a_card_until_it_is_discarded() -> None:
    state = play(position(HIGH, LOW, pile="9S", deck="2H"), TAKE_DISCARD, discard("5S"))
    assert [RULES.view(state, player).known for player in (0, 1)] == [(cards("9S"), 0)] * 2
    assert RULES.known(state, 0) == ("9S",)
    state = play(state, DRAW_DECK, discard("2H"), TAKE_DISCARD, discard("9S"))
    assert state.known == [cards("2H"), 0]
    assert state.thrown == [cards("5S 9S"), cards("2H")]


def test_a_card_drawn_from_the_deck_is_hidden_from_the_others() -> None:
    state = play(position(HIGH, LOW, deck="AS"), DRAW_DECK)
    mine, theirs = RULES.view(state, 0), RULES.view(state, 1)
    assert (mine.drawn, mine.drawn_from, theirs.drawn, theirs.drawn_from) == (card("AS"), FROM_DECK, None, FROM_DECK)
    assert theirs.known == (0, 0)
    assert theirs.hand_sizes == (4, 3)
    assert theirs.unseen & cards("AS")
    assert not mine.unseen & cards("AS")
    for view in (mine, theirs):
        for seed in range(9):
            sampled = RULES.sample(view, Random(seed))
            assert sampled.drawn is not None, "one was drawn, whichever"
            assert sampled.hands[0] & pack([sampled.drawn])
            assert RULES.view(sampled, view.player) == view


def test_a_card_taken_from_the_pile_is_seen_by_all() -> None:
    state = play(position(HIGH, LOW), TAKE_DISCARD)
    assert RULES.view(state, 1).drawn == card("2C")


def test_unseen_are_the_deck_and_the_cards_in_other_hands_that_are_not_known() -> None:
    state = position(HIGH, "4D 3D 5C", pile="9S 2H", known=("", "5C"))
    unseen = RULES.view(state, 0).unseen
    assert unseen == (1 << 52) - 1 - cards(f"{HIGH} 9S 2H 5C")


def test_hands_are_shown_at_the_end() -> None:
    state = play(position(HIGH, LOW), CALL)
    assert RULES.view(state, 0).known == (cards(HIGH), cards(LOW))


def test_the_worth_of_a_round_is_in_the_lives_that_are_left() -> None:
    assert even_chances((1, 0, 2)) == (0.25, 0.0, 0.75)
    assert even_chances((3, 3)) == (0.5, 0.5)
    assert even_chances((1, 1, 1)) == (1 / 3, 1 / 3, 1 / 3)
    assert even_chances((0, 0, 1, 0)) == (0.0, 0.0, 1.0, 0.0)
