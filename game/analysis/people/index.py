"""An index of recorded matches and their analyses, so that thousands of them are there at once.

It lies beside the matches, and holds nothing that is not in the files: whatever is missing in it, or is another than it
was, is read again, and where the index itself is missing or damaged, it is made anew. The files are looked at in steps,
so that a window can do it between frames.
"""

import json
import os
import re
import sqlite3
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from game.analysis import kept
from game.analysis.account import Lost, losses, together
from game.analysis.judges import SEED, JudgeError, JudgeWords, usual_judge
from game.base.storage import StorageError, read_whole
from game.games import registry
from game.matches.check import Follower
from game.matches.notes import LENT, TAKEN_BACK
from game.matches.replay import FORMAT, MOST_BYTES, ReplayError, matches_folder, read
from game.rules.protocol import shares

if TYPE_CHECKING:
    from game.analysis.analysis import Analysis

VERSION = 7
"""The version of the tables; an index of another one is made anew."""
NAME = "index.sqlite"
_PLAYED = ("person", "lent", "moves", "finished", "result", "taken_back")
_MATCH = ("name", "size", "changed", "digest", "game", "options", "players", *_PLAYED, "refused")
_ANALYSIS = ("name", "size", "changed", "digest", "judge", "effort", "seed")
_JUDGED = ("name", "player", "lost", "counting", "accurate", "luck")
_MISTAKE = ("name", "player", "move", "loss")
_TABLES = f"""
CREATE TABLE matches ({", ".join(_MATCH)}, PRIMARY KEY (name));
CREATE TABLE analyses ({", ".join(_ANALYSIS)}, PRIMARY KEY (name));
CREATE TABLE judged ({", ".join(_JUDGED)}, PRIMARY KEY (name, player));
CREATE TABLE mistakes ({", ".join(_MISTAKE)}, PRIMARY KEY (name, move));
CREATE INDEX by_digest ON analyses (digest);
PRAGMA user_version = {VERSION};
"""
_USUAL = f"""
SELECT matches.name AS match, analyses.name AS analysis, max(analyses.changed)
FROM matches JOIN analyses ON analyses.digest = matches.digest
WHERE judge = coalesce(usual_judge(game, options), judge) AND effort = {JudgeWords.effort} AND seed = {SEED}
GROUP BY matches.name
"""
"""The analysis of each match that counts: of those by the usual judge, effort and seed the latest."""
MISTAKES = ("mistake", "blunder")
"""What is to be practised."""
_OLD_UNDO = re.compile(rb'\n{"type":"undo","to":\d+,"state"')
"""An undo that put back the same deck and random numbers, as those of older files did: nothing tells what was seen."""
_WAIT = 0.2
"""Seconds to wait for another program that writes the index."""
_DAMAGE = (sqlite3.DatabaseError, ValueError, TypeError, LookupError)
"""What reading an index raises whose bytes are not those that were written."""
_BEYOND = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
}
"""The errors of a file that is sound, but that cannot be written now."""


class Judged(NamedTuple):
    """What an analysis says of a player: what its decisions lost, and the luck of the match, None where hands are still
    hidden."""

    lost: Lost
    luck: float | None


class Recorded(NamedTuple):
    """A recorded match in which one person sits from the first move on: its file's name, when it was last played, in
    seconds since 1970, its digest, game, options and players as its first line has them, which of them is the person,
    how many moves an AI made for the person, the moves in it, whether it is over, the person's share of the result
    (None: no end), what its analysis says of the person, where there is one, and whether something was taken back after
    it had shown more than could be known."""

    name: str
    when: float
    digest: str
    game: str
    options: Mapping[str, Any]
    players: Sequence[Mapping[str, Any]]
    person: int
    lent: int
    moves: int
    finished: bool
    result: float | None
    judged: Judged | None
    taken_back: bool = False


class Mistake(NamedTuple):
    """A mistake of the person: the file's name and digest of its match, the number of the move, and what it lost."""

    name: str
    digest: str
    move: int
    loss: float


class Index:
    """The index of a folder of matches; `update` brings it up to date. Where its file cannot be used, it is held in
    memory, and made anew every time."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = matches_folder() if folder is None else folder
        self._rows = _opened(self.folder / NAME)

    @property
    def changes(self) -> int:
        """How many rows were changed since it was opened: it holds what it held as long as this is the same."""
        return self._rows.total_changes

    def close(self) -> None:
        """Close the file."""
        self._rows.close()

    def update(self) -> Generator[int, None, None]:
        """Bring it up to date, in steps that tell how many files are left: a step a file, and one a line of a match
        that is checked. What is done is kept in any case."""
        todo = [*self._changed("matches", _listed(self.folder, ".jsonl"))]
        todo += self._changed("analyses", _listed(kept.folder(), ".json"))
        for left, (table, path, size, changed) in zip(range(len(todo) - 1, -1, -1), todo, strict=True):
            for _ in self._take(table, path, size, changed):
                yield left + 1
            with suppress(sqlite3.Error):  # another program writes it: the file is read again the next time
                self._rows.commit()  # at once: another window must not wait until all are read
            yield left

    def _changed(self, table: str, there: Mapping[str, tuple[str, int, int]]) -> Iterator[tuple[str, Path, int, int]]:
        """The files of a folder that a table does not hold as they are; it forgets those that are gone."""
        known = {row[0]: row[1:] for row in self._rows.execute(f"SELECT name, size, changed FROM {table}")}
        for gone in known.keys() - there.keys():
            self._forget(table, gone)
        for name, (path, size, changed) in there.items():
            if known.get(name) != (size, changed):
                yield table, Path(path), size, changed

    def _forget(self, table: str, name: str) -> None:
        for each in (table, "judged", "mistakes") if table == "analyses" else (table,):
            with suppress(sqlite3.OperationalError):
                self._rows.execute(f"DELETE FROM {each} WHERE name = ?", [name])

    def _take(self, table: str, path: Path, size: int, changed: int) -> Iterator[None]:
        """Read a file; one that is none is kept as such, so that it is not read again. A match that counts for a person
        is checked by the rules, a line a step."""
        head = [path.name, size, changed]
        match = _match(path) if table == "matches" else None
        refused = match is not None and _counts(match) and (yield from departs(path))
        self._forget(table, path.name)
        with suppress(sqlite3.OperationalError):
            if table == "matches":
                self._put("matches", [*head, *(match or [None] * (len(_MATCH) - 4)), int(refused or match is None)])
                return
            found = kept.load(path)
            told = [None] * 4 if found is None else [found.digest, found.judge, found.effort, found.seed]
            self._put("analyses", [*head, *told])
            for player in range(0 if found is None else len(found.players)):
                assert found is not None
                told_of = judged(found, player)
                self._put("judged", [path.name, player, *told_of.lost, told_of.luck])
            for decision in () if found is None else found.decisions:
                if decision.called in MISTAKES and not decision.lent:
                    self._put("mistakes", [path.name, decision.player, decision.move, decision.loss])

    def _put(self, table: str, row: Sequence[Any]) -> None:
        self._rows.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)

    def recorded(self) -> list[Recorded]:
        """The matches in which one person sits from the first move on, the oldest first, but for `refused` ones. Of the
        analyses of a match only that by the usual judge, with the usual effort and seed, counts: others do not
        compare."""
        return _recorded(self._rows)

    def refused(self) -> list[str]:
        """The names of the files that count for nothing: no matches, or matches over that depart from the rules."""
        return [name for (name,) in self._rows.execute("SELECT name FROM matches WHERE refused ORDER BY name")]

    def analysed(self) -> set[str]:
        """The names of all matches of which there is an analysis that counts, whoever sits in them."""
        _know_judges(self._rows)
        return {name for (name, *_) in self._rows.execute(_USUAL)}

    def mistakes(self, game: str) -> list[Mistake]:
        """The person's mistakes at a game by the analyses that count, those of the latest match first."""
        query = f"""
            SELECT matches.name, digest, move, loss
            FROM matches
            JOIN ({_USUAL}) AS usual ON usual.match = matches.name
            JOIN mistakes ON mistakes.name = usual.analysis AND mistakes.player = person
            WHERE game = ? AND NOT refused
            ORDER BY changed DESC, matches.name, move
        """
        _know_judges(self._rows)
        return [Mistake(*row) for row in self._rows.execute(query, [game])]


def _recorded(rows: sqlite3.Connection) -> list[Recorded]:
    """What an index holds of matches in which one person sits; where it is damaged it raises one of `_DAMAGE`."""
    query = f"""
        SELECT matches.name, changed, digest, game, options, players, {", ".join(_PLAYED)},
               lost, counting, accurate, luck
        FROM matches
        LEFT JOIN ({_USUAL}) AS usual ON usual.match = matches.name
        LEFT JOIN judged ON judged.name = usual.analysis AND judged.player = person
        WHERE person IS NOT NULL AND NOT refused
        ORDER BY changed, matches.name
    """
    _know_judges(rows)
    found, parsed = list[Recorded](), _Parsed()
    for name, changed, digest, game, options, players, *played in rows.execute(query):
        person, lent, moves, finished, result, taken_back, *said = played
        told = None if said[1] is None else Judged(Lost(*said[:3]), said[3])
        head = name, changed / 1e9, digest, game, parsed[options], parsed[players], person, lent
        found.append(Recorded(*head, moves, bool(finished), result, told, bool(taken_back)))
    return found


def _know_judges(rows: sqlite3.Connection) -> None:
    """Let what is asked of an index next know the usual judges of today: mods come and go."""
    rows.create_function("usual_judge", 2, cache(_usual_judge))


def _usual_judge(game: str, options: str) -> str | None:
    """Who judges a game with these options, in JSON; None where that cannot be told: a mod's game that is not there."""
    with suppress(registry.UnknownNameError, JudgeError):
        return usual_judge(registry.game(game), json.loads(options))
    return None


class _Parsed(dict[str, Any]):
    """Texts of JSON and what they hold: many matches have the same players and options."""

    def __missing__(self, text: str) -> Any:
        self[text] = json.loads(text)
        return self[text]


def judged(analysis: "Analysis", player: int) -> Judged:
    """What an analysis says of a player."""
    luck = analysis.account[player].luck if analysis.account else None
    return Judged(together(losses(player, analysis.decisions)), luck)


# --- files -------------------------------------------------------------------------------------------------------


def _opened(path: Path) -> sqlite3.Connection:
    """The index of a path, made anew where there is none that can be used; in memory where none can be written."""
    for _ in range(2):
        try:
            if path.exists() and not path.is_file():
                break
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = sqlite3.connect(path, timeout=_WAIT)
            rows.execute("PRAGMA synchronous = OFF")  # what a lost current damages is made anew
            if _holds(rows):
                return rows
            rows.close()
            path.unlink(missing_ok=True)
        except OSError:
            break
        except _DAMAGE as error:
            if getattr(error, "sqlite_errorcode", None) in _BEYOND:
                break
            with suppress(OSError):
                path.unlink(missing_ok=True)
    rows = sqlite3.connect(":memory:")
    rows.executescript(_TABLES)
    return rows


def _holds(rows: sqlite3.Connection) -> bool:
    """Whether an index is whole and of this version; a new one is given its tables. Raises one of `_DAMAGE`."""
    (version,) = rows.execute("PRAGMA user_version").fetchone()
    if version == 0 and not rows.execute("SELECT name FROM sqlite_master").fetchone():
        rows.executescript(_TABLES)
        return True
    if version != VERSION or rows.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        return False
    # The check knows nothing of what columns are called, and of what rows mean.
    tables = (("matches", _MATCH), ("analyses", _ANALYSIS), ("judged", _JUDGED), ("mistakes", _MISTAKE))
    for table, columns in tables:
        rows.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
    _recorded(rows)
    return True


def _listed(folder: Path, ending: str) -> dict[str, tuple[str, int, int]]:
    """The paths of the files of a folder with such names, each with its size and the time of its last change; none
    where there is no folder."""
    found: dict[str, tuple[str, int, int]] = {}
    with suppress(OSError), closing(os.scandir(folder)) as entries:
        for entry in entries:
            if entry.name.endswith(ending):
                with suppress(OSError):
                    seen = entry.stat()
                    found[entry.name] = entry.path, seen.st_size, seen.st_mtime_ns
    return found


def person_in(head: Mapping[str, Any]) -> int | None:
    """Which player of a replay with this first line is the person whose match it is; None where it is nobody's."""
    people = [seat for seat, player in enumerate(head["players"]) if player["ai"] is None]
    # What was played before a branch is told by the match that it branches from, if the person played it at all.
    return people[0] if len(people) == 1 and "branch" not in head else None


def _match(path: Path) -> list[Any] | None:
    """What the index holds of a replay: it is read, and not checked by the rules. None where it is none."""
    with suppress(StorageError, ValueError, LookupError, TypeError, RecursionError):
        raw = read_whole(path, MOST_BYTES, "replay")
        first, _, rest = raw.partition(b"\n")
        head, last = json.loads(first), rest.rpartition(b"\n")[0].rpartition(b"\n")[2]
        if head["format"] != FORMAT:
            return None
        players = [{key: player[key] for key in ("name", "ai", "parameters", "trained")} for player in head["players"]]
        person = person_in(head)
        own, lent = (0, 0) if person is None else _own_and_lent(raw, person)
        if lent > own:
            person = None  # mostly played by an AI
        end = json.loads(last) if b'"match_end"' in last else {}
        finished = end.get("type") == "match_end"
        result = shares(end["winner"], len(players))[person] if finished and person is not None else None
        taken_back = TAKEN_BACK.encode() in raw or _OLD_UNDO.search(raw) is not None
        played = raw.count(b'{"type":"move"'), int(finished), result, int(taken_back)
        told = [json.dumps(each, separators=(",", ":")) for each in (dict(head["options"]), players)]
        return [sha256(raw).hexdigest(), str(head["game"]), *told, person, lent, *played]
    return None


def _counts(match: Sequence[Any]) -> bool:
    """Whether a match, as the index holds it, is over, one person's, and of a game of ours: a mod's rules are not the
    same for good."""
    told = dict(zip(_MATCH[3:], match, strict=False))
    ours = {game.name for game in registry.games() if game.mod is None}
    return bool(told["finished"]) and told["person"] is not None and told["game"] in ours


def departs(path: Path) -> Generator[None, None, bool]:
    """Follow a replay by the rules, a line a step, to whether it departs from them, as ``check`` would say."""
    try:
        replay = read(path)
        follower = Follower(replay)
        for line in replay.lines:
            follower.step(line)
            yield
    except ReplayError:
        return True
    return False


def _own_and_lent(raw: bytes, person: int) -> tuple[int, int]:
    """How many moves of a person stand in a replay that it made itself, and how many an AI made for it; nothing is
    counted where there are none of these."""
    if LENT.encode() not in raw:
        return 0, 0
    stand, began, lent = list[bool | None](), 0, False
    for record in map(json.loads, raw.rpartition(b"\n")[0].split(b"\n")):
        match record["type"]:
            case "round":
                began = len(stand)
            case "note":
                lent = lent or record["text"] == LENT
            case "move":
                stand.append(lent if record["player"] == person else None)
                lent = False
            case "undo":
                del stand[began + record["to"] :]
    return stand.count(False), stand.count(True)
