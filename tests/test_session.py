"""A match at the window's table without the window: recorded, undone, left and resumed."""

import errno
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import pytest

import game.matches.recording
from components.players import Decision, Human, Player
from components.table import Pace, Progress
from game.base.locks import InUseError
from game.games.seats import parse_seats
from game.matches.check import follow
from game.matches.notes import TAKEN_BACK
from game.matches.replay import Recorder, ReplayError, matches_folder, read
from game.matches.resuming import resumable, seats_of
from game.matches.session import Session
from game.rules.protocol import Piece, Place
from systems.snapshot import only
from tests.elsewhere import held_here, holding
from tests.games import GAMES, table_of
from tests.tables import RULES, confirm, held_state, recorded, table, through_rules

PATIENCE = 300


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def session() -> Iterator[Session]:
    """A human against an AI."""
    session = Session("jaipur", table("human", "utility"), seed=5)
    yield session
    if session.world.name in esper.list_worlds():
        session.close()


def human_decides() -> Decision | None:
    for _, (_, decision, _) in esper.get_components(Player, Decision, Human):
        return decision
    return None


def until_human(session: Session) -> Decision:
    """Let the match go on until a human is to move."""
    for _ in range(PATIENCE):
        session.world.frame(0.0)
        decision = human_decides()
        if decision is not None:
            return decision
    raise AssertionError("no human came to move")


def play(session: Session, move: Any = None) -> Any:
    """Let the human make a move, or the first legal one; the move."""
    decision = until_human(session)
    move = session.game.rules.legal_moves(decision.view)[0] if move is None else move
    confirm(session.world, move)
    session.world.frame(0.0)
    return move


def written(session: Session) -> list[dict[str, Any]]:
    """The lines of the match's replay as they lie on disk now, without the head."""
    assert session.recorder is not None
    return [line.record for line in read(session.recorder.path).lines]


def test_it_is_recorded_among_the_users_matches_line_by_line(session: Session) -> None:
    until_human(session)
    count = len(written(session))
    move = play(session)
    assert session.recorder is not None
    assert session.recorder.path == matches_folder() / "jaipur-5.jsonl"
    line = written(session)[count]
    assert (line["type"], line["player"], line["move"]) == ("move", 0, RULES.move_record(move, None))


def test_a_file_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "elsewhere" / "match.jsonl"
    session = Session("jaipur", table("utility", "random"), seed=5, record=path)
    session.world.frame(0.0)
    session.close()
    assert read(path).lines
    assert not matches_folder().exists()


def test_a_seed_played_again_gets_a_file_of_its_own() -> None:
    for _ in range(3):
        Session("jaipur", table("utility", "random"), seed=5).close()
    names = sorted(path.name for path in matches_folder().iterdir())
    assert names == ["jaipur-5-2.jsonl", "jaipur-5-3.jsonl", "jaipur-5.jsonl"]


def test_a_name_that_another_program_takes_at_the_same_moment_is_left_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = matches_folder() / "jaipur-5.jsonl"
    with holding(taken):
        Session("jaipur", table("utility", "random"), seed=5).close()
    assert [path.name for path in matches_folder().iterdir()] == ["jaipur-5-2.jsonl"]
    taken.write_text("another program's")
    free = matches_folder() / "free.jsonl"
    monkeypatch.setattr(game.matches.recording, "free_paths", lambda _: iter([taken, free]))
    Session("jaipur", table("utility", "random"), seed=5).close()
    assert taken.read_text() == "another program's"
    assert free.exists()


def test_a_match_is_kept_from_other_programs_while_it_is_played(session: Session) -> None:
    until_human(session)
    assert session.recorder is not None
    path = session.recorder.path
    assert held_here(path)
    session.close()
    assert not held_here(path)
    again = Session.resumed(read(path))
    assert held_here(path)
    again.close()
    assert not held_here(path)


def test_a_match_that_another_program_plays_is_not_gone_on_with(session: Session) -> None:
    play(session)
    session.close()
    assert session.recorder is not None
    path = session.recorder.path
    found, raw = read(path), path.read_bytes()
    with holding(path) as other:
        with pytest.raises(InUseError):
            Session.resumed(found)
        assert path.read_bytes() == raw
        other.kill()
        other.wait()
        Session.resumed(found).close()


def test_a_match_that_has_grown_since_it_was_read_goes_on_from_where_it_stands(session: Session) -> None:
    play(session)
    session.close()
    assert session.recorder is not None
    stale = read(session.recorder.path)
    grown = Session.resumed(stale)
    play(grown)
    state = held_state()
    grown.close()
    raw = stale.path.read_bytes()
    again = Session.resumed(stale)
    assert held_state() == state
    assert stale.path.read_bytes() == raw
    again.close()


def test_a_match_that_is_over_since_it_was_read_stays_as_it_is() -> None:
    path = matches_folder() / "jaipur-2.jsonl"
    whole = recorded(path, through_rules, table("utility", "random"), 2)
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:12]))
    stale = read(path)
    path.write_bytes(whole)
    with pytest.raises(ReplayError, match="this match is over"):
        Session.resumed(stale)
    assert path.read_bytes() == whole
    assert not held_here(path)


def test_a_file_that_another_program_records_into_is_not_recorded_into(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_text("another program's")
    with holding(path):
        session = Session("jaipur", table("human", "random"), seed=5, record=path)
        (notice,) = session.notices()
        assert "not recorded" in notice
        assert "in use by another" in notice
        play(session)
        session.close()
    assert path.read_text() == "another program's"


def test_without_a_seed_matches_differ() -> None:
    seeds = set()
    for _ in range(4):
        session = Session("jaipur", table("utility", "random"))
        seeds.add(session.seed)
        session.close()
    assert len(seeds) > 1


@pytest.mark.parametrize("game", GAMES)
def test_undo_goes_back_to_the_humans_decision_and_draws_anew_what_nobody_sees(game: str) -> None:
    """Hands stay, and all that anybody sees; the deck, where there is one, is another, as a seed in the replay says."""
    session = Session(game, parse_seats(game, table_of(game)), seed=5)
    rules = session.game.rules
    decided = until_human(session).view
    before = held_state()
    play(session, rules.legal_moves(decided)[0])
    until_human(session)
    lines, undone_to = len(written(session)), session.undo_target()
    assert session.undo()
    after = held_state()
    *_, record = written(session)[lines:]
    assert record == {
        "type": "undo",
        "to": undone_to,
        "redrawn": {"seed": record["redrawn"]["seed"]},
        "state": rules.state_record(after),
    }
    views = [[rules.view(state, player) for player in range(session.setup.players)] for state in (before, after)]
    assert views[0] == views[1]
    decks = [record["state"].get("deck"), rules.state_record(before).get("deck")]
    assert (decks[0] != decks[1]) == session.game.hides
    held = [_held(rules, state) for state in (before, after)]
    assert held[0] == held[1]
    play(session, rules.legal_moves(until_human(session).view)[-1])
    until_human(session)
    assert session.recorder is not None
    assert follow(read(session.recorder.path)).state == held_state()
    session.close()


def _held(rules: Any, state: Any) -> dict[Place, list[Piece]]:
    return {place: list(pieces) for place, pieces in rules.board(state).items() if place.player is not None}


@pytest.mark.parametrize("game", GAMES)
def test_what_follows_an_undo_is_the_same_whether_the_match_was_left_or_not(game: str, tmp_path: Path) -> None:
    """Several undos in a row, too; and each time it is another reply, another refill."""
    path = tmp_path / "match.jsonl"
    seats = ["random" if seat != "human" else seat for seat in table_of(game)]
    session = Session(game, parse_seats(game, seats), seed=5, record=path)
    for _ in range(2):
        play(session)
    until_human(session)
    while session.undo():
        pass
    seeds = [line["redrawn"]["seed"] for line in written(session) if line["type"] == "undo"]
    assert len(set(seeds)) == len(seeds) > 1
    left = path.read_bytes()
    moves = len(session.states)
    for _ in range(3):
        play(session)
    session.close()
    whole = path.read_bytes()
    path.write_bytes(left)
    again = Session.resumed(read(path))
    assert len(again.states) == moves
    for _ in range(3):
        play(again)
    again.close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize(("game", "moves", "seen"), [
    ("thirty_one", ["Draw from the deck"], True),
    ("thirty_one", ["Take the discard", "Discard"], False),
    ("notty", ["Draw"], True),
    ("notty", ["Steal"], True),
    ("notty", ["Next turn"], False),
    ("jaipur", ["Take camels"], True),
    ("nim", ["Take stones"], False),
])  # fmt: skip
def test_a_match_is_marked_once_something_was_seen_that_is_taken_back(game: str, moves: list[str], seen: bool) -> None:
    """What one's own move shows of the deck, before anybody replies; what was known already is nothing new."""
    session = Session(game, parse_seats(game, table_of(game)), seed=7)
    rules = session.game.rules
    for kind in moves:
        view = until_human(session).view
        play(session, next(move for move in rules.legal_moves(view) if rules.kind_name(move) == kind))
    assert session.undo()
    assert taken_back(session) == int(seen)
    session.close()


def taken_back(session: Session) -> int:
    """How often it is noted of a match that what was seen was taken back; once at most, and the log keeps it."""
    notes = [line["text"] for line in written(session) if line["type"] == "note"].count(TAKEN_BACK)
    assert [line.text for line in session.log.lines].count(TAKEN_BACK) == notes <= 1
    return notes


def test_a_reply_that_is_taken_back_was_seen_also_where_nothing_is_hidden() -> None:
    """An opponent who has only begun to think has shown what it thinks of."""
    session = Session("nim", parse_seats("nim", ["human", "perfect"]), seed=5)
    until_human(session)
    only(Pace).seconds = 9.0
    play(session)
    session.world.frame(0.0)
    assert session.undo()
    assert taken_back(session) == 1
    only(Pace).seconds = 0.0
    play(session)
    until_human(session)
    assert session.undo()
    assert taken_back(session) == 1
    session.close()


def test_undo_takes_the_lines_out_of_the_log(session: Session) -> None:
    until_human(session)
    told = [line.text for line in session.log.lines]
    play(session)
    until_human(session)
    assert len(session.log.lines) > len(told)
    session.undo()
    assert [line.text for line in session.log.lines] == [*told, TAKEN_BACK]


def test_there_is_nothing_to_undo_before_the_first_move_or_where_only_ais_play(session: Session) -> None:
    until_human(session)
    assert session.undo_target() is None
    lines = written(session)
    assert not session.undo()
    assert written(session) == lines
    watched = Session("jaipur", table("utility", "random"), seed=6)
    for _ in range(20):
        watched.world.frame(0.0)
    assert not watched.undo()
    watched.close()
    session.world.enter()


def test_an_undone_decision_is_a_new_one(session: Session) -> None:
    number = until_human(session).number
    play(session)
    until_human(session)
    session.undo()
    assert human_decides() is None
    assert until_human(session).number > number


@pytest.mark.parametrize("moves", [0, 1, 4])
def test_a_resumed_match_stands_where_it_was_left(session: Session, moves: int) -> None:
    for _ in range(moves):
        play(session)
    until_human(session)
    state, log, path = held_state(), session.log.lines, matches_folder() / "jaipur-5.jsonl"
    progress = only(Progress)
    session.close()
    raw = path.read_bytes()
    resumed = Session.resumed(read(path))
    assert held_state() == state
    assert resumed.log.lines == log
    assert (only(Progress).round_number, only(Progress).moves) == (progress.round_number, progress.moves)
    for _ in range(3):
        play(resumed)
    resumed.close()
    assert path.read_bytes().startswith(raw)
    assert follow(read(path)).played >= progress.moves + 3


def test_a_resumed_match_of_ais_is_as_long_as_it_takes() -> None:
    path = matches_folder() / "jaipur-4.jsonl"
    whole = recorded(path, through_rules, table("utility", "weighted"), 4)
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) // 2]) + b'{"type":"move","pl')
    resumed = Session.resumed(read(path))
    for _ in range(2000):
        resumed.world.frame(0.0)
        if resumed.finished:
            break
    resumed.close()
    assert follow(read(path)).ended
    # Deals are keyed by their round, so the first one is dealt alike; what is drawn after the break need not be.
    assert path.read_bytes().startswith(b"".join(lines[: len(lines) // 2]))


def test_a_match_that_is_over_is_not_resumed() -> None:
    path = matches_folder() / "jaipur-4.jsonl"
    recorded(path, through_rules, table("utility", "random"), 4)
    assert not resumable(read(path))
    with pytest.raises(ReplayError, match="this match is over"):
        Session.resumed(read(path))


@pytest.mark.parametrize("missing", [1, 2])
def test_a_match_cut_off_between_its_last_lines_gets_them(missing: int) -> None:
    path = matches_folder() / "jaipur-4.jsonl"
    whole = recorded(path, through_rules, table("utility", "random"), 4)
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-missing]))
    resumed = Session.resumed(read(path))
    resumed.world.frame(0.0)
    assert resumed.finished
    resumed.close()
    assert path.read_bytes() == whole


def test_seats_that_cannot_be_taken_again_make_no_match() -> None:
    path = matches_folder() / "jaipur-4.jsonl"
    raw = recorded(path, through_rules, table("utility", "random"), 4, 1)
    path.write_bytes(raw.replace(b'"ai":"random"', b'"ai":"gone"', 1))
    assert not resumable(read(path))


def test_the_seats_of_a_replay_are_those_that_played(session: Session) -> None:
    session.close()
    seats = seats_of(read(matches_folder() / "jaipur-5.jsonl"))
    assert [seat.record() for seat in seats] == [seat.record() for seat in table("human", "utility")]


def test_when_the_disk_is_full_the_match_goes_on(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    until_human(session)
    lines = len(written(session))
    path = matches_folder() / "jaipur-5.jsonl"

    def full(recorder: Recorder, line: object) -> None:
        raise recorder._trouble(OSError(errno.ENOSPC, "No space left on device"))

    monkeypatch.setattr(Recorder, "_write", full)
    play(session)
    assert session.recording.trouble is not None
    assert "no longer recorded" in session.recording.trouble
    assert "No space left on device" in session.recording.trouble
    session.recording.trouble = None
    play(session)
    until_human(session)
    assert session.undo()
    assert session.recording.trouble is None
    assert session.recorder is None
    assert only(Progress).moves >= 4
    assert len(read(path).lines) == lines
    session.close()


def test_a_note_lies_in_the_replay_and_in_the_log(session: Session) -> None:
    until_human(session)
    session.note(None, "Something happened.")
    assert written(session)[-1] == {"type": "note", "player": None, "text": "Something happened."}
    assert session.log.lines[-1].text == "Something happened."


def test_nothing_follows_the_end_of_a_match() -> None:
    session = Session("jaipur", table("utility", "random"), seed=4)
    only(Pace).rounds_wait = False
    for _ in range(2000):
        session.world.frame(0.0)
    assert session.finished
    session.note(None, "too late")
    session.close()
    assert json.loads((matches_folder() / "jaipur-4.jsonl").read_text().splitlines()[-1])["type"] == "match_end"


def test_a_round_waits_to_be_acknowledged_where_it_should() -> None:
    session = Session("jaipur", table("utility", "random"), seed=4)
    only(Pace).rounds_wait = True
    for _ in range(300):
        session.world.frame(0.0)
    assert only(Progress).round_number == 1
    session.acknowledge_round()
    session.world.frame(0.0)
    assert only(Progress).round_number == 2
    session.close()
