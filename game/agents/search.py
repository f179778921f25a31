"""Search at any game, through the rules' protocol alone: moves are tried out in worlds that the player may be in.

What a player cannot know is drawn anew for every play-out (`Rules.sample`), the same worlds for all moves that are
compared. Sequential halving shares out the play-outs: all moves get a few, the better half goes on. Below each move
grows a tree of what may follow, keyed by moves alone, in which every player goes by what its moves have been worth so
far; what is new to the tree is played out by a policy, or judged by an evaluation. Where nothing is hidden or left to
chance, and what may follow is little, it is gone through whole instead (:mod:`game.agents.exhaustion`).

Sources: Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013 (sequential
halving); P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4 (2012);
A. Couëtoux et al., "Continuous upper confidence trees", LION 2011 (progressive widening); P. Auer, N. Cesa-Bianchi,
P. Fischer, "Finite-time analysis of the multiarmed bandit problem", Machine Learning 47 (2002) (UCB1, and the use of
spread).
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import islice
from math import ceil, hypot, log2, sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias

from game.agents.agent import Candidate, Estimate, Reason, with_one_even
from game.agents.exhaustion import Exhaustion
from game.agents.platt import AS_IT_COMES
from game.agents.playouts import UNCERTAIN, Considered, OneByOne, Playouts, Worth
from game.agents.search_tree import Branch, Node, Results
from game.rules.language import _, joined, made, marked
from game.rules.mentions import did, mention
from game.rules.protocol import AnyRules, apply, worth_of

WIDENING = 2.0
"""A position that was come to n times looks at this times the root of n of its moves."""
SURE = 2.0
"""By more than so many of its standard errors a move must lead to be played in place of what the policy prefers: of
several that are no better one often leads by one."""
LIKELIEST = 8
"""So many moves are compared at most where a policy says which are likely: the differences between many are told less
surely than the policy tells them."""
MOST_MOVES = 300
"""A play-out that goes on for longer is given up, as even: random play may go on for ever."""
POSITIONS = 5
"""So many positions are gone through for each play-out, if that is all there are: it takes about as long."""
BY_LOT = Playouts()
"""Anybody makes any move."""
MOST_LINE = 3
"""So many moves are told of what is expected to follow."""
_FEW = 32
"""More legal moves than these are not gone through: a game may hold hundreds without listing them."""
_DRAWS = 64
"""So often at most one of many legal moves is drawn to find one that was not tried, as three of four were not."""
_ONLY = Reason("the only move")
_WHY = marked("from {:.1f} % won of {:,} played out")
_SURE = marked("{:.0f} %, all that may follow looked at: {:,} positions")
_PREFERRED = _("played unless another is surely better")
_OVER = _("then it is over")


def _reason(*parts: str) -> Reason:
    """What is said of a move: these parts, but for the empty ones."""
    return Reason("{}", (joined(parts, "; "),))


class _Judged(NamedTuple):
    """A state whose worth a play-out asks for."""

    state: Any


_Asked: TypeAlias = Considered | _Judged
_Playout: TypeAlias = Generator[_Asked, Any, Worth]
"""A play-out: it asks for what a view's moves and a state are worth, and returns what it came to."""


class _World(NamedTuple):
    """A state that the player may be in, and the seed of all chance after it."""

    state: Any
    seed: int


class Search:
    """Scores moves with the chance to win that play-outs give them, less what may be error in their lead over what the
    policy prefers; those that were dropped on the way score at most what the worst that went on longer does.

    `playouts` are all that a decision may take, but two at least, for two moves are compared; a decision with one legal
    move takes none.
    """

    name = "search"
    slow = True

    def __init__(self, rules: AnyRules, playouts: int, how: Playouts = BY_LOT) -> None:
        self._rules = rules
        self._playouts = playouts
        self._how = how
        self._policy = None if how.policy is None else how.policy()
        self._outlook = OneByOne(self._policy, how.evaluation) if how.outlook is None else how.outlook()
        self._cut = how.outlook is not None or how.evaluation is not None

    def __reduce__(self) -> Any:
        """A copy makes its policy itself: agents of a mod need not be picklable."""
        return Search, (self._rules, self._playouts, self._how)

    def score(self, view: Any, rng: Random) -> Iterator[list[Candidate]]:
        """The moves from the best to the worst, as far as the search has come; again after every pass."""
        legal = list(dict.fromkeys(self._rules.legal_moves(view)))  # a mod's game may list a move twice
        if len(legal) == 1:
            yield [Candidate(legal[0], 1.0, _ONLY)]
            return
        exact = self._exhausted(view, rng)
        if exact:
            yield exact
            return
        thought = _Thought(self._rules, view, rng)
        kept = branches = self._branches(view, legal, rng)
        halvings = ceil(log2(len(branches)))
        for halving in range(halvings):
            for _turn in range(max(1, self._playouts // (halvings * len(kept)))):
                self._together([self._play_out(branch, thought.world(branch.node.visits)) for branch in kept])
            better = sorted(kept, key=lambda branch: -branch.chance)[: (len(kept) + 1) // 2]
            kept = [branch for branch in kept if branch.preferred or branch in better]
            for branch in kept:
                branch.rounds = halving + 1
            yield self._candidates(branches)

    def _candidates(self, branches: Sequence[Branch]) -> list[Candidate]:
        """What the search has come to, the best first: whoever got further is ahead of all others, and nothing is ahead
        of what the policy prefers whose lead may be error."""
        found, least = list[Candidate](), 1.0
        scores = _scores(branches, self._how.doubt)
        for number in sorted(range(len(branches)), key=lambda number: (-branches[number].rounds, -scores[number])):
            branch, line = branches[number], self._line(branches[number].node)
            won, visits = 100 * branch.chance, branch.node.visits
            least = min(least, scores[number])
            over = _OVER if visits > 1 and not line else ""  # what was tried once has not been looked beyond
            why = _reason(made(_WHY, (won, visits), {}), over, _PREFERRED if branch.preferred else "")
            found.append(Candidate(branch.move, least, why, self._estimate(branch, line)))
        return found

    def _estimate(self, branch: Branch, line: str) -> Estimate:
        """What is shown of a move: the chance that it is known to have, and of what is left the one that the mean of
        its play-outs tells of, with its error, that of the positions they end with among it. That is no less than what
        one more that came out even would change: a few may all come to the same."""
        players, visits, (share, sure) = len(branch.node.sums), branch.node.visits, branch.certain
        left, error = 1.0 - share, branch.error
        if not left:
            return Estimate(chance=sure, error=0.0, visits=visits, line=line)
        told, mean = branch.told, min(1.0, max(0.0, (branch.chance - share * sure) / left))
        if error is not None:
            with_one = told.mean(with_one_even(mean, visits, 1.0 / players))
            spread = told.error(mean, hypot(error / left, self._how.doubt / SURE))
            error = left * max(spread, abs(told.mean(mean) - with_one))
        return Estimate(chance=share * sure + left * told.mean(mean), error=error, visits=visits, line=line)

    def _line(self, node: Node) -> str:
        """What is expected to follow: the moves that were tried most."""
        moves = list[tuple[int, Any]]()
        while node.below and len(moves) < MOST_LINE:
            move, node = max(node.below.items(), key=lambda each: each[1].visits)
            moves.append((node.mover, move))
        return self._told(moves)

    def _told(self, moves: Sequence[tuple[int, Any]]) -> str:
        """Moves in words, each with who makes it."""
        return joined([did(mention(mover), self._rules.describe(move)) for mover, move in moves[:MOST_LINE]])

    def _exhausted(self, view: Any, rng: Random) -> list[Candidate]:
        """The moves under exact play, the best first, where that can be known; else none."""
        exhaustion = Exhaustion(self._rules, view.players, POSITIONS * self._playouts)
        found = []
        for move, worth, _value, moves in exhaustion.of(view, rng):
            chance, line, looked_at = worth[view.player], self._told(moves), exhaustion.positions
            why = _reason(made(_SURE, (100 * chance, looked_at), {}), "" if line else _OVER)
            found.append(Candidate(move, chance, why, Estimate(chance=chance, error=0.0, visits=looked_at, line=line)))
        return found

    # --- play-outs, side by side: what they ask for is answered for all of them at once ---

    def _together(self, playouts: Sequence[_Playout]) -> list[Worth]:
        """What these come to, each in a tree of its own."""
        found: dict[int, Worth] = {}
        going: list[tuple[int, Any]] = [(at, None) for at in range(len(playouts))]
        while going:
            asked = list[tuple[int, _Asked]]()
            for at, answer in going:
                try:
                    asked.append((at, playouts[at].send(answer)))
                except StopIteration as end:
                    found[at] = end.value
            going = self._answered(asked)
        return [found[at] for at in range(len(playouts))]

    def _answered(self, asked: Sequence[tuple[int, _Asked]]) -> list[tuple[int, Any]]:
        """The answers, each with the number of the play-out that asked."""
        views = [(at, each) for at, each in asked if isinstance(each, Considered)]
        states = [(at, each.state) for at, each in asked if isinstance(each, _Judged)]
        moves = self._outlook.considered([view for _, view in views]) if views else ()
        worths = self._outlook.worths([state for _, state in states]) if states else ()
        numbers = [at for at, _ in (*views, *states)]
        return list(zip(numbers, (*moves, *worths), strict=True))

    # --- one play-out ---

    def _play_out(self, branch: Branch, world: _World) -> _Playout:
        """Try a move once more: down the tree, one node beyond it, and then to the end of the round, or to where it is
        judged or given up."""
        rules, state, rng = self._rules, world.state.copy(), Random(world.seed)
        apply(rules, state, branch.move, rng)
        node, path, spread = branch.node, [branch.node], branch.results.spread
        while node.visits and state.to_move is not None:
            move, node = yield from self._descend(node, state, rng, spread)
            apply(rules, state, move, rng)
            path.append(node)
        worth = yield from self._played_on(state, len(branch.node.sums), rng)
        branch.squares += worth[branch.node.mover] ** 2
        branch.results.add(worth[branch.node.mover])
        for node in path:
            node.add(worth)
        return worth

    def _descend(self, node: Node, state: Any, rng: Random, spread: float) -> Generator[_Asked, Any, tuple[Any, Node]]:
        """The move that whoever is to move tries next, and its node, a new one where fewer moves have been tried here
        than the position is worth; results have this `spread`."""
        rules, mover = self._rules, state.to_move
        view = rules.view(state, mover)
        legal = rules.legal_moves(view)
        if len(legal) <= _FEW:
            able = [(move, node.below[move]) for move in dict.fromkeys(legal) if move in node.below]
        else:
            able = [(move, child) for move, child in node.below.items() if rules.refusal(view, move) is None]
        for _first, child in able:
            child.able += 1
        if len(able) < min(len(legal), ceil(WIDENING * sqrt(node.visits))):
            likely = self._legal(view, (yield Considered(view, rng)))
            move = _untried(likely, legal, {move for move, _ in able}, rng)
            if move is not None:
                child = node.below[move] = Node(mover, len(node.sums))
                child.able = 1
                return move, child
        return max(able, key=lambda each: each[1].urgency(spread))

    def played_out(self, state: Any, players: int, rng: Random) -> Worth:
        """What a state, which is changed, is worth to each player: played on by the policy, and judged where that is
        possible."""
        return self._together([self._played_on(state, players, rng)])[0]

    def _played_on(self, state: Any, players: int, rng: Random) -> _Playout:
        rules, turns, mover = self._rules, 0, state.to_move
        for _turn in range(MOST_MOVES):
            if state.to_move is None:
                return worth_of(rules, state, players) if self._how.ended is None else self._how.ended(state)
            turns += state.to_move != mover
            mover = state.to_move
            if self._cut and turns >= self._how.turns:
                worth: Worth = yield _Judged(state)
                return worth
            view = rules.view(state, mover)
            apply(rules, state, self._policy_move(view, rng), rng)
        return (1.0 / players,) * players

    # --- the policy ---

    def _policy_move(self, view: Any, rng: Random) -> Any:
        """A move of the policy; any legal one where it has none."""
        if self._policy is not None:
            chosen = self._policy.choose(view, rng)
            if chosen is not None and self._rules.refusal(view, chosen.move) is None:
                return chosen.move
        legal = self._rules.legal_moves(view)
        return legal[int(rng.random() * len(legal))]

    def _branches(self, view: Any, legal: Sequence[Any], rng: Random) -> list[Branch]:
        """The moves to compare: those that are considered, from the best, then any; all where there are few."""
        [considered] = self._outlook.considered([Considered(view, rng)])
        likely = dict.fromkeys(self._legal(view, considered))
        most = min(_most_compared(self._playouts), LIKELIEST if likely else len(legal), len(legal))
        moves = dict.fromkeys(islice(likely, most))
        if most == len(legal):
            moves |= dict.fromkeys(legal)
        while len(moves) < most:
            moves[legal[int(rng.random() * len(legal))]] = None
        results, known = Results(), self._how.certain
        certain = [UNCERTAIN] * len(moves) if known is None else known(view, list(moves))
        told = AS_IT_COMES if self._how.told is None else self._how.told(view)
        return [
            Branch(move, view.player, view.players, bool(likely) and not number, results, each, told)
            for number, (move, each) in enumerate(zip(moves, certain, strict=True))
        ]

    def _legal(self, view: Any, moves: Iterable[Any]) -> Iterator[Any]:
        """Those of the moves that are legal, in the same order."""
        return (move for move in moves if self._rules.refusal(view, move) is None)


def _untried(likely: Iterable[Any], legal: Sequence[Any], tried: set[Any], rng: Random) -> Any | None:
    """A legal move that has not been tried: the likeliest, else any; None where all have been, as the game lists some
    of them twice."""
    for move in likely:
        if move not in tried:
            return move
    if len(legal) >= 4 * len(tried) + 8:  # listing them all may take longer
        for _turn in range(_DRAWS):
            move = legal[int(rng.random() * len(legal))]
            if move not in tried:
                return move
    left = [move for move in dict.fromkeys(legal) if move not in tried]
    return left[int(rng.random() * len(left))] if left else None


def _scores(branches: Sequence[Branch], doubt: float) -> list[float]:
    """What moves are chosen by: their chances, less what may be error in their lead over what the policy prefers, in
    the mean of play-outs and, by `doubt`, in what these end with. Where an error is not known yet, there is no lead."""
    preferred = next((branch for branch in branches if branch.preferred), None)
    if preferred is None:
        return [branch.chance for branch in branches]
    return [branch.chance if branch.preferred else _behind(branch, preferred, doubt) for branch in branches]


def _behind(branch: Branch, preferred: Branch, doubt: float) -> float:
    """What a move is chosen by beside the one that the policy prefers."""
    if branch.error is None or preferred.error is None:
        return min(branch.chance, preferred.chance)
    return max(0.0, branch.chance - doubt - SURE * hypot(branch.error, preferred.error))


class _Thought:
    """The worlds of one decision, drawn as they are needed."""

    def __init__(self, rules: AnyRules, view: Any, rng: Random) -> None:
        self._rules = rules
        self._view = view
        self._rng = rng
        self._worlds: list[_World] = []

    def world(self, number: int) -> _World:
        """The world of a number, the same for every move."""
        while len(self._worlds) <= number:
            state = self._rules.sample(self._view, self._rng)
            self._worlds.append(_World(state, self._rng.getrandbits(64)))
        return self._worlds[number]


def _most_compared(playouts: int) -> int:
    """How many moves so many play-outs can compare: each is tried at least once, and half of them once more in each of
    the halvings."""
    most = 2
    while (most + 1) * ceil(log2(most + 1)) <= playouts:
        most += 1
    return most
