"""How well a table has played is kept in a small file beside its checkpoint, which holds the same bytes whoever watched
its training."""

import json
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

from game.agents.learning import Yardstick
from game.base.storage import StorageError, read_whole, write_whole
from game.checkpoints import container
from game.learning.strength import Strength, read_strengths
from game.workers.answers import AnswerError, entry

_MOST_BYTES = 1 << 20


def path_beside(checkpoint: Path) -> Path:
    """Where it is kept for a checkpoint."""
    return checkpoint.with_suffix(".played.json")


def keep(checkpoint: Path, yardstick: Yardstick, measured: Sequence[Strength]) -> None:
    """Keep what was measured on the way to what the checkpoint holds now. Raises StorageError."""
    content = {"of": container.digest_of(checkpoint), "against": yardstick.ai, "measured": [list(m) for m in measured]}
    write_whole(path_beside(checkpoint), (json.dumps(content) + "\n").encode("ascii"))


def kept(checkpoint: Path, yardstick: Yardstick) -> list[Strength]:
    """What was measured on the way to what the checkpoint holds now; nothing where that is not known, as when it has
    been learnt into elsewhere since."""
    with suppress(StorageError, ValueError, RecursionError, AnswerError):
        content = json.loads(read_whole(path_beside(checkpoint), _MOST_BYTES, "file of measurements"))
        if (entry(content, "of"), entry(content, "against")) == (container.digest_of(checkpoint), yardstick.ai):
            found = read_strengths(entry(content, "measured"))
            if all(before.games < after.games for before, after in pairwise(found)):
                return found
    return []
