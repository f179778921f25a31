"""Canvas, fonts, widgets, focus, scrolling, charts: knows no game and no match."""
