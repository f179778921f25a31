"""Thirty-one's course of a round as everybody saw it, and what the other player of two holds by it."""

from itertools import groupby
from random import Random

import numpy as np
import pytest

from game.agents.networks import Network
from game.games import registry
from game.games.thirty_one.batch_view import BatchView, RoundArrays
from game.games.thirty_one.beliefs import ERR, HIT, LEAST, held
from game.games.thirty_one.card_arrays import Bools, Ints
from game.games.thirty_one.cards import cards_of, points
from game.games.thirty_one.course import Turn, course
from game.games.thirty_one.hands import INPUTS, odds
from game.games.thirty_one.look_ahead import likely_hands
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, Move, MoveKind
from game.games.thirty_one.rounds import CALL as CALLING
from game.games.thirty_one.rounds import DRAW, TAKE
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import Standing, View
from game.rules.protocol import Setup, apply
from tests.thirty_one_positions import card, cards, discard, legal, play, position

NO_OPINION = Network([np.zeros((INPUTS, 1))], [np.zeros(1)])
"""Holds all hands for as likely as a deal has them."""
PROUD = Network([np.eye(INPUTS, 1) * 4.0], [np.zeros(1)])
"""Holds high scores for likelier."""


class Orderly:
    """Takes the top if it is above all its own, by the cards' numbers, and throws the lowest of four; never calls."""

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        return np.where(seen.top > seen.own.max(axis=1), TAKE, DRAW)

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        assert seen.drawn is not None
        place: Ints = np.column_stack([seen.own, seen.drawn]).argmin(axis=1)
        return place


def fresh(deck: str) -> State:
    return position("AS 5H KS", "2H 9D QC", pile="7D", deck=deck)


def told(state: State, player: int = 0) -> list[Turn]:
    return course(RULES.view(state, player))


# --- the course --------------------------------------------------------------------------------------------------


def test_a_card_may_be_taken_and_thrown_again() -> None:
    """The 7 of diamonds goes to player 0 and back onto the pile, where player 1 lets it lie; what the pile shows in the
    end would do as well for a round in which nobody ever took it."""
    turns = (TAKE_DISCARD, discard("5H"), TAKE_DISCARD, discard("2H"), DRAW_DECK, discard("7D"), DRAW_DECK)
    found = told(play(fresh("3C 4D"), *turns, discard("4D"), CALL), 1)
    assert [(turn.player, turn.kind, turn.threw) for turn in found] == [
        (0, TAKE, card("5H")),
        (1, TAKE, card("2H")),
        (0, DRAW, card("7D")),
        (1, DRAW, card("4D")),
        (0, CALLING, None),
    ]
    assert [turn.top for turn in found] == [card(each) for each in ("7D", "5H", "2H", "7D", "4D")]
    assert [turn.known for turn in found] == [
        (0, 0),
        (cards("7D"), 0),
        (cards("7D"), cards("5H")),
        (0, cards("5H")),
        (0, cards("5H")),
    ]
    assert found[-1].seen == cards("7D 5H 2H 4D")
    assert found[-1].thrown == (cards("5H 7D"), cards("2H 4D"))
    assert [turn.deck_left - found[-1].deck_left for turn in found] == [2, 2, 2, 1, 0]


@pytest.mark.parametrize("seed", range(12))
def test_every_round_is_told_as_it_was_played(seed: int) -> None:
    """Of two to four players, by random moves; nobody calls."""
    rng, players = Random(seed), 2 + seed % 3
    state = RULES.deal(Setup(players, {}), Standing((3, 1, 0, 2)[:players] if players != 3 else (3, 1, 2)), 0, rng)
    began = 0
    expected: list[tuple[int, int, int]] = []
    while state.to_move is not None and state.turns < 40:
        assert [(turn.player, turn.kind, turn.threw) for turn in told(state, state.to_move)] == expected
        move = rng.choice([each for each in legal(state) if each.kind != MoveKind.CALL])
        if move.kind == MoveKind.DISCARD:
            expected.append((state.to_move, began, move.card))
        else:
            began = TAKE if move.kind == MoveKind.TAKE_DISCARD else DRAW
        apply(RULES, state, move, rng)
    assert expected


def test_a_position_that_does_not_say_how_it_came_about_has_no_course() -> None:
    assert told(position("AS 5H KS", "2H 9D QC", pile="3C 7D", turns=4)) == []


# --- beliefs -----------------------------------------------------------------------------------------------------


def even(state: State, count: int) -> RoundArrays:
    """Worlds in which the other's hand is drawn evenly, but for 31."""
    return likely_hands(
        BatchView.of(RULES.view(state, state.to_move or 0)), count, np.random.default_rng(1), NO_OPINION
    )


def weight(turns: list[Turn], hand: frozenset[int], errs: int = 0, tried: int = 0) -> float:
    """How likely the turns of who holds this hand after them are, over every way it may have come about."""
    if not turns:
        return 1.0
    *before, turn = turns
    assert turn.threw is not None
    known, found = frozenset(cards_of(turn.known[turn.player])), 0.0
    for came in {*hand, turn.threw}:
        was = (hand | {turn.threw}) - {came}
        if not known <= was or (came != turn.top if turn.kind == TAKE else came in known) or _points(was) == 31:
            continue
        hits = [(turn.top > max(was)) == (turn.kind == TAKE), min({*was, came}) == turn.threw]
        likely, missed = 1.0, errs
        for number, (hit, others) in enumerate(zip(hits, (2, 3), strict=True)):
            missing = (missed + ERR) / (tried + number + ERR + HIT)
            likely *= 1 - missing if hit else missing / others
            missed += not hit
        found += likely * weight(before, was, missed, tried + 2)
    return found


def _points(hand: frozenset[int]) -> float:
    return points(sum(1 << each for each in hand))


ORDERLY = (DRAW_DECK, discard("3C"), TAKE_DISCARD, discard("9D"), DRAW_DECK, discard("4D"), DRAW_DECK)
"""What follows is the discard of player 1, which had taken the 3 of clubs and thrown the 9 of diamonds."""


@pytest.mark.parametrize(("thrown", "guess"), [("2H", NO_OPINION), ("6H", PROUD), ("3C", NO_OPINION)])
def test_hands_are_as_likely_as_all_turns_make_them(thrown: str, guess: Network) -> None:
    """Whatever was guessed before: those are drawn evenly that `guess` is told to have drawn, so what it believes in
    counts less."""
    state = play(fresh("3C 4D 6H"), *ORDERLY, discard(thrown))
    drawn, random = even(state, 200), np.random.default_rng(2)
    turns = [turn for turn in told(state) if turn.player == 1]
    hands = [frozenset(each) for each in drawn.hands[:, 1].tolist()]
    weights = np.array([weight(turns, hand) for hand in hands])
    marks = {hand: (sum(hand), max(hand), 2 * _points(hand)) for hand in hands}
    weights /= np.exp(odds(guess, drawn))
    expected = weights @ [marks[hand] for hand in hands] / weights.sum()
    view = RULES.view(state, 0)
    # Many of each hand: ways back are drawn, and the right one of a rare hand must be among them.
    many = drawn.taken(np.tile(np.arange(200), 40))
    came = np.concatenate([held(view, many, Orderly(), guess, random).hands[:, 1] for _ in range(4)])
    assert np.mean([marks[frozenset(hand)] for hand in came.tolist()], axis=0).tolist() == pytest.approx(
        expected.tolist(), abs=1.0
    )
    assert np.abs(np.mean(list(marks.values()), axis=0) - expected).max() > 3.0, "the turns tell something"


def test_what_is_drawn_again_was_drawn_before() -> None:
    state = play(fresh("3C 4D 6H"), *ORDERLY, discard("2H"))
    drawn = even(state, 50)
    again = held(RULES.view(state, 0), drawn, Orderly(), NO_OPINION, np.random.default_rng(2))
    assert len(again.top) == 50
    hands = [sorted(map(tuple, each.hands[:, 1].tolist())) for each in (drawn, again)]
    assert {*hands[1]} < {*hands[0]}
    assert [len(list(same)) for _, same in groupby(hands[1])] != [1] * 50
    assert all(card("3C") in hand for hand in hands[1])


@pytest.mark.parametrize("moves", [(), (DRAW_DECK, discard("3C"))])
def test_who_has_done_nothing_is_believed_to_hold_what_was_drawn(moves: tuple[Move, ...]) -> None:
    state = play(fresh("3C"), *moves)
    if moves:
        state.to_move, state.laid = 0, ()
    drawn = even(state, 20)
    assert held(RULES.view(state, 0), drawn, Orderly(), NO_OPINION, np.random.default_rng(2)) is drawn


def test_a_call_tells_what_it_is_called_with() -> None:
    """Nobody orderly calls: all hands are alike unlikely to, and stay."""
    state = play(fresh("3C"), DRAW_DECK, discard("3C"), CALL)
    drawn = even(state, 300)
    again = held(RULES.view(state, 0), drawn, Orderly(), NO_OPINION, np.random.default_rng(2))
    assert sorted(again.hands[:, 1].sum(axis=1)) == sorted(drawn.hands[:, 1].sum(axis=1))


def test_what_cannot_have_come_about_is_left_as_it_is() -> None:
    """Before it took the 5 of diamonds and threw the ace it would have had 31."""
    state = position("AC 5H KC", "10S KS 5D", pile="AS", turns=1, known=("", "5D"), thrown=("", "AS"))
    state.laid = (card("5D"), card("AS"))
    drawn = even(state, 20)
    drawn.hands[:, 1] = sorted(map(card, ("10S", "KS", "5D")))
    assert held(RULES.view(state, 0), drawn, Orderly(), NO_OPINION, np.random.default_rng(2)) is drawn


def test_too_few_hands_are_not_followed_back() -> None:
    state = play(fresh("3C 4D 6H"), *ORDERLY, discard("2H"))
    drawn = even(state, LEAST - 1)
    assert held(RULES.view(state, 0), drawn, Orderly(), NO_OPINION, np.random.default_rng(2)) is drawn


# --- who asks ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("near", "near_of_two", "asking"), [(1.0, 1.0, [(3, 3)]), (1.0, -1.0, []), (-1.0, 1.0, [(3, 3)])]
)
def test_the_expert_draws_hands_by_all_turns_where_two_are_alive(
    monkeypatch: pytest.MonkeyPatch, near: float, near_of_two: float, asking: list[tuple[int, ...]]
) -> None:
    asked: list[tuple[int, ...]] = []

    def noted(view: View, drawn: RoundArrays, *_: object) -> RoundArrays:
        asked.append(tuple(view.lives))
        return drawn

    monkeypatch.setattr("game.games.thirty_one.expert.held", noted)
    monkeypatch.setattr("game.games.thirty_one.expert.NEAR", near)
    monkeypatch.setattr("game.games.thirty_one.expert.NEAR_OF_TWO", near_of_two)
    expert = registry.ai("thirty_one", "expert").agent({"rollouts": 6})
    for state in (fresh("3C 4D"), position("AS 5H KS", "2H 9D QC", "3H 4H 6C", pile="7D")):
        expert.think(RULES.view(state, 0), Random(1))
    assert asked == asking
