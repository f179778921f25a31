"""The menu: four tables to sit down at, whoever sits there, matches to go on with or to look at, and settings."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

import pygame

from game.analysis.people.newcomers import against, usual_opponent, won_by_game
from game.base.settings import load
from game.base.storage import left_out
from game.checkpoints.places import unreadable
from game.games import registry
from game.games.levels import BETWEEN
from game.games.registry import GameModule
from game.games.seats import HUMAN, SeatError, usual_values, with_parameters, without_parameters
from game.matches.requests import MenuChoices, TableRequest
from game.mods.mods import MODS
from game.rules.language import _, error_sentence
from game.rules.options import parse_options
from game.rules.protocol import OptionError
from systems.view.screens.matches import latest_files, latest_game
from systems.view.screens.menu_chairs import EMPTY, Chairs
from systems.view.screens.menu_doors import Doors
from systems.view.screens.menu_feet import Feet, set_in
from systems.view.screens.menu_looks import draw_ground, draw_title, places_of
from systems.view.screens.menu_more import (
    Field,
    MoreBody,
    Opponent,
    more_dialog,
    option_field,
    seed_field,
    text_of,
    who_fits,
)
from systems.view.screens.menu_people import about_dialog, people_dialog
from systems.view.screens.menu_seats import SeatsPanel
from systems.view.screens.menu_tiles import Tables
from systems.view.screens.menu_waiting import WaitingMatches
from systems.view.screens.menu_wings import Wings
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.screen import Screen, Shell
from systems.view.table.characters import character_of
from systems.view.toolkit import backdrops
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import DIRECTIONS, Group
from systems.view.toolkit.widgets import Button, Icon, icon


class MenuScreen(Screen):
    """Where the program begins, at the game that was played last; what is chosen is kept in `choices`, and chosen again
    where it still can be."""

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
        self.start = Button(_("Play"), self.sit_down, style="primary", size=30, shortcut="Enter", show_shortcut=False)
        self.start.icon = icon("play")
        self.watch = _button(_("Watch"), self.watch_table, "W", icon("eye"), 20)
        self.watch.hint = _("Let AIs play, and see what they think (W)")
        self.more_choices = _button(_("More: options"), self._open_more, "M", icon("down"), 18)
        self.more_choices.hint = _("The strength of an opponent, the rules of the house, a seed (M)")
        self.doors = Doors(self)
        self.feet = Feet(self.doors.buttons)

    def _take_games_in(self) -> None:
        """Offer the games that there are now; the one that was chosen stays, if it is still there."""
        self.games = registry.games()
        files = latest_files()
        asked = self._choices.game or latest_game(files)
        self.chosen = next((game for game in self.games if game.name == asked), self.games[0])
        self.tables = Tables(self.games, self._choose_game)
        self.waiting = WaitingMatches(self, self.tables, self.doors.view, files)
        self._lay_table()

    def _lay_table(self) -> None:
        """Show the game that is chosen, with those who sit at its table."""
        fewest = self.chosen.rules.seats[0]
        offered = self._choices.offered[self.chosen.name] = [HUMAN, *[self._opponent] * (fewest - 1)]
        self.chairs = Chairs(self.chosen, self._choices.chairs.get(self.chosen.name, offered), self._opponent)
        texts = self._choices.options.get(self.chosen.name, {})
        options = [option for option in self.chosen.rules.options if option.label]
        self.fields: dict[str, Field] = {
            option.key: option_field(option, texts.get(option.key, option.default_text)) for option in options
        }
        self.seats = SeatsPanel(self.chairs, self._seats_changed, self._open_people, self._open_about)
        self.tables.show(self.chosen)
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
        self.chosen = game
        self._lay_table()
        if self.group.focused in self.tables.tiles:
            self.group.focus(self.tables.chosen)  # a number chooses without the arrows

    @property
    def _opponent(self) -> str:
        """Whom a person meets who has chosen nobody yet."""
        return usual_opponent(self.chosen, self._won[self.chosen.name])

    @cached_property
    def _won(self) -> Counter[str]:
        return won_by_game(self.shell.own)

    def _record(self) -> str:
        """What has come of the person's matches against the one opponent, in words."""
        ai = self.chairs.ai(1)
        if self.chairs.specs[0] != HUMAN or ai is None:
            return ""
        won, drawn, lost = against(self.shell.own.recorded, self.chosen.name, ai.name)
        if not won + drawn + lost:
            return _("Not met yet")
        if drawn:
            return _("{won} won, {drawn} drawn, {lost} lost", won=won, drawn=drawn, lost=lost)
        return _("{won} won, {lost} lost", won=won, lost=lost)

    def _keep_choices(self) -> None:
        """Keep what is chosen for the game that is shown."""
        name = self._choices.game = self.chosen.name
        self._choices.keep_chairs(name, self.chairs.specs)
        self._choices.options[name] = {key: text_of(field) for key, field in self.fields.items()}

    def close(self) -> None:
        self._keep_choices()
        self.shell.own.stop()

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
        self.waiting.offer()  # a match may need an AI that was not there
        self.chairs.mind_mods()
        self._seats_changed()

    # --- options ---

    def _take_options_in(self) -> None:
        """Let nobody sit at the table who does not play by the house rules that have been chosen, and say so."""
        chosen = tuple([text_of(field) for field in self.fields.values()])
        if chosen == self._options_seen:
            return
        self._options_seen = chosen
        house = self.house()  # which keeps what is chosen
        left = self.chairs.take_options(house)
        if self.chosen.name not in self._choices.chairs:  # who sits there is what is offered under these rules
            self._choices.offered[self.chosen.name] = [spec for spec in self.chairs.specs if spec]
        for ai in left:
            self.toasts.push(_("{name} does not play by these house rules.", name=character_of(ai).name))
        self._seats_changed()

    def house(self) -> Mapping[str, Any]:
        """The game's options as the fields say; the usual ones where these say what cannot be."""
        try:
            return self.asked_options()
        except OptionError:
            return {}

    def asked_options(self) -> dict[str, Any]:
        """The game's options as the fields say. Raises OptionError."""
        self._keep_choices()
        texts = [f"{key}={text}" for key, text in self._choices.options[self.chosen.name].items()]
        return parse_options(self.chosen.rules, texts)

    # --- what the buttons do ---

    def open(self, dialog: Dialog) -> None:
        self.dialog = dialog

    def sit_down(self) -> None:
        self._sit_at(watched=False)

    def watch_table(self) -> None:
        self._sit_at(watched=True)

    def _sit_at(self, watched: bool) -> None:
        """Open the table; where it is to be `watched`, AIs sit in the places of people."""
        try:
            seats = self.chairs.watched() if watched else self.chairs.seats()
            options = self.asked_options()
        except (SeatError, OptionError, registry.UnknownNameError) as error:
            self.toasts.push(error_sentence(error))
            return
        seed = int(self.seed.text) if self.seed.text else None
        request = TableRequest(self.chosen.name, tuple(seats), options, seed)
        if not watched and self._offers_guide:
            self.open(self._offer_guide(request))
        else:
            self.shell.show_table(request)

    @property
    def _offers_guide(self) -> bool:
        """Whether a guided first turn is still to be offered: once, before a person's first match of a game."""
        return (
            self.chosen.guide is not None
            and HUMAN in self.chairs.specs
            and self.chosen.name not in self.shell.settings.guides_offered.split(",")
            and not any(match.game == self.chosen.name for match in self.shell.own.recorded)
        )

    def _offer_guide(self, request: TableRequest) -> Dialog:
        """Ask whether to begin with a guided first turn; nobody is asked twice."""
        offered = {*filter(None, load().guides_offered.split(",")), self.chosen.name}  # in other windows too
        self.shell.change(guides_offered=",".join(sorted(offered)))
        words = _(
            "A guided first turn takes two minutes: a prepared deal, and a sentence for each thing to do. "
            "You will find it again in the menu, under Rules."
        )
        guide = Button(_("Show me"), partial(self.shell.show_guide, self.chosen, request), style="primary")
        play = Button(_("I know the game"), partial(self.shell.show_table, request))
        cancel = Button(_("Back"))
        title = _("Your first time at {game}?", game=self.chosen.title)
        return Dialog(title, words, [cancel, play, guide], width=640, cancel=cancel)

    def _take(self, spec: str) -> None:
        """Let somebody else sit at the chosen chair."""
        self.chairs.take(self.chairs.chosen, spec)
        self._seats_changed()

    def _open_people(self) -> None:
        index = self.chairs.chosen
        if told := left_out(unreadable()):
            self.tell(told)
        self.open(people_dialog(self.chairs.offered(index), self.chairs.specs[index], self._take))

    def _open_about(self) -> None:
        ai = self.chairs.ai(self.chairs.chosen)
        if ai is not None:
            self.open(about_dialog(ai, self._open_parameters))

    def _open_parameters(self) -> None:
        """Ask for the parameters of the AI at the chosen chair."""
        index = self.chairs.chosen
        ai, (base, given) = self.chairs.ai(index), without_parameters(self.chairs.specs[index])
        if ai is None:
            return
        try:
            options = self.asked_options()
        except OptionError as error:
            self.toasts.push(error_sentence(error))
            return
        usual = usual_values(ai, self.chairs.start_of(index, options))
        self.open(ParametersDialog(ai, given, usual, lambda values: self._take(with_parameters(base, values))))

    def _open_more(self) -> None:
        body = MoreBody(self._adjustable(), list(self.fields.values()), self.seed)
        self.open(more_dialog(_("More about {game}", game=self.chosen.title), body))

    def _adjustable(self) -> Opponent | None:
        """The opponent who can be made stronger or weaker: at the chosen chair, else at the first one with an AI; None
        where the game has nobody between its levels."""
        if not self.chairs.has(BETWEEN):
            return None
        places = [self.chairs.chosen, *range(len(self.chairs.specs))]
        index = next((place for place in places if self.chairs.ai(place) is not None), None)
        if index is None:
            return None
        fits, why = who_fits(self.shell.own.recorded, self.chosen)

        def take(spec: str) -> None:
            self.chairs.take(index, spec)
            self._seats_changed()

        return Opponent(self.seats.name_of(index), self.chairs.specs[index], take, fits, why)

    # --- a frame ---

    @property
    def heading(self) -> str:
        return _("The menu")

    @property
    def resting(self) -> bool:
        return not self._wings.busy

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self._wings.disturb()
        if event.type == pygame.KEYDOWN and event.key in DIRECTIONS and self.group.focused is None:
            self.group.focus(self.tables.chosen, by_keyboard=True)  # from there they lead on
        if self.dialog is not None:
            self.dialog.handle(event, canvas)
        elif not self.group.handle(event, canvas) and event.type == pygame.KEYDOWN:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
                self.sit_down()
            elif event.key == pygame.K_ESCAPE:
                self.group.focus(self.feet.leave, by_keyboard=True)
            elif event.key == pygame.K_c:
                self.waiting.go_on(self.waiting.latest)
            elif event.key == pygame.K_g:
                self.doors.show_metrics()

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
            self._wings.look(seconds, canvas, self.chosen.name, players)

    def _layout(self, canvas: Canvas) -> None:
        """Place everything; what all games have stands at the same place for each, whatever else is offered."""
        places = self.places = places_of(canvas)
        self.tables.arrange(canvas, places.tables)
        self.seats.arrange(places.seats)
        self.start.box, self.watch.box, self.more_choices.box = places.actions
        set_in(canvas, self.more_choices)
        self.feet.arrange(canvas, places.feet)

    def _draw(self, canvas: Canvas) -> None:
        draw_title(canvas, self.places, len(self.games))
        draw_ground(canvas, self.places, self.tables.notch)
        self.seats.draw(canvas)
        self.group.draw(canvas)
        head = self.places.title  # where nothing can be pressed
        self.toasts.draw(canvas, head.right, head.bottom, head)
        self.group.draw_hint(canvas)


def _button(words: str, on_press: Any, shortcut: str, sign: Icon | None = None, size: float = 18) -> Button:
    return Button(words, on_press, shortcut=shortcut, show_shortcut=False, icon=sign, size=size)
