"""Options that are not as usual are named at the table, whoever plays or watches there; usual ones are not."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import ReplayRequest, TableRequest
from game.mods import files as mod_files
from game.mods.mods import MODS
from game.rules.options import parse_options
from game.rules.protocol import Option
from systems.view.table.table_options import told_options
from systems.view.toolkit import theme
from tests.games import GAMES
from tests.window.audit import Text, colliding, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk

SEEN = [((960, 540), 1.0, "en"), ((960, 540), 2.0, "de"), ((1280, 720), 1.0, "de")]
OPTION = '    options = (Option("corners", "open", str, "how corners are", label="Corners"),)\n'


def told(game: str) -> list[Option]:
    """The options of a game that people are told of."""
    return [option for option in registry.game(game).rules.options if option.label]


def odd(game: str) -> dict[str, Any]:
    """All of them as they are not as a rule."""
    others = {option.key: [text for text, _ in option.choices if text != option.default_text] for option in told(game)}
    texts = [f"{key}={texts[-1] if texts else '2,3'}" for key, texts in others.items()]
    return parse_options(registry.game(game).rules, texts)


def opened(open_desk: Open, game: str, options: dict[str, Any], **more: Any) -> Desk:
    """A table of a human and as many others as there is room for."""
    seats = parse_seats(game, ["human", *["random"] * (registry.game(game).rules.seats[-1] - 1)])
    return open_desk(TableRequest(game, tuple(seats), options, 5), motion="instant", **more)


def texts(desk: Desk, scale: float = 1.0) -> list[Text]:
    """All that is written in a frame, at a table that has come to rest too."""
    desk.frame(3)
    with texts_drawn(scale) as found:
        desk.frame()
    return found


def words(desk: Desk) -> set[str]:
    """All that is written in a frame, without places."""
    return {text for text, _ in texts(desk)}


@pytest.mark.parametrize(("size", "scale", "language"), SEEN, ids=lambda part: str(part).replace(", ", "x"))
@pytest.mark.parametrize("game", GAMES)
def test_options_that_are_not_as_usual_are_named_whole_and_over_nothing_else(
    game: str, size: tuple[int, int], scale: float, language: str, open_desk: Open
) -> None:
    desk = opened(open_desk, game, odd(game), size=size, scale=scale, language=language)
    drawn, named = texts(desk, scale), told_options()
    assert [each.partition(": ")[0] for each in named] == [option.label.partition(": ")[0] for option in told(game)]
    found = {text: box for text, box in drawn if text in named}
    assert set(found) == set(named)
    assert colliding(drawn) == []
    canvas, place = desk.window.canvas, desk.table.view.options_box(desk.table.stage)
    assert all(canvas.fits(each, theme.SMALL, place.w, "sans-italic") for each in named)
    assert all(within(box, place, 2.0) for box in found.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_table_with_the_usual_options_names_none(game: str, open_desk: Open) -> None:
    desk = opened(open_desk, game, parse_options(registry.game(game).rules, []))
    desk.frame(3)
    assert told_options() == []
    assert desk.table.view.options_box(desk.table.stage).h == 0
    assert not any(text.startswith(option.label) for text in words(desk) for option in told(game))


def test_house_rules_are_named_with_what_holds_here(open_desk: Open) -> None:
    desk = opened(open_desk, "jaipur", {"seals": 3, "herd": False})
    assert {"Seals to win: 3", "Larger herd counts: no"} <= words(desk)
    desk.keys("f1")
    assert {"Seals to win: 3 (as a rule 2)", "Larger herd counts: no (as a rule yes)"} <= words(desk)


def test_what_is_switched_on_is_named_by_its_title_alone(open_desk: Open) -> None:
    desk = opened(open_desk, "thirty_one", {"three_of_a_kind": False, "caller_safe": True})
    desk.frame(3)
    assert told_options() == ["Caller safe in a tie"]


def test_a_replay_names_them_at_its_table(open_desk: Open, tmp_path: Path) -> None:
    arena = ["arena", "jaipur", "random", "random", "--games", "1", "--seed", "5", "--record", str(tmp_path)]
    assert run([*arena, "--set", "seals=1", "--set", "herd=off"]) == 0
    desk = open_desk(ReplayRequest(tmp_path / "match-0001.jsonl"), motion="instant")
    assert {"Seals to win: 1", "Larger herd counts: no"} <= words(desk)


@pytest.fixture
def mod(folder: Path) -> Iterator[None]:
    """A mod's game with an option, at the default table."""
    (folder / "mods").mkdir(parents=True)
    path = Path(shutil.copy(mod_files.EXAMPLE, folder / "mods"))
    source = path.read_text().replace("import (\n", "import (\n    Option,\n", 1)
    path.write_text(source.replace('    name = "tic_tac_toe"\n', f'    name = "tic_tac_toe"\n{OPTION}', 1))
    MODS.refresh()
    MODS.wait()
    yield
    MODS.name(())
    MODS.end()


@pytest.mark.usefixtures("mod")
@pytest.mark.parametrize(("corners", "named"), [("shut", ["Corners: shut"]), ("open", [])])
def test_the_table_of_a_mods_game_names_them_too(corners: str, named: list[str], open_desk: Open) -> None:
    desk = opened(open_desk, "tic_tac_toe", {"corners": corners})
    drawn = texts(desk)
    assert [text for text, _ in drawn if text.startswith("Corners")] == named
    assert colliding(drawn) == []
