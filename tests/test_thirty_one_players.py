"""Thirty-one's AIs that follow rules: greedy and the caller to the letter of the page, and the tactician."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.agent import Agent, Candidate
from game.agents.match import play_match
from game.agents.pickers import Best
from game.games import registry
from game.games.seats import SeatError, parse_seats
from game.games.thirty_one.cards import KINDS, cards_of, kinds_of
from game.games.thirty_one.greedy import greedy, greedy_caller
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.outlook import by_score
from game.games.thirty_one.rules import RULES, State, View
from game.games.thirty_one.state import House
from game.games.thirty_one.tactician import ABOUT, Tactics, tactician
from game.rules.options import parse_options
from game.rules.protocol import Setup
from tests import thirty_one_brute
from tests.thirty_one_positions import discard, legal, play, position, random_position

SEEDS = st.integers(0, 10**6)
NAMES = ("random", "greedy", "greedy-caller", "tactician")
GREEDY, CALLER, TACTICIAN = (
    Agent(name, scorers, Best())
    for name, scorers in (("greedy", greedy()), ("caller", greedy_caller()), ("tactician", tactician()))
)


def view_of(state: State) -> View:
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


def considered(agent: Agent, state: State) -> dict[Move, Candidate]:
    """The candidates of an agent for the player to move."""
    return {candidate.move: candidate for candidate in agent.think(view_of(state), Random(0))}


def choice(agent: Agent, state: State) -> Move:
    """The move that an agent chooses."""
    candidate = agent.choose(view_of(state), Random(0))
    assert candidate is not None
    assert candidate.move in legal(state)
    move: Move = candidate.move
    return move


# Greedy


def expected_by_brute_force(state: State, alike: bool) -> tuple[Fraction, Fraction]:
    """The score to expect from the deck, and the best that the top discard makes, as the page has them."""
    view = view_of(state)
    hand = tuple(kinds_of(view.hand))
    visible = {*hand, *[KINDS[card] for card in view.discard]}
    visible |= {KINDS[card] for known in view.known for card in cards_of(known)}
    unseen = [kind for kind in KINDS if kind not in visible]

    def best(cards: tuple[str, ...], stays: str | None) -> float:
        thrown = [card for card in cards if card != stays]
        return max(thirty_one_brute.score(tuple(c for c in cards if c != card), alike) for card in thrown)

    after_draw = sum((Fraction(best((*hand, card), None)) for card in unseen), Fraction(0)) / len(unseen)
    top = KINDS[view.discard[-1]]
    return after_draw, Fraction(best((*hand, top), top))


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.sampled_from([(3, 3), (2, 3, 1), (3, 0, 2, 1)]), st.booleans())
def test_greedy_takes_the_discard_just_when_it_beats_the_deck(seed: int, lives: tuple[int, ...], alike: bool) -> None:
    state = random_position(seed, len(lives), lives)
    if state.drawn is not None:
        return
    state.house = House(three_of_a_kind=alike)
    deck, discard_pile = expected_by_brute_force(state, alike)
    found = considered(GREEDY, state)
    assert found[DRAW_DECK].score == float(deck)
    assert found[TAKE_DISCARD].score == discard_pile
    assert choice(GREEDY, state) == (TAKE_DISCARD if discard_pile > deck else DRAW_DECK)


@settings(max_examples=60)
@given(SEEDS)
def test_greedy_keeps_the_three_cards_that_score_highest(seed: int) -> None:
    state = random_position(seed, 3)
    if state.drawn is None:
        return
    scores = {
        move: thirty_one_brute.score(tuple(kinds_of(play(state, move).hands[state.to_move or 0])))
        for move in legal(state)
    }
    assert scores[choice(GREEDY, state)] == max(scores.values())
    assert {move: candidate.score for move, candidate in considered(GREEDY, state).items()} == scores


def test_greedy_draws_where_deck_and_discard_promise_the_same() -> None:
    # Only the ace of spades would better 30, and it lies on the pile; the ten makes 30 too.
    state = position("KS QS JS", "4D 3D 5C", pile="AS 10S")
    found = considered(GREEDY, state)
    assert found[DRAW_DECK].score == found[TAKE_DISCARD].score == 30
    assert choice(GREEDY, state) == DRAW_DECK


def test_greedy_counts_cards() -> None:
    # With 10 and 9 in two suits, a ten of clubs makes 19; what the deck promises falls as good cards are seen.
    hand, top = "9S 10H 2D", "4H"
    before = considered(GREEDY, position(hand, "4D 3D 5C", pile=top))[DRAW_DECK].score
    seen = "KS QS JS AS KH QH JH AH"
    after = considered(GREEDY, position(hand, "4D 3D 5C", pile=f"{seen} {top}"))[DRAW_DECK].score
    known = considered(GREEDY, position(hand, "AS KH QH", pile=top, known=("", "AS KH QH")))[DRAW_DECK].score
    assert after < known < before


def test_what_the_others_know_of_the_own_hand_is_counted_once() -> None:
    hand = position("9S 10H 2D", "4D 3D 5C", pile="4H")
    shown = position("9S 10H 2D", "4D 3D 5C", pile="4H", known=("9S 10H", ""))
    assert considered(GREEDY, shown)[DRAW_DECK].score == considered(GREEDY, hand)[DRAW_DECK].score


def test_with_every_card_seen_the_deck_promises_what_is_held() -> None:
    state = position("KS QS 5S", "4D 3D 5C", short=True, known=("", "4D 3D 5C"))
    assert by_score(False).expected(view_of(state)) == 25


def test_greedy_never_calls() -> None:
    assert CALL not in considered(GREEDY, position("KS QS JS", "4D 3D 5C", turns=5))


def test_greedy_tells_why() -> None:
    found = considered(GREEDY, position("KS QS 5S", "4D 3D 5C", pile="9S"))
    assert str(found[TAKE_DISCARD].reason) == "29 points, with the 9 of spades in place of the 5 of spades"
    assert str(found[DRAW_DECK].reason).endswith("after a card of the deck and the best discard; 25 in spades now")
    drawn = considered(GREEDY, play(position("KS QS 5S", "4D 3D 5C", deck="9H"), DRAW_DECK))
    assert str(drawn[discard("KS")].reason) == "keeps 15 in spades"


def test_greedy_values_three_of_a_kind_where_they_count() -> None:
    hands = ("9S 9H KD", "4D 3D 5C")
    assert choice(GREEDY, position(*hands, pile="9C")) == DRAW_DECK
    assert choice(GREEDY, position(*hands, pile="9C", house=House(three_of_a_kind=True))) == TAKE_DISCARD


# The caller


@pytest.mark.parametrize(("hand", "calls"), [("KS QS 5S", True), ("KS QS 4S", False), ("KS QS JS", True)])
def test_the_caller_calls_at_25(hand: str, calls: bool) -> None:
    assert (choice(CALLER, position(hand, "4D 3D 5C", turns=3)) == CALL) is calls
    assert (choice(CALLER, position(hand, "4D 3D 5C")) == CALL) is calls, "also under the gun"


def test_the_caller_calls_even_when_31_lies_there() -> None:
    assert choice(CALLER, position("AS QS 4S", "4D 3D 5C", pile="KS")) == CALL


def test_the_points_of_a_call_are_a_setting() -> None:
    state = position("KS QS 5S", "4D 3D 5C")
    for call_at, move in ((28, DRAW_DECK), (20.5, CALL)):
        seat = parse_seats("thirty_one", [f"greedy-caller@call_at={call_at}", "random"])[0]
        agent = registry.ai("thirty_one", "greedy-caller").agent(seat.parameters)
        assert choice(agent, state) == move
    for wrong, why in (
        ("32", "needs points from 0 to 31"),
        ("-1", "needs points"),
        ("many", "needs a number"),
        ("nan", "needs a number"),
    ):
        with pytest.raises(SeatError, match=why):
            parse_seats("thirty_one", [f"greedy-caller@call_at={wrong}", "random"])


def test_after_a_call_the_caller_plays_on_as_greedy() -> None:
    state = position("KS QS 5S", "4D 3D 5C", pile="9S", caller=1, turns=4)
    assert CALL not in considered(CALLER, state)
    assert choice(CALLER, state) == choice(GREEDY, state) == TAKE_DISCARD


def test_the_caller_tells_from_when_it_calls() -> None:
    told = [str(considered(CALLER, position(hand, "4D 3D 5C"))[CALL].reason) for hand in ("KS QS 5S", "KS QS 4S")]
    assert told == ["25 points: calls from 25 points on, and counts them as 31", "24 points: calls from 25 points on"]


# The tactician


def test_the_tactician_takes_31_before_anything_else() -> None:
    state = position("AS QS 9S", "4D 3D 5C", pile="KS", turns=6)
    assert choice(TACTICIAN, state) == TAKE_DISCARD
    assert str(considered(TACTICIAN, state)[TAKE_DISCARD].reason) == (
        "31, with the king of spades in place of the 9 of spades"
    )
    assert choice(TACTICIAN, play(state, TAKE_DISCARD)) == discard("9S")


def test_the_tactician_keeps_31_drawn_from_the_deck() -> None:
    state = play(position("AS QS 9H", "4D 3D 5C", deck="10S", turns=30), DRAW_DECK)
    assert choice(TACTICIAN, state) == discard("9H")


def test_the_bar_of_a_call_rises_with_the_turns() -> None:
    hands = ("KS QS 7S", "4D 3D 5C")
    assert choice(TACTICIAN, position(*hands, turns=2)) == CALL
    assert choice(TACTICIAN, position(*hands, turns=16)) != CALL
    assert choice(TACTICIAN, position("KS QS JS", "4D 3D 5C", turns=100)) == CALL, "at 30 always"


def test_the_very_first_turn_has_a_bar_of_its_own() -> None:
    assert choice(TACTICIAN, position("KS QS 2H", "4D 3D 5C")) == CALL
    assert choice(TACTICIAN, position("KS QS 2H", "4D 3D 5C", turns=1)) != CALL
    assert choice(TACTICIAN, position("KS 6S 2H", "4D 3D 5C")) != CALL


def test_what_the_others_are_known_to_hold_raises_the_bar() -> None:
    bars = [
        -considered(TACTICIAN, position("KS QS 2H", "AD KD 5C", turns=4, known=("", known)))[CALL].score
        for known in ("", "AD KD")
    ]
    assert bars[1] - bars[0] == pytest.approx(Tactics().call_known * 2.1)


def test_after_a_call_the_tactician_plays_for_points() -> None:
    # 28 points at once, where it would otherwise wait for more tens; nothing is kept from the next player.
    state = play(position("9S 8S KH", "KD QD 5D", "4D 3D 5C", pile="AS", turns=30, to_move=2), CALL)
    assert CALL not in considered(TACTICIAN, state)
    assert choice(TACTICIAN, state) == TAKE_DISCARD
    taken = play(state, TAKE_DISCARD)
    assert choice(TACTICIAN, taken) == discard("KH")
    assert "gathers" not in str(considered(TACTICIAN, taken)[discard("KH")].reason)


def test_early_in_a_round_points_count_for_more_than_late() -> None:
    early, late = (
        considered(TACTICIAN, position("KH 2H 9S", "4D 3D 5C", pile="8H", turns=turns))[TAKE_DISCARD].score
        for turns in (2, 60)
    )
    assert early > late


def test_the_next_player_is_not_fed() -> None:
    # The rival has taken spades and thrown hearts; of two cards worth the same to the own hand, the heart goes.
    hands = ("9S 9H KD", "KS QS 4C")
    state = position(*hands, deck="AD", turns=20, known=("", "KS QS"), thrown=("", "2H 3H"))
    found = considered(TACTICIAN, play(state, DRAW_DECK))
    assert choice(TACTICIAN, play(state, DRAW_DECK)) == discard("9H")
    assert found[discard("9H")].score > found[discard("9S")].score
    tactics = Tactics()
    fed = tactics.feed * 9 * 20
    assert str(found[discard("9S")].reason).endswith(f"{0:+.1f} for giving up the card, {fed:+.1f} for what the next "
                                                     "player gathers")  # fmt: skip
    alone = position(*hands, deck="AD", turns=20)
    plain = considered(TACTICIAN, play(alone, DRAW_DECK))
    assert plain[discard("9H")].score == plain[discard("9S")].score
    assert found[discard("9H")].score - plain[discard("9H")].score == pytest.approx(tactics.spurned * 2 * 0.9)


def test_the_player_who_is_not_fed_is_the_next_alive() -> None:
    hands = ("9S 9H KD", "", "KS QS 4C", "2S 3S 4H")
    fed = position(*hands, deck="AD", turns=20, known=("", "", "KS QS", ""))
    other = position(*hands, deck="AD", turns=20, known=("", "", "", "2S 3S"))
    scores = [considered(TACTICIAN, play(state, DRAW_DECK))[discard("9S")].score for state in (fed, other)]
    assert scores[0] < scores[1]


def test_giving_up_aces_and_tens_costs_something() -> None:
    state = play(position("AS KH 9D", "4D 3D 5C", deck="9C", turns=20), DRAW_DECK)
    for card, cost in (("AS", Tactics().give_ace), ("KH", Tactics().give_ten)):
        assert f"{cost:+.1f} for giving up the card" in str(considered(TACTICIAN, state)[discard(card)].reason)


def test_the_tactician_s_numbers_are_settings_each_explained() -> None:
    options = registry.ai("thirty_one", "tactician").parameters
    assert [option.key for option in options] == list(ABOUT) == list(Tactics._fields)
    assert [option.default for option in options] == list(Tactics())
    assert all(option.about for option in options)
    seat = parse_seats("thirty_one", ["tactician@gun_at=31.5", "random"])[0]
    agent = registry.ai("thirty_one", "tactician").agent(seat.parameters)
    assert choice(agent, position("KS QS JS", "4D 3D 5C")) != CALL
    for wrong in ("high", "inf", "nan"):
        with pytest.raises(SeatError, match="needs a number"):
            parse_seats("thirty_one", [f"tactician@gun_at={wrong}", "random"])


def test_the_tactician_knows_three_of_a_kind_where_they_count() -> None:
    state = position("9S 9H 9D", "4D 3D 5C", turns=4, house=House(three_of_a_kind=True))
    assert choice(TACTICIAN, state) == CALL
    assert choice(TACTICIAN, position("9S 9H 9D", "4D 3D 5C", turns=4)) != CALL


# All of them


@settings(max_examples=60)
@given(SEEDS, st.sampled_from([(3, 3), (1, 2), (2, 3, 1), (3, 3, 3, 3), (0, 2, 0, 1)]), st.booleans())
def test_candidates_are_legal_each_once_and_told(seed: int, lives: tuple[int, ...], alike: bool) -> None:
    state = random_position(seed, len(lives), lives)
    state.house = House(three_of_a_kind=alike)
    moves = legal(state)
    for name in NAMES:
        found = registry.ai("thirty_one", name).agent().think(view_of(state), Random(seed))
        listed = [candidate.move for candidate in found]
        assert listed
        assert len(listed) == len(set(listed))
        assert set(listed) <= set(moves)
        assert all(str(candidate.reason) for candidate in found)


@pytest.mark.parametrize("name", NAMES)
def test_who_is_not_to_move_considers_nothing(name: str) -> None:
    for state in (position("KS QS 5S", "4D 3D 5C"), play(position("KS QS 5S", "4D 3D 5C"), DRAW_DECK)):
        assert registry.ai("thirty_one", name).agent().think(RULES.view(state, 1), Random(0)) == []


def wins(first: str, second: str, matches: int) -> int:
    """How many of so many matches the first wins, seats alternating."""
    agents = [registry.ai("thirty_one", name).agent() for name in (first, second)]
    setup = Setup(2, parse_options(RULES, []))
    won = 0
    for seed in range(matches):
        seats = agents if seed % 2 == 0 else agents[::-1]
        won += play_match(RULES, setup, seats, agents[0], seed).end.winner == seed % 2
    return won


def test_each_is_stronger_than_the_one_before() -> None:
    # Far more often than these shares in thousands of matches: 99, 40 (calling at 25 costs lives), 82, 61 in a hundred.
    assert wins("greedy", "random", 40) >= 38
    assert wins("tactician", "greedy", 60) >= 40
    assert wins("tactician", "greedy-caller", 60) >= 30


@pytest.mark.parametrize("players", [3, 4])
def test_larger_tables_come_to_their_end(players: int) -> None:
    agents = [registry.ai("thirty_one", NAMES[seat % len(NAMES)]).agent() for seat in range(players)]
    for seed in range(5):
        result = play_match(RULES, Setup(players), agents, agents[0], seed)
        assert result.end.winner in range(players)


def test_greedy_s_rounds_end_by_31_but_for_a_few() -> None:
    """As a study found: 96 % of greedy's own rounds end by 31, the others by the empty deck, after 21 turns a round."""
    setup, rng = Setup(2), Random(4)
    rounds, best, turns = 150, 0, 0
    for number in range(rounds):
        state = RULES.deal(setup, RULES.new_standing(setup), number % 2, rng)
        while state.to_move is not None:
            move = choice(GREEDY, state)
            RULES.decide(state, move)
            RULES.settle(state, move, None)
        best += state.deck_size > 0
        turns += state.turns
    assert best / rounds > 0.9
    assert 17 < turns / rounds < 25
    assert MoveKind.CALL not in {candidate.move.kind for candidate in GREEDY.think(view_of(random_position(1)), rng)}
