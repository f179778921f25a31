"""Who plays Notty: what people are told of its AIs."""

from game.games.personas import Persona
from game.rules.language import _

PERSONAS = {
    "beginner": Persona(_("Plays any group it happens to see, and keeps cards that do not help.")),
    "casual": Persona(_("Gathers runs and sets, and often gives back the wrong card.")),
    "club": Persona(_("Counts what its hand still lacks, and steals at good moments.")),
    "expert": Persona(_("Weighs every card it may draw or steal, and seldom holds one too many.")),
    "lean": Persona(_("Keeps its hand small, and steals from nobody."), "Lena", "veil"),
    "group-maker": Persona(
        _("Gathers a large hand that it lays down in one turn."), "Gita", "long_hair jewel earrings"
    ),
    "robber": Persona(
        _("Gathers as Gita does, and robs whoever with more than one card is nearest to going out."),
        "Robin",
        "moustache short_hair",
    ),
    "q-learner-plus": Persona(_("Learns as Kito does, and sees which cards would be left."), "Kiran", "curls glasses"),
    "deep-q": Persona(
        _("Weighs every move by networks that have learnt from their own games."), "Dilan", "hood glasses"
    ),
}
"""By the names of the AIs."""
