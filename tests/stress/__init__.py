"""Random use and abuse of the program, to find what nobody thought of: ``python -m tests.stress``.

A *trial* is one kind of use with one seed: ``window:7`` is a random user at the window, seed 7. Each runs in a process
of its own with a data folder of its own, and is shown again by ``python -m tests.stress --only window:7``.
"""
