"""Every table as a PettingZoo environment of agents that take turns, over the very rules that the window plays by."""

from collections.abc import Mapping
from operator import index
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from game.agents.agent import Agent
from game.agents.match import Match
from game.environments.rendering import Rendering
from game.games import registry
from game.games.observation import ObservationSpec, observation_of, setup_of
from game.games.seats import check_house_rules, parse_seat
from game.rules.protocol import MatchEnd
from game.rules.streams import fresh_seed

Observation: TypeAlias = dict[str, NDArray[Any]]
"""``observation``, numbers from 0 to 1 as the layout names them, and ``action_mask``, 1 for each legal action."""
Unit: TypeAlias = Literal["match", "round"]
Illegal: TypeAlias = Literal["refused", "lost"]

RENDER_MODES = ("human", "rgb_array", "ansi")
ILLEGAL_REWARD = -1.0


def env(game: str, **how: Any) -> AECEnv[str, Observation, int]:
    """The environment of a game, guarded as PettingZoo's own are: an illegal action ends the match with a reward of -1
    for its agent, calls out of order raise. For the keywords see :class:`TableEnv`."""
    return _Guarded(TableEnv(game, illegal="lost", **how))


class _Guarded(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]  # PettingZoo ships no types
    """PettingZoo's own guard, which asks the environment at once for what it would ask piece by piece."""

    def last(self, observe: bool = True) -> Any:
        """See PettingZoo."""
        return self.env.last(observe) if self._has_reset else super().last(observe)

    def step(self, action: Any) -> None:
        """See PettingZoo."""
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)  # which says what is wrong


def raw_env(game: str, **how: Any) -> "TableEnv":
    """The environment of a game without guards: an illegal action raises ValueError and changes nothing."""
    return TableEnv(game, **how)


class TableEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo ships no types
    """One table: agent ``player_k`` sits at seat k.

    At the end of a match (`unit` "round": of a round) the winner's reward is 1 and the others share -1; a draw gives 0.
    All other rewards are 0. A seat in `opponents` (seat: what one would write for a seat at the command line, such as
    "greedy-caller@call_at=28") is played by that AI, with what is pretrained, and is no agent. An `illegal` action is
    "refused" with a ValueError and changes nothing; or the match is "lost" by it: it ends with -1 for its agent and 0
    for the others, and ``infos[agent]["illegal"]`` says why.

    ``reset(seed=N)`` deals the match of seed N, the same as the window and the arena; without a seed the next of
    the series that began with the last seed given, or, where none was, one that nobody can guess.
    ``reset(options={"opponents": ...})`` has other AIs play from this match on, at the same seats.
    Raises UnknownNameError, or ValueError (OptionError, SeatError among them) where the table cannot be laid so.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        opponents: Mapping[int, str] | None = None,
        unit: Unit = "match",
        render_mode: str | None = None,
        illegal: Illegal = "refused",
    ) -> None:
        super().__init__()
        _check(render_mode, unit, illegal)
        self.rules = registry.game(game).rules
        self.setup = setup_of(game, players, options)
        self.layout: ObservationSpec = observation_of(game, self.setup)
        self.unit = unit
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = _metadata(self.rules.name)
        self._agents: dict[tuple[int, str], Agent] = {}
        self._opponents = self._seated({} if opponents is None else opponents)
        self._fallback = self.game_default()
        seats = [seat for seat in range(self.setup.players) if seat not in self._opponents]
        if not seats:
            raise ValueError("every seat is played by an AI: leave one to an agent")
        self.possible_agents = [f"player_{seat}" for seat in seats]
        self._seat = dict(zip(self.possible_agents, seats, strict=True))
        self.agents: list[str] = []
        self._spaces()
        self._seeds: np.random.SeedSequence | None = None
        seen = render_mode in ("human", "rgb_array")
        self._rendering = Rendering(self.rules, self.setup, human=render_mode == "human") if seen else None
        self.match: Match
        self._lost = False
        self._asked: tuple[int, Any, NDArray[np.int8]] | None = None
        """What the player to move sees, and its mask, after so many moves: it is asked for before every action."""

    @property
    def game(self) -> registry.GameModule:
        """The game, which is no part of a pickle: the registry has it."""
        return registry.game(self.rules.name)

    def _seated(self, opponents: Mapping[int, str]) -> dict[int, Agent]:
        if not isinstance(opponents, Mapping):
            raise ValueError(f'opponents are named by their seats, such as {{1: "random"}}, not {opponents!r}')
        for seat in opponents:
            if seat not in range(self.setup.players):
                raise ValueError(f"there is no seat {seat!r}: seats are 0 to {self.setup.players - 1}")
        return {seat: self._agent(seat, text) for seat, text in opponents.items()}

    def _agent(self, seat: int, text: str) -> Agent:
        """Who plays at a seat when it is asked for in these words: the same from match to match."""
        if (seat, text) not in self._agents:
            if not isinstance(text, str):
                raise ValueError(f"an AI is named in words, as for --seat, not {text!r}")
            asked = parse_seat(self.rules.name, text)
            check_house_rules([asked.ai], self.setup.options)
            agent = asked.agent()
            if agent is None:
                raise ValueError("a human can sit down in the window only: leave the seat to an agent, or name an AI")
            self._agents[seat, text] = agent
        return self._agents[seat, text]

    def game_default(self) -> Agent:
        """The AI whose move stands in where an opponent makes none that is legal."""
        return registry.usual_ai(self.game, self.setup.options).agent()

    @property
    def opponents(self) -> dict[int, str]:
        """The seats that AIs play, each with the name of the one that sits there."""
        return {seat: agent.name for seat, agent in self._opponents.items()}

    def _names(self) -> list[str]:
        """Who sits at the table, seat by seat."""
        return [self.opponents.get(seat, f"player_{seat}") for seat in range(self.setup.players)]

    def _spaces(self) -> None:
        self.action_spaces = {agent: spaces.Discrete(self.layout.actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (self.layout.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.layout.actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations look like: the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """An agent's actions: the same object every time."""
        return self.action_spaces[agent]

    # --- playing ---

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new match; in `options`, "opponents" names who plays at the opponents' seats from now on."""
        if seed is not None and (not isinstance(seed, int | np.integer) or seed < 0):
            raise ValueError(f"a seed is a whole number from 0 on, not {seed!r}")
        others = (options or {}).get("opponents")
        if others is not None:
            self._take_opponents(others)
        if seed is not None:
            self._seeds = np.random.SeedSequence(seed)
        elif self._seeds is not None:
            seed = int(self._seeds.spawn(1)[0].generate_state(1)[0])
        else:
            seed = fresh_seed()
        self.seed_of_match = int(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._lost, self._asked = False, None
        listener = None if self._rendering is None else self._rendering.follow(self._names(), self.seed_of_match)
        rounds = 1 if self.unit == "round" else None
        self.match = Match(self.rules, self.setup, self.seed_of_match, listener, rounds)
        self._go_on()
        self._accumulate_rewards()  # it may be over before an agent has come to decide
        if self.render_mode == "human":
            self.render()

    def _take_opponents(self, opponents: Mapping[int, str]) -> None:
        taken = self._seated(opponents)
        if set(taken) != set(self._opponents):
            raise ValueError(f"opponents sit at {sorted(self._opponents)} as at the beginning, not at {sorted(taken)}")
        self._opponents = taken

    def step(self, action: Any) -> None:
        """Carry out the selected agent's action, and those of opponents up to the next agent's decision. Raises
        ValueError for one that is none of the actions, and for an illegal one where that is refused."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._number(action)
        view, mask = self._seen_by_mover(agent)
        move = self.layout.move(view, number)
        if mask[number]:
            self.match.play(move)
            self._go_on()
        else:
            why = f"action {number} ({self.rules.describe(move)}) is not legal: {self.rules.refusal(view, move)}"
            if self.illegal == "refused":
                raise ValueError(why)
            self._lose(agent, why)
        # Nobody is rewarded before the end, so there is nothing to clear or to add until then.
        if self.terminations[agent] or self.truncations[agent]:
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _seen_by_mover(self, agent: str) -> tuple[Any, NDArray[np.int8]]:
        """What the agent to move sees, and its mask, not to be changed."""
        moves = self.match.moves
        if self._asked is None or self._asked[0] != moves:
            view = self.rules.view(self.match.state, self._seat[agent])
            self._asked = moves, view, self.layout.mask(view)
        return self._asked[1:]

    def _number(self, action: Any) -> int:
        """The number of an action, of whatever type a library has for it. Raises ValueError."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self.layout.actions:
            raise ValueError(f"actions are 0 to {self.layout.actions - 1}, not {action!r}")
        return number

    def _lose(self, agent: str, why: str) -> None:
        """The match ends with an agent's illegal action."""
        self.rewards[agent] = ILLEGAL_REWARD
        self.terminations = dict.fromkeys(self.agents, True)
        self.infos[agent]["illegal"] = why
        self._lost = True

    def advice(self, ai: str) -> int:
        """The action that an AI, named as an opponent is, would take in the place of the selected agent: to imitate
        it. The match goes on as if nobody had asked. Raises as `opponents` do, and ValueError once it is over."""
        if self._lost or self.match.end is not None:
            raise ValueError("the match is over: nobody is to move")
        seat = self._seat[self.agent_selection]
        view = self.rules.view(self.match.state, seat)
        rng = self.match.streams.aside("advice")
        advised = self._agent(seat, ai).choose(view, rng) or self._fallback.choose(view, rng)
        assert advised is not None  # the default AI finds a move wherever there is one
        return self.layout.index(view, advised.move)

    def _go_on(self) -> None:
        """Let opponents play until an agent is to move or the match is over."""
        match, agents = self.match, self._opponents
        while match.end is None and match.state.to_move in agents:
            seat = match.state.to_move
            match.play(match.choose(seat, agents[seat], self._fallback))
        if match.end is not None:
            self._end(match.end)
        else:
            self.agent_selection = f"player_{match.state.to_move}"

    def _end(self, end: MatchEnd) -> None:
        match = self.match
        # What a turn limit stops has no end of its own: its value was cut off.
        cut = end.reason != "won" or (
            self.unit == "round" and self.rules.round_end(match.state, match.standing).stopped
        )
        for agent, seat in self._seat.items():
            if end.winner is not None:
                self.rewards[agent] = 1.0 if seat == end.winner else -1.0 / (self.setup.players - 1)
            self.terminations[agent] = not cut
            self.truncations[agent] = cut

    # --- seeing ---

    def observe(self, agent: str) -> Observation:
        """What an agent may see and remember, whoever is to move; its mask is all 0 while it is not itself."""
        layout = self.layout
        if agent == self.agent_selection and not self._lost:
            view, mask = self._seen_by_mover(agent)
            return {"observation": layout.observation(view), "action_mask": mask.copy()}
        view = self.rules.view(self.match.state, self._seat[agent])
        mask = np.zeros(layout.actions, dtype=np.int8) if self._lost else layout.mask(view)
        return {"observation": layout.observation(view), "action_mask": mask}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, and what it has got since it moved last."""
        agent = self.agent_selection
        seen = self.observe(agent) if observe else None
        return (
            seen,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def render(self) -> Any:
        """Show the table: "human" in the window (which plays the moves since the last time), "rgb_array" as an array
        of (height, width, 3) bytes, "ansi" as text: what the player to move may see, and its legal actions."""
        if self.render_mode is None:
            return None
        if self.render_mode == "ansi":
            return self._text()
        return None if self._rendering is None else self._rendering.show()

    def _text(self) -> str:
        match, layout = self.match, self.layout
        seat = match.state.to_move
        lines = [f"{self.game.title}, round {match.number}"]
        if self._lost or seat is None or match.end is not None:
            return "\n".join([*lines, "The match is over"])
        view = self.rules.view(match.state, seat)
        lines += [f"player_{seat} to move", *layout.told(view), "Legal actions:"]
        moves = [(layout.index(view, move), self.rules.label(move)) for move in self.rules.legal_moves(view)]
        return "\n".join([*lines, *(f"{number:>7}  {label}" for number, label in sorted(moves))])

    def close(self) -> None:
        """Close the window, if one is open."""
        if self._rendering is not None:
            self._rendering.close()


def _metadata(game: str) -> dict[str, Any]:
    """What PettingZoo asks every environment for."""
    return {
        "name": f"tabletalk_{game}_v1",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
        "render_fps": 60,
    }


def _check(render_mode: str | None, unit: Unit, illegal: Illegal) -> None:
    """Raises ValueError for what is none of the words that may be said."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {render_mode!r}; choose one of: {', '.join(RENDER_MODES)}")
    if unit not in ("match", "round"):
        raise ValueError(f"a unit is a match or a round, not {unit!r}")
    if illegal not in ("refused", "lost"):
        raise ValueError(f"an illegal action is refused, or the match is lost; not {illegal!r}")
