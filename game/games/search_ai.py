"""The search, which can be made for any game."""

from collections.abc import Mapping
from typing import Any

from game.agents.pickers import Best
from game.agents.search import Search
from game.games.ai import AI
from game.games.module import registered_game
from game.rules.language import _
from game.rules.protocol import AnyRules, Option, at_least_one

PLAYOUTS = Option("playouts", 400, at_least_one, _("how many play-outs a decision takes"))


def search_ai(game: str) -> AI:
    """The AI ``search`` of a game."""

    def scorers(rules: AnyRules, settings: Mapping[str, Any]) -> list[Search]:
        return [Search(rules, settings["playouts"], registered_game(game).playouts)]

    return AI(
        "search",
        game,
        _("plays every move on in thought, against what it cannot see drawn anew, and takes the one that wins most"),
        scorers,
        lambda _: Best(),
        (PLAYOUTS,),
        knows=None,
    )
