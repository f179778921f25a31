"""Processors: everything that happens in a frame."""
