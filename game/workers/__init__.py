"""Processes in which slow or foreign code runs: the wire, the process, what stands for them here."""
