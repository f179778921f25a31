"""What a program asks for in one call each: a match, many matches, an AI, an analysis."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from game.agents.agent import Agent
from game.agents.match import MatchResult, play_match
from game.analysis.analysis import Analysis
from game.analysis.asking import asked, steps
from game.analysis.batches import Advance, carried_out
from game.games import registry
from game.games.observation import setup_of
from game.games.seats import SeatError, check_house_rules, parse_seat, parse_seats
from game.matches.arena import Arena, Schedule, run
from game.matches.arena_match import ArenaMatch
from game.matches.replay import Recorder, read
from game.rules.streams import fresh_seed
from game.training.spreading import HERE, Processes, Spread


def agent(game: str, ai: str) -> Agent:
    """An AI, in words as for ``--seat``: "utility", "greedy-caller@call_at=28". Its `think` gives the candidates of a
    view, its `choose` the one that it picks. Raises UnknownNameError, SeatError or CheckpointError."""
    found = parse_seat(game, ai).agent()
    if found is None:
        raise SeatError("a human can sit down in the window only: name an AI")
    return found


def play(
    game: str,
    ais: Sequence[str],
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    record: str | Path | None = None,
) -> MatchResult:
    """What became of one match between these AIs, seat by seat, by the rules alone; without a seed a match that nobody
    can guess. It is recorded in the file `record`, if one is named. Raises what :func:`agent` and `setup_of` raise, and
    StorageError."""
    seats, setup = parse_seats(game, ais), setup_of(game, len(ais), options)
    entry = registry.game(game)
    check_house_rules([seat.ai for seat in seats], setup.options)
    agents = [agent(game, ai) for ai in ais]
    seed = fresh_seed() if seed is None else seed
    players = [seat.record() for seat in seats]
    recorder = None if record is None else Recorder(Path(record), entry.rules, seed, setup, players)
    with nullcontext() if recorder is None else closing(recorder):
        return play_match(entry.rules, setup, agents, registry.usual_ai(entry, setup.options).agent(), seed, recorder)


def compare(
    game: str,
    ais: Sequence[str],
    games: int,
    seed: int = 1,
    options: Mapping[str, Any] | None = None,
    workers: int = 1,
) -> Arena:
    """What came of so many matches of every pair of these AIs, as ``arena`` plays them: the same whatever `workers`,
    the number of processes that play. A program that asks for more than one stands in ``if __name__ == "__main__"``.
    Raises what :func:`agent` and `setup_of` raise."""
    setup = setup_of(game, None, options)
    check_house_rules([parse_seat(game, ai).ai for ai in ais], setup.options)
    for ai in ais:
        agent(game, ai)
    match = ArenaMatch(registry.game(game).name, tuple(ais), setup.options)
    with _spread(workers) as spread:
        return run(Schedule(len(ais), games, seed), match, spread)


def analyse(
    path: str | Path, judge: str | None = None, effort: float = 1.0, seed: int = 1, workers: int = 1
) -> Analysis:
    """What was lost in a recorded match and what was luck, as ``analyse`` tells it: judged by the game's judge or by
    another AI that shows its chance to win, with `effort` times the sampling. What was thought is kept, and given at
    once the next time. Raises ReplayError, JudgeError, SeatError, UnknownNameError or StorageError."""
    with _spread(workers) as spread:
        return carried_out(steps(asked(read(Path(path)), judge, effort, seed)), spread, lambda _: _silent())


@contextmanager
def _spread(workers: int) -> Iterator[Spread]:
    with nullcontext(HERE) if workers == 1 else closing(Processes(workers)) as spread:
        yield spread


@contextmanager
def _silent() -> Iterator[Advance]:
    yield lambda _: None
