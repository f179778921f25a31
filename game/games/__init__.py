"""The games, each a package, and beside them what is registered: games, AIs, seats, observations."""
