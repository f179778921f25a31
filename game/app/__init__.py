"""The window's loop."""
