"""How tables look to learning libraries: masks, observations, numbered actions, and their documentation."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.agents.match import Match
from game.games import registry
from game.games.jaipur import tables as jaipur_tables
from game.games.notty import hands as notty_hands
from game.games.observation import observation_of, setup_of
from game.games.thirty_one import cards as thirty_one_cards
from game.games.thirty_one.state import Source
from game.rules.options import parse_options
from game.rules.protocol import Piece, Place, apply
from tests.environment_tables import HOUSES, LEATHER, TABLES, hoarded, played
from tests.games import OBSERVED

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "environments.md"


@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_the_mask_is_the_legal_moves_and_every_index_names_its_move(
    game: str, players: int, seed: int, moves: int
) -> None:
    match = played(game, players, seed, moves)
    layout, rules = observation_of(game, match.setup), match.rules
    for player in range(players):
        view = rules.view(match.state, player)
        legal = list(rules.legal_moves(view))
        indices = [layout.index(view, move) for move in legal]
        assert len(set(indices)) == len(legal)
        assert [layout.move(view, index) for index in indices] == legal
        assert set(np.flatnonzero(layout.mask(view))) == set(indices)


def check_numbering(match: Match) -> None:
    """That the mask is the legal moves, each of which has a number of its own, and no count is clipped."""
    rules, view = match.rules, match.rules.view(match.state, match.state.to_move)
    layout = observation_of(rules.name, match.setup)
    legal = list(rules.legal_moves(view))
    indices = [layout.index(view, move) for move in legal]
    assert [layout.move(view, index) for index in indices] == legal
    assert np.flatnonzero(layout.mask(view)).tolist() == sorted(indices)
    assert (np.array(list(layout._counts(view))) <= layout._most).all()


@pytest.mark.parametrize(("game", "options"), HOUSES)
def test_every_legal_move_by_a_house_rule_has_a_number(game: str, options: dict[str, Any]) -> None:
    for seed in range(6):
        match = played(game, 2, seed, 7 * seed, options)
        if match.end is None:
            check_numbering(match)


def test_what_a_larger_hand_of_jaipur_can_sell_has_a_number() -> None:
    match = hoarded()
    check_numbering(match)
    assert told("jaipur", match, 0)["hand"][LEATHER] == 9


@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_what_the_mask_forbids_the_rules_refuse(game: str, players: int, seed: int, moves: int) -> None:
    match = played(game, players, seed, moves)
    layout, rules = observation_of(game, match.setup), match.rules
    view = rules.view(match.state, seed % players)
    mask = layout.mask(view)
    for index in Random(seed).sample(range(layout.actions), min(250, layout.actions)):
        assert (rules.refusal(view, layout.move(view, index)) is None) == mask[index]


@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_an_observation_tells_nothing_hidden_and_stays_in_its_space(
    game: str, players: int, seed: int, moves: int
) -> None:
    match = played(game, players, seed, moves)
    layout, rules = observation_of(game, match.setup), match.rules
    for player in range(players):
        view = rules.view(match.state, player)
        seen = layout.observation(view)
        assert seen.shape == (sum(field.size for field in layout.fields),)
        assert seen.dtype == np.float32
        if match.state.to_move is None:
            continue
        # A match that differs in what is hidden only looks the same, and so do the legal actions.
        other = rules.view(rules.sample(view, Random(seed)), player)
        assert (layout.observation(other) == seen).all()
        assert (layout.mask(other) == layout.mask(view)).all()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_count_is_more_than_what_it_is_divided_by(game: str, players: int) -> None:
    match = played(game, players, 1, 0)
    layout, rules, rng = observation_of(game, match.setup), match.rules, Random(3)
    for seed in range(4):
        match = played(game, players, seed, 0)
        while match.end is None and match.moves < 400:
            view = rules.view(match.state, match.state.to_move)
            match.play(rng.choice(list(rules.legal_moves(view))))
            for player in range(players):
                counts = layout._counts(rules.view(match.state, player))
                assert (np.array(list(counts)) <= layout._most).all(), (seed, match.moves)


def told(game: str, match: Any, player: int) -> dict[str, list[int]]:
    """The fields of an observation, each number multiplied by what it was divided by."""
    layout = observation_of(game, match.setup)
    row = layout.observation(match.rules.view(match.state, player))
    fields, start = {}, 0
    for field in layout.fields:
        fields[field.name] = [round(float(number) * field.most) for number in row[start : start + field.size]]
        start += field.size
    return fields


def by_kind(pieces: Iterable[Piece], kinds: Iterable[str]) -> list[int]:
    lying = [piece.kind for piece in pieces]
    return [lying.count(kind) for kind in kinds]


def names(kinds: Iterable[str], every: Iterable[str]) -> list[int]:
    lying = list(kinds)
    return [lying.count(kind) for kind in every]


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 80))
def test_the_fields_of_jaipur_are_what_lies_on_the_table(seed: int, moves: int) -> None:
    match = played("jaipur", 2, seed, moves)
    state = match.state
    if state.to_move is None:
        return
    board, goods = match.rules.board(state), jaipur_tables.KINDS[:6]
    stacks = [board[Place(f"tokens-{good}")] for good in goods]
    bonuses = ("bonus-3", "bonus-4", "bonus-5")
    for own, rival in ((0, 1), (1, 0)):
        hand, rivals = board[Place("hand", own)], board[Place("hand", rival)]
        known = match.rules.known(state, rival)
        unseen = by_kind([*board[Place("deck")], *rivals], jaipur_tables.KINDS)
        assert told("jaipur", match, own) == {
            "market": by_kind(board[Place("market")], jaipur_tables.KINDS),
            "hand": by_kind(hand, goods),
            "herds": [len(board[Place("herd", player)]) for player in (own, rival)],
            "rival_hand": [len(rivals)],
            "rival_known": names(known, goods),
            "unseen": [number - known.count(kind) for number, kind in zip(unseen, jaipur_tables.KINDS, strict=True)],
            "deck": [len(board[Place("deck")])],
            "tokens_left": [len(stack) for stack in stacks],
            "next_token": [max((token.value for token in stack), default=0) for stack in stacks],
            "bonuses_left": [len(board[Place(bonus)]) for bonus in bonuses],
            "goods_score": [sum(token.value for token in board[Place("taken", player)]) for player in (own, rival)],
            "own_bonus_score": [sum(token.value for token in board[Place("bonuses", own)])],
            "rival_bonuses": by_kind(board[Place("bonuses", rival)], bonuses),
        }


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_the_fields_of_thirty_one_are_what_lies_on_the_table(players: int, seed: int, moves: int) -> None:
    match = played("thirty_one", players, seed, moves)
    state = match.state
    if state.to_move is None:
        return
    board, facts, cards = match.rules.board(state), match.rules.facts(state), thirty_one_cards.KINDS
    for own in range(players):
        after = [(own + step) % players for step in range(players)]
        shown = told("thirty_one", match, own)
        assert shown["hand"] == by_kind(board[Place("hand", own)], cards)
        assert shown["discard"] == by_kind(board[Place("discard")], cards)
        assert shown["top"] == by_kind(board[Place("discard")][-1:], cards)
        assert shown["known_of_own"] == names(match.rules.known(state, own), cards)
        for step in range(1, players):
            assert shown[f"known_{step}"] == names(match.rules.known(state, after[step]), cards)
            assert shown[f"thrown_{step}"] == [facts.thrown[after[step]] >> card & 1 for card in range(52)]
        assert shown["lives"] == [facts.lives[player] for player in after]
        assert shown["caller"] == [int(facts.caller == player) for player in after]
        assert shown["turns"] == [facts.turns]
        assert shown["deck"] == [len(board[Place("deck")])]
        assert shown["must_discard"] == [facts.drawn_from is Source.DECK, facts.drawn_from is Source.DISCARD]
        seen = own == state.to_move or facts.drawn_from is Source.DISCARD
        assert shown["drawn"] == [int(seen and card == facts.drawn) for card in range(52)]


@pytest.mark.parametrize("players", [2, 3])
@settings(deadline=None, max_examples=15)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_the_fields_of_notty_are_what_lies_on_the_table(players: int, seed: int, moves: int) -> None:
    match = played("notty", players, seed, moves)
    state = match.state
    if state.to_move is None:
        return
    board = match.rules.board(state)
    for own in range(players):
        hands = [board[Place("hand", (own + step) % players)] for step in range(players)]
        shown = told("notty", match, own)
        for step, hand in enumerate(hands):
            assert shown[f"hand_{step}"] == by_kind(hand, notty_hands.KINDS)
        assert shown["hand_sizes"] == [len(hand) for hand in hands]
        assert shown["deck"] == [len(board[Place("deck")])]
        view = match.rules.view(state, own)
        mine = own == state.to_move
        assert shown["may"] == [mine and view.may_draw, mine and view.may_steal, mine and view.may_swap]
        assert shown["must_return"] == [mine and view.must_return]


def test_the_fields_of_nim_are_what_lies_on_the_table() -> None:
    match = played("nim", 2, 3, 4)
    board = match.rules.board(match.state)
    piles = [len(board[Place(f"pile-{pile}")]) for pile in range(4)]
    shown = told("nim", match, 0)
    assert shown.pop("piles") == piles
    assert [places.index(1) for places in shown.values()] == piles
    assert [len(places) for places in shown.values()] == [2, 4, 6, 8]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_different_positions_look_different(game: str, players: int) -> None:
    match = played(game, players, 5, 0)
    layout, rules = observation_of(game, match.setup), match.rules
    before = match.state.copy()
    player = before.to_move
    move = next(iter(rules.legal_moves(rules.view(before, player))))
    after = before.copy()
    apply(rules, after, move, Random(1))
    seen = [layout.observation(rules.view(state, player)) for state in (before, after)]
    assert (seen[0] != seen[1]).any()


def test_a_steal_is_aimed_by_the_order_of_turns() -> None:
    match = played("notty", 3, 3, 0)
    layout = observation_of("notty", match.setup)
    view = match.rules.view(match.state, match.state.to_move)
    steals = [layout.move(view, index).value for index in (3, 4)]
    assert steals == [(view.player + 1) % 3, (view.player + 2) % 3]


@pytest.mark.parametrize("game", OBSERVED)
def test_options_are_understood_as_values_and_as_texts(game: str) -> None:
    rules = registry.game(game).rules
    for option in rules.options:
        assert setup_of(game, options={option.key: option.default}).options == parse_options(rules, [])
        assert setup_of(game, options={option.key: option.default_text}).options == parse_options(rules, [])


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_documented_layout_is_the_one_there_is(game: str, players: int) -> None:
    layout = observation_of(game, setup_of(game, players))
    assert f"```\n{layout.described()}\n```" in DOCUMENT.read_text(encoding="utf-8")
