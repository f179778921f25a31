"""What may come of a position: how each candidate comes out, and what chance may bring of the chosen one; at the
beginning of a round what could have been dealt."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any, NamedTuple

from components.view import Foreseen
from game.agents.agent import Candidate
from game.analysis.coming import Coming, Dealt, WhatMayCome
from game.analysis.remote import Analyses
from game.analysis.remote_position import ComingAsked, DealAsked, Endings
from game.analysis.sentences import percent
from game.rules.language import _
from game.rules.mentions import with_names
from systems.view.screens.shown import Shown
from systems.view.screens.spread import draw_spread
from systems.view.table.foreseen_marks import draw_badge
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

_CANDIDATE, _COMING, _PAD = 66.0, 25.0, 10.0
_DEAL = 42.0
_DETAIL, _STRIP = 1.25, 26.0
"""The height of a line of the cards of an exchange and the like, in sizes of its letters, and that of a strip."""
_CHANCE = 54.0
"""The width of the chance after an outcome."""
STRIPS = _("Bars: how often a move leads to which chance to win, from 0 % at the left to 100 % at the right.")


class Note(NamedTuple):
    """A row of words."""

    words: str


Row = Candidate | Coming | Note | Dealt


class ComingList:
    """A list of candidates, each with a strip of its outcomes in sampled worlds, by what the mover knew; below the
    selected one, or the played one, what chance may bring of it, with all hands open. Where a round has just been
    dealt, the deal comes first, among others that could have been."""

    def __init__(self) -> None:
        self.list = ScrollList(self._draw_row, selectable=True, on_select=self._select)
        self.rows: list[Row] = []
        self.endings: Endings | None = None
        self.coming: ComingAsked | None = None
        self.deal: DealAsked | None = None
        self._shown: Shown | None = None
        self._candidates: Sequence[Candidate] = ()
        self._chosen: Any = None
        self._analyses: Analyses | None = None
        self._key: object = None

    # --- asking ---

    def ask(self, analyses: Analyses, shown: Shown, candidates: Sequence[Candidate]) -> None:
        """Look at what may come of these candidates of a position. What was asked before is given up."""
        self.stop()
        self._analyses, self._shown, self._candidates = analyses, shown, candidates
        self._chosen = shown.moment.move
        if candidates:
            moves = [candidate.move for candidate in candidates]
            self.endings = analyses.endings(shown.rules.name, shown.view, moves, shown.moment.number)
        deal = shown.moment.deal
        if shown.match.seen is None and shown.moment.number == deal.move + 1:
            self.deal = analyses.deal_may_come(shown.asked, shown.match.deals.index(deal) + 1)
        self._ask_chance()

    def _ask_chance(self) -> None:
        """Ask what chance may bring of the chosen move, where hands may be looked at."""
        if self.coming is not None:
            self.coming.stop()
        self.coming, shown = None, self._shown
        if shown is not None and self._analyses is not None and shown.match.seen is None:
            self.coming = self._analyses.what_may_come(shown.asked, shown.moment.number, self._chosen)

    def stop(self) -> None:
        """Ask no more; what has come is forgotten."""
        for asked in (self.endings, self.coming, self.deal):
            if asked is not None:
                asked.stop()
        self.endings, self.coming, self.deal, self._shown, self._candidates, self._key = (
            None,
            None,
            None,
            None,
            (),
            None,
        )
        self.rows = []
        self.list.set_heights([])

    def _select(self, index: int) -> None:
        """Choose a candidate; another row chooses none."""
        row = self.rows[index]
        if isinstance(row, Candidate) and row.move != self._chosen:
            self._chosen = row.move
            self._ask_chance()
        self.list.selected = self._place_of_chosen()

    def _place_of_chosen(self) -> int | None:
        places = [at for at, row in enumerate(self.rows) if isinstance(row, Candidate) and row.move == self._chosen]
        return places[0] if places else None

    def foreseen(self, best: int) -> tuple[Foreseen, ...]:
        """What the table is to show: the candidate that is pointed at, else so many of the best."""
        shown, chosen = self._shown, self.list.selected if self.list.focused else None
        pointed = chosen if self.list.hover_index is None else self.list.hover_index
        row = None if pointed is None or pointed >= len(self.rows) else self.rows[pointed]
        if shown is None:
            return ()
        return tuple([
            Foreseen(rank, self._label(each), each.move, shown.view, shown.moment.number)
            for rank, each in enumerate(self._candidates, start=1)
            if (each is row if isinstance(row, Candidate) else rank <= best)
        ])  # fmt: skip

    # --- a frame ---

    def update(self, canvas: Canvas) -> None:
        """Take in what has come."""
        answered = [asked is not None and asked.over for asked in (self.coming, self.deal)]
        key = (self._shown, self._chosen, answered, canvas.measures, self.list.box.w)
        if key == self._key:
            return
        self._key = key
        candidates = [row for each in self._candidates for row in self._rows_of(each)]
        self.rows = [*self._deal_rows(), *([Note(STRIPS)] if candidates else []), *candidates]
        self.list.set_heights([self._height(canvas, row) for row in self.rows])
        self.list.selected = self._place_of_chosen()
        self._reveal()

    def _reveal(self) -> None:
        """Bring the chosen candidate into view, with what chance may bring of it; a deal as long as none was chosen."""
        if self.list.selected is None:
            return
        if self._deal_rows() and self._shown is not None and self._chosen == self._shown.moment.move:
            self.list.scroller.reveal(0.0, 0.0)
            return
        first, box = self.list.row_box(self.list.selected), self.list.box
        last = self.list.row_box(self.list.selected + len(self._chance_rows()))
        top = first.y - box.y + self.list.scroller.offset
        self.list.scroller.reveal(top, top + min(last.bottom - first.y, box.h))

    def _deal_rows(self) -> list[Row]:
        """The deal among others that could have been; nothing where all are alike."""
        deal, shown = self.deal, self._shown
        if deal is None or shown is None:
            return []
        if deal.found is None:
            return [Note(deal.failed or _("Looking at what could have been dealt…"))]
        return [Note(told_deal(deal.found, shown)), deal.found] if deal.found.others else []

    def _rows_of(self, candidate: Candidate) -> list[Row]:
        if candidate.move != self._chosen:
            return [candidate]
        return [candidate, *self._chance_rows()]

    def _chance_rows(self) -> list[Row]:
        """What chance may bring of the chosen move."""
        coming = self.coming
        if coming is None:
            return []
        if coming.found is None:
            return [Note(coming.failed or _("Looking at what chance may bring\u2026"))]
        return [Note(told_coming(coming.found)), *coming.found.rows]

    @property
    def _width(self) -> float:
        return self.list.least_width - 2 * _PAD

    def _height(self, canvas: Canvas, row: Row) -> float:
        if isinstance(row, Candidate):
            detail = self._detail(row)
            return _CANDIDATE + (self._detail_height(canvas, detail) if detail else 0.0)
        if isinstance(row, Note):
            return canvas.paragraph_height(row.words, self._width, theme.SMALL, "sans-italic", 1.25) + 12
        return _DEAL if isinstance(row, Dealt) else _COMING

    def _detail_height(self, canvas: Canvas, detail: str) -> float:
        return canvas.paragraph_height(detail, self._width, theme.SMALL, leading=_DETAIL)

    # --- drawing ---

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        row, inside = self.rows[index], Box(box.x + _PAD, box.y, self._width, box.h)
        if isinstance(row, Candidate):
            draw_row_ground(canvas, box.inset(0, 2), state)
            self._draw_candidate(canvas, inside, row)
        elif isinstance(row, Note):
            column = Box(inside.x, inside.y + 6, inside.w, 0)
            canvas.paragraph(row.words, column, theme.SMALL, theme.MUTED, "sans-italic", leading=1.25)
        elif isinstance(row, Dealt):
            self._draw_deal(canvas, inside, row)
        else:
            self._draw_coming(canvas, inside, row)

    def _draw_candidate(self, canvas: Canvas, box: Box, candidate: Candidate) -> None:
        """A candidate, its chance by what its player knew, and how that comes out in sampled worlds."""
        assert self._shown is not None
        place = next(at for at, each in enumerate(self._candidates) if each is candidate)
        chance = None if candidate.estimate is None else candidate.estimate.chance
        told, label, detail = "" if chance is None else percent(chance), self._label(candidate), self._detail(candidate)
        draw_badge(canvas, (box.x + 11, box.y + 17), place + 1, 22)
        room = box.w - 30 - 56
        size = canvas.fitting_size(label, 17, room, "sans-bold")
        canvas.text(label, box.x + 30, box.y + 17, size, theme.TEXT, "sans-bold", max_width=room, vertical="middle")
        canvas.text(told, box.right, box.y + 17, 18, theme.HEADING, "sans-bold", "right", vertical="middle")
        if detail:
            column = Box(box.x, box.y + 30, box.w, 0)
            canvas.paragraph(detail, column, theme.SMALL, theme.MUTED, leading=_DETAIL)
        rows = None if self.endings is None else self.endings.found
        if rows is not None and place < len(rows):
            draw_spread(canvas, Box(box.x, box.bottom - 9 - _STRIP, box.w, _STRIP), rows[place])

    def _label(self, candidate: Candidate) -> str:
        assert self._shown is not None
        return with_names(self._shown.rules.label(candidate.move), self._shown.match.names)

    def _detail(self, candidate: Candidate) -> str:
        assert self._shown is not None
        return with_names(self._shown.rules.detail(candidate.move), self._shown.match.names)

    def _draw_deal(self, canvas: Canvas, box: Box, deal: Dealt) -> None:
        """How the deals that could have been come out for the mover, and where among them this one lies."""
        assert self._shown is not None
        player = self._shown.moment.player
        strip = Box(box.x, box.y + 4, box.w, _STRIP)
        draw_spread(canvas, strip, [shares[player] for shares in deal.others], deal.came[player])

    def _draw_coming(self, canvas: Canvas, box: Box, coming: Coming) -> None:
        """An outcome: what it is, how likely, and the mover's chance after it; what came is in gold."""
        assert self._shown is not None
        y, player = box.centre[1], self._shown.moment.player
        ink, face = (theme.GOLD, "sans-bold") if coming.came else (theme.TEXT, "sans")
        likely = told_likely(coming, self.coming.found if self.coming is not None else None)
        room = box.w - _CHANCE - canvas.text_size(likely, theme.SMALL)[0] - 10
        size = canvas.fitting_size(coming.words, 16, room, face)
        canvas.text(coming.words, box.x, y, size, ink, face, max_width=room, vertical="middle")
        canvas.text(likely, box.right - _CHANCE, y, theme.SMALL, theme.MUTED, align="right", vertical="middle")
        told = percent(coming.chances[player])
        canvas.text(told, box.right, y, 16, ink, face, align="right", vertical="middle")


def told_deal(deal: Dealt, shown: Shown) -> str:
    """What a deal was among others for whoever decides, in a sentence."""
    player = shown.moment.player
    others = [shares[player] for shares in deal.others]
    values = {
        "share": percent(deal.came[player]),
        "mean": percent(fmean(others)),
        "worse": sum(each < deal.came[player] for each in others),
        "number": len(others),
    }
    if shown.name == "You":
        return _(
            "This deal gave you {share}. Deals give {mean} in the mean; worse ones, of {number} by lot: {worse}.",
            **values,
        )
    return _(
        "This deal gave {name} {share}. Deals give {mean} in the mean; worse ones, of {number} by lot: {worse}.",
        name=shown.name,
        **values,
    )


def told_coming(found: WhatMayCome) -> str:
    """What the rows of what may come are, in a sentence."""
    if not found.rows:
        return _("Chance has no part in this move itself.")
    if found.exact:
        return _("What chance may bring, how likely it is, and the chance then, with all hands open:")
    return _("Some of what chance may bring, by lot, and the chance then, with all hands open:")


def told_likely(coming: Coming, found: WhatMayCome | None) -> str:
    """Whether an outcome came, and how likely it is, where all were counted out."""
    likely = percent(coming.likely) if found is not None and found.exact else ""
    if not coming.came:
        return likely
    return _("came, {likely}", likely=likely) if likely else _("came")
