"""Whole matches: the same seed and players give the same match, byte for byte, on the rules and through the world."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.agents import match
from game.agents.match import Silent
from game.games import registry
from game.games.seats import Seat, parse_seats, setup
from game.matches.world import play_match
from game.rules.protocol import RoundEnd
from tests.quick import counts, quick_options, quick_seat
from tests.tables import BOTH_WAYS, RULES, Told, Way, held_state, recorded, table, through_rules, through_world

AIS = ("random", "utility", "weighted")
PAIRINGS = list(product(AIS, AIS))


def lines(replay: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in replay.splitlines()]


@pytest.mark.parametrize("pairing", PAIRINGS, ids="-".join)
def test_rules_and_world_give_the_same_replay(tmp_path: Path, pairing: tuple[str, str]) -> None:
    seats = table(*pairing)
    replays = {way: recorded(tmp_path / f"{way}.jsonl", play, seats, 20260802) for way, play in BOTH_WAYS.items()}
    assert replays["rules"] == replays["world"]
    types = [line["type"] for line in lines(replays["rules"])]
    assert types[0] == "match"
    assert types[-1] == "match_end"
    assert types.count("round") == types.count("round_end") >= 2
    assert "note" not in types, "our own AIs always find a legal move"


@pytest.mark.parametrize("way", BOTH_WAYS.values(), ids=BOTH_WAYS)
def test_a_match_is_the_same_when_it_is_played_again(tmp_path: Path, way: Way) -> None:
    seats = table("weighted", "random")
    again = [recorded(tmp_path / f"{number}.jsonl", way, seats, 7) for number in range(2)]
    assert again[0] == again[1]
    assert lines(recorded(tmp_path / "other.jsonl", way, seats, 8))[1:] != lines(again[0])[1:]


def test_another_ai_at_one_seat_changes_no_deal() -> None:
    deals: list[list[dict[str, Any]]] = []
    firsts = set()
    for pairing in PAIRINGS:
        told = Told()
        through_rules(table(*pairing), 11, told)
        rounds = told.of("round")
        firsts.add(rounds[0][2])
        deals.append([{key: value for key, value in record.items() if key != "to_move"} for *_, record in rounds])
    longest = max(deals, key=len)
    assert len(longest) == 3, "a third round is worth comparing"
    assert all(dealt == longest[: len(dealt)] for dealt in deals)
    assert len(firsts) == 1
    assert longest[0] != longest[1] != longest[2]


def test_a_seat_draws_the_same_numbers_whoever_sits_opposite() -> None:
    """The first decision of a seat, where it starts, is drawn alike against everybody."""
    openings = set()
    for seed in range(20):
        first = []
        for opponent in AIS:
            told = Told()
            through_rules(table("random", opponent), seed, told, rounds=1)
            first.append(told.of("move")[0][1:3])
        if first[0][0] == 0:
            assert first[0] == first[1] == first[2]
            openings.add(first[0])
    assert len(openings) >= 4


@pytest.mark.parametrize("rounds", [1, 2])
def test_a_match_of_some_rounds_is_the_beginning_of_the_whole_one(rounds: int) -> None:
    whole = Told()
    through_rules(table("random", "weighted"), 3, whole)
    for way in BOTH_WAYS.values():
        part = Told()
        result = way(table("random", "weighted"), 3, part, rounds)
        assert part.all == whole.all[: len(part.all)]
        assert len(part.of("round end")) == rounds == len(result.round_winners)
        assert result.moves == len(part.of("move"))


def test_both_ways_report_the_same_result() -> None:
    results = [way(table("utility", "random"), 5, None, None) for way in BOTH_WAYS.values()]
    assert results[0] == results[1]
    winner = results[0].end.winner
    assert winner is not None
    assert results[0].round_winners.count(winner) == 2


def test_the_turn_limit_stops_matches_alike_both_ways(tmp_path: Path) -> None:
    seats = table("random", "random")
    options = {"turn_limit": 10}
    told = Told()
    result = play_match(RULES, setup(RULES, seats, options), seats, 1, told)
    assert result.end == (None, "turn limit")
    assert result.round_winners == (None, None, None)
    assert result.moves == 30
    # A drawn round is followed by one that the other player starts.
    assert [number for _, _, number, _ in told.of("round")] in ([0, 1, 0], [1, 0, 1])


def pairs(game: str) -> list[tuple[str, str]]:
    """Seats of the AIs of a game in pairs, so that each sits at both seats once, with and without another."""
    names = [quick_seat(ai) for ai in registry.ais(game)]
    return [*zip(names, names[1:] + names[:1], strict=True), (names[0], names[0])]


GAMES = [
    pytest.param(game, [first, second], id=f"{game.name}-{first}-{second}")
    for game in registry.games()
    for first, second in pairs(game.name)
]


@pytest.mark.parametrize(("game", "names"), GAMES)
def test_every_game_is_the_same_both_ways_and_never_drifts(game: registry.GameModule, names: list[str]) -> None:
    """To its end where somebody plays against himself; else a round, which is cut short where it can go on for hundreds
    of turns: from round to round the AIs at a table change nothing."""
    rules = game.rules
    seats = parse_seats(game.name, [*names, *[game.default_ai] * rules.seats[0]][: max(2, rules.seats[0])])
    how = setup(rules, seats, {} if names[0] == names[1] else quick_options(rules, names))
    rounds = 1 if names[0] != names[1] or counts(names) else None

    class Records(Silent):
        """Keeps what a replay would hold."""

        def __init__(self) -> None:
            self.kept: list[object] = []

        def round_started(self, number: int, first: int, state: Any) -> None:
            self.kept.append((number, first, rules.state_record(state)))

        def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
            self.kept.append((player, rules.move_record(move, chance), rules.state_record(state)))

        def round_ended(self, number: int, end: RoundEnd) -> None:
            self.kept.append((number, end))

    class Drift(Records):
        """Compares the world with every state, too."""

        def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
            assert held_state() == state
            super().moved(player, move, chance, state)

    headless, world = Records(), Drift()
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    fallback = registry.ai(game.name, game.default_ai).agent()
    results = (
        match.play_match(rules, how, agents, fallback, 2, headless, rounds),
        play_match(rules, how, seats, 2, world, rounds),
    )
    assert results[0] == results[1]
    assert headless.kept == world.kept


def test_agents_share_nothing_from_match_to_match() -> None:
    seats: list[Seat] = table("weighted", "utility")
    alone = through_world(seats, 2)
    through_world(seats, 3)
    assert through_world(seats, 2) == alone
