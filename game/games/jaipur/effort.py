"""How long Jaipur's expert thinks, unless asked otherwise: known without the arrays that it thinks in."""

ROLLOUTS = 200
"""How many times a decision's moves are followed by a reply and a move of one's own."""
