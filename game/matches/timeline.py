"""A match as stills, to be shown at a table: every position, and the move log beside it; no pygame here."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from game.matches.check import Follower
from game.matches.log import Log, narrate
from game.matches.replay import Replay
from game.rules.placing import Arrangement, Pieces, dealt
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup, effects_of


@dataclass(frozen=True)
class Still:
    """One position of a match: the state, how its pieces lie, the standing and round it belongs to, and its line in
    the log; and the states of the round up to it."""

    state: Any
    arrangement: Arrangement
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
        if replay.mods:
            film.log.noted(None, f"With systems of {', '.join(replay.mods)}")
        follower = Follower(replay)
        for line in replay.lines:
            follower.step(line)
            position = follower.position
            if line.record["type"] == "undo":
                film.log.noted(None, f"Taken back to move {line.record['to']} of the round")
            else:
                narrate(film.log, line, position)
            if position.states:
                film.add(position.standing, position.number, position.states, position.arrangements[-1])
        return film

    def add(self, standing: Any, round_number: int, states: Sequence[Any], arrangement: Arrangement) -> None:
        """Take the latest of a round's states as the next still; its line is the log's latest."""
        line = len(self.log.lines) - 1
        self.stills.append(Still(states[-1], arrangement, standing, round_number, line, tuple(states)))


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
        self._pieces = Pieces({})

    def round_started(self, number: int, first: int, state: Any) -> None:
        self.film.log.round_started(number, first, state)
        self._number, self._first, self._states = number, first, []
        self._pieces = Pieces.of(dealt(self.film.rules.board(state)))
        self._take(state.copy())

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.film.log.moved(player, move, chance, state)
        self._pieces.carry_out(effects_of(self.film.rules, self._states[-1], move, chance))
        self._take(state.copy())

    def noted(self, player: int | None, text: str) -> None:
        self.film.log.noted(player, text)

    def round_ended(self, number: int, end: RoundEnd) -> None:
        self.film.log.round_ended(number, end)
        self._film(number)
        self._standing = self.film.rules.after_round(self._standing, self._first, end).standing

    def match_ended(self, end: MatchEnd) -> None:
        self.film.log.match_ended(end)
        self._film(self._number)

    def _take(self, state: Any) -> None:
        self._states.append(state)
        self._film(self._number)

    def _film(self, number: int) -> None:
        self.film.add(self._standing, number, self._states, self._pieces.arrangement())
