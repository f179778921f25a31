"""The menu: who sits in each chair, how the match is played, matches to go on with or to look at, settings."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

import pygame

from game.agents.agent import ThinkingError
from game.analysis.people.newcomers import usual_opponent, won_by_game
from game.analysis.people.practice import Course
from game.base.locks import InUseError
from game.base.storage import StorageError
from game.checkpoints.container import CheckpointError
from game.checkpoints.places import own_checkpoints
from game.games import registry
from game.games.ai import Trained
from game.games.levels import levels_first
from game.games.registry import AI, GameModule
from game.games.seats import (
    HUMAN,
    UNTRAINED,
    SeatError,
    parse_seat,
    parse_seats,
    usual_values,
    with_parameters,
    without_parameters,
)
from game.matches.measured import words_of
from game.matches.replay import Replay, ReplayError, read
from game.matches.requests import MenuChoices, TableRequest
from game.matches.session import resumable
from game.mods.mod import ModAI
from game.mods.mods import MODS
from game.rules.protocol import Option, OptionError, Setup, parse_options
from game.rules.streams import SEED_DIGITS
from systems.view.screens.matches import MatchesBody, latest_unfinished, named, recorded_matches
from systems.view.screens.metrics_panel import kept_metrics, metrics_dialog
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.screen import Screen, Shell, help_dialog
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.table.side_panel import icon
from systems.view.toolkit import backdrops, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Labelled
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.focus import Group
from systems.view.toolkit.notices import Toasts
from systems.view.toolkit.widgets import Button

_WIDTH = 820.0
_GEAR = 42.0
_HEAD, _GAMES, _LAST = 40.0, 56.0, 120.0
"""The heights of the heading, of the games, and of Start and Continue; their places are kept whatever is offered."""
_ROW = 52.0
_LABEL_WIDTH = 92.0
"""The width of a label; the fields of a column begin below one another."""
_LONG_LABEL = 0.64
_SHORT_LABEL = 12
"""Up to so many letters, a label leaves most of its row to the field."""
_EMPTY = ""
"""The value of a chair that nobody takes."""


class MenuScreen(Screen):
    """Where the program begins; what is chosen is kept in `choices`, and chosen again where it still can be."""

    def __init__(self, shell: Shell, choices: MenuChoices | None = None) -> None:
        super().__init__(shell)
        self._choices = MenuChoices() if choices is None else choices
        self.toasts = Toasts()
        self.games = registry.games()
        self._game = next((game for game in self.games if game.name == self._choices.game), self.games[0])
        self._mods_seen = MODS.changes
        self._frames = 0
        self._unfinished = latest_unfinished()
        self._make_widgets()

    # --- making ---

    def _make_widgets(self) -> None:
        self.game_choices = [self._game_button(game) for game in self.games]
        self.chairs = [self._chair(index) for index in range(max(self._game.rules.seats))]
        self.gears = [self._gear(chair) for chair in self.chairs]
        self.fields = {option.key: self._field(option) for option in self._game.rules.options if option.label}
        self.seed = TextField(
            "Seed",
            digits_only=True,
            max_length=SEED_DIGITS,
            placeholder="random",
            hint="All chance follows from the seed: the same seed gives the same deals.",
        )
        self.start = Button("Start", self._start, style="primary", size=26, shortcut="Enter", show_shortcut=False)
        self.resume = Button(
            "Continue", lambda: self._resume(self._unfinished), shortcut="C", show_shortcut=False, icon=icon("play")
        )
        self.resume.hint = "Continue the last unfinished match (C)"
        self._offer_resume()
        self._make_training()
        self._make_feet()
        games = self.game_choices if len(self.games) > 1 else []
        self.group = Group(
            [
                *games,
                *(widget for pair in zip(self.chairs, self.gears, strict=True) for widget in pair),
                self.seed,
                self.train,
                self.metrics,
                *self.fields.values(),
                self.start,
                self.resume,
                *self._feet,
            ]
        )

    def _make_training(self) -> None:
        """What shows how AIs learn, where they do."""
        self.train = Button("Training", self._train, shortcut="T", show_shortcut=False, size=18)
        self.train.hint = "Watch an AI learn (T)"
        self.train.visible = self._learner() is not None
        self.metrics = Button("Metrics", self._show_metrics, shortcut="G", show_shortcut=False, size=18)
        self.metrics.hint = "How the AIs of this game have learnt (G)"
        self.metrics.visible = any(ai.learns for ai in registry.ais(self._game.name))

    def _make_feet(self) -> None:
        """The buttons below the panel."""
        self.matches = Button(
            "Matches", self._open_matches, shortcut="R", show_shortcut=False, icon=icon("deck"), size=18
        )
        self.statistics = Button(
            "Statistics", self.shell.show_statistics, shortcut="A", show_shortcut=False, icon=icon("chart"), size=18
        )
        self.statistics.hint = "How your own matches went, and how good you are (A)"
        self.practice = Button("Practice", self._practise, shortcut="P", show_shortcut=False, size=18)
        self.practice.hint = "Play positions again in which you, or AIs, have made a mistake (P)"
        self.rules = Button(
            "Rules",
            lambda: self._open(help_dialog(self._game)),
            shortcut="F1",
            show_shortcut=False,
            icon=icon("help"),
            size=18,
        )
        self.options = Button(
            "Settings", self._open_settings, shortcut="S", show_shortcut=False, icon=icon("settings"), size=18
        )
        self.mods = Button("Mods", self.shell.show_mods, shortcut="D", show_shortcut=False, size=18)
        self.mods.hint = "AIs and systems written by others: which were loaded, which refused (D)"
        self.leave = Button("Quit", self.shell.quit, style="quiet", shortcut="Q", show_shortcut=False, size=18)

    @property
    def _feet(self) -> list[Button]:
        """The buttons of the program, below the panel."""
        return [self.matches, self.statistics, self.practice, self.rules, self.options, self.mods, self.leave]

    def _game_button(self, game: GameModule) -> Button:
        button = Button(game.title, lambda: self._choose_game(game), hint=game.about)
        button.chosen = game is self._game
        return button

    def _choose_game(self, game: GameModule) -> None:
        self._keep_choices()
        self._game = game
        self._make_widgets()

    def _chair(self, index: int) -> Choice[str]:
        kept = self._choices.chairs.get(self._game.name)
        if kept is not None:
            asked = kept[index] if index < len(kept) else _EMPTY
        else:
            fewest = self._game.rules.seats[0]
            asked = HUMAN if index == 0 else self._opponent if index < fewest else _EMPTY
        options, value = self._offered(index, asked)
        chair = Choice(f"Chair {index + 1}", options, value)
        chair.on_change = lambda _: self._tell_chair(chair)
        self._tell_chair(chair)
        return chair

    @property
    def _opponent(self) -> str:
        """Whom a person meets who has chosen nobody yet."""
        return usual_opponent(self._game, self._won[self._game.name])

    @cached_property
    def _won(self) -> Counter[str]:
        return won_by_game(self.shell.own)

    def _gear(self, chair: Choice[str]) -> Button:
        return Button("", lambda: self._open_parameters(chair), icon=icon("settings"))

    def _sitting(self, chair: Choice[str]) -> AI | None:
        """The AI that is chosen for a chair."""
        name = without_parameters(chair.value)[0].partition(":")[0]
        return next((ai for ai in registry.ais(self._game.name) if ai.name == name), None)

    def _tell_chair(self, chair: Choice[str]) -> None:
        """Let the hint of a chair say who sits there; its field may have no room for the whole name."""
        ai, given = self._sitting(chair), without_parameters(chair.value)[1]
        words = [f"{key} {text}" for key, text in given.items()]
        if ai is not None:
            words += filter(None, [words_of(ai.game, ai.name)])
        chair.hint = "" if ai is None else ": ".join([chair.options[chair.index][1], ai.about])
        if words:
            chair.hint += f" ({', '.join(words)})"

    def _update_gears(self) -> None:
        """Offer parameters where whoever sits there has any."""
        for chair, gear in zip(self.chairs, self.gears, strict=True):
            ai = self._sitting(chair)
            gear.enabled = ai is not None and bool(ai.parameters)
            gear.chosen = bool(without_parameters(chair.value)[1])
            gear.hint = "Only AIs have parameters" if ai is None else f"Parameters of {ai.name}"
            if ai is not None and not ai.parameters:
                gear.hint = f"{ai.name} has no parameters"

    def _open_parameters(self, chair: Choice[str]) -> None:
        """Ask for the parameters of the AI at a chair."""
        ai, (base, given) = self._sitting(chair), without_parameters(chair.value)
        if ai is None:
            return

        def take(values: Mapping[str, str]) -> None:
            options, value = self._offered(self.chairs.index(chair), with_parameters(base, values))
            chair.set_options(options, value)
            self._tell_chair(chair)

        self._open(ParametersDialog(ai, given, usual_values(ai, self._start_of(ai, base)), take))

    def _start_of(self, ai: AI, base: str) -> Trained:
        """What an AI that is asked for in these words begins with, as far as can be told before it sits down."""
        try:
            seat = parse_seat(self._game.name, base)
            if seat.learns and not isinstance(ai, ModAI):
                own = ai.own_path(Setup(self._game.rules.seats[0], self._all_options()))
                return ai.learnt_from(own)[0] if own.exists() else seat.learnt
        except (SeatError, OptionError, CheckpointError):
            return None
        return seat.learnt

    def _offered(self, index: int, asked: str) -> tuple[list[tuple[str, str]], str]:
        """What a chair offers, and which of it is chosen: what was asked for where there is such an AI, also in words
        that no list holds, as with parameters."""
        options = self._chair_options(index)
        values = [value for value, _ in options]
        if asked in values:
            return options, asked
        base, given = without_parameters(asked)
        if base.partition(":")[0] in values:
            name = dict(options).get(base, base)
            return [*options, (asked, f"{name}, adjusted" if given else asked)], asked
        return options, self._game.default_ai

    def _chair_options(self, index: int) -> list[tuple[str, str]]:
        options = [(HUMAN, "Human")]
        for ai in levels_first(registry.ais(self._game.name)):
            options += [(ai.name, _called(ai)), *_further_tables(ai)]
        if index >= self._game.rules.seats[0]:
            options.insert(0, (_EMPTY, "empty"))
        return options

    def _field(self, option: Option) -> Choice[str] | TextField:
        text = self._choices.options.get(self._game.name, {}).get(option.key, option.default_text)
        if option.choices:
            known = option.choices if text in dict(option.choices) else (*option.choices, (text, text))
            return Choice(option.label, known, text, hint=option.about)
        return TextField(option.label, text, hint=option.about, max_length=40)

    def _keep_choices(self) -> None:
        """Keep what is chosen for the game that is shown."""
        name = self._choices.game = self._game.name
        self._choices.chairs[name] = [chair.value for chair in self.chairs]
        self._choices.options[name] = {
            key: field.text if isinstance(field, TextField) else field.value for key, field in self.fields.items()
        }

    def close(self) -> None:
        self._keep_choices()
        self.shell.own.stop()

    def _offer_resume(self) -> None:
        """Offer to go on with the unfinished match, if there is one."""
        self.resume.visible = self._unfinished is not None
        if self._unfinished is not None:
            self.resume.label = f"Continue {named(self._unfinished)}"

    def _take_mods_in(self) -> None:
        """Offer what mods add and no longer what they do not; whoever was chosen stays, if that AI is still there."""
        if self._mods_seen == MODS.changes:
            return
        self._mods_seen = MODS.changes
        self._unfinished = latest_unfinished()  # it may need an AI that was not there
        self._offer_resume()
        if self.games != registry.games():
            self._take_games_in()
            return
        for index, chair in enumerate(self.chairs):
            chair.set_options(*self._offered(index, chair.value))
            self._tell_chair(chair)

    def _take_games_in(self) -> None:
        """Offer the games that there are now; the one that was chosen stays, if it is still there."""
        self._keep_choices()
        self.games = registry.games()
        self._game = next((game for game in self.games if game.name == self._game.name), self.games[0])
        self._make_widgets()

    def tell(self, words: str) -> None:
        self.toasts.push(words)

    def _learner(self) -> AI | None:
        """The AI of the game that can be watched learning: the first that sits at the table, else the first of all."""
        learners = [ai for ai in registry.ais(self._game.name) if ai.can_train]
        at_the_table = [ai for ai in map(self._sitting, self.chairs) if ai in learners]
        return next(iter([*at_the_table, *learners]), None)

    def _values_at_table(self, ai: AI) -> Mapping[str, Any]:
        """The parameters that are set for an AI at the first chair where it sits. Raises SeatError."""
        asked = next((chair.value for chair in self.chairs if self._sitting(chair) is ai), ai.name)
        return parse_seat(self._game.name, with_parameters(ai.name, without_parameters(asked)[1])).parameters

    def _all_options(self) -> dict[str, Any]:
        """The game's options as the fields say, filled up with their defaults. Raises OptionError."""
        return {option.key: option.default for option in self._game.rules.options} | self._asked_options()

    def _asked_options(self) -> dict[str, Any]:
        """The game's options as the fields say. Raises OptionError."""
        self._keep_choices()
        texts = [f"{key}={text}" for key, text in self._choices.options[self._game.name].items()]
        return parse_options(self._game.rules, texts)

    # --- what the buttons do ---

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog

    def _start(self) -> None:
        try:
            seats = parse_seats(self._game.name, [chair.value for chair in self.chairs if chair.value != _EMPTY])
            options = self._asked_options()
        except (SeatError, OptionError, registry.UnknownNameError) as error:
            self.toasts.push(f"{error}.")
            return
        seed = int(self.seed.text) if self.seed.text else None
        self.shell.show_table(TableRequest(self._game.name, tuple(seats), options, seed))

    def _practise(self) -> None:
        """Open the next position to practise at the game that is shown."""
        try:
            course = Course.of(self._game.name, self.shell.own)
            if course.exercises:
                self.shell.show_practice(course)
            else:
                words = f"There are no positions of {self._game.title} to practise yet"
                self.toasts.push(f"{words}: play a match and have it analysed.")
        except (StorageError, ReplayError, LookupError) as error:
            self.toasts.push(f"{error}.")

    def _show_metrics(self) -> None:
        sources = kept_metrics(self._game.name)
        if sources:
            self._open(metrics_dialog(sources))
        else:
            self.toasts.push("No AI of this game has learnt anything yet.")

    def _train(self) -> None:
        learner = self._learner()
        try:
            options = self._asked_options()
            given = {} if learner is None else self._values_at_table(learner)
        except (SeatError, OptionError) as error:
            self.toasts.push(f"{error}.")
            return
        if learner is None:
            return
        try:
            self.shell.show_training(learner, options, given)
        except ThinkingError as error:
            self.toasts.push(f"{learner.name} {error}.")

    def _resume(self, replay: Replay | None) -> None:
        """Go on with a match; where that cannot be, say why."""
        if replay is None:
            return
        try:
            self.shell.resume(replay)
        except InUseError:
            self._open(self._offer_to_watch(replay))
        except (ReplayError, SeatError, registry.UnknownNameError) as error:
            self.toasts.push(f"{error}.")
            latest = latest_unfinished()  # another program may have played on
            self._unfinished = None if latest is not None and latest.path == replay.path else latest
            self._offer_resume()

    def _offer_to_watch(self, replay: Replay) -> Dialog:
        watch = Button("Watch", lambda: self._view(replay), style="primary")
        words = "This match is being played in another window. You can watch what has been played of it so far."
        return Dialog(named(replay), words, [Button("Not now"), watch])

    def _open_matches(self) -> None:
        matches = recorded_matches()
        if not matches:
            self.toasts.push("No match has been recorded yet.")
            return
        go_on = Button("Continue", lambda: self._resume(body.chosen), shortcut="C", show_shortcut=False)
        view = Button("Analyse", lambda: self._view(body.chosen), style="primary")
        view.hint = "Step through this match; it is analysed meanwhile"

        def offer() -> None:
            go_on.enabled = body.chosen is not None and resumable(body.chosen)
            go_on.hint = "Continue this match (C)" if go_on.enabled else "This match cannot be continued"
            if body.chosen is not None and body.chosen.finished:
                go_on.hint = "This match is over"

        body = MatchesBody(matches, offer)
        self._open(Dialog("Recorded matches", body, [Button("Close"), go_on, view], width=720))

    def _view(self, replay: Replay | None) -> None:
        if replay is None:
            return
        try:
            self.shell.show_replay(read(replay.path))  # it may have grown since
        except (ReplayError, SeatError, registry.UnknownNameError) as error:
            self.toasts.push(f"{error}.")

    def _open_settings(self) -> None:
        self._open(settings_dialog(self.shell.settings, self.shell.change))

    # --- a frame ---

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
        elif not self.group.handle(event, canvas) and event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._start()
            elif event.key == pygame.K_ESCAPE:
                self.group.focus(self.leave, by_keyboard=True)

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._frames += 1
        if self._frames == 2:
            MODS.refresh()  # not before the menu is seen: to look for mods takes a moment
        self._take_mods_in()
        self.shell.own.look(self.shell.settings.analyse_own)
        self._update_gears()
        self._layout(canvas)
        self.group.update(seconds)
        self.toasts.update(seconds)
        canvas.surface.blit(backdrops.lamplight(canvas.surface.get_size()), (0, 0))
        self._draw(canvas)
        if self.dialog is not None:
            self.dialog.update(seconds)
            self.dialog.draw(canvas)
        self.shell.sounds.prepare()

    def _learning_buttons(self) -> list[Button]:
        """The buttons that there are for AIs that learn; they share the place of one field."""
        return [button for button in (self.train, self.metrics) if button.visible]

    def _layout(self, canvas: Canvas) -> None:
        """Place everything; what all games have stands at the same place for each, whatever else is offered."""
        fields = max(-(-sum(bool(option.label) for option in game.rules.options) // 2) for game in self.games)
        chairs = max(2, *(-(-max(game.rules.seats) // 2) for game in self.games))
        rows = chairs + 1 + fields
        height = 52 + _HEAD + _GAMES + rows * _ROW + _LAST
        self._panel = Box.around((canvas.width / 2, canvas.height / 2 + 34), _WIDTH, height)
        inner = self._panel.inset(30, 26)
        _, rest = inner.top_part(_HEAD)
        games, rest = rest.top_part(_GAMES)
        for button, box in zip(
            self.game_choices, Box(games.x, games.y, games.w, 44).columns(len(self.games), 8), strict=True
        ):
            button.box = box
        self._place_chairs(rest)
        rest = rest.top_part(chairs * _ROW)[1]
        seed, learning = Box(rest.x, rest.y, rest.w, 42).columns(2, 20)
        self._place(self.seed, seed)
        buttons = self._learning_buttons()
        for button, box in zip(buttons, learning.columns(max(1, len(buttons)), 10), strict=False):
            button.box = box
        rest = rest.top_part(_ROW)[1]
        for number, field in enumerate(self.fields.values()):
            row = Box(rest.x, rest.y + number // 2 * _ROW, rest.w, 42)
            self._place(field, row.columns(2, 20)[number % 2])
        y = inner.bottom - _LAST
        self.start.box = Box(inner.x, y + 8, inner.w, 56)
        self.resume.box = Box(inner.x, y + 76, inner.w, 44)
        self._place_feet(canvas)

    def _place_chairs(self, rest: Box) -> None:
        """The chairs, in two columns where there are more than two; beside each the place of its parameters is kept."""
        columns = 1 if len(self.chairs) <= 2 else 2
        for number, (chair, gear) in enumerate(zip(self.chairs, self.gears, strict=True)):
            row = Box(rest.x, rest.y + number // columns * _ROW, rest.w, 42)
            place = row.columns(columns, 20)[number % columns]
            box, gear.box = place.left_part(place.w - _GEAR - 8, 8)
            self._place(chair, box)

    @staticmethod
    def _place(field: Labelled, box: Box) -> None:
        field.box = box
        short = len(field.label) <= _SHORT_LABEL
        field.label_share = _LABEL_WIDTH / box.w if short else _LONG_LABEL

    def _place_feet(self, canvas: Canvas) -> None:
        """The buttons of the program, below the panel and as wide as it is."""
        feet = self._feet
        widths = [button.natural_width(canvas) for button in feet]
        gap, x = 10, self._panel.x
        more = (self._panel.w - sum(widths) - gap * (len(feet) - 1)) / len(feet)
        for button, width in zip(feet, widths, strict=True):
            button.box = Box(x, self._panel.bottom + 16, width + more, 44)
            x = button.box.right + gap

    def _draw(self, canvas: Canvas) -> None:
        x = canvas.width / 2
        top = self._panel.y
        canvas.text("Tabletalk", x + 2, top - 122 + 3, 68, (14, 5, 10), "serif", "centre")
        canvas.text("Tabletalk", x, top - 122, 68, theme.HEADING, "serif", "centre")
        canvas.text("Card tables whose AIs think in the open", x, top - 38, 20, theme.TEXT, "serif-italic", "centre")
        canvas.panel(self._panel)
        inner = self._panel.inset(30, 22)
        canvas.text(self._game.title, inner.x, inner.y, 28, theme.HEADING, "serif")
        width = canvas.text_size(self._game.title, 28, "serif")[0]
        room = inner.w - width - 18
        canvas.text(self._game.about, inner.right, inner.y + 10, 16, theme.MUTED, "sans-italic", "right", room)
        self.group.draw(canvas)
        self.toasts.draw(canvas)
        self.group.draw_hint(canvas)


def _called(ai: AI) -> str:
    """What a chair calls an AI: with the mod that it comes from."""
    return f"{ai.name} ({ai.origin})" if ai.digest else ai.name


def _further_tables(ai: AI) -> list[tuple[str, str]]:
    """What an AI that learns can start from beside what is pretrained: the user's own checkpoints, and nothing. One
    that plays by what another has learnt, as expert by neural's network, is offered as it is."""
    if not ai.learns or ai.taught_as:
        return []
    own = [(f"{ai.name}:{path}", f"{ai.name}, yours: {path.stem}") for path in own_checkpoints(ai.game, ai.name)]
    return [*own, (f"{ai.name}:{UNTRAINED}", f"{ai.name}, untrained")]
