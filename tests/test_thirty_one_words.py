"""Thirty-one in words: names of moves, hands and ends of rounds, and why cards that were picked make no move."""

from random import Random

import pytest

from game.games import registry
from game.games.thirty_one.cards import card_name
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move
from game.games.thirty_one.rules import CARD_PIECES, DECK, DISCARD, HANDS, RULES, State
from game.games.thirty_one.scoring import price_of_call
from game.games.thirty_one.state import House
from game.games.thirty_one.words import ScoreInWords
from game.matches.log import Log
from game.rules.protocol import MatchEnd, Piece, Place, RoundEnd, Setup, apply
from tests.thirty_one_positions import card, cards, discard, ended, kinds, play, position

HIGH, LOW = "KS QS 5S", "4D 3D 5C"


@pytest.mark.parametrize(
    ("move", "kind_name", "label", "words"),
    [
        (DRAW_DECK, "Draw from the deck", "Draw from the deck", "drew from the deck"),
        (TAKE_DISCARD, "Take the discard", "Take the discard", "took the discard"),
        (discard("QS"), "Discard", "Discard queen of spades", "discarded the queen of spades"),
        (discard("10H"), "Discard", "Discard 10 of hearts", "discarded the 10 of hearts"),
        (CALL, "Call", "Call", "called"),
    ],
)
def test_a_move_in_words(move: Move, kind_name: str, label: str, words: str) -> None:
    assert (RULES.kind_name(move), RULES.label(move), RULES.describe(move)) == (kind_name, label, words)
    assert RULES.detail(move) == ""
    assert kind_name in RULES.kinds


def test_cards_and_hands_in_words() -> None:
    assert [card_name(card(text)) for text in ("AS", "KD", "JC", "2H")] == [
        "ace of spades", "king of diamonds", "jack of clubs", "2 of hearts",
    ]  # fmt: skip
    assert str(ScoreInWords(cards("KS QS 5H"))) == "20 in spades"
    assert str(ScoreInWords(cards("9S 9D 9H"))) == "9 in spades"
    assert str(ScoreInWords(cards("9S 9D 9H"), True)) == "30½ with three of a kind"


def picked(*texts: str) -> list[tuple[Place, Piece]]:
    """Pieces as "zone card": "own KS", "pile 2C", "deck 7H", "rival 4D"."""
    places = {"own": HANDS[0], "rival": HANDS[1], "pile": DISCARD, "deck": DECK}
    return [(places[zone], CARD_PIECES[card(name)]) for zone, name in map(str.split, texts)]


FRESH = position(HIGH, LOW, pile="9H 2C", deck="7H")
DREW = play(FRESH, DRAW_DECK)
TOOK = play(FRESH, TAKE_DISCARD)


@pytest.mark.parametrize(
    ("state", "texts", "why"),
    [
        (FRESH, ["own KS"], "Draw from the deck or take the discard first"),
        (FRESH, ["own KS", "pile 2C"], "Draw from the deck or take the discard first"),
        (FRESH, ["pile 9H"], "Only the top card"),
        (FRESH, ["deck 7H"], "drawn alone"),
        (FRESH, ["rival 4D"], "stay with them"),
        (DREW, ["own KS", "own QS"], "Exactly one card is discarded, not 2."),
        (DREW, ["pile 2C"], "A card was drawn; one card of your hand is discarded first."),
        (DREW, ["deck 8H"], "A card was drawn; one card of your hand is discarded first."),
        (TOOK, ["own 2C"], "may not go back"),
        (play(FRESH, CALL), ["own KS"], "The round is over"),
        (position(HIGH, LOW, to_move=1), ["own KS"], "not your turn"),
    ],
)
def test_why_cards_make_no_move(state: State, texts: list[str], why: str) -> None:
    assert why in RULES.why_no_move(RULES.view(state, 0), picked(*texts))


def over(
    *hands: str,
    caller: int | None = None,
    turns: int = 5,
    house: House | None = None,
    empty: bool = False,
    lives: tuple[int, ...] = (),
) -> str:
    """Why a round ended as it did."""
    state = position(*hands, caller=caller, turns=turns, pile="JD", short=empty, house=house or House(), lives=lives)
    state.to_move = None
    return ended(state).why


def test_a_call_costs_what_there_is() -> None:
    assert [price_of_call(lives) for lives in (1, 2, 3)] == ["the last life", "two lives", "two lives"]


def test_the_end_of_a_round_is_told() -> None:
    assert over("AS KS QS", LOW) == "31! Everybody without it loses a life."
    assert over("AS KS QS", "AH KH QH") == "31! Everybody has it: nobody loses a life."
    assert over(HIGH, LOW, caller=0) == "Player 1 called: the lowest hand loses a life."
    assert over(HIGH, LOW, caller=0, turns=1) == (
        "Player 1 called: the lowest hand loses a life. It was the first turn of the round, so hands were shown at "
        "once."
    )
    assert over(HIGH, LOW, caller=1) == "Player 2 called and had the lowest hand: that costs the caller two lives."
    assert over(HIGH, LOW, caller=1, lives=(3, 1)).endswith("had the lowest hand: that costs the caller the last life.")
    assert over("7H 2D 3C", LOW, caller=1).startswith("Player 2 called and tied for the lowest hand:")
    assert over("7H 2D 3C", LOW, caller=1, house=House(caller_safe=True)) == (
        "Player 2 called and tied for the lowest hand: it costs a life, but not the caller."
    )
    assert over(HIGH, LOW, "7H 2D 3C", caller=0) == "Player 1 called: the lowest hands lose a life each."
    assert over("7H 2D 3C", LOW, empty=True) == "The deck is empty: hands are shown, and the lowest lose a life each."
    assert over("7H 2D 3C", LOW, turns=200).endswith("hands are shown, and the lowest lose a life each.")
    assert over(HIGH, LOW, turns=200) == "200 turns are over: hands are shown, and the lowest loses a life."
    assert over(HIGH, LOW, empty=True) == "The deck is empty: hands are shown, and the lowest loses a life."


def test_a_round_s_lines_hold_points_and_lives() -> None:
    state = play(position(HIGH, LOW, lives=(1, 2)), CALL)
    assert [(line.label, line.values) for line in ended(state).lines] == [
        ("Points", (25, 7)),
        ("Lives lost", (0, 1)),
        ("Lives left", (1, 1)),
    ]


def test_the_order_of_kinds_is_that_of_the_suits_and_ranks() -> None:
    assert [piece.kind for piece in RULES.board(position("3C KD AS", "4D 3D 5C"))[HANDS[0]]] == ["AS", "KD", "3C"]
    assert kinds("2S AS 2H AC") == [0, 12, 13, 51]


def test_a_card_taken_from_the_discard_pile_is_named_where_it_is_known_and_one_of_the_deck_never() -> None:
    state = RULES.deal(Setup(2, {}), RULES.new_standing(Setup(2, {})), 0, Random(3))
    top = state.discard[-1]
    taken = state.copy()
    apply(RULES, taken, TAKE_DISCARD, Random(1))
    assert RULES.describe(TAKE_DISCARD, None, taken) == f"took the {card_name(top)}"
    apply(RULES, state, DRAW_DECK, Random(1))
    assert RULES.describe(DRAW_DECK, None, state) == "drew from the deck"


def test_the_log_tells_who_lost_lives() -> None:
    log = Log(RULES, ["You", "Ann"])
    log.round_ended(2, RoundEnd((20, 12), 0, {"lives": [3, 1], "lost": [0, 2]}))
    assert log.lines[-1].text == "Round 2: Ann loses two lives (You: 20, Ann: 12)"


def test_the_log_tells_whose_score_is_which_and_leaves_out_who_has_left() -> None:
    log = Log(RULES, ["You", "greedy", "neural", "random"])
    record = {"lives": [3, 0, 0, 1], "lost": [0, 1, 0, 0]}
    log.round_ended(5, RoundEnd((21, 18, 0, 30.5), 3, record, absent=frozenset({2})))
    assert log.lines[-1].text == "Round 5: greedy loses the last life (You: 21, greedy: 18, random: 30.5)"


@pytest.mark.parametrize("game", ["nim", "notty"])
def test_the_log_of_a_match_of_one_round_tells_its_end_once(game: str) -> None:
    log = Log(registry.game(game).rules, ["You", "random"])
    log.round_started(1, 1, None)
    log.round_ended(1, RoundEnd(None, 0, {}))
    log.match_ended(MatchEnd(0, "won"))
    assert [line.text for line in log.lines] == ["random begins", "You win the match"]


def test_the_log_of_jaipur_tells_each_round() -> None:
    log = Log(registry.game("jaipur").rules, ["You", "utility"])
    log.round_started(1, 0, None)
    log.round_ended(1, RoundEnd((64, 82), 1, {}))
    assert [line.text for line in log.lines] == ["Round 1: You begin", "Round 1: utility wins (You: 64, utility: 82)"]
