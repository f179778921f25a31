"""What the other player of two holds, by all its turns of the round: each is what somebody who plays by the networks
would have done with the hand of then, or it is not.

The hand of now does not tell what it was before: any of its cards may be the one that was drawn. So hands are followed
backwards, turn by turn, every way that each may have come about, down to the deal, where all hands are alike; and after
each turn so many are drawn again, as often as what came later makes them likely (sequential importance resampling:
Gordon, Salmond and Smith, Novel approach to nonlinear/non-Gaussian Bayesian state estimation, 1993; here back in time).
What a hand's holder did before the turns that have been gone through is told by the network of
:mod:`game.games.thirty_one.hands`.

Not everybody plays by those networks. How often somebody does otherwise is learnt from the round itself: after `m` of
`n` choices that were others, the next one is with the chance `(m + ERR) / (n + ERR + HIT)` (the beta distribution's).
So hands that none of the turns speaks for are told apart by the network alone.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Network
from game.games.thirty_one import hands
from game.games.thirty_one.batch_view import BatchView, RoundArrays, three
from game.games.thirty_one.card_arrays import BITS, NO_CARD, THIRTY_ONE, Bools, Ints, hand_index
from game.games.thirty_one.course import Turn, course
from game.games.thirty_one.resampling import resampled
from game.games.thirty_one.rounds import CALL, TAKE, Player
from game.games.thirty_one.state import View

ERR, HIT = 0.1, 2.9
"""So often, out of both together, nobody plays by the networks before a turn was seen."""
LEAST = 10
"""Turns that would leave fewer of the hands of now than these, and those before, are told by the network alone: every
step back leaves fewer."""


class _Hands(NamedTuple):
    """Hands that somebody may have held at some time of the round, (n, 3), each on a way back from one of now."""

    cards: Ints
    source: Ints
    """Which of the hands of now it became, (n,), by its row."""
    told: NDArray[np.float64]
    """The logarithm of how much likelier it is than a deal has it by what its holder did until then, (n,)."""
    others: Ints
    """How many choices on that way the networks would not have made, (n,)."""


def held(view: View, drawn: RoundArrays, policy: Player, guess: Network, random: np.random.Generator) -> RoundArrays:
    """As many rows of `drawn` as it has: worlds of this view in which the other of two players alive holds what `guess`
    makes likely, never 31; each as often as all the other's turns make it likely. Where the view does not tell them, or
    there were none, `drawn` itself."""
    other, count = view.left, len(drawn.top)
    alone = hands.odds(guess, drawn)
    now = _Hands(drawn.hands[:, other], np.arange(count), alone, np.zeros(count, dtype=np.int64))
    tried = 0
    for turn in reversed([turn for turn in course(view) if turn.player == other]):
        before = _before(view, turn, now, tried, policy, guess, random)
        if before is None or len(np.unique(before.source)) < LEAST:
            break
        now, tried = before, tried + (1 if turn.kind == CALL else 2)
    return drawn.taken(random.permutation(now.source)) if tried else drawn


def _before(
    view: View,
    turn: Turn,
    after: _Hands,
    tried: int,
    policy: Player,
    guess: Network,
    random: np.random.Generator,
) -> _Hands | None:
    """As many hands before a turn as there are after it, each as often as this turn and those before make it likely;
    `tried` choices of later turns have been looked at. None where no hand can have become one of these."""
    cards, drew, row = _ways_back(view, turn, after.cards)
    tables = _tables(view, turn, cards)
    possible = np.flatnonzero(tables.scores[hand_index(cards)] != THIRTY_ONE)
    if not possible.size:
        return None
    tables, drew, row = tables.taken(possible), drew[possible], row[possible]
    others, likely = after.others[row], np.zeros(len(row))
    for number, (hit, rest) in enumerate(_as_the_networks(turn, tables, drew, policy, random)):
        missing = (others + ERR) / (tried + number + ERR + HIT)
        likely += np.log(np.where(hit, 1 - missing, missing / rest))
        others = others + ~hit
    told = _told(view, turn, tables, guess)
    kept = resampled((likely + told - after.told[row]).reshape(1, -1), len(after.cards), random)
    return _Hands(cards[possible[kept]], after.source[row[kept]], told[kept], others[kept])


def _ways_back(view: View, turn: Turn, after: Ints) -> tuple[Ints, Ints, Ints]:
    """Every hand before a turn that may have become one of those after it, (n, 3): hands, what they drew, no card for a
    call, and the rows of what they became."""
    row = np.arange(len(after))
    if turn.threw is None:
        return after, np.full(len(after), NO_CARD), row
    ways: list[tuple[Ints, Ints, Bools]] = []
    for place in range(3):
        came, before = after[:, place], after.copy()
        before[:, place] = turn.threw
        known = (BITS[came] & turn.known[turn.player]) != 0
        ways.append((np.sort(before, axis=1), came, came == turn.top if turn.kind == TAKE else ~known))
    if turn.kind != TAKE and not turn.known[turn.player] >> turn.threw & 1:
        ways.append((after, np.full(len(after), turn.threw), np.ones(len(after), dtype=bool)))
    cards, drew, possible = (np.concatenate(each) for each in zip(*ways, strict=True))
    return cards[possible], drew[possible], np.tile(row, len(ways))[possible]


def _tables(view: View, turn: Turn, cards: Ints) -> RoundArrays:
    """The table before a turn, once for each of these hands of its player; of the others' the cards that were known."""
    count = len(cards)
    held = np.tile([three(known) for known in turn.known], (count, 1, 1))
    held[:, turn.player] = cards
    return RoundArrays(
        house=view.house,
        hands=held,
        seen=np.full(count, turn.seen),
        thrown=np.tile(turn.thrown, (count, 1)),
        top=np.full(count, turn.top),
        deck_left=np.full(count, turn.deck_left),
        lives_before=np.tile(view.lives, (count, 1)),
        to_move=np.full(count, turn.player),
        caller=np.full(count, -1),
        turns=np.full(count, turn.turns),
    )


def _as_the_networks(
    turn: Turn, tables: RoundArrays, drew: Ints, policy: Player, random: np.random.Generator
) -> list[tuple[Bools, int]]:
    """Of each of the turn's choices, whether the networks would have made it, (n,), and how many others there were."""
    row, back = _each_once(tables.hands[:, turn.player])
    found: list[tuple[Bools, int]] = [
        ((policy.begin(BatchView(tables, row), random) == turn.kind)[back], 2),
    ]
    if turn.threw is not None:
        row, back = _each_once(np.column_stack([tables.hands[:, turn.player], drew]))
        place = policy.discard(BatchView(tables, row, drew[row]), np.full(len(row), turn.kind == TAKE), random)
        four = np.column_stack([tables.hands[row, turn.player], drew[row]])
        found.append(((four[np.arange(len(row)), place] == turn.threw)[back], 3))
    return found


def _each_once(cards: Ints) -> tuple[Ints, Ints]:
    """Rows in which all that occur do, each once, and for every row which of them it is like."""
    codes = cards @ (NO_CARD + 1) ** np.arange(cards.shape[1])
    _, row, back = np.unique(codes, return_index=True, return_inverse=True)
    return row, back.reshape(-1)


def _told(view: View, turn: Turn, tables: RoundArrays, guess: Network) -> NDArray[np.float64]:
    """What `guess` tells of hands before a turn, (n,), whose player has yet to answer the top of the pile; nothing
    before its first."""
    if turn.turns < view.alive:
        return np.zeros(len(tables.top))
    tables.seen &= ~BITS[turn.top]
    found: NDArray[np.float64] = guess.forward(hands.inputs(tables)[:, turn.player])[:, 0].astype(np.float64)
    return found
