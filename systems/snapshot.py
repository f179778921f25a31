"""Between the world and the rules: the state that lies on the table, and pieces moved to where the rules say."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

import esper

from components.pieces import Card, Owner, Slot, Stone, Token, Zone
from components.players import Known, Player, ToMove
from components.table import Index, Progress, Table
from game.rules.placing import Arrangement, Lying, Pieces, Row, dealt
from game.rules.protocol import Effect, FactsChanged, Form, KnownChanged, Piece, Place, Reordered, TurnPassed

C = TypeVar("C")


_carriers: dict[type, int] = {}
"""Which entity carried a component when `only` was last asked for it, in whatever world."""
_seated: dict[int, int] = {}
"""Which entity a player was when `entity_of` was last asked for it, in whatever world."""


def only(component: type[C]) -> C:
    """The component that exactly one entity carries."""
    # Asked for some twenty times a move, where a query is made anew after every change: who carried it is looked at
    # first, and in a world where that entity carries it, no other does.
    try:
        return esper.component_for_entity(_carriers[component], component)
    except KeyError:
        ((_carriers[component], found),) = esper.get_component(component)
        return found


def maybe(component: type[C]) -> C | None:
    """The component that at most one entity carries."""
    found = esper.get_component(component)
    return found[0][1] if found else None


def on_table(component: type[C]) -> C | None:
    """The component that the entity of the table carries beside it; None where it carries none."""
    only(Table)
    return esper.try_component(_carriers[Table], component)


def entity_of(player: int) -> int:
    """The entity of the player of an index. Raises KeyError where there is none."""
    # Asked for at every move, as `only` is: whoever it was last is looked at first.
    entity = _seated.get(player, -1)
    if esper.entity_exists(entity):
        found = esper.try_component(entity, Player)
        if found is not None and found.index == player:
            return entity
    _seated[player] = players()[player]
    return _seated[player]


def players() -> dict[int, int]:
    """The entities of the players by index."""
    return {player.index: entity for entity, player in esper.get_component(Player)}


def index_of(player: int) -> int:
    """The index of the player that an entity is."""
    return esper.component_for_entity(player, Player).index


def player_names() -> list[str]:
    """The names that people read, by the players' index."""
    return [
        player.called or player.name
        for _, player in sorted(esper.get_component(Player), key=lambda found: found[1].index)
    ]


def to_move() -> int | None:
    """The index of the player whose decision is next, or None."""
    for entity, _ in esper.get_component(ToMove):
        return index_of(entity)
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


def all_pieces() -> Pieces:
    """All pieces of the world, numbered by their entities; to be read only."""
    index = only(Index)
    if index.pieces is None:
        index.pieces = scan()
    return index.pieces


def scan() -> Pieces:
    """All pieces of the world, looked at one by one."""
    found: dict[tuple[str, int | None], list[Lying]] = {}
    for entity, (card, zone, owner, slot) in esper.get_components(Card, Zone, Owner, Slot):
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, _card(card.kind)))
    for entity, (token, zone, owner, slot) in esper.get_components(Token, Zone, Owner, Slot):
        piece = _token(token.kind, token.value)
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, piece))
    for entity, (stone, zone, owner, slot) in esper.get_components(Stone, Zone, Owner, Slot):
        found.setdefault((zone.name, owner.player), []).append((slot.index, entity, _stone(stone.kind)))
    for pieces in found.values():
        pieces.sort()
    return Pieces(found, only(Table).laying)


def pieces_at(zone: str, player: int | None = None) -> list[int]:
    """The entities that lie in a place, in the order of their slots."""
    return [entity for _, entity, _ in all_pieces().places.get((zone, player), ())]


def snapshot() -> Any:
    """The state of the round as the world holds it; to be read only."""
    index = only(Index)
    if index.state is None:
        index.state = state_of(all_pieces())
    return index.state


def state_of(pieces: Pieces) -> Any:
    """The state that pieces which lie like these make, with all that the round holds beside them."""
    seats = players()
    known = [esper.component_for_entity(seats[index], Known).kinds for index in range(len(seats))]
    return only(Table).rules.from_board(pieces.board, only(Progress).facts, known, to_move())


def carry_out(effects: Sequence[Effect], picked: Sequence[int], after: Any = None) -> None:
    """Carry out effects on the entities of the world, on those that were picked wherever a kind leaves a choice;
    `after` is the state that they lead to, where the caller has it."""
    pieces, index = all_pieces(), only(Index)
    index.forget()  # should an effect fail, what was known is not so any more
    for entity, (place, slot) in pieces.carry_out(effects, picked).items():
        _put(entity, place, slot)
    for effect in effects:
        match effect:
            case Reordered(place, _):
                for slot, entity, _ in pieces.places[place]:
                    esper.component_for_entity(entity, Slot).index = slot
            case KnownChanged(player, kinds):
                esper.component_for_entity(entity_of(player), Known).kinds = kinds
            case FactsChanged(facts):
                only(Progress).facts = facts
            case TurnPassed(player):
                pass_turn(player)
    index.pieces, index.state = pieces, after


def pass_turn(player: int | None) -> None:
    """Let the next decision be this player's, or nobody's."""
    now = None if player is None else entity_of(player)
    for entity, _ in list(esper.get_component(ToMove)):
        if entity != now:
            esper.remove_component(entity, ToMove)
    if now is not None and not esper.has_component(now, ToMove):
        esper.add_component(now, ToMove())


def arrange(state: Any, arrangement: Arrangement | None = None) -> None:
    """Make the world hold `state`, moving the pieces that are there as little as possible.

    Every piece comes to lie in the slot of the `arrangement`, which is one of this state; without one as if the
    state had just been dealt. Pieces that are missing are created, pieces too many deleted: so it deals the first
    round as well as the next, goes back, and shows any position of a replay.
    """
    rules = only(Table).rules
    pieces = _arrange_pieces(dealt(rules.board(state)) if arrangement is None else arrangement)
    for player, entity in players().items():
        esper.component_for_entity(entity, Known).kinds = rules.known(state, player)
    only(Progress).facts = rules.facts(state)
    pass_turn(state.to_move)
    index = only(Index)
    index.forget()
    index.pieces, index.state = pieces, state.copy()


def _arrange_pieces(arrangement: Arrangement) -> Pieces:
    """All pieces of the world as they lie then. What lies right stays; then come pieces of the same place, then those
    from elsewhere, then new ones."""
    kept: dict[Place, dict[int, int]] = {}
    spare: dict[Piece, list[int]] = {}
    for where, lying in all_pieces().places.items():
        place = Place(*where)
        kept[place] = _keep(place, lying, arrangement.get(place, ((), ())), spare)
    found: dict[tuple[str, int | None], list[Lying]] = {}
    for place, (slots, kinds) in arrangement.items():
        here = kept.get(place, {})
        found[place] = [
            (slot, here[slot] if slot in here else _bring(spare.get(piece), piece, place, slot), piece)
            for slot, piece in zip(slots, kinds, strict=True)
        ]
    for entities in spare.values():
        for entity in entities:
            esper.delete_entity(entity, immediate=True)
    return Pieces(found, only(Table).laying)


def _keep(place: Place, lying: Sequence[Lying], row: Row, spare: dict[Piece, list[int]]) -> dict[int, int]:
    """The pieces that stay in a place, by the slot where they lie then; those that leave it become `spare`."""
    wanted = dict(zip(*row, strict=True))
    kept: dict[int, int] = {}
    left: dict[Piece, list[int]] = {}
    for slot, entity, piece in lying:
        if wanted.get(slot) == piece:
            kept[slot] = entity
        else:
            left.setdefault(piece, []).append(entity)
    for slot, piece in wanted.items():
        if slot not in kept and (entities := left.get(piece)):
            kept[slot] = entity = entities.pop(0)
            _put(entity, place, slot)
    for piece, entities in left.items():
        spare.setdefault(piece, []).extend(entities)
    return kept


def _put(entity: int, place: Place, slot: int) -> None:
    of = esper.component_for_entity
    of(entity, Slot).index = slot
    zone = of(entity, Zone)
    if zone.name != place.zone or of(entity, Owner).player != place.player:
        zone.name, of(entity, Owner).player = place


def _bring(spare: list[int] | None, piece: Piece, place: Place, slot: int) -> int:
    """Bring a spare piece to a place, or a new one when there is none: its entity."""
    if spare:
        entity = spare.pop()
        _put(entity, place, slot)
        return entity
    return esper.create_entity(_component(piece), Zone(place.zone), Owner(place.player), Slot(slot))


def _component(piece: Piece) -> Card | Token | Stone:
    match piece.form:
        case Form.CARD:
            return Card(piece.kind)
        case Form.TOKEN:
            return Token(piece.kind, piece.value)
        case Form.STONE:
            return Stone(piece.kind)
