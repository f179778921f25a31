"""The rules of Jaipur, to the letter: one round as a state, and a match as seals won by rounds.

Source: the published rules of Jaipur (S. Pauchon, 2009). Cards in play are packed multisets of kinds (see
:mod:`game.rules.jaipur_moves`), so equal cards are one and the same and a state is cheap to copy.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from game.rules import jaipur_record
from game.rules.jaipur_moves import GOODS_MASK, ONE_CAMEL, LegalMoves, Move, MoveKind
from game.rules.jaipur_tables import (
    BONUSES,
    CAMEL,
    CAMEL_TOKEN,
    CARDS,
    DEAL_SIZE,
    EMPTY_TO_END,
    GOODS,
    HAND_LIMIT,
    HIGH_VALUE,
    KINDS,
    MARKET_SIZE,
    SEALS_TO_WIN,
    STOPPED_TO_END,
    TOKENS,
    tokens_left,
)
from game.rules.multisets import BITS, FULL, contains, count, one, pack, size, support, unpack
from game.rules.protocol import (
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    Form,
    KnownChanged,
    MatchEnd,
    Option,
    Piece,
    Place,
    RoundEnd,
    ScoreLine,
    Setup,
    Shift,
    TurnPassed,
)

MARKET = Place("market")
DECK = Place("deck")
DISCARD = Place("discard")
HANDS = (Place("hand", 0), Place("hand", 1))
HERDS = (Place("herd", 0), Place("herd", 1))
TAKEN = (Place("taken", 0), Place("taken", 1))
TOKEN_PILES = tuple(Place(f"tokens-{KINDS[good]}") for good in GOODS)
BONUS_PILES = tuple(Place(f"bonus-{n}") for n in (3, 4, 5))
CARD_PIECES = tuple(Piece(Form.CARD, kind) for kind in KINDS)
BONUS_KINDS = ("bonus-3", "bonus-4", "bonus-5")

TakenToken = tuple[int, int]
"""A token taken: (good, value), or (bonus pile, value)."""


class Facts(NamedTuple):
    """What a round holds beside its pieces: turns complete, and the turn limit (0: none)."""

    turns: int
    limit: int


class Standing(NamedTuple):
    """What a match holds beside its round: seals of both players, and how many rounds the limit stopped."""

    seals: tuple[int, int] = (0, 0)
    stopped: int = 0


class State:
    """One round. `deck` is fixed by the deal; `deck_at` counts the cards drawn from it.

    `tokens_left` and `bonuses` run down; `goods_taken` and `bonuses_taken` hold, per player, what was taken
    in order; `known` holds, per player, the goods in hand that were taken face up.
    """

    __slots__ = (
        "bonuses", "bonuses_taken", "deck", "deck_at", "discard", "goods_taken", "hands", "herds", "known",
        "limit", "market", "to_move", "tokens_left", "turns",
    )  # fmt: skip

    def __init__(self) -> None:
        self.market = 0
        self.deck: tuple[int, ...] = ()
        self.deck_at = 0
        self.discard: tuple[int, ...] = ()
        self.hands = [0, 0]
        self.herds = [0, 0]
        self.tokens_left = [len(tokens) for tokens in TOKENS]
        self.bonuses: list[tuple[int, ...]] = list(BONUSES)
        self.goods_taken: list[tuple[TakenToken, ...]] = [(), ()]
        self.bonuses_taken: list[tuple[TakenToken, ...]] = [(), ()]
        self.known = [0, 0]
        self.to_move: int | None = None
        self.turns = 0
        self.limit = 0

    def copy(self) -> "State":
        twin = State.__new__(State)
        twin.market = self.market
        twin.deck = self.deck
        twin.deck_at = self.deck_at
        twin.discard = self.discard
        twin.hands = self.hands[:]
        twin.herds = self.herds[:]
        twin.tokens_left = self.tokens_left[:]
        twin.bonuses = self.bonuses[:]
        twin.goods_taken = self.goods_taken[:]
        twin.bonuses_taken = self.bonuses_taken[:]
        twin.known = self.known[:]
        twin.to_move = self.to_move
        twin.turns = self.turns
        twin.limit = self.limit
        return twin

    def _values(self) -> tuple[Any, ...]:
        """What makes two states equal: the cards still in the deck count, not those that were drawn."""
        rest = (self.deck[self.deck_at :],)
        return rest + tuple(getattr(self, name) for name in self.__slots__ if name not in ("deck", "deck_at"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]  # a state changes in place

    def __repr__(self) -> str:
        return f"State({jaipur_record.state_record(self)})"

    def bonus_score(self, player: int) -> int:
        """The sum of a player's bonus tokens."""
        return sum(value for _, value in self.bonuses_taken[player])

    def goods_score(self, player: int) -> int:
        """The sum of a player's goods tokens."""
        return sum(value for _, value in self.goods_taken[player])

    def camel_score(self, player: int) -> int:
        """The camel token goes to the larger herd; to nobody when they are equal."""
        return CAMEL_TOKEN if self.herds[player] > self.herds[1 - player] else 0


class View(NamedTuple):
    """What one player can see and remember. `hand`, `known` and `rival_known` are packed multisets; pairs are
    (own, rival's); `unseen` holds every good that is neither in sight nor known: the deck and the rest of the
    rival's hand. Bonus values are hidden until taken."""

    player: int
    to_move: int | None
    market: int
    hand: int
    known: int
    rival_hand_size: int
    rival_known: int
    herds: tuple[int, int]
    deck_size: int
    discard: tuple[int, ...]
    tokens_left: tuple[int, ...]
    bonuses_left: tuple[int, int, int]
    goods_taken: tuple[tuple[TakenToken, ...], tuple[TakenToken, ...]]
    bonuses_taken: tuple[tuple[TakenToken, ...], tuple[TakenToken, ...]]
    turns: int
    limit: int

    @property
    def unseen(self) -> int:
        """The cards that are in the deck or in the rival's hand without being known, as a packed multiset."""
        herds = self.herds[0] + self.herds[1]
        seen = self.market + self.hand + self.rival_known + herds * ONE_CAMEL
        # The discard pile can hold ten of a kind and all counts stay below sixteen, so adding cannot carry.
        return sum(number * one(kind) for kind, number in enumerate(CARDS)) - seen - pack(self.discard)


def _turn_limit(text: str) -> int:
    limit = int(text) if text.strip().isdecimal() else 0
    if limit < 1:
        raise ValueError("needs a whole number of at least 1")
    return limit


class Jaipur:
    """The rules of Jaipur, as :class:`game.rules.protocol.Rules` asks."""

    name = "jaipur"
    seats = range(2, 3)
    options = (Option("turn_limit", 500, _turn_limit, "turns after which a round without humans is drawn"),)

    def new_standing(self, setup: Setup) -> Standing:
        return Standing()

    def deal(self, setup: Setup, standing: Standing, first: int, rng: Random) -> State:
        """Three camels to the market, five cards each, two more to the market; camels dealt join the herds."""
        cards = [kind for kind, number in enumerate(CARDS) for _ in range(number)]
        for _ in range(3):
            cards.remove(CAMEL)
        rng.shuffle(cards)
        state = State()
        for player in (0, 1):
            dealt = cards[player * DEAL_SIZE : (player + 1) * DEAL_SIZE]
            state.herds[player] = dealt.count(CAMEL)
            state.hands[player] = pack(card for card in dealt if card != CAMEL)
        state.market = 3 * ONE_CAMEL + pack(cards[2 * DEAL_SIZE : 2 * DEAL_SIZE + 2])
        state.deck = tuple(cards[2 * DEAL_SIZE + 2 :])
        for pile, values in enumerate(BONUSES):
            shuffled = list(values)
            rng.shuffle(shuffled)
            state.bonuses[pile] = tuple(shuffled)
        state.to_move = first
        state.limit = self._limit(setup)
        return state

    @staticmethod
    def _limit(setup: Setup) -> int:
        return 0 if setup.human else int(setup.options.get("turn_limit", Jaipur.options[0].default))

    def view(self, state: State, player: int) -> View:
        rival = 1 - player
        goods, bonuses, herds = state.goods_taken, state.bonuses_taken, state.herds
        three, four, five = state.bonuses
        return View(
            player, state.to_move, state.market, state.hands[player], state.known[player],
            size(state.hands[rival]), state.known[rival], (herds[player], herds[rival]),
            len(state.deck) - state.deck_at, state.discard, tuple(state.tokens_left),
            (len(three), len(four), len(five)), (goods[player], goods[rival]), (bonuses[player], bonuses[rival]),
            state.turns, state.limit,
        )  # fmt: skip

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.to_move != view.player:
            return ()
        return LegalMoves(view.market, view.hand, view.herds[0])

    def refusal(self, view: View, move: object) -> str | None:
        if view.to_move != view.player:
            return "it is not this player's turn"
        if not isinstance(move, Move):
            return f"{move!r} is not a move of Jaipur"
        if not (isinstance(move.market, int) and isinstance(move.hand, int)):
            return "its cards are not cards of Jaipur"
        if move.market < 0 or move.hand < 0 or move.market >> (7 * BITS) or move.hand >> (7 * BITS):
            return "its cards are not cards of Jaipur"
        match move.kind:
            case MoveKind.TAKE_GOOD:
                return self._refuse_take(view, move)
            case MoveKind.TAKE_CAMELS:
                return self._refuse_camels(view, move)
            case MoveKind.EXCHANGE:
                return self._refuse_exchange(view, move)
            case MoveKind.SELL:
                return self._refuse_sale(view, move)
        return f"there is no move of kind {move.kind!r}"

    @staticmethod
    def _refuse_take(view: View, move: Move) -> str | None:
        if move.hand:
            return "a take gives nothing back: choose no cards of the hand"
        if size(move.market) != 1 or move.market >= ONE_CAMEL:
            return "a take is exactly one good"
        if not contains(view.market, move.market):
            return "the market does not hold that card"
        if size(view.hand) >= HAND_LIMIT:
            return "the hand is full: seven goods"
        return None

    @staticmethod
    def _refuse_camels(view: View, move: Move) -> str | None:
        if move.market or move.hand:
            return "taking camels takes all of them, and nothing else"
        return None if count(view.market, CAMEL) else "the market has no camels"

    @staticmethod
    def _refuse_exchange(view: View, move: Move) -> str | None:
        taken, given = size(move.market), size(move.hand)
        if taken != given:
            return f"an exchange is even: {taken} taken, {given} given"
        if taken < 2:
            return "an exchange is of two cards or more"
        if move.market >= ONE_CAMEL:
            return "camels of the market cannot be taken in an exchange"
        if not contains(view.market, move.market):
            return "the market does not hold those cards"
        if not contains(view.hand + view.herds[0] * ONE_CAMEL, move.hand):
            return "the hand and herd do not hold those cards"
        if support(move.market) & move.hand:
            return "no kind of good may be both taken and given"
        if size(view.hand) + count(move.hand, CAMEL) > HAND_LIMIT:
            return "the hand would hold more than seven goods"
        return None

    @staticmethod
    def _refuse_sale(view: View, move: Move) -> str | None:
        if move.market:
            return "a sale takes nothing from the market"
        number = size(move.hand)
        goods = [good for good in GOODS if count(move.hand, good)]
        if len(goods) != 1 or move.hand >= ONE_CAMEL:
            return "a sale is of cards of one good"
        if not contains(view.hand, move.hand):
            return "the hand does not hold those cards"
        if goods[0] in HIGH_VALUE and number < 2:
            return f"{KINDS[goods[0]]} is sold two or more at a time"
        return None

    def decide(self, state: State, move: Move, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind, market, hand = move
        if kind == MoveKind.SELL:
            self._sell(state, player, hand, log)
        elif kind == MoveKind.TAKE_CAMELS:
            camels = state.market >> (BITS * CAMEL)
            state.market &= GOODS_MASK
            state.herds[player] += camels
            if log is not None:
                log.extend([Shift(CARD_PIECES[CAMEL], MARKET, HERDS[player])] * camels)
        else:
            goods_given = hand & GOODS_MASK
            state.market += hand - market
            state.herds[player] -= hand >> (BITS * CAMEL)
            state.hands[player] += market - goods_given
            state.known[player] = _without(state.known[player], goods_given) + market
            if log is not None:
                log.extend(Shift(CARD_PIECES[card], MARKET, HANDS[player]) for card in unpack(market))
                log.extend(
                    Shift(CARD_PIECES[card], (HERDS if card == CAMEL else HANDS)[player], MARKET)
                    for card in unpack(hand)
                )

    @staticmethod
    def _sell(state: State, player: int, hand: int, log: list[Effect] | None) -> None:
        good = (hand.bit_length() - 1) // BITS
        number = hand >> (BITS * good)
        state.hands[player] -= hand
        if state.known[player]:
            state.known[player] = _without(state.known[player], hand)
        state.discard += (good,) * number
        left = state.tokens_left[good]
        gained = min(number, left)
        tokens = tokens_left(good, left)[:gained]
        state.tokens_left[good] = left - gained
        state.goods_taken[player] += tuple([(good, value) for value in tokens])
        if log is not None:
            log.extend([Shift(CARD_PIECES[good], HANDS[player], DISCARD)] * number)
            log.extend(
                Shift(Piece(Form.TOKEN, KINDS[good], value), TOKEN_PILES[good], TAKEN[player]) for value in tokens
            )

    def draw_chance(self, state: State, move: Move, rng: Random) -> None:
        return None

    def settle(self, state: State, move: Move, chance: Any, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind, market, hand = move
        over = False
        if kind == MoveKind.SELL:
            number = size(hand)
            if number >= 3:
                self._take_bonus(state, player, min(number, 5) - 3, log)
            over = state.tokens_left.count(0) >= EMPTY_TO_END
        elif kind != MoveKind.EXCHANGE:
            over = not self._refill(state, log)
        state.turns += 1
        if state.turns == state.limit:
            over = True
        state.to_move = None if over else 1 - player
        if log is not None:
            if market or hand:
                log.append(KnownChanged(player, self.known(state, player)))
            log.append(FactsChanged(self.facts(state)))
            log.append(TurnPassed(state.to_move))

    @staticmethod
    def _take_bonus(state: State, player: int, pile: int, log: list[Effect] | None) -> None:
        left = state.bonuses[pile]
        if not left:
            return
        state.bonuses[pile] = left[1:]
        state.bonuses_taken[player] += ((pile, left[0]),)
        if log is not None:
            token = Piece(Form.TOKEN, BONUS_KINDS[pile], left[0])
            log.append(Shift(token, BONUS_PILES[pile], TAKEN[player]))

    @staticmethod
    def _refill(state: State, log: list[Effect] | None) -> bool:
        """Fill the market from the deck; whether the deck sufficed."""
        missing = MARKET_SIZE - size(state.market)
        at = state.deck_at
        drawn = state.deck[at : at + missing]
        state.deck_at = at + len(drawn)
        for card in drawn:
            state.market += 1 << (BITS * card)
        if log is not None:
            log.extend(Shift(CARD_PIECES[card], DECK, MARKET) for card in drawn)
        return len(drawn) == missing

    def sample(self, view: View, rng: Random) -> State:
        """The rival's unknown cards drawn from the unseen goods, the rest of the deck shuffled with the unseen
        camels, and the bonus piles shuffled."""
        state = State()
        player, rival = view.player, 1 - view.player
        goods = [kind for kind in unpack(view.unseen) if kind != CAMEL]
        rng.shuffle(goods)
        hidden = view.rival_hand_size - size(view.rival_known)
        deck = goods[hidden:] + [CAMEL] * count(view.unseen, CAMEL)
        rng.shuffle(deck)
        state.deck = tuple(deck)
        state.market, state.discard = view.market, view.discard
        _set_pair(state.hands, player, view.hand, view.rival_known + pack(goods[:hidden]))
        _set_pair(state.known, player, view.known, view.rival_known)
        _set_pair(state.herds, player, *view.herds)
        _set_pair(state.goods_taken, player, *view.goods_taken)
        _set_pair(state.bonuses_taken, player, *view.bonuses_taken)
        state.tokens_left = list(view.tokens_left)
        taken = view.bonuses_taken[0] + view.bonuses_taken[1]
        for pile, values in enumerate(BONUSES):
            state.bonuses[pile] = _unseen_bonuses(values, [v for p, v in taken if p == pile], rng)
        state.to_move, state.turns, state.limit = view.to_move, view.turns, view.limit
        assert size(state.hands[rival]) == view.rival_hand_size
        return state

    def round_end(self, state: State, standing: Standing) -> RoundEnd:
        """More points; then more bonus tokens; then more goods tokens; then nobody."""
        camels = (state.camel_score(0), state.camel_score(1))
        goods = (state.goods_score(0), state.goods_score(1))
        bonuses = (state.bonus_score(0), state.bonus_score(1))
        scores = (goods[0] + bonuses[0] + camels[0], goods[1] + bonuses[1] + camels[1])
        stopped = self._stopped(state)
        ranks = [
            (scores[player], len(state.bonuses_taken[player]), len(state.goods_taken[player])) for player in (0, 1)
        ]
        winner = None if stopped or ranks[0] == ranks[1] else int(ranks[1] > ranks[0])
        seals = list(standing.seals)
        if winner is not None:
            seals[winner] += 1
        lines = (
            ScoreLine("Goods tokens", goods),
            ScoreLine("Bonus tokens", bonuses),
            ScoreLine("Largest herd", camels),
            ScoreLine("Score", scores),
        )
        why = self._why(stopped, ranks, state)
        return RoundEnd(scores, winner, {"seals": seals}, lines, stopped, why)

    @staticmethod
    def _stopped(state: State) -> bool:
        """Whether the turn limit, and nothing else, ended the round."""
        ended_by_rule = state.tokens_left.count(0) >= EMPTY_TO_END or size(state.market) < MARKET_SIZE
        return state.limit > 0 and state.turns >= state.limit and not ended_by_rule

    @staticmethod
    def _why(stopped: bool, ranks: list[tuple[int, int, int]], state: State) -> str:
        if stopped:
            return f"Drawn: the turn limit of {state.limit} was reached."
        ended = "Three kinds of goods are sold out." if size(state.market) == MARKET_SIZE else "The deck ran out."
        if ranks[0][0] != ranks[1][0]:
            return ended
        if ranks[0][1] != ranks[1][1]:
            return f"{ended} Equal scores: more bonus tokens win."
        if ranks[0][2] != ranks[1][2]:
            return f"{ended} Equal scores and bonus tokens: more goods tokens win."
        return f"{ended} Equal in everything: the round is drawn."

    def after_round(self, standing: Standing, first: int, end: RoundEnd) -> AfterRound:
        """The loser starts the next round; after a drawn one, the player who did not start it."""
        seals = (end.record["seals"][0], end.record["seals"][1])
        after = Standing(seals, standing.stopped + end.stopped)
        following = 1 - (first if end.winner is None else end.winner)
        match_end = None
        if end.winner is not None and seals[end.winner] >= SEALS_TO_WIN:
            match_end = MatchEnd(end.winner, "won")
        elif after.stopped >= STOPPED_TO_END:
            match_end = MatchEnd(None, "turn limit")
        return AfterRound(after, following, match_end)

    def board(self, state: State) -> Board:
        cards = CARD_PIECES
        board: Board = {
            MARKET: [cards[card] for card in unpack(state.market)],
            DECK: [cards[card] for card in state.deck[state.deck_at :]],
            DISCARD: [cards[card] for card in state.discard],
        }
        for player in (0, 1):
            board[HANDS[player]] = [cards[card] for card in unpack(state.hands[player])]
            board[HERDS[player]] = [cards[CAMEL]] * state.herds[player]
            board[TAKEN[player]] = [
                Piece(Form.TOKEN, KINDS[good], value) for good, value in state.goods_taken[player]
            ] + [Piece(Form.TOKEN, BONUS_KINDS[pile], value) for pile, value in state.bonuses_taken[player]]
        for good, place in enumerate(TOKEN_PILES):
            values = tokens_left(good, state.tokens_left[good])
            board[place] = [Piece(Form.TOKEN, KINDS[good], value) for value in values]
        for pile, place in enumerate(BONUS_PILES):
            board[place] = [Piece(Form.TOKEN, BONUS_KINDS[pile], value) for value in state.bonuses[pile]]
        return board

    def facts(self, state: State) -> Facts:
        return Facts(state.turns, state.limit)

    def known(self, state: State, player: int) -> tuple[str, ...]:
        return tuple(KINDS[card] for card in unpack(state.known[player]))

    def from_board(self, board: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
        state = State()
        state.market = _packed(board.get(MARKET, ()))
        state.deck = tuple(_KIND_NUMBER[piece.kind] for piece in board.get(DECK, ()))
        state.discard = tuple(_KIND_NUMBER[piece.kind] for piece in board.get(DISCARD, ()))
        for player in (0, 1):
            state.hands[player] = _packed(board.get(HANDS[player], ()))
            state.herds[player] = len(board.get(HERDS[player], ()))
            taken = [(piece.kind, piece.value) for piece in board.get(TAKEN[player], ())]
            state.goods_taken[player] = tuple(
                [(_KIND_NUMBER[kind], value) for kind, value in taken if kind in _KIND_NUMBER]
            )
            state.bonuses_taken[player] = tuple(
                [(BONUS_KINDS.index(kind), value) for kind, value in taken if kind in BONUS_KINDS]
            )
            state.known[player] = pack(_KIND_NUMBER[kind] for kind in known[player])
        state.tokens_left = [len(board.get(place, ())) for place in TOKEN_PILES]
        state.bonuses = [tuple([piece.value for piece in board.get(place, ())]) for place in BONUS_PILES]
        state.turns, state.limit = facts
        state.to_move = to_move
        return state

    def chosen(self, move: Move) -> list[tuple[Place, str]]:
        if move.kind == MoveKind.TAKE_CAMELS:
            return [(MARKET, KINDS[CAMEL])]
        picks = [(MARKET, KINDS[card]) for card in unpack(move.market)]
        for card in unpack(move.hand):
            picks.append((Place("herd" if card == CAMEL else "hand"), KINDS[card]))
        return picks

    def describe(self, move: Move, chance: Any = None) -> str:
        match move.kind:
            case MoveKind.TAKE_GOOD:
                return f"took {_words(move.market)}"
            case MoveKind.TAKE_CAMELS:
                return "took all camels"
            case MoveKind.SELL:
                return f"sold {_words(move.hand)}"
            case MoveKind.EXCHANGE:
                return f"swapped {_words(move.hand)} for {_words(move.market)}"

    def state_record(self, state: State) -> dict[str, Any]:
        return jaipur_record.state_record(state)

    def state_from_record(self, record: Any, setup: Setup) -> State:
        state = State()
        jaipur_record.read_state(record, state)
        state.limit = self._limit(setup)
        return state

    def move_record(self, move: Move, chance: Any = None) -> dict[str, Any]:
        return jaipur_record.move_record(move)

    def move_from_record(self, record: Any, after: Any) -> tuple[Move, None]:
        return jaipur_record.read_move(record), None


def _without(known: int, given: int) -> int:
    """What stays known of a hand after `given` has left it: each count less those given, at least 0."""
    shift = 0
    while given >> shift:
        number = (given >> shift) & FULL
        if number:
            held = (known >> shift) & FULL
            known -= min(held, number) << shift
        shift += BITS
    return known


def _set_pair(pair: list[Any], player: int, own: Any, rivals: Any) -> None:
    pair[player], pair[1 - player] = own, rivals


def _unseen_bonuses(values: tuple[int, ...], taken: list[int], rng: Random) -> tuple[int, ...]:
    """The bonus values of a pile that nobody has taken, shuffled."""
    left = list(values)
    for value in taken:
        left.remove(value)
    rng.shuffle(left)
    return tuple(left)


def _packed(pieces: Sequence[Piece]) -> int:
    return pack(_KIND_NUMBER[piece.kind] for piece in pieces)


def _words(cards: int) -> str:
    """Cards in words: "3 leather and a camel"."""
    parts = []
    for kind, name in enumerate(KINDS):
        number = count(cards, kind)
        if number == 1:
            parts.append(f"1 {name}")
        elif number:
            parts.append(f"{number} {name}{'s' if kind in (0, CAMEL) else ''}")
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else "nothing"


_KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}

RULES = Jaipur()
