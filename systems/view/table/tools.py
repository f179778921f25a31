"""The tools at the top of the side panel: what can be done at a table beside moves, each a sign and a word."""

import math
from collections.abc import Callable, Hashable, Sequence
from functools import partial

from components.table import Pace
from game.base.settings import Settings
from game.matches.session import Session
from game.rules.language import _, pgettext
from game.rules.translation import translated
from systems.snapshot import only
from systems.view.table.ports import RANKED, Commands, Company, Voice
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.theme import Skin
from systems.view.toolkit.widgets import Button, icon

NOTHING_TO_UNDO = _("There is no move of yours in this round to take back.")
_ONE_MOVE = _("Let the AI make one move, then pause (N)")
_OWN_MOVE = _("It is your move: N lets an AI make one.")
_HINT = _("Hint on your turn (H)")
_ROW, _GAP = 42.0, 4.0
_SIGN, _WORD, _AIR, _LEAST_AIR, _EASY_AIR = 18.0, theme.SMALL, 4.0, 2.0, 6.0
"""The height of a sign and of a word, what is kept free at both sides of the word, how little at least, and how much
where columns can be made wider for it."""
_EASY, _LEAST = 11.0, 8.0
"""The least size of a word that is easily read, and the least at all: one that is too long then is left out."""
_FEW, _MOST_BESIDE = 4, 5
_SPEEDS = ((1.0, "1×", "1"), (4.0, "4×", "4"), (math.inf, "", "0"))


class Tool(Button):
    """A button with a sign and below it a word; `hint` tells the rest, and the key."""

    def __init__(self, sign: str, word: str, on_press: Callable[[], None], hint: str = "", shortcut: str = "") -> None:
        super().__init__("", on_press, icon=icon(sign), hint=hint, shortcut=shortcut, show_shortcut=False)
        self.word = word

    def look(self) -> Hashable:
        return super().look(), translated(self.word)

    def _draw_content(self, canvas: Canvas, skin: Skin) -> None:
        x, middle = self.box.centre[0], self.box.centre[1] + self.press.level
        sign, room = self.icon, self.box.w - 2 * _LEAST_AIR
        size = canvas.fitting_size(self.word, _WORD, self.box.w - 2 * _AIR, "sans", _EASY)
        size = canvas.fitting_size(self.word, size, room, "sans", _LEAST)
        worded = canvas.text_size(self.word, size, "sans")[0] <= room  # else the hint tells it
        if sign is not None:
            canvas.picture(sign(canvas.px(_SIGN), self.resting_ink), x, middle - (9 if worded else 0))
        if worded:
            canvas.text(self.word, x, middle + 9, size, skin.ink, "sans", "centre", room, "middle")


class Tools:
    """The tools of those who play, or of those who watch, for whom speeds stand below."""

    def __init__(self, commands: Commands, company: Company, session: Session, voice: Voice) -> None:
        self._commands = commands
        self._company = company
        self._session = session
        self._voice = voice
        self._watching = company.watching
        self.general = self._make_general()
        self.watch = self._make_watch()

    @property
    def buttons(self) -> list[Button]:
        """All of them, in the order of Tab."""
        return [*self.general, *self.watch]

    def _make_general(self) -> list[Button]:
        commands = self._commands
        menu = Tool("menu", _("Menu"), commands.leave, _("To the menu (Esc)"))
        undo = Tool("undo", _("Undo"), commands.undo, _("Take back (U)"), "U")
        undo.on_refused = self._voice.tell
        hint = Tool("lamp", _("Hint"), commands.toggle_hint, _HINT, "H")
        hint.on_refused = self._voice.tell
        eye = Tool("eye", _("Thoughts"), commands.toggle_overlay, _("What the AIs think (O)"), "O")
        learnt = Tool("chart", _("Learnt"), commands.show_learning, _("What is learnt here (F2)"), "F2")
        rules = Tool("help", _("Rules"), commands.show_help, _("Rules and keys (F1)"), "F1")
        settings = Tool("settings", _("Settings"), commands.show_settings, _("Settings (S)"), "S")
        own: list[Button] = [] if self._watching else [undo] if commands.guided else [undo, hint]
        seen = not commands.guided and (self._watching or not self._company.all_human)
        thoughts: list[Button] = [eye] if seen else []
        learning: list[Button] = [learnt] if self._session.learners else []
        return [menu, *own, *thoughts, *learning, rules, settings]

    def _make_watch(self) -> list[Button]:
        """What lets AIs go on, or stand still; nothing where none plays by itself."""
        commands = self._commands
        if commands.guided or (len(self._company.humans) > 1 and not self._watching):
            return []
        self._pause = Tool("pause", _("Pause"), commands.toggle_pause, _("Pause (P)"), "P")
        self._step = Tool("step", pgettext("one move of an AI", "Step"), commands.step, _ONE_MOVE, "N")
        self._step.on_refused = self._voice.tell
        return [self._pause, self._step, *(self._speeds() if self._watching else [])]

    def _speeds(self) -> list[Button]:
        buttons = []
        for speed, name, key in _SPEEDS:
            button = Button(name, partial(self._commands.set_speed, speed), shortcut=key, show_shortcut=False, size=16)
            button.hint = _("Speed {name} ({key})", name=name, key=key)
            if not name:
                button.icon, button.hint = icon("fast"), _("As fast as can be ({key})", key=key)
            buttons.append(button)
        return buttons

    # --- a frame ---

    def update(self, settings: Settings, waits: bool) -> None:
        """Bring everything up to date with the settings, the match, and whether a move waits, which can be taken
        back."""
        pace = only(Pace)
        for button in self.general:
            if button.shortcut == "U":
                there = waits or (self._session.undo_target() is not None and not pace.busy)
                button.enabled = there and not settings.ranked
                button.hint = _("Take back (U)") if there or pace.busy else NOTHING_TO_UNDO
                button.hint = RANKED if settings.ranked else button.hint
            elif button.shortcut == "O":
                button.chosen = settings.overlay
            elif button.shortcut == "H":
                button.chosen, button.enabled = settings.hint, not settings.ranked
                button.hint = RANKED if settings.ranked else _HINT
        if self.watch:
            self._update_watch()

    def _update_watch(self) -> None:
        pause, step = self._pause, self._step
        paused = only(Pace).paused
        pause.icon, pause.chosen = icon("play" if paused else "pause"), paused
        pause.word = _("Go on") if paused else _("Pause")
        pause.hint = _("Go on (P)") if paused else _("Pause (P)")
        step.enabled = not self._company.human_moves
        step.hint = _ONE_MOVE if step.enabled else _OWN_MOVE
        for button, (speed, _name, _key) in zip(self.watch[2:], _SPEEDS, strict=False):
            button.chosen = self._commands.speed == speed

    def arrange(self, canvas: Canvas, box: Box) -> float:
        """Place the tools along the top of a box, in two rows, or in one where they are few; return their height."""
        if len(self.buttons) <= _FEW:
            _place(canvas, [box.top_part(_ROW)[0]], [self.buttons])
            return _ROW
        rows = box.top_part(2 * _ROW + _GAP)[0].rows(2, _GAP)
        half = len(self.general) if self._watching else min(_MOST_BESIDE, -(-len(self.buttons) // 2))
        upper, lower = self.buttons[:half], self.buttons[half:]
        if len(upper) == len(lower):
            _place(canvas, rows, [upper, lower])
        else:
            _place(canvas, rows[:1], [upper])
            _place(canvas, rows[1:], [lower])
        return 2 * _ROW + _GAP


def _place(canvas: Canvas, rows: Sequence[Box], tools: Sequence[Sequence[Button]]) -> None:
    """Share rows out among equally many tools: in columns of one width, or, where the word of one needs more, each as
    wide as its words need and a share of the rest."""
    columns = list(zip(*tools, strict=True))
    needs = [max(_need(canvas, tool) for tool in column) for column in columns]
    even = (rows[0].w - _GAP * (len(needs) - 1)) / len(needs)
    spare = even * len(needs) - sum(needs)
    # Where there is too little room, words bear it, which can be set smaller.
    bearing = [spare > 0 or all(isinstance(tool, Tool) for tool in column) for column in columns]
    widths = [need + spare * bears / max(1, sum(bearing)) for need, bears in zip(needs, bearing, strict=True)]
    if max(needs) <= even:
        widths = [even] * len(needs)
    for row, beside in zip(rows, tools, strict=True):
        x = row.x
        for tool, width in zip(beside, widths, strict=True):
            tool.box = Box(x, row.y, width, row.h)
            x += width + _GAP


def _need(canvas: Canvas, tool: Button) -> float:
    """The width in which a tool shows its word, or whatever it has instead, with ease."""
    if not isinstance(tool, Tool):
        return tool.natural_width(canvas)
    return canvas.text_size(tool.word, _WORD)[0] + 2 * _EASY_AIR
