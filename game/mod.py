"""A mod: what became of it, its AIs as the program knows them, and the workers in which those think and learn."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from game import catalogue, mod_files, trained_files
from game.ai import AI, Trained
from game.apart.agents import distant_agent, mod_opening
from game.apart.students import in_short
from game.apart.worker import YIELD_SECONDS, Request, Worker
from game.brains.agent import Agent, ThinkingError
from game.mod_files import Found, Loaded
from game.rules.protocol import Option, Setup

LOAD_SECONDS = 30.0
"""A mod that takes longer to load is refused."""


@dataclass(frozen=True)
class ModAI(AI):
    """An AI of a mod, as the program knows it: it is made, and thinks, in the worker of its mod."""

    mod: "Mod | None" = field(default=None, repr=False, compare=False)
    can_learn: bool = False
    can_learn_table: bool = False

    @property
    def learns(self) -> bool:
        """Whether it plays by what it has learnt, so that it takes a trained file."""
        return self.can_learn

    @property
    def learns_table(self) -> bool:
        """Whether what it has learnt is a table, to which it adds at tables of the window."""
        return self.can_learn_table

    def agent(self, values: Mapping[str, Any] | None = None, trained: Trained = "shipped") -> Agent:
        """An agent that thinks in the worker of the mod; what goes wrong there shows when it is asked to move."""
        assert self.mod is not None
        start = self.shipped if trained == "shipped" else trained if isinstance(trained, Path | bytes) else None
        opening = mod_opening(self.game, self.name, values or {}, start)
        return distant_agent(self.name, self.mod.worker, opening, self.mod.limit)

    def shipped_learnt(self) -> tuple[Any, Any]:
        """The trained file that comes with the mod, and its SHA-256."""
        return (None, None) if self.shipped is None else self.learnt_from(self.shipped)

    def learnt_from(self, path: Path) -> tuple[Any, str]:
        """A trained file of this AI, which the worker will read, and its SHA-256. Raises TrainedFileError."""
        content = trained_files.read(path)
        trained_files.check_for(content, self.game, self.name)
        return path.absolute(), content.digest

    def own_file(self, how: Setup) -> Path:
        """Where the table that it learns in such matches is kept for the user. Raises ValueError when it learns none,
        ThinkingError where its mod is at fault."""
        assert self.mod is not None
        if not self.learns_table:
            raise ValueError(f"{self.name} does not learn a table")
        name = self.mod.setting_name(self, how)
        try:
            return trained_files.own_path(self.game, self.name, name)
        except ValueError as error:
            raise ThinkingError(f"gave {error}") from None


class Mod:
    """A mod that was found, and what became of it: `error` says why it is refused, `where` at which line.

    `loading` is true until that is known. `adds` names its AIs and systems in words.
    """

    def __init__(self, found: Found, fingerprint: str, limit: Callable[[], float | None]) -> None:
        self.found = found
        self.fingerprint = fingerprint
        self.limit = limit
        self.error = ""
        self.where = ""
        self.ais: tuple[ModAI, ...] = ()
        self.systems: tuple[tuple[str, int, tuple[str, ...]], ...] = ()
        self.clash = ""
        """Why it is refused although it loads: a name that is taken."""
        self.worker = Worker(found.name, self._prologue)
        self.learning = Worker(f"{found.name}, learning", self._learning_prologue)
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
        return ", ".join([*ais, *(name for name, *_ in self.systems)]) or "nothing"

    def _load_request(self) -> Request:
        path = None if self.found.path is None else str(self.found.path)
        return Request(("load", self.name, path, self.found.entry), LOAD_SECONDS, None)

    def _prologue(self) -> list[Request]:
        request = self._load_request()
        if not self._known:
            self._request = request
        return [request]

    def _learning_prologue(self) -> list[Request]:
        return [self._load_request(), Request(("learn",), LOAD_SECONDS, None)]

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
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self._refuse(f"its registration cannot be read: {error}")
        return True

    def _take(self, answer: Mapping[str, Any]) -> None:
        if "error" in answer:
            self._refuse(in_short(answer["error"]), in_short(answer["where"]))
            return
        try:
            self.ais = tuple([self._ai(each) for each in answer["ais"]])
        except catalogue.UnknownNameError as error:
            self._refuse(str(error))
            return
        self.systems = tuple((str(name), int(phase), tuple(games)) for name, phase, games in answer["systems"])

    def _ai(self, each: Mapping[str, Any]) -> ModAI:
        game = catalogue.game(each["game"]).name
        parse = partial(self._parse, game, each["name"])
        options = [Option(key, default, partial(parse, key), about) for key, default, about in each["parameters"]]
        return ModAI(
            each["name"],
            game,
            " ".join(str(each["about"]).split()),
            _elsewhere,
            _elsewhere,
            tuple(options),
            mod_files.origin_of(self.name),
            shipped=None if each["shipped"] is None else Path(each["shipped"]),
            digest=self.fingerprint,
            mod=self,
            can_learn=bool(each["learns"]),
            can_learn_table=bool(each["learns_table"]),
        )

    def _parse(self, game: str, ai: str, key: str, text: str) -> Any:
        """The value of a parameter's text, as the mod reads it. Raises ValueError."""
        try:
            value, wrong = self.worker.wait(self.worker.ask("parse", game, ai, key, text, limit=self.limit()))
        except ThinkingError as error:
            raise ValueError(f"{self.name} {error}") from None
        if wrong is not None:
            raise ValueError(wrong)
        return value

    def setting_name(self, ai: ModAI, how: Setup) -> str:
        """What a table belongs to that an AI learns in such matches, in words; the mod is asked for it once, whatever
        comes of it, for every match in a list may want it. Raises ThinkingError."""
        key = ai.game, ai.name, repr(how)
        if key not in self._setting_names:
            asked = self.worker.ask("setting_name", ai.game, ai.name, how, limit=self.limit())
            with suppress(ThinkingError):
                self.worker.wait(asked)
            self._setting_names[key] = asked
        name: str = self._setting_names[key].result()
        return name

    def _refuse(self, error: str, where: str = "") -> None:
        self.error, self.where = error, where
        self.ais, self.systems = (), ()
        self.worker.end()

    def here(self) -> Loaded:
        """The mod loaded in this process too: for its systems, which run in the frame. Raises ModError."""
        if self._here is None:
            self._here = mod_files.load(self.name, self.found.path, self.found.entry)
        return self._here

    def end(self) -> None:
        """End its workers."""
        self.worker.end()
        self.learning.end()


def _elsewhere(*_: Any) -> Any:
    """In the place of what makes the scorers and the picker of a mod's AI."""
    raise RuntimeError("the AIs of mods are made in their workers")
