"""The statistics of a person in the window: what is shown, the switch for analyses, the page where nothing is yet."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.analysis.account import Lost
from game.analysis.people.index import Judged, Recorded
from game.analysis.people.statistics import statistics
from game.base.settings import load
from game.cli.main import run
from game.matches.replay import matches_folder
from systems.view.screens.menu import MenuScreen
from systems.view.screens.statistics import FEW, StatisticsScreen
from systems.view.screens.statistics_words import streaks
from systems.view.toolkit.canvas import Box
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

pytestmark = pytest.mark.judged


def record(folder: Path, games: int = 3, game: str = "nim", ais: tuple[str, str] = ("random", "perfect")) -> None:
    """Finished matches of a person, who plays as the first of these AIs does."""
    assert run(["arena", game, *ais, "--games", str(games), "--seed", "1", "--record", str(folder)]) == 0
    matches_folder().mkdir(parents=True, exist_ok=True)
    for path in folder.glob("*.jsonl"):
        first, _, rest = path.read_text().partition("\n")
        head = json.loads(first)
        next(player for player in head["players"] if player["ai"] == ais[0]).update(name="You", ai=None)
        (matches_folder() / f"{game}-{path.name}").write_text(json.dumps(head, separators=(",", ":")) + "\n" + rest)


def opened(desk: Desk) -> StatisticsScreen:
    desk.keys("a")
    screen = desk.screen(StatisticsScreen)
    desk.until(lambda: not screen.own.reading)
    return screen


def fact(screen: StatisticsScreen, label: str) -> str:
    return dict(screen.facts())[label]


def test_where_nothing_is_yet_it_invites_to_play(desk: Desk) -> None:
    screen = opened(desk)
    assert screen.tabs == []
    desk.frame(2)
    desk.click(screen.play.box)
    assert desk.screen(MenuScreen)


def test_matches_are_told_by_game_and_opponent(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim")
    record(tmp_path / "jaipur", 1, "jaipur", ("random", "utility"))
    screen = opened(desk)
    assert [tab.label for tab in screen.tabs] == ["All games", "Nim", "Jaipur"]
    assert fact(screen, "Matches").startswith("4: ")
    assert [name for name, _ in screen.rivals] == ["Nim", "Jaipur"]
    desk.click(screen.tabs[1].box)
    desk.frame()
    assert fact(screen, "Matches") == "3: 0 won, 3 lost"
    assert fact(screen, "Analysed") == "none yet: switch it on above"
    assert fact(screen, "Rating") == "after 7 more matches with rated AIs"
    assert [(name, found.matches) for name, found in screen.rivals] == [("Pax", 3)]
    desk.keys("escape")
    assert desk.screen(MenuScreen)


def test_of_one_match_is_told_what_can_be_said_and_one_is_asked_to_play_on(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", 1)
    screen = opened(desk)
    assert dict(screen.facts()) == {
        "Matches": "one, lost",
        "Analysed": "none yet: switch it on above",
        "Rating": "after 9 more matches with rated AIs",
    }
    assert screen.charts == []
    with texts_drawn() as texts:
        desk.frame()
    assert any(words.startswith("4 more, and you will see") for words, _ in texts)
    assert "0 of 1 won" in {words for words, _ in texts}
    desk.click(screen.play.box)
    assert desk.screen(MenuScreen)


def test_from_a_few_matches_on_there_are_shares_and_curves(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", FEW)
    screen = opened(desk)
    assert fact(screen, "Share won").startswith("0 %")
    assert fact(screen, "Streak").startswith(f"{FEW} lost")
    assert [chart.title for chart in screen.charts] == ["Share won"]
    assert not screen.play.visible


def ends(results: str) -> str:
    """The note on streaks of matches that ended so, in their order: "w" for a win."""
    shares = {"w": 1.0, "d": 0.5, "l": 0.0}
    players: list[dict[str, Any]] = [{"ai": ai, "parameters": {}, "trained": None} for ai in (None, "club")]
    return streaks(statistics([
        Recorded("m.jsonl", 0.0, "d", "nim", {}, players, 0, 0, 9, True, shares[each], None) for each in results
    ]))  # fmt: skip


def test_streaks_are_told_of_every_opponent_where_they_are_longer_than_one_match(desk: Desk, tmp_path: Path) -> None:
    assert [ends(each) for each in ("w", "wlw", "wwl", "wwlww", "lwwwdd", "wll")] == [
        "", "", "at best 2 wins in a row", "last 2 won", "last 2 drawn, at best 3 wins in a row", "last 2 lost",
    ]  # fmt: skip
    record(tmp_path / "nim", 3)
    opened(desk)
    with texts_drawn() as texts:
        desk.frame()
    assert "last 3 lost" in {words for words, _ in texts}


def test_what_was_analysed_meanwhile_is_told(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", FEW)
    assert run(["analyse", *map(str, sorted(matches_folder().glob("*.jsonl")))]) == 0
    screen = opened(desk)
    assert fact(screen, "Analysed") == "all of them"
    assert "points a decision" in fact(screen, "Mean loss")
    assert [chart.title for chart in screen.charts] == ["Share won", "Mean loss, points a decision"]


def test_of_one_match_nobody_is_told_to_have_played_like_an_ai(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", 1)
    assert run(["analyse", *map(str, matches_folder().glob("*.jsonl"))]) == 0
    screen = opened(desk)
    assert "points a decision" in fact(screen, "Mean loss")
    assert screen.like == ""
    with texts_drawn() as texts:
        desk.frame()
    assert "A point is 1 % of the chance to win." in {words for words, _ in texts}


def test_an_analysed_match_in_which_no_decision_counted_is_told_as_such(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", 1)
    screen = opened(desk)
    players: list[dict[str, Any]] = [{"ai": ai, "parameters": {}, "trained": None} for ai in (None, "club")]
    judged = Judged(Lost(0.0, 0, 0), 0.1)
    for told, seen in ((None, "not analysed"), (judged, "no decision counted, luck +10.0")):
        found = statistics([Recorded("m.jsonl", 0.0, "d", "nim", {}, players, 0, 0, 9, True, 1.0, told)])
        screen.rivals = [("Noor", found)]
        with texts_drawn() as texts:
            desk.frame()
        assert seen in {words for words, _ in texts}


def test_the_switch_has_matches_analysed_and_is_kept(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", 2)
    screen = opened(desk)
    desk.frame(5)
    assert screen.own.under_way is None
    desk.click(screen.analyse.control)
    assert load().analyse_own
    desk.until_told(lambda: fact(screen, "Analysed") == "all of them")
    assert screen.own.under_way is None


def test_the_menu_analyses_where_that_is_switched_on(open_desk: Open, tmp_path: Path) -> None:
    record(tmp_path / "nim", 1)
    desk = open_desk(motion="instant", pace=0.0, analyse_own=True)
    own = desk.window.own
    desk.until_told(lambda: not own.reading and own.index.recorded()[0].judged is not None)
    assert list((tmp_path / "home" / "analyses").glob("*.json"))


def test_the_list_of_matches_says_which_are_not_analysed(open_desk: Open, tmp_path: Path) -> None:
    record(tmp_path / "nim", 2)
    assert run(["analyse", str(min(matches_folder().glob("*.jsonl")))]) == 0
    desk = open_desk(motion="instant", pace=0.0)
    desk.until_told(lambda: not desk.window.own.reading)
    desk.keys("r")

    def told() -> int:
        with texts_drawn() as texts:
            desk.frame()
        return [words for words, _ in texts].count("not analysed")

    assert told() == 1
    desk.window.change(analyse_own=True)
    desk.until_told(lambda: told() == 0)


def test_an_export_is_written_and_told(desk: Desk, tmp_path: Path) -> None:
    record(tmp_path / "nim", 2)
    screen = opened(desk)
    desk.keys("e")
    path = tmp_path / "home" / "exports" / "matches-nim.csv"
    assert len(path.read_text().splitlines()) == 3
    assert screen.toasts.words == f"Written to {path}."


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_everything_has_its_place(open_desk: Open, tmp_path: Path, size: tuple[int, int]) -> None:
    record(tmp_path / "nim", 2)
    record(tmp_path / "jaipur", 1, "jaipur", ("random", "utility"))
    desk = open_desk(size=size, motion="instant")
    screen = opened(desk)
    desk.frame()
    for tab in screen.tabs:
        desk.click(tab.box)
        desk.frame()
        area = screen.canvas.area
        boxes = [widget.box for widget in screen.group.widgets]
        assert all(_within(box, area) for box in boxes)
        assert not any(_meet(one, two) for place, one in enumerate(boxes) for two in boxes[:place])
        assert screen.list.box.h > 60


def _within(box: Box, area: Box) -> bool:
    return box.x >= area.x and box.y >= area.y and box.right <= area.right and box.bottom <= area.bottom


def _meet(one: Box, two: Box) -> bool:
    return one.x < two.right and two.x < one.right and one.y < two.bottom and two.y < one.bottom
