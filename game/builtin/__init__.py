"""Our own AIs, a game a module: each is written as a mod is, and would do as one."""
