"""A human at the table: picks by mouse and keyboard, moves as buttons, refusals, the screen passed on."""

import esper
import pygame
import pytest

from components.pieces import Owner, SelectedCard, Slot, Zone
from components.table import Pace
from components.view import Goal, Moving
from systems.snapshot import only
from systems.view.games.jaipur.layout import parts_of
from systems.view.games.jaipur.view import JaipurView
from systems.view.toolkit.widgets import Button, Widget
from tests.jaipur_positions import position
from tests.window.conftest import Open
from tests.window.desk import Desk, drawn_face_up, face_up, first_of, kind_of, lay, marked, table

MARKET = "2 leather, gold, 2 camel"
HANDS = ("2 cloth, leather, gold, spice", "2 cloth, 3 spice")


@pytest.fixture
def mine(open_desk: Open) -> Desk:
    """A table with a human to move, who has three camels."""
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    desk.until_ready()
    lay(desk, position(MARKET, HANDS, (3, 1)))
    desk.until_ready()
    return desk


def pick(desk: Desk, zone: str, *kinds: str) -> None:
    """Click cards of these kinds, each one that is not picked yet."""
    for kind in kinds:
        cards = [card for card in desk.cards(zone, None if zone == "market" else 0) if card not in marked()]
        card = first_of(cards, kind)
        desk.click_card(card if zone != "herd" else desk.table.view.next_of_pile(desk.table.stage, card))


def offered(desk: Desk) -> list[str]:
    """The moves that can be made now, by the names on their buttons."""
    return [button.label for button in desk.table.panel.moves if button.enabled]


def dim(desk: Desk) -> set[str]:
    return {kind_of(card) for card in desk.table.stage.dimmed}


# --- from the menu ---


def test_the_menu_seats_who_is_chosen(desk: Desk) -> None:
    menu = desk.menu
    assert menu.chairs.specs == ["human", "beginner"]
    desk.click(next(face for face in menu.seats.faces if face.words == "Casual").box)
    desk.click(menu.seats.cards[0].box)
    desk.click(next(face for face in menu.seats.faces if face.words == "Beginner").box)
    assert menu.chairs.specs == ["beginner", "casual"]
    desk.click(menu.more_choices.box)
    desk.click(menu.seed.control)
    desk.type("4x2")
    assert menu.seed.text == "42"
    desk.click(desk.dialog.buttons[0].box)
    desk.click(desk.menu.start.box)
    desk.until_table()
    head = desk.replay().head
    assert [player["ai"] for player in head["players"]] == ["beginner", "casual"]
    assert head["seed"] == 42


def test_the_keyboard_alone_starts_a_match(desk: Desk) -> None:
    menu = desk.menu
    desk.tab_to(menu.seats.cards[0])
    desk.keys("return")
    desk.tab_to(menu.seats.faces[1])
    desk.keys("space")
    desk.keys("m")
    desk.tab_to(menu.seed)
    desk.type("9")
    desk.keys("escape")
    desk.tab_to(menu.start)
    desk.keys("return")
    desk.until_table()
    assert [player["ai"] for player in desk.replay().head["players"]] == ["beginner", "beginner"]
    assert desk.replay().head["seed"] == 9


def test_a_seed_played_again_keeps_the_match_before(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility", seed=5), motion="instant")
    desk.move_once()
    desk.keys("escape")
    desk.window.show_table(table("human", "random", seed=5))
    desk.frame(2)
    assert [replay.head["players"][1]["ai"] for replay in desk.replays()] == ["random", "utility"]


def test_a_double_click_on_start_starts_one_match(desk: Desk) -> None:
    box = desk.menu.start.box
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2:
        desk.send(kind, pos=desk._pixels(box.centre), button=1)
    desk.frame(2)
    assert len(desk.replays()) == 1


# --- picking by mouse ---


def test_a_good_is_picked_and_taken(mine: Desk) -> None:
    assert offered(mine) == []
    pick(mine, "market", "gold")
    assert offered(mine) == ["Take gold"]
    mine.click(mine.offer_button().box)
    assert mine.types()[-1] == "move"
    assert mine.kinds("hand", 0).count("gold") == 2
    assert mine.table.session.log.lines[-1].text == "You took 1 gold"


def test_camels_go_together(mine: Desk) -> None:
    pick(mine, "market", "camel")
    assert sorted(map(kind_of, marked())) == ["camel", "camel"]
    assert offered(mine) == ["Take all camels"]
    mine.click_card(first_of(mine.cards("market"), "camel"))
    assert marked() == set()
    pick(mine, "market", "camel")
    mine.click(mine.offer_button().box)
    assert len(mine.cards("herd", 0)) == 5


def test_a_click_on_a_piece_that_came_along_keeps_it_once(mine: Desk) -> None:
    first, second = [card for card in mine.cards("market") if kind_of(card) == "camel"]
    mine.click_card(first)
    mine.click_card(second)
    assert marked() == {first, second}
    assert offered(mine) == ["Take all camels"]
    mine.click_card(second)
    assert marked() == set()


def test_what_fits_no_legal_move_is_dim(mine: Desk) -> None:
    assert dim(mine) == set()
    pick(mine, "hand", "gold")
    mine.frame()
    # Gold is given, so it is not taken; leather is all that is left to take two of, so it is not given.
    assert mine.table.stage.dimmed == {
        card
        for card in mine.cards("market") + mine.cards("hand", 0)
        if (kind_of(card) in ("gold", "camel") and card in mine.cards("market"))
        or (kind_of(card) == "leather" and card in mine.cards("hand", 0))
    }
    assert offered(mine) == []


def test_a_good_that_is_given_cannot_be_taken_and_the_click_says_so(mine: Desk) -> None:
    pick(mine, "hand", "gold")
    before = marked()
    mine.click_card(first_of(mine.cards("market"), "gold"))
    assert marked() == before
    assert "gold" in mine.table.toasts.words


def test_camels_of_the_herd_are_given_one_by_one(mine: Desk) -> None:
    pick(mine, "market", "leather", "leather")
    pile = mine.cards("herd", 0)[0]
    spot = mine.open_spot(mine.table.view.next_of_pile(mine.table.stage, pile))
    for number in (1, 2):
        mine.click(spot)
        assert sum(esper.component_for_entity(card, Zone).name == "herd" for card in marked()) == number
    assert offered(mine) == ["Exchange 2 for 2"]
    mine.click(mine.offer_button().box)
    assert len(mine.cards("herd", 0)) == 1
    assert mine.kinds("hand", 0).count("leather") == 3


def test_clicks_on_a_good_of_the_hand_go_round_and_the_right_button_puts_all_back(mine: Desk) -> None:
    cloths = {card for card in mine.cards("hand", 0) if kind_of(card) == "cloth"}
    first = min(cloths)
    for picked in ({first}, cloths, set(), {first}, cloths):
        mine.click_card(first)
        assert marked() == picked
    assert offered(mine) == [f"Sell {len(cloths)} cloth"]
    mine.click(mine.table.view.prompt(mine.table.stage), button=3)
    assert marked() == set()
    assert offered(mine) == []


@pytest.mark.parametrize("how", ["double click", "drag"])
@pytest.mark.parametrize(
    ("zone", "kind", "target", "told"),
    [
        ("market", "leather", "hand", "took 1 leather"),
        ("market", "camel", "herd", "took all camels"),
        ("hand", "cloth", "discard", "sold 2 cloth"),
    ],
)
def test_a_piece_alone_makes_its_move(mine: Desk, how: str, zone: str, kind: str, target: str, told: str) -> None:
    card = first_of(mine.cards(zone, 0 if zone == "hand" else None), kind)
    if how == "double click":
        mine.double_click(card)
    else:
        discard = parts_of(mine.table.stage).discard
        lying = mine.cards(target, None if target == "discard" else 0)
        pose = esper.component_for_entity(lying[0], Goal).pose if lying else None
        mine.drag(card, discard if pose is None else (pose.x, pose.y))
    mine.frame(2)
    own = [line.text for line in mine.table.session.log.lines if line.text.startswith("You ")]
    assert own[-1].startswith(f"You {told}")


def test_a_piece_that_is_dropped_elsewhere_glides_back(mine: Desk) -> None:
    card = first_of(mine.cards("market"), "leather")
    pose = esper.component_for_entity(card, Goal).pose
    deck = esper.component_for_entity(mine.cards("deck")[0], Goal).pose
    mine.drag(card, (deck.x, deck.y))
    mine.frame(20)
    assert card in mine.cards("market")
    assert esper.component_for_entity(card, Moving).now._replace(lift=0, y=0) == pose._replace(lift=0, y=0)


def test_a_disabled_button_says_why(mine: Desk) -> None:
    mine.click(button_of(mine, "Sell").box)
    assert mine.table.toasts.words == "Pick the cards for this move first."
    mine.table.toasts.clear()
    pick(mine, "market", "gold")
    mine.frame()
    mine.click(button_of(mine, "Exchange").box)
    assert mine.table.toasts.words == "An exchange is even, not 1 taken and none given."


def test_a_full_hand_is_named(mine: Desk) -> None:
    lay(mine, position("2 gold, leather, 2 camel", ("5 leather, cloth, spice", "2 silver"), (2, 0)))
    mine.until_ready()
    pick(mine, "market", "gold")
    mine.frame()
    mine.click(button_of(mine, "Take one good").box)
    assert mine.table.toasts.words == "Your hand holds seven goods; no more can be taken."


def button_of(desk: Desk, label: str) -> Button:
    """The button of a kind of move."""
    return next(button for button in desk.table.panel.moves if button.label == label)


@pytest.mark.parametrize(
    ("zone", "player", "words"),
    [
        ("hand", 1, "These are your opponent’s cards."),
        ("herd", 1, "This is your opponent’s herd."),
        ("deck", None, "The deck holds"),
    ],
)
def test_cards_that_are_not_for_picking_tell_what_they_are(
    mine: Desk, zone: str, player: int | None, words: str
) -> None:
    mine.click_card(mine.cards(zone, player)[-1 if zone != "deck" else 0])
    assert words in mine.table.toasts.words
    assert marked() == set()


def test_the_pointer_lights_up_what_a_click_would_pick(mine: Desk) -> None:
    gold = first_of(mine.cards("market"), "gold")
    mine.point(mine.open_spot(gold))
    mine.frame()
    assert mine.table.stage.pointed == gold
    mine.point(mine.open_spot(mine.cards("hand", 1)[0]))
    mine.frame()
    assert mine.table.stage.pointed is None


def test_the_right_button_leaves_the_marks_of_an_ai_alone(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"), motion="instant", pace=3.0)
    desk.until_ready()
    desk.play_by_mouse(desk.best_move())
    desk.until(marked)
    before = marked()
    desk.click(desk.table.view.prompt(desk.table.stage), button=3)
    assert marked() == before


def test_enter_pressed_twice_makes_one_move(mine: Desk) -> None:
    pick(mine, "market", "gold")
    for _ in range(2):
        mine.send(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    mine.frame()
    moves = [line.record["player"] for line in mine.replay().lines if line.record["type"] == "move"]
    assert moves.count(0) == 1
    assert mine.table.toasts.words == ""


def test_a_click_while_cards_move_only_lets_them_arrive(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"), motion="half")
    desk.frame(4)
    assert only(Pace).busy
    desk.click(desk.table.view.prompt(desk.table.stage))
    assert not only(Pace).busy
    assert marked() == set()


# --- whole rounds ---


@pytest.mark.parametrize("how", ["play_by_mouse", "play_by_keys"])
def test_a_round_is_played_by_mouse_alone_and_by_keys_alone(open_desk: Open, how: str) -> None:
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    moves = 0
    while True:
        desk.until(lambda: desk.ready or desk.table.dialog is not None)
        if desk.table.dialog is not None:
            break
        desk.frame(2)
        getattr(desk, how)(desk.best_move())
        moves += 1
    assert moves >= 5
    assert desk.types()[-1] == "round_end"
    desk.frame(200)
    if how == "play_by_keys":
        desk.keys("return")
    else:
        desk.click(desk.dialog.buttons[0].box)
    desk.until(lambda: desk.types()[-1] != "round_end")
    assert desk.checked().number == 2


def test_tab_leads_to_the_buttons_and_the_arrows_back_to_the_cards(mine: Desk) -> None:
    pick(mine, "market", "gold")
    mine.frame()
    mine.keys("tab")
    group = mine.table.panel.group
    pieces: Widget = mine.table.panel.pieces
    assert group.focused is pieces
    assert mine.table.stage.cursor is not None
    mine.tab_to(mine.offer_button())
    assert mine.table.stage.cursor is None
    mine.keys("left")
    assert group.focused is pieces
    assert mine.table.stage.cursor is not None
    mine.tab_to(mine.offer_button())
    mine.keys("return")
    assert mine.types()[-1] == "move"


def test_two_camels_can_be_given_by_the_keyboard(mine: Desk) -> None:
    move = next(
        move for move in mine.turn.moves if mine.table.session.game.rules.detail(move) == "2 camels for 2 leather"
    )
    mine.play_by_keys(move)
    mine.frame()
    assert len(mine.cards("herd", 0)) == 1


def test_escape_puts_back_first_and_leaves_then(mine: Desk) -> None:
    mine.move_once()
    mine.until_ready()
    mine.click_card(mine.cards("market")[0])
    mine.keys("escape")
    assert marked() == set()
    mine.keys("escape")
    assert mine.menu.waiting.button.visible


def test_the_keys_of_the_table(mine: Desk) -> None:
    settings = mine.window.settings
    mine.keys("m")
    assert settings.muted
    assert mine.window.sounds.muted
    mine.keys("o")
    assert not settings.overlay
    mine.keys("f1")
    assert mine.dialog.title == "How to play Jaipur"
    mine.keys("escape", "s")
    assert mine.dialog.title == "Settings"
    mine.keys("escape")
    assert mine.table.dialog is None
    mine.table.toasts.clear()
    mine.keys("u")
    assert mine.table.toasts.words == "There is no move of yours in this round to take back."


# --- the screen passed on ---


def visible_hands(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Fills with the owners of hands of which a card is drawn face up."""
    owners: list[int] = []
    draw = JaipurView._draw_card

    def noted(canvas: object, stage: object, card: int, moving: object) -> None:
        owner = esper.component_for_entity(card, Owner).player
        if esper.component_for_entity(card, Zone).name == "hand" and drawn_face_up(card) and owner is not None:
            owners.append(owner)
        draw(canvas, stage, card, moving)  # type: ignore[arg-type]

    monkeypatch.setattr(JaipurView, "_draw_card", staticmethod(noted))
    return owners


@pytest.mark.parametrize("motion", ["instant", "normal"])
def test_nobody_sees_a_hand_before_the_screen_is_passed(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch, motion: str
) -> None:
    seen = visible_hands(monkeypatch)
    desk = open_desk(table("human", "human"), motion=motion)
    for _ in range(6):
        desk.until(lambda: desk.table.dialog is not None)
        player = desk.replay_mover()
        assert desk.dialog.title == f"Pass the screen to Player {player + 1}"
        desk.frame(80)  # the hand before is turned over
        seen.clear()
        desk.resize(1000, 600)
        desk.frame()
        desk.resize(960, 540)
        desk.frame(20)
        assert seen == []
        assert desk.table.thoughts.now() is None
        assert desk.table.panel.thoughts.thought is None
        desk.keys("return")
        desk.until_ready()
        move = next(move for move in desk.turn.moves if move.kind == 1) if player else desk.turn.moves[0]
        desk.play_by_mouse(move if move in desk.turn.moves else desk.turn.moves[0])
        assert set(seen) <= {player}
        assert not any(face_up(card) for card in desk.cards("hand", 1 - player))


def test_the_hand_of_an_ai_stays_hidden_to_the_end_of_the_round(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = visible_hands(monkeypatch)
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    while desk.table.dialog is None:
        if desk.ready:
            desk.play_by_mouse(desk.best_move())
        desk.frame()
    assert 0 in seen
    assert 1 not in seen


def test_picks_leave_no_marks_behind(mine: Desk) -> None:
    pick(mine, "hand", "cloth", "cloth")
    mine.click(mine.offer_button().box)
    assert [mark for _, mark in esper.get_component(SelectedCard) if mark.player == 0] == []


def test_a_hidden_hand_lies_in_an_order_by_lot_that_stays(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    lots = iter(range(1000, 0, -1))
    monkeypatch.setattr("systems.view.games.jaipur.layout.random", lambda: float(next(lots)))
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    desk.until_ready()
    dealt = [kind_of(card) for card in sorted(desk.cards("hand", 1), key=_slot)]
    assert desk.kinds("hand", 1) == dealt[::-1] != dealt
    before = desk.cards("hand", 1)
    desk.resize(1600, 900)
    desk.frame()
    assert desk.cards("hand", 1) == before


def _slot(card: int) -> int:
    return esper.component_for_entity(card, Slot).index
