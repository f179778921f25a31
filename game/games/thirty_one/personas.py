"""Who plays Thirty-one: what people are told of its AIs."""

from game.games.personas import Persona
from game.rules.language import _

PERSONAS = {
    "beginner": Persona(_("Knows the rules, and takes a good card that lies open.")),
    "casual": Persona(_("Gathers one suit, and often calls or draws at the wrong time.")),
    "club": Persona(_("Watches what you take, and calls in time. Errors are small.")),
    "expert": Persona(_("Plays close choices on for three turns in thought before it moves.")),
    "greedy": Persona(_("Takes the most points it can have at once, and never calls."), "Greta", "long_hair earrings"),
    "greedy-caller": Persona(
        _("Takes the most points at once, and calls from 25 on."), "Gregor", "beard short_hair glasses"
    ),
    "tactician": Persona(
        _("Gathers points first, gives the next player little, and calls in time."), "Tariq", "beard turban"
    ),
    "page": Persona(_("Has learnt to beat one single opponent."), "Nestor", "short_hair glasses"),
}
"""By the names of the AIs."""
