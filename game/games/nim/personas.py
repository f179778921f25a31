"""Who plays Nim: what people are told of its AIs."""

from game.games.personas import Persona
from game.rules.language import _

PERSONAS = {
    "beginner": Persona(_("Takes stones by feeling, and sees only how the last four end.")),
    "casual": Persona(_("Sees a win here and there, and misses the rest.")),
    "club": Persona(_("Knows most positions by heart. One slip is what you get.")),
    "expert": Persona(_("Never errs: whoever gives this player a won position has lost.")),
    "perfect": Persona(_("Wins whenever the position can be won, and sets traps when it cannot."), "Pax", "beard cap"),
}
"""By the names of the AIs."""
