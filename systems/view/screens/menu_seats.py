"""The seats of the menu's table: who sits there as cards, and of the chosen one who it is and who could sit there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from game.games.levels import BETWEEN, is_level
from game.games.registry import AI
from game.games.seats import HUMAN
from game.rules.language import _
from game.rules.translation import translated
from systems.view.screens.menu_chairs import EMPTY, Chairs
from systems.view.screens.menu_more import strength_of
from systems.view.table.characters import MOST, PEOPLE, YOU, Character, asked_for, character_of
from systems.view.toolkit import drawings, portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT, card_shadow
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.widgets import Button, Widget, icon

_CARD, _ROOM = 214.0, 0.565
"""The height of a card where there is room, and the share of the width that all of a game's cards have."""
_GAP = 12.0
_PIP = 13.0
_PIPS = 32.0
"""What pips below a card take."""
_PIPS_APART = 9.0
"""Between the pips of faces in a row."""
_FACES, _FACE = 96.0, 84.0
"""The height of a face with its word and pips, and where there is little room."""
_ROOMY = 65.0
"""From this height on, what is told of a chair may be set large."""
_INK: Colour = (60, 34, 30)


def draw_pips(canvas: Canvas, x: float, y: float, strength: int, size: float = _PIP) -> None:
    """Draw four pips from `x` on, around the height `y`, as many of them filled as somebody is strong."""
    for place in range(MOST):
        name = "pip" if place < strength else "pip_open"
        canvas.picture(drawings.icon(name, canvas.px(size), theme.GOLD[:3]), x + size * (1.2 * place + 0.5), y)


def pips_width(size: float = _PIP) -> float:
    """How wide four pips are."""
    return size * (1.2 * (MOST - 1) + 1)


class SeatCard(Widget):
    """A chair: the card of whoever sits there, or the place for somebody."""

    radius = 12.0

    def __init__(self, on_press: Callable[[], None]) -> None:
        super().__init__()
        self.on_press = on_press
        self.name = ""
        self.character: Character | None = None
        self.person = YOU
        self.empty = False
        self.chosen = False
        self.tells_strength = False

    def activate(self) -> None:
        """Choose the chair."""
        self.on_press()

    @property
    def _card(self) -> Box:
        """The card itself, upright at the top of the box."""
        height = self.box.w / CARD_ASPECT
        return Box(self.box.x, self.box.y, self.box.w, height)

    def draw(self, canvas: Canvas) -> None:
        """Draw the card with its name, and below it, where there is room, how strong somebody is."""
        card = self._card
        if self.empty:
            self._draw_place(canvas, card)
            return
        rect = canvas.rect(card)
        canvas.picture(card_shadow(rect.h, 0.0, 0.3), card.centre[0] + 2, card.centre[1] + 5)
        canvas.surface.blit(portraits.card(self.person, rect.size), rect)
        name = translated(self.name).upper()
        size = canvas.fitting_size(name, card.h * 0.078, card.w * 0.82, "serif-bold", 8.0)
        middle = card.centre[0], card.y + card.h * 0.917
        canvas.text(name, *middle, size, _INK, "serif-bold", "centre", card.w * 0.86, "middle")
        if self.chosen:
            canvas.ring(card.inset(-5), theme.FOCUS, 2.4, 14)
        elif self.hover.level:
            canvas.ring(card.inset(-3), (*theme.GOLD[:3], round(220 * self.hover.level)), 1.8, 13)
        if self.tells_strength and self.character is not None and self.character.strength:
            x = card.centre[0] - pips_width() / 2
            draw_pips(canvas, x, card.bottom + 20, self.character.strength)

    def _draw_place(self, canvas: Canvas, card: Box) -> None:
        """Draw the place for somebody."""
        lit = self.hover.level
        ink = theme.mix(theme.FAINT, theme.GOLD, lit)
        canvas.shape(card, (255, 236, 200, round(10 + 16 * lit)), rim=(*ink[:3], 130), rim_width=1.6, radius=11)
        plus = drawings.icon("plus", canvas.px(30), (ink[0], ink[1], ink[2]))
        canvas.picture(plus, card.centre[0], card.centre[1] - 12)
        canvas.text(
            _("Free seat"), card.centre[0], card.centre[1] + 22, 16, ink, "sans", "centre", card.w - 12, "middle"
        )


class Face(Widget):
    """Somebody who could sit down: a round picture with a word below, and pips. `beside` are the words of all in its
    row, which have one size."""

    radius = 10.0

    def __init__(
        self, words: str, person: portraits.Person | None, strength: int, on_press: Callable[[], None]
    ) -> None:
        super().__init__()
        self.words = words
        self.person = person
        self.strength = strength
        self.on_press = on_press
        self.chosen = False
        self.beside: Sequence[str] = (words,)

    def activate(self) -> None:
        """Let that one sit down."""
        self.on_press()

    def draw(self, canvas: Canvas) -> None:
        """Draw the picture, the word and the pips."""
        bust, x = self.box.h * 0.48, self.box.centre[0]
        y = self.box.y + 4 + bust / 2
        around = Box.around((x, y), bust + 7, bust + 7)
        if self.person is None:
            canvas.shape(around.inset(3.5), (66, 50, 60), rim=theme.GOLD_LINE, rim_width=1.6, radius=bust / 2)
            canvas.picture(drawings.icon("more", canvas.px(24), theme.HEADING[:3]), x, y)
        else:
            canvas.picture(portraits.bust(self.person, canvas.px(bust)), x, y)
        if self.chosen or self.hover.level:
            colour = theme.FOCUS if self.chosen else (*theme.GOLD[:3], round(230 * self.hover.level))
            canvas.ring(around, colour, 2.2, around.w / 2)
        ink, face = (theme.HEADING, "sans-bold") if self.chosen else (theme.TEXT, "sans")
        size = min(canvas.fitting_size(each, 16, self.box.w - 2, "sans-bold", 12.0) for each in self.beside)
        canvas.text(self.words, x, self.box.y + bust + 19, size, ink, face, "centre", self.box.w, "middle")
        if self.strength:
            pip = min(10.0, (self.box.w - _PIPS_APART) / pips_width(1))
            draw_pips(canvas, x - pips_width(pip) / 2, self.box.bottom - 11, self.strength, pip)


class SeatsPanel:
    """The seats of a table, the faces that could take the chosen one, and what is told of who sits there."""

    def __init__(
        self, chairs: Chairs, changed: Callable[[], None], others: Callable[[], None], tell: Callable[[], None]
    ) -> None:
        """`changed` is called when somebody else sits down, `others` to ask for somebody among all, `tell` to tell
        more of who sits at the chosen chair."""
        self.chairs = chairs
        self._changed = changed
        self._others = others
        self.cards = [SeatCard(partial(self._press, index)) for index in range(len(chairs.specs))]
        self.leavers = [self._leaver(index) for index in range(len(chairs.specs))]
        self.more = Button("", tell, style="quiet", icon=icon("help"), hint=_("More of this player"))
        self.faces: list[Face] = []
        self.record = ""
        """What has come of the matches against the opponent, where there is one."""
        self.refresh()

    def _leaver(self, index: int) -> Button:
        button = Button("", lambda: self._take(index, EMPTY), icon=icon("close"), hint=_("Leave this seat free"))
        button.radius = 13.0
        return button

    @property
    def widgets(self) -> list[Widget]:
        """Everything to press."""
        pairs = zip(self.cards, self.leavers, strict=True)
        return [*(widget for pair in pairs for widget in pair), self.more, *self.faces]

    # --- who sits where ---

    def _press(self, index: int) -> None:
        """Choose a chair; one that is free is taken at once."""
        self.chairs.chosen = index
        if self.chairs.specs[index] == EMPTY:
            self.chairs.fill(index)
        self._changed()

    def _take(self, index: int, spec: str) -> None:
        self.chairs.take(index, spec)
        if spec == EMPTY and self.chairs.chosen == index:
            self.chairs.chosen = index - 1
        self._changed()

    def _offer(self, spec: str) -> None:
        self._take(self.chairs.chosen, spec)

    def refresh(self) -> None:
        """Show who sits there now."""
        humans = [index for index, spec in enumerate(self.chairs.specs) if spec == HUMAN]
        for index, card in enumerate(self.cards):
            card.character = self._character(index)
            card.empty = self.chairs.specs[index] == EMPTY
            card.chosen = index == self.chairs.chosen
            card.tells_strength = len(self.cards) > 2
            if card.character is not None:
                card.person = card.character.person
            elif index in humans:
                card.person = PEOPLE[humans.index(index) % len(PEOPLE)]
            card.name = self.name_of(index)
            card.hint = (
                _("Let somebody sit here")
                if card.empty
                else _("Choose who sits here instead of {name}", name=card.name)
            )
            self.leavers[index].visible = self.chairs.may_be_empty(index) and not card.empty
        self._make_faces()
        self.more.visible = self.chairs.ai(self.chairs.chosen) is not None

    def _character(self, index: int) -> Character | None:
        """Who sits at a chair; one between the levels is as strong as it is asked to be."""
        ai = self.chairs.ai(index)
        if ai is None:
            return None
        found = asked_for(ai, self.chairs.specs[index])
        if ai.name == BETWEEN:
            return replace(found, strength=1 + round((MOST - 1) * strength_of(self.chairs.specs[index])))
        untrained = self.chairs.untrained_words(index, found.name)
        return replace(found, words=untrained, strength=0) if untrained else found

    def name_of(self, index: int) -> str:
        """Who sits at a chair, in a word or two."""
        ai = self.chairs.ai(index)
        if ai is not None:
            return character_of(ai).name
        humans = [place for place, spec in enumerate(self.chairs.specs) if spec == HUMAN]
        return _("You") if len(humans) == 1 else _("Player {number}", number=index + 1)

    def _make_faces(self) -> None:
        """The faces that could take the chosen chair: you, the levels, and the way to all others."""
        spec, ai = self.chairs.specs[self.chairs.chosen], self.chairs.ai(self.chairs.chosen)
        before = [face.words for face in self.faces]
        you = self._face(_("You"), YOU, 0, HUMAN, spec == HUMAN)
        you.hint = _("Sit down here yourself, or let a friend")
        made = [you]
        for each in self.chairs.levels:
            made.append(self._level(each, spec))
        others = Face(_("Others"), None, 0, self._others)
        others.hint = _("Everybody who plays this game")
        others.chosen = ai is not None and not any(face.chosen for face in made)
        made.append(others)
        for face in made:
            face.beside = [each.words for each in made]
        if before == [face.words for face in made]:
            for face, new in zip(self.faces, made, strict=True):
                face.chosen, face.on_press, face.hint = new.chosen, new.on_press, new.hint
        else:
            self.faces = made

    def _level(self, ai: AI, spec: str) -> Face:
        """A level, told by its strength; of a game without levels an AI, told by its name."""
        found = character_of(ai)
        words = found.strength_words if is_level(ai.name) else found.name
        face = self._face(words, found.person, found.strength, ai.name, spec == ai.name)
        face.hint = _("{name}: {words}", name=found.name, words=found.words)
        return face

    def _face(self, words: str, person: portraits.Person, strength: int, spec: str, chosen: bool) -> Face:
        face = Face(words, person, strength, lambda: self._offer(spec))
        face.chosen = chosen
        return face

    # --- places ---

    def arrange(self, box: Box) -> None:
        """Place everything in the left part of the panel."""
        count, all_cards = len(self.cards), box.w * _ROOM
        below = 0.0 if count == 2 else _PIPS
        width = min(min(_CARD, box.h - below) * CARD_ASPECT, (all_cards - _GAP * (count - 1)) / count)
        gap = (all_cards - width * count) / max(1, count - 1)  # from edge to edge, however many they are
        height = width / CARD_ASPECT
        top = box.y if count == 2 else box.y + (box.h - height - below) / 2
        for index, (card, leaver) in enumerate(zip(self.cards, self.leavers, strict=True)):
            card.box = Box(box.x + index * (width + gap), top, width, height)
            leaver.box = Box.around((card.box.right - 6, card.box.y + 6), 26, 26)
        self._between = Box(box.x + width + 22, box.y, gap - 44, box.h)
        self._details = box.left_part(all_cards, 28)[1]
        details = self._details
        self.more.box = Box(details.right - 34, details.y - 4, 34, 34)
        high = _FACES if details.h >= _CARD else _FACE
        row = Box(details.x - 6, details.bottom - high, details.w + 12, high)
        for face, place in zip(self.faces, row.columns(len(self.faces), 0), strict=True):
            face.box = place

    # --- drawing ---

    def draw(self, canvas: Canvas) -> None:
        """Draw what is told beside the cards and the faces."""
        if len(self.cards) == 2:
            self._draw_between(canvas)
        self._draw_details(canvas)

    def _draw_between(self, canvas: Canvas) -> None:
        """Draw between two cards whom somebody plays against, and how that went so far."""
        box = self._between
        x = box.right - 6
        half = box.h / 2 - 15  # which leaves room for the pip
        for y in (box.y, box.bottom - half):
            canvas.shape(Box(x, y, 1.4, half), theme.GOLD_LINE, radius=0.7)
        canvas.picture(drawings.icon("pip_open", canvas.px(20), theme.GOLD[:3]), x + 0.7, box.centre[1])
        name = self.name_of(0)
        size = canvas.fitting_size(name, 27, box.w - 8, "serif")
        canvas.text(name, box.x, box.y + 16, size, theme.HEADING, "serif", max_width=box.w - 8, vertical="middle")
        canvas.text(_("against"), box.x, box.y + 54, 16, theme.MUTED, vertical="middle")
        other = self.name_of(1)
        canvas.text(other, box.x, box.y + 76, 18, theme.TEXT, "sans-bold", max_width=box.w - 8, vertical="middle")
        canvas.paragraph(self.record, Box(box.x, box.y + 100, box.w - 24, 0), 16, theme.MUTED)

    def _draw_details(self, canvas: Canvas) -> None:
        """Draw who sits at the chosen chair."""
        box, index = self._details, self.chairs.chosen
        found, name = self.cards[index].character, self.name_of(index)
        y = box.y + 15
        room = box.w * 0.5
        size = canvas.fitting_size(name, 27, room, "serif")
        drawn = canvas.text(name, box.x, y, size, theme.HEADING, "serif", max_width=room, vertical="middle")
        words: str = _("Whoever sits in front of the screen. Pick a face below to watch somebody play here instead.")
        if found is not None:
            words = found.words
            if found.strength:
                draw_pips(canvas, drawn.right + 14, y, found.strength, 15)
                left = drawn.right + 14 + pips_width(15) + 12
                canvas.text(found.strength_words, left, y, 17, theme.GOLD, max_width=self.more.box.x - left,
                            vertical="middle")  # fmt: skip
        line = self.faces[0].box.y - (14 if box.h >= _CARD else 2)
        self._draw_words(canvas, words, Box(box.x, box.y + 38, box.w, line - box.y - 38))
        canvas.shape(Box(box.x, line, box.w, 1.2), (*theme.GOLD_LINE[:3], 150), radius=0.6)

    @staticmethod
    def _draw_words(canvas: Canvas, words: str, room: Box) -> None:
        """Draw words as large as there is room for."""
        size = 18.0 if room.h >= _ROOMY and len(canvas.lines(words, room.w, 18)) <= 2 else 16.0
        if canvas.paragraph_height(words, room.w, size) <= room.h:
            canvas.paragraph(words, room, size, theme.TEXT)
        else:  # close together, and close below the name
            canvas.paragraph(words, Box(room.x, room.y - 4, room.w, 0), theme.SMALL, theme.TEXT, leading=1.15)
