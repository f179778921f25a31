"""The random AI, which can be made for any game."""

from game.agents.pickers import Weighted
from game.agents.random_moves import AnyMove
from game.games.ai import AI
from game.rules.language import _


def random_ai(game: str) -> AI:
    """The AI ``random`` of a game."""
    return AI(
        "random",
        game,
        _("plays any legal move, all equally likely"),
        lambda rules, _: [AnyMove(rules)],
        lambda _: Weighted(),
        knows=None,
    )
