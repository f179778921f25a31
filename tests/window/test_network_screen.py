"""The stage of networks that learn: started, stopped and kept; curves large and small, the position beside them with
what the networks make of it, a second learner, playing against what was learnt."""

import math
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from multiprocessing.connection import wait

import numpy as np
import pygame
import pytest

from components.view import Goal, Pose
from game.agents.network_learning import WON
from game.checkpoints import container, places
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.thirty_one.networks import spec
from game.games.thirty_one.training.parameters import METRICS
from game.learning.network_rival import NetworkRival
from game.learning.remote_network_trainer import NetworkLearning, RemoteNetworkTrainer
from game.learning.snapshot import NetworkSnapshot
from game.training.metrics import LearningCurve
from systems.view.screens import heat
from systems.view.screens.comparison_dialog import ComparisonDialog
from systems.view.screens.menu import MenuScreen
from systems.view.screens.metrics_panel import MetricsBody
from systems.view.screens.table import TableScreen
from systems.view.screens.training import TrainingScreen
from systems.view.screens.training_curve import columns_of, measured
from systems.view.screens.training_figures import Shown, figures, told_value
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT
from tests.elsewhere import held_here, holding
from tests.test_network_files import trained
from tests.window.audit import colliding, texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk


def open_panel(desk: Desk) -> TrainingScreen:
    desk.window.show_training(registry.ai("thirty_one", "neural"), {})
    desk.frame(3)
    return desk.screen(TrainingScreen)


@pytest.fixture
def panel(open_desk: Open) -> tuple[Desk, TrainingScreen]:
    desk = open_desk(motion="instant", size=(1280, 720))
    return desk, open_panel(desk)


def until(desk: Desk, screen: TrainingScreen, there: Callable[[], bool]) -> None:
    """Step frames, each after a process has told something, until something is the case."""
    while not there():
        learning = [each for each in (screen.trainer, screen.comparison.rival) if isinstance(each, NetworkLearning)]
        wait([each.pipe for each in learning if each.pipe is not None], 0.5)
        desk.frame()


def trainer_of(screen: TrainingScreen) -> RemoteNetworkTrainer:
    assert isinstance(screen.trainer, RemoteNetworkTrainer)
    return screen.trainer


def told(screen: TrainingScreen) -> dict[str, str]:
    """The figures, by what they are."""
    return {each.label: each.value for each in figures(screen.comparison.learners[0])}


def test_it_learns_while_it_runs_and_keeps_that_before_it_leaves(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    assert told(screen)["Rounds"] == "0"
    desk.keys("p")
    assert trainer_of(screen).process is not None
    until(desk, screen, lambda: screen.trainer.count > 0)
    assert told(screen)["Rounds"] == f"{screen.trainer.count:,}"
    assert told(screen)["Rounds a second"] != "\N{EN DASH}"
    assert told(screen)["Win rate"].endswith(" %")
    desk.keys("escape")
    until(desk, screen, lambda: isinstance(desk.window.screen, MenuScreen))
    assert screen.trainer.path.exists()
    assert told(open_panel(desk))["Rounds"] == f"{screen.trainer.count:,}"


def test_it_stops_and_goes_on_where_it_stopped(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    for _ in range(2):
        before = screen.trainer.count
        desk.keys("p")
        until(desk, screen, lambda before=before: screen.trainer.count > before)  # type: ignore[misc]
        desk.keys("p")
        until(desk, screen, lambda: not screen.keeping.saving.busy)
        assert (screen.running, trainer_of(screen).process) == (False, None)
        assert not screen.trainer.unkept


def test_networks_learn_at_the_pace_that_is_asked_for(
    panel: tuple[Desk, TrainingScreen], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk, screen = panel
    asked: list[tuple[str, float]] = []
    monkeypatch.setattr(RemoteNetworkTrainer, "_start", lambda self, _order: setattr(self, "process", self))
    monkeypatch.setattr(RemoteNetworkTrainer, "_send", lambda _self, what, content=None: asked.append((what, content)))
    for key in "123":
        desk.keys(key)
        desk.frame(3)
    trainer_of(screen).process = None
    assert [what for what, _pace in asked] == ["pace"] * 3
    slow, faster, fastest = (pace for _what, pace in asked)
    assert (slow, faster) == (0.2, 1.0)
    assert fastest > 1000


def test_figures_that_are_not_known_are_dashes() -> None:
    found = {each.label: each.value for each in figures(Shown("", NetworkSnapshot(0, "game"), ()))}
    dash = "\N{EN DASH}"
    assert found == {"Games": "0", "Games a second": dash, "Matches won": dash, "At best": dash}


def test_what_was_won_is_known_of_a_kept_training(open_desk: Open) -> None:
    shares = np.array([[0.2, 0.4], [0.8, 1.0], [0.5, 0.7], [math.nan, math.nan]])
    points = np.column_stack([np.arange(1, 5) * 1000.0, np.full((4, len(METRICS) - 1), 0.5), shares])
    kept = replace(trained(), curve=points, columns=(*METRICS, f"{WON}greedy", f"{WON}tactician"))
    NetworkCodec(spec("neural")).save(places.own_path("thirty_one", "neural", ""), kept)
    found = told(open_panel(open_desk(motion="instant", size=(1280, 720))))
    assert (found["Matches won"], found["At best"]) == ("60.0 %", "90.0 %")


def test_a_narrow_panel_leaves_out_tiles(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    columns = ("rounds", *"abcdefg")
    trainer_of(screen)._take_curve(columns, np.arange(1.0, 9.0)[None])
    for scale, tiles in ((1.0, 7), (2.0, 5)):
        desk.window.change(scale=scale)
        desk.frame(2)
        assert sum(tile.visible for tile in screen.curve.tiles) == tiles


def test_a_training_that_another_program_goes_on_with_is_not_begun_here(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    with holding(screen.trainer.path):
        desk.keys("p")
        until(desk, screen, lambda: not screen.running)
        desk.frame()
    assert "Nothing can be learnt now" in screen.toasts.words
    assert "in use by another window" in screen.toasts.words
    assert not screen.trainer.path.exists()
    desk.keys("p")
    until(desk, screen, lambda: screen.trainer.count > 0)
    assert held_here(screen.trainer.path)
    desk.close()
    assert not held_here(screen.trainer.path)


def test_closing_the_window_keeps_what_was_learnt(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    until(desk, screen, lambda: screen.trainer.count > 0)
    desk.close()
    assert screen.trainer.path.exists()
    assert trainer_of(screen).process is None


def keep_some(name: str) -> None:
    NetworkCodec(spec(name)).save(places.own_path("thirty_one", name, ""), trained(ai=name))


def test_one_plays_against_the_user_s_own_networks(open_desk: Open) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    desk.click(screen.against.box)
    desk.frame(2)
    seats = desk.screen(TableScreen).session.seats
    assert [seat.is_human for seat in seats] == [True, False]
    assert seats[1].trained == container.read(screen.trainer.path).digest


def test_every_metric_has_a_tile_that_makes_it_large(open_desk: Open) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    assert screen.curve.column == "win_rate", "no match has been measured yet"
    tiles = {tile.chart.title: tile for tile in screen.curve.tiles if tile.visible and tile.chart is not None}
    assert [*tiles] == ["Win rate", "Action loss", "Swap loss", "Reward", "Length in turns"]
    desk.click(tiles["Reward"].box)
    desk.frame()
    assert screen.curve.column == "reward"
    with texts_drawn() as drawn:
        desk.frame()
    (large,) = [box for words, box in drawn if words == "Reward" and box.h > 20]
    assert large.x < tiles["Reward"].box.x


def test_charts_are_made_anew_only_when_something_changed(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    trainer = trainer_of(screen)
    trainer._take_curve(METRICS, trained().curve)
    desk.frame()
    before = screen.curve._known
    desk.frame(3)
    assert screen.curve._known is before
    desk.keys("l")
    desk.frame()
    assert screen.curve._known is not before


def test_what_matters_most_is_matches_won_then_the_win_rate() -> None:
    columns = ("rounds", "reward", "win_rate", f"{WON}a", f"{WON}b")
    points = np.array([[1.0, 5.0, 0.3, math.nan, math.nan], [2.0, 6.0, 0.4, 0.5, 0.7]])
    early, late = LearningCurve("x", columns, points[:1]), LearningCurve("x", columns, points)
    assert columns_of(early) == ["win_rate", "reward"]
    assert columns_of(late) == ["won", "win_rate", "reward", "each"]
    assert columns_of(early, yardstick=True)[0] == "won", "that is to come"
    for column, values in (("won", [0.6]), ("each", [[0.5, 0.7]])):
        across, found = measured(late, column)
        assert across.tolist() == [2]
        np.testing.assert_allclose(found, values)
    assert [each.size for each in measured(early, "won")] == [0, 0]


def test_what_networks_make_of_a_position_lies_on_its_cards(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    rules = screen.trainer.rules
    worth = {rules.label(each.move): each.value for each in screen.values}
    assert [*worth.values()] == sorted(worth.values(), reverse=True)
    found, stage = screen.table.heat(screen.values), screen.table.stage
    assert found[stage.pieces_at("discard")[-1]] == worth["Take the discard"]
    assert {found[card] for card in stage.pieces_at("deck")} == {worth["Draw from the deck"]}
    assert not {*stage.pieces_at("hand", 0)} & {*found}
    taken = stage.pieces_at("discard")[-1]
    desk.click(screen.table.place_of(taken))
    desk.frame(2)
    assert screen.table.position.drawn is not None
    assert {*screen.table.heat(screen.values)} == {*stage.pieces_at("hand", 0)} - {taken}, "what was taken stays"
    desk.click(screen.list.row_box(0))
    desk.frame(2)
    assert screen.table.position.to_move == 1
    assert screen.values, "and of the other player's turn"


def test_values_on_cards_that_overlap_lie_beside_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes: list[Box] = []
    monkeypatch.setattr(Canvas, "shape", lambda _canvas, box, *_rest, **_more: boxes.append(box))
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)))
    goals = [Goal(Pose(400.0 + 52 * place, 380.0, 106.0)) for place in range(3)]
    middles = [(goal.pose.x, goal.pose.y) for goal in goals]
    for goal in goals:
        heat._draw_value(canvas, goal, "51.1 %", heat._room(goal, 75.0, middles), True, [])
    assert all(one.right <= next_to.x for one, next_to in pairwise(boxes))
    assert all(box.w > 30 for box in boxes)
    assert heat._room(goals[0], 75.0, middles[:1]) > heat._room(goals[0], 75.0, middles)


@pytest.mark.parametrize("step", [52.0, 30.0, 18.0])
def test_values_of_a_fan_do_not_touch_where_letters_are_large(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    boxes: list[Box] = []
    monkeypatch.setattr(Canvas, "shape", lambda _canvas, box, *_rest, **_more: boxes.append(box))
    pygame.font.init()
    canvas = Canvas(pygame.Surface((960, 540)), 0.5, 21.0)
    goals = [Goal(Pose(400.0 + step * place, 380.0, 130.0, -4.0 * (place - 3))) for place in range(7)]
    middles = [heat._lower(goal.pose) for goal in goals]
    before: list[Box] = []
    for goal in goals:
        heat._draw_value(canvas, goal, "51.1 %", heat._room(goal, 75.0, middles), True, before)
    assert boxes == before
    assert all(one.right <= next_to.x for one, next_to in pairwise(boxes))
    assert len(boxes) == 7 if step == 52.0 else 2 <= len(boxes) < 7, "some are left out where there is no room"


def test_a_pile_has_one_value(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    with texts_drawn() as texts:
        desk.frame()
    found, stage = screen.table.heat(screen.values), screen.table.stage
    told = told_value(found[stage.pieces_at("deck")[-1]], screen.trainer)
    assert [words for words, box in texts if box.right < 800].count(told) == 1


def test_heat_does_not_lie_over_the_next_card_of_a_fan() -> None:
    fan = [Goal(Pose(400.0 + 52 * place, 380.0, 106.0), order=place) for place in range(3)]
    across = 106.0 * CARD_ASPECT
    seen = [heat._seen(goal, fan) for goal in fan]
    assert [box.right for box in seen[:2]] == [pytest.approx(goal.pose.x - across / 2) for goal in fan[1:]]
    assert seen[2].right > fan[2].pose.x + across / 2, "the last one is seen whole"
    beside = [Goal(Pose(400.0 + 90 * place, 380.0, 106.0), order=place) for place in range(2)]
    assert heat._seen(beside[0], beside).right > 400 + across / 2, "so is one that none covers"


@pytest.mark.parametrize("angle", [0.0, 12.0, -12.0])
def test_a_value_leaves_the_middle_of_a_card_to_be_seen(monkeypatch: pytest.MonkeyPatch, angle: float) -> None:
    boxes: list[Box] = []
    monkeypatch.setattr(Canvas, "shape", lambda _canvas, box, *_rest, **_more: boxes.append(box))
    pygame.font.init()
    canvas = Canvas(pygame.Surface((1280, 720)))
    pose = Pose(400.0, 380.0, 80.0, angle)
    heat._draw_value(canvas, Goal(pose), "+0.586", 55.0, True, [])
    (box,) = boxes
    assert box.y > pose.y + 0.2 * pose.height, "the number of a card of Notty is above"
    assert box.bottom <= pose.y + pose.height / 2 + 1
    assert (box.centre[0] > pose.x) == (angle > 0), "at the edge of a card that is turned, too"


def test_values_of_the_position_are_renewed_as_it_learns(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    before = {each.move: each.value for each in screen.values}
    desk.keys("p")
    until(desk, screen, lambda: bool(screen.values) and {each.move: each.value for each in screen.values} != before)
    assert screen.running
    assert {each.move for each in screen.values} == {*before}


def test_a_comparison_begins_with_what_the_first_learns_by(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    learnt = trained()
    trainer_of(screen)._take_learnt(replace(learnt, parameters={**learnt.parameters, "rate": 0.5, "passes": 3}))
    desk.keys("c")
    dialog = screen.dialog
    assert isinstance(dialog, ComparisonDialog)
    assert dialog.body.given == {"rate": "0.125"}
    screen.comparison.begin({"rate": "0.125"})
    rival = screen.comparison.rival
    assert isinstance(rival, NetworkRival)
    assert rival.given == {"rate": 0.125, "passes": 3}
    assert [learner.name for learner in screen.comparison.learners] == ["rate 0.5", "rate 0.125"]


def test_milestones_of_networks_name_who_is_beaten(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    shares = [0.2] * 5 + [0.75] * 10
    points = np.array([[1000.0 * (place + 1), share, share] for place, share in enumerate(shares)])
    columns = ("rounds", f"{WON}greedy", f"{WON}greedy-caller@call_at=22")
    trainer_of(screen)._take_curve(columns, points)
    with texts_drawn() as drawn:
        desk.frame()
    words = " ".join(words for words, _ in drawn)
    assert "Wins 70 % against Greta since round 10,000." in words
    assert "Wins 70 % against Gregor (call_at=22)" in words


def test_a_second_learner_with_other_parameters_learns_beside_it(panel: tuple[Desk, TrainingScreen]) -> None:
    desk, screen = panel
    desk.keys("c")
    dialog = screen.dialog
    assert isinstance(dialog, ComparisonDialog)
    assert dialog.body.given == {"rate": "0.004"}, "a difference is suggested"
    desk.frame()
    assert dialog.body.words.endswith("What differs: rate 0.004 instead of 0.001.")
    desk.click(dialog.done.box)
    rival = screen.comparison.rival
    assert isinstance(rival, NetworkRival)
    assert rival.given == {"rate": 0.004}
    desk.keys("p")
    until(desk, screen, lambda: rival.count >= 1000 and screen.trainer.count >= 1000)
    with texts_drawn() as texts:
        desk.frame()
    assert sum(words.startswith("rate 0.004") for words, _ in texts) == 2, "in the figures and in the legend"
    assert {each.move for each in rival.values(screen.table.seen)} == {each.move for each in screen.values}
    desk.keys("c")
    assert screen.comparison.rival is None
    assert rival.process is None


def test_what_goes_wrong_is_told(open_desk: Open) -> None:
    path = places.own_path("thirty_one", "neural", "")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"my shopping list")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    assert "not a trained file of Tabletalk" in screen.toasts.words


def test_the_menu_s_training_button_opens_it_at_thirty_one(desk: Desk) -> None:
    desk.choose_game("Thirty-one")
    desk.keys("t", "return")
    desk.frame(2)
    assert desk.screen(TrainingScreen).trainer.ai.name == "neural"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_nothing_lies_over_anything_else(open_desk: Open, size: tuple[int, int]) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=size)
    open_panel(desk)
    desk.resize(size[0], size[1] - 1)
    with texts_drawn() as drawn:
        desk.frame()
    assert colliding(drawn) == []


def test_the_course_of_another_training_can_be_looked_at(open_desk: Open) -> None:
    keep_some("page")
    desk = open_desk(motion="instant", size=(1280, 720))
    open_panel(desk)
    desk.keys("g")
    body = desk.dialog.body
    assert isinstance(body, MetricsBody)
    names = {name: value for value, name in body.choice.options}
    body.choice.pick(names["page, yours: thirty_one-page"])
    with texts_drawn() as drawn:
        desk.frame(2)
    assert "page at Thirty-one: 2 measurements, not averaged" in [words for words, _ in drawn]
