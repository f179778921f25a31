"""Tests of what is drawn and pressed, driven by events on a display in memory."""
