"""Hostile mods: whatever their AIs answer, matches are played to their end by the rules, headless and in the window."""

import json
import math
from pathlib import Path
from random import Random

from components.table import MatchOver
from game.app.window import Window
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.mods.mods import MODS
from systems.snapshot import maybe
from tests.games import GAMES
from tests.stress.commands import call
from tests.stress.kept import AIS, look_at_all

HOSTILE = Path(__file__).resolve().parents[1] / "mods" / "hostile.py"
THINK = "0.4"
"""Seconds that a mod's AI may think."""
FRAMES = 3000
"""After so many frames the window is closed, wherever the match is."""


def play(rng: Random, home: Path) -> None:
    """Let hostile AIs play; raises where the program does not hold."""
    call(["list", "--mod", str(HOSTILE)])
    for game in rng.sample(GAMES, 2):
        in_the_arena(rng, home, game)
    in_the_window(rng, home, rng.choice(GAMES))
    look_at_all(home)


def hostile(rng: Random, game: str) -> str:
    """Words for a hostile AI."""
    return f"hostile-{game.replace('_', '-')}@seed={rng.randrange(10**6)}"


def in_the_arena(rng: Random, home: Path, game: str) -> None:
    """Matches in the arena, recorded, which end by the rules."""
    result, folder = home / f"{game}.json", home / f"{game} recorded"
    told = call(
        [
            "arena", game, hostile(rng, game), "random", "--games", "2", "--seed", str(rng.randrange(100)),
            "--mod", str(HOSTILE), "--think-time", THINK, "--through", rng.choice(("rules", "world")),
            "--record", str(folder), "--json", str(result), "--workers", rng.choice(("1", "2")),
        ]
    )  # fmt: skip
    assert told.status == 0, told.errors
    assert json.loads(result.read_text("utf-8"))["games"] == 2
    replays = sorted(folder.glob("*.jsonl"))
    assert len(replays) == 2
    checked = call(["check", *map(str, replays)])
    assert checked.status == 0, checked.out


def in_the_window(rng: Random, home: Path, game: str) -> None:
    """A match in the window, closed at any moment."""
    MODS.name([HOSTILE])
    MODS.ask_think_seconds(float(THINK))
    MODS.refresh()
    MODS.wait()
    window = Window()
    try:
        seats = tuple(parse_seats(game, [hostile(rng, game), rng.choice(AIS[game])]))
        window.begin(TableRequest(game, seats, {}, rng.randrange(100), None, math.inf))
        for _ in range(FRAMES):
            window.frame(1 / 60)
            if maybe(MatchOver) is not None:
                break
    finally:
        window.close()
        MODS.name([])
        MODS.end()
