"""What was lost in a finished match, and what was luck: a judge's chances, decision by decision."""
