"""Notty's guided first turns: a hand is gathered, and goes as a whole."""

from game.games.guide import Guide, Step
from game.games.notty.hands import ALL, COLOURS, kind_of, pack, unpack
from game.games.notty.moves import DRAW_TO_DISCARD, NEXT_TURN, Move, MoveKind
from game.games.notty.state import State
from game.rules.language import _

_RED, _GREEN, _YELLOW, _BLACK, _BLUE = range(len(COLOURS))
_RUN = [kind_of(_RED, number) for number in (3, 4, 5, 6)]
_SEVENS = [kind_of(colour, 7) for colour in (_GREEN, _BLACK, _BLUE)]
_STOLEN, _LAST = kind_of(_YELLOW, 7), kind_of(_RED, 7)
_THROWN = kind_of(_BLACK, 9)
_HANDS = ((*_RUN[:2], *_SEVENS, _THROWN), (_STOLEN, _STOLEN))
_NEXT = (*_RUN[2:], _LAST)


def _deal() -> State:
    hands = [pack(hand) for hand in _HANDS]
    return State(hands, (*_NEXT, *unpack(ALL - sum(hands) - pack(_NEXT))), 0)


GUIDE = Guide(
    _deal,
    (
        Step(
            Move(MoveKind.DRAW, 2),
            _("Whoever has no cards left wins. Cards go in groups, runs and sets, and yours make none yet: draw two."),
            _("Draw two cards first: press the button Draw 2."),
        ),
        Step(
            NEXT_TURN,
            _("Red 3 to 6 are a run and could go. But the more you hold, the more new cards find a group: good players "
              "gather until all can go at once. End your turn."),
            _("Keep your cards for now, and press Next turn: it ends yours."),
            replies=(NEXT_TURN,),
        ),
        Step(
            Move(MoveKind.STEAL, 1),
            _("You hold three sevens, and all hands lie open: Mira has yellow ones. Steal a card; it comes blindly."),
            _("Steal from Mira: press the button with her name. It is drawn blindly, but hers are all sevens."),
        ),
        Step(
            DRAW_TO_DISCARD,
            _("Only the black 9 is in no group. Once a turn you may change a card: press Draw and discard."),
            _("Press the button Draw and discard: it brings one card, and takes one."),
        ),
        Step(
            Move(MoveKind.RETURN_CARD, _THROWN),
            _("Now one card goes back to the deck. Let the black 9 go: click it."),
            _("Any card could go back; let it be the black 9 this time: click it, then press Return."),
        ),
        Step(
            Move(MoveKind.DISCARD_GROUP, pack(_RUN)),
            _("Every card is in a group: now all can go. First the run, three or more in a row of one colour: click "
              "red 3, 4, 5 and 6, then discard the group."),
            _("Only red 3, 4, 5 and 6 go now: the red 7 goes with the other sevens."),
        ),
        Step(
            Move(MoveKind.DISCARD_GROUP, pack([*_SEVENS, _STOLEN, _LAST])),
            _("Four or five of one number in different colours are a set: click all five sevens, discard them, and "
              "win."),
            _("The five sevens are left: click them all, then discard the group."),
        ),
    ),
    _("So a match goes: draw, steal and change a card once each turn, gather until every card is in a group, then let "
      "all of them go. The first without cards wins."),
)  # fmt: skip
