"""Positions of Jaipur written as text: "3 leather, gold, camel" is five cards."""

from collections.abc import Iterator, Sequence
from random import Random

from game.games.jaipur.moves import Move, MoveKind
from game.games.jaipur.rules import RULES, State
from game.games.jaipur.tables import CARDS, KINDS
from game.rules.multisets import pack
from game.rules.protocol import Effect, Setup

CAMEL = KINDS.index("camel")


def kinds(text: str) -> list[int]:
    """The cards of a text, in its order."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        number, _, name = part.rpartition(" ")
        found += [KINDS.index(name)] * int(number or 1)
    return found


def cards(text: str) -> int:
    """The cards of a text as a packed multiset."""
    return pack(kinds(text))


def take(text: str) -> Move:
    return Move(MoveKind.TAKE_GOOD, cards(text))


def sell(text: str) -> Move:
    return Move(MoveKind.SELL, 0, cards(text))


def exchange(market: str, hand: str) -> Move:
    return Move(MoveKind.EXCHANGE, cards(market), cards(hand))


def position(
    market: str = "5 camel",
    hands: tuple[str, str] = ("", ""),
    herds: tuple[int, int] = (0, 0),
    deck: str | None = None,
    tokens: Sequence[int] | None = None,
    limit: int = 0,
) -> State:
    """Player 0 to move at this table, nothing taken yet. The deck is made of all cards not named, goods
    first, unless it is given."""
    state = State()
    state.market, state.hands, state.herds = cards(market), [cards(hand) for hand in hands], list(herds)
    state.tokens_left = state.tokens_left if tokens is None else list(tokens)
    rest = [kind for kind, number in enumerate(CARDS) for _ in range(number)]
    for card in kinds(market) + kinds(hands[0]) + kinds(hands[1]) + [CAMEL] * sum(herds):
        rest.remove(card)
    state.deck = tuple(rest if deck is None else kinds(deck))
    state.to_move, state.limit = 0, limit
    return state


def ending(behind: int) -> State:
    """A position so many points behind, in which the sale of two diamonds, for 10 points, ends the round."""
    state = position("3 gold, 2 silver", ("2 diamond, leather", "cloth"), (2, 1), deck="leather, gold, camel")
    state.tokens_left = [2, 5, 5, 0, 0, 9]
    state.goods_taken = [(), tuple((3, 1) for _ in range(behind + 5))]  # five points are those of the larger herd
    return state


def play(state: State, *moves: Move) -> State:
    """The state after these moves, each checked to be legal; the state given stays as it is."""
    state = state.copy()
    for move in moves:
        assert state.to_move is not None
        refused = RULES.refusal(RULES.view(state, state.to_move), move)
        assert refused is None, refused
        RULES.decide(state, move)
        RULES.settle(state, move, None)
    return state


def refusal(state: State, move: object) -> str | None:
    """Why a move of player 0 is refused."""
    return RULES.refusal(RULES.view(state, 0), move)


def dealt(seed: int | str, limit: int = 500) -> State:
    """A round dealt by a seed."""
    return RULES.deal(Setup(2, {"turn_limit": limit}), RULES.new_standing(Setup(2)), 0, Random(f"deal/{seed}"))


def random_round(seed: int, limit: int = 500) -> Iterator[tuple[State, Move, list[Effect], State]]:
    """A round of random play, turn by turn: the state before, the move, its effects, the state after.

    Half the moves are drawn without the exchanges, which are so many that rounds would hardly get on.
    """
    rng = Random(f"play/{seed}")
    state = dealt(seed, limit)
    while state.to_move is not None:
        before, log = state.copy(), list[Effect]()
        legal = RULES.legal_moves(RULES.view(state, state.to_move))
        plain = [move for move in legal if move.kind != MoveKind.EXCHANGE]
        move = rng.choice(plain if plain and rng.random() < 0.5 else legal)
        RULES.decide(state, move, log)
        RULES.settle(state, move, None, log)
        yield before, move, log, state.copy()


def random_position(seed: int) -> State:
    """A position with a player to move, from anywhere in a round of random play."""
    states = [before for before, *_ in random_round(seed)]
    return Random(f"pick/{seed}").choice(states)
