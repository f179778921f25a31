"""Which piece lies in which slot of every place, and what effects make of it: the same for a world and for a replay.

A state tells what lies in a place, an *arrangement* also where in it. It follows from the deal, which lays every place
out in the order of the rules, and from the effects of the moves since, with the pieces that were picked.
"""

import itertools
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from game.rules.protocol import ANY_CARD, Board, Effect, Piece, Place, Reordered, Selected, Shift

Row: TypeAlias = tuple[tuple[int, ...], tuple[Piece, ...]]
"""What lies in a place: the slots that are taken, ascending, and the piece in each of them."""
Arrangement: TypeAlias = dict[Place, Row]
"""The row of every place."""
Spot: TypeAlias = tuple[str, int]
"""A piece by its zone and its number among the pieces there, from 0: of the table's own zones, or of the mover's."""
Lying: TypeAlias = tuple[int, int, Piece]
"""A piece that lies somewhere: its slot, its number, and what it is."""


@dataclass(frozen=True)
class Laying:
    """How a game's zones are filled and emptied, by their names.

    In those with `gaps` what leaves makes a gap, and what comes fills the first one; elsewhere it lies last. Of equal
    pieces the first is taken, but the last in those that are taken `from_end`. Of those that lie `face_down` nobody
    sees the faces.
    """

    gaps: frozenset[str] = frozenset()
    from_end: frozenset[str] = frozenset()
    face_down: frozenset[str] = frozenset()


class PickedError(ValueError):
    """Picked pieces that are not those of a move; the text says why."""


def dealt(board: Board) -> Arrangement:
    """How pieces lie that have just been dealt: every place in the order of the rules, without gaps."""
    return {place: (tuple(range(len(pieces))), tuple(pieces)) for place, pieces in board.items()}


class Pieces:
    """Pieces by place, each known by a number, for moving several of them: kept true while they move."""

    def __init__(self, places: Mapping[tuple[str, int | None], list[Lying]], laying: Laying) -> None:
        """The pieces of each place come in the order of their slots; in a world their numbers are its entities."""
        self._laying = laying
        self.places: dict[tuple[str, int | None], list[Lying]] = dict(places)
        """What lies in each place, by slot; to be read only."""
        self._rows: Arrangement = {}
        self._changed = {Place(*place) for place in places}

    @classmethod
    def of(cls, arrangement: Arrangement, laying: Laying) -> "Pieces":
        """Pieces that lie like this."""
        places: dict[tuple[str, int | None], list[Lying]] = {}
        numbers = itertools.count()
        for place, (slots, kinds) in arrangement.items():
            places[place] = list(zip(slots, numbers, kinds, strict=False))
        pieces = cls(places, laying)
        pieces._rows, pieces._changed = dict(arrangement), set()
        return pieces

    @property
    def board(self) -> Board:
        """The pieces of every place, in order."""
        return {Place(*place): [piece for _, _, piece in row] for place, row in self.places.items()}

    def arrangement(self) -> Arrangement:
        """How the pieces lie now; places in which nothing has changed since it was last asked share their rows."""
        for place in self._changed:
            row = self.places[place]
            self._rows[place] = tuple([slot for slot, _, _ in row]), tuple([piece for _, _, piece in row])
        self._changed.clear()
        return dict(self._rows)

    def find(self, place: Place, piece: Piece, prefer: Container[int] = (), leave: Container[int] = ()) -> int | None:
        """A piece of a kind in a place, but none of those to `leave`: one to `prefer` if there is one, else the
        first in order, or the last where the zone is taken from its end. None when there is none."""
        row = self.places.get(place, ())
        first, blind = None, piece == ANY_CARD
        for _, number, found in reversed(row) if place.zone in self._laying.from_end else row:
            if (blind or found == piece) and (not leave or number not in leave):
                if not prefer or number in prefer:
                    return number
                if first is None:
                    first = number
        return first

    def choose(self, wanted: Selected, prefer: Container[int] = (), leave: Iterable[int] = ()) -> list[int]:
        """Pieces of these kinds in these places as `find` finds them, as far as they are there."""
        left, found = list(leave), []
        for place, piece in wanted:
            number = self.find(place, piece, prefer, left)
            if number is not None:
                found.append(number)
                left.append(number)
        return found

    def located(self, number: int, place: tuple[str, int | None]) -> tuple[Place, Piece] | None:
        """Where a piece lies and what it is; it is looked for first in `place`. None where it lies nowhere."""
        for where, row in itertools.chain([(place, self.places.get(place, ()))], self.places.items()):
            for _, lying, piece in row:
                if lying == number:
                    return Place(*where), piece
        return None

    def told(self, wanted: Selected, picked: Container[int]) -> tuple[Spot, ...]:
        """Where the pieces lie that a move takes with these `picked`, sorted; nothing where it would take the same
        without, nor of those of which it takes any."""
        wanted = [named for named in wanted if named[1] != ANY_CARD]
        chosen = self.choose(wanted)
        if all(number in picked for number in chosen):
            return ()
        taken = self.choose(wanted, picked)
        if sorted(taken) == sorted(chosen):
            return ()
        spots = {
            number: (place.zone, at)
            for place in {place for place, _ in wanted}
            for at, (_, number, _) in enumerate(self.places.get(place, ()))
        }
        return tuple(sorted([spots[number] for number in taken]))

    def picked(self, wanted: Selected, spots: Sequence[Spot]) -> list[int]:
        """The pieces of a move that lie at these spots: what `told` has told of. Raises PickedError where it would not
        have told so."""
        wanted = [named for named in wanted if named[1] != ANY_CARD]
        places = {place.zone: place for place, _ in wanted}
        found: list[Lying] = []
        for zone, at in spots:
            row = self.places.get(places[zone], []) if zone in places else None
            if row is None:
                raise PickedError(f"this move picks nothing from the zone {zone!r}")
            if not 0 <= at < len(row):
                raise PickedError(f"there is no piece {at} in the zone {zone!r}, which holds {len(row)}")
            if row[at] in found:
                raise PickedError(f"piece {at} of the zone {zone!r} is picked twice")
            found.append(row[at])
        lying = [(places[zone], piece) for (zone, _), (_, _, piece) in zip(spots, found, strict=True)]
        if Counter(lying) != Counter(wanted):
            raise PickedError("the pieces there are not those of the move")
        numbers = [number for _, number, _ in found]
        if self.told(wanted, numbers) != tuple(spots):
            raise PickedError("it is sorted, and left out where the same pieces would be picked without it")
        return numbers

    def carry_out(self, effects: Iterable[Effect], picked: Iterable[int] = ()) -> dict[int, tuple[Place, int]]:
        """Move the pieces as effects say, those that were picked wherever a kind leaves a choice; where each of
        those that were shifted has come to lie, and in which slot, before its place is reordered. Raises LookupError
        where a piece is not there."""
        left = list(picked)
        moved: dict[int, tuple[Place, int]] = {}
        for effect in effects:
            if isinstance(effect, Shift):
                piece, source, target = effect
                number = self.find(source, piece, prefer=left)
                if number is None:
                    raise LookupError(f"rules and world have drifted apart: no {piece.kind} at {source}")
                if number in left:
                    left.remove(number)
                moved[number] = target, self._move(number, piece, source, target)
            elif isinstance(effect, Reordered):
                self._reorder(effect)
        return moved

    def _move(self, number: int, piece: Piece, source: Place, target: Place) -> int:
        """Move a piece that lies at `source`; its new slot."""
        row = self.places[source]
        gone = next(at for at, lying in enumerate(row) if lying[1] == number)
        self.places[source] = [*row[:gone], *row[gone + 1 :]]
        row = self.places.get(target, [])
        at, slot = self._free(target, row)
        self.places[target] = [*row[:at], (slot, number, piece), *row[at:]]
        self._changed.add(source)
        self._changed.add(target)
        return slot

    def _reorder(self, effect: Reordered) -> None:
        """Let the pieces of a place lie in an order, from its first slot."""
        place, order = effect
        by_piece: dict[Piece, list[int]] = defaultdict(list)
        for _, number, piece in reversed(self.places.get(place, ())):
            by_piece[piece].append(number)
        self.places[place] = [(slot, by_piece[piece].pop(), piece) for slot, piece in enumerate(order)]
        self._changed.add(place)

    def _free(self, place: Place, row: Sequence[Lying]) -> tuple[int, int]:
        """Where in the row of a place what comes lies, and its slot."""
        if place.zone in self._laying.gaps:
            at = next((at for at, (slot, _, _) in enumerate(row) if slot != at), len(row))
            return at, at
        return len(row), row[-1][0] + 1 if row else 0
