"""What an AI of the registry is: its name, and how an agent of it is made for a seat; and the AIs registered so far."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union

from game.agents.agent import Agent, Picker, Scorer
from game.agents.judging import Judge
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError, Codec
from game.games.late import Late
from game.games.module import UnknownNameError, registered_game
from game.rules.language import _
from game.rules.options import house_rules
from game.rules.protocol import AnyRules, Option, Setup

if TYPE_CHECKING:  # all that needs numpy is loaded with what an AI plays by, not with its name
    from game.agents.learning import LearnerSpec, TrainedTable
    from game.agents.network_learning import NetworkSpec, TrainedNetworks
    from game.training.network_training import NetworkTrainingSpec

Learnt: TypeAlias = Union["TrainedTable", "TrainedNetworks"]
"""What a checkpoint holds."""
Trained: TypeAlias = Learnt | Path | bytes | Literal["pretrained"] | None
"""What an agent that learns starts from: a table or networks, a file of them or its bytes that a mod's AI reads itself,
what is pretrained, or nothing."""

BUILT_IN = "built in"
"""The origin of our own AIs."""


@dataclass(frozen=True)
class AI:
    """An AI of the registry.

    `scorers` and `picker` are called for every agent that sits down, with the rules and the AI's parameters, so that
    agents share nothing; to those of the picker the key ``scorers`` is added, what it picks for. An AI that learns a
    table has a `learner_spec`, one that plays by networks `networks`, and a `network_training` where these can be
    trained; either usually has a `pretrained` file, and to its parameters the key ``trained`` is added: what the agent
    starts from, or None. These three may be given as functions that make them, so that an AI is registered without
    its code.
    """

    name: str
    game: str
    about: str
    scorers: Callable[[AnyRules, Mapping[str, Any]], Sequence[Scorer]]
    picker: Callable[[Mapping[str, Any]], Picker]
    parameters: tuple[Option, ...] = ()
    origin: str = BUILT_IN
    learner_spec: Late["LearnerSpec"] = Late()
    networks: Late["NetworkSpec"] = Late()
    network_training: Late["NetworkTrainingSpec"] = Late()
    pretrained: Path | None = None
    judge: Callable[[Mapping[str, Any], float], Judge] | None = None
    """Makes a judge of matches, for its settings and a factor on its sampling; an AI that has none judges by the
    chances that its candidates show."""
    taught_as: str = ""
    """The AI whose checkpoints it plays by, which it cannot train itself; empty where it has files of its own."""
    knows: frozenset[str] | None = frozenset()
    """The house rules, by key, that it plays by where they are not as usual; None: all, for it goes by the legal moves
    alone."""
    judges: frozenset[str] = frozenset()
    """The house rules, by key, that its judge goes by besides: what it makes of moves that are legal by them is near
    enough to judge others, though it does not play so."""
    digest: str = ""
    """The SHA-256 of the mod that it comes from; replays hold it."""

    @property
    def learns(self) -> bool:
        """Whether it plays by what it has learnt, so that it takes a checkpoint."""
        return self.learns_table or _given(self, "networks")

    @property
    def can_train(self) -> bool:
        """Whether ``train`` and the training panel can teach it something."""
        return self.learns_table or _given(self, "network_training")

    @property
    def learns_table(self) -> bool:
        """Whether what it has learnt is a table, to which it adds at tables of the window."""
        return _given(self, "learner_spec")

    def foreign_rule(self, options: Mapping[str, Any], judging: bool = False) -> Option | None:
        """A house rule of a match with these options that it does not know, as a player or `judging`; None where it
        knows all."""
        if self.knows is None or not options:
            return None
        rules, known = house_rules(registered_game(self.game).rules, options), self.knows
        if judging:
            known |= self.judges
        return next((rule for rule in rules if rule.key not in known), None)

    def settings(self, values: Mapping[str, Any] | None = None, trained: Trained = "pretrained") -> dict[str, Any]:
        """These values of its parameters, the defaults where none is given; of one that learns, also what it starts
        from. Raises CheckpointError where the pretrained file is damaged."""
        settings = {option.key: option.default for option in self.parameters} | dict(values or {})
        if self.learns:
            settings["trained"] = self.pretrained_learnt()[0] if trained == "pretrained" else trained
        return settings

    def agent(
        self,
        values: Mapping[str, Any] | None = None,
        trained: Trained = "pretrained",
        rules: AnyRules | None = None,
    ) -> Agent:
        """An agent with these values of its parameters, the defaults where none is given; one that learns starts
        from `trained`. It goes by the game's rules unless it is given others. Raises CheckpointError where the
        pretrained file is damaged."""
        settings = self.settings(values, trained)
        scorers = tuple(self.scorers(rules or registered_game(self.game).rules, settings))
        return Agent(self.name, scorers, self.picker(settings | {"scorers": scorers}))

    def setting_of(self, how: Setup) -> Hashable:
        """What a table belongs to that it learns in such a match. Raises ValueError when it learns no table."""
        if self.learner_spec is None:
            raise ValueError(f"{self.name} does not learn a table")
        rules = registered_game(self.game).rules
        state = rules.deal(how, rules.new_standing(how), 0, Random(0))
        return self.learner_spec.encoding.setting(rules.view(state, 0))

    def other_setting(self, how: Setup, learnt: Trained = "pretrained") -> str:
        """The name of the setting that its table is for, where that is not the match's; else empty. Raises
        CheckpointError where the pretrained file is damaged."""
        if not self.learns_table or self.learner_spec is None:
            return ""
        from game.agents.learning import TrainedTable

        start = self.pretrained_learnt()[0] if learnt == "pretrained" else learnt
        setting = start.table.setting if isinstance(start, TrainedTable) else None
        return "" if setting in (None, self.setting_of(how)) else self.learner_spec.encoding.setting_name(setting)

    def own_path(self, how: Setup) -> Path:
        """Where the table that it learns in such matches is kept for the user. Raises ValueError when it learns
        none."""
        setting = self.setting_of(how)
        assert self.learner_spec is not None
        return places.own_path(self.game, self.name, self.learner_spec.encoding.setting_name(setting))

    @property
    def pretrained_files(self) -> list[Path]:
        """What is pretrained for it: its usual file, then those beside it that are named for it and with what, an
        earlier or a lesser one ("q-learner-10000.npz")."""
        first = self.pretrained
        return [] if first is None else [first, *sorted(first.parent.glob(f"{first.stem}-*.npz"))]

    @property
    def codec(self) -> Codec[Any] | None:
        """How what it has learnt lies in a checkpoint; None where it does not learn."""
        if self.networks is not None:
            from game.checkpoints.networks import NetworkCodec

            return NetworkCodec(self.networks)
        if self.learner_spec is None:
            return None
        from game.checkpoints.tables import TableCodec

        return TableCodec(self.learner_spec.encoding)

    def pretrained_learnt(self) -> tuple[Learnt, str] | tuple[None, None]:
        """What is pretrained for this AI, and the SHA-256 of its file; twice None where nothing is. Raises
        CheckpointError where the file is damaged."""
        return (None, None) if self.pretrained is None else self.learnt_from(self.pretrained)

    def learnt_from(self, path: Path) -> tuple[Learnt, str]:
        """What a checkpoint holds, and its SHA-256; it is shared, so do not change it. Raises CheckpointError where
        it is none of this AI."""
        if self.codec is None:
            raise CheckpointError(f"{path}: {self.name} does not learn, so it takes no trained file")
        return self.codec.load_kept(path, self.game, self.taught_as or self.name)

    def learnt_in(self, raw: bytes) -> Learnt:
        """What the bytes of a checkpoint hold. Raises CheckpointError where they are none of this AI."""
        content = container.content_of(raw, Path(f"what {self.name} knows"))
        container.check_for(content, self.game, self.taught_as or self.name)
        if self.codec is None:
            raise content.fault("it does not learn")
        learnt: Learnt = self.codec.decoded(content)
        return learnt


def _given(ai: AI, field: str) -> bool:
    """Whether an AI was given what may be made later; it is not made for that."""
    found: Late[Any] = vars(AI)[field]
    return found.given_to(ai)


_ais: dict[tuple[str, str], AI] = {}


def register_ai(ai: AI) -> None:
    """Add an AI to its game; one of the same name is replaced. Raises UnknownNameError for an unknown game."""
    registered_game(ai.game)
    _ais[ai.game, ai.name] = ai


def forget(ai: AI) -> None:
    """Take an AI out, if it is the one of its name."""
    if _ais.get((ai.game, ai.name)) is ai:
        del _ais[ai.game, ai.name]


def registered_ais(game: str) -> list[AI]:
    """Every AI of a game that has been registered so far, in that order; raises UnknownNameError."""
    name = registered_game(game).name
    return [ai for (plays, _), ai in _ais.items() if plays == name]


def registered_ai(game: str, name: str) -> AI:
    """The AI of a name at a game, if it has been registered; raises UnknownNameError."""
    plays = registered_game(game).name
    known = _ais.get((plays, name))
    if known is None:
        choices = ", ".join(each.name for each in registered_ais(plays))
        raise UnknownNameError(
            _("{game} has no AI {name}; choose one of: {choices}", game=plays, name=repr(name), choices=choices)
        )
    return known
