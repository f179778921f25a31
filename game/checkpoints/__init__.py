"""Checkpoints, and the user's own copies of them."""
