"""A match as stills, to be shown at a table: every position, and the move log beside it; no pygame here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game.log import Log, narrate
from game.replay import Replay
from game.replay_check import Follower
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup


@dataclass(frozen=True)
class Still:
    """One position of a match: the state, the standing and round it belongs to, and its line in the log; and the
    states of the round up to it."""

    state: Any
    standing: Any
    round_number: int
    log_line: int
    states: tuple[Any, ...]


@dataclass
class Film:
    """The stills of a match, earliest first, and its log.

    `seen` are the players whose hands may be seen; None: all.
    """

    rules: AnyRules
    setup: Setup
    names: Sequence[str]
    seed: int
    seen: frozenset[int] | None = None
    log: Log = field(init=False)
    stills: list[Still] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.log = Log(self.rules, self.names)

    @property
    def open_hands(self) -> frozenset[int]:
        """The players whose hands are shown; what lies open to everybody always is."""
        return frozenset(range(len(self.names))) if self.seen is None else self.seen

    @classmethod
    def of(cls, replay: Replay) -> "Film":
        """A recorded match, its log with moves taken back left in. Raises ReplayError where it departs from the
        rules.

        While a match is not over, hands stay hidden from a human who may go on with it."""
        names = [player["name"] for player in replay.head["players"]]
        film = cls(replay.rules, replay.setup, names, int(replay.head["seed"]), _seen_hands(replay))
        follower = Follower(replay)
        for line in replay.lines:
            follower.step(line)
            position = follower.position
            if line.record["type"] == "undo":
                film.log.noted(None, f"Taken back to move {line.record['to']} of the round")
            else:
                narrate(film.log, line, position)
            if position.states:
                film.add(position.standing, position.number, position.states)
        return film

    def add(self, standing: Any, round_number: int, states: Sequence[Any]) -> None:
        """Take the latest of a round's states as the next still; its line is the log's latest."""
        self.stills.append(Still(states[-1], standing, round_number, len(self.log.lines) - 1, tuple(states)))


def _seen_hands(replay: Replay) -> frozenset[int] | None:
    """Whose hands a recorded match may show: all once it is over or where only AIs play; else a human's own, and none
    where several humans play, as each may be the one who looks."""
    humans = frozenset(at for at, player in enumerate(replay.head["players"]) if player["ai"] is None)
    if replay.finished or not humans:
        return None
    return humans if len(humans) == 1 else frozenset()


class Filming:
    """A listener that films a match while it is played."""

    def __init__(self, film: Film) -> None:
        self.film = film
        self._standing = film.rules.new_standing(film.setup)
        self._number = 0
        self._first = 0
        self._states: list[Any] = []

    def round_started(self, number: int, first: int, state: Any) -> None:
        self.film.log.round_started(number, first, state)
        self._number, self._first, self._states = number, first, []
        self._take(state.copy())

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.film.log.moved(player, move, chance, state)
        self._take(state.copy())

    def noted(self, player: int | None, text: str) -> None:
        self.film.log.noted(player, text)

    def round_ended(self, number: int, end: RoundEnd) -> None:
        self.film.log.round_ended(number, end)
        self.film.add(self._standing, number, self._states)
        self._standing = self.film.rules.after_round(self._standing, self._first, end).standing

    def match_ended(self, end: MatchEnd) -> None:
        self.film.log.match_ended(end)
        self.film.add(self._standing, self._number, self._states)

    def _take(self, state: Any) -> None:
        self._states.append(state)
        self.film.add(self._standing, self._number, self._states)
