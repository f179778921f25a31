"""Thirty-one's expert: what others are likely to hold, sampled worlds, roll-outs, and what it makes of them."""

from random import Random

import numpy as np
import pytest

from game.agents.agent import Candidate, Estimate, Reason, growing
from game.agents.networks import Floats, Network
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import NO_CARD, Ints
from game.games.thirty_one.cards import cards_of, points
from game.games.thirty_one.expert import Ahead, ExpertScorer, RollOuts, _hands_in, _told, standing_arrays
from game.games.thirty_one.full_encoding import FULL
from game.games.thirty_one.hands import INPUTS, inputs, pretrained
from game.games.thirty_one.look_ahead import even_hands, foreseen, open_worlds, rolled_out, sampled_worlds
from game.games.thirty_one.moves import MoveKind
from game.games.thirty_one.neural import ACTION, SWAP, TOLD, NeuralScorer, fresh_networks
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import CALL as CALLING
from game.games.thirty_one.rounds import DRAW as DRAWING
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import FROM_DECK, FROM_DISCARD, House
from game.games.thirty_one.training.hands import Parameters, learnt
from tests.thirty_one_positions import card, cards, position

NETWORKS = fresh_networks(FULL, (8,), (8,))
POLICY = PolicyPlayer(NETWORKS, FULL)
NO_OPINION = Network([np.zeros((INPUTS, 1))], [np.zeros(1)])
"""Holds all hands for as likely as a deal has them."""


def scorer(rollouts: int = 24) -> ExpertScorer:
    return ExpertScorer(NeuralScorer(NETWORKS[ACTION], NETWORKS[SWAP], FULL), NO_OPINION, rollouts)


def three() -> State:
    """Player 1 is out; of player 2 the 9 of diamonds is known."""
    return position("AS 5H KS", "", "2H 9D QC", pile="3C 7D", turns=4, known=("", "", "9D"), lives=(2, 0, 3))


def drawn(source: str) -> State:
    """The same after player 0 has drawn the 8 of hearts, or taken the 7 of diamonds."""
    state = three()
    if source == "deck":
        state.deck = tuple(each for each in state.deck if each != card("8H"))
        state.drawn, state.drawn_from = card("8H"), FROM_DECK
    else:
        state.discard, state.drawn, state.drawn_from = state.discard[:-1], card("7D"), FROM_DISCARD
        state.known[0] |= cards("7D")
    state.hands[0] |= 1 << state.drawn
    return state


def seen(state: State) -> BatchView:
    return BatchView.of(RULES.view(state, state.to_move or 0))


# --- worlds ------------------------------------------------------------------------------------------------------


def test_worlds_hold_every_card_once_and_all_that_is_seen_as_it_is() -> None:
    worlds = sampled_worlds(seen(three()), 40, np.random.default_rng(1), pretrained())
    hands = set()
    for row in range(40):
        own, out, other = worlds.hands[row].tolist()
        assert own == sorted(map(card, ("AS", "5H", "KS")))
        assert out == [NO_CARD] * 3
        assert card("9D") in other
        deck = worlds.deck[row, : worlds.deck_left[row]].tolist()
        assert sorted([*own, *other, *deck, card("3C"), card("7D")]) == list(range(52))
        hands.add(tuple(other))
    assert len(hands) > 10
    assert worlds.to_move.tolist() == [0] * 40


def test_a_card_in_hand_is_nowhere_else() -> None:
    worlds = sampled_worlds(seen(drawn("deck")), 20, np.random.default_rng(1), NO_OPINION)
    assert not (worlds.hands == card("8H")).any()
    assert all(card("8H") not in worlds.deck[row, : worlds.deck_left[row]] for row in range(20))


def test_nobody_else_has_31() -> None:
    """The 10 and the king of spades of the other are known, and its third card is the ace in one world of many."""
    state = position("2H 3D 4C", "10S KS 5H", pile="7D", turns=4, known=("", "10S KS"))
    worlds = sampled_worlds(seen(state), 200, np.random.default_rng(1), NO_OPINION)
    assert not (worlds.hands[:, 1] == card("AS")).any()


def test_worlds_have_hands_as_often_as_they_are_likely() -> None:
    """Who believes that scores are high draws high ones."""
    weights = np.zeros((INPUTS, 1))
    weights[0] = 20.0
    proud = Network([weights], [np.zeros(1)])
    state = position("2H 3D 4C", "10S 9H 2C", pile="7D", turns=4)
    scores = [
        sampled_worlds(seen(state), 200, np.random.default_rng(1), guess).hand_scores()[:, 1].mean() / 2
        for guess in (NO_OPINION, proud)
    ]
    assert scores[1] > scores[0] + 3


def test_with_open_hands_the_deck_alone_is_drawn_and_by_the_same_lots() -> None:
    first, other = three(), three()
    other.hands[0] = cards("AS 5H 2D")
    worlds, in_hand = open_worlds([first, other, drawn("pile")], 3, np.random.default_rng(1))
    assert in_hand.tolist() == [NO_CARD] * 6 + [card("7D")] * 3
    assert worlds.hands[0].tolist() == worlds.hands[2].tolist() == worlds.hands[6].tolist()
    decks = [worlds.deck[row, : worlds.deck_left[row]].tolist() for row in range(9)]
    assert decks[0] != decks[1]
    assert decks[0] == decks[6]
    both = {card("KS"), card("2D")}
    assert [each for each in decks[0] if each not in both] == [each for each in decks[3] if each not in both]
    assert sorted([*decks[0], *cards_of(first.hands[0] | first.hands[2]), *first.discard]) == list(range(52))


# --- what others hold --------------------------------------------------------------------------------------------


def row_of(state: State, seat: int) -> list[float]:
    worlds, _ = open_worlds([state], 1, np.random.default_rng(1))
    return [round(number, 4) for number in inputs(worlds)[0, seat].tolist()]


def test_what_is_seen_of_a_hand() -> None:
    """Player 1 has had 4 turns of 7, and called in one of them; the 4 of hearts, which it threw, would not raise the
    19 of its clubs, the 9 of clubs that lies on the pile would, by 7: the 2 goes."""
    state = position(
        "2H 3D 4S",
        "2C 7C 10C",
        pile="9C 4H 5S",
        turns=7,
        known=("", "10C"),
        thrown=("9C 5S", "4H"),
        caller=1,
        to_move=0,
    )
    expected = [19 / 31, 4 / 6, 0, 0, 1, 0, 1, 0, 0, 2 / 3, 0, 0, 7 / 10, 2 / 10]
    assert row_of(state, 1) == pytest.approx(expected, abs=1e-3)


def test_turns_are_counted_for_each_seat() -> None:
    """Three of four alive; 4 turns are complete and player 0 is to move: 1 for it, 1 for player 2, 2 for player 3, who
    had its last since the call of player 2."""
    state = position("2H 3D 4S", "", "2C 7C 10C", "2D 7D 10D", pile="9C", turns=4, caller=2)
    assert [row_of(state, seat)[1] for seat in (2, 3)] == pytest.approx([1 / 6, 2 / 6], abs=1e-3)
    assert [row_of(state, seat)[4:6] for seat in (2, 3)] == [[1, 0], [0, 1]]


def test_hands_that_are_held_are_told_from_hands_that_are_drawn() -> None:
    """Greedy play from networks that know nothing is no play; hands are yet found by what lies on the pile."""
    network, loss = learnt(POLICY, Parameters(rounds=60, share=0.5, steps=60, minibatch=128))
    assert network.sizes == (INPUTS, 32, 16, 1)
    assert 0.0 < loss < 0.75


def test_the_network_that_ships_expects_more_of_others_than_a_deal() -> None:
    state = position("AS 5H KS", "2H 9D QC", pile="3C 7D", turns=9)
    random = np.random.default_rng(1)
    even = even_hands(seen(state), np.zeros(500, dtype=np.int64), random)
    evenly = np.mean([points(sum(1 << each for each in hand)) for hand in even.hands[:, 1].tolist()])
    likely = sampled_worlds(seen(state), 200, random, pretrained()).hand_scores()[:, 1].mean() / 2
    assert likely > evenly + 2


# --- roll-outs ---------------------------------------------------------------------------------------------------


def test_a_call_under_the_gun_comes_to_the_standing_after_it() -> None:
    """30 against less: who called keeps its three lives, and the other loses its last."""
    state = position("AS 9S KS", "2H 3D 4C", pile="7D", lives=(3, 1), known=("", "2H 3D"))
    worlds = sampled_worlds(seen(state), 10, np.random.default_rng(1), NO_OPINION)
    blank, choice = np.full(10, NO_CARD), np.full(10, CALLING)
    found = rolled_out(POLICY, standing_arrays(2, House()), worlds, blank, np.random.default_rng(2), choice)
    assert found.tolist() == [[1.0, 0.0]] * 10


def test_who_has_a_card_in_hand_throws_it_first() -> None:
    """Throwing the 7 leaves 31: the other loses its last life."""
    state = position("AS 10S KS", "2H 3D 4C", pile="7D", deck="7H", lives=(3, 1), turns=2)
    state.drawn, state.drawn_from, state.deck_at = card("7H"), FROM_DECK, 1
    state.hands[0] |= cards("7H")
    worlds, in_hand = open_worlds([state], 4, np.random.default_rng(1))
    standings, random = standing_arrays(2, House()), np.random.default_rng(2)
    assert rolled_out(POLICY, standings, worlds, in_hand, random, np.full(4, 3)).tolist() == [[1.0, 0.0]] * 4


def test_roll_outs_of_turns_begun_and_half_done_go_together() -> None:
    states = [three(), drawn("deck"), drawn("pile")]
    worlds, in_hand = open_worlds(states, 5, np.random.default_rng(1))
    found = rolled_out(POLICY, standing_arrays(3, House()), worlds, in_hand, np.random.default_rng(2))
    assert found.sum(axis=1) == pytest.approx(np.ones(15))
    assert found[:, 1].tolist() == [0.0] * 15


def test_worlds_are_cut_off_when_it_is_the_players_turn_again() -> None:
    """Of three seats two are alive: after its own choice and the other's turn. Who tells is shown that turn."""
    asked = []

    def told(seen: BatchView) -> Floats:
        asked.append((seen.player.tolist(), seen.turns.tolist(), seen.alive.tolist()))
        return np.full(len(seen), 0.25, np.float32)

    for turns in (1, 2):
        worlds = sampled_worlds(seen(three()), 30, np.random.default_rng(1), NO_OPINION)
        blank, choice, standings = np.full(30, NO_CARD), np.full(30, DRAWING), standing_arrays(3, House())
        found = foreseen(POLICY, told, standings, worlds, blank, np.random.default_rng(2), choice, turns)
        players, after, alive = asked.pop()
        assert not asked
        assert set(players) == {0}
        assert set(after) == {three().turns + 2 * turns}
        assert set(alive) == {2}
        assert (found == 0.25).sum() == len(players) > 0


def test_a_round_that_ends_before_comes_to_the_standing_after_it() -> None:
    """To the end by `foreseen` as by `rolled_out`; nobody is asked what the chances are."""

    def told(_seen: BatchView) -> Floats:
        raise AssertionError

    state = drawn("deck")
    standings, in_hand = standing_arrays(3, House()), np.full(20, state.drawn)
    for choice in (np.zeros(20, dtype=np.int64), np.full(20, 3)):
        ways = [sampled_worlds(seen(state), 20, np.random.default_rng(1), NO_OPINION) for _ in range(2)]
        random = [np.random.default_rng(2) for _ in range(2)]
        whole = rolled_out(POLICY, standings, ways[0], in_hand, random[0], choice)
        found = foreseen(POLICY, told, standings, ways[1], in_hand, random[1], choice, 1000)
        assert found.tolist() == whole[:, 0].tolist()


# --- the expert --------------------------------------------------------------------------------------------------


def decided(state: State, seed: int = 1) -> list[Candidate]:
    return list(growing(scorer().score(RULES.view(state, state.to_move or 0), Random(seed))))[-1]


def test_candidates_grow_and_say_what_they_rest_on() -> None:
    networks, *_, last = growing(scorer().score(RULES.view(three(), 0), Random(1)))
    assert max(each.score for each in networks) == 0.0
    assert {each.move for each in last} == set(RULES.legal_moves(RULES.view(three(), 0)))
    for each in last:
        assert each.estimate is not None
        assert each.estimate.visits == 8
        assert each.estimate.chance is not None
        assert 0 <= each.estimate.chance <= 1
    assert sum(each.score == 0 and str(each.reason).startswith("what the networks prefer") for each in last) == 1
    alone = {each.move: str(each.reason) for each in networks}
    assert all(str(each.reason).endswith(f"by the networks alone {alone[each.move]}") for each in last)


def test_where_networks_tell_chances_they_tell_what_roll_outs_are_cut_off_with() -> None:
    """They are sure that everybody wins; by the standings nobody can be, as nobody can lose three lives in a round."""
    certain = {
        name: Network([np.zeros((network.sizes[0], network.sizes[-1]))], [np.full(network.sizes[-1], 50.0)])
        for name, network in NETWORKS.items()
    }
    view, shares = RULES.view(drawn("deck"), 0), []
    for telling in (None, certain):
        neural = NeuralScorer(NETWORKS[ACTION], NETWORKS[SWAP], FULL, TOLD, telling)
        came = RollOuts(neural, NO_OPINION).ahead(view, RULES.legal_moves(view), 40, np.random.default_rng(1), 2).came
        shares.append(float((came == 1.0).mean()))
    assert shares[0] == 0.0
    assert shares[1] > 0.05, "but once somebody has called"


def test_what_is_not_looked_at_is_shown_behind_by_what_the_networks_tell() -> None:
    prior = [
        Candidate(place, score, Reason(""), Estimate(chance=chance))
        for place, (score, chance) in enumerate(((2.0, 0.6), (1.0, 0.59), (0.0, 0.55)))
    ]
    came = np.array([[0.4, 0.2], [0.6, 0.4]])
    own, near, left_out = _told(prior, 0, [0, 1], Ahead(came, np.arange(2)), [None, None])
    shown = [each.estimate.chance for each in (own, near, left_out) if each.estimate is not None]
    assert shown == pytest.approx([0.5, 0.3, 0.45])
    assert left_out.score == pytest.approx(-5.0)
    assert "by the networks alone" in str(left_out.reason)


def test_worlds_of_a_few_hands_that_come_again_make_nothing_sure() -> None:
    prior = [Candidate(0, 2.0, Reason(""), Estimate(chance=0.6)), Candidate(1, 1.0, Reason(""), Estimate(chance=0.5))]
    came = np.column_stack([np.ones(128), np.repeat([0.2, 0.4], 64)])

    def errors(hands: Ints) -> list[float]:
        told = _told(prior, 0, [0, 1], Ahead(came, hands), [None, None])
        return [each.estimate.error for each in told if each.estimate is not None and each.estimate.error is not None]

    two, others = errors(np.repeat([0, 1], 64)), errors(np.arange(128))
    assert two == pytest.approx([0.5 / 3, 0.1]), "won in all worlds, but these are two"
    assert others[0] == pytest.approx(0.5 / 129)
    assert others[1] == pytest.approx(0.1 / 128**0.5, rel=0.01)


def test_worlds_are_alike_where_others_hold_the_same_hands() -> None:
    worlds = RollOuts(scorer().neural, NO_OPINION)._worlds(RULES.view(three(), 0), 12, np.random.default_rng(1))
    again = _hands_in(worlds.again(np.array([0, 1, 0, 2])))
    assert len(set(_hands_in(worlds).tolist())) == 12
    assert again[0] == again[2]
    assert len(set(again.tolist())) == 3


def test_the_hands_of_others_make_nothing_unsure_where_their_cards_are_known() -> None:
    """The caller, with lives to spare, has taken all of its cards from the pile. A last discard ends the round: all is
    known. Before it some draw may come, which nobody knows."""
    state = position("2H 3H 4H", "5D 6D 7D", caller=1, known=["", "5D 6D 7D"], lives=(2, 2), turns=3)
    (before, *_others) = sorted(decided(state), key=lambda each: each.move.kind)
    state.drawn, state.drawn_from, state.hands[0] = card("9C"), FROM_DECK, state.hands[0] | cards("9C")
    last = decided(state)
    assert len(last) == 4
    assert {each.estimate and each.estimate.error for each in last} == {0.0}
    assert before.estimate is not None
    assert before.estimate.error is not None
    assert 0.0 < before.estimate.error < 0.15


def test_a_call_is_played_on_however_little_the_networks_think_of_it() -> None:
    """Here they tell 1 % of it, as of what is not looked at, and 99 of what the policy prefers."""
    hopeless = {name: np.full(network.sizes[-1], -5.0) for name, network in NETWORKS.items()}
    hopeless[ACTION][DRAWING] = hopeless[SWAP][0] = 5.0
    telling = {
        name: Network([np.zeros((network.sizes[0], network.sizes[-1]))], [hopeless[name]])
        for name, network in NETWORKS.items()
    }
    networks = {name: network.copy() for name, network in NETWORKS.items()}
    for name, best in ((ACTION, DRAWING), (SWAP, 0)):
        networks[name].biases[-1][best] += 100.0
    expert = ExpertScorer(NeuralScorer(networks[ACTION], networks[SWAP], FULL, TOLD, telling), NO_OPINION, 24)
    for state, kind, looked_at in (
        (three(), MoveKind.CALL, True),
        (three(), MoveKind.TAKE_DISCARD, False),
        (drawn("deck"), MoveKind.DISCARD, False),
    ):
        *_, last = growing(expert.score(RULES.view(state, 0), Random(1)))
        others = [each for each in last if each.move.kind == kind and each.score != 0]
        assert others
        for each in others:
            assert (each.estimate is not None and each.estimate.visits is not None) is looked_at


def test_31_at_hand_is_not_let_go_by() -> None:
    """The king makes 31, against a call with 30; the policy, which knows nothing, would as soon throw it."""
    state = position("AS 10S 5H", "10H QH KH", pile="7D", deck="KS", lives=(1, 1), turns=4, caller=1)
    state.known[1] = cards("10H QH KH")
    state.hands[0] |= cards("KS")
    state.drawn, state.drawn_from, state.deck_at = card("KS"), FROM_DECK, 1
    best = max(decided(state), key=lambda each: each.score)
    assert (best.move.kind, best.move.card) == (MoveKind.DISCARD, card("5H"))


def test_what_a_player_cannot_know_changes_no_decision() -> None:
    state = three()
    told = [(each.move, each.score) for each in decided(state, 5)]
    for seed in range(3):
        other = RULES.sample(RULES.view(state, 0), Random(seed))
        assert [(each.move, each.score) for each in decided(other, 5)] == told


def test_the_same_random_numbers_give_the_same_thoughts_and_others_others() -> None:
    first, again, other = (
        [(each.move, each.score, each.estimate, str(each.reason)) for each in decided(three(), seed)]
        for seed in (1, 1, 2)
    )
    assert first == again
    assert [score for _, score, *_ in first] != [score for _, score, *_ in other]
