"""Where the buttons at the foot of the menu lead: matches, practice, training, rules and whatever else stands beside a
table."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from game.agents.agent import ThinkingError
from game.base.storage import StorageError, left_out
from game.games import registry
from game.games.registry import AI, GameModule
from game.games.seats import SeatError, parse_seat, with_parameters, without_parameters
from game.matches.replay import Replay, ReplayError, read
from game.matches.resuming import resumable
from game.rules.language import _, error_sentence, error_words
from game.rules.protocol import OptionError
from systems.view.screens.matches import MatchesBody, latest_files, recorded_matches
from systems.view.screens.menu_chairs import Chairs
from systems.view.screens.menu_feet import foot
from systems.view.screens.menu_training import first_learner, training_dialog
from systems.view.screens.menu_waiting import WaitingMatches
from systems.view.screens.rules import rules_dialog
from systems.view.screens.screen import Shell
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button


class Hall(Protocol):
    """The menu, as far as what its buttons lead to needs it: the game that is chosen, and who sits at its table."""

    shell: Shell
    chosen: GameModule
    chairs: Chairs
    waiting: WaitingMatches

    def house(self) -> Mapping[str, Any]:
        """The game's options as they are chosen; the usual ones where they say what cannot be."""

    def asked_options(self) -> dict[str, Any]:
        """The game's options as they are chosen. Raises OptionError."""

    def sit_down(self) -> None:
        """Open the table."""

    def watch_table(self) -> None:
        """Open the table with AIs in the places of people."""

    def open(self, dialog: Dialog) -> None:
        """Open a dialog over the menu."""

    def tell(self, words: str) -> None:
        """Show a message."""


class Doors:
    """The buttons at the foot, and what each of them opens for the game that is chosen."""

    def __init__(self, menu: Hall) -> None:
        self._menu = menu
        self.buttons = self._make_buttons()
        """The last one leaves the program."""

    def _make_buttons(self) -> list[Button]:
        shell = self._menu.shell
        self.rules = foot(_("Rules"), self._rules, "F1", "help")
        return [
            foot(_("Matches"), self._matches, "R", "deck"),
            foot(_("Statistics"), shell.show_statistics, "A", "chart",
                 _("How your own matches went, and how good you are (A)")),
            foot(_("Practice"), self._practise, "P", "target",
                 _("Play positions again in which you, or AIs, have made a mistake (P)")),
            foot(_("Training"), self._training, "T", "learn", _("Watch an AI learn (T)")),
            foot(_("Tournament"), self._tournaments, "U", "trophy",
                 _("Let AIs play everybody against everybody (U)")),
            self.rules,
            foot(_("Mods"), shell.show_mods, "D", "puzzle", _("AIs, systems and games written by others (D)")),
            foot(_("Settings"), self._settings, "S", "settings"),
            foot(_("Quit"), shell.quit, "Q"),
        ]  # fmt: skip

    def _tournaments(self) -> None:
        self._menu.shell.show_tournaments(self._menu.chosen.name)

    def _rules(self) -> None:
        game = self._menu.chosen
        guide = None if game.guide is None else partial(self._menu.shell.show_guide, game)
        self._menu.open(rules_dialog(game, guide, options=self._menu.house()))

    def _practise(self) -> None:
        """Open the next position to practise at the game that is shown."""
        from game.analysis.people.practice import Course

        try:
            course = Course.of(self._menu.chosen.name, self._menu.shell.own)
            if course.exercises:
                self._menu.shell.show_practice(course)
            else:
                self._menu.open(self.invite_to_practise())
        except (StorageError, ReplayError, LookupError) as error:
            self._menu.tell(error_sentence(error))

    def invite_to_practise(self) -> Dialog:
        """What there is to practise where no mistake is known."""
        words = _(
            "There are no positions of {game} to practise yet. Play a match: it is analysed when you come back here, "
            "and the moves that cost you most can be played again until they are right.",
            game=self._menu.chosen.title,
        )
        return Dialog(
            _("Practice"),
            words,
            [Button(_("Not now")), Button(_("Play a match"), self._menu.sit_down, style="primary")],
        )

    def _training(self) -> None:
        """Invite to watch an AI learn."""
        from systems.view.screens.metrics_panel import kept_metrics

        metrics = self.show_metrics if kept_metrics(self._menu.chosen.name) else None
        self._menu.open(training_dialog(self._menu.chosen, self._learner(), self._train, metrics))

    def show_metrics(self) -> None:
        """Show how AIs of the game have learnt; nothing where none has."""
        from systems.view.screens.metrics_panel import kept_metrics, metrics_dialog

        sources = kept_metrics(self._menu.chosen.name)
        if sources:
            self._menu.open(metrics_dialog(sources))

    def _learner(self) -> AI | None:
        seated = [self._menu.chairs.ai(index) for index in range(len(self._menu.chairs.specs))]
        return first_learner([ai for ai in registry.ais(self._menu.chosen.name) if ai.can_train], seated)

    def _values_at_table(self, ai: AI) -> Mapping[str, Any]:
        """The parameters that are set for an AI at the first chair where it sits. Raises SeatError."""
        places = range(len(self._menu.chairs.specs))
        asked = next((self._menu.chairs.specs[place] for place in places if self._menu.chairs.ai(place) is ai), ai.name)
        return parse_seat(self._menu.chosen.name, with_parameters(ai.name, without_parameters(asked)[1])).parameters

    def _train(self) -> None:
        """Open the training panel."""
        learner = self._learner()
        if learner is None:
            return
        try:
            self._menu.shell.show_training(learner, self._menu.asked_options(), self._values_at_table(learner), True)
        except (SeatError, OptionError) as error:
            self._menu.tell(error_sentence(error))
        except ThinkingError as error:
            self._menu.tell(_("{ai} {why}.", ai=learner.name, why=error_words(error)))

    def _matches(self) -> None:
        matches = recorded_matches()
        if told := left_out([path for path in latest_files() if path not in {match.path for match in matches}]):
            self._menu.tell(told)
        if not matches:
            self._menu.open(self.invite_to_play())
            return
        go_on = Button(_("Continue"), lambda: self._menu.waiting.go_on(body.chosen), shortcut="C", show_shortcut=False)
        view = Button(_("Analyse"), lambda: self.view(body.chosen), style="primary")
        view.hint = _("Step through this match; it is analysed meanwhile")

        def offer() -> None:
            go_on.enabled = body.chosen is not None and resumable(body.chosen)
            go_on.hint = _("Continue this match (C)") if go_on.enabled else _("This match cannot be continued")
            if body.chosen is not None and body.chosen.finished:
                go_on.hint = _("This match is over")

        body = MatchesBody(matches, self._menu.shell.own, offer)
        self._menu.open(Dialog(_("Recorded matches"), body, [Button(_("Close")), go_on, view], width=720))

    def invite_to_play(self) -> Dialog:
        """What stands where matches will be."""
        words = _(
            "Every match you play is kept here: to go on with it later, to step through it move by move, and to see "
            "where it turned."
        )
        play = Button(_("Play your first match"), self._menu.sit_down, style="primary")
        watch = Button(_("Watch one"), self._menu.watch_table)
        return Dialog(_("Recorded matches"), words, [Button(_("Not now")), watch, play], width=660)

    def view(self, replay: Replay | None) -> None:
        """Step through a recorded match; where that cannot be, say why."""
        if replay is None:
            return
        try:
            self._menu.shell.show_replay(read(replay.path))  # it may have grown since
        except (ReplayError, SeatError, registry.UnknownNameError) as error:
            self._menu.tell(error_sentence(error))

    def _settings(self) -> None:
        self._menu.open(settings_dialog(self._menu.shell.settings, self._menu.shell.change))
