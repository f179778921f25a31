"""The table: a match as it is seen, played and watched."""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import esper
import pygame

from components.players import Advisor
from components.table import MatchOver, Pace, Progress
from components.view import Stage
from game.base.events import ConfirmTurn, MatchEnded, MoveMade, MoveRefused, Noted, RoundEnded, RoundStarted, Undone
from game.base.phases import Phase, add_system
from game.base.safe_text import warn
from game.base.settings import Settings
from game.matches import notes
from game.matches.replay import ReplayError, matches_folder, read
from game.matches.requests import TableRequest
from game.matches.session import Session
from game.rules.language import _, error_sentence, sentence
from game.rules.mentions import with_names
from game.rules.protocol import MatchEnd, RoundEnd, named_first
from game.rules.wording import to_player
from systems.human import NOT_YOUR_TURN, HumanTurn
from systems.input import InputSystem
from systems.snapshot import maybe, only, player_names
from systems.view.games.views import view_of
from systems.view.screens.match_result import Point, match_dialog
from systems.view.screens.rules import rules_dialog
from systems.view.screens.screen import Screen, Shell
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.table.animation import AnimationSystem
from systems.view.table.between_rounds import BetweenRounds
from systems.view.table.characters import seated
from systems.view.table.input import TableInput
from systems.view.table.layer import TableLayer
from systems.view.table.layout import table_box
from systems.view.table.learning_panel import LearningDialogs
from systems.view.table.mods import TableWindow
from systems.view.table.ports import RANKED, Company, Scene, Told, Voice
from systems.view.table.prompt import WAITS, draw_prompt, prompt_of
from systems.view.table.results import Prizes
from systems.view.table.side_panel import SidePanel
from systems.view.table.table_thoughts import SHUT, TableThoughts
from systems.view.table.tools import NOTHING_TO_UNDO
from systems.view.table.tutor import Tutor
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button

SPEEDS = (1.0, 4.0, math.inf)
_QUIET_SECONDS = 1.0
"""The music begins so long after the table is first seen, when the pictures that it needs have been made."""


class RenderSystem(esper.Processor):
    """RENDER: draws the table screen. Systems that are added after it draw over the table."""

    def __init__(self, draw: Callable[[], None]) -> None:
        self._draw = draw

    def process(self, seconds: float) -> None:
        self._draw()


class TableScreen(Screen):
    """One match in the window, with humans at it or only watched."""

    is_match = True
    """Whether those who sit here were asked for: the menu offers them again."""
    guided = False

    def __init__(self, shell: Shell, session: Session, speed: float = 1.0) -> None:
        super().__init__(shell)
        self.session = session
        self.view = view_of(session.game.name)
        self.speed = speed
        self._voice = Voice(self.toasts, shell.sounds)
        self._speed_asked = speed
        self._lent = False
        """Whether the advisor is to make a move as soon as it has thought."""
        self._turn = 0
        """The number of the human's decision that was seen last."""
        self._seen = 0.0
        """For how many seconds the table has been seen."""
        session.world.enter()
        self.human = InputSystem(session.world.events, session.world.agents)
        self.company = Company(session.names, session.seats, self.view, session.game.rules.hidden_hands)
        self.company.note_who_decides()
        self._stage = Stage(viewer=self.company.first_viewer)
        esper.create_entity(self._stage)
        only(Pace).rounds_wait = True
        self._make_parts()
        self._add_systems()
        self._listen()
        session.world.open(TableWindow(lambda: self.canvas, lambda: self.dialog is not None, self.tell))
        if self.company.hides_thinking and self.settings.open_thinking:
            self._note_thinking()
        self._shut()

    # --- what is so ---

    @property
    def game(self) -> str:
        return self.session.game.title

    @property
    def hurries(self) -> bool:
        return self.speed > 100

    @property
    def records(self) -> bool:
        return self.session.recorder is not None

    @property
    def seated(self) -> TableRequest | None:
        if not self.is_match:
            return None
        return TableRequest(self.session.game.name, self.session.seats, self.session.setup.options)

    @property
    def settings(self) -> Settings:
        """The user's settings, without what is shut where a match is ranked; nothing else is."""
        found = self.shell.settings
        if not found.ranked:
            return found
        if self.company.watching or not self.is_match:
            return replace(found, ranked=False)
        return replace(found, hint=False, open_thinking=False)

    @property
    def stage(self) -> Stage:
        """How the table is seen."""
        return self._stage

    @property
    def prompt(self) -> str:
        """What the line of the table says now."""
        if self.tutor.waits:
            return WAITS
        return prompt_of(self._scene, self.company, self.between, self.dialog is not None)

    @property
    def resting(self) -> bool:
        """Whether a human is waited for, not an AI, and all pictures are there."""
        self.session.world.enter()  # the one before may just have been closed
        waits = maybe(HumanTurn) is not None or maybe(MatchOver) is not None or only(Pace).paused
        return (waits or self.dialog is not None) and not self.table.preparing

    # --- set-up ---

    def _make_parts(self) -> None:
        """Make the parts round the table, each with what it needs of it."""
        scene = self._scene = Scene(self.view, self._stage)
        company, voice, session = self.company, self._voice, self.session
        ais = [None if seat.ai is None else seat.ai.name for seat in session.seats]
        self.told = Told(session.game, session.log, scene, company, lambda: self.prompt)
        self.table = TableLayer(self.view, seated(session.game.name, company.names, ais))
        self.between = BetweenRounds(scene, company, self, self, session.acknowledge_round, self._match_result)
        agents = self.session.world.agents
        self.thoughts = TableThoughts(company, lambda: self.settings, lambda: self.between.passing is not None, agents)
        self.tutor = Tutor(session, self.human, self.shell.analyses, self, voice, company.names)
        self.panel = SidePanel(
            scene, company, voice, self, session, self.human, self.thoughts, lambda: self.settings, self.tutor,
            self.shell.analyses,
        )  # fmt: skip
        self.group = self.panel.group
        # A match that goes on is as it was left.
        self.tutor.on = notes.stands(notes.TUTOR_ON, notes.TUTOR_OFF, session.noted_before)
        self.panel.asking = notes.stands(notes.ASKING_ON, notes.ASKING_OFF, session.noted_before)
        self.input = TableInput(
            scene, company, voice, self, self, self.human, self.panel, self.between.show_result_again
        )

    def _add_systems(self) -> None:
        add_system(self.human, Phase.INPUT)
        add_system(self.view.layout(), Phase.LAYOUT)
        add_system(AnimationSystem(), Phase.ANIMATE)
        add_system(RenderSystem(self._draw), Phase.RENDER)

    def _listen(self) -> None:
        events = self.session.world.events
        events.on(ConfirmTurn, self.thoughts.confirmed)
        events.on(MoveMade, self._on_move)
        events.on(Undone, self.thoughts.undone)
        events.on(MoveRefused, self._on_refusal)
        events.on(RoundStarted, self._on_round)
        events.on(RoundEnded, self._on_round_end)
        events.on(MatchEnded, self._on_match_end)
        events.on(Noted, self._on_note)

    def _on_round(self, event: RoundStarted) -> None:
        self._voice.play(self.view.dealing)
        self.thoughts.begun()

    def _on_refusal(self, event: MoveRefused) -> None:
        own = [zone.name for zone in self.session.game.zones if zone.each]
        self.tell(with_names(to_player(event.why, own or ("hand",)), player_names()))

    def _on_move(self, event: MoveMade) -> None:
        for name in self.view.sounds_of(event.move):
            self._voice.play(name)
        self._lent = False
        self.thoughts.moved(event, len(self.session.states) - 1)
        self._stage.foreseen = ()

    def _on_round_end(self, event: RoundEnded) -> None:
        self.between.round_over()
        if not self.company.watching and maybe(MatchOver) is None:
            won = event.end.winner is None or event.end.winner in self.company.humans
            self._voice.play("round_won" if won else "round_lost")

    def _on_note(self, noted: Noted) -> None:
        """Tell at the table what an AI did that is noted of it, and what an undo costs."""
        of_ai = noted.player is not None and noted.player not in self.company.humans
        if of_ai or noted.text == notes.TAKEN_BACK:
            self.tell(sentence(noted.text))

    def _on_match_end(self, event: MatchEnded) -> None:
        if self.company.humans:
            self._voice.play("match_won" if event.end.winner in self.company.humans else "match_lost")

    # --- a frame ---

    def frame(self, seconds: float, canvas: Canvas) -> None:
        self.canvas = canvas
        self._accompany(seconds)
        self.session.world.enter()
        self.between.update(seconds)
        self._prepare(seconds)
        self._lend()
        self.toasts.update(seconds)
        self.tutor.update(seconds)
        self.panel.update(seconds, canvas)
        if self.dialog is not None:
            self.dialog.update(seconds)
        self.session.world.frame(0.0 if self._stands_still else seconds * min(self.speed, 1e6))
        for words in self.session.notices():
            self.tell(words)

    def _accompany(self, seconds: float) -> None:
        self._seen += seconds
        if self._seen >= _QUIET_SECONDS:
            self.shell.sounds.accompany(self.view.tune)

    @property
    def _stands_still(self) -> bool:
        """An open dialog holds the match, but not the pieces that still move."""
        return self.dialog is not None and not only(Pace).busy

    def _prepare(self, seconds: float) -> None:
        """Bring stage and pace up to date with settings and window."""
        self.company.note_who_decides()
        self._note_turn()
        for _entity, advisor in esper.get_component(Advisor):
            advisor.asked = self.settings.hint or self._lent
        stage, pace = self._stage, only(Pace)
        stage.width, stage.height = self.canvas.width, self.canvas.height
        stage.left_handed = self.settings.left_handed
        stage.states = self.session.states
        stage.motion = self.settings.motion_factor if math.isfinite(self.speed) else math.inf
        stage.show_counts = self.settings.show_counts or self.company.watching
        pace.seconds = self.settings.pace if math.isfinite(self.speed) else 0.0
        pace.held = self.dialog is not None or self.between.passing is not None
        if self.between.passing is not None:
            stage.open_hands = frozenset()
        elif self.company.watching or maybe(MatchOver) is not None:
            stage.open_hands = frozenset(range(len(self.session.seats)))
        elif self.company.passes_screen and self.between.at_screen is None:
            stage.open_hands = frozenset()
        else:
            stage.open_hands = frozenset({stage.viewer})
        self.input.dim(self.between.passing)
        self.input.point(seconds)

    def _note_turn(self) -> None:
        """Where a human's turn has begun, nobody is told any longer that it is another's."""
        turn = maybe(HumanTurn)
        if turn is not None and turn.number != self._turn:
            self._turn = turn.number
            self.toasts.withdraw(NOT_YOUR_TURN)

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        self.canvas = canvas
        self.session.world.enter()
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN) and self.between.skip_count():
            return
        if self.dialog is None:
            self.input.handle(event, canvas)
        elif self.between.result is None or not self.input.handle_beside(event, canvas):
            self.dialog.handle(event, canvas)

    # --- the end of the match ---

    def _match_result(self, end: RoundEnd, match: MatchEnd, prizes: Prizes | None) -> Dialog:
        """What tells how the match ended: with its analysis, where the match was recorded."""
        path = None if self.session.recorder is None else self.session.recorder.path
        recorded = None if path is None else (self.shell.analyses, path, partial(self._look_at, path))
        at_once = self.between.counted or math.isinf(self.settings.motion_factor) or math.isinf(self.speed)
        buttons = self.leave, self.again
        celebrated = match.winner in self.company.humans or not self.company.humans
        trophies = self.view.trophies if celebrated else ()
        rounds, names, first = only(Progress).round_number, self.company.names, named_first(self.session.setup)
        following = "" if first is None else names[first]
        return match_dialog(end, match, names, prizes, buttons, recorded, at_once, trophies, rounds, following)

    def _look_at(self, path: Path, point: Point | int) -> None:
        """Open the match in the viewer, at a turning point or after so many moves."""
        try:
            self.shell.show_replay(read(path), point)
        except ReplayError as error:
            self.tell(error_sentence(error))

    # --- what the side panel does ---

    def leave(self) -> None:
        """Go back to the menu, where is told that an unfinished match waits, unless nothing was played yet; one that
        could not be recorded, and would be lost, is left only when the user says so."""
        recorder = self.session.recorder
        if self.session.finished or (self.session.untouched and recorder is not None):
            self.shell.to_menu()
        elif recorder is None:
            words = _("This match could not be recorded: it is lost when you leave the table.")
            leave = Button(_("Leave"), self.shell.to_menu)
            stay = Button(_("Stay"), style="primary")
            self.dialog = Dialog(_("Leave the match?"), words, [leave, stay], cancel=stay)
        elif recorder.path.parent == matches_folder():
            self.shell.to_menu(
                _("Your match waits under Continue.") if self.company.humans else _("The match waits under Continue.")
            )
        else:
            self.shell.to_menu(_("The match is kept in {path}.", path=str(recorder.path)))

    def again(self) -> None:
        """Play a new match with the same seats."""
        session = self.session
        # A human who chose a speed once out of the match plays the next one as this one began.
        speed = self._speed_asked if self.company.humans else self.speed
        self.shell.show_table(
            TableRequest(
                session.game.name, session.seats, session.setup.options, speed=speed, thoughts=session.thoughts
            )
        )

    def undo(self) -> None:
        """Take back to the human's latest decision; a move that still waits is all that is taken back."""
        if self.take_back() or self._is_shut():
            return
        self.human.close()
        self._lent = False
        if self.session.undo():
            self._voice.play(self.view.moving)
            self._stage.foreseen = ()
        else:
            self.tell(NOTHING_TO_UNDO)

    def take_back(self) -> bool:
        """Take back a move that waits for the judge; False where none does."""
        waited = self.tutor.take_back()
        if waited:
            self._voice.play("deselect")
        return waited

    def play_for_me(self) -> None:
        """Let the advisor make one move for the human to move, as soon as it has thought."""
        if self._is_shut():
            return
        if not self.company.human_moves:
            self.tell(NOT_YOUR_TURN)
            return
        self.tutor.take_back()
        self._lent = True
        if self.human.advised:
            self._lend()
        else:
            self.tell(_("The AI is thinking: it moves for you in a moment."))

    def _lend(self) -> None:
        """Let the advisor make the move that it was asked for, once it is ready; none where somebody else moves."""
        self._lent = self._lent and self.company.human_moves
        if self._lent and self.human.advised:
            self._lent = False
            why = self.human.lend(notes.LENT)
            if why is not None:
                self.tell(why)

    def show_help(self) -> None:
        """Show the rules of the game."""
        self.dialog = rules_dialog(self.session.game, None, self.company.watching, self.session.setup.options)

    def show_learning(self) -> None:
        """Show what the AIs at the table learn."""
        if self.thoughts.shut:  # every step of learning is one of its thoughts
            self.tell(SHUT)
        else:
            LearningDialogs(self.session.learners, self, self._voice).show()

    def toggle_overlay(self) -> None:
        """Show or hide what AIs think."""
        self.shell.change(overlay=not self.settings.overlay)

    def toggle_hint(self) -> None:
        """Show or hide what an AI makes of a human's own moves."""
        if self._is_shut():
            return
        self.change(hint=not self.settings.hint)
        if self.settings.hint:
            self.panel.go_to_hint()

    def toggle_sums(self) -> None:
        """Show the numbers and formulas of AIs beside their words, or the words alone."""
        self.shell.change(sums=not self.settings.sums)

    def show_settings(self) -> None:
        """Let the settings be changed at the table."""
        self.dialog = settings_dialog(self.shell.settings, self.change)

    def change(self, **values: Any) -> None:
        """Change settings by name; when thinking is shown openly from now on, or no longer, the replay notes it."""
        before = self.settings.open_thinking
        self.shell.change(**values)
        if self.settings.open_thinking != before and self.company.hides_thinking:
            self._note_thinking()
        self._shut()

    def _is_shut(self) -> bool:
        """Return True where the match is ranked, and say so."""
        if self.settings.ranked:
            self.tell(RANKED)
        return self.settings.ranked

    def _shut(self) -> None:
        """Switch off what tells more of one's own moves than a ranked match allows."""
        if self.settings.ranked:
            self._lent = False
            if self.tutor.on:
                self.toggle_tutor()
            if self.panel.asking:
                self.toggle_asking()

    def _note_thinking(self) -> None:
        self.session.note(None, notes.THINKING_SHOWN if self.settings.open_thinking else notes.THINKING_HIDDEN)

    def toggle_asking(self) -> None:
        """Ask everybody on a human's own turns, or no more; the replay notes it."""
        if not self.panel.asking and self._is_shut():
            return
        self.panel.asking = not self.panel.asking
        self.session.note(None, notes.ASKING_ON if self.panel.asking else notes.ASKING_OFF)

    def toggle_tutor(self) -> None:
        """Have a human's mistakes held, or no more; the replay notes it."""
        if not self.tutor.on and self._is_shut():
            return
        self.tutor.on = not self.tutor.on
        self.session.note(None, notes.TUTOR_ON if self.tutor.on else notes.TUTOR_OFF)

    def toggle_mute(self) -> None:
        """Sounds on or off."""
        self.shell.change(muted=not self.settings.muted)
        self.tell(_("Sounds are off.") if self.settings.muted else _("Sounds are on."))

    def toggle_pause(self) -> None:
        """Let the table stand still, or go on; on a human's own turn, where nothing is seen to stop, say so."""
        pace = only(Pace)
        pace.paused = not pace.paused
        pace.steps = 0
        if maybe(HumanTurn) is not None:
            self.tell(_("The AIs are paused: P lets them go on.") if pace.paused else _("The AIs go on."))

    def step(self) -> None:
        """Let the next AI think and move once, the table paused."""
        pace = only(Pace)
        pace.paused = True
        pace.steps += 1

    def set_speed(self, speed: float) -> None:
        """Let the match go on at a multiple of its pace."""
        self.speed = speed

    # --- drawing ---

    def _draw(self) -> None:
        canvas, stage, dialog = self.canvas, self._stage, self.dialog
        self.table.draw(canvas, stage)
        line, side = self.view.prompt(stage), self._scene.side
        if not (self.toasts.words or stage.foreseen):  # whose labels may lie there
            draw_prompt(canvas, line, self.prompt)
        self.between.draw_count(canvas)
        if self.between.result_veils:
            canvas.dim()  # the panel, which can still be used, lies over it
        self.panel.group.covered = dialog is not None
        self.panel.draw(canvas, side)
        if dialog is not None:
            dialog.draw(canvas)
        self._draw_toasts(line)
        if dialog is None or dialog is self.between.result:
            self.panel.group.draw_hint(canvas)

    def _draw_toasts(self, line: Box) -> None:
        """Draw what is told for a moment, where the line of the table stands."""
        self.toasts.draw(self.canvas, line.centre[0], line.bottom + 4, table_box(self._stage))

    def close(self) -> None:
        self.shell.sounds.accompany(None)
        self.tutor.stop()
        self.panel.everybody.stop()
        if self.session.untouched:
            self.session.forget()
        else:
            self.session.close()
        for words in self.session.notices():
            warn(f"tabletalk: {words}")
