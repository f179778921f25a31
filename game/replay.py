"""Replay files: written line by line while a match is played, read back, and checked by the rules.

One match, one UTF-8 file of JSON Lines. A save is a replay that has no end yet. See ``docs/replays.md``.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from game import catalogue
from game.rules.protocol import AnyRules, MatchEnd, OptionError, RecordError, RoundEnd, Setup
from game.storage import StorageError

FORMAT = "tabletalk-replay"
VERSION = 1
TYPES = ("match", "round", "move", "undo", "note", "round_end", "match_end")


class ReplayError(ValueError):
    """A replay that cannot be read or departs from the rules; the text names file, line and fault."""


class Recorder:
    """Writes a match to a file as it is played: a listener of the match.

    The file is created, or replaced, when the recorder opens; every line is flushed. Raises StorageError with the
    path when it cannot be written; what has been written stays.
    """

    def __init__(self, path: Path, rules: AnyRules, seed: int, setup: Setup, players: Sequence[Mapping[str, Any]]):
        self.path = path
        self._rules = rules
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[str] = path.open("w", encoding="utf-8", newline="\n")
        except OSError as error:
            raise StorageError(f"{path} could not be written: {error.strerror or error}") from error
        self._write(
            {
                "type": "match",
                "format": FORMAT,
                "version": VERSION,
                "game": rules.name,
                "seed": seed,
                "options": dict(setup.options),
                "players": list(players),
            }
        )

    @classmethod
    def resumed(cls, path: Path, rules: AnyRules, length: int) -> "Recorder":
        """A recorder that goes on with an unfinished file after its first `length` bytes, all whole lines."""
        recorder = cls.__new__(cls)
        recorder.path, recorder._rules = path, rules
        try:
            recorder._file = path.open("r+", encoding="utf-8", newline="\n")
            recorder._file.truncate(length)
            recorder._file.seek(length)
        except OSError as error:
            raise StorageError(f"{path} could not be continued: {error.strerror or error}") from error
        return recorder

    def round_started(self, number: int, first: int, state: Any) -> None:
        self._write(
            {"type": "round", "round": number, "first": first, "state": self._rules.state_record(state)},
        )

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self._write(
            {
                "type": "move",
                "player": player,
                "move": self._rules.move_record(move, chance),
                "state": self._rules.state_record(state),
            }
        )

    def undone(self, to: int, state: Any) -> None:
        """The round has gone back to its first `to` moves."""
        self._write({"type": "undo", "to": to, "state": self._rules.state_record(state)})

    def noted(self, player: int | None, text: str) -> None:
        self._write({"type": "note", "player": player, "text": text})

    def round_ended(self, number: int, end: RoundEnd) -> None:
        line: dict[str, Any] = {"type": "round_end", "round": number}
        if end.scores is not None:
            line["scores"] = list(end.scores)
        self._write(line | {"winner": end.winner} | end.record)

    def match_ended(self, end: MatchEnd) -> None:
        self._write({"type": "match_end", "winner": end.winner, "reason": end.reason})
        self.close()

    def close(self) -> None:
        """Close the file; a match that is not over can be resumed from it."""
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()
        except OSError as error:
            raise StorageError(f"{self.path} could not be written: {error.strerror or error}") from error


@dataclass(frozen=True)
class Line:
    """One line of a replay: its number from 1, and its object."""

    number: int
    record: dict[str, Any]


@dataclass
class Replay:
    """A replay as read: its head, its further lines, its length in bytes, and a warning about a cut last line."""

    path: Path
    head: dict[str, Any]
    lines: list[Line]
    length: int
    warning: str | None = None

    @property
    def rules(self) -> AnyRules:
        """The rules of its game."""
        return catalogue.game(self.head["game"]).rules

    @property
    def setup(self) -> Setup:
        """How its match was played."""
        human = any(player["ai"] is None for player in self.head["players"])
        return Setup(len(self.head["players"]), self.head["options"], human)

    @property
    def finished(self) -> bool:
        """Whether its match has an end."""
        return bool(self.lines) and self.lines[-1].record["type"] == "match_end"

    def fault(self, line: Line | int, text: str) -> ReplayError:
        """The error that something is wrong at a line."""
        number = line if isinstance(line, int) else line.number
        return ReplayError(f"{self.path}, line {number}: {text}")


def read(path: Path) -> Replay:
    """Read a replay without checking it by the rules. Raises ReplayError naming the line that is damaged."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ReplayError(f"{path} could not be read: {error.strerror or error}") from error
    whole, _, rest = raw.rpartition(b"\n")
    warning = None
    if rest:
        warning = f"{path}: the last line is incomplete and was dropped"
    replay = Replay(path, {}, [], len(raw) - len(rest), warning)
    texts = whole.split(b"\n") if whole else []
    if not texts:
        raise replay.fault(1, "this is not a Tabletalk replay: it has no whole line")
    records = [_parsed(replay, number, text) for number, text in enumerate(texts, start=1)]
    _check_head(replay, records[0])
    replay.head = records[0]
    replay.lines = [Line(number, record) for number, record in enumerate(records[1:], start=2)]
    return replay


def _parsed(replay: Replay, number: int, text: bytes) -> dict[str, Any]:
    try:
        record = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise replay.fault(number, "damaged: this is not a line of JSON") from None
    if not isinstance(record, dict) or record.get("type") not in TYPES:
        raise replay.fault(number, f"damaged: a line is an object with a type, one of {', '.join(TYPES)}")
    return record


def _check_head(replay: Replay, head: dict[str, Any]) -> None:
    if head.get("format") != FORMAT or head["type"] != "match":
        raise replay.fault(1, "this is not a Tabletalk replay")
    if head.get("version") != VERSION:
        raise replay.fault(1, f"it has version {head.get('version')!r}; this program reads version {VERSION}")
    try:
        rules = catalogue.game(str(head.get("game"))).rules
    except catalogue.UnknownNameError as error:
        raise replay.fault(1, str(error)) from None
    if type(head.get("seed")) is not int:
        raise replay.fault(1, "its seed is not a whole number")
    players = head.get("players")
    if not isinstance(players, list) or len(players) not in rules.seats:
        raise replay.fault(1, "its players are not a list of as many as the game seats")
    for player in players:
        if not isinstance(player, dict) or not isinstance(player.get("name"), str) or "ai" not in player:
            raise replay.fault(1, "a player has a name and an ai")
    _check_options(replay, rules, head.get("options"))


def _check_options(replay: Replay, rules: AnyRules, options: Any) -> None:
    known = {option.key: option for option in rules.options}
    if not isinstance(options, dict) or set(options) != set(known):
        raise replay.fault(1, f"its options are not exactly: {', '.join(known)}")
    for key, value in options.items():
        try:
            fits = known[key].parse(str(value).strip("[]").replace(" ", "")) == value
        except (ValueError, OptionError):
            fits = False
        if not fits:
            raise replay.fault(1, f"its option {key} cannot be {value!r}")


@dataclass
class Position:
    """A match followed through its replay up to some line: what the rules say it is."""

    standing: Any
    number: int = 0
    first: int = 0
    states: list[Any] = field(default_factory=list)
    """The states of the round so far: after dealing, then after each move that was not undone."""
    moves: list[tuple[int, Any, Any]] = field(default_factory=list)
    """The moves of the round so far: player, move, and what chance added."""
    following: int | None = None
    """Who starts the next round, once this one is recorded as over."""
    round_end: RoundEnd | None = None
    end: MatchEnd | None = None
    ended: bool = False
    """Whether the end of the match has been recorded too."""
    played: int = 0
    """The moves played in the whole match, undone ones too."""

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]


def follow(replay: Replay) -> Iterator[tuple[Line, Position]]:
    """Play a replay again by the rules, and give the position after each line (the same object, changed in place).

    Raises ReplayError at the first line that departs from the rules.
    """
    rules, setup = replay.rules, replay.setup
    position = Position(rules.new_standing(setup))
    steps = {
        "round": _follow_round,
        "move": _follow_move,
        "undo": _follow_undo,
        "note": _follow_note,
        "round_end": _follow_round_end,
        "match_end": _follow_match_end,
    }
    for line in replay.lines:
        if position.ended:
            raise replay.fault(line, "nothing follows the end of a match")
        step = steps.get(line.record["type"])
        if step is None:
            raise replay.fault(line, "a second head of a match")
        try:
            step(replay, setup, position, line)
        except RecordError as error:
            raise replay.fault(line, str(error)) from None
        yield line, position


def check(replay: Replay) -> int:
    """Play a replay again by the rules to its last line; the number of moves. Raises ReplayError."""
    played = 0
    for _, position in follow(replay):
        played = position.played
    return played


def _expect(replay: Replay, line: Line, key: str, expected: Any) -> None:
    found = line.record.get(key)
    if found != expected or type(found) is not type(expected):
        raise replay.fault(line, f"{key} is {_shown(found)}, by the rules it is {_shown(expected)}")


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."


def _expect_state(replay: Replay, line: Line, state: Any) -> None:
    expected, found = replay.rules.state_record(state), line.record.get("state")
    if found == expected:
        return
    if not isinstance(found, dict):
        raise replay.fault(line, "its state is not an object")
    for key, value in expected.items():
        if found.get(key) != value:
            text = f"state.{key} is {_shown(found.get(key))}, by the rules it is {_shown(value)}"
            raise replay.fault(line, text)
    raise replay.fault(line, f"its state has keys beyond {', '.join(expected)}")


def _follow_round(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    if position.end is not None:
        raise replay.fault(line, "the match is over: no further round begins")
    if position.number and position.round_end is None:
        raise replay.fault(line, f"round {position.number} has not ended")
    _expect(replay, line, "round", position.number + 1)
    first = line.record.get("first")
    if type(first) is not int or not 0 <= first < setup.players:
        raise replay.fault(line, "first is not the index of a player")
    if position.following is not None:
        _expect(replay, line, "first", position.following)
    state = replay.rules.state_from_record(line.record.get("state"), setup)
    if state.to_move != first:
        raise replay.fault(line, f"player {first} is first, but to_move is {_shown(state.to_move)}")
    position.number, position.first, position.round_end = position.number + 1, first, None
    position.states, position.moves = [state], []


def _running(replay: Replay, position: Position, line: Line) -> Any:
    if not position.states or position.round_end is not None:
        raise replay.fault(line, "no round is being played")
    return position.state


def _follow_move(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    rules = replay.rules
    state = _running(replay, position, line).copy()
    if state.to_move is None:
        raise replay.fault(line, "the round is over: no move can follow")
    _expect(replay, line, "player", state.to_move)
    player = state.to_move
    move, chance = rules.move_from_record(line.record.get("move"), line.record.get("state"))
    refusal = rules.refusal(rules.view(state, player), move)
    if refusal is not None:
        raise replay.fault(line, f"the move is not legal: {refusal}")
    rules.decide(state, move)
    rules.settle(state, move, chance)
    _expect_state(replay, line, state)
    position.states.append(state)
    position.moves.append((player, move, chance))
    position.played += 1


def _follow_undo(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    _running(replay, position, line)
    to = line.record.get("to")
    if type(to) is not int or not 0 <= to <= len(position.moves):
        raise replay.fault(line, f"to is not a number of moves from 0 to {len(position.moves)}")
    del position.states[to + 1 :]
    del position.moves[to:]
    _expect_state(replay, line, position.state)


def _follow_note(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    player = line.record.get("player")
    if player is not None and (type(player) is not int or not 0 <= player < setup.players):
        raise replay.fault(line, "player is neither null nor the index of a player")
    if not isinstance(line.record.get("text"), str):
        raise replay.fault(line, "a note has a text")


def _follow_round_end(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    state = _running(replay, position, line)
    if state.to_move is not None:
        raise replay.fault(line, "the round is not over")
    end = replay.rules.round_end(state, position.standing)
    _expect(replay, line, "round", position.number)
    if end.scores is not None:
        _expect(replay, line, "scores", list(end.scores))
    _expect(replay, line, "winner", end.winner)
    for key, value in end.record.items():
        _expect(replay, line, key, value)
    after = replay.rules.after_round(position.standing, position.first, end)
    position.round_end, position.standing, position.following, position.end = end, *after


def _follow_match_end(replay: Replay, setup: Setup, position: Position, line: Line) -> None:
    if position.end is None:
        raise replay.fault(line, "the match is not over")
    _expect(replay, line, "winner", position.end.winner)
    _expect(replay, line, "reason", position.end.reason)
    position.ended = True
