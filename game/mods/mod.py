"""A mod: what became of it, its AIs as the program knows them, and the workers in which those think and learn."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from game.agents.agent import Agent, ThinkingError
from game.base.phases import DRAWING
from game.base.safe_text import shown
from game.checkpoints import container, places
from game.games import registry
from game.games.ai import AI, Trained
from game.games.module import GameModule
from game.games.registration import AI_NAME, PARAMETER_NAME
from game.mods import files as mod_files
from game.mods.files import Found, Loaded, ModError
from game.mods.guarded_rules import guarded
from game.rules.language import _, joined
from game.rules.protocol import AnyRules, Option, Setup
from game.workers import answers
from game.workers.agents import remote_agent
from game.workers.worker import YIELD_SECONDS, Request, Worker

_MOST_PATH = 4096
LOAD_SECONDS = 30.0
"""A mod that takes longer to load is refused."""


@dataclass(frozen=True)
class ModAI(AI):
    """An AI of a mod, as the program knows it: it is made, and thinks, in the worker of its mod."""

    mod: "Mod | None" = field(default=None, repr=False, compare=False)
    knows: frozenset[str] | None = None
    can_learn: bool = False
    can_learn_table: bool = False

    @property
    def learns(self) -> bool:
        """Whether it plays by what it has learnt, so that it takes a checkpoint."""
        return self.can_learn

    @property
    def learns_table(self) -> bool:
        """Whether what it has learnt is a table, to which it adds at tables of the window."""
        return self.can_learn_table

    @property
    def can_train(self) -> bool:
        """Whether ``train`` and the training panel can teach it something: a table, in the worker of its mod."""
        return self.can_learn_table

    def agent(
        self,
        values: Mapping[str, Any] | None = None,
        trained: Trained = "pretrained",
        rules: AnyRules | None = None,
    ) -> Agent:
        """An agent that thinks in the worker of the mod, by the rules that are there; what goes wrong there shows when
        it is asked to move."""
        assert self.mod is not None
        start = self.pretrained if trained == "pretrained" else trained if isinstance(trained, Path | bytes) else None
        opening = "mod", self.game, self.name, dict(values or {}), start
        return remote_agent(self.name, self.mod.worker, opening, self.mod.limit)

    def learnt_from(self, path: Path) -> tuple[Any, str]:
        """A checkpoint of this AI, which the worker will read, and its SHA-256. Raises CheckpointError."""
        content = container.read(path)
        container.check_for(content, self.game, self.name)
        return path.absolute(), content.digest

    def own_path(self, how: Setup) -> Path:
        """Where the table that it learns in such matches is kept for the user. Raises ValueError when it learns none,
        ThinkingError where its mod is at fault."""
        assert self.mod is not None
        if not self.learns_table:
            raise ValueError(f"{self.name} does not learn a table")
        name = self.mod.setting_name(self, how)
        try:
            return places.own_path(self.game, self.name, name)
        except ValueError as error:
            raise ThinkingError(f"gave {error}") from None


class AddedSystem(NamedTuple):
    """A system of a mod as the program knows it before it runs: its name, its phase, and its games (none: all)."""

    name: str
    phase: int
    games: tuple[str, ...]


class Mod:
    """A mod that was found, and what became of it: `error` says why it is refused, `where` at which line.

    `loading` is true until that is known. `adds` names its AIs and systems in words.
    """

    def __init__(
        self, found: Found, fingerprint: str, limit: Callable[[], float | None], memory: Callable[[], int]
    ) -> None:
        self.found = found
        self.fingerprint = fingerprint
        self.limit = limit
        self.error = ""
        self.where = ""
        self.ais: tuple[ModAI, ...] = ()
        self.systems: tuple[AddedSystem, ...] = ()
        self.games: tuple[GameModule, ...] = ()
        self.clash = ""
        """Why it is refused although it loads: a name that is taken."""
        self.wants = ""
        """The game that it has AIs for, where there is none of that name yet."""
        self._games_of: Mod | None = None
        """Another mod, which brings that game."""
        self.worker = Worker(found.name, self._prologue, memory)
        self.learning = Worker(f"{found.name}, learning", self._learning_prologue, memory)
        """The process in which its AIs learn; it is started by `prepare`, or when one sits down."""
        self._setting_names: dict[tuple[str, str, str], Request] = {}
        self._request: Request | None = None
        self._known = False
        self._here: Loaded | None = None

    @property
    def name(self) -> str:
        """The mod's name: that of its file, folder or entry point."""
        return self.found.name

    @property
    def loading(self) -> bool:
        """Whether it is not known yet what is in it."""
        return self._request is not None

    @property
    def refused(self) -> str:
        """Why it is refused, with the place in its files where that is known; empty where it is not."""
        if self.clash or not self.error:
            return self.clash
        return f"{self.where}: {self.error}" if self.where else self.error

    @property
    def adds(self) -> str:
        """What it adds, in words."""
        ais = [f"{ai.name} ({ai.game})" for ai in self.ais]
        games: list[str] = [_("the game {name}", name=entry.name) for entry in self.games]
        return joined([*games, *ais, *(system.name for system in self.systems)]) or _("nothing")

    def runs_at(self, game: str, drawing: bool = False) -> bool:
        """Whether a system of it runs at tables of a game without a window; `drawing`: or with one."""
        return not self.refused and any(
            (drawing or system.phase not in DRAWING) and (not system.games or game in system.games)
            for system in self.systems
        )

    def _request_to(self, what: str, found: Found) -> Request:
        path = None if found.path is None else str(found.path)
        return Request((what, found.name, path, found.entry), LOAD_SECONDS, None)

    def load_games_request(self) -> Request:
        """What a worker is asked so that it knows the games of this mod."""
        return self._request_to("load_games", self.found)

    def _load_requests(self) -> list[Request]:
        games = [] if self._games_of is None else [self._request_to("load_games", self._games_of.found)]
        return [*games, self._request_to("load", self.found)]

    def _prologue(self) -> list[Request]:
        requests = self._load_requests()
        if not self._known:
            self._request = requests[-1]
        return requests

    def _learning_prologue(self) -> list[Request]:
        return [*self._load_requests(), Request(("learn",), LOAD_SECONDS, None)]

    def load_with(self, other: "Mod") -> None:
        """Begin to load anew, now that another mod brings the game that was wanted."""
        self.error, self.where, self.wants = "", "", ""
        self._known, self._games_of = False, other
        self.load()

    @property
    def plays_at(self) -> "Mod | None":
        """The other mod whose game AIs of this one play."""
        return self._games_of

    def load(self) -> None:
        """Begin to load."""
        self.worker.start()

    def prepare(self) -> None:
        """Have the process started in which its AIs learn, if any do."""
        if self.learning.starting:
            self.learning.look()
        elif self.learning.generation == 0 and any(ai.can_learn_table for ai in self.ais):
            self.learning.start()

    def look(self, seconds: float = YIELD_SECONDS) -> bool:
        """See what came of loading, or comes within some seconds; whether that has just become known."""
        request = self._request
        if request is None:
            return False
        self.worker.look(seconds)
        return self._settled(request)

    def _settled(self, request: Request) -> bool:
        if not request.done:
            return False
        self._request, self._known = None, True
        if request.failed is not None:
            self._refuse(f"it {request.failed}")
            return True
        try:
            self._take(request.answer)
        except answers.AnswerError as error:
            self._refuse(f"its registration cannot be read: {error}")
        return True

    def _take(self, answer: Any) -> None:
        """Take in what it registers, or why it does not load. Raises AnswerError."""
        if type(answer) is dict and "error" in answer:
            self.wants = answers.words(answers.entry(answer, "game"))
            self._refuse(answers.words(answer["error"]), answers.words(answers.entry(answer, "where")))
            return
        if answers.items(answers.entry(answer, "games")) and not self._take_games():
            return
        try:
            self.ais = tuple([self._ai(each) for each in answers.items(answers.entry(answer, "ais"))])
        except registry.UnknownNameError as error:
            self._refuse(str(error))
            return
        self.systems = tuple([_system(row) for row in answers.items(answers.entry(answer, "systems"))])

    def _take_games(self) -> bool:
        """Load the mod here too, for its games, whose rules run in the program; False where it is refused."""
        try:
            games = self.here().games
        except ModError as error:
            self._refuse(str(error), error.where)
            return False
        digest = self.fingerprint
        self.games = tuple([replace(entry, rules=guarded(entry.rules), mod=(self.name, digest)) for entry in games])
        return True

    def _game(self, name: str) -> str:
        """The name of a game, the mod's own or one that is registered. Raises UnknownNameError."""
        return name if any(entry.name == name for entry in self.games) else registry.game(name).name

    def _ai(self, each: Any) -> ModAI:
        def told(key: str) -> Any:
            return answers.entry(each, key)

        game = self._game(answers.words(told("game")))
        name, pretrained = _name(told("name"), AI_NAME), told("pretrained")
        parse = partial(self._parse, game, name)
        options = []
        for row in answers.items(told("parameters")):
            key, default, about = answers.items(row, 3, 3)
            key = _name(key, PARAMETER_NAME)
            options.append(Option(key, answers.parameter(default), partial(parse, key), answers.message(about)))
        return ModAI(
            name,
            game,
            answers.message(told("about")),
            _elsewhere,
            _elsewhere,
            tuple(options),
            mod_files.origin_of(self.name),
            pretrained=None if pretrained is None else Path(answers.exact_text(pretrained, _MOST_PATH)),
            digest=self.fingerprint,
            mod=self,
            can_learn=answers.flag(told("learns")),
            can_learn_table=answers.flag(told("learns_table")),
        )

    def _parse(self, game: str, ai: str, key: str, text: str) -> Any:
        """The value of a parameter's text, as the mod reads it. Raises ValueError."""
        try:
            answer = self.worker.wait(self.worker.ask("parse", game, ai, key, text, limit=self.limit()))
            value, wrong = answers.items(answer, 2, 2)
            if wrong is None:
                return answers.parameter(value)
            said = answers.words(wrong)
        except (ThinkingError, answers.AnswerError) as error:
            raise ValueError(f"{self.name} {error}") from None
        raise ValueError(said)

    def setting_name(self, ai: ModAI, how: Setup) -> str:
        """What a table belongs to that an AI learns in such matches, in words; the mod is asked for it once, whatever
        comes of it, for every match in a list may want it. Raises ThinkingError."""
        key = ai.game, ai.name, repr(how)
        if key not in self._setting_names:
            asked = self.worker.ask("setting_name", ai.game, ai.name, how, limit=self.limit())
            with suppress(ThinkingError):
                self.worker.wait(asked)
            self._setting_names[key] = asked
        try:
            return answers.exact_text(self._setting_names[key].result())
        except answers.AnswerError as error:
            raise ThinkingError(f"gave a setting called by what is no name ({error})") from None

    def _refuse(self, error: str, where: str = "") -> None:
        self.error, self.where = error, where
        self.ais, self.systems, self.games = (), (), ()
        self.worker.end()

    def here(self) -> Loaded:
        """The mod loaded in this process too: for its systems, which run in the frame. Raises ModError."""
        if self._here is None:
            self._here = mod_files.load(self.name, self.found.path, self.found.entry)
        return self._here

    def take_here(self) -> Loaded:
        """Load it in this process alone, for whoever has no worker for it; what it adds. Raises ModError."""
        loaded = self.here()
        self.systems = tuple([AddedSystem(each.name, int(each.phase), each.games) for each in loaded.systems])
        return loaded

    def end(self) -> None:
        """End its workers."""
        self.worker.end()
        self.learning.end()


def _name(value: Any, pattern: re.Pattern[str]) -> str:
    """A name of this pattern. Raises AnswerError."""
    name = answers.exact_text(value)
    if not pattern.fullmatch(name):
        raise answers.AnswerError(f"{shown(name, 60)!r} is no name")
    return name


def _system(row: Any) -> AddedSystem:
    """A system as its worker tells of it. Raises AnswerError."""
    name, phase, games = answers.items(row, 3, 3)
    played = tuple([answers.words(game) for game in answers.items(games)])
    return AddedSystem(answers.words(name, 60), answers.whole(phase), played)


def _elsewhere(*_: Any) -> Any:
    """In the place of what makes the scorers and the picker of a mod's AI."""
    raise RuntimeError("the AIs of mods are made in their workers")
