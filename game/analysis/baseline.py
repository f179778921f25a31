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
from game.analysis.judges import VERSION, JudgeWords
from game.analysis.moments import Deal, only_deal
from game.base.storage import StorageError, home, read_whole, write_whole
from game.games import registry, standings
from game.matches.standings import Measuring, portions_of, table_from
from game.mods.mods import ModsInUse
from game.rules.protocol import Setup

DEALS = 1000
"""So many deals a chance is the mean of."""
DEALS_OF_A_STANDING = 200
"""From so many deals a table of standings is made that a match with house rules needs."""
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
    then on. Raises StorageError where they cannot be kept."""
    game = registry.game(words.game)
    if not standings.has_usual_standings(game.rules, setup.players, setup.options):
        table = yield from _table(words, setup, mods)
        return Baseline(game.name, setup.options, setup.players, table=table)
    if game.standings is not None or standings.find(game.name, setup.options, setup.players) is not None:
        return Baseline(game.name, setup.options, setup.players)
    work = Openings(words, setup, first, mods)
    path = _kept_path(work)
    measured = _kept(path, setup.players)
    if measured is None:
        measured = _mean((yield Batch(work, _portions(work))))
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(measured).encode("utf-8"))
    return Baseline(game.name, setup.options, setup.players, measured)


def _table(words: JudgeWords, setup: Setup, mods: ModsInUse) -> Steps[Measuring, standings.Table]:
    """The table of standings of a match that has others than usual: measured where there is none yet, and kept."""
    found = standings.find(words.game, setup.options, setup.players)
    if found is None:
        work = Measuring(words.game, words.ai, setup.options, mods)
        portions = portions_of(words.game, setup.players, DEALS_OF_A_STANDING, 1, setup.options)
        found = table_from(work, setup.players, portions, (yield Batch(work, portions)))
        standings.write(words.game, standings.kept_path(words.game), found)
    return found


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
