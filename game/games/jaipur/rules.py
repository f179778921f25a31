"""The rules of Jaipur, to the letter: one round as a state, and a match as seals won by rounds.

Source: the published rules of Jaipur (S. Pauchon, 2009). What a move and a state are, how rounds are scored,
and how all of it lies on a table or in a replay, is in the modules beside this one, named `jaipur_...`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from game.games.jaipur import board as jaipur_board
from game.games.jaipur import moves as jaipur_moves
from game.games.jaipur import record as jaipur_record
from game.games.jaipur import scoring as jaipur_scoring
from game.games.jaipur import words as jaipur_words
from game.games.jaipur.board import (
    BONUS_KINDS,
    BONUS_PILES,
    CARD_NUMBERS,
    CARD_PIECES,
    DECK,
    DISCARD,
    HANDS,
    HERDS,
    MARKET,
    TAKEN,
    TAKEN_BONUSES,
    TOKEN_PILES,
    bonus_token,
    goods_token,
)
from game.games.jaipur.moves import GOODS_MASK, ONE_CAMEL, TAKE_CAMELS, LegalMoves, Move, MoveKind
from game.games.jaipur.state import Facts, House, Standing, State, TakenToken, View
from game.games.jaipur.tables import (
    BONUSES,
    CAMEL,
    CARDS,
    DEAL_SIZE,
    FIRST_CAMELS,
    HAND_LIMIT,
    MARKET_SIZE,
    MOST_HELD,
    SEALS_TO_WIN,
    tokens_left,
)
from game.rules.language import _
from game.rules.multisets import BITS, FULL, count, few, pack, size, unpack
from game.rules.options import at_least_one, house_number, house_switch
from game.rules.protocol import (
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    KnownChanged,
    Option,
    Piece,
    Place,
    RoundEnd,
    Selected,
    Setup,
    Shift,
    TurnPassed,
)
from game.rules.shuffling import shuffled
from game.rules.wording import out_of_turn

__all__ = [
    "BONUS_KINDS",
    "BONUS_PILES",
    "CARD_PIECES",
    "DECK",
    "DISCARD",
    "HANDS",
    "HERDS",
    "MARKET",
    "RULES",
    "TAKEN",
    "TAKEN_BONUSES",
    "TOKEN_PILES",
    "Facts",
    "House",
    "Jaipur",
    "Standing",
    "State",
    "TakenToken",
    "View",
]


_KINDS = {kind.name.lower(): kind for kind in MoveKind}
_TAKE_CAMELS, _EXCHANGE, _SELL = MoveKind.TAKE_CAMELS, MoveKind.EXCHANGE, MoveKind.SELL  # looked up every move


class Jaipur:
    """The rules of Jaipur, as :class:`game.rules.protocol.Rules` asks."""

    name = "jaipur"
    seats = range(2, 3)
    hidden_hands = True
    kinds = tuple(jaipur_words.KIND_NAMES.values())
    help = jaipur_words.HELP
    options = (
        Option("turn_limit", 500, at_least_one, "turns after which a round without humans is drawn"),
        house_number("seals", SEALS_TO_WIN, range(1, 4), _("house rule: so many seals win"), _("Seals to win")),
        house_number(
            "hand_limit",
            HAND_LIMIT,
            range(5, MOST_HELD + 1),
            _("house rule: so many goods in a hand"),
            _("Goods in a hand"),
        ),
        house_switch("herd", True, _("house rule: whether the larger herd counts"), _("Larger herd counts")),
        house_switch(
            "open_bonus", False, _("house rule: whether bonus tokens that were taken are seen"), _("Open bonus tokens")
        ),
    )

    def new_standing(self, setup: Setup) -> Standing:
        return Standing(needed=House.of(setup.options).seals)

    def deal(self, setup: Setup, standing: Standing, first: int, rng: Random) -> State:
        """Three camels to the market, five cards each, two more to the market; camels dealt join the herds."""
        counts = (*CARDS[:CAMEL], CARDS[CAMEL] - FIRST_CAMELS)
        cards = [kind for kind, number in enumerate(counts) for _each in range(number)]
        rng.shuffle(cards)
        state = State()
        for player in (0, 1):
            dealt = cards[player * DEAL_SIZE : (player + 1) * DEAL_SIZE]
            state.herds[player] = dealt.count(CAMEL)
            state.hands[player] = pack(card for card in dealt if card != CAMEL)
        state.market = FIRST_CAMELS * ONE_CAMEL + pack(cards[2 * DEAL_SIZE : 2 * DEAL_SIZE + 2])
        state.deck = tuple(cards[2 * DEAL_SIZE + 2 :])
        for pile, values in enumerate(BONUSES):
            shuffled = list(values)
            rng.shuffle(shuffled)
            state.bonuses[pile] = tuple(shuffled)
        state.to_move = first
        state.limit = self._limit(setup)
        state.seals = standing.seals
        state.house = House.of(setup.options)
        return state

    @staticmethod
    def _limit(setup: Setup) -> int:
        return 0 if setup.human else int(setup.options.get("turn_limit", Jaipur.options[0].default))

    def view(self, state: State, player: int) -> View:
        rival = 1 - player
        goods, bonuses, herds = state.goods_taken, state.bonuses_taken, state.herds
        three, four, five = state.bonuses
        rivals = bonuses[rival]
        if rivals and not state.house.open_bonus and state.to_move is not None:
            rivals = tuple([(pile, 0) for pile, _ in rivals])
        fields = (
            player, state.to_move, state.market, state.hands[player], state.known[player],
            few(state.hands[rival]), state.known[rival], (herds[player], herds[rival]),
            len(state.deck) - state.deck_at, state.discard, tuple(state.tokens_left),
            (len(three), len(four), len(five)), (goods[player], goods[rival]), (bonuses[player], rivals),
            state.turns, state.limit, (state.seals[player], state.seals[rival]), state.house,
        )  # fmt: skip
        return tuple.__new__(View, fields)  # as View(*fields), in less time: one is made before every move

    def legal_moves(self, view: View) -> Sequence[Move]:
        if view.to_move != view.player:
            return ()
        return LegalMoves(view.market, view.hand, view.herds[0], view.house.hand_limit)

    def refusal(self, view: View, move: object) -> str | None:
        if view.to_move != view.player:
            return out_of_turn(view)
        return jaipur_moves.refusal(view.market, view.hand, view.herds[0], move, view.house.hand_limit)

    def decide(self, state: State, move: Move, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind, market, hand = move
        if kind == _SELL:
            self._sell(state, player, hand, log)
        elif kind == _TAKE_CAMELS:
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
            if goods_given and state.known[player]:
                state.known[player] = _without(state.known[player], goods_given)
            state.known[player] += market
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
            log.extend(Shift(goods_token(good, value), TOKEN_PILES[good], TAKEN[player]) for value in tokens)

    def draw_chance(self, state: State, move: Move, rng: Random) -> None:
        return None

    def settle(self, state: State, move: Move, chance: Any, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind, market, hand = move
        over = False
        if kind == _SELL:
            number = few(hand)
            if number >= 3:
                self._take_bonus(state, player, min(number, 5) - 3, log)
            over = jaipur_scoring.sold_out(state)
        elif kind != _EXCHANGE:
            over = not self._refill(state, log)
        state.turns += 1
        if 0 < state.limit <= state.turns:
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
            log.append(Shift(bonus_token(pile, left[0]), BONUS_PILES[pile], TAKEN_BONUSES[player]))

    @staticmethod
    def _refill(state: State, log: list[Effect] | None) -> bool:
        """Fill the market from the deck; whether the deck sufficed."""
        missing = MARKET_SIZE - few(state.market)
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
        camels, and the bonus tokens that lie face down shuffled: the rival's, then each pile."""
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
        state.seals = view.seals if player == 0 else (view.seals[1], view.seals[0])
        _set_pair(state.goods_taken, player, *view.goods_taken)
        state.tokens_left = list(view.tokens_left)
        unseen = [list(values) for values in view.bonuses_unseen]
        for values in unseen:
            rng.shuffle(values)
        own, rivals = view.bonuses_taken
        _set_pair(
            state.bonuses_taken, player, own, tuple([(pile, value or unseen[pile].pop()) for pile, value in rivals])
        )
        state.bonuses = [tuple(values) for values in unseen]
        state.to_move, state.turns, state.limit = view.to_move, view.turns, view.limit
        state.house = view.house
        assert size(state.hands[rival]) == view.rival_hand_size
        return state

    def redraw(self, state: State, rng: Random) -> State:
        """The rest of the deck, and of each bonus pile, in any order; who holds a bonus token has seen its value, so it
        keeps it."""
        twin = state.copy()
        twin.deck, twin.deck_at = shuffled(sorted(state.deck[state.deck_at :]), rng), 0
        twin.bonuses = [shuffled(sorted(values), rng) for values in state.bonuses]
        return twin

    def round_end(self, state: State, standing: Standing) -> RoundEnd:
        return jaipur_scoring.round_end(state, standing)

    def after_round(self, standing: Standing, first: int, end: RoundEnd) -> AfterRound:
        return jaipur_scoring.after_round(standing, first, end)

    def worth(self, state: State) -> tuple[float, ...]:
        return jaipur_scoring.worth(state)

    def board(self, state: State) -> Board:
        return jaipur_board.board(state)

    def facts(self, state: State) -> Facts:
        return Facts(state.turns, state.limit, state.seals, state.house)

    def known(self, state: State, player: int) -> tuple[str, ...]:
        return jaipur_board.names(state.known[player])

    def from_board(self, board: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
        return jaipur_board.from_board(board, facts, known, to_move)

    def chosen(self, view: View, move: Move) -> list[tuple[Place, Piece]]:
        if move.kind == MoveKind.TAKE_CAMELS:
            return [(MARKET, CARD_PIECES[CAMEL])] * count(view.market, CAMEL)
        own = view.player
        taken = [(MARKET, CARD_PIECES[card]) for card in unpack(move.market)]
        given = [((HERDS if card == CAMEL else HANDS)[own], CARD_PIECES[card]) for card in unpack(move.hand)]
        return taken + given

    def move_of(self, view: View, kind: str, pieces: Selected) -> Move | None:
        made, own = _KINDS.get(kind), (HANDS[view.player], HERDS[view.player])
        market = [CARD_NUMBERS[piece] for place, piece in pieces if place == MARKET]
        hand = [CARD_NUMBERS[piece] for place, piece in pieces if place in own]
        if made is None or len(market) + len(hand) != len(pieces):
            return None
        if made is not MoveKind.TAKE_CAMELS:
            return Move(made, pack(market), pack(hand))
        return TAKE_CAMELS if market and not hand and pack(market) == view.market & ~GOODS_MASK else None

    def describe(self, move: Move, chance: Any = None, after: State | None = None) -> str:
        return jaipur_words.describe(move)

    def label(self, move: Move) -> str:
        return jaipur_words.label(move)

    def detail(self, move: Move) -> str:
        return jaipur_words.detail(move)

    def kind_name(self, move: Move) -> str:
        return jaipur_words.KIND_NAMES[move.kind]

    def why_no_move(self, view: View, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        if any(place not in (MARKET, HANDS[view.player], HERDS[view.player]) for place, _ in pieces):
            return jaipur_words.OUT_OF_REACH
        taken, given = jaipur_words.picked([(place.zone, piece.kind) for place, piece in pieces])
        return jaipur_words.why_no_move(view, taken, given, kind)

    def state_record(self, state: State) -> dict[str, Any]:
        return jaipur_record.state_record(state)

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> State:
        state = jaipur_record.read_state(record)
        state.limit = self._limit(setup)
        state.house = House.of(setup.options)
        if standing is not None:
            state.seals = standing.seals
        return state

    def move_record(self, move: Move, chance: Any = None) -> dict[str, Any]:
        return jaipur_record.move_record(move)

    def move_from_record(self, record: Any, after: Any) -> tuple[Move, None]:
        return jaipur_record.read_move(record), None


def _without(known: int, given: int) -> int:
    """What stays known of a hand after `given` has left it: each count less those given, at least 0."""
    while given:
        shift = (given.bit_length() - 1) // BITS * BITS
        number = given >> shift
        given -= number << shift
        known -= min(known >> shift & FULL, number) << shift
    return known


def _set_pair(pair: list[Any], player: int, own: Any, rivals: Any) -> None:
    pair[player], pair[1 - player] = own, rivals


RULES = Jaipur()
"""The rules of Jaipur."""
