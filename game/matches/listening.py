"""Hands what happens in the world to a listener of matches, such as the recorder of a replay."""

from collections.abc import Callable

from game.agents.match import Listener
from game.base.events import Events, MatchEnded, MoveMade, Noted, RoundEnded, RoundStarted


def listen(events: Events, listener: Listener, moved: Callable[[MoveMade], None] | None = None) -> None:
    """Tell `listener` everything that happens, in order, as a headless match would; moves are told to `moved` instead
    where that is given, for a listener that asks which pieces were picked."""
    events.on(RoundStarted, lambda event: listener.round_started(event.number, event.first, event.state))
    events.on(MoveMade, moved or (lambda event: listener.moved(event.player, event.move, event.chance, event.state)))
    events.on(Noted, lambda event: listener.noted(event.player, event.text))
    events.on(RoundEnded, lambda event: listener.round_ended(event.number, event.end))
    events.on(MatchEnded, lambda event: listener.match_ended(event.end))
