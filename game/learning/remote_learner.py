"""What a mod's AI learns at the tables of the window, in its worker, as the program sees it."""

import itertools
import re
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.learning import CurvePoint
from game.agents.transitions import Experience
from game.checkpoints.container import CheckpointError
from game.games.ai import Trained
from game.games.seats import Seat
from game.learning.remote import Remote
from game.learning.snapshot import LearnerSnapshot, curve_of, snapshot_of
from game.mods.mod import ModAI
from game.rules.language import _, error_words
from game.rules.protocol import Setup
from game.workers import answers
from game.workers.worker import Request

_numbers = itertools.count(1)
_PORTION = 4
"""So many things are told at most at a time, as many as happen in a frame or two: a learner that is slow, but not too
slow, falls behind, and is not ended for it."""


class RemoteLearner(Remote):
    """What a mod's AI has learnt at one setting of its game, as it was when its worker last told; see
    :class:`game.learning.learner.Learner` for what each name means."""

    def __init__(self, ai: ModAI, how: Setup, path: Path) -> None:
        """Raises ThinkingError where the mod is at fault."""
        super().__init__(ai, how)
        self.path = path
        self.snapshot = LearnerSnapshot()
        self.curve: list[CurvePoint] = []
        self.notices: deque[str] = deque(maxlen=8)
        self._match_learner: RemoteMatchLearner | None = None
        self._lost: str | None = None
        """Why something was lost that nobody has been told of."""
        self._asked("know", parts=1)

    def take(self, report: Any) -> None:
        """Take in what the worker says of it. Raises ThinkingError where that is no report."""
        try:
            curve = answers.entry(report, "curve")
            points = self.curve if curve is None else curve_of(curve)
            snapshot = snapshot_of(LearnerSnapshot, answers.entry(report, "snapshot"))
            notices = [answers.words(notice) for notice in answers.items(answers.entry(report, "notices"))]
        except answers.AnswerError as error:
            raise ThinkingError(f"told of what it learns in a way that cannot be read ({error})") from None
        self.snapshot, self.curve = snapshot, points
        self.notices += notices

    def fail(self, error: ThinkingError) -> str:
        """Have the trouble be that the worker is at fault; what it is, in words."""
        trouble = _("{ai} {what}", ai=self.ai.name, what=error_words(error))
        self.snapshot = replace(self.snapshot, trouble=trouble)
        return trouble

    def _asked(self, what: str, *content: Any, parts: int) -> Sequence[Any]:
        """What the worker answers, of so many parts, the last of which is a report that has been taken in. Raises
        ThinkingError."""
        try:
            answer = answers.items(self.worker.wait(self.ask(what, *content)), parts, parts)
        except answers.AnswerError as error:
            raise ThinkingError(f"gave an answer that is none ({error})") from None
        self.take(answer[-1])
        return answer[:-1]

    # --- at a table ---

    def sit(self, seats: Mapping[int, Seat]) -> "tuple[Trained, str | None, RemoteMatchLearner]":
        """What these seats of its AI play by now, its SHA-256, and the match learner for them. Raises ThinkingError."""
        number = next(_numbers)
        told = [(index, seat.spec, dict(seat.parameters)) for index, seat in seats.items()]
        if self._match_learner is not None:
            self._match_learner.hand_on()
        raw, digest = self._asked("sit", number, told, parts=3)
        if not (digest is None or (type(digest) is str and re.fullmatch("[0-9a-f]{64}", digest))):
            raise ThinkingError("gave what is no SHA-256")
        self._match_learner = match_learner = RemoteMatchLearner(self, number, frozenset(seats))
        return raw if type(raw) is bytes else self.ai.pretrained, digest, match_learner

    def taught_by(self, match_learner: "RemoteMatchLearner") -> bool:
        """Whether this is its latest match_learner."""
        return self._match_learner is match_learner

    # --- what can be done with it ---

    def refresh(self) -> None:
        """Take in what others have kept since."""
        try:
            self._asked("know", parts=1)
        except ThinkingError as error:
            self.fail(error)

    def save(self) -> bool:
        """Keep everything, waiting for it; False, and `trouble`, when that cannot be."""
        return self._kept("save")

    def leave(self) -> bool:
        """The same when its table is left: other programs may learn into the file then."""
        return self._kept("leave")

    def _kept(self, how: str) -> bool:
        if self._match_learner is not None:
            self._match_learner.hand_on()
        if not self.worker.running:
            return self._lost is None  # what it had learnt since it was last kept
        done = self._done(how)
        if self._match_learner is not None:
            self._match_learner.hear()
        return done

    def start_anew(self) -> bool:
        """Forget everything and keep that; False, and `trouble`, when it cannot be kept."""
        return self._done("start_anew")

    def back_to_pretrained(self) -> bool:
        """Forget what was learnt beside the pretrained table; False, and `trouble`, when it cannot be."""
        return self._done("back_to_pretrained")

    def _done(self, what: str) -> bool:
        try:
            (done,) = self._asked("do", what, parts=2)
        except ThinkingError as error:
            self._lost = self.fail(error)
            return False
        return done is True

    def export(self, path: Path) -> None:
        """Write a copy to a new file. Raises CheckpointError where none can be written."""
        try:
            (fault,) = self._asked("export", path, parts=2)
            said = answers.words(fault)
        except (ThinkingError, answers.AnswerError) as error:
            raise CheckpointError(f"{self.ai.name} {error}") from None
        if said:
            raise CheckpointError(said)


class RemoteMatchLearner:
    """What a learner in a worker learns at one table: handed on at the end of a frame, never waited for.

    Once it has failed it is over: the fault is told, and the match goes on without.
    """

    def __init__(self, learner: RemoteLearner, number: int, players: frozenset[int]) -> None:
        self.learner = learner
        self.players = players
        self.over = False
        self.fault: str | None = None
        """Why it is over, until somebody has been told."""
        self._number = number
        self._told: list[tuple[Any, ...]] = []
        self._match_over = False
        self._measured = False
        """Whether the learner has been asked for its curve, which nobody waits for."""
        self._requests: deque[Request] = deque()

    def learn(self, met: Experience) -> None:
        """Learn from what one of the players has met with."""
        self._told.append(("learn", met))

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move."""
        self._told.append(("acted", player, explored))

    def game_ended(self) -> None:
        """A game is over, and its last experiences have been told."""
        self._told.append(("game_ended",))

    def rest(self, match_over: bool) -> None:
        """A frame is over: hear what came of the last, and hand on what has happened, if the worker is ready for it."""
        self._match_over |= match_over
        if self._requests:
            self.learner.worker.look()
            self.hear()
        if not self._requests:
            self.hand_on(_PORTION)

    def hand_on(self, most: int | None = None) -> None:
        """Hand on what has happened, or so much of it at `most`."""
        told, self._told = self._told[:most], [] if most is None else self._told[most:]
        match_over = self._match_over and not self._told
        self._match_over = self._match_over and not match_over
        if self.over or (self._measured and not (told or match_over)):
            return
        self._measured = True
        learner = self.learner
        self._requests.append(
            learner.worker.ask("learning", "learn", self._number, told, match_over, limit=learner.limit)
        )

    def close(self) -> None:
        """The table is left: keep what was learnt; unless a next table has taken its place, let other programs learn
        into the file."""
        if self.learner.taught_by(self):
            self.learner.leave()
        else:
            self.learner.save()

    def hear(self) -> None:
        """Take in what came of what was handed on, as far as that is known."""
        while self._requests and self._requests[0].done:
            try:
                self.learner.take(self._requests.popleft().result())
            except ThinkingError as error:
                self._fail(error)

    def _fail(self, error: ThinkingError) -> None:
        """It is over; the first fault is told."""
        if not self.over:
            self.over = True
            self.learner.fail(error)
            told = {"ai": self.learner.ai.name, "what": error_words(error)}
            self.fault = _("{ai} learns no more in this match: it {what}", **told)
