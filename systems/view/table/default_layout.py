"""LAYOUT of the default table: where the zones of any game lie, and where every piece in them goes.

The viewer's zones are along the lower edge, the others' along the upper one in the order of their turns, the table's
own between them, in the areas that they name.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import esper

from components.pieces import Card, SelectedCard
from components.view import Goal, Pose, Stage
from game.games import zones
from game.games.module import GameModule
from systems.snapshot import players
from systems.view.table.layout import MARGIN, LayoutSystem, aim, shows_faces, table_box
from systems.view.table.table_options import room_for, told_options
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT

Key = tuple[str, int | None]
"""A place: the name of its zone, and whose it is."""
PLATE, TITLE = 34.0, 46.0
_LARGEST_CARD, _LARGEST_STONE, _SMALL_STONE = 168.0, 104.0, 40.0
_PROMPT = 40.0
HEAD = 22.0
"""The height of the line above pieces that names their zone."""
_WEIGHTS = {"row": 4.0, "fan": 4.0, "grid": 4.0, "pile": 1.5}
"""How much of its area a zone takes beside others."""
_PILE_EDGES = 3
_PICK_LIFT = 0.1


class Places:
    """The boxes of a table in a room: its parts, and of every place the box in which its pieces lie."""

    def __init__(self, room: Box, known: Sequence[zones.TableZone], order: Sequence[int], told: bool = False) -> None:
        """`order` has the players as they sit, the viewer first. Where there are options to be `told`, the title has a
        line for them."""
        field = room.inset(MARGIN)
        line = room_for(told)
        self.title, rest = field.top_part(TITLE + line, 4)
        self.options = Box(field.x + 4, self.title.bottom - line - 2, field.w - 8, line)
        each = [zone for zone in known if zone.each and zone.seen]
        seat = PLATE + (0.24 * field.h if any(zone.shape != "pile" for zone in each) else 0.14 * field.h)
        above, rest = rest.top_part(seat * 0.86, 10)
        middle, below = rest.top_part(rest.h - seat - 10, 10)
        middle, self.prompt = middle.top_part(middle.h - _PROMPT, 4)
        self.seats: dict[int, Box] = {order[0]: below}
        self.seats |= zip(order[1:], above.columns(max(1, len(order) - 1), 14), strict=True)
        self.boxes: dict[Key, Box] = {}
        self.zones = {zone.name: zone for zone in known}
        for player, box in self.seats.items():
            part = self._boxed(box.top_part(PLATE, 4)[1].inset(8, 4), each, player)
            self._split(part, [zone for zone in each if zone.box is None], player)
        common = [zone for zone in known if not zone.each and zone.seen]
        self._table(self._boxed(middle, common, None), [zone for zone in common if zone.box is None])

    def _boxed(self, part: Box, among: Sequence[zones.TableZone], player: int | None) -> Box:
        """Put the zones that name a box into it; the part, which the others share."""
        for zone in among:
            if zone.box is not None:
                x, y, width, height = (number / zones.UNITS for number in zone.box)
                own = Box(part.x + x * part.w, part.y + y * part.h, width * part.w, height * part.h)
                self._split(own, [replace(zone, box=None)], player)
        return part

    def _table(self, box: Box, common: Sequence[zones.TableZone]) -> None:
        """Lay out the table's own zones: what lies above and below, at the sides, and in the middle of them."""
        by_area = {area: [zone for zone in common if zone.area == area] for area in zones.AREAS}
        if by_area["top"]:
            part, box = box.top_part(box.h * 0.34, 8)
            self._split(part, by_area["top"], None)
        if by_area["bottom"]:
            box, part = box.top_part(box.h * 0.6, 8)
            self._split(part, by_area["bottom"], None)
        if by_area["left"]:
            part, box = box.left_part(box.w * 0.24, 8)
            self._split(part, by_area["left"], None)
        if by_area["right"]:
            box, part = box.left_part(box.w * 0.72, 8)
            self._split(part, by_area["right"], None)
        self._split(box, by_area["middle"], None)

    def _split(self, box: Box, beside: Sequence[zones.TableZone], player: int | None) -> None:
        """Share a box among zones that lie beside each other."""
        whole = sum(_WEIGHTS[zone.shape] for zone in beside)
        left = box.x
        if any(zone.title for zone in beside):
            box = box.top_part(HEAD)[1]
        for zone in beside:
            width = box.w * _WEIGHTS[zone.shape] / whole
            part = Box(left, box.y, width, box.h).inset(5, 0)
            left += width
            if zone.cells:
                self.boxes |= {(f"{zone.name}-{number}", None): cell for number, cell in enumerate(_cells(part, zone))}
                self.zones |= {f"{zone.name}-{number}": zone for number in range(zone.cells)}
            else:
                self.boxes[zone.name, player] = part


def _cells(box: Box, zone: zones.TableZone) -> list[Box]:
    """The cells of a grid, row by row, as large as the box has room for."""
    columns = min(zone.columns, zone.cells)
    rows = math.ceil(zone.cells / columns)
    size = min(box.w / columns, box.h / rows, 2 * _LARGEST_STONE)
    left, top = box.centre[0] - size * columns / 2, box.centre[1] - size * rows / 2
    return [
        Box(left + size * (number % columns), top + size * (number // columns), size, size)
        for number in range(zone.cells)
    ]


def zones_of(game: GameModule, keys: Iterable[Key]) -> tuple[zones.TableZone, ...]:
    """The zones of a game; of places that it says nothing of, a row each, which shows a player's to nobody else where
    hands are hidden."""
    cells = {f"{zone.name}-{number}" for zone in game.zones for number in range(zone.cells)}
    told = {zone.name for zone in game.zones} | cells
    more = {name: player is not None for name, player in sorted(keys, key=str) if name not in told}
    rows = (
        zones.TableZone(name, each=each, faces="owner" if each and game.rules.hidden_hands else "all", title=name)
        for name, each in more.items()
    )
    return (*game.zones, *rows)


def places_of(game: GameModule, stage: Stage) -> Places:
    """The places of the table that is seen."""
    number = max(1, len(players()))
    order = [(stage.viewer + after) % number for after in range(number)]
    return Places(table_box(stage), zones_of(game, stage.zones), order, bool(told_options()))


class DefaultLayout(LayoutSystem):
    """Gives every piece its goal."""

    turns = True

    def __init__(self, game: GameModule) -> None:
        super().__init__()
        self._game = game

    def lay_out(self, stage: Stage) -> None:
        """Give every piece its goal."""
        places = places_of(self._game, stage)
        for key, entities in stage.zones.items():
            zone_here = places.zones[key[0]]
            box = places.boxes.get(key)
            if box is None:
                _hide(entities)
            else:
                _lay(stage, zone_here, key[1], box, entities)


def _hide(entities: Sequence[int]) -> None:
    """Take pieces off the table, from where they are."""
    for entity in entities:
        goal = esper.try_component(entity, Goal)
        if goal is not None:
            aim(entity, goal.pose, 0, covered=True)


def _lay(stage: Stage, zone: zones.TableZone, player: int | None, box: Box, entities: Sequence[int]) -> None:
    """Give the pieces of a place their goals."""
    cards = any(esper.has_component(entity, Card) for entity in entities)
    face = 1.0 if shows_faces(stage, zone, player) else 0.0
    room = box.h * (0.82 if zone.cells else 0.9)
    largest = _LARGEST_CARD if cards else _LARGEST_STONE if zone.cells or player is None else _SMALL_STONE
    height = min(room, largest, box.w / (CARD_ASPECT if cards else 1.0) * (0.82 if zone.cells else 1.0))
    width = height * (CARD_ASPECT if cards else 1.0)
    for number, (entity, spot) in enumerate(
        zip(entities, _spots(zone, box, width, height, len(entities)), strict=True)
    ):
        lift = _PICK_LIFT if esper.has_component(entity, SelectedCard) else 0.0
        pose = Pose(spot[0], spot[1] - lift * height, height, 0.0, face, 0.6 if lift else 0.0)
        deep = zone.shape == "pile" and number > _PILE_EDGES
        order = (50 - number if zone.shape == "pile" else number) + (0 if player is None else 100)
        aim(entity, pose, order, covered=deep, entrance=Pose(box.centre[0], -height, height, 0.0, face))


def _spots(zone: zones.TableZone, box: Box, width: float, height: float, count: int) -> list[tuple[float, float]]:
    """The middles of so many pieces in a box."""
    x, y = box.centre
    if zone.shape == "pile":
        return [
            (x + 1.2 * max(0, _PILE_EDGES - number), y - 1.6 * max(0, _PILE_EDGES - number)) for number in range(count)
        ]
    if zone.shape == "grid" and not zone.cells:
        columns = max(1, min(zone.columns, count))
        step = min(box.w / columns, width * 1.1)
        down = min(height * 1.08, box.h / max(1, math.ceil(count / columns)))
        return [
            (x + (number % columns - (columns - 1) / 2) * step, box.y + height / 2 + number // columns * down)
            for number in range(count)
        ]
    closest = 0.6 if zone.shape == "fan" else 1.08
    step = min(width * closest, (box.w - width) / max(1, count - 1))
    return [(x + (number - (count - 1) / 2) * step, y) for number in range(count)]
