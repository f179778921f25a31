"""Players as the words of a move mention them, and the names that people know them by.

Rules know players by number only: their words say "player 2". Whoever shows the words to people puts names in.
"""

import re
from collections.abc import Sequence

_MENTION = re.compile(r"\b([Pp])layer (\d+)\b")


def mention(player: int) -> str:
    """A player in the words of a move, counted from 1: "player 2"."""
    return f"player {player + 1}"


def with_names(words: str, names: Sequence[str]) -> str:
    """The words with every player that they mention called by name; `names` are by index. Whoever has none stays as
    they are, and "You", who is called so where "Player 2" begins a sentence, is "you" within it."""

    def name(found: re.Match[str]) -> str:
        player = int(found[2]) - 1
        if not 0 <= player < len(names):
            return found[0]
        return "you" if names[player] == "You" and found[1] == "p" else names[player]

    return _MENTION.sub(name, words)
