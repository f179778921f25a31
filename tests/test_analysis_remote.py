"""Judging for the window: matches and positions in worker processes, the same as a command's, piece by piece."""

import pickle
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.agent import ThinkingError
from game.analysis.asking import MatchWork, asked, steps
from game.analysis.batches import Batch, carried_out
from game.analysis.judges import JudgeWords
from game.analysis.moments import read_match
from game.analysis.positions import Position, Sampling
from game.analysis.remote import MOST_MATCHES, RemoteAnalyses
from game.analysis.remote_match import MatchAnalysis
from game.analysis.remote_rollout import CLOSE_ENOUGH, Rollout
from game.analysis.service import Judging, carry_out, heard
from game.cli.main import run
from game.games import registry
from game.matches.replay import read
from game.matches.standings import Measuring, portions_of
from game.mods.mods import ModsInUse
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.training.spreading import HERE
from game.workers.pool import Task, WorkerPool
from game.workers.wire import answer_of, pack_answer, read_frame

PATIENCE = 60.0
"""Seconds after which nothing more will come, on any machine."""


@pytest.fixture(scope="module")
def judges() -> Iterator[RemoteAnalyses]:
    """One worker for all tests of this module."""
    found = RemoteAnalyses(1)
    yield found
    found.end()


def nim(folder: Path, seed: int = 1) -> Path:
    """A recorded match of Nim."""
    assert run(["arena", "nim", "random", "random", "--games", "1", "--seed", str(seed), "--record", str(folder)]) == 0
    return folder / "match-0001.jsonl"


@pytest.mark.parametrize("game", ["jaipur", "thirty_one"])
def test_what_a_deal_comes_to_by_house_rules_is_heard_as_it_was_measured(game: str) -> None:
    module = registry.game(game)
    options = full_options(module.rules, {"seals": 1, "herd": False} if game == "jaipur" else {})
    work, (portion, *_) = Measuring(game, "random", options), portions_of(game, 2, 3, 1, options)
    frame = read_frame(BytesIO(pack_answer(carry_out(ModsInUse(), pickle.dumps(work), portion))))
    assert frame is not None
    assert heard(work, answer_of(frame)) == work(portion)


def until(judges: RemoteAnalyses, fact: Callable[[], bool]) -> None:
    """Look from time to time, as frames do, until something is so."""
    late = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < late, "it did not come about"
        judges.look()
        time.sleep(0.001)


def here(path: Path) -> Any:
    """The analysis as a command makes it."""
    return carried_out(steps(asked(read(path))), HERE, silent)


@contextmanager
def silent(_: Batch[MatchWork]) -> Iterator[Callable[[int], None]]:
    yield lambda _: None


def test_a_match_is_analysed_in_pieces_as_a_command_does_it_and_kept(judges: RemoteAnalyses, tmp_path: Path) -> None:
    path = nim(tmp_path)
    grown: list[int] = []
    match = judges.match(path)

    def over() -> bool:
        grown.append(0 if match.found is None else len(match.found.decisions))
        return match.over

    until(judges, over)
    assert match.failed == ""
    assert grown == sorted(grown)
    assert len(set(grown)) > 2, "it came all at once"
    assert match.found == here(path)
    again = MatchAnalysis(path, _nobody)
    until(judges, lambda: looked(again))
    assert again.finished
    assert again.found == match.found


def test_frames_may_go_first_before_every_line_of_a_match_that_is_read(
    judges: RemoteAnalyses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, turns = nim(tmp_path), list[None]()
    monkeypatch.setattr("game.analysis.remote_match.GivingWay", lambda: lambda: turns.append(None))
    match = judges.match(path)
    until(judges, lambda: match.asked is not None)
    assert len(turns) == len(read(path).lines)


def looked(match: MatchAnalysis) -> bool:
    """Whether nothing more will come, once it has been looked at."""
    match.look()
    return match.over


def _nobody(work: Judging, mods: ModsInUse, portion: Any, rank: int) -> Task:
    raise AssertionError("what is kept is not judged again")


def test_a_match_is_asked_for_once_and_anew_where_its_file_has_grown(tmp_path: Path) -> None:
    judges = RemoteAnalyses(1)
    path = nim(tmp_path)
    first = judges.match(path)
    assert judges.match(path) is first
    path.write_bytes(path.read_bytes() + b"x")
    assert judges.match(path) is not first
    judges.end()


def test_of_many_matches_those_that_were_asked_for_first_are_given_up(tmp_path: Path) -> None:
    judges = RemoteAnalyses(1)
    paths = [tmp_path / f"{number}.jsonl" for number in range(MOST_MATCHES + 1)]
    found = [judges.match(path) for path in paths]
    assert [each.over for each in found] == [True] + [False] * MOST_MATCHES
    assert judges.match(paths[1]) is found[1]
    assert judges.match(paths[0]) is not found[0]
    assert (found[1].over, found[2].over) == (False, True)
    judges.end()


@pytest.mark.parametrize(("text", "told"), [("nonsense\n", "damaged"), ("", "no whole line")])
def test_why_a_match_cannot_be_analysed_is_told(judges: RemoteAnalyses, tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(text)
    match = judges.match(path)
    until(judges, lambda: match.over)
    assert told in match.failed
    assert match.found is None


def test_a_position_is_judged_as_the_analysis_of_its_match_judges_it(judges: RemoteAnalyses, tmp_path: Path) -> None:
    path = nim(tmp_path)
    match, found = read_match(path), here(path)
    moment = match.moments[2]
    view = match.rules.view(moment.before, moment.player)
    judging = judges.position("nim", view, [moment.move], moment.number)
    until(judges, lambda: judging.over)
    assert judging.found is not None
    decision = found.decisions[2]
    assert [each.chance for each in judging.found.candidates] == [each["chance"] for each in decision.candidates]
    assert judging.found.loss(moment.move) == decision.loss
    assert judging.found.called(moment.move) == decision.called
    assert match.rules.move_record(judging.found.best.move) == decision.best


def test_what_has_no_judge_is_told_at_once(judges: RemoteAnalyses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.analysis.judges.registry.ais", lambda _: [])
    judging = judges.position("nim", None)
    assert judging.over
    assert "to judge it" in judging.failed


# --- rolling out -------------------------------------------------------------------------------------------------


def answered(rows: Any) -> Task:
    """A task that has been answered so."""
    task = WorkerPool("none", 0).ask("judge")
    task.request = type("Answered", (), {"done": True, "result": lambda _: rows})()
    return task


def rolled_out(portion: Callable[[int], Any], moves: int = 2) -> Rollout:
    position = Position(None, None, range(moves), 1)  # type: ignore[arg-type]  # nobody asks for its judge
    return Rollout(Sampling(position), lambda number: answered(portion(number)))


def test_moves_are_judged_on_until_their_difference_is_known_closely() -> None:
    rng = Random(1)

    def portion(_: int) -> list[list[float]]:
        drawn = [rng.random() for _ in range(50)]
        return [[0.5 + 0.2 * each for each in drawn], [0.4 + 0.3 * each for each in drawn]]

    found = rolled_out(portion)
    widths = []
    while not found.over:
        found.look()
        widths.append(found.width)
    assert found.width < CLOSE_ENOUGH
    assert widths[0] > CLOSE_ENOUGH
    ahead, error = found.difference(0, 1)
    assert abs(ahead - 0.05) < 4 * error
    assert found.worlds == len(found.rows[1])


def test_a_rollout_stops_when_it_is_told_to() -> None:
    found = rolled_out(lambda _: [[0.0, 1.0], [1.0, 0.0]])
    found.look()
    worlds = found.worlds
    found.stop()
    found.look()
    assert found.over
    assert found.worlds == worlds


def test_moves_of_exact_play_are_rolled_out_at_once(judges: RemoteAnalyses, tmp_path: Path) -> None:
    match = read_match(nim(tmp_path))
    moment = match.moments[0]
    view = match.rules.view(moment.before, moment.player)
    moves = match.rules.legal_moves(view)[:2]
    found = judges.roll_out("nim", view, moves)
    until(judges, lambda: found.over)
    assert found.failed == ""
    assert found.width == 0.0


def test_jaipur_s_judge_tells_what_it_weighs_by_in_the_same_worlds() -> None:
    rules = registry.game("jaipur").rules
    state = rules.deal(_setup(), rules.new_standing(_setup()), 0, Random(1))
    view = rules.view(state, 0)
    words = JudgeWords("jaipur", "expert", 0.1)
    position = Position(words, view, rules.legal_moves(view)[:2], 1)
    rows = Sampling(position)(0)
    assert [len(row) for row in rows] == [6, 6]
    assert Sampling(position)(0) == rows
    assert Sampling(position)(1) != rows


def _setup() -> Any:
    return Setup(2, {"turn_limit": 200})


def test_an_answer_that_is_none_is_refused() -> None:
    with pytest.raises(ThinkingError, match="none"):
        heard(Sampling(None), [["x"]])  # type: ignore[arg-type]


def test_a_service_gives_plain_values() -> None:
    position = Position(_nim_words(), _nim_view(), (), 1)
    told = carry_out(ModsInUse(), pickle.dumps(position), None)
    judged = position()
    assert heard(position, told) == judged


def _nim_words() -> Any:
    return JudgeWords("nim", "perfect")


def _nim_view() -> Any:
    rules, how = registry.game("nim").rules, Setup(2, {"piles": [1, 3, 5, 7]})
    return rules.view(rules.deal(how, rules.new_standing(how), 0, Random(0)), 0)
