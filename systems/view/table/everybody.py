"""Ask everybody: what each AI of a game would play at a position, by moves, with the judge's chance of each.

It takes a position and shows what comes: at the table on one's own turn, and wherever else a position is looked at.
"""

from collections.abc import Sequence
from typing import Any

from components.view import Foreseen
from game.analysis.opinions import Agreement, Opinion, agreements
from game.analysis.remote import Analyses
from game.analysis.remote_position import EverybodyAsked
from game.analysis.sentences import called_in_words
from game.games import registry
from game.games.characters import name_for
from game.rules.language import _, first_sentence, joined, ngettext, pgettext, with_minus
from game.rules.mentions import with_names
from systems.view.table.characters import character_of
from systems.view.table.estimates import ahead_in_words, chance_in_words
from systems.view.table.flat_cards import draw_face
from systems.view.table.foreseen_marks import draw_badge
from systems.view.table.thoughts import plain_words, written
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

_PAD, _BAR, _LINE = 10.0, 9.0, 20.0
_HEAD = 48.0
"""The height of a move and of its bar."""
_FACE, _FACES = 26.0, 30.0
"""The width of a face, and the height of the row of those who would play a move: agreement is its length."""
_SMALL = theme.SMALL
_SHOWN = 3
"""So many moves are shown on the table."""


class EverybodyPanel:
    """What everybody would play, in a list: a move that is selected tells the reasons of those who would play it."""

    def __init__(self) -> None:
        self.asked: EverybodyAsked | None = None
        self._game = ""
        self._view: Any = None
        self._number = 0
        self._names: Sequence[str] = ()
        self._played: Any = None
        self._you: str = pgettext("within a sentence", "you")
        self._rows: list[Agreement] = []
        self._key: object = None
        self.list = ScrollList(self._draw_row, selectable=True, hint="")

    # --- asking ---

    def ask(self, analyses: Analyses, game: str, view: Any, number: int, names: Sequence[str]) -> None:
        """Ask everybody about a position, the view of whoever is to make the move of this number; `names` are the
        players'. What was asked before is given up."""
        self.stop()
        self._game, self._view, self._number, self._names = game, view, number, names
        self._played = None
        self.list.selected = None
        self.asked = analyses.ask_everybody(game, view, number)

    def mark(self, move: Any, who: str) -> None:
        """Mark the move that was played there, and by whom: "you", or a name."""
        self._played, self._you = move, who

    def stop(self) -> None:
        """Ask no more; what has come is forgotten."""
        if self.asked is not None:
            self.asked.stop()
        self.asked, self._rows, self._key = None, [], None
        self.list.set_heights([])

    @property
    def progress(self) -> str:
        """How far it is, in a few words: what the numbers are, once all have answered."""
        if self.asked is None:
            return ""
        done = sum(opinion.done for opinion in self.asked.opinions) + len(self.asked.failed)
        whole = len(self.asked.opinions)
        if done < whole:
            return _("{done} of {whole}", done=done, whole=whole)
        return "" if self.asked.trouble else _("chance by the judge") if self.asked.over else _("the judge thinks")

    def foreseen(self) -> tuple[Foreseen, ...]:
        """What the table is to show: the move that is pointed at or selected, else the first ones, each with how many
        would play it."""
        pointed = self.list.selected if self.list.hover_index is None else self.list.hover_index
        rows = self._rows
        places = range(min(_SHOWN, len(rows))) if pointed is None or pointed >= len(rows) else (pointed,)
        return tuple(
            [
                Foreseen(
                    place + 1,
                    joined([self._label(rows[place].move), self._how_many(rows[place])], ": "),
                    rows[place].move,
                    self._view,
                    self._number,
                )
                for place in places
            ]
        )

    def _how_many(self, row: Agreement) -> str:
        whole = 0 if self.asked is None else len(self.asked.opinions) - len(self.asked.failed)
        return _("{done} of {whole}", done=len(row.opinions), whole=whole) if row.opinions else _("the judge")

    # --- a frame ---

    def update(self, canvas: Canvas) -> None:
        """Take in what has come, in a list as wide as its box."""
        if self.asked is None:
            return
        key = (self.asked, self.asked.changes, self.list.box.w, canvas.measures, self.list.selected, self._played)
        if key == self._key:
            return
        self._key = key
        selected = self._selected_move
        self._rows = agreements(self.asked.opinions, self.asked.judgement)
        moves = [row.move for row in self._rows]
        self.list.selected = moves.index(selected) if selected in moves else None
        heights = [self._height(canvas, place) for place in range(len(self._rows))]
        if rest := self._rest():
            heights.append(canvas.paragraph_height(rest, self._width, _SMALL, leading=1.25) + 14)
        chosen = self.list.selected
        self.list.set_heights(heights)
        self.list.selected = chosen
        self._key = (*key[:4], chosen, self._played)

    @property
    def _selected_move(self) -> Any:
        """The move of the selected row: it stays selected while rows come and go."""
        at = self.list.selected
        return self._rows[at].move if at is not None and at < len(self._rows) else None

    @property
    def _width(self) -> float:
        """What words are measured and drawn with, whether the bar shows or not: they break at the same words."""
        return self.list.least_width - 2 * _PAD

    def _height(self, canvas: Canvas, place: int) -> float:
        row = self._rows[place]
        height = self._head + canvas.paragraph_height(self._told(row), self._width, _SMALL, leading=1.25) + 8
        height += _FACES if row.opinions else 0.0
        if place == self.list.selected:
            height += sum(self._reason_height(canvas, opinion) for opinion in row.opinions) + 4
        return height

    @property
    def _head(self) -> float:
        """The height of a move and of its bar, where there are any."""
        return _HEAD if self.asked is not None and not self.asked.trouble else _HEAD - 18

    def _reason_height(self, canvas: Canvas, opinion: Opinion) -> float:
        words = sentence_of(opinion.reason, self._names)
        return _LINE + canvas.paragraph_height(words, self._width, _SMALL, leading=1.22) + 6

    def _told(self, row: Agreement) -> str:
        """Who would play a move, and what it does."""
        plain = plain_words(registry.game(self._game).rules, self._view, row.move)
        return joined([self._who(row), with_names(plain, self._names)], "\n")

    def _who(self, row: Agreement) -> str:
        """Who would play a move: who they are, and how many."""
        names = [self._called(opinion.ai) for opinion in row.opinions]
        if row.move == self._played and self._played is not None:
            names.insert(0, self._you)
        if not names:
            return _("only the judge")
        words = joined(names)
        return (
            words
            if len(names) == 1
            else joined([ngettext("{number} agrees", "{number} agree", len(names)), words], ": ")
        )

    def _rest(self) -> str:
        """What is told of those who have not answered."""
        assert self.asked is not None
        failed = self.asked.failed
        thinking = [each for each in self.asked.opinions if not each.done and each.ai not in failed]
        told: list[str] = [self._so_far(each) for each in thinking if each.move is not None]
        if waiting := joined([self._called(each.ai) for each in thinking if each.move is None]):
            told.append(_("Still to answer: {waiting}.", waiting=waiting))
        told += [_("{ai} {why}.", ai=self._called(ai), why=why) for ai, why in failed.items()]
        if self.asked.trouble:
            told.append(_("This game has no judge, so there are no chances to compare."))
        return joined(told, "\n")

    def _so_far(self, opinion: Opinion) -> str:
        """To which move an AI leans, and after how many roll-outs."""
        values = {"ai": self._called(opinion.ai), "move": self._label(opinion.move)}
        if not opinion.tries:
            return _("{ai}, so far: {move}.", **values)
        return ngettext(
            "{ai}, so far, after {number:,} try: {move}.",
            "{ai}, so far, after {number:,} tries: {move}.",
            opinion.tries,
            **values,
        )

    def _called(self, ai: str) -> str:
        return name_for(self._game, ai)

    def _label(self, move: Any) -> str:
        return with_names(registry.game(self._game).rules.label(move), self._names)

    def _detail(self, move: Any) -> str:
        return with_names(registry.game(self._game).rules.detail(move), self._names)

    # --- drawing ---

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        x, right = box.x + _PAD, box.x + _PAD + self._width
        if index >= len(self._rows):
            canvas.paragraph(
                self._rest(), Box(x, box.y + 6, self._width, 0), _SMALL, theme.MUTED, "sans-italic", leading=1.25
            )
            return
        row = self._rows[index]
        draw_row_ground(canvas, box.inset(0, 2), state)
        tone = theme.MARKS[row.called]
        told = "…" if row.chance is None else chance_in_words(row.chance)
        if self.asked is not None and self.asked.trouble:
            told = ""
        width = canvas.text_size(told, 18, "sans-bold")[0]
        left = x
        if index < _SHOWN:
            draw_badge(canvas, (x + 11, box.y + 18.5), index + 1, 22)
            left += 30
        label, room = self._label(row.move), right - left - width - 10
        if detail := self._detail(row.move):
            longer = joined([label, detail], ": ")
            label = longer if canvas.text_size(longer, 16, "sans-bold")[0] <= room else label
        size = canvas.fitting_size(label, 18, room, "sans-bold")
        canvas.text(label, left, box.y + 18.5, size, theme.TEXT, "sans-bold", max_width=room, vertical="middle")
        canvas.text(told, right, box.y + 18.5, 18, theme.HEADING, "sans-bold", "right", vertical="middle")
        word = "" if row.called is None else called_in_words(row.called)
        room = canvas.text_size(word, _SMALL, "sans-bold")[0] + 8 if word else 0.0
        if self._head == _HEAD:
            canvas.bar(Box(x, box.y + 33, right - x - room, _BAR), row.chance or 0.0, tone)
            canvas.text(word, right, box.y + 37.5, _SMALL, tone, "sans-bold", "right", vertical="middle")
        y = box.y + self._head
        if row.opinions:
            self._draw_faces(canvas, Box(x, y, self._width, _FACES), row)
            y += _FACES
        y += canvas.paragraph(self._told(row), Box(x, y, self._width, 0), _SMALL, theme.MUTED, leading=1.25) + 6
        for opinion in row.opinions if index == self.list.selected else ():
            y += self._draw_reason(canvas, x, y, opinion)

    def _draw_faces(self, canvas: Canvas, box: Box, row: Agreement) -> None:
        """The faces of those who would play a move, side by side, lapped where they are many."""
        step = min(_FACE + 3, (box.w - _FACE) / max(1, len(row.opinions) - 1))
        for place, opinion in enumerate(row.opinions):
            person = character_of(registry.ai(self._game, opinion.ai)).person
            draw_face(canvas, person, box.x + place * step, box.y + _FACE / 2, _FACE)

    def _draw_reason(self, canvas: Canvas, x: float, y: float, opinion: Opinion) -> float:
        """An AI, its own score, and why; how high it is."""
        score = own_score(self._game, opinion)
        room = self._width - canvas.text_size(score, _SMALL)[0] - 8
        canvas.text(self._called(opinion.ai), x, y, _SMALL, theme.GOLD, "sans-bold", max_width=room)
        canvas.text(score, x + self._width, y, _SMALL, theme.TEXT, align="right")
        words = sentence_of(opinion.reason, self._names)
        canvas.paragraph(words, Box(x, y + _LINE, self._width, 0), _SMALL, theme.MUTED, leading=1.22)
        return self._reason_height(canvas, opinion)


def own_score(game: str, opinion: Opinion) -> str:
    """What an AI itself gives its move, in its own unit: only the judge's chances can be compared."""
    estimate = opinion.estimate
    if estimate.chance is not None:
        return _("{chance} to win", chance=chance_in_words(estimate.chance))
    if estimate.expected is not None:
        return ahead_in_words(estimate.expected)
    known = next((ai for ai in registry.ais(game) if ai.name == opinion.ai), None)
    if known is not None and known.learns_table:
        return _("learnt value {value}", value=written(opinion.score))
    return _("score {score}", score=written(opinion.score))


def sentence_of(reason: str, names: Sequence[str]) -> str:
    """The first sentence of a reason, the players by name."""
    return with_minus(first_sentence(with_names(reason, names)))
