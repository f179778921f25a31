"""The four steps of every AI, pure: scorers write candidates, a picker chooses one.

A headless match calls :meth:`Agent.choose`; in the world each scorer runs as a system of its own and writes the
same candidates into its ``ScorerState``. Both draw from the seat's random numbers in the same order: scorers
in the order of the agent, then the picker.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, NamedTuple, Protocol

from game.rules.language import Message, _, made, message_of


class Reason(NamedTuple):
    """Why a candidate has its score: a template and its values, put into words only when somebody reads it; empty where
    nothing is said."""

    template: str = ""
    values: tuple[Any, ...] = ()

    def __str__(self) -> str:
        return self.template.format(*self.values)

    @property
    def message(self) -> Message:
        """The words as a message, to be translated where they are shown; a value may have such an attribute too."""
        bare = message_of(self.values[0]) if self.template == "{}" else None
        return made(self.template, self.values, {}) if bare is None else bare


class Estimate(NamedTuple):
    """What an AI expects of a move, as far as its kind shows it: None, and an empty line, stand for what it does not.

    It is shown, recorded and measured; what is picked goes by the score alone.
    """

    chance: float | None = None
    """The chance to win the match if all play on as this AI does, in [0, 1]; a draw among n players counts 1/n."""
    round_chance: float | None = None
    """The chance to win the round, in [0, 1]; a draw counts as in the match."""
    expected: float | None = None
    """The expected difference of score in the round, in points, for the player."""
    error: float | None = None
    """One standard error of `chance`, in [0, 1]."""
    visits: int | None = None
    """How many roll-outs it rests on."""
    line: str = ""
    """What is expected to follow, in words."""


def with_one_even(mean: float, number: float, even: float = 0.5) -> float:
    """The mean of so many chances with one more that came out `even`. By as much as that changes it a mean may always
    err: a few may all come to the same."""
    return (mean * number + even) / (number + 1)


class Candidate(NamedTuple):
    """A move that an AI considers, its score (the scale is the AI's own), why, and what is expected of it."""

    move: Any
    score: float
    reason: Reason
    estimate: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Considered:
    """An event: an AI has thought, and moves next: what it saw, its candidates, and which it chose, None for none."""

    player: int
    ai: str
    view: Any
    candidates: Sequence[Candidate]
    chosen: int | None


class ThinkingError(Exception):
    """An AI did not think as it should; the text goes on after its name: "raised ZeroDivisionError ..."."""


class Scorer(Protocol):
    """Looks at what its player sees and gives candidates.

    A scorer whose thoughts take more than some 50 ms says so with an attribute ``slow = True``: in the window it then
    thinks in a process of its own. One that shows more than it goes by may have a method ``silent()``, which returns a
    scorer of the same moves and scores without that, for matches whose thoughts nobody reads.
    """

    name: str

    def score(self, view: Any, rng: Random) -> Iterable[Candidate] | Iterable[list[Candidate]]:
        """The candidates for a view of the player to move: each move legal, each at most once.

        A long thought yields lists instead, as they grow: each stands for the one before, and the last one counts.
        How many steps it takes must not depend on the clock, or matches could not be played again.
        """


def growing(given: Any) -> Iterator[list[Candidate]]:
    """What a scorer gives as lists: as many as it yields, at least one; the last is the whole thought."""
    if isinstance(given, list):
        yield given
        return
    candidates: list[Candidate] = []
    for item in given:
        if isinstance(item, list):
            candidates = item
            yield candidates
        else:
            candidates.append(item)
    yield candidates


def scored(scorer: Scorer, view: Any, rng: Random) -> list[Candidate]:
    """All candidates of a scorer, once it has done with thinking."""
    given = scorer.score(view, rng)
    if isinstance(given, list):
        return given
    candidates: list[Candidate] = []
    for candidates in growing(given):  # noqa: B007  # the last one is wanted
        pass
    return candidates


class Picker(Protocol):
    """Chooses one of all the candidates of a player.

    One that draws by lot may have a method ``chances(candidates)`` too, which returns each candidate's chance to be
    picked next, 1 together; the overlay shows them.
    """

    name: str

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """The index of the chosen candidate; None when none of them will do."""


def picked(picker: Picker, candidates: Sequence[Candidate], rng: Random) -> Candidate | None:
    """The candidate that a picker picks. Raises ThinkingError where it picks what is not there."""
    index = picker.pick(candidates, rng)
    if index is None:
        return None
    try:
        return candidates[index]
    except (IndexError, TypeError):
        raise ThinkingError(
            _("picked candidate {index} of {number}", index=repr(index), number=len(candidates))
        ) from None


def place_of(candidate: Candidate | None, candidates: Sequence[Candidate]) -> int | None:
    """Where a candidate stands among those that it was picked of; None for none."""
    return next((place for place, each in enumerate(candidates) if each is candidate), None)


def shows_chances(candidates: Sequence[Candidate]) -> bool:
    """Whether each of these candidates shows its chance to win the match."""
    return all(each.estimate is not None and each.estimate.chance is not None for each in candidates)


def by_chance(candidates: Sequence[Candidate]) -> list[int]:
    """The numbers of candidates, the greatest chance to win the match first, of equal ones the higher score; by the
    score alone where one shows no chance."""
    shown = shows_chances(candidates)

    def behind(at: int) -> tuple[float, float]:
        chance = (candidates[at].estimate or Estimate()).chance if shown else None
        return -(chance or 0.0), -candidates[at].score

    return sorted(range(len(candidates)), key=behind)


def chances_of(picker: Picker, candidates: Sequence[Candidate]) -> tuple[float, ...]:
    """Each candidate's chance that a picker which draws by lot picks it next: what its method `chances(candidates)`
    tells, where it has one. Empty where it has none, tells nonsense, or leaves nothing to chance."""
    tell = getattr(picker, "chances", None)
    if tell is None:
        return ()
    try:
        told = tuple(map(float, tell(candidates)))
    except Exception:  # whatever a mod's picker raises, the match goes on
        return ()
    sound = len(told) == len(candidates) and all(0.0 <= chance <= 1.0 for chance in told)
    return told if sound and abs(sum(told) - 1.0) < 1e-6 and max(told) < 1.0 else ()


@dataclass(frozen=True)
class Agent:
    """An AI at a seat: its scorers, in order, and its picker."""

    name: str
    scorers: tuple[Scorer, ...]
    picker: Picker

    def think(self, view: Any, rng: Random) -> list[Candidate]:
        """All candidates for a view, in the order of the scorers."""
        return [candidate for scorer in self.scorers for candidate in scored(scorer, view, rng)]

    def choose(self, view: Any, rng: Random) -> Candidate | None:
        """The picked candidate, or None when no candidate would do."""
        return picked(self.picker, self.think(view, rng), rng)

    def silent(self) -> "Agent":
        """The agent for a match whose thoughts nobody reads: it plays the same. One that picks by more than scores goes
        by what it shows, and stays as it is."""
        if not getattr(self.picker, "by_scores", False):
            return self
        scorers = tuple([scorer.silent() if hasattr(scorer, "silent") else scorer for scorer in self.scorers])
        return self if scorers == self.scorers else replace(self, scorers=scorers)

    def close(self) -> None:
        """Give back what the agent holds outside of itself, when the match is over."""


def is_slow(agent: Agent) -> bool:
    """Whether an agent thinks too long for a frame of the window."""
    return any(getattr(scorer, "slow", False) for scorer in agent.scorers)


class Scored(NamedTuple):
    """What a scorer in another process has come to: what it is called, and its candidates so far."""

    name: str
    candidates: list[Candidate]


class Thought(Protocol):
    """A decision that is thought about in another process, and looked at from time to time."""

    parts: Sequence[Scored]
    """What each scorer has come to so far, in the order of the agent; those that have not begun may be missing."""
    changes: int
    """How often they have changed."""
    done: bool

    def look(self) -> None:
        """Take in what has come since. Raises ThinkingError where the thought has failed."""

    def wait(self) -> None:
        """Take in everything, once it is done. Raises ThinkingError where the thought has failed."""

    def cancel(self) -> None:
        """Give the thought up."""


class RemoteScorer:
    """Stands for all the scorers and the picker of an agent in another process.

    A plain class to derive from: whether a scorer is one is asked at every decision, and of a protocol that takes long.
    """

    name = "elsewhere"

    def begin(self, view: Any, rng: Random) -> Thought:
        """Begin to think; when the thought is done, `rng` is where thinking here would have left it."""
        raise NotImplementedError("where it thinks is said by what derives from it")

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        """All candidates, once they are there; what was picked of them is known then, too."""
        thought = self.begin(view, rng)
        thought.wait()
        return [candidate for part in thought.parts for candidate in part.candidates]
