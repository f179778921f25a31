"""A match of any game as a state of OpenSpiel: decisions by the numbers of their layout, chance in nodes of its own.

Chance acts at three places: who begins, how a round is dealt, what is added to a move. Where all that it may bring can
be listed (who begins; openings that were listed; what a game counts out in its ``outcomes``) a node lists that with its
probabilities. Elsewhere a node lists a sample: so many draws, alike probable, made by the game's seed when one of them
is taken. An action thus always leads to the same state, and a history, or its text, tells the whole state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from hashlib import blake2b
from random import Random
from typing import Any, NamedTuple, NoReturn, TypeAlias

import pyspiel

from game.games.module import GameModule
from game.games.observation import ObservationSpec
from game.rules.protocol import AnyRules, Setup, shares

MOST_WAYS = 64
"""What chance adds to a move is listed where it is so many different things at most."""
_DIGEST = 16

Listed: TypeAlias = tuple[tuple[Any, float], ...]
"""What chance may bring, each with its probability, 1 together."""
View: TypeAlias = Any


class _AskedError(BaseException):
    """Chance was asked; no Exception, so that the guard around a mod's rules lets it through."""


class _Untouched(Random):
    """A stream that tells whether it is asked, by raising _AskedError."""

    def random(self) -> NoReturn:
        raise _AskedError

    def getrandbits(self, k: int, /) -> NoReturn:
        raise _AskedError


_UNTOUCHED = _Untouched()


def without_chance(work: Callable[[Random], Any]) -> tuple[bool, Any]:
    """Whether some work asks for no random number, and then what comes of it."""
    try:
        return True, work(_UNTOUCHED)
    except _AskedError:
        return False, None


class Phase(Enum):
    """What comes next."""

    FIRST = "who begins"
    DEAL = "deal"
    MOVE = "move"
    LOT = "what chance adds to a move"
    OVER = "over"


class Table(NamedTuple):
    """All that the states of one game share; `first` is who begins, None where that is by lot; `openings` lists the
    rounds that it may begin with, where that is not left to its deal; `draws` is how many draws a node lists where not
    everything can be; `longest` is the number of decisions after which it is stopped, as a draw."""

    game: GameModule
    setup: Setup
    layout: ObservationSpec
    whole_match: bool
    first: int | None
    openings: Listed
    longest: int
    draws: int
    seed: int

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return self.game.rules


class Memory:
    """What the players have seen, an event after the other: a link of a chain, which states share.

    A digest stands for all that a player has seen and done up to here; it is worked out when it is asked for.
    """

    __slots__ = ("_before", "_digests", "_own", "views")

    def __init__(self, before: "Memory | None", views: Sequence[View], own: tuple[int, int] | None) -> None:
        """`own` is who has moved since, and by which action."""
        self._before, self.views, self._own = before, tuple(views), own
        self._digests: list[bytes | None] = [None] * len(self.views)

    def digest(self, player: int) -> bytes:
        """Equal for all that the player cannot tell apart."""
        links: list[Memory] = []
        link: Memory | None = self
        while link is not None and link._digests[player] is None:
            links.append(link)
            link = link._before
        found = b"" if link is None else link._digests[player] or b""
        for each in reversed(links):
            done = each._own[1] if each._own is not None and each._own[0] == player else None
            told = repr((done, each.views[player])).encode()
            found = blake2b(found + told, digest_size=_DIGEST).digest()
            each._digests[player] = found
        return found

    def as_seen_by(self, player: int, views: Sequence[View]) -> "Memory":
        """A memory for other views of the others, of whom nothing earlier is known, and the same one of `player`."""
        twin = Memory(None, views, None)
        twin._digests[player] = self.digest(player)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _remembered, (self.views, [self.digest(player) for player in range(len(self.views))])


def _remembered(views: Sequence[View], digests: list[bytes]) -> Memory:
    memory = Memory(None, views, None)
    memory._digests = list(digests)
    return memory


@dataclass
class Point:
    """Where a match stands: everything that a copy of a state must have of its own.

    `ways` lists what chance may add to the `move` under way, if it can be listed; `done` is who made it, by which
    action. `winner` is told when the phase is OVER.
    """

    phase: Phase
    standing: Any
    first: int = 0
    number: int = 1
    state: Any = None
    move: Any = None
    ways: Listed = ()
    done: tuple[int, int] | None = None
    decisions: int = 0
    winner: int | None = None
    memory: Memory | None = field(default=None, repr=False)

    def __deepcopy__(self, memo: Any) -> "Point":
        twin = Point.__new__(Point)
        twin.__dict__.update(self.__dict__)
        if self.state is not None:
            twin.state = self.state.copy()
        return twin


class TableState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel ships no types
    """A match as OpenSpiel walks it. What it cannot know is said by `view` and :meth:`resample_from_infostate`."""

    # OpenSpiel copies and serialises what lies in the dictionary, and makes the rest anew.
    __slots__ = ("__dict__", "table")

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.table = table
        self.at = Point(Phase.FIRST, table.rules.new_standing(table.setup))
        if table.openings:
            self.at.phase = Phase.DEAL
        elif table.first is not None:
            self._begin(table.first)

    def view(self, player: int) -> View:
        """What a player can see and remember; None before the first deal."""
        return None if self.at.memory is None else self.at.memory.views[player]

    # --- what OpenSpiel asks ---

    def current_player(self) -> int:
        """Who decides: a player by its number, chance, or nobody."""
        if self.at.phase is Phase.OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return self.at.state.to_move if self.at.phase is Phase.MOVE else int(pyspiel.PlayerId.CHANCE)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.table.layout.legal(self.view(player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring now, by number, with its probability."""
        table = self.table
        listed = table.openings if self.at.phase is Phase.DEAL else self.at.ways
        if listed:
            return [(number, weight) for number, (_, weight) in enumerate(listed)]
        number = table.setup.players if self.at.phase is Phase.FIRST else table.draws
        return [(each, 1 / number) for each in range(number)]

    def _apply_action(self, action: int) -> None:
        match self.at.phase:
            case Phase.FIRST:
                self._begin(action)
            case Phase.DEAL:
                self._deal(action)
            case Phase.LOT:
                self._settle(self._chance(action))
            case Phase.MOVE:
                self._decide(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules, at = self.table.rules, self.at
        if player >= 0:
            move = self.table.layout.move(self.view(player), action)
            return f"{rules.label(move)} {rules.detail(move)}".rstrip()
        if at.phase is Phase.FIRST:
            return f"player {action} begins"
        if at.phase is Phase.LOT:
            return rules.describe(at.move, at.ways[action][0]) if at.ways else f"draw {action}"
        return f"deal {action}"

    def is_terminal(self) -> bool:
        """Whether it is over."""
        return self.at.phase is Phase.OVER

    def returns(self) -> list[float]:
        """At the end 1 for the winner, -1 shared by the others; 0 for all in a draw, and before the end."""
        players = self.table.setup.players
        won = shares(self.at.winner if self.is_terminal() else None, players)
        return [(players * share - 1) / (players - 1) for share in won]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "TableState":
        """A state that this player could be in, at its decision: what it cannot see is drawn by the rules' `sample`.
        The other players remember no more of it than what they see."""
        table, twin = self.table, self.clone()
        at = twin.at
        at.state = table.rules.sample(self.view(player), Random(int(sampler() * 2**53)))
        at.memory = at.memory.as_seen_by(player, _views(table, at.state))
        found: TableState = twin
        return found

    def __str__(self) -> str:
        return f"{self.at!r}"

    # --- how a match goes on ---

    def _begin(self, first: int) -> None:
        self.at.first, self.at.phase = first, Phase.DEAL
        if not self.table.game.chance:
            self._deal(0)

    def _deal(self, number: int) -> None:
        table, at = self.table, self.at
        if table.openings:
            at.state = table.openings[number][0].copy()
        else:
            at.state = table.rules.deal(table.setup, at.standing, at.first, self._drawing(number))
        self._go_on()

    def _drawing(self, number: int) -> Random:
        """What this draw of a node is made with."""
        return Random(f"{self.table.seed}/{self.at.number}/{self.at.decisions}/{number}")

    def _decide(self, action: int) -> None:
        table, at = self.table, self.at
        player = at.state.to_move
        at.move = table.layout.move(self.view(player), action)
        at.done = player, action
        at.decisions += 1
        at.ways = _listed(table.game.outcomes(at.state, at.move))
        table.rules.decide(at.state, at.move)
        at.phase = Phase.LOT
        if not at.ways:
            fixed, chance = without_chance(lambda rng: table.rules.draw_chance(at.state, at.move, rng))
            if fixed:
                self._settle(chance)

    def _chance(self, number: int) -> Any:
        at = self.at
        if at.ways:
            return at.ways[number][0]
        return self.table.rules.draw_chance(at.state, at.move, self._drawing(number))

    def _settle(self, chance: Any) -> None:
        self.table.rules.settle(self.at.state, self.at.move, chance)
        self._go_on()

    def _go_on(self) -> None:
        """After a deal or a move: what everybody has seen of it, and what follows."""
        table, at = self.table, self.at
        at.memory = Memory(at.memory, _views(table, at.state), at.done)
        at.move, at.ways, at.done, at.phase = None, (), None, Phase.MOVE
        if at.state.to_move is None:
            self._end_round()
        if at.phase is not Phase.OVER and at.decisions >= table.longest:
            at.phase = Phase.OVER

    def _end_round(self) -> None:
        table, at = self.table, self.at
        end = table.rules.round_end(at.state, at.standing)
        if not table.whole_match:
            at.winner, at.phase = end.winner, Phase.OVER
            return
        at.standing, first, over = table.rules.after_round(at.standing, at.first, end)
        if over is not None:
            at.winner, at.phase = over.winner, Phase.OVER
            return
        at.number += 1
        self._begin(first)


def _views(table: Table, state: Any) -> list[View]:
    return [table.rules.view(state, player) for player in range(table.setup.players)]


def _listed(outcomes: Sequence[tuple[Any, float]]) -> Listed:
    """What a game counts out, with probabilities; nothing where that is too much."""
    total = sum(weight for _, weight in outcomes)
    return tuple([(chance, weight / total) for chance, weight in outcomes]) if len(outcomes) <= MOST_WAYS else ()
