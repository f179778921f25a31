"""Jaipur's AIs that play by a network: what they look at, what they tell, and what they cannot know."""

from collections.abc import Iterable
from functools import cache
from random import Random

import numpy as np
import pytest

from game.agents.agent import Agent, Candidate, Estimate, growing
from game.agents.networks import Network
from game.agents.pickers import Best
from game.agents.platt import Platt
from game.games import standings
from game.games.jaipur.encoding import INPUTS, groups
from game.games.jaipur.evaluation import OUTPUTS
from game.games.jaipur.look_ahead import MOST, PRIOR, LookAhead
from game.games.jaipur.moves import Move
from game.games.jaipur.neural import NeuralScorer
from game.games.jaipur.rules import RULES, Standing, State, View
from tests.jaipur_positions import ending, kinds, position, random_position, sell
from tests.test_jaipur_hidden import reshuffled

SEEDS = range(0, 60, 4)


@cache
def network() -> Network:
    """One that has learnt nothing, with opinions strong enough to differ."""
    found = Network.fresh((INPUTS, 16, OUTPUTS), np.random.default_rng(8))
    found.weights[-1][...] *= 20.0
    return found


def view_of(state: State) -> View:
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


def agents() -> list[Agent]:
    return [
        Agent("neural", (NeuralScorer(network()),), Best()),
        Agent("expert", (LookAhead(network(), 24),), Best()),
    ]


def estimate(candidate: Candidate) -> Estimate:
    """What is expected of a candidate, its chances known."""
    found = candidate.estimate
    assert found is not None
    assert found.chance is not None
    assert found.round_chance is not None
    return found


def by_move(candidates: Iterable[Candidate]) -> dict[Move, Candidate]:
    return {candidate.move: candidate for candidate in candidates}


def last(scorer: LookAhead | NeuralScorer, view: View, seed: int = 1) -> list[Candidate]:
    return list(growing(scorer.score(view, Random(seed))))[-1]


@pytest.mark.parametrize("agent", agents(), ids=lambda agent: agent.name)
def test_candidates_are_legal_each_once_and_chances_are_chances(agent: Agent) -> None:
    for seed in SEEDS:
        view = view_of(random_position(seed))
        candidates = agent.think(view, Random(1))
        moves = [candidate.move for candidate in candidates]
        assert len(set(moves)) == len(moves) >= 1
        assert all(RULES.refusal(view, move) is None for move in moves)
        for candidate in candidates:
            found = estimate(candidate)
            assert 0.0 <= (found.chance or 0.0) <= 1.0
            assert 0.0 <= (found.round_chance or 0.0) <= 1.0
            assert -1.0 <= candidate.score <= 1.0
            assert "%" in str(candidate.reason)


@pytest.mark.parametrize("agent", agents(), ids=lambda agent: agent.name)
def test_what_is_hidden_changes_no_decision(agent: Agent) -> None:
    for seed in SEEDS:
        state = random_position(seed)
        player = state.to_move
        assert player is not None
        first = agent.think(RULES.view(state, player), Random(seed))
        other = agent.think(RULES.view(reshuffled(state, player, Random(seed)), player), Random(seed))
        assert [each[:2] for each in first] == [each[:2] for each in other]
        assert [each.estimate for each in first] == [each.estimate for each in other]


def test_a_sale_that_ends_the_round_is_worth_its_result() -> None:
    candidates = NeuralScorer(network()).score(view_of(ending(9)), Random(1))
    sale = by_move(candidates)[sell("2 diamond")]
    assert (estimate(sale).round_chance, estimate(sale).expected) == (1.0, 1.0)
    assert str(sale.reason).startswith("the round ends with it; ")
    assert candidates == [sale]


def test_nobody_ends_a_round_as_lost_while_it_can_go_on() -> None:
    for scorer in (NeuralScorer(network()), LookAhead(network(), 24)):
        candidates = last(scorer, view_of(ending(11)))
        assert candidates
        assert sell("2 diamond") not in by_move(candidates)


@pytest.mark.parametrize("seals", [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_a_drawn_round_is_worth_what_follows_it(seals: tuple[int, int]) -> None:
    """Two tokens and fifteen points each, no bonus: nobody's round. Player 0 began it, so player 1 begins the next."""
    state = ending(0)
    state.goods_taken, state.seals = [(), ((0, 7), (1, 8))], seals
    worth = standings.chances("jaipur", {}, Standing(seals), 1)[0]
    for scorer in (NeuralScorer(network()), LookAhead(network(), 24)):
        sale = estimate(by_move(last(scorer, view_of(state)))[sell("2 diamond")])
        assert (sale.round_chance, sale.expected, sale.error or 0.0) == (0.5, 0.0, 0.0)
        assert sale.chance == pytest.approx(worth)


def test_a_won_round_is_worth_what_the_standing_makes_of_it() -> None:
    chances = []
    for seals in ((0, 0), (0, 1), (1, 0), (1, 1)):
        state = ending(9)
        state.seals = seals
        sale = by_move(NeuralScorer(network()).score(view_of(state), Random(1)))[sell("2 diamond")]
        chances.append(estimate(sale).chance or 0.0)
    even, behind, ahead, level = chances
    assert ahead == level == 1.0
    assert 0.5 < even < 1.0
    assert behind == standings.chances("jaipur", {}, Standing((1, 1)), 1)[0] < 0.5, "the loser begins the last round"


def test_a_position_that_hides_more_than_was_dealt_is_judged_too() -> None:
    view = view_of(random_position(12))._replace(rival_hand_size=7, rival_known=0)
    candidates = NeuralScorer(network()).score(view, Random(1))
    assert candidates
    assert all(0.0 <= (estimate(each).round_chance or 0.0) <= 1.0 for each in candidates)


def test_reasons_tell_the_lead_and_what_speaks_for_it_in_points_of_chance() -> None:
    candidates = NeuralScorer(network()).score(view_of(random_position(12)), Random(1))
    best, second, *_ = sorted(candidates, key=lambda each: -each.score)
    lead = 100.0 * ((estimate(best).round_chance or 0.0) - (estimate(second).round_chance or 0.0))
    told = str(best.reason)
    assert f"{lead:+.1f} % of the round against".replace("-", "\N{MINUS SIGN}") in told
    assert any(f"{group} (" in told for group in groups())
    assert told.endswith("(each alone: they need not add up)")


def test_groups_hold_every_input_once() -> None:
    assert sorted(np.concatenate(list(groups().values())).tolist()) == list(range(INPUTS))


# --- the look-ahead ---


def test_thoughts_grow_and_halve_what_is_followed() -> None:
    thoughts = list(LookAhead(network(), 24).score(view_of(random_position(12)), Random(1)))
    visits = [sorted((estimate(each).visits or 0 for each in found), reverse=True) for found in thoughts]
    assert all(len(each) == len(visits[0]) <= MOST for each in visits)
    assert sum(visits[0]) == 0 < visits[1][0]
    assert visits[-1][-1] < visits[-1][0] < sum(visits[-1]) <= 24
    chosen = estimate(max(thoughts[-1], key=lambda each: each.score))
    assert chosen.visits == visits[-1][0]
    assert (chosen.error or 0.0) > 0.0
    assert chosen.line.startswith("player 2 ")


def test_the_same_random_numbers_give_the_same_thought_and_no_more_are_drawn_for_more_roll_outs() -> None:
    view = view_of(random_position(12))
    assert last(LookAhead(network(), 24), view) == last(LookAhead(network(), 24), view)
    streams = [Random(4), Random(4)]
    for rollouts, stream in zip((8, 80), streams, strict=True):
        list(LookAhead(network(), rollouts).score(view, stream))
    assert streams[0].random() == streams[1].random()


def test_what_ends_the_round_is_followed_to_its_result() -> None:
    found = last(LookAhead(Network.fresh((INPUTS, 4, OUTPUTS), np.random.default_rng(1)), 24), view_of(ending(0)))
    sale = by_move(found)[sell("2 diamond")]
    assert estimate(sale).round_chance == 1.0
    assert max(found, key=lambda each: each.score) is sale


def test_no_chance_of_a_round_that_goes_on_is_shown_as_none_or_all() -> None:
    """A move dropped early is compared with the best in few worlds: here it comes out far beyond a win."""
    view = view_of(random_position(12))
    sure = Network.fresh((INPUTS, 4, OUTPUTS), np.random.default_rng(1))
    sure.biases[-1][0] = 30.0
    chances = [estimate(each).round_chance for each in last(LookAhead(sure, 24), view)]
    assert all(chance is not None and 0.99 < chance < 1.0 for chance in chances)


def test_chances_are_shown_as_they_come_true_and_nothing_else_changes() -> None:
    view = view_of(random_position(12))
    plain, shown = [last(LookAhead(network(), 24, platt), view) for platt in (Platt(), Platt(0.5, 0.2))]
    assert [(each.move, each.score) for each in shown] == [(each.move, each.score) for each in plain]
    for before, after in zip(map(estimate, plain), map(estimate, shown), strict=True):
        assert after.round_chance == pytest.approx(Platt(0.5, 0.2)(before.round_chance))
        assert after.expected == before.expected
    followed = [each for each in zip(map(estimate, plain), map(estimate, shown), strict=True) if each[0].error]
    assert followed
    assert all(0.0 < (after.error or 0.0) < (before.error or 0.0) for before, after in followed)


def test_a_reply_that_ends_the_round_counts_with_its_result() -> None:
    # The deck is empty and the rival has nothing to sell or to give: after a sale it must take, which ends the round.
    indifferent = Network.fresh((INPUTS, 4, OUTPUTS), np.random.default_rng(1))
    state = position("5 camel", ("spice", ""), herds=(6, 0), deck="")
    state.discard = tuple(kinds("6 diamond, 6 gold, 6 silver, 8 cloth, 7 spice, 10 leather"))
    state.goods_taken = [((1, 5),), ((0, 10),)]  # with the larger herd's five points all is even
    view = view_of(state)
    alone = estimate(by_move(NeuralScorer(indifferent).score(view, Random(1)))[sell("spice")])
    found = estimate(by_move(last(LookAhead(indifferent, 24, Platt()), view))[sell("spice")])
    visits = found.visits or 0
    assert visits > 0
    assert found.line == f"player 2 took all camels in {visits} of {visits} tries, then the round was over"
    assert found.round_chance == pytest.approx((PRIOR * (alone.round_chance or 0.0) + visits) / (PRIOR + visits))
    assert found.error is not None
    assert 0.0 < found.error < 0.02, "what one more that came out even would change"
