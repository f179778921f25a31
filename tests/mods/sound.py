"""A mod with AIs that play well-behaved: one that draws random numbers, one that thinks at length."""

from collections.abc import Iterator
from random import Random
from time import sleep
from typing import Any

from game.base.storage import home
from game.modding import AI, AnyMove, AnyRules, Candidate, Estimate, Option, Reason, Registry, Weighted
from game.modding.nim import Move


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
            yield [
                Candidate(move, total / step, why, Estimate(total / step, visits=step, line="and so on"))
                for move, total in zip(moves, sums, strict=True)
            ]


class Stepwise(Growing):
    """The same in three steps, each told; after each it waits until it is allowed the next, see `allow`."""

    name = "stepwise"

    def __init__(self, rules: AnyRules) -> None:
        super().__init__(rules, 3)

    def score(self, view: Any, rng: Random) -> Iterator[list[Candidate]]:
        for step, candidates in enumerate(super().score(view, rng), 1):
            sleep(0.06)  # longer than what is told may lie apart
            yield candidates
            while not (home() / f"step-{step}").exists():
                sleep(0.005)


def allow(step: int) -> None:
    """Let every `Stepwise` of this home go on after a step."""
    home().mkdir(parents=True, exist_ok=True)
    (home() / f"step-{step}").touch()


class OfWords:
    """Gives a move once for each word of a set, in its order, with the word as the reason."""

    name = "of words"

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        words = {"one", "two", "three", "four", "five", "six", "seven"}
        return [Candidate(Move(0, 1), 1.0, Reason(word)) for word in words]


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
    registry.ai(AI("stepwise", "nim", "waits", lambda rules, _: [Stepwise(rules)], lambda _: Weighted()))
    registry.extend("jaipur", "utility", scorers=lambda rules, _: [AnyMove(rules)], about="utility, and any move")
    registry.extend("jaipur", "utility", picker=lambda _: Weighted(), name="utility-by-lot")
