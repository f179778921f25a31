"""What people are told of an AI, as its game declares it."""

from typing import NamedTuple


class Persona(NamedTuple):
    """Somebody to sit down with: how an AI plays, in a sentence or two for whoever plays the game; what people call it,
    where that is not its own name or that of its level; and its hair and dress, names of drawings in ``assets/people``
    with blanks between, where they are not drawn by lot."""

    words: str
    name: str = ""
    head: str = ""
