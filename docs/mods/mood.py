"""A mod: a system that changes an AI's mind. Whoever sits there is in the mood for some moves more than for others."""

from random import Random

import esper

from game.modding import Actor, AtTable, Candidate, Decision, Phase, Player, Reason, Registry, ScorerState


class Mood:
    """Adds up to 0.20 to the score of every move that a player considers, another amount at each decision."""

    name = "mood"

    def __init__(self, table: AtTable) -> None:
        self.table = table

    def process(self, seconds: float) -> None:
        """Once a decision: all scorers have scored, and nothing is picked yet."""
        for _, (player, decision) in esper.get_components(Player, Decision):
            swings = Random(f"mood/{player.index}/{decision.number}")  # the same in every match, whoever looks on
            for _, (actor, state) in sorted(esper.get_components(Actor, ScorerState), key=lambda row: row[0]):
                if actor.player == player.index:
                    state.candidates = [sway(candidate, swings) for candidate in state.candidates]


def sway(candidate: Candidate, swings: Random) -> Candidate:
    """The candidate as the mood of the moment has it."""
    liking = swings.choice((0.0, 0.1, 0.2))
    if liking == 0.0:
        return candidate
    why = Reason("{}, and in the mood for it", (candidate.reason,))
    return candidate._replace(score=candidate.score + liking, reason=why)


def register(registry: Registry) -> None:
    """Add the system to the tables of every game."""
    registry.system(Mood, Phase.SCORE)
