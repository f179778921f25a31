"""Whether a recorded match can be gone on with: by itself, so that a list of matches needs nothing that plays them."""

from game.games import registry
from game.games.seats import Seat, SeatError, named_apart, seat_again
from game.matches.replay import Replay


def seats_of(replay: Replay) -> list[Seat]:
    """The seats of a replay's match, taken again. Raises SeatError or UnknownNameError."""
    how = replay.setup
    return named_apart([seat_again(replay.rules.name, player, how) for player in replay.head["players"]])


def resumable(replay: Replay) -> bool:
    """Whether a replay is a match that can be gone on with: not over, and with seats that can be taken again."""
    try:
        seats_of(replay)
    except (SeatError, registry.UnknownNameError):
        return False
    return not replay.finished
