"""Training: the same table, bit for bit, by every road; and the page's method against a plain transcription."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from components.table import Progress, Table
from game.agents.agent import Agent
from game.agents.epsilon_greedy import EpsilonGreedy
from game.agents.learning import LearnerSpec
from game.agents.q_learning import Parameters, QLearner, QTable, Returns, Spread, Ties
from game.agents.transitions import Experience, Transition, rewarded
from game.base.events import Undone
from game.base.phases import Phase, add_system
from game.games import registry
from game.games.nim.learning import NimEncoding, NimRewards, WinningShare
from game.games.nim.record import Move
from game.games.nim.rules import RULES, State, pack, unpack
from game.games.seats import Seat
from game.learning.table_trainer import TableTrainer
from game.matches.world import World
from game.matches.world_play import WorldPlay
from game.rules.protocol import Setup, first_player
from game.training import q_training, vectorised_play
from game.training.linked_rollout import LinkedRollout, Links
from game.training.q_training import Plan, TableTraining
from game.training.self_play import SeatLearner, SelfPlay, TrainingStreams
from game.training.vectorised_play import VectorisedPlay
from systems.decisions import end_decisions
from systems.learning import LearningSystem
from systems.snapshot import arrange, only

PILES = [1, 3, 5, 7]
SETUP = Setup(2, {"piles": PILES, "first": "lot"})
PLAIN = Parameters()
WHOLE = replace(PLAIN, returns=Returns.EPISODE)
WANDERING = Parameters(alpha=0.3, gamma=0.9, epsilon=0.8, decay=0.999, floor=0.1, unknown=0.5, ties=Ties.RANDOM)
SPEC = LearnerSpec(NimEncoding(), NimRewards(), PLAIN, WinningShare)


def plan(parameters: Parameters = PLAIN, **others: Any) -> Plan:
    return replace(Plan(RULES, SETUP, "q-learner", SPEC, parameters, seed=3), **others)


def learner_of(parameters: Parameters) -> tuple[QLearner, EpsilonGreedy]:
    return QLearner(NimEncoding(), parameters), EpsilonGreedy(parameters)


class SeatedLearner:
    """Lets a learner that sits on seats itself learn from what happens there."""

    def __init__(self, learner: QLearner, *players: int) -> None:
        self.players = frozenset(players)
        self.learn: Callable[[Experience], None] = lambda met: learner.learn(rewarded(NimRewards(), met))

    def acted(self, player: int, explored: bool) -> None: ...

    def game_ended(self) -> None: ...

    def rest(self, match_over: bool) -> None: ...


def by_rules(parameters: Parameters, games: int, setup: Setup = SETUP) -> tuple[QLearner, EpsilonGreedy]:
    learner, picker = learner_of(parameters)
    SelfPlay(RULES, setup, [SeatLearner(learner, picker, NimRewards())], TrainingStreams(3)).run(games)
    return learner, picker


def by_links(parameters: Parameters, games: int, setup: Setup = SETUP) -> tuple[QLearner, EpsilonGreedy]:
    learner, picker = learner_of(parameters)
    LinkedRollout(RULES, setup, SeatLearner(learner, picker, NimRewards()), TrainingStreams(3)).run(games)
    return learner, picker


def through_worlds(parameters: Parameters, games: int, setup: Setup = SETUP) -> tuple[QLearner, EpsilonGreedy]:
    """Every game in a world of its own, with the systems of the window; the learner sits on both seats."""
    learner, picker = learner_of(parameters)
    ai = replace(
        registry.ai("nim", "q-learner"),
        scorers=lambda *_: [learner],
        picker=lambda _: picker,
    )
    streams = TrainingStreams(3)
    for _ in range(games):
        world = World(RULES, setup, [Seat("A", ai), Seat("B", ai)], seed=0)
        only(Table).streams = streams
        only(Progress).first = first_player(setup, streams.first())
        add_system(LearningSystem(world.events, [SeatedLearner(learner, 0, 1)], world.agents), Phase.LEARN)
        while not world.over:
            world.frame(0.0)
        world.close()
    return learner, picker


@pytest.mark.parametrize("parameters", [PLAIN, WANDERING, replace(PLAIN, spread=Spread.ALL)])
@pytest.mark.parametrize("road", [by_links, through_worlds])
def test_the_same_seed_and_games_give_the_same_table_bit_for_bit(parameters: Parameters, road: Any) -> None:
    learner, picker = by_rules(parameters, 120)
    other, others_picker = road(parameters, 120)
    assert other.table == learner.table
    assert vars(others_picker) == vars(picker)


def test_at_other_piles_too() -> None:
    setup = Setup(2, {"piles": [4, 2, 15], "first": 1})
    assert by_links(PLAIN, 300, setup)[0].table == by_rules(PLAIN, 300, setup)[0].table
    assert by_links(PLAIN, 40, setup)[0].table == through_worlds(PLAIN, 40, setup)[0].table


def test_another_seed_gives_another_table() -> None:
    first, second = TableTraining(plan()), TableTraining(plan(seed=4))
    first.run(200)
    second.run(200)
    assert first.learner.table != second.learner.table


def test_however_games_are_divided_the_table_is_the_same() -> None:
    whole, parts = TableTraining(plan(WANDERING)), TableTraining(plan(WANDERING))
    whole.run(1234)
    for games in (1, 9, 90, 900, 234):
        parts.run(games)
    trainer = TableTrainer(registry.ai("nim", "q-learner"), plan(WANDERING))
    trainer.goal, trainer.learn_seconds = 1234, 0.01
    told: list[int] = []
    assert trainer.train(lambda: told.append(trainer.count))
    last = trainer.training.progress()
    assert whole.result() == parts.result() == trainer.training.result()
    assert told[-1] == last.games == last.played == 1234
    assert last.share == whole.share()


# The page's method, transcribed


class Textbook:
    """A plain dictionary of the page's update, told of games instead of playing them."""

    def __init__(self) -> None:
        self.values: dict[tuple[tuple[int, ...], tuple[int, int]], float] = {}

    def best(self, piles: tuple[int, ...]) -> float:
        actions = [(pile, taken) for pile, held in enumerate(piles) for taken in range(1, held + 1)]
        return max((self.values.get((piles, action), 0.0) for action in actions), default=0.0)

    def update(self, piles: tuple[int, ...], action: tuple[int, int], target: float) -> None:
        old = self.values.get((piles, action), 0.0)
        self.values[piles, action] = old + 0.5 * (target - old)

    def game(self, moves: Sequence[tuple[int, int]]) -> None:
        piles = tuple(PILES)
        last: dict[int, tuple[tuple[int, ...], tuple[int, int]]] = {}
        for number, (pile, taken) in enumerate(moves):
            mover, other = number % 2, 1 - number % 2
            last[mover] = piles, (pile, taken)
            piles = (*piles[:pile], piles[pile] - taken, *piles[pile + 1 :])
            if not any(piles):
                self.update(*last[mover], -1.0)
                if other in last:
                    self.update(*last[other], 1.0)
            elif other in last:
                self.update(*last[other], 0.0 + self.best(piles))


class Listening(QLearner):
    """A learner that writes down the games it was told of."""

    def __init__(self) -> None:
        super().__init__(NimEncoding(), PLAIN)
        self.moves: list[tuple[tuple[int, ...], Move]] = []

    def learn(self, transition: Transition) -> None:
        self.moves.append((transition.view.piles, transition.move))
        super().learn(transition)


def test_the_method_is_the_page_s_to_the_letter() -> None:
    """The games of a training, told to a plain transcription of the page, give the same values bit for bit."""
    learner, picker = Listening(), EpsilonGreedy(PLAIN)
    play = SelfPlay(RULES, SETUP, [SeatLearner(learner, picker, NimRewards())], TrainingStreams(3))
    textbook = Textbook()
    for _ in range(500):
        learner.moves.clear()
        play.run(1)
        # Every move is learnt from once; in the order of the stones left, they are the game.
        textbook.game([move for _, move in sorted(learner.moves, key=lambda told: -sum(told[0]))])
    found = {
        (unpack(state, 4), learner.encoding.actions(state)[column]): row.values[column]
        for state, row in learner.table.rows.items()
        if isinstance(state, int)
        for column in row.updates
    }
    assert found == textbook.values


# Going on, opponents, curves


def test_a_training_goes_on_from_what_was_kept() -> None:
    first = TableTraining(plan(WANDERING))
    first.run(300)
    kept = first.result()
    going_on = TableTraining(plan(WANDERING), kept)
    assert going_on.games == 300
    assert going_on.picker.epsilon == kept.statistics.epsilon
    going_on.run(200)
    again = TableTraining(plan(WANDERING), kept)
    again.run(200)
    assert going_on.result() == again.result()
    assert going_on.games == 500
    assert kept == first.result()
    assert [mark.games for mark in going_on.curve] == list(range(10, 510, 10))


def test_a_training_goes_on_with_other_parameters() -> None:
    first = TableTraining(plan(WANDERING))
    first.run(30)
    kept = first.result()
    going_on = TableTraining(plan(replace(WANDERING, epsilon=0.75, decay=0.5, floor=0.25)), kept)
    assert going_on.picker.epsilon == 0.75
    going_on.run(5)
    assert going_on.picker.epsilon == 0.25
    with pytest.raises(ValueError, match="unknown"):
        TableTraining(plan(replace(WANDERING, unknown=1.0)), kept)


def test_games_at_once_pause_at_every_point_of_the_curve(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, parts, ticks = TableTraining(plan(together=4)), TableTraining(plan(together=4)), count()
    whole.run(1000)
    monkeypatch.setattr(q_training, "perf_counter", lambda: float(next(ticks)))
    ended = list[int]()
    while parts.games < 1000:
        ended.append(parts.advance(1000 - parts.games, next(ticks) + 2.0))  # time is up after the first look
    assert len(ended) > 10
    assert ended[0] < 100
    assert parts.result() == whole.result()


def test_a_training_does_not_go_on_at_other_piles() -> None:
    kept = TableTraining(plan()).result()
    with pytest.raises(ValueError, match="another setting"):
        TableTraining(plan(setup=Setup(2, {"piles": [3, 4, 5]})), kept)


def test_against_others_only_the_learner_s_moves_are_learnt() -> None:
    opponent = registry.ai("nim", "perfect").agent()
    training = TableTraining(plan(against=(opponent,)))
    training.run(400)
    assert training.games == 400
    assert updates_of(training.learner.table) == training.picker.picks
    # Exact play never loses a won game: what it can win has no good answer.
    lost = training.learner.table.rows[pack(PILES)]
    assert max(lost.values) <= 0.0


def updates_of(table: QTable) -> int:
    """How often anything was learnt."""
    return sum(sum(row.updates.values()) for row in table.rows.values())


class Stubborn:
    """Proposes no legal move."""

    name = "stubborn"

    def score(self, view: Any, rng: Any) -> list[Any]:
        return []


def test_an_opponent_without_a_legal_move_plays_the_first() -> None:
    learner, picker = learner_of(PLAIN)
    stubborn = Agent("stubborn", (Stubborn(),), EpsilonGreedy(PLAIN))
    SelfPlay(RULES, SETUP, [SeatLearner(learner, picker, NimRewards())], TrainingStreams(1), [stubborn]).run(20)
    assert learner.table.pairs > 0


@pytest.mark.parametrize("against", [(), (Agent("stubborn", (Stubborn(),), EpsilonGreedy(PLAIN)),)])
def test_the_pairs_that_are_reported_are_those_of_the_table(against: tuple[Agent, ...]) -> None:
    start = None
    for games in (1, 40, 300, 3000):
        training = TableTraining(plan(against=against), start)
        training.run(games)
        start = training.result()
        assert training.progress().pairs == sum(len(row.updates) for row in start.table.rows.values())


def test_the_share_of_winning_positions_rises() -> None:
    training = TableTraining(plan())
    training.run(10_000)
    shares = {mark.games: mark.share for mark in training.curve}
    assert shares[100] < 0.5 < shares[1000] < 0.75 < 0.9 < shares[3000]
    assert shares[10_000] > 0.95


def test_the_optimistic_setting_reaches_every_winning_position() -> None:
    training = TableTraining(plan(replace(PLAIN, unknown=1.0, epsilon=0.2)))
    training.run(10_000)
    assert training.share() == 1.0


def test_without_a_yardstick_there_is_no_share() -> None:
    training = TableTraining(plan(spec=replace(SPEC, evaluation=None)))
    training.run(10)
    assert training.share() is None
    assert training.progress().share is None
    assert math.isnan(training.curve[-1].share)


# Vectorised self-play of many games


def test_of_vectorised_play_every_game_is_counted_and_learnt_from() -> None:
    learner, picker = learner_of(PLAIN)
    play = VectorisedPlay(RULES, SETUP, SeatLearner(learner, picker, NimRewards()), 1, 16)
    play.run(100)
    play.run(23)
    assert play.games == 123
    # Each move is learnt from once; each game has at least two.
    assert updates_of(learner.table) == picker.picks >= 246


def test_one_game_side_by_side_learns_what_the_page_says() -> None:
    """With a single game at a time, and no exploring, the method is the page's."""
    greedy = replace(PLAIN, epsilon=0.0)
    learner, picker = learner_of(greedy)
    VectorisedPlay(RULES, SETUP, SeatLearner(learner, picker, NimRewards()), 1, 1).run(300)
    assert learner.table == by_rules(greedy, 300)[0].table


def test_side_by_side_learns_to_win() -> None:
    training = TableTraining(plan(replace(PLAIN, unknown=1.0, epsilon=0.2), together=64))
    training.run(20_000)
    assert training.share() == 1.0
    again = TableTraining(plan(replace(PLAIN, unknown=1.0, epsilon=0.2), together=64))
    again.run(20_000)
    assert training.result() == again.result()


@pytest.mark.parametrize(
    "wrong",
    [
        plan(together=8, against=(registry.ai("nim", "random").agent(),)),
        plan(together=8, setup=Setup(2, {"piles": [15] * 8})),
        plan(replace(PLAIN, spread=Spread.ALL), together=8),
        plan(WHOLE, together=8),
    ],
)
def test_what_cannot_be_played_side_by_side_is_refused(wrong: Plan, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectorised_play, "MOST_POSITIONS", 1 << 10)  # counting them takes a while
    with pytest.raises(ValueError, match=r"games|positions"):
        TableTraining(wrong)


def test_only_games_whose_states_tell_all_are_linked() -> None:
    class Blind(NimEncoding):
        faithful = False

    learner = QLearner(Blind(), PLAIN)
    with pytest.raises(ValueError, match="tell all"):
        Links(RULES, SETUP, learner, NimRewards())
    training = TableTraining(plan(spec=replace(SPEC, encoding=Blind())))
    training.run(120)
    assert training.learner.table == by_rules(PLAIN, 120)[0].table


def test_what_is_rewarded_until_the_next_move_is_not_linked() -> None:
    class Patient(NimRewards):
        until_next = True

        def of_move(self, view: Any, move: Any, after: Any) -> float:
            return float(after.player == after.to_move)

    rewarded = replace(SPEC, rewards=Patient())
    training, through_world = (
        TableTraining(plan(spec=rewarded)),
        TableTraining(plan(spec=rewarded), one_by_one=WorldPlay),
    )
    for each in (training, through_world):
        each.run(40)
    assert training.result() == through_world.result()
    assert max(value for row in training.learner.table.rows.values() for value in row.values) > 1.0
    with pytest.raises(ValueError, match="until its player moves again"):
        TableTraining(plan(spec=rewarded, together=8))


def test_returns_of_whole_games_are_the_same_whoever_plays_them() -> None:
    """By rules and in the world; they are not linked."""
    training, through_world = TableTraining(plan(WHOLE)), TableTraining(plan(WHOLE), one_by_one=WorldPlay)
    for each in (training, through_world):
        each.run(40)
    assert training.result() == through_world.result()
    assert training.learner.table == by_rules(WHOLE, 40)[0].table
    assert training.learner.table != by_rules(PLAIN, 40)[0].table


def test_a_game_teaches_all_its_moves_how_it_ended() -> None:
    training = TableTraining(plan(replace(WHOLE, alpha=1.0)))
    training.run(1)
    values = [value for row in training.learner.table.rows.values() for value in row.values]
    assert {value for value in values if value} == {1.0, -1.0}
    assert sum(value != 0 for value in values) == training.picker.picks


# In the world


def test_an_undo_drops_what_is_pending_and_changes_nothing_learnt() -> None:
    learner, picker = learner_of(PLAIN)
    ai = replace(registry.ai("nim", "q-learner"), scorers=lambda *_: [learner], picker=lambda _: picker)
    world = World(RULES, SETUP, [Seat("A", ai), Seat("B", ai)], seed=1)
    add_system(LearningSystem(world.events, [SeatedLearner(learner, 0, 1)], world.agents), Phase.LEARN)
    while only(Progress).moves < 4:
        world.frame(0.0)
    before = learner.table.copy()
    assert before.pairs > 0
    end_decisions()
    arrange(State(PILES))
    world.events.post(Undone(0, State(PILES)))
    world.frame(0.0)
    assert learner.table == before
    world.frame(0.0)  # both have moved: the first's move after the undo is complete
    assert learner.table != before


def test_the_moves_of_others_teach_nobody() -> None:
    learner, picker = learner_of(WANDERING)
    ai = replace(registry.ai("nim", "q-learner"), scorers=lambda *_: [learner], picker=lambda _: picker)
    world = World(RULES, SETUP, [Seat("A", ai), Seat("B", ai)], seed=1)
    learnt: list[Experience] = []
    seated = SeatedLearner(learner, 1)
    seated.learn = learnt.append
    add_system(LearningSystem(world.events, [seated], world.agents), Phase.LEARN)
    while not world.over:
        world.frame(0.0)
    assert {met.view.player for met in learnt} == {1}
    assert learnt[-1].following is None
