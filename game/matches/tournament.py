"""Tournaments: arenas that are kept as they go, in a file each, so that they can be stopped and gone on with later.

What is played, counted and rated is an arena's (:mod:`game.matches.arena`); here it is written down between matches.
"""

import itertools
import json
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from game.base.storage import StorageError, begin, home, latest_first, read_whole
from game.games import registry
from game.matches.arena import Arena, Outcome, Rated, Schedule
from game.matches.arena_match import ArenaMatch, with_systems
from game.matches.faults import FaultSum
from game.mods.mods import MODS
from game.rules.language import _, error_words
from game.rules.options import parse_options
from game.rules.protocol import OptionError

VERSION = 1
MOST_ENTRANTS = 10
"""A cross table of more cannot be read at a glance."""
MOST_GAMES = 10_000
_MOST_BYTES = 4 << 20


class Start(NamedTuple):
    """What an entrant plays by: the SHA-256 of its checkpoint and of the mod that it comes from, where it has them."""

    trained: str | None = None
    mod: str | None = None


@dataclass
class Tournament:
    """Entrants of a game, in the words of seats, and what has been played between them so far. `starts` tells what
    each of them plays by, once that is known: a tournament goes on with the same entrants or not at all."""

    game: str
    specs: tuple[str, ...]
    options: Mapping[str, Any]
    schedule: Schedule
    begun: float = field(default_factory=time.time)
    starts: tuple[Start, ...] = ()
    played: set[int] = field(default_factory=set)
    arena: Arena = field(init=False)
    _rated: tuple[int, list[Rated]] = field(default=(0, []), init=False, repr=False)
    """The ratings after so many matches."""

    def __post_init__(self) -> None:
        self.arena = Arena(self.schedule)

    @classmethod
    def between(
        cls, game: str, specs: Sequence[str], options: Mapping[str, Any], games: int, seed: int
    ) -> "Tournament":
        """A new tournament: every pair plays `games` matches, or, at a game that is not for two, all play as many at
        one table. Raises ValueError where so many cannot play."""
        seats = registry.game(game).rules.seats
        one_table = 2 not in seats
        if len(specs) < 2 or len(specs) > MOST_ENTRANTS or (one_table and len(specs) not in seats):
            raise ValueError(f"{game} is not for {len(specs)}")
        return cls(game, tuple(specs), dict(options), Schedule(len(specs), games, seed, one_table))

    @property
    def names(self) -> tuple[str, ...]:
        """What its entrants are called in files: as in an arena."""
        return with_systems(self.game, self.specs)

    @property
    def over(self) -> bool:
        """Whether every match has been played."""
        return len(self.played) == self.schedule.matches

    @property
    def rated(self) -> list[Rated]:
        """The entrants by rating, the best first, after all that has been played; nobody where nothing has."""
        if self._rated[0] != len(self.played):
            self._rated = len(self.played), self.arena.rated(self.names)
        return self._rated[1]

    def match(self) -> ArenaMatch:
        """What plays its matches, in this process or another. Raises UnknownNameError where an AI is gone."""
        through = "world" if MODS.through_world(self.game) else "rules"
        mods = MODS.in_use(self.game, self.specs, systems=True)
        return ArenaMatch(self.game, self.specs, self.options, through, mods=mods)

    def missing(self) -> list[int]:
        """The numbers of the matches that are still to be played: of all groups the first one before the second of
        any, so that the table fills evenly."""
        groups, games = len(self.schedule.groups), self.schedule.games
        numbers = (group * games + index + 1 for index in range(games) for group in range(groups))
        return [number for number in numbers if number not in self.played]

    def count(self, outcome: Outcome, seconds: float = 0.0) -> None:
        """Take in a match, once."""
        if outcome.number not in self.played:
            self.played.add(outcome.number)
            self.arena.count(outcome)
            self.arena.seconds += seconds

    def take_over(self, other: "Tournament") -> None:
        """Go on from where another window has brought the same tournament. Raises ValueError where it is another."""
        if (self.game, self.specs, self.schedule, self.begun) != (other.game, other.specs, other.schedule, other.begun):
            raise ValueError("it is another tournament")
        if len(other.played) > len(self.played):
            self.played, self.arena, self.starts = other.played, other.arena, other.starts

    def result(self) -> dict[str, Any]:
        """The result as ``arena --json`` writes it."""
        return self.arena.record(self.game, self.names)

    # --- as a file ---

    def record(self) -> dict[str, Any]:
        """What its file holds."""
        arena, schedule = self.arena, self.schedule
        starts = self.starts or (Start(),) * len(self.specs)
        known = {option.key: option for option in registry.game(self.game).rules.options}
        return {
            "version": VERSION,
            "begun": self.begun,
            "game": self.game,
            "ais": [{"ai": spec, **start._asdict()} for spec, start in zip(self.specs, starts, strict=True)],
            "options": {key: replace(known[key], default=value).default_text for key, value in self.options.items()},
            "games": schedule.games,
            "seed": schedule.seed,
            "one_table": schedule.one_table,
            "played": list(_ranges(sorted(self.played))),
            "results": [[*tally.wins, tally.draws] for tally in arena.tallies],
            "moves": arena.moves,
            "seconds": round(arena.seconds, 3),
            "left_out": [tally.left_out for tally in arena.tallies],
            "faults": {str(entrant): _told(fault) for entrant, fault in arena.faults.items()},
            "system_faults": {name: _told(fault) for name, fault in arena.system_faults.items()},
        }

    @classmethod
    def of(cls, record: Mapping[str, Any]) -> "Tournament":
        """The tournament of such a record. Raises whatever a record raises that is none, UnknownNameError or
        OptionError where its game or its options are gone."""
        if record["version"] != VERSION:
            raise ValueError(f"it is not of version {VERSION}")
        rules = registry.game(str(record["game"])).rules
        specs = tuple(str(row["ai"]) for row in record["ais"])
        if not 2 <= len(specs) <= MOST_ENTRANTS:
            raise ValueError(f"it is one of {len(specs)} players")
        texts = [f"{key}={text}" for key, text in dict(record["options"]).items()]
        schedule = Schedule(len(specs), _counted(record["games"]), int(record["seed"]), bool(record["one_table"]))
        found = cls(rules.name, specs, parse_options(rules, texts), schedule, float(record["begun"]))
        starts = tuple(Start(row["trained"], row["mod"]) for row in record["ais"])
        found.starts = starts if any(part is not None for start in starts for part in start) else ()
        found.played = set(_numbers(record["played"], schedule.matches))
        _fill(found.arena, record)
        if found.arena.matches != len(found.played):
            raise ValueError("its results are not those of the matches that it names")
        return found


def _ranges(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers in ascending order as first and last of each unbroken run."""
    first = last = 0
    for number in numbers:
        if first and number == last + 1:
            last = number
            continue
        if first:
            yield [first, last]
        first = last = number
    if first:
        yield [first, last]


def _numbers(ranges: Sequence[Sequence[int]], most: int) -> Iterator[int]:
    """The numbers of such runs. Raises ValueError where one is not from 1 to `most`."""
    for first, last in ranges:
        if not 1 <= first <= last <= most:
            raise ValueError("it names matches that there are not")
        yield from range(first, last + 1)


def _counted(games: Any) -> int:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise ValueError(f"it has not between 1 and {MOST_GAMES:,} matches a pair")
    return games


def _fill(arena: Arena, record: Mapping[str, Any]) -> None:
    """Take in what was counted. Raises ValueError, TypeError or LookupError where that is no such count."""
    for tally, row in zip(arena.tallies, record["results"], strict=True):
        counts = [int(count) for count in row]
        if len(counts) != len(tally.players) + 1 or min(counts) < 0:
            raise ValueError("a result is none")
        *tally.wins, tally.draws = counts
    for tally, left_out in zip(arena.tallies, record.get("left_out", [0] * len(arena.tallies)), strict=True):
        tally.left_out = int(left_out)
    arena.moves, arena.seconds = int(record["moves"]), float(record["seconds"])
    arena.faults = {int(entrant): _sum(row) for entrant, row in dict(record["faults"]).items()}
    arena.system_faults = {str(name): _sum(row) for name, row in dict(record["system_faults"]).items()}


def _told(fault: FaultSum) -> list[Any]:
    number, note = fault.first or (0, "")
    return [fault.times, fault.matches, fault.replaced, number, note, fault.absent]


def _sum(row: Sequence[Any]) -> FaultSum:
    times, matches, replaced, number, note, *absent = row  # files of before hold no more
    first = (int(number), str(note)) if number else None
    return FaultSum(int(times), int(matches), int(replaced), first, sum(map(int, absent)))


# --- the folder --------------------------------------------------------------------------------------------------


def folder() -> Path:
    """Where tournaments are kept."""
    return home() / "tournaments"


def free_path(tournament: Tournament) -> Path:
    """The file of a new tournament, written at once so that no other window takes its name: "nim-20261123-1", say.
    Where nothing can be written, only the name."""
    day = time.strftime("%Y%m%d", time.localtime(tournament.begun))
    for number in itertools.count(1):
        path = folder() / f"{tournament.game}-{day}-{number}.json"
        try:
            os.close(begin(path, content(tournament), new=True))
        except FileExistsError:
            continue
        except OSError:  # told once it is played
            return path
        return path
    raise AssertionError("numbers do not end")


def kept() -> list[Path]:
    """The files of all tournaments, the latest first, damaged ones and what is no file too."""
    return latest_first(folder(), ".json")


def content(tournament: Tournament) -> bytes:
    """What is written to a tournament's file."""
    return (json.dumps(tournament.record(), indent=1, ensure_ascii=False) + "\n").encode("utf-8")


def load(path: Path) -> Tournament:
    """The tournament of a file. Raises StorageError where it is damaged, or something else; UnknownNameError or
    OptionError where its game, or an option of it, is not there."""
    raw = read_whole(path, _MOST_BYTES, "a tournament")
    try:
        return Tournament.of(json.loads(raw))
    except (registry.UnknownNameError, OptionError):
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError) as error:
        raise StorageError(
            _("{path} does not hold a tournament that can be read: {fault}", path=str(path), fault=error_words(error))
        ) from None
