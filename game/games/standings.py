"""The table of standings: every player's chance to win the match before a round's deal.

A table holds, for a game's options and a number of players, the chances at every standing that a round may begin at,
if all play on as its judge does. It follows from what rounds come to, which is measured
(:mod:`game.matches.standings`), and from what the rules say of the standing after: :func:`solved`. Tables ship in
``assets/<game>/standings.json``; those that were measured here for other options are kept among the user's data. A
match of one round has one standing, and is anybody's unless its table says otherwise.
"""

import json
import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from game.base import locks
from game.base.storage import home, read_whole
from game.games import registry
from game.games.standing_spec import Key, StandingSpec
from game.rules.options import full_options
from game.rules.protocol import AnyRules, RoundEnd, usual_options

VERSION = 1
PLACES = 5
"""Chances are kept with so many decimal places: far finer than anybody measures."""
_MOST_BYTES = 4 << 20
_ASSETS = Path(__file__).resolve().parents[2] / "assets"

Chances: TypeAlias = tuple[float, ...]
"""A chance for each player, 1 together."""
Outcomes: TypeAlias = Mapping[Hashable, float]
"""How often rounds from one standing came to each outcome, or how likely they are."""


class StandingsError(ValueError):
    """A table of standings that is none, or that cannot be made; the text says why."""


class RoundWorth(NamedTuple):
    """What a round is worth to one player: its chance to win the match after a round that it won, drew or lost."""

    won: float
    drawn: float
    lost: float

    def chance(self, win: Any, draw: Any = 0.0) -> Any:
        """The chance to win the match, of those to win and to draw the round: numbers, or arrays of them."""
        return self.lost + (self.won - self.lost) * win + (self.drawn - self.lost) * draw

    def halved(self, chance: Any, draw: Any = 0.0) -> Any:
        """The same, of chances to win the round in which a draw counts half."""
        return self.chance(chance - draw / 2, draw)


AS_USUAL: Mapping[str, Any] = MappingProxyType({})
"""No option is other than usual."""


@dataclass(frozen=True)
class Table:
    """The chances at every standing of a game, for options and a number of players; keys and chances are in the order
    of seats, from who begins on. `made` tells how: the judge, its checkpoint, deals, seed."""

    options: Mapping[str, Any]
    players: int
    made: Mapping[str, Any]
    chances: Mapping[Key, Chances]

    def record(self) -> dict[str, Any]:
        """The table as a file holds it."""
        rows = [
            {"standing": list(key), "chances": [round(chance, PLACES) for chance in self.chances[key]]}
            for key in sorted(self.chances, key=lambda key: (len(key), key))
        ]
        return {"players": self.players, "options": dict(self.options), "made": dict(self.made), "standings": rows}


# --- looking it up -----------------------------------------------------------------------------------------------


def chances(
    game: str, options: Mapping[str, Any], standing: Any, first: int, players: int = 2, edge: float = 1.0
) -> Chances:
    """Every player's chance to win the match before the deal of a round that `first` begins, by players.

    From the shipped table of these options, where an option that is not given has its default; for others from that of
    the usual options: options hardly change who wins, as long as a match has the same standings. Where it has others,
    as if its rounds were even. Even shares where a game has no table. `players` is asked for only at games of one
    round, whose standing does not tell it. `edge` is how much of what it makes to begin a round counts, from 0, as
    between players who make nothing of it, to 1, as between experts.
    """
    rules = registry.game(game).rules
    key, seats, players = _seen(rules, standing, first, players)
    usual = usual_options(rules)
    tables = shipped(rules.name)
    asked = full_options(rules, options)
    table = find(tables, asked, players) or find(tables, usual, players)
    if table is None:
        return even(players)
    alike = table.options == asked or has_usual_standings(rules, players, asked)
    found = table.chances[key] if alike else ()
    if not alike or edge < 1.0:
        level = _of_even_rounds(rules.name, players, tuple(sorted(asked.items())))[key]
        found = tuple([low + edge * (high - low) for low, high in zip(level, found or level, strict=True)])
    return spread_out(found, seats, players)


def has_usual_standings(rules: AnyRules, players: int, options: Mapping[str, Any]) -> bool:
    """Whether the rounds of a match with these options begin at the same standings as usual."""
    return keys_of(rules, players, options) == keys_of(rules, players, usual_options(rules))


def worth_as_usual(rules: AnyRules, options: Mapping[str, Any]) -> bool:
    """Whether the standings of a match with these options are worth what they usually are."""
    spec, usual = registry.game(rules.name).standings, usual_options(rules)
    limits = frozenset[str]() if spec is None else spec.limits
    return all(key in limits or usual.get(key) == value for key, value in full_options(rules, options).items())


@lru_cache(maxsize=16)
def _of_even_rounds(game: str, players: int, options: tuple[tuple[str, Any], ...]) -> Mapping[Key, Chances]:
    """The chances at every standing if each player is as likely to win a round."""
    rules, asked = registry.game(game).rules, dict(options)
    rounds: dict[Hashable, float] = {}
    rounds.update(dict.fromkeys(range(players), 1.0))
    return solved(rules, players, dict.fromkeys(keys_of(rules, players, asked), rounds), asked)


def told(game: str, table: Table, standing: Any, first: int) -> Chances:
    """Every player's chance to win the match before the deal of a round that `first` begins, by a table."""
    key, seats, players = _seen(registry.game(game).rules, standing, first, table.players)
    return spread_out(table.chances[key], seats, players)


def find(tables: Sequence[Table], options: Mapping[str, Any], players: int) -> Table | None:
    """The table of exactly these options, of those for the fewest players that hold so many; None where there is
    none."""
    fitting = [table for table in tables if table.options == options and table.players >= players]
    return min(fitting, key=lambda table: table.players, default=None)


def even(players: int) -> Chances:
    """The same chance for everybody."""
    return (1.0 / players,) * players


def spread_out(found: Chances, seats: Sequence[int], players: int) -> Chances:
    """Chances from who begins on, given to the players that they are of; whoever is out has none."""
    given = [0.0] * players
    for chance, player in zip(found, seats, strict=True):
        given[player] = chance
    return tuple(given)


def keys_of(rules: AnyRules, players: int, options: Mapping[str, Any] = AS_USUAL) -> Sequence[Key]:
    """Every key at which a round may begin in a match of so many players with such options: one where there is but one
    round."""
    spec = registry.game(rules.name).standings
    return [_beginning(players)] if spec is None else spec.keys(players, options)


def _beginning(players: int) -> Key:
    """The key of a match of one round: nobody has won or lost anything."""
    return (0,) * players


def _seen(rules: AnyRules, standing: Any, first: int, players: int) -> tuple[Key, tuple[int, ...], int]:
    """A standing as a key, the players of its numbers, and how many players there are, those who are out too."""
    spec = registry.game(rules.name).standings
    if spec is None:
        return _beginning(players), tuple([(first + seat) % players for seat in range(players)]), players
    return *spec.key(standing, first), spec.players(standing)


def shipped(game: str) -> Sequence[Table]:
    """The tables of a game that come with the program; none where there is no file. Raises StandingsError or
    StorageError where it is damaged."""
    path = shipped_path(game)
    return _read_once(game, path, _stamp(path))


def kept(game: str) -> Sequence[Table]:
    """The tables of a game that were measured here. Raises as `shipped` does."""
    path = kept_path(game)
    return _read_once(game, path, _stamp(path))


def shipped_path(game: str) -> Path:
    """Where the tables of a game lie that ship."""
    return _ASSETS / game / "standings.json"


def kept_path(game: str) -> Path:
    """Where the tables of a game are kept that were measured here."""
    return home() / "standings" / f"{game}.json"


def _stamp(path: Path) -> tuple[int, int] | None:
    """What tells whether a file is still the one that was read; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


@lru_cache(maxsize=64)
def _read_once(game: str, path: Path, stamp: tuple[int, int] | None) -> Sequence[Table]:
    return () if stamp is None else read(game, path)


# --- files -------------------------------------------------------------------------------------------------------


def read(game: str, path: Path) -> Sequence[Table]:
    """The tables of a game in a file. Raises StorageError, or StandingsError where it holds something else."""
    rules = registry.game(game).rules
    raw = read_whole(path, _MOST_BYTES, "table of standings")
    try:
        content = json.loads(raw)
        if content["version"] != VERSION or content["game"] != rules.name:
            raise ValueError(f"it is not version {VERSION}, of {rules.name}")
        return tuple([_table(rules, record) for record in content["tables"]])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as error:
        raise StandingsError(f"{path} holds no table of standings: {error}") from None


def as_read(game: str, table: Table) -> Table:
    """A table as it is read from a file, with rounded chances."""
    return _table(registry.game(game).rules, table.record())


def _table(rules: AnyRules, record: Mapping[str, Any]) -> Table:
    """A table as a file holds it, for every standing there is. Raises ValueError or what wrong JSON raises."""
    players, options = record["players"], dict(record["options"])
    if type(players) is not int or players not in rules.seats:
        raise ValueError(f"players cannot be {players!r}")
    if not usual_options(rules).keys() <= options.keys() <= {option.key for option in rules.options}:
        raise ValueError("it has not every option of the game")
    found = {tuple(row["standing"]): tuple(row["chances"]) for row in record["standings"]}
    if len(found) != len(record["standings"]) or found.keys() != set(keys_of(rules, players, options)):
        raise ValueError("it has not every standing of the game once")
    return Table(options, players, dict(record["made"]), {key: _sound(key, row) for key, row in found.items()})


def _sound(key: Key, row: Sequence[Any]) -> Chances:
    """Chances that were rounded, 1 together again. Raises ValueError."""
    numbers = all(type(chance) in (int, float) and 0.0 <= chance <= 1.0 for chance in row)
    if len(row) != len(key) or not numbers or abs(math.fsum(row) - 1.0) > len(key) * 0.1**PLACES:
        raise ValueError(f"{list(row)} are not the chances of the players at {list(key)}")
    return tuple([chance / math.fsum(row) for chance in row])


def write(game: str, path: Path, table: Table) -> None:
    """Put a table into a file of tables, in the place of one for the same options and number of players. Raises
    StorageError, or StandingsError where the file holds something else."""

    def merged() -> bytes:
        others = read(game, path) if path.exists() else ()
        tables = [each for each in others if (each.options, each.players) != (table.options, table.players)]
        ordered = sorted([*tables, table], key=lambda each: (str(each.options), each.players))
        return _written(game, ordered).encode("utf-8")

    locks.update(path, merged)


def _written(game: str, tables: Sequence[Table]) -> str:
    """A file of tables as JSON that people can read: a standing a line."""
    found = []
    for each in tables:
        record = each.record()
        rows = [f"  {json.dumps(row)}" for row in record.pop("standings")]
        head = json.dumps(record, ensure_ascii=False)[:-1]
        found.append(f'{head}, "standings": [\n{_lines(rows)}\n]}}')
    return f'{{"version": {VERSION}, "game": {json.dumps(game)}, "tables": [\n{_lines(found)}\n]}}\n'


def _lines(items: Sequence[str]) -> str:
    return ",\n".join(items)


# --- making it ---------------------------------------------------------------------------------------------------


def solved(
    rules: AnyRules,
    players: int,
    counts: Mapping[Key, Mapping[Hashable, float]],
    options: Mapping[str, Any] = AS_USUAL,
) -> dict[Key, Chances]:
    """The chances at every standing of a match of so many players with such options, from what its rounds come to, by
    key; at a game whose rounds are played alike at every standing one key tells of all. A draw of the match is shared
    alike.

    The chance at a standing is the mean of those at the standings that follow it, which are linear equations; they are
    solved at once, for drawn rounds lead back to where they came from. Raises StandingsError where rounds lead nowhere.
    """
    spec = registry.game(rules.name).standings
    keys = keys_of(rules, players, options)
    if spec is None:
        return {key: _winners(counts[key], players) for key in keys}
    at = {place: row for row, place in enumerate((key, seat) for key in keys for seat in range(len(key)))}
    following, given = np.zeros((len(at), len(at))), np.zeros(len(at))
    for key in keys:
        outcomes = next(iter(counts.values())) if spec.won_or_lost else counts[key]
        for outcome, count in outcomes.items():
            share = count / math.fsum(outcomes.values())
            chances, targets = _after(rules, spec, spec.standing(key, options), spec.end(key, outcome), len(key))
            for seat in range(len(key)):
                given[at[key, seat]] += share * chances[seat]
            for seat, target in targets.items():
                following[at[key, seat], at[target]] += share
    try:
        found = np.clip(np.linalg.solve(np.eye(len(at)) - following, given), 0.0, 1.0).tolist()
    except np.linalg.LinAlgError:
        raise StandingsError("rounds that are never won lead to no chances") from None
    return {key: tuple([found[at[key, seat]] for seat in range(len(key))]) for key in keys}


def _after(
    rules: AnyRules, spec: StandingSpec, standing: Any, ended: RoundEnd, playing: int
) -> tuple[Chances, Mapping[int, tuple[Key, int]]]:
    """What follows the end of a round at a standing, for each seat: the chances, where the match is then over; else
    none, but where it is found again, by key and place there."""
    following, first, end = rules.after_round(standing, 0, ended)
    if end is None:
        target, seats = spec.key(following, first)
        return (0.0,) * playing, {seat: (target, place) for place, seat in enumerate(seats)}
    return even(playing) if end.winner is None else tuple([float(seat == end.winner) for seat in range(playing)]), {}


def _winners(outcomes: Outcomes, players: int) -> Chances:
    """The share that each player won of the matches of one round, draws shared alike."""
    total = math.fsum(outcomes.values())
    drawn = outcomes.get(None, 0.0) / players
    return tuple([(outcomes.get(player, 0.0) + drawn) / total for player in range(players)])
