"""Arenas: every pair of players plays a number of matches, or all of them play at one table; then they are rated.

What a match is, and who plays it, is the caller's business: an arena says which match is which, shares them out to
workers, and counts.
"""

import csv
import io
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from game.matches.faults import Fault, FaultSum
from game.matches.ratings import Meetings, rating_intervals, ratings, wilson
from game.rules.language import _, ngettext
from game.training.spreading import HERE, Spread

_LARGEST_CHUNK = 50
_CHUNKS_PER_WORKER = 16
_ONCE = 1.0
"""Seconds that what is done once may take, as reading what AIs have learnt: the pace is told without them."""


class Fixture(NamedTuple):
    """A match to be played: its number in the arena from 1, which entrant sits at each seat, and its seed."""

    number: int
    seats: tuple[int, ...]
    seed: int


class Outcome(NamedTuple):
    """A match that was played: its number, the seat that won or None for a draw, the moves played, and whose moves were
    another's; and the first fault of each system of a mod that was at fault, by its name."""

    number: int
    winner: int | None
    moves: int
    faults: tuple[Fault, ...] = ()
    system_faults: tuple[tuple[str, str], ...] = ()


Play: TypeAlias = Callable[[Fixture], Outcome]
"""Plays a match; what it returns depends on the fixture alone. To be sent to workers it must be picklable."""


@dataclass(frozen=True)
class Schedule:
    """Which matches are played: `games` by every pair of the entrants, by all of them where `one_table` is set, or by
    those pairs alone that are named.

    Seats are taken in turn: from each match of a group to the next everybody moves one seat on. The match with the
    index i among its group's has the seed ``seed + i``, so every pair meets the same deals. With `same_deals` the
    seed is ``seed + i // (players at the table)``: everybody plays each deal from every seat.
    """

    entrants: int
    games: int
    seed: int
    one_table: bool = False
    same_deals: bool = False
    pairs: tuple[tuple[int, int], ...] = ()

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The entrants that meet: each pair in order, those that are named, or one group of all."""
        everybody = range(self.entrants)
        if self.pairs:
            return list(self.pairs)
        return [tuple(everybody)] if self.one_table else list(combinations(everybody, 2))

    @property
    def matches(self) -> int:
        """How many matches there are in all."""
        return len(self.groups) * self.games

    def fixture(self, number: int) -> Fixture:
        """The match of a number, counted from 1, group after group."""
        group, index = divmod(number - 1, self.games)
        players = self.groups[group]
        shift = index % len(players)
        deal = index // len(players) if self.same_deals else index
        return Fixture(number, players[shift:] + players[:shift], self.seed + deal)


@dataclass
class Tally:
    """What became of the matches of one group: the wins of each of its players, in its order, the draws, and how many
    matches are left out, because somebody made no move of its own in them."""

    players: tuple[int, ...]
    wins: list[int]
    draws: int = 0
    left_out: int = 0

    @property
    def games(self) -> int:
        """How many matches were counted."""
        return sum(self.wins) + self.draws

    def rate(self, position: int) -> float:
        """The share of the matches that a player won, a draw counted as half."""
        return (self.wins[position] + self.draws / 2) / self.games if self.games else 0.0

    def interval(self, position: int) -> tuple[float, float]:
        """The 95 % interval of that rate."""
        return wilson(self.wins[position] + self.draws / 2, self.games)


class Rated(NamedTuple):
    """How good an entrant has shown itself: its rating, and its rate over all its matches, a draw counted as half; each
    with its 95 % interval."""

    ai: str
    rating: float
    interval: tuple[float, float]
    matches: int
    rate: float
    rate_interval: tuple[float, float]

    def record(self) -> dict[str, Any]:
        """The row as files hold it."""
        return {
            "ai": self.ai,
            "rating": round(self.rating, 1),
            "interval": [round(bound, 1) for bound in self.interval],
            "matches": self.matches,
            "rate": round(self.rate, 4),
            "rate_interval": [round(bound, 4) for bound in self.rate_interval],
        }


@dataclass
class Arena:
    """An arena's result: a tally for every group, the moves played in all, the seconds it took, the faults of each
    entrant that was at fault, and those of systems of mods by their names."""

    schedule: Schedule
    tallies: list[Tally] = field(default_factory=list)
    moves: int = 0
    seconds: float = 0.0
    faults: dict[int, FaultSum] = field(default_factory=dict)
    system_faults: dict[str, FaultSum] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tallies = [Tally(players, [0] * len(players)) for players in self.schedule.groups]

    def count(self, outcome: Outcome) -> None:
        """Add one match."""
        tally = self.tallies[(outcome.number - 1) // self.schedule.games]
        self.moves += outcome.moves
        seats = self.schedule.fixture(outcome.number).seats
        for fault in outcome.faults:
            self.faults.setdefault(seats[fault.seat], FaultSum()).add(outcome.number, fault)
        for name, note in outcome.system_faults:
            self.system_faults.setdefault(name, FaultSum()).add(outcome.number, Fault(-1, 1, note, False))
        if any(fault.absent for fault in outcome.faults):
            tally.left_out += 1
        elif outcome.winner is None:
            tally.draws += 1
        else:
            tally.wins[tally.players.index(seats[outcome.winner])] += 1

    def add(self, other: "Arena") -> None:
        """Take in what another arena of the same entrants counted, and who was at fault there; how often, and its
        seconds, stay its own."""
        self.tallies += other.tallies
        self.moves += other.moves
        self.faults = other.faults | self.faults

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return sum(tally.games + tally.left_out for tally in self.tallies)

    def marked(self, names: Sequence[str]) -> tuple[str, ...]:
        """The names of the entrants, with a star where others moved for them."""
        return tuple([f"{name} *" if entrant in self.faults else name for entrant, name in enumerate(names)])

    def per_second(self, number: int) -> float:
        """So many of anything, for each second that the arena took."""
        return number / self.seconds if self.seconds > 0 else 0.0

    def ratings(self, names: Sequence[str]) -> dict[str, float]:
        """The rating of every entrant by its name, but of those all of whose matches are left out; entrants of one
        name are one player."""
        rated = ratings(self._all_meetings(names))
        return {name: rated[name] for name in names if name in rated}

    def rating_intervals(self, names: Sequence[str]) -> dict[str, tuple[float, float]]:
        """The 95 % interval of every entrant's rating by its name."""
        return rating_intervals(self._all_meetings(names))

    def rated(self, names: Sequence[str]) -> list[Rated]:
        """What came out for every entrant, the best first."""
        reaches = self.rating_intervals(names)
        rated = sorted(self.ratings(names).items(), key=lambda row: -row[1])
        return [self._rated(name, names.index(name), rating, reaches[name]) for name, rating in rated]

    def _rated(self, name: str, entrant: int, rating: float, reach: tuple[float, float]) -> Rated:
        points, games = self.points_of(entrant)
        return Rated(name, rating, reach, games, points / games if games else 0.0, wilson(points, games))

    def points_of(self, entrant: int) -> tuple[float, int]:
        """The points of an entrant in all its matches, a draw counted as half, and how many matches those are."""
        own = [tally for tally in self.tallies if entrant in tally.players]
        points = sum((tally.rate(tally.players.index(entrant)) * tally.games for tally in own), 0.0)
        return points, sum(tally.games for tally in own)

    def _all_meetings(self, names: Sequence[str]) -> list[Meetings]:
        return [self._meetings(tally, names) for tally in self.tallies if tally.games or not tally.left_out]

    @staticmethod
    def _meetings(tally: Tally, names: Sequence[str]) -> Meetings:
        share = tally.draws / len(tally.players)
        return Meetings(tuple(names[player] for player in tally.players), tuple(wins + share for wins in tally.wins))

    def record(self, game: str, names: Sequence[str]) -> dict[str, Any]:
        """The result as ``arena --json`` writes it; its faults only where there were any."""
        found: dict[str, Any] = {
            "game": game,
            "games": self.schedule.games,
            "seed": self.schedule.seed,
            "results": self._table_record(names) if self.schedule.one_table else self._pairs_record(names),
            "ratings": {name: round(rating, 2) for name, rating in self.ratings(names).items()},
            "moves": self.moves,
            "seconds": self.seconds,
            "moves_per_second": self.per_second(self.moves),
            "matches_per_second": self.per_second(self.matches),
        }
        if self.system_faults:
            found["system_faults"] = {
                name: {"matches": fault.matches, "first": fault.note}
                for name, fault in sorted(self.system_faults.items())
            }
        if self.faults:
            found["faults"] = {names[entrant]: fault.record() for entrant, fault in sorted(self.faults.items())}
        return found

    def fault_words(self, names: Sequence[str]) -> list[str]:
        """Whose moves were not all its own, and which systems were at fault, a sentence each."""
        marked = self.marked(names)
        own = [_fault_words(marked[entrant], fault) for entrant, fault in sorted(self.faults.items())]
        return own + [
            ngettext(
                "{name} was at fault in {number:,} match; first: {fault}",
                "{name} was at fault in {number:,} matches; first: {fault}",
                fault.matches,
                name=name,
                fault=fault.note,
            )
            for name, fault in sorted(self.system_faults.items())
        ]

    def as_csv(self, names: Sequence[str]) -> str:
        """The results as CSV, a row for each that :meth:`record` holds; an interval takes two columns."""
        rows = self._table_record(names) if self.schedule.one_table else self._pairs_record(names)
        flat = [_without_lists(row) for row in rows]
        text = io.StringIO()
        writer = csv.DictWriter(text, list(flat[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(flat)
        return text.getvalue()

    def _pairs_record(self, names: Sequence[str]) -> list[dict[str, Any]]:
        return [
            {
                "a": names[tally.players[0]],
                "b": names[tally.players[1]],
                "a_wins": tally.wins[0],
                "b_wins": tally.wins[1],
                "draws": tally.draws,
                "a_rate": tally.rate(0),
                "a_interval": list(tally.interval(0)),
            }
            | self._marks(tally, names)
            for tally in self.tallies
        ]

    def _table_record(self, names: Sequence[str]) -> list[dict[str, Any]]:
        (tally,) = self.tallies
        return [
            {
                "ai": names[player],
                "wins": tally.wins[position],
                "rate": tally.rate(position),
                "interval": list(tally.interval(position)),
            }
            | self._marks(tally, names, [player])
            for position, player in enumerate(tally.players)
        ]

    def _marks(self, tally: Tally, names: Sequence[str], players: Sequence[int] | None = None) -> dict[str, Any]:
        """What a row of results says of faults, where there were any in the arena: who of its `players` was at fault,
        and how many matches are left out."""
        if not self.faults:
            return {}
        faulty = [names[player] for player in players or tally.players if player in self.faults]
        return {"at_fault": " ".join(faulty), "left_out": tally.left_out}


def _fault_words(name: str, fault: FaultSum) -> str:
    """How often others moved for an entrant, and why the first time."""
    told = ngettext(
        "another AI moved for it {number:,} time, in {matches} of its matches",
        "another AI moved for it {number:,} times, in {matches} of its matches",
        fault.times,
        matches=fault.matches,
    )
    if fault.replaced:
        told = _("{told}, and played on in its place in {number} of them", told=told, number=fault.replaced)
    if fault.absent:
        told = ngettext(
            "{told}; {number:,} match in which it made no move of its own is left out",
            "{told}; {number:,} matches in which it made no move of its own are left out",
            fault.absent,
            told=told,
        )
    return _("{name}: {told}; first: {fault}", name=name, told=told, fault=fault.note)


def _without_lists(row: dict[str, Any]) -> dict[str, Any]:
    """A result whose interval is two values: "a_low" and "a_high" for "a_interval"."""
    found: dict[str, Any] = {}
    for key, value in row.items():
        if isinstance(value, list):
            stem = key.removesuffix("interval")
            found[f"{stem}low"], found[f"{stem}high"] = value
        else:
            found[key] = value
    return found


def run(schedule: Schedule, play: Play, spread: Spread = HERE, progress: Callable[[int], None] | None = None) -> Arena:
    """Play all the matches of a schedule, spread over processes or machines; the counts do not depend on how.

    `progress` is told, from time to time, how many further matches are over. What `play` raises is raised here;
    matches that wait are then given up, and so they are on an interrupt.
    """
    arena = Arena(schedule)
    started = time.perf_counter()
    for outcomes in _played(schedule, play, spread):
        for outcome in outcomes:
            arena.count(outcome)
        if progress is not None:
            progress(len(outcomes))
    arena.seconds = time.perf_counter() - started
    return arena


def _played(schedule: Schedule, play: Play, spread: Spread) -> Iterator[list[Outcome]]:
    """What came of all the matches, some at a time: here as long as what is left is not worth starting others for."""
    started = time.perf_counter()
    for number in range(1, schedule.matches + 1):
        yield [play(schedule.fixture(number))]
        a_match = max(0.0, time.perf_counter() - started - _ONCE) / number
        if spread.is_worth(a_match * (schedule.matches - number)):
            break
    left = _chunks(number + 1, schedule.matches, spread.workers)
    for _place, outcomes in spread.each(_Chunk(schedule, play), left) if left else ():
        yield outcomes


def _chunks(first: int, last: int, workers: int) -> list[range]:
    """The numbers of the matches from the first to the last, in the portions that workers take them in."""
    size = max(1, min(_LARGEST_CHUNK, (last - first + 1) // (workers * _CHUNKS_PER_WORKER)))
    return [range(start, min(start + size, last + 1)) for start in range(first, last + 1, size)]


@dataclass(frozen=True)
class _Chunk:
    """Plays the matches of some numbers; picklable when its `play` is."""

    schedule: Schedule
    play: Play

    def __call__(self, numbers: Iterable[int]) -> list[Outcome]:
        return [self.play(self.schedule.fixture(number)) for number in numbers]
