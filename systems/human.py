"""What the human to move can do, the same at every table.

What may be picked, and which moves the pieces picked so far make, follows from the legal moves alone: a piece fits
when some legal move picks it together with all that are picked already.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import esper

from components.pieces import Card, Owner, SelectedCard, Stone, Zone
from components.players import Decision
from components.table import Table
from game.agents.agent import Candidate, Picker, by_chance, shows_chances
from game.rules.language import _
from game.rules.mentions import with_names
from game.rules.protocol import ANY_CARD, Form, Piece, Place
from systems.decisions import is_closed, marked, seat_stream
from systems.snapshot import all_pieces, maybe, only, player_names

NOT_YOUR_TURN = _("It is not your turn.")
"""What is told whoever would move while others do."""
Picked = Counter[tuple[Place, Piece]]


@dataclass(frozen=True)
class Offer:
    """A legal move that the pieces picked make, and what a button calls it."""

    move: Any
    label: str
    kind: str


@dataclass
class HumanTurn:
    """What the human to move can do: the component of a decision that a human takes.

    `picks` holds, for every legal move, what it picks; moves are in the order of the rules, `kinds` are theirs.
    `offers` are the moves that the picked pieces make; with nothing picked, those that need no choice: they pick
    nothing, or any cards of a place. `free` are the latter while something is picked.
    """

    number: int
    player: int
    view: Any
    moves: Sequence[Any]
    picks: list[Picked]
    kinds: frozenset[str] = frozenset()
    blind: frozenset[Place] = frozenset()
    """The places of which moves pick any card."""
    offers: list[Offer] = field(default_factory=list)
    free: list[Offer] = field(default_factory=list)


def turn_of(player: int, decision: Decision) -> HumanTurn:
    """The turn of a human whose decision has opened."""
    rules = only(Table).rules
    moves = list(rules.legal_moves(decision.view))
    turn = HumanTurn(decision.number, player, decision.view, moves, [])
    turn.picks = [Counter(rules.chosen(decision.view, move)) for move in moves]
    turn.kinds = frozenset(map(rules.kind_name, moves))
    turn.blind = frozenset(place for picks in turn.picks for place, piece in picks if piece == ANY_CARD)
    offer(turn)
    return turn


def open_turn() -> HumanTurn | None:
    """The turn of the human to move; None where nobody decides, or the turn is confirmed already."""
    turn = maybe(HumanTurn)
    return None if turn is None or is_closed(turn.number) else turn


def picked_entities(player: int | None = None) -> tuple[int, ...]:
    """The pieces that are picked, by a player or by anybody."""
    return marked(player)


def picked_pieces() -> Picked:
    """What is picked, by place and kind."""
    return Counter(locate(entity) for entity in picked_entities())


def locate(entity: int) -> tuple[Place, Piece]:
    """Where a card or stone lies, and what it is to whoever picks it: any card where its face is hidden, or where a
    move picks any."""
    place = Place(esper.component_for_entity(entity, Zone).name, esper.component_for_entity(entity, Owner).player)
    turn, laying = maybe(HumanTurn), only(Table).laying
    if place.zone in laying.face_down or (turn is not None and place in turn.blind):
        return place, ANY_CARD
    card = esper.try_component(entity, Card)
    if card is not None:
        return place, Piece(Form.CARD, card.kind)
    return place, Piece(Form.STONE, esper.component_for_entity(entity, Stone).kind)


def why_no_move(turn: HumanTurn, wanted: Picked, kind: str | None = None) -> str:
    """Why no legal move picks all of `wanted`; of a `kind`, why none picks just these."""
    why = only(Table).rules.why_no_move(turn.view, list(wanted.elements()), kind)
    return with_names(why, player_names())


def moves_of(turn: HumanTurn, wanted: Picked) -> list[Any]:
    """The legal moves that pick exactly these pieces."""
    return [move for move, picks in zip(turn.moves, turn.picks, strict=True) if picks == wanted]


def made_of(turn: HumanTurn, kind: str, pieces: Sequence[int]) -> Any:
    """The first legal move of a kind that picks exactly these pieces; None where there is none."""
    rules, moves = only(Table).rules, moves_of(turn, Counter(map(locate, pieces)))
    return next((move for move in moves if rules.kind_name(move) == kind), None)


def fits(turn: HumanTurn, wanted: Picked) -> bool:
    """Whether some legal move picks all of `wanted`."""
    return any(not wanted - picks for picks in turn.picks)


def fitting(turn: HumanTurn) -> set[tuple[Place, Piece]]:
    """What could be picked next: pieces that some legal move picks together with all that are picked."""
    picked = picked_pieces()
    found: set[tuple[Place, Piece]] = set()
    for picks in turn.picks:
        if not picked - picks:
            found.update((picks - picked).keys())
    return found


def complete(turn: HumanTurn) -> None:
    """Pick the rest too where only one choice is left, as where some pieces only go together."""
    picked = picked_pieces()
    completions = [picks for picks in turn.picks if not picked - picks]
    if not completions or any(picks != completions[0] for picks in completions):
        return
    rest = list((completions[0] - picked).elements())
    for entity in all_pieces().choose(rest, leave=picked_entities()):
        esper.add_component(entity, SelectedCard(turn.player, along=True))


def offer(turn: HumanTurn) -> None:
    """Find the moves that the picked pieces make."""
    rules = only(Table).rules
    picked = picked_pieces()
    names = player_names()

    def offers(moves: Sequence[Any]) -> list[Offer]:
        return [Offer(move, with_names(rules.label(move), names), rules.kind_name(move)) for move in moves]

    rows = zip(turn.moves, turn.picks, strict=True)
    free = [move for move, picks in rows if all(piece == ANY_CARD for _, piece in picks)]
    made = moves_of(turn, picked) if picked else free
    turn.offers = offers(made)
    turn.free = offers([move for move in free if move not in made])


def advised(picker: Picker, candidates: Sequence[Candidate], player: int) -> Any:
    """The move that a human is advised to make of an advisor's candidates: that of the greatest chance, where all show
    one, which is the first of the hint; else what the advisor picks, if anything."""
    if candidates and shows_chances(candidates):
        return candidates[by_chance(candidates)[0]].move
    picked = picker.pick(candidates, seat_stream(player))
    return None if picked is None else candidates[picked].move
