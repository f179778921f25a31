"""Nim in words: what a move is called, why another is refused, and the rules to read at the table.

People count piles from 1; the program and its files count them from 0.
"""

from collections.abc import Sequence

from game.games.nim.record import Move
from game.rules.language import _, ngettext
from game.rules.protocol import ViewLike
from game.rules.wording import out_of_turn, to_player

NONE_TAKEN = _("a turn takes one stone or more")
KIND = _("Take stones")
"""The one kind of move there is."""

HELP: tuple[tuple[str, str], ...] = (
    ("The aim", "Stones lie in piles. Whoever takes the last stone of all loses."),
    (
        "Your turn",
        "Take one or more stones from one pile, up to the whole pile. You must take at least one, and from one pile "
        "only.",
    ),
    (
        "How to win",
        "Write the piles as binary numbers and add them without carrying: that is their nim-sum. Leave piles whose "
        "nim-sum is 0, but when every pile you leave would hold 0 or 1 stones, leave an odd number of ones. From "
        "1 3 5 7 the player who moves second can always win.",
    ),
    (
        "At the table",
        "Click stones of one pile, or move with the arrow keys and choose with Space; the button then names your "
        "move. The piles, and who starts, are chosen before the game.",
    ),
)


def refusal(piles: Sequence[int], move: object) -> str | None:
    """Why `move` is not legal at these piles; None when it is legal."""
    if not isinstance(move, Move):
        return _("{move} is not a move of Nim", move=repr(move))
    pile, count = move
    if type(pile) is not int or type(count) is not int:
        return _("pile and count are not whole numbers")
    if not 0 <= pile < len(piles):
        return ngettext(
            "there is no pile {pile}; there is {number} pile",
            "there is no pile {pile}; there are {number} piles",
            len(piles),
            pile=pile + 1,
        )
    if count < 1:
        return NONE_TAKEN
    if count > piles[pile]:
        if not piles[pile]:
            return _("pile {pile} is empty", pile=pile + 1)
        return ngettext(
            "pile {pile} has only {number} stone", "pile {pile} has only {number} stones", piles[pile], pile=pile + 1
        )
    return None


def describe(move: Move) -> str:
    """The move told afterwards, without its subject: "took 3 stones from pile 2"."""
    return ngettext(
        "took {number} stone from pile {pile}", "took {number} stones from pile {pile}", move.stones, pile=move.pile + 1
    )


def label(move: Move) -> str:
    """The move as a button names it: "Take 3 from pile 2"."""
    return ngettext("Take {number} from pile {pile}", "Take {number} from pile {pile}", move.stones, pile=move.pile + 1)


def why_no_move(view: ViewLike, picked: Sequence[int | None]) -> str:
    """Why stones of these piles (None: stones that are gone) make no move together."""
    waits = out_of_turn(view)
    if waits is not None:
        return to_player(waits)
    if None in picked:
        return _("Stones that have been taken stay where they are.")
    piles = len(set(picked))
    if piles > 1:
        return _("A turn takes stones from one pile, not from {number}.", number=piles)
    return to_player(NONE_TAKEN)
