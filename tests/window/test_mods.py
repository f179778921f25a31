"""Mods in the window: on their screen, in the menu, at the table; whatever they do, frames go on."""

import signal

import esper
import pygame
import pytest

from components.players import Decision, Player
from components.table import MatchOver
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from game.mods import files as mod_files
from game.mods.mods import MODS
from systems.mods import GuardedSystem
from systems.snapshot import maybe
from systems.view.screens.mods import ModsScreen
from systems.view.screens.parameters_dialog import ParametersDialog
from tests.mod_desk import A_MOD, TESTED, drop, taken
from tests.mods.sound import allow
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

pytestmark = pytest.mark.usefixtures("no_mods")
FAST = {"motion": "instant", "pace": 0.0}


def named(*names: str) -> None:
    """Load mods for tests by their names."""
    MODS.name([TESTED / f"{name}.py" for name in names])
    taken()


def table(game: str, *seats: str, seed: int = 3) -> TableRequest:
    """The request for a table."""
    return TableRequest(game, tuple(parse_seats(game, seats)), {}, seed)


def plain(name: str, about: str = "by lot") -> str:
    return A_MOD.format(name=name, about=about)


def until_loaded(desk: Desk) -> None:
    """Let frames pass until everything is loaded; the menu begins to look for mods once it is seen."""
    desk.frame(2)
    while MODS.loading:
        desk.frame()
    desk.frame()


# --- the screen and the menu -------------------------------------------------------------------------------------


def test_the_mods_screen_tells_what_became_of_each(desk: Desk) -> None:
    drop("lots.py", plain("by-lot"))
    drop("broken.py", "import json\n1 / 0\n")
    drop("taken.py", plain("perfect"))
    desk.keys("d")
    screen = desk.screen(ModsScreen)
    assert [screen.state_of(mod)[0] for mod in screen.rows] == ["loading"] * 3
    until_loaded(desk)
    told = {mod.name: (screen.state_of(mod)[0], screen.words_of(mod)) for mod in screen.rows}
    assert told == {
        "lots": ("loaded", "Adds the AI by-lot for Nim\nFrom: mods folder"),
        "broken": ("refused", "line 2: ZeroDivisionError: division by zero\nFrom: mods folder"),
        "taken": (
            "refused",
            "nim has an AI called perfect already (built in); call it taken-perfect or so\nFrom: mods folder",
        ),
    }
    assert len(screen._heights) == 3
    desk.keys("escape")
    assert desk.menu


def test_reload_takes_everything_anew(desk: Desk) -> None:
    drop("lots.py", plain("by-lot"))
    desk.keys("d")
    until_loaded(desk)
    before = MODS.all[0]
    desk.click(desk.screen(ModsScreen).reload.box)
    until_loaded(desk)
    assert MODS.all[0] is not before
    assert not MODS.all[0].refused


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (700, 1000)])
def test_the_screen_says_that_a_mod_runs_with_the_users_rights(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size, **FAST)
    for number in range(12):
        drop(f"mod{number:02}.py", "raise ValueError('a long story ' * 20)\n" if number % 2 else plain(f"ai{number}"))
    desk.keys("d")
    until_loaded(desk)
    screen = desk.screen(ModsScreen)
    assert screen.list.box.h > 100
    assert screen.list.box.bottom <= screen.reload.box.y
    assert screen._warning.bottom <= screen.list.box.y
    for button in (screen.reload, screen.back):
        assert screen.sheet.x <= button.box.x < button.box.right <= screen.sheet.right


def test_the_menu_offers_the_ais_of_mods_once_they_are_loaded(open_desk: Open) -> None:
    drop("lots.py", plain("by-lot"))
    desk = open_desk(motion="instant", pace=0.0)
    menu = desk.menu
    menu._choose_game(registry.game("nim"))
    desk.seat(1, "casual")
    until_loaded(desk)
    assert "by-lot" in dict(menu.chairs.offered(1))
    assert menu.chairs.specs[1] == "casual", "whoever was chosen stays"
    desk.seat(0, "by-lot")
    desk.keys("return")
    desk.until_told(lambda: desk.window.screen is not menu)
    assert desk.table.session.seats[0].name == "by-lot"


def test_the_parameters_of_a_mods_ai_are_set_in_the_menu(open_desk: Open) -> None:
    named("sound")
    desk = open_desk(motion="instant", pace=0.0)
    until_loaded(desk)
    menu = desk.menu
    menu._choose_game(registry.game("nim"))
    desk.seat(1, "dice")
    desk.click(menu.seats.more.box)
    desk.click(desk.dialog.buttons[0].box)
    dialog = desk.dialog
    assert isinstance(dialog, ParametersDialog)
    desk.keys("tab")
    desk.type("many")
    assert "invalid literal" in dialog.body.faults["sides"]
    desk.keys(*["backspace"] * 4)
    desk.type("4")
    desk.keys("return")
    assert menu.chairs.specs[1] == "dice@sides=4"


# --- at the table ------------------------------------------------------------------------------------------------


def thoughts(desk: Desk) -> list[str]:
    """The reasons that the overlay shows."""
    thought = desk.table.thoughts.now()
    return [] if thought is None else [row.reason for row in thought.rows]


def test_a_mods_ai_thinks_in_the_open(open_desk: Open) -> None:
    named("sound")
    desk = open_desk(table("nim", "dice@sides=4", "dice"), motion="instant", pace=5.0)
    desk.until_told(lambda: thoughts(desk))
    assert set(thoughts(desk)) <= {"one of 4", "one of 6"}
    thought = desk.table.thoughts.now()
    assert thought is not None
    assert len(thought.rows) == 16
    assert {row.score for row in thought.rows} <= {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}


def test_the_overlay_shows_a_thought_grow_while_frames_go_on(open_desk: Open) -> None:
    named("sound")
    desk = open_desk(table("nim", "stepwise", "stepwise"), motion="instant", pace=5.0)
    for step in (1, 2, 3):
        desk.until_told(lambda step=step: thoughts(desk)[:1] == [f"after {step} steps"])  # type: ignore[misc]
        desk.frame(20)
        assert set(thoughts(desk)) == {f"after {step} steps"}, "it waits, and frames go on"
        assert not [row for row in desk.table.thoughts.now().rows if row.chosen]  # type: ignore[union-attr]  # it is there
        allow(step)
    desk.until_told(lambda: [row for row in desk.table.thoughts.now().rows if row.chosen])  # type: ignore[union-attr]
    assert len(thoughts(desk)) == 16


def test_frames_go_on_while_an_ai_hangs_and_its_fault_is_told(open_desk: Open) -> None:
    named("faulty")
    desk = open_desk(table("nim", "hangs", "hangs"), **FAST)
    desk.until_told(lambda: esper.get_components(Player, Decision))
    before = desk.window.frames
    desk.frame(300)
    assert desk.window.frames == before + 300
    assert esper.get_components(Player, Decision), "it thinks and thinks"
    MODS.think_seconds = 0.2
    desk.close()
    named("faulty")
    desk = open_desk(table("nim", "hangs", "hangs", seed=4), **FAST)
    told: set[str] = set()
    while maybe(MatchOver) is None:
        desk.frame()
        told.add(desk.table.toasts.words)
    notes = [line.text for line in desk.table.session.log.lines if "moved in its place" in line.text]
    assert notes[0] == "hangs thought for more than 0.2 s; q-learner moved in its place"
    assert len(notes) == 6, "three faults each, and then the default AI plays on"
    assert any("thought for more than 0.2 s" in words for words in told)
    replays = [replay for replay in desk.replays() if replay.head["seed"] == 4]
    assert [line.record["text"] for line in replays[0].lines if line.record["type"] == "note"] == notes


def test_leaving_a_table_ends_the_process_that_still_thinks(open_desk: Open) -> None:
    named("faulty")
    desk = open_desk(table("nim", "hangs", "random", seed=1), **FAST)
    desk.until_told(lambda: MODS.all[0].worker._requests)
    desk.frame(5)
    before = MODS.all[0].worker.generation
    desk.table.leave()
    desk.frame(2)
    assert desk.menu
    worker = MODS.all[0].worker
    assert worker.generation == before + 1
    assert all(request.message[0] != "think" for request in worker._requests)


def test_a_changed_mod_plays_the_next_match(open_desk: Open) -> None:
    path = drop("lots.py", plain("by-lot", "first"))
    taken()
    desk = open_desk(table("nim", "by-lot", "perfect"), **FAST)
    desk.until_told(lambda: maybe(MatchOver))
    digests = [desk.table.session.seats[0].record()["parameters"]["mod"]]
    path.write_text(plain("by-lot", "again"))
    first = desk.table
    first.again()
    desk.until_told(lambda: desk.window.screen is not first)
    desk.until_told(lambda: maybe(MatchOver))
    digests.append(desk.table.session.seats[0].record()["parameters"]["mod"])
    assert digests[0] != digests[1] == MODS.all[0].fingerprint
    path.unlink()
    second = desk.table
    second.again()
    desk.frame(3)
    assert desk.window.screen is second
    assert "nim has no AI 'by-lot'" in second.toasts.words


def test_a_mod_that_is_broken_now_is_told_with_its_error(open_desk: Open) -> None:
    path = drop("lots.py", plain("by-lot"))
    taken()
    desk = open_desk(table("nim", "by-lot", "perfect"), **FAST)
    desk.until_told(lambda: maybe(MatchOver))
    path.write_text("def register(registry)\n    pass\n")
    desk.table.again()
    desk.until_told(lambda: desk.table.toasts.words)
    assert "mod lots is refused now: line 1: SyntaxError: expected ':'." in desk.table.toasts.words


def test_a_match_with_a_mods_ai_is_gone_on_with_once_the_mod_is_loaded(open_desk: Open) -> None:
    drop("lots.py", plain("by-lot"))
    taken()
    desk = open_desk(table("nim", "human", "by-lot"), **FAST)
    desk.until_told(lambda: desk.ready)
    desk.move_once()
    desk.close()
    desk = open_desk(**FAST)
    assert not desk.menu.waiting.button.visible, "nobody knows the AI yet"
    desk.until_told(lambda: desk.menu.waiting.button.visible)
    desk.keys("c")
    desk.until_told(lambda: desk.ready)
    assert desk.table.session.seats[1].record()["parameters"] == {"mod": MODS.all[0].fingerprint}


# --- systems -----------------------------------------------------------------------------------------------------


def systems_of(desk: Desk) -> list[GuardedSystem]:
    """The systems of mods at the table."""
    mods = desk.table.session.world.mods
    assert mods is not None
    return mods.all


def test_systems_run_guarded_and_are_named(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    named("systems")
    desk = open_desk(table("nim", "perfect", "perfect"), motion="instant", pace=0.125)
    assert [system.name for system in systems_of(desk)] == [
        f"{name} of mod systems" for name in ("Counts", "Raises", "RaisesLater", "Unmade", "Slow")
    ], "the one for another game is not among them"
    announced: list[str] = []
    monkeypatch.setattr(desk.table.toasts, "push", announced.append)
    desk.until_told(lambda: maybe(MatchOver))
    counts, raises, later, unmade, slow = systems_of(desk)
    assert (counts.faults, raises.faults, later.faults, unmade.faults) == (0, 3, 3, 3)
    assert slow.slow_frames >= 10
    assert not slow.off, "it is slow, but not wrong"
    told = [line.text for line in desk.table.session.log.lines]
    own = [text for text in told if text.startswith("Raises of")]
    assert [text.partition(" (")[0] for text in own] == [
        "Raises of mod systems raised ValueError: frame 1",
        "Raises of mod systems raised ValueError: frame 2",
        "Raises of mod systems raised ValueError: frame 3",
    ]
    assert own[2].endswith(" and is switched off")
    assert sum(text.startswith("RaisesLater of mod systems raised KeyError: 'moved'") for text in told) == 3
    assert sum(text.startswith("Unmade of mod systems raised SystemExit: no") for text in told) == 1
    assert sum(words.startswith("Slow of mod systems is slow: it took ") for words in announced) == 1
    assert not any("is slow" in text for text in told), "that depends on the machine, not on the match"
    moves = sum(line.record["type"] == "move" for line in desk.replay().lines)
    assert sum(" has moved: took " in text for text in told) == moves > 3


ODD = '''"""A mod whose system says what leads a terminal astray."""

from game.modding import Phase

TEXT = "red\\x1b[31m\\u202etxt\\0"


class Odd:
    def __init__(self, table):
        self.table = table
        self.said = False

    def process(self, seconds):
        if not self.said:
            self.said = True
            self.table.note(TEXT + "x" * 1_000_000)
            self.table.announce(TEXT + "x" * 1_000_000)
        self.table.drawing.text(TEXT + "x" * 1_000_000, 0, 0)


Odd.__name__ = TEXT.rstrip("\\0") + "x" * 1_000_000


def register(registry):
    registry.system(Odd, Phase.RENDER)
'''


def test_what_a_system_says_and_is_called_is_shortened_and_has_no_escapes(open_desk: Open) -> None:
    drop("odd.py", ODD)
    taken()
    desk = open_desk(table("nim", "human", "perfect"), **FAST)
    shown = "red\\x1b[31m\\u202etxt\\x00xxx"
    desk.frame(3)
    (system,) = systems_of(desk)
    assert system.name.startswith("red\\x1b[31m\\u202etxtxxx")
    assert len(system.name) == 60 + len(" of mod odd")
    assert desk.table.toasts.words.startswith(shown)
    assert len(desk.table.toasts.words) == 300
    notes = [line.record["text"] for line in desk.replay().lines if line.record["type"] == "note"]
    assert [len(note) for note in notes] == [1000], "nor is the file filled"
    assert notes[0].startswith(shown)


NEVER_BACK = '''"""A mod whose system never comes back."""

from game.base.events import MoveMade
from game.modding import Phase


class Stuck:
    def __init__(self, table):
        self.frames = 0
        table.on(MoveMade, self.moved)

    def moved(self, made):
        raise AssertionError("it is switched off before the first move")

    def process(self, seconds):
        while True:
            try:
                self.frames += 1
            except Exception:
                pass


def register(registry):
    registry.system(Stuck, Phase.LAYOUT)
'''


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="only where there are timers")
def test_a_system_that_never_comes_back_is_switched_off(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    drop("stuck.py", NEVER_BACK)
    taken()
    monkeypatch.setattr(MODS, "think_seconds", 0.2)
    desk = open_desk(table("nim", "perfect", "random"), **FAST)
    desk.until_told(lambda: maybe(MatchOver) is not None)
    (stuck,) = systems_of(desk)
    assert stuck.off
    said = "Stuck of mod stuck did not come back within 0.2 s and is switched off"
    assert [line.text for line in desk.table.session.log.lines].count(said) == 1
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0), "no alarm is left behind"


@pytest.mark.painted
def test_a_system_draws_over_the_table_but_not_over_a_dialog(open_desk: Open) -> None:
    named("systems")
    desk = open_desk(table("nim", "human", "perfect"), **FAST)
    desk.frame(3)

    def corner() -> tuple[int, ...]:
        return tuple(desk.window.display.surface.get_at((4, 80)))[:3]

    assert corner() == (255, 0, 0)
    desk.keys("f1")
    desk.frame(2)
    assert desk.table.dialog is not None
    assert corner() != (255, 0, 0)
    desk.keys("escape")
    desk.frame(2)
    assert corner() == (255, 0, 0)
    assert isinstance(desk.window.display.surface, pygame.Surface)


def test_a_changed_system_runs_at_the_next_table(open_desk: Open) -> None:
    text = (TESTED / "systems.py").read_text()
    path = drop("counting.py", text)
    taken()
    desk = open_desk(table("nim", "human", "perfect"), **FAST)
    assert len(systems_of(desk)) == 5
    path.write_text(text.replace("    registry.system(Raises, Phase.LEARN)\n", ""))
    first = desk.table
    first.again()
    desk.until_told(lambda: desk.window.screen is not first)
    assert len(systems_of(desk)) == 4
    assert mod_files.folder() == path.parent


def test_a_row_is_as_high_as_what_is_said_in_it(desk: Desk) -> None:
    desk.keys("d")
    screen, canvas = desk.screen(ModsScreen), desk.window.canvas
    words, room = "many ", screen.list.least_width - 2 * 16
    while canvas.text_size(f"line 1: ValueError: {words}", 16)[0] <= room:
        words += "m"  # in the end one too many for a line beside a bar, and not for one without
    drop("lots.py", f"raise ValueError('{words}')\n")
    desk.keys("r")
    until_loaded(desk)
    with texts_drawn() as texts:
        desk.frame()
    (foot,) = (box.bottom for line, box in texts if line.startswith("From: "))
    assert 0 < screen.list.row_box(0).bottom - foot < 24
