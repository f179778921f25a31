"""LAYOUT of Notty's table: the boxes of its parts, and where every card goes.

The viewer's seat is along the lower edge, the others' along the upper one, in the order of their turns. A hand lies in
one row or several, sorted by colour, then number; cards overlap to the right, but never so far that a number is hidden.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import esper

from components.pieces import Card, SelectedCard
from components.view import Pose, Stage
from game.games.notty.hands import KINDS
from systems.snapshot import players
from systems.view.table.layout import MARGIN, LayoutSystem, RoundTable, aim, lay_deck, table_box
from systems.view.table.table_options import room_for, told_options
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT

PLATE = 42.0
PICK_LIFT = 14.0
DECK_CARD = 104.0
MOST_CARDS = 21
"""A hand holds so many for a moment, between drawing a card and returning one."""
LEAST_STEP = 0.74
"""How much of a card shows at least beside the next one, in widths of a card: its shape and its number."""
_WIDEST_STEP = 1.07
_ROW_GAP = 8.0
_MOST_ROWS = 3
_CAPACITIES = (6, 9, 14, MOST_CARDS)
"""Cards are as large as hands of so many cards allow, so that they seldom change their size."""
_LARGEST_OWN, _LARGEST_OTHER = 176.0, 132.0
_GAP = 14.0
_BAND = 108.0
_RAISED = 8.0
"""The title stands so much higher where options are named below it."""
_ORDER = {kind: number for number, kind in enumerate(KINDS)}


@dataclass(frozen=True)
class Seat:
    """A player's part of the table: the plate with the name, and where the hand lies."""

    plate: Box
    hand: Box
    largest: float
    """No card of the hand is higher."""


@dataclass(frozen=True)
class Boxes(RoundTable[Seat]):
    """The parts of the table, in units; `others` from left to right, in the order of their turns."""

    title: Box
    options: Box
    deck: Box
    reminder: Box
    prompt: Box


def boxes(room: Box, number: int, told: int = 0) -> Boxes:
    """The parts of a table in this room, at least 700 x 576, for 2 or 3 players, at which so many options are named."""
    room = room.inset(MARGIN)
    spare = max(0.0, room.h - 688)
    upper = 152.0 + spare * 0.34
    top = Box(room.x, room.y, room.w, PLATE + 8 + upper)
    band = Box(room.x, top.bottom + _GAP + spare * 0.04, room.w, _BAND)
    line = Box(room.x, band.bottom + 8 + spare * 0.04, room.w, PLATE)
    hand_top = line.bottom + PICK_LIFT + 4
    own = Seat(Box(line.x, line.y, min(390.0, line.w * 0.42), PLATE),
               Box(room.x, hand_top, room.w, room.bottom - hand_top), _LARGEST_OWN * (1 + spare / 1200))  # fmt: skip
    others = tuple(_other(box, spare) for box in top.columns(max(1, number - 1), 20))
    wing = (room.w - DECK_CARD * CARD_ASPECT - 40) / 2
    title = Box(band.x + 4, band.y - (_RAISED if told else 0.0), wing, band.h)
    return Boxes(
        own=own,
        others=others,
        title=title,
        options=Box(title.x + 2, title.y + 79, wing - 2, room_for(told)),
        deck=Box.around((band.centre[0], band.centre[1]), DECK_CARD * CARD_ASPECT + 12, band.h),
        reminder=Box(band.right - min(wing, 400), band.y, min(wing, 400), band.h),
        prompt=Box(own.plate.right + 12, line.y, line.right - own.plate.right - 12, line.h),
    )


def _other(box: Box, spare: float) -> Seat:
    plate, hand = box.top_part(PLATE, 8)
    return Seat(plate, hand, _LARGEST_OTHER * (1 + spare / 900))


def fitting_rows(box: Box, most: int, largest: float) -> tuple[int, float]:
    """In how many rows `most` cards lie in a box, and how high they are then: as high as can be."""
    best = (1, 0.0)
    for rows in range(1, _MOST_ROWS + 1):
        a_row = math.ceil(most / rows)
        wide = box.w / (1 + (a_row - 1) * LEAST_STEP) / CARD_ASPECT
        high = (box.h - (rows - 1) * _ROW_GAP) / rows
        height = min(wide, high, largest)
        if height > best[1]:
            best = (rows, height)
    return best


def card_heights(seat: Seat) -> tuple[float, ...]:
    """The heights that cards of a hand have, from those of small hands on."""
    heights = (fitting_rows(seat.hand, most, seat.largest)[1] for most in _CAPACITIES)
    return tuple(dict.fromkeys(heights))


def spread(seat: Seat, count: int) -> tuple[float, list[tuple[float, float, int]]]:
    """The height of the cards of a hand, and of each its middle and its row, from the upper left on."""
    capacity = next((most for most in _CAPACITIES if count <= most), count)
    most_rows, height = fitting_rows(seat.hand, capacity, seat.largest)
    width = height * CARD_ASPECT
    in_a_row = max(1, int(seat.hand.w / width))
    rows = min(most_rows, max(1, math.ceil(count / in_a_row)))
    a_row = math.ceil(count / rows) if count else 0
    whole = rows * height + (rows - 1) * _ROW_GAP
    top = seat.hand.y + (seat.hand.h - whole) / 2
    places = []
    for start in range(0, count, max(1, a_row)):
        row = start // a_row
        number = min(a_row, count - start)
        step = min(width * _WIDEST_STEP, (seat.hand.w - width) / max(1, a_row - 1))
        first = seat.hand.centre[0] - step * (number - 1) / 2
        y = top + height / 2 + row * (height + _ROW_GAP)
        places += [(first + step * column, y, row) for column in range(number)]
    return height, places


def in_order(cards: Sequence[int]) -> list[int]:
    """The cards of a hand by colour, then number."""
    return sorted(cards, key=lambda entity: (_ORDER[esper.component_for_entity(entity, Card).kind], entity))


def parts_of(stage: Stage) -> Boxes:
    """The parts of the table that is seen."""
    return boxes(table_box(stage), len(players()), len(told_options()))


class NottyLayout(LayoutSystem):
    """Gives every card its goal."""

    turns = True

    def lay_out(self, stage: Stage) -> None:
        parts = parts_of(stage)
        for (_, player), cards in stage.zones.items():
            if player is None:
                lay_deck(_on_deck(parts), cards)
            else:
                cards[:] = in_order(cards)
                _lay_hand(stage, parts, player, cards)


def _on_deck(parts: Boxes) -> Pose:
    return Pose(*parts.deck.centre, DECK_CARD, 0.0, 0.0)


def _lay_hand(stage: Stage, parts: Boxes, player: int, cards: list[int]) -> None:
    own = player == stage.viewer
    seat = parts.seat(player, stage.viewer)
    height, places = spread(seat, len(cards))
    for number, (entity, (x, y, row)) in enumerate(zip(cards, places, strict=True)):
        lift = esper.has_component(entity, SelectedCard)
        up = PICK_LIFT if own else PICK_LIFT * 0.5
        pose = Pose(x, y - (up if lift else 0.0), height, 0.0, 1.0, 0.7 if lift else 0.0)
        aim(entity, pose, (300 if own else 200) + row * 30 + number, entrance=_on_deck(parts))
