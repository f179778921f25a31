"""What the moves of our games do, in plain words: worked positions, and every move of random rounds."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from game.games import registry
from game.games.jaipur.moves import TAKE_CAMELS
from game.games.jaipur.rules import RULES as JAIPUR
from game.games.jaipur.state import House as JaipurHouse
from game.games.module import nothing_said
from game.games.nim.record import Move as Take
from game.games.nim.rules import RULES as NIM
from game.games.nim.rules import State as Piles
from game.games.notty.moves import DRAW_TO_DISCARD, HOLDS, NEXT_TURN, MoveKind
from game.games.notty.rules import RULES as NOTTY
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD
from game.games.thirty_one.rules import RULES as THIRTY_ONE
from game.games.thirty_one.state import House as ThirtyOneHouse
from game.rules.language import Message, message_of
from game.rules.options import parse_options
from game.rules.protocol import AnyRules, Setup, apply
from tests import jaipur_positions, notty_positions, thirty_one_positions
from tests.games import GAMES


def told(rules: AnyRules, state: Any, move: Any) -> str:
    """What is said of a move of whoever is to move."""
    view = rules.view(state, state.to_move)
    assert rules.refusal(view, move) is None
    return str(registry.game(rules.name).plain(view, move))


def test_jaipur_tells_what_a_sale_brings_and_what_speaks_for_waiting() -> None:
    place, sell = jaipur_positions.position, jaipur_positions.sell
    state = place("silver, 4 camel", ("3 silver, leather", "gold"))
    assert told(JAIPUR, state, sell("3 silver")) == "3 silver for 15 points now, and a bonus of 1 to 3 on top."
    assert told(JAIPUR, state, sell("2 silver")) == "2 silver for 10 points now. Three would earn a bonus now."
    state = place("silver, 4 camel", ("2 silver, leather", "gold"))
    assert told(JAIPUR, state, sell("2 silver")) == (
        "2 silver for 10 points now. One more lies in the market: three would earn a bonus."
    )
    assert told(JAIPUR, state, sell("leather")) == "1 leather for 4 points now."
    bonuses, state.bonuses[0] = state.bonuses[0], ()
    assert told(JAIPUR, state, sell("2 silver")) == "2 silver for 10 points now.", "there is no bonus for three"
    state.bonuses[0] = bonuses
    state.known[1] = jaipur_positions.cards("2 leather")
    state.hands[1] = jaipur_positions.cards("2 leather")
    assert told(JAIPUR, state, sell("leather")) == (
        "1 leather for 4 points now. The rival is known to hold 2 leather, and may sell first."
    )


def test_jaipur_tells_of_the_bonuses_that_may_be_drawn() -> None:
    sell = jaipur_positions.sell
    state = jaipur_positions.position("gold, 4 camel", ("4 cloth", "gold"))
    state.bonuses[0], state.bonuses_taken = (2, 1, 2), [((0, 3), (0, 1), (1, 4)), ((0, 2), (1, 4), (0, 3))]
    assert told(JAIPUR, state, sell("3 cloth")) == "3 cloth for 11 points now, and a bonus of 1 to 3 on top.", (
        "the rival's lie face down"
    )
    state.house = JaipurHouse(open_bonus=True)
    assert told(JAIPUR, state, sell("3 cloth")) == "3 cloth for 11 points now, and a bonus of 1 to 2 on top."
    state.bonuses[1] = (6, 5, 5, 6)
    assert told(JAIPUR, state, sell("4 cloth")) == "4 cloth for 13 points now, and a bonus of 5 to 6 on top."
    state.bonuses[0], state.bonuses_taken[1] = (1,), ((0, 2), (0, 2), (0, 2), (0, 3))
    assert told(JAIPUR, state, sell("3 cloth")) == "3 cloth for 11 points now, and a bonus of 1 on top."
    state.bonuses[0], state.bonuses_taken[0] = (), ((0, 3), (0, 1), (0, 1))
    assert told(JAIPUR, state, sell("3 cloth")) == "3 cloth for 11 points now."


def test_jaipur_speaks_for_waiting_only_where_the_third_can_be_had() -> None:
    """Not into a full hand, nor where the deck cannot replace it, nor without turns for it; an exchange needs neither
    room nor a deck, but a second good to take and two cards to give."""
    place, sell = jaipur_positions.position, jaipur_positions.sell
    now = "2 cloth for 8 points now."
    waiting = f"{now} One more lies in the market: three would earn a bonus."
    full, two = ("2 cloth, 5 leather", "gold"), ("2 cloth", "gold")
    assert told(JAIPUR, place("cloth, 4 camel", ("2 cloth, 4 leather", "gold")), sell("2 cloth")) == waiting
    assert told(JAIPUR, place("cloth, 4 camel", full), sell("2 cloth")) == now
    assert told(JAIPUR, place("cloth, spice, 3 camel", full), sell("2 cloth")) == waiting
    assert told(JAIPUR, place("cloth, leather, 3 camel", full, (4, 0)), sell("2 cloth")) == now
    assert told(JAIPUR, place("cloth, 4 camel", two, deck="gold"), sell("2 cloth")) == waiting
    assert told(JAIPUR, place("cloth, 4 camel", two, deck=""), sell("2 cloth")) == now
    assert told(JAIPUR, place("cloth, spice, 3 camel", two, (2, 0), deck=""), sell("2 cloth")) == waiting
    assert told(JAIPUR, place("2 spice, 3 camel", two, (2, 0)), sell("2 cloth")) == now
    state = place("cloth, 4 camel", two, limit=10)
    for state.turns, words in ((7, waiting), (8, now), (9, now)):
        assert told(JAIPUR, state, sell("2 cloth")) == words


def test_jaipur_tells_that_three_could_be_sold_where_fewer_are() -> None:
    sell, now = jaipur_positions.sell, "Three would earn a bonus now."
    state = jaipur_positions.position("cloth, 4 camel", ("4 cloth", "cloth"))
    state.known[1] = state.hands[1]
    assert told(JAIPUR, state, sell("cloth")) == f"1 cloth for 5 points now. {now}"
    assert told(JAIPUR, state, sell("2 cloth")) == f"2 cloth for 8 points now. {now}"
    assert now not in told(JAIPUR, state, sell("4 cloth"))
    state.bonuses[0] = ()
    assert now not in told(JAIPUR, state, sell("2 cloth")) + told(JAIPUR, state, sell("3 cloth"))


def test_jaipur_warns_of_the_rivals_sale_only_where_there_can_be_one() -> None:
    """Two silver are needed: one is known, another may be unknown as long as there is one that is seen nowhere."""
    sell, cards = jaipur_positions.sell, jaipur_positions.cards
    warned = "2 silver for 10 points now. The rival is known to hold {}, and may sell first."
    state = jaipur_positions.position("gold, 4 camel", ("2 silver", "silver"))
    state.known[1] = cards("silver")
    assert told(JAIPUR, state, sell("2 silver")) == "2 silver for 10 points now."
    state.hands[1] = cards("silver, leather")
    assert told(JAIPUR, state, sell("2 silver")) == warned.format("1 silver")
    state.discard = (2, 2, 2)
    assert told(JAIPUR, state, sell("2 silver")) == "2 silver for 10 points now."
    state.hands[1] = state.known[1] = cards("2 silver")
    state.discard = (2, 2)
    assert told(JAIPUR, state, sell("2 silver")) == warned.format("2 silver")
    state.turns, state.limit = 9, 10
    assert told(JAIPUR, state, sell("2 silver")) == "2 silver for 10 points now.", "nobody moves after this"


def test_jaipur_tells_that_a_sale_ends_the_round() -> None:
    place, sell = jaipur_positions.position, jaipur_positions.sell
    state = place("silver, 4 camel", ("3 silver, leather", "leather"), tokens=[0, 0, 5, 7, 7, 1])
    state.known[1] = jaipur_positions.cards("leather")
    assert told(JAIPUR, state, sell("leather")) == "1 leather for 1 point now. It ends the round."
    assert "ends" not in told(JAIPUR, state, sell("3 silver"))
    state.tokens_left[2] = 3
    assert told(JAIPUR, state, sell("3 silver")).endswith("on top. It ends the round.")


def test_jaipur_tells_what_the_hand_could_be_sold_for_after_a_take() -> None:
    place, take = jaipur_positions.position, jaipur_positions.take
    state = place("gold, silver, cloth, 2 camel", ("2 silver, 3 spice, leather", "gold"))
    assert told(JAIPUR, state, take("gold")) == (
        "In hand then: 1 gold. A second one is needed to sell. The hand is full then."
    )
    assert told(JAIPUR, state, take("silver")) == (
        "In hand then: 3 silver. A sale would bring 15 points and a bonus. The hand is full then."
    )
    swap = jaipur_positions.exchange("gold, cloth", "leather, spice")
    assert told(JAIPUR, state, swap) == "In hand then: 1 cloth. A sale would bring 5 points."
    assert told(JAIPUR, state, TAKE_CAMELS) == (
        "2 camels to trade with later; as many unknown cards come to the market, and the rival is next. "
        "It makes the larger herd, worth 5 points at the end."
    )


def test_jaipur_promises_nothing_for_goods_whose_tokens_are_gone() -> None:
    place, take = jaipur_positions.position, jaipur_positions.take
    state = place("gold, cloth, silver, 2 camel", ("2 cloth, 2 spice", "gold"), tokens=[5, 0, 5, 0, 7, 9])
    assert told(JAIPUR, state, take("gold")) == "In hand then: 1 gold. No token is left for a sale."
    assert told(JAIPUR, state, take("cloth")) == "In hand then: 3 cloth. A sale would bring 0 points and a bonus."
    swap = jaipur_positions.exchange("gold, silver", "2 spice")
    assert told(JAIPUR, state, swap) == "In hand then: 1 silver. A second one is needed to sell."
    state.bonuses[0] = ()
    swap = jaipur_positions.exchange("silver, cloth", "2 spice")
    assert told(JAIPUR, state, swap) == "In hand then: 1 silver. A second one is needed to sell."


def test_jaipur_tells_that_a_take_ends_the_round() -> None:
    state = jaipur_positions.position("gold, cloth, silver, 2 camel", ("2 cloth", "gold"), deck="spice")
    ends = "The deck cannot fill the market again: that ends the round."
    assert told(JAIPUR, state, TAKE_CAMELS) == f"{ends} It makes the larger herd, worth 5 points at the end."
    assert "ends" not in told(JAIPUR, state, jaipur_positions.take("cloth"))
    state.deck = ()
    assert told(JAIPUR, state, jaipur_positions.take("cloth")) == ends
    assert "ends" not in told(JAIPUR, state, jaipur_positions.exchange("gold, silver", "2 cloth"))


def test_jaipur_goes_by_the_house_rules() -> None:
    state = jaipur_positions.position("gold, silver, cloth, 2 camel", ("2 silver, 3 spice, leather", "gold"))
    state.house = JaipurHouse(hand_limit=9, herd=False)
    assert told(JAIPUR, state, jaipur_positions.take("gold")) == "In hand then: 1 gold. A second one is needed to sell."
    assert told(JAIPUR, state, TAKE_CAMELS).endswith("and the rival is next.")


@pytest.mark.parametrize(
    ("piles", "move", "words"),
    [
        ((0, 1), Take(1, 1), "This takes the last stone, and loses."),
        ((0, 3), Take(1, 2), "Leaves 1 stone: the rival has to take it."),
        ((1, 1, 2), Take(2, 1), "Leaves 3 single stones: taken in turn, the last is the rival’s."),
        ((1, 1, 2), Take(2, 2), "Leaves 2 single stones: taken in turn, the last is left for whoever moves now."),
        ((3, 4), Take(0, 3), "Leaves one pile of 4: the rival takes all but one."),
        ((3, 4), Take(1, 1), "Leaves two piles of 3: whatever the rival takes there can be copied."),
        ((1, 3, 5, 7), Take(3, 1), "Leaves piles of 1, 3, 5 and 6."),
    ],
)
def test_nim_tells_what_is_left(piles: tuple[int, ...], move: Take, words: str) -> None:
    assert told(NIM, Piles(piles), move) == words


def test_notty_tells_what_would_fit_a_group() -> None:
    # Of red 3 and 4 a red 2 or 5 makes a run: two of each are in the deck but the 5 that the rival holds.
    state = notty_positions.position("r3 r4 k9", "r5 b1")
    assert told(NOTTY, state, notty_positions.draw(1)) == "One try: 3 of the deck’s 85 would fit a group."
    assert told(NOTTY, state, notty_positions.draw(2)) == "2 tries: 3 of the deck’s 85 would fit a group."
    assert told(NOTTY, state, DRAW_TO_DISCARD) == "One card for another: 3 of the deck’s 85 would fit a group."
    assert told(NOTTY, state, notty_positions.steal(1)) == "By lot; 1 of the 2 would fit a group."
    assert told(NOTTY, state, NEXT_TURN) == "3 cards stay, none of them in a group."
    useless = notty_positions.position("r3 r4 k9", "b1 b8")
    assert told(NOTTY, useless, notty_positions.steal(1)) == (
        "By lot; none of the 2 would fit a group; it is one card more to build on."
    )
    grouped = notty_positions.position("r3 r4 k9", "r5 b1 b2 b3")
    assert told(NOTTY, grouped, notty_positions.steal(1)) == (
        "By lot; 1 of the 4 would fit a group. 3 of the 4 are in groups there, which this may break."
    )
    useless = notty_positions.position("r3 r4 k9", "b1 b2 b3 b8")
    assert told(NOTTY, useless, notty_positions.steal(1)) == (
        "By lot; none of the 4 would fit a group, but 3 are in groups there, which this may break."
    )
    single = notty_positions.position("r3", "b1")
    assert told(NOTTY, single, NEXT_TURN) == "One card stays, which is in no group."
    apart = notty_positions.position("r1 g5 k9", "b1")
    assert told(NOTTY, apart, notty_positions.draw(3)) == (
        "None of the deck’s 86 fits a group yet: 3 cards more to build on."
    )
    assert told(NOTTY, apart, DRAW_TO_DISCARD) == "One card for another: none of the deck’s 86 fits a group yet."
    last = notty_positions.position("r3 r4 k9", "b1")
    assert told(NOTTY, last, notty_positions.steal(1)) == (
        "This takes the last card from player 2: whoever has none left wins."
    )


def test_notty_tells_what_a_group_leaves_and_why_it_may_be_kept() -> None:
    place, group = notty_positions.position, notty_positions.discard("r3 r4 r5")
    # Any card of the run is joined by the red 2 and 6, two of each; without it nothing joins the black 9.
    held = place("r3 r4 r5 k9", "b1")
    assert told(NOTTY, held, group) == (
        "3 cards go; one stays, in no group. Then 0 of the deck’s 88 would fit a group, now 4 of 85."
    )
    assert told(NOTTY, held, NEXT_TURN) == (
        "4 cards stay, 1 of them in no group. Groups are kept: new cards find more to join, and the hand "
        "that goes as a whole wins."
    )
    assert told(NOTTY, place("r3 r4 r5", "b1"), group) == "The last cards go, and that wins."
    assert (
        told(NOTTY, place("r3 r4 r5 k1 k2 k3", "b1"), group)
        == "3 cards go; 3 stay. The rest can go, too, and that wins."
    )
    assert told(NOTTY, place("r3 r4 r5", "b1"), NEXT_TURN) == (
        "The turn ends, although every card is in a group: discarding them all would win."
    )


def test_notty_tells_what_a_returned_card_leaves() -> None:
    state = notty_positions.position("r3 r4 r5 k9 b1", "b1", used=HOLDS)
    back = notty_positions.give_back
    assert told(NOTTY, state, back("k9")) == "It goes with no other card. Then 4 of the deck’s 85 would fit a group."
    assert told(NOTTY, state, back("r3")) == (
        "That breaks a group: 4 of 4 cards are in none then. Then 4 of the deck’s 85 would fit a group."
    )
    whole = notty_positions.position("r3 r4 r5 k9", "b1", used=HOLDS)
    assert told(NOTTY, whole, back("k9")) == "Then every card is in a group."
    near = notty_positions.position("r3 r5 g3 k9 k9", "b1", used=HOLDS)
    assert told(NOTTY, near, back("r3")).startswith("It goes with red 5 and green 3.")
    assert told(NOTTY, near, back("k9")).startswith("There is another black 9.")
    many = notty_positions.position("r5 r6 r8 g6 y6 b4", "b1", used=HOLDS)
    assert told(NOTTY, many, back("r6")).startswith("It goes with red 5, red 8, green 6 and yellow 6.")
    more = notty_positions.position("r4 r5 r6 r8 g6 y6 b4", "b1", used=HOLDS)
    assert told(NOTTY, more, back("y6")).startswith("It goes with red 6 and green 6.")


@pytest.mark.parametrize(
    ("hand", "group", "stays"),
    [
        ("b2 b3 b4 b6 k9", "b2 b3 b4", ""),
        ("g3 g4 2g5 k9", "g3 g4 g5", ""),
        ("b2 b3 b4 b5 b6 b8 2b1 k9", "b3 b4 b5", "blue 1, blue 2 and blue 6"),
        ("r5 g5 y5 k5 b5 r6 k9", "r5 g5 y5 k5", "blue 5"),
        ("r5 g5 y5 k5 r4 r6 k9", "r4 r5 r6", ""),
    ],
)
def test_notty_names_what_could_go_with_a_group(hand: str, group: str, stays: str) -> None:
    words = told(NOTTY, notty_positions.position(hand, "r1"), notty_positions.discard(group))
    assert ("What would go" in words) == bool(stays)
    assert f"What would go with it and stays: {stays}." in words or not stays


def test_notty_tells_a_smaller_group_from_a_broken_one() -> None:
    back = notty_positions.give_back
    # The run of 3 to 5 stays, and the 7 was left over before.
    state = notty_positions.position("b2 b3 b4 b5 b7", "r1", used=HOLDS)
    assert told(NOTTY, state, back("b2")) == (
        "Groups hold one card less then: 1 of 4 cards is in none. Then 4 of the deck’s 85 would fit a group."
    )
    assert told(NOTTY, state, back("b3")).startswith("That breaks a group: 4 of 4 cards are in none then.")
    # The set breaks, but the run takes its place.
    state = notty_positions.position("b1 b2 b3 r3 g3 y3", "r1", used=HOLDS)
    assert told(NOTTY, state, back("r3")).startswith("Groups hold one card less then: 2 of 5 cards are in none.")


def _messages(words: str) -> Iterator[Message]:
    """A message, and those in it."""
    found = message_of(words)
    if found is not None:
        yield found
        for value in (*found.args, *found.values.values()):
            yield from _messages(value)


@pytest.mark.parametrize(
    ("hand", "rival", "move"),
    [
        ("b6 b7 k1", "2b8 b5", notty_positions.draw(1)),
        ("b6 b7 k1", "2b8 b5", notty_positions.draw(3)),
        ("b6 b7 k1", "2b8 b5", DRAW_TO_DISCARD),
        ("b6 b7 k1", "b8 r1", notty_positions.steal(1)),
        ("b6 b7 k1", "2b8 b5", notty_positions.give_back("k1")),
        ("b6 b7 k1 k2 k3", "2b8 b5", notty_positions.discard("k1 k2 k3")),
    ],
)
def test_the_plural_of_what_fits_a_group_is_of_how_many_fit(hand: str, rival: str, move: Any) -> None:
    """One card that would join the blue 6 and 7 is in the deck, or in the hand to steal from."""
    used = HOLDS if move.kind == MoveKind.RETURN_CARD else 0
    view = NOTTY.view(notty_positions.position(hand, rival, used=used), 0)
    words = registry.game("notty").plain(view, move)
    assert " 1 of the " in words
    assert [each.number for each in _messages(words) if "fit a group" in each.many] == [1]


def test_candidates_of_notty_are_told_apart() -> None:
    """What differs is told: how many cards, which of them stand beside others, what of a group's kind stays."""
    state = notty_positions.position("r3 r4 r5 r6 g1 g2 g3", "b1 y8")
    draws = {told(NOTTY, state, notty_positions.draw(number)) for number in (1, 2, 3)}
    assert len(draws | {told(NOTTY, state, DRAW_TO_DISCARD)}) == 4
    groups = [notty_positions.discard(each) for each in ("r3 r4 r5", "r4 r5 r6", "g1 g2 g3")]
    assert len({told(NOTTY, state, group) for group in groups}) == 3
    assert "What would go with it and stays: red 6." in told(NOTTY, state, groups[0])
    holds = notty_positions.position("r1 g1 y3 y4 k9", "b1 y8", used=HOLDS)
    returns = [told(NOTTY, holds, notty_positions.give_back(each)) for each in ("r1", "g1", "y3", "y4", "k9")]
    assert len(set(returns)) == 5


def test_thirty_one_tells_what_becomes_of_the_hand() -> None:
    state = thirty_one_positions.position("KS QS 5S", "4D 3D 5C", pile="9H AS")
    assert told(THIRTY_ONE, state, TAKE_DISCARD) == "The ace of spades makes 31 in spades."
    # Better than the 5: the 6 to 10 and the jack of spades; the ace lies on the pile.
    assert told(THIRTY_ONE, state, DRAW_DECK) == "6 of the 47 cards nobody has shown would better 25 in spades."
    assert told(THIRTY_ONE, state, CALL) == (
        "On the first turn, hands are shown at once: if 25 in spades is the lowest, it costs two lives."
    )
    state.turns = 1
    assert told(THIRTY_ONE, state, CALL) == (
        "Everybody else has one more turn; if 25 in spades is the lowest then, it costs two lives."
    )
    state.turns = 199
    assert told(THIRTY_ONE, state, CALL) == (
        "Hands are shown at once: if 25 in spades is the lowest, it costs two lives."
    )
    state.turns, state.house = 1, ThirtyOneHouse(caller_safe=True)
    assert "if 25 in spades is lower than all others then, it costs" in told(THIRTY_ONE, state, CALL)
    three = thirty_one_positions.position("KS QS 5S", "4D 3D 5C", "8D 9D 2H", pile="9H", deck="2C", turns=3, short=True)
    assert told(THIRTY_ONE, three, CALL).startswith("Everybody else has one more turn, if the round lasts;")
    state = thirty_one_positions.play(state, TAKE_DISCARD)
    assert told(THIRTY_ONE, state, thirty_one_positions.discard("QS")) == (
        "26 in spades stay in hand; player 2 may take the queen of spades."
    )


def test_thirty_one_says_nothing_of_the_next_player_where_the_round_ends() -> None:
    place, discard = thirty_one_positions.position, thirty_one_positions.discard
    drawn = thirty_one_positions.play
    called = drawn(place("KS QS 5S", "4D 3D 5C", pile="9H", deck="2H 3C", turns=3, caller=1), DRAW_DECK)
    assert told(THIRTY_ONE, called, discard("2H")) == "25 in spades stay in hand; then hands are shown."
    last = drawn(place("KS QS 5S", "4D 3D 5C", pile="9H", deck="2C", turns=3, short=True), DRAW_DECK)
    assert told(THIRTY_ONE, last, discard("2C")) == "25 in spades stay in hand; then hands are shown."
    best = drawn(place("KS QS 5S", "4D 3D 5C", pile="9H", deck="AS 2C", turns=3), DRAW_DECK)
    assert told(THIRTY_ONE, best, discard("5S")) == (
        "31 in spades: the round ends at once, and whoever has less loses a life."
    )


def states(rules: AnyRules) -> Iterator[Any]:
    """Positions of random play, early and late, somebody being to move."""
    how = Setup(2, parse_options(rules, []))
    for seed in range(40):
        rng = Random(f"words/{seed}")
        before, state, left = None, rules.deal(how, rules.new_standing(how), 0, rng), rng.randrange(40)
        while left and state.to_move is not None:
            before, left = state.copy(), left - 1
            apply(rules, state, rng.choice(list(rules.legal_moves(rules.view(state, state.to_move)))), rng)
        if state.to_move is None:  # a deal may end its round
            state = before
        if state is not None:
            yield state


@pytest.mark.parametrize("name", [game for game in GAMES if registry.game(game).plain is not nothing_said])
def test_every_move_is_told_in_a_whole_sentence_without_shares_and_decimals(name: str) -> None:
    rules = registry.game(name).rules
    for state in states(rules):
        for move in rules.legal_moves(rules.view(state, state.to_move)):
            words = told(rules, state, move)
            assert words[0].isupper() or words[0].isdigit()
            assert words.endswith(".")
            assert "%" not in words
            assert not any(part[:1].isdigit() for part in words.split(".")[1:]), words
