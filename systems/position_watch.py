"""What belongs to the rules in a world, and putting it back where a mod's system has touched it."""

from copy import copy
from dataclasses import fields
from typing import Any

import esper

from components.pieces import Card, Owner, Slot, Stone, Token, Zone
from components.players import Known, Player, ToMove
from components.table import Index, MatchOver, Progress, RoundOver, Table
from systems.seats_watch import Seats
from systems.snapshot import maybe, only, pass_turn, players, to_move


class PositionWatch:
    """Knows how the pieces lie, which is asked before every call of a system: they are looked at anew only when ours
    have moved them."""

    def __init__(self) -> None:
        self._changes: int | None = None
        self._pieces: dict[int, tuple[Any, ...]] = {}

    def position(self) -> "Position":
        """What belongs to the rules, as it is now."""
        changes = only(Index).changes
        if changes != self._changes:
            self._pieces, self._changes = _pieces(), changes
        return Position(self._pieces)


class Position:
    """What belongs to the rules, as it is now: these pieces, facts, seats, and whose turn it is."""

    def __init__(self, pieces: dict[int, tuple[Any, ...]]) -> None:
        self._pieces = pieces
        self._progress = copy(only(Progress))
        self._seats = Seats()
        self._known = _known()
        self._to_move = to_move()
        self._over = maybe(RoundOver), maybe(MatchOver)

    def put_back(self) -> bool:
        """Put back what is no longer as it was; whether anything was."""
        seats_moved = self._seats.put_back()  # first: what follows goes by who sits where
        now, there, over = _pieces(), esper.get_component(Progress), (maybe(RoundOver), maybe(MatchOver))
        moved = seats_moved
        if now != self._pieces or any(not esper.entity_exists(entity) for entity in self._pieces):
            moved = True
            self._put_back_pieces(now)
        if len(there) != 1 or there[0][1] != self._progress:
            moved = True
            for field in fields(Progress):
                setattr(only(Progress), field.name, getattr(self._progress, field.name))
        if _known() != self._known:
            moved = True
            for player, kinds in self._known.items():
                esper.add_component(players()[player], Known(kinds))
        to_move_now = [entity for entity, _ in esper.get_component(ToMove)]
        if to_move_now != ([] if self._to_move is None else [players()[self._to_move]]):
            moved = True
            pass_turn(self._to_move)
        if over != self._over:
            moved = True
            self._put_back_ends()
        if moved:
            only(Index).forget()
        return moved

    def _put_back_pieces(self, now: dict[int, tuple[Any, ...]]) -> None:
        esper.clear_dead_entities()
        for entity in now.keys() - self._pieces.keys():
            if esper.entity_exists(entity):
                esper.delete_entity(entity, immediate=True)
        for entity, (kind, zone, player, slot) in self._pieces.items():
            parts = (_made(kind), Zone(zone), Owner(player), Slot(slot))
            if not esper.entity_exists(entity):
                esper.create_entity(*parts)
            elif now.get(entity) != (kind, zone, player, slot):
                for form in _FORMS:
                    esper.try_remove_component(entity, form)
                for part in parts:
                    esper.add_component(entity, part)

    def _put_back_ends(self) -> None:
        (table, _) = esper.get_component(Table)[0]
        for kind, before in zip((RoundOver, MatchOver), self._over, strict=True):
            for entity, _ in list(esper.get_component(kind)):
                esper.remove_component(entity, kind)
            if before is not None:
                esper.add_component(table, before)


_FORMS: tuple[type[Any], ...] = (Card, Token, Stone)


def _known() -> dict[int, tuple[str, ...]]:
    """What everybody knows of each player's hand."""
    return {player.index: known.kinds for _, (player, known) in esper.get_components(Player, Known)}


def _pieces() -> dict[int, tuple[Any, ...]]:
    """Every piece by its entity: what it is, and where it lies."""
    found: dict[int, tuple[Any, ...]] = {}
    for kind in _FORMS:
        for entity, (piece, zone, owner, slot) in esper.get_components(kind, Zone, Owner, Slot):
            # one of two forms, which the rules know nothing of, is told with both
            found[entity] = (*found.get(entity, ()), _what(piece), zone.name, owner.player, slot.index)
    return found


def _what(piece: Card | Token | Stone) -> tuple[Any, ...]:
    return (type(piece), piece.kind, piece.value) if isinstance(piece, Token) else (type(piece), piece.kind)


def _made(what: tuple[Any, ...]) -> Any:
    """The component of a piece, anew."""
    return what[0](*what[1:])
