"""The screens: menu, table, replay, training, matches, settings, mods."""
