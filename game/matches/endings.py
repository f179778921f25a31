"""How rounds end, in words: for the move log and for the dialogs."""

from collections.abc import Sequence

from game.games import registry
from game.rules.language import _
from game.rules.protocol import RoundEnd


def round_title(game: str, end: RoundEnd, names: Sequence[str]) -> str:
    """How a round of a game ended, in a few words: as the game tells it, or who won."""
    told = registry.game(game).round_title
    if told is not None:
        return told(end, names)
    if end.winner is None:
        return _("The round is drawn")
    name = names[end.winner]
    return _("You win the round") if name == "You" else _("{name} wins the round", name=name)
