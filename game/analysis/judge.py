"""Judges that are made of what any game has: exact play where it is known, else an AI that shows its chances."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import hypot, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, cast

from game.agents.agent import Agent
from game.agents.judging import Shares, Weighed, shared, with_chance
from game.rules.protocol import AnyRules, Place, apply, worth_of

WORLDS = 16
"""In so many worlds a move is compared that the judge left out."""
MOST_MOVES = 24
"""So many moves are followed until all players have had a turn."""


@dataclass(frozen=True)
class ExactJudge:
    """Judges by exact play: `verdicts` tells for every legal move of a view whether it wins. For two players."""

    rules: AnyRules
    verdicts: Callable[[Any], Mapping[Any, bool]]
    exact: bool = True
    error: float = 0.0
    open_error: float = 0.0

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> list[Weighed]:
        """See :meth:`Judge.weigh`."""
        return [Weighed(move, float(wins)) for move, wins in self.verdicts(view).items()]

    def sampled(self, view: Any, moves: Sequence[Any], rng: Random) -> list[list[float]]:
        """See :meth:`Judge.sampled`: there is one world."""
        verdicts = self.verdicts(view)
        return [[float(verdicts[move])] for move in moves]

    def everybodys(self, view: Any, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`Judge.everybodys`."""
        return [shared(each.chance, view.player, 2) for each in weighed]

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`Judge.open_chances`."""
        won = [any(self.verdicts(self.rules.view(state, state.to_move)).values()) for state in states]
        return [shared(float(wins), state.to_move, 2) for wins, state in zip(won, states, strict=True)]


class _OpenWorlds:
    """Rules by which the worlds that a view's player could be in are those with the hands of one state."""

    def __init__(self, rules: AnyRules, state: Any) -> None:
        self._rules = rules
        self._state = state

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def sample(self, view: Any, rng: Random) -> Any:
        """The state with what nobody sees drawn anew."""
        return self._rules.redraw(self._state, rng)


def opened(rules: AnyRules, state: Any) -> Any:
    """The state in which everybody knows of all cards in hands, as far as its rules keep what is known of them."""
    players, board = rules.view(state, 0).players, rules.board(state)
    known = [tuple([piece.kind for piece in board.get(Place("hand", player), ())]) for player in range(players)]
    return rules.from_board(board, rules.facts(state), known, state.to_move)


@dataclass(frozen=True)
class AgentJudge:
    """Judges by the chances that an AI shows of its candidates. `agent` makes the AI for some rules: with all hands
    open these tell it which worlds there are, and views which cards the others hold."""

    rules: AnyRules
    agent: Callable[[AnyRules], Agent]
    worlds: int = WORLDS
    error: float = 0.0
    exact: bool = False

    @property
    def open_error(self) -> float:
        """Not known: an AI tells no error of a chance with all hands open."""
        return 0.0

    def weigh(self, view: Any, asked: Sequence[Any], rng: Random) -> list[Weighed]:
        """See :meth:`Judge.weigh`."""
        legal = self.rules.legal_moves(view)
        if len(legal) == 1:  # of which an AI need not think
            worlds = [self.rules.sample(view, rng) for _ in range(self.worlds)]
            return [Weighed(legal[0], fmean(self._after(world, legal[0], rng)[view.player] for world in worlds))]
        found = self._shown(self.agent(self.rules), view, rng)
        best = max(found, key=lambda move: found[move][0])
        weighed = [
            Weighed(move, chance, 0.0 if move == best else hypot(error, found[best][1]))
            for move, (chance, error) in found.items()
        ]
        left_out = [move for move in dict.fromkeys(asked) if move not in found]
        return weighed + [self._compared(view, move, best, found[best][0], rng) for move in left_out]

    def sampled(self, view: Any, moves: Sequence[Any], rng: Random) -> list[list[float]]:
        """See :meth:`Judge.sampled`."""
        seed = rng.getrandbits(64)
        worlds = [self.rules.sample(view, rng) for _ in range(self.worlds)]
        return [
            [self._after(world, move, Random(seed + at))[view.player] for at, world in enumerate(worlds)]
            for move in moves
        ]

    def _shown(self, agent: Agent, view: Any, rng: Random) -> dict[Any, tuple[float, float]]:
        """What the AI shows of the moves that it considers: their chances, and the errors of these."""
        found: dict[Any, tuple[float, float]] = {}
        for candidate in agent.think(view, rng):
            estimate = candidate.estimate
            if estimate is not None and estimate.chance is not None:
                found[candidate.move] = estimate.chance, estimate.error or 0.0
        if not found:
            raise NoChanceError
        return found

    def _compared(self, view: Any, played: Any, best: Any, chance: float, rng: Random) -> Weighed:
        """A move that the AI left out, by how much it is behind the best one in the same worlds."""
        behind = [one - other for one, other in zip(*self.sampled(view, [best, played], rng), strict=True)]
        error = stdev(behind) / sqrt(len(behind)) if len(behind) > 1 else 0.0
        return Weighed(played, min(chance, max(0.0, chance - fmean(behind))), error)

    def _after(self, world: Any, move: Any, rng: Random) -> Shares:
        """Every player's chance in a world after a move; where the round is over, what its end is worth if all that
        follows is even: for comparisons."""
        state = world.copy()
        apply(self.rules, state, move, rng)
        if state.to_move is not None:
            return self._open(state, rng)
        return worth_of(self.rules, state, self.rules.view(state, 0).players)

    def everybodys(self, view: Any, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`Judge.everybodys`: how the others share what is left is a mean over worlds."""
        if view.players == 2:
            return [shared(each.chance, view.player, 2) for each in weighed]
        seed = rng.getrandbits(64)
        samples = [self.rules.sample(view, rng) for _ in range(self.worlds)]
        found = []
        for each in weighed:
            rows = [self._after(world, each.move, Random(seed + at)) for at, world in enumerate(samples)]
            found.append(with_chance([fmean(column) for column in zip(*rows, strict=True)], view.player, each.chance))
        return found

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`Judge.open_chances`."""
        seed = rng.getrandbits(64)
        apart = int(mean_from == 0)  # none is held against another one: each has lots of its own
        return [self._open(state, Random(seed + apart * at)) for at, state in enumerate(states)]

    def _open(self, state: Any, rng: Random) -> Shares:
        """Every player's chance with all hands open: the mover's as it shows it; with further players, theirs as they
        show it when their turn comes, if all play their best until then, to share what is left. Whoever has no turn is
        out."""
        players, player = self.rules.view(state, 0).players, state.to_move
        chance, move = self._best(state, rng)
        if players == 2:
            return shared(chance, player, 2)
        shown = {player: chance}
        for _ in range(MOST_MOVES):
            state = self.rules.redraw(state, rng).copy()
            apply(self.rules, state, move, rng)
            if state.to_move is None:
                shown = dict(enumerate(worth_of(self.rules, state, players))) | shown
                break
            asked, move = self._best(state, rng)
            shown.setdefault(state.to_move, asked)
            if len(shown) == players:
                break
        return with_chance([shown.get(each, 0.0) for each in range(players)], player, chance)

    def _best(self, state: Any, rng: Random) -> tuple[float, Any]:
        """The best chance that the mover of a state sees with all hands open, and its move."""
        worlds = cast(AnyRules, _OpenWorlds(self.rules, state))
        view = self.rules.view(opened(self.rules, state), state.to_move)
        legal = self.rules.legal_moves(view)
        if len(legal) == 1:
            return self._after(self.rules.redraw(state, rng), legal[0], rng)[state.to_move], legal[0]
        found = self._shown(self.agent(worlds), view, rng)
        move = max(found, key=lambda each: found[each][0])
        return found[move][0], move


class NoChanceError(Exception):
    """An AI has shown no chance to win."""
