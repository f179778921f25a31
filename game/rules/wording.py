"""Words that all games share: counts, whose turn it is, and what is told to the player who decides."""

import re
from collections.abc import Iterable

from game.rules.language import Message, _, made, sentence
from game.rules.protocol import ViewLike


def counted(number: int, one: str, many: str, none: str = "no") -> Message:
    """A count in words, of templates that name it: "1 card", "2 cards"; in English "no cards", or what `none` says."""
    if number:
        return made(one, (), {"number": number}, many, number)
    return Message(many.replace("{number:,}", none), one, (), {"number": number}, many, number)


def out_of_turn(view: ViewLike, over: str = _("the round is over")) -> str | None:
    """Why the view's player has nothing to decide; None where it has."""
    if view.to_move is None:
        return over
    return None if view.to_move == view.player else _("it is not this player's turn")


def to_player(refusal: str, own: Iterable[str] = ("hand",)) -> str:
    """A refusal as a sentence for the player who is refused: "the hand is full" is "Your hand is full.". `own` are the
    zones that every player has one of, by name. In other languages it is the refusal as a sentence."""
    owned = re.compile(rf"\bthe ({'|'.join(map(re.escape, own))})\b|\bthis player's\b")
    words = owned.sub(lambda found: f"your {found[1]}" if found[1] else "your", str(refusal))
    return sentence(refusal, words)
