"""Agents that think in a worker process: like any other to whoever calls them."""

import itertools
import math
import pickle
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from game.apart.worker import Request, Worker
from game.brains.agent import Agent, Candidate, DistantScorer, Reason, ThinkingError

_numbers = itertools.count(1)


class DistantThought:
    """A decision that is thought about in a worker."""

    def __init__(self, link: "Link", view: Any, rng: Random) -> None:
        self.candidates: list[Candidate] = []
        self.changes = 0
        self.done = False
        self._link = link
        self._rng = rng
        self._request = link.ask("think", view, rng.getstate(), news=self._grown)

    def _grown(self, rows: Any) -> None:
        self.candidates = candidates_of(rows)
        self.changes += 1

    def look(self) -> None:
        """Take in what has come since. Raises ThinkingError where the thought has failed."""
        self._link.worker.look()
        if self._request.done:
            self._take_in()

    def wait(self) -> None:
        """Take in everything, once it is done. Raises ThinkingError where the thought has failed."""
        self._link.worker.wait(self._request)
        self._take_in()

    def _take_in(self) -> None:
        answer = self._request.result()
        try:
            rows, choice, explorations, state = answer
            if choice is not None and choice not in range(len(rows)):
                raise ThinkingError(f"picked candidate {choice!r} of {len(rows)}")
            self._grown(rows)
            if state is not None:
                self._rng.setstate(state)
        except (TypeError, ValueError) as error:
            raise ThinkingError(f"gave an answer that is none ({error})") from None
        self._link.choice = choice
        self._link.explorations = explorations if type(explorations) is int else None
        self.done = True

    def cancel(self) -> None:
        """Give the thought up, and the process with it, for nothing else stops a thought."""
        if not self._request.done:
            self._link.worker.end()
            self._link.worker.start()  # so that the next one need not wait for it


def candidates_of(rows: Any) -> list[Candidate]:
    """Candidates as they come from a worker. Raises ThinkingError where they are none."""
    found = []
    try:
        for move, score, reason in rows:
            if type(score) is not float or not math.isfinite(score) or type(reason) is not str:
                raise ValueError(f"score {score!r}, reason {reason!r}")
            found.append(Candidate(move, score, Reason("{}", (reason,))))
    except (TypeError, ValueError) as error:
        raise ThinkingError(f"gave what is no candidate ({error})") from None
    return found


class Link:
    """The way to an agent in a worker: it is opened there when it is first asked, and again in every new process."""

    def __init__(self, worker: Worker, opening: Sequence[Any], limit: Callable[[], float | None]) -> None:
        self.worker = worker
        self.choice: int | None = None
        """Which candidate of the latest thought was picked."""
        self.explorations: int | None = None
        """How often the agent's picker has explored, where it counts that."""
        self._limit = limit
        self._opening = tuple(opening)
        self._number = next(_numbers)
        self._opened: tuple[int, Request] | None = None

    def open(self) -> None:
        """Let the worker make the agent, so that it is there when it is asked."""
        self.worker.look()
        self.worker.start()
        if self._opened is None or self._opened[0] != self.worker.generation or self._opened[1].failed:
            request = self.worker.ask("open", self._number, *self._opening, limit=self._limit())
            self._opened = self.worker.generation, request

    def ask(self, what: str, *message: Any, news: Callable[[Any], None]) -> Request:
        """Ask the agent something."""
        self.open()
        return self.worker.ask(what, self._number, *message, limit=self._limit(), news=news)

    def close(self) -> None:
        """Let the worker forget the agent."""
        if self._opened is not None and self._opened[0] == self.worker.generation and self.worker.running:
            self.worker.ask("drop", self._number, limit=self._limit())
        self._opened = None


class DistantScorers(DistantScorer):
    """Stands for all the scorers of an agent in a worker."""

    name = "thinks in a process of its own"

    def __init__(self, link: Link) -> None:
        self._link = link

    def begin(self, view: Any, rng: Random) -> DistantThought:
        """Begin to think; when the thought is done, `rng` is where thinking here would have left it."""
        return DistantThought(self._link, view, rng)


class DistantPicker:
    """Tells what the picker of an agent in a worker has picked of the candidates of its latest thought."""

    name = "picks in a process of its own"

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def explorations(self) -> int | None:
        """How often the picker has explored, where it counts that."""
        return self._link.explorations

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """The index of the picked candidate; its random numbers were drawn when the thought was done."""
        return self._link.choice


@dataclass(frozen=True)
class DistantAgent(Agent):
    """An agent in a worker, which it may have for itself."""

    link: Link
    alone: bool

    def __reduce__(self) -> Any:
        raise ThinkingError("cannot play in another process of training: leave --workers out")

    def close(self) -> None:
        """Let the worker forget the agent, or end the worker that was its own."""
        if self.alone:
            self.link.worker.end()
        else:
            self.link.close()


def distant_agent(
    name: str, worker: Worker, opening: Sequence[Any], limit: Callable[[], float | None], alone: bool = False
) -> DistantAgent:
    """An agent that `opening` describes to the worker; each thought may take `limit` seconds, or as long as it
    likes."""
    link = Link(worker, opening, limit)
    link.open()
    return DistantAgent(name, (DistantScorers(link),), DistantPicker(link), link, alone)


def mod_opening(
    game: str, ai: str, values: Mapping[str, Any], trained: Path | bytes | None
) -> tuple[str, str, str, dict[str, Any], Path | bytes | None]:
    """Describes an AI of the worker's mod, with values of its parameters and the trained file it starts from, or that
    file's bytes."""
    return "mod", game, ai, dict(values), trained


def is_slow(agent: Agent) -> bool:
    """Whether an agent thinks too long for a frame of the window."""
    return any(getattr(scorer, "slow", False) for scorer in agent.scorers)


def apart(agent: Agent) -> DistantAgent:
    """An agent of our own that thinks in a worker of its own, for as long as it takes."""
    copy = pickle.dumps((agent.scorers, agent.picker), pickle.HIGHEST_PROTOCOL)
    return distant_agent(agent.name, Worker(agent.name), ("copy", copy), lambda: None, alone=True)
