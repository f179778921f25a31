"""The rules of every game, pure: the standard library and nothing else."""
