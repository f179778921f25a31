"""All who learn at the tables of a program; no pygame here.

A match is played from what its AIs knew when they sat down. Beside it a learner learns from every move of the AI, and
the next match is played from what the learner knows then.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Protocol

from game.agents.agent import ThinkingError
from game.agents.learning import CurvePoint
from game.games.registry import AI
from game.games.seats import Seat
from game.learning.learner import Learner
from game.learning.match_learner import MatchLearner, knowing, sat_down
from game.learning.remote_learner import RemoteLearner, RemoteMatchLearner
from game.learning.snapshot import LearnerSnapshot
from game.mods.mod import ModAI
from game.rules.language import _, error_words
from game.rules.protocol import Setup


class AnyLearner(Protocol):
    """What an AI has learnt at one setting of its game, as the window sees it: see
    :class:`game.learning.learner.Learner`. It reads the snapshot."""

    notices: deque[str]

    @property
    def ai(self) -> AI:
        """Whose it is."""

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""

    @property
    def snapshot(self) -> LearnerSnapshot:
        """What it is now."""

    @property
    def curve(self) -> list[CurvePoint]:
        """How it came about, point by point, up to now."""

    def save(self) -> bool:
        """Keep everything; False, and `trouble`, when that cannot be."""

    def refresh(self) -> None:
        """Take in what others have kept since."""

    def start_anew(self) -> bool:
        """Forget everything and keep that; False, and `trouble`, when it cannot be kept."""

    def back_to_pretrained(self) -> bool:
        """Forget what was learnt beside the pretrained table; False, and `trouble`, when it cannot be."""

    def export(self, path: Path) -> None:
        """Write a copy to a new file. Raises CheckpointError or StorageError."""


AnyMatchLearner = MatchLearner | RemoteMatchLearner


class Seating(NamedTuple):
    """The seats of a match as they sit down now, who learns from it, and what is to be told of those who cannot."""

    seats: list[Seat]
    match_learners: list[AnyMatchLearner]
    faults: list[str]


class LearnerStore:
    """All learners of a program: one for each AI and setting, so that tables and trainings share what is learnt."""

    def __init__(self) -> None:
        self._known: dict[Path, Learner | RemoteLearner] = {}

    def learner(self, ai: AI, how: Setup) -> Learner | RemoteLearner:
        """The learner of an AI for such matches, up to date with its file. Raises ValueError when the AI learns no
        table, ThinkingError when its mod is at fault."""
        path = ai.own_path(how)
        found = self._known.get(path)
        if found is None or found.ai is not ai:  # registered anew, as an AI of a mod that has changed
            if found is not None:
                found.save() if isinstance(found, Learner) else found.leave()
            found = RemoteLearner(ai, how, path) if isinstance(ai, ModAI) else Learner(ai, ai.setting_of(how))
            self._known[path] = found
        found.refresh()
        return found

    def here(self, ai: AI, how: Setup) -> Learner:
        """The learner of an AI of this process. Raises ValueError when it is none, or learns no table."""
        found = self.learner(ai, how)
        if not isinstance(found, Learner):
            raise ValueError(f"{ai.name} learns in a process of its own")
        return found

    def seat(self, seats: Sequence[Seat], how: Setup) -> Seating:
        """The seats of a match as they sit down now: those asked for by a bare name play by what the AI knows now.
        Raises SeatError."""
        taken, match_learners, faults = list(seats), list[AnyMatchLearner](), list[str]()
        groups: dict[Path, tuple[Learner | RemoteLearner, dict[int, Seat]]] = {}
        for index, seat in enumerate(seats):
            if seat.ai is not None and seat.learns:
                try:
                    learner = self.learner(seat.ai, how)
                except ThinkingError as error:
                    faults.append(_("{ai} does not learn here: it {what}", ai=seat.name, what=error_words(error)))
                else:
                    groups.setdefault(learner.path, (learner, {}))[1][index] = seat
        with ExitStack() as undone:
            for learner, group in groups.values():
                try:
                    found, match_learner = _sat_down(learner, group)
                except ThinkingError as error:
                    faults.append(_("{ai} does not learn here: it {what}", ai=learner.ai.name, what=error_words(error)))
                    continue
                undone.callback(match_learner.close)
                match_learners.append(match_learner)
                for index, seat in found.items():
                    taken[index] = seat
            undone.pop_all()
        return Seating(taken, match_learners, faults)

    def close(self) -> list[str]:
        """Keep what has not been kept yet; why that could not be, for those it could not be for. Raises the first error
        that nobody expected, once all the others are kept."""
        troubles, errors = list[str](), list[Exception]()
        for learner in self._known.values():
            try:
                if not learner.save():
                    troubles.append(f"{learner.snapshot.trouble}")
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return troubles


def _sat_down(learner: Learner | RemoteLearner, seats: Mapping[int, Seat]) -> tuple[dict[int, Seat], AnyMatchLearner]:
    """The seats of a learner's AI with what they play by now, and the match learner for them. Raises SeatError,
    ThinkingError."""
    if isinstance(learner, RemoteLearner):
        learnt, digest, match_learner = learner.sit(seats)
        return knowing(seats, learnt, digest), match_learner
    return sat_down(learner, seats)
