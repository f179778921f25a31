"""The rules of Thirty-one for 2 to 4 players, to the letter of the game's reference page: one round as a state, and a
match as lives lost by rounds.

The deal fixes the order of the deck, so chance never adds anything to a move. What cards, moves and states are, how a
round is scored, and how all of it lies in a replay, is in modules beside this one: `cards`, `moves`, `state`,
`scoring`, `record`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from game.games.thirty_one import moves as thirty_one_moves
from game.games.thirty_one import record as thirty_one_record
from game.games.thirty_one import scoring as thirty_one_scoring
from game.games.thirty_one import words as thirty_one_words
from game.games.thirty_one.cards import (
    BEST,
    BIT,
    DECK_CARDS,
    HAND_SIZE,
    KINDS,
    NUMBER_OF_KIND,
    cards_of,
    kinds_of,
    pack,
    points,
)
from game.games.thirty_one.moves import Move, MoveKind
from game.games.thirty_one.state import (
    FROM_DECK,
    FROM_DISCARD,
    START_LIVES,
    TURN_LIMIT,
    Facts,
    House,
    Standing,
    State,
    View,
)
from game.rules.language import _
from game.rules.options import on_or_off
from game.rules.protocol import (
    ANY_CARD,
    AfterRound,
    Board,
    Effect,
    FactsChanged,
    Form,
    KnownChanged,
    Option,
    Piece,
    Place,
    RecordError,
    RoundEnd,
    Selected,
    Setup,
    Shift,
    TurnPassed,
)
from game.rules.shuffling import shuffled
from game.rules.wording import out_of_turn

__all__ = [
    "CARD_PIECES",
    "DECK",
    "DISCARD",
    "HANDS",
    "RULES",
    "Facts",
    "House",
    "Standing",
    "State",
    "ThirtyOne",
    "View",
]

DECK = Place("deck")
DISCARD = Place("discard")
HANDS = tuple(Place("hand", player) for player in range(4))
CARD_PIECES = tuple(Piece(Form.CARD, kind) for kind in KINDS)
_new_view = tuple.__new__
"""Makes a view without the detour through the named tuple's own constructor: views are made for every decision."""
_DRAW, _TAKE, _DISCARD, _CALL = MoveKind
_KINDS = {kind.name.lower(): kind for kind in MoveKind}
_PATIENCE = 1000
"""How often `sample` draws anew where somebody would have 31; no view of a real round needs anywhere near as many."""


def _house_rule(key: str, about: str, label: str) -> Option:
    return Option(key, False, on_or_off, about, always=False, label=label, choices=(("off", _("no")), ("on", _("yes"))))


class ThirtyOne:
    """The rules of Thirty-one, as :class:`game.rules.protocol.Rules` asks."""

    name = "thirty_one"
    seats = range(2, 5)
    options = (
        _house_rule("three_of_a_kind", _("house rule: three of a kind count 30.5"), _("Three of a kind: 30½")),
        _house_rule("caller_safe", _("house rule: the caller is safe in a tie"), _("Caller safe in a tie")),
    )
    hidden_hands = True
    kinds = tuple(thirty_one_words.KIND_NAMES.values())
    help = thirty_one_words.HELP

    def new_standing(self, setup: Setup) -> Standing:
        return Standing((START_LIVES,) * setup.players)

    def deal(self, setup: Setup, standing: Standing, first: int, rng: Random) -> State:
        """Three cards to each player with lives, one card opens the discard pile. Where 31 is dealt, the round is over
        and nobody is to move."""
        deck = shuffled(DECK_CARDS, rng)
        hands, at = [], 0
        for lives in standing.lives:
            hands.append(pack(deck[at : at + HAND_SIZE]) if lives else 0)
            at += HAND_SIZE if lives else 0
        state = State(hands, deck[at + 1 :], deck[at : at + 1], standing.lives, first, House.of(setup.options))
        return self._ended_by_deal(state)

    @staticmethod
    def _ended_by_deal(state: State) -> State:
        for hand in state.hands:
            if points(hand) == BEST:
                state.to_move = None
                state.known = state.hands[:]
        return state

    def view(self, state: State, player: int) -> View:
        drawn_from = state.drawn_from
        drawn = state.drawn if drawn_from is FROM_DISCARD or player == state.to_move else None
        return _new_view(
            View,
            (
                player, state.to_move, state.hands[player], state.discard, tuple(state.known), tuple(state.thrown),
                state.lives, state.caller, state.turns, drawn, drawn_from, len(state.deck) - state.deck_at,
                state.house, state.laid,
            ),
        )  # fmt: skip

    def legal_moves(self, view: View) -> Sequence[Move]:
        return thirty_one_moves.legal_moves(view) if view.player == view.to_move else ()

    def refusal(self, view: View, move: object) -> str | None:
        if view.to_move != view.player:
            return out_of_turn(view)
        return thirty_one_moves.refusal(view, move)

    def decide(self, state: State, move: Move, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind, card = move
        if kind == _DISCARD:
            bit = BIT[card]
            state.hands[player] ^= bit
            state.known[player] &= ~bit
            state.thrown[player] |= bit
            state.discard += (card,)
            state.laid += (card,)
            state.drawn = state.drawn_from = None
            if log is not None:
                log.append(Shift(CARD_PIECES[card], HANDS[player], DISCARD))
        elif kind == _TAKE:
            card = state.discard[-1]
            state.discard = state.discard[:-1]
            state.hands[player] |= BIT[card]
            state.known[player] |= BIT[card]
            state.drawn, state.drawn_from = card, FROM_DISCARD
            if log is not None:
                log.append(Shift(CARD_PIECES[card], DISCARD, HANDS[player]))
        elif kind == _CALL:
            state.caller = player

    def draw_chance(self, state: State, move: Move, rng: Random) -> None:
        return None

    def settle(self, state: State, move: Move, chance: Any, log: list[Effect] | None = None) -> None:
        player = state.to_move
        assert player is not None, "the round is over"
        kind = move[0]
        if kind == _DRAW:
            card = state.deck[state.deck_at]
            state.deck_at += 1
            state.hands[player] |= BIT[card]
            state.drawn, state.drawn_from = card, FROM_DECK
            if log is not None:
                log.append(Shift(CARD_PIECES[card], DECK, HANDS[player]))
        elif kind != _TAKE:
            self._end_turn(state, player)
        if log is not None:
            told = [player] if state.to_move is not None else range(len(state.hands))
            log.extend(KnownChanged(each, self.known(state, each)) for each in told)
            log.append(FactsChanged(self.facts(state)))
            log.append(TurnPassed(state.to_move))

    @staticmethod
    def _end_turn(state: State, player: int) -> None:
        """The turn passes, unless the round is over: then hands are shown."""
        state.turns += 1
        following: int | None = state.after(player)
        if (
            points(state.hands[player]) == BEST
            or following == state.caller
            or (state.turns == 1 and state.caller is not None)
            or state.deck_at == len(state.deck)
            or state.turns >= TURN_LIMIT
        ):
            following = None
            state.known = state.hands[:]
        state.to_move = following

    def sample(self, view: View, rng: Random) -> State:
        """The hidden cards of the others and the deck, drawn from the unseen cards, uniformly among the deals in which
        nobody has had 31 and the round goes on. Of a round that is over, all hands are seen."""
        unseen = cards_of(view.unseen)
        for _turn in range(_PATIENCE):
            state = self._dealt_anew(view, shuffled(unseen, rng))
            if view.to_move is None or not self._had_best(state):
                break
        return state

    def redraw(self, state: State, rng: Random) -> State:
        """The rest of the deck in any order."""
        twin = state.copy()
        twin.deck, twin.deck_at = shuffled(sorted(state.deck[state.deck_at :]), rng), 0
        return twin

    @staticmethod
    def _dealt_anew(view: View, order: tuple[int, ...]) -> State:
        """A state in which the unseen cards lie in this order: first the hidden ones of each hand, then the deck. A
        card just drawn blindly by another player comes last in its hand."""
        hands, at, drawn = list(view.known), 0, view.drawn
        hands[view.player] = view.hand
        for player, held in enumerate(view.hand_sizes):
            missing = held - hands[player].bit_count()
            hands[player] |= pack(order[at : at + missing])
            at += missing
            if player == view.to_move and player != view.player and view.drawn_from is FROM_DECK:
                drawn = order[at - 1]
        state = State(hands, order[at:], view.discard, view.lives, view.to_move, view.house)
        state.known, state.thrown, state.laid = list(view.known), list(view.thrown), view.laid
        state.caller, state.turns, state.drawn, state.drawn_from = view.caller, view.turns, drawn, view.drawn_from
        return state

    @staticmethod
    def _had_best(state: State) -> bool:
        """Whether a hand of three, that of the player to move before it drew, is 31."""
        before = state.hands[:]
        if state.to_move is not None and state.drawn is not None:
            before[state.to_move] ^= BIT[state.drawn]
        return any(points(hand) == BEST for hand in before)

    def round_end(self, state: State, standing: Standing) -> RoundEnd:
        return thirty_one_scoring.round_end(state)

    def after_round(self, standing: Standing, first: int, end: RoundEnd) -> AfterRound:
        return thirty_one_scoring.after_round(standing, first, end)

    def worth(self, state: State) -> tuple[float, ...]:
        return thirty_one_scoring.worth(state)

    def board(self, state: State) -> Board:
        """The top of the discard pile is the last of its place; hands lie in canonical order."""
        cards = CARD_PIECES
        places = {HANDS[player]: [cards[card] for card in cards_of(hand)] for player, hand in enumerate(state.hands)}
        places[DECK] = [cards[card] for card in state.deck[state.deck_at :]]
        places[DISCARD] = [cards[card] for card in state.discard]
        return places

    def facts(self, state: State) -> Facts:
        return Facts(
            state.lives, state.caller, state.turns, state.drawn, state.drawn_from, tuple(state.thrown), state.laid,
            state.house,
        )  # fmt: skip

    def known(self, state: State, player: int) -> tuple[str, ...]:
        return tuple(kinds_of(state.known[player]))

    def from_board(self, board: Board, facts: Facts, known: Sequence[tuple[str, ...]], to_move: int | None) -> State:
        def lying(place: Place) -> tuple[int, ...]:
            return tuple([NUMBER_OF_KIND[piece.kind] for piece in board.get(place, ())])

        hands = [pack(lying(HANDS[player])) for player in range(len(known))]
        state = State(hands, lying(DECK), lying(DISCARD), facts.lives, to_move, facts.house)
        state.known = [pack(NUMBER_OF_KIND[kind] for kind in kinds) for kinds in known]
        state.thrown, state.laid = list(facts.thrown), facts.laid
        state.caller, state.turns = facts.caller, facts.turns
        state.drawn, state.drawn_from = facts.drawn, facts.drawn_from
        return state

    def chosen(self, view: View, move: Move) -> list[tuple[Place, Piece]]:
        """The card that is discarded, or the top of a pile that is drawn from."""
        if move.kind == _DISCARD:
            return [(HANDS[view.player], CARD_PIECES[move.card])]
        if move.kind == _TAKE and view.top is not None:
            return [(DISCARD, CARD_PIECES[view.top])]
        return [(DECK, ANY_CARD)] if move.kind == _DRAW else []

    def move_of(self, view: View, kind: str, pieces: Selected) -> Move | None:
        made = _KINDS.get(kind)
        if made is None or len(pieces) > 1:
            return None
        place, piece = pieces[0] if pieces else (None, None)
        if piece is None:
            return Move(made) if made is _CALL else None
        if made is _DISCARD and place == HANDS[view.player]:
            return Move(made, NUMBER_OF_KIND[piece.kind])
        top = view.top is not None and piece == CARD_PIECES[view.top]
        drawn = (made is _DRAW and place == DECK) or (made is _TAKE and place == DISCARD and top)
        return Move(made) if drawn else None

    def describe(self, move: Move, chance: Any = None, after: State | None = None) -> str:
        return thirty_one_words.describe(move, None if after is None else after.drawn)

    def label(self, move: Move) -> str:
        return thirty_one_words.label(move)

    def detail(self, move: Move) -> str:
        return ""

    def kind_name(self, move: Move) -> str:
        return thirty_one_words.KIND_NAMES[move.kind]

    def why_no_move(self, view: View, pieces: Sequence[tuple[Place, Piece]], kind: str | None = None) -> str:
        zones = {"rival" if place.player not in (None, view.player) else place.zone for place, _ in pieces}
        own = [NUMBER_OF_KIND[piece.kind] for place, piece in pieces if place == HANDS[view.player]]
        piled = [NUMBER_OF_KIND[piece.kind] for place, piece in pieces if place == DISCARD]
        return thirty_one_words.why_no_move(view, zones, own, piled, kind)

    def state_record(self, state: State) -> dict[str, Any]:
        return thirty_one_record.state_record(state)

    def state_from_record(self, record: Any, setup: Setup, standing: Any = None) -> State:
        state = thirty_one_record.read_opening(record, setup.players, House.of(setup.options))
        if standing is not None and state.lives != standing.lives:
            raise RecordError(f"lives are {list(standing.lives)} when this round begins, not {list(state.lives)}")
        return self._ended_by_deal(state)

    def move_record(self, move: Move, chance: Any = None) -> dict[str, Any]:
        return thirty_one_record.move_record(move)

    def move_from_record(self, record: Any, after: Any) -> tuple[Move, None]:
        return thirty_one_record.read_move(record), None


RULES = ThirtyOne()
"""The rules of Thirty-one."""
