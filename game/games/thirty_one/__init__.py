"""Thirty-one: rules, records, words, numbers for learning libraries, AIs, training of networks."""
