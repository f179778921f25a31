"""The tables as environments: PettingZoo's and Gymnasium's own checks, and that nothing is lost or told on the way."""

import re
import subprocess
import sys
import warnings
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pygame
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from game import catalogue
from game.brains.agent import Agent, Candidate, Reason
from game.brains.pickers import Best
from game.environments import SeatEnv, TableEnv, env, layout_of, raw_env, setup_of
from game.rules.notty_moves import NEXT_TURN
from game.rules.protocol import OptionError, apply
from game.seats import SeatError
from game.training.match import Match, play_match

TABLES = [(entry.name, players) for entry in catalogue.games() for players in entry.rules.seats]
OPPONENTS = [(ai.game, ai.name) for entry in catalogue.games() for ai in catalogue.ais(entry.name)]


def played(game: str, players: int, seed: int, moves: int) -> Match:
    """A match after so many random moves, or at its end."""
    setup = setup_of(game, players)
    match = Match(catalogue.game(game).rules, setup, seed)
    rng = Random(seed)
    while match.end is None and match.moves < moves:
        view = match.rules.view(match.state, match.state.to_move)
        match.play(rng.choice(list(match.rules.legal_moves(view))))
    return match


def random_action(seen: dict[str, Any], rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(seen["action_mask"])))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_accepts_every_table(game: str, players: int) -> None:
    with warnings.catch_warnings():
        # Its checks know no observations with masks, which its own classic games have too.
        warnings.filterwarnings("ignore", category=UserWarning)
        api_test(env(game, players=players), num_cycles=60)
        seed_test(lambda: env(game, players=players), num_cycles=20)


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
def test_what_the_mask_forbids_the_rules_refuse(game: str, players: int) -> None:
    match = played(game, players, 4, 9)
    layout, rules = layout_of(game, match.setup), match.rules
    view = rules.view(match.state, match.state.to_move)
    forbidden = np.flatnonzero(layout.mask(view) == 0)
    for index in Random(1).sample(list(map(int, forbidden)), min(300, len(forbidden))):
        assert rules.refusal(view, layout.move(view, index)) is not None


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
        other = rules.sample(view, Random(seed))
        assert (layout.observation(rules.view(other, player)) == seen).all()


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


class FirstMove:
    """Scores the legal move of the lowest action highest, as the loop below plays."""

    name = "first"

    def __init__(self, layout: Any) -> None:
        self._layout = layout

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        moves = self._layout.rules.legal_moves(view)
        return [Candidate(move, -self._layout.index(view, move), Reason("")) for move in moves]


@pytest.mark.parametrize(("game", "ai"), OPPONENTS)
def test_every_ai_sits_in_and_plays_the_match_of_the_seed(game: str, ai: str) -> None:
    table = raw_env(game, opponents={1: ai})
    table.reset(seed=11)
    steps = 0
    while table.match.end is None:
        seen = table.observe(table.agent_selection)
        table.step(int(np.flatnonzero(seen["action_mask"])[0]))
        steps += 1
        if steps > 3000:
            pytest.fail("the match does not end")
    agents = [Agent("first", (FirstMove(table.layout),), Best()), catalogue.ai(game, ai).agent()]
    alone = play_match(table.rules, table.setup, agents, table.game_default(), 11)
    assert (alone.end, alone.moves) == (table.match.end, table.match.moves)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rewards_come_with_the_end_and_cancel_out(game: str, players: int) -> None:
    table = raw_env(game, players=players, unit="round")
    rng = np.random.default_rng(3)
    table.reset(seed=2)
    while not all(table.terminations.values()) and not all(table.truncations.values()):
        assert not any(table.rewards.values())
        table.step(random_action(table.observe(table.agent_selection), rng))
    assert sum(table.rewards.values()) == pytest.approx(0)
    winner = table.match.end.winner if table.match.end else None
    for seat, reward in enumerate(table.rewards.values()):
        assert reward == pytest.approx(0 if winner is None else 1 if seat == winner else -1 / (players - 1))


def test_a_turn_limit_cuts_off_and_does_not_end() -> None:
    table = raw_env("notty", options={"turn_limit": "4"})
    table.reset(seed=1)
    passing = table.layout.index(table.rules.view(table.match.state, 0), NEXT_TURN)
    for _ in range(4):
        assert not any(table.truncations.values())
        table.step(passing)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert set(table.rewards.values()) == {0.0}


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = raw_env("nim")
    table.reset(seed=1)
    before = table.match.state.copy()
    with pytest.raises(ValueError, match="not legal"):
        table.step(6)  # seven stones of the pile of one
    with pytest.raises(ValueError, match="0 to 27"):
        table.step(28)
    assert table.rules.state_record(table.match.state) == table.rules.state_record(before)


def test_the_guarded_environment_ends_with_an_illegal_action() -> None:
    table = env("nim")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(6)
    assert table.rewards[agent] == -1.0
    assert all(table.terminations.values())


def test_a_steal_is_aimed_by_the_order_of_turns() -> None:
    match = played("notty", 3, 3, 0)
    layout = layout_of("notty", match.setup)
    view = match.rules.view(match.state, match.state.to_move)
    steals = [layout.move(view, index).value for index in (3, 4)]
    assert steals == [(view.player + 1) % 3, (view.player + 2) % 3]


class LegalOnly(gymnasium.ActionWrapper[Any, Any, Any]):
    """Plays a legal action for any other: Gymnasium's check draws from the whole space."""

    def action(self, action: Any) -> Any:
        mask = self.env.unwrapped.action_masks()  # type: ignore[attr-defined]  # it is a SeatEnv
        return action if mask[action] else int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize("game", [entry.name for entry in catalogue.games()])
def test_gymnasium_accepts_a_seat(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        check_env(LegalOnly(SeatEnv(game, opponents="random")), skip_render_check=True)


def test_a_seat_takes_turns() -> None:
    seat = SeatEnv("nim", seat=None, opponents="random")
    seats = []
    for start in range(4):
        seat.reset(seed=5 if start == 0 else None)
        seats.append(seat.table.possible_agents[0])
    assert seats == ["player_0", "player_1", "player_0", "player_1"]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"players": 5}, ValueError),
        ({"opponents": {0: "random", 1: "random"}}, ValueError),
        ({"opponents": {7: "random"}}, ValueError),
        ({"opponents": {1: "human"}}, ValueError),
        ({"opponents": {1: "nobody"}}, (SeatError, catalogue.UnknownNameError)),
        ({"options": {"piles": "99"}}, OptionError),
        ({"options": {"pile": (1, 2)}}, OptionError),
        ({"unit": "week"}, ValueError),
        ({"render_mode": "smoke"}, ValueError),
    ],
)
def test_a_table_that_cannot_be_laid_says_why(words: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        TableEnv("nim", **words)


def test_without_pettingzoo_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import game.environments"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].endswith("pip install 'tabletalk-games[rl]'")


def test_a_picture_of_the_table_follows_the_match() -> None:
    table = raw_env("nim", render_mode="rgb_array", opponents={1: "random"})
    table.reset(seed=1)
    before = table.render()
    table.step(random_action(table.observe(table.agent_selection), np.random.default_rng(1)))
    after = table.render()
    table.close()
    assert before.shape == after.shape == (720, 1280, 3)
    assert (before != after).any()


def test_the_window_shows_every_move_and_is_gone_once_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    table = raw_env("nim", render_mode="human")
    table.reset(seed=1)
    assert table._rendering is not None
    screen = table._rendering._screen
    table.step(0)
    assert screen.at == len(screen.stills) - 1 == 1
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    table.step(7)
    assert not pygame.display.get_init()
    table.step(14)
    table.close()


def test_the_text_tells_what_the_player_to_move_may_see() -> None:
    table = raw_env("nim", render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert "piles: 1 3 5 7" in text
    assert "Take 7 from pile 4" in text


DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "environments.md"


@pytest.mark.parametrize(("game", "players"), [table for table in TABLES if table[1] <= 2 or table == ("notty", 3)])
def test_the_documented_layout_is_the_one_there_is(game: str, players: int) -> None:
    layout = layout_of(game, setup_of(game, players))
    assert f"```\n{layout.described()}\n```" in DOCUMENT.read_text(encoding="utf-8")


def test_the_documented_examples_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        exec(block, {})
