"""The analysis of matches: what must hold of every account, of strokes of luck, and of Nim."""

import csv
import hashlib
import json
import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from math import hypot
from pathlib import Path
from random import Random
from statistics import stdev
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from game.agents.judging import Weighed, shared
from game.analysis import kept
from game.analysis.account import (
    ACCURATE,
    accounts,
    charged_once,
    errors,
    losses,
    summary,
    together,
    told_changes,
    turning_points,
)
from game.analysis.analysis import Work, analyse, assembled, portions, read_record
from game.analysis.chances import Chances
from game.analysis.coming import dealt, what_may_come
from game.analysis.decisions import Decision, class_of, judged, judgement
from game.analysis.judges import JudgeWords
from game.analysis.luck import Stroke, after_move, deal_stroke, sampling_error
from game.analysis.moments import Moment, PlayedMatch, read_match
from game.analysis.outcomes import Outcomes, outcomes
from game.analysis.sentences import difference, ordinal, percent, sentence
from game.cli.main import run
from game.games import registry
from game.games.jaipur.state import View as JaipurView
from game.matches.notes import LENT, SWITCHES
from game.matches.replay import read
from game.matches.timeline import Timeline
from game.rules.protocol import AnyRules, Setup
from tests.games import GAMES, turn_limit, usual_ai


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Records a match of some AIs, once."""

    @cache
    def record(game: str, *ais: str, seed: int = 1, extra: tuple[str, ...] = ()) -> Path:
        folder = tmp_path_factory.mktemp(game)
        words = [game, *ais, "--games", "1", "--seed", str(seed), "--record", str(folder), *extra]
        assert run(["arena", *words]) == 0
        return folder / "match-0001.jsonl"

    return record


@dataclass(frozen=True)
class OddJudge:
    """Chances by lot, but always the same for what is seen: whatever holds of any judge must hold of it."""

    rules: AnyRules
    exact: bool = False
    error: float = 0.03
    open_error: float = 0.0

    def _chances(self, *seen: object, players: int) -> tuple[float, ...]:
        rng = Random(hashlib.sha256(repr(seen).encode()).digest())
        drawn = [rng.random() + 0.1 for _ in range(players)]
        return tuple([each / sum(drawn) for each in drawn])

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> list[Weighed]:
        legal = list(self.rules.legal_moves(view))[:8]
        moves = list(dict.fromkeys([*legal, *asked]))
        return [Weighed(move, self._after(view, move)[view.player], 0.01) for move in moves]

    def sampled(self, view: Any, moves: Sequence[Any], rng: Random) -> list[list[float]]:
        return [[self._after(view, move)[view.player]] for move in moves]

    def _after(self, view: Any, move: Any) -> tuple[float, ...]:
        return self._chances(view, move, players=view.players)

    def everybodys(self, view: Any, weighed: Sequence[Weighed], rng: Random) -> list[tuple[float, ...]]:
        return [self._after(view, each.move) for each in weighed]

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[tuple[float, ...]]:
        return [self._open(state) for state in states]

    def _open(self, state: Any) -> tuple[float, ...]:
        players = self.rules.view(state, 0).players
        views = [self.rules.view(state, player) for player in range(players)]
        return self._chances(views, players=players)


def even_before(players: int) -> Any:
    """Chances before every deal that are anybody's."""
    return lambda *_: (1 / players,) * players


def looked_at(path: Path) -> Chances:
    match = read_match(path)
    return Chances(match.rules, match.setup, OddJudge(match.rules), even_before(2))


@pytest.fixture
def odd_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every judge is the odd one."""
    monkeypatch.setattr(JudgeWords, "judge", lambda words: OddJudge(registry.game(words.game).rules))


def work_on(path: Path, seed: int = 1) -> Work:
    match = read_match(path)
    return Work(path, match.digest, JudgeWords(match.rules.name, "odd"), seed, even_before(match.setup.players))


# --- what must hold of every analysis ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "others"),
    [(game, players - 1) for game in GAMES for players in registry.game(game).rules.seats if players < 4],
)
@pytest.mark.usefixtures("odd_judges")
def test_every_account_balances_and_sums_to_nothing(game: str, others: int, recorded: Callable[..., Path]) -> None:
    path = recorded(game, usual_ai(game), *["random"] * others, extra=(*turn_limit(game, 8), "--table"))
    found = analyse(read_match(path), work_on(path))
    assert found.result is not None
    for each in found.account:
        explained = each.luck - each.own_losses + each.others_losses + each.rest
        assert abs(each.result - each.start - explained) < 1e-9
    assert abs(sum(each.start for each in found.account) - 1) < 1e-9
    assert abs(sum(each.result for each in found.account) - 1) < 1e-9
    for nothing in ("luck", "rest"):
        assert abs(sum(getattr(each, nothing) for each in found.account)) < 1e-9
    assert abs(sum(each.others_losses - each.own_losses for each in found.account)) < 1e-9
    assert len(found.curve) == len(found.decisions) + 1
    assert found.curve[-1] == found.result
    assert found.ended
    assert not replace(found, curve=found.curve[:2]).ended, "it has not grown to its end"
    assert all(decision.loss >= 0 and abs(sum(decision.gave)) < 1e-9 for decision in found.decisions)
    assert all(abs(sum(stroke.gain)) < 1e-9 for stroke in found.luck)


CHANCES = st.floats(0, 1)


def stroke(gain: tuple[float, ...], move: int = 1) -> Stroke:
    return Stroke(move, 1, "draw", 0, gain, 0.0)


def decision(loss: float, player: int = 0, move: int = 1, gave: tuple[float, ...] = (), **told: Any) -> Decision:
    """A decision that lost so much, to the benefit of the other one unless said otherwise."""
    usual = Decision(
        move, 1, 1, 1, player, False, True, False, {}, {}, 0.5 - loss, 0.5, loss, 0.0, class_of(loss, 0.0),
        gave or tuple([-loss if each == player else loss for each in range(2)]), [],
    )  # fmt: skip
    return replace(usual, **told)


@given(st.lists(st.tuples(CHANCES, st.integers(0, 1)), max_size=40), st.lists(CHANCES, max_size=40), CHANCES, CHANCES)
def test_accounts_balance_whatever_they_are_of(
    losses: list[tuple[float, int]], gains: list[float], start: float, result: float
) -> None:
    decisions = [decision(loss, player) for loss, player in losses]
    found = accounts((start, 1 - start), (result, 1 - result), decisions, [stroke((gain, -gain)) for gain in gains])
    for each in found:
        explained = each.luck - each.own_losses + each.others_losses + each.rest
        assert abs(each.result - each.start - explained) < 1e-9
    assert abs(found[0].rest + found[1].rest) < 1e-9


# --- a choice that stays open -------------------------------------------------------------------------------------

CALL, SELL = {"kind": "call"}, {"kind": "sell"}


def refusal(
    move: int, played: float, best: float, call: float | None = None, alternative: dict[str, str] = CALL, **told: Any
) -> Decision:
    """A decision with this alternative for its best, in which to call had a chance, if it was weighed."""
    weighed = {"call": call, alternative["kind"]: best, "draw": played}
    candidates = [{"move": {"kind": kind}, "chance": chance} for kind, chance in weighed.items() if chance is not None]
    fields: dict[str, Any] = {"best": alternative, "candidates": candidates, "turn": (move + 1) // 2}
    return decision(best - played, move=move, **fields | {"chance_best": best, "chance_played": played} | told)


def taken(move: int, chance: float, call: float | None = None) -> Decision:
    """A decision in which the best was played."""
    weighed = {"draw": chance, "call": call}
    candidates = [{"move": {"kind": kind}, "chance": each} for kind, each in weighed.items() if each is not None]
    fields: dict[str, Any] = {"chance_best": chance, "chance_played": chance, "candidates": candidates}
    return decision(0.0, move=move, turn=(move + 1) // 2, **fields)


@pytest.mark.parametrize(
    ("own", "gained", "charged"),
    [
        ([(1, 0.5, 0.7), (3, 0.45, 0.7), (5, 0.5, 0.72), (7, 0.5, 0.73)], 0.0, [0.0, 0.0, 0.0, 0.23]),
        ([(1, 0.4, 0.7), (3, 0.5, 0.4)], 0.0, [0.3, 0.0]),  # to call is worth far less by then
        ([(1, 0.4, 0.7), (3, 0.3, 0.7), (5, 0.5, None)], 0.0, [0.0, 0.4, 0.0]),  # it cannot be had any more
        ([(1, 0.4, 0.7), (3, 0.69, 0.69)], 0.0, [0.01, 0.0]),  # it was played at the next turn
        ([(1, 0.4, 0.7), (3, 0.8, 0.7)], 0.0, [0.0, 0.0]),  # something was better by then
        ([(1, 0.4, 0.7), (3, 0.69, 0.69)], 0.2, [0.3, 0.0]),  # luck in between excuses nothing
        ([(1, 0.4, 0.7), (3, 0.6, 0.6)], -0.08, [0.02, 0.0]),  # and bad luck is no loss
        ([(1, 0.4, 0.7), (3, 0.5, None), (5, 0.4, 0.7)], 0.0, [0.3, 0.0, 0.3]),  # that is not its next turn
    ],
)
def test_a_choice_that_stays_open_is_charged_once(
    own: list[tuple[int, float, float | None]], gained: float, charged: list[float]
) -> None:
    decisions = [
        refusal(move, played, call) if call is not None and call > played else taken(move, max(played, call or 0), call)
        for move, played, call in own
    ]
    found = charged_once(decisions, [stroke((gained, -gained), 2)])
    assert [each.loss for each in found] == pytest.approx(charged)
    assert [each.loss_alone for each in found] == [each.loss for each in decisions]
    for before, each in zip(decisions, found, strict=True):
        assert each.chance_best - each.chance_played == pytest.approx(each.loss)
        assert each.gave == pytest.approx((-each.loss, each.loss))
        assert each.called == class_of(each.loss, 0.0)
        assert each.excused == (before.called is not None and each.called is None)
        assert (each.standing is None) == (before == each)
    rows = {each.standing["charged"] for each in found if each.standing is not None}
    assert all(each.loss == 0.0 or each.move in rows for each in found if each.standing is not None)
    assert losses(0, found) == [each.loss for each in decisions], "what is compared with others is by the judge alone"
    assert len(errors(0, found)) == sum(each.called is not None for each in decisions)


def test_refusals_are_held_against_the_next_turn_of_the_player_in_the_round() -> None:
    two = [refusal(1, 0.5, 0.7), refusal(3, 0.5, 0.72, 0.7, SELL)]
    assert [each.loss for each in charged_once(two, [])] == pytest.approx([0.0, 0.22])
    step = replace(taken(2, 0.6), turn=1)
    assert [each.loss for each in charged_once([two[0], step, two[1]], [])] == pytest.approx([0.0, 0.0, 0.22])
    again = refusal(2, 0.5, 0.7)
    for apart in (replace(again, player=2), replace(again, round=2)):
        others = [refusal(1, 0.5, 0.7), apart]
        assert charged_once(others, []) == others


@given(st.lists(st.tuples(CHANCES, CHANCES, CHANCES, st.integers(0, 2)), max_size=30), st.lists(CHANCES, max_size=9))
def test_what_is_charged_once_still_balances(rows: list[tuple[float, float, float, int]], gains: list[float]) -> None:
    decisions = [
        refusal(move, min(one, other), max(one, other), call, SELL, player=player,
                gave=tuple([-abs(one - other) if each == player else abs(one - other) / 2 for each in range(3)]))
        for move, (one, other, call, player) in enumerate(rows, 1)
    ]  # fmt: skip
    strokes = [stroke((gain, -gain, 0.0), move) for move, gain in enumerate(gains, 1)]
    found = charged_once(decisions, strokes)
    assert [each.move for each in found] == [each.move for each in decisions]
    assert all(0.0 <= each.loss <= each.loss_alone and abs(sum(each.gave)) < 1e-9 for each in found)
    told = accounts((0.2, 0.3, 0.5), (1.0, 0.0, 0.0), found, strokes)
    for each in told:
        assert abs(each.result - each.start - (each.luck - each.own_losses + each.others_losses + each.rest)) < 1e-9
    assert abs(sum(each.rest for each in told)) < 1e-9


# --- luck --------------------------------------------------------------------------------------------------------


def moments_with_outcomes(path: Path) -> Iterator[tuple[PlayedMatch, Moment, Any]]:
    match = read_match(path)
    game = registry.game(match.rules.name)
    for moment in match.moments:
        came = outcomes(game, moment, f"1/{moment.number}/luck")
        if came is not None:
            yield match, moment, came


EVENTS = {"jaipur": {"refill", "bonus"}, "nim": set(), "notty": {"draw", "steal"}, "thirty_one": {"draw"}}
"""What is known to come by chance, and nothing else: not asked of the games, for it is what they are tested by."""


@pytest.mark.parametrize("game", GAMES)
def test_what_could_have_come_holds_what_did_and_looks_alike_before(game: str, recorded: Callable[..., Path]) -> None:
    events: Counter[str] = Counter()
    path = recorded(game, usual_ai(game), "random", extra=turn_limit(game, 60))
    for match, moment, came in moments_with_outcomes(path):
        rules = match.rules
        events[came.event] += 1
        assert abs(sum(came.weights) - 1) < 1e-9
        assert all(state.to_move in (None, *range(2)) for state in came.states)
        pieces = [piece for lying in rules.board(moment.before).values() for piece in lying]
        assert all(Counter(pieces) == Counter(chain(*rules.board(state).values())) for state in came.states)
        if came.exact:
            seen = [[rules.view(state, player) for player in range(2)] for state in came.states]
            assert [rules.view(moment.after, player) for player in range(2)] in seen
            assert all(seen.count(each) == 1 for each in seen)
        else:
            assert len(came.states) == 30
    assert set(events) == EVENTS.get(game, set(events))


def test_a_refill_is_counted_out_by_what_the_deck_holds(recorded: Callable[..., Path]) -> None:
    path = recorded("jaipur", "utility", "random", extra=("--set", "turn_limit=60"))
    looked = 0
    for match, moment, came in moments_with_outcomes(path):
        if came.event != "refill" or not came.exact:
            continue
        drawn: Counter[int] = Counter()
        for seed in range(2000):
            state = match.rules.redraw(moment.before, Random(seed))
            match.rules.decide(state, moment.move)
            match.rules.settle(state, moment.move, None)
            drawn[state.market] += 1
        for state, weight in zip(came.states, came.weights, strict=True):
            assert abs(drawn[state.market] - 2000 * weight) <= 4.5 * (2000 * weight * (1 - weight)) ** 0.5
        looked += 1
        if looked == 3:
            return
    raise AssertionError("too few refills were counted out")


@pytest.mark.parametrize(("game", "ai"), [("jaipur", "utility"), ("thirty_one", "greedy")])
def test_what_may_come_holds_what_came_and_how_likely_it_is(game: str, ai: str, recorded: Callable[..., Path]) -> None:
    path = recorded(game, ai, ai)
    chances, module, seen = looked_at(path), registry.game(game), 0
    for moment in read_match(path).moments[:30]:
        found = what_may_come(chances, module, moment, 1, played=True)
        if found.rows:
            seen += 1
            assert [row.came for row in found.rows].count(True) == 1
            assert sum(row.likely for row in found.rows) == pytest.approx(1.0)
            own = [row.chances[moment.player] for row in found.rows]
            assert own == sorted(own, reverse=True)
            assert len({row.words for row in found.rows}) == len(found.rows)
            assert not any(row.came for row in what_may_come(chances, module, moment, 1, played=False).rows)
    assert seen > 3


def test_what_may_come_of_a_draw_is_counted_out_and_named(recorded: Callable[..., Path]) -> None:
    path = recorded("thirty_one", "greedy", "greedy")
    moments = read_match(path).moments
    drawn = next(
        moment for moment in moments if registry.game("thirty_one").rules.label(moment.move).startswith("Draw")
    )
    found = what_may_come(looked_at(path), registry.game("thirty_one"), drawn, 1, played=True)
    assert found.exact
    assert len(found.rows) == len(drawn.before.deck)
    assert all(" of " in row.words for row in found.rows)


@pytest.mark.parametrize(("game", "ai"), [("jaipur", "utility"), ("nim", "random")])
def test_a_deal_is_told_among_others_that_could_have_been(game: str, ai: str, recorded: Callable[..., Path]) -> None:
    path = recorded(game, ai, ai)
    chances, deal = looked_at(path), read_match(path).deals[-1]
    found = dealt(chances, deal, 1)
    if game == "nim":
        assert found.others == []
        return
    assert len(set(found.others)) > 10
    assert all(sum(shares) == pytest.approx(1.0) for shares in [found.came, *found.others])
    came = found.came[0] - chances.before_deal(deal.standing, deal.first)[0]
    stroke = deal_stroke(chances, deal, 1)
    assert stroke is not None
    assert stroke.gain[0] == pytest.approx(came), "a stroke of luck and the deal among others are of one judge"


@pytest.mark.parametrize("game", ["jaipur", "notty"])
def test_strokes_that_are_counted_out_have_mean_nothing(game: str, recorded: Callable[..., Path]) -> None:
    path = recorded(game, usual_ai(game), "random", extra=("--set", "turn_limit=60"))
    chances = looked_at(path)
    looked = 0
    for _, moment, came in moments_with_outcomes(path):
        if not came.exact or len(came.states) < 2:
            continue
        mean = 0.0
        for state, weight in zip(came.states, came.weights, strict=True):
            _, found = after_move(chances, registry.game(game), replace(moment, after=state), 1)
            assert found is not None
            assert found.error == chances.judge.error, "nothing was drawn, so it is the judge's own alone"
            mean += weight * found.gain[0]
        assert abs(mean) < 1e-9
        looked += 1
    assert looked >= 3


def test_a_rough_mean_of_what_was_counted_out_has_an_error(recorded: Callable[..., Path]) -> None:
    path = recorded("jaipur", "utility", "random", extra=("--set", "turn_limit=60"))
    match, moment, came = next(found for found in moments_with_outcomes(path) if found[2].exact)
    chances = replace(looked_at(path), judge=OddJudge(match.rules, open_error=0.05))
    _, found = after_move(chances, registry.game("jaipur"), moment, 1)
    assert found is not None
    of_mean = 0.05 * (len(came.weights) * sum(weight * weight for weight in came.weights)) ** 0.5
    assert of_mean >= 0.05
    assert found.error == pytest.approx(hypot(0.03, 0.05, of_mean))


# --- decisions ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class GivenJudge:
    """Weighs the moves of Nim as it is told."""

    chances: tuple[float, ...]
    errors: tuple[float, ...] = ()
    exact: bool = False
    error: float = 0.0
    open_error: float = 0.0

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> list[Weighed]:
        errors = self.errors or (0.0,) * len(self.chances)
        moves = registry.game("nim").rules.legal_moves(view)
        return [Weighed(*row) for row in zip(moves, self.chances, errors, strict=False)]

    def sampled(self, view: Any, moves: Sequence[Any], rng: Random) -> list[list[float]]:
        return [[each.chance] for each in self.weigh(view, moves, rng)]

    def everybodys(self, view: Any, weighed: Sequence[Weighed], rng: Random) -> list[tuple[float, ...]]:
        return [shared(each.chance, view.player, 2) for each in weighed]

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[tuple[float, ...]]:
        return [(0.5, 0.5)] * len(states)


@pytest.fixture(scope="module")
def nim_moment(recorded: Callable[..., Path]) -> Moment:
    """A decision of Nim in which the first legal move was played."""
    moment = read_match(recorded("nim", "random", "random")).moments[0]
    rules = registry.game("nim").rules
    return replace(moment, move=rules.legal_moves(rules.view(moment.before, moment.player))[0])


def nim_decision(moment: Moment, *chances: float, errors: tuple[float, ...] = (), error: float = 0.0) -> Decision:
    judge = GivenJudge(chances, errors, error=error)
    return judged(judge, registry.game("nim").rules, moment, Random(1))


@pytest.mark.parametrize(
    ("chances", "errors", "called", "only", "counts"),
    [
        ((0.50, 0.54), (), None, False, True),
        ((0.50, 0.56), (), "inaccuracy", False, True),
        ((0.50, 0.56), (0.02, 0.0), None, False, True),  # .06 less .02 is too little
        ((0.50, 0.61), (), "mistake", True, True),
        ((0.50, 0.61), (0.02, 0.0), "inaccuracy", False, True),  # whether the second is a mistake is not sure
        ((0.50, 0.61, 0.58), (), "mistake", False, True),
        ((0.50, 0.66), (), "blunder", True, True),
        ((0.61, 0.50), (), None, True, True),
        ((0.90, 0.95), (), None, False, False),
        ((0.02, 0.08), (), "inaccuracy", False, False),
    ],
)
def test_decisions_are_called_by_their_loss_less_its_error(
    nim_moment: Moment,
    chances: tuple[float, ...],
    errors: tuple[float, ...],
    called: str | None,
    only: bool,
    counts: bool,
) -> None:
    found = nim_decision(nim_moment, *chances, errors=errors)
    assert (found.called, found.only, found.counts) == (called, only, counts)
    assert found.loss == pytest.approx(max(chances) - chances[0])
    assert found.gave[found.player] == -found.loss


def test_of_equal_bests_the_played_one_is_the_best_and_has_no_error(nim_moment: Moment) -> None:
    found = nim_decision(nim_moment, 0.5, 0.5, error=0.04)
    assert found.best == found.played
    assert (found.loss, found.error, found.called) == (0.0, 0.0, None)
    assert [each["error"] for each in found.candidates] == [0.0, 0.04]


def test_a_forced_move_counts_for_no_mean(nim_moment: Moment) -> None:
    rules = registry.game("nim").rules
    setup = Setup(2, {"piles": [1]})
    view = rules.view(rules.deal(setup, rules.new_standing(setup), 0, Random(1)), 0)
    found = judgement(GivenJudge((0.5,)), rules, view, (), Random(1))
    assert found.forced
    assert not found.counts
    assert not found.only


def test_the_error_of_a_mean_over_outcomes_is_that_of_the_player_whose_chances_vary_most() -> None:
    could = [(0.2, 0.5, 0.3), (0.4, 0.5, 0.1), (0.6, 0.1, 0.3), (0.8, 0.1, 0.1)]
    drawn = Outcomes("draw", [None] * 4, (), [0.25] * 4, False)
    assert sampling_error(drawn, could) == pytest.approx(stdev([0.2, 0.4, 0.6, 0.8]) / 4**0.5)
    assert sampling_error(replace(drawn, exact=True), could) == 0.0


def test_a_judge_s_own_error_joins_that_of_its_samples(nim_moment: Moment) -> None:
    assert nim_decision(nim_moment, 0.4, 0.5, errors=(0.03, 0.0), error=0.04).error == pytest.approx(0.05)


def test_means_are_of_what_counts_and_turning_points_the_largest_of_both() -> None:
    decisions = [decision(0.2), decision(0.02), decision(0.5, counts=False), decision(0.12, player=1, move=4)]
    found = summary(0, decisions)
    assert (found.decisions, found.counting, found.blunders) == (3, 2, 2)
    assert found.mean_loss == pytest.approx(0.11)
    assert found.accuracy == 0.5
    strokes = [stroke((0.3, -0.3), 7), stroke((0.01, -0.01), 8)]
    assert [point.move for point in turning_points(decisions, strokes, 3)] == [1, 7, 1]
    assert [turning_points(decisions, strokes, 9)[-1]] == [strokes[1]]


def test_a_loss_of_an_inaccuracy_is_not_accurate() -> None:
    decisions = [decision(ACCURATE), decision(ACCURATE - 1e-9)]
    assert (summary(0, decisions).accuracy, together(losses(0, decisions)).accurate) == (0.5, 1)


def test_of_turning_points_as_large_the_earlier_comes_first() -> None:
    for moves in ((1, 2, 3), (3, 1, 2), (2, 3, 1)):
        lost, later = decision(0.25, move=moves[0]), decision(0.25, move=moves[1])
        points = turning_points([later, lost], [stroke((0.25, -0.25), moves[2])], 3)
        assert [point.move for point in points] == [1, 2, 3]


def test_what_an_ai_played_for_a_player_is_none_of_its_decisions() -> None:
    decisions = [decision(0.2), decision(0.3, lent=True), decision(0.0, lent=True, move=3)]
    found = summary(0, decisions)
    assert (found.decisions, found.counting, found.blunders, found.lent) == (1, 1, 1, 2)
    assert losses(0, decisions) == [0.2]
    assert accounts((0.5, 0.5), (0.0, 1.0), decisions, [])[0].own_losses == pytest.approx(0.5)


def test_what_changed_less_than_a_point_for_whoever_looks_turned_nothing() -> None:
    strokes = [stroke((0.0098, -0.0098, 0.0), 1), stroke((0.3, -0.295, -0.005), 2)]
    lost = replace(decision(0.12, move=3), gave=(-0.12, 0.113, 0.007))
    assert turning_points([lost], strokes, 3) == [strokes[1], lost]
    assert turning_points([lost], strokes, 3, player=1) == [strokes[1], lost]
    assert turning_points([lost], strokes, 3, player=2) == []
    assert turning_points([], strokes[:1], 3) == []


@given(st.lists(st.floats(-1, 1), min_size=4, max_size=4), CHANCES, st.integers(0, 1))
@example([0.34, 0.12, -0.115, -0.36], 0.34, 0)
def test_told_changes_lead_from_the_start_to_the_result_as_told(
    changes: list[float], start: float, digits: int
) -> None:
    result, unit = start + sum(changes), 10**digits
    told = told_changes(start, changes, result, digits)
    assert round(100 * unit * start) + round(unit * sum(told)) == round(100 * unit * result)
    assert all(abs(points - 100 * change) <= 1 / unit + 1e-6 for points, change in zip(told, changes, strict=True))


def test_halves_are_told_alike_whichever_way_they_go() -> None:
    assert told_changes(0.5, [0.115, -0.115, 0.02], 0.52) == [12, -12, 2]


def test_what_was_rounded_the_farthest_gives_way_to_the_sum() -> None:
    assert told_changes(0.34, [0.117, 0.026, -0.3645, -0.1185], 0.0) == [12, 3, -37, -12]


@given(st.floats(0.005, 0.994), st.floats(0.005, 0.994))
@example(0.684, 0.606)
def test_a_difference_is_that_of_the_chances_as_they_are_told(one: float, other: float) -> None:
    apart = abs(int(percent(one).removesuffix(" %")) - int(percent(other).removesuffix(" %")))
    assert difference(one, other) == {0: "less than a point", 1: "1 point"}.get(apart, f"{apart} points")


def test_numbers_of_turns_are_told_as_places() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 112)] == [
        "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th",
    ]  # fmt: skip


# --- what a replay holds -----------------------------------------------------------------------------------------


def rewritten(path: Path, target: Path, change: Callable[[list[dict[str, Any]]], list[dict[str, Any]]]) -> Path:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    target.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in change(lines)))
    return target


def taken_back(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first two moves played, taken back, and played again."""
    undo = {"type": "undo", "to": 0, "state": lines[1]["state"]}
    return [*lines[:4], undo, *lines[2:]]


def test_moves_that_were_taken_back_are_not_judged(recorded: Callable[..., Path], tmp_path: Path) -> None:
    path = recorded("nim", "random", "random")
    plain, again = read_match(path), read_match(rewritten(path, tmp_path / "again.jsonl", taken_back))
    assert [each.move for each in again.moments] == [each.move for each in plain.moments]
    assert [each.number for each in again.moments] == [each.number for each in plain.moments]
    assert [each.line for each in again.moments] == [each.line + 3 for each in plain.moments]


def lent(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The second move made by an AI for its player, as well as a first one that was taken back."""
    note = {"type": "note", "player": lines[2]["player"], "text": str(LENT)}
    undo = {"type": "undo", "to": 0, "state": lines[1]["state"]}
    return [*lines[:2], note, lines[2], undo, lines[2], note | {"player": lines[3]["player"]}, *lines[3:]]


def test_moves_that_an_ai_made_for_a_player_are_marked_also_in_what_is_kept(
    recorded: Callable[..., Path], tmp_path: Path
) -> None:
    path = rewritten(recorded("nim", "random", "random"), tmp_path / "lent.jsonl", lent)
    match = read_match(path)
    assert [each.number for each in match.moments if each.lent] == [2]
    found = analyse(match, work_on(path))
    assert [each.move for each in found.decisions if each.lent] == [2]
    assert run(["analyse", str(path), "--csv", str(tmp_path / "a.csv")]) == 0
    with (tmp_path / "a.csv").open(newline="") as file:
        assert [row["move"] for row in csv.DictReader(file) if row["lent"]] == ["2"]
    record = found.record("lent.jsonl")
    assert ["lent" in each for each in record["decisions"]].count(True) == 1
    assert read_record(record).decisions == found.decisions
    told = [line.text for line in Timeline.of(read(path)).log.lines if line.text.endswith("(played by the AI)")]
    assert len(told) == 2


def test_switches_of_panels_are_no_moves_in_the_list(recorded: Callable[..., Path], tmp_path: Path) -> None:
    path, notes = recorded("nim", "random", "random"), [*map(str, SWITCHES), "A stand-in has moved."]

    def noted(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [*lines[:3], *({"type": "note", "player": 0, "text": text} for text in notes), *lines[3:]]

    plain, other = (
        [line.text for line in Timeline.of(read(each)).log.lines]
        for each in (path, rewritten(path, tmp_path / "noted.jsonl", noted))
    )
    assert other == [*plain[:2], notes[-1], *plain[2:]]


def test_turns_are_counted_by_player_and_round(recorded: Callable[..., Path]) -> None:
    match = read_match(recorded("thirty_one", "greedy", "random"))
    for deal in match.deals:
        turns = [moment for moment in match.moments if moment.deal == deal]
        for player in range(2):
            own = [moment.turn for moment in turns if moment.player == player]
            assert own == sorted(own)
            assert set(own) == set(range(1, len(set(own)) + 1))
    drawn = [moment for moment in match.moments if moment.before.drawn is not None]
    assert all(match.moments[moment.number - 2].turn == moment.turn for moment in drawn)


@pytest.mark.usefixtures("odd_judges")
def test_of_a_match_with_a_human_that_may_go_on_nothing_hidden_is_told(
    recorded: Callable[..., Path], tmp_path: Path
) -> None:
    def unfinished(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
        lines[0]["players"][0] = {"name": "You", "ai": None, "parameters": {}, "trained": None}
        return lines[:20]

    path = rewritten(recorded("jaipur", "utility", "random"), tmp_path / "human.jsonl", unfinished)
    match = read_match(path)
    found = analyse(match, work_on(path))
    assert {each.player for each in found.decisions} == {0}
    assert (found.result, found.curve, found.luck, found.account) == (None, [], [], [])


@pytest.mark.usefixtures("odd_judges")
def test_the_account_of_an_unfinished_match_of_ais_ends_at_the_last_of_the_curve(
    recorded: Callable[..., Path], tmp_path: Path
) -> None:
    path = rewritten(recorded("jaipur", "utility", "random"), tmp_path / "cut.jsonl", lambda lines: lines[:20])
    found = analyse(read_match(path), work_on(path))
    assert found.result is None
    assert not found.ended
    assert [each.result for each in found.account] == list(found.curve[-1])
    assert 0 < found.curve[-1][0] < 1


@pytest.mark.usefixtures("odd_judges")
def test_an_analysis_is_the_same_read_back_and_by_parts_in_any_order(recorded: Callable[..., Path]) -> None:
    path = recorded("jaipur", "utility", "random", extra=("--set", "turn_limit=8"))
    match, work = read_match(path), work_on(path)
    found = analyse(match, work)
    told = json.dumps(found.record("x"))
    assert json.dumps(read_record(json.loads(told)).record("x")) == told
    todo = portions(match)
    backwards = {portion: work(portion) for portion in reversed(todo)}
    assert assembled(match, work, [backwards[portion] for portion in todo]) == found
    other = analyse(match, replace(work, seed=2))
    assert other.decisions == found.decisions  # the odd judge draws nothing, but luck is drawn anew
    assert other.luck != found.luck


@pytest.mark.usefixtures("odd_judges")
def test_drawing_anew_what_a_player_cannot_know_changes_no_loss_of_it(recorded: Callable[..., Path]) -> None:
    path = recorded("jaipur", "utility", "random", extra=("--set", "turn_limit=8"))
    match = read_match(path)
    judge = OddJudge(match.rules)
    for moment in match.moments:
        view = match.rules.view(moment.before, moment.player)
        other = replace(moment, before=match.rules.sample(view, Random(moment.number)))
        found = [judged(judge, match.rules, each, Random(3)) for each in (moment, other)]
        assert found[0] == found[1]
    assert isinstance(view, JaipurView)


# --- the command -------------------------------------------------------------------------------------------------


MATCH_KEYS = [
    "file", "digest", "game", "judge", "effort", "seed", "players", "start", "result", "decisions", "luck", "curve",
    "account",
]  # fmt: skip
DECISION_KEYS = [
    "move", "line", "round", "turn", "player", "forced", "counts", "only", "played", "best", "chance_played",
    "chance_best", "loss", "error", "class", "gave", "candidates",
]  # fmt: skip
ACCOUNT_KEYS = ["start", "luck", "own_losses", "others_losses", "rest", "result"]


@pytest.mark.parametrize("other", ["random", "q-learner:untrained", "perfect"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_perfect_play_at_nim_loses_nothing_and_nothing_is_luck(
    other: str, seed: int, recorded: Callable[..., Path], tmp_path: Path
) -> None:
    path = recorded("nim", "perfect", other, seed=seed)
    assert run(["analyse", str(path), "--json", str(tmp_path / "a.json")]) == 0
    found = json.loads((tmp_path / "a.json").read_text())
    (match,) = found["matches"]
    assert (found["version"], list(match), match["judge"]) == (1, MATCH_KEYS, "perfect")
    assert match["luck"] == []
    assert [list(each) for each in match["account"]] == [ACCOUNT_KEYS] * 2
    assert all(each["luck"] == each["rest"] == 0 for each in match["account"])
    for each in match["decisions"]:
        assert list(each) == DECISION_KEYS
        assert each["loss"] in (0, 1)
        assert each["error"] == 0
        assert each["loss"] == 0 or match["players"][each["player"]]["ai"] != "perfect"
        winning = [candidate for candidate in each["candidates"] if candidate["chance"] == 1]
        assert each["counts"] == (0 < len(winning) < len(each["candidates"]))
        assert each["only"] == (len(winning) == 1 < len(each["candidates"]))


def test_two_workers_give_the_same_bytes_as_one(recorded: Callable[..., Path], tmp_path: Path) -> None:
    files = [str(recorded("nim", "random", "random", seed=seed)) for seed in (1, 2)]
    assert run(["analyse", *files, "--json", str(tmp_path / "one.json")]) == 0
    shutil.rmtree(kept.folder())
    assert run(["analyse", *files, "--workers", "2", "--json", str(tmp_path / "two.json")]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_what_is_kept_is_not_thought_again(
    recorded: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = recorded("nim", "random", "random")
    words = ["analyse", str(path), "--json"]
    assert run([*words, str(tmp_path / "one.json")]) == 0
    stored = next(path for path in kept.folder().iterdir() if not path.name.startswith("before-"))
    with monkeypatch.context() as patch:
        patch.setattr("game.analysis.asking.portions", None)
        patch.setattr("game.analysis.baseline.Openings.__call__", None)
        assert run([*words, str(tmp_path / "two.json")]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    stored.write_text("[]")
    assert run([*words, str(tmp_path / "three.json")]) == 0
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "three.json").read_bytes()
    assert run([*words, str(tmp_path / "four.json"), "--seed", "2"]) == 0
    assert len(list(kept.folder().iterdir())) == 3  # two analyses, and what is known before the deal
    monkeypatch.setattr(kept, "shipped_digests", lambda game: (f"another file of {game}",))
    assert run([*words, str(tmp_path / "five.json")]) == 0
    assert len(list(kept.folder().iterdir())) == 4  # a judge may rest on any file that ships with the game


def test_a_row_for_every_decision(recorded: Callable[..., Path], tmp_path: Path) -> None:
    path = recorded("nim", "perfect", "random")
    words = ["--json", str(tmp_path / "a.json"), "--csv", str(tmp_path / "a.csv")]
    assert run(["analyse", str(path), *words]) == 0
    (match,) = json.loads((tmp_path / "a.json").read_text())["matches"]
    with (tmp_path / "a.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["file", "digest", "game", "judge", *DECISION_KEYS]
    assert len(rows) == len(match["decisions"])
    for row, each in zip(rows, match["decisions"], strict=True):
        for key in ("forced", "counts", "only", "played", "best", "gave", "candidates", "loss", "move"):
            assert json.loads(row[key]) == each[key]
        assert (row["class"] or None) == each["class"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--judge", "random"], "random shows no chance to win at nim; the game's judge is perfect"),
        (["--judge", "nobody"], "nim has no AI 'nobody'"),
        (["--effort", "0"], "needs a factor"),
        (["--player", "nobody"], "no player is called 'nobody'; choose from: perfect, random"),
    ],
)
def test_what_cannot_judge_is_told_in_one_line(
    words: list[str], told: str, recorded: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["analyse", str(recorded("nim", "perfect", "random")), *words]) in (1, 2)
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "told"), [("no replay\n", "line 1"), ("", "this is not a Tabletalk replay"), (None, "nothing to analyse")]
)
def test_what_is_no_match_is_told_in_one_line(
    text: str | None,
    told: str,
    recorded: Callable[..., Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "odd.jsonl"
    head = recorded("nim", "perfect", "random").read_text().splitlines(keepends=True)[0]
    path.write_text(head if text is None else text)
    assert run(["analyse", str(path)]) == 1
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_the_account_is_printed_with_its_turning_points(
    recorded: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded("nim", "random", "random")
    capsys.readouterr()
    assert run(["analyse", str(path)]) == 0
    told = capsys.readouterr().out
    assert "judged by perfect" in told
    assert "own losses" in told
    assert "keeps 100 %, this 0 %." in told


def test_every_error_of_the_player_asked_about_is_listed(
    recorded: Callable[..., Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded("nim", "random", "random", seed=1)
    assert run(["analyse", str(path), "--json", str(tmp_path / "a.json")]) == 0
    (match,) = json.loads((tmp_path / "a.json").read_text())["matches"]
    lost = [sum(each["class"] is not None for each in match["decisions"] if each["player"] == at) for at in range(2)]
    assert min(lost) > 0
    names = [player["name"] for player in match["players"]]
    for words, listed in (([], (0, 1)), (["--player", names[1]], (1,)), (["--player", "1"], (0,))):
        capsys.readouterr()
        assert run(["analyse", str(path), *words]) == 0
        told = capsys.readouterr().out
        assert [f"Errors of {name}:" in told for name in names] == [at in listed for at in range(2)]
        assert told.count("blunder, 100 points: ") == sum(lost[at] for at in listed)
    person = rewritten(path, tmp_path / "own.jsonl", lambda lines: [with_person(lines[0]), *lines[1:]])
    assert run(["analyse", str(person)]) == 0
    assert re.findall("Errors of .*", capsys.readouterr().out) == ["Errors of You:"]


def with_person(head: dict[str, Any]) -> dict[str, Any]:
    person: dict[str, Any] = {"name": "You", "ai": None, "parameters": {}, "trained": None}
    return head | {"players": [person, *head["players"][1:]]}


def test_losses_that_pass_all_there_is_are_printed_as_their_difference_first(
    recorded: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    passing, small = (recorded("nim", "random", other, seed=1) for other in ("random", "perfect"))
    capsys.readouterr()
    assert run(["analyse", str(passing)]) == 0
    head, *rows = capsys.readouterr().out.splitlines()[2:5]
    assert "luck  losses  own losses  others' losses" in head
    told = [["-100.0", "-200.0", "100.0", "0.0"], ["100.0", "-100.0", "200.0", "0.0"]]
    assert [row.split()[-5:-1] for row in rows] == told
    assert run(["analyse", str(small)]) == 0
    assert "luck  own losses  others' losses" in capsys.readouterr().out.splitlines()[2]


def test_the_curve_of_one_match_is_drawn(recorded: Callable[..., Path], tmp_path: Path) -> None:
    paths = [str(recorded("nim", "random", "random", seed=seed)) for seed in (1, 2)]
    assert run(["analyse", paths[0], "--picture", str(tmp_path / "curve.png")]) == 0
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert run(["analyse", *paths, "--picture", str(tmp_path / "both.png")]) == 2
    assert not (tmp_path / "both.png").exists()


def test_a_stroke_is_told_to_whom_it_changed_most_for(recorded: Callable[..., Path]) -> None:
    match = read_match(recorded("jaipur", "utility", "random"))
    told = Stroke(1, 1, "refill", match.moments[0].player, (-0.12, 0.12), 0.0)
    assert sentence(match, told).endswith(f"the refill cost {match.names[0]} 12 points.")
    assert sentence(match, told, 1).endswith(f"the refill gave {match.names[1]} 12 points.")
    assert sentence(match, Stroke(0, 1, "deal", None, (0.2, -0.2), 0.0)).startswith("Round 1: the deal gave")
