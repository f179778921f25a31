"""What a move of Thirty-one does, in a sentence for whoever plays the game. Players are mentioned by number, for names
to be put in (see :mod:`game.rules.mentions`)."""

from functools import lru_cache

from game.games.thirty_one.cards import BEST, BIT, HAND_SIZE, card_name, cards_of, points, score
from game.games.thirty_one.moves import Move, MoveKind
from game.games.thirty_one.scoring import price_of_call
from game.games.thirty_one.state import TURN_LIMIT, View
from game.games.thirty_one.words import ScoreInWords
from game.rules.language import _, ngettext, pgettext
from game.rules.mentions import mention


def plain(view: View, move: Move) -> str:
    """What a legal move makes of the hand, and what others get of it."""
    alike = view.house.three_of_a_kind
    now = ScoreInWords(view.hand, alike) if len(cards_of(view.hand)) == HAND_SIZE else ""
    match move.kind:
        case MoveKind.DRAW_DECK:
            number, unseen = _better(view.hand, view.unseen, alike)
            return ngettext(
                "{number} of the {unseen} cards nobody has shown would better {score}.",
                "{number} of the {unseen} cards nobody has shown would better {score}.",
                number, unseen=unseen, score=now,
            )  # fmt: skip
        case MoveKind.TAKE_DISCARD:
            return _of_top(view, now)
        case MoveKind.DISCARD:
            return _of_discard(view, move.card)
    return _of_call(view, now)


def _of_call(view: View, held: ScoreInWords | str) -> str:
    """What a call lets others do, and what it may cost."""
    values = {"score": held, "lives": price_of_call(view.lives[view.player]), "lowest": _lowest(view)}
    others = view.alive - 1
    if view.first_turn:
        return _("On the first turn, hands are shown at once: if {score} is {lowest}, it costs {lives}.", **values)
    if view.turns + 1 >= TURN_LIMIT:
        return _("Hands are shown at once: if {score} is {lowest}, it costs {lives}.", **values)
    if view.deck_size < others or view.turns + 1 + others > TURN_LIMIT:
        return _(
            "Everybody else has one more turn, if the round lasts; if {score} is {lowest} then, it costs {lives}.",
            **values,
        )
    return _("Everybody else has one more turn; if {score} is {lowest} then, it costs {lives}.", **values)


def _lowest(view: View) -> str:
    """Which hand costs the caller lives: by the house rule not one that is tied."""
    if view.house.caller_safe:
        return pgettext("if a hand is", "lower than all others")
    return pgettext("if a hand is", "the lowest")


def _of_top(view: View, now: ScoreInWords | str) -> str:
    top, alike = view.top, view.house.three_of_a_kind
    if top is None:
        return ""
    best = _best(view.hand | BIT[top], BIT[top], alike)
    if score(best, alike) > score(view.hand, alike):
        return _("The {card} makes {score}.", card=card_name(top), score=ScoreInWords(best, alike))
    return _("The {card} does not better {score}.", card=card_name(top), score=now)


def _of_discard(view: View, card: int) -> str:
    kept = view.hand & ~BIT[card]
    if points(kept) == BEST:
        return _("{score}: the round ends at once, and whoever has less loses a life.", score=ScoreInWords(kept))
    if view.left == view.caller or not view.deck_size or view.turns + 1 >= TURN_LIMIT:
        held = ScoreInWords(kept, view.house.three_of_a_kind)
        return _("{score} stay in hand; then hands are shown.", score=held)
    return _(
        "{score} stay in hand; {name} may take the {card}.",
        score=ScoreInWords(kept, view.house.three_of_a_kind),
        name=mention(view.left),
        card=card_name(card),
    )


@lru_cache(maxsize=256)
def _better(hand: int, unseen: int, alike: bool) -> tuple[int, int]:
    """How many unseen cards would better a hand of three, and how many are unseen."""
    cards, now = cards_of(unseen), score(hand, alike)
    return sum(score(_best(hand | BIT[card], 0, alike), alike) > now for card in cards), len(cards)


def _best(four: int, kept: int, alike: bool) -> int:
    """The best hand of three that four cards make, of those that hold the cards `kept`."""
    hands = [four & ~BIT[card] for card in cards_of(four & ~kept)]
    return max(hands, key=lambda hand: score(hand, alike))
