"""The utility AI of Jaipur against the formulas of its page, worked by hand."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.agents.agent import Candidate, Reason
from game.agents.pickers import Highest, Weighted
from game.games import registry
from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import State, View
from game.games.jaipur.tables import CAMEL, GOODS, HIGH_VALUE, KINDS
from game.games.jaipur.utility import Exchange, Sell, TakeCamels, TakeGood, scorers
from game.games.seats import parse_seat
from game.rules.multisets import count, size, unpack
from tests.jaipur_positions import exchange, position, random_position, sell, take
from tests.tables import RULES

FORMULAS: Sequence[TakeGood | Sell | TakeCamels | Exchange] = scorers()
positions = st.integers(0, 10**6).map(random_position)


def seen(
    market: str = "5 camel",
    hand: str = "",
    rival: str = "",
    herds: tuple[int, int] = (0, 0),
    tokens: Sequence[int] | None = None,
) -> View:
    """What player 0, to move, sees."""
    return RULES.view(position(market, (hand, rival), herds, tokens=tokens), 0)


def only(scorer: TakeGood | Sell | TakeCamels | Exchange, view: View) -> Candidate:
    (candidate,) = scorer.score(view, Random(0))
    return candidate


def none(scorer: TakeGood | Sell | TakeCamels | Exchange, view: View) -> bool:
    """Whether a scorer scores 0, that is: gives nothing, or nothing above 0."""
    return all(candidate.score == 0 for candidate in scorer.score(view, Random(0)))


# --- sell ---


@pytest.mark.parametrize(
    ("hand", "sold", "score"),
    [
        ("leather", "leather", 0.2),
        ("3 leather, 2 cloth", "3 leather", 0.6),
        ("2 gold", "2 gold", 0.6),
        ("3 gold", "3 gold", 0.9),
        ("4 silver", "4 silver", 1.0),  # 1.2, clamped
        ("5 spice", "5 spice", 1.0),
        ("6 leather", "6 leather", 1.0),  # 1.2, clamped
        ("gold, leather", "leather", 0.2),  # high value held once is left out
        ("3 leather, 2 diamond", "3 leather", 0.6),  # the one held most often, not the best score
        ("2 leather, 2 silver", "2 silver", 0.6),  # equal counts: the better score
        ("2 cloth, 2 leather", "2 cloth", 0.4),  # equal scores: the first in the table of goods
        ("2 gold, 2 diamond", "2 diamond", 0.6),
    ],
)
def test_selling(hand: str, sold: str, score: float) -> None:
    candidate = only(Sell(), seen(hand=hand))
    assert candidate.move == sell(sold)
    assert candidate.score == pytest.approx(score)


@pytest.mark.parametrize("tokens", [(0, 1, 5, 1, 3, 9), (5, 5, 5, 7, 0, 0), (0, 0, 0, 0, 7, 9)])
def test_values_of_tokens_decide_no_tie(tokens: Sequence[int]) -> None:
    assert only(Sell(), seen(hand="2 cloth, 2 spice, 2 leather", tokens=tokens)).move == sell("2 cloth")
    assert only(Sell(), seen(hand="2 gold, 2 silver, 2 spice", tokens=tokens)).move == sell("2 gold")
    assert only(TakeGood(), seen("cloth, spice, leather, 2 camel", tokens=tokens)).move == take("cloth")
    assert only(TakeGood(), seen("2 silver, gold, 2 camel", tokens=tokens)).move == take("gold")
    given_away = exchange("2 spice", "diamond, silver")
    assert only(Exchange(), seen("2 spice, 3 camel", "diamond, silver, cloth", tokens=tokens)).move == given_away


@pytest.mark.parametrize("hand", ["", "diamond", "diamond, gold, silver"])
def test_nothing_to_sell(hand: str) -> None:
    assert none(Sell(), seen(hand=hand))


# --- take one good ---


@pytest.mark.parametrize(
    ("market", "hand", "taken", "score"),
    [
        ("leather, 4 camel", "", "leather", 0.2),
        ("gold, 4 camel", "", "gold", 0.3),
        ("leather, gold, 3 camel", "", "gold", 0.3),
        ("leather, gold, 3 camel", "leather", "leather", 0.4),
        ("leather, gold, 3 camel", "2 leather, gold", "gold", 0.6),  # equal scores: the first in the table
        ("gold, 4 camel", "2 gold", "gold", 0.9),
        ("gold, 4 camel", "3 gold", "gold", 1.0),  # 1.2, clamped
        ("cloth, 4 camel", "6 cloth", "cloth", 1.0),  # 1.4, clamped
        ("3 leather, 2 camel", "", "leather", 0.2),  # how many lie in the market does not count
    ],
)
def test_taking_a_good(market: str, hand: str, taken: str, score: float) -> None:
    candidate = only(TakeGood(), seen(market, hand))
    assert candidate.move == take(taken)
    assert candidate.score == pytest.approx(score)


def test_a_full_hand_or_a_market_of_camels_leaves_nothing_to_take() -> None:
    assert none(TakeGood(), seen("gold, 4 camel", "4 leather, 3 cloth"))
    assert not none(TakeGood(), seen("gold, 4 camel", "4 leather, 2 cloth"))
    assert none(TakeGood(), seen("5 camel"))


# --- take all camels ---


@pytest.mark.parametrize(
    ("camels", "held", "rivals", "score"),
    [
        (5, 0, 7, 0.8),
        (5, 7, 7, 0.1875),
        (5, 0, 0, 0.625),
        (3, 0, 0, 0.225),
        (3, 4, 5, 0.15),
        (1, 0, 0, 0.025),
        (1, 2, 1, 0.0),
        (1, 7, 0, 0.0),  # -0.5875, clamped
        (4, 5, 3, 0.1625),
    ],
)
def test_taking_the_camels(camels: int, held: int, rivals: int, score: float) -> None:
    goods = {0: "", 1: "gold", 2: "2 gold", 3: "3 gold", 4: "4 gold", 5: "5 gold", 7: "6 cloth, gold"}
    own, other = goods[held], goods[rivals].replace("gold", "leather").replace("cloth", "spice")
    market = f"{camels} camel, {5 - camels} silver" if camels < 5 else "5 camel"
    candidate = only(TakeCamels(), seen(market, own, other))
    assert candidate.move == TAKE_CAMELS
    assert candidate.score == pytest.approx(score)


def test_no_camels_to_take() -> None:
    assert none(TakeCamels(), seen("2 gold, 3 silver"))


# --- exchange ---


def test_an_exchange_gives_camels_first_and_then_the_good_held_once() -> None:
    view = seen("2 leather, 2 spice, gold", "2 leather, cloth, spice", herds=(2, 0))
    # In hand and market: leather 4, spice 3, gold 1. Offered: both camels (3 free places), then the cloth; the
    # spice is held once too, but lies in the market.
    candidate = only(Exchange(), view)
    assert candidate.move == exchange("2 leather, spice", "2 camel, cloth")
    assert candidate.score == pytest.approx(1.0)  # (4 + 1) * 0.20


@pytest.mark.parametrize(
    ("market", "hand", "herd", "move", "score"),
    [
        ("2 cloth, 3 camel", "", 2, exchange("2 cloth", "2 camel"), 0.6),
        ("2 cloth, 3 camel", "gold, silver", 0, exchange("2 cloth", "gold, silver"), 0.6),
        ("2 cloth, 3 camel", "3 leather, 2 spice, gold", 5, exchange("2 cloth", "camel, gold"), 0.6),
        ("2 gold, 3 camel", "", 5, exchange("2 gold", "2 camel"), 0.6),  # no factor for high value
        ("4 cloth, camel", "2 cloth", 4, exchange("4 cloth", "4 camel"), 1.0),  # 1.4, clamped
        ("gold, cloth, 3 camel", "", 2, exchange("gold, cloth", "2 camel"), 0.4),
        # Of goods held once, the first in the table of goods is given first.
        ("2 cloth, 3 camel", "diamond, gold, leather", 0, exchange("2 cloth", "diamond, gold"), 0.6),
        ("2 cloth, 3 camel", "diamond, gold, silver, leather", 1, exchange("2 cloth", "camel, diamond"), 0.6),
        (
            "diamond, gold, cloth, spice, leather",
            "",
            5,
            exchange("diamond, gold, cloth, spice, leather", "5 camel"),
            0.4,
        ),
    ],
)
def test_exchanges(market: str, hand: str, herd: int, move: Move, score: float) -> None:
    candidate = only(Exchange(), seen(market, hand, herds=(herd, 0)))
    assert candidate.move == move
    assert candidate.score == pytest.approx(score)


@pytest.mark.parametrize(
    ("market", "hand", "herd"),
    [
        ("2 cloth, 3 camel", "", 1),  # one pair
        ("cloth, 4 camel", "gold, silver", 3),  # one card wanted
        ("2 cloth, 3 camel", "cloth, gold", 0),  # the cloth lies in the market
        ("2 cloth, 3 camel", "2 gold, 2 silver, 2 leather, spice", 5),  # a full hand may give no camel
        ("2 cloth, 3 camel", "2 gold, 2 silver", 0),  # nothing is held exactly once
        ("5 camel", "gold, silver", 2),
    ],
)
def test_fewer_than_two_pairs(market: str, hand: str, herd: int) -> None:
    assert none(Exchange(), seen(market, hand, herds=(herd, 0)))


@given(positions)
def test_every_candidate_is_legal_and_its_score_the_formula(state: State) -> None:
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    for scorer in FORMULAS:
        candidates = scorer.score(view, Random(0))
        assert len(candidates) <= 1
        for candidate in candidates:
            assert RULES.refusal(view, candidate.move) is None
            assert 0 <= candidate.score <= 1
            assert candidate.score == pytest.approx(by_the_page(view, candidate.move))
    assert any(candidate.score > 0 for scorer in FORMULAS for candidate in scorer.score(view, Random(0)))


def by_the_page(view: View, move: Move) -> float:
    """The score of the scorers' best for a kind of move, written anew from the page, in words of cards."""
    hand, market = (Counter(KINDS[card] for card in unpack(packed)) for packed in (view.hand, view.market))
    high = {KINDS[good] for good in HIGH_VALUE}
    camels = market.pop("camel", 0)
    held = hand.total()
    match move.kind:
        case MoveKind.SELL:
            sellable = {good: number for good, number in hand.items() if good not in high or number > 1}
            most = max(sellable.values())
            score = max(most * 0.2 * (1.5 if good in high else 1) for good, n in sellable.items() if n == most)
        case MoveKind.TAKE_GOOD:
            score = max((hand[good] + 1) * 0.2 * (1.5 if good in high else 1) for good in market)
        case MoveKind.TAKE_CAMELS:
            score = (camels**2 - 2 * (0.5 * held) ** 2 + view.rival_hand_size) * 0.8 / 32
        case MoveKind.EXCHANGE:
            score = (max(hand[good] + market[good] for good in market) + 1) * 0.2
    return min(1.0, max(0.0, score))


@given(positions)
def test_exchanges_pair_what_is_wanted_most_with_what_is_offered_first(state: State) -> None:
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    for candidate in Exchange().score(view, Random(0)):
        taken, given_ = candidate.move.market, candidate.move.hand
        after = {good: count(view.hand, good) + count(view.market, good) for good in GOODS if count(view.market, good)}
        left = [good for good in GOODS if count(view.market, good) > count(taken, good)]
        assert min(after[good] for good in unpack(taken)) >= max((after[good] for good in left), default=0)
        camels = min(7 - size(view.hand), view.herds[0])
        assert count(given_, CAMEL) == min(camels, size(given_))
        for good in unpack(given_):
            assert good == CAMEL or (count(view.hand, good) == 1 and not count(view.market, good))
        singles = sum(count(view.hand, good) == 1 and good not in after for good in GOODS)
        assert size(taken) == size(given_) == min(sum(count(view.market, good) for good in GOODS), camels + singles)


# --- reasons ---


@pytest.mark.parametrize(
    ("scorer", "view", "words"),
    [
        (Sell(), seen(hand="3 gold"), "3 gold × 20 % × 1.5 = 90 %"),
        (Sell(), seen(hand="2 leather"), "2 leather × 20 % = 40 %"),
        (Sell(), seen(hand="4 silver"), "4 silver × 20 % × 1.5 = 120 %, counts as 100 %"),
        (TakeGood(), seen("spice, 4 camel", "2 spice"), "(2 spice in hand + 1) × 20 % = 60 %"),
        (TakeGood(), seen("diamond, 4 camel"), "(0 diamonds in hand + 1) × 20 % × 1.5 = 30 %"),
        (
            TakeCamels(),
            seen("5 camel", "", "6 leather, spice"),
            "(5² camels − 2 × (½ × 0 in hand)² + 7 in the rival’s hand) × 0.8 / 32 = 80.0 %",
        ),
        (
            Exchange(),
            seen("2 cloth, 3 camel", "cloth", herds=(2, 0)),
            "(3 cloth in hand and market + 1) × 20 % = 80 %",
        ),
    ],
)
def test_reasons_read_as_the_formula_with_its_terms(scorer: Sell, view: View, words: str) -> None:
    assert str(only(scorer, view).reason) == words


# --- picking ---


def candidate(score: float) -> Candidate:
    return Candidate(TAKE_CAMELS, score, Reason("made up"))


def test_the_highest_score_above_zero_is_picked_and_of_equal_ones_the_first() -> None:
    picks = {(0.2, 0.7, 0.5): 1, (0.2, 0.7, 0.7): 1, (0.7, 0.7): 0, (0.0, 0.0): None, (0.0, -1.0): None, (): None}
    for scores, expected in picks.items():
        assert Highest().pick([candidate(score) for score in scores], Random(0)) == expected


def test_of_equal_scores_the_order_is_take_sell_camels_exchange() -> None:
    agent = registry.ai("jaipur", "utility").agent()

    def kind(view: View) -> MoveKind:
        chosen = agent.choose(view, Random(0))
        assert chosen is not None
        scores = [found.score for found in agent.think(view, Random(0))]
        assert scores.count(max(scores)) >= 2, "the case must be a tie"
        assert chosen.score == max(scores)
        move: Move = chosen.move
        return move.kind

    # Ties of sums that are made of different terms: they must be equal to the last bit.
    # (1 + 1) * 0.20 * 1.5 for the gold = 3 * 0.20 for the leather
    assert kind(seen("gold, 4 camel", "3 leather, gold")) == MoveKind.TAKE_GOOD
    # 4 * 0.20 for the leather = (3 + 1) * 0.20 for an exchange that takes two cloth to one
    assert kind(seen("2 cloth, 3 camel", "4 leather, cloth, gold", herds=(1, 0))) == MoveKind.SELL
    # 2 * 0.20 * 1.5 for the gold = (5² - 2 * 1² + 1) * 0.8 / 32 for the camels
    assert kind(seen("5 camel", "2 gold", "leather")) == MoveKind.SELL
    # (3² - 0 + 7) * 0.8 / 32 for the camels = (1 + 1) * 0.20 for an exchange
    assert kind(seen("cloth, leather, 3 camel", "", "4 spice, 3 cloth", herds=(2, 0))) == MoveKind.TAKE_CAMELS


def test_weighted_is_drawn_in_proportion_to_the_score() -> None:
    weights, draws = [0.1, 0.0, 0.3, -0.5, 0.6], 20_000
    rng = Random("proportions")
    drawn = Counter(Weighted().pick([candidate(weight) for weight in weights], rng) for _ in range(draws))
    expected = {0: 0.1 * draws, 2: 0.3 * draws, 4: 0.6 * draws}
    assert set(drawn) == set(expected)
    chi_square = sum((drawn[index] - number) ** 2 / number for index, number in expected.items())
    assert chi_square < 13.82  # exceeded by one fair draw in a thousand, with two degrees of freedom
    # Of another scale, the same: proportions are what counts.
    rng = Random("proportions")
    assert drawn == Counter(Weighted().pick([candidate(1000 * w) for w in weights], rng) for _ in range(draws))


def test_weighted_picks_nothing_where_nothing_scores() -> None:
    assert Weighted().pick([candidate(0.0), candidate(-1.0)], Random(0)) is None
    assert Weighted().pick([], Random(0)) is None


# --- the parameters ---


def by(spec: str, view: View) -> Move:
    agent = parse_seat("jaipur", spec).agent()
    assert agent is not None
    chosen = agent.choose(view, Random(0))
    assert chosen is not None
    move: Move = chosen.move
    return move


@pytest.mark.parametrize(("hand", "score"), [("3 leather", 0.48), ("3 gold", 0.72), ("6 leather", 0.8)])
def test_patience_multiplies_the_clamped_score_of_a_sale(hand: str, score: float) -> None:
    (sale,) = Sell(0.8).score(seen(hand=hand), Random(0))
    assert sale.score == pytest.approx(score)
    assert sale.move == only(Sell(), seen(hand=hand)).move
    assert f"× 0.8 patience = {100 * score:.0f} %" in str(sale.reason)


def test_a_patient_one_takes_where_utility_sells() -> None:
    view = seen("gold, 4 camel", "4 leather, gold")  # 4 * 0.20 for the sale, (1 + 1) * 0.20 * 1.5 for the gold
    assert by("utility", view) == by("utility@patience=0.8", view) == sell("4 leather")
    assert by("utility@patience=0.7", view) == take("gold")


@pytest.mark.parametrize(
    "given_", ["patience=0", "patience=1.5", "patience=-1", "patience=nan", "patience=soon", "exchange=never"]
)
def test_a_parameter_that_cannot_be_is_refused(given_: str) -> None:
    with pytest.raises(ValueError, match="needs "):
        parse_seat("jaipur", f"utility@{given_}")


@pytest.mark.parametrize(
    ("market", "hand", "move", "score"),
    [
        # Gold is high value and stays, cloth and leather would be single.
        ("2 spice, gold, cloth, leather", "", exchange("2 spice, gold", "3 camel"), 0.6),
        # Two leather with that in hand.
        ("gold, cloth, leather, 2 camel", "leather", exchange("leather, gold", "2 camel"), 0.6),
        ("gold, cloth, spice, leather, camel", "", None, 0),
    ],
)
def test_the_original_exchanges_for_no_good_that_stays_single(
    market: str, hand: str, move: Move | None, score: float
) -> None:
    view = seen(market, hand, herds=(4, 0))
    found = Exchange(original=True).score(view, Random(0))
    assert [each.move for each in found] == ([] if move is None else [move])
    assert sum(each.score for each in found) == pytest.approx(score)
    assert size(only(Exchange(), view).move.market) > (0 if move is None else size(move.market))


def test_the_parameter_says_how_exchanges_are_scored() -> None:
    view = seen("diamond, gold, cloth, spice, leather", "", herds=(5, 0))  # five for five at 40 %, by the page's words
    assert by("utility", view) == by("utility@exchange=page", view)
    assert by("utility", view) == exchange("diamond, gold, cloth, spice, leather", "5 camel")
    assert by("utility@exchange=original", view) == exchange("diamond, gold", "2 camel")
    assert by("utility@exchange=off", view) == take("diamond")


@given(positions)
def test_without_exchanges_there_is_always_something_to_choose(state: State) -> None:
    player = state.to_move
    assert player is not None
    assert by("utility@exchange=off", RULES.view(state, player)).kind != MoveKind.EXCHANGE


# --- hidden is hidden ---


@pytest.mark.parametrize("spec", ["random", "utility", "weighted", "utility@patience=0.8", "utility@exchange=original"])
@given(state=positions, shuffle=st.integers(0, 10**6))
def test_shuffling_the_unseen_cards_changes_no_decision(spec: str, state: State, shuffle: int) -> None:
    player = state.to_move
    assert player is not None
    agent = parse_seat("jaipur", spec).agent()
    assert agent is not None
    shuffled = RULES.sample(RULES.view(state, player), Random(shuffle))
    decisions = [agent.choose(RULES.view(each, player), Random("the same")) for each in (state, shuffled)]
    assert decisions[0] == decisions[1] is not None
