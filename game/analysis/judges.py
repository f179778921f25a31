"""Which judge is asked for, by name."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from random import Random
from typing import Any

from game.agents.agent import Agent
from game.agents.judging import Judge
from game.agents.search import Search
from game.analysis.judge import WORLDS, AgentJudge, ExactJudge, NoChanceError
from game.analysis.playout_judge import PLAYOUTS, PlayoutJudge, left_to_chance
from game.games import registry
from game.games.module import GameModule
from game.games.search_ai import how_played_out
from game.games.seats import Seat, parse_seat
from game.games.standings import AS_USUAL
from game.rules.protocol import AnyRules, Setup, usual_options

VERSION = 4
"""Of what is asked of judges and made of it: another gives other numbers, and what is kept of earlier ones is thought
again."""
SEED = 1
"""The seed of judging unless another is asked for."""
SEARCH = "search"
"""The AI that can judge whatever is played, by the rules alone."""
SAMPLING = ("playouts", "rollouts")
"""The parameters of AIs that effort multiplies."""


class JudgeError(ValueError):
    """A judge that cannot judge; the text says why and what would do."""


@dataclass(frozen=True)
class JudgeWords:
    """How a judge is asked for: its game, the AI as at a seat, and what its sampling is multiplied by."""

    game: str
    ai: str
    effort: float = 1.0

    @property
    def seat(self) -> Seat:
        """The AI. Raises SeatError or UnknownNameError."""
        return parse_seat(self.game, self.ai)

    @property
    def exact(self) -> bool:
        """Whether it judges by exact play."""
        game = registry.game(self.game)
        return game.verdicts is not None and self.ai == game.judge

    @property
    def plays_out(self) -> bool:
        """Whether it plays a game of chance to its end where it judges positions with all hands open. Told without
        making the judge, which takes a second, and asks the worker of a mod's AI."""
        ai = self.seat.ai
        if ai is None or ai.name != SEARCH or how_played_out(self.game).evaluation is not None:
            return False
        return left_to_chance(registry.game(self.game))

    def judge(self) -> Judge:
        """The judge itself. Raises JudgeError, SeatError or UnknownNameError."""
        game, seat = registry.game(self.game), self.seat
        assert seat.ai is not None
        if self.exact and game.verdicts is not None:
            return ExactJudge(game.rules, game.verdicts)
        if seat.ai.judge is not None:
            if seat.ai.learns and seat.learnt is None:
                raise JudgeError(f"{seat.name} has no trained file to judge {game.name} by")
            return seat.ai.judge(seat.ai.settings(seat.parameters, seat.learnt), self.effort)
        judge = self._agent_judge(game, seat)
        _try(judge, game, seat)
        return judge

    def _agent_judge(self, game: GameModule, seat: Seat) -> AgentJudge:
        """A judge by what an AI shows; by play-outs too where it plays out."""
        agent, worlds = partial(_agent, seat, self.effort), max(2, round(WORLDS * self.effort))
        if not self.plays_out:
            return AgentJudge(game.rules, agent, worlds)
        playouts = max(2, round(PLAYOUTS * self.effort))
        search = Search(game.rules, playouts, how_played_out(game.name))
        return PlayoutJudge(game.rules, agent, worlds, search=search, playouts=playouts)


@lru_cache(maxsize=4)
def judge_once(words: JudgeWords) -> Judge:
    """The judge, kept for the next piece of work. Raises JudgeError, SeatError or UnknownNameError."""
    return words.judge()


def _agent(seat: Seat, effort: float, rules: AnyRules) -> Agent:
    """The AI of a seat, for these rules, its sampling multiplied."""
    assert seat.ai is not None
    options = {option.key: option.default for option in seat.ai.parameters}
    sampling = {
        key: max(1, round((options | dict(seat.parameters))[key] * effort)) for key in SAMPLING if key in options
    }
    return seat.ai.agent(dict(seat.parameters) | sampling, seat.learnt, rules)


def _try(judge: AgentJudge, game: GameModule, seat: Seat) -> None:
    """Raise JudgeError where an AI shows no chance after a deal."""
    setup = Setup(game.rules.seats[0], usual_options(game.rules))
    state = game.rules.deal(setup, game.rules.new_standing(setup), 0, Random(0))
    if state.to_move is None:
        return
    view = game.rules.view(state, state.to_move)
    try:
        judge.weigh(view, (), Random(0))
    except NoChanceError:
        raise JudgeError(f"{seat.name} shows no chance to win at {game.name}; {_instead(game)}") from None


def usual_judge(game: GameModule, options: Mapping[str, Any] = AS_USUAL) -> str:
    """The AI that judges a game with these options unless another is asked for: the search where the game's own judge
    does not know a house rule. Raises JudgeError where there is none yet."""
    for name in (game.judge, SEARCH):
        if any(ai.name == name and ai.foreign_rule(options, judging=True) is None for ai in registry.ais(game.name)):
            return name
    raise JudgeError(f"{game.name} has no AI {game.judge} to judge it; name one that shows chances with --judge")


def _instead(game: GameModule) -> str:
    known = any(ai.name == game.judge for ai in registry.ais(game.name))
    return f"the game's judge is {game.judge}" if known else f"{game.name} has no AI that does"
