"""Notty in lockstep, as trainings play it: the rules and the players by rules, against those of the catalogue."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.notty_networks import BigHandRobber
from game.games import registry
from game.games.notty.group_maker import DrawAndDiscard, DrawCards, EndTurn, StealCard
from game.games.notty.hand_arrays import packed_of
from game.games.notty.hands import ONE, each_kind, size, unpack
from game.games.notty.moves import (
    DRAW_TO_DISCARD,
    DRAWS,
    DREW,
    FRESH,
    HOLDS,
    NEXT_TURN,
    RETURNED,
    RETURNS,
    STOLE,
    Move,
    MoveKind,
)
from game.games.notty.open_features import actions_of, possible, returns_of
from game.games.notty.robber import RobNearest
from game.games.notty.rules import RULES, State
from game.games.notty.training.games import Games
from game.games.notty.training.players import GroupMaker, Lean, Player, Robber, fixed_players, play, step
from game.games.notty.training.returns import returns
from game.rules.protocol import apply
from tests.notty_positions import position, random_position

SEEDS = st.integers(0, 10**6)
PLAYERS = st.integers(2, 3)


def state_of(games: Games, game: int) -> State:
    """A game as the rules have it, its deck in canonical order."""
    counts = games.hands.counts[game]
    hands = packed_of(counts)
    deck = unpack(packed_of(games.deck(np.array([game])))[0])
    state = State(hands, tuple(deck), int(games.to_move[game]) if games.winner[game] < 0 else None)
    state.used, state.turns = int(games.used[game]), int(games.turns[game])
    return state


def games_of(*states: State) -> Games:
    """Games that stand as these states, all with as many players."""
    return Games.of(states, np.random.default_rng(1))


def move_of(state: State, action: int) -> Move:
    players = len(state.hands)
    assert state.to_move is not None
    thefts = [Move(MoveKind.STEAL, (state.to_move + step) % players) for step in range(1, players)]
    return [*DRAWS, *thefts, DRAW_TO_DISCARD, NEXT_TURN][action]


def followed(before: State, move: Move, after: State) -> State:
    """What the rules make of a move, chance having come out as in `after`."""
    player = before.to_move
    assert player is not None
    state = before.copy()
    gained = after.hands[player] - before.hands[player]
    if move.kind in (MoveKind.DRAW, MoveKind.DRAW_TO_DISCARD):
        drawn = unpack(gained)
        rest = list(state.deck)
        for kind in drawn:
            rest.remove(kind)
        state.deck = (*drawn, *rest)
    RULES.decide(state, move)
    chance = unpack(gained)[0] if move.kind == MoveKind.STEAL else RULES.draw_chance(state, move, Random(1))
    RULES.settle(state, move, chance)
    return state


def same(one: State, other: State) -> bool:
    return (one.hands, one.used, one.turns, one.to_move) == (other.hands, other.used, other.turns, other.to_move)


class Anything(Player):
    """Takes any action that is possible, any card; the rules check what comes of it."""

    def act(self, games: Games, at: Any) -> None:
        able = possible(games.seen(at).sizes, games.used[at])
        actions = np.where(able, games.rng.random(able.shape), -1).argmax(axis=1)
        before = [state_of(games, game) for game in at]
        games.act(at, actions)
        for game, action, state in zip(at, actions.tolist(), before, strict=True):
            move = move_of(state, action)
            assert RULES.refusal(RULES.view(state, state.to_move or 0), move) is None
            assert same(followed(state, move, state_of(games, game)), state_of(games, game))

    def give(self, games: Games, at: Any, returns: Any) -> None:
        before = [state_of(games, game) for game in at]
        kinds = np.array([Random(int(game)).choice(each_kind(state.hands[state.to_move or 0]))
                          for game, state in zip(at, before, strict=True)])  # fmt: skip
        games.give(at, kinds)
        for game, kind, state in zip(at, kinds.tolist(), before, strict=True):
            assert same(followed(state, RETURNS[kind], state_of(games, game)), state_of(games, game))


@given(SEEDS, PLAYERS)
@settings(max_examples=15)
def test_games_follow_the_rules(seed: int, players: int) -> None:
    games = Games(4, players, np.random.default_rng(seed))
    play(games, np.zeros((4, players), np.int64), [Anything()], 6)
    for game in range(4):
        state = state_of(games, game)
        assert (games.winner[game] >= 0) == (0 in state.hands)
        assert sum(map(size, state.hands)) + len(state.deck) == 90


def test_a_deal_is_of_four_cards_each_and_any_may_begin() -> None:
    games = Games(200, 3, np.random.default_rng(1))
    assert (games.hands.sizes == 4).all()
    assert set(games.to_move.tolist()) == {0, 1, 2}
    assert games.hands.counts.max() == 2


def test_whoever_loses_the_last_card_wins() -> None:
    state = random_position(3)
    state.hands, state.to_move, state.used = [ONE[3], ONE[4] + ONE[8]], 1, 0
    games = games_of(state)
    games.act(np.array([0]), np.array([3]))
    assert games.winner.tolist() == [0]


def test_a_game_that_is_over_is_left_alone() -> None:
    games = Games(6, 2, np.random.default_rng(2))
    play(games, np.zeros((6, 2), np.int64), [GroupMaker()], 1000)
    assert (games.winner >= 0).all()
    winners = games.hands.sizes[np.arange(6), games.winner]
    assert not winners.any()


# The players by rules


def chosen(name: str, state: State) -> Move:
    found = registry.ai("notty", name).agent().choose(RULES.view(state, state.to_move or 0), Random(1))
    assert found is not None
    move: Move = found.move
    return move


def states(seed: int, players: int) -> Iterator[State]:
    for each in range(8):
        state = random_position(seed + each, players)
        if all(state.hands):
            yield state


@given(SEEDS, PLAYERS, st.sampled_from([GroupMaker, Robber]))
@settings(max_examples=20)
def test_scores_are_those_of_the_catalogue(seed: int, players: int, kind: type[GroupMaker]) -> None:
    asked = [state for state in states(seed, players) if not state.used & HOLDS]
    if not asked:
        return
    games, at = games_of(*asked), np.arange(len(asked))
    seen = games.seen(at)
    scores = kind().scores(seen, games.deck(at), games.used[at])
    scorers: list[Any] = [DrawCards(), RobNearest() if kind is Robber else StealCard(), DrawAndDiscard(), EndTurn()]
    for state, row, left in zip(asked, scores, seen.left[:, 0], strict=True):
        if not left:  # the hand goes, whoever has it
            continue
        view = RULES.view(state, state.to_move or 0)
        expected = {each.move: each.score for scorer in scorers for each in scorer.score(view, Random(1))}
        best = max(expected.values())
        move = move_of(state, int(row.argmax()))
        if move == NEXT_TURN or np.isfinite(row.max()):
            assert expected[move] == pytest.approx(best, abs=1e-9)
        else:
            assert chosen("robber", state) == move, "the robber's theft comes before all"


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_they_return_the_same_cards(seed: int, players: int) -> None:
    asked = [state for state in states(seed, players) if size(state.hands[state.to_move or 0]) > 1]
    for state in asked:
        state.used = HOLDS
    if not asked:
        return
    for name, player in fixed_players().items():
        games, at = games_of(*asked), np.arange(len(asked))
        own = games.seen(at).own_hand
        player.give(games, at, returns_of(own.counts, own.losses))
        for state, game in zip(asked, at, strict=True):
            after = state.copy()
            apply(RULES, after, chosen(name, state), Random(1))
            assert state_of(games, int(game)).hands == after.hands, name
            assert games.used[game] == RETURNED


@given(SEEDS, PLAYERS)
@settings(max_examples=20)
def test_the_lean_player_acts_as_that_of_the_catalogue(seed: int, players: int) -> None:
    asked = [state for state in states(seed, players) if not state.used & HOLDS]
    for state in asked:
        games = games_of(state)
        if not games.seen(np.array([0])).left[0, 0]:
            continue
        Lean().act(games, np.array([0]))
        after, move = state_of(games, 0), chosen("lean", state)
        assert same(followed(state, move, after), after)


# Returns


def test_what_decisions_came_to() -> None:
    seat = np.array([0, 0, 0, 1])
    turn = np.array([0, 0, 2, 1])
    best = np.array([0.5, 0.6, 0.8, 0.4], np.float32)
    result = np.array([1, 1, 1, 0], np.float32)
    second = 0.9 * 1 + 0.1 * 0.8 - 0.02
    found = returns(seat, turn, best, result, 0.9, 0.01)
    assert found.tolist() == pytest.approx([0.9 * second + 0.1 * 0.6, second, 1, 0])
    assert all(before <= after for before, after in pairwise(found[:3].tolist()))


def test_actions_are_counted() -> None:
    assert [actions_of(2), actions_of(3)] == [6, 7]


@pytest.mark.parametrize("first", [False, True])
def test_the_robber_of_the_study_takes_its_turn_in_order(first: bool) -> None:
    games, seen = games_of(position("r1 g3 y5 k7", "b1 b5 b9")), list[int]()
    while not games.turns[0]:
        step(games, np.array([0]), np.zeros((1, 2), np.int64), [BigHandRobber(first)])
        seen.append(int(games.used[0]))
    begun = STOLE if first else DREW
    robbed = DREW | STOLE
    assert seen == [begun, robbed, robbed | HOLDS, robbed | RETURNED, FRESH]
    assert games.hands.counts[0].sum(axis=1).tolist() == [4 + 3 + 1, 3 - 1]
