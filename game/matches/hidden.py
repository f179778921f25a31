"""Whether a view holds what its player must not see: hidden pieces change places, and it must stay as it is."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from game.games.zones import TableZone
from game.rules.protocol import AnyRules, Board, Form, Piece, Place
from game.rules.small_game import lists_within

TRIES = 6
"""So many pairs change places in each state that is looked at."""
LEAK = "a view holds what is hidden from its player: it changes when pieces that lie hidden change places"


class Hidden:
    """What the zones of a game hide by the options of a match, and which pieces have lain in them in play: no others
    could."""

    def __init__(self, rules: AnyRules, zones: Sequence[TableZone], options: Mapping[str, Any]) -> None:
        self._rules = rules
        faces = {place: zone.faces_by(options) for zone in zones for place in zone.places}
        self._faces = {place: who for place, who in faces.items() if who != "all"}
        self._lain: dict[str, set[Piece]] = {}

    def leaks(self, state: Any, players: int, rng: Random) -> Iterator[str]:
        """What is wrong with the views of a state."""
        board = self._rules.board(state)
        for place, pieces in board.items():
            self._lain.setdefault(place.zone, set()).update(pieces)
        views = [self._rules.view(state, player) for player in range(players)]
        for other in self._exchanges(state, board, players, rng):
            lies = self._rules.board(other)
            for player, view in enumerate(views):
                if self._looks_like(board, lies, player) and self._rules.view(other, player) != view:
                    yield LEAK
                    return

    def _exchanges(self, state: Any, board: Board, players: int, rng: Random) -> Iterator[Any]:
        """States in which two pieces of this one have changed places; what comes of them may be nonsense where nobody
        looks."""
        known = [self._rules.known(state, player) for player in range(players)]
        hiding = [place for place, pieces in board.items() if pieces and place.zone in self._faces]
        for _ in range(TRIES if hiding else 0):
            lies = {place: list(pieces) for place, pieces in board.items()}
            one, other = rng.choice(hiding), rng.choice(hiding)
            _swap(lies[one], rng.randrange(len(lies[one])), lies[other], rng.randrange(len(lies[other])))
            if lies == board or not self._may_lie(lies, known):
                continue
            made = self._rules.from_board(lies, self._rules.facts(state), known, state.to_move)
            if made != state:
                yield made
            elif (twin := self._twin(state, board, known, rng)) is not None:
                yield twin

    def _twin(self, state: Any, board: Board, known: Sequence[tuple[str, ...]], rng: Random) -> Any:
        """The state with two entries of its lists exchanged, where that moves pieces: for rules that go by facts
        alone."""
        twin = state.copy()
        lists = [each for each in lists_within(vars(twin).values()) if each] if hasattr(twin, "__dict__") else []
        if not lists:
            return None
        one, other = rng.choice(lists), rng.choice(lists)
        _swap(one, rng.randrange(len(one)), other, rng.randrange(len(other)))
        try:
            lies = self._rules.board(twin)
        except Exception:  # no pieces changed places, and nobody need understand what did
            return None
        return twin if lies != board and _all(lies) == _all(board) and self._may_lie(lies, known) else None

    def _may_lie(self, board: Board, known: Sequence[tuple[str, ...]]) -> bool:
        """Whether pieces lie where such have lain before, and what is known of hands is in them."""
        held = dict[int, Counter[str]]()
        for place, pieces in board.items():
            if not self._lain.get(place.zone, set()).issuperset(pieces):
                return False
            if place.player is not None and place.zone in self._faces:
                held.setdefault(place.player, Counter()).update([piece.kind for piece in pieces])
        return not any(Counter(known[player]) - kinds for player, kinds in held.items())

    def _looks_like(self, board: Board, other: Board, player: int) -> bool:
        """Whether a player sees the same faces, and the same backs, on two boards."""
        return self._seen(board, player) == self._seen(other, player)

    def _seen(self, board: Board, player: int) -> dict[Place, Any]:
        return {
            place: Counter(map(_back, pieces)) if self._hidden(place, player) else list(pieces)
            for place, pieces in board.items()
            if pieces
        }

    def _hidden(self, place: Place, player: int) -> bool:
        faces = self._faces.get(place.zone, "all")
        return faces == "nobody" or (faces == "owner" and place.player != player)


def _back(piece: Piece) -> tuple[Form, str]:
    """What the back of a piece tells: of a token which pile it is of."""
    return piece.form, piece.kind if piece.form is Form.TOKEN else ""


def _all(board: Board) -> Counter[Piece]:
    return Counter([piece for pieces in board.values() for piece in pieces])


def _swap(one: list[Any], at: int, other: list[Any], there: int) -> None:
    one[at], other[there] = other[there], one[at]
