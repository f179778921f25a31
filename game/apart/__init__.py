"""Thinking apart: worker processes that can be ended, and agents that think in them."""
