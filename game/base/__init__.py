"""What all lean on: storage, locks, settings, phases, events, reports."""
