"""What a learner learns from: experiences at a table, told alike by training and by the world, and what they earn."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Protocol

from game.rules.protocol import AnyRules

MOST_REWARD = 1e9
"""No reward is greater, or smaller than its negative, so that whatever is learnt from rewards stays a number."""


class Experience(NamedTuple):
    """What one player met with between two of its moves: what it saw, what it did, what it saw right `after`, and its
    next view, or None when the game ended first; who won then. Views only, so that it can be told to anybody who
    may know what the player knows."""

    view: Any
    move: Any
    after: Any
    following: Any | None = None
    winner: int | None = None


class Transition(NamedTuple):
    """One player's view, its move, the reward, and its next view, or None when the game ended first."""

    view: Any
    move: Any
    reward: float
    following: Any | None


class Rewards(Protocol):
    """What a game rewards its learners for.

    One that has a true `until_next` rewards a move with what the others do before its player moves again, too.
    """

    def of_move(self, view: Any, move: Any, after: Any) -> float:
        """The reward for a move of the view's player; `after` is what that player sees once it is made, with
        `until_next` when it is to move again, unless the game ends first."""

    def of_end(self, player: int, winner: int | None) -> float:
        """What `player`'s latest move is rewarded with on top when the game ends."""


def checked(reward: float) -> float:
    """A reward that can be learnt from. Raises ValueError for one that cannot: a single one that is no number makes a
    whole table worthless, for good."""
    if -MOST_REWARD <= reward <= MOST_REWARD:  # not so for what is not a number
        return reward
    raise ValueError(f"a reward of {reward}: rewards lie between {-MOST_REWARD:,.0f} and {MOST_REWARD:,.0f}")


def until_next(rewards: Rewards) -> bool:
    """Whether moves are rewarded with what happens until their player moves again."""
    return bool(getattr(rewards, "until_next", False))


def rewarded(rewards: Rewards, met: Experience) -> Transition:
    """The transition that an experience is under these rewards. Raises ValueError where its reward is no number."""
    after = met.following if met.following is not None and until_next(rewards) else met.after
    reward = rewards.of_move(met.view, met.move, after)
    if met.following is None:
        reward += rewards.of_end(met.view.player, met.winner)
    return Transition(met.view, met.move, checked(reward), met.following)


class Episodes:
    """Holds transitions back until the game of their player is over, for a learner of whole episodes' returns: each is
    then rewarded with all that came from it on, discounted by `gamma`, and followed by nothing.

    An episode that does not go on where it stopped, after an undo, say, begins anew: returns look ahead only.
    """

    def __init__(self, gamma: float) -> None:
        self._gamma = gamma
        self._held: dict[int, list[Transition]] = {}

    def add(self, transition: Transition) -> list[Transition]:
        """What can be learnt now: nothing before the end of the game, the latest first then."""
        player = transition.view.player
        held = self._held.setdefault(player, [])
        if held and held[-1].following != transition.view:
            held.clear()
        held.append(transition)
        if transition.following is not None:
            return []
        del self._held[player]
        value, found = 0.0, []
        for view, move, reward, _ in reversed(held):
            value = reward + self._gamma * value
            found.append(Transition(view, move, value, None))
        return found


class Trail:
    """Follows one game and tells what its `players` meet with.

    A player's experience is complete when that player is to move again, or when the game ends. Tell it everything in
    order: ``start`` once the round is dealt, ``moved`` after every move, ``ended`` at the end.
    """

    def __init__(self, rules: AnyRules, players: Iterable[int]) -> None:
        self._rules = rules
        self._players = frozenset(players)
        self._pending: dict[int, Experience] = {}
        self.view: Any = None
        """The view of the player to move; None when no round is under way."""

    def start(self, state: Any) -> None:
        """Follow a round from `state` on. What was pending is dropped: so after an undo, too."""
        self._pending = {}
        player = state.to_move
        self.view = None if player is None else self._rules.view(state, player)

    def moved(self, move: Any, state: Any) -> Experience | None:
        """A move of the player to move led to `state`. The experience that is complete now, if one is."""
        before = self.view
        own, player = before.player, state.to_move
        self.view = following = None if player is None else self._rules.view(state, player)
        if own in self._players:
            # A player moves again only after its experience has been completed, so nothing pending is overwritten.
            after = following if player == own else self._rules.view(state, own)
            self._pending[own] = Experience(before, move, after)
        if player is None:
            return None
        pending = self._pending.pop(player, None)
        return None if pending is None else pending._replace(following=following)

    def ended(self, winner: int | None) -> list[Experience]:
        """The round is over. The last experience of every player that has moved, the latest mover's first."""
        last = [pending._replace(winner=winner) for pending in reversed(self._pending.values())]
        self._pending = {}
        self.view = None
        return last
