"""Who judges matches: an AI whose scores are chances to win.

A chance is in [0, 1]; those of all players add up to 1. A judge is asked in two ways that are never mixed: what the
moves of a player are worth by what that player knows, and what a position is worth to everybody with all hands open,
where what nobody sees is not known either. Which match it is, and what was lost in it, is not its business
(:mod:`game.analysis`).
"""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias, runtime_checkable

Shares: TypeAlias = tuple[float, ...]
"""A chance for each player, 1 together."""


class Weighed(NamedTuple):
    """A move as the judge weighs it: the mover's chance after it, and one standard error of the difference between the
    best move's chance and this one's, paired over what was sampled; without the judge's own error."""

    move: Any
    chance: float
    error: float = 0.0


class Judge(Protocol):
    """Gives chances. The same arguments, the random numbers among them, give the same chances."""

    @property
    def exact(self) -> bool:
        """Whether its chances are 0 or 1, and true."""

    @property
    def error(self) -> float:
        """The standard error of its own differences between two moves, as it was measured against roll-outs."""

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> Sequence[Weighed]:
        """The moves of the view's player that it weighs, among them those that are `asked` for: all of them in the same
        worlds."""

    def sampled(self, view: Any, moves: Sequence[Any], rng: Random) -> Sequence[Sequence[float]]:
        """For each of these moves of the view's player, what that player's chance comes to in each of some worlds that
        the player could be in: the same worlds for every move."""

    def everybodys(self, view: Any, weighed: Sequence[Weighed], rng: Random) -> Sequence[Shares]:
        """Every player's chance after these moves of the view's player, whose own is the one that it was weighed at, by
        what that player knows."""

    @property
    def open_error(self) -> float:
        """One standard error, at most, of what sampling makes of a chance with all hands open."""

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> Sequence[Shares]:
        """Every player's chance in each of these states of rounds that are not over, with all hands open and the rest
        unseen. Of the states from `mean_from` on only the mean counts: a judge may tell of each of them far less
        exactly, as long as it errs to neither side."""


@runtime_checkable
class PlaysRounds(Protocol):
    """A judge that has many rounds played at once."""

    def outcomes(self, states: Sequence[Any], rng: Random) -> Sequence[Hashable]:
        """What each of these rounds, of one table, comes to if all play on as the judge does, in the words of the
        game's table of standings."""


def shared(chance: float, player: int, players: int) -> Shares:
    """Every player's chance where that of one is known, and the others are alike."""
    others = (1.0 - chance) / (players - 1)
    return tuple([chance if each == player else others for each in range(players)])


def with_chance(shares: Sequence[float], player: int, chance: float) -> Shares:
    """Shares in which one player has this chance, and the others share the rest in proportion to theirs; evenly where
    nobody of them has any."""
    others = sum(share for each, share in enumerate(shares) if each != player)
    if others <= 0.0:
        return shared(chance, player, len(shares))
    left = (1.0 - chance) / others
    return tuple([chance if each == player else share * left for each, share in enumerate(shares)])
