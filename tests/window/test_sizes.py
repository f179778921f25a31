"""At every size and shape of the window: nothing off the screen, nothing over something else, no text cut off."""

import itertools
from collections.abc import Callable
from functools import cache
from math import hypot
from pathlib import Path

import esper
import pygame
import pytest

from components.view import Goal, Stage
from game.app.display import LEAST_SIZE
from game.games.jaipur.rules import RULES, State
from game.games.jaipur.tables import TOKENS
from game.matches.requests import ReplayRequest
from systems.view.games.jaipur import art
from systems.view.games.jaipur.layout import bank_coin, bank_step, bonus_pile, boxes
from systems.view.table.layout import side_box, table_box
from systems.view.toolkit.canvas import COMPACT, Box
from tests.jaipur_positions import position, random_round
from tests.tables import recorded, through_rules
from tests.tables import table as seats
from tests.window.audit import colliding, overlap, places, texts_drawn, tokens, within
from tests.window.conftest import Open
from tests.window.desk import Desk, lay, table

TAKEN = ("taken", "bonuses")
SIZES = [(960, 540), (1366, 768), (1920, 1080), (1000, 900), (961, 1300), (2200, 560)]

every_size = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def full_hands() -> State:
    """Seven cards in each hand, and nearly all camels in one herd."""
    hands = ("2 diamond, gold, silver, cloth, spice, leather", "2 cloth, 2 spice, 3 leather")
    return position("3 leather, gold, camel", hands, (9, 1))


@cache
def rich_players() -> State:
    """The end of the round, of some played at random, in which one player has taken the most tokens."""
    rounds = [[before for before, *_ in random_round(seed)][-1] for seed in range(6)]
    state = max(rounds, key=lambda state: max(map(len, state.goods_taken)))
    assert max(map(len, state.goods_taken)) >= 16
    state = state.copy()
    state.to_move = 0
    return state


@cache
def few_tokens() -> State:
    """A position with bonus tokens beside so few goods that one row has room for all."""
    states = [before for seed in range(9) for before, *_ in random_round(seed)]
    fits = (each for each in states if each.to_move == 0 and each.bonuses_taken[0] and len(each.goods_taken[0]) < 7)
    return next(fits).copy()


def at_work(desk: Desk, size: tuple[int, int], state: State) -> list[tuple[str, Box]]:
    """All texts of the first frame in which this position is drawn at this size."""
    desk.until_ready()
    lay(desk, state)
    return drawn_at(desk, size)


def drawn_at(desk: Desk, size: tuple[int, int]) -> list[tuple[str, Box]]:
    """All texts of the first frame at a size, in which everything is drawn anew."""
    desk.resize(size[0] + 16, size[1] + 9)
    desk.frame()
    desk.resize(*size)
    with texts_drawn() as texts:
        desk.frame()
    return texts


def panels(width: float, height: float) -> dict[str, Box]:
    """The parts of the table that have a ground of their own."""
    parts = boxes(table_box(Stage(width, height)))
    return {
        "header": parts.header,
        "rival": parts.rival,
        "bank": parts.bank,
        "own": parts.own,
        "side": side_box(Stage(width, height)),
        "market": parts.market,
    }


@every_size
def test_panels_keep_apart_and_on_the_screen(size: tuple[int, int]) -> None:
    unit = min(size[0] / 1280, size[1] / 720)
    screen = Box(0, 0, size[0] / unit, size[1] / unit)
    parts = panels(screen.w, screen.h)
    for name, box in parts.items():
        assert within(box, screen, 0), name
    for (one, box), (other, its) in itertools.combinations(parts.items(), 2):
        assert overlap(box, its) <= 0, f"{one} and {other}"


def test_rows_of_the_bank_do_not_touch_on_the_smallest_page() -> None:
    parts = boxes(table_box(Stage(*COMPACT)))
    coins = [bank_coin(parts, good, 0) for good in range(6)]
    rows = [*coins, bonus_pile(parts, 0)]
    for (_, y, size), (_, below, its) in itertools.pairwise(rows):
        assert y + size / 2 < below - its / 2


@pytest.mark.parametrize(("width", "least"), [(1280 - 324, 19.0), (1238, 24.0)], ids=["beside the panel", "alone"])
def test_numbers_of_the_bank_are_large_and_all_coins_in_their_row(width: float, least: float) -> None:
    parts = boxes(Box(0, 0, width, 720))
    for good, values in enumerate(TOKENS):
        x, _, size = bank_coin(parts, good, len(values) - 1)
        assert x + size / 2 <= parts.bank_rows[good].right + 1e-6
        assert min(art.NUMBER * size, art.FILLED * bank_step(parts)) >= least


@pytest.mark.parametrize("position_of", [full_hands, rich_players])
def test_tokens_of_a_player_are_larger_where_one_row_holds_them_all(
    open_desk: Open, position_of: Callable[[], State]
) -> None:
    desk = open_desk(table("human", "utility", seed=5), motion="instant", pace=0.0)
    at_work(desk, SIZES[1], position_of())
    for player in (0, 1):
        taken = [token for zone in TAKEN for token in desk.table.stage.pieces_at(zone, player)]
        assert {round(esper.component_for_entity(token, Goal).pose.height) for token in taken} <= {
            34 if len(taken) <= 14 else 27
        }


def test_cards_grow_with_the_window_up_to_a_bound() -> None:
    scales = [boxes(table_box(Stage(height * 16 / 9, height))).scale for height in (720, 864, 2160)]
    assert scales == sorted(scales)
    assert scales[0] <= 1.0 < scales[1]
    assert scales[2] == 1.35


@every_size
@pytest.mark.parametrize("picked", [False, True])
def test_cards_keep_apart_and_on_the_screen(open_desk: Open, size: tuple[int, int], picked: bool) -> None:
    desk = open_desk(table("human", "utility", seed=5), motion="instant", pace=0.0, overlay=False)
    at_work(desk, size, full_hands())
    if picked:
        desk.pick_by_mouse(next(move for move in desk.turn.moves if RULES.label(move) == "Exchange 4 for 4"))
    stage = desk.table.stage
    canvas, parts = desk.window.canvas, boxes(table_box(stage))
    found = places() | {f"panel {name}": box for name, box in panels(stage.width, stage.height).items()}
    assert within(found["market None"], parts.market)
    del found["market None"]
    assert {"hand 0", "hand 1", "herd 0", "herd 1", "deck None"} <= found.keys()
    for name, box in found.items():
        assert within(box, canvas.area), name
    for (one, box), (other, its) in itertools.combinations(found.items(), 2):
        assert overlap(box, its) <= 0.5, f"{one} and {other}"


@every_size
@pytest.mark.parametrize("position_of", [full_hands, rich_players, few_tokens])
def test_texts_and_tokens_keep_apart_and_in_their_place(
    open_desk: Open, size: tuple[int, int], position_of: Callable[[], State]
) -> None:
    desk = open_desk(table("human", "utility", seed=5), motion="instant", pace=0.0, hint=True)
    texts = at_work(desk, size, position_of())
    assert {"Jaipur", "A hint in Nadia’s style", "Moves"} <= {words for words, _ in texts}
    assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == []
    assert colliding(texts) == []
    assert [words for words, _ in texts if words.endswith("…")] == []
    parts = boxes(table_box(desk.table.stage))
    for player, panel in ((0, parts.own), (1, parts.rival)):
        assert all(within(token, panel) for zone in TAKEN for token in tokens(zone, player))
        taken = [piece for zone in TAKEN for piece in desk.table.stage.pieces_at(zone, player)]
        for bonus in desk.table.stage.pieces_at("bonuses", player):
            pose = esper.component_for_entity(bonus, Goal).pose
            others = [esper.component_for_entity(each, Goal).pose for each in taken if each != bonus]
            apart = min(hypot(pose.x - other.x, pose.y - other.y) for other in others)
            assert apart > 0.7 * pose.height, "its value is seen"


@every_size
def test_the_side_panel_has_room_for_everything(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(table("human", "utility", seed=5), motion="instant", pace=0.0, open_thinking=True)
    at_work(desk, size, full_hands())
    desk.play_by_mouse(desk.best_move())
    desk.until_ready()
    panel = desk.table.panel
    shown = [widget for widget in panel.group.widgets if widget.visible and widget is not panel.pieces]
    assert panel.tab in shown
    for widget in shown:
        assert within(widget.box, panel.box), widget
        assert min(widget.box.w, widget.box.h) >= 28, widget
    for one, other in itertools.combinations(shown, 2):
        assert overlap(one.box, other.box) <= 0, (one, other)
    assert panel.thoughts.list.box.h >= 150


@pytest.fixture
def match(folder: Path) -> Path:
    """A recorded round of Jaipur."""
    path = folder / "matches" / "jaipur-5.jsonl"
    recorded(path, through_rules, seats("utility", "random"), 5, rounds=1)
    return path


@every_size
@pytest.mark.usefixtures("match")
def test_the_menu_and_its_dialogs_fit(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk()
    seen = {"menu": drawn_at(desk, size)}
    for key in ("s", "f1", "r"):
        desk.keys(key)
        with texts_drawn() as seen[key]:
            desk.dialog.draw(desk.window.canvas)
        assert within(desk.dialog.panel, desk.window.canvas.area)
        desk.keys("escape")
    assert any(words.startswith("Continue: ") for words, _ in seen["menu"])
    seen["menu"] = [text for text in seen["menu"] if text[0] != "Tabletalk"]  # its shadow lies below it
    for name, texts in seen.items():
        assert len(texts) > 5, name
        assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == [], name
        assert colliding(texts) == [], name


@every_size
def test_the_replay_viewer_fits(open_desk: Open, size: tuple[int, int], match: Path) -> None:
    desk = open_desk(ReplayRequest(match), motion="instant")
    desk.viewer.go(30)
    texts = drawn_at(desk, size)
    assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == []
    assert colliding(texts) == []


@pytest.mark.parametrize("size", [(400, 300), (1200, 200), (10, 2000)])
def test_a_smaller_window_is_enlarged(desk: Desk, size: tuple[int, int]) -> None:
    desk.resize(*size)
    desk.frame()
    width, height = pygame.display.get_window_size()
    assert (width, height) == (max(size[0], LEAST_SIZE[0]), max(size[1], LEAST_SIZE[1]))
    assert desk.window.display.surface.get_size() == (width, height)
