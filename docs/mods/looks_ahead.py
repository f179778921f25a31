"""A mod: a whole AI for Nim, which looks some moves ahead and is told how many."""

from random import Random

from game.modding import AI, Candidate, Highest, Option, Reason, Registry
from game.modding.nim import Move, View


def value(piles: tuple[int, ...], depth: int) -> float:
    """What a position is worth to the player to move: 1 it is won, 0 it is lost, else a half: nobody has seen."""
    if not any(piles):
        return 1.0  # the other one has taken the last stone
    if depth == 0:
        return 0.5
    return max(1.0 - value(left, depth - 1) for _, left in moves(piles))


def moves(piles: tuple[int, ...]) -> list[tuple[Move, tuple[int, ...]]]:
    """Every move, and the piles that it leaves."""
    return [
        (Move(pile, stones), (*piles[:pile], count - stones, *piles[pile + 1 :]))
        for pile, count in enumerate(piles)
        for stones in range(1, count + 1)
    ]


class LooksAhead:
    """Scores every move by what it leaves to the other player."""

    name = "looks ahead"

    def __init__(self, depth: int) -> None:
        self.depth = depth

    def score(self, view: View, rng: Random) -> list[Candidate]:
        return [self.candidate(move, left) for move, left in moves(view.piles)]

    def candidate(self, move: Move, left: tuple[int, ...]) -> Candidate:
        """The move with its score and the reason, which the overlay shows."""
        theirs = value(left, self.depth - 1)
        seen = {1.0: "lost", 0.0: "won"}.get(theirs, "open")
        why = Reason("leaves {}: {} as far as {} moves go", (" ".join(map(str, left)), seen, self.depth))
        return Candidate(move, 1.01 - theirs, why)


def register(registry: Registry) -> None:
    """Add ``looks-ahead`` to Nim; ``looks-ahead@depth=4`` looks further."""
    depth = Option("depth", 3, int, "how many moves are looked ahead")
    registry.ai(
        AI(
            "looks-ahead",
            "nim",
            "looks some moves ahead",
            lambda _, settings: [LooksAhead(settings["depth"])],
            lambda _: Highest(),
            (depth,),
        )
    )
