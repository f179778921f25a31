"""Matches exported as rows: read back the same from every form, and played back to the same moves."""

import json
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game.agents.match import Match, Silent
from game.analysis.moments import read_match
from game.analysis.rows import ENDINGS, Rows, RowsError, read_rows, rows_of
from game.cli.main import run
from game.games import registry
from game.games.jaipur.moves import Move, MoveKind
from game.games.observation import observation_of, setup_of
from game.games.seats import parse_seat
from game.matches.replay import Recorder, read
from game.rules.multisets import one
from game.rules.protocol import AnyRules
from tests.environment_tables import HOARDING_SEED, LEATHER, hoarded
from tests.games import OBSERVED, turn_limit, usual_ai
from tests.notebooks import run_notebook

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[Path]]:
    """Records two short matches of a game, with thoughts, once."""

    @cache
    def record(game: str, *extra: str) -> list[Path]:
        folder = tmp_path_factory.mktemp(game)
        words = [game, usual_ai(game), "random", "--games", "2", "--seed", "1", "--record", str(folder)]
        assert run(["arena", *words, *turn_limit(game, 6), *extra]) == 0
        return sorted(folder.glob("*.jsonl"))

    return record


def same(one: Rows, other: Rows) -> bool:
    """Whether all that two files of rows hold is the same, type and NaN too."""
    arrays = ("match", "round", "move", "player", "result", "action", "observation")
    pairs = [(getattr(one, name), getattr(other, name)) for name in arrays]
    for name in ("legal", "scores"):
        pairs += [
            (getattr(getattr(one, name), part), getattr(getattr(other, name), part)) for part in ("values", "offsets")
        ]
    alike = all(a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f") for a, b in pairs)
    return alike and (one.about, list(one.matches)) == (other.about, list(other.matches))


@pytest.mark.parametrize("game", OBSERVED)
@pytest.mark.parametrize("ending", ENDINGS)
def test_rows_are_read_back_as_they_were_written(
    game: str, ending: str, recorded: Callable[..., list[Path]], tmp_path: Path
) -> None:
    paths, out = recorded(game), tmp_path / f"rows{ending}"
    assert run(["export", *map(str, paths), "--out", str(out)]) == 0
    assert same(read_rows(out), rows_of([read_match(path) for path in paths]))


class Played(Silent):
    """Keeps the moves of a match as a replay holds them."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.moves: list[tuple[int, Any, Any]] = []

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.moves.append((player, self.rules.move_record(move, chance), self.rules.state_record(state)))


@pytest.mark.parametrize("game", OBSERVED)
def test_rows_played_back_give_the_moves_of_the_match(game: str, recorded: Callable[..., list[Path]]) -> None:
    paths = recorded(game)
    rows = rows_of([read_match(path) for path in paths])
    for number, path in enumerate(paths):
        replay = read(path)
        layout = observation_of(game, replay.setup)
        played = Played(replay.rules)
        match = Match(replay.rules, replay.setup, replay.head["seed"], played)
        moves = [line.record for line in replay.lines if line.record["type"] == "move"]
        places = np.flatnonzero(rows.match == number).tolist()
        assert [rows.move[at] for at in places] == list(range(1, len(moves) + 1))
        for at, line in zip(places, moves, strict=True):
            player = match.state.to_move
            view = match.rules.view(match.state, player)
            assert rows.player[at] == player == line["player"]
            assert np.array_equal(rows.observation[at], layout.observation(view))
            assert np.array_equal(rows.legal[at], np.flatnonzero(layout.mask(view)))
            match.play(layout.move(view, int(rows.action[at])))
        assert match.end is not None
        assert played.moves == [(line["player"], line["move"], line["state"]) for line in moves]
        shares = {player: rows.result[at] for at, player in ((at, int(rows.player[at])) for at in places)}
        assert shares == {p: 0.5 if match.end.winner is None else float(p == match.end.winner) for p in shares}


def test_what_is_sold_from_a_larger_hand_has_its_row(tmp_path: Path) -> None:
    rules, setup = registry.game("jaipur").rules, setup_of("jaipur", options={"hand_limit": 9})
    path, sale = tmp_path / "hoarded.jsonl", Move(MoveKind.SELL, 0, 9 * one(LEATHER))
    players = [parse_seat("jaipur", "random").record() for _ in range(2)]
    with closing(Recorder(path, rules, HOARDING_SEED, setup, players)) as recorder:
        hoarded(recorder).play(sale)
    rows, layout = rows_of([read_match(path)]), observation_of("jaipur", setup)
    assert layout.move(None, int(rows.action[-1])) == sale
    assert rows.action[-1] in rows.legal[len(rows) - 1]


def test_scores_stand_beside_the_actions_that_they_are_of(recorded: Callable[..., list[Path]]) -> None:
    paths = recorded("nim", "--thoughts")
    rows = rows_of([read_match(path) for path in paths])
    layout = observation_of("nim", read(paths[0]).setup)
    thoughts = [line.record for path in paths for line in read(path).lines if line.record["type"] == "thought"]
    assert len(thoughts) == len(rows)
    for at, thought in enumerate(thoughts):
        told = {json.dumps(each["move"]): each["score"] for each in thought["candidates"]}
        moves = [layout.rules.move_record(layout.move(None, int(action))) for action in rows.legal[at]]
        assert rows.scores[at].tolist() == [pytest.approx(told[json.dumps(move)]) for move in moves]
    silent = rows_of([read_match(path) for path in recorded("nim")])
    assert np.isnan(silent.scores.values).all()
    assert len(silent.scores.values) == len(silent.legal.values)


def test_rows_of_two_settings_are_refused(
    recorded: Callable[..., list[Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    paths = [recorded("nim")[0], recorded("nim", "--set", "piles=2,3")[0]]
    assert run(["export", *map(str, paths), "--out", "rows.npz"]) == 1
    assert "one game, number of players and options" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "told"), [("rows.txt", "ends in .npz, .csv, .parquet"), ("rows", "ends in .npz")])
def test_a_name_of_another_ending_is_refused(
    name: str, told: str, recorded: Callable[..., list[Path]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["export", str(recorded("nim")[0]), "--out", name]) == 2
    assert told in capsys.readouterr().err
    with pytest.raises(RowsError, match="ends in one of"):
        read_rows(name)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_holds_no_rows_is_told_by_its_name(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"odd{ending}"
    path.write_bytes(b"no rows")
    with pytest.raises(RowsError, match="odd"):
        read_rows(path)


def test_the_notebook_runs_from_top_to_bottom(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    held = run_notebook("exported_decisions.ipynb")
    assert held["agreed"] > held["by_chance"] + 0.2
