"""Pictures and trained files that ship with the game."""
