"""A match: played on the rules or in a world, recorded, checked, rated."""
