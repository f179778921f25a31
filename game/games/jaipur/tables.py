"""Jaipur's fixed tables: kinds, cards, tokens, bonuses and limits.

Source: the published rules of Jaipur (S. Pauchon, 2009).
"""

from game.rules.language import _, pgettext

KINDS = ("diamond", "gold", "silver", "cloth", "spice", "leather", "camel")
"""The kinds of cards by number: goods from 0 to 5, the camel last."""
NAME = (_("diamond"), _("gold"), _("silver"), _("cloth"), _("spice"), _("leather"), _("camel"))
"""What one card of each kind is called."""
NAMES = (
    pgettext("several", "diamonds"),
    pgettext("several", "gold"),
    pgettext("several", "silver"),
    pgettext("several", "cloth"),
    pgettext("several", "spice"),
    pgettext("several", "leather"),
    pgettext("several", "camels"),
)
"""What several are called."""
GOODS = range(6)
"""The goods by number."""
CAMEL = 6
"""The camel's number."""
HIGH_VALUE = (0, 1, 2)
"""The goods that are sold two or more at a time."""
HAND_LIMIT = 7
"""How many goods a hand holds at most, unless a house rule says otherwise."""
MOST_HELD = 9
"""And at most by any house rule."""
LEAST_EXCHANGED = 2
"""How many cards an exchange takes and gives at least."""
MARKET_SIZE = 5
DEAL_SIZE = 5
FIRST_CAMELS = 3
"""How many camels lie in the market before anything is dealt."""

CARDS = (6, 6, 6, 8, 8, 10, 11)
"""How many cards of each kind, the 11 camels last: 55 in all."""
TOKENS = (
    (7, 7, 5, 5, 5),
    (6, 6, 5, 5, 5),
    (5, 5, 5, 5, 5),
    (5, 3, 3, 2, 2, 1, 1),
    (5, 3, 3, 2, 2, 1, 1),
    (4, 3, 2, 1, 1, 1, 1, 1, 1),
)
"""The goods tokens of each good, the next to be taken first."""
BONUSES = ((1, 1, 2, 2, 2, 3, 3), (4, 4, 5, 5, 6, 6), (8, 8, 9, 10, 10))
"""The bonus tokens for selling three, four, and five or more cards, before they are shuffled."""
CAMEL_TOKEN = 5
SEALS_TO_WIN = 2
"""How many seals win the match, unless a house rule says otherwise."""
EMPTY_TO_END = 3
"""How many kinds of goods without tokens end a round."""
STOPPED_TO_END = 3
"""How many rounds stopped by the turn limit end the match."""


def called(kind: int, number: int) -> str:
    """What so many cards of a kind are called: "diamond" for one, "diamonds" for any other number."""
    return NAME[kind] if number == 1 else NAMES[kind]


def tokens_left(good: int, left: int) -> tuple[int, ...]:
    """The values of the last `left` tokens of a good, the next to be taken first."""
    return TOKENS[good][len(TOKENS[good]) - left :]


def next_token(good: int, left: int) -> int:
    """The value of the next token of a good of which `left` are left; 0 when none is."""
    return TOKENS[good][-left] if left else 0
