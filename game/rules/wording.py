"""Words that all games share: counts, whose turn it is, and what is told to the player who decides."""

import re
from collections.abc import Iterable

from game.rules.protocol import ViewLike


def counted(number: int, one: str, many: str = "", none: str = "no") -> str:
    """A count in words: "1 card", "2 cards", "no cards"; `many` is the plural where an s is not enough."""
    return f"{f'{number:,}' if number else none} {one if number == 1 else many or f'{one}s'}"


def out_of_turn(view: ViewLike, over: str = "the round is over") -> str | None:
    """Why the view's player has nothing to decide; None where it has."""
    if view.to_move is None:
        return over
    return None if view.to_move == view.player else "it is not this player's turn"


def to_player(refusal: str, own: Iterable[str] = ("hand",)) -> str:
    """A refusal as a sentence for the player who is refused: "the hand is full" is "Your hand is full.". `own` are the
    zones that every player has one of, by name."""
    owned = re.compile(rf"\bthe ({'|'.join(map(re.escape, own))})\b|\bthis player's\b")
    words = owned.sub(lambda found: f"your {found[1]}" if found[1] else "your", refusal)
    return f"{words[:1].upper()}{words[1:]}{'' if words.endswith(('.', '!', '?')) else '.'}"
