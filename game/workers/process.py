"""What runs in a worker process: it listens, makes agents, lets them think, and tells what they came to.

It ends with the program that started it, whatever it is doing at that moment.
"""

import _thread
import math
import os
import pickle
import signal
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import IO, Any

from game.agents.agent import Agent, Candidate, Picker, Reason, Scored, Scorer, ThinkingError, chances_of, growing
from game.agents.choosing import described
from game.base.safe_text import shown
from game.games import registry
from game.games.ai import AI
from game.mods import files as mod_files
from game.mods.files import Found, ModError
from game.rules.protocol import Setup
from game.workers import wire
from game.workers.answers import MOST_CANDIDATES, MOST_ITEMS, MOST_NAME, MOST_REASON, MOST_SCORE, told_state
from game.workers.memory import bound

NEWS_SECONDS = 0.05
"""A thought that grows is told no more often."""
interrupted = threading.Event()
"""Whether an interrupt has come, even where none is heeded yet."""


def main(memory: int | None) -> None:
    """Serve the program until it ends; `memory` is how many MB may be used, None for as many as there are."""
    if memory is not None:
        bound(memory)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb", buffering=0)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(2, 1)  # the program reads it, and passes on only so much
    printed = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.stdin, sys.stdout, sys.stderr = open(os.devnull), printed, printed  # noqa: SIM115  # for good
    sys.dont_write_bytecode = True  # or a mod changed within a second would be read as it was
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the program says when this ends
    requests: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
    threading.Thread(target=_listen, args=(incoming, requests), daemon=True).start()
    server = WorkerServer(outgoing)
    while True:
        server.serve(*requests.get())


def _listen(incoming: IO[bytes], requests: "SimpleQueue[tuple[Any, ...]]") -> None:
    """Hand on what is asked; when nobody is there to ask any more, end at once."""
    with suppress(Exception):
        while (body := wire.read_frame(incoming)) is not None:
            request = wire.request_of(body)
            if request == wire.INTERRUPT:
                interrupted.set()
                _interrupt()
            else:
                requests.put(request)
    _end()


def _end() -> None:
    """End at once, with all the processes that were started here, of whose group this one is the leader."""
    if sys.platform != "win32" and os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)
    os._exit(0)


def _interrupt() -> None:
    """What a terminal does to all processes of a command; it is heeded while a command is carried out."""
    if sys.platform == "win32":
        _thread.interrupt_main()
    else:
        os.killpg(os.getpgrp(), signal.SIGINT)


class WorkerServer:
    """Answers requests: each by the method of its name, with one answer, ``done`` or ``failed``."""

    def __init__(self, outgoing: IO[bytes]) -> None:
        self._outgoing = outgoing
        self._number = 0
        self._mod: dict[tuple[str, str], AI] = {}
        self._agents: dict[int, Agent | ThinkingError] = {}
        self._classroom: Any = None

    def serve(self, number: int, name: str, *content: Any) -> None:
        """Answer one request."""
        self._number = number
        try:
            self._tell("done", getattr(self, name)(*content))
        except BaseException as error:  # a mod may raise anything, even SystemExit
            self._tell("failed", described(error))
        sys.stderr.flush()

    def _tell(self, kind: str, content: Any) -> None:
        try:
            packed = wire.pack_answer((self._number, kind, content))
        except wire.WireError as error:
            raise ThinkingError(f"gave {error}") from None
        frame = memoryview(packed)
        while frame:
            frame = frame[self._outgoing.write(frame) :]

    # --- requests ---

    def hello(self) -> None:
        """Only to be answered."""

    def load(self, name: str, path: str | None, entry: str | None) -> dict[str, Any]:
        """Load a mod; what it adds, in plain values, or why it is refused and at which line."""
        try:
            loaded = mod_files.load(name, None if path is None else Path(path), entry)
        except ModError as error:
            return {"error": str(error), "where": error.where}
        for game in loaded.games:
            registry.register_game(game)
        self._mod = {(ai.game, ai.name): ai for ai in loaded.ais}
        return mod_files.description(loaded)

    def parse(self, game: str, ai: str, key: str, text: str) -> tuple[Any, str | None]:
        """The value of a parameter's text, or why it is none."""
        option = next(option for option in self._mod[game, ai].parameters if option.key == key)
        try:
            return option.parse(text), None
        except ValueError as error:
            return None, str(error)

    def open(self, number: int, kind: str, *opening: Any) -> None:
        """Make an agent; where that fails, its first thought tells why."""
        try:
            self._agents[number] = self._copied(*opening) if kind == "copy" else self._of_mod(*opening)
        except BaseException as error:  # a mod may raise anything, even SystemExit
            self._agents[number] = ThinkingError(described(error))

    def drop(self, number: int) -> None:
        """Forget an agent."""
        self._agents.pop(number, None)

    def think(self, number: int, view: Any, state: Any, picks: bool) -> tuple[Any, ...]:
        """What each scorer of an agent makes of a view, its name and its candidates as rows of move, score and reason;
        and what is picked, see `_picked`; nothing where it `picks` later."""
        agent = self._agent(number)
        rng = Random()
        rng.setstate(state)
        parts: list[Scored] = []
        for scorer in agent.scorers:
            parts.append(self._scored(scorer, view, rng, parts))
        candidates = [candidate for part in parts for candidate in part.candidates]
        return _told(parts), *_picked(agent.picker, candidates, state, rng, picks)

    def pick(self, number: int, rows: Sequence[tuple[Any, float, str]], state: Any) -> tuple[Any, ...]:
        """What the picker of an agent picks of candidates that are told as rows, see `_picked`."""
        agent = self._agent(number)
        rng = Random()
        rng.setstate(state)
        candidates = [Candidate(move, score, Reason("{}", (reason,))) for move, score, reason in rows]
        return _picked(agent.picker, candidates, state, rng, True)

    def _agent(self, number: int) -> Agent:
        """The agent of a number. Raises ThinkingError where it could not be made."""
        agent = self._agents[number]
        if isinstance(agent, ThinkingError):
            raise agent
        return agent

    def _scored(self, scorer: Scorer, view: Any, rng: Random, before: Sequence[Scored]) -> Scored:
        """What one scorer comes to, told as it grows, after those before it."""
        given: Any = scorer.score(view, rng)
        if not hasattr(given, "__iter__"):
            raise ThinkingError(f"gave what are no candidates: {_short(given)}")
        told = time.monotonic()
        part = Scored(_name(scorer), [])
        for candidates in growing(_at_most(given)):
            part = Scored(part.name, candidates)
            if time.monotonic() - told > NEWS_SECONDS:
                self._tell("news", _told([*before, part]))
                told = time.monotonic()
        return part

    def setting_name(self, game: str, ai: str, how: Setup) -> str:
        """What a table belongs to that an AI of the mod learns in such matches, in words for people."""
        found = self._ai(game, ai)
        if found.learner_spec is None:
            raise ThinkingError("does not learn a table")
        name: str = found.learner_spec.encoding.setting_name(found.setting_of(how))
        return name

    def learn(self) -> None:
        """Be ready for those who learn."""
        from game.workers.learning_service import LearningService  # only here: agents need none

        self._classroom = LearningService(self._ai)

    def learning(self, what: str, *content: Any) -> Any:
        """Ask something of those who learn here, see :class:`game.workers.learning_service.LearningService`."""
        return getattr(self._classroom, what)(*content)

    def command(self, name: str, words: Namespace, mods: Sequence[Found], seconds: float) -> tuple[int, str]:
        """Carry out a command in which AIs of mods learn: its exit status, and what is to be said; 130 and nothing
        where it was interrupted before there was anything to keep."""
        from game.mods.mods import ModsInUse
        from game.workers import commands  # only here: agents need none

        def overdue() -> None:
            self._tell("failed", f"thought for more than {seconds:g} s")
            os._exit(1)

        try:
            with commands.prepared(mods, seconds, overdue):
                if interrupted.is_set():  # while the mods were loaded
                    raise KeyboardInterrupt
                in_use = ModsInUse(tuple(mods), seconds)
                return commands.carried_out(name, words, in_use, lambda *news: self._tell("news", news))
        except KeyboardInterrupt:
            return 130, ""

    # --- agents ---

    @staticmethod
    def _copied(copy: bytes) -> Agent:
        scorers, picker = pickle.loads(copy)
        return Agent("copy", scorers, picker)

    def _of_mod(self, game: str, name: str, values: dict[str, Any], trained: Path | bytes | None) -> Agent:
        ai = self._ai(game, name)
        if isinstance(trained, Path):
            return ai.agent(values, ai.learnt_from(trained)[0])
        return ai.agent(values, None if trained is None else ai.learnt_in(trained))

    def _ai(self, game: str, name: str) -> AI:
        """An AI of the worker's mod. Raises ThinkingError."""
        ai = self._mod.get((game, name))
        if ai is None:
            raise ThinkingError("is not in its mod any more")
        return ai


def _at_most(given: Any) -> Any:
    """What a scorer gives, as long as that is not endless."""
    if isinstance(given, list):
        return given
    return _counted(given)


def _counted(given: Any) -> Any:
    for number, item in enumerate(given):
        if number >= MOST_CANDIDATES and not isinstance(item, list):
            raise ThinkingError(f"gave more than {MOST_CANDIDATES} candidates")
        yield item


def _picked(
    picker: Picker, candidates: Sequence[Candidate], before: Any, rng: Random, picks: bool
) -> tuple[int | None, int | None, Any, Sequence[float]]:
    """Which candidate is picked, how often the picker has explored, the state of the random numbers afterwards where
    any were drawn since they were in the state `before`, and the chances of the candidates where the picker tells
    them."""
    chances = chances_of(picker, candidates) if picks else ()
    choice = picker.pick(candidates, rng) if picks else None
    after = rng.getstate()
    explorations = getattr(picker, "explorations", None)
    drawn = None if after == before else told_state(after)
    return None if choice is None else int(choice), explorations, drawn, chances


def _name(scorer: Scorer) -> str:
    """What a scorer is called: by its name, else by that of its class."""
    return str(getattr(scorer, "name", "") or type(scorer).__name__)[:MOST_NAME]


def _told(parts: Sequence[Scored]) -> list[tuple[str, list[tuple[Any, float, str]]]]:
    """What scorers came to, in plain values. Raises ThinkingError for what is no candidate."""
    if len(parts) > MOST_ITEMS or sum(len(part.candidates) for part in parts) > MOST_CANDIDATES:
        raise ThinkingError(f"gave more than {MOST_CANDIDATES} candidates")
    return [(part.name, [_row(candidate) for candidate in part.candidates]) for part in parts]


def _row(candidate: Any) -> tuple[Any, float, str]:
    if not isinstance(candidate, Candidate):
        raise ThinkingError(f"gave what is no candidate: {_short(candidate)}")
    move, score, reason = candidate
    try:
        number = float(score)
    except OverflowError:
        number = math.inf
    except (TypeError, ValueError):
        raise ThinkingError(f"gave a score that is no number: {_short(score)}") from None
    if not -MOST_SCORE < number < MOST_SCORE:
        raise ThinkingError(f"gave a score that is no finite number: {number}")
    if move is None:
        raise ThinkingError("gave a candidate without a move")
    if wire.game_of_move(type(move)) is None:
        raise ThinkingError(f"gave what is no move: a {wire.named(type(move))}")
    return move, number, str(reason)[:MOST_REASON]


def _short(thing: object) -> str:
    """What a thing looks like, in a few words."""
    try:
        return shown(repr(thing), 60)
    except Exception:  # whatever a mod's own class raises
        return f"a {wire.named(type(thing))}"
