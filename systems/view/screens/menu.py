"""The menu: four tables to sit down at, whoever sits there, matches to go on with or to look at, and settings."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property, partial
from typing import Any

import pygame

from game.agents.agent import ThinkingError
from game.analysis.people.newcomers import against, usual_opponent, won_by_game
from game.base.locks import InUseError
from game.base.storage import StorageError
from game.games import registry
from game.games.levels import BETWEEN
from game.games.registry import AI, GameModule
from game.games.seats import HUMAN, SeatError, parse_seat, usual_values, with_parameters, without_parameters
from game.matches.replay import Replay, ReplayError, read
from game.matches.requests import MenuChoices, TableRequest
from game.matches.resuming import resumable
from game.mods.mods import MODS
from game.rules.language import _
from game.rules.protocol import OptionError, parse_options
from systems.view.screens.matches import MatchesBody, latest_unfinished, named, recorded_matches, where_it_stands
from systems.view.screens.menu_chairs import EMPTY, Chairs
from systems.view.screens.menu_feet import Feet, foot, set_in
from systems.view.screens.menu_looks import draw_ground, draw_title, places_of
from systems.view.screens.menu_more import Field, MoreBody, Opponent, more_dialog, option_field, seed_field, text_of
from systems.view.screens.menu_people import about_dialog, people_dialog
from systems.view.screens.menu_seats import SeatsPanel
from systems.view.screens.menu_tiles import Tables
from systems.view.screens.menu_training import first_learner, training_dialog
from systems.view.screens.menu_wings import Wings
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.rules import rules_dialog
from systems.view.screens.screen import Screen, Shell
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.table.characters import character_of
from systems.view.toolkit import backdrops
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button, Icon, icon


class MenuScreen(Screen):
    """Where the program begins; what is chosen is kept in `choices`, and chosen again where it still can be."""

    def __init__(self, shell: Shell, choices: MenuChoices | None = None) -> None:
        super().__init__(shell)
        self._choices = MenuChoices() if choices is None else choices
        self.seed = seed_field()
        self.group = Group()
        self._wings = Wings(shell.sounds)
        self._mods_seen = MODS.changes
        self._frames = 0
        self._make_buttons()
        self._take_games_in()

    # --- making ---

    def _make_buttons(self) -> None:
        """Make the buttons that there are for every game."""
        self.start = Button(_("Play"), self._start, style="primary", size=30, shortcut="Enter", show_shortcut=False)
        self.start.icon = icon("play")
        self.watch = _button(_("Watch"), self._watch, "W", icon("eye"), 20)
        self.watch.hint = _("Let AIs play, and see what they think (W)")
        self.more_choices = _button(_("More: options, seed"), self._open_more, "M", icon("down"), 18)
        self.more_choices.hint = _("The strength of an opponent, the rules of the house, a seed (M)")
        self.feet = Feet(self._make_feet())

    def _make_feet(self) -> list[Button]:
        """Make the buttons of the program; the last one leaves it."""
        shell = self.shell
        self.rules = foot(_("Rules"), self._open_rules, "F1", "help")
        return [
            foot(_("Matches"), self._open_matches, "R", "deck"),
            foot(_("Statistics"), shell.show_statistics, "A", "chart",
                 _("How your own matches went, and how good you are (A)")),
            foot(_("Practice"), self._practise, "P", "target",
                 _("Play positions again in which you, or AIs, have made a mistake (P)")),
            foot(_("Training"), self._open_training, "T", "learn", _("Watch an AI learn (T)")),
            foot(_("Tournament"), self._open_tournaments, "U", "trophy",
                 _("Let AIs play everybody against everybody (U)")),
            self.rules,
            foot(_("Mods"), shell.show_mods, "D", "puzzle", _("AIs, systems and games written by others (D)")),
            foot(_("Settings"), self._open_settings, "S", "settings"),
            foot(_("Quit"), shell.quit, "Q"),
        ]  # fmt: skip

    def _take_games_in(self) -> None:
        """Offer the games that there are now; the one that was chosen stays, if it is still there."""
        self.games = registry.games()
        asked = self._choices.game
        self._game = next((game for game in self.games if game.name == asked), self.games[0])
        self.tables = Tables(self.games, self._choose_game)
        self._offer_resume()
        self._lay_table()

    def _lay_table(self) -> None:
        """Show the game that is chosen, with those who sit at its table."""
        kept = self._choices.chairs.get(self._game.name)
        self.chairs = Chairs(self._game, kept, self._opponent)
        texts = self._choices.options.get(self._game.name, {})
        options = [option for option in self._game.rules.options if option.label]
        self.fields: dict[str, Field] = {
            option.key: option_field(option, texts.get(option.key, option.default_text)) for option in options
        }
        self.seats = SeatsPanel(self.chairs, self._seats_changed, self._open_people, self._open_about)
        self.tables.show(self._game)
        self._options_seen: tuple[str, ...] | None = None
        self._seats_changed()

    def _seats_changed(self) -> None:
        """Show who sits there now, and offer what can be done with that."""
        self.seats.refresh()
        self.seats.record = self._record()
        widgets = [
            *self.tables.widgets,
            *self.seats.widgets,
            self.start,
            self.watch,
            self.more_choices,
            *self.feet.buttons,
        ]
        self.group.set_widgets(widgets)

    def _choose_game(self, game: GameModule) -> None:
        self._keep_choices()
        self._game = game
        self._lay_table()

    @property
    def _opponent(self) -> str:
        """Whom a person meets who has chosen nobody yet."""
        return usual_opponent(self._game, self._won[self._game.name])

    @cached_property
    def _won(self) -> Counter[str]:
        return won_by_game(self.shell.own)

    def _record(self) -> str:
        """What has come of the person's matches against the one opponent, in words."""
        ai = self.chairs.ai(1)
        if self.chairs.specs[0] != HUMAN or ai is None:
            return ""
        won, drawn, lost = against(self.shell.own.recorded, self._game.name, ai.name)
        if not won + drawn + lost:
            return _("Not met yet")
        if drawn:
            return _("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)
        return _("{won} won, {lost} lost", won=won, lost=lost)

    def _keep_choices(self) -> None:
        """Keep what is chosen for the game that is shown."""
        name = self._choices.game = self._game.name
        self._choices.chairs[name] = list(self.chairs.specs)
        self._choices.options[name] = {key: text_of(field) for key, field in self.fields.items()}

    def close(self) -> None:
        self._keep_choices()
        self.shell.own.stop()

    # --- matches that wait ---

    @property
    def resume(self) -> Button:
        """What continues the latest of the matches that wait; it cannot be seen where none does."""
        places = [place for name in self._unfinished for place, game in enumerate(self.games) if game.name == name]
        return self.tables.resumes[next(iter(places), 0)]

    def _offer_resume(self, without: Replay | None = None) -> None:
        """Offer, on each table, to go on with the match that waits there, if there is one."""
        found = latest_unfinished()
        self._unfinished = {
            name: replay for name, replay in found.items() if without is None or replay.path != without.path
        }
        for tile, button in zip(self.tables.tiles, self.tables.resumes, strict=True):
            replay = self._unfinished.get(tile.game.name)
            button.label = "" if replay is None else _("Continue: {where}", where=where_it_stands(replay))
            button.visible = replay is not None
            button.hint = "" if replay is None else named(replay)
            button.on_press = lambda replay=replay: self._resume(replay)

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
            self._offer_resume(without=replay)  # another program may have played on

    def _offer_to_watch(self, replay: Replay) -> Dialog:
        watch = Button(_("Watch"), lambda: self._view(replay), style="primary")
        words = _("This match is being played in another window. You can watch what has been played of it so far.")
        return Dialog(named(replay), words, [Button(_("Not now")), watch])

    # --- mods ---

    def _take_mods_in(self) -> None:
        """Offer what mods add and no longer what they do not; whoever was chosen stays, if that AI is still there."""
        if self._mods_seen == MODS.changes:
            return
        self._mods_seen = MODS.changes
        if self.games != registry.games():
            self._keep_choices()
            self._take_games_in()
            return
        self._offer_resume()  # a match may need an AI that was not there
        self.chairs.mind_mods()
        self._seats_changed()

    # --- options ---

    def _take_options_in(self) -> None:
        """Let nobody sit at the table who does not play by the house rules that have been chosen, and say so."""
        chosen = tuple([text_of(field) for field in self.fields.values()])
        if chosen == self._options_seen:
            return
        self._options_seen = chosen
        left = self.chairs.take_options(self._house())
        for ai in left:
            self.toasts.push(_("{name} does not play by these house rules.", name=character_of(ai).name))
        self._seats_changed()

    def _house(self) -> Mapping[str, Any]:
        """The game's options as the fields say; the usual ones where these say what cannot be."""
        try:
            return self._asked_options()
        except OptionError:
            return {}

    def _asked_options(self) -> dict[str, Any]:
        """The game's options as the fields say. Raises OptionError."""
        self._keep_choices()
        texts = [f"{key}={text}" for key, text in self._choices.options[self._game.name].items()]
        return parse_options(self._game.rules, texts)

    # --- what the buttons do ---

    def _open(self, dialog: Dialog) -> None:
        self.dialog = dialog

    def _start(self) -> None:
        self._sit_down(watched=False)

    def _watch(self) -> None:
        self._sit_down(watched=True)

    def _sit_down(self, watched: bool) -> None:
        """Open the table; where it is to be `watched`, AIs sit in the places of people."""
        try:
            seats = self.chairs.watched() if watched else self.chairs.seats()
            options = self._asked_options()
        except (SeatError, OptionError, registry.UnknownNameError) as error:
            self.toasts.push(f"{error}.")
            return
        seed = int(self.seed.text) if self.seed.text else None
        request = TableRequest(self._game.name, tuple(seats), options, seed)
        if not watched and self._offers_guide:
            self._open(self._offer_guide(request))
        else:
            self.shell.show_table(request)

    @property
    def _offers_guide(self) -> bool:
        """Whether a guided first turn is still to be offered: once, before a person's first match of a game."""
        return (
            self._game.guide is not None
            and HUMAN in self.chairs.specs
            and self._game.name not in self.shell.settings.guides_offered.split(",")
            and not any(match.game == self._game.name for match in self.shell.own.recorded)
        )

    def _offer_guide(self, request: TableRequest) -> Dialog:
        """Ask whether to begin with a guided first turn; nobody is asked twice."""
        offered = [*filter(None, self.shell.settings.guides_offered.split(",")), self._game.name]
        self.shell.change(guides_offered=",".join(offered))
        words = _(
            "A guided first turn takes two minutes: a prepared deal, and a sentence for each thing to do. "
            "You will find it under Rules again."
        )
        guide = Button(_("Show me"), partial(self.shell.show_guide, self._game), style="primary")
        play = Button(_("I know the game"), partial(self.shell.show_table, request))
        cancel = Button(_("Back"))
        title = _("Your first time at {game}?", game=self._game.title)
        return Dialog(title, words, [cancel, play, guide], width=640, cancel=cancel)

    def _take(self, spec: str) -> None:
        """Let somebody else sit at the chosen chair."""
        self.chairs.take(self.chairs.chosen, spec)
        self._seats_changed()

    def _open_people(self) -> None:
        index = self.chairs.chosen
        self._open(people_dialog(self.chairs.offered(index), self.chairs.specs[index], self._take))

    def _open_about(self) -> None:
        ai = self.chairs.ai(self.chairs.chosen)
        if ai is not None:
            self._open(about_dialog(ai, self._open_parameters))

    def _open_parameters(self) -> None:
        """Ask for the parameters of the AI at the chosen chair."""
        index = self.chairs.chosen
        ai, (base, given) = self.chairs.ai(index), without_parameters(self.chairs.specs[index])
        if ai is None:
            return
        try:
            options = self._asked_options()
        except OptionError as error:
            self.toasts.push(f"{error}.")
            return
        usual = usual_values(ai, self.chairs.start_of(index, options))
        self._open(ParametersDialog(ai, given, usual, lambda values: self._take(with_parameters(base, values))))

    def _open_more(self) -> None:
        body = MoreBody(self._adjustable(), list(self.fields.values()), self.seed)
        self._open(more_dialog(_("More about {game}", game=self._game.title), body))

    def _adjustable(self) -> Opponent | None:
        """The opponent who can be made stronger or weaker: at the chosen chair, else at the first one with an AI; None
        where the game has nobody between its levels."""
        if not self.chairs.has(BETWEEN):
            return None
        places = [self.chairs.chosen, *range(len(self.chairs.specs))]
        index = next((place for place in places if self.chairs.ai(place) is not None), None)
        if index is None:
            return None
        from game.analysis.people.fitting import fitting_strength, own_rating
        from game.analysis.people.rating import LEAST

        rating = own_rating(self.shell.own.recorded, self._game.name)
        fits = None if rating is None else fitting_strength(self._game.name, rating)
        why: str = _(
            "Known once you have played {number} matches of {game} against opponents with a rating",
            number=LEAST,
            game=self._game.title,
        )
        if rating is not None:
            why = "" if fits is not None else _("The levels of {game} have not been measured", game=self._game.title)

        def take(spec: str) -> None:
            self.chairs.take(index, spec)
            self._seats_changed()

        return Opponent(self.seats.name_of(index), self.chairs.specs[index], take, fits, why)

    def _open_tournaments(self) -> None:
        self.shell.show_tournaments(self._game.name)

    def _open_rules(self) -> None:
        self._open(rules_dialog(self._game, self._guide_of(self._game), options=self._house()))

    def _guide_of(self, game: GameModule) -> Callable[[], None] | None:
        """What opens the guided first turn of a game, where it has one."""
        return None if game.guide is None else partial(self.shell.show_guide, game)

    def _practise(self) -> None:
        """Open the next position to practise at the game that is shown."""
        from game.analysis.people.practice import Course

        try:
            course = Course.of(self._game.name, self.shell.own)
            if course.exercises:
                self.shell.show_practice(course)
            else:
                self._open(self._invite_to_practise())
        except (StorageError, ReplayError, LookupError) as error:
            self.toasts.push(f"{error}.")

    def _invite_to_practise(self) -> Dialog:
        """What there is to practise where no mistake is known."""
        words = _(
            "There are no positions of {game} to practise yet. Play a match: it is analysed when you come back here, "
            "and the moves that cost you most can be played again until they are right.",
            game=self._game.title,
        )
        return Dialog(
            _("Practice"), words, [Button(_("Not now")), Button(_("Play a match"), self._start, style="primary")]
        )

    def _open_training(self) -> None:
        """Invite to watch an AI learn."""
        from systems.view.screens.metrics_panel import kept_metrics

        metrics = self._show_metrics if kept_metrics(self._game.name) else None
        self._open(training_dialog(self._game, self._learner(), self._train, metrics))

    def _show_metrics(self) -> None:
        """Show how AIs of the game have learnt; nothing where none has."""
        from systems.view.screens.metrics_panel import kept_metrics, metrics_dialog

        sources = kept_metrics(self._game.name)
        if sources:
            self._open(metrics_dialog(sources))

    def _learner(self) -> AI | None:
        seated = [self.chairs.ai(index) for index in range(len(self.chairs.specs))]
        return first_learner([ai for ai in registry.ais(self._game.name) if ai.can_train], seated)

    def _values_at_table(self, ai: AI) -> Mapping[str, Any]:
        """The parameters that are set for an AI at the first chair where it sits. Raises SeatError."""
        places = range(len(self.chairs.specs))
        asked = next((self.chairs.specs[place] for place in places if self.chairs.ai(place) is ai), ai.name)
        return parse_seat(self._game.name, with_parameters(ai.name, without_parameters(asked)[1])).parameters

    def _train(self) -> None:
        """Open the training panel."""
        learner = self._learner()
        if learner is None:
            return
        try:
            self.shell.show_training(learner, self._asked_options(), self._values_at_table(learner))
        except (SeatError, OptionError) as error:
            self.toasts.push(f"{error}.")
        except ThinkingError as error:
            self.toasts.push(f"{learner.name} {error}.")

    def _open_matches(self) -> None:
        matches = recorded_matches()
        if not matches:
            self._open(self._invite_to_play())
            return
        go_on = Button(_("Continue"), lambda: self._resume(body.chosen), shortcut="C", show_shortcut=False)
        view = Button(_("Analyse"), lambda: self._view(body.chosen), style="primary")
        view.hint = _("Step through this match; it is analysed meanwhile")

        def offer() -> None:
            go_on.enabled = body.chosen is not None and resumable(body.chosen)
            go_on.hint = _("Continue this match (C)") if go_on.enabled else _("This match cannot be continued")
            if body.chosen is not None and body.chosen.finished:
                go_on.hint = _("This match is over")

        body = MatchesBody(matches, self.shell.own, offer)
        self._open(Dialog(_("Recorded matches"), body, [Button(_("Close")), go_on, view], width=720))

    def _invite_to_play(self) -> Dialog:
        """What stands where matches will be."""
        words = _(
            "Every match you play is kept here: to go on with it later, to step through it move by move, and to see "
            "where it turned."
        )
        play = Button(_("Play your first match"), self._start, style="primary")
        watch = Button(_("Watch one"), self._watch)
        return Dialog(_("Recorded matches"), words, [Button(_("Not now")), watch, play], width=660)

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

    @property
    def heading(self) -> str:
        return _("The menu")

    @property
    def resting(self) -> bool:
        return not self._wings.busy

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self._wings.disturb()
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
        elif not self.group.handle(event, canvas) and event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self._start()
            elif event.key == pygame.K_ESCAPE:
                self.group.focus(self.feet.leave, by_keyboard=True)
            elif event.key == pygame.K_c:
                self._resume(next(iter(self._unfinished.values()), None))
            elif event.key == pygame.K_g:
                self._show_metrics()

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._frames += 1
        if self._frames == 2:
            MODS.refresh()  # not before the menu is seen: to look for mods takes a moment
        self._take_mods_in()
        if self.dialog is None:
            self._take_options_in()
        self.shell.own.look(self.shell.settings.analyse_own)
        self._layout(canvas)
        self.group.update(seconds)
        self.toasts.update(seconds)
        canvas.surface.blit(backdrops.lamplight(canvas.surface.get_size()), (0, 0))
        self._draw(canvas)
        if self.dialog is not None:
            self.dialog.update(seconds)
            self.dialog.draw(canvas)
        if self._frames > 1:
            self.shell.sounds.prepare()  # nor is a sound heard before it is seen
            players = sum(spec != EMPTY for spec in self.chairs.specs)
            self._wings.look(seconds, canvas, self._game.name, players)

    def _layout(self, canvas: Canvas) -> None:
        """Place everything; what all games have stands at the same place for each, whatever else is offered."""
        places = self.places = places_of(canvas)
        self.tables.arrange(canvas, places.tables)
        self.seats.arrange(places.seats)
        self.start.box, self.watch.box, self.more_choices.box = places.actions
        set_in(canvas, self.more_choices)
        self.feet.arrange(canvas, places.feet)

    def _draw(self, canvas: Canvas) -> None:
        draw_title(canvas, self.places)
        draw_ground(canvas, self.places, self.tables.notch)
        self.seats.draw(canvas)
        self.group.draw(canvas)
        head = self.places.title  # where nothing can be pressed
        self.toasts.draw(canvas, head.right, head.bottom, head)
        self.group.draw_hint(canvas)


def _button(words: str, on_press: Any, shortcut: str, sign: Icon | None = None, size: float = 18) -> Button:
    return Button(words, on_press, shortcut=shortcut, show_shortcut=False, icon=sign, size=size)
