"""What the rules of every game offer, and the words that rules and world share.

The rules of a game are one object that follows :class:`Rules`. A *state* is one round, of kinds and counts:
cheap to copy, never naming identities. A *move* is what a player decides; what chance adds to it (a refill, a
shuffle, a stolen card) is its second half, kept apart: ``decide`` carries out the first half, ``settle`` the
second. Whoever only evaluates stops after the first; a replay brings the second along.

Players are numbered from 0; wherever an ``int`` named *player* appears, it is that index.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from game.rules.language import joined


class Form(Enum):
    """What a piece is to the hand: the world makes one sort of entity for each."""

    CARD = "card"
    TOKEN = "token"
    STONE = "stone"

    __hash__ = object.__hash__  # an Enum's own is slow Python, and pieces are hashed many times a move


class Piece(NamedTuple):
    """One thing on the table by its kind; equal pieces are interchangeable. `value` is a token's worth."""

    form: Form
    kind: str
    value: int = 0


class Place(NamedTuple):
    """A zone of the table ("market", "hand", "deck" ...), and whose it is, or None."""

    zone: str
    player: int | None = None


Board: TypeAlias = dict[Place, list[Piece]]
"""Every piece of a state by its place, each list in order, the next to be drawn first."""
Selected: TypeAlias = Sequence[tuple[Place, Piece]]
"""Pieces that a move selects, by place and kind."""
ANY_CARD = Piece(Form.CARD, "")
"""Any one card of a place in what a move selects: which one it is, is a matter of chance (drawn, stolen)."""


class Shift(NamedTuple):
    """Effect: one piece goes from one place to another."""

    piece: Piece
    source: Place
    target: Place


class KnownChanged(NamedTuple):
    """Effect: what everybody knows of a player's hidden hand is now these kinds, with repeats."""

    player: int
    kinds: tuple[str, ...]


class FactsChanged(NamedTuple):
    """Effect: the facts of the round that are not pieces (a game's own frozen record) are now these."""

    facts: Any


class TurnPassed(NamedTuple):
    """Effect: the next decision is this player's, or nobody's when the round is over."""

    player: int | None


class Reordered(NamedTuple):
    """Effect: the pieces of a place lie in this order now; they are the same pieces."""

    place: Place
    pieces: tuple[Piece, ...]


Effect: TypeAlias = Shift | Reordered | KnownChanged | FactsChanged | TurnPassed


class OptionError(ValueError):
    """A game's option that does not exist or has no such value; the text says which and what would do."""


class RecordError(ValueError):
    """A record of a replay that does not describe a state or a move of this game; the text says why."""


class RulesError(Exception):
    """The rules of a mod's game failed; the text says how."""


@dataclass(frozen=True)
class Option:
    """One setting of a game: its key, default, and how its text is read (raising ValueError).

    A replay may lack an option that is not there `always`; it then has its default. An option with a `label` stands
    in the menu: as a choice among `choices`, pairs of its text and what people read, or as a field for its text; a
    table names it where it is not as usual.
    A `house` rule stands among a match's options only where it is not as usual, so that all that was recorded, measured
    and learnt before it was there stays as it is.
    """

    key: str
    default: Any
    parse: Callable[[str], Any]
    about: str
    always: bool = True
    label: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    house: bool = False

    @property
    def default_text(self) -> str:
        """The default as it would be typed."""
        return self.text_of(self.default)

    def text_of(self, value: Any) -> str:
        """A value as it would be typed."""
        if isinstance(value, bool):
            return "on" if value else "off"
        if isinstance(value, list | tuple):
            return ",".join(map(str, value))
        return str(value)

    def words_of(self, value: Any) -> str:
        """A value as people read it."""
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else self.text_of(value)
        return dict(self.choices).get(text, text)

    def told(self, value: Any) -> str:
        """The option in words, with a value; its label alone where it is switched on."""
        return self.label if value is True else joined([self.label, self.words_of(value)], ": ")


@dataclass(frozen=True)
class Setup:
    """How a match is played: number of players, the game's options, and whether a human sits at the table."""

    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    human: bool = False


class MatchEnd(NamedTuple):
    """The end of a match: the winner, or None for a draw, and why ("won", "drawn" or "turn limit")."""

    winner: int | None
    reason: str


class ScoreLine(NamedTuple):
    """One line of a round's score, a number for each player; whole ones are ints."""

    label: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class RoundEnd:
    """The end of a round. `scores` is None in games without, and whole ones are ints; `record` holds the game's own
    keys of the replay line; `stopped` tells that the turn limit ended it. Who is `absent` had left the match before and
    has no score.

    An `unfinished` round was broken off for good: it has no end of its own to be told or recorded, only the match
    that ends with it has."""

    scores: tuple[float, ...] | None
    winner: int | None
    record: dict[str, Any]
    lines: tuple[ScoreLine, ...] = ()
    stopped: bool = False
    why: str = ""
    unfinished: bool = False
    absent: frozenset[int] = frozenset()


class AfterRound(NamedTuple):
    """What follows a round: the match's standing, who starts next, and the end of the match if it is over."""

    standing: Any
    first: int
    end: MatchEnd | None


class StateLike(Protocol):
    """What every game's state has in common: who decides next (None: nobody, the round is over), and copies."""

    to_move: int | None

    def copy(self: "S") -> "S":
        """An independent copy: what happens to one never shows in the other."""


class ViewLike(Protocol):
    """What every game's view has in common."""

    @property
    def player(self) -> int:
        """Whose view it is."""

    @property
    def to_move(self) -> int | None:
        """Whose decision is next, or None when the round is over."""

    @property
    def players(self) -> int:
        """How many players there are, those too who are out."""


S = TypeVar("S", bound=StateLike)
V = TypeVar("V", bound=ViewLike)
M = TypeVar("M")


class Rules(Protocol[S, V, M]):
    """The rules of one game for 2 to 4 players, with turns of one or several steps, chance inside a turn, and
    hidden or open hands. Stateless: everything is in its arguments."""

    @property
    def name(self) -> str:
        """The game's name on the command line and in replays."""

    @property
    def seats(self) -> range:
        """How many players may sit down."""

    @property
    def options(self) -> Sequence[Option]:
        """The game's options, each with its default."""

    @property
    def hidden_hands(self) -> bool:
        """Whether players hold cards that others must not see."""

    @property
    def kinds(self) -> Sequence[str]:
        """What kinds of moves there are, as `kind_name` names them, in the order of their buttons."""

    @property
    def help(self) -> Sequence[tuple[str, str]]:
        """The rules to read at the table: headings, each with its text, a paragraph a line."""

    def new_standing(self, setup: Setup) -> Any:
        """The standing before the first round; a frozen value."""

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> S:
        """A round, dealt, with `first` to move."""

    def view(self, state: S, player: int) -> V:
        """What `player` can see and remember of `state`; nothing that it cannot know can be reached from it."""

    def legal_moves(self, view: V) -> Sequence[M]:
        """Every legal move of the view's player, once; empty when it is not to move."""

    def refusal(self, view: V, move: object) -> str | None:
        """Why `move` is not legal for the view's player: the rule that is broken, its number with it, in words for
        people that go on after a colon (`game.rules.wording.to_player` makes them a sentence); None when it is
        legal."""

    def decide(self, state: S, move: M, log: list[Effect] | None = None) -> None:
        """Carry out, in place, what a legal `move` decides; chance has not spoken yet, nor has the turn passed."""

    def draw_chance(self, state: S, move: M, rng: Random) -> Any:
        """What chance adds to a `move` that `decide` has just carried out; None where the deal had fixed it."""

    def settle(self, state: S, move: M, chance: Any, log: list[Effect] | None = None) -> None:
        """Carry out, in place, the second half: what chance adds, the pass of the turn, the end of the round."""

    def sample(self, view: V, rng: Random) -> S:
        """A state that the view's player could be in, hidden pieces drawn uniformly from those unseen."""

    def redraw(self, state: S, rng: Random) -> S:
        """The state with all hands kept and what nobody sees (the order of the deck, tokens face down) drawn anew,
        uniformly, so that no player's view changes; `state` stays as it is. How that lay before makes no difference
        to what is drawn."""

    def round_end(self, state: S, standing: Any) -> RoundEnd:
        """The result of a round that is over (``state.to_move is None``)."""

    def after_round(self, standing: Any, first: int, end: RoundEnd) -> AfterRound:
        """What follows a round that `first` had started."""

    def worth(self, state: S) -> tuple[float, ...]:
        """What the end of a round that is over is worth to each player: its chance to win the match from there if all
        that follows is even, so 1 for who has won the match and 1/n for each of n in a draw. In [0, 1], 1 together.
        Rules may leave it out: see `worth_of`."""

    def board(self, state: S) -> Board:
        """Where every piece of the state lies."""

    def facts(self, state: S) -> Any:
        """What the state holds beside its pieces, whose turn it is, and what is known of hands; frozen."""

    def known(self, state: S, player: int) -> tuple[str, ...]:
        """The kinds in `player`'s hand that everybody knows of, with repeats."""

    def from_board(self, board: Board, facts: Any, known: Sequence[tuple[str, ...]], to_move: int | None) -> S:
        """The state that lies on the table: the inverse of `board`, `facts` and `known`."""

    def chosen(self, view: V, move: M) -> list[tuple[Place, Piece]]:
        """The pieces that a move of the view's player selects: what it takes, gives, plays or sells; `ANY_CARD` where
        it does not know which. No two legal moves of one kind select the same."""

    def describe(self, move: M, chance: Any = None, after: S | None = None) -> str:
        """The move in words, without its subject: "took 1 gold", "sold 3 leather"."""

    def label(self, move: M) -> str:
        """The move as a button names it, short: "Sell 3 leather"."""

    def detail(self, move: M) -> str:
        """What the label leaves out, or nothing."""

    def kind_name(self, move: M) -> str:
        """The kind of the move, telling no cards: "Sell"."""

    def why_no_move(self, view: V, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        """Why no legal move of the view's player picks all of these pieces, as a sentence that names the rule which is
        broken; with a `kind`, as `kind_name` names it, why no move of that kind picks just these."""

    def state_record(self, state: S) -> dict[str, Any]:
        """The state as a replay holds it, keys in a fixed order."""

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> S:
        """The state that opens a round: the inverse of `state_record` where nothing has been played yet, so
        that nothing is known of hidden hands. Raises RecordError, also where the state is not one of the `standing`,
        if that is known."""

    def move_record(self, move: M, chance: Any = None) -> dict[str, Any]:
        """The move as a replay holds it, with what chance added, where that is given."""

    def move_from_record(self, record: Any, after: Any) -> tuple[M, Any]:
        """The move that a replay holds, and what chance added to it, read from the record of the move and of
        the state after it. Raises RecordError."""


MEMBERS: tuple[str, ...] = tuple([name for name in vars(Rules) if not name.startswith("_")])
"""The names of all that rules have: what they are called, their traits and their methods."""
METHODS: tuple[str, ...] = tuple([name for name in MEMBERS if callable(vars(Rules)[name])])
"""The names of the methods of rules."""
OPTIONAL = frozenset({"worth"})
"""What rules may leave out: it is derived from the rest."""
AnyRules: TypeAlias = Rules[Any, Any, Any]
"""The rules of a game that the caller does not know: everything that serves all tables is typed with it."""


def apply(rules: AnyRules, state: Any, move: Any, rng: Random, log: list[Effect] | None = None) -> Any:
    """Carry out a legal move whole, in place, and return what chance added to it.

    With a `log`, every effect is appended to it, in order; without one nothing is paid for it.
    """
    rules.decide(state, move, log)
    chance = rules.draw_chance(state, move, rng)
    rules.settle(state, move, chance, log)
    return chance


def effects_of(rules: AnyRules, state: Any, move: Any, chance: Any) -> list[Effect]:
    """The effects of a legal move on `state`, which is left as it is, with what chance added to it."""
    after, log = state.copy(), list[Effect]()
    rules.decide(after, move, log)
    rules.settle(after, move, chance, log)
    return log


def kind_of(rules: AnyRules, move: Any) -> str:
    """The kind of a legal move, which with the pieces that it selects names it: that of its record, "take_good", unless
    the rules have a method `kind_of`, as those of small games do."""
    told: Callable[[Any], str] | None = getattr(rules, "kind_of", None)
    return str(rules.move_record(move)["kind"]) if told is None else told(move)


def move_of(rules: AnyRules, view: Any, kind: str, pieces: Selected) -> Any:
    """The move of a kind that selects these pieces, each known also where the move has `ANY_CARD`: the inverse of
    `kind_of` and `chosen`. None where there is none. Rules that have a method `move_of` answer faster, with a move that
    may be illegal."""
    told: Callable[[Any, str, Selected], Any] | None = getattr(rules, "move_of", None)
    if told is not None:
        return told(view, kind, pieces)
    for move in rules.legal_moves(view):
        if kind_of(rules, move) == kind and selects(rules.chosen(view, move), pieces):
            return move
    return None


def selects(wanted: Selected, pieces: Selected) -> bool:
    """Return True if these are the wanted pieces; where `ANY_CARD` is wanted, any of that place will do."""
    blind = {place for place, piece in wanted if piece == ANY_CARD}
    known = [(place, ANY_CARD if place in blind else piece) for place, piece in pieces]
    return len(wanted) == len(known) and Counter(wanted) == Counter(known)


def shares(winner: int | None, players: int) -> tuple[float, ...]:
    """What a match is worth to each player when it is over: all to the winner, 1/n to each of n in a draw."""
    if winner is None:
        return (1.0 / players,) * players
    return tuple([float(player == winner) for player in range(players)])


def worth_of(rules: AnyRules, state: Any, players: int) -> tuple[float, ...]:
    """What the end of a round is worth to each player, see `Rules.worth`; of rules without it, all goes to the winner
    of the round."""
    if hasattr(rules, "worth"):
        return rules.worth(state)
    how = Setup(players, usual_options(rules))
    return shares(rules.round_end(state, rules.new_standing(how)).winner, players)


def named_first(setup: Setup) -> int | None:
    """Whom the option ``first`` names to start the first round; None where a game has none or it names no seat."""
    chosen = setup.options.get("first")
    return chosen if isinstance(chosen, int) else None


def first_player(setup: Setup, rng: Random) -> int:
    """Who starts the first round: whom the option ``first`` names, else drawn by `rng`."""
    chosen = named_first(setup)
    return rng.randrange(setup.players) if chosen is None else chosen


def usual_options(rules: AnyRules) -> dict[str, Any]:
    """The options of a match that is played as usual."""
    return {option.key: option.default for option in rules.options if not option.house}
