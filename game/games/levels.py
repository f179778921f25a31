"""Levels: AIs of the same names at every game, each as much stronger than the one before as a game allows.

A level thinks as an AI of the game does, and errs when it picks: small errors often, absurd ones hardly ever
(:class:`game.agents.pickers.Softmax`). Each game says in its own package what its levels are made of.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import floor
from pathlib import Path
from random import Random
from typing import Any

from game.agents.agent import Agent, Candidate, Picker, Scorer, chances_of, growing
from game.base.reading import share
from game.games.ai import AI
from game.rules.language import _
from game.rules.protocol import AnyRules, Option

NAMES = ("beginner", "casual", "club", "expert")
"""The names of the levels, the weakest first."""
BETWEEN = "level"
"""The name of the AI that lies anywhere between them."""
STRENGTH = Option(
    "strength", 0.5, share, _("0 plays as the beginner, a third as casual, two thirds as club, 1 as the expert")
)


def is_level(name: str) -> bool:
    """Whether an AI of this name is a level, or lies between two of them."""
    return name == BETWEEN or name in NAMES


def levels_first(ais: Iterable[AI]) -> list[AI]:
    """AIs in the order in which people are offered them: the levels, the weakest first, what lies between them, then
    all others as they came."""
    order = {name: place for place, name in enumerate((*NAMES, BETWEEN))}
    return sorted(ais, key=lambda ai: order.get(ai.name, len(order)))


def level(
    name: str,
    base: AI,
    about: str,
    picker: Picker,
    file: Path | None = None,
    scorers: Callable[[Sequence[Scorer]], Sequence[Scorer]] = tuple,
) -> AI:
    """A level that thinks as `base` does, by the checkpoint where one is named, else by what is pretrained for it,
    and picks otherwise. `scorers` may see to it that it knows what nobody misses. It takes no checkpoint and no
    parameters: a level is the same everywhere."""

    def thinks(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
        values = base.settings() if file is None else base.settings(trained=base.learnt_from(file)[0])
        return scorers(base.scorers(rules, values))

    return AI(name, base.game, about, thinks, lambda _: picker, knows=base.knows)


def between(levels: Sequence[AI]) -> AI:
    """The AI that lies anywhere between these levels, the weakest first, as its parameter ``strength`` says."""

    def scorers(rules: AnyRules, settings: Mapping[str, Any]) -> Sequence[Scorer]:
        steps = settings[STRENGTH.key] * (len(levels) - 1)
        lower = min(floor(steps), len(levels) - 2)
        return [Lot(levels[lower].agent(rules=rules), levels[lower + 1].agent(rules=rules), steps - lower)]

    return AI(
        BETWEEN,
        levels[0].game,
        _(
            "any strength between {lowest} and {highest}: which of two levels decides falls by lot",
            lowest=levels[0].name,
            highest=levels[-1].name,
        ),
        scorers,
        lambda settings: settings["scorers"][0],
        (STRENGTH,),
        knows=frozenset.intersection(*[ai.knows for ai in levels if ai.knows is not None]),
    )


class Lot:
    """Scorer and picker of an AI between two others: who decides falls by lot, decision by decision, `upper` with the
    chance `share`."""

    name = "lot"

    def __init__(self, lower: Agent, upper: Agent, share: float) -> None:
        self._agents = lower, upper
        self._share = share
        self._decides = lower
        deciding = [agent for agent, chance in ((lower, 1.0 - share), (upper, share)) if chance > 0.0]
        self.slow = any(getattr(scorer, "slow", False) for agent in deciding for scorer in agent.scorers)

    def score(self, view: Any, rng: Random) -> Iterable[list[Candidate]]:
        """The candidates of whom the lot has chosen, as they grow."""
        lower, upper = self._agents
        self._decides = upper if rng.random() < self._share else lower
        before: list[Candidate] = []
        for scorer in self._decides.scorers:
            given: list[Candidate] = []
            for given in growing(scorer.score(view, rng)):
                yield [*before, *given]
            before += given

    def pick(self, candidates: Sequence[Candidate], rng: Random) -> int | None:
        """What the one that has just thought picks."""
        return self._decides.picker.pick(candidates, rng)

    def chances(self, candidates: Sequence[Candidate]) -> Sequence[float]:
        """Each candidate's chance to be picked by that one."""
        return chances_of(self._decides.picker, candidates)
