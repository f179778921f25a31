"""A base for the rules of small games: what follows from a game's state and moves is worked out here.

A game gives a class of its state, a dataclass on :class:`State`, and a class of its moves, a NamedTuple; it says which
moves are legal, what each does, and who has won. Effects are what has changed on its board, records what the fields of
states and moves hold, refusals what the legal moves are not. That costs time: a game that learners play millions of
times writes :class:`game.rules.protocol.Rules` itself.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from random import Random
from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from game.rules.protocol import (
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    KnownChanged,
    MatchEnd,
    Option,
    Piece,
    Place,
    RecordError,
    Reordered,
    RoundEnd,
    ScoreLine,
    Setup,
    Shift,
    TurnPassed,
    shares,
)
from game.rules.wording import out_of_turn


@dataclass
class State:
    """The base of a game's state: a dataclass of whole numbers, texts, lists and dicts of them, and NamedTuples."""

    to_move: int | None

    def copy(self) -> Any:
        """An independent copy: lists and dicts are copied, all else is shared, for it never changes."""
        twin = object.__new__(type(self))
        twin.__dict__.update({name: _copied(value) for name, value in self.__dict__.items()})
        return twin


class OpenView(NamedTuple):
    """The view of a game in which nothing is hidden: whose it is, the state, not to be changed, and how many play."""

    player: int
    to_move: int | None
    state: Any
    players: int = 2


class SmallGame(ABC):
    """The rules of a game of one round, with `state` and `move` the classes of its states and moves.

    A game must have `name`, `state`, `move`, `deal`, `legal_moves`, `play`, `winner`, `board` and `describe`; whatever
    stands below these may be given otherwise. A game that hides something has `view` and `sample` of its own.
    """

    name: str
    state: type[Any]
    move: type[Any]
    seats: range = range(2, 3)
    options: Sequence[Option] = ()
    hidden_hands = False
    kinds: Sequence[str] = ("Move",)
    help: Sequence[tuple[str, str]] = ()

    # --- what a game must say ---

    @abstractmethod
    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> Any:
        """A round, dealt, with `first` to move."""

    @abstractmethod
    def legal_moves(self, view: Any) -> Sequence[Any]:
        """Every legal move of the view's player, once; none when it is not to move."""

    @abstractmethod
    def play(self, state: Any, move: Any) -> None:
        """Carry out what a legal move decides; whose turn it is stays."""

    @abstractmethod
    def winner(self, state: Any) -> int | None:
        """Who has won a round that is over; None where it is drawn."""

    @abstractmethod
    def board(self, state: Any) -> Board:
        """Where every piece of the state lies: the same pieces from the deal to the end."""

    @abstractmethod
    def describe(self, move: Any, chance: Any = None, after: Any = None) -> str:
        """The move in words, without its subject: "took a gold"."""

    # --- what a game may say otherwise ---

    def view(self, state: Any, player: int) -> Any:
        """What `player` can see: everything."""
        return OpenView(player, state.to_move, state.copy(), self.players(state))

    def sample(self, view: Any, rng: Random) -> Any:
        """A state that the view's player could be in: the one it sees."""
        return view.state.copy()

    def redraw(self, state: Any, rng: Random) -> Any:
        """The state with what nobody sees drawn anew: each list in it that can be shuffled without any player, and
        any place of the board, showing it. A deck whose next card lies open is none; such a game says it itself."""
        drawn = state.copy()
        for unseen in lists_within(drawn.__dict__.values()):
            order = unseen[:]
            unseen.sort(key=repr)  # what is drawn must not tell how it lay
            rng.shuffle(unseen)
            if not self._look_alike(state, drawn):
                unseen[:] = order
        return drawn

    def _look_alike(self, one: Any, other: Any) -> bool:
        """Whether all players see the same of two states, and the same pieces lie in each place."""
        players = range(self.players(one))
        same = all(self.view(one, player) == self.view(other, player) for player in players)
        return same and _lying(self.board(one)) == _lying(self.board(other))

    def draw_chance(self, state: Any, move: Any, rng: Random) -> Any:
        """What chance adds to a move that has been played: nothing, or what the class attribute `chance` is."""
        return None

    def finish(self, state: Any, move: Any, chance: Any) -> None:
        """Carry out what chance adds, and say whose turn it is, nobody's at the end: the next player's."""
        if state.to_move is not None:
            state.to_move = (state.to_move + 1) % self.players(state)

    def players(self, state: Any) -> int:
        """How many players there are in a state."""
        return self.seats[0]

    def over(self, state: Any) -> bool:
        """Whether the round is over: where somebody has won."""
        return self.winner(state) is not None

    def scores(self, state: Any) -> tuple[float, ...] | None:
        """The scores of a round that is over; None in a game without."""
        return None

    def lines(self, state: Any) -> Sequence[ScoreLine]:
        """The score of a round that is over line by line, the last line what counts; none in a game without scores."""
        scores = self.scores(state)
        return () if scores is None else (ScoreLine("Points", scores),)

    def why(self, state: Any) -> str:
        """Why a round is over, as a sentence."""
        return "Nobody has won." if self.winner(state) is None else "The round is won."

    def known(self, state: Any, player: int) -> tuple[str, ...]:
        """The kinds in the player's hand that everybody knows of."""
        return ()

    def chosen(self, view: Any, move: Any) -> list[tuple[Place, Piece]]:
        """The pieces that a player picks for a move: none, so that it has a button."""
        return []

    def label(self, move: Any) -> str:
        """The move as a button names it."""
        words = self.describe(move)
        return words[:1].upper() + words[1:]

    def detail(self, move: Any) -> str:
        """What the label leaves out: nothing."""
        return ""

    def kind_name(self, move: Any) -> str:
        """The kind of a move, one of `kinds`."""
        return self.kinds[0]

    def kind_of(self, move: Any) -> str:
        """The kind that names a move together with the pieces it selects: its label, where moves select none."""
        return self.label(move) if type(self).chosen is SmallGame.chosen else self.kind_name(move)

    def refusal(self, view: Any, move: object) -> str | None:
        """Why a move is not legal; None where it is."""
        if type(move) is not self.move:
            return "that is no move of this game"
        why = out_of_turn(view)
        return why or (None if move in self.legal_moves(view) else f"{self.label(move)!r} is not possible now")

    def why_no_move(self, view: Any, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        """Why no legal move picks these pieces."""
        return "No move picks these pieces now." if kind is None else f"{kind}: no such move picks just these pieces."

    # --- what follows ---

    def new_standing(self, setup: Setup) -> Any:
        """The standing of a match of one round: nothing."""
        return ()

    def decide(self, state: Any, move: Any, log: list[Effect] | None = None) -> None:
        """The first half of a move."""
        before = None if log is None else state.copy()
        self.play(state, move)
        if log is not None:
            log.extend(self._effects(before, state))

    def settle(self, state: Any, move: Any, chance: Any, log: list[Effect] | None = None) -> None:
        """The second half of a move."""
        before = None if log is None else state.copy()
        if self.over(state):
            state.to_move = None
        else:
            self.finish(state, move, chance)
            if self.over(state):
                state.to_move = None
        if log is not None:
            log.extend([*self._effects(before, state), TurnPassed(state.to_move)])

    def _effects(self, before: Any, after: Any) -> Iterable[Effect]:
        """What has changed from one state to another."""
        yield from _shifts(self.board(before), self.board(after))
        for player in range(self.players(after)):
            if self.known(before, player) != self.known(after, player):
                yield KnownChanged(player, self.known(after, player))
        if self.facts(before) != self.facts(after):
            yield FactsChanged(self.facts(after))

    def round_end(self, state: Any, standing: Any) -> RoundEnd:
        """The result of a round that is over."""
        return RoundEnd(self.scores(state), self.winner(state), {}, tuple(self.lines(state)), why=self.why(state))

    def after_round(self, standing: Any, first: int, end: RoundEnd) -> AfterRound:
        """The end of the match, which is one round."""
        return AfterRound(standing, first, MatchEnd(end.winner, "drawn" if end.winner is None else "won"))

    def worth(self, state: Any) -> tuple[float, ...]:
        """What the end of the round is worth to each player: it is that of the match."""
        return shares(self.winner(state), self.players(state))

    def facts(self, state: Any) -> Any:
        """All that the state holds but whose turn it is, frozen: its pieces too, which follow from it."""
        return tuple([_frozen(getattr(state, each.name)) for each in fields(state) if each.name != "to_move"])

    def from_board(self, board: Board, facts: Any, known: Sequence[tuple[str, ...]], to_move: int | None) -> Any:
        """The state that lies on the table."""
        names = [each.name for each in fields(self.state) if each.name != "to_move"]
        hints = get_type_hints(self.state)
        held = {name: _thawed(hints[name], value) for name, value in zip(names, facts, strict=True)}
        return self.state(to_move=to_move, **held)

    def state_record(self, state: Any) -> dict[str, Any]:
        """The fields of a state as a replay holds them."""
        return {each.name: _told(getattr(state, each.name)) for each in fields(state)}

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> Any:
        """The state that opens a round. Raises RecordError where as many pieces do not lie as after any deal."""
        state = self.state(**_read_fields(get_type_hints(self.state), record, "the state"))
        if state.to_move is not None and not 0 <= state.to_move < setup.players:
            raise RecordError("to_move is none of the players")
        usual = self.deal(setup, self.new_standing(setup), state.to_move or 0, Random(0))
        try:
            found, wanted = self.board(state), self.board(usual)
            fits = _pieces(found) == _pieces(wanted) and _sizes(found) == _sizes(wanted)
        except (LookupError, TypeError, ValueError):
            fits = False
        if not fits:
            raise RecordError("the state does not open a round: other pieces lie there than after a deal")
        return state

    def move_record(self, move: Any, chance: Any = None) -> dict[str, Any]:
        """The fields of a move as a replay holds them, after its kind."""
        record = {"kind": self.kind_name(move)} | {name: _told(value) for name, value in move._asdict().items()}
        return record if chance is None else record | {"chance": _told(chance)}

    def move_from_record(self, record: Any, after: Any) -> tuple[Any, Any]:
        """The move that a replay holds, and what chance added to it. Raises RecordError."""
        if not isinstance(record, dict):
            raise RecordError("a move is an object")
        chance = None
        if "chance" in record:
            chance = _read(getattr(type(self), "chance", NoneType), record["chance"], "chance")
        held = {key: value for key, value in record.items() if key not in ("kind", "chance")}
        move = self.move(**_read_fields(get_type_hints(self.move), held, "the move"))
        return move, chance


def _copied(value: Any) -> Any:
    if type(value) is list:
        return [_copied(each) for each in value]
    if type(value) is dict:
        return {key: _copied(each) for key, each in value.items()}
    return value


def lists_within(values: Iterable[Any]) -> Iterable[list[Any]]:
    """The lists among these values and within them that hold no further lists or dicts."""
    for value in values:
        if type(value) is list and not any(type(each) in (list, dict) for each in value):
            yield value
        elif type(value) in (list, dict):
            yield from lists_within(value.values() if type(value) is dict else value)


def _frozen(value: Any) -> Any:
    if type(value) is list:
        return tuple([_frozen(each) for each in value])
    if type(value) is dict:
        return tuple([(key, _frozen(each)) for key, each in value.items()])
    return value


def _thawed(hint: Any, value: Any) -> Any:
    """What `_frozen` has made of a value of this type."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind is list:
        return [_thawed(inner[0], each) for each in value]
    if kind is dict:
        return {key: _thawed(inner[1], each) for key, each in value}
    return value


def _told(value: Any) -> Any:
    """A value as JSON holds it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, list | tuple):
        return [_told(each) for each in value]
    if isinstance(value, dict):
        return {str(key): _told(each) for key, each in value.items()}
    return value


def _read_fields(hints: Mapping[str, Any], record: Any, whose: str) -> dict[str, Any]:
    if not isinstance(record, dict) or record.keys() != hints.keys():
        raise RecordError(f"{whose} has exactly the keys {', '.join(hints)}")
    return {name: _read(hint, record[name], name) for name, hint in hints.items()}


def _read(hint: Any, value: Any, where: str) -> Any:
    """The value of this type that JSON holds. Raises RecordError."""
    kind, inner = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        return None if value is None and NoneType in inner else _read(inner[0], value, where)
    if kind in (int, str, bool, float, NoneType) and type(value) is kind:
        return value
    if kind is list and type(value) is list:
        return [_read(inner[0], each, where) for each in value]
    if kind is dict and type(value) is dict:
        return {key: _read(inner[1], each, where) for key, each in value.items()}
    if isinstance(kind, type) and issubclass(kind, tuple) and type(value) is list:
        return _read_tuple(kind, inner, value, where)
    if isinstance(kind, type) and issubclass(kind, Enum) and any(value == each.value for each in kind):
        return kind(value)
    raise RecordError(f"{where} cannot be {str(value)[:60]}")


def _read_tuple(kind: type[Any], inner: Sequence[Any], values: list[Any], where: str) -> Any:
    named = hasattr(kind, "_fields")
    hints = list(get_type_hints(kind).values()) if named else list(inner)
    if not named and len(hints) == 2 and hints[1] is Ellipsis:
        hints = [hints[0]] * len(values)
    if len(hints) != len(values):
        raise RecordError(f"{where} has {len(values)} values, not {len(hints)}")
    read = [_read(hint, value, where) for hint, value in zip(hints, values, strict=True)]
    return kind(*read) if named else tuple(read)


def _pieces(board: Board) -> Counter[Piece]:
    return Counter([piece for pieces in board.values() for piece in pieces])


def _lying(board: Board) -> dict[Place, Counter[Piece]]:
    return {place: Counter(pieces) for place, pieces in board.items()}


def _sizes(board: Board) -> dict[Place, int]:
    return {place: len(pieces) for place, pieces in board.items() if pieces}


def _shifts(before: Board, after: Board) -> Iterable[Effect]:
    """The effects that make one board of the other."""
    lying = {place: list(pieces) for place, pieces in before.items()}
    gone: dict[Piece, list[Place]] = {}
    for place, pieces in before.items():
        for piece, number in (Counter(pieces) - Counter(after.get(place, ()))).items():
            gone.setdefault(piece, []).extend([place] * number)
    for place, pieces in after.items():
        more = Counter(pieces) - Counter(before.get(place, ()))
        for piece in pieces:
            if more[piece] > 0:
                more[piece] -= 1
                source = gone[piece].pop(0)
                lying[source].remove(piece)
                lying.setdefault(place, []).append(piece)
                yield Shift(piece, source, place)
    for place, pieces in after.items():
        if lying.get(place, []) != list(pieces):
            yield Reordered(place, tuple(pieces))
