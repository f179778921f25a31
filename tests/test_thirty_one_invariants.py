"""What is true at every moment of Thirty-one, whatever is played, and what stays hidden."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.games import registry
from game.games.thirty_one.cards import ALL, BEST, BIT, cards_of, pack, points
from game.games.thirty_one.moves import DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import FROM_DECK, Standing
from game.rules.protocol import Setup
from tests.quick import quick_agent
from tests.thirty_one_positions import cards, legal, play, position, random_position, random_round

SEEDS = st.integers(0, 10**6)
TABLES = st.sampled_from([(3, 3), (1, 2), (2, 3, 1), (3, 0, 2), (3, 3, 3, 3), (0, 2, 0, 1)])
RANDOMS = st.randoms(use_true_random=False)


def check(state: State) -> None:
    """What holds of every state."""
    deck = state.deck[state.deck_at :]
    lying = [*deck, *state.discard, *[card for hand in state.hands for card in cards_of(hand)]]
    assert sorted(lying) == [*range(52)]
    for player, hand in enumerate(state.hands):
        drawing = player == state.to_move and state.drawn is not None
        assert hand.bit_count() == (0 if not state.lives[player] else 4 if drawing else 3)
        assert state.known[player] & hand == state.known[player]
        assert not state.thrown[player] & pack(deck)
    assert (state.drawn is None) == (state.drawn_from is None)
    if state.to_move is not None:
        assert state.lives[state.to_move]
        assert state.discard or state.drawn is not None
    else:
        assert state.known == state.hands


@settings(max_examples=60)
@given(SEEDS, TABLES, st.sampled_from([0.0, 0.1]))
def test_cards_are_conserved_and_turns_pass_to_the_living(seed: int, lives: tuple[int, ...], calls: float) -> None:
    for before, move, after in random_round(seed, len(lives), calls, lives):
        check(before)
        check(after)
        player = before.to_move
        assert player is not None
        turn_over = move.kind in (MoveKind.DISCARD, MoveKind.CALL)
        assert after.turns == before.turns + turn_over <= 200
        assert after.lives == before.lives == lives
        if after.to_move is not None:
            others = [(player + step) % len(lives) for step in range(1, len(lives) + 1)]
            assert after.to_move == (next(other for other in others if lives[other]) if turn_over else player)
            assert not any(points(hand) == BEST for hand in after.hands if hand.bit_count() == 3)


@given(SEEDS, TABLES)
def test_what_is_legal_is_what_is_not_refused(seed: int, lives: tuple[int, ...]) -> None:
    state = random_position(seed, len(lives), lives)
    assert state.to_move is not None
    view = RULES.view(state, state.to_move)
    tried = [Move(kind, card) for kind in MoveKind for card in range(-2, 54)]
    assert {move for move in tried if RULES.refusal(view, move) is None} == set(legal(state))


def reshuffled(state: State, player: int, rng: Random) -> State:
    """Another state that `player` could be in: the cards it has not seen change places at random, so that nobody who is
    not to discard holds 31."""
    while True:
        other = state.copy()
        unknown = list(cards_of(RULES.view(state, player).unseen))
        rng.shuffle(unknown)
        for rival, hand in enumerate(state.hands):
            if rival != player:
                missing = (hand & ~state.known[rival]).bit_count()
                other.hands[rival] = state.known[rival] | pack(unknown[:missing])
                if missing and state.drawn_from is FROM_DECK and rival == state.to_move:
                    other.drawn = unknown[0]
                del unknown[:missing]
        other.deck, other.deck_at = tuple(unknown), 0
        before = [
            hand ^ BIT[other.drawn] if rival == other.to_move and other.drawn is not None else hand
            for rival, hand in enumerate(other.hands)
        ]
        if not any(points(hand) == BEST for hand in before):
            return other


@settings(max_examples=60)
@given(SEEDS, TABLES, RANDOMS)
def test_shuffling_what_is_unseen_never_changes_a_view(seed: int, lives: tuple[int, ...], rng: Random) -> None:
    state = random_position(seed, len(lives), lives)
    for player in range(len(lives)):
        view = RULES.view(state, player)
        other = reshuffled(state, player, rng)
        check(other)
        assert RULES.view(other, player) == view
        assert RULES.view(other, player).unseen == view.unseen


@settings(max_examples=30)
@given(SEEDS, TABLES, RANDOMS)
def test_shuffling_what_is_unseen_never_changes_a_decision(seed: int, lives: tuple[int, ...], rng: Random) -> None:
    state = random_position(seed, len(lives), lives)
    player = state.to_move
    assert player is not None
    other = reshuffled(state, player, rng)
    for ai in registry.ais("thirty_one"):
        views = [RULES.view(each, player) for each in (state, other)]
        found = [quick_agent(ai).think(view, Random(seed)) for view in views]
        told = [[(each.move, each.score, str(each.reason)) for each in candidates] for candidates in found]
        assert told[0] == told[1]
        choices = [quick_agent(ai).choose(view, Random(seed)) for view in views]
        assert choices[0] is not None
        assert choices[1] is not None
        assert choices[0].move == choices[1].move


@settings(max_examples=60)
@given(SEEDS, TABLES, RANDOMS)
def test_a_sample_looks_the_same_and_is_a_whole_table(seed: int, lives: tuple[int, ...], rng: Random) -> None:
    state = random_position(seed, len(lives), lives)
    for player in range(len(lives)):
        view = RULES.view(state, player)
        sample = RULES.sample(view, rng)
        check(sample)
        assert RULES.view(sample, player) == view
        assert [hand.bit_count() for hand in sample.hands] == list(view.hand_sizes)


def test_samples_hold_all_hands_as_often_as_they_should() -> None:
    # Unseen are five cards: two of them are in the rival's hand beside the known 9S, three in the deck; each of the
    # ten pairs is as likely as any other, the rival not being to discard.
    state = position("KS QS 5S", "9S 4D 3D", deck="5C 2H 7C", short=True, known=("", "9S"), pile="2C")
    view = RULES.view(state, 0)
    rng, rounds = Random(5), 5000
    samples = [RULES.sample(view, rng) for _ in range(rounds)]
    hands = Counter(sample.hands[1] for sample in samples)
    assert len(hands) == 10
    assert all(hand & cards("9S") for hand in hands)
    assert all(abs(count - rounds / 10) < 110 for count in hands.values()), "five standard deviations of 21"
    decks = Counter(sample.deck for sample in samples)
    assert len(decks) == 60


def test_no_sample_gives_31_to_somebody_who_would_have_ended_the_round() -> None:
    state = position("4S 3S 2S", "AH KH 3D", deck="QH 2H", short=True, known=("", "AH KH"), pile="2C", turns=4)
    hands = {RULES.sample(RULES.view(state, 0), Random(seed)).hands[1] for seed in range(200)}
    assert hands == {cards("AH KH 3D"), cards("AH KH 2H")}, "with the queen it would be 31"


def test_a_card_drawn_blindly_is_any_of_those_that_are_not_known() -> None:
    state = play(position("4S 3S 2S", "AH 4H 3D", deck="QH", known=("", "AH"), to_move=1, turns=3), DRAW_DECK)
    view = RULES.view(state, 0)
    samples = [RULES.sample(view, Random(seed)) for seed in range(3000)]
    drawn = Counter(sample.drawn for sample in samples)
    assert set(drawn) == set(cards_of(view.unseen))
    assert all(sample.hands[1] & BIT[sample.drawn or 0] for sample in samples)


def test_of_a_round_that_is_over_only_the_deck_is_hidden() -> None:
    for seed in range(5):
        *_, (_, _, state) = random_round(seed, 3, 0.2)
        sample = RULES.sample(RULES.view(state, 1), Random(seed))
        assert (sample.hands, sample.discard, sample.to_move) == (state.hands, state.discard, None)
        assert sorted(sample.deck) == sorted(state.deck[state.deck_at :])


def test_a_view_of_31_that_was_drawn_from_the_pile_by_another_is_sampled_as_it_is() -> None:
    state = play(position("AH KH 3D", "4S 3S 2S", pile="QH", turns=4), TAKE_DISCARD)
    sample = RULES.sample(RULES.view(state, 1), Random(1))
    assert sample.hands[0] & cards("QH")
    assert RULES.view(sample, 1) == RULES.view(state, 1)


@settings(max_examples=20)
@given(SEEDS, st.integers(2, 4))
def test_matches_end_with_one_player_alive(seed: int, players: int) -> None:
    setup = Setup(players)
    standing, first, rng = RULES.new_standing(setup), seed % players, Random(seed)
    for _ in range(300):
        state = RULES.deal(setup, standing, first, rng)
        while state.to_move is not None:
            state = play(state, rng.choice(legal(state)))
        end = RULES.round_end(state, standing)
        assert list(end.record) == ["lives", "lost"]
        assert [own - lost for own, lost in zip(standing.lives, end.record["lost"], strict=True)] == end.record["lives"]
        standing, first, over = RULES.after_round(standing, first, end)
        assert isinstance(standing, Standing)
        assert standing.lives[first] or over
        if over is not None:
            assert [player for player, left in enumerate(standing.lives) if left] == [over.winner]
            return
    raise AssertionError("the match does not end")


def test_all_cards_are_one_deck() -> None:
    assert ALL.bit_count() == 52
