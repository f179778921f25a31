"""Replays followed and checked by the rules: at which line a file departs from them, if it does."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

from game.games import registry
from game.games.zones import laying
from game.matches.replay import Line, Replay, check_keys
from game.matches.thoughts import ThoughtError, check_thought
from game.rules.placing import Arrangement, PickedError, Pieces, dealt
from game.rules.protocol import AnyRules, Effect, MatchEnd, RecordError, RoundEnd, RulesError, Selected


@dataclass
class Position:
    """A match followed through its replay up to some line: what the rules say it is."""

    standing: Any
    number: int = 0
    first: int = 0
    states: list[Any] = field(default_factory=list)
    """The states of the round so far: after dealing, then after each move that was not undone."""
    arrangements: list[Arrangement] = field(default_factory=list)
    """How the pieces lie in each of these states."""
    moves: list[tuple[int, Any, Any]] = field(default_factory=list)
    """The moves of the round so far: player, move, and what chance added."""
    following: int | None = None
    """Who starts the next round, once this one is recorded as over."""
    round_end: RoundEnd | None = None
    end: MatchEnd | None = None
    ended: bool = False
    """Whether the end of the match has been recorded too."""
    played: int = 0
    """The moves played in the whole match, undone ones too."""
    undos: int = 0
    stood_before: int = 0
    """How many moves of the rounds before this one stand."""

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]

    @property
    def resumed_at(self) -> int:
        """The number by which the random streams of a match that goes on from here are keyed."""
        return self.played + self.undos


_KEYS = {
    "round": ("type", "round", "first", "state"),
    "thought": ("type", "player", "ai", "chosen", "candidates"),
    "move": ("type", "player", "move", "state"),
    "undo": ("type", "to", "state"),
    "note": ("type", "player", "text"),
    "match_end": ("type", "winner", "reason"),
}
"""The keys of lines whose keys are those of every game."""
_SOMETIMES = (("move", "picked"), ("undo", "redrawn"))
"""Lines with keys that they need not have."""

_sorted = json.JSONEncoder(sort_keys=True).encode


def _same(found: Any, expected: Any) -> bool:
    """Whether two values are the same JSON, key order aside: 1 is neither true nor 1.0."""
    return repr(found) == repr(expected) or _sorted(found) == _sorted(expected)  # sorting takes longer


def _is_spot(value: Any) -> bool:
    return isinstance(value, list) and [type(part) for part in value] == [str, int]


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 160 else text[:157] + "..."


class Follower:
    """Plays a replay again by the rules, line by line; a step raises ReplayError where the file departs from them."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        self._setup = replay.setup
        self._laying = laying(registry.game(replay.rules.name).zones)
        self._pieces = Pieces({}, self._laying)
        self.position = Position(replay.rules.new_standing(self._setup))
        self._steps = {
            "round": self._round,
            "thought": self._thought,
            "move": self._move,
            "undo": self._undo,
            "note": self._note,
            "round_end": self._round_end,
            "match_end": self._match_end,
        }

    def step(self, line: Line) -> None:
        """Follow one line; `position` is then the one after it."""
        if self.position.ended:
            raise self._replay.fault(line, "nothing follows the end of a match")
        step = self._steps.get(line.record["type"])
        if step is None:
            raise self._replay.fault(line, "a second head of a match")
        try:
            if line.record["type"] in _KEYS:
                keys = _KEYS[line.record["type"]]
                told = [key for kind, key in _SOMETIMES if line.record["type"] == kind and key in line.record]
                check_keys(self._replay, line, line.record, (*keys, *told))
            step(line)
        except (RecordError, RulesError) as error:
            raise self._replay.fault(line, str(error)) from None
        except RecursionError:
            raise self._replay.fault(line, "damaged: it is nested too deeply") from None

    def _expect(self, line: Line, key: str, expected: Any) -> None:
        found = line.record.get(key)
        if not _same(found, expected):
            raise self._replay.fault(line, f"{key} is {_shown(found)}, by the rules it is {_shown(expected)}")

    def _expect_state(self, line: Line, state: Any) -> None:
        expected, found = self._replay.rules.state_record(state), line.record.get("state")
        if _same(found, expected):
            return
        if not isinstance(found, dict):
            raise self._replay.fault(line, "its state is not an object")
        for key, value in expected.items():
            if not _same(found.get(key), value):
                text = f"state.{key} is {_shown(found.get(key))}, by the rules it is {_shown(value)}"
                raise self._replay.fault(line, text)
        raise self._replay.fault(line, f"its state has keys beyond {', '.join(expected)}")

    def _round(self, line: Line) -> None:
        if self.position.end is not None:
            raise self._replay.fault(line, "the match is over: no further round begins")
        if self.position.number and self.position.round_end is None:
            raise self._replay.fault(line, f"round {self.position.number} has not ended")
        self._expect(line, "round", self.position.number + 1)
        first = line.record.get("first")
        if type(first) is not int or not 0 <= first < self._setup.players:
            raise self._replay.fault(line, "first is not the index of a player")
        chosen = self._setup.options.get("first") if self.position.number == 0 else self.position.following
        if isinstance(chosen, int):
            self._expect(line, "first", chosen)
        state = self._replay.rules.state_from_record(line.record["state"], self._setup, self.position.standing)
        self._expect_state(line, state)
        if state.to_move not in (first, None):  # a deal may end its round before anybody moves
            raise self._replay.fault(line, f"player {first} is first, but to_move is {_shown(state.to_move)}")
        self.position.number, self.position.first, self.position.round_end = self.position.number + 1, first, None
        self.position.stood_before += len(self.position.moves)
        self.position.states, self.position.moves = [state], []
        self.position.arrangements = [dealt(self._replay.rules.board(state))]
        self._pieces = Pieces.of(self.position.arrangements[0], self._laying)

    def _running(self, line: Line) -> Any:
        if not self.position.states or self.position.round_end is not None:
            raise self._replay.fault(line, "no round is being played")
        return self.position.state

    def _thought(self, line: Line) -> None:
        try:
            check_thought(self._replay.rules, line.record, self._running(line))
        except ThoughtError as error:
            raise self._replay.fault(line, str(error)) from None

    def _move(self, line: Line) -> None:
        rules = self._replay.rules
        state = self._running(line).copy()
        if state.to_move is None:
            raise self._replay.fault(line, "the round is over: no move can follow")
        self._expect(line, "player", state.to_move)
        player = state.to_move
        move, chance = rules.move_from_record(line.record.get("move"), line.record.get("state"))
        refusal = rules.refusal(rules.view(state, player), move)
        if refusal is not None:
            raise self._replay.fault(line, f"the move is not legal: {refusal}")
        self._expect(line, "move", rules.move_record(move, chance))
        wanted = rules.chosen(rules.view(state, player), move)
        effects: list[Effect] = []
        rules.decide(state, move, effects)
        rules.settle(state, move, chance, effects)
        self._expect_state(line, state)
        self._pieces.carry_out(effects, self._picked(line, wanted))
        self.position.states.append(state)
        self.position.arrangements.append(self._pieces.arrangement())
        self.position.moves.append((player, move, chance))
        self.position.played += 1

    def _picked(self, line: Line, wanted: Selected) -> list[int]:
        """The pieces that a line of a move names, where it names any."""
        if "picked" not in line.record:
            return []
        spots = line.record["picked"]
        if not isinstance(spots, list) or not all(map(_is_spot, spots)):
            raise self._replay.fault(line, "picked is not a list of pairs of a zone and the number of a piece there")
        try:
            return self._pieces.picked(wanted, [(zone, at) for zone, at in spots])
        except PickedError as error:
            raise self._replay.fault(line, f"picked is {_shown(spots)}: {error}") from None

    def _undo(self, line: Line) -> None:
        self._running(line)
        to = line.record.get("to")
        if type(to) is not int or not 0 <= to <= len(self.position.moves):
            raise self._replay.fault(line, f"to is not a number of moves from 0 to {len(self.position.moves)}")
        del self.position.states[to + 1 :]
        del self.position.moves[to:], self.position.arrangements[to + 1 :]
        self.position.undos += 1
        if "redrawn" in line.record:
            self._draw_anew(line)
        self._pieces = Pieces.of(self.position.arrangements[-1], self._laying)
        self._expect_state(line, self.position.state)

    def _draw_anew(self, line: Line) -> None:
        """Draw anew what nobody sees, or all that a player cannot know."""
        told, position, rules = line.record["redrawn"], self.position, self._replay.rules
        keys = ("player", "seed") if isinstance(told, dict) and "player" in told else ("seed",)
        check_keys(self._replay, line, told, keys)
        player, before = told.get("player"), position.state
        if type(told["seed"]) is not int:
            raise self._replay.fault(line, "the seed of redrawn is not a whole number")
        if "player" in keys and (type(player) is not int or not 0 <= player < self._setup.players):
            raise self._replay.fault(line, "redrawn is not the index of a player and a seed")
        position.states[-1] = drawn_anew(rules, before, told["seed"], player)
        position.arrangements[-1] = laid_anew(rules, before, position.state, position.arrangements[-1])

    def _note(self, line: Line) -> None:
        player = line.record.get("player")
        if player is not None and (type(player) is not int or not 0 <= player < self._setup.players):
            raise self._replay.fault(line, "player is neither null nor the index of a player")
        if not isinstance(line.record.get("text"), str):
            raise self._replay.fault(line, "a note has a text")

    def _round_end(self, line: Line) -> None:
        state = self._running(line)
        if state.to_move is not None:
            raise self._replay.fault(line, "the round is not over")
        end = self._replay.rules.round_end(state, self.position.standing)
        if end.unfinished:
            raise self._replay.fault(line, "a round that was broken off has no end of its own")
        scores = () if end.scores is None else ("scores",)
        check_keys(self._replay, line, line.record, ("type", "round", *scores, "winner", *end.record))
        self._expect(line, "round", self.position.number)
        if end.scores is not None:
            self._expect(line, "scores", list(end.scores))
        self._expect(line, "winner", end.winner)
        for key, value in end.record.items():
            self._expect(line, key, value)
        self._end_round(end)

    def _end_round(self, end: RoundEnd) -> None:
        after = self._replay.rules.after_round(self.position.standing, self.position.first, end)
        self.position.round_end, self.position.standing, self.position.following, self.position.end = end, *after

    def _match_end(self, line: Line) -> None:
        position = self.position
        if position.states and position.round_end is None and position.state.to_move is None:
            end = self._replay.rules.round_end(position.state, position.standing)
            if end.unfinished:
                self._end_round(end)
        if self.position.end is None:
            raise self._replay.fault(line, "the match is not over")
        self._expect(line, "winner", self.position.end.winner)
        self._expect(line, "reason", self.position.end.reason)
        self.position.ended = True


def drawn_anew(rules: AnyRules, state: Any, seed: int, player: int | None = None) -> Any:
    """The state with all drawn anew that nobody sees, hands kept; for a `player`, all that this player cannot know."""
    if player is None:
        return rules.redraw(state, Random(f"{seed}/redraw"))
    return rules.sample(rules.view(state, player), Random(f"{seed}/branch"))


def laid_anew(rules: AnyRules, before: Any, state: Any, arrangement: Arrangement) -> Arrangement:
    """The arrangement of a state that was drawn anew: places that hold what they held `before` keep theirs."""
    was, now = dealt(rules.board(before)), dealt(rules.board(state))
    return {place: arrangement[place] if was.get(place) == row else row for place, row in now.items()}


def follow(replay: Replay) -> Position:
    """The position at the end of a replay, all of it checked. Raises ReplayError at the first line that departs."""
    follower = Follower(replay)
    for line in replay.lines:
        follower.step(line)
    return follower.position
