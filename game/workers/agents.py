"""Agents that think in a worker process: like any other to whoever calls them."""

import itertools
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from game.agents.agent import Agent, Candidate, Reason, RemoteScorer, Scored, ThinkingError
from game.rules.language import _
from game.workers import answers
from game.workers.worker import Request, Worker

_numbers = itertools.count(1)


class RemoteThought:
    """A decision that is thought about in a worker."""

    def __init__(self, link: "Link", view: Any, rng: Random) -> None:
        self.parts: Sequence[Scored] = ()
        self.changes = 0
        self.done = False
        self._link = link
        self._rng = rng
        self._request = link.ask("think", view, rng.getstate(), not link.picks_later, news=self._grown)

    def _grown(self, told: Any) -> None:
        self.parts = parts_of(told)
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
            told, *picked = answers.items(answer, 5, 5)
        except answers.AnswerError as error:
            raise ThinkingError(_("gave an answer that is none ({why})", why=str(error))) from None
        self._grown(told)
        self._link.take(picked, sum(len(part.candidates) for part in self.parts), self._rng)
        self.done = True

    def cancel(self) -> None:
        """Give the thought up, and the process with it, for nothing else stops a thought."""
        if not self._request.done:
            self._link.worker.end()
            self._link.worker.start()  # so that the next one need not wait for it


def parts_of(told: Any) -> list[Scored]:
    """What each scorer has come to, as a worker tells it. Raises ThinkingError where there is what is no candidate."""
    try:
        return [_part(part) for part in answers.items(told)]
    except answers.AnswerError as error:
        raise ThinkingError(_("gave what is no candidate ({why})", why=str(error))) from None


def _part(part: Any) -> Scored:
    name, rows = answers.items(part, 2, 2)
    candidates = [_candidate(row) for row in answers.items(rows, answers.MOST_CANDIDATES)]
    return Scored(answers.words(name, answers.MOST_NAME), candidates)


def _candidate(row: Any) -> Candidate:
    move, score, reason, *estimates = answers.items(row, 4, 3)
    why = Reason("{}", (answers.message(reason, answers.MOST_REASON),))
    estimate = answers.estimate(estimates[0]) if estimates else None
    return Candidate(answers.move(move), answers.number(score), why, estimate)


class Link:
    """The way to an agent in a worker: it is opened there when it is first asked, and again in every new process."""

    def __init__(self, worker: Worker, opening: Sequence[Any], limit: Callable[[], float | None]) -> None:
        self.worker = worker
        self.choice: int | None = None
        """Which candidate of the latest thought was picked."""
        self.explorations: int | None = None
        """How often the agent's picker has explored, where it counts that."""
        self.chances: list[float] = []
        """The chances of the candidates of the latest thought, where the picker tells them."""
        self.picks_later = False
        """Whether nothing is picked with a thought, because systems may change its candidates first."""
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

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> None:
        """Have one of these candidates picked now; `rng` is left where picking here would have left it. Raises
        ThinkingError."""
        rows = [(move, float(score), str(reason), estimate) for move, score, reason, estimate in candidates]
        request = self.ask("pick", rows, rng.getstate(), news=lambda _: None)
        self.worker.wait(request)
        self.take(request.result(), len(candidates), rng)

    def take(self, answer: Any, candidates: int, rng: Random) -> None:
        """Take in what was picked of so many candidates. Raises ThinkingError."""
        try:
            choice, explorations, state, told = answers.items(answer, 4, 4)
            if choice is not None and answers.whole(choice) >= candidates:
                raise ThinkingError(_("picked candidate {index} of {number}", index=choice, number=candidates))
            explored = None if explorations is None else answers.whole(explorations)
            chances = [answers.number(chance) for chance in answers.items(told, answers.MOST_CANDIDATES)]
            if state is not None:
                rng.setstate(answers.state(state))
        except answers.AnswerError as error:
            raise ThinkingError(_("gave an answer that is none ({why})", why=str(error))) from None
        self.choice, self.explorations, self.chances = choice, explored, chances

    def close(self) -> None:
        """Let the worker forget the agent."""
        if self._opened is not None and self._opened[0] == self.worker.generation and self.worker.running:
            self.worker.ask("drop", self._number, limit=self._limit())
        self._opened = None


class WorkerScorer(RemoteScorer):
    """Stands for all the scorers of an agent in a worker."""

    name = "thinks in a process of its own"

    def __init__(self, link: Link) -> None:
        self._link = link

    def begin(self, view: Any, rng: Random) -> RemoteThought:
        """Begin to think; when the thought is done, `rng` is where thinking here would have left it."""
        return RemoteThought(self._link, view, rng)


class RemotePicker:
    """Tells what the picker of an agent in a worker has picked of the candidates of its latest thought."""

    name = "picks in a process of its own"

    def __init__(self, link: Link) -> None:
        self._link = link

    @property
    def explorations(self) -> int | None:
        """How often the picker has explored, where it counts that."""
        return self._link.explorations

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """The chance that each candidate had to be picked; none where the picker does not tell."""
        return self._link.chances

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """The index of the picked candidate; its random numbers were drawn when the thought was done, unless it is
        picked only now."""
        if self._link.picks_later:
            self._link.pick(candidates, rng)
        return self._link.choice


@dataclass(frozen=True)
class RemoteAgent(Agent):
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


def remote_agent(
    name: str,
    worker: Worker,
    opening: Sequence[Any],
    limit: Callable[[], float | None],
    alone: bool = False,
    at_once: bool = True,
) -> RemoteAgent:
    """An agent that `opening` describes to the worker; each thought may take `limit` seconds, or as long as it
    likes."""
    link = Link(worker, opening, limit)
    if at_once:
        link.open()
    return RemoteAgent(name, (WorkerScorer(link),), RemotePicker(link), link, alone)


def in_worker(agent: Agent, prologue: Callable[[], list[Request]] = list, at_once: bool = True) -> RemoteAgent:
    """An agent of our own that thinks in a worker of its own, for as long as it takes; `prologue` gives what that is
    asked first, so that it knows the game. The worker starts `at_once`, or when the agent is first asked."""
    copy = pickle.dumps((agent.scorers, agent.picker), pickle.HIGHEST_PROTOCOL)
    worker = Worker(agent.name, prologue, gives_way=True)
    return remote_agent(agent.name, worker, ("copy", copy), lambda: None, alone=True, at_once=at_once)
