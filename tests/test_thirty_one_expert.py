"""Thirty-one's expert: sampled worlds, roll-outs, and what it makes of them."""

from random import Random

import numpy as np

from game.agents.agent import Candidate, growing
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.expert import ExpertScorer, standing_arrays
from game.games.thirty_one.full_encoding import FULL
from game.games.thirty_one.look_ahead import Choices, rolled_out, sampled_worlds
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer, fresh_networks
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import CALL as CALLING
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import FROM_DECK, House
from tests.thirty_one_positions import card, cards, position

NETWORKS = fresh_networks(FULL, (8,), (8,))


def scorer(rollouts: int = 24) -> ExpertScorer:
    return ExpertScorer(NeuralScorer(NETWORKS[ACTION], NETWORKS[SWAP], FULL), rollouts)


def three() -> State:
    """Player 1 is out; of player 2 the 9 of diamonds is known."""
    return position("AS 5H KS", "", "2H 9D QC", pile="3C 7D", turns=4, known=("", "", "9D"), lives=(2, 0, 3))


def test_worlds_hold_every_card_once_and_all_that_is_seen_as_it_is() -> None:
    view = RULES.view(three(), 0)
    worlds = sampled_worlds(BatchView.of(view), 40, np.random.default_rng(1))
    hands = set()
    for row in range(40):
        own, out, other = worlds.hands[row].tolist()
        assert own == sorted(map(card, ("AS", "5H", "KS")))
        assert out == [52] * 3
        assert card("9D") in other
        deck = worlds.deck[row, : worlds.deck_left[row]].tolist()
        assert sorted([*own, *other, *deck, card("3C"), card("7D")]) == list(range(52))
        hands.add(tuple(other))
    assert len(hands) > 30
    assert worlds.to_move.tolist() == [0] * 40


def test_a_card_in_hand_is_nowhere_else() -> None:
    state = three()
    state.hands[0] |= cards("8H")
    state.drawn, state.drawn_from = card("8H"), FROM_DECK
    state.deck = tuple(each for each in state.deck if each != card("8H"))
    worlds = sampled_worlds(BatchView.of(RULES.view(state, 0)), 20, np.random.default_rng(1))
    assert not (worlds.hands == card("8H")).any()
    assert all(card("8H") not in worlds.deck[row, : worlds.deck_left[row]] for row in range(20))


def test_a_call_under_the_gun_comes_to_the_standing_after_it() -> None:
    """30 against at most 30 of the other: with three lives each who called keeps them, but for ties."""
    view = RULES.view(position("AS 9S KS", "2H 3D 4C", pile="7D", lives=(3, 1), known=("", "2H 3D")), 0)
    worlds = sampled_worlds(BatchView.of(view), 10, np.random.default_rng(1))
    policy = PolicyPlayer(NETWORKS, FULL)
    choices = Choices(np.arange(10), np.full(10, CALLING))
    found = rolled_out(policy, standing_arrays(2, House()), worlds, None, choices, np.random.default_rng(2))
    assert found.tolist() == [1.0] * 10


def test_candidates_grow_and_say_what_they_rest_on() -> None:
    lists = list(growing(scorer().score(RULES.view(three(), 0), Random(1))))
    assert [each[0].estimate.visits for each in lists[:4] if each[0].estimate] == [2, 4, 6, 8]
    last = lists[-1]
    assert {each.move for each in last} == set(RULES.legal_moves(RULES.view(three(), 0)))
    for each in last:
        assert each.estimate is not None
        assert each.estimate.chance is not None
        assert 0 <= each.estimate.chance <= 1
    assert sum(each.score == 0 and "what the networks prefer" in str(each.reason) for each in last) == 1


def decided(state: State, seed: int) -> list[Candidate]:
    return list(growing(scorer().score(RULES.view(state, state.to_move or 0), Random(seed))))[-1]


def test_what_a_player_cannot_know_changes_no_decision() -> None:
    state = three()
    told = [(each.move, each.score) for each in decided(state, 5)]
    for seed in range(3):
        other = RULES.sample(RULES.view(state, 0), Random(seed))
        assert [(each.move, each.score) for each in decided(other, 5)] == told


def test_the_same_random_numbers_give_the_same_thoughts_and_others_others() -> None:
    first, again, other = (decided(three(), seed) for seed in (1, 1, 2))
    assert first == again
    assert [each.score for each in first] != [each.score for each in other]
