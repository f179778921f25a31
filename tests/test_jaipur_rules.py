"""Jaipur's rules page, line by line, in worked examples."""

from collections import Counter
from random import Random

import pytest

from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import (
    BONUS_PILES,
    DECK,
    DISCARD,
    HANDS,
    HERDS,
    MARKET,
    RULES,
    TOKEN_PILES,
    Standing,
    State,
)
from game.rules.options import parse_options
from game.rules.protocol import MatchEnd, OptionError, RoundEnd, Setup
from tests.jaipur_positions import cards, dealt, exchange, kinds, play, position, refusal, sell, take

ALONE = Setup(2)
"""Two AIs, every option as it is by default."""


# Components

CARDS = {"diamond": 6, "gold": 6, "silver": 6, "cloth": 8, "spice": 8, "leather": 10, "camel": 11}
TOKENS = {
    "diamond": [7, 7, 5, 5, 5],
    "gold": [6, 6, 5, 5, 5],
    "silver": [5, 5, 5, 5, 5],
    "cloth": [5, 3, 3, 2, 2, 1, 1],
    "spice": [5, 3, 3, 2, 2, 1, 1],
    "leather": [4, 3, 2, 1, 1, 1, 1, 1, 1],
}
BONUSES = {"3": [1, 1, 2, 2, 2, 3, 3], "4": [4, 4, 5, 5, 6, 6], "5": [8, 8, 9, 10, 10]}


def test_a_deal_lays_out_all_cards_and_tokens() -> None:
    board = RULES.board(dealt("all"))
    places = (MARKET, DECK, DISCARD, *HANDS, *HERDS)
    assert Counter(piece.kind for place in places for piece in board[place]) == CARDS
    assert [[piece.value for piece in board[place]] for place in TOKEN_PILES] == list(TOKENS.values())
    assert [sorted(piece.value for piece in board[place]) for place in BONUS_PILES] == list(BONUSES.values())


def test_bonus_tokens_are_shuffled_anew_each_round() -> None:
    orders = {tuple(dealt(seed).bonuses) for seed in range(20)}
    assert len(orders) > 10


# Set-up


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_gives_five_cards_each_and_three_camels_and_two_cards_to_the_market(seed: int) -> None:
    board = RULES.board(dealt(seed))
    assert [len(board[HANDS[player]]) + len(board[HERDS[player]]) for player in (0, 1)] == [5, 5]
    assert all(piece.kind != "camel" for player in (0, 1) for piece in board[HANDS[player]])
    assert [piece.kind for piece in board[MARKET]].count("camel") >= 3
    assert (len(board[MARKET]), len(board[DECK]), board[DISCARD]) == (5, 40, [])


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_is_the_one_asked_for(first: int) -> None:
    assert RULES.deal(ALONE, Standing(), first, Random(1)).to_move == first


# Take one good


def test_a_take_of_one_good_is_replaced_by_the_next_card_of_the_deck() -> None:
    after = play(position("gold, 4 camel", deck="silver, cloth"), take("gold"))
    assert after.hands[0] == cards("gold")
    assert after.market == cards("silver, 4 camel")
    assert after.deck[after.deck_at :] == tuple(kinds("cloth"))
    assert after.to_move == 1


def test_a_hand_of_six_takes_a_seventh_good_but_no_eighth() -> None:
    assert refusal(position("gold, 4 camel", ("6 leather", "")), take("gold")) is None
    assert refusal(position("gold, 4 camel", ("7 leather", "")), take("gold")) == (
        "the hand holds seven goods; no more can be taken"
    )


def test_camels_do_not_count_as_hand() -> None:
    assert refusal(position("gold, 4 camel", ("6 leather", ""), herds=(7, 0)), take("gold")) is None


# Take all camels


def test_all_camels_of_the_market_join_the_herd() -> None:
    after = play(position("gold, 4 camel", herds=(1, 0), deck="silver, cloth, camel, spice, gold"), TAKE_CAMELS)
    assert after.herds == [5, 0]
    assert after.market == cards("gold, silver, cloth, camel, spice")
    assert after.to_move == 1


def test_a_full_hand_may_take_camels() -> None:
    assert refusal(position("gold, 4 camel", ("7 leather", "")), TAKE_CAMELS) is None


# Exchange


def test_an_exchange_leaves_the_cards_given_in_the_market_and_the_deck_alone() -> None:
    state = position("gold, silver, 3 camel", ("2 leather, cloth", ""), herds=(2, 0))
    after = play(state, exchange("gold, silver", "leather, camel"))
    assert after.market == cards("leather, 4 camel")
    assert after.hands[0] == cards("gold, silver, leather, cloth")
    assert after.herds == [1, 0]
    assert after.deck[after.deck_at :] == state.deck
    assert after.to_move == 1


def test_all_five_cards_may_be_exchanged_for_camels_alone() -> None:
    after = play(position("3 gold, 2 silver", herds=(5, 0)), exchange("3 gold, 2 silver", "5 camel"))
    assert (after.market, after.hands[0], after.herds[0]) == (cards("5 camel"), cards("3 gold, 2 silver"), 0)


def test_an_exchange_for_camels_fills_the_hand_to_seven_and_no_further() -> None:
    full = "the hand holds seven goods at most; with {} camels given it would hold 8".format
    five = position("3 gold, 2 camel", ("5 leather", ""), herds=(6, 0))
    assert refusal(five, exchange("2 gold", "2 camel")) is None
    assert refusal(five, exchange("3 gold", "3 camel")) == full(3)
    six = position("3 gold, 2 camel", ("6 leather", ""), herds=(6, 0))
    assert refusal(six, exchange("2 gold", "2 camel")) == full(2)
    assert refusal(six, exchange("2 gold", "leather, camel")) is None


def test_a_full_hand_exchanges_goods_for_goods() -> None:
    state = position("3 gold, 2 camel", ("7 leather", ""), herds=(1, 0))
    assert refusal(state, exchange("3 gold", "3 leather")) is None
    assert refusal(state, exchange("2 gold", "leather, camel")) is not None


# Sell


def test_a_sale_takes_the_top_tokens_and_the_bonus_of_its_number() -> None:
    state = position(hands=("4 leather", ""))
    after = play(state, sell("3 leather"))
    assert [value for _, value in after.goods_taken[0]] == [4, 3, 2]
    assert after.tokens_left == [5, 5, 5, 7, 7, 6]
    assert after.bonuses_taken[0] == ((0, state.bonuses[0][0]),)
    assert [len(pile) for pile in after.bonuses] == [6, 6, 5]
    assert after.hands[0] == cards("leather")
    assert after.discard == tuple(kinds("3 leather"))
    assert (after.market, after.deck, after.to_move) == (state.market, state.deck, 1)


@pytest.mark.parametrize(("number", "pile"), [(1, None), (2, None), (3, 0), (4, 1), (5, 2), (6, 2), (7, 2)])
def test_the_bonus_is_that_of_the_number_of_cards_sold(number: int, pile: int | None) -> None:
    after = play(position(hands=("7 leather", "")), sell(f"{number} leather"))
    assert [taken for taken, _ in after.bonuses_taken[0]] == ([] if pile is None else [pile])


def test_the_discard_pile_keeps_its_order() -> None:
    state = position(hands=("2 leather, spice", "2 cloth"))
    assert play(state, sell("2 leather"), sell("cloth"), sell("spice")).discard == tuple(
        kinds("2 leather, cloth, spice")
    )


def test_selling_more_than_tokens_are_left_takes_those_left_and_still_the_bonus() -> None:
    after = play(position(hands=("4 cloth", ""), tokens=(5, 5, 5, 2, 7, 9)), sell("4 cloth"))
    assert after.goods_taken[0] == ((3, 1), (3, 1))
    assert [taken for taken, _ in after.bonuses_taken[0]] == [1]
    assert after.discard == tuple(kinds("4 cloth"))
    assert after.to_move == 1


@pytest.mark.parametrize(("left", "values"), [(2, [5, 5]), (1, [5]), (0, [])])
def test_a_pair_of_diamonds_is_sold_however_few_tokens_are_left(left: int, values: list[int]) -> None:
    state = position(hands=("2 diamond", ""), tokens=(left, 5, 5, 7, 7, 9))
    assert [value for _, value in play(state, sell("2 diamond")).goods_taken[0]] == values
    assert refusal(state, sell("diamond")) == "diamonds, gold and silver are sold two or more at a time"


def test_a_sale_that_finds_no_token_is_still_a_turn() -> None:
    after = play(position(hands=("leather", ""), tokens=(5, 5, 5, 7, 7, 0)), sell("leather"))
    assert (after.goods_taken[0], after.hands[0], after.to_move) == ((), 0, 1)


def test_an_empty_bonus_pile_gives_nothing_and_no_other_bonus() -> None:
    state = position(hands=("3 leather", ""))
    state.bonuses[0] = ()
    after = play(state, sell("3 leather"))
    assert after.bonuses_taken == [(), ()]
    assert [len(pile) for pile in after.bonuses] == [0, 6, 5]


def test_bonuses_run_out_one_by_one_from_the_top() -> None:
    state = position(hands=("3 leather", "3 cloth"))
    state.bonuses[0] = (3, 1)
    after = play(state, sell("3 leather"), sell("3 cloth"))
    assert after.bonuses_taken == [((0, 3),), ((0, 1),)]
    assert after.bonuses[0] == ()


# What is refused, and why


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (take("gold, silver"), "one good is taken at a time, not 2"),
        (take("2 gold"), "one good is taken at a time, not 2"),
        (take(""), "one good is taken at a time, not none"),
        (take("camel"), "camels are taken all together, and no goods with them"),
        (take("diamond"), "the market does not hold that card"),
        (
            Move(MoveKind.TAKE_GOOD, cards("gold"), cards("cloth")),
            "taking one good gives nothing back; two or more are exchanged",
        ),
        (Move(MoveKind.TAKE_CAMELS, cards("camel")), "camels are taken all together, and nothing else with them"),
        (Move(MoveKind.TAKE_CAMELS, 0, cards("cloth")), "camels are taken all together, and nothing else with them"),
        (exchange("gold", "cloth"), "an exchange takes two cards or more and gives as many"),
        (exchange("", ""), "an exchange takes two cards or more and gives as many"),
        (exchange("2 gold", "cloth"), "an exchange is even, not 2 taken and 1 given"),
        (exchange("gold", "cloth, camel"), "an exchange is even, not 1 taken and 2 given"),
        (exchange("gold, camel", "2 cloth"), "camels of the market are not exchanged: they are taken all together"),
        (exchange("gold, camel", "2 camel"), "camels of the market are not exchanged: they are taken all together"),
        (exchange("gold, leather", "2 cloth"), "the market does not hold those cards"),
        (exchange("gold, 2 silver", "3 cloth"), "the market does not hold those cards"),
        (exchange("2 gold", "2 leather"), "the hand and the herd do not hold those cards"),
        (exchange("2 gold", "2 camel"), "the hand and the herd do not hold those cards"),
        (exchange("gold, silver", "silver, cloth"), "an exchange may not both take and give silver"),
        (Move(MoveKind.SELL, cards("gold"), cards("cloth")), "a sale takes nothing from the market"),
        (sell(""), "a sale is of one good, not of none"),
        (sell("cloth, silver"), "a sale is of one good, not of 2"),
        (sell("camel"), "camels are not sold; they are given in an exchange"),
        (sell("cloth, camel"), "camels are not sold; they are given in an exchange"),
        (sell("4 cloth"), "the hand does not hold those cards"),
        (sell("2 gold"), "the hand does not hold those cards"),
        (sell("silver"), "diamonds, gold and silver are sold two or more at a time"),
        (Move(MoveKind.SELL, 0, -1), "its cards are not cards of Jaipur"),
        (Move(MoveKind.TAKE_GOOD, 16**7), "its cards are not cards of Jaipur"),
        (Move(MoveKind.TAKE_GOOD, "gold"), "its cards are not cards of Jaipur"),  # type: ignore[arg-type]
        (Move(9, 0, 0), "there is no move of kind 9"),  # type: ignore[arg-type]
        (None, "None is not a move of Jaipur"),
        ((MoveKind.TAKE_CAMELS, 0, 0), "(<MoveKind.TAKE_CAMELS: 1>, 0, 0) is not a move of Jaipur"),
    ],
)
def test_an_illegal_move_is_refused_with_its_reason(move: object, text: str) -> None:
    assert refusal(position("2 gold, silver, 2 camel", ("3 cloth, silver", "2 leather"), herds=(1, 3)), move) == text


def test_no_camels_are_taken_where_there_are_none() -> None:
    assert refusal(position("5 gold"), TAKE_CAMELS) == "the market has no camels"


def test_nobody_moves_out_of_turn_or_after_the_end() -> None:
    state = position("gold, 4 camel", deck="")
    assert RULES.refusal(RULES.view(state, 1), take("gold")) == "it is not this player's turn"
    over = play(state, take("gold"))
    for player in (0, 1):
        assert RULES.refusal(RULES.view(over, player), TAKE_CAMELS) == "the round is over"
        assert len(RULES.legal_moves(RULES.view(over, player))) == 0


# The end of a round


def test_three_kinds_sold_out_end_the_round_at_once() -> None:
    after = play(position(hands=("leather", ""), tokens=(0, 5, 0, 7, 7, 1)), sell("leather"))
    assert after.to_move is None


def test_two_kinds_sold_out_do_not() -> None:
    after = play(position(hands=("leather", ""), tokens=(0, 5, 5, 7, 7, 1)), sell("leather"))
    assert after.to_move == 1


def test_the_last_sale_still_takes_its_bonus() -> None:
    after = play(position(hands=("3 leather", ""), tokens=(0, 5, 0, 7, 7, 1)), sell("3 leather"))
    assert (after.to_move, len(after.bonuses_taken[0])) == (None, 1)


def test_a_dry_deck_ends_the_round_on_a_take() -> None:
    after = play(position("gold, 4 camel", deck=""), take("gold"))
    assert (after.to_move, after.market, after.hands[0]) == (None, cards("4 camel"), cards("gold"))


def test_a_deck_that_runs_dry_amid_the_camels_fills_what_it_can_and_ends_the_round() -> None:
    after = play(position("gold, 4 camel", deck="silver, 2 cloth"), TAKE_CAMELS)
    assert (after.to_move, after.market, after.herds[0]) == (None, cards("gold, silver, 2 cloth"), 4)


def test_a_market_filled_by_the_last_card_goes_on() -> None:
    after = play(position("gold, 4 camel", deck="silver, 3 cloth"), TAKE_CAMELS)
    assert (after.to_move, after.market, len(after.deck) - after.deck_at) == (1, cards("gold, silver, 3 cloth"), 0)
    assert play(position("gold, 4 camel", deck="silver"), take("gold")).to_move == 1


def test_with_an_empty_deck_sales_and_exchanges_go_on() -> None:
    state = position("2 gold, 3 camel", ("leather, cloth", "3 spice"), deck="")
    assert play(state, exchange("2 gold", "leather, cloth"), sell("spice")).to_move == 0


# Scores, seals


def ended(
    goods: tuple[list[int], list[int]] = ([], []),
    bonuses: tuple[list[int], list[int]] = ([], []),
    herds: tuple[int, int] = (0, 0),
) -> State:
    """A round that the deck has ended, with tokens of these values."""
    state = position("4 gold", deck="", herds=herds)
    state.to_move = None
    state.goods_taken = [tuple((5, value) for value in goods[player]) for player in (0, 1)]
    state.bonuses_taken = [tuple((0, value) for value in bonuses[player]) for player in (0, 1)]
    return state


def result(state: State) -> RoundEnd:
    return RULES.round_end(state, Standing())


def test_a_score_is_goods_and_bonuses_and_the_camel_token() -> None:
    end = result(ended(([5, 3], [7]), ([2], [3, 1]), (4, 3)))
    assert [line.values for line in end.lines] == [(8, 7), (2, 4), (5, 0), (15, 11)]
    assert (end.scores, end.winner, end.record) == ((15, 11), 0, {"seals": [1, 0]})


@pytest.mark.parametrize(("herds", "tokens"), [((1, 0), (5, 0)), ((3, 4), (0, 5)), ((0, 0), (0, 0)), ((5, 5), (0, 0))])
def test_the_camel_token_goes_to_the_larger_herd_only(herds: tuple[int, int], tokens: tuple[int, int]) -> None:
    assert result(ended(herds=herds)).scores == tokens


def test_camels_left_in_the_market_belong_to_nobody() -> None:
    state = play(position("gold, 4 camel", deck="", herds=(2, 2)), take("gold"))
    assert result(state).scores == (0, 0)


@pytest.mark.parametrize(
    ("state", "winner", "why"),
    [
        (ended(([5], [4])), 0, "The deck ran out."),
        (ended(([4], [5])), 1, "The deck ran out."),
        # A lower score loses, however many tokens it has.
        (ended(([1, 1], [9]), ([1, 1], [])), 1, "The deck ran out."),
        (ended(([5], [3, 1]), ([], [1])), 1, "The deck ran out. Equal scores: more bonus tokens win."),
        (ended(([4], [1, 1, 1]), ([1, 1], [3])), 0, "The deck ran out. Equal scores: more bonus tokens win."),
        (
            ended(([4, 1], [5]), ([2], [2])),
            0,
            "The deck ran out. Equal scores and bonus tokens: more goods tokens win.",
        ),
        (
            ended(([5], [1, 1, 1, 1, 1])),
            1,
            "The deck ran out. Equal scores and bonus tokens: more goods tokens win.",
        ),
        (ended(([3, 2], [4, 1]), ([1], [1])), None, "The deck ran out. Equal in everything: the round is drawn."),
        # The camel token counts for the score, never as a goods or bonus token.
        (
            ended(([5], []), ([], []), (0, 1)),
            0,
            "The deck ran out. Equal scores and bonus tokens: more goods tokens win.",
        ),
    ],
)
def test_ties_are_broken_by_bonus_tokens_then_by_goods_tokens(state: State, winner: int | None, why: str) -> None:
    end = result(state)
    assert (end.winner, end.why) == (winner, why)
    assert end.record == {"seals": [int(winner == 0), int(winner == 1)]}
    assert not end.stopped


def test_the_reason_names_goods_sold_out() -> None:
    after = play(position(hands=("leather", ""), tokens=(0, 5, 0, 7, 7, 1)), sell("leather"))
    assert result(after).why == "Three kinds of goods are sold out."


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("winner", [0, 1])
def test_the_loser_starts_the_next_round(first: int, winner: int) -> None:
    end = result(ended(([5], [4]) if winner == 0 else ([4], [5])))
    after = RULES.after_round(Standing(), first, end)
    assert after.first == 1 - winner
    assert after.end is None
    assert after.standing == Standing((1 - winner, winner), 0)


@pytest.mark.parametrize("first", [0, 1])
def test_after_a_drawn_round_the_other_player_starts_and_nobody_has_a_seal(first: int) -> None:
    after = RULES.after_round(Standing((1, 1)), first, RULES.round_end(ended(), Standing((1, 1))))
    assert (after.first, after.standing, after.end) == (1 - first, Standing((1, 1), 0), None)


def test_two_seals_win_the_match() -> None:
    before = Standing((1, 1))
    end = RULES.round_end(ended(([4], [5])), before)
    assert end.record == {"seals": [1, 2]}
    after = RULES.after_round(before, 0, end)
    assert (after.standing.seals, after.end) == ((1, 2), MatchEnd(1, "won"))


@pytest.mark.parametrize(
    ("seals", "worth"), [((0, 0), (0.25, 0.75)), ((0, 1), (0.0, 1.0)), ((1, 0), (0.5, 0.5)), ((1, 1), (0.0, 1.0))]
)
def test_a_round_is_worth_what_its_seal_is_for_the_match(seals: tuple[int, int], worth: tuple[float, float]) -> None:
    state = ended(([4], [5]))
    state.seals = seals
    assert RULES.worth(state) == worth
    drawn = ended()
    drawn.seals = (1, 0)
    assert RULES.worth(drawn) == (0.75, 0.25)


def test_drawn_rounds_without_limit_never_end_the_match() -> None:
    standing = Standing()
    for _ in range(5):
        after = RULES.after_round(standing, 0, RULES.round_end(ended(), standing))
        assert after.end is None
        standing = after.standing
    assert standing == RULES.new_standing(ALONE)


# The turn limit


@pytest.mark.parametrize(
    ("setup", "limit"),
    [
        (Setup(2), 500),
        (Setup(2, {"turn_limit": 30}), 30),
        (Setup(2, {"turn_limit": 30}, human=True), 0),
    ],
)
def test_the_limit_is_the_option_and_holds_only_without_humans(setup: Setup, limit: int) -> None:
    state = RULES.deal(setup, Standing(), 0, Random(3))
    assert RULES.facts(state).limit == limit
    assert RULES.facts(RULES.state_from_record(RULES.state_record(state), setup)).limit == limit


def idle(turns: int, limit: int) -> State:
    """A round that got nowhere for some turns: each player in turn swaps its two goods for the market's two."""
    state = position("gold, silver, 3 camel", ("leather, cloth", "diamond, spice"), limit=limit)
    for _ in range(turns):
        assert state.to_move is not None
        goods = state.market - cards("3 camel")
        state = play(state, Move(MoveKind.EXCHANGE, goods, state.hands[state.to_move]))
    return state


def test_a_round_is_stopped_by_the_turn_that_reaches_the_limit() -> None:
    assert idle(29, limit=30).to_move == 1
    assert idle(30, limit=30).to_move is None


def test_without_a_limit_a_round_goes_on() -> None:
    assert idle(600, limit=0).to_move == 0


def test_a_stopped_round_is_drawn_with_scores_as_they_stand() -> None:
    state = idle(30, limit=30)
    state.goods_taken[0], state.herds = ((0, 7),), [2, 1]
    end = RULES.round_end(state, Standing((1, 1)))
    assert (end.scores, end.winner, end.record, end.stopped) == ((12, 0), None, {"seals": [1, 1]}, True)
    assert end.why == "Drawn: the turn limit of 30 was reached."


def test_a_round_that_ends_by_itself_on_its_last_turn_is_not_stopped() -> None:
    dry = play(position("gold, 4 camel", deck="", limit=1), take("gold"))
    sold = play(position(hands=("leather", ""), tokens=(0, 5, 0, 7, 7, 1), limit=1), sell("leather"))
    assert (result(dry).stopped, result(sold).stopped) == (False, False)
    assert result(sold).winner == 0


@pytest.mark.parametrize("first", [0, 1])
def test_after_a_stopped_round_the_other_player_starts(first: int) -> None:
    after = RULES.after_round(Standing(), first, result(idle(30, limit=30)))
    assert (after.first, after.standing, after.end) == (1 - first, Standing((0, 0), 1), None)


def test_three_stopped_rounds_in_all_draw_the_match() -> None:
    stopped, won = idle(30, limit=30), ended(([5], [4]))
    standing, ends = Standing(), []
    for state in (stopped, won, stopped, ended(), stopped):
        after = RULES.after_round(standing, 0, RULES.round_end(state, standing))
        standing = after.standing
        ends.append(after.end)
    assert ends == [None, None, None, None, MatchEnd(None, "turn limit")]
    assert standing == Standing((1, 0), 3)


@pytest.mark.parametrize("text", ["0", "-1", "1.5", "", "many", "1_0"])
def test_a_turn_limit_is_a_whole_number_of_at_least_one(text: str) -> None:
    with pytest.raises(OptionError, match=r"^turn_limit=.*: needs a whole number of at least 1 \("):
        parse_options(RULES, [f"turn_limit={text}"])


def test_the_turn_limit_is_read_and_500_by_default() -> None:
    assert parse_options(RULES, []) == {"turn_limit": 500}
    assert parse_options(RULES, ["turn_limit=40"]) == {"turn_limit": 40}


# Picks


def test_a_move_picks_what_it_takes_and_gives() -> None:
    state = position("2 gold, 3 camel", ("3 leather", ""), herds=(1, 0))
    view = RULES.view(state, 0)

    def picks(move: Move) -> list[tuple[str, int | None, str]]:
        return sorted((place.zone, place.player, piece.kind) for place, piece in RULES.chosen(view, move))

    assert picks(take("gold")) == [("market", None, "gold")]
    assert picks(TAKE_CAMELS) == [("market", None, "camel")] * 3
    assert picks(sell("2 leather")) == [("hand", 0, "leather")] * 2
    assert picks(exchange("2 gold", "leather, camel")) == [
        ("hand", 0, "leather"),
        ("herd", 0, "camel"),
        ("market", None, "gold"),
        ("market", None, "gold"),
    ]
