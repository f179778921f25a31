"""A match as frames, to be shown at a table: every position, and the move log beside it; no pygame here."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from game.games import registry
from game.games.characters import names_at
from game.games.zones import laying
from game.matches.check import Follower
from game.matches.log import Log, narrate
from game.matches.notes import SWITCHES, note_of
from game.matches.replay import Replay
from game.rules.language import _, enumerated
from game.rules.placing import Arrangement, Pieces, dealt
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup, effects_of


@dataclass(frozen=True)
class Frame:
    """One position of a match: the state, how its pieces lie, the standing and round it belongs to, its line in the
    log, the states of the round up to it, how many moves of the match stand in it, and how many lines of its
    replay below the head lead to it (0 where it is not read from one)."""

    state: Any
    arrangement: Arrangement
    standing: Any
    round_number: int
    log_line: int
    states: tuple[Any, ...]
    moves: int
    lines: int = 0


@dataclass
class Timeline:
    """The frames of a match, earliest first, and its log, without the switches of panels.

    `seen` are the players whose hands may be seen; None: all.
    """

    rules: AnyRules
    setup: Setup
    names: Sequence[str]
    seed: int
    seen: frozenset[int] | None = None
    log: Log = field(init=False)
    frames: list[Frame] = field(default_factory=list)
    most_moves: int = 0
    """How many moves of the match stand in the frame in which most do."""
    _before_round: int = 0
    """How many moves of the match stand before the round of the latest frame."""
    _shown: object = None
    """What the latest frame shows of the table."""

    def __post_init__(self) -> None:
        self.log = Log(self.rules, self.names)

    @property
    def open_hands(self) -> frozenset[int]:
        """The players whose hands are shown; what lies open to everybody always is."""
        return frozenset(range(len(self.names))) if self.seen is None else self.seen

    @classmethod
    def of(cls, replay: Replay) -> "Timeline":
        """A recorded match, its log with moves taken back left in. Raises ReplayError where it departs from the
        rules.

        While a match is not over, hands stay hidden from a human who may go on with it."""
        timeline, reading = cls.begun(replay)
        for _line in reading:
            pass
        return timeline

    @classmethod
    def begun(cls, replay: Replay, names: Sequence[str] | None = None) -> tuple["Timeline", Iterator[None]]:
        """A recorded match as `of` gives it, which is read line by line as one goes through the iterator: that raises
        ReplayError where the match departs from the rules. Its players are called by their characters, or by other
        `names`."""
        names = names or names_at(replay.rules.name, replay.head["players"])
        timeline = cls(replay.rules, replay.setup, names, int(replay.head["seed"]), seen_hands(replay))
        if replay.mods:
            timeline.log.noted(None, _("With systems of {mods}.", mods=enumerated(replay.mods)))
        return timeline, timeline._reading(replay)

    def _reading(self, replay: Replay) -> Iterator[None]:
        follower = Follower(replay)
        for read, line in enumerate(replay.lines, start=1):
            follower.step(line)
            record = line.record
            if record["type"] == "thought" or (record["type"] == "note" and note_of(record["text"]) in SWITCHES):
                continue
            position = follower.position
            if record["type"] == "undo" and "player" not in record.get("redrawn", ()):
                self.log.noted(None, _("A move was taken back."))
            else:
                narrate(self.log, line, position)
            if position.states:
                arrangement = position.arrangements[-1]
                self.add(position.standing, position.number, position.states, arrangement, read)
            yield

    def add(
        self, standing: Any, round_number: int, states: Sequence[Any], arrangement: Arrangement, lines: int = 0
    ) -> None:
        """Take the latest of a round's states as the next still; its line is the log's latest. Where it shows nothing
        new, and no round or match ends with it, there is none: notes are passed with the move after them."""
        line = len(self.log.lines) - 1
        shown = states[-1], arrangement, standing, round_number, len(states)
        if shown == self._shown and not self._tells_an_end(line):
            return
        self._shown = shown
        if self.frames and self.frames[-1].round_number != round_number:
            self._before_round = self.frames[-1].moves
        moves = self._before_round + len(states) - 1
        self.most_moves = max(self.most_moves, moves)
        self.frames.append(Frame(states[-1], arrangement, standing, round_number, line, tuple(states), moves, lines))

    def _tells_an_end(self, line: int) -> bool:
        """Whether a line that the latest frame does not have is a heading."""
        return line != self.frames[-1].log_line and self.log.lines[line].heading

    def moves_at(self, moves: int, last: bool) -> int | None:
        """The frame in which so many moves of the match stand, the last such, or the first of those that follow each
        other up to it; None where there is none."""
        places = [place for place, frame in enumerate(self.frames) if frame.moves == moves]
        if not places:
            return None
        place = places[-1]
        while not last and place - 1 in places:
            place -= 1
        return place


def seen_hands(replay: Replay) -> frozenset[int] | None:
    """Whose hands a recorded match may show: all once it is over or where only AIs play; else a human's own, and none
    where several humans play, as each may be the one who looks."""
    humans = frozenset(at for at, player in enumerate(replay.head["players"]) if player["ai"] is None)
    if replay.finished or not humans:
        return None
    return humans if len(humans) == 1 else frozenset()


class TimelineRecorder:
    """A listener that timelines a match while it is played."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self._standing = timeline.rules.new_standing(timeline.setup)
        self._number = 0
        self._first = 0
        self._states: list[Any] = []
        self._laying = laying(registry.game(timeline.rules.name).zones)
        self._pieces = Pieces({}, self._laying)

    def round_started(self, number: int, first: int, state: Any) -> None:
        self.timeline.log.round_started(number, first, state)
        self._number, self._first, self._states = number, first, []
        self._pieces = Pieces.of(dealt(self.timeline.rules.board(state)), self._laying)
        self._take(state.copy())

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.timeline.log.moved(player, move, chance, state)
        self._pieces.carry_out(effects_of(self.timeline.rules, self._states[-1], move, chance))
        self._take(state.copy())

    def noted(self, player: int | None, text: str) -> None:
        self.timeline.log.noted(player, text)

    def round_ended(self, number: int, end: RoundEnd) -> None:
        self.timeline.log.round_ended(number, end)
        self._timeline(number)
        self._standing = self.timeline.rules.after_round(self._standing, self._first, end).standing

    def match_ended(self, end: MatchEnd) -> None:
        self.timeline.log.match_ended(end)
        self._timeline(self._number)

    def _take(self, state: Any) -> None:
        self._states.append(state)
        self._timeline(self._number)

    def _timeline(self, number: int) -> None:
        self.timeline.add(self._standing, number, self._states, self._pieces.arrangement())
