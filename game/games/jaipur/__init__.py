"""Jaipur: rules, records, words, numbers for learning libraries, AIs."""
