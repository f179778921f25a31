"""Positions of Thirty-one written as text: "AS 10S 3H" is the ace and the ten of spades and the three of hearts."""

from collections.abc import Iterator, Sequence
from random import Random

from game.games.thirty_one.cards import ALL, NUMBER_OF_KIND, cards_of, pack
from game.games.thirty_one.moves import DISCARDS, Move, MoveKind
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import House, Standing
from game.rules.protocol import RoundEnd, Setup, apply


def card(text: str) -> int:
    """The number of one card."""
    return NUMBER_OF_KIND[text]


def kinds(text: str) -> list[int]:
    """The cards of a text, in its order."""
    return [card(word) for word in text.split()]


def cards(text: str) -> int:
    """The cards of a text, as a set."""
    return pack(kinds(text))


def position(
    *hands: str,
    pile: str = "2C",
    deck: str = "",
    lives: Sequence[int] = (),
    to_move: int = 0,
    turns: int = 0,
    caller: int | None = None,
    known: Sequence[str] = (),
    thrown: Sequence[str] = (),
    house: House = House(),  # noqa: B008 - a constant
    short: bool = False,
) -> State:
    """A round with these hands, an empty one for a player who is out. The last card of `pile` is the top; the deck
    begins with `deck`, and all other cards follow in canonical order, unless it is `short`: then they lie under the
    pile."""
    held = [cards(hand) for hand in hands]
    top, under = kinds(deck), kinds(pile)
    rest = cards_of(ALL & ~(sum(held) | pack(top) | pack(under)))
    standing = tuple(lives) or tuple([3 if hand else 0 for hand in held])
    below, drawn_last = (rest, ()) if short else ((), rest)
    state = State(held, (*top, *drawn_last), (*below, *under), standing, to_move, house)
    state.turns, state.caller = turns, caller
    if known:
        state.known = [cards(some) for some in known]
    if thrown:
        state.thrown = [cards(some) for some in thrown]
    return state


def discard(text: str) -> Move:
    return DISCARDS[card(text)]


def legal(state: State) -> list[Move]:
    """The legal moves of the player to move."""
    return [] if state.to_move is None else list(RULES.legal_moves(RULES.view(state, state.to_move)))


def play(state: State, *moves: Move) -> State:
    """The state after these moves, each of them legal."""
    after = state.copy()
    for move in moves:
        assert after.to_move is not None, move
        assert RULES.refusal(RULES.view(after, after.to_move), move) is None, move
        apply(RULES, after, move, Random(0))
    return after


def ended(state: State) -> RoundEnd:
    """The result of a round that must be over."""
    assert state.to_move is None
    return RULES.round_end(state, Standing(state.lives))


def result(state: State) -> tuple[tuple[float, ...] | None, int | None, list[int], list[int]]:
    """Scores, winner, lives lost and lives left of a round that must be over."""
    end = ended(state)
    return end.scores, end.winner, end.record["lost"], end.record["lives"]


def show(*hands: str, caller: int | None = 0, lives: tuple[int, ...] = (), house: House | None = None) -> list[int]:
    """The lives that are lost when these hands are shown."""
    state = position(*hands, caller=caller, lives=lives, turns=5, pile="JD", house=house or House())
    state.to_move = None
    lost: list[int] = ended(state).record["lost"]
    return lost


def random_round(
    seed: int,
    players: int = 2,
    calls: float = 0.03,
    lives: Sequence[int] = (),
    house: House = House(),  # noqa: B008
) -> Iterator[tuple[State, Move, State]]:
    """A round of random play, as (before, move, after); `calls` is how likely a possible call is made."""
    rng = Random(f"round/{seed}")
    setup = Setup(players, house._asdict())
    standing = Standing(tuple(lives)) if lives else RULES.new_standing(setup)
    first = rng.choice([player for player, left in enumerate(standing.lives) if left])
    state = RULES.deal(setup, standing, first, rng)
    while state.to_move is not None:
        options = [move for move in legal(state) if move.kind != MoveKind.CALL or rng.random() < calls]
        move = rng.choice(options)
        after = play(state, move)
        yield state, move, after
        state = after


def random_position(seed: int, players: int = 2, lives: Sequence[int] = ()) -> State:
    """A state in which somebody is to move."""
    rng = Random(f"position/{seed}")
    for attempt in range(100):
        before = [state for state, _, _ in random_round(seed + attempt, players, lives=lives)]
        if before:
            return rng.choice(before)
    raise AssertionError("31 was dealt a hundred times")
