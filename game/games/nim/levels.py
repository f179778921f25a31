"""The levels of Nim: tables learnt from 100, 1,000 and 10,000 games, of which a player is now and then unsure.

The last stones every level plays as they must be played: there people do not err, and a table of few games would.
"""

from dataclasses import replace
from random import Random

from game.agents.agent import Candidate, Reason, Scorer, scored
from game.agents.pickers import Softmax
from game.checkpoints import places
from game.games.ai import AI
from game.games.levels import between, level
from game.games.nim.players import ExactPlay, winning_moves
from game.games.nim.record import Move
from game.games.nim.rules import DEFAULT_PILES, View, moves_of, pack
from game.rules.language import _, marked

SURE = 4
"""From so many stones on, nobody lets a win go by."""
_UNKNOWN = Reason("never seen such piles: every move counts the same")
_REORDERED = marked("in the order of its table, {}")


class Recalled:
    """Plays by another's table, and the last stones exactly.

    A table belongs to the piles that a match starts with. At others, what is left of them is looked up as what may be
    left of the table's, where it may: the order of piles says nothing.
    """

    def __init__(self, table: Scorer) -> None:
        self.name = table.name
        self._table = table
        self._exact = ExactPlay()

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """A candidate for each move; where few stones are left and some of them win, for those alone."""
        if sum(view.piles) <= SURE and (winning := winning_moves(view.piles)):
            return [candidate for candidate in self._exact.score(view, rng) if candidate.move in winning]
        return self._recalled(view, rng) if view.start == DEFAULT_PILES else self._reordered(view, rng)

    def _recalled(self, view: View, rng: Random) -> list[Candidate]:
        return scored(self._table, view, rng)

    def _reordered(self, view: View, rng: Random) -> list[Candidate]:
        """The same of piles in the order of the table's, which grow; all moves alike where they do not fit."""
        left = sorted((pile for pile, count in enumerate(view.piles) if count), key=view.piles.__getitem__)
        empty = len(DEFAULT_PILES) - len(left)
        piles = [*[0] * empty, *[view.piles[pile] for pile in left]]
        if empty < 0 or any(count > most for count, most in zip(piles, DEFAULT_PILES, strict=True)):
            return [Candidate(move, 0.0, _UNKNOWN) for move in moves_of(view.packed)]
        seen = View(view.player, view.to_move, pack(piles), DEFAULT_PILES)
        return [
            candidate._replace(
                move=Move(left[candidate.move.pile - empty], candidate.move.stones),
                reason=Reason(_REORDERED, (candidate.reason,)),
            )
            for candidate in self._recalled(seen, rng)
        ]


def levels(q_learner: AI, perfect: AI) -> tuple[AI, ...]:
    """The levels, the weakest first, and what lies between them.

    Temperatures are in units of a table's values, from -1 for a game lost to 1 for one won; they were chosen so that
    beginner loses one of four games to random, and each step is alike (assets/nim/README.md has what they come to).
    """

    def learnt(name: str, games: int, temperature: float, about: str) -> AI:
        return level(
            name,
            q_learner,
            _(
                "{about}: recalls what {games:,} games taught it, not always well, and how the last {stones} stones "
                "end",
                about=about,
                games=games,
                stones=SURE,
            ),
            Softmax(temperature),
            places.shipped("nim", f"q-learner-{games}.npz"),
            lambda scorers: [Recalled(scorer) for scorer in scorers],
        )

    four = (
        learnt("beginner", 100, 0.5, _("knows little more than the rules")),
        learnt("casual", 1000, 0.26, _("sees a win here and there")),
        learnt("club", 10_000, 0.4, _("knows its way")),
        replace(perfect, name="expert", about=_("exact play, as {name}", name=perfect.name)),
    )
    return *four, between(four)
