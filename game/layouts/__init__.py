"""How each table looks to a learning library, and to a policy that one has learnt: observations, numbered actions."""

from game.layouts.layout import Field, Layout
from game.layouts.tables import layout_of, setup_of

__all__ = ["Field", "Layout", "layout_of", "setup_of"]
