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
from game.games.seats import Seat, parse_seat
from game.games.standings import AS_USUAL
from game.rules.protocol import AnyRules, Setup, usual_options

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

    def judge(self) -> Judge:
        """The judge itself. Raises JudgeError, SeatError or UnknownNameError."""
        game, seat = registry.game(self.game), self.seat
        assert seat.ai is not None
        if game.verdicts is not None and self.ai == game.judge:
            return ExactJudge(game.rules, game.verdicts)
        if seat.ai.judge is not None:
            if seat.ai.learns and seat.learnt is None:
                raise JudgeError(f"{seat.name} has no trained file to judge {game.name} by")
            return seat.ai.judge(seat.ai.settings(seat.parameters, seat.learnt), self.effort)
        judge = _agent_judge(game, seat, self.effort)
        _try(judge, game, seat)
        return judge


@lru_cache(maxsize=4)
def judge_once(words: JudgeWords) -> Judge:
    """The judge, kept for the next piece of work. Raises JudgeError, SeatError or UnknownNameError."""
    return words.judge()


def _agent_judge(game: GameModule, seat: Seat, effort: float) -> AgentJudge:
    """A judge by what an AI shows; where that is a search of a game that is played out, by play-outs too."""
    agent, worlds = partial(_agent, seat, effort), max(2, round(WORLDS * effort))
    for scorer in agent(game.rules).scorers:
        if isinstance(scorer, Search) and not scorer.evaluates and left_to_chance(game):
            playouts = max(2, round(PLAYOUTS * effort))
            return PlayoutJudge(game.rules, agent, worlds, search=scorer, playouts=playouts)
    return AgentJudge(game.rules, agent, worlds)


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
