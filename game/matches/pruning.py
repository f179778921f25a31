"""Of the matches that were only watched the latest are kept: a table at which AIs play day and night would fill a disk.

What anybody has played is never touched.
"""

import json
import threading
from pathlib import Path

from game.base import locks
from game.base.giving_way import GivingWay
from game.base.storage import StorageError, latest_first, regular
from game.matches.replay import matches_folder

_LONGEST_HEAD = 1 << 16


def prune_beside(most: int) -> threading.Thread:
    """`prune` the user's matches in a thread of its own, which lets frames go first: thousands of files are looked
    into."""
    thread = threading.Thread(target=prune, args=(matches_folder(), most), name="prune", daemon=True)
    thread.start()
    return thread


def prune(folder: Path, most: int) -> int:
    """Delete all watched matches of a folder but the `most` that were written to last; how many those were. What
    another program holds, what is damaged and what is no match stays."""
    give_way, watched = GivingWay(), list[Path]()
    for path in latest_first(folder, ".jsonl"):
        give_way()
        if _watched(path):
            watched.append(path)
    return sum(_deleted(path) for path in watched[most:])


def _watched(path: Path) -> bool:
    """Whether only AIs sit at a match, as its first line has it."""
    try:
        with open(path, "rb", opener=regular) as file:
            players = json.loads(file.readline(_LONGEST_HEAD))["players"]
        return bool(players) and all(player["ai"] is not None for player in players)
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return False


def _deleted(path: Path) -> bool:
    try:
        with locks.hold(path, patience=0.0):
            path.unlink()
    except (StorageError, OSError):
        return False
    return True
