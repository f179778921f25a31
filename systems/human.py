"""INPUT: how a human chooses a move by picking pieces, the same at every table.

What may be picked, and which moves the pieces picked so far make, follows from the legal moves alone: a piece fits
when some legal move picks it together with all that are picked already.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import esper

from components.pieces import Card, Owner, SelectedCard, Stone, Zone
from components.players import Advisor, Chosen, Decision, Human, Player
from components.table import Table
from game.agents.agent import Candidate, Picker, by_chance, shows_chances
from game.base.events import Events, MoveMade
from game.rules.language import _
from game.rules.mentions import with_names
from game.rules.protocol import Form, Piece, Place
from systems.deciding import candidates_of, pieces_of, seat_stream
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
    `offers` are the moves that the picked pieces make, `free` those that pick nothing, while something is picked.
    """

    number: int
    player: int
    view: Any
    moves: Sequence[Any]
    picks: list[Picked]
    kinds: frozenset[str] = frozenset()
    offers: list[Offer] = field(default_factory=list)
    free: list[Offer] = field(default_factory=list)


class HumanSystem(esper.Processor):
    """Keeps what the human to move can do, and turns picks into what is chosen."""

    def __init__(self, events: Events) -> None:
        self.holds: Callable[[Any, Callable[[], None]], bool] = _holds_nothing
        """Whether a move that a human has chosen is held back; what it is given makes the move all the same."""
        self.admits: Callable[[Sequence[int]], str] = _admits_all
        """Why pieces may not be picked or put back now, whatever the rules say; empty where they may."""
        events.on(MoveMade, lambda _: self.close())

    def process(self, seconds: float) -> None:
        turn = maybe(HumanTurn)
        for entity, (player, decision, _human) in list(esper.get_components(Player, Decision, Human)):
            if turn is None or turn.number != decision.number:
                esper.add_component(entity, _open(player.index, decision))
            return
        if turn is not None:
            self.close()

    def close(self) -> None:
        """End the turn: nothing is picked or confirmed, and nothing can be until the next decision of a human is
        open."""
        self.clear()
        for entity, _turn in list(esper.get_component(HumanTurn)):
            esper.remove_component(entity, HumanTurn)
            esper.try_remove_component(entity, Chosen)

    def toggle(self, entity: int) -> str | None:
        """Pick a piece, or put a picked one back; one that came along is kept at first, as whoever picks piece by piece
        means it. The reason, when it fits no legal move; nothing has changed then."""
        turn = maybe(HumanTurn)
        if turn is None:
            return NOT_YOUR_TURN
        mark = esper.try_component(entity, SelectedCard)
        if mark is not None and mark.along:
            mark.along = False
            return None
        if mark is not None:
            self._put_back(turn, entity)
            return None
        located = locate(entity)
        wanted = picked_pieces() + Counter([located])
        if not _fits(turn, wanted):
            return why_no_move(turn, wanted)
        esper.add_component(entity, SelectedCard(turn.player))
        _complete(turn)
        _offer(turn)
        return None

    def _put_back(self, turn: HumanTurn, entity: int) -> None:
        esper.remove_component(entity, SelectedCard)
        left = picked_pieces()
        completions = [picks for picks in turn.picks if left and not left - picks]
        if completions and all(picks == completions[0] for picks in completions):
            # What is left could only be completed to the very move that was just given up.
            self.clear()
        _offer(turn)

    def clear(self) -> None:
        """Put all picked pieces back; the marks of an AI stay."""
        turn = maybe(HumanTurn)
        for entity, mark in list(esper.get_component(SelectedCard)):
            if turn is not None and mark.player == turn.player:
                esper.remove_component(entity, SelectedCard)
        if turn is not None:
            _offer(turn)

    def confirm(self, offer: Offer) -> None:
        """Confirm a move that the picked pieces make, or one that picks nothing: what is picked is put back then. It is
        carried out in the next frame, once, unless an undo comes before."""
        turn = maybe(HumanTurn)
        if turn is not None:
            if not turn.picks[turn.moves.index(offer.move)]:
                self.clear()
            self._choose(offer.move, picked_entities())

    def make(self, kind: str, pieces: Sequence[int]) -> bool:
        """Confirm the move of a kind that picks exactly these pieces, whatever is picked; False where none does."""
        turn = maybe(HumanTurn)
        move = None if turn is None else made_of(turn, kind, pieces)
        if turn is None or move is None:
            return False
        self.clear()
        self._choose(move, tuple(pieces))
        return True

    def _choose(self, move: Any, pieces: tuple[int, ...]) -> None:
        """Have chosen, unless the move is held."""
        turn = maybe(HumanTurn)

        def go_on() -> None:
            if maybe(HumanTurn) is turn:
                _choose(move, pieces)

        if not self.holds(move, go_on):
            go_on()

    @property
    def advised(self) -> bool:
        """Whether the advisor of the human to move has thought."""
        decisions = esper.get_components(Player, Decision, Advisor)
        thought = any(candidates_of(player.index, decision) is not None for _, (player, decision, _) in decisions)
        return thought and maybe(HumanTurn) is not None

    def lend(self, noted: str) -> str | None:
        """Confirm the move that the human is advised to make, once the advisor has thought, and have it `noted` of it.
        The reason, when there is none; nothing has changed then."""
        if not self.advised:
            return NOT_YOUR_TURN
        ((_entity, (player, decision, advisor)),) = esper.get_components(Player, Decision, Advisor)
        move = advised(advisor.agent.picker, candidates_of(player.index, decision) or [], player.index)
        if move is None:
            return _("There is no hint for this turn.")
        self.clear()
        _choose(move, pieces_of(only(Table).rules, decision.view, move), noted)
        return None

    def pick(self, move: Any) -> str | None:
        """Pick the pieces of a legal move in the place of what is picked, ready to be confirmed. The reason, when it is
        none of the human to move; nothing has changed then."""
        turn = maybe(HumanTurn)
        if turn is None or move not in turn.moves:
            return NOT_YOUR_TURN
        self.clear()
        for entity in pieces_of(only(Table).rules, turn.view, move):
            esper.add_component(entity, SelectedCard(turn.player))
        _offer(turn)
        return None


def advised(picker: Picker, candidates: Sequence[Candidate], player: int) -> Any:
    """The move that a human is advised to make of an advisor's candidates: that of the greatest chance, where all show
    one, which is the first of the hint; else what the advisor picks, if anything."""
    if candidates and shows_chances(candidates):
        return candidates[by_chance(candidates)[0]].move
    picked = picker.pick(candidates, seat_stream(player))
    return None if picked is None else candidates[picked].move


def _admits_all(pieces: Sequence[int]) -> str:
    return ""


def _holds_nothing(move: Any, go_on: Callable[[], None]) -> bool:
    """Every move is made at once."""
    return False


def _open(player: int, decision: Decision) -> HumanTurn:
    rules = only(Table).rules
    moves = list(rules.legal_moves(decision.view))
    turn = HumanTurn(decision.number, player, decision.view, moves, [])
    turn.picks = [Counter(rules.chosen(decision.view, move)) for move in moves]
    turn.kinds = frozenset(map(rules.kind_name, moves))
    _offer(turn)
    return turn


def _choose(move: Any, pieces: tuple[int, ...], noted: str = "") -> None:
    """Let the human to move have chosen: it goes the way of every choice, but waits for nothing."""
    ((entity, _),) = esper.get_component(HumanTurn)
    esper.add_component(entity, Chosen(move, pieces=pieces, by_hand=True, noted=noted))


def picked_entities() -> tuple[int, ...]:
    """The pieces that are picked."""
    return tuple(sorted(entity for entity, _ in esper.get_component(SelectedCard)))


def picked_pieces() -> Picked:
    """What is picked, by place and kind."""
    return Counter(locate(entity) for entity in picked_entities())


def locate(entity: int) -> tuple[Place, Piece]:
    """Where a card or stone lies, and what it is."""
    place = Place(esper.component_for_entity(entity, Zone).name, esper.component_for_entity(entity, Owner).player)
    card = esper.try_component(entity, Card)
    if card is not None:
        return place, Piece(Form.CARD, card.kind)
    return place, Piece(Form.STONE, esper.component_for_entity(entity, Stone).kind)


def why_no_move(turn: HumanTurn, wanted: Picked, kind: str | None = None) -> str:
    """Why no legal move picks all of `wanted`; of a `kind`, why none picks just these."""
    why = only(Table).rules.why_no_move(turn.view, list(wanted.elements()), kind)
    return with_names(why, player_names())


def made_of(turn: HumanTurn, kind: str, pieces: Sequence[int]) -> Any:
    """The first legal move of a kind that picks exactly these pieces; None where there is none."""
    rules, wanted = only(Table).rules, Counter(map(locate, pieces))
    moves = zip(turn.moves, turn.picks, strict=True)
    return next((move for move, picks in moves if picks == wanted and rules.kind_name(move) == kind), None)


def _fits(turn: HumanTurn, wanted: Picked) -> bool:
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


def _complete(turn: HumanTurn) -> None:
    """Pick the rest too where only one choice is left, as where some pieces only go together."""
    picked = picked_pieces()
    completions = [picks for picks in turn.picks if not picked - picks]
    if not completions or any(picks != completions[0] for picks in completions):
        return
    rest = list((completions[0] - picked).elements())
    for entity in all_pieces().choose(rest, leave=picked_entities()):
        esper.add_component(entity, SelectedCard(turn.player, along=True))


def _offer(turn: HumanTurn) -> None:
    """Find the moves that the picked pieces make."""
    rules = only(Table).rules
    picked = picked_pieces()
    names = player_names()

    def offers(wanted: Picked) -> list[Offer]:
        made = [move for move, picks in zip(turn.moves, turn.picks, strict=True) if picks == wanted]
        return [Offer(move, with_names(rules.label(move), names), rules.kind_name(move)) for move in made]

    turn.offers = offers(picked)
    turn.free = offers(Counter()) if picked else []
