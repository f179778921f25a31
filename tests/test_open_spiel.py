"""The tables as games of OpenSpiel: its own checks, exact play, regret minimisation, and what players may know."""

import re
import runpy
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from game.games import registry
from game.games.observation import observation_of, setup_of
from game.games.seats import SeatError
from tests.games import OBSERVED

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[open_spiel]'")

from open_spiel.python.algorithms import ismcts, mcts, minimax  # noqa: E402

from game.environments import open_spiel  # noqa: E402

DOCS = Path(__file__).resolve().parent.parent / "docs"
EXAMPLES = DOCS / "examples"


def short(game: str) -> dict[str, int]:
    """Options with which random matches are short."""
    return {option.key: 12 for option in registry.game(game).rules.options if option.key == "turn_limit"}


def loaded(game: str, **how: Any) -> Any:
    return open_spiel.load(game, options=short(game), seed=1, **how)


def stepped(game: Any, seed: int, decisions: int) -> Any:
    """A state after so many random decisions, at the next one or at the end."""
    state, rng = game.new_initial_state(), Random(seed)
    while not state.is_terminal() and (state.is_chance_node() or state.at.decisions < decisions):
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("game", OBSERVED)
def test_open_spiels_own_random_simulations_accept_every_game(game: str) -> None:
    for players in registry.game(game).rules.seats:
        pyspiel.random_sim_test(loaded(game, players=players, unit="round"), num_sims=1, serialize=True, verbose=False)


def test_every_game_with_an_observation_is_registered() -> None:
    names = [f"tabletalk_{game.name}" for game in registry.games() if game.observation is not None]
    assert set(names) <= set(open_spiel.register_games())
    assert set(names) <= set(pyspiel.registered_names())


@pytest.mark.parametrize("game", OBSERVED)
def test_a_state_tells_what_the_layout_tells_of_the_rules(game: str) -> None:
    table, state = loaded(game), stepped(loaded(game), 3, 5)
    layout = observation_of(game, setup_of(game, options=short(game)))
    for player in range(table.num_players()):
        view = layout.rules.view(state.at.state, player)
        assert np.array_equal(state.observation_tensor(player), layout.observation(view))
        assert np.array_equal(state.information_state_tensor(player), layout.observation(view))
    mover = state.current_player()
    assert np.array_equal(state.legal_actions_mask(), layout.mask(layout.rules.view(state.at.state, mover)))


@pytest.mark.parametrize("game", OBSERVED)
def test_what_is_resampled_is_what_its_player_knows(game: str) -> None:
    table = loaded(game)
    for seed in range(4):
        state = stepped(table, seed, 4 + seed)
        if state.is_terminal():
            continue
        player, draw = state.current_player(), Random(seed).random
        found = state.resample_from_infostate(player, draw)
        assert found.information_state_string(player) == state.information_state_string(player)
        assert found.legal_actions() == state.legal_actions()
        hidden = [str(state.resample_from_infostate(player, draw)) for _ in range(6)]
        assert (len(set(hidden)) > 1) is table.table.game.chance


def test_an_information_state_tells_histories_apart_that_end_alike() -> None:
    table = open_spiel.load("nim", options={"piles": "1,2,3", "first": 0})
    one, other = table.new_initial_state(), table.new_initial_state()
    for state, actions in ((one, (0, 4, 6)), (other, (6, 4, 0))):  # takes pile 0, one of pile 1, one of pile 2
        for action in actions:
            state.apply_action(action)
    assert one.observation_tensor() == other.observation_tensor()
    assert one.information_state_string() != other.information_state_string()


def test_a_copy_and_a_text_of_a_state_go_on_alike() -> None:
    table = loaded("notty", players=3)
    state = stepped(table, 5, 9)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(table, state))
    for twin in (state.clone(), again):
        rng = Random(2)
        while not twin.is_terminal():
            twin.apply_action(rng.choice(twin.legal_actions()))
        assert twin.returns() == pytest.approx(_played_on(state).returns())


def _played_on(state: Any) -> Any:
    twin, rng = state.clone(), Random(2)
    while not twin.is_terminal():
        twin.apply_action(rng.choice(twin.legal_actions()))
    return twin


def test_a_steal_lists_what_it_may_bring() -> None:
    table, rng = loaded("notty"), Random(1)
    layout = table.table.layout
    state = stepped(table, 1, 0)
    steal = next(action for action in state.legal_actions() if "Steal" in state.action_to_string(action))
    robbed = layout.rules.view(state.at.state, state.current_player()).hands[1 - state.current_player()]
    state.apply_action(steal)
    outcomes = state.chance_outcomes()
    assert state.is_chance_node()
    assert sum(weight for _, weight in outcomes) == pytest.approx(1)
    kinds = {state.at.ways[number][0] for number, _ in outcomes}
    from game.games.notty.hands import unpack

    assert kinds == set(unpack(robbed))
    state.apply_action(rng.choice(outcomes)[0])
    assert not state.is_chance_node()


def test_alpha_beta_proves_misere_nim_1_2_3_lost_for_whoever_begins() -> None:
    for piles, value in (("1,2,3", -1.0), ("1,2", 1.0), ("2,2", -1.0)):
        game = open_spiel.load("nim", options={"piles": piles, "first": 0})
        assert minimax.alpha_beta_search(game)[0] == value


def test_regret_minimisation_solves_a_small_nim_and_a_small_thirty_one() -> None:
    example = runpy.run_path(str(EXAMPLES / "solve_with_open_spiel.py"))
    nim = open_spiel.load("nim", options={"piles": "1,2"})
    solver = pyspiel.CFRSolver(nim)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(nim, solver.average_policy()) < 0.05
    small = example["small_thirty_one"](("KH", "2C", "JS"))
    assert example["solved"](small, 10) < 0.05 < example["exploitability_of"](small, "random", 30)


@pytest.mark.parametrize(("game", "ai"), [("thirty_one", "greedy"), ("jaipur", "utility")])
def test_is_mcts_plays_against_ours(game: str, ai: str) -> None:
    table = loaded(game, unit="round")
    random = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, random)
    searcher = ismcts.ISMCTSBot(table, evaluator, 2.0, 3, random_state=random)
    ours = open_spiel.bot(table, ai)
    state = stepped(table, 2, 0)
    for _ in range(6):
        if not state.is_terminal():
            state.apply_action((ours, searcher)[state.current_player()].step(state))
    assert state.at.decisions == 6 or state.is_terminal()


def test_a_game_of_a_mod_is_registered_when_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    entry = registry.game("nim")
    rules = type(entry.rules)()
    monkeypatch.setattr(rules, "name", "modded_nim", raising=False)
    mod = replace(entry, rules=rules)
    registry.register_game(mod)
    try:
        assert "tabletalk_modded_nim" in open_spiel.register_games()
        assert stepped(pyspiel.load_game("tabletalk_modded_nim"), 1, 99).is_terminal()
    finally:
        registry.forget_game(mod)


@pytest.mark.parametrize(
    ("params", "word"), [({"players": 3}, "players"), ({"piles": "0"}, "piles"), ({"unit": "week"}, "unit")]
)
def test_a_setting_that_is_none_is_refused(params: dict[str, Any], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        pyspiel.load_game("tabletalk_nim", params)


def test_it_needs_no_pettingzoo_and_says_what_to_install_without_open_spiel() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; import game.environments.open_spiel"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    code = "import sys; sys.modules['pyspiel'] = None; import game.environments.open_spiel"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.stderr.splitlines()[-1].endswith("pip install 'tabletalk-games[open_spiel]'")


def test_the_documented_example_runs() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / "open-spiel.md").read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, {})


@pytest.mark.labs
@pytest.mark.parametrize(
    ("example", "words"),
    [
        ("solve_with_open_spiel.py", ["greedy"]),
        ("is_mcts_with_open_spiel.py", ["thirty_one", "greedy", "--deals", "2", "--simulations", "20"]),
        ("is_mcts_with_open_spiel.py", ["jaipur", "utility", "--deals", "1", "--simulations", "10"]),
    ],
)
def test_examples_run_whole(example: str, words: list[str]) -> None:
    ran = subprocess.run([sys.executable, str(EXAMPLES / example), *words], capture_output=True, text=True, check=True)
    assert "greedy" in ran.stdout or "utility" in ran.stdout


def test_an_ai_that_does_not_know_a_house_rule_is_refused() -> None:
    table = open_spiel.load("notty", options={"hand_limit": 10})
    for asked in (open_spiel.bot, open_spiel.policy):
        with pytest.raises(SeatError, match="does not play with hand_limit=10"):
            asked(table, "deep-q")
