"""Platt scaling, and that what levels show is what it makes of the chances that they go by."""

from math import log
from random import Random
from typing import Any

import numpy as np
import pytest

from game.agents.agent import Candidate, Estimate, Scorer
from game.agents.match import play_match
from game.agents.platt import Platt
from game.games import registry, standings
from game.games.seats import parse_seat
from game.games.thirty_one.fits import Fit, Fits
from game.games.thirty_one.state import Standing
from game.matches.calibration import Shown
from game.rules.protocol import Setup

LEVELS = ("beginner", "casual", "club")
PLATT, FIT = Platt(0.5, 0.3), Fit(0.5, 0.5, 0.3)


def log_odds(chance: float) -> float:
    return log(chance / (1.0 - chance))


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.8, 0.999])
def test_log_odds_are_stretched_and_shifted(chance: float) -> None:
    assert log_odds(PLATT(chance)) == pytest.approx(0.5 * log_odds(chance) + 0.3)
    assert Platt()(chance) == pytest.approx(chance)


@pytest.mark.parametrize("chance", [0.01, 0.3, 0.5, 0.8, 0.999])
def test_leads_may_be_told_by_a_slope_of_their_own(chance: float) -> None:
    told, odds = Platt(1.2, -0.1, 0.5), log_odds(chance)
    assert log_odds(told(chance)) == pytest.approx((0.6 if odds > 0 else 1.2) * odds - 0.1)
    assert told(np.array([chance, chance])).tolist() == pytest.approx([told(chance)] * 2)


def test_what_is_sure_stays_sure_and_arrays_are_scaled_as_numbers_are() -> None:
    chances = [0.0, 0.25, 1.0]
    scaled = PLATT(np.array(chances, np.float32))
    assert scaled.dtype == np.float32
    assert scaled.tolist() == pytest.approx([PLATT(chance) for chance in chances])
    assert (scaled[0], scaled[2]) == (0.0, 1.0)


def first_view(game: str) -> Any:
    rules = registry.game(game).rules
    how = Setup(2, {option.key: option.default for option in rules.options})
    state = rules.deal(how, rules.new_standing(how), 0, Random(4))
    return rules.view(state, 0)


def thought(scorer: Scorer, view: Any) -> list[Candidate]:
    return [each for each in scorer.score(view, Random(1)) if isinstance(each, Candidate)]


def estimate(candidate: Candidate) -> Estimate:
    assert candidate.estimate is not None
    return candidate.estimate


def neural(game: str) -> Any:
    (scorer,) = registry.ai(game, "neural").agent().scorers
    return scorer


def test_a_player_that_errs_at_thirty_one_goes_by_the_chances_and_shows_others() -> None:
    scorer, view = neural("thirty_one"), first_view("thirty_one")
    usual, errs = thought(scorer, view), scorer.erring(dict.fromkeys(scorer.fits, Fits(FIT, FIT, FIT)))
    name, row, _moves = scorer.row(view)
    for raw, candidate in zip(scorer.chances(name, row).tolist(), found := thought(errs, view), strict=False):
        shown = estimate(candidate).chance
        assert shown is not None
        assert shown == pytest.approx(PLATT(raw), abs=1e-6)
        assert candidate.score == pytest.approx(100 * raw)
        assert str(candidate.reason).startswith(f"{100 * shown:.1f} % to win the match; ")
    assert [each.move for each in found] == [each.move for each in usual]
    assert errs.silent() is errs, "it goes by the chances"


@pytest.mark.parametrize(("lives", "seat"), [((3, 3), 0), ((3, 1), 0), ((1, 0, 2), 2), ((2, 3, 1), 1)])
def test_a_hand_and_a_lead_in_lives_count_each_for_its_own(lives: tuple[int, ...], seat: int) -> None:
    view = first_view("thirty_one")._replace(player=seat, to_move=seat, lives=lives)
    options, begins = view.house._asdict(), [each for each in range(len(lives)) if lives[each]]
    by_lives = sum(standings.chances("thirty_one", options, Standing(lives), each)[seat] for each in begins) / len(
        begins
    )
    told = Fit(0.4, 1.3, -0.1).of(view)
    assert log_odds(told(by_lives)) == pytest.approx(1.3 * log_odds(by_lives) - 0.1)
    better = Platt(shift=0.5)(by_lives)
    assert log_odds(told(better)) == pytest.approx(log_odds(told(by_lives)) + 0.4 * 0.5)


def test_a_player_that_errs_at_jaipur_goes_by_the_same_values_and_shows_and_tells_other_chances() -> None:
    usual, errs = thought(neural("jaipur"), view := first_view("jaipur")), neural("jaipur").erring(PLATT, 0.0)
    found = thought(errs, view)
    assert [(each.move, each.score) for each in found] == [(each.move, each.score) for each in usual]
    for plain, candidate in zip(usual, found, strict=True):
        raw, shown = estimate(plain).round_chance, estimate(candidate).round_chance
        assert raw is not None
        assert shown == pytest.approx(PLATT(raw), abs=1e-6)
        assert estimate(candidate).chance == pytest.approx(0.25 + 0.5 * PLATT(raw)), "further rounds are even"
    best, second, *_ = sorted(found, key=lambda each: -each.score)
    lead = 100 * ((estimate(best).round_chance or 0.0) - (estimate(second).round_chance or 0.0))
    assert f"{lead:+.1f} % of the round".replace("-", "\N{MINUS SIGN}") in str(best.reason)


def test_what_a_beginner_shows_comes_true_in_the_mean() -> None:
    """Players who all err so win half of their matches; what they show for the moves that they play says so too."""
    module = registry.game("thirty_one")
    how = Setup(2, {option.key: option.default for option in module.rules.options})
    shown, true = list[float](), list[float]()
    for seed in range(12):
        agents = [agent for _ in range(2) if (agent := parse_seat("thirty_one", "beginner").agent())]
        thoughts = Shown(agents[0].name)
        end = play_match(module.rules, how, agents, agents[0], seed, thoughts=thoughts).end
        shown += [chance for _, chance in thoughts.chances]
        true += [float(player == end.winner) for player, _ in thoughts.chances]
    assert sum(shown) / len(shown) == pytest.approx(sum(true) / len(true), abs=0.03)
