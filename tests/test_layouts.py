"""How tables look to learning libraries: masks, observations, numbered actions, and their documentation."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game import catalogue
from game.layouts import layout_of, setup_of
from game.rules.protocol import apply, parse_options
from tests.environment_tables import TABLES, played

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "environments.md"


@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_the_mask_is_the_legal_moves_and_every_index_names_its_move(
    game: str, players: int, seed: int, moves: int
) -> None:
    match = played(game, players, seed, moves)
    layout, rules = layout_of(game, match.setup), match.rules
    for player in range(players):
        view = rules.view(match.state, player)
        legal = list(rules.legal_moves(view))
        indices = [layout.index(view, move) for move in legal]
        assert len(set(indices)) == len(legal)
        assert [layout.move(view, index) for index in indices] == legal
        assert set(np.flatnonzero(layout.mask(view))) == set(indices)


@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(deadline=None, max_examples=12)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 60))
def test_what_the_mask_forbids_the_rules_refuse(game: str, players: int, seed: int, moves: int) -> None:
    match = played(game, players, seed, moves)
    layout, rules = layout_of(game, match.setup), match.rules
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
    layout, rules = layout_of(game, match.setup), match.rules
    for player in range(players):
        view = rules.view(match.state, player)
        seen = layout.observation(view)
        assert seen.shape == (sum(field.size for field in layout.fields),)
        assert seen.dtype == np.float32
        counts = np.array(layout._counts(view))
        assert (counts >= 0).all()
        assert (counts <= layout._most).all(), [field.name for field in layout.fields]
        if match.state.to_move is None:
            continue
        # A match that differs in what is hidden only looks the same, and so do the legal actions.
        other = rules.view(rules.sample(view, Random(seed)), player)
        assert (layout.observation(other) == seen).all()
        assert (layout.mask(other) == layout.mask(view)).all()


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_different_positions_look_different(game: str, players: int) -> None:
    match = played(game, players, 5, 0)
    layout, rules = layout_of(game, match.setup), match.rules
    before = match.state.copy()
    player = before.to_move
    move = next(iter(rules.legal_moves(rules.view(before, player))))
    after = before.copy()
    apply(rules, after, move, Random(1))
    seen = [layout.observation(rules.view(state, player)) for state in (before, after)]
    assert (seen[0] != seen[1]).any()


def test_a_steal_is_aimed_by_the_order_of_turns() -> None:
    match = played("notty", 3, 3, 0)
    layout = layout_of("notty", match.setup)
    view = match.rules.view(match.state, match.state.to_move)
    steals = [layout.move(view, index).value for index in (3, 4)]
    assert steals == [(view.player + 1) % 3, (view.player + 2) % 3]


@pytest.mark.parametrize("game", [entry.name for entry in catalogue.games()])
def test_options_are_understood_as_values_and_as_texts(game: str) -> None:
    rules = catalogue.game(game).rules
    for option in rules.options:
        assert setup_of(game, options={option.key: option.default}).options == parse_options(rules, [])
        assert setup_of(game, options={option.key: option.default_text}).options == parse_options(rules, [])


@pytest.mark.parametrize(("game", "players"), [table for table in TABLES if table[1] <= 2 or table == ("notty", 3)])
def test_the_documented_layout_is_the_one_there_is(game: str, players: int) -> None:
    layout = layout_of(game, setup_of(game, players))
    assert f"```\n{layout.described()}\n```" in DOCUMENT.read_text(encoding="utf-8")
