"""Nim's guided first turn: from the usual piles to a won end."""

from game.games.guide import Guide, Step
from game.games.nim.record import Move
from game.games.nim.rules import State
from game.rules.language import _

GUIDE = Guide(
    lambda: State((1, 3, 5, 7)),
    (
        Step(
            Move(3, 1),
            _("A turn takes stones from one pile. Click the last stone of the longest pile."),
            _("Any pile would do, but let us begin with the longest: click the stone at its right end."),
            replies=(Move(2, 1),),
        ),
        Step(
            Move(3, 3),
            _("You may take several at once: click the third stone from the right, and those behind it come along."),
            _("Take just three stones of the longest pile: click the third one from its right end."),
            replies=(Move(0, 1),),
        ),
        Step(
            Move(2, 4),
            _("A whole pile may go, too: click the first stone of pile 3."),
            _("Take all four stones of the third pile: click its first stone. Two equal piles are left then."),
            replies=(Move(1, 1),),
        ),
        Step(
            Move(3, 1),
            _(
                "Leaving two equal piles of two or more wins: answer each take with the same in the other, until you "
                "can leave one stone. Take one of pile 4."
            ),
            _("Mira took one stone of the upper pile, so take one stone of the lower pile: both hold two then."),
            replies=(Move(1, 2),),
        ),
        Step(
            Move(3, 1),
            _("Not the same this time: whoever takes the last stone loses. Leave just one: take the right-hand stone."),
            _("Take one stone only. The last one must be left for Mira."),
            replies=(Move(3, 1),),
        ),
    ),
    _("Mira had to take the last stone: you have won."),
)
