"""What the judge makes of one position, beside any match: for the tutor, for asking everybody, for practice; and what
the AI at a seat thinks there, when it thinks again.

Random numbers are keyed as in the analysis of a match: the same position, judge, seed and number of the move give the
same chances there and here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.agents.agent import Considered, picked, place_of
from game.analysis.decisions import Judgement, judgement
from game.analysis.judges import SEED, JudgeWords, judge_once
from game.games import registry
from game.games.seats import parse_seat, seat_again
from game.mods.mods import ModsInUse
from game.rules.protocol import Setup


@dataclass(frozen=True)
class Position:
    """A view of the player who is to move, the moves that are asked for beside those that the judge weighs anyway, and
    the number of the move that is to be made, from 1."""

    words: JudgeWords
    view: Any
    asked: Sequence[Any]
    number: int
    seed: int = SEED
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, portion: None = None) -> Judgement:
        """What the judge makes of it; there is one portion. Raises JudgeError where it cannot judge."""
        self.mods.use()
        rng = Random(f"{self.seed}/{self.number}/decision")
        return judgement(judge_once(self.words), registry.game(self.words.game).rules, self.view, self.asked, rng)


@dataclass(frozen=True)
class Sampling:
    """What moves of a position come to in sampled worlds, a portion of them at a time: for rolling out, and for how
    their results are spread."""

    position: Position

    def __call__(self, portion: int) -> Sequence[Sequence[float]]:
        """The mover's chance in each world of a portion, for each of the moves that are asked for."""
        position = self.position
        position.mods.use()
        rng = Random(f"{position.seed}/{position.number}/worlds/{portion}")
        return judge_once(position.words).sampled(position.view, position.asked, rng)


@dataclass(frozen=True)
class Thinking:
    """A position that the AI at a seat thinks about again: the view of whoever is to move, the seat as a replay records
    it, how the match was set up, and the number of the move. For a human thinks the AI that gives hints."""

    game: str
    player: Mapping[str, Any]
    how: Setup
    view: Any
    number: int
    seed: int = SEED
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, portion: None = None) -> Considered:
        """What it considers, and what it would choose; there is one portion. Raises SeatError where its trained file is
        gone."""
        self.mods.use()
        human = self.player["ai"] is None
        hint = registry.advising_ai(registry.game(self.game), self.how.options).name
        seat = parse_seat(self.game, hint) if human else seat_again(self.game, self.player, self.how)
        agent, rng = seat.agent(), Random(f"{self.seed}/{self.number}/thought")
        assert agent is not None
        try:
            candidates = agent.think(self.view, rng)
            chosen = picked(agent.picker, candidates, rng)
        finally:
            agent.close()
        return Considered(self.view.player, agent.name, self.view, candidates, place_of(chosen, candidates))
