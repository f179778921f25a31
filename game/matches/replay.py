"""Replay files: written line by line while a match is played, and read back.

One match, one UTF-8 file of JSON Lines. A save is a replay that has no end yet. See ``docs/replays.md``.
"""

import contextlib
import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from game.agents.agent import Considered
from game.base.safe_text import shown
from game.base.storage import StorageError, begin, home, read_whole, regular
from game.games import registry
from game.matches.thoughts import thought_record
from game.rules.language import _, error_words, joined, why_of
from game.rules.placing import Spot
from game.rules.protocol import AnyRules, MatchEnd, OptionError, RoundEnd, Setup

FORMAT = "tabletalk-replay"
VERSION = 1
MOST_BYTES = 64 << 20
"""No larger file is read."""
_HEAD_KEYS = ("type", "format", "version", "game", "seed", "options", "players")
_MOST_NAME = 100
"""No player's name has more signs."""
_PLAYER_KEYS = ("name", "ai", "parameters", "trained")
TYPES = ("match", "round", "thought", "move", "undo", "note", "round_end", "match_end")


def matches_folder() -> Path:
    """Where the user's matches are recorded."""
    return home() / "matches"


class ReplayError(ValueError):
    """A replay that cannot be read or departs from the rules; the text names file, line and fault."""


class UnknownGameError(ReplayError):
    """A replay of a game that is not registered: a mod's, perhaps, that is not loaded."""


class Recorder:
    """Writes a match to a file as it is played: a listener of the match.

    The file is created, or replaced, with its first line when the recorder opens; every line is flushed. Raises
    StorageError with the path when it cannot be written; whole lines that have been written stay. A `new` one is never
    replaced: raises FileExistsError.
    """

    def __init__(
        self,
        path: Path,
        rules: AnyRules,
        seed: int,
        setup: Setup,
        players: Sequence[Mapping[str, Any]],
        new: bool = False,
        systems: Sequence[Mapping[str, str]] = (),
    ) -> None:
        """`systems` are the mods whose systems take part, each with the SHA-256 of its files."""
        self.path = path
        self._rules = rules
        head = {
            "type": "match",
            "format": FORMAT,
            "version": VERSION,
            "game": rules.name,
            **_mod_of(rules.name),
            "seed": seed,
            "options": dict(setup.options),
            "players": list(players),
        }
        if systems:
            head["systems"] = list(systems)
        try:
            handle = begin(path, _written(head).encode("utf-8", "backslashreplace"), new)
            self._file: IO[str] = _opened(handle)
        except (OSError, ValueError) as error:
            if new and os.path.lexists(path):
                raise FileExistsError(path) from error
            raise self._trouble(error) from error

    @classmethod
    def resumed(cls, path: Path, rules: AnyRules, length: int) -> "Recorder":
        """A recorder that goes on with an unfinished file after its first `length` bytes, all whole lines."""
        recorder = cls.__new__(cls)
        recorder.path, recorder._rules = path, rules
        try:
            recorder._file = _opened(regular(path, os.O_RDWR))
            recorder._file.truncate(length)
            recorder._file.seek(length)
        except OSError as error:
            raise StorageError(_("{path} could not be continued: {why}", path=str(path), why=why_of(error))) from error
        return recorder

    def round_started(self, number: int, first: int, state: Any) -> None:
        self._write(
            {"type": "round", "round": number, "first": first, "state": self._rules.state_record(state)},
        )

    def moved(self, player: int, move: Any, chance: Any, state: Any, picked: Sequence[Spot] = ()) -> None:
        line = {
            "type": "move",
            "player": player,
            "move": self._rules.move_record(move, chance),
            "state": self._rules.state_record(state),
        }
        self._write(line | {"picked": picked} if picked else line)

    def considered(self, thought: Considered) -> None:
        """What an AI thought before its next move."""
        self._write(thought_record(self._rules, thought))

    def undone(self, to: int, state: Any, seed: int) -> None:
        """The round has gone back to its first `to` moves, and what nobody sees was drawn anew by a seed."""
        redrawn = {"seed": seed}
        self._write({"type": "undo", "to": to, "redrawn": redrawn, "state": self._rules.state_record(state)})

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
        """Close the file; a match that is not over can be resumed from it. Raises StorageError."""
        try:
            self._file.close()
        except OSError as error:
            raise self._trouble(error) from error

    def _write(self, line: Mapping[str, Any]) -> None:
        try:
            self._file.write(_written(line))
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.close()
            raise self._trouble(error) from error

    def _trouble(self, error: OSError | ValueError) -> StorageError:
        return StorageError(_("{path} could not be written: {why}", path=str(self.path), why=why_of(error)))


def _mod_of(game: str) -> dict[str, Any]:
    """The key of the head that tells which mod a game comes from; none for a game of ours."""
    mod = registry.game(game).mod
    return {} if mod is None else {"mod": {"name": mod[0], "sha256": mod[1]}}


def _opened(handle: int) -> IO[str]:
    """A file to write lines to. A lone surrogate, which UTF-8 has no bytes for, is written as JSON's own escape."""
    return open(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n")


def _written(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"


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
        return registry.game(self.head["game"]).rules

    @property
    def setup(self) -> Setup:
        """How its match was played."""
        human = any(player["ai"] is None for player in self.head["players"])
        return Setup(len(self.head["players"]), self.head["options"], human)

    @property
    def mods(self) -> list[str]:
        """The mods whose systems took part in its match."""
        return [shown(system["mod"], 60) for system in self.head.get("systems", [])]

    @property
    def finished(self) -> bool:
        """Whether its match has an end."""
        return bool(self.lines) and self.lines[-1].record["type"] == "match_end"

    def fault(self, line: Line | int, text: str) -> ReplayError:
        """The error that something is wrong at a line."""
        number = line if isinstance(line, int) else line.number
        return ReplayError(_("{path}, line {number}: {fault}", path=str(self.path), number=number, fault=text))


def read(path: Path) -> Replay:
    """Read a replay without checking it by the rules. Raises ReplayError naming the line that is damaged."""
    try:
        raw = read_whole(path, MOST_BYTES, "replay")
    except StorageError as error:
        raise ReplayError(error_words(error)) from error
    whole, _, rest = raw.rpartition(b"\n")
    warning = None
    if rest:
        warning = f"{path}: the last line is incomplete and was dropped"
    replay = Replay(path, {}, [], len(raw) - len(rest), warning)
    texts = whole.split(b"\n") if whole else []
    if not texts:
        raise replay.fault(1, "this is not a Tabletalk replay: it has no whole line")
    records = [_parsed(replay, number, text) for number, text in enumerate(texts, start=1)]
    try:
        _check_head(replay, records[0])
    except RecursionError:
        raise replay.fault(1, "damaged: it is nested too deeply") from None
    players = [player | {"name": shown(player["name"])} for player in records[0]["players"]]
    replay.head = records[0] | {"players": players}
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
    version = head.get("version")
    if type(version) is not int or version != VERSION:
        raise replay.fault(
            1, _("it has version {version}; this program reads version {ours}", version=repr(version), ours=VERSION)
        )
    check_keys(replay, 1, head, [*_HEAD_KEYS, *(key for key in ("mod", "systems", "branch") if key in head)])
    _check_systems(replay, head.get("systems", []))
    _check_branch(replay, head)
    try:
        game = registry.game(str(head["game"]))
    except registry.UnknownNameError as error:
        raise UnknownGameError(
            error_words(replay.fault(1, joined([error_words(error), _check_mod(replay, head)], "; ")))
        ) from None
    rules = game.rules
    if ("mod" in head) != (game.mod is not None):
        raise replay.fault(1, f"{rules.name} is {'no' if 'mod' in head else 'the'} game of a mod here")
    _check_mod(replay, head)
    if head["game"] != rules.name:
        raise replay.fault(1, f"its game is written {rules.name}")
    if type(head["seed"]) is not int:
        raise replay.fault(1, "its seed is not a whole number")
    players = head["players"]
    if not isinstance(players, list) or len(players) not in rules.seats:
        raise replay.fault(1, "its players are not a list of as many as the game seats")
    for player in players:
        _check_player(replay, player)
    _check_options(replay, rules, head["options"])


def _check_mod(replay: Replay, head: dict[str, Any]) -> str:
    """Raise ReplayError where the mod of a game is not told as it must be; the mod, in words."""
    if "mod" not in head:
        return ""
    mod = head["mod"]
    check_keys(replay, 1, mod, ("name", "sha256"))
    if not isinstance(mod["name"], str) or not is_digest(mod["sha256"]):
        raise replay.fault(1, "its mod has not a name and a SHA-256 in hexadecimal")
    return _("its game comes from the mod {mod}", mod=shown(mod["name"], 60))


def is_digest(value: object) -> bool:
    """Whether a value is a SHA-256 in hexadecimal."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def check_keys(replay: Replay, line: Line | int, record: Any, keys: Sequence[str]) -> None:
    """Raise ReplayError where an object of a line has not exactly these keys."""
    if not isinstance(record, dict) or record.keys() != set(keys):
        raise replay.fault(line, f"not an object of exactly the keys {', '.join(keys)}")


def _check_player(replay: Replay, player: Any) -> None:
    check_keys(replay, 1, player, _PLAYER_KEYS)
    if not isinstance(player["name"], str) or len(player["name"]) > _MOST_NAME:
        raise replay.fault(1, f"a player's name is not a text of at most {_MOST_NAME} signs")
    if player["ai"] is not None and not isinstance(player["ai"], str):
        raise replay.fault(1, "a player's ai is neither a name nor null")
    if not isinstance(player["parameters"], dict):
        raise replay.fault(1, "a player's parameters are not an object")
    trained = player["trained"]
    if trained is not None and not is_digest(trained):
        raise replay.fault(1, "a player's trained is neither null nor a SHA-256 in hexadecimal")


def _check_systems(replay: Replay, systems: Any) -> None:
    if not isinstance(systems, list):
        raise replay.fault(1, "its systems are not a list")
    for system in systems:
        check_keys(replay, 1, system, ("mod", "sha256"))
        if not isinstance(system["mod"], str) or not is_digest(system["sha256"]):
            raise replay.fault(1, "one of its systems has no name of a mod and no SHA-256 in hexadecimal")


def _check_branch(replay: Replay, head: dict[str, Any]) -> None:
    """Raise ReplayError where a head tells in a wrong way which match this one goes on with, and from where."""
    if "branch" in head:
        branch = head["branch"]
        check_keys(replay, 1, branch, ("of", "move"))
        if not is_digest(branch["of"]) or type(branch["move"]) is not int or branch["move"] < 0:
            raise replay.fault(1, "its branch has not a SHA-256 in hexadecimal and a number of moves")


def _check_options(replay: Replay, rules: AnyRules, options: Any) -> None:
    known = {option.key: option for option in rules.options}
    needed = {option.key for option in rules.options if option.always}
    if not isinstance(options, dict) or not needed <= set(options) <= set(known):
        raise replay.fault(1, f"its options are not exactly: {', '.join(known)}")
    for key, value in options.items():
        try:
            fits = known[key].parse(str(value).strip("[]").replace(" ", "")) == value
        except (ValueError, OptionError):
            fits = False
        if not fits:
            raise replay.fault(1, f"its option {key} cannot be {value!r}")
