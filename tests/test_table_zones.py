"""Zones as data: what is wrong with one is told, and one with a box of its own lies there."""

from dataclasses import replace

import pytest

from components.view import Stage
from game.games import registry
from game.games.zones import TableZone
from systems.view.table.default_layout import Places, zones_of
from systems.view.table.layout import table_box
from systems.view.toolkit.canvas import Box


@pytest.mark.parametrize(
    "box",
    [(0, 0, 101, 10), (-1, 0, 10, 10), (0, 0, 0, 10), (50, 60, 10, 41), (0, 0, 10), ("0", 0, 10, 10), [0, 0, 9, 9]],
)
def test_a_box_that_is_none_is_told(box: object) -> None:
    assert "four numbers" in TableZone("pond", box=box).fault()  # type: ignore[arg-type]


def test_a_whole_part_is_a_box() -> None:
    assert TableZone("pond", box=(0, 0, 100, 100)).fault() == ""


def places(*zones: TableZone) -> Places:
    return Places(table_box(Stage(1280, 720)), zones, [0, 1])


def test_a_zone_lies_in_its_box_whatever_else_there_is() -> None:
    pond = TableZone("pond", box=(50, 0, 50, 20))
    alone, beside = places(pond), places(pond, TableZone("river"), TableZone("hills", area="left"))
    whole = places(TableZone("pond", box=(0, 0, 100, 100))).boxes["pond", None]
    assert alone.boxes["pond", None] == beside.boxes["pond", None]
    found = alone.boxes["pond", None]
    assert found.right == pytest.approx(whole.right)
    assert [found.y, found.h] == pytest.approx([whole.y, whole.h / 5])
    assert found.w == pytest.approx(whole.w / 2, abs=10)  # but for the margins


def test_each_player_has_the_zone_in_its_own_place() -> None:
    found = places(TableZone("hand", each=True, box=(0, 50, 50, 50)), TableZone("pile", each=True))
    for player, seat in found.seats.items():
        assert within(found.boxes["hand", player], seat)
        assert within(found.boxes["pile", player], seat)
    assert found.boxes["hand", 0].y > found.boxes["pile", 0].y


def within(inner: Box, outer: Box) -> bool:
    return inner.x >= outer.x and inner.y >= outer.y and inner.right <= outer.right and inner.bottom <= outer.bottom


def test_places_that_no_zone_names_are_rows_and_hidden_hands_stay_hidden() -> None:
    keys = [("hand", 0), ("hand", 1), ("pile", None)]
    shown = {game: zones_of(replace(registry.game(game), zones=()), keys) for game in ("nim", "thirty_one")}
    assert [(zone.name, zone.each, zone.faces) for zone in shown["nim"]] == [
        ("hand", True, "all"),
        ("pile", False, "all"),
    ]
    assert [zone.faces for zone in shown["thirty_one"]] == ["owner", "all"]
