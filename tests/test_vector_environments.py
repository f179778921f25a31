"""Many tables stepped together: table k gives what one environment alone gives, of every game, whoever plays it."""

from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from game.environments import SeatEnv, raw_env, vector
from game.games.many_matches import OneByOne
from game.games.nim.match_arrays import NimMatches
from game.games.seats import SeatError
from game.games.thirty_one.match_arrays import ThirtyOneMatches

NEXT, SAME = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP
HOUSE = {"three_of_a_kind": True, "caller_safe": True}
# Tables that between them meet all that the arrays of each game do otherwise; no registry could name those.
TABLES: list[tuple[str, Any, int, dict[str, Any], Any]] = [
    (
        "nim",
        NimMatches,
        25,
        {"seat": None, "pool": ["random", "perfect", "q-learner"], "options": {"piles": "2,3,4"}},
        NEXT,
    ),
    ("nim", OneByOne, 20, {"opponents": "q-learner@epsilon=0.5"}, SAME),
    ("thirty_one", ThirtyOneMatches, 40, {"opponents": "greedy-caller", "seat": None, "players": 3}, SAME),
    (
        "thirty_one",
        ThirtyOneMatches,
        40,
        {"pool": ["greedy", "random"], "seat": 1, "players": 4, "options": HOUSE},
        NEXT,
    ),
    ("thirty_one", ThirtyOneMatches, 30, {"opponents": "random", "unit": "round"}, SAME),
    ("thirty_one", OneByOne, 12, {"opponents": "tactician", "unit": "round"}, NEXT),
    ("notty", OneByOne, 20, {"opponents": "lean", "options": {"turn_limit": 5}}, SAME),
    ("jaipur", OneByOne, 14, {"opponents": "utility", "unit": "round", "options": {"turn_limit": 10}}, NEXT),
]


def equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return set(one) == set(other) and all(equal(value, other[key]) for key, value in one.items())
    if one.dtype == object:
        return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    return one.dtype == other.dtype and np.array_equal(one, other)


def chosen(mask: Any, rng: np.random.Generator, illegal: float = 0.0) -> Any:
    """A random legal action of every row, now and then any action."""
    actions = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
    wild = rng.random(len(mask)) < illegal
    return np.where(wild, rng.integers(mask.shape[1], size=len(mask)), actions)


@pytest.mark.parametrize(("game", "made_of", "steps", "how", "mode"), TABLES)
def test_table_k_gives_what_an_environment_alone_gives(
    game: str, made_of: Any, steps: int, how: dict[str, Any], mode: Any
) -> None:
    number = 4
    alone = SyncVectorEnv([lambda: SeatEnv(game, **how) for _ in range(number)], autoreset_mode=mode)
    many = vector(game, number, autoreset_mode=mode, **how)
    assert type(many.matches) is made_of
    rng = np.random.default_rng(1)
    expected: tuple[Any, ...] = alone.reset(seed=5)
    found: tuple[Any, ...] = many.reset(seed=5)
    ends = 0
    for _ in range(steps):
        assert np.array_equal(expected[0], found[0])
        assert equal(expected[-1], found[-1])
        actions = chosen(found[-1]["action_mask"], rng, 0.01)
        expected, found = alone.step(actions), many.step(actions)
        for one, other in zip(expected[1:4], found[1:4], strict=True):
            assert equal(one, other)
        ends += int((found[2] | found[3]).sum())
    assert ends


@pytest.mark.parametrize("game", ["thirty_one", "nim", "notty"])
def test_in_self_play_everybody_plays_by_turns(game: str) -> None:
    options = {"turn_limit": 6} if game == "notty" else None
    many = vector(game, 3, self_play=True, options=options)
    alone = [raw_env(game, options=options) for _ in range(3)]
    seen, infos = many.reset(seed=8)
    for row, table in enumerate(alone):
        table.reset(seed=8 + row)
    rng, over = np.random.default_rng(2), np.zeros(3, dtype=bool)
    for _ in range(60):
        actions = chosen(infos["action_mask"], rng)
        movers = infos["player"].copy()
        for row, table in enumerate(alone):
            if not over[row]:
                agent = f"player_{infos['player'][row]}"
                told = table.observe(agent)
                assert table.agent_selection == agent
                assert np.array_equal(told["observation"], seen[row])
                assert np.array_equal(told["action_mask"], infos["action_mask"][row])
                if isinstance(many.matches, ThirtyOneMatches):
                    seat = int(infos["player"][row])
                    assert many.matches.view(row, seat) == table.rules.view(table.match.state, seat)
                table.step(actions[row])
        seen, rewards, ends, cuts, infos = many.step(actions)
        for row in np.flatnonzero((ends | cuts) & ~over).tolist():
            table = alone[row]
            assert rewards[row] == table.rewards[f"player_{movers[row]}"]
            assert infos["rewards"][row].tolist() == [table.rewards[agent] for agent in table.possible_agents]
            assert ends[row] == table.terminations[f"player_{movers[row]}"]
        over |= ends | cuts
        if over.all():
            break
    assert over.all()


def test_tables_are_dealt_anew_by_themselves_and_where_asked() -> None:
    many = vector("thirty_one", 3, opponents="random", unit="round")
    seen, infos = many.reset(seed=[4, None, 9])
    again, _ = many.reset(seed=[4, 1, 9])
    assert np.array_equal(seen[[0, 2]], again[[0, 2]])
    before, _ = many.reset(seed=4)
    after, _ = many.reset(seed=[None, 77, None], options={"reset_mask": np.array([False, True, False])})
    assert np.array_equal(before[[0, 2]], after[[0, 2]])
    assert not np.array_equal(before[1], after[1])
    rng, ends = np.random.default_rng(1), np.zeros(3, dtype=bool)
    for _ in range(30):
        was_over = ends
        _, rewards, ends, _, infos = many.step(chosen(infos["action_mask"], rng))
        assert not infos["action_mask"][ends].any()
        assert infos["action_mask"][was_over].any(axis=1).all()
        assert not rewards[was_over].any()


@pytest.mark.parametrize(
    ("number", "how", "error"),
    [
        (0, {}, ValueError),
        (2, {"unit": "week"}, ValueError),
        (2, {"seat": 2}, ValueError),
        (2, {"opponents": "random", "pool": ["random"]}, ValueError),
        (2, {"opponents": "random", "self_play": True}, ValueError),
        (2, {"opponents": "human"}, SeatError),
        (2, {"autoreset_mode": AutoresetMode.DISABLED}, ValueError),
    ],
)
def test_tables_that_cannot_be_laid_say_why(number: int, how: dict[str, Any], error: Any) -> None:
    with pytest.raises(error):
        vector("nim", number, **how)


def test_calls_that_cannot_be_answered_say_why() -> None:
    many = vector("nim", 2)
    with pytest.raises(ResetNeeded):
        many.step(np.zeros(2, dtype=np.int64))
    with pytest.raises(ValueError, match="as many seeds"):
        many.reset(seed=[1])
    many.reset(seed=1)
    for actions in ([0], [0.5, 0.5], [0, 28], [-1, 0]):
        with pytest.raises(ValueError, match="actions are"):
            many.step(np.array(actions))
