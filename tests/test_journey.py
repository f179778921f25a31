"""The program as a stranger meets it: the real window on a display of its own, driven by keys and mouse from the menu
to the end of a round. What happened is read from the replay that the program writes."""

import json
import os
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest

from components.view import Stage
from game.__main__ import main
from game.app.window import Window
from game.games.jaipur.tables import KINDS
from game.matches.replay import read
from systems.view.games.jaipur.layout import CARD, boxes
from systems.view.screens.menu import MenuScreen
from systems.view.table.layout import table_box
from systems.view.toolkit.canvas import Box
from systems.view.toolkit.cards import CARD_ASPECT

ROOT = Path(__file__).parent.parent
MISSING = [program for program in ("Xvfb", "xdotool") if shutil.which(program) is None]
SIZE = (1280, 720)
DEADLINE = 60.0
SEED = "46"
"""A round of few moves, all kinds that the player here makes among them."""
T = TypeVar("T")

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"{' and '.join(MISSING)} not installed")


def wait(fact: Callable[[], T | None], what: str) -> T:
    """What `fact` gives, once it gives something."""
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = fact()
        if found:
            return found
        time.sleep(0.02)
    pytest.fail(f"{what}: not within {DEADLINE:.0f} seconds")


class Display(NamedTuple):
    """A display of its own, as large as the window: its name, and the file that holds its picture."""

    name: str
    picture: Path

    def pixel(self, x: float, y: float) -> tuple[int, int, int]:
        """Red, green and blue of a pixel now. The file is an X window dump (XWDFile.h of X11): a header of big-endian
        words, colours of 12 bytes, then lines of pixels, here blue, green, red and a spare byte."""
        with self.picture.open("rb") as file:
            header = struct.unpack(">25I", file.read(100))
            size, bytes_per_line, colours = header[0], header[12], header[19]
            file.seek(size + 12 * colours + round(y) * bytes_per_line + round(x) * 4)
            blue, green, red, _ = file.read(4)
        return red, green, blue


@pytest.fixture
def display(tmp_path: Path) -> Iterator[Display]:
    """A display that nobody else uses."""
    reader, writer = os.pipe()
    size = f"{SIZE[0]}x{SIZE[1]}x24"
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", size, "-nolisten", "tcp", "-fbdir", str(tmp_path)],
        pass_fds=[writer], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(writer)
    with os.fdopen(reader) as answer:
        number = answer.readline().strip()
    if not number:
        server.wait()
        pytest.skip("Xvfb could not open a display")
    yield Display(f":{number}", tmp_path / "Xvfb_screen0")
    server.terminate()
    server.wait()


class Player:
    """Somebody at the keyboard and the mouse of the running program."""

    def __init__(self, display: Display, home: Path) -> None:
        self.home = home
        self.display = display
        here = {"DISPLAY": display.name, "SDL_AUDIODRIVER": "dummy", "TABLETALK_HOME": str(home)}
        self.environment = os.environ | here
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.environment.pop("WAYLAND_DISPLAY", None)
        self._errors = home / "errors.txt"
        with self._errors.open("w") as errors:
            self.program = subprocess.Popen(
                [sys.executable, "-m", "game"], cwd=ROOT, env=self.environment, stderr=errors
            )

    def errors(self) -> str:
        """What the program has complained of."""
        return self._errors.read_text()

    def do(self, *words: object) -> str:
        """Let xdotool do something."""
        called = ["xdotool", *map(str, words)]
        return subprocess.run(called, env=self.environment, check=False, capture_output=True, text=True).stdout

    def keys(self, *names: str) -> None:
        """Press keys, unhurriedly."""
        self.do("key", "--delay", 40, *names)

    def click(self, x: float, y: float) -> None:
        """Click at a place in pixels."""
        self.do("mousemove", round(x), round(y), "click", 1)

    def click_box(self, box: Box) -> None:
        self.click(*box.centre)

    # --- what is known ---

    def see(self, button: Box) -> None:
        """Wait until a red button is drawn."""

        def drawn() -> bool:
            assert self.program.poll() is None, self.errors()
            red, green, blue = self.display.pixel(button.x + 20, button.centre[1])
            return red > 100 and red > 2 * max(green, blue)

        wait(drawn, "a button")

    def records(self) -> list[dict[str, Any]]:
        """The whole lines of the one replay that the program has written so far."""
        assert self.program.poll() is None, self.errors()
        paths = list((self.home / "matches").glob("*.jsonl"))
        if not paths:
            return []
        return [json.loads(line) for line in paths[0].read_text("utf-8").split("\n")[:-1]]

    def last(self, *types: str) -> dict[str, Any] | None:
        """The last line of the replay, if it is of one of these types."""
        records = self.records()
        return records[-1] if records and records[-1]["type"] in types else None

    def waits_for_me(self) -> dict[str, Any] | None:
        """The last line of the replay, if the human is to move then, or the round is over."""
        record = self.last("round", "move", "round_end")
        if record is None or record["type"] == "round_end":
            return record
        return record if record["state"]["to_move"] == 1 else None


@pytest.fixture
def player(display: Display, tmp_path: Path) -> Iterator[Player]:
    """The program, started, with cards and AIs that lose no time."""
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.json").write_text(json.dumps({"motion": "instant", "pace": 0.0, "guides_offered": "jaipur"}))
    player = Player(display, home)
    yield player
    if player.program.poll() is None:
        player.program.kill()
    player.program.wait()


def widgets_of_the_menu(folder: Path) -> dict[str, Box]:
    """Where the menu has its widgets, from a menu that this process lays out in memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TABLETALK_HOME", str(folder))
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        patch.setenv("SDL_AUDIODRIVER", "dummy")
        window = Window()
        try:
            window.begin(None)
            window.frame(0.0)
            menu = window.screen
            assert isinstance(menu, MenuScreen)
            opponent, club = menu.seats.cards[1].box, menu.seats.faces[3].box
            found = {"you": menu.seats.cards[0].box, "opponent": opponent, "person": menu.seats.faces[0].box}
            found |= {"club": club, "more": menu.more_choices.box, "start": menu.start.box}
            menu._open_more()
            window.frame(0.0)
            assert menu.dialog is not None
            return found | {"seed": menu.seed.control, "done": menu.dialog.buttons[0].box}
        finally:
            window.close()


def hand_of(record: dict[str, Any]) -> list[str]:
    """The hand of the human, who sits in the second chair, as it lies on the table: by kind."""
    return sorted(record["state"]["hands"][1], key=KINDS.index)


def camels_of(record: dict[str, Any]) -> int:
    return int(record["state"]["herds"][1])


def best_sale(hand: list[str]) -> list[int]:
    """The places in the hand of the kind that there is most of."""
    kind = max(hand, key=hand.count)
    return [place for place, found in enumerate(hand) if found == kind]


def make_a_move(player: Player, record: dict[str, Any]) -> None:
    """Sell by the keyboard what there is three of, or two of a full hand; else take the first card of the market by
    the mouse, which with a camel takes all camels."""
    parts = boxes(table_box(Stage(*SIZE)))
    player.do("mousemove", *map(round, parts.prompt.centre), "click", 3, "click", 1)  # nothing picked, no cursor
    hand = hand_of(record)
    sale = best_sale(hand) if hand else []
    if len(sale) >= 3 or len(hand) >= 6:
        first = 1 if camels_of(record) else 0  # the herd lies before the hand
        player.keys("Down", *["Right"] * (first + sale[0]), "space", *["Right", "space"] * (len(sale) - 1), "Return")
    else:
        x, y = parts.market.centre
        player.click(x - 2 * (CARD * parts.scale * CARD_ASPECT + 10 * parts.scale), y)
        player.keys("Return")


def play_on(player: Player) -> None:
    """Make one move, again where a click came before the turn was open, and wait until the human's turn is over."""
    record = player.waits_for_me()
    assert record is not None
    before = len(player.records())
    end = time.monotonic() + DEADLINE
    while len(player.records()) == before:
        assert time.monotonic() < end, "no move was made"
        make_a_move(player, record)
        patience = time.monotonic() + 1.0
        while len(player.records()) == before and time.monotonic() < patience:
            time.sleep(0.02)


def test_from_the_menu_to_the_end_of_a_round(player: Player, tmp_path: Path) -> None:
    menu = widgets_of_the_menu(tmp_path / "another home")
    player.see(menu["start"])
    for box in ("person", "you", "club", "more", "seed"):
        player.click_box(menu[box])
        time.sleep(0.1)  # a frame, so that no two clicks fall into one
    player.do("type", "--delay", 40, SEED)
    player.click_box(menu["done"])
    time.sleep(0.1)
    player.click_box(menu["start"])
    wait(player.records, "a replay")
    head = player.records()[0]
    assert [seat["ai"] for seat in head["players"]] == ["club", None]
    assert head["seed"] == int(SEED)

    while wait(player.waits_for_me, "the human's turn")["type"] != "round_end":
        play_on(player)
    rounds = [record for record in player.records() if record["type"] == "round_end"]
    assert rounds[0]["scores"][1] > 0

    (path,) = (player.home / "matches").glob("*.jsonl")
    end = time.monotonic() + DEADLINE
    while player.program.poll() is None:
        assert time.monotonic() < end, "the window did not close"
        player.keys("Return", "Escape", "q")  # the next round, the menu, the end
        time.sleep(0.05)
    assert player.program.returncode == 0
    assert player.errors() == ""
    assert main(["check", str(path)]) == 0
    moves = [line.record["player"] for line in read(path).lines if line.record["type"] == "move"]
    assert moves.count(1) >= 5
