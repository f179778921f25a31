"""Proof that Thirty-one's engine of arrays equals the rules: ``python -m benchmarks.thirty_one_proof [ROUNDS] [SEED]``.

Rounds are dealt by the rules and played by both, the same random legal decisions in both, and after every turn
everything that both hold is compared: hands, deck, discard pile, what is known and thrown, calls, whose turn it is; at
the end scores, lives, and who starts the round that follows. Two to four seats, any lives, house rules on and off.
"""

import sys
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import NamedTuple, TypeAlias

import numpy as np

from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import NO_CARD, Bools, Ints
from game.games.thirty_one.cards import cards_of, pack
from game.games.thirty_one.moves import CALL as CALL_MOVE
from game.games.thirty_one.moves import DISCARDS, DRAW_DECK, TAKE_DISCARD, Move, legal_moves
from game.games.thirty_one.rounds import CALL, DRAW, TAKE, Dealt, Rounds, following_starters
from game.games.thirty_one.rules import RULES, House, Standing, State, View
from game.games.thirty_one.state import FROM_DISCARD
from game.rules.protocol import Setup

AT_ONCE = 1000
CALLS = 0.04
"""The share of turns that call: few, so that rounds grow old too."""
MOVES = {DRAW: DRAW_DECK, TAKE: TAKE_DISCARD, CALL: CALL_MOVE}


class MismatchError(AssertionError):
    """The engine and the rules do not agree; the text says on what."""


class Compared(NamedTuple):
    """How much was compared without a difference."""

    rounds: int
    turns: int
    decisions: int


def as_dealt(states: list[State], first: Ints) -> Dealt:
    """Rounds that the rules have dealt, as arrays."""
    hands = [[[*cards_of(hand)] or [NO_CARD] * 3 for hand in state.hands] for state in states]
    longest = max(len(state.deck) for state in states)
    deck = [[*state.deck, *[0] * (longest - len(state.deck))] for state in states]
    return Dealt(
        np.array(hands, dtype=np.int64),
        np.array(deck, dtype=np.int8),
        np.array([len(state.deck) for state in states]),
        np.array([state.discard[-1] for state in states]),
        np.array([state.lives for state in states]),
        first,
    )


def deal_both(count: int, rng: Random) -> tuple[list[State], Rounds]:
    """Rounds of one number of seats and one set of house rules, dealt by the rules, and the same as arrays."""
    seats, house = rng.choice((2, 3, 4)), House(rng.random() < 0.25, rng.random() < 0.25)
    states, first = [], []
    for _ in range(count):
        lives = [0]
        while sum(map(bool, lives)) < 2:
            lives = rng.choices(range(4), weights=(1, 2, 2, 2), k=seats)
        first.append(rng.choice([player for player in range(seats) if lives[player]]))
        states.append(RULES.deal(Setup(seats, house._asdict()), Standing(tuple(lives)), first[-1], rng))
    return states, Rounds(as_dealt(states, np.array(first)), house)


def compare(states: list[State], rounds: Rounds, rows: Ints) -> None:
    """Compare rounds between turns, or after their ends. Raises MismatchError."""
    going = np.zeros(len(rounds), dtype=bool)
    going[rounds.live] = True
    for row in rows.tolist():
        state = states[row]
        seen = int(rounds.seen[row])
        hands = [pack(card for card in hand if card != NO_CARD) for hand in rounds.hands[row].tolist()]
        caller = int(rounds.caller[row])
        found = {
            "hands": hands,
            "to_move": int(rounds.to_move[row]) if going[row] else None,
            "caller": None if caller < 0 else caller,
            "turns": int(rounds.turns[row]),
            "deck_at": int(rounds.deck_size[row] - rounds.deck_left[row]),
            "top": int(rounds.top[row]),
            "thrown": rounds.thrown[row].tolist(),
            "known": [hand & seen for hand in hands] if going[row] else hands,
            "discard": seen & ~sum(hands),
        }
        expected = {name: getattr(state, name, None) for name in found}
        expected |= {"top": state.discard[-1], "discard": pack(state.discard)}
        if found != expected:
            raise MismatchError(f"the engine has {found}, the rules {expected}")


def compare_ends(states: list[State], rounds: Rounds, first: Ints) -> None:
    """Compare rounds that are over. Raises MismatchError."""
    scores, starters = rounds.hand_scores() / 2, following_starters(rounds, first)
    for row, state in enumerate(states):
        standing = Standing(state.lives)
        end = RULES.round_end(state, standing)
        after = RULES.after_round(standing, int(first[row]), end)
        expected = [*(end.scores or ()), *end.record["lives"]]
        found = [*scores[row].tolist(), *rounds.lives[row].tolist()]
        if after.end is None:
            expected.append(after.first)
            found.append(int(starters[row]))
        if found != expected:
            raise MismatchError(f"scores, lives and next start: the engine has {found}, the rules {expected}")


def _decided(state: State, move: Move) -> View:
    """Decide a move by the rules, if it is legal. Raises MismatchError."""
    view = RULES.view(state, state.to_move or 0)
    if move not in legal_moves(view):
        raise MismatchError(f"{move} is possible in the engine, and not in {legal_moves(view)}")
    RULES.decide(state, move)
    RULES.settle(state, move, None)
    return view


Watch: TypeAlias = Callable[[list[State], BatchView, Bools | None], None]
"""Looks at states of the rules and at the same as the engine's seen: at the start of a turn, or with a card in hand,
where it is told which cards were taken from the discard pile."""


def ply_both(states: list[State], rounds: Rounds, random: np.random.Generator, watch: Watch = lambda *_: None) -> int:
    """One turn in every round that goes on, random and alike in both; how many decisions that were."""
    seen = rounds.batch_view()
    rows = seen.rows
    watch([states[row] for row in rows.tolist()], seen, None)
    action = random.integers(0, 2, len(rows))
    action[~seen.called & (random.random(len(rows)) < CALLS)] = CALL
    for row, each in zip(rows.tolist(), action.tolist(), strict=True):
        _decided(states[row], MOVES[each])
    calling = action == CALL
    rounds.call(rows[calling])
    going, took = rows[~calling], action[~calling] == TAKE
    cards = rounds.top[going]
    cards[~took] = rounds.draw(going[~took])
    if len(going):
        watch([states[row] for row in going.tolist()], BatchView(rounds, going, cards), took)
    dropped: Ints = random.integers(0, np.where(took, 3, 4))
    _discard_both(states, rounds, going, cards, took, dropped)
    rounds.pass_turn()
    return len(rows) + len(going)


def _discard_both(states: list[State], rounds: Rounds, rows: Ints, cards: Ints, took: Bools, dropped: Ints) -> None:
    hands = rounds.hands[rows, rounds.to_move[rows]]
    four = np.concatenate([hands, cards[:, None]], axis=1)
    away = four[np.arange(len(rows)), dropped]
    parts = zip(rows.tolist(), cards.tolist(), took.tolist(), away.tolist(), strict=True)
    for row, card, taken, thrown in parts:
        state = states[row]
        if (state.drawn, state.drawn_from is FROM_DISCARD) != (card, taken):
            raise MismatchError(f"the engine has drawn {card}, the rules {state.drawn}")
        _decided(state, DISCARDS[thrown])
    rounds.keep(rows, cards, dropped)


def prove(wanted: int, seed: int = 1, at_once: int = AT_ONCE, watch: Watch = lambda *_: None) -> Compared:
    """Compare `wanted` rounds, `at_once` of them in a batch; `watch` may compare more. Raises MismatchError."""
    rng, random = Random(seed), np.random.default_rng(seed)
    turns = decisions = 0
    for start in range(0, wanted, at_once):
        states, rounds = deal_both(min(at_once, wanted - start), rng)
        first = rounds.to_move.copy()
        compare(states, rounds, np.arange(len(states)))
        while rounds.live.size:
            rows = rounds.live
            turns += len(rows)
            decisions += ply_both(states, rounds, random, watch)
            compare(states, rounds, rows)
        compare_ends(states, rounds, first)
    return Compared(wanted, turns, decisions)


def main(words: list[str]) -> int:
    """Prove as many rounds as asked for; the exit status."""
    wanted, seed = (int(words[place]) if len(words) > place else usual for place, usual in ((0, 100_000), (1, 1)))
    started = perf_counter()
    try:
        compared = prove(wanted, seed)
    except MismatchError as mismatch:
        print(f"not equal: {mismatch}", file=sys.stderr)
        return 1
    print(
        f"equal: {compared.rounds:,} rounds, {compared.turns:,} turns, {compared.decisions:,} decisions "
        f"in {perf_counter() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
