"""Somebody at a window who plays until it is killed: goes on with the latest unfinished match, or sits down anew, moves
at random, and takes moves back."""

from random import Random

import pygame

from game.app.window import Window
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.matches.session import Session
from systems.view.screens.menu import MenuScreen
from systems.view.screens.table import TableScreen
from tests.games import GAMES
from tests.stress.kept import seats_for
from tests.stress.window import User


def play(seed: int) -> int:
    """Play on and on; the exit status once the program is asked to end."""
    rng = Random(seed)
    window = Window()
    with window.ended_by_signals():
        try:
            window.begin(None)
            user = User(window, rng)
            while window._running:
                _sit_down(window, rng)
                user.frames(2)
                user.play()
                if rng.random() < 0.05:
                    user.press("u")
        finally:
            window.close()
    return window.status


def _sit_down(window: Window, rng: Random) -> None:
    """From the menu, go on with a match, or begin one."""
    screen = window.screen
    if isinstance(screen, TableScreen):
        if isinstance(screen.session, Session) and screen.session.finished:
            window.to_menu()
    elif isinstance(screen, MenuScreen) and rng.random() < 0.5:
        screen.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_c, mod=0, unicode="c"), window.canvas)
    else:
        game = rng.choice(GAMES)
        window.show_table(TableRequest(game, tuple(parse_seats(game, seats_for(game, rng, humans=0.7)))))
