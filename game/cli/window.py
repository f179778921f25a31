"""The window, as the command line opens it."""

import os
import sys

from game.base import garbage
from game.cli.overview import COMMANDS, IN_A_WINDOW
from game.cli.words import CommandError
from game.matches.requests import WindowRequest


def open_window(request: WindowRequest, narrate: bool = False) -> int:
    """Open the window with a request, until it is closed, told in words where it is to `narrate`. Raises CommandError
    where no window can be opened."""
    instead = f"without a window there are: {', '.join(name for name in COMMANDS if name not in IN_A_WINDOW)}"
    asked = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    if sys.platform.startswith("linux") and not asked:
        raise CommandError(f"there is no display to open a window on; {instead}")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    garbage.put_off()
    try:
        import pygame

        from game.app import window

        try:
            return window.run(request, narrate)
        except pygame.error as error:
            raise CommandError(f"the window could not be opened ({error}); {instead}") from error
    finally:
        garbage.look_again()
