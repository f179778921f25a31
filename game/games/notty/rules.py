"""The rules of Notty for 2 or 3 players, to the letter of the game's reference page. One round is the match.

All hands are open; hidden is only the order of the deck. Draws are fixed by that order; which card is stolen, and the
order after the deck was shuffled, are what chance adds. What hands, groups, moves and states are, and how they lie in
a replay, is in the modules beside this one, named `notty_...`.
"""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from game.games.notty import moves as notty_moves
from game.games.notty import record as notty_record
from game.games.notty import words as notty_words
from game.games.notty.hands import ALL, DEAL_SIZE, HAND_LIMIT, KINDS, MOST_DRAWN, ONE, count, pack, unpack
from game.games.notty.moves import DREW, FRESH, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.state import Facts, House, State, View
from game.rules.language import _
from game.rules.options import at_least_one, house_number
from game.rules.protocol import (
    ANY_CARD,
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    Form,
    MatchEnd,
    Option,
    Piece,
    Place,
    RecordError,
    Reordered,
    RoundEnd,
    Selected,
    Setup,
    Shift,
    TurnPassed,
    shares,
)
from game.rules.shuffling import shuffled
from game.rules.wording import out_of_turn, to_player

__all__ = ["CARD_PIECES", "DECK", "HANDS", "RULES", "Facts", "House", "Notty", "State", "View"]

DECK = Place("deck")
HANDS = (Place("hand", 0), Place("hand", 1), Place("hand", 2))
CARD_PIECES = tuple(Piece(Form.CARD, kind) for kind in KINDS)
_KINDS = {kind.name.lower(): kind for kind in MoveKind}
_KIND_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_DECK_CARDS = tuple(unpack(ALL))
_new_view = tuple.__new__
"""Makes a view without the detour through the named tuple's own constructor: views are made for every decision."""


class Notty:
    """The rules of Notty, as :class:`game.rules.protocol.Rules` asks."""

    name = "notty"
    seats = range(2, 4)
    options = (
        Option("turn_limit", 1000, at_least_one, _("turns after which a match without humans is drawn")),
        house_number(
            "draw_limit", MOST_DRAWN, range(1, MOST_DRAWN + 1), _("house rule: so many cards a draw"), _("Cards a draw")
        ),
        house_number(
            "hand_limit",
            HAND_LIMIT,
            range(10, HAND_LIMIT + 1),
            _("house rule: so many cards in a hand"),
            _("Cards in a hand"),
        ),
    )
    hidden_hands = False
    kinds = tuple(notty_words.KIND_NAMES.values())
    help = notty_words.HELP

    def new_standing(self, setup: Setup) -> tuple[()]:
        return ()

    def deal(self, setup: Setup, standing: Any, first: int, rng: Random) -> State:
        deck = shuffled(_DECK_CARDS, rng)
        dealt = DEAL_SIZE * setup.players
        hands = [pack(deck[start : start + DEAL_SIZE]) for start in range(0, dealt, DEAL_SIZE)]
        state = State(hands, deck[dealt:], first)
        state.limit = self._limit(setup)
        state.house = House.of(setup.options)
        return state

    @staticmethod
    def _limit(setup: Setup) -> int:
        return 0 if setup.human else int(setup.options.get("turn_limit", Notty.options[0].default))

    def view(self, state: State, player: int) -> View:
        return _new_view(
            View, (player, state.to_move, tuple(state.hands), state.used, state.turns, state.limit, state.house)
        )

    def legal_moves(self, view: View) -> Sequence[Move]:
        player, to_move, hands, used, _turns, _limit, house = view
        return notty_moves.legal_moves(player, hands, used, *house) if player == to_move else ()

    def refusal(self, view: View, move: object) -> str | None:
        if view.to_move != view.player:
            return out_of_turn(view, notty_words.OVER)
        return notty_moves.refusal(view.player, view.hands, view.used, move, *view.house)

    def decide(self, state: State, move: Move, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the match is over"
        kind, value = move
        if kind == MoveKind.DISCARD_GROUP or kind == MoveKind.RETURN_CARD:
            cards = value if kind == MoveKind.DISCARD_GROUP else ONE[value]
            state.hands[player] -= cards
            kinds = unpack(cards)
            state.deck += tuple(kinds)
            if kind == MoveKind.RETURN_CARD:
                state.used += RETURNED - HOLDS
            if log is not None:
                log.extend(Shift(CARD_PIECES[card], HANDS[player], DECK) for card in kinds)
        elif kind == MoveKind.DRAW:
            state.used |= DREW
        elif kind == MoveKind.STEAL:
            state.used |= STOLE
        elif kind == MoveKind.DRAW_TO_DISCARD:
            state.used |= HOLDS

    def draw_chance(self, state: State, move: Move, rng: Random) -> Any:
        """The kind that is stolen, or the deck's new order; None for any other move."""
        kind, value = move
        if kind == MoveKind.DISCARD_GROUP or kind == MoveKind.RETURN_CARD:
            return shuffled(state.deck, rng)
        if kind == MoveKind.STEAL:
            hand = unpack(state.hands[value])
            return hand[int(rng.random() * len(hand))]
        return None

    def settle(self, state: State, move: Move, chance: Any, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the match is over"
        kind, value = move
        if kind == MoveKind.DISCARD_GROUP or kind == MoveKind.RETURN_CARD:
            state.deck = chance
            if log is not None:
                log.append(Reordered(DECK, tuple([CARD_PIECES[card] for card in chance])))
        elif kind == MoveKind.STEAL:
            self._steal(state, player, value, chance, log)
        elif kind == MoveKind.NEXT_TURN:
            state.turns += 1
            state.used = FRESH
            state.to_move = (player + 1) % len(state.hands)
            if 0 < state.limit <= state.turns:
                state.to_move = None
        else:
            self._draw(state, player, value or 1, log)
        if 0 in state.hands:
            state.to_move = None
        if log is not None:
            log.append(FactsChanged(self.facts(state)))
            log.append(TurnPassed(state.to_move))

    @staticmethod
    def _draw(state: State, player: int, number: int, log: list[Effect] | None) -> None:
        """The top cards of the deck come to the hand; with 21 cards in every hand there would still be 27."""
        drawn = state.deck[:number]
        state.deck = state.deck[number:]
        for card in drawn:
            state.hands[player] += ONE[card]
        if log is not None:
            log.extend(Shift(CARD_PIECES[card], DECK, HANDS[player]) for card in drawn)

    @staticmethod
    def _steal(state: State, player: int, target: int, card: int, log: list[Effect] | None) -> None:
        """A card comes from the target's hand; raises RecordError where it is not there, as a replay may claim."""
        if not count(state.hands[target], card):
            raise RecordError(f"the stolen card, {KINDS[card]}, is not in the hand it is stolen from")
        state.hands[target] -= ONE[card]
        state.hands[player] += ONE[card]
        if log is not None:
            log.append(Shift(CARD_PIECES[card], HANDS[target], HANDS[player]))

    def sample(self, view: View, rng: Random) -> State:
        """The hands as they are seen, and the deck in any order."""
        state = State(list(view.hands), shuffled(unpack(view.unseen), rng), view.to_move)
        state.used, state.turns, state.limit, state.house = view.used, view.turns, view.limit, view.house
        return state

    def redraw(self, state: State, rng: Random) -> State:
        """The deck in any order."""
        twin = state.copy()
        twin.deck = shuffled(sorted(state.deck), rng)
        return twin

    def round_end(self, state: State, standing: Any) -> RoundEnd:
        winner = state.winner
        if winner is None:
            why = _("Stopped after {turns} turns: a draw.", turns=state.turns)
            return RoundEnd(None, None, {}, stopped=True, why=why, unfinished=True)
        return RoundEnd(None, winner, {}, why=_("A hand is empty: whoever has no cards wins."))

    def after_round(self, standing: Any, first: int, end: RoundEnd) -> AfterRound:
        over = MatchEnd(None, "turn limit") if end.stopped else MatchEnd(end.winner, "won")
        return AfterRound(standing, first, over)

    def worth(self, state: State) -> tuple[float, ...]:
        return shares(state.winner, len(state.hands))

    def board(self, state: State) -> Board:
        cards = CARD_PIECES
        places = {HANDS[player]: [cards[card] for card in unpack(hand)] for player, hand in enumerate(state.hands)}
        places[DECK] = [cards[card] for card in state.deck]
        return places

    def facts(self, state: State) -> Facts:
        return Facts(state.used, state.turns, state.limit, state.house)

    def known(self, state: State, player: int) -> tuple[str, ...]:
        return ()

    def from_board(self, board: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
        hands = [
            pack([_KIND_NUMBER[piece.kind] for piece in board.get(HANDS[player], ())]) for player in range(len(known))
        ]
        state = State(hands, tuple([_KIND_NUMBER[piece.kind] for piece in board.get(DECK, ())]), to_move)
        state.used, state.turns, state.limit, state.house = facts
        return state

    def chosen(self, view: View, move: Move) -> list[tuple[Place, Piece]]:
        """The cards of the own hand that are returned or discarded, as many of the deck as are drawn, or one of the
        hand that is stolen from. To draw and discard selects nothing: with a card of the deck one is drawn."""
        kind, value = move
        if kind == MoveKind.RETURN_CARD:
            return [(HANDS[view.player], CARD_PIECES[value])]
        if kind == MoveKind.DISCARD_GROUP:
            return [(HANDS[view.player], CARD_PIECES[card]) for card in unpack(value)]
        if kind == MoveKind.DRAW:
            return [(DECK, ANY_CARD)] * value
        return [(HANDS[value], ANY_CARD)] if kind == MoveKind.STEAL else []

    def move_of(self, view: View, kind: str, pieces: Selected) -> Move | None:
        made, places = _KINDS.get(kind), {place for place, _ in pieces}
        if made is None or len(places) > 1:
            return None
        where = places.pop() if places else None
        if made is MoveKind.DRAW:
            return Move(made, len(pieces)) if where == DECK else None
        if made is MoveKind.STEAL:
            return Move(made, HANDS.index(where)) if where in HANDS and len(pieces) == 1 else None
        if made in (MoveKind.DRAW_TO_DISCARD, MoveKind.NEXT_TURN):
            return Move(made) if where is None else None
        cards = [_KIND_NUMBER[piece.kind] for _, piece in pieces]
        if where != HANDS[view.player] or (made is MoveKind.RETURN_CARD and len(cards) != 1):
            return None
        return Move(made, cards[0] if made is MoveKind.RETURN_CARD else pack(cards))

    def describe(self, move: Move, chance: Any = None, after: State | None = None) -> str:
        return notty_words.describe(move, chance)

    def label(self, move: Move) -> str:
        return notty_words.label(move)

    def detail(self, move: Move) -> str:
        return notty_words.detail(move)

    def kind_name(self, move: Move) -> str:
        return notty_words.KIND_NAMES[move.kind]

    def why_no_move(self, view: View, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        places = {place for place, _ in pieces}
        if places - {HANDS[view.player]}:
            move = Move(MoveKind.DRAW, len(pieces)) if DECK in places else self.move_of(view, "steal", pieces)
            alone = len(places) == 1 and move is not None
            return to_player((self.refusal(view, move) if alone else None) or notty_words.APART)
        return notty_words.why_no_move(view, pack([_KIND_NUMBER[piece.kind] for _, piece in pieces]), kind)

    def state_record(self, state: State) -> dict[str, Any]:
        return notty_record.state_record(state)

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> State:
        state = notty_record.read_opening(record, setup.players)
        state.limit = self._limit(setup)
        state.house = House.of(setup.options)
        return state

    def move_record(self, move: Move, chance: Any = None) -> dict[str, Any]:
        return notty_record.move_record(move, chance)

    def move_from_record(self, record: Any, after: Any) -> tuple[Move, Any]:
        return notty_record.read_move(record, after)


def steals(state: State, move: Move) -> list[tuple[int, float]]:
    """The kinds that a steal may bring, each with how many of it the robbed hand holds; none for another move."""
    if move.kind != MoveKind.STEAL:
        return []
    return [(kind, float(held)) for kind, held in Counter(unpack(state.hands[move.value])).items()]


RULES = Notty()
"""The rules of Notty."""
