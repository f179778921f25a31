"""What a learner learns from: transitions, built here for training and for the world alike."""

from typing import Any, NamedTuple, Protocol

from game.rules.protocol import AnyRules


class Transition(NamedTuple):
    """One player's view, its move, the reward, and its next view, or None when the game ended first."""

    view: Any
    move: Any
    reward: float
    following: Any | None


class Rewards(Protocol):
    """What a game rewards its learners for."""

    def of_move(self, view: Any, move: Any, after: Any) -> float:
        """The reward for a move of the view's player; `after` is the state after it, not to be kept."""

    def of_end(self, player: int, winner: int | None) -> float:
        """What `player`'s latest move is rewarded with on top when the game ends."""


class Trail:
    """Follows one game and turns its moves into transitions.

    A player's transition is complete when that player is to move again, or when the game ends. Tell it everything in
    order: ``start`` once the round is dealt, ``moved`` after every move, ``ended`` at the end.
    """

    def __init__(self, rules: AnyRules, rewards: Rewards) -> None:
        self._rules = rules
        self._rewards = rewards
        self._pending: dict[int, tuple[Any, Any, float]] = {}
        self.view: Any = None
        """The view of the player to move; None when no round is under way."""

    def start(self, state: Any) -> None:
        """Follow a round from `state` on. What was pending is dropped: so after an undo, too."""
        self._pending = {}
        player = state.to_move
        self.view = None if player is None else self._rules.view(state, player)

    def moved(self, move: Any, state: Any) -> Transition | None:
        """A move of the player to move led to `state`. The transition that is complete now, if one is."""
        view = self.view
        own = view.player
        # A player moves again only after its transition has been completed, so nothing pending is overwritten.
        self._pending[own] = (view, move, self._rewards.of_move(view, move, state))
        player = state.to_move
        if player is None:
            self.view = None
            return None
        self.view = following = self._rules.view(state, player)
        pending = self._pending.pop(player, None)
        return None if pending is None else Transition(*pending, following)

    def ended(self, winner: int | None) -> list[Transition]:
        """The round is over. The last transition of every player that has moved, the latest mover's first."""
        rewards = self._rewards
        last = [
            Transition(view, move, reward + rewards.of_end(player, winner), None)
            for player, (view, move, reward) in reversed(self._pending.items())
        ]
        self._pending = {}
        self.view = None
        return last
