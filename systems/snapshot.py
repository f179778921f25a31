"""Between the world and the rules: the state that lies on the table, and pieces moved to where the rules say."""

from collections.abc import Container, Iterable, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import esper

from components.pieces import Card, Owner, Slot, Stone, Token, Zone
from components.players import Known, Player, ToMove
from components.table import Progress, Table
from game.rules.protocol import (
    Board,
    Effect,
    FactsChanged,
    Form,
    KnownChanged,
    Piece,
    Place,
    Reordered,
    Shift,
    TurnPassed,
)

C = TypeVar("C")

_ROWS = frozenset({"market"})
"""Zones laid out in a row: what leaves makes a gap, and what comes fills the first one."""


def only(component: type[C]) -> C:
    """The component that exactly one entity carries."""
    ((_, found),) = esper.get_component(component)
    return found


def maybe(component: type[C]) -> C | None:
    """The component that at most one entity carries."""
    found = esper.get_component(component)
    return found[0][1] if found else None


def players() -> dict[int, int]:
    """The entities of the players by index."""
    return {player.index: entity for entity, player in esper.get_component(Player)}


def player_names() -> list[str]:
    """The names that people read, by the players' index."""
    return [player.name for _, player in sorted(esper.get_component(Player), key=lambda found: found[1].index)]


def to_move() -> int | None:
    """The index of the player whose decision is next, or None."""
    for _, (player, _) in esper.get_components(Player, ToMove):
        return player.index
    return None


@lru_cache(maxsize=1024)
def _card(kind: str) -> Piece:
    return Piece(Form.CARD, kind)


@lru_cache(maxsize=1024)
def _token(kind: str, value: int) -> Piece:
    return Piece(Form.TOKEN, kind, value)


@lru_cache(maxsize=64)
def _stone(kind: str) -> Piece:
    return Piece(Form.STONE, kind)


def _located() -> dict[tuple[str, int | None], list[tuple[int, int, Piece]]]:
    """All pieces by place, each as (slot, entity, piece), in the order of their slots."""
    found: dict[tuple[str, int | None], list[tuple[int, int, Piece]]] = {}
    for entity, (card, zone, owner, slot) in esper.get_components(Card, Zone, Owner, Slot):
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, _card(card.kind)))
    for entity, (token, zone, owner, slot) in esper.get_components(Token, Zone, Owner, Slot):
        piece = _token(token.kind, token.value)
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, piece))
    for entity, (stone, zone, owner, slot) in esper.get_components(Stone, Zone, Owner, Slot):
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, _stone(stone.kind)))
    for pieces in found.values():
        pieces.sort()
    return found


def pieces_at(zone: str, player: int | None = None) -> list[int]:
    """The entities that lie in a place, in the order of their slots."""
    return [entity for _, entity, _ in _located().get((zone, player), ())]


def snapshot() -> Any:
    """The state of the round as the world holds it."""
    board: Board = {Place(*place): [piece for _, _, piece in pieces] for place, pieces in _located().items()}
    seats = players()
    known = [esper.component_for_entity(seats[index], Known).kinds for index in range(len(seats))]
    return only(Table).rules.from_board(board, only(Progress).facts, known, to_move())


class Pieces:
    """The pieces of the world by place, for moving several of them: built once, kept true while they move."""

    def __init__(self) -> None:
        self._places = {
            place: [(slot, entity, piece) for slot, entity, piece in pieces] for place, pieces in _located().items()
        }

    def find(self, place: Place, piece: Piece, prefer: Container[int] = (), leave: Container[int] = ()) -> int | None:
        """A piece of a kind in a place, but none of those to `leave`: one to `prefer` if there is one, else the
        first in order, but of stones the last: piles are taken from their end. None when there is none."""
        rows = self._places.get(place, ())
        matching = [entity for _, entity, found in rows if found == piece and entity not in leave]
        preferred = [entity for entity in matching if entity in prefer]
        found_here = preferred or matching
        if not found_here:
            return None
        return found_here[-1 if piece.form is Form.STONE else 0]

    def move(self, entity: int, piece: Piece, source: Place, target: Place) -> None:
        """Move a piece that lies at `source`."""
        self._places[source] = [row for row in self._places[source] if row[1] != entity]
        row = self._places.setdefault(target, [])
        slot = self._free_slot(target, [taken for taken, _, _ in row])
        row.append((slot, entity, piece))
        row.sort()
        esper.component_for_entity(entity, Zone).name = target.zone
        esper.component_for_entity(entity, Owner).player = target.player
        esper.component_for_entity(entity, Slot).index = slot

    def reorder(self, place: Place, order: Iterable[Piece]) -> None:
        """Let the pieces of a place lie in this order."""
        by_piece: dict[Piece, list[int]] = {}
        for _, entity, piece in reversed(self._places.get(place, ())):
            by_piece.setdefault(piece, []).append(entity)
        row = [(slot, by_piece[piece].pop(), piece) for slot, piece in enumerate(order)]
        for slot, entity, _ in row:
            esper.component_for_entity(entity, Slot).index = slot
        self._places[place] = row

    @staticmethod
    def _free_slot(place: Place, taken: Sequence[int]) -> int:
        if place.zone in _ROWS:
            return next(slot for slot in range(len(taken) + 1) if slot not in taken)
        return max(taken, default=-1) + 1


def carry_out(effects: Iterable[Effect], picked: Sequence[int]) -> None:
    """Carry out effects on the entities of the world, on those that were picked wherever a kind leaves a choice."""
    pieces = Pieces()
    left = list(picked)
    for effect in effects:
        match effect:
            case Shift(piece, source, target):
                entity = pieces.find(source, piece, prefer=left)
                if entity is None:
                    raise LookupError(f"rules and world have drifted apart: no {piece.kind} at {source}")
                if entity in left:
                    left.remove(entity)
                pieces.move(entity, piece, source, target)
            case Reordered(place, order):
                pieces.reorder(place, order)
            case KnownChanged(player, kinds):
                esper.component_for_entity(players()[player], Known).kinds = kinds
            case FactsChanged(facts):
                only(Progress).facts = facts
            case TurnPassed(player):
                pass_turn(player)
    only(Progress).changes += 1


def pass_turn(player: int | None) -> None:
    """Let the next decision be this player's, or nobody's."""
    for entity, _ in list(esper.get_component(ToMove)):
        esper.remove_component(entity, ToMove)
    if player is not None:
        esper.add_component(players()[player], ToMove())


def arrange(state: Any) -> None:
    """Make the world hold `state`, moving the pieces that are there as little as possible.

    Pieces that are missing are created, pieces too many deleted: so it deals the first round as well as the next,
    goes back, and shows any position of a replay.
    """
    rules = only(Table).rules
    _arrange_pieces(rules.board(state))
    for index, entity in players().items():
        esper.component_for_entity(entity, Known).kinds = rules.known(state, index)
    only(Progress).facts = rules.facts(state)
    only(Progress).changes += 1
    pass_turn(state.to_move)


def _arrange_pieces(board: Board) -> None:
    spare: dict[Piece, list[int]] = {}
    kept: dict[tuple[tuple[str, int | None], Piece], list[int]] = {}
    for place, pieces in _located().items():
        for _, entity, piece in pieces:
            kept.setdefault((place, piece), []).append(entity)
    unfilled: list[tuple[Place, int, Piece]] = []
    for place, wanted in board.items():
        for slot, piece in enumerate(wanted):
            staying = kept.get((place, piece))
            if staying:
                esper.component_for_entity(staying.pop(0), Slot).index = slot
            else:
                unfilled.append((place, slot, piece))
    for (_, piece), entities in kept.items():
        spare.setdefault(piece, []).extend(entities)
    for place, slot, piece in unfilled:
        _place(spare.get(piece), piece, place, slot)
    for entities in spare.values():
        for entity in entities:
            esper.delete_entity(entity, immediate=True)


def _place(spare: list[int] | None, piece: Piece, place: Place, slot: int) -> None:
    """Bring a spare piece to a place, or a new one when there is none."""
    if not spare:
        esper.create_entity(_component(piece), Zone(place.zone), Owner(place.player), Slot(slot))
        return
    entity = spare.pop()
    esper.component_for_entity(entity, Zone).name = place.zone
    esper.component_for_entity(entity, Owner).player = place.player
    esper.component_for_entity(entity, Slot).index = slot


def _component(piece: Piece) -> Card | Token | Stone:
    match piece.form:
        case Form.CARD:
            return Card(piece.kind)
        case Form.TOKEN:
            return Token(piece.kind, piece.value)
        case Form.STONE:
            return Stone(piece.kind)
