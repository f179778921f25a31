"""Plain data of entities, without behaviour."""
