"""What every AI is made of: candidates, pickers, learning tables, networks; and a match between agents on the rules."""
