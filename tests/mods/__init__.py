"""Mods that tests load: sound ones and broken ones."""
