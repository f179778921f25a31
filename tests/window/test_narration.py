"""Whole matches played by keys, by somebody who reads nothing but the narration."""

import re
from collections import Counter
from random import Random
from typing import Any

import esper
import pygame
import pytest

from components.view import Goal
from game.app.window import Window
from game.cli.main import run
from game.games.jaipur.rules import State
from game.games.jaipur.state import House
from game.games.seats import parse_seats
from game.matches.notes import TAKEN_BACK
from game.matches.requests import TableRequest
from game.rules import translation
from game.rules.language import _, sentence
from game.rules.translation import translated
from systems.view.screens.narration import Narrator, table_in_words, widget_in_words
from systems.view.screens.table import TableScreen
from systems.view.table.move_buttons import MoveButton
from tests.games import GAMES, usual_ai
from tests.jaipur_positions import position
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, lay, table

MOST_KEYS = 6000
ARROWS = ("left", "right", "up", "down")


class Listener:
    """Plays by what is read out: looks about with the arrows and Tab, picks what can be picked, makes what moves there
    are."""

    def __init__(self, desk: Desk, seed: int) -> None:
        self.desk = desk
        self.rng = Random(seed)
        self.lines: list[str] = []
        self._read = 0
        desk.window._narrator = Narrator(self.lines.append)

    def news(self) -> list[str]:
        """What has been read out since the last time."""
        lines, self._read = self.lines[self._read :], len(self.lines)
        return lines

    def key(self, lines: list[str]) -> str:
        """The key to press after these lines."""
        last = " ".join(lines)
        chance = self.rng.random()
        gains = re.search(r"Move: (Draw \d|Steal|Play for me)", last)  # at Notty, where one is to get rid of cards
        if ("Enter makes this move" in last and not gains) or "Enter presses" in last:
            return "return"
        if ("Space picks it." in last or "Space makes the move." in last) and chance < 0.8:
            return "space"
        return "tab" if chance > 0.6 else self.rng.choice(ARROWS)

    def play(self) -> None:
        """Press keys until the match is told to be over."""
        for _press in range(MOST_KEYS):
            lines = self.news()
            if any("the match." in line for line in lines):
                return
            dialog = self.desk.window.screen.dialog
            if dialog is not None and dialog.rest > 0:
                self.desk.frame(64)
            self.desk.keys(self.key(lines))
        raise AssertionError("the match did not end: " + " | ".join(self.lines[-12:]))


def listening(open_desk: Open, monkeypatch: pytest.MonkeyPatch, game: str, seed: int = 3, **options: Any) -> Listener:
    """Somebody who sits down at a table that is not drawn."""
    monkeypatch.setattr(TableScreen, "_draw", lambda _: None)
    request = TableRequest(game, tuple(parse_seats(game, ("human", usual_ai(game)))), options, 5)
    desk = open_desk(request, motion="instant", pace=0.0, overlay=False)
    return Listener(desk, seed)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_what_is_read_out(game: str, open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    player = listening(open_desk, monkeypatch, game)
    player.play()
    assert player.desk.table.session.finished
    moves = {sentence(line.text) for line in player.desk.table.session.log.lines if line.player is not None}
    assert len(moves) >= 3
    assert moves <= set(player.lines), "every move was told"


def test_options_that_are_not_as_usual_are_told_with_the_table(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = listening(open_desk, monkeypatch, "jaipur", seals=3)
    player.desk.until_ready()
    assert player.lines[:2] == ["The table: Jaipur.", "Seals to win: 3."]


def test_what_is_taken_back_is_told_though_the_log_is_not_shorter(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One's own move leaves the log, and a line comes that tells what the undo costs."""
    player = listening(open_desk, monkeypatch, "thirty_one")
    player.desk.until_ready()
    player.desk.table.human.make("Draw from the deck", player.desk.table.stage.pieces_at("deck")[:1])
    player.desk.until_ready()
    player.news()
    player.desk.keys("u")
    told = player.news()
    assert told.index("Moves were taken back.") < told.index(TAKEN_BACK)


def test_nothing_is_told_that_is_not_seen(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    player = listening(open_desk, monkeypatch, "thirty_one")
    player.desk.until_ready()
    rival = player.desk.table.company.names[1]
    assert f"{rival}, hand: 3 cards." in player.lines
    own = next(line for line in player.lines if line.startswith("You, hand: "))
    assert own.count(" of ") == 3
    assert not any(line.startswith("Deck:") and " of " in line for line in player.lines)


def test_widgets_and_dialogs_are_told(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    lines: list[str] = []
    desk.window._narrator = Narrator(lines.append)
    desk.frame()
    desk.keys("s")
    assert lines[-2:] == ["Settings.", "Enter presses Close. Tab leads to the rest."]
    desk.keys("tab")
    assert lines[-1] == "Language; as on this computer; The language of everything that is shown."
    desk.keys("tab", "tab", "right")
    assert lines[-1].startswith("Size; 110 %")


def test_why_a_move_cannot_be_made_is_told_in_the_language() -> None:
    button = MoveButton(_("Draw and discard"))
    button.enabled, button.hint = False, _("a card is stolen once a turn at most")
    told = widget_in_words(button)
    assert told == "Move: Draw and discard. A card is stolen once a turn at most."
    translation.choose("de")
    assert translated(told) == "Zug: Ziehen und zurückgeben. Eine Karte wird höchstens einmal je Zug gestohlen."


def test_the_command_tells_the_window_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Window, "run", lambda window: window.frame(0.1, []))
    assert run(["--narrate"]) == 0
    assert capsys.readouterr().out == "The menu: Tab leads through it.\n"
    assert run(["play", "nim", "--narrate", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith("The table: Nim.\n")
    assert run(["arena", "nim", "random", "random", "--narrate"]) == 2


@pytest.mark.parametrize("counts", [False, True])
def test_the_number_of_a_rival_s_herd_is_told_only_where_it_is_shown(open_desk: Open, counts: bool) -> None:
    desk = open_desk(TableRequest("jaipur", tuple(parse_seats("jaipur", ["human", "random"])), {}, 3))
    desk.window.change(show_counts=counts)
    desk.frame(2)
    told = desk.table.told
    assert told is not None
    herds = [words for own, words in table_in_words(told, 0) if "herd" in words and not own]
    (herd,) = herds
    assert ("card" in herd) == counts, herd


def with_bonuses(*rivals: int, over: bool = False, **house: Any) -> State:
    """A position of Jaipur in which the rival holds bonus tokens for three of these values, and player 0 one of 2."""
    state = position("3 gold, 2 silver", ("2 diamond, leather", "cloth"), (2, 1))
    state.goods_taken, state.bonuses_taken = [((5, 4),), ((3, 5), (3, 3))], [((0, 2),), tuple((0, v) for v in rivals)]
    left = Counter(state.bonuses[0]) - Counter([2, *rivals])
    state.bonuses[0], state.house = tuple(left.elements()), House(**house)
    state.to_move = None if over else 0
    return state


def all_told(desk: Desk) -> tuple[set[str], list[str], list[int], bytes]:
    """What the window shows: its words, what is told of the table, the face-up bonus tokens by player, and the
    picture."""
    with texts_drawn() as texts:
        desk.frame(3)
    told, stage = desk.table.told, desk.table.stage
    assert told is not None
    goals = [[esper.component_for_entity(each, Goal) for each in stage.pieces_at("bonuses", side)] for side in (0, 1)]
    faces = [sum(each.pose.face > 0 for each in side) for side in goals]
    surface = pygame.display.get_surface()
    assert surface is not None
    picture = pygame.image.tobytes(surface, "RGB")
    return {words for words, _ in texts}, [words for _own, words in table_in_words(told, 0)], faces, picture


@pytest.mark.painted
def test_jaipur_s_bonus_tokens_of_a_rival_are_shown_and_told_face_down(open_desk: Open) -> None:
    desk = open_desk(table("human", "random"), motion="instant", pace=0.0, overlay=False)
    shown = []
    for rivals in ((1, 3), (2, 1)):
        lay(desk, with_bonuses(*rivals))
        shown.append(all_told(desk))
    assert shown[0] == shown[1]
    texts, narrated, faces, _ = shown[0]
    assert {"6 points", "8 + 2 bonus"} <= texts
    assert faces == [1, 0]
    assert [line.split(": ")[1] for line in narrated if "bonus tokens:" in line] == [
        "2 points.", "2 times Bonus for 3.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seats", "over", "house", "faces"),
    [
        (("human", "human"), False, {}, [0, 0]),  # whose turn it is has not come to the screen
        (("human", "random"), True, {}, [1, 2]),
        (("human", "random"), False, {"open_bonus": True}, [1, 2]),
        (("random", "random"), False, {}, [1, 2]),
    ],
)
def test_jaipur_s_bonus_tokens_are_seen_by_whom_they_may_be(
    open_desk: Open, seats: tuple[str, str], over: bool, house: dict[str, Any], faces: list[int]
) -> None:
    desk = open_desk(table(*seats, **house), motion="instant", pace=5.0, overlay=False)
    lay(desk, with_bonuses(1, 3, over=over, **house))
    texts, _, seen, _ = all_told(desk)
    assert seen == faces
    assert ({"6 points", "12 points"} if all(faces) else {"4 + 1 bonus", "8 + 2 bonus"}) <= texts
