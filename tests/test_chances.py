"""What a picker that draws by lot tells of its chances, and what the overlay makes of candidates."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from game.agents.agent import Candidate, Picker, Reason, chances_of
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.pickers import Best, Highest, Weighted
from game.agents.q_learning import Parameters, Spread, Ties
from systems.view.table.overlay import odds_in_words


def candidates(*scores: float) -> list[Candidate]:
    return [Candidate(number, score, Reason("")) for number, score in enumerate(scores)]


class Even(Random):
    """Random numbers that run through the middle of each of `parts` equal parts of 0 to 1, the same for choices."""

    def __new__(cls, *_: Any) -> "Even":
        return super().__new__(cls)

    def __init__(self, parts: int) -> None:
        super().__init__(0)
        self._parts, self._at = parts, 0

    def random(self) -> float:
        self._at += 1
        return ((self._at - 1) % self._parts + 0.5) / self._parts


@pytest.mark.parametrize(
    ("picker", "scores", "parts"),
    [
        (Weighted(), (0.6, 0.8, 0.0, -1.0, 0.6), 2000),
        (Weighted(), (1.0, 1.0, 1.0, 1.0), 2000),
        (EpsilonGreedy(Parameters(epsilon=0.1, spread=Spread.OTHERS)), (0.0, 2.0, 1.0, -3.0), 3900),
    ],
)
def test_chances_are_what_is_drawn(picker: Any, scores: Sequence[float], parts: int) -> None:
    chances = picker.chances(candidates(*scores))
    assert sum(chances) == pytest.approx(1.0)
    rng = Even(parts)
    drawn = Counter(picker.pick(candidates(*scores), rng) for _ in range(parts))
    # Each boundary between two candidates can fall into one of the equal parts.
    assert [drawn[number] for number in range(len(scores))] == pytest.approx(
        [chance * parts for chance in chances], abs=1.0
    )


@pytest.mark.parametrize("scores", [(1.0, 3.0, 3.0, 0.0), (5.0, 1.0), (2.0, 2.0)])
def test_an_exploration_among_all_and_ties_by_lot_are_counted(scores: Sequence[float]) -> None:
    picker = EpsilonGreedy(Parameters(epsilon=0.4, spread=Spread.ALL, ties=Ties.RANDOM))
    chances = picker.chances(candidates(*scores))
    ties = scores.count(max(scores))
    assert sum(chances) == pytest.approx(1.0)
    assert chances == pytest.approx([
        0.4 / len(scores) + (0.6 / ties if score == max(scores) else 0.0) for score in scores
    ])  # fmt: skip
    rng = Random(1)
    drawn = Counter(picker.pick(candidates(*scores), rng) for _ in range(4000))
    assert [drawn[number] / 4000 for number in range(len(scores))] == pytest.approx(chances, abs=0.03)


def test_asking_for_chances_draws_nothing_and_counts_nothing() -> None:
    picker = EpsilonGreedy(Parameters(epsilon=0.3, decay=0.5, floor=0.0))
    picker.chances(candidates(1.0, 2.0))
    assert (picker.epsilon, picker.picks) == (0.3, 0)


class Told:
    """A mod's picker that tells such chances."""

    name = "told"

    def __init__(self, chances: Any) -> None:
        self._chances = chances

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        return 0

    def chances(self, candidates: Sequence[Candidate]) -> Any:
        if isinstance(self._chances, Exception):
            raise self._chances
        return self._chances


@pytest.mark.parametrize(
    "picker",
    [
        Highest(),
        Best(),
        EpsilonGreedy(Parameters(epsilon=0.0)),
        Told([0.5]),
        Told([0.9, 0.9]),
        Told([1.5, -0.5]),
        Told(["much", 0.5]),
        Told([float("nan"), 1.0]),
        Told(None),
        Told(ValueError("no")),
    ],
)
def test_nothing_is_told_where_nothing_is_drawn_or_nonsense_is_said(picker: Picker) -> None:
    assert chances_of(picker, candidates(0.6, 0.8)) == ()


def test_what_a_mods_picker_tells_is_taken() -> None:
    assert chances_of(Told([0.25, 0.75]), candidates(1.0, 1.0)) == (0.25, 0.75)


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.0, "0 % by lot"),
        (0.001, "< 1 % by lot"),
        (0.43, "43 % by lot"),
        (0.9999, "> 99 % by lot"),
        (1.0, "100 % by lot"),
    ],
)
def test_a_chance_in_words(chance: float, words: str) -> None:
    assert odds_in_words(chance) == words
