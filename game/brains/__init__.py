"""What AIs know, pure: formulas of scorers, pickers, tables, networks, search."""
