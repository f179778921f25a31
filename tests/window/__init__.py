"""The window, driven by events with no screen attached, frame by frame."""
