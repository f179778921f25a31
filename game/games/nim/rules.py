"""The rules of Nim, misere: whoever takes the last stone loses. One round is the match.

Source: C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901). Piles in
play are a packed multiset, the count of pile 0 in the lowest four bits (see :mod:`game.rules.multisets`), so a
position is one int and its own dictionary key. Nothing is hidden and nothing is left to chance.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from game.games.nim import record as nim_record
from game.games.nim import words as nim_words
from game.games.nim.record import MOST_PILES, MOST_STONES, Move
from game.rules.equality import ByValues
from game.rules.language import _
from game.rules.multisets import BITS, FULL
from game.rules.protocol import (
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    Form,
    MatchEnd,
    Option,
    Piece,
    Place,
    RoundEnd,
    Selected,
    Setup,
    Shift,
    TurnPassed,
    shares,
)
from game.rules.wording import out_of_turn

STONE = Piece(Form.STONE, "stone")
PILES = tuple(Place(f"pile-{pile}") for pile in range(MOST_PILES))
GONE = Place("gone")
"""Where stones lie that have been taken."""
DEFAULT_PILES = (1, 3, 5, 7)
LOT = "lot"
_MOVES = tuple(tuple(Move(pile, count) for count in range(MOST_STONES + 1)) for pile in range(MOST_PILES))
_TAKEN = {move: move.stones << (BITS * move.pile) for moves in _MOVES for move in moves}
"""What each move takes off packed piles: looked up faster than worked out."""
_new_view = tuple.__new__
"""Makes a view without the detour through the named tuple's own constructor: views are made for every decision."""


def pack(piles: Sequence[int]) -> int:
    """Piles as one int, four bits a pile."""
    return sum(count << (BITS * pile) for pile, count in enumerate(piles))


def unpack(packed: int, number: int) -> tuple[int, ...]:
    """The first `number` piles of a packed position, empty ones too."""
    return tuple([(packed >> (BITS * pile)) & FULL for pile in range(number)])


@lru_cache(maxsize=1 << 16)
def moves_of(packed: int) -> tuple[Move, ...]:
    """Every move of a packed position, by pile, then by count."""
    moves: list[Move] = []
    for pile, count in enumerate(unpack(packed, MOST_PILES)):
        moves.extend(_MOVES[pile][1 : count + 1])
    return tuple(moves)


@lru_cache(maxsize=64)
def _opening(piles: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Piles to start with: as one int, and as they are."""
    return pack(piles), piles


class Facts(NamedTuple):
    """What a round holds beside its stones: the piles it started with, and the winner once it is over."""

    start: tuple[int, ...]
    winner: int | None = None


class View(NamedTuple):
    """What a player sees, which is everything."""

    player: int
    """Whose view it is, 0 or 1."""
    to_move: int | None
    """Whose decision is next; None when the round is over."""
    packed: int
    """The piles as one int, four bits a pile; `piles` has them apart."""
    start: tuple[int, ...]
    """The stones of each pile when the round began."""

    @property
    def players(self) -> int:
        """How many players there are: two."""
        return 2

    @property
    def piles(self) -> tuple[int, ...]:
        """The stones of each pile, empty piles too."""
        return unpack(self.packed, len(self.start))


class State(ByValues):
    """One round: the piles as one int, those it started with, who decides next, and the winner once it is over."""

    __slots__ = ("packed", "start", "to_move", "winner")

    def __init__(self, piles: Sequence[int], start: Sequence[int] | None = None, to_move: int | None = 0) -> None:
        self.packed = pack(piles)
        self.start = tuple(piles if start is None else start)
        self.to_move = to_move
        self.winner: int | None = None

    @property
    def piles(self) -> tuple[int, ...]:
        """The stones of each pile, empty piles too."""
        return unpack(self.packed, len(self.start))

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.packed = self.packed
        twin.start = self.start
        twin.to_move = self.to_move
        twin.winner = self.winner
        return twin

    def __repr__(self) -> str:
        return f"State(piles={self.piles}, start={self.start}, to_move={self.to_move}, winner={self.winner})"


def _read_piles(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",")]
    piles = [int(part) if part.isdecimal() and len(part) <= 2 else 0 for part in parts]
    if not 1 <= len(piles) <= MOST_PILES or not all(1 <= count <= MOST_STONES for count in piles):
        raise ValueError(
            _("needs 1 to {piles} piles of 1 to {stones} stones, such as 1,3,5,7", piles=MOST_PILES, stones=MOST_STONES)
        )
    return piles


def _read_first(text: str) -> int | str:
    if text not in (LOT, "0", "1"):
        raise ValueError(_("needs lot, 0 or 1"))
    return text if text == LOT else int(text)


class Nim:
    """The rules of Nim, as :class:`game.rules.protocol.Rules` asks."""

    name = "nim"
    seats = range(2, 3)
    options = (
        Option("piles", list(DEFAULT_PILES), _read_piles, _("the stones of each pile"), label=_("Piles")),
        Option(
            "first",
            LOT,
            _read_first,
            _("who starts: chair 1 (0), chair 2 (1), or by lot"),
            always=False,
            label=_("Who begins"),
            choices=((LOT, _("by lot")), ("0", _("chair 1")), ("1", _("chair 2"))),
        ),
    )
    hidden_hands = False
    kinds = (nim_words.KIND,)
    help = nim_words.HELP

    def new_standing(self, setup: Setup) -> tuple[()]:
        return ()

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> State:
        state = State.__new__(State)
        state.packed, state.start = _opening(tuple(setup.options.get("piles", DEFAULT_PILES)))
        state.to_move, state.winner = first, None
        return state

    def view(self, state: State, player: int) -> View:
        return _new_view(View, (player, state.to_move, state.packed, state.start))

    def legal_moves(self, view: View) -> Sequence[Move]:
        return moves_of(view.packed) if view.player == view.to_move else ()

    def refusal(self, view: View, move: object) -> str | None:
        if view.to_move != view.player:
            return out_of_turn(view)
        return nim_words.refusal(view.piles, move)

    def decide(self, state: State, move: Move, log: list[Effect] | None = None) -> None:
        state.packed -= _TAKEN[move]
        if log is not None:
            log.extend([Shift(STONE, PILES[move.pile], GONE)] * move.stones)

    def draw_chance(self, state: State, move: Move, rng: Random) -> None:
        return None

    def settle(self, state: State, move: Move, chance: Any, log: list[Effect] | None = None) -> None:
        other = 0 if state.to_move else 1
        if state.packed:
            state.to_move = other
        else:
            state.to_move, state.winner = None, other
        if log is not None:
            if state.winner is not None:
                log.append(FactsChanged(self.facts(state)))
            log.append(TurnPassed(state.to_move))

    def sample(self, view: View, rng: Random) -> State:
        """The state itself, as nothing is hidden; of a round that is over, the view does not tell who won."""
        return State(view.piles, view.start, view.to_move)

    def redraw(self, state: State, rng: Random) -> State:
        """The state itself, as nothing is hidden."""
        return state.copy()

    def round_end(self, state: State, standing: Any) -> RoundEnd:
        return RoundEnd(None, state.winner, {}, why=_("The last stone was taken: whoever takes it loses."))

    def after_round(self, standing: Any, first: int, end: RoundEnd) -> AfterRound:
        return AfterRound(standing, 1 - first, MatchEnd(end.winner, "won"))

    def worth(self, state: State) -> tuple[float, ...]:
        return shares(state.winner, 2)

    def board(self, state: State) -> Board:
        piles = state.piles
        places: Board = {PILES[pile]: [STONE] * count for pile, count in enumerate(piles)}
        places[GONE] = [STONE] * (sum(state.start) - sum(piles))
        return places

    def facts(self, state: State) -> Facts:
        return Facts(state.start, state.winner)

    def known(self, state: State, player: int) -> tuple[str, ...]:
        return ()

    def from_board(self, board: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
        start, winner = facts
        state = State([len(board.get(PILES[pile], ())) for pile in range(len(start))], start, to_move)
        state.winner = winner
        return state

    def chosen(self, view: View, move: Move) -> list[tuple[Place, Piece]]:
        return [(PILES[move.pile], STONE)] * move.stones

    def move_of(self, view: View, kind: str, pieces: Selected) -> Move | None:
        places = {place for place, _ in pieces}
        if kind != "take" or len(places) != 1 or not places <= set(PILES):
            return None
        return Move(PILES.index(places.pop()), len(pieces))

    def describe(self, move: Move, chance: Any = None, after: State | None = None) -> str:
        return nim_words.describe(move)

    def label(self, move: Move) -> str:
        return nim_words.label(move)

    def detail(self, move: Move) -> str:
        return ""

    def kind_name(self, move: Move) -> str:
        return nim_words.KIND

    def why_no_move(self, view: View, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        return nim_words.why_no_move(view, [PILES.index(place) if place in PILES else None for place, _ in pieces])

    def state_record(self, state: State) -> dict[str, Any]:
        return {"to_move": state.to_move, "piles": list(state.piles)}

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> State:
        piles = list(setup.options.get("piles", DEFAULT_PILES))
        return State(piles, to_move=nim_record.read_opening(record, piles))

    def move_record(self, move: Move, chance: Any = None) -> dict[str, Any]:
        return nim_record.move_record(move)

    def move_from_record(self, record: Any, after: Any) -> tuple[Move, None]:
        return nim_record.read_move(record), None


RULES = Nim()
"""The rules of Nim."""
