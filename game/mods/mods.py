"""Mods: found, each loaded in a worker process of its own, registered or refused, and taken anew when they change.

Nothing here waits unless it is asked to: `refresh` begins, `look` goes on, `wait` waits.
"""

import re
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game.agents.agent import ThinkingError
from game.agents.choosing import described
from game.base.settings import MEMORY, THINK_SECONDS
from game.games import registry
from game.games.ai import AI
from game.games.module import GameModule
from game.games.random_ai import random_ai
from game.games.search_ai import search_ai
from game.mods import files as mod_files
from game.mods.files import Found, ModError
from game.mods.mod import Mod, ModAI
from game.workers.worker import Request


@dataclass(frozen=True)
class ModsInUse:
    """The mods that a game and some AIs come from, how long those may think, and how many MB a process of theirs may
    use: told to a process that plays with them too."""

    found: tuple[Found, ...] = ()
    think_seconds: float = THINK_SECONDS
    memory: int = MEMORY

    def use(self) -> None:
        """Have the same mods in this process, and no others if there were none before."""
        if not {found.name for found in self.found} <= {mod.name for mod in MODS.all}:
            MODS.ask_think_seconds(self.think_seconds)
            MODS.ask_memory(self.memory)
            MODS.take(self.found)
            MODS.wait()


_LOOK_SECONDS = 0.01
"""How long one of several mods is waited for at a time."""


class Mods:
    """All mods of the program. `think_seconds` is how long their AIs may think about a move, `memory` how many MB each
    of their processes may use."""

    def __init__(self) -> None:
        self.all: list[Mod] = []
        self.changes = 0
        """How often what is registered has changed."""
        self.think_seconds = THINK_SECONDS
        self._asked_think_seconds = False
        self.memory = MEMORY
        self._asked_memory = False
        self._named: tuple[Path, ...] = ()
        self._gone: list[Mod] = []  # a table may still play with them

    def name(self, paths: Sequence[Path]) -> None:
        """Name files or folders that are mods, wherever they lie."""
        self._named = tuple(paths)

    def ask_think_seconds(self, seconds: float) -> None:
        """Let AIs think so long in this run of the program, whatever the settings say."""
        self.think_seconds, self._asked_think_seconds = seconds, True

    def set_think_seconds(self, seconds: float) -> None:
        """Let AIs think as long as the settings say, unless this run was asked for something else."""
        if not self._asked_think_seconds:
            self.think_seconds = seconds

    def ask_memory(self, megabytes: int) -> None:
        """Let processes use so many MB in this run of the program, whatever the settings say."""
        self.memory, self._asked_memory = megabytes, True

    def set_memory(self, megabytes: int) -> None:
        """Let processes use as many MB as the settings say, unless this run was asked for something else."""
        if not self._asked_memory:
            self.memory = megabytes

    def in_use(self, game: str, ais: Sequence[str], systems: bool = False) -> ModsInUse:
        """What another process must be told to have these AIs of a game, in the words of seats; with `systems`, the
        systems of mods at its tables too. Raises UnknownNameError."""
        known = [registry.ai(game, re.split("[:@]", name, maxsplit=1)[0]) for name in ais]
        own = registry.game(game).mod
        mods = [mod for mod in self.all if own is not None and own[0] == mod.name]
        mods += [ai.mod for ai in known if isinstance(ai, ModAI) and ai.mod is not None]
        mods += self.with_systems(game) if systems else []
        return ModsInUse(tuple([mod.found for mod in dict.fromkeys(mods)]), self.think_seconds, self.memory)

    def with_systems(self, game: str, drawing: bool = False) -> list[Mod]:
        """The mods with systems that run at every table of a game, in the order in which they are loaded; `drawing`:
        those with systems for the window alone too."""
        return [mod for mod in self.all if mod.runs_at(game, drawing)]

    def through_world(self, game: str) -> str:
        """What is said where a game is played through the world because systems of mods take part; empty where none
        do."""
        mods = self.names_with_systems(game)
        return mods and f"{game} is played through the world: systems of mods take part ({mods})"

    def check_without_systems(self, game: str) -> None:
        """Raises ThinkingError where systems of mods take part in a game: not every panel goes through the world."""
        mods = self.names_with_systems(game)
        if mods:
            raise ThinkingError(f"cannot learn in a panel while systems of mods take part ({mods})")

    def names_with_systems(self, game: str) -> str:
        """The names of the mods with systems that run at every table of a game."""
        return ", ".join(mod.name for mod in self.with_systems(game))

    def systems_record(self, game: str) -> list[dict[str, str]]:
        """The mods with systems at the tables of a game, whatever their phase, as a replay names them."""
        return [{"mod": mod.name, "sha256": mod.fingerprint} for mod in self.with_systems(game, drawing=True)]

    def refresh(self, at_table: bool = False) -> None:
        """Find out what mods there are, forget those that are gone, and begin to load those that are new or have
        changed. `at_table` is played on meanwhile: those that are gone work on until `end_gone`."""
        self.take(mod_files.find(self._named), at_table)

    def take(self, mods: Sequence[Found], at_table: bool = False) -> None:
        """Have these mods and no others; see `refresh`."""
        before = {(mod.found, mod.fingerprint): mod for mod in self.all}
        now: list[Mod] = []
        for found in mods:
            try:
                fingerprint = found.fingerprint()
            except OSError as error:
                now.append(self._unreadable(found, error))
                continue
            known = before.pop((found, fingerprint), None)
            now.append(self._begun(found, fingerprint) if known is None else known)
        alone = [mod for mod in now if mod.plays_at is not None and mod.plays_at not in now]
        now = [self._begun(mod.found, mod.fingerprint) if mod in alone else mod for mod in now]
        self._gone += [*before.values(), *alone]
        if not at_table:
            self.end_gone()
        changed = now != self.all
        self.all = now
        if changed:
            self._register()

    def _begun(self, found: Found, fingerprint: str) -> Mod:
        """A mod that begins to load."""
        mod = Mod(found, fingerprint, self._limit, self._most_memory)
        mod.load()
        return mod

    def end_gone(self) -> None:
        """End the workers of mods that are gone: nobody plays with them any more."""
        gone, self._gone = self._gone, []
        for mod in gone:
            mod.end()

    def reload(self) -> None:
        """Take all mods anew."""
        self._gone += self.all
        self.all = []
        self.refresh()
        self._register()

    def have_here(self, mods: Sequence[Found], think_seconds: float) -> None:
        """Have these mods in this process alone, which is a worker itself: their games and AIs stand in the registry as
        if they were our own, and their systems take part. Raises ModError."""
        self.ask_think_seconds(think_seconds)
        self.all = [Mod(found, found.fingerprint(), self._limit, self._most_memory) for found in mods]
        for mod in self.all:
            loaded = mod.take_here()
            for entry in loaded.games:
                registry.register_game(entry)
            for ai in loaded.ais:
                registry.register(ai)

    def _limit(self) -> float:
        return self.think_seconds

    def _most_memory(self) -> int:
        return self.memory

    def _unreadable(self, found: Found, error: OSError) -> Mod:
        mod = Mod(found, "", self._limit, self._most_memory)
        mod.error = f"it cannot be read: {error.strerror or error}"
        return mod

    @property
    def loading(self) -> bool:
        """Whether a mod is still being loaded."""
        return any(mod.loading for mod in self.all)

    def prepare(self) -> None:
        """Have the processes started in which AIs learn, so that a table need not wait for them; call it every
        frame."""
        for mod in self.all:
            mod.prepare()

    def look(self) -> bool:
        """See what came of loading; whether anything has just become known."""
        settled = [mod.look() for mod in self.all]
        if any(settled):
            self._register()
        return any(settled)

    def wait(self) -> None:
        """Wait until it is known of every mod what is in it."""
        if not self.loading:
            return
        while self.loading:
            while self.loading:  # all at a time: none waits for another
                for mod in self.all:
                    mod.look(_LOOK_SECONDS)
            self._register()  # one that waits for the game of another may begin to load anew

    def _register(self) -> None:
        """Register what every mod adds that is loaded, in their order; a mod that adds a name that is taken is
        refused."""
        self.changes += 1
        _forget_all()
        taken: dict[str, Mod] = {}
        for mod in sorted(self.all, key=lambda mod: mod.plays_at is not None):  # games before those who play at them
            mod.clash = ""
            if mod.name in taken:
                mod.clash = f"a mod called {mod.name} comes first: {taken[mod.name].found.path or mod.name}; rename it"
                continue
            taken[mod.name] = mod
            mod.clash = next((why for entry in mod.games if (why := _game_clash(mod, entry))), "")
            mod.clash = mod.clash or next((why for ai in mod.ais if (why := _clash(mod, ai))), "")
            if not mod.clash:
                _register_all(mod)
        self._load_waiting()

    def _load_waiting(self) -> None:
        """Load those anew that wait for a game which another mod has brought by now."""
        for mod in self.all:
            known = {entry.name: entry.mod for entry in registry.games()}.get(mod.wants)
            if mod.wants and known is not None:
                mod.load_with(next(other for other in self.all if other.name == known[0]))

    def load_requests(self, game: GameModule) -> list[Request]:
        """What a worker is asked first so that it knows a game: nothing for our own."""
        origin = game.mod and game.mod[0]
        return [mod.load_games_request() for mod in self.all if mod.name == origin]

    def refusal(self, ais: Iterable[AI]) -> str:
        """Why a mod that one of these AIs came from is refused now; empty where none is."""
        origins = {ai.origin for ai in ais}
        refused = [mod for mod in self.all if mod.refused and mod_files.origin_of(mod.name) in origins]
        return "; ".join(f"mod {mod.name} is refused now: {mod.refused}" for mod in refused)

    def blamed(self, error: Exception) -> ModError | None:
        """The error told as a mod's, where it comes from the code of one that runs in this process."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            for mod in self.all:
                if mod.found.path is not None and frame.filename.startswith(str(mod.found.path)):
                    return ModError(f"mod {mod.name} {described(error)}")
        return None

    def end(self) -> None:
        """Forget all mods, and end their workers."""
        self._gone += self.all
        self.all = []
        self.end_gone()
        self._register()


def _forget_all() -> None:
    """Take all games and AIs of mods out of the registry."""
    for game in registry.games():
        for ai in registry.ais(game.name):
            if game.mod is not None or isinstance(ai, ModAI):
                registry.forget(ai)
        if game.mod is not None:
            registry.forget_game(game)


def _register_all(mod: Mod) -> None:
    """Register the games and AIs of a mod, and at its games the AIs that serve any game where it has none so called."""
    own = {(ai.game, ai.name) for ai in mod.ais}
    for entry in mod.games:
        registry.register_game(entry)
        for given in (random_ai(entry.name), search_ai(entry.name)):
            if (entry.name, given.name) not in own:
                registry.register(given)
    for ai in mod.ais:
        registry.register(ai)


def _game_clash(mod: Mod, entry: GameModule) -> str:
    """Why a game cannot be registered beside those that are; empty where it can."""
    for other in registry.games():
        if other.name == entry.name:
            whose = "built in" if other.mod is None else mod_files.origin_of(other.mod[0])
            return (
                f"there is a game called {entry.name} already ({whose}); call it {mod.name.lower()}_{entry.name} or so"
            )
    names = {"random", "search", *(ai.name for ai in mod.ais if ai.game == entry.name)}
    if entry.default_ai not in names:
        return (
            f"{entry.name} has no AI {entry.default_ai!r} to play by default; choose one of: {', '.join(sorted(names))}"
        )
    return ""


def _clash(mod: Mod, ai: ModAI) -> str:
    """Why an AI cannot be registered beside those that are; empty where it can."""
    if any(ai.game == entry.name for entry in mod.games):
        return ""
    if ai.game not in [entry.name for entry in registry.games()]:
        return f"there is no game {ai.game!r} now"
    for other in registry.ais(ai.game):
        if other.name == ai.name:
            whose = mod.name.lower()
            return f"{ai.game} has an AI called {ai.name} already ({other.origin}); call it {whose}-{ai.name} or so"
    return ""


MODS = Mods()
"""The mods of this program."""
