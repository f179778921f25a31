"""What stands where there is nothing yet: a picture, what there will be, in a few words, and a button to begin it."""

from collections.abc import Callable

from systems.view.toolkit import drawings, portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT, card_shadow
from systems.view.toolkit.widgets import EMPTY, Button

Picture = Callable[[Canvas, Box], None]
"""Draws into the middle of a box."""
_WIDTH = 560.0
_PICTURE, _LEAST_PICTURE = 168.0, 72.0
"""The height of the picture, and the least: where there is no room for that, there is none."""
_TITLE, _BUTTON = 42.0, 54.0
_GAP = 22.0


class Invitation:
    """The picture, the words and the button, one below another; `arrange` them first."""

    def __init__(self, picture: Picture, button: Button | None = None) -> None:
        self._picture = picture
        self._button = button
        self._place = self._above = EMPTY

    def arrange(self, canvas: Canvas, place: Box, words: str) -> None:
        """Place everything in the middle of a place."""
        width = min(_WIDTH, place.w)
        below = _TITLE + canvas.paragraph_height(words, width) + (_GAP + _BUTTON if self._button is not None else 0.0)
        room = min(_PICTURE, place.h - below - _GAP)
        high = room if room >= _LEAST_PICTURE else 0.0
        whole = Box.around(place.centre, width, below + (high + _GAP if high else 0.0))
        self._above, self._place = whole.top_part(high, _GAP if high else 0.0)
        if self._button is not None:
            self._button.box = Box.around((whole.centre[0], whole.bottom - _BUTTON / 2), 260, _BUTTON)

    def draw(self, canvas: Canvas, title: str, words: str) -> None:
        """Draw all but the button."""
        if self._above.h:
            self._picture(canvas, self._above)
        middle, room = self._place.centre[0], self._place.w
        size = canvas.fitting_size(title, theme.SECTION + 2, room, "serif")
        canvas.text(title, middle, self._place.y, size, theme.HEADING, "serif", "centre", room)
        canvas.paragraph(words, self._place.top_part(_TITLE)[1], align="centre")


def company(*people: portraits.Person) -> Picture:
    """Three players as cards side by side, the middle one before the others."""

    def draw(canvas: Canvas, box: Box) -> None:
        for place in (0, 2, 1):
            high = box.h * (1.0 if place == 1 else 0.84)
            wide = high * CARD_ASPECT
            card = Box.around((box.centre[0] + (place - 1) * box.h * 0.56, box.centre[1]), wide, high)
            rect = canvas.rect(card)
            canvas.picture(card_shadow(rect.h, 0.0, 0.3), card.centre[0] + 2, card.centre[1] + 5)
            canvas.surface.blit(portraits.card(people[place], rect.size), rect)

    return draw


def sign(name: str) -> Picture:
    """An icon in a ring."""

    def draw(canvas: Canvas, box: Box) -> None:
        ring = Box.around(box.centre, box.h * 0.8, box.h * 0.8)
        canvas.shape(ring, (255, 236, 200, 12), rim=theme.GOLD_LINE, rim_width=1.6, radius=ring.w / 2)
        canvas.picture(drawings.icon(name, canvas.px(ring.h * 0.46), theme.GOLD[:3]), *box.centre)

    return draw


def bust(person: portraits.Person) -> Picture:
    """A face in a ring."""

    def draw(canvas: Canvas, box: Box) -> None:
        canvas.picture(portraits.bust(person, canvas.px(box.h * 0.9)), *box.centre)

    return draw
