"""Mods: found, each loaded in a worker process of its own, registered or refused, and taken anew when they change.

Nothing here waits unless it is asked to: `refresh` begins, `look` goes on, `wait` waits.
"""

import re
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from game import catalogue, mod_files
from game.ai import AI
from game.brains.choosing import described
from game.mod import Mod, ModAI
from game.mod_files import Found, ModError
from game.settings import THINK_SECONDS


@dataclass(frozen=True)
class ModsInUse:
    """The mods that some AIs come from, and how long those may think: told to a process that plays with them too."""

    found: tuple[Found, ...] = ()
    think_seconds: float = THINK_SECONDS

    def use(self) -> None:
        """Have the same mods in this process, and no others if there were none before."""
        if not {found.name for found in self.found} <= {mod.name for mod in MODS.all}:
            MODS.ask_think_seconds(self.think_seconds)
            MODS.take(self.found)
            MODS.wait()


_LOOK_SECONDS = 0.01
"""How long one of several mods is waited for at a time."""


class Mods:
    """All mods of the program. `think_seconds` is how long their AIs may think about a move."""

    def __init__(self) -> None:
        self.all: list[Mod] = []
        self.changes = 0
        """How often what is registered has changed."""
        self.think_seconds = THINK_SECONDS
        self._asked_think_seconds = False
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

    def in_use(self, game: str, ais: Sequence[str]) -> ModsInUse:
        """What another process must be told to have these AIs of a game, in the words of seats. Raises
        UnknownNameError."""
        known = [catalogue.ai(game, re.split("[:@]", name, maxsplit=1)[0]) for name in ais]
        mods = [ai.mod for ai in known if isinstance(ai, ModAI) and ai.mod is not None]
        return ModsInUse(tuple([mod.found for mod in dict.fromkeys(mods)]), self.think_seconds)

    def refresh(self, at_table: bool = False) -> None:
        """Find out what mods there are, forget those that are gone, and begin to load those that are new or have
        changed. `at_table` is played on meanwhile: those that are gone work on until `end_gone`."""
        self.take(mod_files.find(self._named), at_table)

    def take(self, mods: Sequence[Found], at_table: bool = False) -> None:
        """Have these mods and no others; see `refresh`."""
        before = {(mod.found, mod.fingerprint): mod for mod in self.all}
        now = []
        for found in mods:
            try:
                fingerprint = found.fingerprint()
            except OSError as error:
                now.append(self._unreadable(found, error))
                continue
            mod = before.pop((found, fingerprint), None)
            if mod is None:
                mod = Mod(found, fingerprint, self._limit)
                mod.load()
            now.append(mod)
        self._gone += before.values()
        if not at_table:
            self.end_gone()
        changed = now != self.all
        self.all = now
        if changed:
            self._register()

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

    def _limit(self) -> float:
        return self.think_seconds

    def _unreadable(self, found: Found, error: OSError) -> Mod:
        mod = Mod(found, "", self._limit)
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
        while self.loading:  # all at a time: none waits for another
            for mod in self.all:
                mod.look(_LOOK_SECONDS)
        self._register()

    def _register(self) -> None:
        """Register what every mod adds that is loaded, in their order; a mod that adds a name that is taken is
        refused."""
        self.changes += 1
        for ai in [ai for game in catalogue.games() for ai in catalogue.ais(game.name) if isinstance(ai, ModAI)]:
            catalogue.forget(ai)
        taken: dict[str, Mod] = {}
        for mod in self.all:
            mod.clash = ""
            if mod.name in taken:
                mod.clash = f"a mod called {mod.name} comes first: {taken[mod.name].found.path or mod.name}; rename it"
                continue
            taken[mod.name] = mod
            mod.clash = next((why for ai in mod.ais if (why := _clash(ai))), "")
            if not mod.clash:
                for ai in mod.ais:
                    catalogue.register(ai)

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


def _clash(ai: ModAI) -> str:
    """Why an AI cannot be registered beside those that are; empty where it can."""
    for other in catalogue.ais(ai.game):
        if other.name == ai.name:
            mod = "" if ai.mod is None else ai.mod.name.lower()
            return f"{ai.game} has an AI called {ai.name} already ({other.origin}); call it {mod}-{ai.name} or so"
    return ""


MODS = Mods()
"""The mods of this program."""
