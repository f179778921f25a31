"""What a worker process of the program can be asked for. Such a process begins with `main`, see
:mod:`game.workers.worker`: nothing else knows both the workers and what they work for.

It starts light: what learning and commands need is imported once they are asked for.
"""

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from game.agents.agent import Agent
from game.mods.files import Found
from game.mods.service import ModService
from game.workers import server
from game.workers.agent_service import AgentService, copied
from game.workers.server import Services, Tell


def main(memory: int | None) -> None:
    """Serve the program until it ends; `memory` is how many MB may be used, None for as many as there are."""
    server.serve(memory, services)


def services(tell: Tell) -> Services:
    """What a worker answers, by the names of requests."""
    mod = ModService()
    agents = AgentService({"copy": _copied, "mod": mod.agent}, tell)
    learning = _Learning(mod)
    return {
        "hello": lambda: None,  # only to be answered
        "load": mod.load,
        "load_games": mod.load_games,
        "parse": mod.parse,
        "setting_name": mod.setting_name,
        "open": agents.open,
        "drop": agents.drop,
        "think": agents.think,
        "pick": agents.pick,
        "learn": learning.begin,
        "learning": learning.answer,
        "command": _Commands(tell).carry_out,
        "judge": _Judging(tell).carry_out,
        "tournament": _tournament,
        "rival": _Rivals().run,
        "strength": _strength,
    }


def _copied(copy: bytes) -> Agent:
    """An agent of our own, see :func:`game.workers.agent_service.copied`; it may ask for any game and AI of ours."""
    from game.games import registry

    registry.load_built_in()
    return copied(copy)


class _Rivals:
    """Trainings that others are compared with."""

    def __init__(self) -> None:
        self._service: Any = None

    def run(self, *content: Any) -> Any:
        """See :meth:`game.learning.rival_service.RivalService.run`."""
        if self._service is None:
            from game.learning.rival_service import RivalService

            self._service = RivalService()
        return self._service.run(*content)


def _strength(*content: Any) -> Any:
    """See :func:`game.learning.strength.measured_strength`."""
    from game.learning.strength import measured_strength

    return tuple(measured_strength(*content))


def _tournament(what: str, *content: Any) -> Any:
    """Ask something of :class:`game.matches.tournament_service.TournamentService`."""
    from game.matches.tournament_service import TournamentService

    return getattr(TournamentService(), what)(*content)


class _Judging:
    """The work of judges."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def carry_out(self, mods: Any, work: bytes, portion: Any) -> Any:
        """What a portion of it comes to."""
        from game.analysis import service

        return service.carry_out(mods, work, portion, self._tell)


class _Learning:
    """Those who learn in the worker of their mod."""

    def __init__(self, mod: ModService) -> None:
        self._mod = mod
        self._service: Any = None

    def begin(self) -> None:
        """Be ready for them."""
        from game.learning.service import LearningService

        self._service = LearningService(self._mod.ai)

    def answer(self, what: str, *content: Any) -> Any:
        """Ask something of them, see :class:`game.learning.service.LearningService`."""
        return getattr(self._service, what)(*content)


class _Commands:
    """Commands in which AIs of mods learn."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell

    def carry_out(self, name: str, words: Namespace, mods: Sequence[Found], seconds: float) -> tuple[int, str]:
        """Carry out a command: its exit status, and what is to be said; 130 and nothing where it was interrupted before
        there was anything to keep."""
        from game.cli import worker_commands
        from game.mods.mods import ModsInUse

        def overdue() -> None:
            self._tell("failed", f"thought for more than {seconds:g} s")
            os._exit(1)

        try:
            with worker_commands.prepared(mods, seconds, overdue):
                if server.interrupted.is_set():  # while the mods were loaded
                    raise KeyboardInterrupt
                in_use = ModsInUse(tuple(mods), seconds)
                return worker_commands.carried_out(name, words, in_use, lambda *news: self._tell("news", news))
        except KeyboardInterrupt:
            return 130, ""
