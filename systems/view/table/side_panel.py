"""The panel at the side of the table: controls, what AIs think, the move log, and the moves as buttons."""

from collections.abc import Callable, Sequence
from typing import Any

from components.view import Foreseen
from game.analysis.remote import Analyses
from game.base.settings import Settings
from game.games import registry
from game.matches.session import Session
from game.rules.language import _, joined, pgettext
from systems.human import HumanTurn, picked_entities
from systems.input import InputSystem
from systems.snapshot import maybe
from systems.view.table.characters import character_of
from systems.view.table.everybody import EverybodyPanel
from systems.view.table.log_list import LogList
from systems.view.table.move_buttons import MoveButtons
from systems.view.table.overlay import BEST, ThoughtList
from systems.view.table.pieces import TablePieces
from systems.view.table.ports import Commands, Company, Scene, Voice
from systems.view.table.table_thoughts import SHUT, TableThoughts
from systems.view.table.thoughts import Thought
from systems.view.table.tools import Tools
from systems.view.table.tutor import Tutor
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button, Widget, icon

_PAD = 14.0
_HEAD, _BARS, _LINE = 32.0, 20.0, 17.0
"""The height of a title, of what is said below that of thoughts about their bars in a line, and of each further one."""
_SWITCH, _WORDED = 32.0, 98.0
"""How wide the switches beside a head are: a sign alone, and one with a word where that is enough."""


class SidePanel:
    """Everything in the side panel, laid out anew each frame for the size of the window."""

    def __init__(
        self,
        scene: Scene,
        company: Company,
        voice: Voice,
        commands: Commands,
        session: Session,
        human: InputSystem,
        thoughts: TableThoughts,
        settings: Callable[[], Settings],
        tutor: Tutor,
        analyses: Analyses,
    ) -> None:
        self._scene = scene
        self._company = company
        self._voice = voice
        self._commands = commands
        self._session = session
        self._human = human
        self._thinking = thoughts
        self._settings = settings
        self._tutor = tutor
        self._analyses = analyses
        self.asking = False
        """Whether everybody is asked on a human's own turns."""
        self.everybody = EverybodyPanel()
        self._asked_at = 0
        self.box = Box(0, 0, 0, 0)
        self.thoughts = ThoughtList(sums=False, on_press=self._pick_hinted)
        self.log = LogList(session, company)
        self._tab_before = False
        self.tab = self._make_tab()
        self.best = self._make_best()
        self.sums = Button("\u0192", commands.toggle_sums, size=18, shortcut="F", show_shortcut=False)
        self.ask = _switch("ask", commands.toggle_asking, "A")
        self.teach = _switch("tutor", commands.toggle_tutor, "J")
        self.offer = Button(_("Show a hint"), commands.toggle_hint, icon=icon("lamp"), size=17, shortcut="H")
        self.group = Group()
        self.pieces = TablePieces(scene, company, self.group)
        self._make_controls()

    @property
    def moves(self) -> list[Button]:
        """The buttons of moves."""
        return self._buttons.buttons if self._buttons else []

    def button_of(self, move: Any) -> Button | None:
        """The button that makes a move now; None while none does."""
        return self._buttons.button_of(move) if self._buttons else None

    def mark(self, move: Any) -> None:
        """Let the button of a move be the one that stands out, or as usual that of the only one that can be made."""
        if self._buttons is not None:
            self._buttons.main = move

    def _order(self) -> list[Widget]:
        """All widgets in the order of Tab."""
        moves = self._buttons.widgets if self._buttons else []
        return [
            self.pieces,
            *moves,
            *self.tools.buttons,
            self.offer,
            self.tab,
            self.sums,
            self.best,
            self.everybody.list,
            self.thoughts.list,
            self.teach,
            self.ask,
            self.log,
        ]

    # --- making ---

    def _make_controls(self) -> None:
        """Make the buttons of those who play, or of those who watch."""
        self._watching = self._company.watching
        self.tools = Tools(self._commands, self._company, self._session, self._voice)
        self._buttons = None if self._watching else self._make_buttons()
        self.group.set_widgets(self._order())

    def _make_buttons(self) -> MoveButtons:
        kinds, play_for_me = self._session.game.rules.kinds, self._commands.play_for_me
        return MoveButtons(self._scene, kinds, self._company, self._human, self._voice, play_for_me)

    def _make_tab(self) -> Button:
        def switch() -> None:
            self._tab_before = not self._tab_before

        return Button(
            "",
            switch,
            icon=icon("back"),
            hint=_("What the AI thought before its last move (B)"),
            shortcut="B",
            show_shortcut=False,
        )

    @staticmethod
    def _make_best() -> Button:
        def switch() -> None:
            button.chosen = not button.chosen

        button = _switch("three", switch, "V")
        return button

    # --- a frame ---

    def update(self, seconds: float, canvas: Canvas) -> None:
        """Bring everything up to date and let time pass."""
        if self._company.watching != self._watching:
            self._make_controls()
        self._update_moves()
        self._update_asking()
        self._update_tools()
        self._layout(canvas, self._scene.side)
        if self.everybody.asked is not None:
            self.everybody.update(canvas)
        self.thoughts.sums = self._settings().sums
        if self.shows_thoughts:
            self.thoughts.show(self._thought(), canvas)
        self.log.measure(canvas)
        self.group.update(seconds)
        self._scene.stage.foreseen = self._foreseen()

    @property
    def shows_thoughts(self) -> bool:
        """Whether there is a place for thoughts: it stays where it is while hints and AIs' thoughts take turns."""
        settings = self._settings()
        own = (settings.hint or self.asking) and not self._company.watching
        return own or (settings.overlay and not self._company.all_human)

    def _thought(self) -> Thought | None:
        """What is thought now, as far as the settings show it; else what was thought before the last move."""
        settings, now = self._settings(), self._thinking.now()
        before = self._thinking.before if settings.overlay else None
        if now is not None:
            wanted = settings.hint if now.player in self._company.humans else settings.overlay
            if wanted and not (self._tab_before and before is not None):
                return now
        return before

    def _pick_hinted(self, place: int) -> None:
        """Pick the cards of a move of the hint, and go to the button that makes it."""
        thought = self.thoughts.thought
        if thought is None or thought.advisor is None or place >= len(thought.rows):
            return
        move = thought.rows[place].move
        why = self._human.pick(move)
        if why is not None:
            self._voice.refuse(why)
            return
        self._voice.play("select")
        self._update_moves()
        self.group.focus(self.button_of(move), by_keyboard=True)

    def go_to_hint(self) -> None:
        """Take the keyboard, where it is in use, to the moves of the hint: arrows and Enter choose one."""
        if self.group.by_keyboard and self._company.human_moves:
            self.group.focus(self.thoughts.list)

    @property
    def _may_ask(self) -> bool:
        """Whether there is nothing to show but a hint, for which nobody has asked."""
        return self._company.human_moves and not self._settings().hint and self._thought() is None

    def _update_asking(self) -> None:
        """Ask everybody once about each decision of a human, as long as that is wanted."""
        turn = maybe(HumanTurn)
        if not self.asking or turn is None or self._thinking.hidden():
            self.everybody.stop()
            self._asked_at = 0
            return
        if turn.number != self._asked_at:
            self._asked_at = turn.number
            game, number = self._session.game.name, self._session.move_number
            self.everybody.ask(self._analyses, game, turn.view, number, self._company.names)

    def _foreseen(self) -> tuple[Foreseen, ...]:
        """What the table shows of what is listed: of what was thought before only what is pointed at, nothing of a move
        whose pieces are picked already, and nothing while a move waits, for which the line of the table is needed."""
        if self._tutor.waits:
            return ()
        if self.everybody.asked is not None:
            return self.everybody.foreseen()
        if not self.shows_thoughts:
            return ()
        past, turn = self.thoughts.thought is self._thinking.before, maybe(HumanTurn)
        made = [] if turn is None or not picked_entities() else [offer.move for offer in turn.offers]
        seen = self.thoughts.foreseen(BEST if self.best.chosen and not past else 0)
        return tuple([each for each in seen if each.move not in made])

    def _update_moves(self) -> None:
        if self._buttons is not None:
            self._buttons.update(self._settings().ranked)
            order = self._order()
            if order != self.group.widgets:
                self.group.set_widgets(order)

    def _update_tools(self) -> None:
        settings = self._settings()
        self.tools.update(settings, self._tutor.waits)
        asked = self.everybody.asked is not None
        before = self._thinking.before is not None and not asked
        self.tab.visible = settings.overlay and not self._watching and before
        advised = not (self._watching or self._commands.guided or settings.ranked)
        self.ask.visible = self.teach.visible = advised
        self.ask.chosen, self.teach.chosen = self.asking, self._tutor.on
        self.ask.hint = _("Ask nobody any more (A)") if self.asking else _("Ask everybody on your turns (A)")
        self.teach.hint = (
            _("Tutor off (J)") if self._tutor.on else _("Tutor: it asks once before you make a mistake (J)")
        )
        self.best.visible = self.shows_thoughts and not asked
        self.best.hint = (
            _("Show only what is pointed at (V)") if self.best.chosen else _("The three best on the table (V)")
        )
        self.offer.visible = self.shows_thoughts and not asked and self._may_ask and not settings.ranked
        self.sums.visible, self.sums.chosen = self.best.visible, settings.sums
        self.sums.hint = _("Words alone (F)") if settings.sums else _("The numbers behind the words (F)")
        self.tab.chosen = self._tab_before
        self.tab.hint = _("Back to now (B)") if self._tab_before else _("What the AI thought before its last move (B)")

    def _layout(self, canvas: Canvas, box: Box) -> None:
        self.box = box
        inner = box.inset(_PAD)
        rest = inner.top_part(self.tools.arrange(canvas, inner), 8)[1]
        buttons = self._buttons.layout(inner) if self._buttons else 0.0
        room = Box(rest.x, rest.y, rest.w, rest.h - buttons - (10 if buttons else 0))
        self._layout_lists(canvas, room)

    def _layout_lists(self, canvas: Canvas, room: Box) -> None:
        self.everybody.list.visible = self.everybody.asked is not None
        asking = self.everybody.list.visible or self.offer.visible
        self.thoughts.list.visible = self.shows_thoughts and not asking
        log_height = room.h
        self._thought_head = self._log_head = room
        if self.shows_thoughts:
            log_height = max(min(88.0, room.h * 0.3), room.h * 0.23)  # low panels are the thoughts' first
            thought_box = Box(room.x, room.y, room.w, room.h - log_height - 8)
            further = max(0, len(self._below_head(canvas, room.w)) - 1)
            self._thought_head, rows = thought_box.top_part(_HEAD + _BARS + _LINE * further)
            self.thoughts.list.box = rows
            self.everybody.list.box = thought_box.top_part(_HEAD + 4)[1]
            self.best.box = Box(thought_box.right - _SWITCH, thought_box.y - 2, _SWITCH, 30)
            self.sums.box = self.best.box.moved(-_SWITCH - 4, 0)
            self.tab.box = self.sums.box.moved(-_SWITCH - 4, 0)
            self.offer.box = Box(rows.x, rows.y, rows.w, 44)
        log_box = Box(room.x, room.bottom - log_height, room.w, log_height)
        self._log_head, self.log.box = log_box.top_part(_HEAD)
        self._place_switches(canvas, log_box)

    def _place_switches(self, canvas: Canvas, box: Box) -> None:
        """The switches beside the head of the log: with words where these have room beside it, else signs alone."""
        switches = self.teach, self.ask
        self.teach.label, self.ask.label = _("Tutor"), pgettext("everybody, what to play", "Ask")
        needed = [each.natural_width(canvas) for each in switches]
        widths = [_WORDED, _WORDED] if max(needed) <= _WORDED else needed
        if self._mods_seeing or sum(widths) + 4 > box.w - canvas.text_size(_("Moves"), 22, "serif")[0] - 10:
            self.teach.label = self.ask.label = ""
            widths = [_SWITCH, _SWITCH]
        left = box.right - sum(widths) - 4
        for each, wide in zip(switches, widths, strict=True):
            each.box, left = Box(left, box.y - 2, wide, 30), left + wide + 4

    # --- drawing ---

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the panel and all in it."""
        canvas.panel(box)
        if self.everybody.asked is not None:
            self._draw_asking_head(canvas)
        elif self.shows_thoughts:
            self._draw_thought_head(canvas)
        beside = self._log_head.w if self._watching else self.teach.box.x - self._log_head.x - 8
        size = canvas.fitting_size(_("Moves"), 22, beside, "serif")
        canvas.text(_("Moves"), self._log_head.x, self._log_head.y + 22 - size, size, theme.HEADING, "serif")
        if not self._session.log.lines:
            self.log.draw_empty(canvas)
        if self._mods_seeing:
            self._draw_mark(canvas, _("with {mods}", mods=joined(self._mods_seeing)))
        if self._buttons is not None:
            self._buttons.draw(canvas)
        self.group.draw(canvas)

    @property
    def _mods_seeing(self) -> Sequence[str]:
        """The mods whose systems take part."""
        mods = self._session.world.mods
        return () if mods is None else mods.seeing

    def _draw_mark(self, canvas: Canvas, words: str) -> None:
        """Say, beside the head of the log, whose systems take part: they can look at all that lies on the table."""
        switches = 0 if self._watching else 2 * _SWITCH + 14
        room = self._log_head.w - canvas.text_size(_("Moves"), 22, "serif")[0] - 16 - switches
        x, y = self._log_head.right - switches, self._log_head.y + 14
        size = canvas.fitting_size(words, 16, room)
        canvas.text(words, x, y, size, theme.GOLD, align="right", max_width=room, vertical="middle")

    def _draw_asking_head(self, canvas: Canvas) -> None:
        box, told = self._thought_head, self.everybody.progress
        canvas.text(told, box.right, box.y + 14, 16, theme.MUTED, align="right", vertical="middle")
        room = box.w - canvas.text_size(told, 16)[0] - 10
        size = canvas.fitting_size(_("Ask everybody"), 22, room, "serif")
        canvas.text(_("Ask everybody"), box.x, box.y + 14, size, theme.HEADING, "serif", vertical="middle")

    def _draw_thought_head(self, canvas: Canvas) -> None:
        thought = self.thoughts.thought
        title = thought.title if thought is not None else _("What the AIs think")
        if thought is not None and thought is self._thinking.before:
            title = _("What {name} thought", name=self._company.names[thought.player])
        room = self._thought_head.w - (2 + self.tab.visible) * (_SWITCH + 4) - 2
        x, middle = self._thought_head.x, self._thought_head.y + 14
        size = canvas.fitting_size(title, 22, room, "serif")
        canvas.text(title, x, middle, size, theme.HEADING, "serif", max_width=room, vertical="middle")
        if thought is not None and thought.rows:
            for number, line in enumerate(self._below_head(canvas, self._thought_head.w)):
                canvas.text(line, x, middle + 17 + number * _LINE, theme.SMALL, theme.MUTED)
        else:
            words: str = _("Nothing to show now.")
            if thought is not None:
                words = thought.silence or _("Thinking")
            elif self.offer.visible or self._thinking.shut:
                words = "" if self.offer.visible else SHUT
            below = self.thoughts.list.box
            column = Box(self._thought_head.x, below.y + 6, self._thought_head.w, 0)
            canvas.paragraph(words, column, 16, theme.MUTED, "sans-italic")

    def _below_head(self, canvas: Canvas, width: float) -> list[str]:
        """What the bars of the moves listed are, and what exact play says of these where it does, line by line."""
        thought = self.thoughts.thought
        if thought is None or not thought.rows:
            return []
        told = [self._bars_in_words(thought)]
        if thought.rows[0].wins is not None:
            told.append(_("Wins, loses: if nobody errs from here on"))
        return [line for words in told for line in canvas.lines(words, width, theme.SMALL)]

    def _bars_in_words(self, thought: Thought) -> str:
        """Who gives a hint, and what bars and numbers of a thought are."""
        strength = "" if thought.advisor is None else self._strength_of(thought.advisor)
        return joined([strength, _what_bars_are(thought, self.thoughts.sums)], ". ")

    def _strength_of(self, advisor: str) -> str:
        """How strong the AI of a hint is, in a word; empty where nobody has measured it."""
        return character_of(registry.ai(self._session.game.name, advisor)).strength_words


def _what_bars_are(thought: Thought, sums: bool) -> str:
    """What bars and numbers of a thought are: of an AI's own what it believes, which need not be so."""
    if thought.bars.chances:
        unsure = thought.bars.unsure
        if thought.advisor:
            return _("Bars: chance to win; marks: how sure") if unsure else _("The bars: your chance to win")
        believed = _("Bars: its chance, as it sees it; marks: how sure")
        return believed if unsure else _("The bars: its chance to win, as it sees it")
    if thought.bars.signed:
        return _("Its own score: below 0 is bad") if sums else _("Bars to the right: it likes the move")
    if sums:
        return _("Its own score: more is better")
    if thought.advisor:
        return _("The longer a bar, the better the move")
    return _("The longer a bar, the more it likes the move")


def _switch(sign: str, on_press: Callable[[], None], shortcut: str) -> Button:
    return Button("", on_press, icon=icon(sign), shortcut=shortcut, show_shortcut=False, size=15)
