"""The tables as environments: PettingZoo's own checks, rewards, ends, opponents, and that mistakes are told."""

import copy
import pickle
import re
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from game.agents.agent import Agent, Candidate, Reason
from game.agents.match import play_match
from game.agents.pickers import Best
from game.cli.main import run
from game.environments import SeatEnv, TableEnv, env, raw_env, vector
from game.games import registry
from game.games.notty.moves import NEXT_TURN
from game.games.seats import SeatError, parse_seat
from game.rules.protocol import OptionError
from tests.environment_tables import OPPONENTS, TABLES, random_action
from tests.quick import quick_options

OPEN = sorted({game for game, _ in TABLES})
DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "environments.md"


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_pettingzoo_accepts_every_table(game: str, players: int) -> None:
    with warnings.catch_warnings():
        # Its checks know no observations with masks, which its own classic games have too.
        warnings.filterwarnings("ignore", category=UserWarning)
        api_test(env(game, players=players), num_cycles=60)
        seed_test(lambda: env(game, players=players), num_cycles=20)


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
    unit, rounds = ("match", None) if ai == "random" else ("round", 1)  # nor is anything from round to round
    options = quick_options(registry.game(game).rules, [ai])
    table = raw_env(game, opponents={1: ai}, options=options, unit=unit)
    for seed in (11, 12):  # nothing of a match is carried over to the next
        table.reset(seed=seed)
        steps = 0
        while table.match.end is None:
            seen = table.observe(table.agent_selection)
            table.step(int(np.flatnonzero(seen["action_mask"])[0]))
            steps += 1
            if steps > 3000:
                pytest.fail("the match does not end")
        asked = parse_seat(game, ai).agent()
        assert asked is not None
        agents = [Agent("first", (FirstMove(table.layout),), Best()), asked]
        alone = play_match(table.rules, table.setup, agents, table.game_default(), seed, rounds=rounds)
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


def test_a_round_may_be_over_before_an_agent_has_come_to_decide() -> None:
    table = env("thirty_one", unit="round", opponents={1: "greedy-caller@call_at=0"})
    rewards = set()
    for seed in range(20):
        table.reset(seed=seed)
        _, reward, over, _, _ = table.last()
        assert over == (reward != 0)
        rewards.add(reward)
    assert rewards == {-1.0, 0.0, 1.0}


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


def test_a_round_that_its_turn_limit_stops_is_cut_off_too() -> None:
    table = raw_env("jaipur", options={"turn_limit": 2}, unit="round")
    table.reset(seed=1)
    for _ in range(2):
        table.step(random_action(table.observe(table.agent_selection), np.random.default_rng(1)))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = raw_env("nim")
    table.reset(seed=1)
    before = table.match.state.copy()
    with pytest.raises(ValueError, match="not legal"):
        table.step(6)  # seven stones of the pile of one
    for none in (28, -1, 1.5, "1", None):
        with pytest.raises(ValueError, match="0 to 27"):
            table.step(none)
    assert table.rules.state_record(table.match.state) == table.rules.state_record(before)


def test_the_guarded_environment_ends_with_an_illegal_action() -> None:
    table = env("nim")
    table.reset(seed=1)
    agent = table.agent_selection
    table.step(6)
    assert table.rewards == {agent: -1.0, ({*table.agents} - {agent}).pop(): 0.0}
    assert all(table.terminations.values())
    assert "pile 1 has only 1 stone" in table.infos[agent]["illegal"]
    assert not any(table.observe(each)["action_mask"].any() for each in table.agents)
    for _ in range(2):
        table.step(None)
    assert not table.agents
    table.reset(seed=1)
    assert table.observe(agent)["action_mask"].any()
    table.step(np.array(0))  # any whole number will do
    assert not any(table.terminations.values())


def test_opponents_may_change_with_a_match_and_stay() -> None:
    table = raw_env("nim", opponents={1: "random"})
    table.reset(seed=1, options={"opponents": {1: "perfect"}})
    assert table.opponents == {1: "perfect"}
    table.reset()
    assert table.opponents == {1: "perfect"}
    with pytest.raises(ValueError, match="sit at"):
        table.reset(options={"opponents": {0: "random"}})


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ({"players": 5}, ValueError),
        ({"players": "2"}, ValueError),
        ({"opponents": {0: "random", 1: "random"}}, ValueError),
        ({"opponents": {7: "random"}}, ValueError),
        ({"opponents": {1: "human"}}, ValueError),
        ({"opponents": {1: "nobody"}}, (SeatError, registry.UnknownNameError)),
        ({"opponents": ["random"]}, ValueError),
        ({"opponents": {1: None}}, ValueError),
        ({"options": {"piles": "99"}}, OptionError),
        ({"options": {"piles": (0, 3)}}, OptionError),
        ({"options": {"first": 2}}, OptionError),
        ({"options": "piles=3"}, OptionError),
        ({"options": {"pile": (1, 2)}}, OptionError),
        ({"unit": "week"}, ValueError),
        ({"render_mode": "smoke"}, ValueError),
        ({"illegal": "fine"}, ValueError),
    ],
)
def test_a_table_that_cannot_be_laid_says_why(words: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        TableEnv("nim", **words)


def test_an_ai_that_does_not_know_a_house_rule_is_refused_and_is_nobodys_default() -> None:
    house = {"hand_limit": 10}
    table = raw_env("notty", options=house)
    table.reset(seed=1)
    refused: list[Callable[[], object]] = [
        lambda: raw_env("notty", opponents={1: "deep-q"}, options=house),
        lambda: SeatEnv("notty", opponents="deep-q", options=house),
        lambda: vector("notty", 2, pool=["deep-q", "random"], options=house),
        lambda: table.advice("deep-q"),
    ]
    for asked in refused:
        with pytest.raises(SeatError, match="does not play with hand_limit=10"):
            asked()
    usual = registry.usual_ai(registry.game("notty"), house).name
    assert usual != registry.game("notty").default_ai
    assert SeatEnv("notty", options=house).table.opponents == {1: usual}
    for seed in (1, 2):  # by those that know it the tables are the same
        seen, _ = vector("notty", 1, options=house).reset(seed=seed)
        assert np.array_equal(seen[0], SeatEnv("notty", options=house).reset(seed=seed)[0])


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
@pytest.mark.parametrize("game", OPEN)
def test_a_copy_of_an_environment_goes_on_as_it_would_itself(game: str, copied: Callable[[Any], Any]) -> None:
    for table in (SeatEnv(game, opponents="random"), vector(game, 2, opponents="random", autoreset_mode="SameStep")):
        _, info = table.reset(seed=3)
        for _ in range(3):
            actions = info["action_mask"].argmax(axis=-1)
            again = copied(table)
            ours, theirs = table.step(actions), again.step(actions)
            assert np.array_equal(ours[0], theirs[0])
            assert np.array_equal(ours[1], theirs[1])
            info = ours[-1]
            if np.any(ours[2]) or np.any(ours[3]):
                break
    guarded = env(game)
    guarded.reset(seed=3)
    assert np.array_equal(copied(guarded).last()[0]["observation"], guarded.last()[0]["observation"])


@pytest.mark.parametrize("game", OPEN)
def test_gymnasium_makes_a_seat_of_every_game_by_its_id(game: str) -> None:
    made = gymnasium.make(f"tabletalk/{game.title().replace('_', '')}-v0", opponents="random")
    assert np.array_equal(made.reset(seed=2)[0], SeatEnv(game, opponents="random").reset(seed=2)[0])


def test_without_pettingzoo_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['pettingzoo'] = None; from game.environments import env"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1].endswith("pip install 'tabletalk-games[rl]'")


def test_the_documented_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["arena", "nim", "random", "perfect", "--games", "2", "--seed", "1", "--record", "replays"]) == 0
    assert run(["export", "replays/match-0001.jsonl", "--out", "decisions.npz"]) == 0
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        exec(block, {})
