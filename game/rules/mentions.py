"""Players as the words of a move mention them, and the names that people know them by.

Rules know players by number only: their words say "player 2". Whoever shows the words to people puts names in.
"""

import re
from collections.abc import Sequence
from typing import Any

from game.rules.language import Message, _, marked, message_of, pgettext
from game.rules.protocol import AnyRules

_TEMPLATE = marked("player {number}")
_DID = "{name} {did}"
_MENTION = re.compile(r"\b([Pp])layer (\d+)\b")


def mention(player: int) -> Message:
    """A player in the words of a move, counted from 1: "player 2"."""
    return _(_TEMPLATE, number=player + 1)


def did(name: str, what: str) -> Message:
    """A player, by name or as mentioned, and what that player did, as rules describe it: "player 2 took 3 stones"."""
    return pgettext("a player, and what that player did", "{name} {did}", name=name, did=what)


def whole_label(rules: AnyRules, move: Any, names: Sequence[str] = ()) -> str:
    """A move as a button names it, with what the label leaves out, the players called by name."""
    label, detail = with_names(rules.label(move), names), with_names(rules.detail(move), names)
    return _("{label} ({detail})", label=label, detail=detail) if detail else label


def with_names(words: str, names: Sequence[str]) -> str:
    """The words with every player that they mention called by name; `names` are by index. Whoever has none stays as
    they are, and "You", who is called so where "Player 2" begins a sentence, is "you" within it."""

    def name(found: re.Match[str]) -> str:
        player = int(found[2]) - 1
        if not 0 <= player < len(names):
            return found[0]
        return "you" if names[player] == "You" and found[1] == "p" else names[player]

    def named(value: Any) -> Any:
        message = message_of(value)
        if message is None:
            return value
        number = message.values.get("number") if message.one == _TEMPLATE else None
        if not isinstance(number, int):
            return with_names(message, names)
        if not 1 <= number <= len(names):
            return message
        player = number - 1
        if names[player] != "You":
            return names[player]
        acts = isinstance(words, Message) and words.one == _DID
        return pgettext("who does something", "you") if acts else pgettext("within a sentence", "you")

    english = _MENTION.sub(name, str(words))
    return words.with_values(english, named) if isinstance(words, Message) else english
