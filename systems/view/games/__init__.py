"""The looks of each game."""
