"""What a human does at Notty's table: every action a button, groups suggested, the AI lent for a move."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import esper
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.table import Progress
from components.view import Moving, Stage
from game.agents.agent import Agent, Candidate, Reason
from game.agents.pickers import Highest
from game.base.events import MoveMade
from game.games.notty.groups import groups
from game.games.notty.hands import KINDS, contains, pack, size, unpack
from game.games.notty.moves import DREW, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.rules import RULES
from game.matches.check import follow
from game.matches.replay import read
from game.rules.mentions import with_names
from systems.human import picked_entities
from systems.snapshot import only, to_move
from systems.view.games.notty import view as notty_view
from systems.view.games.notty.layout import MOST_CARDS, boxes
from systems.view.games.notty.view import NottyView, best_group
from systems.view.screens.rules import RulesBody
from systems.view.table import flat_cards
from systems.view.table.layout import table_box
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit import cards as pictures
from systems.view.toolkit.draw_list import KeptPart
from tests.notty_desk import (
    Open,
    button,
    card,
    full_hands,
    hand,
    kind_of,
    labels,
    packed,
    point_at,
    press,
    tables,
    uses,
)
from tests.notty_positions import cards, discard, position, random_position
from tests.tables import heard, held_state
from tests.window.audit import overlap
from tests.window.desk import Desk


@pytest.fixture
def open_notty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Notty."""
    yield from tables(tmp_path, monkeypatch)


# --- the buttons ---


def test_what_needs_no_cards_is_offered_at_once(open_notty: Open) -> None:
    desk = open_notty(position("r1 g5 y9 k2", "r2 r3", "b1"))
    everything = ["Draw 1", "Draw 2", "Draw 3", "Steal from Dado 2", "Steal from Dado 3", "Draw and discard"]
    assert labels(desk) == [*everything, "Next turn"]
    assert labels(desk, enabled=False) == ["Discard a group"]
    assert uses(desk) == ["1×", "1×", "1×", "∞"], "one for each row, both steals in one"


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_draw_button_draws_so_many_and_is_then_used_up(open_notty: Open, number: int) -> None:
    desk = open_notty(position("r1 g5 y9 k2", "r2 r3"))
    press(desk, f"Draw {number}")
    assert len(hand(desk)) == 4 + number
    assert not {"Draw 1", "Draw 2", "Draw 3"} & set(labels(desk))
    assert button(desk, "Draw 1").hint == "Cards are drawn once a turn at most."
    assert uses(desk) == ["0×", "1×", "1×", "∞"]


@pytest.mark.parametrize(("cards_held", "draws"), [(17, 3), (18, 2), (19, 1), (20, 0)])
def test_no_more_can_be_drawn_than_the_hand_holds(open_notty: Open, cards_held: int, draws: int) -> None:
    desk = open_notty(full_hands(cards_held, 4))
    assert [label for label in labels(desk) if label.startswith("Draw ")][:-1] == [
        f"Draw {number}" for number in range(1, draws + 1)
    ]
    assert "Draw and discard" in labels(desk)
    if draws == 0:
        assert button(desk, "Steal from Dado").hint == "Your hand holds 20 cards; none can be stolen."
        assert button(desk, "Draw 1").hint == "Your hand holds 20 cards; no more can be drawn."
    elif draws < 3:
        assert f"at most 20; only {draws} can be drawn" in button(desk, "Draw 3").hint


@pytest.mark.parametrize("victim", [1, 2])
def test_each_opponent_has_a_button_to_steal_from(open_notty: Open, victim: int) -> None:
    desk = open_notty(position("r1 g5", "r2 r3 r4", "b1 b2 b3"), motion="normal")
    before = {player: set(hand(desk, player)) for player in range(3)}
    press(desk, f"Steal from Dado {victim + 1}")
    (stolen,) = set(hand(desk)) - before[0]
    assert stolen in before[victim]
    assert [len(hand(desk, player)) for player in range(3)] == [3, 3 - (victim == 1), 3 - (victim == 2)]
    moving = esper.component_for_entity(stolen, Moving)
    seat = boxes(table_box(Stage(1280, 720)), 3).seat(victim, 0)
    assert seat.hand.contains((moving.start.x, moving.start.y)), "it glides from the victim"
    assert boxes(table_box(Stage(1280, 720)), 3).own.hand.contains((moving.goal.x, moving.goal.y))
    assert not moving.arrived
    desk.until_ready()
    assert button(desk, f"Steal from Dado {victim + 1}").hint == "A card is stolen once a turn at most."


def test_a_click_on_the_hand_of_an_opponent_steals_a_card_once_a_turn(open_notty: Open) -> None:
    desk = open_notty(position("r1 g5", "r2 r3 r4"))
    made = heard(desk.table.session.world.events, MoveMade)
    desk.click_card(hand(desk, 1)[1])
    assert len(hand(desk)) == 3
    desk.click_card(hand(desk, 1)[0])
    assert len(hand(desk)) == 3
    assert "once a turn" in (desk.table.toasts.words or "")
    assert [move.picked for move in made] == [()], "which card comes is a matter of chance"


def test_clicks_on_the_deck_count_how_many_cards_are_drawn(open_notty: Open) -> None:
    desk = open_notty(position("r1 g5", "r2 r3 r4"))
    deck, made = desk.table.stage.pieces_at("deck"), heard(desk.table.session.world.events, MoveMade)
    for number in (1, 2, 3, 0, 1, 2):
        desk.click_card(deck[0])
        assert picked_entities() == tuple(sorted(deck[:number]))
    assert "Draw 2 cards" in [offer.label for offer in desk.turn.offers]
    desk.keys("return")
    assert set(deck[:2]) <= set(hand(desk))
    assert [move.picked for move in made] == [()]


def test_between_drawing_and_returning_only_a_card_can_be_returned(open_notty: Open) -> None:
    desk = open_notty(full_hands(20, 4))
    press(desk, "Draw and discard")
    assert len(hand(desk)) == MOST_CARDS
    assert labels(desk) == []
    assert button(desk, "Next turn").hint == (
        "A card was drawn to discard one: first one card of your hand is returned."
    )
    assert desk.table.prompt == "Your turn: return a card"
    assert desk.table.stage.dimmed == frozenset(), "any card can be returned"
    chosen = hand(desk)[-1]
    desk.click_card(chosen)
    (label,) = labels(desk)
    assert label == f"Return {kind_of(chosen).replace('-', ' ')}"
    press(desk, label)
    assert chosen in desk.table.stage.pieces_at("deck")
    assert len(hand(desk)) == 20
    assert button(desk, "Draw and discard").hint == "Draw and discard is done once a turn at most."


def test_keys_make_the_actions(open_notty: Open) -> None:
    desk = open_notty(position("r1 r2 r3 g5 y9", "r2 r5", "b1 b2"))
    for key, used in (("2", DREW), ("5", STOLE), ("6", HOLDS)):
        desk.keys(key)
        desk.frame(3)
        assert held_state().used & used
    assert len(hand(desk, 2)) == 1
    desk.click_card(hand(desk)[0])
    desk.keys("6")
    desk.frame(3)
    assert held_state().used == DREW | STOLE | RETURNED
    desk.keys("e")
    desk.frame(3)
    assert to_move() == 1
    assert desk.table.panel._buttons is not None
    assert labels(desk) == []


def test_the_help_names_every_key_of_the_table(open_notty: Open) -> None:
    desk = open_notty(position("r1 g5 y9 k2", "r2 r3", "b1"))
    desk.frame()
    told = " ".join(key for key, _ in desk.table.view.keys({}))
    assert desk.table.panel._buttons is not None
    shortcuts = {each.shortcut for each in desk.table.panel._buttons.widgets}
    assert shortcuts == set(told.replace(",", "").split())
    desk.keys("f1")
    body = desk.dialog.body
    assert isinstance(body, RulesBody)
    sections = dict(body.pages)["Keys"]
    assert ("G", "Let the AI make one move for you") in [(section.keys, section.words) for section in sections]


def test_several_offers_of_a_kind_have_a_button_each_at_any_table(
    open_notty: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(NottyView, "action_rows", UsualTable.action_rows)
    desk = open_notty(position("r1 g5 y9 k2", "r2 r3", "b1"))
    assert labels(desk)[:5] == [
        "Draw a card",
        "Draw 2 cards",
        "Draw 3 cards",
        "Steal from Dado 2",
        "Steal from Dado 3",
    ]
    boxes_of = [each.box for each in desk.table.panel.moves]
    assert all(overlap(one, other) <= 0 for one, other in itertools.combinations(boxes_of, 2))
    press(desk, "Draw 2 cards")
    assert len(hand(desk)) == 6
    assert "Draw" in labels(desk, enabled=False)


# --- groups ---


def test_the_best_group_is_the_largest_and_leaves_the_more_useful_cards() -> None:
    assert best_group(cards("r3 r4 r5 r6 b9")) == cards("r3 r4 r5 r6")
    assert best_group(cards("r3 r4 r5 g5 y5 k5 b5")) == cards("r5 g5 y5 k5 b5")
    # Of two runs alike in size, the one whose going leaves neighbours together.
    assert best_group(cards("r1 r2 r3 r4 r5"), cards("r1")) == cards("r1 r2 r3 r4 r5")
    assert best_group(cards("k1 k2 k3 b1 b2 b3 g3 y3"), cards("b3")) == cards("k3 b3 g3 y3")
    assert best_group(cards("r1 g3 b5")) == 0
    assert best_group(cards("r1 r2 r3 g9"), cards("g9")) == 0


@given(seed=st.integers(0, 400))
def test_the_best_group_holds_what_it_must_and_none_is_larger(seed: int) -> None:
    held = random_position(seed).hands[0]
    for one in {0, *(pack([each]) for each in unpack(held))}:
        fitting = [group for group in groups(held) if contains(group, one)]
        best = best_group(held, one)
        assert size(best) == max(map(size, fitting), default=0)
        assert best in (fitting or [0])


def test_pointing_at_a_card_outlines_its_best_group(open_notty: Open) -> None:
    desk = open_notty(position("2r3 r4 r5 g3 y3 k3 b3 b9", "r1"))
    view = desk.table.view
    assert isinstance(view, NottyView)
    tones: list[tuple[int, int, int]] = []
    draw = pictures.card_outline

    def noted(height: int, angle: float, colour: tuple[int, int, int]) -> pygame.Surface:
        tones.append(colour)
        return draw(height, angle, colour)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flat_cards, "card_outline", noted)
        point_at(desk, card(desk, "g3"))
    assert packed(view.pointed_group(desk.table.stage)) == cards("r3 g3 y3 k3 b3")
    assert tones.count(flat_cards.RINGS["suggested"]) == 5
    point_at(desk, card(desk, "r4"))
    assert packed(view.pointed_group(desk.table.stage)) == cards("r3 r4 r5")
    point_at(desk, card(desk, "b9"))
    assert view.pointed_group(desk.table.stage) == frozenset()
    assert picked_entities() == ()


@pytest.mark.parametrize(
    ("key", "told"),
    [("2", "drew 2 cards"), ("4", "stole"), ("6", "drew a card to discard one"), ("e", "ended the turn")],
)
def test_picked_cards_hinder_no_other_action_and_are_put_back_by_it(open_notty: Open, key: str, told: str) -> None:
    desk = open_notty(position("r3 r4 r5 b9", "r1 g1"))
    for each in ("r3", "r4", "r5"):
        desk.click_card(card(desk, each))
    assert len(picked_entities()) == 3
    assert [offer.kind for offer in desk.turn.offers] == ["Discard a group"], "the picked cards still mean one move"
    made = only(Progress).moves
    desk.keys(key)
    desk.frame(3)
    assert only(Progress).moves == made + 1
    assert picked_entities(0) == ()
    assert {"red-3", "red-4", "red-5"} <= {kind_of(entity) for entity in hand(desk)}
    assert desk.table.session.log.lines[-1].text.startswith(f"You {told}")


def test_the_next_card_of_a_fan_lies_over_the_line_around_a_suggested_one(
    open_notty: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_notty(position("2r3 r4 r5 g3 y3 k3 b3 b9", "r1"))
    order: list[tuple[str, object]] = []
    monkeypatch.setattr(notty_view, "draw_card", lambda *drawn: order.append(("card", drawn[3])))
    monkeypatch.setattr(notty_view, "draw_outline", lambda *drawn: order.append(("line", drawn[1])))
    point_at(desk, card(desk, "r4"))
    lines = [place for place, (kind, _moving) in enumerate(order) if kind == "line"]
    assert len(lines) >= 3
    assert all(order[place - 1] == ("card", order[place][1]) for place in lines)


def test_the_outlined_group_keeps_to_what_is_picked(open_notty: Open) -> None:
    desk = open_notty(position("2r3 r4 r5 r6 g3 y3 k3 b9", "r1"))
    view = desk.table.view
    assert isinstance(view, NottyView)
    first, second = [entity for entity in hand(desk) if kind_of(entity) == "red-3"]
    desk.click_card(second)
    point_at(desk, card(desk, "r4"))
    group = view.pointed_group(desk.table.stage)
    assert packed(group) == cards("r3 r4 r5 r6")
    assert second in group
    assert first not in group


def test_discard_with_nothing_picked_picks_the_best_group_first(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 r5 2g3 y3 k3 b3 b9", "r1"))
    press(desk, "Discard a group")
    assert packed(picked_entities()) == cards("r3 g3 y3 k3 b3")
    assert [offer.move for offer in desk.turn.offers] == [discard("r3 g3 y3 k3 b3")]
    gone = set(picked_entities())
    press(desk, "Discard the set of 5")
    assert gone <= set(desk.table.stage.pieces_at("deck"))
    assert len(hand(desk)) == 4


def test_the_discard_key_takes_the_group_of_the_card_under_the_cursor(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 r5 g3 y3 k3 b3 b9", "r1"))
    desk.walk_to(card(desk, "r5"))
    desk.keys("d")
    assert packed(picked_entities()) == cards("r3 r4 r5")


def test_two_cards_complete_a_group_where_one_choice_is_left(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 r5 r6 g3 b9", "r1"))
    desk.click_card(card(desk, "r3"))
    assert packed(picked_entities()) == cards("r3")
    desk.click_card(card(desk, "r6"))
    assert packed(picked_entities()) == cards("r3 r4 r5 r6")
    assert [each for each in labels(desk) if each.startswith("Discard")] == ["Discard the run of 4"]


def test_a_card_that_fits_no_group_is_dim_unless_none_fits(open_notty: Open) -> None:
    dims: dict[str, bool] = {}
    draw = pictures.Deck.card

    def noted(deck: pictures.Deck, kind: str, height: int, angle: float = 0.0, dim: bool = False) -> pygame.Surface:
        dims[kind] = dim
        return draw(deck, kind, height, angle, dim)

    for own, dim in (("r3 r4 r5 b9", True), ("r3 r4 g5 b9", False)):
        desk = open_notty(position(own, "g1"))
        dims.clear()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pictures.Deck, "card", noted)
            desk.point((5, 5))
            desk.table.table._kept = KeptPart()
            desk.frame()
        assert dims["blue-9"] is dim
        assert dims["red-3"] is False
        desk.click_card(card(desk, "b9"))
        assert desk.table.toasts.words == ("The blue 9 makes no run of 3 and no set of 4 with the cards of your hand.")


# --- the AI lent for a move ---


class Likes:
    """Scores one move above all others."""

    name = "likes"

    def __init__(self, move: Move) -> None:
        self.move = move

    def score(self, view: Any, rng: Random) -> list[Candidate]:
        return [Candidate(move, float(move == self.move), Reason("")) for move in RULES.legal_moves(view)]


@pytest.mark.parametrize("move", [Move(MoveKind.DRAW, 2), Move(MoveKind.STEAL, 1), discard("r3 r4 r5")], ids=str)
def test_play_for_me_makes_the_one_move_that_the_advisor_picks(open_notty: Open, move: Move) -> None:
    desk = open_notty(position("r3 r4 r5 r6 g3 b9", "r1 g1"))
    desk.click_card(card(desk, "r6"))
    chosen = [candidate for candidate in Likes(move).score(desk.turn.view, Random(1)) if candidate.score]
    assert chosen
    lent = Agent("likes", (Likes(move),), Highest())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("systems.input.candidates_of", lambda *_: lent.think(desk.turn.view, Random(1)))
        patch.setitem(desk.table.session.world.agents, 0, lent)
        made = only(Progress).moves
        desk.keys("g")
        desk.frame(3)
    assert only(Progress).moves == made + 1
    assert to_move() == 0, "it stays the human's turn"
    assert desk.table.session.log.lines[-1].player == 0
    told = with_names(RULES.describe(move, _stolen(desk, move)), desk.table.company.names)
    assert desk.table.session.log.lines[-1].text == f"You {told} (played by the AI)"
    assert picked_entities() == ()


def _stolen(desk: Desk, move: Move) -> int | None:
    """The kind that a steal brought, if the move was one."""
    if move.kind != MoveKind.STEAL:
        return None
    return next(each for each in unpack(cards("r1 g1")) if KINDS[each] in {kind_of(entity) for entity in hand(desk)})


def test_play_for_me_alone_plays_a_match_to_its_end_by_the_rules(open_notty: Open) -> None:
    desk = open_notty(None, "human", "random")
    played = 0
    while played < 30 and not desk.table.session.finished:
        desk.until(lambda: desk.ready or desk.table.session.finished)
        desk.frame(2)  # the advisor thinks in one
        desk.keys("g")
        played += 1
    recorder = desk.table.session.recorder
    assert recorder is not None
    assert follow(read(recorder.path)).played == only(Progress).moves >= played > 0


def test_play_for_me_waits_for_ones_turn(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4", "r1 g1", to_move=0))
    desk.keys("e")
    desk.frame(3)
    assert to_move() == 1
    made = only(Progress).moves
    desk.keys("g")
    desk.frame(3)
    assert only(Progress).moves == made
    assert desk.table.toasts.words == "It is not your turn."
