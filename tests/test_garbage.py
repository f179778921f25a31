"""The search for objects that hold only each other falls into no frame of play."""

import gc
from collections.abc import Iterator

import pytest

from game.base import garbage


@pytest.fixture
def searches() -> Iterator[list[int]]:
    """The generations that have been searched since."""
    found: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            found.append(info["generation"])

    before = gc.get_threshold()
    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)
    gc.set_threshold(*before)


def test_what_grows_while_a_screen_stands_is_not_searched_whole(searches: list[int]) -> None:
    garbage.clear_away()
    assert searches == [2]
    searches.clear()
    held = [[number] for number in range(300_000)]
    assert len(held) == 300_000
    assert searches.count(1) > 10
    assert 2 not in searches
