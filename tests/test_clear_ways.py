"""Arrows and labels of candidates keep clear of words, of the table's edge, and of each other."""

from systems.view.table.clear_ways import Arrow, Ground, Label, beside, corners, overlap, places, way
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


def test_a_label_stays_in_the_room() -> None:
    (box,) = places([Label(1, 300, 34, [(990, 5)])], [], Ground(ROOM, (), ()))
    assert (box.right, box.y) == (1000, 0)
