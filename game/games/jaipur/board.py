"""Jaipur's pieces on a table: which places there are, and a state as the pieces that lie there, both ways."""

from collections.abc import Sequence

from game.games.jaipur.state import Facts, State
from game.games.jaipur.tables import CAMEL, GOODS, KINDS, tokens_left
from game.rules.multisets import pack, unpack
from game.rules.protocol import Board, Form, Piece, Place

MARKET = Place("market")
DECK = Place("deck")
DISCARD = Place("discard")
HANDS = (Place("hand", 0), Place("hand", 1))
HERDS = (Place("herd", 0), Place("herd", 1))
TAKEN = (Place("taken", 0), Place("taken", 1))
TAKEN_BONUSES = (Place("bonuses", 0), Place("bonuses", 1))
TOKEN_PILES = tuple(Place(f"tokens-{KINDS[good]}") for good in GOODS)
BONUS_PILES = tuple(Place(f"bonus-{n}") for n in (3, 4, 5))
CARD_PIECES = tuple(Piece(Form.CARD, kind) for kind in KINDS)
CARD_NUMBERS = {piece: number for number, piece in enumerate(CARD_PIECES)}
BONUS_KINDS = ("bonus-3", "bonus-4", "bonus-5")

_KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}


def goods_token(good: int, value: int) -> Piece:
    """The token of a good, numbered as in the table."""
    return Piece(Form.TOKEN, KINDS[good], value)


def bonus_token(pile: int, value: int) -> Piece:
    """The token of a bonus pile: 0 for three cards, 1 for four, 2 for five or more."""
    return Piece(Form.TOKEN, BONUS_KINDS[pile], value)


def names(packed: int) -> tuple[str, ...]:
    """The kinds of a packed multiset by name, in canonical order, with repeats."""
    return tuple([KINDS[card] for card in unpack(packed)])


def board(state: State) -> Board:
    """Where every piece of the state lies."""
    cards = CARD_PIECES
    places: Board = {
        MARKET: [cards[card] for card in unpack(state.market)],
        DECK: [cards[card] for card in state.deck[state.deck_at :]],
        DISCARD: [cards[card] for card in state.discard],
    }
    for player in (0, 1):
        places[HANDS[player]] = [cards[card] for card in unpack(state.hands[player])]
        places[HERDS[player]] = [cards[CAMEL]] * state.herds[player]
        places[TAKEN[player]] = [goods_token(good, value) for good, value in state.goods_taken[player]]
        places[TAKEN_BONUSES[player]] = [bonus_token(pile, value) for pile, value in state.bonuses_taken[player]]
    for good, place in enumerate(TOKEN_PILES):
        places[place] = [goods_token(good, value) for value in tokens_left(good, state.tokens_left[good])]
    for pile, place in enumerate(BONUS_PILES):
        places[place] = [bonus_token(pile, value) for value in state.bonuses[pile]]
    return places


def from_board(places: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
    """The state that lies on the table; a place without pieces may be missing."""
    state = State()
    state.market = _packed(places.get(MARKET, ()))
    state.deck = tuple([_KIND_NUMBER[piece.kind] for piece in places.get(DECK, ())])
    state.discard = tuple([_KIND_NUMBER[piece.kind] for piece in places.get(DISCARD, ())])
    for player in (0, 1):
        state.hands[player] = _packed(places.get(HANDS[player], ()))
        state.herds[player] = len(places.get(HERDS[player], ()))
        goods, bonuses = places.get(TAKEN[player], ()), places.get(TAKEN_BONUSES[player], ())
        state.goods_taken[player] = tuple([(_KIND_NUMBER[kind], value) for _, kind, value in goods])
        state.bonuses_taken[player] = tuple([(BONUS_KINDS.index(kind), value) for _, kind, value in bonuses])
        state.known[player] = pack([_KIND_NUMBER[kind] for kind in known[player]])
    state.tokens_left = [len(places.get(place, ())) for place in TOKEN_PILES]
    state.bonuses = [tuple([piece.value for piece in places.get(place, ())]) for place in BONUS_PILES]
    state.turns, state.limit, state.seals, state.house = facts
    state.to_move = to_move
    return state


def _packed(pieces: Sequence[Piece]) -> int:
    return pack([_KIND_NUMBER[piece.kind] for piece in pieces])
