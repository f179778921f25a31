"""Notty's looks."""
