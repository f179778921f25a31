"""Intervals and ratings, against published values and strengths that are known."""

import doctest
from itertools import combinations, permutations
from math import log, log10, sqrt
from random import Random

import pytest

from game.matches import ratings as module
from game.matches.ratings import Meetings, rating_intervals, ratings, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_intervals(wins: int, games: int, low: float, high: float) -> None:
    """Source: R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17
    (1998), table I, method 3."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


def test_wilson_is_symmetric_and_stays_within_its_limits() -> None:
    for games in (1, 2, 7, 2000):
        for wins in {0, 1, games // 2, games}:
            low, high = wilson(wins, games)
            assert 0 <= low <= wins / games <= high <= 1
            assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low))
    assert wilson(0, 20)[0] == 0
    assert wilson(20, 20)[1] == 1
    assert wilson(0, 0) == (0, 1)


def test_wilson_counts_half_points_and_narrows_with_games_and_doubt() -> None:
    assert wilson(10, 20)[0] < wilson(10.5, 20)[0] < wilson(11, 20)[0]
    assert wilson(500, 1000)[0] > wilson(5, 10)[0]
    assert wilson(5, 10, confidence=0.5)[0] > wilson(5, 10)[0]


def exact(strengths: dict[str, float], tables: list[tuple[str, ...]], games: float = 1000) -> list[Meetings]:
    """Meetings in which everybody has exactly the points that its strength promises."""
    return [
        Meetings(table, tuple(games * strengths[name] / sum(strengths[each] for each in table) for name in table))
        for table in tables
    ]


STRENGTHS = {"a": 8.0, "b": 3.0, "c": 1.0, "d": 0.25}


@pytest.mark.parametrize("size", [2, 3, 4])
def test_known_strengths_are_recovered(size: int) -> None:
    """At tables of two that is Bradley and Terry's model, at larger ones Luce's."""
    rated = ratings(exact(STRENGTHS, list(combinations(STRENGTHS, size))), prior=0)
    for one, other in combinations(STRENGTHS, 2):
        expected = 400 * log10(STRENGTHS[one] / STRENGTHS[other])
        assert rated[one] - rated[other] == pytest.approx(expected, abs=1e-3)
    assert sum(rated.values()) / len(rated) == pytest.approx(1500)


def test_ten_to_one_is_400_points() -> None:
    rated = ratings([Meetings(("a", "b"), (1000.0, 100.0))], prior=0)
    assert rated == pytest.approx({"a": 1700, "b": 1300}, abs=1e-6)


def test_the_interval_of_two_is_that_of_their_odds() -> None:
    """The logarithm of the odds has the variance 1 / (n p (1 - p)); each is half of the difference off the mean."""
    games, chance = 400, 0.8
    low, high = rating_intervals([Meetings(("a", "b"), (games * chance, games * (1 - chance)))], prior=0)["a"]
    reach = 1.959964 / sqrt(games * chance * (1 - chance)) / 2 * 400 / log(10)
    assert (low, high) == pytest.approx((1500 + 200 * log10(4) - reach, 1500 + 200 * log10(4) + reach), abs=1e-3)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_an_interval_covers_its_rating_and_narrows_with_games(size: int) -> None:
    tables = list(combinations(STRENGTHS, size))
    few, many = (rating_intervals(exact(STRENGTHS, tables, games), prior=0) for games in (100, 400))
    rated = ratings(exact(STRENGTHS, tables), prior=0)
    for name in STRENGTHS:
        assert few[name][0] < rated[name] < few[name][1]
        assert few[name][1] - few[name][0] == pytest.approx(2 * (many[name][1] - many[name][0]))


@pytest.mark.parametrize("games", [1, 100, 400, 5000])
def test_who_wins_everything_has_a_wide_interval_but_no_absurd_one(games: int) -> None:
    found = rating_intervals([Meetings(("a", "b"), (float(games), 0.0))])
    for low, high in found.values():
        assert 100 < high - low < 2000


def test_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    rng, tables, held = Random(5), list(combinations(STRENGTHS, 2)), 0
    mean = sum(400 * log10(strength) for strength in STRENGTHS.values()) / len(STRENGTHS)
    for _ in range(150):
        meetings = []
        for a, b in tables:
            wins = sum(rng.random() < STRENGTHS[a] / (STRENGTHS[a] + STRENGTHS[b]) for _ in range(200))
            meetings.append(Meetings((a, b), (wins, 200 - wins)))
        low, high = rating_intervals(meetings)["a"]
        held += low <= 1500 + 400 * log10(STRENGTHS["a"]) - mean <= high
    assert 133 <= held <= 149  # of 150 with a chance of 95 %: outside only once in a thousand


def test_the_american_league_of_1987_is_rated_as_published() -> None:
    """Source: A. Agresti, "Categorical Data Analysis" (1990), section 10.6: the wins of baseball teams over each
    other, and the strengths fitted to them, as logarithms over Baltimore's."""
    teams = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
    wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    published = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0]
    rated = ratings([Meetings((teams[i], teams[j]), (wins[i][j], wins[j][i])) for i, j in combinations(range(7), 2)], 0)
    fitted = [(rated[team] - rated["Baltimore"]) / 400 * log(10) for team in teams]
    assert fitted == pytest.approx(published, abs=0.006)


def test_the_order_of_meetings_and_players_does_not_matter() -> None:
    played = [
        Meetings(("a", "b"), (7, 3)),
        Meetings(("b", "c"), (6.5, 3.5)),
        Meetings(("a", "c"), (10, 0)),
        Meetings(("a", "b", "c"), (2, 2, 1)),
    ]
    expected = ratings(played)
    for order in permutations(played):
        assert ratings(order) == expected
    turned = [Meetings(meeting.players[::-1], meeting.points[::-1]) for meeting in played]
    assert ratings(turned) == expected


def test_who_wins_everything_has_a_finite_rating_that_grows_with_the_games() -> None:
    """With one game thought drawn, 2000 to nothing is 2000.5 to a half."""
    rated = ratings([Meetings(("a", "b"), (2000, 0))])
    assert rated["a"] - rated["b"] == pytest.approx(400 * log10(2000.5 / 0.5))
    few = ratings([Meetings(("a", "b"), (20, 0))])
    assert 0 < few["a"] - few["b"] < rated["a"] - rated["b"]


def test_a_strict_order_of_all_wins_is_rated_in_that_order_in_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_STEPS", 30)
    names = "abcdefghij"
    rated = ratings([Meetings(pair, (2000, 0)) for pair in combinations(names, 2)])
    levels = [rated[name] for name in names]
    assert levels == sorted(levels, reverse=True)
    for place, name in enumerate(names):  # as many points as it has had, with half of each game thought drawn
        expected = sum(2001 / (1 + 10 ** ((rated[other] - rated[name]) / 400)) for other in names if other != name)
        assert expected == pytest.approx(2000 * (9 - place) + 4.5, abs=1e-6)
    assert levels[0] - levels[1] == pytest.approx(levels[-2] - levels[-1], abs=0.01)


def test_equals_nobody_and_games_against_oneself() -> None:
    assert ratings([]) == {}
    assert ratings([Meetings(("a", "b"), (0, 0))]) == pytest.approx({"a": 1500, "b": 1500})
    assert ratings([Meetings(("a", "b"), (4, 4))]) == pytest.approx({"a": 1500, "b": 1500})
    assert ratings([Meetings(("a", "a"), (7, 1))]) == pytest.approx({"a": 1500})
    with_itself = [Meetings(("a", "b"), (30, 10)), Meetings(("a", "a"), (9, 1))]
    assert ratings(with_itself) == pytest.approx(ratings(with_itself[:1]))


def test_the_examples_of_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0
