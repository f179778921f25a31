"""Headless matches, arenas and ratings."""
