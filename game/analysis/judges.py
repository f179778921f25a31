"""Which judge is asked for, by name."""

from dataclasses import dataclass

from game.analysis.judge import ExactJudge, Judge
from game.games import registry
from game.games.module import GameModule
from game.games.seats import parse_seat


class JudgeError(ValueError):
    """A judge that cannot judge; the text says why and what would do."""


@dataclass(frozen=True)
class JudgeWords:
    """How a judge is asked for: its game, the AI as at a seat, and what its sampling is multiplied by."""

    game: str
    ai: str
    effort: float = 1.0

    def judge(self) -> Judge:
        """The judge itself. Raises JudgeError, SeatError or UnknownNameError."""
        game = registry.game(self.game)
        if game.verdicts is not None and self.ai == game.judge:
            return ExactJudge(self.ai, game.rules, game.verdicts)
        seat = parse_seat(game.name, self.ai)
        raise JudgeError(f"{seat.name} shows no chance to win at {game.name}; {_instead(game)}")


def usual_judge(game: GameModule) -> str:
    """The AI that judges a game unless another is asked for. Raises JudgeError where there is none yet."""
    if any(ai.name == game.judge for ai in registry.ais(game.name)):
        return game.judge
    raise JudgeError(f"{game.name} has no judge: no AI of it is called {game.judge}")


def _instead(game: GameModule) -> str:
    known = any(ai.name == game.judge for ai in registry.ais(game.name))
    return f"the game's judge is {game.judge}" if known else f"{game.name} has no AI that does"
