"""The search, which can be made for any game."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from game.agents.agent import Agent
from game.agents.pickers import Best
from game.agents.playouts import Playouts
from game.agents.search import Search
from game.games.ai import AI, registered_ai
from game.games.module import registered_game
from game.rules.language import _
from game.rules.options import at_least_one
from game.rules.protocol import AnyRules, Option

PLAYOUTS = Option("playouts", 400, at_least_one, _("how many play-outs a decision takes"))


def search_ai(game: str) -> AI:
    """The AI ``search`` of a game."""

    def scorers(rules: AnyRules, settings: Mapping[str, Any]) -> list[Search]:
        return [Search(rules, settings["playouts"], how_played_out(game))]

    return AI(
        "search",
        game,
        _("plays likely moves on in thought, with what it cannot see drawn anew, and takes what surely wins more"),
        scorers,
        lambda _: Best(),
        (PLAYOUTS,),
        knows=None,
    )


def how_played_out(game: str) -> Playouts:
    """How a game is played out in thought: as it says itself, else by its default AI."""
    return registered_game(game).playouts or Playouts(partial(_default_agent, game))


def _default_agent(game: str) -> Agent | None:
    """The default AI of a game, a mod's without its worker: play-outs ask it thousands of times. None where it moves at
    random, or thinks too long for that, as `search` itself would."""
    entry = registered_game(game)
    if entry.default_ai in ("random", "search"):
        return None
    agent = (entry.own_default or registered_ai(entry.name, entry.default_ai).agent)()
    return None if any(getattr(scorer, "slow", False) for scorer in agent.scorers) else agent
