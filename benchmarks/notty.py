"""Notty: actions a second, how fast a hand's groups are found, and how games of its AIs end.

    python -m benchmarks.notty
    python -m benchmarks.notty --seeds 3
    python -m benchmarks.notty --seeds 3 -- --seats 3 --games 600
    python -m benchmarks.notty --draws

The groups are found twice: as the rules do it, and by trying every subset of three to nine cards, as one would write it
first (for hands it can manage).
"""

import random
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import combinations
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measuring import Row, Stretch, grouped, rates
from benchmarks.rules import random_play
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.match import Silent, play_match
from game.agents.q_learning import QLearner
from game.cli.main import run
from game.games import registry
from game.games.notty import rules as notty
from game.games.notty.choices import DRAW_COUNTS
from game.games.notty.cover import cover
from game.games.notty.groups import groups, is_group
from game.games.notty.hands import ALL, HAND_LIMIT, pack, unpack
from game.games.seats import parse_seats, setup
from game.matches.ratings import wilson
from game.rules.options import parse_options
from game.rules.protocol import Setup
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams

HAND_SIZES = (8, 12, 16, 20)
MOST_TRIED = 12
"""Larger hands have too many subsets to try them all here: those of 20 cards take seconds."""
TABLES = (
    ("random",),
    ("q-learner",),
    ("q-learner-plus",),
    ("group-maker",),
    ("q-learner", "random"),
    ("q-learner-plus", "random"),
    ("group-maker", "random"),
    ("group-maker", "lean"),
    ("q-learner-plus", "lean"),
    ("q-learner-plus", "q-learner"),
    ("group-maker", "q-learner"),
    ("group-maker", "q-learner-plus"),
)
"""Who meets whom: one AI at all seats, or the first at one seat and the second at the others."""
RIVALS = ("random", "lean", "group-maker")
COURSES = {
    "q-learner": ("--against random --every 4 --games 800",),
    "q-learner-plus": (
        "--against random --every 4 --games 200",
        "--against q-learner --against random --every 4 --games 1400",
    ),
}
"""How the shipped tables were trained: the words of one ``train`` after another, each going on from the one before."""
_SETUP = Setup(2, parse_options(notty.RULES, []))
_A_TRAINING = 100
"""Games of one training where speed is measured."""


def _learning(seconds: float) -> dict[str, float]:
    """A learner's self-play from nothing, again and again: its actions are chosen, carried out and learnt from."""
    spec = registry.ai("notty", "q-learner").learner_spec
    assert spec is not None
    actions = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        learner, picker = QLearner(spec.encoding, spec.parameters), EpsilonGreedy(spec.parameters)
        SelfPlay(notty.RULES, _SETUP, [SeatLearner(learner, picker, spec.rewards)], TrainingStreams(1)).run(_A_TRAINING)
        actions += picker.picks
    return {"moves": actions}


def move_rows(seconds: float, repetitions: int) -> list[Row]:
    """Actions a second."""
    contestants: dict[str, Stretch] = {
        "notty, random actions through the rules": random_play(notty.RULES, listed=False),
        "notty, the q-learner's actions while it learns against itself": _learning,
    }
    measured = rates(contestants, seconds, repetitions)
    return [Row(what, f"{grouped(rate['moves'])} actions/s") for what, rate in measured.items()]


def _tried(hand: int) -> set[int]:
    """Every group, by trying every subset."""
    cards = unpack(hand)
    chosen = (subset for size in range(3, 10) for subset in combinations(cards, size))
    return {pack(subset) for subset in chosen if is_group(pack(subset))}


def _microseconds(find: Callable[[int], Any], hands: Sequence[int]) -> float:
    took = []
    for hand in hands:
        started = time.perf_counter()
        find(hand)
        took.append(time.perf_counter() - started)
    return median(took) * 1e6


def group_rows(hands_each: int = 2000) -> list[Row]:
    """How long the groups of a hand take, and the most of its cards that disjoint groups can hold."""
    rng = random.Random(1)
    deck = unpack(ALL)
    rows = []
    for size in HAND_SIZES:
        hands = [pack(rng.sample(deck, size)) for _ in range(hands_each)]
        figure = f"{_microseconds(groups, hands):.1f} µs; the best cover {_microseconds(cover, hands):.1f} µs"
        if size <= MOST_TRIED:
            figure += f"; trying every subset {_microseconds(_tried, hands[:3]):,.0f} µs"
        rows.append(Row(f"notty, all groups of a hand of {size} of at most {HAND_LIMIT} cards", figure))
    return rows


class _Turns(Silent):
    """Keeps how many turns a match has had."""

    turns = 0

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.turns = state.turns


def ending(names: Sequence[str], players: int, games: int, seed: int = 1) -> str:
    """How games end when the first AI has one seat, each in turn, and the last one has the others."""
    specs = [names[0], *[names[-1]] * (players - 1)]
    fallback = registry.ai("notty", "random").agent()
    finished = won = 0
    turns = []
    for game in range(games):
        shift = game % players
        seats = parse_seats("notty", specs[-shift:] + specs[:-shift] if shift else specs)
        agents = [agent for seat in seats if (agent := seat.agent()) is not None]
        told = _Turns()
        end = play_match(notty.RULES, setup(notty.RULES, seats), agents, fallback, seed + game, told).end
        turns.append(told.turns)
        finished += end.winner is not None
        won += end.winner == shift
    figure = f"{_rate(finished, games)} finished, {sum(turns) / games:.0f} turns"
    return figure if len(names) == 1 else f"{figure}; {names[0].partition(':')[0]} wins {_rate(won, games)}"


def _rate(number: int, games: int) -> str:
    low, high = wilson(number, games)
    return f"{100 * number / games:.0f} % [{100 * low:.0f}, {100 * high:.0f}]"


def ending_rows(games: int) -> list[Row]:
    """How games of two and of three players end within 1,000 turns, with 95 % intervals."""
    return list(_endings(TABLES, games))


def _endings(tables: Iterable[Sequence[str]], games: int, called: str = "") -> Iterator[Row]:
    for players in notty.RULES.seats:
        for names in tables:
            shown = " against ".join(name.partition(":")[0] for name in names)
            yield Row(f"notty, {players} players, {shown}{called}: {games} games", ending(names, players, games))


def draw_rows(games: int) -> Iterator[Row]:
    """How the learners' games end by how many cards they draw: against themselves, others, and each other."""
    for name in COURSES:
        both = [f"{name}@draws={way}" for way in DRAW_COUNTS]
        tables = [table for way in both for table in ((way,), *((way, rival) for rival in RIVALS))]
        yield from _endings([*tables, both], games)


def train_curve(name: str, seed: int, out: str, curve: Sequence[str] | None = None) -> None:
    """Train a learner as the shipped one, or by another curve, and keep it in a new file."""
    start: list[str] = []
    for words in COURSES[name] if curve is None else curve:
        with redirect_stdout(StringIO()):
            failed = run(["train", "notty", name, *words.split(), *start, "--seed", f"{seed}", "--out", out])
        if failed:
            raise SystemExit(failed)
        start = ["--from", out]


def seed_rows(seeds: int, games: int, curve: Sequence[str] | None = None) -> Iterator[Row]:
    """How games of learners end that were trained anew, as those that ship or by another curve, with seeds from 1
    on."""
    with TemporaryDirectory() as folder:
        for seed in range(1, seeds + 1):
            files = {name: f"{folder}/{name}-{seed}.npz" for name in COURSES}
            for name, out in files.items():
                train_curve(name, seed, out, curve)
            tables = [names for names in TABLES if set(names) & set(COURSES)]
            trained = [[f"{name}:{files[name]}" if name in files else name for name in names] for names in tables]
            yield from _endings(trained, games, f", trained with seed {seed}")


def rows(seconds: float = 1.0, repetitions: int = 5, games: int = 60) -> list[Row]:
    """Everything there is to measure about Notty."""
    return move_rows(seconds, repetitions) + group_rows() + ending_rows(games)


def _asked() -> Iterable[Row]:
    """The rows that the command line asks for."""
    parser = ArgumentParser(prog="python -m benchmarks.notty", description="Notty, measured")
    parser.add_argument(
        "--seeds", type=int, default=0, help="train the learners anew with so many seeds, and only that"
    )
    parser.add_argument("--games", type=int, default=60, help="games of each table")
    parser.add_argument(
        "words", nargs="*", help="after --: other words of `train` than the shipped tables were made by"
    )
    parser.add_argument("--draws", action="store_true", help="how the learners play by their `draws`, and only that")
    found = parser.parse_args()
    if found.draws:
        return draw_rows(found.games)
    curve = [" ".join(found.words)] if found.words else None
    return seed_rows(found.seeds, found.games, curve) if found.seeds else rows(games=found.games)


if __name__ == "__main__":
    for row in _asked():
        print(f"{row.what}: {row.figure}", flush=True)
