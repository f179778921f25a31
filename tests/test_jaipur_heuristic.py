"""The heuristic AI of Jaipur: its value by hand, the moves that it looks at, and what it tells."""

from random import Random

import pytest

from game.agents.agent import scored
from game.games import registry
from game.games.jaipur.heuristic import Heuristic, Position, Terms, holdings
from game.games.jaipur.moves import TAKE_CAMELS, Move, MoveKind
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import House
from game.games.jaipur.tables import KINDS
from tests.jaipur_positions import cards, exchange, position, random_position, sell, take

LEATHER, DIAMOND = KINDS.index("leather"), KINDS.index("diamond")
FRESH = (5, 5, 5, 7, 7, 9)


def looked_at(**table: object) -> list[Move]:
    return list(Position(RULES.view(position(**table), 0)).moves())  # type: ignore[arg-type]


def terms(move: Move, **table: object) -> Terms:
    return Position(RULES.view(position(**table), 0)).terms(move)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("good", "left", "decay", "bonus_decay", "number", "worth"),
    [
        (LEATHER, 9, 0.0, 0.0, 0, 0.0),
        (LEATHER, 9, 0.0, 0.0, 1, 4 * 0.75),
        (LEATHER, 9, 0.0, 0.0, 3, (4 + 3 + 2) * 0.75 + 1.8),
        (LEATHER, 9, 0.0, 0.0, 7, (4 + 3 + 2 + 1 + 1 + 1 + 1) * 0.75 + 6.0),
        (LEATHER, 2, 0.3, 0.5, 5, (1 + 1) * 0.7 * 0.75 + 8.0 * 0.5),
        (DIAMOND, 5, 0.0, 0.0, 1, 0.45 * 7),
        (DIAMOND, 5, 0.15, 0.5, 2, 14 * 0.85 * 0.85 + 0.5 * 0.5),
        (DIAMOND, 0, 0.0, 0.0, 1, 0.0),
    ],
)
def test_what_cards_of_a_good_are_worth(
    good: int, left: int, decay: float, bonus_decay: float, number: int, worth: float
) -> None:
    assert holdings(good, left, decay, bonus_decay)[number] == pytest.approx(worth)


def test_a_take_is_judged_before_the_market_is_filled_up() -> None:
    table = {
        "market": "2 leather, spice, 2 camel",
        "hands": ("3 leather, 2 gold", "4 cloth"),
        "herds": (3, 1),
        "deck": "10 leather, 10 spice",
    }
    found = terms(take("leather"), **table)
    used, left = 0.5, 1 - 0.15 * 0.5
    four_leather = (4 + 3 + 2 + 1) * left * 0.75 + 4.2 * (1 - 0.5 * used)
    two_gold = (6 + 6) * left * 0.85 + 0.5 * (1 - 0.5 * used)
    assert found.score == 0
    assert found.own_goods == pytest.approx(four_leather + two_gold)
    assert found.rivals_goods == 0  # nothing of that hand is known
    assert found.goods_left == pytest.approx(-0.12 * 4 - 0.12 * 5)
    assert found.hand_size == -0.4
    assert found.camels == pytest.approx(0.5 * 3 - 0.5 * 1 + 2 / 3)
    assert found.refill == pytest.approx(-0.05 * 2 - 0.25)


@pytest.mark.parametrize(("open_bonus", "won", "rivals"), [(False, 11 / 6, 2 * 11 / 6), (True, 7 / 4, 4.0)])
def test_a_sale_counts_its_tokens_and_bonuses_that_are_not_seen_by_their_mean(
    open_bonus: bool, won: float, rivals: float
) -> None:
    state = position(hands=("3 leather", ""), deck="")
    state.bonuses[0], state.bonuses_taken = (2, 1, 2, 2), [((0, 3),), ((0, 3), (0, 1))]
    state.house = House(open_bonus=open_bonus)
    found = Position(RULES.view(state, 0)).terms(sell("3 leather"))
    assert found.score == pytest.approx((4 + 3 + 2) + won + 3 - rivals)
    assert found.own_goods == 0
    state.bonuses[0] = ()
    assert Position(RULES.view(state, 0)).terms(sell("3 leather")).score == found.score - won, "none is left"


def test_two_empty_piles_make_goods_worth_less() -> None:
    table = {"hands": ("cloth", ""), "herds": (0, 0), "deck": ""}
    fresh = terms(TAKE_CAMELS, tokens=(0, 5, 5, 7, 7, 9), **table).own_goods
    late = terms(TAKE_CAMELS, tokens=(0, 0, 5, 7, 7, 9), **table).own_goods
    assert [fresh, late] == pytest.approx([5 * 0.85 * 0.75, 5 * 0.70 * 0.75])


def test_what_the_rival_is_known_to_hold_counts_against_it() -> None:
    state = position(market="cloth, 4 camel", hands=("", "3 cloth"), deck="")
    state.known[1] = cards("3 cloth")
    found = Position(RULES.view(state, 0)).terms(TAKE_CAMELS)
    three, four = holdings(KINDS.index("cloth"), 7, 0.15, 0.5)[3:5]
    assert found.rivals_goods == pytest.approx(-0.6 * three - 0.5)
    assert found.goods_left == pytest.approx(-0.12 * 5 - 0.3 * (four - three))


def test_an_exchange_gives_camels_and_the_goods_whose_loss_costs_least() -> None:
    found = looked_at(market="2 gold, silver, 2 camel", hands=("diamond, leather, spice", ""), herds=(1, 0))
    assert [move for move in found if move.kind != MoveKind.EXCHANGE] == [
        take("gold"), take("silver"), sell("spice"), sell("leather"), TAKE_CAMELS,
    ]  # fmt: skip
    assert exchange("2 gold", "diamond, spice") not in found
    two, three = ("leather, diamond", "leather, camel"), ("leather, diamond, spice", "leather, diamond, camel")
    exchanges = [move for move in found if move.kind == MoveKind.EXCHANGE]
    assert sorted(exchanges) == sorted(
        [exchange(goods, given) for goods in ("2 gold", "gold, silver") for given in two]
        + [exchange("2 gold, silver", given) for given in three]
    )
    assert found[-len(exchanges) :] == exchanges


def test_all_that_it_looks_at_is_legal_and_nothing_twice() -> None:
    for state in map(random_position, range(40)):
        view = RULES.view(state, state.to_move or 0)
        found = list(Position(view).moves())
        assert len(set(found)) == len(found)
        assert not [move for move in found if RULES.refusal(view, move)]


def test_it_tells_the_value_and_how_the_next_move_differs() -> None:
    view = RULES.view(position(market="leather, 4 camel", hands=("", "")), 0)
    best, *_ = sorted(scored(Heuristic(), view, Random(1)), key=lambda candidate: -candidate.score)
    assert str(best.reason).startswith(f"{best.score:+.2f} points; against the next move: ")


def test_it_plays_the_highest_value_whatever_its_sign() -> None:
    agent = registry.ai("jaipur", "heuristic").agent()
    state = position(market="leather, spice, 3 camel", hands=("", "7 leather"), herds=(0, 8), deck="")
    state.known[1] = cards("7 leather")
    view = RULES.view(state, 0)
    chosen = agent.choose(view, Random(1))
    assert chosen is not None
    assert chosen.score == max(candidate.score for candidate in agent.think(view, Random(1))) < 0
