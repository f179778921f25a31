"""The games, and the AIs at each of them: one way to register an AI, for our own and for anybody's.

An AI is registered by name for one game: its scorers, its picker, its parameters. Everything else, the menu, the
overlay, the arena, finds it here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, Literal, TypeAlias

from game import network_files, trained_files
from game.brains import jaipur_utility, notty_group_maker
from game.brains.agent import Agent, Picker, Scorer
from game.brains.learning import Recipe, TrainedTable
from game.brains.network_learning import NetworkRecipe, TrainedNetworks
from game.brains.nim_players import ExactPlay, NimEncoding, NimRewards, WinningShare, verdicts
from game.brains.notty_learning import PARAMETERS as NOTTY_PARAMETERS
from game.brains.notty_learning import FarEncoding, PageEncoding, PageRewards
from game.brains.pickers import Best, Highest, Weighted
from game.brains.q_learning import EpsilonGreedy, Parameters, QLearner
from game.brains.random_moves import AnyMove
from game.rules import jaipur, nim, notty
from game.rules.protocol import AnyRules, Option

Learnt: TypeAlias = TrainedTable | TrainedNetworks
"""What a trained file holds."""
Trained: TypeAlias = Learnt | Literal["shipped"] | None
"""What an agent that learns starts from: a table or networks, what ships with the program, or nothing."""


class UnknownNameError(LookupError):
    """A game, AI or parameter that does not exist; the text names what there is."""


@dataclass(frozen=True)
class Game:
    """A game of the catalogue: its rules, its title, one line about it, and the AI that plays and hints by default.

    Where exact play is known, `verdicts` tells for every legal move of a view whether it wins.
    """

    rules: AnyRules
    title: str
    about: str
    default_ai: str
    verdicts: Callable[[Any], Mapping[Any, bool]] | None = None

    @property
    def name(self) -> str:
        """The name on the command line and in replays."""
        return self.rules.name


@dataclass(frozen=True)
class AI:
    """An AI of the catalogue.

    `scorers` and `picker` are called for every agent that sits down, with the rules and the AI's parameters, so
    that agents share nothing. An AI that learns a table has a `recipe`, one that plays by networks `networks`; either
    usually has a `shipped` file, and to its parameters the key ``trained`` is added: what the agent starts from, or
    None.
    """

    name: str
    game: str
    about: str
    scorers: Callable[[AnyRules, Mapping[str, Any]], Sequence[Scorer]]
    picker: Callable[[Mapping[str, Any]], Picker]
    parameters: tuple[Option, ...] = ()
    origin: str = "built in"
    recipe: Recipe | None = None
    networks: NetworkRecipe | None = None
    shipped: Path | None = None

    @property
    def learns(self) -> bool:
        """Whether it plays by what it has learnt, so that it takes a trained file."""
        return self.recipe is not None or self.networks is not None

    def agent(self, values: Mapping[str, Any] | None = None, trained: Trained = "shipped") -> Agent:
        """An agent with these values of its parameters, the defaults where none is given; one that learns starts
        from `trained`. Raises TrainedFileError where the shipped file is damaged."""
        settings = {option.key: option.default for option in self.parameters} | dict(values or {})
        if self.learns:
            settings["trained"] = self.shipped_learnt()[0] if trained == "shipped" else trained
        rules = game(self.game).rules
        return Agent(self.name, tuple(self.scorers(rules, settings)), self.picker(settings))

    def shipped_table(self) -> tuple[TrainedTable, str] | None:
        """The table that ships for this AI and the SHA-256 of its file; None where none ships. Raises
        TrainedFileError where the file is damaged."""
        if self.recipe is None or self.shipped is None:
            return None
        return trained_files.load_kept(self.shipped, self.recipe.encoding, self.game, self.name)

    def shipped_learnt(self) -> tuple[Learnt, str] | tuple[None, None]:
        """What ships for this AI, and the SHA-256 of its file; twice None where nothing ships. Raises
        TrainedFileError where the file is damaged."""
        return (None, None) if self.shipped is None else self.learnt_from(self.shipped)

    def learnt_from(self, path: Path) -> tuple[Learnt, str]:
        """What a trained file holds, and its SHA-256; it is shared, so do not change it. Raises TrainedFileError where
        it is none of this AI."""
        if self.networks is not None:
            return network_files.load_kept(path, self.networks, self.game, self.name)
        if self.recipe is not None:
            return trained_files.load_kept(path, self.recipe.encoding, self.game, self.name)
        raise trained_files.TrainedFileError(f"{path}: {self.name} does not learn, so it takes no trained file")


_games: dict[str, Game] = {}
_ais: dict[tuple[str, str], AI] = {}


def register_game(entry: Game) -> None:
    """Add a game; one of the same name is replaced."""
    _games[entry.name] = entry


def register(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    game(ai.game)
    _ais[ai.game, ai.name] = ai


def games() -> list[Game]:
    """Every game, in the order of registration."""
    return list(_games.values())


def game(name: str) -> Game:
    """The game of a name ("thirty-one" is understood as "thirty_one"); raises UnknownNameError."""
    known = _games.get(name.replace("-", "_"))
    if known is None:
        raise UnknownNameError(f"there is no game {name!r}; choose one of: {', '.join(_games)}")
    return known


def ais(game_name: str) -> list[AI]:
    """Every AI of a game, in the order of registration."""
    return [ai for (name, _), ai in _ais.items() if name == game(game_name).name]


def ai(game_name: str, name: str) -> AI:
    """The AI of a name at a game; raises UnknownNameError."""
    known = _ais.get((game(game_name).name, name))
    if known is None:
        choices = ", ".join(each.name for each in ais(game_name))
        raise UnknownNameError(f"{game(game_name).name} has no AI {name!r}; choose one of: {choices}")
    return known


register_game(Game(jaipur.RULES, "Jaipur", "Two merchants trade goods; two seals of excellence win.", "utility"))
register(
    AI(
        "random",
        "jaipur",
        "any legal move, all alike",
        lambda rules, _: [AnyMove(rules)],
        lambda _: Weighted(),
    )
)
register(
    AI(
        "utility",
        "jaipur",
        "four formulas score a take, a sale, the camels and an exchange; the highest is played",
        lambda *_: jaipur_utility.scorers(),
        lambda _: Highest(),
    )
)
register(
    AI(
        "weighted",
        "jaipur",
        "the same four formulas; a move is drawn with probability proportional to its score",
        lambda *_: jaipur_utility.scorers(),
        lambda _: Weighted(),
    )
)


def share(text: str) -> float:
    """A number from 0 to 1; raises ValueError."""
    value = float(text)
    if not 0.0 <= value <= 1.0:
        raise ValueError("needs a number from 0 to 1")
    return value


def table_scorers(recipe: Recipe, rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of an AI that learns a table."""
    trained: TrainedTable | None = settings["trained"]
    if trained is None:
        return [QLearner(recipe.encoding, recipe.parameters)]
    return [trained.learner(recipe.encoding)]


_NIM = Recipe(NimEncoding(), NimRewards(), Parameters(), WinningShare)
_ASSETS = Path(str(resources.files("assets")))

register_game(
    Game(
        nim.RULES, "Nim", "Two players take stones from piles; whoever takes the last one loses.", "q-learner", verdicts
    )
)
register(
    AI(
        "q-learner",
        "nim",
        "has learnt the value of every move by playing itself, 10,000 games at 1 3 5 7; the best is played",
        partial(table_scorers, _NIM),
        lambda settings: EpsilonGreedy(Parameters(epsilon=settings["epsilon"])),
        (Option("epsilon", 0.0, share, "share of moves that explore, 0 to 1"),),
        recipe=_NIM,
        shipped=_ASSETS / "nim" / "q-learner.npz",
    )
)
register(
    AI(
        "perfect",
        "nim",
        "wins whenever the position can be won; else it plays the move that leaves the most ways to go wrong",
        lambda *_: [ExactPlay()],
        lambda _: Highest(),
    )
)
register(
    AI(
        "random",
        "nim",
        "any legal move, all alike",
        lambda rules, _: [AnyMove(rules)],
        lambda _: Weighted(),
    )
)

register_game(Game(notty.RULES, "Notty", "Two or three players get rid of their cards in groups.", "q-learner"))
register(
    AI(
        "random",
        "notty",
        "any legal move, all alike",
        lambda rules, _: [AnyMove(rules)],
        lambda _: Weighted(),
    )
)
register(
    AI(
        "group-maker",
        "notty",
        "gathers a large hand that goes in one turn; five scorers count the turns that each action saves",
        lambda *_: notty_group_maker.scorers(),
        lambda _: Best(),
    )
)


def _learning(recipe: Recipe, settings: Mapping[str, Any]) -> Parameters:
    """The parameters of a seat that learns: those of its table, or the recipe's, but for those that were given."""
    trained: TrainedTable | None = settings["trained"]
    usual = recipe.parameters if trained is None else trained.parameters
    given = {key: value for key, value in settings.items() if key != "trained" and value is not None}
    return replace(usual, **given)


def _learning_scorers(recipe: Recipe, rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    trained: TrainedTable | None = settings["trained"]
    parameters = _learning(recipe, settings)
    return [QLearner(recipe.encoding, parameters, None if trained is None else trained.table, borrowed=True)]


def _learning_picker(recipe: Recipe, settings: Mapping[str, Any]) -> Picker:
    """Explores on where the table's training stopped, unless epsilon is given."""
    trained: TrainedTable | None = settings["trained"]
    picker = EpsilonGreedy(_learning(recipe, settings))
    if trained is not None and settings["epsilon"] is None:
        picker.epsilon = trained.statistics.epsilon
    return picker


_LEARNING = (
    Option("alpha", None, share, "the share of an error by which a value moves, 0 to 1"),
    Option("gamma", None, share, "what the future counts, 0 to 1"),
    Option("epsilon", None, share, "share of actions that explore to start with, 0 to 1"),
    Option("decay", None, share, "what epsilon is multiplied with after every action, 0 to 1"),
    Option("floor", None, share, "the least epsilon, 0 to 1"),
)
"""The page's five parameters; one that is not given is that of the table, or of the page."""
_NOTTY = Recipe(PageEncoding(), PageRewards(), NOTTY_PARAMETERS)
_NOTTY_PLUS = Recipe(FarEncoding(), PageRewards(), NOTTY_PARAMETERS)

for _name, _recipe, _about in (
    ("q-learner", _NOTTY, "has learnt by playing itself when to draw, steal, swap and discard; it explores a little"),
    ("q-learner-plus", _NOTTY_PLUS, "the same, but it sees how many cards its best groups would leave over"),
):
    register(
        AI(
            _name,
            "notty",
            _about,
            partial(_learning_scorers, _recipe),
            partial(_learning_picker, _recipe),
            _LEARNING,
            recipe=_recipe,
            shipped=_ASSETS / "notty" / f"{_name}.npz",
        )
    )
