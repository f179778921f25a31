"""Notty's guided first turn: one turn in which everything is done that a turn allows."""

from game.games.guide import Guide, Step
from game.games.notty.hands import ALL, COLOURS, kind_of, pack, unpack
from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN, Move, MoveKind
from game.games.notty.state import State
from game.rules.language import _

_RED, _GREEN, _YELLOW, _BLACK, _BLUE = range(len(COLOURS))
_RUN = [kind_of(_RED, number) for number in (3, 4, 5)]
_SEVENS = [kind_of(colour, 7) for colour in (_RED, _GREEN, _BLACK)]
_STOLEN = kind_of(_YELLOW, 7)
_THROWN = kind_of(_BLACK, 9)
_HANDS = ((*_RUN[:2], *_SEVENS, _THROWN), (_STOLEN, _STOLEN))
_NEXT = (_RUN[2], kind_of(_BLUE, 1))


def _deal() -> State:
    hands = [pack(hand) for hand in _HANDS]
    return State(hands, (*_NEXT, *unpack(ALL - sum(hands) - pack(_NEXT))), 0)


GUIDE = Guide(
    _deal,
    (
        Step(
            Move(MoveKind.DRAW, 2),
            _("Whoever has no cards left wins. They go in groups, runs and sets, and groups need cards: draw two."),
            _("Draw two cards first: press the button Draw 2."),
        ),
        Step(
            Move(MoveKind.DISCARD_GROUP, pack(_RUN)),
            _("Red 3, 4 and 5 are a run: click them, then discard the group. Three in a row of one colour will do."),
            _("Only the red 3, the red 4 and the red 5 go now: a run is three or more numbers in a row of one colour."),
        ),
        Step(
            Move(MoveKind.STEAL, 1),
            _("You hold three sevens, and all hands lie open: Mira has yellow ones. Steal a card; it comes blindly."),
            _("Steal from Mira: press the button with her name. It is drawn blindly, but hers are all sevens."),
        ),
        Step(
            Move(MoveKind.DISCARD_GROUP, pack([*_SEVENS, _STOLEN])),
            _("Four sevens of different colours are a set: click them, and discard the group."),
            _("The four sevens go now: a set is one number in four or five different colours."),
        ),
        Step(
            DRAW_TO_DISCARD,
            _("Once a turn you may change a card: press Draw and discard."),
            _("Press the button Draw and discard: it brings one card, and takes one."),
        ),
        Step(
            Move(MoveKind.RETURN_CARD, _THROWN),
            _("Now one card goes back to the deck. Let the black 9 go: click it."),
            _("Any card could go back; let it be the black 9 this time: click it, then press Return."),
        ),
        Step(
            NEXT_TURN,
            _("Nothing is left to do: end your turn."),
            _("Press Next turn: it ends yours."),
        ),
    ),
    _("So a turn goes: draw, steal and change a card once each, discard groups as often as you can. The first without "
      "cards wins."),
)  # fmt: skip
