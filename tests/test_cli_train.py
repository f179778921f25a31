"""``train`` and ``inspect`` on the command line."""

import io
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import Any

import pytest

from game.checkpoints import container
from game.cli import output, train_strength
from game.cli import train_tables as cli_train_tables
from game.cli.main import run
from game.learning import strength_meter
from game.learning.table_trainer import TableTrainer
from game.training import q_training, vectorised_play
from tests.test_table_files import foreign

ASSETS = Path(__file__).parents[1] / "assets" / "nim"


def train(*words: str) -> int:
    return run(["train", "nim", "q-learner", *words])


def inspected(path: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    capsys.readouterr()
    assert run(["inspect", str(path), "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


@pytest.mark.parametrize(
    ("shipped", "games"),
    [("q-learner", "50000"), *[(f"q-learner-{games}", games) for games in ("100", "1000", "10000")]],
)
def test_one_command_makes_a_shipped_table_again_byte_for_byte(tmp_path: Path, shipped: str, games: str) -> None:
    assert train("--games", games, "--seed", "1", "--out", str(tmp_path / "again.npz")) == 0
    assert (tmp_path / "again.npz").read_bytes() == (ASSETS / f"{shipped}.npz").read_bytes()


def test_a_training_ends_with_what_was_learnt_and_where_it_is(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--games", "500", "--set", "piles=3,4,5") == 0
    shown = capsys.readouterr()
    path = home / "trained" / "nim-q-learner-3-4-5.npz"
    assert path.is_file()
    assert f"kept in {path}" in shown.out
    assert "share of the 101 winning positions in which it picks a winning move" in shown.out
    assert "500" in shown.out
    assert shown.err == ""


def test_inspect_shows_the_values(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npz"
    assert train("--games", "50", "--set", "piles=1,2", "--out", str(path)) == 0
    record = inspected(path, capsys)
    assert [*record] == ["game", "ai", "options", "seed", "parameters", "statistics", "values"]
    assert record["values"]["0,1"]["1,1"] < -0.9
    assert run(["inspect", str(path)]) == 0
    assert "0,1:  1,1 -" in capsys.readouterr().out


def test_a_training_goes_on_in_its_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npz"
    assert train("--games", "50", "--set", "piles=1,2,3", "--seed", "9", "--out", str(path)) == 0
    assert train("--games", "30", "--from", str(path)) == 0
    record = inspected(path, capsys)
    assert record["statistics"]["games"] == 80
    assert (record["options"], record["seed"]) == ({"piles": [1, 2, 3]}, 9)


@pytest.mark.parametrize("game", ["nim", "notty"])
def test_two_learners_train_against_each_other(game: str, tmp_path: Path) -> None:
    asked = [] if game == "nim" else ["--set", "turn_limit=30"]
    words = ["train", game, "q-learner", "--games", "6", *asked]
    for folder, against in (("one", "q-learner"), ("again", "q-learner"), ("other", "q-learner@alpha=0.9")):
        (tmp_path / folder).mkdir()
        assert run([*words, "--against", against, "--out", str(tmp_path / folder / "mine.npz")]) == 0
    kept = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert sorted(kept) == ["mine-2.npz", "mine.npz"]
    assert len({*kept.values()}) == 2, "each has learnt from its own moves"
    assert kept == {path.name: path.read_bytes() for path in (tmp_path / "again").iterdir()}
    assert kept["mine-2.npz"] != (tmp_path / "other" / "mine-2.npz").read_bytes(), "the second learns by its own words"


def test_a_file_to_train_against_stands_still(tmp_path: Path) -> None:
    out, frozen = tmp_path / "mine.npz", tmp_path / "frozen.npz"
    assert train("--games", "20", "--out", str(frozen)) == 0
    before = frozen.read_bytes()
    assert train("--games", "20", "--against", f"q-learner:{frozen}", "--out", str(out)) == 0
    assert frozen.read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} == {"mine.npz", "frozen.npz"}


def test_the_second_learner_is_kept_beside_the_first_and_gone_on_with(home: Path) -> None:
    folder = home / "trained"
    assert train("--games", "5", "--against", "q-learner", "--set", "piles=3,4") == 0
    first, second = folder / "nim-q-learner-3-4.npz", folder / "nim-q-learner-3-4-2.npz"
    assert {path.name for path in folder.glob("*.npz")} == {first.name, second.name}
    assert train("--games", "5", "--from", str(first), "--with", f"q-learner:{second}") == 0
    assert {path.name for path in folder.glob("*.npz")} == {first.name, second.name}


@pytest.mark.parametrize(
    ("asked", "answer", "replaced"),
    [
        ([], None, False),
        ([], "n", False),
        ([], "y", True),
        (["--replace"], None, True),
        (["--games", "40"], None, True),
    ],
)
def test_a_table_of_more_games_is_not_replaced_unasked_and_kept_beside(
    asked: list[str], answer: str | None, replaced: int, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    path = tmp_path / "t.npz"
    assert train("--games", "30", "--set", "piles=1,2", "--out", str(path)) == 0
    before = path.read_bytes()
    monkeypatch.setattr("sys.stdin", Terminal("" if answer is None else f"{answer}\n", answer is not None))
    errors = Terminal("", answer is not None)
    monkeypatch.setattr("sys.stderr", errors)
    capsys.readouterr()
    status = train("--games", "20", "--seed", "2", "--set", "piles=1,2", "--out", str(path), *asked)
    assert status == (0 if replaced else 1)
    assert (path.read_bytes() != before) == replaced
    beside = tmp_path / "t.previous.npz"
    assert beside.exists() == replaced
    if replaced:
        assert beside.read_bytes() == before
        assert f"the file before is kept as {beside}" in capsys.readouterr().out
    elif answer is None:
        assert "--replace" in errors.getvalue()


class Terminal(io.StringIO):
    """A stream that is, or is not, a terminal."""

    def __init__(self, text: str, terminal: bool) -> None:
        super().__init__(text)
        self.isatty = lambda: terminal  # type: ignore[method-assign]


def test_going_on_keeps_nothing_beside(tmp_path: Path) -> None:
    path = tmp_path / "t.npz"
    for asked in (["--out", str(path)], ["--from", str(path)]):
        assert train("--games", "30", "--set", "piles=1,2", *asked) == 0
    assert [each.name for each in tmp_path.glob("*.npz")] == ["t.npz"]


def test_parameters_follow_the_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npz"
    words = ["train", "nim", "q-learner@alpha=0.25,spread=all,ties=random,unknown=1", "--games", "20"]
    assert run([*words, "--out", str(path)]) == 0
    parameters = inspected(path, capsys)["parameters"]
    assert [parameters[key] for key in ("alpha", "gamma", "spread", "ties", "unknown")] == [
        0.25, 1.0, "all", "random", 1.0,
    ]  # fmt: skip


def test_an_interrupted_training_keeps_what_was_learnt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = q_training.TableTraining.run

    def interrupted(self: q_training.TableTraining, games: int) -> None:
        if self.games >= 100:
            raise KeyboardInterrupt
        whole(self, games)

    monkeypatch.setattr(q_training.TableTraining, "run", interrupted)
    path = tmp_path / "mine.npz"
    assert train("--games", "1000000", "--out", str(path)) == 130
    assert 100 <= inspected(path, capsys)["statistics"]["games"] < 1_000_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["train"], "which game? choose one of: jaipur, nim"),
        (["train", "chess"], "there is no game 'chess'"),
        (["train", "nim"], "which AI? choose one of: q-learner"),
        (["train", "nim", "perfect"], "perfect does not learn; choose one of: q-learner"),
        (["train", "jaipur", "utility"], "utility does not learn"),
        (["train", "nim", "q-learner:mine.npz"], "use --from FILE"),
        (["train", "nim", "q-learner@speed=3"], "it has: alpha, gamma, epsilon"),
        (["train", "nim", "q-learner@alpha=2"], "alpha: needs a number from 0 to 1"),
        (["train", "nim", "q-learner@alpha=nan"], "alpha: needs a number from 0 to 1"),
        (["train", "nim", "q-learner@ties=best"], "ties: needs first or random"),
        (["train", "nim", "q-learner", "--games", "0"], "at least 1"),
        (["train", "nim", "q-learner", "--until", "2"], "--until: needs a number from 0 to 1"),
        (["train", "jaipur", "q-learner", "--until", "1"], "nothing measures how far q-learner has come"),
        (["train", "thirty_one", "neural", "--until", "1"], "--until is for tables"),
        (["train", "nim", "q-learner", "--workers", "2"], "give --batch N too"),
        (["train", "nim", "q-learner", "--ray", "auto"], "give --batch N too"),
        (["train", "nim", "q-learner", "--batch", "9", "--at-once", "9"], "choose one of them"),
        (["train", "nim", "q-learner", "--set", "piles=0"], "1 to 8 piles"),
        (["train", "nim", "q-learner", "--against", "human"], "AIs only"),
        (["train", "nim", "q-learner", "--every", "4"], "--every is for games --against others"),
        (["train", "nim", "q-learner", "--against", "random", "--against", "perfect"], "--against takes 1"),
        (["train", "nim", "q-learner", "--against", "perfect", "--at-once", "8"], "games at once"),
        (["train", "nim", "q-learner", "--at-once", "8", "--set", "piles=15,15,15,15,15"], "too many"),
    ],
)
def test_wrong_words_are_told_in_one_line(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vectorised_play, "MOST_POSITIONS", 1 << 10)  # counting them takes a while
    assert run(words) == 2
    shown = capsys.readouterr().err
    assert why in shown
    assert shown.count("\n") == 1


@pytest.mark.parametrize("words", [["--out"], ["--from"]])
def test_a_foreign_file_is_refused_before_the_work_and_left(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "foreign.npz"
    foreign(path, "text")
    assert train("--games", "10", *words, str(path)) == 1
    assert "not a trained file of Tabletalk" in capsys.readouterr().err
    assert path.read_text() == "my shopping list"
    assert run(["inspect", str(path)]) == 1


def test_a_checkpoint_of_other_piles_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.npz"
    assert train("--games", "10", "--set", "piles=1,2", "--out", str(path)) == 0
    before = path.read_bytes()
    assert train("--games", "10", "--set", "piles=1,3", "--from", str(path)) == 2
    assert "another setting" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_it_learns_until_it_plays_well_enough(
    tmp_path: Path, seed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ["--seed", seed, "--set", "piles=1,2,3"]
    ends = []
    for pulse in (0.001, 0.1):  # however much it learns at a time
        monkeypatch.setattr(TableTrainer, "learn_seconds", pulse)
        path = tmp_path / f"{pulse}.npz"
        assert train("--until", "1", *small, "--out", str(path)) == 0
        shares = container.read(path).arrays["course"][:, -1]
        assert shares[-1] == 1.0 > max(shares[:-1], default=0.0)
        ends.append(inspected(path, capsys)["statistics"]["games"])
    assert ends[0] == ends[1] < 10_000
    assert train("--until", "1", "--from", str(path), "--out", str(tmp_path / "more.npz")) == 0
    assert inspected(tmp_path / "more.npz", capsys)["statistics"]["games"] == ends[0], "there is nothing left to do"


def test_many_games_at_once_are_named_as_what_they_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train("--games", "200", "--at-once", "16", "--out", str(tmp_path / "mine.npz")) == 0
    assert "16 games at once" in capsys.readouterr().out


def test_the_games_of_a_batch_are_shared_out_and_the_file_is_the_same(tmp_path: Path) -> None:
    alone, shared, other = (tmp_path / f"{name}.npz" for name in ("alone", "shared", "other"))
    assert train("--games", "200", "--batch", "40", "--out", str(alone)) == 0
    assert train("--games", "200", "--batch", "40", "--workers", "2", "--out", str(shared)) == 0
    assert train("--games", "200", "--batch", "50", "--out", str(other)) == 0
    assert alone.read_bytes() == shared.read_bytes() != other.read_bytes()


def test_a_learner_of_notty_is_trained_in_the_way_it_is_asked_to_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = {}
    for way in ("", "@draws=careful", "@draws=page", "@draws=page,alpha=0.5"):
        path = tmp_path / f"mine{way}.npz"
        assert run(["train", "notty", f"q-learner{way}", "--games", "1", "--seed", "5", "--out", str(path)]) == 0
        records[way] = inspected(path, capsys)
    assert records[""] == records["@draws=careful"]
    assert records["@draws=page"]["values"] != records[""]["values"]
    assert records["@draws=page"]["parameters"] == records[""]["parameters"]
    assert records["@draws=page,alpha=0.5"]["parameters"]["alpha"] == 0.5
    assert run(["train", "notty", "q-learner@draws=many", "--games", "1"]) == 2
    assert "draws: needs page or careful" in capsys.readouterr().err
    assert (
        run(["arena", "notty", f"q-learner:{tmp_path / 'mine@draws=page.npz'}@draws=careful", "random", "--games", "1"])
        == 0
    )


@pytest.mark.parametrize(("game", "options"), [("nim", []), ("notty", ["--set", "turn_limit=3"])])
def test_a_training_that_is_piped_says_how_it_goes(
    game: str, options: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)
    monkeypatch.setattr(cli_train_tables, "LINE_SECONDS", 0.0)
    assert run(["train", game, "q-learner", "--games", "40", "--out", str(tmp_path / "table.npz"), *options]) == 0
    lines = capsys.readouterr().err.splitlines()
    told = re.fullmatch(
        r"(\d+) of 40 games: .* ([\d.]+) actions a game, ([\d.]+) % ended by the turn limit.*", lines[-1]
    )
    assert told is not None, lines[-1]
    assert int(told[1]) == 40
    assert float(told[2]) > 1
    assert (float(told[3]) > 50) is (game == "notty")
    assert ("best moves win" in lines[-1]) is (game == "nim")


@pytest.mark.parametrize("in_worker", [True, False])
def test_a_training_without_an_evaluation_tells_its_yardstick_and_learns_the_same(
    in_worker: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["train", "jaipur", "q-learner", "--games", "30", "--seed", "4", "--out"]
    assert run([*words, str(tmp_path / "alone.npz")]) == 0
    monkeypatch.setattr(train_strength, "FIRST_AFTER", 0.0)
    monkeypatch.setattr(train_strength, "SHARE_HERE", 1e9)
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)

    @contextmanager
    def waiting(measured: TableTrainer, _: bool) -> Iterator[Callable[[], None]]:
        with train_strength.measuring_play(measured, in_worker) as measure:

            def update() -> None:
                measure()
                while not (measured.strengths or measured.trouble):  # each in its time: a process has to begin
                    sleep(0.01)
                    measure()

            yield update

    monkeypatch.setattr(cli_train_tables, "measuring_play", waiting)
    assert run([*words, str(tmp_path / "watched.npz")]) == 0
    told = re.search(r"won ([\d.]+) % against utility after (\d+) games", capsys.readouterr().err)
    assert told is not None
    assert 0 < int(told[2]) <= 30
    assert (tmp_path / "alone.npz").read_bytes() == (tmp_path / "watched.npz").read_bytes()


def test_a_training_that_cannot_be_measured_goes_on_and_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any) -> Iterator[None]:
        raise RuntimeError("out of tea")
        yield

    monkeypatch.setattr(strength_meter, "measuring", failing)
    monkeypatch.setattr(train_strength, "FIRST_AFTER", 0.0)
    monkeypatch.setattr(output, "LINE_SECONDS", 0.0)
    monkeypatch.setattr(cli_train_tables, "measuring_play", partial(_in_worker, train_strength.measuring_play))
    assert run(["train", "jaipur", "q-learner", "--games", "9", "--out", str(tmp_path / "table.npz")]) == 0
    assert "is not measured: RuntimeError (out of tea)" in capsys.readouterr().err


def _in_worker(measuring_play: Callable[..., Any], measured: Any, _: bool) -> Any:
    return measuring_play(measured, in_worker=True)
