"""Matches: in a session, in a world, recorded, checked, rated."""
