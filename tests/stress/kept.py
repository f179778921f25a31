"""What a user keeps, made for a trial, and looked at after it: matches, learnt files, settings, mods."""

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

from game.agents.match import play_match
from game.analysis.people.index import NAME as INDEX
from game.analysis.people.practice import Solved
from game.base import settings
from game.games import registry, standings
from game.games.seats import parse_seats, setup
from game.matches import measured
from game.matches.arena import Outcome
from game.matches.check import follow
from game.matches.replay import Recorder, read
from game.matches.tournament import Tournament, free_path, load
from tests.games import GAMES
from tests.quick import quick_seat
from tests.stress.commands import call

ROOT = Path(__file__).resolve().parents[2]
AIS: Mapping[str, tuple[str, ...]] = {game: tuple(map(quick_seat, registry.ais(game))) for game in GAMES}
"""Seats with all AIs of our games, each of which does little for a move."""


def seats_for(game: str, rng: Random, humans: float = 0.0) -> list[str]:
    """Words for the seats of a game, as many as it allows."""
    count = rng.choice(list(registry.game(game).rules.seats))
    return ["human" if rng.random() < humans else rng.choice(AIS[game]) for _ in range(count)]


def record_match(path: Path, game: str, specs: list[str], seed: int) -> None:
    """Record a match of AIs, played by the rules."""
    rules, seats = registry.game(game).rules, parse_seats(game, specs)
    how = setup(rules, seats)
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    fallback = registry.ai(game, registry.game(game).default_ai).agent()
    recorder = Recorder(path, rules, seed, how, [seat.record() for seat in seats])
    try:
        play_match(rules, how, agents, fallback, seed, recorder, 2)
    finally:
        recorder.close()


def furnish(home: Path, rng: Random) -> None:
    """Give a data folder what it has after some evenings: finished and unfinished matches, a learnt table, settings."""
    matches = home / "matches"
    matches.mkdir(parents=True)
    for game in GAMES:
        path = matches / f"{game}-{rng.randrange(1000)}.jsonl"
        record_match(path, game, seats_for(game, rng), rng.randrange(1000))
        lines = path.read_bytes().splitlines(keepends=True)
        if rng.random() < 0.5:
            path.write_bytes(b"".join(lines[: rng.randrange(2, len(lines))]))
    call(["train", "nim", "q-learner", "--games", "50", "--seed", str(rng.randrange(100))])
    call(["analyse", *map(str, matches.glob("nim-*.jsonl"))])
    call(["statistics"])
    begun = Tournament.between("nim", ("random", "beginner"), {"piles": (1, 2)}, 4, 1)
    begun.count(Outcome(1, 0, 3))
    free_path(begun)
    Solved().add("x/1")
    measured.keep(measured.kept_path(), "nim", "levels", {"steps": []})
    standings.write("thirty_one", standings.kept_path("thirty_one"), standings.shipped("thirty_one")[0])
    settings.save(settings.Settings(motion=rng.choice(settings.MOTIONS), pace=rng.choice((0.0, 0.1, 1.0))))
    if rng.random() < 0.5:
        (home / "mods").mkdir()
        for mod in ("patience", "move_counter", "looks_ahead"):
            if rng.random() < 0.6:
                shutil.copy(ROOT / "docs" / "mods" / f"{mod}.py", home / "mods")


def look_at_all(home: Path) -> None:
    """Every match can be read and follows the rules, every other file can be read, nothing else was left behind."""
    for path in sorted((home / "matches").glob("*")):
        if path.name.startswith(INDEX):
            continue  # with its journal, where the program was killed
        assert path.suffix == ".jsonl", f"{path} was left behind"
        follow(read(path))
    for path in sorted((home / "trained").glob("*")):
        assert path.suffix == ".npz", f"{path} was left behind"
        assert call(["inspect", str(path)]).status == 0, path
    for path in sorted((home / "tournaments").glob("*")):
        load(path)
    for path in sorted((home / "standings").glob("*")):
        standings.read(path.stem, path)
    for path in sorted(home.glob("*.json")):
        json.loads(path.read_bytes())
    for report in sorted((home / "reports").glob("*")):
        raise AssertionError(f"an error nobody expected was reported:\n{report.read_text('utf-8')}")


def any_value(rng: Random, depth: int = 0) -> Any:
    """A value of JSON that fits nowhere in particular."""
    plain: list[Any] = [
        None, True, False, 0, -1, 1, 10**30, 2**63, -(2**63), 0.5, 1e308, -1e308, float("nan"), float("inf"), "", "x",
        "x" * 10_000, "\x1b[2J\x1b]0;owned\x07", "\u202e\u0000", "\ud800", "../../../etc/passwd", [], {},
    ]  # fmt: skip
    if depth < 3 and rng.random() < 0.3:
        count = rng.randrange(4)
        if rng.random() < 0.5:
            return [any_value(rng, depth + 1) for _ in range(count)]
        return {rng.choice(("a", "type", "values", "1", "")): any_value(rng, depth + 1) for _ in range(count)}
    return rng.choice(plain)
