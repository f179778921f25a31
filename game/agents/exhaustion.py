"""Exact play where all that may follow can be gone through: every player takes what is worth most to it."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, NamedTuple

from game.rules.protocol import AnyRules, apply, worth_of

DEPTH = 100
"""So many moves ahead are looked at, at most."""
_SAMPLES, _MORE_SAMPLES = 8, 200
"""So often a position is drawn anew to see whether anything of it is hidden: before it is looked into, and before that
is told as certain, for what is hidden may nearly always be the same."""
Worth = tuple[float, ...]


class Exact(NamedTuple):
    """A move under exact play: what it is worth to each player, what it would be worth if whoever answers moved by lot,
    and the moves that follow."""

    move: Any
    worth: Worth
    by_lot: Worth
    line: tuple[tuple[int, Any], ...]


def sure_wins(rules: AnyRules, view: Any, standing: Any, rng: Random) -> dict[Any, float]:
    """The legal moves of a view that end the round at once, won by its player whatever is hidden or left to chance, as
    far as samples tell: each with the least that such an end is worth to it."""
    found = dict.fromkeys(rules.legal_moves(view), 1.0)
    for _ in range(_MORE_SAMPLES):
        if not found:
            break
        state = rules.sample(view, rng)
        for move in list(found):
            after = state.copy()
            apply(rules, after, move, rng)
            if after.to_move is not None or rules.round_end(after, standing).winner != view.player:
                del found[move]
            else:
                found[move] = min(found[move], worth_of(rules, after, view.players)[view.player])
    return found


class _TooMuchError(Exception):
    """There is more to go through than may be, or chance takes part."""


class _Known(NamedTuple):
    """What is known of a position: what it is worth to each player, and the best move, None at the end."""

    worth: Worth
    best: Any


class Exhaustion:
    """Goes through all positions that may follow one of a game in which nothing is hidden and nothing left to chance,
    each once, and no more than `most` of them."""

    def __init__(self, rules: AnyRules, players: int, most: int) -> None:
        self._rules = rules
        self._players = players
        self._most = most
        self._known: dict[Hashable, _Known] = {}

    def of(self, view: Any, rng: Random) -> list[Exact]:
        """Every legal move of a view, the best first; of equal ones that after which most answers are mistakes. Empty
        where there is too much to go through, or something is hidden or left to chance."""
        state = self._rules.sample(view, rng)
        if self._hides(view, state, _SAMPLES - 1, rng):
            return []
        try:
            found = [self._exact(state, move) for move in dict.fromkeys(self._rules.legal_moves(view))]
        except _TooMuchError:
            return []
        if self._hides(view, state, _MORE_SAMPLES, rng):
            return []
        return sorted(found, key=lambda each: (-each.worth[view.player], -each.by_lot[view.player]))

    def _hides(self, view: Any, state: Any, samples: int, rng: Random) -> bool:
        """Whether a view leaves open that the position is another than this one, as far as so many samples tell."""
        drawn = [self._rules.sample(view, rng) for _ in range(samples)]
        return any(other != state for other in drawn)

    @property
    def positions(self) -> int:
        """How many positions have been gone through."""
        return len(self._known)

    def _exact(self, state: Any, move: Any) -> Exact:
        after = self._after(state, move)
        worth = self._worth(after, DEPTH)
        answers = [self._worth(self._after(after, each), DEPTH - 1) for each in self._legal(after)]
        by_lot = tuple([sum(each) / len(answers) for each in zip(*answers, strict=True)]) if answers else worth
        return Exact(move, worth, by_lot, self._line(after))

    def _legal(self, state: Any) -> Sequence[Any]:
        """The moves of whoever is to move; none at the end."""
        rules, mover = self._rules, state.to_move
        return () if mover is None else rules.legal_moves(rules.view(state, mover))

    def _after(self, state: Any, move: Any) -> Any:
        after = state.copy()
        if apply(self._rules, after, move, Random(0)) is not None:
            raise _TooMuchError
        return after

    def _worth(self, state: Any, depth: int) -> Worth:
        """What a position is worth to each player."""
        key = self._key(state)
        if key not in self._known:
            if len(self._known) >= self._most or not depth:
                raise _TooMuchError
            self._known[key] = self._looked_at(state, depth)
        return self._known[key].worth

    def _looked_at(self, state: Any, depth: int) -> _Known:
        mover = state.to_move
        if mover is None:
            return _Known(worth_of(self._rules, state, self._players), None)
        best: _Known | None = None
        for move in self._legal(state):
            worth = self._worth(self._after(state, move), depth - 1)
            if best is None or worth[mover] > best.worth[mover]:
                best = _Known(worth, move)
                if worth[mover] >= 1.0:
                    break  # there is nothing better
        assert best is not None, "whoever is to move has a move"
        return best

    def _key(self, state: Any) -> Hashable:
        """What tells a position from all others: where everything lies, the facts, and whose turn it is."""
        rules = self._rules
        lying = tuple([(place, tuple(pieces)) for place, pieces in rules.board(state).items()])
        return state.to_move, rules.facts(state), lying

    def _line(self, state: Any) -> tuple[tuple[int, Any], ...]:
        """The moves that follow, each with who makes it."""
        line = []
        while state.to_move is not None:
            best = self._known[self._key(state)].best
            line.append((state.to_move, best))
            state = self._after(state, best)
        return tuple(line)
