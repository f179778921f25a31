"""How the networks of the judge are fitted (:mod:`game.games.notty.outlook`).

Games of all kinds of play go on at once, and from positions in them everybody goes on for some turns as `deep-q`
plays in matches that have just begun. What a position comes to is a lambda-return along its decisions, whoever makes
them: the result where somebody went out, else what the network itself tells of the last position. So nothing is learnt
from what weaker players would have made of a position, and yet positions are learnt that `deep-q` never comes to by
itself. As the chance of one player is what the others' leave, a chance that is too high at every turn would contradict
itself: the level is right without games to the end, which are long.

The network of long matches is fitted to the same kinds of positions, as if such a match had just begun to be long:
some thirty turns end it, so results alone are learnt.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Adam, Floats, Network
from game.checkpoints.container import digest_of
from game.checkpoints.networks import NetworkCodec
from game.games.notty import networks as learnt
from game.games.notty.action_values import CHANCES
from game.games.notty.deep_q import Networks
from game.games.notty.long_match import LONG
from game.games.notty.open_features import Hands, Returns, possible
from game.games.notty.outlook import LONG_OUTLOOK, METRICS, NAME, OUTLOOK, SPEC, Outlook, begun, shares_from
from game.games.notty.training.games import Games, Indices
from game.games.notty.training.learner import AtTable, Recollection
from game.games.notty.training.parameters import TABLES
from game.games.notty.training.players import TURN_LIMIT, GroupMaker, Lean, Player, Robber, Scores, play, step
from game.games.notty.training.returns import walked_back

_LEAST = np.float32(1e-6)
"""Chances are not taken for smaller, where their logarithm counts."""


@dataclass(frozen=True)
class Plan:
    """Everything about a fit but its seed: `together` games go on at once, each for `turns` at most (from, to), a share
    of `equals` among players who are all `deep-q`; after every `every` decisions a `share` of them is followed,
    `snapshots` times, for `ahead` turns. What is learnt from is gone through `passes` times in minibatches, the rate
    falling to `last` of the first; `trace` is how much of a target is what came of a decision."""

    together: int = 1500
    turns: tuple[int, int] = (20, 420)
    equals: float = 0.0
    every: int = 20
    share: float = 0.6
    snapshots: int = 28
    ahead: int = 8
    trace: float = 0.9
    passes: int = 12
    minibatch: int = 1024
    rate: float = 2e-3
    last: float = 0.02

    @property
    def of_long_matches(self) -> "Plan":
        """The same for the other network: matches of equals among them, every one to its end, and what came of it."""
        return replace(self, equals=0.3, ahead=TURN_LIMIT, trace=1.0, passes=-(-self.passes // 2), rate=5e-4)


class Softened(GroupMaker):
    """The group-maker's actions, drawn by a softmax over the turns that they save: near to the levels."""

    def __init__(self, temperature: float, rng: np.random.Generator) -> None:
        self._temperature, self._rng = temperature, rng

    def scores(self, seen: Hands, deck: NDArray[np.int8], used: Indices) -> Scores:
        found = super().scores(seen, deck, used)
        found += self._temperature * self._rng.gumbel(size=found.shape)
        return found


class Habitual(Player):
    """Does what the lean player does with a chance of `habit`, else what another does; it returns cards as the lean
    player: near to a beginner."""

    def __init__(self, habit: float, other: Player, rng: np.random.Generator) -> None:
        self._habit, self._lean, self._other, self._rng = habit, Lean(), other, rng

    def act(self, games: Games, at: Indices) -> None:
        habit = self._rng.random(len(at)) < self._habit
        for player, those in ((self._lean, at[habit]), (self._other, at[~habit])):
            if len(those):
                player.act(games, those)

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        self._lean.give(games, at, returns)


class Anything(GroupMaker):
    """Any action, all equally likely, but for taking a last card."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng

    def scores(self, seen: Hands, deck: NDArray[np.int8], used: Indices) -> Scores:
        able = possible(seen.sizes, used)
        able[:, 3:-2] &= seen.sizes[:, 1:] > 1
        return np.where(able, self._rng.random(able.shape), -np.inf)


def kinds_of_play(networks: Networks, rng: np.random.Generator) -> list[Player]:
    """Who plays the games whose positions are learnt."""
    return [
        AtTable(networks.values, networks.crowded),
        AtTable(networks.values, networks.crowded, 0.1),
        GroupMaker(),
        Softened(0.07, rng),
        Softened(0.38, rng),
        Habitual(0.9, Softened(1.6, rng), rng),
        Habitual(0.5, Softened(1.6, rng), rng),
        Lean(),
        Robber(),
        Anything(rng),
    ]


class Followed(NamedTuple):
    """Decisions of `deep-q`, those of a game one after the other as they were made."""

    rows: Floats
    """(n, inputs): what the network sees."""
    game: Indices
    """(n,)."""
    mover: Indices
    """(n,)."""
    winner: Indices
    """(n,): who won the game; -1 where it was not followed so far."""


def followed(networks: Networks, players: int, plan: Plan, rng: np.random.Generator, long: bool = False) -> Followed:
    """Positions of all kinds of play, and what follows them if all go on as `deep-q`; in matches that are `long`,
    if it is so."""
    who = kinds_of_play(networks, rng)
    games = Games(plan.together, players, rng)
    seated, until = _seated(plan, players, len(who), plan.together, rng)
    parts, number = list[Followed](), 0
    while len(parts) < plan.snapshots:
        for _ in range(plan.every):
            over = np.flatnonzero((games.winner >= 0) | (games.turns >= until))
            games.deal(over)
            seated[over], until[over] = _seated(plan, players, len(who), len(over), rng)
            step(games, np.arange(len(games)), seated, who)
        at = np.flatnonzero((games.winner < 0) & (rng.random(len(games)) < plan.share))
        twins = games.branched(at)
        twins.turns[:] = LONG[players] if long else 0
        found = _followed(networks, twins, plan.ahead)
        parts.append(found._replace(game=found.game + number))
        number += len(at)
    return Followed(*map(np.concatenate, zip(*parts, strict=True)))


def _seated(plan: Plan, players: int, kinds: int, count: int, rng: np.random.Generator) -> tuple[Indices, Indices]:
    """Who sits where in so many games, (count, players), `deep-q` being the first kind; how many turns each takes."""
    seated = rng.integers(0, kinds, (count, players))
    if plan.equals:  # no lot is drawn in vain: a fit without equals comes out as it did
        seated[rng.random(count) < plan.equals] = 0
    return seated, rng.integers(*plan.turns, count)


def _followed(networks: Networks, games: Games, ahead: int) -> Followed:
    """What comes of these games if all go on as `deep-q` for so many turns."""
    notes = Recollection()
    player = AtTable(networks.values, networks.crowded, notes=notes)
    play(games, np.zeros((len(games), games.players), np.int64), [player], games.turns + ahead)
    memory = notes.memory()
    game, mover = memory.seat // games.players, memory.seat % games.players
    order = np.lexsort((np.arange(len(game)), memory.turn, game))
    return Followed(memory.rows[order], game[order], mover[order], games.winner[game[order]])


def targets(held: Followed, told: Floats, trace: float) -> Floats:
    """(n, players): what each decision came to, from the mover on; `told`, likewise, is what the network tells of each.

    Source: Sutton and Barto, Reinforcement Learning (2nd edition), section 12.1, for every player at once.
    """
    players, found = told.shape[1], told.copy()
    seats = np.arange(players)
    back = walked_back(held.game)
    last = next(back)
    over = last[held.winner[last] >= 0]
    found[over] = seats == ((held.winner[over] - held.mover[over]) % players)[:, None]
    for at in back:
        then = trace * found[at + 1] + (1 - trace) * told[at + 1]
        turned = (held.mover[at, None] + seats - held.mover[at + 1, None]) % players
        found[at] = np.take_along_axis(then, turned, axis=1)
    return found


def fit(network: Network, held: Followed, plan: Plan, rng: np.random.Generator) -> Iterator[float]:
    """Fit the network, a pass at a time: the mean cross-entropy of each."""
    adam, told_of = Adam.fresh(network), _told_of(held)
    steps, taken = plan.passes * -(-len(told_of) // plan.minibatch), 0
    for _ in range(plan.passes):
        aims, losses = targets(held, shares_from(network.forward(held.rows)), plan.trace), list[float]()
        order = rng.permutation(told_of)
        for start in range(0, len(order), plan.minibatch):
            some = order[start : start + plan.minibatch]
            rate = plan.rate * (1 - (1 - plan.last) * taken / steps)
            losses.append(_learnt(network, adam, held.rows[some], aims[some], rate))
            taken += 1
        yield float(np.mean(losses))


def _told_of(held: Followed) -> Indices:
    """Which decisions something is known of: all but the last ones of games that were not won."""
    last = np.diff(held.game, append=-1) != 0
    return np.flatnonzero(~last | (held.winner >= 0))


def _learnt(network: Network, adam: Adam, rows: Floats, aims: Floats, rate: float) -> float:
    """A step towards these chances; the mean cross-entropy before it."""
    trace = network.trace(rows)
    told = shares_from(trace[-1])
    adam.step(network, network.gradient(trace, (told - aims) / np.float32(len(rows))), rate)
    return -float((aims * np.log(np.maximum(told, _LEAST))).sum(axis=1).mean())


def make(path: Path, players: int, seed: int, plan: Plan) -> Iterator[float]:
    """Fit the networks for a table of so many players to `deep-q` as it ships, and keep them; the mean cross-entropy of
    each pass, first those of the usual match. Raises CheckpointError or StorageError."""
    rng, trained = np.random.default_rng([seed, players]), learnt.pretrained(players)
    usual, long = (begun(trained.networks[CHANCES], players) for _ in range(2))
    networks, curve = Networks.of(trained, Outlook(usual, long)), [(0, 0.0)]
    for network, how, is_long in ((usual, plan, False), (long, plan.of_long_matches, True)):
        held = followed(networks, players, how, rng, is_long)
        for loss in fit(network, held, how, rng):
            curve.append((curve[-1][0] + len(held.game), loss))
            yield loss
    words = {"encoding": TABLES[players], "expert": digest_of(learnt.PRETRAINED[players])}
    found = {OUTLOOK: usual, LONG_OUTLOOK: long}
    kept = TrainedNetworks("notty", NAME, {}, seed, words, {}, found, np.array(curve[1:]), columns=METRICS)
    NetworkCodec(SPEC).save(path, kept)
