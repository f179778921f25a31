"""A recorded match as what there is to judge: every round that was dealt, and every move that stands."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

from game.analysis.batches import go_straight_on
from game.base.storage import StorageError, read_whole
from game.matches.check import Follower, Position
from game.matches.notes import LENT
from game.matches.replay import MOST_BYTES, Line, Replay, ReplayError, read
from game.matches.timeline import seen_hands
from game.rules.protocol import AnyRules, Setup, shares

_DEALS = 8
"""So many deals are looked at to see whether there are others."""


@dataclass(frozen=True)
class Deal:
    """A round as it was dealt, after so many standing moves: its number, the standing before it, who begins."""

    move: int
    round: int
    standing: Any
    first: int
    state: Any


def only_deal(rules: AnyRules, setup: Setup, deal: Deal) -> bool:
    """Whether a round can be dealt in no other way, as far as some deals by lot tell."""
    others = (rules.deal(setup, deal.standing, deal.first, Random(number)) for number in range(_DEALS))
    return all(other == deal.state for other in others)


@dataclass(frozen=True)
class Moment:
    """A move that stands: its number in the match from 1, its line in the file, the number of its player's turn in the
    round from 1, the round, and the states around it. `chance` is what chance added to the move, `thought` the line of
    what its player's AI thought before it, where that was recorded; `lent` says that an AI made it for a human."""

    number: int
    line: int
    turn: int
    deal: Deal
    player: int
    before: Any
    move: Any
    chance: Any
    after: Any
    thought: Mapping[str, Any] | None = None
    lent: bool = False


@dataclass(frozen=True)
class PlayedMatch:
    """A match that was recorded. `result` is every player's share of it (1 for who won, 1/n in a draw), None where the
    match has no end; `seen` are the players whose hands may be looked at, None: all. So many of its first
    moves as `branch` says come from another match, in which others may have sat."""

    digest: str
    rules: AnyRules
    setup: Setup
    players: Sequence[Mapping[str, Any]]
    deals: Sequence[Deal]
    moments: Sequence[Moment]
    result: tuple[float, ...] | None
    seen: frozenset[int] | None
    branch: int = 0

    @property
    def names(self) -> list[str]:
        """The players' names, by index."""
        return [str(player["name"]) for player in self.players]


def digest_of(path: Path) -> str:
    """The SHA-256 of a replay. Raises ReplayError where it cannot be read."""
    try:
        return hashlib.sha256(read_whole(path, MOST_BYTES, "replay")).hexdigest()
    except StorageError as error:
        raise ReplayError(str(error)) from error


def read_match(path: Path) -> PlayedMatch:
    """The match that a replay holds, played again by the rules. Raises ReplayError where it departs from them."""
    return played_match(read(path), digest_of(path))


def played_match(replay: Replay, digest: str, between: Callable[[], None] = go_straight_on) -> PlayedMatch:
    """The match of a replay whose file has this digest; `between` is called before every line, for others to have their
    turn. Raises ReplayError where it departs from the rules."""
    follower, deals, moments = Follower(replay), list[Deal](), list[Moment]()
    thought: Mapping[str, Any] | None = None
    lent = False
    for line in replay.lines:
        between()
        follower.step(line)
        position = follower.position
        match line.record["type"]:
            case "round":
                deals.append(Deal(len(moments), position.number, position.standing, position.first, position.state))
            case "thought":
                thought = line.record
            case "note":
                lent = lent or line.record["text"] == LENT
            case "move":
                moments.append(_moment(moments, deals[-1], line, position, thought, lent))
                thought, lent = None, False
            case "undo":
                del moments[deals[-1].move + len(position.moves) :]
    end, players = follower.position.end, replay.head["players"]
    result = None if end is None or not follower.position.ended else shares(end.winner, len(players))
    seen, branch = seen_hands(replay), replay.head.get("branch", {"move": 0})["move"]
    return PlayedMatch(digest, replay.rules, replay.setup, players, deals, moments, result, seen, branch)


def _moment(
    before: Sequence[Moment], deal: Deal, line: Line, position: Position, thought: Mapping[str, Any] | None, lent: bool
) -> Moment:
    player, move, chance = position.moves[-1]
    return Moment(
        len(before) + 1,
        line.number,
        turn_of(before, deal, player),
        deal,
        player,
        position.states[-2],
        move,
        chance,
        position.state,
        thought,
        lent,
    )


def turn_of(before: Sequence[Moment], deal: Deal, player: int) -> int:
    """The number of a player's turn in a round, from 1, after the moments `before`; moves in a row are one turn."""
    in_round = takewhile(lambda moment: moment.deal is deal, reversed(before))
    latest = next((moment for moment in in_round if moment.player == player), None)
    return 1 if latest is None else latest.turn + (latest is not before[-1])
