"""The table of standings: recursions worked by hand, what is read and refused, and what is measured."""

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.judging import Shares, shared
from game.agents.pickers import Best
from game.analysis.judge import ExactJudge
from game.cli.main import run
from game.games import registry, standings
from game.games.ai import AI
from game.games.jaipur import rules as jaipur
from game.games.jaipur.round_worth import _round_worth, round_worth
from game.games.jaipur.state import Standing
from game.games.seats import parse_seat
from game.games.standings import StandingsError, Table
from game.games.thirty_one import rules as thirty_one
from game.games.thirty_one import state as lives
from game.matches.standings import measured, portions_of
from game.rules.protocol import Setup
from game.training.spreading import HERE, Here

WON: dict[Hashable, float] = {0: 6, 1: 4}
"""Of ten rounds of Jaipur whoever begins wins six."""


def test_jaipurs_table_follows_from_the_chance_of_whoever_begins() -> None:
    found = standings.solved(jaipur.RULES, 2, {(0, 0): WON})
    # The loser begins the next round. At (1, 1) .6; at (0, 1) .6 * .4; at (1, 0) .6 + .4 * .6;
    # at (0, 0) .6 * (1 - .24) + .4 * .24.
    expected = {(1, 1): 0.6, (0, 1): 0.24, (1, 0): 0.84, (0, 0): 0.552}
    assert {key: chances[0] for key, chances in found.items()} == pytest.approx(expected)
    assert all(sum(chances) == pytest.approx(1.0) for chances in found.values())


def test_a_drawn_round_of_jaipur_lets_the_other_begin() -> None:
    found = standings.solved(jaipur.RULES, 2, {(0, 0): {0: 6, 1: 2, None: 2}})
    # At (1, 1) v = .6 + .2 * (1 - v).
    assert found[1, 1][0] == pytest.approx(0.8 / 1.2)


def test_rounds_that_are_never_won_are_no_chances() -> None:
    with pytest.raises(StandingsError, match="never won"):
        standings.solved(jaipur.RULES, 2, {(0, 0): {None: 1}})


def rounds_lost_by(loser: Callable[[Sequence[int]], int], lost: int = 1) -> dict[Any, Any]:
    """What rounds of three players of Thirty-one come to if the same player always loses lives."""
    outcomes = {}
    for key in standings.keys_of(thirty_one.RULES, 3):
        at = loser(key)
        outcomes[key] = {(tuple([min(own, lost) * (seat == at) for seat, own in enumerate(key)]), False): 5}
    return outcomes


def test_whoever_is_out_at_thirty_one_wins_no_more() -> None:
    found = standings.solved(thirty_one.RULES, 3, rounds_lost_by(lambda _: 0))
    # Whoever begins loses a life; the next begins. (1, 1): the other wins; (2, 1): he loses one, then the other dies.
    assert found[1, 1] == (0.0, 1.0)
    assert found[2, 1] == (1.0, 0.0)
    # The first is out, then the second: the third wins.
    assert found[1, 1, 1] == (0.0, 0.0, 1.0)
    # 2 1 1: the first has 1, the second is out, the third is out.
    assert found[2, 1, 1] == (1.0, 0.0, 0.0)


def test_a_round_that_counts_for_nothing_is_dealt_again_by_the_same_player() -> None:
    counts = rounds_lost_by(lambda _: 0)
    counts[1, 1] = {((0, 0), False): 9, ((1, 0), False): 1}
    assert standings.solved(thirty_one.RULES, 3, counts)[1, 1] == pytest.approx((0.0, 1.0))
    counts[1, 1] = {((0, 0), True): 9, ((1, 0), False): 1}  # everybody has 31: the other begins, over and over
    assert standings.solved(thirty_one.RULES, 3, counts)[1, 1] == pytest.approx((9 / 19, 10 / 19))


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table of Jaipur that is shipped, alone."""
    made = {"judge": "nobody", "trained": None, "deals": 10, "seed": 1}
    found = Table({"turn_limit": 500}, 2, made, standings.solved(jaipur.RULES, 2, {(0, 0): WON}))
    monkeypatch.setattr(standings, "shipped", lambda game: [found] if game == "jaipur" else [])
    _round_worth.cache_clear()
    yield found
    _round_worth.cache_clear()


def test_chances_are_told_by_players_whoever_begins(table: Table) -> None:
    ahead = Standing((1, 0))
    assert standings.chances("jaipur", {}, ahead, 0) == pytest.approx((0.84, 0.16))
    assert standings.chances("jaipur", {}, ahead, 1) == pytest.approx((0.76, 0.24))
    assert standings.chances("jaipur", {"turn_limit": 9}, ahead, 0) == pytest.approx((0.84, 0.16))


def test_without_a_table_everybody_has_an_even_share(table: Table) -> None:
    assert standings.chances("thirty_one", {}, lives.Standing((3, 0, 2)), 2) == pytest.approx((1 / 3,) * 3)
    assert standings.chances("notty", {}, (), 0, players=3) == pytest.approx((1 / 3,) * 3)
    assert standings.chances("nim", {}, (), 1) == (0.5, 0.5)


def test_a_round_is_carried_to_the_match(table: Table) -> None:
    for player, (won, drawn, lost) in enumerate([(0.76, 0.448, 0.24), (0.76, 0.552, 0.24)]):
        state = jaipur.RULES.deal(Setup(2), Standing(), 0, Random(1))
        worth = round_worth(jaipur.RULES.view(state, player))
        assert worth == pytest.approx((won, drawn, lost))
        assert worth.chance(0.5, 0.1) == pytest.approx(0.5 * won + 0.1 * drawn + 0.4 * lost)
    last = jaipur.RULES.deal(Setup(2), Standing((1, 1)), 1, Random(1))
    assert round_worth(jaipur.RULES.view(last, 0))[::2] == (1.0, 0.0)


def test_a_part_of_what_it_makes_to_begin_lies_between_even_rounds_and_the_table(table: Table) -> None:
    view = jaipur.RULES.view(jaipur.RULES.deal(Setup(2), Standing(), 0, Random(1)), 0)
    assert round_worth(view, 0.0) == pytest.approx((0.75, 0.5, 0.25))
    assert round_worth(view, 0.5) == pytest.approx((0.755, 0.474, 0.245))


def test_who_began_a_round_is_known_from_its_turns(table: Table) -> None:
    state = jaipur.RULES.deal(Setup(2), Standing(), 1, Random(1))
    before = round_worth(jaipur.RULES.view(state, 0))
    state.turns, state.to_move = 7, 0
    assert round_worth(jaipur.RULES.view(state, 0)) == before
    state.turns, state.to_move = 7, 1
    assert round_worth(jaipur.RULES.view(state, 0)) != before


def test_a_table_is_written_and_read_as_it_was(table: Table, tmp_path: Path) -> None:
    path = tmp_path / "standings.json"
    standings.write("jaipur", path, table)
    other = Table({"turn_limit": 9}, 2, table.made, standings.solved(jaipur.RULES, 2, {(0, 0): {0: 1, 1: 1}}))
    standings.write("jaipur", path, other)
    standings.write("jaipur", path, table)  # in the place of the same
    found = {each.options["turn_limit"]: each for each in standings.read("jaipur", path)}
    assert list(found) == [500, 9]
    assert found[500].chances[0, 0] == pytest.approx(table.chances[0, 0], abs=1e-5)
    assert found[9].chances[1, 0] == (0.75, 0.25)
    text = path.read_text()
    assert '  {"standing": [0, 1], "chances": [0.24, 0.76]},\n' in text
    json.loads(text)


def first_row(content: dict[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = content["tables"][0]["standings"][0]
    return row


DAMAGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another version": lambda content: content.update(version=2),
    "another game": lambda content: content.update(game="notty"),
    "no tables": lambda content: content.pop("tables"),
    "too many players": lambda content: content["tables"][0].update(players=3),
    "no options": lambda content: content["tables"][0].update(options={}),
    "a standing too few": lambda content: content["tables"][0]["standings"].pop(),
    "a standing twice": lambda content: content["tables"][0]["standings"].append(first_row(content)),
    "a standing that there is not": lambda content: first_row(content).update(standing=[2, 0]),
    "chances of more than 1": lambda content: first_row(content).update(chances=[0.6, 0.5]),
    "a chance below 0": lambda content: first_row(content).update(chances=[1.5, -0.5]),
    "a chance in words": lambda content: first_row(content).update(chances=["1", 0]),
    "chances of three": lambda content: first_row(content).update(chances=[0.3, 0.3, 0.4]),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_refused(damage: str, table: Table, tmp_path: Path) -> None:
    path = tmp_path / "standings.json"
    standings.write("jaipur", path, table)
    content = json.loads(path.read_text())
    DAMAGES[damage](content)
    path.write_text(json.dumps(content))
    with pytest.raises(StandingsError, match="holds no table of standings"):
        standings.read("jaipur", path)


def test_what_ships_can_be_read_and_belongs_to_the_judge_that_ships() -> None:
    for game in registry.games():
        for found in standings.shipped(game.name):
            assert found.made["trained"] == parse_seat(game.name, found.made["judge"]).trained
            assert all(abs(sum(chances) - 1.0) < 1e-12 for chances in found.chances.values())


class Sure:
    """Shows for every move the same chance of the round."""

    name = "sure"

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        move = jaipur.RULES.legal_moves(view)[0]
        return [Candidate(move, 1.0, Reason("sure"), Estimate(0.9, 0.6))]


@pytest.fixture
def sure() -> Iterator[str]:
    """An AI of Jaipur that shows chances."""
    ai = AI("sure", "jaipur", "shows .6", lambda *_: [Sure()], lambda _: Best())
    registry.register(ai)
    yield ai.name
    registry.forget(ai)


def test_a_judges_own_chance_of_a_round_is_taken(sure: str) -> None:
    found = measured("jaipur", sure, {"turn_limit": 500}, 2, 30, 1)
    assert found.chances[1, 1] == pytest.approx((0.6, 0.4))
    assert portions_of("jaipur", 2, 130, 1) == [((1, 1), range(1, 101)), ((1, 1), range(101, 131))]


class SureJudge(ExactJudge):
    """Holds whoever is to move for the winner of seven rounds in ten."""

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[Shares]:
        return [shared(0.7, state.to_move, 2) for state in states]


def test_the_luck_of_deals_is_measured_against_what_a_judge_sees_with_open_hands() -> None:
    judge = SureJudge(jaipur.RULES, lambda _: {})
    judging = AI("judging", "jaipur", "judges", lambda *_: [Sure()], lambda _: Best(), judge=lambda *_: judge)
    registry.register(judging)
    try:
        assert measured("jaipur", "judging", {"turn_limit": 500}, 2, 2, 1).chances[1, 1] == pytest.approx((0.7, 0.3))
    finally:
        registry.forget(judging)


class Backwards(Here):
    """Does the last portion first."""

    def each(self, work: Callable[[Any], Any], portions: Sequence[Any]) -> Iterator[tuple[int, Any]]:
        yield from reversed([*super().each(work, portions)])


def test_who_measures_what_first_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.matches.standings._PORTION", 25)
    one, other = [measured("jaipur", "random", {"turn_limit": 500}, 2, 30, 1, how) for how in (HERE, Backwards())]
    assert one == other
    assert sum(one.chances[0, 0]) == pytest.approx(1.0)


def test_the_command_prints_and_keeps_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "made.json"
    words = ["standings", "thirty_one", "random", "--deals", "3", "--seed", "4", "--out", str(path)]
    assert run(words) == 0
    told = capsys.readouterr().out
    assert "3 3" in told
    before = path.read_bytes()
    assert run(words) == 0
    assert path.read_bytes() == before
    assert run(["standings", "thirty_one", "random", "--players", "5"]) == 2
    assert run(["standings", "thirty_one", "human"]) == 2
    path.write_text("{}")
    assert run(words) == 1
