"""LAYOUT of Jaipur's table: the boxes of its parts, and where every card and token goes."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import random

import esper

from components.pieces import Card, SelectedCard, Token
from components.table import Table
from components.view import Pose, Stage
from game.games.jaipur.state import House
from game.games.jaipur.tables import KINDS, TOKENS
from systems.snapshot import only
from systems.view.table.layout import ANGLE_STEP, MARGIN, LayoutSystem, aim, is_over, slot_of, table_box
from systems.view.table.table_options import room_for, told_options
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT

LEFT_WIDTH, _WIDER = 244.0, 96.0
"""How wide the panels at the left are, and by how much more where cards leave room: tokens are larger there."""
CARD = 166.0
HAND_CARD = 172.0
SMALL_CARD = 112.0
PICK_LIFT = 24.0
COIN = 42.0
"""The diameter of a coin in the bank at most."""
_TAKEN_COIN, _MANY_TAKEN, TAKEN_TOP = 34.0, 27.0, 68.0
"""The diameter of a token that a player has, that of one where they need more than a row, and where on the player's
plate the first row begins."""
_ROW_GAP = 2.0
"""What is free between the coins of two rows of the bank at least."""
_LEAST_STEP, _STEP = 0.43, 0.62
"""How much of a coin of the bank shows beside the one on top of it, in diameters: at least, and at most."""
_LONGEST = max(map(len, TOKENS))
_SIGN = 44.0
"""What the sign of a good takes of its row in the bank."""
_A_ROW = 14
"""So many tokens stand in a row on a player's plate."""
_COUNT = 18.0
"""The room for the count of a pile of bonus tokens, beside it."""
_ORDER = {kind: number for number, kind in enumerate(KINDS)}
_BONUSES = ("bonus-3", "bonus-4", "bonus-5")
_PILE_EDGES = 4
"""How many cards of a face-down pile are drawn: the rest lies under them."""


@dataclass(frozen=True)
class Boxes:
    """The parts of the table, in units."""

    header: Box
    options: Box
    rival: Box
    bank: Box
    own: Box
    market: Box
    prompt: Box
    rival_hand: Box
    own_hand: Box
    rival_herd: tuple[float, float]
    own_herd: tuple[float, float]
    deck: tuple[float, float]
    discard: tuple[float, float]
    scale: float
    """How much larger cards are than their size in units: roomy windows get larger cards."""

    @cached_property
    def bank_rows(self) -> list[Box]:
        """The rows of the bank: of each good (0 to 5), and of bonuses."""
        return self.bank.inset(14, 8).rows(7)


@lru_cache(maxsize=8)
def boxes(room: Box, told: int = 0) -> Boxes:
    """The parts of a table in this room, at least 700 x 576, at which so many options are named."""
    height, edge, right = room.h, room.x + MARGIN, room.right - MARGIN
    most, spare = min(height / 720, 1.35), right - edge - LEFT_WIDTH - 16
    wide = LEFT_WIDTH + min(_WIDER, max(0.0, spare - 664 * most) / 2)
    left = edge + wide + 16
    middle = (left + right) / 2
    scale = min((right - left) / 664, most)
    extra = height - 720 * scale
    top = MARGIN + SMALL_CARD * scale / 2 + extra * 0.06
    market_y = 284 * scale + extra * 0.42
    market = Box.around((middle, market_y), 660 * scale, 206 * scale)
    hand_y = height - 20 - HAND_CARD * scale / 2 - extra * 0.04
    half = 664 * scale / 2
    prompt_y = (market.bottom + hand_y - HAND_CARD * scale / 2 - PICK_LIFT) / 2
    own = Box(edge, height - MARGIN - 142, wide, 142)
    lines = Box(edge + 4, MARGIN + 40, wide - 8, room_for(told))
    rival = Box(edge, max(74, lines.bottom + 5), wide, 130)
    bank_room = own.y - rival.bottom - 20
    bank = Box(edge, rival.bottom + 10 + (bank_room - min(bank_room, 460)) / 2, wide, min(bank_room, 460))
    return Boxes(
        header=Box(edge + 4, MARGIN, wide, 50),
        options=lines,
        rival=rival,
        bank=bank,
        own=own,
        market=market,
        prompt=Box.around((middle, prompt_y), 2 * half, 40),
        rival_hand=Box(middle - half + 108 * scale, top - 60, 2 * half - 300 * scale, 120),
        own_hand=Box(middle - half + 118 * scale, hand_y - 86, 2 * half - 118 * scale, 172),
        rival_herd=(middle - half + 50 * scale, top),
        own_herd=(middle - half + 54 * scale, hand_y + 14),
        deck=(middle + half - 46 * scale, top),
        discard=(middle + half - 138 * scale, top),
        scale=scale,
    )


def parts_of(stage: Stage) -> Boxes:
    """The parts of the table that is seen."""
    return boxes(table_box(stage), len(told_options()))


class JaipurLayout(LayoutSystem):
    """Gives every card and token its goal."""

    def __init__(self) -> None:
        self._shuffled: dict[int, float] = {}
        """Where in its hand each hidden card lies: by lot, since hands are dealt in the order of kinds."""

    def lay_out(self, stage: Stage) -> None:
        parts = parts_of(stage)
        hidden: dict[int, float] = {}
        for each in (0, 1):
            _lay_taken(stage, parts, each)
        for (zone, player), pieces in stage.zones.items():
            if zone not in _CARD_ZONES:
                if player is None:
                    _lay_bank(parts, zone, _tokens(pieces))
                continue
            if zone == "hand" and player not in stage.open_hands:
                hidden |= {entity: self._shuffled.get(entity, random()) for entity in pieces}
                pieces.sort(key=hidden.__getitem__)
            row = [(esper.component_for_entity(entity, Card).kind, entity, slot_of(entity)) for entity in pieces]
            _CARD_ZONES[zone](stage, parts, player, row)
        self._shuffled = hidden


def bonuses_seen(stage: Stage, player: int) -> bool:
    """Return whether the values of a player's bonus tokens are seen: at the end of a round everybody's."""
    return player in stage.open_hands or is_over() or House.of(only(Table).setup.options).open_bonus


def _tokens(pieces: list[int]) -> list[tuple[int, str, int]]:
    """Tokens as slot, kind, entity."""
    return [(slot_of(entity), esper.component_for_entity(entity, Token).kind, entity) for entity in pieces]


_Row = list[tuple[str, int, int]]
"""Cards of a place in the order of their slots: kind, entity, slot."""


def _dealt(parts: Boxes) -> Pose:
    """Where cards come from when the first round is dealt."""
    return Pose(*parts.deck, SMALL_CARD * parts.scale, 0.0, 0.0)


def _lifted(entity: int) -> bool:
    return esper.has_component(entity, SelectedCard)


def _lay_market(stage: Stage, parts: Boxes, player: int | None, row: _Row) -> None:
    height = CARD * parts.scale
    step = height * CARD_ASPECT + 10 * parts.scale
    middle_x, y = parts.market.centre
    for _, entity, slot in row:
        lift = _lifted(entity)
        x = middle_x + (slot - 2) * step
        aim(
            entity,
            Pose(x, y - (12 if lift else 0), height, 0.0, 1.0, 0.7 if lift else 0.0),
            100 + slot,
            entrance=_dealt(parts),
        )


def _lay_hand(stage: Stage, parts: Boxes, player: int | None, row: _Row) -> None:
    own = player == stage.viewer
    box = parts.own_hand if own else parts.rival_hand
    height = (HAND_CARD if own else SMALL_CARD) * parts.scale
    face = 1.0 if player in stage.open_hands else 0.0
    if face:
        row = sorted(row, key=lambda item: (_ORDER[item[0]], item[2]))
    count = len(row)
    width = height * CARD_ASPECT
    step = min(width * (0.68 if own else 0.6), (box.w - width) / max(1, count - 1))
    turn = -2 * ANGLE_STEP if own else 2 * ANGLE_STEP
    for place, (_, entity, _slot) in enumerate(row):
        off = place - (count - 1) / 2
        lift = _lifted(entity)
        sag = off * off * (1.1 if own else -0.9) * parts.scale
        y = box.centre[1] + sag - (PICK_LIFT if lift else 0) * (1 if own else -1)
        pose = Pose(box.centre[0] + off * step, y, height, off * turn, face, 0.7 if lift else 0.0)
        aim(entity, pose, (300 if own else 200) + place, entrance=_dealt(parts))


def _lay_herd(stage: Stage, parts: Boxes, player: int | None, row: _Row) -> None:
    own = player == stage.viewer
    x, y = parts.own_herd if own else parts.rival_herd
    height = SMALL_CARD * parts.scale * (1.0 if own else 0.86)
    seen = len(row) if own else min(len(row), 3)
    picked = 0
    for place, (_, entity, _slot) in enumerate(row):
        level = min(place, seen - 1)
        lift = own and _lifted(entity)
        dx, dy = (0.0, 0.0)
        if lift:
            # So far that a click on the same place picks the next one.
            dx, dy = height * (0.1 + 0.1 * picked), -height * (0.62 + 0.03 * picked)
            picked += 1
        pose = Pose(x + level * 1.6 + dx, y - level * 2.6 + dy, height, 0.0, 1.0, 0.7 if lift else 0.0)
        aim(entity, pose, (260 if own else 160) + place + (50 if lift else 0), covered=not own and place < len(row) - 3)


def _lay_pile(at: tuple[float, float], parts: Boxes, row: _Row, face: float, order: float) -> None:
    """A pile whose last card in `row` lies on top."""
    height = SMALL_CARD * parts.scale
    count = len(row)
    for place, (_, entity, _slot) in enumerate(row):
        depth = count - 1 - place
        level = max(0, min(_PILE_EDGES - depth, count - 1))
        pose = Pose(at[0] - level * 0.9, at[1] - level * 1.4, height, 0.0, face)
        aim(entity, pose, order + place * 0.01, covered=depth > _PILE_EDGES)


def _lay_deck(stage: Stage, parts: Boxes, player: int | None, row: _Row) -> None:
    _lay_pile(parts.deck, parts, row[::-1], 0.0, 50)


def _lay_discard(stage: Stage, parts: Boxes, player: int | None, row: _Row) -> None:
    _lay_pile(parts.discard, parts, row, 1.0, 60)


_CARD_ZONES = {
    "market": _lay_market,
    "hand": _lay_hand,
    "herd": _lay_herd,
    "deck": _lay_deck,
    "discard": _lay_discard,
}


def coin_size(parts: Boxes) -> float:
    """The diameter of a coin in the bank: such that all of the longest row have room."""
    row = parts.bank_rows[0]
    return min(COIN, row.h - _ROW_GAP, (row.w - _SIGN) / (1 + (_LONGEST - 1) * _LEAST_STEP))


def bank_step(parts: Boxes) -> float:
    """How much of a coin in the bank shows beside the one on top of it."""
    size = coin_size(parts)
    return min(size * _STEP, (parts.bank_rows[0].w - _SIGN - size) / (_LONGEST - 1))


def taken_step(parts: Boxes, size: float) -> float:
    """How much of a token of this diameter that a player has shows beside the one on top of it."""
    return min(size, (parts.own.w - 28 - size) / (_A_ROW - 1))


def bank_coin(parts: Boxes, good: int, place: int) -> tuple[float, float, float]:
    """Where the coin at a place of a good's row is, 0 being the next to be taken: x, y, diameter."""
    row, size = parts.bank_rows[good], coin_size(parts)
    return row.x + _SIGN - 2 + size / 2 + place * bank_step(parts), row.centre[1], size


def bonus_pile(parts: Boxes, pile: int) -> tuple[float, float, float]:
    """Where a pile of bonus tokens is, or at 3 the token of the herd: x, y, diameter."""
    row = parts.bank_rows[6]
    cell = row.columns(4)[pile]
    size = min(coin_size(parts) + 3, row.h - _ROW_GAP, cell.w - _COUNT)
    return cell.x + 2 + size / 2, row.centre[1] + 2, size


def _lay_bank(parts: Boxes, zone: str, found: list[tuple[int, str, int]]) -> None:
    for place, (_, kind, entity) in enumerate(found):
        if zone.startswith("bonus-"):
            x, y, size = bonus_pile(parts, _BONUSES.index(kind))
            level = len(found) - 1 - place
            pose = Pose(x + min(level, 3) * 0.8, y - min(level, 3) * 1.2, size, 0.0, 0.0)
            aim(entity, pose, 20 - place * 0.01, covered=place > 1)
        else:
            x, y, size = bank_coin(parts, _ORDER[kind], place)
            aim(entity, Pose(x, y, size), 20 - place * 0.01, overlapped=place > 0)


def _lay_taken(stage: Stage, parts: Boxes, player: int) -> None:
    """A player's tokens in rows: goods by kind, overlapping to the right, then bonuses side by side, in a row of their
    own where that of the goods has no room for them."""
    box, room = (parts.own if player == stage.viewer else parts.rival), parts.own.w - 28
    found = _tokens(stage.pieces_at("taken", player) + stage.pieces_at("bonuses", player))
    tokens = sorted(found, key=lambda row: (_ORDER.get(row[1], 9), row[1], row[0]))
    goods = [row for row in tokens if row[1] in _ORDER]
    bonuses, size = tokens[len(goods) :], _TAKEN_COIN
    in_one = len(goods) <= _A_ROW and _end_of(parts, len(goods), size) + len(bonuses) * size <= room
    size = size if in_one else _MANY_TAKEN
    line, left = divmod(len(goods), _A_ROW)
    if not (in_one or line):
        line, left = 1, 0
    start, step = _end_of(parts, left, size), taken_step(parts, size)
    apart = min(size, (room - start - size) / max(1, len(bonuses) - 1))
    places = [(*divmod(place, _A_ROW), place % _A_ROW * step) for place in range(len(goods))]
    places += [(line, 0, start + place * apart) for place in range(len(bonuses))]
    bonus_face = 1.0 if bonuses_seen(stage, player) else 0.0
    for (row, column, x), (_, kind, entity) in zip(places, tokens, strict=True):
        y, face = box.y + TAKEN_TOP + size / 2 + row * (size + 2), bonus_face if kind in _BONUSES else 1.0
        pose = Pose(box.x + 14 + size / 2 + x, y, size, 0.0, face)
        aim(entity, pose, 40 - column * 0.01 - row, overlapped=column > 0)


def _end_of(parts: Boxes, tokens: int, size: float) -> float:
    """How wide a row of so many overlapping tokens is."""
    return (tokens - 1) * taken_step(parts, size) + size if tokens else 0.0
