"""Judges made of AIs that show their chances: by what a player knows, and with all hands open."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from game.agents.agent import Agent, Candidate, Estimate, Reason
from game.agents.judging import Weighed, with_chance
from game.agents.pickers import Best
from game.analysis.judge import AgentJudge, ExactJudge
from game.analysis.judges import JudgeError, JudgeWords
from game.games import registry
from game.games.ai import AI
from game.games.nim.players import verdicts
from game.games.thirty_one.cards import points
from game.rules.options import at_least_one
from game.rules.protocol import AnyRules, Option, Setup, apply

WHY = Reason("so it is")


class ShowsVerdicts:
    """Shows the chances of exact play at Nim, of at most so many moves, the winning ones first."""

    name = "verdicts"

    def __init__(self, most: int = 99) -> None:
        self.most = most

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        found = sorted(verdicts(view).items(), key=lambda each: -each[1])[: self.most]
        return [Candidate(move, wins, WHY, Estimate(float(wins), error=0.01)) for move, wins in found]


class ShowsHands:
    """Shows at Thirty-one what its player holds of all points that it sees, sampled where it does not."""

    name = "hands"

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules
        self.worlds: list[Any] = []
        self.views: list[Any] = []

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        world = self.rules.sample(view, rng)
        self.views.append(view)
        self.worlds.append(world)
        held = [points(hand) + 1 for hand in world.hands]
        chance = held[view.player] / sum(held)
        return [Candidate(move, chance, WHY, Estimate(chance)) for move in self.rules.legal_moves(view)[:1]]


def dealt(game: str, players: int = 2, seed: int = 1) -> Any:
    rules = registry.game(game).rules
    setup = Setup(players, {option.key: option.default for option in rules.options})
    return rules.deal(setup, rules.new_standing(setup), 0, Random(seed))


def judge_of(game: str, scorer: Any) -> AgentJudge:
    return AgentJudge(registry.game(game).rules, lambda _: Agent("odd", (scorer,), Best()), worlds=4)


def test_an_ai_that_shows_exact_play_judges_like_exact_play() -> None:
    rules = registry.game("nim").rules
    exact, shown = ExactJudge(rules, verdicts), judge_of("nim", ShowsVerdicts())
    state, rng = dealt("nim"), Random(1)
    while state.to_move is not None:
        view = rules.view(state, state.to_move)
        played = rng.choice(rules.legal_moves(view))
        assert {each.move: each.chance for each in exact.weigh(view, [played], rng)} == {
            each.move: each.chance for each in shown.weigh(view, [played], rng)
        }
        assert exact.open_chances([state], rng) == shown.open_chances([state], rng)
        apply(rules, state, played, rng)


def test_a_move_that_the_ai_left_out_is_compared_with_its_best_in_the_same_worlds() -> None:
    rules = registry.game("nim").rules
    judge, state = judge_of("nim", ShowsVerdicts(most=1)), dealt("nim")
    apply(rules, state, rules.legal_moves(rules.view(state, 0))[0], Random(1))  # no loss of that kind is made good
    view = rules.view(state, 1)
    told = verdicts(view)
    assert True in told.values()
    for played, wins in told.items():
        found = {each.move: each for each in judge.weigh(view, [played], Random(1))}
        assert found[played].chance == float(wins)
        assert len(found) == (1 if next(iter(found)) == played else 2)


class ShowsNothingOfForcedMoves(ShowsVerdicts):
    """As a search does: where there is nothing to choose it does not think."""

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        found = super().score(view, rng)
        return found if len(found) > 1 else [Candidate(found[0].move, 1.0, WHY)]


def test_a_forced_move_is_worth_what_comes_of_it() -> None:
    rules = registry.game("nim").rules
    judge, state, rng = judge_of("nim", ShowsNothingOfForcedMoves()), dealt("nim"), Random(1)
    while state.packed.bit_count() > 1 or sum(state.piles) > 1:
        apply(rules, state, rules.legal_moves(rules.view(state, state.to_move))[0], rng)
    view = rules.view(state, state.to_move)
    (last,) = rules.legal_moves(view)
    assert judge.weigh(view, [last], rng) == [Weighed(last, 0.0)]
    assert judge.open_chances([state], rng)[0][state.to_move] == 0.0


def test_errors_of_two_moves_are_joined() -> None:
    judge, view = judge_of("nim", ShowsVerdicts()), registry.game("nim").rules.view(dealt("nim"), 0)
    errors = sorted(each.error for each in judge.weigh(view, (), Random(1)))
    assert errors[0] == 0.0
    assert errors[-1] == pytest.approx(0.01 * 2**0.5)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_all_hands_open_an_ai_sees_all_hands_and_no_deck(players: int) -> None:
    rules = registry.game("thirty_one").rules
    state, seen = dealt("thirty_one", players), list[ShowsHands]()

    def agent(worlds: AnyRules) -> Agent:
        seen.append(ShowsHands(worlds))
        return Agent("odd", (seen[-1],), Best())

    judge = AgentJudge(rules, agent)
    (chances,) = judge.open_chances([state], Random(1))
    held = [points(hand) + 1 for hand in state.hands]
    assert sum(chances) == pytest.approx(1)
    assert chances[0] == pytest.approx(held[0] / sum(held))
    (first, *_), (world, *_) = seen[0].views, seen[0].worlds
    assert [first.known[player] for player in range(players)] == state.hands
    assert world.hands == state.hands
    assert set(world.deck[world.deck_at :]) == set(state.deck[state.deck_at :])
    decks = {tuple(judge.rules.redraw(state, Random(seed)).deck) for seed in range(3)}
    assert len(decks) == 3
    other = rules.redraw(state, Random(9))
    assert judge.open_chances([other], Random(1))[0][0] == chances[0]


def test_everybody_has_a_share_and_the_mover_the_one_that_was_weighed() -> None:
    rules = registry.game("thirty_one").rules
    judge = AgentJudge(rules, lambda worlds: Agent("odd", (ShowsHands(worlds),), Best()), worlds=4)
    view = rules.view(dealt("thirty_one", 3), 0)
    moves = rules.legal_moves(view)[:2]
    found = judge.everybodys(view, [Weighed(move, 0.4) for move in moves], Random(1))
    for chances in found:
        assert chances[0] == 0.4
        assert sum(chances) == pytest.approx(1)
        assert min(chances) > 0
    assert found == judge.everybodys(view, [Weighed(move, 0.4) for move in moves], Random(1))


def test_what_is_left_is_shared_in_proportion() -> None:
    assert with_chance([0.2, 0.2, 0.6], 0, 0.6) == pytest.approx((0.6, 0.1, 0.3))
    assert with_chance([1.0, 0.0, 0.0], 0, 0.5) == (0.5, 0.25, 0.25)


@dataclass
class _Asked:
    playouts: int = 0


@pytest.fixture
def shown_at_nim() -> Iterator[_Asked]:
    """An AI of Nim that shows chances, and what it was last made with."""
    asked = _Asked()

    def scorers(rules: AnyRules, settings: Any) -> list[ShowsVerdicts]:
        asked.playouts = settings["playouts"]
        return [ShowsVerdicts()]

    option = Option("playouts", 40, at_least_one, "how many")
    ai = AI("shown", "nim", "shows chances", scorers, lambda _: Best(), (option,))
    registry.register(ai)
    yield asked
    registry.forget(ai)


def test_effort_multiplies_the_sampling(shown_at_nim: _Asked) -> None:
    for effort, words, playouts in ((1.0, "shown", 40), (2.5, "shown", 100), (0.5, "shown@playouts=10", 5)):
        judge = JudgeWords("nim", words, effort).judge()
        assert shown_at_nim.playouts == playouts
        assert isinstance(judge, AgentJudge)
        assert judge.worlds == round(16 * effort)


def test_an_ai_that_shows_no_chance_cannot_judge() -> None:
    with pytest.raises(JudgeError, match="shows no chance to win"):
        JudgeWords("jaipur", "utility").judge()
