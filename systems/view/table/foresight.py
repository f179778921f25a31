"""What a move would do on the table: which pieces would go where, and how they would lie there.

It is found from the rules alone, for any game: the move is carried out in a world apart, which the game's own layout
lays out. What nobody has told the mover stays hidden: unseen cards are those of a sample, and are seen from their back.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Any

import esper
import pygame

from components.pieces import Card, Owner, Slot, Zone
from components.players import Known, Player
from components.table import Index, Progress, Table
from components.view import Foreseen, Goal, Moving, Pose, Stage
from game.rules.placing import Arrangement, Pieces
from game.rules.protocol import Effect, Place, Shift
from systems.decisions import entities_of
from systems.snapshot import all_pieces, arrange, only, players, to_move
from systems.view.table.game_view import GameView
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT

_APART = "foresight"
_SEEN = 0.5
"""From how much of its face on a piece is seen."""
_GHOSTLY = 150
"""How opaque ghosts are, of 255."""


@dataclass(frozen=True)
class Spot:
    """Where a piece lies, or would lie."""

    pose: Pose
    is_card: bool

    @property
    def box(self) -> Box:
        """Its box, as if it lay upright."""
        across = self.pose.height * (CARD_ASPECT if self.is_card else 1.0)
        return Box.around((self.pose.x, self.pose.y), across, self.pose.height)


@dataclass(frozen=True)
class Way:
    """Pieces that would go from one place to another. `ghosts` are those that are seen where they would lie then."""

    sources: tuple[Spot, ...]
    targets: tuple[Spot, ...]
    ghosts: tuple[Spot, ...]
    picked: bool
    """Whether the move picks them; others follow from it."""
    by_chance: bool
    """Whether chance only tells which pieces these are."""


@dataclass(frozen=True)
class Outlook:
    """What a move would do: the pieces that it picks, the ways that pieces would go, and a picture of the ghosts with
    its upper left corner in pixels."""

    picked: tuple[Spot, ...] = ()
    ways: tuple[Way, ...] = ()
    picture: pygame.Surface | None = None
    corner: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class _Step:
    """A piece that would move: where it comes from, its number, whether the move picks it, and whether chance only
    tells which one it is."""

    source: Place
    number: int
    picked: bool
    by_chance: bool


class Foreseer:
    """Finds what moves would do at a game's table."""

    def __init__(self, view: GameView) -> None:
        self._view = view
        self._layout: esper.Processor | None = None
        self._sheet: pygame.Surface | None = None
        """What ghosts are drawn on, clear again after each."""

    def outlook(self, canvas: Canvas, stage: Stage, foreseen: Foreseen) -> Outlook:
        """What a candidate would do; where the table has gone on since, only which of its pieces still lie there."""
        rules = only(Table).rules
        entities = entities_of(foreseen.view, foreseen.move, any_card=False)
        picked = tuple([spot for spot in map(_spot, entities) if spot is not None])
        if to_move() != foreseen.view.player or rules.refusal(foreseen.view, foreseen.move) is not None:
            return Outlook(picked)
        before = rules.sample(foreseen.view, Random(0))
        there = all_pieces()
        arrangement = _with_kinds(there.arrangement(), rules.board(before))
        if arrangement is None:
            return Outlook(picked)
        after, decided, chanced = self._carried_out(before, foreseen.move)
        pieces = Pieces.of(arrangement, only(Table).laying)
        numbered = _numbers(arrangement)
        taken = pieces.choose(rules.chosen(foreseen.view, foreseen.move))
        steps = _steps(pieces, decided, taken, False) + _steps(pieces, chanced, (), True)
        lies = {number: (place, slot) for number, place, slot in _numbered(pieces)}
        entity_at = {(Place(*place), row[0]): row[1] for place, rows in there.places.items() for row in rows}
        from_ = {
            step.number: [row[1] for row in there.places[step.source]]
            if step.by_chance and step.source.player is not None and there.places.get(step.source)  # any card of a hand
            else [entity_at[numbered[step.number]]]
            for step in steps
        }
        spots = {number: tuple(filter(None, map(_spot, entities))) for number, entities in from_.items()}
        if after.to_move is None:
            after.to_move = foreseen.view.player  # no round's end: nobody's hand is shown for it
        with _apart(stage, (*stage.states, after)) as apart:
            arrange(after, pieces.arrangement())
            self._lay_out()
            return self._seen(canvas, apart, picked, steps, lies, spots)

    @staticmethod
    def _carried_out(before: Any, move: Any) -> tuple[Any, list[Effect], list[Effect]]:
        """The state after a move, what it decided, and what chance brought to the mover."""
        rules, state, player = only(Table).rules, before.copy(), before.to_move
        decided, chanced = list[Effect](), list[Effect]()
        rules.decide(state, move, decided)
        chance = rules.draw_chance(state, move, Random(0))
        rules.settle(state, move, chance, chanced)
        return state, decided, [each for each in chanced if isinstance(each, Shift) and each.target.player == player]

    def _lay_out(self) -> None:
        if self._layout is None:
            self._layout = self._view.layout()
        self._layout.process(0.0)

    def _seen(
        self,
        canvas: Canvas,
        stage: Stage,
        picked: tuple[Spot, ...],
        steps: Sequence[_Step],
        lies: dict[int, tuple[Place, int]],
        from_: dict[int, tuple[Spot, ...]],
    ) -> Outlook:
        """What is seen of these steps, in the world apart."""
        rows = esper.get_components(Zone, Owner, Slot)
        entity_at = {(Place(zone.name, owner.player), slot.index): entity for entity, (zone, owner, slot) in rows}
        ways: dict[tuple[Place, Place, bool, bool], list[tuple[tuple[Spot, ...], Spot, bool]]] = {}
        for step in steps:
            sources, (place, slot) = from_[step.number], lies[step.number]
            entity = entity_at[place, slot]
            target = _spot(entity)
            if sources and target is not None:
                seen = not esper.component_for_entity(entity, Goal).covered
                if seen:
                    _show(entity, hidden=step.by_chance or sources[0].pose.face < _SEEN)
                key = step.source, place, step.picked, step.by_chance
                ways.setdefault(key, []).append((sources, target, seen))
        found = []
        for (_, _, by_move, by_chance), rows_of_way in ways.items():
            each, targets, _ = zip(*rows_of_way, strict=True)
            sources = tuple(dict.fromkeys(chain.from_iterable(each)))
            ghosts = tuple([target for _, target, seen in rows_of_way if seen])
            found.append(Way(sources, targets, ghosts, by_move, by_chance))
        return Outlook(picked, tuple(found), *self._picture(canvas, stage, found))

    def _picture(
        self, canvas: Canvas, stage: Stage, ways: Sequence[Way]
    ) -> tuple[pygame.Surface | None, tuple[int, int]]:
        """The pieces that would have moved, as the game draws them, and where they lie in pixels."""
        boxes = [canvas.rect(ghost.box.inset(-0.25 * ghost.box.h)) for way in ways for ghost in way.ghosts]
        if not boxes:
            return None, (0, 0)
        if self._sheet is None or self._sheet.get_size() != canvas.surface.get_size():
            self._sheet = pygame.Surface(canvas.surface.get_size(), pygame.SRCALPHA, 32)
        sheet = self._sheet
        self._view.draw_pieces(Canvas(sheet, canvas.unit), stage)
        used = boxes[0].unionall(boxes[1:]).clip(sheet.get_rect())
        picture = sheet.subsurface(used).copy()
        sheet.fill((0, 0, 0, 0), used)
        picture.fill((255, 255, 255, _GHOSTLY), special_flags=pygame.BLEND_RGBA_MULT)
        return picture, used.topleft


def _show(entity: int, hidden: bool) -> None:
    """Let a piece be drawn where it would lie, from its back where it is `hidden`."""
    pose = esper.component_for_entity(entity, Goal).pose
    pose = pose._replace(face=0.0 if hidden else pose.face)
    esper.add_component(entity, Moving(pose, pose, pose))


def _spot(entity: int) -> Spot | None:
    """Where the layout wants a piece; None where it is not seen."""
    goal = esper.try_component(entity, Goal)
    return None if goal is None else Spot(goal.pose, esper.has_component(entity, Card))


def _with_kinds(arrangement: Arrangement, board: Any) -> Arrangement | None:
    """An arrangement with the kinds of a board, those that are right where they lie; None where the board has not as
    many pieces in every place."""
    found: Arrangement = {}
    for place in arrangement.keys() | board.keys():
        slots, kinds = arrangement.get(place, ((), ()))
        wanted = board.get(place, ())
        if len(wanted) != len(kinds):
            return None
        found[place] = slots, kinds if Counter(kinds) == Counter(wanted) else tuple(wanted)
    return found


def _numbers(arrangement: Arrangement) -> dict[int, tuple[Place, int]]:
    """Place and slot of every piece by the number that `Pieces.of` gives it."""
    spots = [(place, slot) for place, (slots, _) in arrangement.items() for slot in slots]
    return dict(enumerate(spots))


def _numbered(pieces: Pieces) -> Iterator[tuple[int, Place, int]]:
    """The number, place and slot of all pieces."""
    for place, rows in pieces.places.items():
        for slot, number, _ in rows:
            yield number, Place(*place), slot


def _steps(pieces: Pieces, effects: Sequence[Effect], taken: Sequence[int], by_chance: bool) -> list[_Step]:
    """Carry effects out on pieces, those `taken` first; the steps of those that changed their place."""
    lay = {number: place for number, place, _ in _numbered(pieces)}
    moved = pieces.carry_out(effects, taken)
    return [
        _Step(lay[number], number, number in taken, by_chance)
        for number, (place, _) in moved.items()
        if place != lay[number]
    ]


@contextmanager
def _apart(stage: Stage, states: Sequence[Any]) -> Iterator[Stage]:
    """A world apart, with the players and the table of this one, and no pieces yet, seen from the same stage."""
    here = esper.current_world
    table, progress = only(Table), only(Progress)
    seats = [(esper.component_for_entity(entity, Player), Known()) for entity in players().values()]
    apart = replace(stage, foreseen=(), pointed=None, cursor=None, dimmed=frozenset(), zones={}, laid_out=None)
    apart.states = states
    esper.switch_world(_APART)
    try:
        esper.create_entity(replace(table), replace(progress), Index())
        esper.create_entity(apart)
        for seat in seats:
            esper.create_entity(*seat)
        yield apart
    finally:
        esper.switch_world(here)
        esper.delete_world(_APART)
