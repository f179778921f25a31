"""Thoughts on the table: what a candidate would do is shown where it would happen, and tells nothing that its player
cannot know."""

from dataclasses import replace
from typing import Any

import esper
import pytest

from components.table import Pace
from components.view import Foreseen, Goal, Pose
from game.base.settings import PALETTES
from game.games import registry
from game.games.jaipur.board import CARD_PIECES, HANDS, HERDS
from game.games.jaipur.moves import TAKE_CAMELS
from game.games.jaipur.tables import CAMEL
from game.games.notty.hands import unpack
from game.games.notty.moves import Move as NottyMove
from game.games.notty.moves import MoveKind as NottyKind
from game.games.seats import parse_seats
from game.games.thirty_one.moves import DRAW_DECK, TAKE_DISCARD
from game.matches.requests import TableRequest
from game.rules.protocol import Effect, Shift
from systems.decisions import entities_of
from systems.human import HumanTurn
from systems.snapshot import maybe, only
from systems.view.table.foreseen_marks import ForeseenMarks, _begin, _covers, _free_of, _outlined
from systems.view.table.foresight import Foreseer, Outlook, Spot, Way
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.lines import Line, Pattern, drawn
from tests import jaipur_positions, notty_positions, thirty_one_positions
from tests.games import GAMES
from tests.jaipur_positions import exchange, sell, take
from tests.window.conftest import Open
from tests.window.desk import Desk, lay

AT_ONCE = {"motion": "instant", "pace": 0.0}


def at(open_desk: Open, game: str, state: Any = None, **settings: Any) -> Desk:
    """A human at a game's table, with a position on it where one is given; AIs do not move."""
    seats = tuple(parse_seats(game, ["human"] + ["random"] * min(2, max(registry.game(game).rules.seats) - 1)))
    options = {"piles": [1, 3, 5, 7]} if game == "nim" else {}
    desk = open_desk(TableRequest(game, seats, options, 5), size=(1280, 720), **AT_ONCE, **settings)
    if state is None:
        desk.until_ready()
        only(Pace).paused = True
    else:
        only(Pace).paused = True
        lay(desk, state)
        desk.until_ready()
    return desk


def outlook(desk: Desk, move: Any) -> Outlook:
    """What a move of the human to move would do."""
    table = desk.table
    return Foreseer(table.view).outlook(table.canvas, table.stage, Foreseen(1, "", move, desk.turn.view))


def lies_at() -> list[Pose]:
    """Where the pieces lie that are seen, their faces up."""
    return [goal.pose for _, goal in esper.get_component(Goal) if goal.pose.face == 1.0]


MARKET = jaipur_positions.position("2 gold, cloth, leather, camel", ("2 cloth, spice", "3 leather"), (2, 1))
HAND = thirty_one_positions.play(
    thirty_one_positions.position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="QH"), DRAW_DECK
)


@pytest.mark.parametrize(
    ("game", "state", "move"),
    [
        ("jaipur", MARKET, take("gold")),
        ("jaipur", MARKET, sell("2 cloth")),
        ("jaipur", MARKET, exchange("2 gold", "spice, camel")),
        ("jaipur", MARKET, TAKE_CAMELS),
        ("thirty_one", HAND, None),
        ("nim", None, None),
    ],
)
def test_pieces_come_to_lie_where_they_were_foreseen_to(open_desk: Open, game: str, state: Any, move: Any) -> None:
    desk = at(open_desk, game, state)
    move = desk.turn.moves[-1] if move is None else move
    assert move in desk.turn.moves
    found = outlook(desk, move)
    certain = [spot.pose for way in found.ways if not way.by_chance for spot in way.ghosts]
    picked = entities_of(desk.turn.view, move)
    assert {spot.pose for spot in found.picked} == {esper.component_for_entity(one, Goal).pose for one in picked}
    assert certain
    assert found.picture is not None
    assert desk.table.human.make(desk.table.session.game.rules.kind_name(move), picked)
    desk.frame(4)
    lies = lies_at()
    assert all(any(_near(pose, other) for other in lies) for pose in certain)


def _near(pose: Pose, other: Pose) -> bool:
    """Whether these are the same place, but for the lift of what the next AI has marked."""
    return abs(pose.y - other.y) < 14 and (pose.x, pose.height) == pytest.approx((other.x, other.height), abs=0.5)


def test_a_draw_is_shown_from_its_back_and_tells_nothing_of_the_deck(open_desk: Open) -> None:
    desk = at(open_desk, "thirty_one", thirty_one_positions.position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="QH 3C"))
    one = outlook(desk, DRAW_DECK)
    lay(desk, thirty_one_positions.position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="3C QH"))
    desk.until_ready()
    other = outlook(desk, DRAW_DECK)
    (way,) = one.ways
    assert way.by_chance
    assert one.ways == other.ways
    assert one.picture is not None
    assert other.picture is not None
    assert one.picture.get_buffer().raw == other.picture.get_buffer().raw


def test_a_steal_comes_from_the_whole_hand(open_desk: Open) -> None:
    desk = at(open_desk, "notty")
    move = next(move for move in desk.turn.moves if move.kind == NottyKind.STEAL)
    found = outlook(desk, NottyMove(NottyKind.STEAL, move.value))
    assert found.picked == ()
    (way,) = found.ways
    assert way.by_chance
    assert len(way.sources) == len(unpack(desk.turn.view.hands[move.value])), "any of the rival's cards may be stolen"


def test_what_chance_takes_again_comes_from_where_it_lies_now(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mod's rules may have it: the herd, which the camels go to by the move, is empty before."""
    desk = at(open_desk, "jaipur", jaipur_positions.position("3 camel, 2 gold", ("spice", "3 leather")))
    carried_out = Foreseer._carried_out

    def with_chance(before: Any, move: Any) -> tuple[Any, list[Effect], list[Effect]]:
        after, decided, chanced = carried_out(before, move)
        return after, decided, [*chanced, Shift(CARD_PIECES[CAMEL], HERDS[0], HANDS[0])]

    monkeypatch.setattr(Foreseer, "_carried_out", staticmethod(with_chance))
    (way,) = [way for way in outlook(desk, TAKE_CAMELS).ways if way.by_chance]
    assert [spot.pose.y for spot in way.sources] == [spot.pose.y for spot in outlook(desk, TAKE_CAMELS).picked[:1]]


def test_of_several_candidates_none_hides_pieces_that_stay(open_desk: Open) -> None:
    desk = at(open_desk, "notty")
    table, view = desk.table, desk.turn.view
    draw = max((move for move in desk.turn.moves if move.kind == NottyKind.DRAW), key=lambda move: move.value)
    steal = next(move for move in desk.turn.moves if move.kind == NottyKind.STEAL)
    three, one = Foreseen(1, "", draw, view), Foreseen(2, "", NottyMove(NottyKind.STEAL, steal.value), view)
    shown = {}
    for foreseen in ((three,), (three, one)):
        marks = ForeseenMarks(table.view)
        marks.draw(table.canvas, replace(table.stage, foreseen=foreseen))
        shown[len(foreseen)] = {each.rank for each, ghosts in marks._ghosts.items() if ghosts}
    assert shown[1] == {1}
    assert 1 not in shown[2], "of the three drawn, one would lie between two cards of the hand"


def test_an_arrow_is_led_to_what_is_seen_of_pieces() -> None:
    piece, below, above = Box(0.1, 100.0, 0.2, 1.0), Box(0.0, 200.0, 0.5, 1.0), Box(0.0, 0.0, 0.5, 1.0)
    assert piece.right - piece.x != piece.w, "a sum of such numbers is not exact"
    assert _free_of(piece, below, ()) == piece
    half = [piece.moved(0.1, 0.0)]
    assert _free_of(piece, below, half)[:3] == pytest.approx((0.1, piece.bottom, 0.1))
    assert _free_of(piece, above, half)[:3] == pytest.approx((0.1, piece.y, 0.1))


def test_an_arrow_begins_at_a_piece_that_is_picked_and_not_between_them() -> None:
    left, right = (Spot(Pose(x, 100.0, 80.0), True) for x in (100.0, 500.0))
    leads = Way((left, right), (), (), picked=False, by_chance=False)
    assert _begin(Box.around((320.0, 400.0), 60.0, 80.0), leads, ()) == right.box
    assert _begin(Box.around((280.0, 400.0), 60.0, 80.0), leads, ()) == left.box


def test_an_arrow_among_the_cards_of_a_hand_ends_at_their_edge(open_desk: Open) -> None:
    hand = "r5 g2 g6 g8 g9 y1 y2 y5 y6 y8 2k1 k2 2k4 b2"
    desk = at(open_desk, "notty", notty_positions.position(hand, "k2 r1 r2", "r3 r4 y3"))
    table, view = desk.table, desk.turn.view
    draws = [move for move in desk.turn.moves if move.kind == NottyKind.DRAW]
    foreseen = tuple([Foreseen(place + 1, "", move, view) for place, move in enumerate(draws)])
    marks = ForeseenMarks(table.view)
    marks.draw(table.canvas, replace(table.stage, foreseen=foreseen))
    held = [esper.component_for_entity(card, Goal).pose for card in table.stage.pieces_at("hand", 0)]
    top = min(pose.y - pose.height / 2 for pose in held)
    led = [arrow for arrow in marks._arrows if not marks._ghosts[foreseen[arrow.rank - 1]]]
    assert led
    assert all(y <= top + 1 for arrow in led for _, y in arrow.points)


def test_an_arrow_to_the_edge_of_a_hand_goes_over_no_card_of_it(open_desk: Open) -> None:
    hand = "r2 r5 r6 r7 r9 g6 g7 g9 y2 y4 y8 k1 k8 b1 b2 b7 b9"
    desk = at(open_desk, "notty", notty_positions.position(hand, "k2", "r3 r4 y3"))
    table, view = desk.table, desk.turn.view
    moves = [NottyMove(NottyKind.DRAW, 2), NottyMove(NottyKind.DRAW_TO_DISCARD), NottyMove(NottyKind.DRAW, 1)]
    foreseen = tuple([Foreseen(place + 1, "", move, view) for place, move in enumerate(moves)])
    marks = ForeseenMarks(table.view)
    marks.draw(table.canvas, replace(table.stage, foreseen=foreseen))
    held = [esper.component_for_entity(card, Goal).pose for card in table.stage.pieces_at("hand", 0)]
    top = min(pose.y - pose.height / 2 for pose in held)
    assert len(marks._arrows) == 3
    assert all(y <= top + 1 for arrow in marks._arrows for _, y in arrow.points)


def test_the_next_card_of_a_fan_lies_over_the_line_around_a_candidate(open_desk: Open) -> None:
    desk = at(
        open_desk, "jaipur", jaipur_positions.position("2 gold, 3 camel", ("2 cloth, spice", "3 leather"), (0, 1))
    )
    table, view = desk.table, desk.turn.view
    marks = ForeseenMarks(table.view)
    marks.draw(table.canvas, replace(table.stage, foreseen=(Foreseen(1, "", sell("cloth"), view),)))
    hand = [esper.component_for_entity(card, Goal).pose for card in table.stage.pieces_at("hand", 0)]
    first, after = sorted(hand)[:2]
    unit = table.canvas.unit
    picture, (left, top) = marks._lines[0]
    row = [picture.get_at((x, round(first.y * unit) - top)).a for x in range(picture.get_width())]
    over = round((after.x - 0.4 * CARD_ASPECT * after.height) * unit) - left
    assert any(row[:over]), "the line is seen at the outer side"
    assert not any(row[over:]), "and not on the next card"


def test_a_line_around_a_card_of_a_fan_ends_before_the_next_one_without_being_cut(open_desk: Open) -> None:
    canvas = at(open_desk, "jaipur").table.canvas
    card, after = (Spot(Pose(x, 300.0, 106.0, angle), True) for x, angle in ((400.0, 4.0), (450.0, -4.0)))
    (whole,) = _outlined(canvas, card, 3, ())
    (part,) = _outlined(canvas, card, 3, (after,))
    assert (whole.closed, part.closed) == (True, False)
    assert max(x for x, _ in part.points) < max(x for x, _ in whole.points)
    assert min(x for x, _ in part.points) == pytest.approx(min(x for x, _ in whole.points), abs=1.0)
    assert not any(_covers(after, (x / canvas.unit, y / canvas.unit), 0.0) for x, y in part.points)


def test_ghosts_follow_a_change_of_colours(open_desk: Open) -> None:
    desk = at(
        open_desk, "thirty_one", thirty_one_positions.position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="QH", pile="3C")
    )
    table = desk.table
    marks = ForeseenMarks(table.view)
    stage = replace(table.stage, foreseen=(Foreseen(1, "", TAKE_DISCARD, desk.turn.view),))
    seen = []
    for palette in PALETTES:
        desk.window.change(palette=palette)
        marks.draw(table.canvas, stage)
        seen.append([picture.get_buffer().raw for picture, _ in marks._pictures])
    assert seen[0]
    assert seen[0] != seen[1]


def test_of_several_candidates_none_lies_over_cards_that_go(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", MARKET)
    table, view = desk.table, desk.turn.view
    swap, one = Foreseen(1, "", exchange("2 gold", "spice, camel"), view), Foreseen(2, "", take("leather"), view)
    shown = []
    for foreseen in ((swap,), (swap, one)):
        marks = ForeseenMarks(table.view)
        marks.draw(table.canvas, replace(table.stage, foreseen=foreseen))
        shown.append([each.rank for each, ghosts in marks._ghosts.items() if ghosts])
    assert shown == [[1], [2]], "the two gold would be seen through what comes in their place"


@pytest.mark.painted
def test_ghosts_lie_beneath_cards_that_stay(open_desk: Open) -> None:
    state = thirty_one_positions.position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="QH 3C")
    desk = at(open_desk, "thirty_one", state)
    table = desk.table
    drawn, marks = Foreseen(1, "", DRAW_DECK, desk.turn.view), ForeseenMarks(table.view)
    marks.draw(table.canvas, replace(table.stage, foreseen=(drawn,)))
    (ghost,) = marks._ghosts[drawn]
    box, unit = ghost.box, table.canvas.unit
    staying = [Spot(goal.pose, True).box for _, goal in esper.get_component(Goal) if not goal.covered]
    x, y = next(
        (other.right - 8.0, box.centre[1])
        for other in staying
        if other.y == pytest.approx(box.y) and box.x < other.right - 8.0 < box.right
    )
    picture, (left, top) = marks._pictures[0]
    assert picture.get_at((round(x * unit) - left, round(y * unit) - top)).a == 0
    assert picture.get_at((round((box.right - 8.0) * unit) - left, round(y * unit) - top)).a > 0
    ring, (left, top) = marks._pictures[1]
    column = [ring.get_at((round(x * unit) - left, down)).a for down in range(round(y * unit) - top)]
    assert not any(column), "nothing of the line around the ghost is seen above the card that lies over it"
    ends = [arrow.points[-1] for arrow in marks._arrows]
    assert all(end[1] <= box.y for end in ends), "an arrow ends at the ghost's edge, not over the card beside it"


def test_a_pile_of_ghosts_has_one_line_around_it(open_desk: Open) -> None:
    state = jaipur_positions.position("2 gold, 3 camel", ("2 cloth, spice", "3 leather"), (0, 1))
    desk = at(open_desk, "jaipur", state)
    table, camels = desk.table, Foreseen(1, "", TAKE_CAMELS, desk.turn.view)
    marks = ForeseenMarks(table.view)
    marks.draw(table.canvas, replace(table.stage, foreseen=(camels,)))
    assert len(marks._ghosts[camels]) == 3
    assert len(marks._pictures) == 2, "the ghosts, and the line"


def test_numbers_of_piles_are_read_over_the_lines_of_candidates(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = at(open_desk, "jaipur", MARKET)
    order: list[str] = []
    for kind, name in ((ForeseenMarks, "draw"), (type(desk.table.view), "draw_over"), (ForeseenMarks, "draw_labels")):
        monkeypatch.setattr(kind, name, lambda *_, name=name: order.append(name))
    desk.keys("h", "v")
    desk.until_told(lambda: bool(desk.table.stage.foreseen))
    desk.frame()
    assert order[-3:] == ["draw", "draw_over", "draw_labels"]


def test_of_a_table_that_has_gone_on_only_what_still_lies_there_is_shown(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", MARKET)
    view = desk.turn.view
    lay(desk, jaipur_positions.position("gold, 2 cloth, leather, camel", ("2 cloth", "3 leather"), (2, 1)))
    desk.until_ready()
    gone = Foreseer(desk.table.view).outlook(desk.table.canvas, desk.table.stage, Foreseen(1, "", take("gold"), view))
    assert gone.ways == ()
    assert len(gone.picked) == 1


def test_the_three_best_are_shown_by_key_and_one_of_them_where_it_is_pointed_at(open_desk: Open) -> None:
    desk = at(open_desk, "jaipur", MARKET, hint=True)
    desk.until(lambda: bool(desk.table.thoughts.now() and desk.table.thoughts.now().rows))  # type: ignore[union-attr]
    desk.frame(2)
    thoughts, stage = desk.table.panel.thoughts, desk.table.stage
    assert not stage.foreseen
    desk.keys("v")
    assert thoughts.thought is not None
    assert [each.rank for each in stage.foreseen] == [1, 2, 3]
    assert [each.move for each in stage.foreseen] == [row.move for row in thoughts.thought.rows[:3]]
    desk.point(thoughts.list.row_box(0).centre)
    desk.frame()
    assert [each.rank for each in stage.foreseen] == [1]
    desk.point((1.0, 1.0))
    desk.keys("v")
    assert not stage.foreseen
    desk.tab_to(thoughts.list)
    desk.keys("down")
    assert [each.rank for each in stage.foreseen] == [1]
    desk.keys("tab")
    desk.frame()
    assert not stage.foreseen


@pytest.mark.parametrize("game", GAMES)
def test_what_is_shown_changes_nothing_at_the_table(open_desk: Open, game: str) -> None:
    desk = at(open_desk, game, hint=True)
    desk.until(lambda: bool(desk.table.thoughts.now() and desk.table.thoughts.now().rows))  # type: ignore[union-attr]
    before, lies = desk.turn, dict(esper.get_component(Goal))
    desk.keys("v")
    desk.frame(2)
    assert desk.table.stage.foreseen
    assert maybe(HumanTurn) is before
    assert dict(esper.get_component(Goal)) == lies


def inked(line: Line) -> int:
    picture, _ = drawn(line)
    return sum(picture.get_at((x, 8))[3] > 128 and picture.get_at((x, 8))[0] > 200 for x in range(picture.get_width()))


def test_lines_are_solid_dashed_or_dotted(open_desk: Open) -> None:
    at(open_desk, "nim")
    lines = [Line(((10.0, 10.0), (110.0, 10.0)), 4.0, (255, 214, 110), pattern) for pattern in Pattern]
    solid, dashed, dotted = map(inked, lines)
    assert solid > 96
    assert 0.3 * solid < dashed < 0.9 * solid
    assert 0.2 * solid < dotted < 0.9 * solid
