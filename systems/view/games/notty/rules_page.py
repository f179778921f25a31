"""Notty's rules with pictures."""

from functools import partial

from game.games.notty.state import House
from game.rules.language import _
from systems.view.games.notty.art import DECK
from systems.view.table.rules_page import Example, Picture, RulesPage, Section


def _cards(*kinds: str) -> list[Picture]:
    return [partial(DECK.card, kind) for kind in kinds]


_DRAWS = {1: _("Draw one card."), 2: _("Draw one or two cards."), 3: _("Draw one, two or three cards.")}
_SCORING = (
    Section(
        _("What can be discarded"),
        examples=(
            Example(_cards("blue-1", "blue-2", "blue-3"), _("A run: three or more in a row of one colour.")),
            Example(_cards("red-9", "green-9", "black-9", "blue-9"), _("A set: a number in four or five colours.")),
        ),
    ),
    Section(
        _("What cannot"),
        examples=(
            Example(_cards("red-3", "red-4", "blue-5"), _("A run has one colour.")),
            Example(_cards("red-3", "red-5", "red-6"), _("A run has no gap.")),
            Example(_cards("red-7", "green-7", "black-7"), _("A set has four colours at least.")),
            Example(_cards("red-7", "red-7", "green-7", "blue-7"), _("A set has no colour twice.")),
        ),
    ),
    Section(
        _("The deck"),
        _("There are 90 cards: five colours, numbers 1 to 9, each card twice. What is discarded goes back into the "
          "deck, which is shuffled at once."),
    ),
)  # fmt: skip


def page(house: House) -> RulesPage:
    """The rules as they are played by in a house."""
    return RulesPage(_rules(house), _SCORING)


def _rules(house: House) -> tuple[Section, ...]:
    aim = _("Be the first without cards. All hands lie open, and hold {number} cards at most.", number=house.hand_limit)
    return (
        Section(_("The aim"), aim),
        Section(
            _("Once a turn each (1×)"),
            examples=(
                Example(_cards("back"), _DRAWS[house.draw_limit]),
                Example(_cards("yellow-7"), _("Steal a card: it is drawn blindly from the hand of another player.")),
                Example(
                    [*_cards("back"), "→", *_cards("black-9")],
                    _("Draw and discard: one card comes, then one of yours goes back to the deck."),
                ),
            ),
        ),
        Section(
            _("As often as you like (∞)"),
            examples=(
                Example(_cards("red-3", "red-4", "red-5"), _("Discard a run: three or more in a row of one colour.")),
                Example(
                    _cards("red-7", "green-7", "yellow-7", "black-7"),
                    _("Or a set: one number in four or five different colours."),
                ),
            ),
        ),
        Section(
            _("The end"),
            _("Press Next turn to end yours. Whoever has no cards wins at once, even when the last one was stolen."),
        ),
    )
