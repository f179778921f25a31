"""A seat at many tables whose decisions networks take, and the memory of them that training learns from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import Bools, Ints, highest, summed
from game.games.thirty_one.encoding import ACTION_OUTPUTS, SWAP_OUTPUTS, Encoding
from game.games.thirty_one.neural import ACTION, SWAP
from game.games.thirty_one.rounds import CALL, Player, Rounds


class Decisions(NamedTuple):
    """Decisions of one network: its inputs (n, inputs) and outputs (n, outputs), which choices were possible
    (n, choices), the one made (n,), whose decision it was, as row and seat (n,) each, and its number among those of
    this seat in this round, from 0 (n,)."""

    inputs: Floats
    outputs: Floats
    possible: Bools
    chosen: Ints
    row: Ints
    seat: Ints
    number: Ints


@dataclass
class Memory:
    """What networks decided while rounds were played. `counts` are decisions so far, (rows, seats)."""

    counts: Ints
    action: list[Decisions] = field(default_factory=list)
    swap: list[Decisions] = field(default_factory=list)

    @classmethod
    def of(cls, rounds: Rounds) -> "Memory":
        """An empty memory for these rounds."""
        return cls(np.zeros((len(rounds), rounds.seats), dtype=np.int64))

    def add(
        self,
        kept: list[Decisions],
        seen: BatchView,
        inputs: Floats,
        outputs: Floats,
        possible: Bools,
        chosen: Ints,
        which: Bools,
    ) -> None:
        """Remember those of the decisions of `seen`'s players."""
        rows, seats = seen.rows, seen.player
        made = Decisions(inputs, outputs, possible, chosen, rows, seats, self.counts[rows, seats])
        if not which.all():
            made = Decisions._make(field[which] for field in made)
        if len(made.row):
            kept.append(made)
            self.counts[made.row, made.seat] += 1


class Joiner:
    """Puts parts of a memory together in arrays of its own: to come by fresh ones costs more than to fill them."""

    def __init__(self) -> None:
        self._room: list[NDArray[Any]] = []

    def joined(self, parts: Sequence[Decisions]) -> Decisions:
        """Parts of a memory as one, which holds until parts are joined again."""
        count = sum(len(part.row) for part in parts)
        if not self._room or len(self._room[0]) < count:
            self._room = [np.empty((count + count // 8, *field.shape[1:]), field.dtype) for field in parts[0]]
        fields = zip(zip(*parts, strict=True), self._room, strict=True)
        return Decisions(*[np.concatenate(each, out=room[:count]) for each, room in fields])


class NetworkPlayer:
    """Plays what its networks put out most for; `epsilon`'s share of its turns is random, action and swap: any possible
    choice alike. If it is `soft`, it draws in proportion to the outputs' exponentials instead. Outputs beyond those of
    the choices are no choices. With a `model` it does what that one does. What it decides goes into `memory`, if there
    is one, random turns only if it `learns_random` ones."""

    def __init__(
        self,
        networks: Mapping[str, Network],
        encoding: Encoding,
        epsilon: float = 0.0,
        soft: bool = False,
        model: Player | None = None,
        learns_random: bool = True,
    ) -> None:
        self.action, self.swap, self.encoding = networks[ACTION], networks[SWAP], encoding
        self.epsilon, self.soft, self.model, self.learns_random = epsilon, soft, model, learns_random
        self._random_turns: Ints = np.empty(0, dtype=np.int64)
        """The rows in which the turn that has begun is a random one."""
        self.memory: Memory | None = None

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """The action network's choice."""
        inputs = self.encoding.action(seen)
        possible = np.ones((len(seen), ACTION_OUTPUTS), dtype=bool)
        possible[:, CALL] = ~seen.called
        outputs = self.action.forward(inputs)
        exploring = random.random(len(seen)) < self.epsilon if self.epsilon else np.zeros(len(seen), dtype=bool)
        self._random_turns = seen.rows[exploring]
        if self.model is None:
            chosen = self._choose(outputs, possible, exploring, random)
        else:
            chosen = self.model.begin(seen, random)
        if self.memory is not None:
            self.memory.add(
                self.memory.action, seen, inputs, outputs, possible, chosen, ~exploring | self.learns_random
            )
        return chosen

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """The swap network's choice."""
        inputs, places = self.encoding.swap(seen)
        possible = np.ones((len(seen), SWAP_OUTPUTS), dtype=bool)
        possible[:, -1] = ~took
        outputs = self.swap.forward(inputs)
        exploring = np.isin(seen.rows, self._random_turns)
        if self.model is None:
            chosen = self._choose(outputs, possible, exploring, random)
        else:
            dropped = self.model.discard(seen, took, random)
            chosen = (places == dropped[:, None]).argmax(axis=1)
        if self.memory is not None:
            which = ~exploring | self.learns_random
            self.memory.add(self.memory.swap, seen, inputs, outputs, possible, chosen, which)
        found: Ints = places[np.arange(len(seen)), chosen]
        return found

    def _choose(self, outputs: Floats, possible: Bools, exploring: Bools, random: np.random.Generator) -> Ints:
        values = np.where(possible, outputs[:, : possible.shape[1]], np.float32(-np.inf))
        if self.soft:
            # What is greatest after adding Gumbel noise is a draw from the softmax.
            values -= np.log(-np.log(random.random(values.shape, dtype=np.float32) + np.float32(1e-12)))
        chosen: Ints = values.argmax(axis=1)
        if exploring.any():
            lots = random.random((int(exploring.sum()), values.shape[1])) * possible[exploring]
            chosen[exploring] = lots.argmax(axis=1)
        return chosen


def log_softmax(outputs: Floats, possible: Bools) -> Floats:
    """The natural logarithms of the choices' probabilities, (n, choices); what is impossible has a very low one."""
    values = np.where(possible, outputs[:, : possible.shape[1]], np.float32(-1e9))
    values -= highest(values)[:, None]
    values -= np.log(summed(np.exp(values)))[:, None]
    found: Floats = values
    return found
