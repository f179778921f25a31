"""What every AI is made of: candidates, pickers, learning tables, networks."""
