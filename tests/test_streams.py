"""Streams of one seed: alike in every run, and none disturbed by another."""

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from game.__main__ import main
from game.environments import SeatEnv, raw_env
from game.games.jaipur.rules import RULES, Standing
from game.games.seats import parse_seats
from game.matches.session import Session
from game.rules.protocol import Setup
from game.rules.streams import SEED_DIGITS, Streams, fresh_seed

STREAMS: dict[str, Callable[[Streams], Random]] = {
    "first": lambda streams: streams.first(),
    "deal 1": lambda streams: streams.deal(1),
    "deal 2": lambda streams: streams.deal(2),
    "chance": lambda streams: streams.chance(),
    "seat 0": lambda streams: streams.seat(0),
    "seat 1": lambda streams: streams.seat(1),
    "hint": lambda streams: streams.aside("hint"),
    "fallback": lambda streams: streams.aside("fallback"),
}


def drawn(rng: Random) -> list[float]:
    return [rng.random() for _ in range(5)]


def all_drawn(streams: Streams) -> dict[str, list[float]]:
    return {name: drawn(stream(streams)) for name, stream in STREAMS.items()}


def test_a_seed_gives_the_same_numbers_in_every_process() -> None:
    # Random(str) seeds by SHA-512, without the hash of strings that differs from process to process.
    assert drawn(Streams(7).deal(1)) == drawn(Random("7/deal/1"))
    assert [Streams(7).chance().randrange(1000) for _ in range(3)] == [Random("7/chance").randrange(1000)] * 3


def test_every_stream_and_every_seed_has_numbers_of_its_own() -> None:
    numbers = [tuple(values) for seed in (0, 1, 11, -1) for values in all_drawn(Streams(seed)).values()]
    assert len(set(numbers)) == len(numbers) == 4 * len(STREAMS)


@pytest.mark.parametrize("disturbed", STREAMS)
def test_drawing_from_one_stream_changes_no_other(disturbed: str) -> None:
    quiet, noisy = all_drawn(Streams(3)), Streams(3)
    for _ in range(100):
        STREAMS[disturbed](noisy).random()
    loud = all_drawn(noisy)
    assert {name: loud[name] for name in STREAMS if name != disturbed} == {
        name: quiet[name] for name in STREAMS if name != disturbed
    }


def test_chance_and_seats_draw_on_while_deals_begin_anew() -> None:
    streams = Streams(3)
    assert drawn(streams.seat(0)) != drawn(streams.seat(0))
    assert drawn(streams.chance()) != drawn(streams.chance())
    assert drawn(streams.deal(2)) == drawn(streams.deal(2))
    assert drawn(streams.first()) == drawn(streams.first())


def test_a_resumed_match_deals_the_same_rounds_and_draws_new_numbers_by_its_move() -> None:
    fresh, resumed, later = (all_drawn(Streams(3, moves)) for moves in (0, 12, 13))
    fixed = ("first", "deal 1", "deal 2")
    assert all(fresh[name] == resumed[name] == later[name] for name in fixed)
    others = [name for name in STREAMS if name not in fixed]
    assert all(len({tuple(d[name]) for d in (fresh, resumed, later)}) == 3 for name in others)
    assert all_drawn(Streams(3, 12)) == resumed


def test_another_ai_at_one_seat_changes_no_deal() -> None:
    def deals(draws: int) -> list[object]:
        streams, records = Streams(5), list[object]()
        for number in (1, 2, 3):
            state = RULES.deal(Setup(2), Standing(), 0, streams.deal(number))
            records.append(RULES.state_record(state))
            for _ in range(draws):
                streams.seat(0).random()
        return records

    assert deals(0) == deals(1) == deals(1000)
    assert len({str(record) for record in deals(0)}) == 3


def seed_of_an_arena(capsys: pytest.CaptureFixture[str]) -> int:
    assert main(["arena", "nim", "random", "perfect", "--games", "2"]) == 0
    found = re.search(r"seed (\d+)", capsys.readouterr().out)
    assert found
    return int(found[1])


def seed_of_a_table() -> int:
    session = Session("nim", parse_seats("nim", ["random", "perfect"]))
    session.close()
    return session.seed


def seed_of_an_environment() -> int:
    made = raw_env("nim")
    made.reset()
    return made.seed_of_match


def seed_of_a_seat() -> int:
    seat = SeatEnv("nim")
    seat.reset()
    return seat.table.seed_of_match


def test_wherever_no_seed_is_given_one_of_53_bits_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The largest that can be drawn comes out: 53 bits, those of the arena's matches that follow it included."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    monkeypatch.setattr("secrets.randbelow", lambda most: most - 1)
    largest = 2**53 - 1
    assert fresh_seed() == largest
    assert seed_of_a_table() == seed_of_an_environment() == seed_of_a_seat() == largest
    assert seed_of_an_arena(capsys) == largest - 2
    assert len(str(largest)) <= SEED_DIGITS, "it can be typed"


def test_the_matches_that_follow_a_seed_of_an_environment_stay_what_they_are() -> None:
    made, seat = raw_env("nim"), SeatEnv("nim")
    made.reset(seed=5)
    seat.reset(seed=5)
    made.reset()
    seat.reset()
    assert (made.seed_of_match, seat.table.seed_of_match) == (803261128, 1440510676)
