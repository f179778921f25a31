"""LAYOUT of Nim's table: the boxes of its parts, and where every stone goes.

Stones lie in their trough from the left, in the order of their slots; those that have been taken lie in the bowl of
whoever took them, or between the players where nobody knows who that was.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import esper

from components.pieces import SelectedCard
from components.table import Progress
from components.view import Moving, Pose, Stage
from systems.snapshot import only
from systems.view.games.nim.art import ASPECT
from systems.view.table.layout import MARGIN, LayoutSystem, aim, table_box
from systems.view.table.table_options import room_for, told_options
from systems.view.toolkit.canvas import Box

LEFT_WIDTH = 244.0
FILL = 0.9
"""How much of its cell in a trough a stone is wide."""
PICK_LIFT = 0.13
"""How far a picked stone is lifted, in parts of its width."""
_NUMBER, _COUNT = 46.0, 60.0
"""The room for a pile's number before its trough, and for the count of its stones behind it."""
_PROMPT = 44.0
_LARGEST = 96.0
_LEAST_CELLS = 4
"""A trough is at least as long as for this many stones."""
_HEIGHT, _CLEAR = 1.2, 0.36
"""In places of a stone: the height of a trough where there is room, and how far a place reaches into its round end."""
_GOLDEN = math.pi * (3 - math.sqrt(5))


@dataclass(slots=True)
class Origin:
    """Which of the stones that the round began with a stone is, as all are alike: it looks the same as long as the
    round lasts, in a match that is gone on with and in a replay too."""

    number: int


@dataclass(frozen=True)
class Boxes:
    """The parts of the table, in units; a trough for each pile."""

    header: Box
    options: Box
    rival: Box
    reminder: Box
    own: Box
    board: Box
    prompt: Box
    troughs: tuple[Box, ...]
    cell: float
    """The width of a stone's place in a trough."""

    @property
    def stone(self) -> float:
        """The width of a stone."""
        return self.cell * FILL

    def place(self, pile: int, column: int) -> tuple[float, float]:
        """The middle of a stone's place in a trough, column 0 at its left."""
        trough = self.troughs[pile]
        return trough.x + _end(trough.h, self.cell) + (column + 0.5) * self.cell, trough.centre[1]


def boxes(room: Box, piles: Sequence[int], told: int = 0) -> Boxes:
    """The parts of a table in this room, at least 700 x 576, for a round that began with these piles (1 to 8), at which
    so many options are named."""
    height, edge = room.h, room.x + MARGIN
    left, right = edge + LEFT_WIDTH + 16, room.right - MARGIN
    board, troughs, cell = _board(Box(left, MARGIN, right - left, height - 2 * MARGIN - _PROMPT), piles)
    bowls = min(210.0, 166.0 + (height - 720) * 0.1)
    own = Box(edge, height - MARGIN - bowls, LEFT_WIDTH, bowls)
    lines = Box(edge + 4, MARGIN + 40, LEFT_WIDTH - 8, room_for(told))
    rival = Box(edge, max(74, lines.bottom + 5), LEFT_WIDTH, bowls)
    between = (rival.bottom + own.y) / 2
    return Boxes(
        header=Box(edge + 4, MARGIN, LEFT_WIDTH, 50),
        options=lines,
        rival=rival,
        reminder=Box.around((edge + LEFT_WIDTH / 2, between), LEFT_WIDTH, min(own.y - rival.bottom - 24, 190)),
        own=own,
        board=board,
        prompt=Box(left, min(height - MARGIN - 34, board.bottom + 26), right - left, 34),
        troughs=troughs,
        cell=cell,
    )


def _board(room: Box, piles: Sequence[int]) -> tuple[Box, tuple[Box, ...], float]:
    """The board, its troughs, and the width of a stone's place: as large as the room allows, up to a limit."""
    number, longest = max(1, len(piles)), max(_LEAST_CELLS, *piles, 1)
    edge = 26.0 if number <= 5 else 16.0
    row, across = (room.h - 2 * edge) / number, room.w - _NUMBER - _COUNT
    highest = min(row * 0.84, _LARGEST * 1.3)
    # A trough fits the width up to the larger of two bounds: at its highest, and at its height for small stones.
    wide = max((across - highest) / (longest - 2 * _CLEAR), across / (longest + _HEIGHT - 2 * _CLEAR))
    cell = min(_LARGEST / FILL, highest / (ASPECT * FILL * 1.12), wide)
    height = min(highest, cell * _HEIGHT)
    width = longest * cell + 2 * _end(height, cell)
    step = min(row, height * 1.28)
    size = width + _NUMBER + _COUNT, height + (number - 1) * step + 2 * edge
    board = Box.around(room.centre, *size)
    left, top = board.x + _NUMBER, board.y + edge
    return board, tuple(Box(left, top + pile * step, width, height) for pile in range(len(piles))), cell


def _end(trough_height: float, cell: float) -> float:
    """The room between an end of a trough and the first stone's place, so that stones keep clear of its round."""
    return trough_height * 0.5 - cell * _CLEAR


def bowl(panel: Box) -> Box:
    """The bowl for the stones that a player has taken, in its panel."""
    return Box(panel.x + 14, panel.y + 72, panel.w - 28, panel.h - 86)


def taken_stone(box: Box, most: int) -> float:
    """The width of a stone in a bowl that may have to hold `most` of them."""
    return min(34.0, box.h * 0.46, max(19.0, 118.0 / math.sqrt(max(1, most))))


def start_piles() -> tuple[int, ...]:
    """The piles that the round began with; none before it is dealt."""
    facts = only(Progress).facts
    return () if facts is None else tuple(facts.start)


def takers(states: Sequence[Any]) -> list[int]:
    """Who took each stone that is gone, in the order in which they went, as far as the round's states tell."""
    found: list[int] = []
    for before, after in pairwise(states):
        if before.to_move is not None:
            found.extend([before.to_move] * (sum(before.piles) - sum(after.piles)))
    return found


def gone_stones(start: Sequence[int], left: Sequence[int], states: Sequence[Any]) -> list[int]:
    """The stones that are gone, in the order in which they went, as far as the round's states tell; others went before.

    Stones are counted through the piles of the `start`, each pile from its left; `left` is what is left of the piles.
    """
    firsts = list(accumulate(start, initial=0))
    told = [
        firsts[pile] + column
        for before, after in pairwise(states)
        for pile, (had, has) in enumerate(zip(before.piles, after.piles, strict=True))
        for column in range(had - 1, has - 1, -1)
    ]
    gone = [
        firsts[pile] + column
        for pile, (had, has) in enumerate(zip(start, left, strict=True))
        for column in range(has, had)
    ]
    return [stone for stone in gone if stone not in told] + told


def parts_of(stage: Stage) -> Boxes:
    """The parts of the table that is seen."""
    return boxes(table_box(stage), start_piles(), len(told_options()))


class NimLayout(LayoutSystem):
    """Gives every stone its goal."""

    def lay_out(self, stage: Stage) -> None:
        piles = start_piles()
        parts = parts_of(stage)
        for pile in range(len(piles)):
            _lay_pile(parts, pile, stage.pieces_at(f"pile-{pile}"))
        gone = stage.pieces_at("gone")
        _number_stones(stage, piles, gone)
        known = takers(stage.states)
        for player in (0, 1, None):
            taken = [entity for place, entity in enumerate(gone) if _taker(known, place) == player]
            stage.zones["taken", player] = taken
            _lay_taken(stage, parts, player, taken, sum(piles))


def _taker(known: list[int], place: int) -> int | None:
    return known[place] if place < len(known) else None


def _number_stones(stage: Stage, start: Sequence[int], gone: Sequence[int]) -> None:
    """Tell which stone of the round's beginning each one is.

    Stones are alike to the rules, so an undo may bring back one for another: then each goes on from where the one that
    it now is was drawn, and none is seen to change its look.
    """
    firsts = accumulate(start, initial=0)
    piles = [stage.pieces_at(f"pile-{pile}") for pile in range(len(start))]
    numbers = {
        entity: first + column for first, pile in zip(firsts, piles, strict=False) for column, entity in enumerate(pile)
    }
    numbers |= zip(gone, gone_stones(start, [len(pile) for pile in piles], stage.states), strict=False)
    drawn = {origin.number: moving for _, (origin, moving) in esper.get_components(Origin, Moving)}
    exchanged = drawn.keys() == set(numbers.values())
    for entity, number in numbers.items():
        origin = esper.try_component(entity, Origin)
        if origin is None:
            esper.add_component(entity, Origin(number))
        elif origin.number != number:
            origin.number = number
            if exchanged:
                esper.add_component(entity, drawn[number])


def _lay_pile(parts: Boxes, pile: int, stones: list[int]) -> None:
    for column, entity in enumerate(stones):
        x, y = parts.place(pile, column)
        lift = esper.has_component(entity, SelectedCard)
        pose = Pose(x, y - (PICK_LIFT * parts.stone if lift else 0.0), parts.stone, 0.0, 1.0, 0.7 if lift else 0.0)
        poured = Pose(parts.board.centre[0], -2 * parts.stone, parts.stone)
        aim(entity, pose, 100 + pile * 16 + column, entrance=poured)


def _lay_taken(stage: Stage, parts: Boxes, player: int | None, stones: list[int], most: int) -> None:
    """A heap that grows from the middle of a bowl, then once more on top; stones that lie there never move again. Those
    of which nobody knows who took them are out of sight."""
    box = bowl(parts.own if player == stage.viewer else parts.rival)
    size = taken_stone(box, most)
    across, down = box.w / 2 - box.h * 0.16 - size / 2, box.h * 0.44 - size * ASPECT / 2
    room = max(10, math.ceil(most * 0.6))
    for number, entity in enumerate(stones):
        if player is None:
            aim(entity, Pose(-2 * size, parts.reminder.centre[1], size), 20)
            continue
        layer, place = divmod(number, room)
        reach, turn = math.sqrt((place + 0.35) / room), place * _GOLDEN
        x = box.centre[0] + across * reach * math.cos(turn)
        y = box.centre[1] + down * reach * math.sin(turn) - layer * size * 0.16
        aim(entity, Pose(x, y, size), 20 + layer + (y - box.y) / box.h)
