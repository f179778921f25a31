"""Replay files: written line by line while a match is played, and read back.

One match, one UTF-8 file of JSON Lines. A save is a replay that has no end yet. See ``docs/replays.md``.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from game import catalogue
from game.rules.protocol import AnyRules, MatchEnd, OptionError, RoundEnd, Setup
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
