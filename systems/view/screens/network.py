"""The training panel of networks: they learn in a process of their own, and their metrics are drawn as they go."""

from collections.abc import Callable, Mapping
from typing import Any

from game.games import registry
from game.games.characters import name_for, name_of
from game.games.seats import SeatError, parse_seats
from game.learning.milestones import milestones, since_words
from game.learning.network_trainer import NetworkTrainer
from game.learning.trainer import taken_trouble
from game.matches.requests import TableRequest
from game.rules.language import _, joined, made, plural, sentence
from game.rules.wording import counted
from game.training.metrics import LearningCurve
from systems.view.screens.invitation import Invitation, bust
from systems.view.screens.metrics_panel import MetricsBody, Source, kept_metrics
from systems.view.screens.page import Page
from systems.view.screens.screen import Shell
from systems.view.table.characters import character_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import short
from systems.view.toolkit.draw_list import KeptPart
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button, even, icon

_PAD = 26.0
_ROW = 46.0
_BUTTONS = 590.0
_MOST_REACHED = 3
"""No more milestones are told."""


_LEARNT = {
    "round": plural("{number:,} round", "{number:,} rounds"),
    "game": plural("{number:,} game", "{number:,} games"),
}
"""How many of what a training counts it has learnt from."""
_A_SECOND = {
    "round": plural("{number} rounds a second", "{number} rounds a second"),
    "game": plural("{number} games a second", "{number} games a second"),
}
_SHARES = {
    "round": plural("{name} in {share:.1f} % of rounds", "{name} in {share:.1f} % of rounds"),
    "game": plural("{name} in {share:.1f} % of games", "{name} in {share:.1f} % of games"),
}


def _of_unit(texts: Mapping[str, tuple[str, str]], unit: str, **values: Any) -> str:
    """A text about what a training counts; other trainings than ours may count what no text is about."""
    one, many = texts.get(unit, texts["game"])
    number = values.get("number")
    return made(one, (), values, many, number if isinstance(number, int) else 2)


class NetworkScreen(Page):
    """Learning that can be started and stopped, its figures, and its metrics beside those of other trainings."""

    def __init__(self, shell: Shell, trainer: NetworkTrainer, title: str) -> None:
        super().__init__(shell)
        self.trainer = trainer
        self.title = _("{name} learns {game}", name=name_of(trainer.ai), game=title)
        self._then: Callable[[], None] | None = None
        self._ground = KeptPart()
        self._told_of: LearningCurve | None = None
        self._told = ""
        this: Source = _("this training"), lambda: trainer.curve
        self.metrics = MetricsBody([this, *kept_metrics(trainer.ai.game)])
        self.metrics.nothing = self._invite
        self._invitation = Invitation(bust(character_of(trainer.ai).person))
        self.start = Button(_("Learn"), self.toggle, shortcut="P", show_shortcut=False, icon=icon("play"), size=18)
        self.against = Button(_("Play against it"), self._play_against, style="primary", size=18)
        self.menu = Button(_("Menu"), self._leave, shortcut="Esc", show_shortcut=False, icon=icon("back"), size=18)
        self.menu.hint = _("To the menu: what was learnt is kept (Esc)")
        self.group = Group([self.start, self.against, self.menu, *self.metrics.widgets])

    @property
    def game(self) -> str:
        return registry.game(self.trainer.ai.game).title

    def toggle(self) -> None:
        """Learn, or stop learning; what was learnt is kept when it stops."""
        if self.trainer.running:
            self.trainer.stop()
        else:
            self.trainer.start()

    def _leave(self) -> None:
        self._once_kept(self.shell.to_menu)

    def _play_against(self) -> None:
        self._once_kept(self._open_table)

    def _once_kept(self, then: Callable[[], None]) -> None:
        """Stop learning, and do something once what was learnt is kept."""
        self.trainer.stop()
        self._then = then

    def _open_table(self) -> None:
        ai, path = self.trainer.ai, self.trainer.path
        spec = f"{ai.name}:{path}" if path.exists() else ai.name
        try:
            seats = parse_seats(ai.game, ["human", spec])
        except SeatError as error:
            self.toasts.push(f"{error}")
            return
        self.shell.show_table(TableRequest(ai.game, tuple(seats), {}))

    # --- a frame ---

    def close(self) -> None:
        """Keep what was learnt; the process ends."""
        self.trainer.close()

    def _go_on(self) -> None:
        """Tell what the trainer has to say, and do what waits for the training's end."""
        trainer = self.trainer
        trainer.update()
        for words in (taken_trouble(trainer), trainer.notice):
            if words:
                self.toasts.push(words)
        trainer.notice = None
        if self._then is not None and not trainer.running:
            then, self._then = self._then, None
            then()

    def _layout(self, canvas: Canvas) -> None:
        trainer = self.trainer
        self.sheet = canvas.area.inset(22)
        inner = self.sheet.inset(_PAD, 20)
        head, rest = inner.top_part(_ROW, 8)
        self._head, buttons = head.left_part(head.w - _BUTTONS, 20)
        row = [self.start, self.against, self.menu]
        for button, box in zip(row, buttons.columns(3, 10), strict=True):
            button.box = box
        self._figures, rest = rest.top_part(30, 4)
        self._where, rest = rest.top_part(26, 4)
        self._reached, rest = rest.top_part(28, 12)
        self._metrics = rest
        self.metrics.arrange(canvas, rest)
        self.start.label = _("Stop") if trainer.running else _("Learn")
        self.start.icon = icon("pause" if trainer.running else "play")
        self.start.hint = _("Stop learning; what was learnt is kept (P)") if trainer.running else _("Learn on (P)")
        self.start.style, self.against.style = ("plain", "primary") if trainer.count else ("primary", "plain")
        self.start.enabled = self.against.enabled = not trainer.stopping
        even(canvas, row)

    def figures(self) -> str:
        """How far the training is, in words."""
        progress, unit = self.trainer.progress, self.trainer.unit
        learnt = counted(self.trainer.count, *_LEARNT.get(unit, _LEARNT["game"]))
        if progress is None:
            return learnt if self.trainer.count else _("Nothing learnt yet")
        parts: list[str] = [learnt]
        if progress.per_second is not None:
            parts.append(_of_unit(_A_SECOND, unit, number=short(round(progress.per_second))))
        parts += [_of_unit(_SHARES, unit, name=name, share=share * 100) for name, share in progress.shares.items()]
        if progress.matches_won is not None:
            won = progress.matches_won * 100
            parts.append(
                _("{share:.1f} % of matches won", share=won)
                if progress.best is None
                else _("{share:.1f} % of matches won, at best {best:.1f} %", share=won, best=progress.best * 100)
            )
        return joined(parts, "   ·   ")

    def reached(self) -> str:
        """What the networks can do, and since when, the latest first; empty where nothing is known."""
        curve = self.trainer.curve
        if curve is not self._told_of:
            game = self.trainer.ai.game
            found = milestones(curve, called=lambda ai: name_for(game, ai))
            told = [sentence(since_words(each, curve.unit)) for each in reversed(found)]
            self._told_of, self._told = curve, joined(told[:_MOST_REACHED], " ")
        return self._told

    def _state(self) -> str:
        """What it is doing, where it is kept, and how it is trained for hours."""
        ai, trainer = self.trainer.ai, self.trainer
        doing = _("Keeping what was learnt.") if trainer.stopping else _("Learning.") if trainer.running else ""
        where = _(
            "Kept in {path}; with more choices on the command line: {command}",
            path=str(trainer.path),
            command=f"tabletalk train {ai.game} {ai.name}",
        )
        return joined([doing, where], " ")

    def _draw_ground(self, canvas: Canvas) -> None:
        """Draw the panel and the charts on it, put together anew only when something on them has changed."""
        metrics, size = self.metrics, canvas.surface.get_size()
        key = (size, metrics.choice.value, metrics.window.value, metrics.scale.on, metrics.curve())

        def draw() -> None:
            super(NetworkScreen, self)._draw_ground(canvas)
            metrics.draw(canvas, self._metrics)

        self._ground.draw(canvas.surface, key, draw)

    def _invite(self, canvas: Canvas, place: Box) -> None:
        """Draw who learns here, where nothing has been measured yet."""
        name = name_of(self.trainer.ai)
        words: str = _("{name} plays thousands of games alone; what gets better is drawn here as it goes.", name=name)
        if self.metrics.choice in self.metrics.widgets:
            more = _("The trainings that are kept can be looked at meanwhile: turn to them above.")
            words = joined([words, more], " ")
        self._invitation.arrange(canvas, place, words)
        self._invitation.draw(canvas, _("Let {name} learn", name=name), words)

    def _draw(self, canvas: Canvas) -> None:
        head, figures, where = self._head, self._figures, self._where
        canvas.text(self.title, head.x, head.y, theme.TITLE, theme.HEADING, "serif", max_width=head.w)
        canvas.text(self.figures(), figures.x, figures.y, theme.BODY, theme.TEXT, "sans-bold", max_width=figures.w)
        canvas.text(self._state(), where.x, where.y, theme.SMALL, theme.MUTED, max_width=where.w)
        words, box = self.reached(), self._reached
        size = canvas.fitting_size(words, 17, box.w, "sans-bold")
        canvas.text(words, box.x, box.y + 2, size, theme.GOLD, "sans-bold", max_width=box.w)
