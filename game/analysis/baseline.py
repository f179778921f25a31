"""What everybody's chances are before a round's deal: by the table of standings, or, in a match of one round without a
table, by the judge itself, in the mean over deals."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from random import Random
from typing import Any

from game.agents.judging import Shares
from game.analysis.batches import Batch, Steps
from game.analysis.chances import Chances
from game.analysis.judges import VERSION, JudgeWords, usual_judge
from game.analysis.moments import Deal, only_deal
from game.base.storage import StorageError, caching, home, read_whole, write_whole
from game.games import registry, standings
from game.games.module import GameModule
from game.matches.standings import Measuring, portions_of, table_from
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import Setup

DEALS = 1000
"""So many deals a chance is the mean of, and so many at each standing a table of standings is made from."""
_PORTION, _ROUGH_PORTION = 20, 200
_MOST_BYTES = 1 << 16


@dataclass(frozen=True)
class Baseline:
    """Every player's chance before a deal, by the standing and who begins. `measured` is that of a match of one round,
    for whoever began it; None where the table of standings tells it, a `table` of its own where a match has other
    standings than usual."""

    game: str
    options: Mapping[str, Any]
    players: int
    measured: Shares | None = None
    table: standings.Table | None = None

    @property
    def digest(self) -> str:
        """Tells chances before deals apart from others."""
        shipped = standings.shipped(self.game) if self.table is None else [self.table]
        tables = [table.record() for table in shipped] if self.measured is None else []
        return hashlib.sha256(repr([self.measured, tables]).encode()).hexdigest()

    def __call__(self, standing: Any, first: int) -> Shares:
        """The chances themselves, by players."""
        if self.measured is not None:
            return self.measured
        if self.table is not None:
            return standings.told(self.game, self.table, standing, first)
        return standings.chances(self.game, self.options, standing, first, self.players)


@dataclass(frozen=True)
class Openings:
    """The judge's chances after the deals of some numbers, in a match of one round; it can be sent to workers."""

    words: JudgeWords
    setup: Setup
    first: int
    mods: ModsInUse

    def deal(self, number: int) -> Deal:
        """The deal of a number."""
        rules = registry.game(self.words.game).rules
        standing = rules.new_standing(self.setup)
        state = rules.deal(self.setup, standing, self.first, Random(f"baseline/deal/{number}"))
        return Deal(0, 1, standing, self.first, state)

    def __call__(self, numbers: Sequence[int]) -> list[Shares]:
        """The chances after these deals."""
        self.mods.use()
        rules = registry.game(self.words.game).rules
        chances = Chances(rules, self.setup, self.words.judge(), _no_further_round)
        dealt = [self.deal(number) for number in numbers]  # all of them begin alike
        rng = Random(f"baseline/open/{numbers[0]}")
        return chances.of([each.state for each in dealt], dealt[0], rng, mean_from=0)


def _no_further_round(standing: Any, first: int) -> Shares:
    raise AssertionError("a match of one round goes on")


def baseline(words: JudgeWords, setup: Setup, first: int, mods: ModsInUse) -> Steps[Openings | Measuring, Baseline]:
    """The chances before the deals of a match that `first` begins; measured where no table tells them, and kept from
    then on, as far as that can be."""
    game = registry.game(words.game)
    if _told_by_what_ships(game, setup):
        return Baseline(game.name, setup.options, setup.players)
    table = _kept_table(game, setup)
    if table is None and game.standings is not None:
        table = yield from _measured_table(game, setup)
    if table is not None:
        return Baseline(game.name, setup.options, setup.players, table=table)
    work = Openings(words, setup, first, mods)
    path = _kept_path(work)
    measured = _kept(path, setup.players)
    if measured is None:
        measured = _mean((yield Batch(work, _portions(work))))
        with caching(path):
            write_whole(path, json.dumps(measured).encode("utf-8"))
    return Baseline(game.name, setup.options, setup.players, measured)


def _told_by_what_ships(game: GameModule, setup: Setup) -> bool:
    """Whether a table that ships tells what the standings of a match are worth."""
    if standings.find(standings.shipped(game.name), setup.options, setup.players) is not None:
        return True
    return game.standings is not None and standings.worth_as_usual(game.rules, setup.options)


def _kept_table(game: GameModule, setup: Setup) -> standings.Table | None:
    """The table of a match that was measured here, by the judge of the game and from enough deals; None where there is
    none: whoever else it is of, what is analysed first changes nothing."""
    found = None
    with suppress(StorageError, standings.StandingsError):  # damaged: measured again
        found = standings.find(standings.kept(game.name), setup.options, setup.players)
    if found is None:
        return None
    judge = JudgeWords(game.name, usual_judge(game, setup.options))
    by_it = (found.made.get("judge"), found.made.get("trained")) == (judge.ai, judge.seat.trained)
    deals = found.made.get("deals")
    return found if by_it and isinstance(deals, int) and deals >= DEALS else None


def _measured_table(game: GameModule, setup: Setup) -> Steps[Measuring, standings.Table]:
    """The table of a match, measured by the judge of the game, whoever judges the match, and kept."""
    judge = usual_judge(game, setup.options)
    work = Measuring(game.name, judge, setup.options, MODS.in_use(game.name, [judge]))
    portions = portions_of(game.name, setup.players, DEALS, 1, setup.options)
    found = table_from(work, setup.players, portions, (yield Batch(work, portions)))
    path = standings.kept_path(game.name)
    with caching(path, (StorageError, standings.StandingsError)):
        standings.write(game.name, path, found)
    return standings.as_read(game.name, found)


def _kept_path(work: Openings) -> Path:
    words, setup = work.words, work.setup
    key: list[Any] = [VERSION, words.game, registry.game(words.game).mod, words.ai, words.seat.trained, words.effort]
    key += [setup.players, dict(setup.options), setup.human, work.first, DEALS]
    return home() / "analyses" / f"before-{hashlib.sha256(json.dumps(key).encode()).hexdigest()}.json"


def _kept(path: Path, players: int) -> Shares | None:
    """What is kept there; None where it is nothing that can be used."""
    with suppress(StorageError, ValueError, TypeError, RecursionError):
        found = tuple(map(float, json.loads(read_whole(path, _MOST_BYTES, "mean of deals"))))
        if len(found) == players and abs(fsum(found) - 1.0) < 1e-6:
            return found
    return None


def _portions(work: Openings) -> list[range]:
    """The numbers of the deals that are looked at; one is enough where all are alike, unless it is played out once for
    each."""
    rough = work.words.plays_out
    if not rough and only_deal(registry.game(work.words.game).rules, work.setup, work.deal(0)):
        return [range(1)]
    size = _ROUGH_PORTION if rough else _PORTION
    return [range(at, at + size) for at in range(0, DEALS, size)]


def _mean(found: Sequence[Sequence[Shares]]) -> Shares:
    rows = [row for portion in found for row in portion]
    return tuple([fsum(column) / len(rows) for column in zip(*rows, strict=True)])
