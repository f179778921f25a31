"""What an AI of the registry is: its name, and how an agent of it is made for a seat."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Literal, TypeAlias

from game.agents.agent import Agent, Picker, Scorer
from game.agents.learning import Recipe, TrainedTable
from game.agents.network_learning import NetworkRecipe, TrainedNetworks
from game.checkpoints import networks as network_files
from game.checkpoints import tables as trained_files
from game.games import module
from game.rules.protocol import AnyRules, Option, Setup

Learnt: TypeAlias = TrainedTable | TrainedNetworks
"""What a trained file holds."""
Trained: TypeAlias = Learnt | Path | bytes | Literal["shipped"] | None
"""What an agent that learns starts from: a table or networks, a file of them or its bytes that a mod's AI reads itself,
what ships with the program, or nothing."""

BUILT_IN = "built in"
"""The origin of our own AIs."""


@dataclass(frozen=True)
class AI:
    """An AI of the registry.

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
    origin: str = BUILT_IN
    recipe: Recipe | None = None
    networks: NetworkRecipe | None = None
    shipped: Path | None = None
    digest: str = ""
    """The SHA-256 of the mod that it comes from; replays hold it."""

    @property
    def learns(self) -> bool:
        """Whether it plays by what it has learnt, so that it takes a trained file."""
        return self.recipe is not None or self.networks is not None

    @property
    def learns_table(self) -> bool:
        """Whether what it has learnt is a table, to which it adds at tables of the window."""
        return self.recipe is not None

    def agent(self, values: Mapping[str, Any] | None = None, trained: Trained = "shipped") -> Agent:
        """An agent with these values of its parameters, the defaults where none is given; one that learns starts
        from `trained`. Raises TrainedFileError where the shipped file is damaged."""
        settings = {option.key: option.default for option in self.parameters} | dict(values or {})
        if self.learns:
            settings["trained"] = self.shipped_learnt()[0] if trained == "shipped" else trained
        rules = module.game(self.game).rules
        return Agent(self.name, tuple(self.scorers(rules, settings)), self.picker(settings))

    def setting_of(self, how: Setup) -> Hashable:
        """What a table belongs to that it learns in such a match. Raises ValueError when it learns no table."""
        if self.recipe is None:
            raise ValueError(f"{self.name} does not learn a table")
        rules = module.game(self.game).rules
        state = rules.deal(how, rules.new_standing(how), 0, Random(0))
        return self.recipe.encoding.setting(rules.view(state, 0))

    def own_file(self, how: Setup) -> Path:
        """Where the table that it learns in such matches is kept for the user. Raises ValueError when it learns
        none."""
        setting = self.setting_of(how)
        assert self.recipe is not None
        return trained_files.own_path(self.game, self.name, self.recipe.encoding.setting_name(setting))

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

    def learnt_in(self, raw: bytes) -> TrainedTable:
        """What the bytes of a trained file of its table hold. Raises TrainedFileError."""
        if self.recipe is None:
            raise trained_files.TrainedFileError(f"{self.name} learns no table")
        content = trained_files.content_of(raw, Path(f"what {self.name} knows"))
        trained_files.check_for(content, self.game, self.name)
        return trained_files.table_of(content, self.recipe.encoding)
