"""Playing on from any position of a recorded match, as a match of its own."""

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

from game.base.storage import StorageError, begin, read_whole
from game.games.seats import Seat
from game.matches.check import Follower, drawn_anew
from game.matches.recording import free_paths
from game.matches.replay import MOST_BYTES, Replay, ReplayError
from game.rules.language import _, why_of


def branched(replay: Replay, lines: int, seats: Sequence[Seat], seed: int, redrawn: int | None) -> Path:
    """The file of a new match, among the user's, that goes on after so many lines of another below its head: with these
    seats, chance from now on by this seed, and, with `redrawn`, all drawn anew that this player could not know. Raises
    ReplayError where no round is played there, and StorageError."""
    follower = Follower(replay)
    for line in replay.lines[:lines]:
        follower.step(line)
    position = follower.position
    if not position.states or position.round_end is not None:
        raise ReplayError(_("{path}: no round is played there", path=str(replay.path)))
    raw = read_whole(replay.path, MOST_BYTES, "replay")
    moves = position.stood_before + len(position.moves)
    branch = {"of": hashlib.sha256(raw).hexdigest(), "move": moves}
    head = replay.head | {"seed": seed, "players": [seat.record() for seat in seats], "branch": branch}
    records = [head, *(line.record for line in replay.lines[:lines])]
    if redrawn is not None:
        state = drawn_anew(replay.rules, position.state, seed, redrawn)
        records.append({
            "type": "undo",
            "to": len(position.moves),
            "redrawn": {"player": redrawn, "seed": seed},
            "state": replay.rules.state_record(state),
        })  # fmt: skip
    told = "".join(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n" for record in records)
    return _written(f"{replay.rules.name}-{seed}", told.encode("utf-8", "backslashreplace"))


def _written(stem: str, content: bytes) -> Path:
    """The new file among the user's matches that holds this now. Raises StorageError."""
    for path in free_paths(stem):
        try:
            os.close(begin(path, content, new=True))
        except FileExistsError:  # another program has taken the name at the same moment
            continue
        except OSError as error:
            raise StorageError(_("{path} could not be written: {why}", path=str(path), why=why_of(error))) from error
        return path
    raise AssertionError("there are names without end")
