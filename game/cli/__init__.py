"""The command line: a module a command, and the words they share."""
