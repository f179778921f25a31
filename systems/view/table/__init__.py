"""A table in the window: its layers, input, overlay, log, results."""
