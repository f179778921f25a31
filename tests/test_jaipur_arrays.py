"""Jaipur's views and moves in arrays: the same as the rules have them, and as the heuristic lists them."""

from collections.abc import Iterator
from itertools import permutations, product
from math import comb
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from game.agents.networks import Network
from game.games.jaipur.candidates import Candidates, candidates
from game.games.jaipur.encoding import BLOCKS, INPUTS, inputs, mirrored
from game.games.jaipur.evaluation import UNIT, Values, evaluate, total
from game.games.jaipur.heuristic import Position, holdings
from game.games.jaipur.moves import GOODS_MASK, Move, MoveKind
from game.games.jaipur.rules import RULES, State, View
from game.games.jaipur.tables import CAMEL, GOODS
from game.games.jaipur.view_arrays import Decided, ViewArrays, decide
from game.rules.multisets import count, few, subsets, support
from game.rules.protocol import Setup


class Played(NamedTuple):
    """Positions of rounds played at random, and what the arrays make of them."""

    states: list[State]
    views: list[View]
    found: Candidates
    moves: list[Move]
    decided: Decided
    values: Values


def positions(rounds: int, limit: int) -> Iterator[State]:
    """Every position of rounds whose moves are drawn from those that the heuristic looks at."""
    rng, setup = Random(5), Setup(2, {"turn_limit": limit})
    for place in range(rounds):
        state = RULES.deal(setup, RULES.new_standing(setup), place % 2, rng)
        while state.to_move is not None:
            yield state.copy()
            move = rng.choice(list(Position(RULES.view(state, state.to_move)).moves()))
            RULES.decide(state, move)
            RULES.settle(state, move, None)


def view_of(state: State) -> View:
    assert state.to_move is not None
    return RULES.view(state, state.to_move)


@pytest.fixture(scope="module")
def played() -> Played:
    states = list(positions(12, 60))
    views = [view_of(state) for state in states]
    seen = ViewArrays.of(views)
    found = candidates(seen)
    decided = decide(seen.take(found.place), found.moves)
    network = Network.fresh((INPUTS, 8, 2), np.random.default_rng(3))
    moves = found.moves.moves(np.arange(found.place.size))
    return Played(states, views, found, moves, decided, evaluate(network, decided, inputs(decided)))


def same(one: ViewArrays, other: ViewArrays) -> bool:
    return all(np.array_equal(mine, theirs) for mine, theirs in zip(one, other, strict=True))


def test_moves_are_decided_as_the_rules_decide_them(played: Played) -> None:
    after = []
    for place, move in zip(played.found.place.tolist(), played.moves, strict=True):
        state = played.states[place].copy()
        player = state.to_move
        assert player is not None
        RULES.decide(state, move)
        after.append(RULES.view(state, player))
    assert same(ViewArrays.of(after), played.decided.seen)
    sold = [few(move.hand) if move.kind == MoveKind.SELL else 0 for move in played.moves]
    assert played.decided.sold.tolist() == sold


def test_listed_are_the_moves_of_the_heuristic_each_once_filled_up_as_cheaply(played: Played) -> None:
    for place, view in enumerate(played.views):
        moves = [played.moves[at] for at in np.flatnonzero(played.found.place == place)]
        theirs = list(Position(view).moves())
        assert len(set(moves)) == len(moves) == len(theirs)
        assert sorted(map(_but_goods_given, moves)) == sorted(map(_but_goods_given, theirs))
        assert all(RULES.refusal(view, move) is None for move in moves)
        held = [holdings(good, view.tokens_left[good], 0.0, 0.0) for good in GOODS]
        for move in moves:
            given = move.hand & GOODS_MASK
            if move.kind == MoveKind.EXCHANGE:
                rest = view.hand & ~support(move.market)
                least = min(_loss(held, view.hand, choice) for choice in subsets(rest, few(given)))
                assert _loss(held, view.hand, given) == pytest.approx(least, abs=0.01)


def _but_goods_given(move: Move) -> tuple[int, int, int]:
    """A move with the size of what is given for it, and the camels among it; of a sale everything."""
    given = move.hand if move.kind == MoveKind.SELL else 100 * few(move.hand) + count(move.hand, CAMEL)
    return move.kind, move.market, given


def _loss(held: list[tuple[float, ...]], hand: int, given: int) -> float:
    return sum(held[good][count(hand, good)] - held[good][count(hand, good) - count(given, good)] for good in GOODS)


def test_a_view_alone_is_seen_as_among_others(played: Played) -> None:
    rows = inputs(played.decided)
    for place in range(0, len(played.views), 7):
        alone = ViewArrays.of([played.views[place]])
        found = candidates(alone)
        decided = decide(alone.take(found.place), found.moves)
        at = np.flatnonzero(played.found.place == place)
        assert found.moves.moves(np.arange(found.place.size)) == [played.moves[each] for each in at]
        assert np.array_equal(inputs(decided), rows[at])
    assert np.array_equal(played.found.start, np.searchsorted(played.found.place, np.arange(len(played.views))))


def test_sure_is_what_ends_the_round_in_every_world_with_its_mean_result(played: Played) -> None:
    standing = RULES.new_standing(Setup(2))
    assert played.values.sure.sum() > 20
    for at, move in enumerate(played.moves):
        before = played.states[int(played.found.place[at])]
        player, results, differences = before.to_move, [], []
        assert player is not None
        worlds = _with_all_that_lies_face_down(before, move) if played.values.sure[at] else [before.copy()]
        for state in worlds:
            RULES.decide(state, move)
            RULES.settle(state, move, None)
            assert (state.to_move is None) == played.values.sure[at]
            end = RULES.round_end(state, standing)
            assert end.scores is not None
            results.append(0.5 if end.winner is None else float(end.winner == player))
            differences.append(end.scores[player] - end.scores[1 - player])
        if played.values.sure[at]:
            assert played.values.chance[at] == pytest.approx(np.mean(results), abs=1e-6)
            assert played.values.difference[at] == pytest.approx(np.mean(differences), abs=1e-4)


def _with_all_that_lies_face_down(before: State, move: Move) -> Iterator[State]:
    """The state with the rival's bonus tokens, and the one on top of the pile that a sale takes from, in every way."""
    player = before.to_move
    assert player is not None
    sold = min(few(move.hand), 5) - 3 if move.kind == MoveKind.SELL else -1
    unseen, rivals = RULES.view(before, player).bonuses_unseen, before.bonuses_taken[1 - player]
    drawn = [sum(kind == pile for kind, _ in rivals) for pile in range(3)]
    tops = [int(pile == sold and len(before.bonuses[pile]) > 0) for pile in range(3)]
    every = [[*permutations(unseen[pile], drawn[pile] + tops[pile])] for pile in range(3)]
    for values in product(*every):
        state, held = before.copy(), [iter(each) for each in values]
        state.bonuses_taken[1 - player] = tuple([(pile, next(held[pile])) for pile, _ in rivals])
        for pile in range(3):
            if tops[pile]:
                state.bonuses[pile] = (next(held[pile]), *before.bonuses[pile][1:])
        yield state


def test_inputs_are_finite_small_and_what_their_blocks_say(played: Played) -> None:
    rows = inputs(played.decided)
    assert rows.shape == (len(played.moves), INPUTS) == (len(played.moves), sum(block.size for block in BLOCKS))
    assert rows.dtype == np.float32
    assert np.abs(rows).max() < 6
    seen = played.decided.seen
    assert np.array_equal(rows[:, :30].sum(axis=1), np.minimum(seen.hand, 5).sum(axis=0))


def test_the_chance_of_what_the_rival_holds_is_hypergeometric(played: Played) -> None:
    at = next(
        at for at in range(len(played.moves)) if played.decided.seen.rival_hand_size[at] == 5
        and not played.decided.seen.rival_known[:, at].any()
    )  # fmt: skip
    unseen = played.decided.seen.unseen[:CAMEL, at].tolist()
    first = sum(block.size for block in BLOCKS[:22])
    told = inputs(played.decided)[at, first : first + 18].reshape(3, 6)
    for good, of_it in enumerate(unseen):
        ways = [comb(of_it, held) * comb(sum(unseen) - of_it, 5 - held) for held in range(6)]
        wanted = [sum(ways[least:]) / sum(ways) for least in (2, 3, 4)]
        assert told[:, good] == pytest.approx(wanted, abs=1e-6)


def test_cloth_and_spice_are_alike(played: Played) -> None:
    swapped = np.array([0, 1, 2, 4, 3, 5, 6])
    seen = played.decided.seen
    changed = {
        name: getattr(seen, name)[swapped[: len(getattr(seen, name))]]
        for name in ("market", "hand", "rival_known", "unseen", "tokens_left")
    }
    twin = Decided(seen._replace(**changed), played.decided.sold)
    # Sums over the goods may differ in the last bit, as they are taken in another order.
    assert np.allclose(inputs(twin), inputs(played.decided)[:, mirrored()], atol=1e-6)


def test_a_value_is_mostly_the_chance() -> None:
    found = total(np.array([1.0, 0.0, 0.5], np.float32), np.array([UNIT, -UNIT, 0.0], np.float32))
    assert found == pytest.approx([0.75 + 0.25 * np.tanh(1), -0.75 - 0.25 * np.tanh(1), 0.0])
