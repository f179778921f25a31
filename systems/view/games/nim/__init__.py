"""Nim's looks."""
