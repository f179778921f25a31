"""The moves as buttons at the foot of the side panel: rows of actions, a button for every offer."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from components.table import MatchOver
from game.rules.language import _, joined, keyed
from systems.human import (
    NOT_YOUR_TURN,
    HumanTurn,
    Offer,
    Picked,
    locate,
    picked_entities,
    picked_pieces,
    why_no_move,
)
from systems.input import InputSystem
from systems.snapshot import maybe
from systems.view.table.action_rows import Action, ActionRow
from systems.view.table.ports import Company, Scene, Voice
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import PRESS_KEYS, Button, Kind, UiEvent, even

_HEIGHT, _GAP = 44.0, 7.0
_LOW_HEIGHT, _LOW_GAP = 37.0, 5.0
_ROOMY_ROWS = 4
"""With more rows than these, each is lower."""
_MOST_BESIDE = 3
"""More buttons of a row than these go on in another line."""
_MOST_LINES = 7
"""More lines than these are turned over by pages."""
_USES = 36.0
"""The width of the column that tells how often an action may still be used."""


_Line: TypeAlias = tuple[str | None, list[Button]]
"""Buttons beside each other, and how often what they do may be used."""


class MoveButton(Button):
    """A button for a move. The keyboard reaches it also while the move cannot be made, and is told why when it presses
    it."""

    @property
    def takes_focus(self) -> bool:
        """Whether Tab stops here: wherever it is seen."""
        return self.focusable and self.visible

    def handle(self, event: UiEvent, canvas: Canvas) -> bool:
        """React to an event; a key that would press it is refused as the pointer is."""
        if not self.enabled and event.kind is Kind.KEY and event.key in PRESS_KEYS:
            if self.on_refused is not None:
                self.on_refused(self.hint)
            return True
        return super().handle(event, canvas)


class MoveButtons:
    """One button for every action of the table's view, or one for each of its offers where there are several.

    Where the view lends its AI, one more button lets it make a single move for the human.
    """

    def __init__(
        self,
        scene: Scene,
        kinds: Sequence[str],
        company: Company,
        human: InputSystem,
        voice: Voice,
        play_for_me: Callable[[], None],
    ) -> None:
        """`kinds` are those of the game's moves."""
        self._view, self._stage = scene.view, scene.stage
        self._kinds = kinds
        self._company = company
        self._human = human
        self._voice = voice
        self._made: dict[tuple[int, int, int], Button] = {}
        self._rows: list[tuple[ActionRow, list[Button]]] = []
        self._uses: list[tuple[str, Box]] = []
        self._page = 0
        self._more = Button("", self._turn_page, size=17)
        self._more.hint = _("Further moves")
        self._more.visible = False
        self.main: Any = None
        """The move whose button is the main one; while it is None, that is the one button that can be pressed."""
        self.lend: Button | None = None
        if self._view.plays_for_humans:
            self.lend = MoveButton(_("Play for me"), play_for_me, shortcut="G", show_shortcut=False, size=18)
            self.lend.on_refused = voice.tell

    @property
    def buttons(self) -> list[Button]:
        """The buttons of moves, row by row."""
        return [button for _, row in self._rows for button in row]

    @property
    def widgets(self) -> list[Button]:
        """All buttons in the order of Tab."""
        more = [self._more] if self._more.visible else []
        return [*self.buttons, *more, *([self.lend] if self.lend else [])]

    def _turn_page(self) -> None:
        self._page += 1

    def button_of(self, move: Any) -> Button | None:
        """The button that makes a move now; None while none does."""
        turn = maybe(HumanTurn)
        for row, buttons in self._rows:
            left = iter(buttons)
            for action in row.actions:
                offers = [offer.move for offer in _offers(turn, action)]
                for offered, button in zip(offers or [None], left, strict=False):
                    if offers and offered == move:
                        return button
        return None

    # --- a frame ---

    def update(self, ranked: bool = False) -> None:
        """Bring the buttons up to date with what the human to move can do; where the match is ranked no AI moves for
        it."""
        turn, picked = maybe(HumanTurn), picked_pieces()
        rows = self._view.action_rows(self._stage, self._kinds, self._company.names)
        self._rows = []
        for line, row in enumerate(rows):
            buttons: list[Button] = []
            for place, action in enumerate(row.actions):
                offers = _offers(turn, action)
                for number in range(max(1, len(offers))):
                    button = self._button(line, place, number)
                    self._set(button, action, offers, number, turn, picked)
                    buttons.append(button)
            self._rows.append((row, buttons))
        self._mark_main()
        if self.lend is not None:
            self.lend.enabled = self._company.human_moves
            words = _("The AI makes one move for you; the match then counts for no rating (G)")
            self.lend.hint = words if self.lend.enabled else _not_now()
            self.lend.visible = not ranked

    def _mark_main(self) -> None:
        """Let one button at most stand out: where several moves can be made, none is the usual one."""
        ready = [button for button in self.buttons if button.enabled]
        alone = ready[0] if len(ready) == 1 else None
        main = alone if self.main is None else self.button_of(self.main)
        for button in self.buttons:
            button.style = "primary" if button is main else "plain"

    def _button(self, line: int, place: int, number: int) -> Button:
        key = (line, place, number)
        if key not in self._made:
            button = MoveButton("", size=19)
            button.may_break = True
            button.on_refused = self._voice.tell
            self._made[key] = button
        return self._made[key]

    def _set(
        self, button: Button, action: Action, offers: list[Offer], number: int, turn: HumanTurn | None, picked: Picked
    ) -> None:
        first = [] if offers or picked else self._view.first_picks(self._stage, action.kind)
        button.enabled = bool(offers or first)
        button.label = offers[number].label if offers and not (action.fixed and len(offers) == 1) else action.label
        button.shortcut, button.show_shortcut = action.shortcut if number == 0 else "", False
        told = keyed(button.label, button.shortcut) if button.shortcut else ""
        if action.how_often:
            told = joined([told or button.label, action.how_often], ": ")
        button.hint = told if offers or first else self._why_not(action, turn, picked)
        button.on_press = lambda: self._press(action, number)

    def _why_not(self, action: Action, turn: HumanTurn | None, picked: Picked) -> str:
        if action.why_not:
            return action.why_not
        if turn is None:
            return _not_now()
        if not picked and action.kind in turn.kinds:
            return _("Pick the {pieces} for this move first.", pieces=self._view.pieces)
        return why_no_move(turn, picked, action.kind)

    def _press(self, action: Action, number: int) -> None:
        turn = maybe(HumanTurn)
        offers = _offers(turn, action)
        if number < len(offers):
            self._human.confirm(offers[number])
        elif turn is not None and not picked_entities():
            first = self._view.first_picks(self._stage, action.kind)
            if action.at_once:
                self._human.make(action.kind, first)
                return
            if why := self._human.admits(first):
                self._voice.refuse(why)
                return
            for entity in first:
                if locate(entity) not in picked_pieces():
                    self._human.toggle(entity)
            self._voice.play("select")

    # --- places ---

    def layout(self, inner: Box) -> float:
        """Place the buttons at the foot of the panel; return their height."""
        lines = [line for row, buttons in self._rows for line in _lines(row, buttons)]
        shown = self._page_of(lines)
        self._more.visible = len(shown) < len(lines)
        if not shown:
            return 0.0
        count = len(shown) + self._more.visible
        height, gap = (_LOW_HEIGHT, _LOW_GAP) if count > _ROOMY_ROWS else (_HEIGHT, _GAP)
        whole = count * (height + gap) - gap
        places = iter(Box(inner.x, inner.bottom - whole, inner.w, whole).rows(count, gap))
        counted = any(uses is not None for uses, _ in lines)
        self._uses = []
        for (uses, buttons), box in zip(shown, places, strict=False):
            last = buttons is lines[-1][1]
            placed = [self.lend, *buttons] if last and self.lend is not None else buttons
            if counted and (uses or not last):
                column, box = box.left_part(_USES - gap, gap)
                self._uses.append((uses or "", column))
            for button, part in zip(placed, box.columns(len(placed), gap), strict=True):
                button.box = part
        if self._more.visible:
            self._more.box = Box(inner.x, inner.bottom - height, inner.w, height)
        return whole

    def _page_of(self, lines: list[_Line]) -> list[_Line]:
        """The lines that are shown: all of them, or where there are too many the page that has been turned to."""
        if len(lines) <= _MOST_LINES:
            self._page, shown = 0, lines
        else:
            size = _MOST_LINES - 1
            pages = -(-len(lines) // size)
            self._page %= pages
            shown = lines[self._page * size :][:size]
            self._more.label = _("More moves ({page} of {pages})", page=self._page + 1, pages=pages)
        for _line, buttons in lines:
            for button in buttons:
                button.visible = any(buttons is each for _line, each in shown)
        return shown

    def draw(self, canvas: Canvas) -> None:
        """Draw how often each row may still be used, and let buttons of one width have letters of one size; they are
        drawn by their group."""
        seen = [button for button in self.widgets if button.visible and not button.breaks(canvas)]
        for wide in {round(button.box.w) for button in seen}:
            even(canvas, [button for button in seen if round(button.box.w) == wide])
        for words, box in self._uses:
            ink = theme.FAINT if words == "0×" else theme.GOLD
            canvas.text(words, *box.centre, 19, ink, "sans-bold", "centre", vertical="middle")


def _not_now() -> str:
    """Why nobody can move here now."""
    return NOT_YOUR_TURN if maybe(MatchOver) is None else _("The match is over.")


def _lines(row: ActionRow, buttons: list[Button]) -> list[_Line]:
    """The lines of a row: how often it may be used stands before the first."""
    count = max(1, -(-len(buttons) // _MOST_BESIDE))
    size = -(-len(buttons) // count)
    parts = [buttons[start : start + size] for start in range(0, len(buttons), size)]
    return [(row.uses if at == 0 else None, part) for at, part in enumerate(parts)]


def _offers(turn: HumanTurn | None, action: Action) -> list[Offer]:
    if turn is None:
        return []
    offered = [*turn.offers, *turn.free] if action.any_time else turn.offers
    return [offer for offer in offered if offer.kind == action.kind and action.includes(offer.move)]
