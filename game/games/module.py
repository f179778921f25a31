"""What a game is to the program, in one declaration, and the games registered so far."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.agents.agent import Agent
from game.agents.playouts import Playouts
from game.games.guide import Guide
from game.games.personas import Persona
from game.games.standing_spec import StandingSpec
from game.games.zones import TableZone
from game.rules.language import _
from game.rules.protocol import AnyRules, Form, Piece, RoundEnd, Setup
from game.rules.wording import counted


class UnknownNameError(LookupError):
    """A game, AI or parameter that does not exist; the text names what there is."""


def nothing_counted(state: Any, move: Any) -> tuple[()]:
    """What a game counts out that leaves nothing to chance but the order of what nobody sees."""
    return ()


def nothing_said(view: Any, move: Any) -> str:
    """What a game says of its moves that says nothing: the reasons of its AIs stand for themselves."""
    return ""


def words_of_piece(piece: Piece) -> str:
    """What a piece is called where its game says nothing: by its kind, a token by its worth where it has one."""
    if piece.form is Form.TOKEN and piece.value:
        return counted(piece.value, "{number:,} point", "{number:,} points")
    return piece.kind.replace("-", " ").replace("_", " ")


@dataclass(frozen=True)
class GameModule:
    """A game: its rules, its title, one line about it, and the AI that plays by default.

    `move` is the class of its moves: a NamedTuple of whole numbers, texts and members of an Enum. Where it leaves
    nothing to `chance`, neither its deal nor any move asks for random numbers. It may have arrays that play `many` of
    its matches at once, see :mod:`game.games.many_matches`. Where exact play is
    known, `verdicts` tells for every legal move of a view whether it wins. A game that stands open to learning
    libraries has an `observation`, which makes its layout of numbers for a setting. Its pieces lie in its `zones`; the
    default table draws them in the `colours` of their kinds. Where a round ends otherwise than by being won,
    `round_title` tells in a few words how, for the players' names. A game of several rounds tells of its `standings`;
    `playouts` tells how `search` plays it out in thought; where it is left out, the `default_ai` moves for everybody.
    A match takes about so many `minutes`; 0 says nothing of it. A `guide` leads
    through a first turn.
    Hints are those of the `advisor`, where one is named, else of the `default_ai`. Where house rules are played that
    these do not know, or the default AI's table is for other settings, `house_ai` takes their place.
    `mod` is the name and the SHA-256 of the mod that a game comes from, and `own_default` makes an agent of that mod's
    default AI in the same process; the program adds them.

    For its analysis a game names its `judge`, an AI whose scores are chances to win; what it is called when a piece of
    a zone that nobody sees is turned over (`events`; "draw" where it says nothing); and it counts out what chance may
    add to a move in a state, each with its weight, where that is little (`outcomes`). What came up is told by what its
    pieces are called (`piece_words`).

    Beside a move that an AI considers stands what it does, in a sentence for whoever plays the game (`plain`, of a view
    and a legal move); `personas` tell people who its AIs are, by their names.
    """

    rules: AnyRules
    title: str
    about: str
    default_ai: str = "random"
    verdicts: Callable[[Any], Mapping[Any, bool]] | None = None
    observation: Callable[[Setup], Any] | None = None
    move: type[Any] = tuple
    zones: tuple[TableZone, ...] = ()
    round_title: Callable[[RoundEnd, Sequence[str]], str] | None = None
    playouts: Playouts | None = None
    colours: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    standings: StandingSpec | None = None
    judge: str = "search"
    events: Mapping[str, str] = field(default_factory=dict)
    outcomes: Callable[[Any, Any], Sequence[tuple[Any, float]]] = nothing_counted
    chance: bool = True
    many: Callable[[Setup, int, bool], Any] | None = None
    minutes: int = 0
    piece_words: Callable[[Piece], str] = words_of_piece
    plain: Callable[[Any, Any], str] = nothing_said
    personas: Mapping[str, Persona] = field(default_factory=dict)
    guide: Guide | None = None
    advisor: str = ""
    house_ai: str = "random"
    mod: tuple[str, str] | None = None
    own_default: Callable[[], Agent] | None = None

    @property
    def hides(self) -> bool:
        """Whether there is anything that somebody at the table cannot know: hands, or pieces that nobody sees."""
        return self.rules.hidden_hands or any(zone.faces == "nobody" for zone in self.zones)

    @property
    def name(self) -> str:
        """The name on the command line and in replays."""
        return self.rules.name


_games: dict[str, GameModule] = {}


def register_game(entry: GameModule) -> None:
    """Add a game; one of the same name is replaced."""
    _games[entry.name] = entry


def forget_game(entry: GameModule) -> None:
    """Take a game out, if it is the one of its name."""
    if _games.get(entry.name) is entry:
        del _games[entry.name]


def registered_games() -> list[GameModule]:
    """Every game that has been registered so far, in that order."""
    return list(_games.values())


def registered_game(name: str) -> GameModule:
    """The game of a name ("thirty-one" is understood as "thirty_one"), if it has been registered; raises
    UnknownNameError."""
    known = _games.get(name.replace("-", "_"))
    if known is None:
        raise UnknownNameError(
            _("there is no game {name}; choose one of: {games}", name=repr(name), games=", ".join(_games))
        )
    return known
