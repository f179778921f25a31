"""What people do at a table that its replay notes, in English as all that files hold, and told in any language."""

from collections.abc import Sequence

from game.rules.language import _

THINKING_SHOWN, THINKING_HIDDEN = _("Thinking is shown openly."), _("Thinking is hidden again.")
ASKING_ON, ASKING_OFF = _("On your turns everybody is asked."), _("Nobody is asked any more.")
LENT = _("An AI makes the next move for this player.")
"""Stands before a move that was made by *Play for me*."""
TAKEN_BACK = _("Taken back after something was seen: no rating, no streak.")
"""Stands before the first undo of a match that takes back what showed a human something."""
TUTOR_ON, TUTOR_OFF = _("The tutor is on: it asks once before you make a mistake."), _("The tutor is off.")
SWITCHES = (THINKING_SHOWN, THINKING_HIDDEN, ASKING_ON, ASKING_OFF, TUTOR_ON, TUTOR_OFF)
"""Of panels beside the match, which are none of its moves."""
_KNOWN = {
    "Everybody is asked on one's own turns.": ASKING_ON,  # as older files say it
    "The tutor is on: it holds a mistake once.": TUTOR_ON,
    **{str(note): note for note in (*SWITCHES, LENT, TAKEN_BACK)},
}


def note_of(text: str) -> str:
    """A note that a file holds as the message that it is in today's words, where it is one of these; else as it is."""
    return _KNOWN.get(text, text)


def stands(on: str, off: str, noted: Sequence[str]) -> bool:
    """Whether what one of two notes switches on, and the other off, is on after all that was noted."""
    known = [note_of(text) for text in noted]
    return next((note == on for note in reversed(known) if note in (on, off)), False)
