"""A game that a mod brings, at the default table: found in the menu, played with the mouse and with keys, taken back,
recorded, gone on with, checked, stepped through."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import esper
import pytest

from components.view import Goal, Stage
from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches.replay import read
from game.matches.requests import ReplayRequest, TableRequest
from game.mods import files as mod_files
from game.mods.mods import MODS
from systems.snapshot import only
from systems.view.table.default_layout import places_of
from systems.view.table.default_table import _count_box, kind_of
from systems.view.table.layout import table_box
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT
from tests.tables import held_state
from tests.window.audit import overlap, within
from tests.window.desk import Desk, face_up

TIC_TAC_TOE = mod_files.EXAMPLE
EMBERS = Path(__file__).parents[2] / "docs" / "mods" / "embers.py"
PIG = Path(__file__).parents[1] / "mods" / "pig.py"
SIZES = ((960, 540), (1280, 720))


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A home with the games in its mods folder."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    (tmp_path / "home" / "mods").mkdir(parents=True)
    for mod in (TIC_TAC_TOE, EMBERS):
        shutil.copy(mod, tmp_path / "home" / "mods")
    yield tmp_path / "home"
    MODS.name(())
    MODS.end()


@pytest.fixture
def desk(home: Path, tmp_path: Path) -> Iterator[Desk]:
    """A table at which a human meets the random AI."""
    MODS.refresh()
    MODS.wait()
    seats = tuple(parse_seats("tic_tac_toe", ["human", "random"]))
    request = TableRequest("tic_tac_toe", seats, {}, 5, tmp_path / "match.jsonl")
    opened = Desk(request, (1280, 720), motion="instant", pace=0.0)
    yield opened
    opened.close()


def cells(desk: Desk) -> list[str]:
    """What lies in each cell."""
    return [kind_of(desk.table.stage.pieces_at(f"cell-{number}")[0]) for number in range(9)]


def marked(desk: Desk) -> int:
    return 9 - cells(desk).count("empty")


def test_the_menu_offers_the_game_as_long_as_its_mod_is_there(home: Path) -> None:
    desk = Desk(None, (1280, 720))
    try:
        for _ in range(2000):
            if len(desk.menu.games) == 6:
                break
            desk.frame()
        assert [tile.label for tile in desk.menu.tables.tiles][-2:] == ["Embers", "Tic-tac-toe"]
        for _ in range(2):
            desk.click(desk.menu.tables.on.box)
        desk.choose_game("Tic-tac-toe")
        assert "search" in dict(desk.menu.chairs.offered(1))
        (home / "mods" / "tic_tac_toe.py").unlink()
        MODS.refresh()
        desk.frame()
        assert len(desk.menu.tables.tiles) == 5
        assert desk.menu.tables.tiles[0].chosen
    finally:
        desk.close()


def test_a_match_is_played_taken_back_kept_gone_on_with_and_checked(desk: Desk, tmp_path: Path) -> None:
    desk.until_ready()
    stage, before = desk.table.stage, marked(desk)
    free = cells(desk).index("empty")
    desk.click_card(stage.pieces_at(f"cell-{free}")[0])
    desk.until_ready()
    assert cells(desk)[free] != "empty"
    assert marked(desk) == before + 2
    after = cells(desk)
    desk.keys("down")
    free = next(number for number in range(9) if cells(desk)[number] == "empty")
    rows = desk.table.view.pick_rows(stage)
    assert [len(row) for row in rows] == [3, 3, 3]
    row, column = next((at, cursor.index(stage.cursor)) for at, cursor in enumerate(rows) if stage.cursor in cursor)
    steps = ["up"] * (row - free // 3) + ["down"] * (free // 3 - row)
    steps += ["left"] * (column - free % 3) + ["right"] * (free % 3 - column)
    desk.keys(*steps, "space")
    desk.until_ready()
    assert cells(desk)[free] != "empty"
    assert marked(desk) == before + 4
    assert desk.table.view.asked(stage) == "choose an empty place"
    desk.keys("u")
    desk.until_ready()
    assert cells(desk) == after
    desk.close()
    replay = tmp_path / "match.jsonl"
    again = Desk(None, (1280, 720), motion="instant", pace=0.0)
    try:
        again.until_told(lambda: not MODS.loading and len(MODS.all) == 2)
        found = read(replay)
        assert not found.finished
        again.window.resume(found)
        again.frame()
        again.until_ready()
        assert cells(again) == after
    finally:
        again.close()
    assert run(["check", str(replay)]) == 0


def test_the_number_of_a_low_pile_stands_beside_it(desk: Desk) -> None:
    stage = desk.table.stage
    places = places_of(registry.game("tic_tac_toe"), stage)
    box = next(box for (name, _player), box in places.boxes.items() if places.zones[name].shape == "pile")
    poses = [goal.pose for _, goal in esper.get_component(Goal) if not goal.covered]
    pile = [Box.around((pose.x, pose.y), pose.height, pose.height) for pose in poses if box.contains((pose.x, pose.y))]
    assert pile
    assert all(overlap(_count_box(box, True), piece) <= 0 for piece in pile)
    assert within(_count_box(box, True), box)


def test_where_no_move_picks_anything_a_move_is_asked_for(home: Path) -> None:
    shutil.copy(PIG, home / "mods")
    MODS.refresh()
    MODS.wait()
    request = TableRequest("pig", tuple(parse_seats("pig", ["human", "bold"])), {}, 7)
    desk = Desk(request, (1280, 720), motion="instant", pace=0.0)
    try:
        desk.until_ready()
        assert desk.table.view.asked(desk.table.stage) == "choose a move"
        made = len(desk.table.session.log.lines)
        desk.tab_to(desk.table.panel.moves[0])
        desk.keys("return")
        desk.until(lambda: len(desk.table.session.log.lines) > made)
    finally:
        desk.close()


def test_a_match_is_stepped_through(home: Path, tmp_path: Path) -> None:
    words = ["arena", "tic_tac_toe", "random", "random", "--games", "1", "--seed", "3", "--record", str(tmp_path)]
    assert run(words) == 0
    MODS.refresh()
    MODS.wait()
    desk = Desk(ReplayRequest(tmp_path / "match-0001.jsonl"), (960, 540), motion="instant")
    try:
        desk.keys("end")
        desk.frame(3)
        lying = [kind_of(only(Stage).pieces_at(f"cell-{number}")[0]) for number in range(9)]
        assert lying.count("empty") <= 4
        desk.keys("home")
        desk.frame(3)
        assert [kind_of(only(Stage).pieces_at(f"cell-{number}")[0]) for number in range(9)] == ["empty"] * 9
    finally:
        desk.close()


# --- a card game with hidden hands ---


def opened(tmp_path: Path, size: tuple[int, int], *seats: str) -> Desk:
    """A table of Embers."""
    MODS.refresh()
    MODS.wait()
    request = TableRequest("embers", tuple(parse_seats("embers", seats)), {}, 5, tmp_path / "match.jsonl")
    desk = Desk(request, size, motion="instant", pace=0.0)
    if "human" in seats:
        desk.until_ready()
    else:
        desk.until_table()
    return desk


def hand(desk: Desk) -> list[int]:
    """The human's cards."""
    return desk.table.stage.pieces_at("hand", desk.table.stage.viewer)


def test_a_card_game_is_played_by_mouse_and_keys_taken_back_gone_on_with_and_checked(
    home: Path, tmp_path: Path
) -> None:
    desk = opened(tmp_path, (1280, 720), "human", "random")
    try:
        stage = desk.table.stage
        moves = len(desk.table.session.states)
        fed = hand(desk)[1]
        desk.click_card(fed)
        desk.until(lambda: len(desk.table.session.states) >= moves + 2)
        desk.until_ready()
        assert fed not in hand(desk)
        before = sorted(kind_of(card) for card in hand(desk))
        desk.keys("down")
        assert stage.cursor in hand(desk)
        desk.keys("space")
        desk.until(lambda: len(desk.table.session.states) >= moves + 4)
        desk.until_ready()
        assert sorted(kind_of(card) for card in hand(desk)) != before
        desk.keys("u")
        desk.until_ready()
        assert sorted(kind_of(card) for card in hand(desk)) == before
    finally:
        desk.close()
    again = Desk(None, (1280, 720), motion="instant", pace=0.0)
    try:
        again.until_told(lambda: not MODS.loading and len(MODS.all) == 2)
        again.window.resume(read(tmp_path / "match.jsonl"))
        again.frame()
        again.until_ready()
        assert sorted(kind_of(card) for card in hand(again)) == before
    finally:
        again.close()
    assert run(["check", str(tmp_path / "match.jsonl")]) == 0


def test_hidden_hands_show_their_backs_and_the_button_of_an_only_move_makes_it(home: Path, tmp_path: Path) -> None:
    desk = opened(tmp_path, (1280, 720), "human", "random")
    try:
        stage = desk.table.stage
        desk.until(lambda: stage.pieces_at("fire"))
        desk.until_ready()
        assert all(face_up(card) for card in hand(desk))
        assert not any(face_up(card) for card in stage.pieces_at("hand", 1 - stage.viewer))
        assert not any(face_up(card) for card in stage.pieces_at("deck"))
        warm, feed = desk.table.panel.moves
        assert (warm.label, warm.enabled, feed.enabled) == ("Warm up", True, False)
        desk.click(warm.box)
        desk.until(lambda: stage.pieces_at("warmth", stage.viewer))
    finally:
        desk.close()


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("rivals", "left_handed"), [(1, False), (3, True)])
def test_nothing_lies_outside_its_place_at_any_size(
    home: Path, tmp_path: Path, size: tuple[int, int], rivals: int, left_handed: bool
) -> None:
    desk = opened(tmp_path, size, "human", *["random"] * rivals)
    try:
        desk.window.change(left_handed=left_handed)
        desk.frame(2)
        places = places_of(desk.table.session.game, desk.table.stage)
        for (zone, player), box in places.boxes.items():
            assert within(box, table_box(desk.table.stage))
            for card in desk.table.stage.pieces_at(zone, player):
                pose = esper.component_for_entity(card, Goal).pose
                assert box.x - 1 <= pose.x - pose.height * CARD_ASPECT / 2, zone
                assert pose.x + pose.height * CARD_ASPECT / 2 <= box.right + 6, zone
                assert box.y - 8 <= pose.y - pose.height / 2, zone
                assert pose.y + pose.height / 2 <= box.bottom + 1, zone
        boxes = list(places.boxes.values())
        for at, box in enumerate(boxes):
            assert not any(overlap(box, other) > 0.5 for other in boxes[:at])
    finally:
        desk.close()


def test_a_card_game_is_watched_to_its_end_as_it_is_played_without_a_window(home: Path, tmp_path: Path) -> None:
    desk = opened(tmp_path, (960, 540), "keeper", "random", "keeper")
    try:
        desk.until_told(lambda: desk.table.session.world.over)
    finally:
        desk.close()
    words = ["arena", "embers", "keeper", "random", "keeper", "--table", "--games", "1", "--seed", "5"]
    assert run([*words, "--record", str(tmp_path / "arena")]) == 0
    MODS.refresh()
    MODS.wait()
    watched, headless = read(tmp_path / "match.jsonl"), read(tmp_path / "arena" / "match-0001.jsonl")
    assert watched.finished
    played = [
        [line.record for line in found.lines if line.record["type"] in ("round", "move")]
        for found in (watched, headless)
    ]
    assert len(played[0]) > 10
    assert played[0] == played[1]


def test_a_card_game_is_stepped_through_both_ways(home: Path, tmp_path: Path) -> None:
    words = ["arena", "embers", "keeper", "random", "--games", "1", "--seed", "3", "--record", str(tmp_path)]
    assert run(words) == 0
    MODS.refresh()
    MODS.wait()
    desk = Desk(ReplayRequest(tmp_path / "match-0001.jsonl"), (960, 540), motion="instant")
    rules = registry.game("embers").rules
    try:
        frames = [rules.state_record(frame.state) for frame in desk.viewer.frames]
        assert len(frames) > 10
        for at in [*range(1, len(frames)), *reversed(range(len(frames) - 1))]:
            desk.keys("right" if at > desk.viewer.at else "left")
            assert (desk.viewer.at, rules.state_record(held_state())) == (at, frames[at])
    finally:
        desk.close()
