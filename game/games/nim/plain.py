"""What a move of Nim does, in a sentence for whoever plays the game."""

from game.games.nim.record import Move
from game.games.nim.rules import View
from game.rules.language import _, enumerated, ngettext


def plain(view: View, move: Move) -> str:
    """What a legal move leaves, and what anybody can see in it."""
    piles = [stones - (pile == move.pile) * move.stones for pile, stones in enumerate(view.piles)]
    left = sorted([stones for stones in piles if stones])
    if not left:
        return _("This takes the last stone, and loses.")
    if left[-1] == 1:
        if len(left) % 2:
            return ngettext(
                "Leaves {number} stone: the rival has to take it.",
                "Leaves {number} single stones: taken in turn, the last is the rival’s.",
                len(left),
            )
        return _(
            "Leaves {number} single stones: taken in turn, the last is left for whoever moves now.", number=len(left)
        )
    if len(left) == 1:
        return _("Leaves one pile of {number}: the rival takes all but one.", number=left[0])
    if len(left) == 2 and left[0] == left[1]:
        return _("Leaves two piles of {number}: whatever the rival takes there can be copied.", number=left[0])
    return _("Leaves piles of {piles}.", piles=enumerated([str(stones) for stones in left]))
