"""The line of a table: smaller where its box is narrow, broken where that is not enough, never cut."""

import pytest

from systems.view.table.prompt import draw_on_empty, draw_prompt
from systems.view.toolkit.canvas import Box, Canvas
from tests.window.audit import texts_cut

WORDS = "Position 1 of 65: you gave 100 points of the match away here. What is better?"


@pytest.mark.parametrize("width", [700.0, 405.0])
def test_a_prompt_is_told_whole_in_the_middle_of_its_box(canvas: Canvas, width: float) -> None:
    lines: list[tuple[str, Box]] = []
    draw, box = Canvas.text, Box(100, 100, width, 34)

    def noted(canvas: Canvas, words: str, *rest: object) -> Box:
        lines.append((words, draw(canvas, words, *rest)))  # type: ignore[arg-type]
        return lines[-1][1]

    with pytest.MonkeyPatch.context() as patch, texts_cut() as cut:
        patch.setattr(Canvas, "text", noted)
        draw_prompt(canvas, box, WORDS)
    assert cut == set()
    told = lines[1::2]  # each after its shadow
    assert " ".join(words for words, _ in told) == WORDS
    assert len(told) == (1 if width == 700.0 else 2)
    for _words, found in told:
        assert box.x <= found.x
        assert found.right <= box.right
    assert max(found.w for _, found in told) < 1.5 * min(found.w for _, found in told), "no line of a single word"
    middle = (told[0][1].y + told[-1][1].bottom) / 2
    assert abs(middle - box.centre[1]) < 4


@pytest.mark.parametrize(("width", "lines"), [(110.0, ["no camels"]), (66.0, ["no", "camels"]), (30.0, [])])
def test_words_on_an_empty_place_are_broken_but_never_within_a_word(
    canvas: Canvas, monkeypatch: pytest.MonkeyPatch, width: float, lines: list[str]
) -> None:
    told: list[str] = []
    monkeypatch.setattr(Canvas, "text", lambda _canvas, words, *_rest, **_more: told.append(words))
    draw_on_empty(canvas, Box(100.0, 100.0, width, 110.0), "no camels")
    assert told == lines
