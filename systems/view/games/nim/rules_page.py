"""Nim's rules with pictures."""

from functools import partial

from game.rules.language import _
from systems.view.games.nim import art
from systems.view.table.rules_page import Example, Picture, RulesPage, Section


def _stones(count: int, first: int = 0) -> list[Picture]:
    return [partial(art.pebble, (first + place) * 37 % art.LOOKS) for place in range(count)]


PAGE = RulesPage(
    rules=(
        Section(
            _("The aim"),
            examples=(Example(_stones(1), _("Whoever takes the last stone of all loses."), small=True),),
        ),
        Section(
            _("Your turn"),
            examples=(
                Example(
                    [*_stones(5, 1), "→", *_stones(2, 1)],
                    _("Take as many stones as you like, one at least, all from one pile."),
                    small=True,
                ),
            ),
        ),
        Section(
            _("How it ends"),
            examples=(
                Example(
                    [*_stones(3, 2), "→", *_stones(1, 2)],
                    _("Three stones of one pile are left: take two, and your rival must take the last."),
                    small=True,
                ),
            ),
        ),
        Section(
            _("At the table"),
            _("Click a stone: it and those at its right are taken. The button then names your move."),
        ),
    ),
    scoring=(
        Section(
            _("What to leave"),
            examples=(
                Example(
                    [*_stones(2), " ", *_stones(2, 3)],
                    _("Two equal piles of two or more: answer in the other one."),
                    small=True,
                ),
                Example(_stones(1, 5), _("One single stone: your rival must take it."), small=True),
                Example(
                    [*_stones(1), " ", *_stones(1, 2), " ", *_stones(1, 4)],
                    _("Three single stones, or any odd number of them."),
                    small=True,
                ),
            ),
        ),
        Section(
            _("The whole secret"),
            _("Write the piles as binary numbers and add them without carrying: that is their nim-sum. Leave piles "
              "whose nim-sum is 0, but when every pile you leave would hold 0 or 1 stones, leave an odd number of "
              "ones. From 1 3 5 7 the player who moves second can always win."),
        ),
    ),
)  # fmt: skip
