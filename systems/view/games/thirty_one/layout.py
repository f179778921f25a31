"""LAYOUT of the Thirty-one table: the boxes of its parts, and where every card goes.

The viewer's seat is along the lower edge; the others sit around the table in the order of their turns, the next one to
the left. Of a hand that is not open only the cards that everybody knows of lie face up; the hidden ones lie in an order
that tells nothing. At the end of a round every hand is open, and the cards that score are lifted.
"""

from dataclasses import dataclass

import esper

from components.pieces import Card, SelectedCard
from components.players import Known
from components.table import Progress
from components.view import Moving, Pose, Stage
from game.games.thirty_one.cards import HAND_SIZE, KINDS, NUMBER_OF_KIND, pack
from game.games.thirty_one.state import Facts
from systems.snapshot import only, players, to_move
from systems.view.games.thirty_one.hands import counting
from systems.view.table.layout import MARGIN, LayoutSystem, RoundTable, aim, is_over, lay_deck, table_box
from systems.view.table.table_options import room_for, told_options
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT

PLATE = 66.0
SEAT_WIDTH = 240.0
OWN_WIDTH = 224.0
PICK_LIFT = 14.0
OTHER_CARD = 110.0
PILE_CARD = 150.0
_OWN_CARD, _LARGEST_OWN = 204.0, 300.0
_WIDEST_ROOM = 1240.0
"""In a wider window seats do not move further apart."""
_GAP = 12.0
_APART = 28.0
"""What lies between deck and discard pile."""
_BESIDE, _CLEAR, _BETWEEN = 56.0, 8.0, 244.0
"""What is left for the number of cards beside the deck, beside the discard pile, and between the seats at the sides for
all of these."""
_ASIDE = 26.0
"""How much further apart the card just drawn lies."""
_PROMPT, _TITLE = 38.0, 96.0
_PILE_EDGES = 4
"""How many cards of the discard pile are drawn: the rest lies under them."""
_SHUFFLED = 2654435761
"""A large odd number (Knuth's, for hashing): multiplied with, small numbers are scattered."""


@dataclass(frozen=True)
class Seat:
    """A player's part of the table: the plate with name and lives, and where the hand lies."""

    plate: Box
    hand: Box
    card: float
    """How high the cards of the hand are."""


@dataclass(frozen=True)
class Boxes(RoundTable[Seat]):
    """The parts of the table, in units; `others` in the order of their turns. `result` is where the end of a round is
    told: over the piles, between the hands."""

    title: Box
    options: Box
    deck: Box
    discard: Box
    prompt: Box
    result: Box


def boxes(room: Box, number: int, told: int = 0) -> Boxes:
    """The parts of a table in this room, at least 700 x 576, for 2 to 4 players, at which so many options are named."""
    room = Box.around(room.centre, min(room.w - 2 * MARGIN, _WIDEST_ROOM), room.h - 2 * MARGIN)
    spare = room.h - 688
    hand_width = room.w - OWN_WIDTH - _GAP
    widest = (hand_width - HAND_SIZE * _GAP - _ASIDE) / (HAND_SIZE + 1) / CARD_ASPECT
    own_card = min(_OWN_CARD + spare * 0.2, widest, _LARGEST_OWN)
    below = spare * 0.06
    hand = Box(room.right - hand_width, room.bottom - below - own_card, hand_width, own_card)
    prompt = Box(room.x, min(hand.y - PICK_LIFT, hand.bottom - 150) - 4 - _PROMPT, room.w, _PROMPT)
    seat = Box(0, 0, min(SEAT_WIDTH, (room.w - _BETWEEN) / 2), PLATE + 8 + OTHER_CARD)
    top = Box(room.centre[0] - seat.w / 2, room.y + spare * 0.04, seat.w, seat.h)
    above = room.y + 60 if number == 3 else top.bottom
    middle = (above + prompt.y) / 2
    title = Box(room.x + 4, room.y, (room.right if number == 3 else top.x) - room.x - 18, _TITLE)
    lines = Box(title.x + 2, title.y + 76, title.w - 2, room_for(told))
    high_up = max(middle - seat.h * 0.62, room.y + _TITLE, lines.bottom + 2)
    sides = [Box(x, high_up, seat.w, seat.h) for x in (room.x, room.right - seat.w)]
    round_the_table = {2: [top], 3: sides, 4: [sides[0], top, sides[1]]}[number]
    left = room.x + (seat.w if number > 2 else 0.0)
    between = room.w - 2 * (left - room.x)
    high = min(PILE_CARD, (between - _BESIDE - _CLEAR - _APART) / 2 / CARD_ASPECT, prompt.y - above - 8)
    pile = high * CARD_ASPECT
    # In the middle, but for where the number of cards beside the deck would have no room.
    at_left = left + max((between - _APART) / 2 - pile, _BESIDE) + pile / 2
    return Boxes(
        own=Seat(Box(room.x, hand.bottom - 150, OWN_WIDTH, 150), hand, own_card),
        others=tuple(_other(box) for box in round_the_table),
        title=title,
        options=lines,
        deck=Box.around((at_left, middle), pile, high),
        discard=Box.around((at_left + pile + _APART, middle), pile, high),
        prompt=prompt,
        result=Box.around(
            (room.centre[0], (above + prompt.bottom) / 2), room.w - 2 * seat.w - 2 * _GAP, prompt.bottom - above
        ),
    )


def _other(box: Box) -> Seat:
    plate, hand = box.top_part(PLATE, 8)
    return Seat(plate, hand, OTHER_CARD)


def spread(seat: Seat, count: int, aside: bool) -> list[tuple[float, float]]:
    """The middles of the cards of a hand from left to right; with `aside` the last one lies a little apart."""
    width = seat.card * CARD_ASPECT
    apart = _ASIDE * seat.card / _OWN_CARD if aside else 0.0
    step = min(width + _GAP, (seat.hand.w - width - apart) / max(1, count - 1))
    first = seat.hand.centre[0] - (step * (count - 1) + apart) / 2
    y = seat.hand.centre[1]
    return [(first + step * place + (apart if place == count - 1 else 0.0), y) for place in range(count)]


def parts_of(stage: Stage) -> Boxes:
    """The parts of the table that is seen."""
    return boxes(table_box(stage), len(players()), len(told_options()))


class ThirtyOneLayout(LayoutSystem):
    """Gives every card its goal. A round begins with all cards in the deck, face down, from where they are dealt."""

    def __init__(self) -> None:
        self._round = 0

    def lay_out(self, stage: Stage) -> None:
        parts = parts_of(stage)
        progress = only(Progress)
        if progress.round_number != self._round:
            self._round = progress.round_number
            for entity, _ in list(esper.get_components(Card, Moving)):
                esper.remove_component(entity, Moving)
        for (zone_name, player), cards in stage.zones.items():
            if player is not None:
                cards[:] = _lay_hand(stage, parts, player, cards)
            elif zone_name == "deck":
                lay_deck(_on_deck(parts), cards)
            else:
                _lay_discard(parts, cards)


def is_open(stage: Stage, player: int) -> bool:
    """Whether all of a player's hand is seen."""
    return is_over() or player in stage.open_hands


def known_kinds(player: int) -> frozenset[str]:
    """The cards of a player's hand that everybody knows of."""
    return frozenset(esper.component_for_entity(players()[player], Known).kinds)


def kind_of(entity: int) -> str:
    """The kind of a card."""
    return esper.component_for_entity(entity, Card).kind


def packed(cards: list[int]) -> int:
    """Cards of the table as a set of the rules."""
    return pack(NUMBER_OF_KIND[kind_of(entity)] for entity in cards)


def facts() -> Facts | None:
    """What the round holds beside its cards; None before the first."""
    found = only(Progress).facts
    return found if isinstance(found, Facts) else None


def drawn_kind(player: int) -> str | None:
    """The card that a player has just drawn and will discard another for, if that player is to move."""
    found = facts()
    return None if found is None or found.drawn is None or player != to_move() else KINDS[found.drawn]


def _in_order(stage: Stage, player: int, cards: list[int]) -> list[int]:
    """An open hand by suit, then rank, the card just drawn last; else first what everybody knows, then the hidden cards
    in an order that is another each round."""
    if is_open(stage, player):
        drawn = drawn_kind(player)
        return sorted(cards, key=lambda entity: (kind_of(entity) == drawn, NUMBER_OF_KIND[kind_of(entity)]))
    known, number = known_kinds(player), only(Progress).round_number
    return sorted(cards, key=lambda entity: (kind_of(entity) not in known, (entity + number) * _SHUFFLED % 2**32))


def _on_deck(parts: Boxes) -> Pose:
    return Pose(*parts.deck.centre, parts.deck.h, 0.0, 0.0)


def _lay_hand(stage: Stage, parts: Boxes, player: int, cards: list[int]) -> list[int]:
    """Lay a hand from left to right; return its cards in that order. One card to each player in turn is dealt."""
    own = player == stage.viewer
    seat = parts.seat(player, stage.viewer)
    cards = _in_order(stage, player, cards)
    open_hand, known = is_open(stage, player), known_kinds(player)
    found = facts()
    scoring = counting(packed(cards), found.house) if is_over() and found is not None else 0
    apart = open_hand and len(cards) > HAND_SIZE and drawn_kind(player) is not None
    for number, (entity, (x, y)) in enumerate(zip(cards, spread(seat, len(cards), apart), strict=True)):
        kind = kind_of(entity)
        counts = bool(scoring >> NUMBER_OF_KIND[kind] & 1)
        lifted = counts or esper.has_component(entity, SelectedCard)
        up = PICK_LIFT if own else PICK_LIFT * 0.25  # the plate is near
        face = 1.0 if open_hand or kind in known else 0.0
        pose = Pose(x, y - (up if lifted else 0.0), seat.card, 0.0, face, 0.7 if lifted else 0.0)
        aim(entity, pose, 200 + number * 10 + (player - stage.viewer) % 4, entrance=_on_deck(parts))
    return cards


def _lay_discard(parts: Boxes, cards: list[int]) -> None:
    """A pile with the card discarded last on top, each a little aside of the one below it."""
    x, y = parts.discard.centre
    for depth, entity in enumerate(reversed(cards)):
        level = max(0, min(_PILE_EDGES, len(cards) - 1) - depth)
        lift = 0.7 if esper.has_component(entity, SelectedCard) else 0.0
        pose = Pose(x + level * 0.9, y - level * 1.4 - lift * PICK_LIFT, parts.discard.h, 0.0, 1.0, lift)
        aim(entity, pose, 400 - depth, covered=depth > _PILE_EDGES, entrance=_on_deck(parts))
