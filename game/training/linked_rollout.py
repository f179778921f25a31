"""Self-play along links: the same games as :class:`game.training.self_play.SelfPlay`, bit for bit, and much faster.

In a game of two who move in turn, without chance, a position is met again and again. Here each is worked out by
the rules once, when it is first met, and linked to those that follow it; from then on a game is a walk along links.
"""

from random import Random
from typing import Any

from game.agents.q_learning import QLearner, Row, target_of, update
from game.agents.transitions import Rewards, checked
from game.rules.protocol import AnyRules, Setup, apply, first_player
from game.training.self_play import SeatLearner, TrainingStreams


class Node:
    """A position: its state and view as first met, the row of its state, and its links by column.

    A node without values is the end of a game; `rewards` are then the latest mover's and the other player's.
    """

    __slots__ = ("links", "moves", "rewards", "row", "state", "updates", "values", "view")

    def __init__(self, state: Any, view: Any, moves: tuple[Any, ...] = (), row: Row | None = None) -> None:
        self.state, self.view, self.moves = state, view, moves
        self.row = row or Row([])
        self.values, self.updates = self.row.values, self.row.updates
        self.links: dict[int, tuple[Node, float]] = {}
        self.rewards = (0.0, 0.0)


class Links:
    """The positions of a game as they are met, worked out by the rules."""

    def __init__(self, rules: AnyRules, setup: Setup, learner: QLearner, rewards: Rewards) -> None:
        if setup.players != 2 or not learner.encoding.faithful:
            raise ValueError("only a game of two whose states tell all can be linked")
        self._rules = rules
        self._learner = learner
        self._rewards = rewards
        self._unused = Random(0)
        """A game that is linked leaves nothing to chance."""
        self.nodes: dict[Any, Node] = {}
        """Every position met so far, ends of games left out, by its state in the table."""
        self._unlearnt: list[tuple[Any, Node]] = []
        """Those of them whose rows are not in the table yet."""
        state = rules.deal(setup, rules.new_standing(setup), 0, self._unused)
        view = rules.view(state, 0)
        table, setting = learner.table, learner.encoding.setting(view)
        if table.setting not in (None, setting):
            raise ValueError("the table belongs to another setting of the game")
        table.setting = setting
        self._standing = rules.new_standing(setup)
        self.root = self._node(state)

    def follow(self, node: Node, column: int) -> tuple[Node, float]:
        """The node that an action leads to, and the reward for the action itself; linked from now on."""
        state = node.state.copy()
        move = node.moves[column]
        apply(self._rules, state, move, self._unused)
        reward = checked(self._rewards.of_move(node.view, move, self._rules.view(state, node.view.player)))
        following = self._node(state) if state.to_move is not None else self._end(node.view.player, state)
        node.links[column] = following, reward
        return following, reward

    def enter(self) -> None:
        """Put the rows that have been learnt about into the learner's table."""
        rows = self._learner.table.rows
        rows.update([(state, node.row) for state, node in self._unlearnt if node.updates])
        self._unlearnt = [(state, node) for state, node in self._unlearnt if not node.updates]

    def _node(self, state: Any) -> Node:
        view = self._rules.view(state, state.to_move)
        encoding, table = self._learner.encoding, self._learner.table
        key = encoding.state(view)
        node = self.nodes.get(key)
        if node is None:
            moves = encoding.actions(key)
            row = table.rows.get(key)
            node = self.nodes[key] = Node(state, view, moves, row or Row([table.unknown] * len(moves)))
            if row is None:
                self._unlearnt.append((key, node))
        return node

    def _end(self, mover: int, state: Any) -> Node:
        node = Node(state, None)
        winner = self._rules.round_end(state, self._standing).winner
        own, others = [checked(self._rewards.of_end(player, winner)) for player in (mover, 1 - mover)]
        node.rewards = own, others
        return node


class LinkedRollout:
    """Plays games of a learner against itself, each one round, along links; it learns from all moves as they
    happen. Nobody else may change the learner's table while it runs."""

    def __init__(self, rules: AnyRules, setup: Setup, seat_learner: SeatLearner, streams: TrainingStreams) -> None:
        learner, picker, rewards = seat_learner
        self._links = Links(rules, setup, learner, rewards)
        self._setup = setup
        self._learner, self._picker = learner, picker
        self._first = streams.first()
        self._rngs = streams.seat(0), streams.seat(1)
        self.games = 0
        """How many games have been played."""
        self.stopped = 0
        """How many of them a turn limit ended: games that are played like this have none."""
        self.pairs = learner.table.pairs
        """How many pairs of state and action have been learnt; counted on: a large table takes long to go through."""

    def run(self, games: int) -> None:
        """Play this many games more."""
        for _ in range(games):
            self._play(first_player(self._setup, self._first))
        self.games += games
        self._links.enter()

    def _play(self, first: int) -> None:
        choose, follow = self._picker.choose, self._follow
        parameters = self._learner.parameters
        alpha, gamma = parameters.alpha, parameters.gamma
        rng, next_rng = self._rngs if first == 0 else self._rngs[::-1]
        node = self._links.root
        last: Node | None = None
        last_column, last_reward = 0, 0.0
        while True:
            column = choose(node.values, rng)
            following, reward = node.links.get(column) or follow(node, column)
            if not following.values:
                own, others = following.rewards
                update(node.values, node.updates, column, reward + own, alpha)
                if last is not None:
                    update(last.values, last.updates, last_column, last_reward + others, alpha)
                return
            if last is not None:
                target = target_of(last_reward, max(following.values), gamma)
                update(last.values, last.updates, last_column, target, alpha)
            last, last_column, last_reward = node, column, reward
            node, rng, next_rng = following, next_rng, rng

    def _follow(self, node: Node, column: int) -> tuple[Node, float]:
        """The node that an action leads to which is done for the first time since the links were begun."""
        self.pairs += column not in node.updates  # every action of a game is learnt about by its end
        return self._links.follow(node, column)
