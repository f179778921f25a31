"""What a player of Jaipur cannot see stays unseen, and what it can know it knows."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.games.jaipur.moves import TAKE_CAMELS
from game.games.jaipur.rules import DECK, RULES, Standing, State
from game.games.jaipur.state import House
from game.games.jaipur.tables import BONUSES, CAMEL
from game.rules.multisets import contains, pack, size, unpack
from game.rules.protocol import Piece, Setup
from tests.jaipur_positions import cards, exchange, kinds, play, position, random_position, random_round, sell, take

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(0, 1)


def reshuffled(state: State, player: int, rng: Random) -> State:
    """Another state that `player` could be in: the rival's unknown goods and the deck change places at random,
    camels staying in the deck, and so do the rival's bonus tokens and those on their piles."""
    other, rival = state.copy(), 1 - player
    unknown = unpack(state.hands[rival] - state.known[rival])
    rest = list(state.deck[state.deck_at :])
    goods = unknown + [card for card in rest if card != CAMEL]
    rng.shuffle(goods)
    deck = goods[len(unknown) :] + [CAMEL] * rest.count(CAMEL)
    rng.shuffle(deck)
    other.hands[rival] = state.known[rival] + pack(goods[: len(unknown)])
    other.deck, other.deck_at = tuple(deck), 0
    if state.to_move is None:
        return other
    for pile, left in enumerate(state.bonuses):
        values = [*left, *[value for kind, value in state.bonuses_taken[rival] if kind == pile]]
        rng.shuffle(values)
        other.bonuses[pile] = tuple(values[: len(left)])
        drawn = iter(values[len(left) :])
        other.bonuses_taken[rival] = tuple(
            [(kind, next(drawn) if kind == pile else value) for kind, value in other.bonuses_taken[rival]]
        )
    return other


@given(SEEDS, PLAYERS, st.randoms(use_true_random=False))
def test_shuffling_what_is_unseen_never_changes_a_view(seed: int, player: int, rng: Random) -> None:
    state = random_position(seed)
    view = RULES.view(state, player)
    for _ in range(5):
        other = reshuffled(state, player, rng)
        assert RULES.view(other, player) == view
        assert list(RULES.legal_moves(RULES.view(other, player))) == list(RULES.legal_moves(view))
        assert RULES.view(other, player).unseen == view.unseen


@given(SEEDS, PLAYERS)
def test_unseen_is_the_deck_and_the_rivals_unknown_cards(seed: int, player: int) -> None:
    state = random_position(seed)
    deck = [piece.kind for piece in RULES.board(state)[DECK]]
    hand = state.hands[1 - player] - state.known[1 - player]
    assert RULES.view(state, player).unseen == pack(unpack(hand)) + cards(", ".join(deck))


@given(SEEDS, PLAYERS, st.randoms(use_true_random=False))
def test_a_sample_looks_the_same_and_is_a_whole_table(seed: int, player: int, rng: Random) -> None:
    state = random_position(seed)
    view = RULES.view(state, player)
    sample = RULES.sample(view, rng)
    assert RULES.view(sample, player) == view
    assert contains(sample.hands[1 - player], view.rival_known)
    assert pieces(sample) == pieces(state)


def pieces(state: State) -> Counter[Piece]:
    return Counter(piece for lying in RULES.board(state).values() for piece in lying)


def test_samples_hold_all_hands_that_are_possible_as_often_as_they_should() -> None:
    # Unseen: the rival's two cards and a deck of three; of them all 2 gold, a spice, a leather and a camel, which
    # cannot be in the hand. Of the 4 goods 6 pairs are equally likely: gold twice 1 in 6, leather and spice 1 in 6,
    # each of the others 2 in 6.
    state = position("2 silver, 3 camel", ("cloth", "gold, spice"), (4, 3), deck="leather, gold, camel")
    state.discard = tuple(kinds("6 diamond, 4 gold, 4 silver, 7 cloth, 7 spice, 9 leather"))
    view = RULES.view(state, 0)
    rng, rounds = Random(5), 3000
    hands = Counter(RULES.sample(view, rng).hands[1] for _ in range(rounds))
    chances = {"2 gold": 1, "spice, leather": 1, "gold, spice": 2, "gold, leather": 2}
    assert set(hands) == {cards(hand) for hand in chances}
    for hand, sixths in chances.items():
        assert abs(hands[cards(hand)] / rounds - sixths / 6) < 0.04
    decks = Counter(RULES.sample(view, rng).deck for _ in range(rounds))
    assert all(abs(sum(n for deck, n in decks.items() if deck[at] == CAMEL) / rounds - 1 / 3) < 0.04 for at in range(3))


@pytest.mark.parametrize("open_bonus", [False, True])
def test_samples_draw_all_bonus_tokens_that_lie_face_down(open_bonus: bool) -> None:
    state = play(position(hands=("3 leather, 3 cloth", "3 spice")), sell("3 leather"), sell("3 spice"))
    state.house = House(open_bonus=open_bonus)
    view, rounds = RULES.view(state, 0), 2000
    samples = [RULES.sample(view, Random(seed)) for seed in range(rounds)]
    assert {sample.bonuses_taken[0] for sample in samples} == {state.bonuses_taken[0]}
    rivals = Counter(sample.bonuses_taken[1] for sample in samples)
    face_down = Counter(BONUSES[0]) - Counter([state.bonuses_taken[0][0][1]])
    assert {sample.bonuses[0][0] for sample in samples} == set(state.bonuses[0] if open_bonus else face_down)
    if open_bonus:
        assert rivals == {state.bonuses_taken[1]: rounds}
    else:
        assert all(abs(rivals[(0, value),] / rounds - number / 6) < 0.04 for value, number in face_down.items())


@settings(max_examples=30)
@given(SEEDS)
def test_the_rivals_hand_always_holds_what_is_known_of_it(seed: int) -> None:
    for *_, after in random_round(seed):
        for player in (0, 1):
            view = RULES.view(after, player)
            assert contains(after.hands[1 - player], view.rival_known)
            assert contains(view.hand, view.known)
            assert (view.known, view.rival_known) == (after.known[player], after.known[1 - player])
            assert view.rival_hand_size == size(after.hands[1 - player])


def test_cards_taken_face_up_are_known_while_they_are_held() -> None:
    # Player 0 holds a gold and two leather that nobody has seen.
    state = position("gold, leather, cloth, 2 camel", ("gold, 2 leather", "2 diamond, silver"), (2, 0), "6 spice")
    assert RULES.known(state, 0) == ()
    state = play(state, take("gold"))
    assert RULES.known(state, 0) == ("gold",)
    state = play(state, TAKE_CAMELS)
    # Camels are no cards of the hand; the leather and the cloth come, a leather of the hand would not go for it.
    state = play(state, exchange("leather, cloth", "2 camel"))
    assert RULES.known(state, 0) == ("gold", "cloth", "leather")
    assert RULES.view(state, 1).rival_known == cards("gold, cloth, leather")
    # A gold goes to the other player, with the known cloth: a gold is still held, but perhaps the other.
    state = play(state, sell("2 diamond"), exchange("2 spice", "gold, cloth"))
    assert RULES.known(state, 0) == ("spice", "spice", "leather")
    # Of three leather one was known; selling two leaves one that may be any.
    state = play(state, take("gold"), sell("2 leather"))
    assert RULES.known(state, 0) == ("spice", "spice")
    assert RULES.known(state, 1) == ("gold",)
    assert contains(state.hands[0], cards("gold, 2 spice, leather"))


def test_a_sale_of_more_than_is_known_leaves_nothing_known_of_that_good() -> None:
    state = position("2 leather, 3 camel", ("2 leather", "gold"), deck="6 spice")
    state = play(state, take("leather"), take("spice"), sell("3 leather"))
    assert RULES.known(state, 0) == ()


def test_a_bonus_is_seen_by_who_has_taken_it_and_at_the_end_of_the_round_or_with_open_bonuses_by_all() -> None:
    state = position(hands=("4 leather", ""))
    before = set()
    for values in ((1, 1, 2, 2, 2, 3, 3), (3, 3, 2, 2, 2, 1, 1)):
        state.bonuses[0] = values
        before.add(RULES.view(state, 0))
        after = play(state, sell("3 leather"))
        assert RULES.view(after, 0).bonuses_taken[0] == ((0, values[0]),)
        assert RULES.view(after, 1).bonuses_taken[1] == ((0, 0),)
        assert RULES.view(after, 1).lead == -(4 + 3 + 2) - 2.0
        over, opened = after.copy(), after.copy()
        over.to_move, opened.house = None, House(open_bonus=True)
        for each in (over, opened):
            assert RULES.view(each, 1).bonuses_taken[1] == ((0, values[0]),)
            assert RULES.view(each, 1).lead == -(4 + 3 + 2) - values[0]
        redrawn = [RULES.redraw(after, Random(seed)) for seed in range(20)]
        assert {each.bonuses_taken[0] for each in redrawn} == {((0, values[0]),)}, "who holds it has seen it"
        assert len({each.bonuses[0] for each in redrawn}) > 1
    assert len(before) == 1


@pytest.mark.parametrize("player", [0, 1])
def test_a_view_knows_the_seals_won_before_and_no_replay_holds_them(player: int) -> None:
    standing, how = Standing((1, 0), stopped=2), Setup(2)
    state = RULES.deal(how, standing, player, Random(5))
    view = RULES.view(state, player)
    assert view.seals == ((1, 0), (0, 1))[player]
    assert RULES.sample(view, Random(6)).seals == (1, 0)
    record = RULES.state_record(state)
    assert record == RULES.state_record(RULES.deal(how, RULES.new_standing(how), player, Random(5)))
    assert RULES.state_from_record(record, how, standing) == state
    assert RULES.state_from_record(record, how) != state
    known = [RULES.known(state, each) for each in (0, 1)]
    assert RULES.from_board(RULES.board(state), RULES.facts(state), known, player) == state
