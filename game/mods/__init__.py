"""Mods: found, loaded, and what they register."""
