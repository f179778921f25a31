"""What the overlay says of what an AI expects: chances in per cents, the rest in words."""

import pytest

from game.agents.agent import Candidate, Estimate, Reason
from systems.view.table import thoughts
from systems.view.table.estimates import chance_in_words, in_words
from systems.view.table.thoughts import ThoughtRow

FULL = Estimate(0.613, 0.72, 8.0, 0.012, 60, "player 2 takes the camels")


@pytest.mark.parametrize(
    ("chance", "words"),
    [(0.0, "0.0 %"), (1.0, "100.0 %"), (0.0001, "< 0.1 %"), (0.99999, "> 99.9 %"), (0.6126, "61.3 %")],
)
def test_a_chance_is_read_in_per_cents(chance: float, words: str) -> None:
    assert chance_in_words(chance) == words


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (FULL, "Round 72.0 %, 8 points ahead. 60 tries, give or take 1.2 %."),
        (Estimate(0.5), ""),
        (Estimate(0.5, expected=-1.0), "1 point behind."),
        (Estimate(0.5, expected=-2.54), "2.5 points behind."),
        (Estimate(0.5, expected=0.01, visits=1), "Level in points. 1 try."),
    ],
)
def test_the_rest_is_read_in_words(estimate: Estimate, words: str) -> None:
    assert in_words(estimate) == words


def row(estimate: Estimate) -> ThoughtRow:
    return ThoughtRow("Sell", "", 0.61, 0.61, Reason(""), False, None, estimate=estimate)


def test_where_there_is_a_chance_it_stands_for_the_score() -> None:
    assert row(FULL).scores == "61.3 %"
    assert row(thoughts.NOTHING).scores == "0.61"


def test_a_bar_is_as_long_as_the_chance() -> None:
    scores = [40.0, -80.0]
    assert thoughts._share(Candidate(None, 40.0, Reason(""), FULL), scores) == 0.613
    assert thoughts._share(Candidate(None, 40.0, Reason(""), Estimate(visits=3)), scores) == 0.5
    assert thoughts._share(Candidate(None, -80.0, Reason("")), scores) == -1.0


def test_what_is_expected_calls_players_by_their_names() -> None:
    assert thoughts._estimate(FULL, ["You", "Zoya"]) == FULL._replace(line="Zoya takes the camels")


def test_a_reason_calls_players_by_their_names() -> None:
    reason = Reason("{}, and in the mood for it", (Reason("then {}", ("player 2 held",)),))
    row = ThoughtRow("Roll", "", 0.5, 0.5, reason, False, None, names=("You", "Bert"))
    assert row.reason == "then Bert held, and in the mood for it"
