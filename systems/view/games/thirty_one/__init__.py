"""Thirty-one's looks."""
