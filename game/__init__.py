"""How it all runs: command line, window loop, phases, events, catalogue, storage, replays."""
