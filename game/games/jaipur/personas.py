"""Who plays Jaipur: what people are told of its AIs."""

from game.games.personas import Persona
from game.rules.language import _

PERSONAS = {
    "beginner": Persona(_("Knows which moves are bad, and little more. Often settles for a poor sale.")),
    "casual": Persona(_("Trades sensibly, and slips in most rounds. A good player uses that.")),
    "club": Persona(_("Times sales well and watches your herd. Errors are small and few.")),
    "expert": Persona(_("Looks ahead to your reply and its own next turn, and forgets no card.")),
    "utility": Persona(
        _("Counts what each move earns by four formulas, and takes the most."), "Vera", "long_hair glasses"
    ),
    "weighted": Persona(
        _("Counts as Vera does, then draws a lot: the better the move, the likelier."), "Wanda", "curls"
    ),
    "heuristic": Persona(
        _("Judges every position by one fixed formula that is never changed."), "Hakim", "beard turban"
    ),
}
"""By the names of the AIs."""
