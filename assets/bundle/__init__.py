"""The program as a folder and as a single file, each with its own Python: see `__main__`."""
