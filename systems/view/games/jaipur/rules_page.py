"""Jaipur's rules with pictures."""

from functools import partial

from game.games.jaipur.moves import IN_WORDS
from game.games.jaipur.state import House
from game.games.jaipur.tables import CAMEL_TOKEN, KINDS, TOKENS
from game.rules.language import _
from systems.view.games.jaipur import art
from systems.view.games.jaipur.art import DECK
from systems.view.table.rules_page import Example, Picture, RulesPage, Section


def _card(kind: str) -> Picture:
    return partial(DECK.card, kind)


def _sign(kind: str) -> Picture:
    return lambda size: art.icon(kind, size, art.GOOD_COLOURS[kind])


def _tokens(kind: str) -> list[Picture]:
    return [partial(art.token, kind, value) for value in TOKENS[KINDS.index(kind)]]


def _bonus(size: int) -> Picture:
    return partial(art.bonus_token, size, None)


_WINS = {
    1: _("Whoever has more points after a round takes a seal; one seal wins the match."),
    2: _("Whoever has more points after a round takes a seal; two seals win the match."),
    3: _("Whoever has more points after a round takes a seal; three seals win the match."),
}


def page(house: House) -> RulesPage:
    """The rules as they are played by in a house."""
    return RulesPage(_rules(house), _scoring(house))


def _rules(house: House) -> tuple[Section, ...]:
    return (
        Section(
            _("The aim"),
            examples=(Example([partial(art.seal, True)] * house.seals, _WINS[house.seals], small=True),),
        ),
        Section(
            _("Your turn is one of four things"),
            examples=_moves(house),
        ),
        Section(
            _("The end of a round"),
            _(
                "A round ends when three kinds of tokens are gone, or when the deck cannot fill the market. "
                "Whoever has lost it begins the next one."
            ),
        ),
        Section(
            _("At the table"),
            _("Click cards, then press the button of the move. Cards that fit no move are dim: click one to read why."),
        ),
    )


def _moves(house: House) -> tuple[Example, ...]:
    return (
        Example(
            [_card("gold")],
            _(
                "Take one good from the market into your hand, which holds {number} at most.",
                number=IN_WORDS[house.hand_limit],
            ),
        ),
        Example(
            [_card("camel"), _card("camel")],
            _("Or take all camels of the market. They stand in your herd, and are no part of the hand."),
        ),
        Example(
            [_card("leather"), _card("camel"), "→", _card("silver"), _card("silver")],
            _(
                "Or exchange two cards or more: as many of the market as you give of your hand and your herd, and no "
                "good both ways."
            ),
        ),
        Example(
            [_card("cloth"), _card("cloth"), _card("cloth")],
            _("Or sell cards of one good for its tokens. Diamonds, gold and silver go at least two at a time."),
        ),
    )


def _scoring(house: House) -> tuple[Section, ...]:
    herd = Example([art.camel_token], _("The larger herd earns {points} points.", points=CAMEL_TOKEN), small=True)
    return (
        Section(
            _("Tokens: the first sold are worth most"),
            examples=tuple([Example([_sign(kind), *_tokens(kind)], "", small=True) for kind in KINDS[:-1]]),
        ),
        Section(
            _("Selling three or more at once"),
            _("Everybody sees what a bonus token is worth once it is taken.")
            if house.open_bonus
            else _("Only you see what your bonus tokens are worth, until the round is over."),
            examples=(
                Example([_bonus(3)], _("Three cards: a bonus of 1 to 3 points."), small=True),
                Example([_bonus(4)], _("Four cards: a bonus of 4 to 6 points."), small=True),
                Example([_bonus(5)], _("Five cards or more: a bonus of 8 to 10 points."), small=True),
            ),
        ),
        *([Section(_("At the end of a round"), examples=(herd,))] if house.herd else []),
    )
