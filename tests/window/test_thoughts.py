"""The overlay: chances to be drawn, and moves that were not considered."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from components.players import Chosen
from game.agents.agent import Candidate, Estimate, Reason
from game.games import registry
from game.games.jaipur.rules import RULES
from game.games.module import register_game
from systems.snapshot import maybe
from systems.view.table import table_thoughts, thoughts
from systems.view.table.side_panel import _what_bars_are
from systems.view.table.thoughts import Thought, written
from tests.jaipur_positions import position
from tests.window.conftest import Open
from tests.window.desk import Desk, lay, table


def thought_of(desk: Desk) -> Thought:
    desk.frame()
    thought = desk.table.thoughts.now()
    assert thought is not None
    return thought


def test_who_draws_by_lot_shows_each_chance(open_desk: Open) -> None:
    desk = open_desk(table("weighted", "weighted"), motion="instant", pace=9.0)
    desk.until(lambda: maybe(Chosen) is not None)
    rows = thought_of(desk).rows
    total = sum(row.score for row in rows if row.score > 0)
    assert [row.chance for row in rows] == pytest.approx([max(0.0, row.score) / total for row in rows])


def test_who_plays_the_best_shows_no_chance(open_desk: Open) -> None:
    desk = open_desk(table("utility", "utility"), motion="instant", pace=9.0)
    desk.until(lambda: maybe(Chosen) is not None)
    assert {row.chance for row in thought_of(desk).rows} == {None}


@pytest.fixture
def hints_by_utility() -> Iterator[None]:
    """At Jaipur's tables hints are those of utility."""
    game = registry.game("jaipur")
    register_game(replace(game, default_ai="utility"))
    yield
    register_game(game)


@pytest.mark.parametrize(
    ("market", "said"),
    [
        # Take gold, the camels, sell 1 or 2 cloth, and exchange 2 cloth for 2 gold: utility looks at three of them.
        ("3 gold, 2 camel", "2 more moves are legal; Vera does not look at them."),
        ("gold, 4 camel", "1 more move is legal; Vera does not look at it."),
    ],
)
def test_moves_that_an_ai_does_not_consider_are_told(
    open_desk: Open, market: str, said: str, hints_by_utility: None
) -> None:
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0, hint=True)
    desk.until_ready()
    lay(desk, position(market, ("2 cloth", "3 spice")))
    desk.until_ready()
    assert thought_of(desk).beyond == said


def test_a_candidate_that_is_no_legal_move_is_none_of_those_considered() -> None:
    view = RULES.view(position("3 gold, 2 camel", ("2 cloth", "3 spice")), 0)
    legal = list(RULES.legal_moves(view))
    illegal = RULES.legal_moves(RULES.view(position("5 silver", ("", "")), 0))[0]
    assert RULES.refusal(view, illegal)
    considered = [Candidate(move, 1.0, Reason("")) for move in (legal[0], illegal)]
    assert table_thoughts._beyond(RULES, view, considered, "it").startswith(f"{len(legal) - 1} more moves are legal")


@pytest.mark.parametrize(
    ("odds", "said"), [((0.4, 0.6), "Drawn by lot"), ((), "It goes by a score of its own")], ids=["lot", "own score"]
)
def test_what_stands_first_has_the_longest_bar_and_a_choice_of_another_is_explained(
    open_desk: Open, odds: tuple[float, ...], said: str
) -> None:
    open_desk(table("utility", "utility"))
    view = RULES.view(position("3 gold, 2 camel", ("2 cloth", "3 spice")), 0)
    liked, likely = RULES.legal_moves(view)[:2]
    candidates = [
        Candidate(liked, 2.0, Reason(""), Estimate(chance=0.5)),
        Candidate(likely, 1.0, Reason(""), Estimate(chance=0.6)),
    ]
    rows = thoughts.rows_of(RULES, view, candidates, liked, chances=odds, thinking=True)
    assert [row.move for row in rows] == [likely, liked]
    assert [bool(row.despite) for row in rows] == [False, True]
    assert rows[1].despite.startswith(said)
    assert not thoughts.rows_of(RULES, view, candidates, likely, chances=odds, thinking=True)[0].despite
    assert not thoughts.rows_of(RULES, view, candidates, liked, chances=odds)[1].despite, "nobody's own choice"


@pytest.mark.parametrize(
    ("chances", "told"),
    [
        ((0.514, 0.508, 0.2), ["51.4 %", "50.8 %", "20.0 %"]),
        ((0.9994, 0.996, 0.9), ["99.9 %", "99.6 %", "90.0 %"]),
        ((0.53, 0.514, 0.508), ["53 %", "51 %", "51 %"]),
        ((0.5, 0.5, 0.4), ["50 %", "50 %", "40 %"]),
    ],
    ids=["close", "nearly sure", "close behind", "equal"],
)
def test_chances_have_one_place_where_the_best_two_would_read_alike(
    open_desk: Open, chances: tuple[float, ...], told: list[str]
) -> None:
    open_desk(table("utility", "utility"))
    view = RULES.view(position("3 gold, 2 camel", ("2 cloth", "3 spice")), 0)
    moves = zip(RULES.legal_moves(view), chances, strict=False)
    candidates = [Candidate(move, 0.0, Reason(""), Estimate(chance=chance)) for move, chance in moves]
    assert [row.in_short for row in thoughts.rows_of(RULES, view, candidates, None)] == told


def test_bars_are_shares_of_one_or_of_the_score_furthest_from_nothing() -> None:
    assert thoughts.share_of(0.2, [0.2, 0.1]) == 0.2
    assert thoughts.share_of(-3.0, [2.0, -4.0]) == -0.75


@pytest.mark.parametrize(("errors", "marks"), [((0.0, 0.1), True), ((None, None), False)])
def test_marks_are_explained_where_any_bar_has_them(
    open_desk: Open, errors: tuple[float | None, float | None], marks: bool
) -> None:
    open_desk(table("utility", "utility"))
    view = RULES.view(position("3 gold, 2 camel", ("2 cloth", "3 spice")), 0)
    chances = zip(RULES.legal_moves(view), (1.0, 0.6), errors, strict=False)
    candidates = [Candidate(move, one, Reason(""), Estimate(chance=one, error=error)) for move, one, error in chances]
    rows = thoughts.rows_of(RULES, view, candidates, None)
    thought = Thought(0, 1, view, "", rows, bars=thoughts.bars_of(candidates))
    assert ("marks" in str(_what_bars_are(thought, sums=False))) is marks


def test_scores_are_written_with_two_decimals_and_no_sign_before_nothing() -> None:
    assert [written(score) for score in (0.125, -0.004, -0.0, -1.5)] == ["0.12", "0.00", "0.00", "−1.50"]
