"""How long Thirty-one's expert thinks, unless asked otherwise: known without the arrays that it thinks in."""

ROLLOUTS = 512
"""How many roll-outs a decision has at most, those of all its choices together."""
