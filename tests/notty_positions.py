"""Positions of Notty written as text: "r3 r4 2b9" is a red 3, a red 4 and two blue nines; k is black."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from game.agents.transitions import Trail, rewarded
from game.games.notty.hands import ALL, pack, unpack
from game.games.notty.learning import PageRewards
from game.games.notty.moves import Move, MoveKind
from game.games.notty.rules import RULES, State
from game.rules.protocol import Setup, apply

LETTERS = "rgykb"
"""Red, green, yellow, black, blue."""


def kind(text: str) -> int:
    """The kind of one card."""
    return LETTERS.index(text[0]) * 9 + int(text[1:]) - 1


def kinds(text: str) -> list[int]:
    """The cards of a text, in its order."""
    found: list[int] = []
    for word in text.split():
        found += [kind(word.lstrip("12"))] * (2 if word[0] == "2" else 1)
    return found


def cards(text: str) -> int:
    """The cards of a text, packed."""
    return pack(kinds(text))


def position(*hands: str, deck: str = "", to_move: int = 0, used: int = 0) -> State:
    """A state with these hands; the deck begins with these cards, the rest follows in canonical order."""
    packed = [cards(hand) for hand in hands]
    top = kinds(deck)
    state = State(packed, (*top, *unpack(ALL - sum(packed) - pack(top))), to_move)
    state.used = used
    return state


def draw(number: int) -> Move:
    return Move(MoveKind.DRAW, number)


def steal(target: int) -> Move:
    return Move(MoveKind.STEAL, target)


def give_back(card: str) -> Move:
    return Move(MoveKind.RETURN_CARD, kind(card))


def discard(text: str) -> Move:
    return Move(MoveKind.DISCARD_GROUP, cards(text))


def play(state: State, *moves: Move, seed: int = 1) -> State:
    """The state after these moves, each of them legal."""
    after, rng = state.copy(), Random(seed)
    for move in moves:
        assert after.to_move is not None
        assert move in legal(after)
        apply(RULES, after, move, rng)
    return after


def legal(state: State) -> Sequence[Move]:
    """The legal moves of the player to move."""
    assert state.to_move is not None
    return RULES.legal_moves(RULES.view(state, state.to_move))


def refused(state: State, move: object) -> str | None:
    """Why a move of the player to move is not legal."""
    assert state.to_move is not None
    return RULES.refusal(RULES.view(state, state.to_move), move)


def of_kind(state: State, kind: MoveKind) -> list[int]:
    """What the legal moves of a kind are for: numbers, players, cards or groups."""
    return [move.value for move in legal(state) if move.kind == kind]


def random_round(seed: int, players: int, moves: int, discards: float = 0.5) -> Iterator[tuple[State, Move, State]]:
    """Random play from the deal on: the state before, the move, the state after. The share `discards` of the moves
    is a group where there is one, else hands fill up and stay full."""
    rng = Random(seed)
    state = RULES.deal(Setup(players, human=True), (), rng.randrange(players), rng)
    for _ in range(moves):
        if state.to_move is None:
            return
        before, moves_now = state.copy(), legal(state)
        groups = [move for move in moves_now if move.kind == MoveKind.DISCARD_GROUP]
        move = rng.choice(groups if groups and rng.random() < discards else moves_now)
        apply(RULES, state, move, rng)
        yield before, move, state.copy()


def random_position(seed: int, players: int = 2) -> State:
    """A state in the middle of random play, somebody being to move."""
    rng = Random(f"position/{seed}")
    states = [before for before, _, _ in random_round(seed, players, rng.randrange(1, 60), rng.choice([0.0, 0.5, 1.0]))]
    return states[-1]


def followed(state: State, *moves: Move) -> list[Any]:
    """The transitions of a game that ends with these moves."""
    trail, found = Trail(RULES, range(3)), list[Any]()
    trail.start(state)
    for move in moves:
        state = play(state, move)
        met = trail.moved(move, state)
        if met is not None:
            found.append(met)
    if state.to_move is None:
        found += trail.ended(RULES.round_end(state, ()).winner)
    return [rewarded(PageRewards(), met) for met in found]
