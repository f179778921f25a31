"""Where the pieces of a game lie: zones as data."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from game.rules.placing import Laying

Shape = Literal["row", "fan", "pile", "grid"]
Area = Literal["middle", "top", "bottom", "left", "right"]
Faces = Literal["all", "owner", "nobody"]
SHAPES: tuple[Shape, ...] = ("row", "fan", "pile", "grid")
AREAS: tuple[Area, ...] = ("middle", "top", "bottom", "left", "right")
FACES: tuple[Faces, ...] = ("all", "owner", "nobody")

UNITS = 100.0
"""So many units a part of the table is wide, and high."""
EMPTY = "empty"
"""Pieces of this kind are drawn as empty places, which can be picked."""


@dataclass(frozen=True)
class TableZone:
    """A zone of the table, by the name that its places have in `Rules.board`.

    A zone that is `each` player's is drawn at every player, else once, in an `area` of the table's middle; or in a
    `box` of that part, (x, y, width, height) in units of which the part is 100 wide and 100 high. A `grid` with `cells`
    stands for the places ``NAME-0``, ``NAME-1`` ..., in rows of `columns`. `faces` says who sees the faces of its
    pieces, `opened_by` which option of the game shows them to all, `counted` whether their number stands beside them,
    `pickable` whether a click may pick one of them. A zone that is not `seen` holds pieces that are out of the game.
    Where there are `gaps`, what leaves makes one and what comes fills the first; elsewhere what comes lies last. Of
    equal pieces the first is taken, or the last where the zone is taken `from_end`.
    """

    name: str
    shape: Shape = "row"
    area: Area = "middle"
    each: bool = False
    faces: Faces = "all"
    counted: bool = False
    pickable: bool = True
    seen: bool = True
    cells: int = 0
    columns: int = 3
    title: str = ""
    gaps: bool = False
    from_end: bool = False
    box: tuple[float, float, float, float] | None = None
    opened_by: str = ""

    @property
    def places(self) -> tuple[str, ...]:
        """The names that its places have in `Rules.board`."""
        return tuple([f"{self.name}-{number}" for number in range(self.cells)]) if self.cells else (self.name,)

    def faces_by(self, options: Mapping[str, Any]) -> Faces:
        """Who sees the faces of its pieces in a match with these options."""
        return "all" if options.get(self.opened_by) else self.faces

    def fault(self) -> str:
        """What is wrong with it, in words that go on after its name; empty where nothing is."""
        for word, known in ((self.shape, SHAPES), (self.area, AREAS), (self.faces, FACES)):
            if word not in known:
                return f"has {word!r}, which is none of {', '.join(known)}"
        if self.box is not None and not _is_box(self.box):
            return f"has the box {self.box!r}: four numbers, x, y, width and height, within 100 by 100"
        if type(self.cells) is not int or type(self.columns) is not int or self.cells < 0 or self.columns < 1:
            return "needs a whole number of cells, and of columns"
        if self.cells > 400:
            return "has more than 400 cells"
        return ""


def _is_box(box: object) -> bool:
    """Whether something is a box within the units of a part of the table."""
    if not isinstance(box, tuple) or len(box) != 4 or not all(type(number) in (int, float) for number in box):
        return False
    x, y, width, height = box
    return bool(x >= 0 and y >= 0 and width > 0 and height > 0 and x + width <= UNITS and y + height <= UNITS)


def laying(zones: Iterable[TableZone]) -> Laying:
    """How pieces come to lie in these zones, and are taken from them."""
    known = list(zones)

    def named(chosen: Iterable[TableZone]) -> frozenset[str]:
        return frozenset([name for zone in chosen for name in zone.places])

    return Laying(
        named(zone for zone in known if zone.gaps),
        named(zone for zone in known if zone.from_end),
        named(zone for zone in known if zone.faces == "nobody"),
    )
