"""The Thirty-one table: parts that keep apart at any size, a deck told apart without colour, lives, worth, replays."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.table import Progress
from components.view import Goal, Pose, Stage
from game.games.thirty_one.cards import CARDS, KINDS, cards_of, pack, points
from game.games.thirty_one.moves import TAKE_DISCARD
from game.games.thirty_one.rules import RULES, State
from game.games.thirty_one.state import FROM_DECK, House, Standing
from game.matches.endings import round_title
from game.matches.requests import ReplayRequest
from game.rules.mentions import with_names
from systems.snapshot import only
from systems.view.games.thirty_one import art
from systems.view.games.thirty_one.art import DECK, SUITS
from systems.view.games.thirty_one.hands import Worth, best_after, counting, worth
from systems.view.games.thirty_one.layout import Boxes, boxes, kind_of, spread
from systems.view.games.thirty_one.seats import eye_box, scoring_cards
from systems.view.table.layout import side_box, table_box
from systems.view.toolkit.canvas import COMPACT, Box
from systems.view.toolkit.cards import CARD_ASPECT
from tests.thirty_one_desk import (
    AT_ONCE,
    card,
    face_up,
    hand,
    kinds,
    lay_position,
    play_by_mouse,
    request,
)
from tests.thirty_one_positions import cards, position
from tests.window.audit import colliding, draw_all, overlap, texts_cut, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk

SIZES = [(960, 540), (1280, 720), (1000, 900), (1700, 720)]
HOUSE = House(three_of_a_kind=True)


@pytest.fixture
def open_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a window with a home of its own."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    opened: list[Desk] = []

    def open_with(wanted: Any, size: tuple[int, int] = (1280, 720), **settings: Any) -> Desk:
        opened.append(Desk(wanted, size, **(AT_ONCE | settings)))
        return opened[-1]

    yield open_with
    for desk in opened:
        desk.close()


# --- the layout ---


@given(
    number=st.integers(2, 4),
    width=st.integers(960, 2560),
    height=st.integers(540, 1440),
    count=st.integers(0, 4),
    scale=st.sampled_from([1.0, 1.25]),
)
def test_parts_keep_apart_whatever_the_window(number: int, width: int, height: int, count: int, scale: float) -> None:
    unit = min(width / 1280, height / 720) * scale
    screen = Box(0, 0, width / unit, height / unit)
    parts = boxes(table_box(Stage(screen.w, screen.h)), number)
    for (one, box), (other, its) in itertools.combinations(solid(parts, screen).items(), 2):
        assert overlap(box, its) <= 0, f"{one} and {other}"
    for name, box in solid(parts, screen).items():
        assert within(box, screen, 0), name
    for player in range(number):
        seat = parts.seat(player, 0)
        wide = seat.card * CARD_ASPECT
        places = spread(seat, count, aside=count == 4)
        assert len(places) == count
        for x, y in places:
            assert within(Box.around((x, y), wide, seat.card), seat.hand, 1e-6)
        steps = [its_x - x for (x, _), (its_x, _) in itertools.pairwise(places)]
        assert all(step >= wide * 0.5 for step in steps), "rank and pip show beside the next card"
        if count == 4:
            assert steps[-1] > steps[0], "the card just drawn lies apart"
    assert parts.result.w >= 400 or scale > 1


def test_between_seats_at_the_sides_piles_are_about_as_large_as_hands_of_others() -> None:
    """Also on a page on which everything is larger, the number of cards beside the deck included."""
    parts = boxes(table_box(Stage(*COMPACT)), 4)
    left, _, right = parts.others
    assert parts.deck.h >= 0.9 * left.card
    assert parts.deck.x - left.hand.right >= 53
    assert right.hand.x - parts.discard.right >= 7


def solid(parts: Boxes, screen: Box) -> dict[str, Box]:
    """The parts of the table that nothing else may reach."""
    found = {name: getattr(parts, name) for name in ("title", "deck", "discard", "prompt")}
    found["side"] = side_box(Stage(screen.w, screen.h))
    for number, seat in enumerate((parts.own, *parts.others)):
        found |= {f"plate {number}": seat.plate, f"hand {number}": seat.hand}
    return found


def test_seats_go_round_the_table_in_the_order_of_turns() -> None:
    parts = boxes(table_box(Stage(1280, 720)), 4)
    for viewer in range(4):
        assert [parts.seat((viewer + after) % 4, viewer) for after in range(4)] == [parts.own, *parts.others]
    left, across, right = (seat.hand.centre for seat in parts.others)
    assert left[0] < across[0] < right[0]
    assert across[1] < left[1] == right[1] < parts.own.hand.y
    assert len(boxes(table_box(Stage(1280, 720)), 2).others) == 1


def between_turns(house: House = House()) -> State:  # noqa: B008
    """Cards known and hidden, somebody out, somebody who has called, and a card just drawn by the first player."""
    state = position(
        "AS 3H 4D QC", "5S 6H 7D", "", "8S 9H 9D", known=("3H", "7D", "", "8S 9H"), turns=7, caller=3, house=house,
        lives=(3, 2, 0, 1),
    )  # fmt: skip
    state.drawn, state.drawn_from = cards_of(cards("QC"))[0], FROM_DECK
    return state


def shown(house: House = House()) -> State:  # noqa: B008
    """Four hands at the end of a round."""
    state = position("AS KS 4D", "5S 6H 7D", "8C 8H 8D", "2S 10H 10D", turns=9, caller=2, house=house)
    state.to_move = None
    state.known = state.hands[:]
    return state


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("overlay", [False, True])
@pytest.mark.parametrize("state", [between_turns(House(True, True)), shown(HOUSE)], ids=["turn", "show"])
def test_texts_keep_apart_and_on_the_screen(
    open_desk: Open, size: tuple[int, int], overlay: bool, state: State
) -> None:
    desk = open_desk(request("human", "greedy", "random", "greedy", house=state.house), size, overlay=overlay)
    lay_position(desk, state)
    desk.frame(3)
    with texts_drawn() as texts:
        desk.frame()
    said = {words for words, _ in texts}
    assert {"Thirty-one", "You", "Greta 2", "called", "Three of a kind: 30½"} <= said
    assert said >= ({"out", "drawn", "11", "spades"} if state.to_move is not None else {"30½", "21", "7"})
    assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == []
    assert colliding(texts) == []
    assert [words for words, box in texts if words.endswith("…") and box.x < desk.table.panel.box.x] == []


def test_longer_names_stay_on_their_plates(open_desk: Open) -> None:
    seats = ("greedy-caller", "greedy-caller", "greedy-caller", "greedy-caller")
    desk = open_desk(request(*seats), (960, 540))
    state = between_turns()
    lay_position(desk, state)
    desk.frame(3)
    with texts_drawn() as texts:
        desk.frame()
    parts = boxes(table_box(desk.table.stage), 4)
    plates = [seat.plate for seat in (parts.own, *parts.others)]
    names = [box for words, box in texts if words.startswith("Gregor ") and len(words) < 10]
    assert sum(any(within(box, plate) for box in names) for plate in plates) == 4


def test_a_name_of_somebody_who_has_called_is_told_whole(open_desk: Open) -> None:
    desk = open_desk(request("search", "search", "search"), (960, 540))
    desk.window.change(language="de")
    for caller in range(3):
        lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", turns=7, caller=caller))
        desk.frame(3)
        with texts_drawn() as texts, texts_cut() as cut:
            desk.frame()
        beside = [(words, box) for words, box in texts if box.right < desk.table.panel.box.x]
        assert {"Severin 1", "Severin 2", "Severin 3", "called"} <= {words for words, _box in beside}
        assert not cut & {"Severin 1", "Severin 2", "Severin 3"}
        assert colliding(beside) == []
    desk.window.change(language="")


# --- what a hand shows ---


def test_worth_names_the_suit_and_the_score() -> None:
    assert worth(cards("AS KS 4D"), House()) == Worth(21, "S")
    assert worth(cards("8C 8H 8D"), House()) == Worth(8, "H"), "of equal suits the first"
    assert worth(cards("8C 8H 8D"), HOUSE) == Worth(30.5, None)
    assert worth(cards("8C 8H 8D"), HOUSE).number == "30½"
    assert worth(cards("AS KS QS"), HOUSE) == Worth(31, "S")
    assert worth(0, HOUSE).score == 0


def test_counting_finds_the_cards_of_the_score() -> None:
    assert counting(cards("AS KS 4D"), House()) == cards("AS KS")
    assert counting(cards("8C 8H 8D"), HOUSE) == cards("8C 8H 8D")
    assert counting(cards("8C 8H 8D"), House()) == cards("8H")
    assert counting(0, House()) == 0


@given(st.sets(st.integers(0, CARDS - 1), min_size=4, max_size=4))
def test_a_hand_of_four_is_worth_its_best_three(four: set[int]) -> None:
    found = best_after(pack(four), four, House())
    assert found.score == max(points(pack(three)) for three in itertools.combinations(four, 3))


def test_only_cards_that_may_be_dropped_count_as_dropped() -> None:
    held = cards("AS KS 4D 9H")
    assert best_after(held, cards_of(cards("AS KS")), House()).score == 11


def test_the_cards_that_score_are_lifted_at_the_show(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy", "random", "greedy", house=HOUSE))
    lay_position(desk, shown(HOUSE))
    found = scoring_cards(desk.table.stage)
    told = [[kind_of(entity) for entity in hand(desk, player) if entity in found] for player in range(4)]
    assert told == [["KS", "AS"], ["7D"], ["8H", "8D", "8C"], ["10H"]]
    for player in range(4):
        ys = {esper.component_for_entity(entity, Goal).pose.y for entity in hand(desk, player) if entity in found}
        others = {
            esper.component_for_entity(entity, Goal).pose.y for entity in hand(desk, player) if entity not in found
        }
        assert len(ys) == 1
        assert all(y > max(ys) for y in others)


def test_the_own_sum_is_shown_and_what_a_drop_would_leave(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy", "random", "greedy"), overlay=False)
    lay_position(desk, position("AS 3S 4D", "5S 6H 7D", "8S 9H 9D", "2H 2D 2C", pile="KS", turns=4))
    assert sums(desk) == {"14", "spades"}
    play_by_mouse(desk, TAKE_DISCARD)
    assert sums(desk) == {"After the best discard:", "24", "spades"}
    desk.point(desk.open_spot(card(desk, "AS")))
    desk.frame(2)
    assert sums(desk) == {"Without this card:", "13", "spades"}


def sums(desk: Desk) -> set[str]:
    """What the own plate tells of the hand."""
    plate = boxes(table_box(desk.table.stage), 4).own.plate
    with texts_drawn() as texts:
        desk.frame()
    return {words for words, box in texts if within(box, plate)} - {"You"}


# --- lives, and who lost them ---


def test_lives_are_hearts_and_what_the_round_cost_is_told(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy", "random", "greedy"))
    lay_position(desk, shown())
    only(Progress).standing = Standing((3, 2, 1, 3))
    drawn: list[bool] = []
    life = art.life

    def noted(left: bool, size: int) -> pygame.Surface:
        drawn.append(left)
        return life(left, size)

    with texts_drawn() as texts, pytest.MonkeyPatch.context() as patch:
        patch.setattr(art, "life", noted)
        desk.frame()
    assert drawn == [True, True, True, True, True, False, True, False, False, True, True, True]
    assert [words for words, _ in texts if words.startswith("−")] == ["−1", "−2"]


def test_what_the_round_cost_keeps_clear_of_a_score_beside_it(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy"), (960, 540), scale=2.0)
    state = position("AS KS 4D", "5S 6S 9S", turns=9, caller=0)
    state.to_move, state.known = None, state.hands[:]
    lay_position(desk, state)
    only(Progress).standing = Standing((3, 2))
    with texts_drawn(2.0) as texts, pytest.MonkeyPatch.context() as patch:
        draw_all(patch)
        desk.frame()
    assert "20" in {words for words, _ in texts}
    assert colliding(texts) == []


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ((1, 0, 0), "You lose a life"),
        ((0, 2, 0), "Ann loses two lives"),
        ((0, 1, 1), "Ann and Ben lose a life each"),
        ((1, 1, 1), "You, Ann and Ben lose a life each"),
        ((1, 2, 0), "Ann loses two lives, You one"),
        ((0, 0, 0), "Nobody loses a life"),
    ],
)
def test_a_round_tells_who_lost_lives(lost: tuple[int, ...], told: str) -> None:
    end = RULES.round_end(shown(), Standing((3, 3, 3, 3)))
    end.record["lost"] = list(lost)
    assert round_title("thirty_one", end, ["You", "Ann", "Ben"]) == told


@pytest.mark.parametrize(
    ("lost", "lives", "told"),
    [
        ((1, 0, 0), (0, 3, 3), "You lose your last life"),
        ((0, 1, 0), (3, 0, 3), "Ann loses the last life"),
        ((0, 1, 1), (3, 0, 0), "Ann and Ben lose the last life each"),
        ((0, 1, 1), (3, 1, 0), "Ann and Ben lose a life each"),
        ((0, 2, 0), (3, 0, 3), "Ann loses two lives"),
    ],
)
def test_a_round_tells_who_lost_the_last_life(lost: tuple[int, ...], lives: tuple[int, ...], told: str) -> None:
    end = RULES.round_end(shown(), Standing((3, 3, 3, 3)))
    end.record.update(lost=list(lost), lives=list(lives))
    assert round_title("thirty_one", end, ["You", "Ann", "Ben"]) == told


def test_the_rules_words_get_names() -> None:
    assert with_names("Player 2 called: and so on", ["You", "Ann"]) == "Ann called: and so on"
    assert with_names("Player 1 called, player 2 did not", ["You", "Ann"]) == "You called, Ann did not"
    assert with_names("stole from player 1", ["You", "Ann"]) == "stole from you"


# --- pictures ---


@pytest.mark.painted
def test_every_card_has_a_picture_and_cards_differ_without_colour(open_desk: Open) -> None:
    open_desk(None)
    assert frozenset(art.KINDS) == DECK.kinds == frozenset(KINDS)
    for height in (60, 200):
        grey = {kind: _grey(DECK.card(kind, height)) for kind in KINDS}
        for this, that in itertools.combinations(KINDS, 2):
            assert np.abs(grey[this] - grey[that]).max() > 60, (this, that)
    signs = [pygame.surfarray.array_alpha(art.suit(suit, 30, (255, 255, 255))) / 255 for suit in SUITS]
    for one, other in itertools.combinations(signs, 2):
        assert np.abs(one - other).sum() / np.maximum(one, other).sum() > 0.1


def _grey(picture: pygame.Surface) -> Any:
    return pygame.surfarray.array3d(pygame.transform.grayscale(picture))[:, :, 0].astype(int)


@pytest.mark.painted
@pytest.mark.parametrize("height", [52, 111, 112, 301])
def test_a_card_is_exactly_as_large_as_asked(open_desk: Open, height: int) -> None:
    open_desk(None)
    for kind in ("AS", "10H", "QD", "back"):
        assert DECK.card(kind, height).get_size() == (round(height * CARD_ASPECT), height)


@pytest.mark.painted
@pytest.mark.parametrize("rank", ["2", "5", "10", "J", "Q", "K"])
def test_a_card_reads_the_same_upside_down(open_desk: Open, rank: str) -> None:
    open_desk(None)
    picture = _grey(DECK.card(f"{rank}D", 280))
    turned = picture[::-1, ::-1]
    inked = np.minimum(picture, turned) < 200
    unlike = np.abs(picture - turned) > 90
    assert unlike.sum() / inked.sum() < 0.06


@pytest.mark.parametrize("number", [2, 3, 4])
@pytest.mark.parametrize("aside", [False, True])
def test_the_eye_of_a_card_keeps_off_the_next_card_and_off_its_own_rank(number: int, aside: bool) -> None:
    parts = boxes(table_box(Stage(1280, 720)), number)
    for seat in (parts.own, *parts.others):
        places = spread(seat, 4, aside)
        wide = seat.card * CARD_ASPECT
        for place, (x, y) in enumerate(places):
            eye = eye_box(Pose(x, y, seat.card, 0.0, 1.0, 0.0))
            assert within(eye, Box.around((x, y), wide, seat.card))
            assert eye.y > y, "the rank is in the upper half"
            if place < 3:
                assert eye.right <= places[place + 1][0] - wide / 2


# --- watching and replays ---


def test_where_only_ais_play_all_hands_lie_open(open_desk: Open) -> None:
    desk = open_desk(request("greedy", "greedy", "random"))
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", turns=3))
    assert all(face_up(entity) for player in range(3) for entity in hand(desk, player))
    assert kinds(desk, 1) == ["5S", "6H", "7D"]


def test_a_replay_shows_every_position(open_desk: Open) -> None:
    desk = open_desk(request("greedy-caller", "random", "greedy"))
    desk.until(lambda: only(Progress).round_number > 2)
    recorder = desk.table.session.recorder
    assert recorder is not None
    desk.close()
    shown_again = open_desk(ReplayRequest(recorder.path))
    viewer = shown_again.viewer
    seen = set()
    for at in range(0, len(viewer.frames), 3):
        viewer.go(at)
        shown_again.frame()
        state = viewer.frames[at].state
        lying = [
            {esper.component_for_entity(entity, Goal).pose.face for entity in viewer._stage.pieces_at("hand", player)}
            for player in range(3)
        ]
        assert all(faces <= {1.0} for faces in lying)
        assert [len(viewer._stage.pieces_at("hand", player)) for player in range(3)] == [
            held.bit_count() for held in state.hands
        ]
        seen.add(state.to_move is None)
    assert seen == {True, False}
