"""Thirty-one's rules with pictures."""

from functools import partial

from game.rules.language import _
from systems.view.games.thirty_one import art
from systems.view.games.thirty_one.art import DECK
from systems.view.table.rules_page import Example, Picture, RulesPage, Section


def _cards(*kinds: str) -> list[Picture]:
    return [partial(DECK.card, kind) for kind in kinds]


def _lives(left: int, lost: int = 0) -> list[Picture]:
    return [*[partial(art.life, True)] * left, *[partial(art.life, False)] * lost]


PAGE = RulesPage(
    rules=(
        Section(
            _("The aim"),
            examples=(
                Example(_cards("KH", "10H", "AH"), _("Hold three cards of one suit that count as much as can be: 31.")),
                Example(_lives(3), _("Everybody has three lives. The last one with lives wins."), small=True),
            ),
        ),
        Section(
            _("Your turn is one of three things"),
            examples=(
                Example(_cards("back"), _("Draw from the deck, then discard one of your four cards.")),
                Example(_cards("8H"), _("Take the top card of the discard pile, then discard another card.")),
            ),
        ),
        Section(
            "",
            _("Or call, when nobody has: all others have one more turn, then hands are shown. A call as the very first "
              "turn of a round shows them at once."),
        ),
        Section(
            _("Good to know"),
            _("Everybody sees who takes which discard; in your hand, an eye marks such a card. Hands are also shown "
              "when the deck is empty."),
        ),
    ),
    scoring=(
        Section(
            _("What cards count"),
            _("A hand counts the highest sum that it has in one suit."),
            (
                Example(_cards("AH"), _("An ace counts 11.")),
                Example(_cards("KH", "QH", "JH", "10H"), _("King, queen, jack and ten count 10.")),
                Example(_cards("9S", "8S", "4D"), _("Others count their number: this hand counts 17, in spades.")),
            ),
        ),
        Section(
            _("Who loses lives"),
            examples=(
                Example(_lives(2, 1), _("When hands are shown, every lowest hand loses a life."), small=True),
                Example(_lives(1, 2), _("Whoever called loses two when no hand is lower."), small=True),
                Example(_lives(2, 1), _("31 in three cards ends a round at once: all others lose a life."), small=True),
            ),
        ),
        Section(
            _("House rules"),
            _("When they are chosen: three of a kind count 30½, and a caller who ties for the lowest loses nothing."),
        ),
    ),
)  # fmt: skip
