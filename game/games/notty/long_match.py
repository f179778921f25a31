"""Long matches of Notty: how those who play by networks end them.

Equals who rob each other by turns hardly ever go out. So from some turn on they go by what each saves of their own
turns, as the group-maker does: of 1,200 such ends of two players it won 59 % from `deep-q` that merely robbed nobody
any more, of 900 ends of three 44 % from two of these (assets/notty/README.md).
"""

from collections.abc import Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate
from game.agents.networks import Floats
from game.games.notty import group_maker
from game.games.notty.choices import gives_away
from game.games.notty.state import View
from game.games.notty.view_arrays import surely_won

LONG: Mapping[int, int] = {2: 375, 3: 300}
"""By the number of players, from which turn on a match is long. A later turn than this wins more from those who rob
every turn, and lets two who play alike go on for too long."""
BEHIND = 0.1
"""By so much the log odds to win fall with each turn that is saved less than by the best. Fitted to 68,000 ends of long
matches that began with any action, of two players (.11) and of three (.10)."""
FADING = 8.0
"""Before a match is long, positions count as those of a long one for less by the factor e in so many turns: who is
nearer to going out then is likely to be so still, where robbing comes to an end. Fitted to games of `deep-q` against
itself."""
_SCORERS = group_maker.scorers()


def lateness(turns: NDArray[np.int64], players: int) -> Floats:
    """(n,): for how much positions after so many turns, (n,), count as those of long matches: 1 in these, and ever
    less before."""
    found: Floats = np.exp(-np.maximum(0, LONG[players] - turns) / np.float32(FADING)).astype(np.float32)
    return found


def considered(view: View, rng: Random) -> list[tuple[Candidate, float]]:
    """What the group-maker considers, without what gives the match away, and how likely each lets the hand go; where
    something is sure to, that alone."""
    moves = [each for scorer in _SCORERS for each in scorer.score(view, rng) if not gives_away(view, each.move)]
    found = list(zip(moves, surely_won(view, [each.move for each in moves]), strict=True))
    return [(each, share) for each, share in found if share == 1.0] or found
