"""Replay files: written line by line and to the letter, read back, and refused where they depart from the rules."""

import io
import json
import os
from collections.abc import Callable, Sequence
from copy import deepcopy
from errno import ENOSPC
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.base.storage import StorageError
from game.games.seats import Seat, setup
from game.matches import check
from game.matches.check import Follower, drawn_anew, follow
from game.matches.replay import Recorder, Replay, ReplayError, read
from game.rules.protocol import Setup, apply
from game.rules.streams import Streams
from tests.damaged_replays import Case, damages, leaf_damages, line_damages, sound
from tests.games import GAMES
from tests.mutate_check import Damaged, mutants
from tests.tables import BOTH_WAYS, RULES, recorded, table, through_rules, through_world

Lines = list[dict[str, Any]]
Step = str | int
TEXT = "Nothing happened, but — ‘for once’ — in more bytes than letters: ½ 🐪"


def rich_lines(path: Path, seed: int, limit: int = 500) -> list[bytes]:
    """A match with notes and undone moves, to its end; every line as it was written."""
    seats = [Seat("You"), *table("utility", "random")[:1]] if limit == 500 else table("utility", "random")
    how = Setup(2, {"turn_limit": limit}, human=limit == 500)
    recorder = Recorder(path, RULES, seed, how, [seat.record() for seat in seats])
    streams, rng = Streams(seed), Random(f"rich/{seed}")
    standing, first, over, number = RULES.new_standing(how), 0, None, 0
    while over is None:
        number += 1
        state = RULES.deal(how, standing, first, streams.deal(number))
        recorder.round_started(number, first, state)
        recorder.noted(None, TEXT)
        states = [state.copy()]
        undos = 2
        while state.to_move is not None:
            player = state.to_move
            move = rng.choice(RULES.legal_moves(RULES.view(state, player)))
            recorder.moved(player, move, apply(RULES, state, move, streams.chance()), state)
            states.append(state.copy())
            if undos and len(states) > 3 and rng.random() < 0.3:
                undos -= 1
                to = rng.randrange(len(states) - 2)
                del states[to + 1 :]
                states[-1] = drawn_anew(RULES, states[-1], number)
                state = states[-1].copy()
                recorder.undone(to, state, number)
                recorder.noted(0, "I took it back.")
        end = RULES.round_end(state, standing)
        recorder.round_ended(number, end)
        standing, first, over = RULES.after_round(standing, first, end)
    recorder.match_ended(over)
    return path.read_bytes().splitlines(keepends=True)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a whole match with a human, notes and undone moves."""
    return [json.loads(line) for line in rich_lines(tmp_path_factory.mktemp("whole") / "match.jsonl", 1)]


@pytest.fixture(scope="module")
def short(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """The lines of a match that the turn limit ended after three rounds of five turns."""
    return [json.loads(line) for line in rich_lines(tmp_path_factory.mktemp("short") / "match.jsonl", 2, limit=5)]


def written(path: Path, lines: Lines) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def checked(path: Path, lines: Lines) -> str | None:
    """What is wrong with a file of these lines, or None."""
    try:
        follow(read(written(path, lines)))
    except ReplayError as error:
        return str(error)
    return None


# --- writing ---


def test_lines_are_written_to_the_letter(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "down" / "match.jsonl"
    seats = table("utility", "weighted")
    recorder = Recorder(path, RULES, 7, setup(RULES, seats), [seat.record() for seat in seats])
    through_rules(seats, 7, recorder)
    lines = path.read_text(encoding="utf-8").split("\n")
    assert lines[0] == (
        '{"type":"match","format":"tabletalk-replay","version":1,"game":"jaipur","seed":7,'
        '"options":{"turn_limit":500},"players":['
        '{"name":"utility","ai":"utility","parameters":{},"trained":null},'
        '{"name":"weighted","ai":"weighted","parameters":{},"trained":null}]}'
    )
    assert lines[-1] == ""
    keys = {
        "match": ["type", "format", "version", "game", "seed", "options", "players"],
        "round": ["type", "round", "first", "state"],
        "move": ["type", "player", "move", "state"],
        "round_end": ["type", "round", "scores", "winner", "seals"],
        "match_end": ["type", "winner", "reason"],
    }
    records = [json.loads(line) for line in lines[:-1]]
    assert {record["type"] for record in records} == set(keys)
    for record in records:
        assert list(record) == keys[record["type"]]
        if "state" in record:
            assert list(record["state"]) == [
                "to_move", "market", "deck", "discard", "hands", "herds", "tokens", "bonus", "taken",
            ]  # fmt: skip
    rounds = [record["round"] for record in records if record["type"] == "round"]
    assert rounds == list(range(1, len(rounds) + 1))
    assert records[-1] in [{"type": "match_end", "winner": winner, "reason": "won"} for winner in (0, 1)]


def test_notes_and_undone_moves_are_written_to_the_letter(tmp_path: Path) -> None:
    seats = [Seat("You"), Seat("Zoë")]
    path = tmp_path / "match.jsonl"
    recorder = Recorder(path, RULES, -3, setup(RULES, seats, {"turn_limit": 9}), [seat.record() for seat in seats])
    state = RULES.deal(Setup(2), RULES.new_standing(Setup(2)), 1, Random(0))
    recorder.noted(None, "a\nb ½")
    recorder.noted(1, "c")
    recorder.undone(0, state, 7)
    recorder.close()
    lines = path.read_bytes().decode("utf-8").split("\n")
    assert lines[0].endswith(
        '"seed":-3,"options":{"turn_limit":9},"players":['
        '{"name":"You","ai":null,"parameters":{},"trained":null},'
        '{"name":"Zoë","ai":null,"parameters":{},"trained":null}]}'
    )
    assert lines[3].startswith('{"type":"undo","to":0,"redrawn":{"seed":7},"state":{"to_move":1,"market":[')
    assert lines[3].startswith('{"type":"undo","to":0,"redrawn":{"seed":7},"state":{"to_move":1,"market":[')
    assert len(lines) == 5


class Reading:
    """A listener that reads the file after every line that another has written to it."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder = recorder
        self.sizes: list[int] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        def tell(*what: Any) -> None:
            getattr(self._recorder, name)(*what)
            raw = self._recorder.path.read_bytes()
            assert raw.endswith(b"\n")
            self.sizes.append(raw.count(b"\n"))

        return tell


@pytest.mark.parametrize("way", BOTH_WAYS)
def test_every_line_is_on_disk_when_the_next_thing_happens(tmp_path: Path, way: str) -> None:
    seats = table("random", "utility")
    recorder = Recorder(tmp_path / "match.jsonl", RULES, 1, setup(RULES, seats), [seat.record() for seat in seats])
    reading = Reading(recorder)
    BOTH_WAYS[way](seats, 1, reading, None)
    assert reading.sizes == list(range(2, len(reading.sizes) + 2))
    assert len(reading.sizes) > 50


def test_a_lone_surrogate_is_written_so_that_it_can_be_read(tmp_path: Path) -> None:
    seats = [Seat("broken \udcff name"), Seat("You")]
    path = tmp_path / "match.jsonl"
    Recorder(path, RULES, 1, setup(RULES, seats), [seat.record() for seat in seats]).close()
    assert json.loads(path.read_bytes())["players"][0]["name"] == "broken \udcff name"
    assert read(path).head["players"][0]["name"] == "broken \\udcff name"


# --- reading what was written ---


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("pairing", ["random random", "utility weighted", "weighted random"])
def test_every_recorded_match_is_accepted(tmp_path: Path, pairing: str, seed: int) -> None:
    path = tmp_path / "match.jsonl"
    recorded(path, through_world, table(*pairing.split()), seed)
    replay = read(path)
    position = follow(replay)
    assert replay.finished
    assert replay.warning is None
    assert position.ended
    assert position.end is not None
    assert replay.length == path.stat().st_size
    assert position.played == sum(line.record["type"] == "move" for line in replay.lines)


@pytest.mark.parametrize(("seed", "limit"), [(1, 500), (2, 500), (3, 500), (4, 7)])
def test_notes_and_undone_moves_are_followed(tmp_path: Path, seed: int, limit: int) -> None:
    path = tmp_path / "match.jsonl"
    lines = [json.loads(line) for line in rich_lines(path, seed, limit)]
    assert {"undo", "note"} <= {line["type"] for line in lines}
    replay = read(path)
    follower = Follower(replay)
    for line in replay.lines:
        follower.step(line)
        record = line.record
        if "state" in record:
            assert RULES.state_record(follower.position.state) == record["state"]
        if record["type"] == "undo":
            assert len(follower.position.moves) == record["to"]
            assert len(follower.position.states) == record["to"] + 1
    assert follower.position.ended
    assert follower.position.played == sum(line["type"] == "move" for line in lines)


def test_a_match_cut_short_is_readable_after_every_line(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    lines = rich_lines(path, 2, limit=5)
    for number in range(1, len(lines) + 1):
        path.write_bytes(b"".join(lines[:number]))
        replay = read(path)
        follow(replay)
        assert len(replay.lines) == number - 1
        assert replay.warning is None
        assert replay.finished == (number == len(lines))


def test_an_incomplete_last_line_is_dropped_with_a_warning(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    lines = rich_lines(path, 2, limit=5)
    kept = b"".join(lines[:6])
    for cut in range(1, len(lines[6])):
        path.write_bytes(kept + lines[6][:cut])  # also within a letter of several bytes
        replay = read(path)
        assert replay.warning is not None
        assert str(path) in replay.warning
        assert len(replay.lines) == 5
        assert replay.length == len(kept)
    follow(replay)


@pytest.mark.parametrize("number", [2, 5, 12])
@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"{",
        b"\x00\xff\xfe",
        b"[]",
        b"null",
        b"7",
        b'"move"',
        b"NaN",
        b"{}",
        b'{"type":"mvoe"}',
        b'{"type":["move"]}',
        b'{"type":"move"} {"type":"move"}',
        b"[" * 200_000,
        b'{"a":' * 200_000,
        b"1" * 5000,
    ],
    ids=lambda damage: repr(damage[:20]),
)
def test_damage_elsewhere_is_an_error_that_names_the_line(tmp_path: Path, number: int, damage: bytes) -> None:
    path = tmp_path / "match.jsonl"
    lines = rich_lines(path, 2, limit=5)
    lines[number - 1] = damage + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(ReplayError, match=rf"match\.jsonl, line {number}: damaged"):
        read(path)


FOREIGN: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "line 1: this is not a Tabletalk replay"),
    "empty line": (b"\n", "line 1: this is not a Tabletalk replay"),
    "no whole line": (b'{"type":"match","format":"tabletalk-replay"', "line 1: this is not a Tabletalk replay"),
    "picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "line 1: damaged"),
    "binary": (bytes(range(256)) * 50, "line 1: damaged"),
    "text": (b"Dear diary,\ntoday I played cards.\n", "line 1: damaged"),
    "json of another kind": (b'{"type":"match","format":"chess"}\n', "line 1: this is not a Tabletalk replay"),
    "json of no kind": (b'{"players":[]}\n', "line 1: damaged"),
    "begins in the middle": (b'{"type":"note","player":null,"text":"hello"}\n', "line 1: this is not a Tabletalk"),
    "newer": (b'{"type":"match","format":"tabletalk-replay","version":2}\n', "version 2; this program reads version 1"),
    "no version": (b'{"type":"match","format":"tabletalk-replay"}\n', "version None"),
    "version of another type": (b'{"type":"match","format":"tabletalk-replay","version":true}\n', "version True"),
    "with a byte order mark": (b'\xef\xbb\xbf{"type":"match"}\n', "line 1: damaged"),
}


@pytest.mark.parametrize("kind", FOREIGN)
def test_foreign_and_newer_files_are_refused(tmp_path: Path, kind: str) -> None:
    content, words = FOREIGN[kind]
    path = tmp_path / "file.jsonl"
    path.write_bytes(content)
    with pytest.raises(ReplayError) as refused:
        read(path)
    assert str(refused.value).startswith(str(path))
    assert words in str(refused.value)


def test_what_is_not_there_or_is_a_folder_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.jsonl", tmp_path):
        with pytest.raises(ReplayError, match="could not be read") as refused:
            read(path)
        assert str(path) in str(refused.value)


def replaced(lines: Lines, path: Sequence[Step], value: Any) -> Lines:
    """A copy of the lines with one value replaced."""
    number = int(path[0])
    copy = [*lines[:number], deepcopy(lines[number]), *lines[number + 1 :]]
    target: Any = copy
    for step in path[:-1]:
        target = target[step]
    target[path[-1]] = value
    return copy


HEADS: dict[str, tuple[list[Step], Any]] = {
    "game unknown": (["game"], "chess"),
    "game a list": (["game"], ["jaipur"]),
    "seed a text": (["seed"], "1"),
    "seed a fraction": (["seed"], 1.0),
    "seed true": (["seed"], True),
    "seed missing": (["seed"], None),
    "options a list": (["options"], []),
    "no options": (["options"], {}),
    "too many options": (["options"], {"turn_limit": 500, "cheat": 1}),
    "limit a text": (["options"], {"turn_limit": "500"}),
    "limit zero": (["options"], {"turn_limit": 0}),
    "limit negative": (["options"], {"turn_limit": -5}),
    "limit a fraction": (["options"], {"turn_limit": 5.0}),
    "limit true": (["options"], {"turn_limit": True}),
    "players an object": (["players"], {}),
    "one player": (["players"], [Seat("You").record()]),
    "three players": (["players"], [Seat("You").record()] * 3),
    "player a text": (["players", 1], "utility"),
    "player without a name": (["players", 1], {"ai": None, "parameters": {}, "trained": None}),
    "player with more": (["players", 1], Seat("You").record() | {"age": 5}),
    "name a number": (["players", 0, "name"], 5),
    "ai a number": (["players", 0, "ai"], 5),
    "ai false": (["players", 0, "ai"], False),
    "parameters null": (["players", 0, "parameters"], None),
    "parameters a list": (["players", 0, "parameters"], []),
    "trained a name": (["players", 0, "trained"], "table.json"),
    "trained too short": (["players", 0, "trained"], "a" * 63),
    "trained true": (["players", 0, "trained"], True),
}


@pytest.mark.parametrize("kind", HEADS)
def test_a_head_that_is_not_as_the_format_has_it_is_refused(tmp_path: Path, short: Lines, kind: str) -> None:
    path, value = HEADS[kind]
    fault = checked(tmp_path / "match.jsonl", replaced(short, [0, *path], value))
    assert fault is not None
    assert "line 1: " in fault


# Every depth near Python's limit, by threes in turn: at some of them a line can still be parsed, but not be written
# out again.
def test_nesting_however_deep_is_refused_and_nothing_else(tmp_path: Path, short: Lines) -> None:
    path = tmp_path / "match.jsonl"
    move = next(index for index, line in enumerate(short) if line["type"] == "move")
    spots: list[list[Step]] = [
        [0, "version"],
        [0, "game"],
        [0, "options"],
        [0, "options", "turn_limit"],
        [0, "players", 0],
        [1, "state"],
        [1, "state", "deck"],
        [1, "first"],
        [move, "move"],
        [move, "state", "hands"],
        [move, "player"],
    ]
    for number, spot in enumerate(spots):
        text = "".join(json.dumps(line) + "\n" for line in replaced(short, spot, "DEEP")[: int(spot[0]) + 1])
        for depth in (3, 50, 300, *range(820 + number % 3, 1001, 3)):
            path.write_text(text.replace('"DEEP"', "[" * depth + "]" * depth), encoding="utf-8")
            with pytest.raises(ReplayError, match=f"line {int(spot[0]) + 1}: "):
                follow(read(path))


# --- corruption ---


@pytest.mark.parametrize("game", GAMES)
def test_damage_of_every_kind_is_told_with_its_line(game: str, tmp_path: Path) -> None:
    """A portion of what `python -m tests.mutate_check` tries; all that is done to who begins and to who has won."""
    first = sound(game, tmp_path, [1])[0]
    ends = [index for index, line in enumerate(first.records) if line["type"] == "round_end"]
    cases = [case for case in line_damages(first) if "begins" in case.done]
    cases += [
        Case(first, index, [changed], done, free)
        for index in ends
        for changed, done, free in leaf_damages(first, index)
    ]
    assert any("winner" in case.done for case in cases)
    portion = islice(damages(first, every=len(first.records) // 6), 0, None, 19)
    damaged = Damaged.of([*cases, *portion], tmp_path)
    assert damaged.missed == []


def test_checks_that_are_taken_out_of_the_checker_are_noticed(tmp_path: Path) -> None:
    damaged = Damaged.of(damages(sound("nim", tmp_path, [1])[0]), tmp_path)
    taken = [mutant for mutant in mutants() if mutant.module is check and "_expect" in mutant.told]
    noticed = [mutant.told for mutant in taken if damaged.killed(mutant)]
    assert len(noticed) > len(taken) / 2, "a match of one round shows no more"


def test_key_order_does_not_matter_when_reading(tmp_path: Path, short: Lines) -> None:
    backwards = [json.loads(json.dumps(line), object_pairs_hook=lambda pairs: dict(pairs[::-1])) for line in short]
    backwards[0] = short[0]
    for line in backwards:
        if line["type"] == "round":  # the openings of rounds are read as the page has them
            line["state"]["bonus"] = dict(sorted(line["state"]["bonus"].items()))
    assert checked(tmp_path / "match.jsonl", backwards) is None


def test_lines_left_out_or_doubled_are_refused(tmp_path: Path, short: Lines) -> None:
    path = tmp_path / "match.jsonl"
    for index, line in enumerate(short[:-1]):
        fault = checked(path, short[:index] + short[index + 1 :])
        if line["type"] == "note" or short[index + 1]["type"] == "undo":
            assert fault is None  # of a move that is undone at once nothing remains
        else:
            assert fault is not None, f"line {index + 1} was not missed"
            rest = enumerate(short[index + 1 :], start=index + 1)
            noticed = index + 1 if index == 0 else next(number for number, later in rest if later["type"] != "note")
            assert f"line {noticed}: " in fault
    for index, line in enumerate(short):
        fault = checked(path, [*short[: index + 1], *short[index:]])
        if line["type"] in ("note", "undo"):  # going back where one is changes nothing
            assert fault is None
        else:
            assert fault is not None, f"line {index + 1} may stand twice"
            assert f"line {index + 2}: " in fault


def test_undo_goes_back_within_the_round_only(tmp_path: Path, short: Lines) -> None:
    path = tmp_path / "match.jsonl"
    index = next(index for index, line in enumerate(short) if line["type"] == "undo")
    for to in (-1, 100, "0", None, True, 0.0):
        fault = checked(path, replaced(short, [index, "to"], to))
        assert fault is not None
        assert f"line {index + 1}: to is not a number of moves" in fault
    played = sum(line["type"] == "move" for line in short[:index])
    before = max(at for at in range(index) if short[at]["type"] == "move")
    beyond = {"type": "undo", "to": played + 1, "state": short[before]["state"]}
    fault = checked(path, [*short[: before + 1], beyond])
    assert fault is not None, "to a move that has not been made yet"
    assert f"to is not a number of moves from 0 to {played}" in fault
    end = next(index for index, line in enumerate(short) if line["type"] == "round_end")
    fault = checked(path, [*short[: end + 1], short[index]])
    assert fault is not None
    assert f"line {end + 2}: no round is being played" in fault


@pytest.mark.parametrize(("redrawn", "told"), [
    ({"seed": 99}, "by the rules it is"),
    ({"seed": True}, "not a whole number"),
    ({"seed": "1"}, "not a whole number"),
    ({}, "exactly the keys seed"),
    (1, "exactly the keys seed"),
    ({"seed": 1, "player": 2}, "not the index of a player"),
    ({"seed": 1, "player": None}, "not the index of a player"),
    ({"seed": 1, "deck": []}, "exactly the keys seed"),
])  # fmt: skip
def test_a_redraw_that_is_forged_is_refused(tmp_path: Path, short: Lines, redrawn: object, told: str) -> None:
    index = next(index for index, line in enumerate(short) if line["type"] == "undo")
    fault = checked(tmp_path / "match.jsonl", replaced(short, [index, "redrawn"], redrawn))
    assert fault is not None
    assert f"line {index + 1}: " in fault
    assert told in fault


def test_an_undo_of_an_older_file_put_back_what_was_there(tmp_path: Path, short: Lines) -> None:
    index = next(index for index, line in enumerate(short) if line["type"] == "undo")
    before = [line for line in short[:index] if "state" in line][short[index]["to"]]
    older = [*short[:index], {"type": "undo", "to": short[index]["to"], "state": before["state"]}]
    path = tmp_path / "match.jsonl"
    assert checked(path, older) is None
    assert checked(path, replaced(older, [index, "state"], short[index]["state"])) is not None


# --- going on ---


@pytest.mark.parametrize("junk", [b"", b'{"type":"mo', b"\xc2"])
def test_a_resumed_recorder_goes_on_after_the_last_whole_line(tmp_path: Path, junk: bytes) -> None:
    path = tmp_path / "match.jsonl"
    lines = rich_lines(path, 2, limit=5)
    for number in range(1, len(lines) - 1):
        path.write_bytes(b"".join(lines[:number]) + junk)
        replay = read(path)
        recorder = Recorder.resumed(path, RULES, replay.length)
        assert path.read_bytes() == b"".join(lines[:number]), "the incomplete line is gone before anything is written"
        recorder.noted(None, TEXT)
        recorder.close()
        note = json.dumps({"type": "note", "player": None, "text": TEXT}, ensure_ascii=False, separators=(",", ":"))
        assert path.read_bytes() == b"".join(lines[:number]) + note.encode() + b"\n"


def test_a_recorder_cannot_go_on_with_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="could not be continued") as refused:
        Recorder.resumed(tmp_path / "missing.jsonl", RULES, 5)
    assert str(tmp_path / "missing.jsonl") in str(refused.value)
    assert not (tmp_path / "missing.jsonl").exists()


def test_a_replay_knows_how_its_match_was_played(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    rich_lines(path, 1)
    replay = read(path)
    assert replay.rules is RULES
    assert replay.setup == Setup(2, {"turn_limit": 500}, human=True)
    rich_lines(path, 2, limit=5)
    assert read(path).setup == Setup(2, {"turn_limit": 5}, human=False)


# --- a disk that fails ---


class Full(io.RawIOBase):
    """A file on a disk with little room left."""

    def __init__(self, path: Path, room: int) -> None:
        self._file = path.open("ab", buffering=0)
        self.room = room

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        fits = bytes(data)[: self.room]
        if not fits:
            raise OSError(ENOSPC, "No space left on device")
        self.room -= len(fits)
        self._file.write(fits)
        return len(fits)

    def close(self) -> None:
        self._file.close()
        super().close()


def recorder_with_room(path: Path, room: int) -> Recorder:
    seats = table("random", "random")
    recorder = Recorder(path, RULES, 1, setup(RULES, seats), [seat.record() for seat in seats])
    recorder._file.close()
    recorder._file = io.TextIOWrapper(io.BufferedWriter(Full(path, room)), encoding="utf-8", newline="\n")
    return recorder


@pytest.mark.parametrize("way", BOTH_WAYS)
@pytest.mark.parametrize("room", [0, 1, 2500, 20_000])
def test_a_full_disk_is_reported_and_what_was_written_stays(tmp_path: Path, way: str, room: int) -> None:
    path = tmp_path / "match.jsonl"
    recorder = recorder_with_room(path, room)
    head = path.read_bytes()
    with pytest.raises(StorageError) as refused:
        BOTH_WAYS[way](table("random", "random"), 1, recorder, None)
    assert str(path) in str(refused.value)
    assert "No space left" in str(refused.value)
    content = path.read_bytes()
    assert content.startswith(head)
    assert len(content) == len(head) + room
    replay: Replay = read(path)
    follow(replay)
    assert (replay.warning is None) == (room == 0)
    recorder.close()  # again, and without another fault


@pytest.mark.parametrize("room", [0, 1, 100])
@pytest.mark.parametrize("linked", [False, True])
def test_a_disk_too_full_for_the_head_is_left_without_an_empty_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int, linked: bool
) -> None:
    path = tmp_path / "match.jsonl"
    if linked:
        path.symlink_to(tmp_path / "target.jsonl")

    left = [room]
    really: Callable[[int, bytes], int] = os.write

    def write(handle: int, content: bytes) -> int:
        if not left[0]:
            raise OSError(ENOSPC, os.strerror(ENOSPC))
        count = really(handle, content[: left[0]])
        left[0] -= count
        return count

    monkeypatch.setattr("os.write", write)
    with pytest.raises(StorageError, match="No space left"):
        Recorder(path, RULES, 1, Setup(2, {"turn_limit": 500}), [])
    assert [entry.name for entry in tmp_path.iterdir()] == (["match.jsonl"] if linked else [])
    assert path.is_symlink() == linked


def test_no_match_is_ever_there_without_its_head(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is killed while it begins leaves no empty file."""
    put = os.link, os.replace
    seen: list[bytes] = []

    def noted(place: Callable[..., None], source: str, target: Path) -> None:
        seen.append(Path(source).read_bytes())
        place(source, target)

    monkeypatch.setattr("os.link", partial(noted, put[0]))
    monkeypatch.setattr("os.replace", partial(noted, put[1]))
    for new in (True, False):
        Recorder(tmp_path / f"{new}.jsonl", RULES, 1, Setup(2, {"turn_limit": 500}), [], new=new).close()
    assert [head.count(b"\n") for head in seen] == [1, 1]
    assert (tmp_path / "True.jsonl").read_bytes() == (tmp_path / "False.jsonl").read_bytes() == seen[0]


def test_a_match_begins_where_files_cannot_be_linked_and_never_over_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a memory card."""

    def refused(source: str, target: Path) -> None:
        raise PermissionError("Operation not permitted")

    monkeypatch.setattr("os.link", refused)
    path = tmp_path / "match.jsonl"
    Recorder(path, RULES, 1, Setup(2, {"turn_limit": 500}), [], new=True).close()
    begun = path.read_bytes()
    assert begun.count(b"\n") == 1
    with pytest.raises(FileExistsError):
        Recorder(path, RULES, 2, Setup(2, {"turn_limit": 500}), [], new=True)
    assert path.read_bytes() == begun
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_opened_is_a_storage_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for path in (tmp_path, tmp_path / "file" / "match.jsonl"):
        with pytest.raises(StorageError) as refused:
            Recorder(path, RULES, 1, Setup(2, {"turn_limit": 500}), [])
        assert str(path) in str(refused.value)
    assert (tmp_path / "file").read_text() == "in the way"
