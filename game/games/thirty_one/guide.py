"""Thirty-one's guided first turn: two turns and a call, with which a round is won."""

from game.games.guide import Guide, Step
from game.games.thirty_one.cards import ALL, KINDS, cards_of, pack
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.state import START_LIVES, State
from game.rules.language import _


def _cards(names: str) -> list[int]:
    return [KINDS.index(name) for name in names.split()]


def _discard(name: str) -> Move:
    return Move(MoveKind.DISCARD, KINDS.index(name))


def _deal() -> State:
    hands = [pack(_cards("KH 5H 9S")), pack(_cards("7S 4S 8H"))]
    pile, first = _cards("8C"), _cards("10H 2D")
    rest = cards_of(ALL & ~(sum(hands) | pack([*pile, *first])))
    return State(hands, (*first, *rest), tuple(pile), (START_LIVES,) * 2)


GUIDE = Guide(
    _deal,
    (
        Step(
            DRAW_DECK,
            _("Gather one suit: your king is 10, with the five of hearts 15; an ace is 11. Click the deck to draw."),
            _("Draw from the deck this time: click it, or press D."),
            about="deck",
        ),
        Step(
            _discard("9S"),
            _("The ten of hearts: 25 now. A turn ends with a discard; click the nine of spades, which counts nothing."),
            _("Keep your hearts, and throw the nine of spades: only the cards of one suit count."),
            replies=(TAKE_DISCARD, _discard("8H")),
        ),
        Step(
            TAKE_DISCARD,
            _("Mira has thrown the eight of hearts. What lies open may be taken: click it."),
            _("Take the eight of hearts from the discard pile: a card that you can see is better than one you cannot."),
        ),
        Step(
            _discard("5H"),
            _("King, ten and eight of hearts make 28. Throw the five of hearts."),
            _("You hold four hearts, and three count: throw the lowest, the five."),
            replies=(DRAW_DECK, _discard("2D")),
        ),
        Step(
            CALL,
            _("28 is hard to beat: call. All others have one more turn, then hands are shown."),
            _("Call now: press the button Call. Waiting gives Mira time to get ahead."),
            replies=(DRAW_DECK, _discard("2S")),
        ),
    ),
    _("The lowest hand loses a life: Mira’s. Whoever calls and is lowest loses two. 31 in three cards ends a round at "
      "once, and the last player with lives wins."),
)  # fmt: skip
