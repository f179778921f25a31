"""Jaipur's looks."""
