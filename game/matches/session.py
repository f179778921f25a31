"""A match at the window's table: its world, its replay on disk, its log, undo and resume; no pygame here."""

import contextlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import esper

from components.players import Player
from components.table import MatchOver, Pace, Progress, RoundOver, Table
from game.agents.learning import TrainedTable
from game.base import locks
from game.base.events import MatchEnded, MoveMade, Noted, RoundStarted, Undone
from game.base.locks import Hold
from game.base.phases import Phase, add_system
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.games import registry
from game.games.characters import names_at
from game.games.seats import Seat, setup, untrained_words
from game.learning.learner_store import AnyLearner, AnyMatchLearner, LearnerStore, Seating
from game.matches.check import Follower, Position, drawn_anew, laid_anew
from game.matches.listening import listen
from game.matches.log import Log, narrate
from game.matches.notes import TAKEN_BACK
from game.matches.recording import Recording
from game.matches.replay import Recorder, Replay, ReplayError, matches_folder, read
from game.matches.resuming import seats_of
from game.matches.world import World
from game.mods.mods import MODS
from game.rules.language import joined
from game.rules.placing import Arrangement
from game.rules.protocol import Setup, apply
from game.rules.streams import Streams, fresh_seed
from systems.decisions import clear_marks, decision_due, end_decisions
from systems.learning import LearningSystem
from systems.snapshot import all_pieces, arrange, maybe, only

_DEALS = 32
"""So many deals are tried to tell whether a player's own moves have shown it something."""


class Session:
    """One match at a table of the window, new or resumed.

    It is recorded as it goes on, to `record` or among the user's matches. When the file cannot be written, the
    match goes on without, and `recording.trouble` says why.

    AIs that were asked for by a bare name play by the user's own table as it is when the match begins, and their
    `learners` learn from the match: see `game.learning.learner_store`.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[Seat],
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        record: Path | None = None,
        learners: LearnerStore | None = None,
        thoughts: bool = False,
    ) -> None:
        """Where `thoughts` are asked for, what AIs think is recorded too. Raises SeatError when the pretrained table
        of an AI cannot be read."""
        rules = registry.game(game).rules
        self.seed = fresh_seed() if seed is None else seed
        how = setup(rules, seats, options)
        seats, match_learners, faults = (learners or LearnerStore()).seat(seats, how)
        self._begin(game, seats, World(rules, how, seats, self.seed), match_learners)
        self._faults += faults
        self._tell_untrained()
        self.recording.begin(record, rules, self.seed, self.setup, [seat.record() for seat in self.seats])
        self._record(thoughts)

    @classmethod
    def resumed(cls, replay: Replay, learners: LearnerStore | None = None) -> "Session":
        """The match of an unfinished replay, gone on with where its file stops now; AIs that have learnt since play on
        by what they know now. Raises ReplayError, SeatError or UnknownNameError when it cannot be, and InUseError
        while another program plays it."""
        with contextlib.ExitStack() as undone:
            hold = undone.enter_context(locks.hold(replay.path))
            found = read(replay.path)  # another program may have gone on with it, even to its end
            if found.finished:
                raise ReplayError(f"{found.path}: this match is over")
            seating = (learners or LearnerStore()).seat(seats_of(found), found.setup)
            for match_learner in seating.match_learners:
                undone.callback(match_learner.close)
            session = cls._went_on(found, hold, seating)
            undone.pop_all()
        return session

    @classmethod
    def at(cls, game: str, seats: Sequence[Seat], how: Setup, position: Position) -> "Session":
        """A match that goes on from a position, to be tried out: nobody records it, and nobody learns from it."""
        session = cls.__new__(cls)
        session.seed = fresh_seed()
        world = World(registry.game(game).rules, how, seats, session.seed, position.resumed_at)
        session._begin(game, seats, world, ())
        session._redraws = False
        session._restore(position)
        session._follow()
        return session

    @classmethod
    def _went_on(cls, replay: Replay, hold: Hold, seating: Seating) -> "Session":
        """A match gone on with that nobody else can write to."""
        session = cls.__new__(cls)
        seats, match_learners, faults = seating
        session.seed = int(replay.head["seed"])
        follower = Follower(replay)
        log = Log(replay.rules, _names(replay.rules.name, seats))
        for line in replay.lines:
            follower.step(line)
            narrate(log, line, follower.position)
        world = World(replay.rules, replay.setup, seats, session.seed, follower.position.resumed_at)
        session._begin(replay.rules.name, seats, world, match_learners)
        session._faults += faults
        session.log = log
        session.noted_before = tuple([line.record["text"] for line in replay.lines if line.record["type"] == "note"])
        session._restore(follower.position)
        session.recording.go_on(replay, hold)
        session._record(thoughts=any(line.record["type"] == "thought" for line in replay.lines))
        if follower.position.end is not None:
            # It was closed between the last round's end and its own, which is still to be told.
            world.events.post(MatchEnded(follower.position.end))
        session._note_other_tables(replay)
        session._note_other_systems(replay)
        return session

    def _begin(self, game: str, seats: Sequence[Seat], world: World, match_learners: Sequence[AnyMatchLearner]) -> None:
        self.game = registry.game(game)
        self.seats = tuple(seats)
        self.world = world
        self.recording = Recording()
        self.noted_before: tuple[str, ...] = ()
        """Of a match that goes on, what was noted until it was left."""
        self.thoughts = False
        """Whether what AIs think is recorded too."""
        self.names = _names(game, seats)
        for _, player in esper.get_component(Player):
            player.called = self.names[player.index]
        self.log = Log(self.game.rules, self.names)
        self.setup = only(Table).setup
        self.learners: tuple[AnyLearner, ...] = tuple(match_learner.learner for match_learner in match_learners)
        self._states: list[Any] = []
        self._moves: list[Any] = []
        self._redraws = True
        """Whether an undo draws anew what nobody sees."""
        self._stood_before = 0
        """How many moves of the rounds before stand."""
        self._arrangements: list[Arrangement] = []
        self._faults: list[str] = []
        self._match_learners = tuple(match_learners)
        if match_learners:
            add_system(LearningSystem(world.events, match_learners, world.agents), Phase.LEARN)

    def _tell_untrained(self) -> None:
        """Say in the log whose table is for other settings. A replay says it by the digest of the table."""
        for seat in self.seats:
            if words := untrained_words(seat, self.setup):
                self.log.noted(None, joined([words, "."], ""))

    def _note_other_tables(self, replay: Replay) -> None:
        """Write down, once in a match, whose AI knows something else than what it began the match with."""
        for player, (seat, record) in enumerate(zip(self.seats, replay.head["players"], strict=True)):
            words = f"{seat.name} plays on by what it knows now: it has learnt since this match began."
            said = any(line.record["type"] == "note" and line.record["text"] == words for line in replay.lines)
            if not said and seat.trained != record["trained"] and not _knows_as_much(seat, record["trained"]):
                self.note(player, words)

    def _note_other_systems(self, replay: Replay) -> None:
        """Write down, once in a match, that other mods' systems take part from here on than when it began."""
        systems = MODS.systems_record(self.game.name)
        if systems != replay.head.get("systems", []):
            told = ", ".join(f"{system['mod']} (sha-256 {system['sha256']})" for system in systems)
            words = f"From here on systems of these mods take part: {told or 'none'}."
            if not any(line.record["type"] == "note" and line.record["text"] == words for line in replay.lines):
                self.note(None, words)

    def _restore(self, position: Position) -> None:
        progress = only(Progress)
        progress.standing, progress.round_number = position.standing, position.number
        progress.moves = position.resumed_at
        if position.number == 0:
            return
        progress.first = position.first
        self._states = [state.copy() for state in position.states]
        self._moves = [move for _, move, _ in position.moves]
        self._stood_before = position.stood_before
        self._arrangements = list(position.arrangements)
        arrange(position.state, position.arrangements[-1])
        if position.round_end is not None and position.following is not None:
            entity = esper.get_component(Table)[0][0]
            esper.add_component(entity, RoundOver(position.round_end, position.following, acknowledged=True))
            if position.end is not None:
                esper.add_component(entity, MatchOver(position.end))

    def _record(self, thoughts: bool) -> None:
        """Record from here on, with thoughts or without, and follow the match."""
        self.thoughts = thoughts
        self.recording.listen(self.world.events, thoughts)
        self._follow()

    def _follow(self) -> None:
        """Write the log, and keep the states of the round for undo."""
        events = self.world.events
        listen(events, self.log)
        events.on(Undone, lambda event: self.log.undone(event.to))
        events.on(RoundStarted, lambda event: self._begin_round(event.state))
        events.on(MoveMade, lambda event: self._moves.append(event.move))
        events.on(MoveMade, lambda event: self._keep(event.state))

    def _begin_round(self, state: Any) -> None:
        self._stood_before += max(0, len(self._states) - 1)
        self._states, self._moves, self._arrangements = [], [], []
        self._keep(state)

    def _keep(self, state: Any) -> None:
        """Remember the position that lies on the table, for undo."""
        self._states.append(state.copy())
        self._arrangements.append(all_pieces().arrangement())

    def notices(self) -> list[str]:
        """What the user is to be told beside the log; each is given once."""
        told = self._new_faults()
        for fault in told:
            self.note(None, fault)
        if self.recording.trouble is not None:
            told.append(self.recording.trouble)
            self.recording.trouble = None
        for learner in self.learners:
            told += learner.notices
            learner.notices.clear()
        return told

    def _new_faults(self) -> list[str]:
        """What learners did wrong that nobody has been told of yet."""
        told, self._faults = self._faults, []
        for match_learner in self._match_learners:
            if match_learner.fault is not None:
                told.append(match_learner.fault)
                match_learner.fault = None
        return told

    @property
    def recorder(self) -> Recorder | None:
        """What records the match; None where that cannot be."""
        return self.recording.recorder

    @property
    def finished(self) -> bool:
        """Whether the match is over."""
        return maybe(MatchOver) is not None

    @property
    def untouched(self) -> bool:
        """Whether there is nothing to go on with: no human at the table, nor anybody where only AIs sit, has made a
        move that stands."""
        if self.finished or self._stood_before:
            return False
        decided = self._states[:-1]
        if any(seat.is_human for seat in self.seats):
            return not any(self._human_decides(state) for state in decided)
        return not decided

    @property
    def states(self) -> Sequence[Any]:
        """The states of the round up to the present one; not to be changed."""
        return self._states

    @property
    def move_number(self) -> int:
        """The number that the next move will have among those of the match that stand, from 1."""
        return self._stood_before + max(1, len(self._states))

    def undo_target(self) -> int | None:
        """To how many of the round's moves an undo goes back: to a human's latest decision before the present
        one; None when there is none."""
        if maybe(RoundOver) is not None or maybe(MatchOver) is not None:
            return None
        earlier = range(len(self._states) - 2, -1, -1)
        return next((moves for moves in earlier if self._human_decides(self._states[moves])), None)

    def _human_decides(self, state: Any) -> bool:
        return state.to_move is not None and self.seats[state.to_move].is_human

    def undo(self) -> bool:
        """Go back to the human's latest decision; False when there is nothing to undo. What was learnt stays.

        What nobody sees is drawn anew, and chance and AIs go on by other random numbers, so that it shows nothing of
        what comes; the first undo of something that was seen is noted."""
        target = self.undo_target()
        if target is None:
            return False
        if self._redraws and self._has_seen(target) and all(line.text != TAKEN_BACK for line in self.log.lines):
            self.note(None, TAKEN_BACK)
        clear_marks()
        end_decisions()
        del self._states[target + 1 :], self._moves[target:], self._arrangements[target + 1 :]
        table, progress, seed = only(Table), only(Progress), None
        progress.moves += 1  # so that the next decision has a number of its own
        if self._redraws:
            table.streams = Streams(self.seed, progress.moves)
            before, seed = self._states[-1], table.streams.redraw()
            self._states[-1] = drawn_anew(table.rules, before, seed)
            self._arrangements[-1] = laid_anew(table.rules, before, self._states[-1], self._arrangements[-1])
        state = self._states[-1].copy()
        arrange(state, self._arrangements[-1])
        self.world.events.post(Undone(target, state, seed))
        return True

    def _has_seen(self, target: int) -> bool:
        """Return True where who decided after the round's first `target` moves has seen since what it could not
        foresee: another's move, or thinking about it, or what its own moves show in one of many deals, but not in all,
        that looked the same to it."""
        rules, states = self.game.rules, self._states[target:]
        player, due = states[0].to_move, decision_due()
        if any(state.to_move != player for state in states[:-1]) or (due is not None and due[0] != player):
            return True
        for number in range(_DEALS):
            rng = Random(number)
            deal = rules.sample(rules.view(states[0], player), rng)
            for move, state in zip(self._moves[target:], states[1:], strict=True):
                apply(rules, deal, move, rng)
                if rules.view(deal, player) != rules.view(state, player):
                    return True
        return False

    def note(self, player: int | None, text: str) -> None:
        """Write down something that happened beside the rules; nothing follows the end of a match."""
        if not self.finished:
            self.world.events.post(Noted(player, text))

    def acknowledge_round(self) -> None:
        """Let the next round begin."""
        over = maybe(RoundOver)
        if over is not None:
            over.acknowledged = True

    @property
    def pace(self) -> Pace:
        """How the match is paced."""
        return only(Pace)

    def close(self) -> None:
        """Close the file and the world, and keep what was learnt; an unfinished match can be resumed from its file."""
        with contextlib.ExitStack() as closing:  # each of them, whatever comes of the others
            closing.callback(self.world.close)
            closing.callback(self.recording.close)
            for match_learner in reversed(self._match_learners):
                closing.callback(match_learner.close)

    def forget(self) -> None:
        """Close all, and keep no file among the user's matches: there is nothing to go on with."""
        path = None if self.recorder is None else self.recorder.path
        self.close()
        if path is not None and path.parent == matches_folder():
            path.unlink(missing_ok=True)


def _knows_as_much(seat: Seat, digest: str | None) -> bool:
    """Whether a seat's table holds the values of the file of a SHA-256, however often they were learnt since; False
    where that file is not here any more."""
    ai = seat.ai
    if ai is None or digest is None:
        return False
    path = places.with_digest(digest, ai.pretrained_files + places.own_checkpoints(ai.game, ai.name))
    if path is None:
        return False
    try:
        before, _ = ai.learnt_from(path)
    except CheckpointError:
        return False
    now = seat.learnt
    return isinstance(before, TrainedTable) and isinstance(now, TrainedTable) and before.table.plays_as(now.table)


def _names(game: str, seats: Sequence[Seat]) -> list[str]:
    """What people read of those who sit at a table."""
    return names_at(game, [seat.record() for seat in seats])
