"""The levels of Notty below its expert: the group-maker's moves, drawn by a softmax over the turns that they save.

A network's values differ too little for errors that look like people's: what a beginner's temperature makes of them
sits on a full hand for ever. The group-maker's are in turns, as people count.
"""

from collections.abc import Iterator, Sequence
from random import Random

from game.agents.agent import Candidate, Scorer, scored
from game.agents.pickers import Softmax
from game.games.ai import AI
from game.games.levels import between, level
from game.games.notty.choices import gives_away, going
from game.games.notty.cover import leftover
from game.games.notty.lean import LeanPlay
from game.games.notty.state import View
from game.rules.language import _

HABIT = 7.2
"""Turns: by so much a beginner thinks better of what the lean player does than of all else."""


def levels(group_maker: AI, expert: AI) -> tuple[AI, ...]:
    """The three levels below the expert, the weakest first, and what lies between all four.

    Temperatures, and what the worst error costs, are in turns; they were chosen by the matches that one level wins from
    the next (assets/notty/README.md has how many).
    """
    below = (
        level(
            "beginner",
            group_maker,
            _("discards groups at once and keeps few cards, most of the time: a small hand, and many small errors"),
            Softmax(1.6, 20.0),
            scorers=lambda scorers: [SeeingTheEnd([Habitual(scorers)])],
        ),
        level(
            "casual",
            group_maker,
            _("gathers a large hand that goes in one turn, with errors in most turns"),
            Softmax(0.38, 4.0),
            scorers=lambda scorers: [SeeingTheEnd(scorers)],
        ),
        level(
            "club",
            group_maker,
            _("gathers a large hand that goes in one turn; its errors are small"),
            Softmax(0.055, 0.7),
            scorers=lambda scorers: [SeeingTheEnd(scorers)],
        ),
    )
    return *below, between((*below, expert))


class SeeingTheEnd:
    """Plays as others do, but for what nobody misses: a hand that can go goes, and no rival is rid of a last card."""

    name = "turns"

    def __init__(self, scorers: Sequence[Scorer]) -> None:
        self._scorers = scorers

    def score(self, view: View, rng: Random) -> list[Candidate]:
        """The candidates of the others without the thefts that lose; of a hand that can go, the groups that hold it."""
        if view.to_move == view.player and not view.must_return and not leftover(view.hand):
            return going(view.hand)
        found = [candidate for scorer in self._scorers for candidate in scored(scorer, view, rng)]
        return [candidate for candidate in found if not gives_away(view, candidate.move)]


class Habitual:
    """Plays as others do, but for a habit: what the lean player does is worth `HABIT` more to it."""

    name = "habit"

    def __init__(self, scorers: Sequence[Scorer]) -> None:
        self._scorers = scorers
        self._habit = LeanPlay()

    def score(self, view: View, rng: Random) -> Iterator[Candidate]:
        """The candidates of the others, with the lean player's reason for what is habit."""
        usual = {each.move: each.reason for each in self._habit.score(view, rng)}
        for scorer in self._scorers:
            for found in scored(scorer, view, rng):
                habit = usual.get(found.move)
                yield found if habit is None else Candidate(found.move, found.score + HABIT, habit, found.estimate)
