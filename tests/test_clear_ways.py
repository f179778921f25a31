"""Arrows and labels of candidates keep clear of words, of the table's edge, and of each other."""

from itertools import combinations, pairwise

import pytest

from systems.view.table.clear_ways import Arrow, Ground, Label, beside, corners, farther_off, overlap, places, way
from systems.view.toolkit.canvas import Box, Point

ROOM = Box(0, 0, 1000, 600)
LEFT, RIGHT = Box(50, 280, 40, 40), Box(850, 280, 40, 40)
WORDS = Box(400, 330, 160, 90)
"""They stand where the simplest arrow between the two would go."""


def led(told: list[Box], arrows: tuple[Arrow, ...] = (), pieces: tuple[Box, ...] = ()) -> tuple[Point, ...]:
    """The points of an arrow from the left to the right."""
    return way(LEFT, RIGHT, arrows, (), Ground(ROOM, told, pieces))


def over(points: tuple[Point, ...], box: Box) -> bool:
    """Whether any of these lies over a box."""
    return any(box.contains(point) for point in points)


def test_an_arrow_goes_around_words() -> None:
    assert over(led([]), WORDS)
    around = led([WORDS])
    assert not over(around, WORDS)
    assert all(ROOM.contains(point) for point in around)


def test_an_arrow_goes_around_pieces_that_it_does_not_lead_to() -> None:
    assert not over(led([], pieces=(WORDS, LEFT, RIGHT)), WORDS)


def test_an_arrow_goes_around_a_piece_that_lies_under_few_of_its_points() -> None:
    arrow = led([])
    for point in arrow[5:-5]:
        small = Box.around(point, 12, 12)
        assert not over(led([], pieces=(small,)), small)


def test_an_arrow_is_no_longer_than_it_need_be() -> None:
    piles = (Box(501, 241, 107, 150), Box(641, 244, 107, 150))
    ground = Ground(Box(4, 4, 1243, 712), (), (*piles, Box(516, 500, 145, 204), Box(676, 500, 145, 204)))
    first = Arrow(1, way(piles[1], Box(973, 500, 91, 1), (), (), ground))
    other = way(piles[0], Box(919, 500, 145, 1), (first,), piles[1:], ground)
    assert not over(other, piles[1])
    assert all(y > piles[1].centre[1] for _, y in other), "it goes below the other pile, not around it"


def test_an_arrow_is_bent_one_way_where_that_does() -> None:
    rows = ((132.6, 1), (247.1, 1), (361.7, 5), (476.3, 7))
    stones = [Box(343.6 + 74.6 * number, y, 67.1, 67.1) for y, count in rows for number in range(count)]
    told = (Box(16, 294, 244, 190), Box(16, 538, 244, 72), Box(16, 610, 244, 94), Box(286, 379.3, 26, 32))
    ground = Ground(Box(4, 4, 948, 712), (*told, Box(286, 493.9, 26, 32)), stones)
    best, other = Box(716.63, 476.31, 141.74, 67.14), Box(567.43, 361.72, 141.74, 67.14)
    taken = Box(101.454, 635.25, 66.347, 35.234)
    first = Arrow(1, way(best, taken, (), (other,), ground))
    points = way(other, taken, (first,), (best,), ground)
    turns = [side(a, b, c) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
    assert all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)


def test_an_arrow_does_not_lead_back_over_what_it_leads_away_from() -> None:
    row, goal, other = Box(380, 364, 523, 96), Box(71, 624, 110, 51), Box(914, 512, 203, 96)
    below = [Box(380 + 107 * number, 512, 96, 96) for number in range(7)]
    told = (
        Box(16, 146, 244, 94),
        Box(16, 294, 244, 190),
        Box(16, 538, 244, 72),
        Box(16, 610, 244, 94),
        Box(315, 544, 26, 32),
    )
    ground = Ground(Box(4, 4, 1243, 712), told, below)
    best = Arrow(1, way(other, Box(101, 635, 66, 35), (), (row,), ground))
    assert not over(way(row, goal, (best,), (other,), ground), row)


@pytest.mark.parametrize(
    ("first", "second"), [((140, 840), (280, 420)), ((820, 320), (300, 420)), ((20, 680), (240, 420))]
)
def test_an_arrow_crosses_none_that_it_can_get_around(first: tuple[int, int], second: tuple[int, int]) -> None:
    found: list[Arrow] = []
    for start, end in (first, second):
        points = way(Box(start, 60, 80, 112), Box(end, 440, 80, 112), found, (), Ground(ROOM, (), ()))
        found.append(Arrow(1, points))
    assert not crossed(found[0].points, found[1].points)


def crossed(one: tuple[Point, ...], other: tuple[Point, ...]) -> bool:
    """Whether a part of one line crosses a part of another."""
    return any(
        side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(other)
    )


def side(a: Point, b: Point, point: Point) -> float:
    """On which side of the line from a to b a point lies, by the sign."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def test_an_arrow_may_end_over_words_that_it_leads_to() -> None:
    assert led([RIGHT.inset(-60)]) == led([])


def test_arrows_keep_apart() -> None:
    one = Arrow(1, led([]))
    other = led([], (one,))
    assert other != one.points
    middle, before = other[len(other) // 2], one.points[len(one.points) // 2]
    assert abs(middle[1] - before[1]) > 50


def test_labels_stand_on_their_arrows_but_not_over_words_or_each_other() -> None:
    arrow = Arrow(1, led([]))
    x, y = arrow.points[len(arrow.points) // 2]
    words = Box.around((x, y), 200, 60)
    (alone,) = places([Label(1, 120, 34, beside(arrow, 120))], [arrow], Ground(ROOM, (), ()))
    assert alone.contains((x, y))
    two = places([Label(rank, 120, 34, beside(arrow, 120)) for rank in (1, 2)], [arrow], Ground(ROOM, (words,), ()))
    assert [overlap(box, corners([words])) for box in two] == [0.0, 0.0]
    assert overlap(two[0], corners(two[1:])) == 0.0


def test_labels_that_have_no_room_beside_their_arrows_stand_a_row_farther_off() -> None:
    deck, hand = Box(589, 234, 74, 104), [Box(191 + 111 * number, 408, 102, 144) for number in range(9)]
    told = (Box(20, 232, 180, 108), Box(883, 244, 352, 84), Box(16, 348, 390, 42), Box(670, 270, 48, 32))
    ground = Ground(Box(4, 4, 1243, 712), told, (deck, *hand))
    arrows: list[Arrow] = []
    ways = (
        (1, Box(589, 338, 74, 1), Box(191, 408, 978, 144)),
        (2, deck, hand[0]._replace(h=1)),
        (3, Box(246, 408, 649, 296), deck),
    )
    for rank, start, end in ways:
        arrows.append(Arrow(rank, way(start, end, arrows, (), ground)))
    middles = [beside(arrow, 340) for arrow in arrows]
    labels = [Label(a.rank, 340, 34, near, farther_off(near, 340)) for a, near in zip(arrows, middles, strict=True)]
    found = places(labels, arrows, ground)
    assert not any(overlap(one, corners([other])) for one, other in combinations(found, 2))
    assert not any(overlap(box, corners([*told, *hand])) for box in found)


def test_a_label_does_not_hide_a_short_arrow() -> None:
    arrow = Arrow(1, way(Box(100, 100, 80, 112), Box(100, 280, 80, 112), (), (), Ground(ROOM, (), ())))
    (box,) = places([Label(1, 100, 34, beside(arrow, 100))], [arrow], Ground(ROOM, (), ()))
    assert sum(box.contains(point) for point in arrow.points) <= len(arrow.points) / 2


def test_a_label_without_an_arrow_covers_no_card_that_it_can_get_around() -> None:
    deck, pile = Box(501, 241, 107, 150), Box(641, 244, 107, 150)
    cards = (deck, pile, *(Box(516 + 160 * number, 500, 145, 204) for number in range(3)))
    ground = Ground(Box(4, 4, 1243, 712), (Box(16, 554, 224, 150), Box(505, 16, 240, 66), Box(452, 306, 46, 32)), cards)
    arrows = [Arrow(1, way(pile, Box(973, 500, 91, 1), (), (), ground))]
    arrows.append(Arrow(2, way(deck, Box(919, 500, 145, 1), arrows, (pile,), ground)))
    labels = [Label(each.rank, 200, 34, beside(each, 200), farther_off(beside(each, 200), 200)) for each in arrows]
    middles = [(628.0, 470.0 - 40 * step) for step in (1, 2, 3)]
    found = places([*labels, Label(3, 129, 34, middles, farther_off(middles, 129))], arrows, ground)
    assert [overlap(box, corners(cards)) for box in found] == [0.0, 0.0, 0.0]
    assert not any(overlap(one, corners([other])) for one, other in combinations(found, 2))


def test_of_free_places_a_label_takes_the_nearest() -> None:
    deck, hand = Box(589, 234, 74, 104), [Box(191 + 111 * number, 408, 102, 144) for number in range(9)]
    told = (Box(20, 232, 180, 108), Box(883, 244, 352, 84), Box(16, 348, 390, 42), Box(670, 270, 48, 32))
    ground = Ground(Box(4, 4, 1243, 712), told, (deck, *hand))
    arrow = Arrow(3, way(Box(246, 408, 649, 296), deck, (), (), ground))
    taken = [Label(1, 253, 34, [(762.0, 373.0)]), Label(2, 257, 34, [(440.0, 318.0)])]
    middles = beside(arrow, 271)
    found = places([*taken, Label(3, 271, 34, middles, farther_off(middles, 271))], [arrow], ground)[-1]
    x, y = arrow.points[len(arrow.points) // 2]
    assert max(found.x - x, x - found.right, found.y - y, y - found.bottom) < 150


def test_of_a_label_without_room_the_number_stays() -> None:
    arrow = Arrow(2, way(Box(100, 100, 80, 112), Box(300, 480, 80, 112), (), (), Ground(ROOM, (), ())))
    cards = [Box(x, y, 120, 100) for x in (0, 130, 270, 400, 530, 660, 790, 920) for y in (0, 110, 220, 360, 470)]
    middles = beside(arrow, 330)
    label = Label(2, 330, 34, middles, farther_off(middles, 330), 38)
    (box,) = places([label], [arrow], Ground(ROOM, (Box(0, 322, 1000, 37),), cards))
    assert (box.w, box.h) == (38, 34)
    (box,) = places([label], [arrow], Ground(ROOM, (), ()))
    assert box.w == 330


def test_a_label_stays_in_the_room() -> None:
    (box,) = places([Label(1, 300, 34, [(990, 5)])], [], Ground(ROOM, (), ()))
    assert (box.right, box.y) == (1000, 0)


def test_a_label_rather_lies_over_a_piece_than_that_it_touches_another_by_a_corner() -> None:
    labels = [Label(1, 170, 34, [(500, 300)]), Label(2, 170, 34, [(666, 330), (500, 400)])]
    one, other = places(labels, [], Ground(ROOM, (), (Box(400, 380, 200, 40),)))
    assert overlap(one, corners([other])) == 0
    assert other.centre == (500, 400)
