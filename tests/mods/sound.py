"""A mod with AIs that play well-behaved: one that draws random numbers, one that thinks at length."""

from collections.abc import Iterator
from random import Random
from time import sleep
from typing import Any

from game.modding import AI, AnyMove, AnyRules, Candidate, Option, Reason, Registry, Weighted


class Dice:
    """Every legal move, with a score that is drawn."""

    name = "dice"

    def __init__(self, rules: AnyRules, sides: int) -> None:
        self._rules, self._sides = rules, sides

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        return [
            Candidate(move, float(rng.randint(1, self._sides)), Reason("one of {}", (self._sides,)))
            for move in self._rules.legal_moves(view)
        ]


class Growing:
    """Rolls the dice for every move again and again, and yields what they have come to so far."""

    name = "growing"
    slow = True

    def __init__(self, rules: AnyRules, steps: int = 5) -> None:
        self._rules, self._steps = rules, steps

    def score(self, view: Any, rng: Random) -> Iterator[list[Candidate]]:
        moves = self._rules.legal_moves(view)
        sums = [0.0] * len(moves)
        for step in range(1, self._steps + 1):
            sums = [total + rng.random() for total in sums]
            why = Reason("after {} steps", (step,))
            yield [Candidate(move, total / step, why) for move, total in zip(moves, sums, strict=True)]


class Slowly(Growing):
    """The same, in steps that take long enough for each to be told."""

    name = "slowly"

    def score(self, view: Any, rng: Random) -> Iterator[list[Candidate]]:
        for candidates in super().score(view, rng):
            sleep(0.06)
            yield candidates


SIDES = Option("sides", 6, int, "of the dice")


def register(registry: Registry) -> None:
    """Add the AIs to two games."""
    for game in ("nim", "jaipur"):
        registry.ai(
            AI(
                "dice",
                game,
                "moves by lot",
                lambda rules, settings: [Dice(rules, settings["sides"])],
                lambda _: Weighted(),
                (SIDES,),
            )
        )
        registry.ai(AI("growing", game, "thinks at length", lambda rules, _: [Growing(rules)], lambda _: Weighted()))
    registry.ai(AI("slowly", "nim", "thinks slowly", lambda rules, _: [Slowly(rules)], lambda _: Weighted()))
    registry.extend("jaipur", "utility", scorers=lambda rules, _: [AnyMove(rules)], about="utility, and any move")
    registry.extend("jaipur", "utility", picker=lambda _: Weighted(), name="utility-by-lot")
