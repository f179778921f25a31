"""One seat as an environment: Gymnasium's own checks, pools, advice, copies, and the way back of what was trained."""

import shutil
import warnings
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import cloudpickle  # type: ignore[import-untyped]  # it ships no types
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from game.agents.agent import is_slow
from game.agents.pickers import Best, Highest
from game.environments import SeatEnv, observation_of, raw_env, setup_of, use_mods
from game.games import registry
from game.games.seats import parse_seat
from game.mods import files as mod_files
from game.mods.mods import MODS
from tests.environment_tables import OPPONENTS, played
from tests.games import OBSERVED

MODS_FOLDER = Path(__file__).resolve().parent.parent / "docs" / "mods"


@pytest.mark.parametrize("game", OBSERVED)
def test_gymnasium_accepts_a_seat(game: str) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        check_env(SeatEnv(game, opponents="random"), skip_render_check=True)


def test_a_seat_is_dealt_the_match_of_the_seed() -> None:
    seat, table = SeatEnv("jaipur"), raw_env("jaipur", opponents={1: "neural"})
    seen, _ = seat.reset(seed=9)
    table.reset(seed=9)
    assert (seen == table.observe("player_0")["observation"]).all()


def test_a_seat_always_has_something_to_decide_first() -> None:
    seat = SeatEnv("thirty_one", unit="round", opponents="greedy-caller@call_at=0")
    for seed in range(20):
        _, info = seat.reset(seed=seed)
        assert info["action_mask"].any()
        seat.step(int(info["action_mask"].argmax()))


def test_a_seat_takes_turns() -> None:
    seat = SeatEnv("nim", seat=None, opponents="random")
    seats = []
    for start in range(4):
        seat.reset(seed=5 if start == 0 else None)
        seats.append(seat.table.possible_agents[0])
    assert seats == ["player_0", "player_1", "player_0", "player_1"]


def test_an_illegal_action_of_a_seat_loses_the_match() -> None:
    seat = SeatEnv("nim", opponents="random")
    seat.reset(seed=1)
    _, reward, over, cut, info = seat.step(6)  # seven stones of the pile of one
    assert (reward, over, cut) == (-1.0, True, False)
    assert "pile 1 has only 1 stone" in info["illegal"]
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        seat.step(0)


def test_a_seat_asks_for_a_reset_where_there_is_no_match() -> None:
    seat = SeatEnv("nim", opponents="random", render_mode="ansi")
    for ask in (lambda: seat.step(0), seat.action_masks, seat.render, lambda: seat.advice("perfect")):
        with pytest.raises(ResetNeeded, match="call reset"):
            ask()


def test_every_other_seat_draws_from_the_pool_anew_for_each_match() -> None:
    def drawn(seed: int) -> list[tuple[str, ...]]:
        seat = SeatEnv("thirty_one", seat=None, players=3, pool=["greedy", "greedy-caller", "random"])
        sat = []
        for start in range(30):
            seat.reset(seed=seed if start == 0 else None)
            assert seat.table.opponents.keys() == {0, 1, 2} - {start % 3}
            sat.append(tuple(seat.table.opponents.values()))
        return sat

    assert drawn(1) == drawn(1) != drawn(2)
    for chair in zip(*drawn(1), strict=True):
        assert set(chair) == {"greedy", "greedy-caller", "random"}


@pytest.mark.parametrize(("game", "ai"), OPPONENTS)
def test_advice_is_what_the_ai_would_do_and_changes_nothing(game: str, ai: str) -> None:
    asked, alone = (SeatEnv(game, opponents="random") for _ in range(2))
    for seat in (asked, alone):
        seat.reset(seed=4)
    for _ in range(12):
        action = asked.advice(ai)
        assert asked.action_masks()[action]
        agent = parse_seat(game, ai).agent()
        assert agent is not None
        # Others draw: levels and searches, and Notty's learners.
        if isinstance(agent.picker, Best | Highest) and not is_slow(agent) and game != "notty":
            rules, state = asked.table.rules, asked.table.match.state
            chosen = agent.choose(rules.view(state, 0), Random(1))
            assert chosen is not None
            assert asked.layout.move(rules.view(state, 0), action) == chosen.move
        seen, _, over, cut, _ = asked.step(action)
        assert (seen == alone.step(action)[0]).all()
        if over or cut:
            break


@pytest.mark.parametrize("made", [SyncVectorEnv, AsyncVectorEnv])
def test_seats_stand_in_vector_environments(made: Any) -> None:
    tables = made([lambda: SeatEnv("notty", seat=None, pool=["random", "lean"])] * 2)
    seen, info = tables.reset(seed=3)
    for _ in range(40):
        actions = np.array([row.argmax() for row in info["action_mask"]])
        seen, _, _, _, info = tables.step(actions)
    tables.close()
    assert seen.shape == (2, SeatEnv("notty").layout.size)


@pytest.mark.parametrize("mode", [None, "rgb_array"])
def test_a_copy_goes_on_as_the_original_does(mode: str | None) -> None:
    seat = SeatEnv("thirty_one", render_mode=mode)
    seat.reset(seed=2)
    seat.render()
    copy = cloudpickle.loads(cloudpickle.dumps(seat))
    action = seat.advice("greedy")
    assert (copy.step(action)[0] == seat.step(action)[0]).all()
    if mode is not None:
        assert (copy.render() == seat.render()).all()
    seat.close()
    copy.close()


@pytest.mark.parametrize(
    "words",
    [
        {"seat": 2},
        {"opponents": ["random", "random"]},
        {"opponents": {1: "random"}},
        {"pool": "random"},
        {"pool": []},
        {"pool": ["random"], "opponents": "random"},
    ],
)
def test_a_seat_that_cannot_be_taken_says_why(words: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"seat|opponents|pool"):
        SeatEnv("nim", **words)


@pytest.fixture
def no_mods(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setattr("game.mods.use._named", [])
    yield
    MODS.name([])
    MODS.end()


@pytest.mark.usefixtures("no_mods")
def test_the_ai_of_a_mod_sits_in(tmp_path: Path) -> None:
    with pytest.raises(registry.UnknownNameError):
        raw_env("nim", opponents={1: "looks-ahead"})
    use_mods(MODS_FOLDER / "looks_ahead.py")
    table = raw_env("nim", opponents={1: "looks-ahead@depth=2"})
    table.reset(seed=1)
    assert table.opponents == {1: "looks-ahead"}
    while table.match.end is None:
        table.step(table.advice("looks-ahead"))
    wrong = tmp_path / "wrong.py"
    wrong.write_text("register = 1 / 0\n", encoding="utf-8")
    with pytest.raises(ValueError, match=r"refused: line 1: .*division by zero"):
        use_mods(wrong)
    with pytest.raises(ValueError, match="there is no mod"):
        use_mods(tmp_path / "none.py")


@pytest.mark.parametrize("game", OBSERVED)
def test_a_trained_policy_plays_what_its_network_prefers(game: str, tmp_path: Path) -> None:
    layout = observation_of(game, setup_of(game))
    rng = np.random.default_rng(1)
    sizes = [(4, layout.size), (layout.actions, 4)]
    weights = [rng.normal(size=size) for size in sizes]
    biases = [rng.normal(size=size[0]) for size in sizes]
    named = {f"weight_{at}": weight for at, weight in enumerate(weights)}
    named |= {f"bias_{at}": bias for at, bias in enumerate(biases)}
    np.savez(tmp_path / "policy.npz", allow_pickle=False, game=np.array(game), **named)
    shutil.copy(MODS_FOLDER / "trained_policy.py", tmp_path)
    (ai,) = mod_files.load("trained_policy", tmp_path / "trained_policy.py", None).ais
    assert (ai.name, ai.game) == ("policy", game)
    match = played(game, 2, 6, 5)
    view = match.rules.view(match.state, match.state.to_move)
    scores = weights[1] @ np.tanh(weights[0] @ layout.observation(view) + biases[0]) + biases[1]
    scores[layout.mask(view) == 0] = -np.inf
    chosen = ai.agent().choose(view, Random(1))
    assert chosen is not None
    assert layout.index(view, chosen.move) == scores.argmax()
    assert chosen.score == pytest.approx(scores.max())
