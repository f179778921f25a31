"""The screens of the window, each imported when it is first opened: so the menu is there before what else there is."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.games.registry import AI, GameModule
from game.mods.mod import ModAI
from game.mods.mods import MODS
from systems.view.screens.screen import Screen, Shell

if TYPE_CHECKING:
    from game.analysis.decisions import Decision
    from game.analysis.luck import Stroke
    from game.analysis.people.practice import Course
    from game.learning.trainer_store import TrainerStore
    from game.matches.replay import Replay
    from game.matches.requests import MenuChoices, TableRequest
    from game.matches.session import Session
    from game.matches.tournament import Tournament
    from systems.view.screens.narration import Narrator


def menu(shell: Shell, choices: "MenuChoices") -> Screen:
    """The menu."""
    from systems.view.screens.menu import MenuScreen

    return MenuScreen(shell, choices)


def table(shell: Shell, session: "Session", speed: float) -> Screen:
    """The table of a match."""
    from systems.view.screens.table import TableScreen

    return TableScreen(shell, session, speed)


def mods(shell: Shell) -> Screen:
    """What mods there are."""
    from systems.view.screens.mods import ModsScreen

    return ModsScreen(shell)


def statistics(shell: Shell) -> Screen:
    """What the user's matches come to."""
    from systems.view.screens.statistics import StatisticsScreen

    return StatisticsScreen(shell)


def practice(shell: Shell, course: "Course") -> Screen:
    """The position of a course that is at hand. Raises ReplayError or LookupError where it is gone."""
    from systems.view.screens.practice import PracticeScreen

    return PracticeScreen(shell, course)


def guide(shell: Shell, game: GameModule, match: "TableRequest | None") -> Screen:
    """The guided first turn of a game, after which a match may follow. Raises LookupError where it has none."""
    from systems.view.screens.guide import GuideScreen

    return GuideScreen(shell, game, match)


def replay(shell: Shell, recorded: "Replay", point: "Decision | Stroke | int | None") -> Screen:
    """A recorded match, from a turning point or the position after so many moves where one is asked for. Raises
    ReplayError when its beginning departs from the rules."""
    from game.matches.timeline import Timeline
    from systems.view.screens.replay import ReplayScreen

    timeline, reading = Timeline.begun(recorded)
    screen = ReplayScreen(shell, timeline, recorded, reading)
    if screen.board is not None and point is not None:
        screen.read_all()
        screen.board.look_at(point)
    return screen


def tournaments(shell: Shell, choices: "MenuChoices", game: str | None) -> Screen:
    """All tournaments; a new one is of this game, else of the first, unless another is chosen."""
    from systems.view.screens.tournament_setup import TournamentsScreen

    return TournamentsScreen(shell, choices, game)


def tournament(shell: Shell, shown: "Tournament", path: Path, begin: bool) -> Screen:
    """A tournament that is, or will be, kept in a file; it may `begin`."""
    from systems.view.screens.tournament import TournamentScreen

    return TournamentScreen(shell, shown, path, begin)


def training(
    shell: Shell,
    trainers: "TrainerStore",
    ai: AI,
    options: Mapping[str, Any],
    given: Mapping[str, Any] | None,
    begin: bool,
) -> Screen:
    """The training panel of an AI that learns, with those values of its parameters that are `given`; one that was open
    before goes on where it stopped, or from what has been learnt at tables since. It learns at once where it is to
    `begin`. Raises ThinkingError where it cannot learn there."""
    told = MODS.through_world(ai.game)
    if ai.networks is not None or isinstance(ai, ModAI):
        MODS.check_without_systems(ai.game)
    from game.matches.world_play import WorldPlay
    from systems.view.screens.training import TrainingScreen

    screen = TrainingScreen(shell, trainers.trainer(ai, options, given, WorldPlay if told else None))
    screen.running = begin
    if told:
        screen.toasts.push(f"{told}.")
    return screen


def narrator(say: Callable[[str], None]) -> "Narrator":
    """Whoever tells every screen in words; `say` is handed each line."""
    from systems.view.screens.narration import Narrator

    return Narrator(say)
