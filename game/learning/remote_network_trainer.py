"""Trainings of networks beside the window, each in a process of its own, kept in the user's file; no pygame.

A batch takes longer than a frame may, so nothing of it is learnt in the window's process. What has been learnt comes
over at times, and whatever position is looked at is judged by it here: that takes no longer than a move does.
"""

import multiprocessing
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from random import Random
from typing import Any

import numpy as np

from game.agents.agent import Agent, Candidate
from game.agents.learning import Yardstick
from game.agents.network_learning import WON, TrainedNetworks
from game.agents.q_learning import Parameters
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.games.ai import AI
from game.learning.network_process import Order, learn
from game.learning.snapshot import ActionValue, NetworkSnapshot
from game.learning.strength import Plays, Strength
from game.rules.language import _, error_words
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.training.metrics import LearningCurve
from game.training.network_training import SEED, Progress, TrainingRequest

_PATIENCE = 100
"""It is measured often: after so many measurements without a new best it ends."""


class NetworkLearning:
    """Networks of an AI that learn in a process, as that told of them last. `trouble` says what went wrong."""

    def __init__(self, ai: AI, seed: int = SEED) -> None:
        """Raises ValueError when the AI has no networks that can be trained."""
        if ai.networks is None or ai.network_training is None:
            raise ValueError(f"{ai.name} does not learn networks")
        self.ai = ai
        self.seed = seed
        self.rules = registry.game(ai.game).rules
        self.setup = Setup(self.rules.seats[0], full_options(self.rules, {}))
        self.unit = ai.network_training.unit
        """What is counted: "round"."""
        self.chances = ai.networks.chances
        self.yardstick: Yardstick | None = None
        self.strengths: Sequence[Strength] = ()
        self.trouble: str | None = None
        self.notice: str | None = None
        """Why it has ended by itself."""
        self.progress: Progress | None = None
        self.process: BaseProcess | None = None
        self.pipe: Connection | None = None
        """What the training runs in, and the way to it; None while it does not run."""
        self._columns = ai.networks.metrics
        self._points = np.empty((0, len(self._columns)))
        self._curve: LearningCurve | None = None
        self._learnt: TrainedNetworks | None = None
        self._agent: Agent | None = None
        self._values: list[ActionValue] = []
        self._values_of: Any = None

    # --- the process ---

    def _start(self, order: Order, most: float = inf) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=learn, args=(theirs, order, most))
        self.process.start()
        theirs.close()

    def _send(self, what: str, content: Any = None) -> None:
        if self.pipe is not None:
            with suppress(OSError):
                self.pipe.send((what, content))

    def update(self) -> None:
        """Take in what the process has told."""
        while self.pipe is not None:
            try:
                if not self.pipe.poll():
                    return
                what, content = self.pipe.recv()
            except (EOFError, OSError):
                what, content = "ended", None
            self._hear(what, content)

    def _hear(self, what: str, content: Any) -> None:
        if what == "curve":
            self._take_curve(*content)
        elif what == "batch":
            self._take_curve(self._columns, np.concatenate([self._points, content[0]]))
            self.progress = content[1]
        elif what == "learnt":
            self._take_learnt(content)
        elif what == "trouble":
            self.trouble = content
        elif what == "flat":
            self.notice = _("The win rate is flat: the training has stopped, and the best networks are kept.")
        else:
            self._end()

    def _end(self) -> None:
        """The process is ending, or has ended; wait until it has."""
        if self.process is not None and self.pipe is not None:
            self.pipe.close()
            self.process.join()
            if self.process.exitcode:
                self.trouble = _("The training’s process has ended before its time; its latest checkpoint is kept.")
        self.process = self.pipe = None

    def kill(self) -> None:
        """End the process at once; what it has learnt since it last kept it is lost."""
        if self.process is not None and self.pipe is not None:
            self.process.kill()
            self.process.join()
            self.pipe.close()
        self.process = self.pipe = None

    # --- what has been learnt ---

    @property
    def curve(self) -> LearningCurve:
        """The curve of the training up to now."""
        if self._curve is None:
            self._curve = LearningCurve(registry.at_game(self.ai.name, self.ai.game), self._columns, self._points)
        return self._curve

    @property
    def count(self) -> int:
        """How many rounds or games have been learnt from."""
        return int(self._points[-1, 0]) if len(self._points) else 0

    @property
    def snapshot(self) -> NetworkSnapshot:
        """How far it is."""
        return NetworkSnapshot(self.count, self.unit, self.progress)

    def _take_curve(self, columns: tuple[str, ...], points: Any) -> None:
        self._columns, self._points, self._curve = columns, points, None

    def _take_learnt(self, learnt: TrainedNetworks | None) -> None:
        self._learnt, self._agent, self._values_of = learnt, None, None

    def values(self, view: Any | None) -> list[ActionValue]:
        """What the networks make of every move of a position, the best first: its chance to win the match where they
        learn that, else what the choice goes by. Another list only when that may have changed."""
        if view is None:
            return []
        if view != self._values_of:
            self._values, self._values_of = self._valued(view), view
        return self._values

    def _valued(self, view: Any) -> list[ActionValue]:
        if self._agent is None:
            self._agent = self.ai.agent(trained=self._learnt)
        random = Random(self.seed)
        found = sorted(self._agent.think(view, random), key=lambda each: -each.score)
        best = self._agent.picker.pick(found, random)
        return [ActionValue(each.move, self._shown(each), place == best, None) for place, each in enumerate(found)]

    def _shown(self, candidate: Candidate) -> float:
        chance = None if candidate.estimate is None else candidate.estimate.chance
        return candidate.score if chance is None or not self.chances else chance


class RemoteNetworkTrainer(NetworkLearning):
    """The training of one AI, kept in the user's file. A file that cannot be read is left untouched."""

    parameters: Parameters | None = None
    plays: Plays | None = None
    """It measures itself: nobody else has to."""

    def __init__(self, ai: AI) -> None:
        """Raises ValueError when the AI has no networks that can be trained."""
        super().__init__(ai)
        self.path = places.own_path(ai.game, ai.name, "")
        self.given: dict[str, Any] = {}
        self.stopping = False
        self._pace = inf
        """How many batches a second it has been told to learn from."""
        self._anew = False
        self._kept_count = 0
        self.refresh()

    @property
    def ways(self) -> dict[str, Any]:
        """Those parameters of what has been learnt that a second training may have otherwise; none where nothing has
        been learnt yet."""
        spec, learnt = self.ai.network_training, self._learnt
        if spec is None or learnt is None:
            return {}
        known = {key: learnt.parameters[key] for key in ("method", *spec.compared) if key in learnt.parameters}
        values = {key: tuple(value) if isinstance(value, list) else value for key, value in known.items()}
        return {key: value for key, value in values.items() if key != "method" or value in spec.methods}

    @property
    def seat(self) -> str:
        """How a seat is asked for that plays by what is kept."""
        return f"{self.ai.name}:{self.path}" if self.path.exists() else self.ai.name

    def refresh(self) -> None:
        """Take in what the file holds, unless the training runs."""
        if self.process is not None or not self.path.exists():
            return
        try:
            kept = self.ai.learnt_from(self.path)[0]
            assert isinstance(kept, TrainedNetworks)
            self._take_curve(kept.columns, kept.curve)
            self._take_learnt(kept)
            self.progress = self._progress_kept()
            self._kept_count = self.count
        except CheckpointError as error:
            self.trouble = error_words(error)

    def _progress_kept(self) -> Progress | None:
        """How well it plays by its curve; None where that was not measured."""
        columns = [place for place, name in enumerate(self._columns) if name.startswith(WON)]
        won = self._points[:, columns]
        shares = won[np.isfinite(won).all(axis=1)].mean(axis=1) if columns else np.empty(0)
        return Progress(self.count, None, {}, {}, float(shares[-1]), float(shares.max())) if shares.size else None

    def run(self, seconds: float, pace: float) -> bool:
        """Take in what has been learnt in the process, which begins now unless it runs; whether it goes on. It learns
        from no more than so many batches a second."""
        if self.process is None:
            self.notice, self.stopping, self._pace = None, False, inf
            request = watched(self.ai, {}, self.seed)
            self._start(Order(self.ai.game, self.ai.name, request, self.path, self._anew))
        if pace != self._pace:
            self._pace = pace
            self._send("pace", pace)
        self.update()
        return self.process is not None

    def stop(self) -> None:
        """Ask the process to keep what was learnt and to end; `update` hears when it has."""
        if self.process is not None and not self.stopping:
            self.stopping = True
            self._send("stop")

    def _end(self) -> None:
        super()._end()
        self.stopping = False
        if self.trouble is None:
            self._kept_count, self._anew = self.count, False

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt that is not known to be kept."""
        return self.count != self._kept_count

    def keep(self) -> bool:
        """Stop, and wait until what was learnt is kept; False, and `trouble`, when that cannot be."""
        self.stop()
        while self.pipe is not None:
            self.pipe.poll(None)
            self.update()
        return not self.unkept

    def play_was_measured(self, found: Strength) -> None:
        """Nobody measures it."""

    def forget(self) -> None:
        """Start anew with nothing learnt; the kept file stays until the training is kept again."""
        self.kill()
        self._anew, self.progress, self.stopping = True, None, False
        self._take_curve(self._columns, self._points[:0])
        self._take_learnt(None)
        self._kept_count = 0

    def saving(self) -> "NetworkSaving":
        """What keeps it beside the frames."""
        return NetworkSaving(self)


class NetworkSaving:
    """Lets the training's process keep what it has learnt, and end; see
    :class:`game.learning.background_save.BackgroundSave` for what each name means."""

    def __init__(self, trainer: RemoteNetworkTrainer) -> None:
        self._trainer = trainer
        self._then: Callable[[bool], None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being kept, or has just been and `update` has not told of it yet."""
        return self._then is not None

    def start(self, then: Callable[[bool], None]) -> None:
        """Keep what has been learnt; `update` will tell `then` whether it is kept."""
        self._then = then
        self._trainer.stop()

    def update(self) -> None:
        """Tell what came of it, once it is done."""
        self._trainer.update()
        if self._trainer.process is None and self._then is not None:
            then, self._then = self._then, None
            then(not self._trainer.unkept)

    def wait(self) -> None:
        """Wait until the process has ended, without telling."""
        self._then = None
        self._trainer.keep()

    def leave_out_of_collections(self, seconds: float) -> None:
        """Nothing of it is among the window's objects."""


def watched(ai: AI, given: Mapping[str, Any], seed: int) -> TrainingRequest:
    """A training of an AI that somebody watches: in small batches, measured often, with the course of its method.
    `given` may hold a "method", a "seed", and values of the method's parameters."""
    spec = ai.network_training
    assert spec is not None
    values = dict(given)
    method = values.pop("method", "") or next(iter(spec.methods))
    seed, usual = values.pop("seed", seed), spec.methods[method].parameters
    return TrainingRequest(
        method,
        {**spec.watched, **values},
        seed=seed,
        count=usual.batches * usual.batch,
        patience=_PATIENCE,
    )
