"""Games of mods: registered and refused, played, recorded and checked without a window."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.cli.main import run
from game.games import registry
from game.mods.mods import MODS
from game.workers import wire

TIC_TAC_TOE = Path(__file__).parents[1] / "docs" / "mods" / "tic_tac_toe.py"
LINE = "def register(registry: Registry) -> None:"


@pytest.fixture(autouse=True)
def no_mods_afterwards() -> Iterator[None]:
    yield
    MODS.name(())
    MODS.end()


def loaded(path: Path) -> str:
    """Load a mod; why it is refused."""
    MODS.name([path])
    MODS.refresh()
    MODS.wait()
    return next(mod.refused for mod in MODS.all if mod.found.path == path)


def changed(folder: Path, old: str, new: str) -> Path:
    """The example mod, without its AI, with something changed in it."""
    text = (
        TIC_TAC_TOE.read_text().replace("    registry.ai(SEARCH)\n", "").replace('    "search",\n    move', "    move")
    )
    assert old in text
    path = folder / "changed.py"
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_game_is_there_as_long_as_its_mod() -> None:
    assert not loaded(TIC_TAC_TOE)
    game = registry.game("tic_tac_toe")
    assert game.mod is not None
    assert game.mod[0] == "tic_tac_toe"
    assert [ai.name for ai in registry.ais("tic_tac_toe")] == ["random", "search"]
    MODS.take(())
    with pytest.raises(registry.UnknownNameError):
        registry.game("tic_tac_toe")
    assert "tic_tac_toe" not in [game.name for game in registry.games()]


REFUSED = {
    "a name that is taken": ('name = "tic_tac_toe"', 'name = "nim"', "there is a game called nim already (built in)"),
    "no name": ('name = "tic_tac_toe"', 'name = "Tic Tac"', "a game cannot be called 'Tic Tac'"),
    "a method that is missing": ("    def describe", "    def describing", "describe"),
    "no class of moves": ("    move=Move,\n", "", "move=... is not the class of its moves"),
    "moves of lists": (
        "    cell: int\n",
        "    cell: list[int]\n",
        "nor of an Enum",
    ),
    "no such default": ("    move=Move,", '    "best",\n    move=Move,', "no AI 'best' to play by default"),
    "rules that raise": ("[-1] * 9", "[-1] * (9 // 0)", "ZeroDivisionError"),
    "a zone of no shape": ('TableZone("cell", "grid"', 'TableZone("cell", "ring"', "none of row, fan, pile, grid"),
    "for one player": (
        '    name = "tic_tac_toe"',
        '    seats = range(1, 2)\n    name = "tic_tac_toe"',
        "within 2 to 4",
    ),
    "games without moves": ("return [Move", "return [][:0] and [Move", "has no legal move"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_what_is_no_game_is_refused_in_one_line(fault: str, tmp_path: Path) -> None:
    old, new, told = REFUSED[fault]
    refused = loaded(changed(tmp_path, old, new))
    assert told in refused
    assert "\n" not in refused
    assert "Tic-tac-toe" not in [game.title for game in registry.games()]


def test_a_match_is_recorded_with_its_mod_and_checked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tic_tac_toe", "search", "random", "--games", "2", "--record", str(tmp_path), "--mod", str(TIC_TAC_TOE)]
    assert run(["arena", *words]) == 0
    replay = tmp_path / "match-0002.jsonl"
    head = json.loads(replay.read_text().splitlines()[0])
    assert list(head)[3:6] == ["game", "mod", "seed"]
    assert list(head["mod"]) == ["name", "sha256"]
    assert run(["check", str(replay), "--mod", str(TIC_TAC_TOE)]) == 0
    capsys.readouterr()
    assert run(["check", str(replay)]) == 1
    assert "there is no game 'tic_tac_toe'" in capsys.readouterr().out


def test_rules_that_fail_end_the_match_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = changed(
        tmp_path,
        "        assert state.to_move",
        "        assert state.cells.count(-1) > 7, 'lost'\n        assert state.to_move",
    )
    words = ["tic_tac_toe", "random", "random", "--games", "1", "--record", str(tmp_path), "--mod", str(mod)]
    assert run(["arena", *words]) == 1
    told = capsys.readouterr().err.strip().splitlines()[-1]
    assert told.startswith("error: the rules of tic_tac_toe: decide raised AssertionError: lost (changed.py")
    kept = (tmp_path / "match-0001.jsonl").read_text().splitlines()
    assert [json.loads(line)["type"] for line in kept] == ["match", "round", "move", "move"]


def test_a_mod_s_moves_come_back_from_its_worker() -> None:
    assert not loaded(TIC_TAC_TOE)
    move = registry.game("tic_tac_toe").move(4)
    body = wire.pack_answer([move])[8:]
    (found,) = wire.answer_of(body)
    assert type(found) is type(move)
    assert found == move
    MODS.take(())
    with pytest.raises(wire.WireError):
        wire.answer_of(body)
