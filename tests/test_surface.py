"""The surface for mods, as somebody meets it who writes one in a folder of his own: what type checkers see of it."""

import ast
import os
import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.games.registry import games
from tests.modding_pages import COMMAND, LIBRARY, PAGES, UndocumentedError, exported, of_class, pages

ROOT = Path(__file__).resolve().parent.parent
MOD = '''
"""A mod with a fault: the last line but one of `Wrong` asks a view for what it does not have."""

from random import Random

from game.modding import AI, Candidate, Highest, Reason, Registry
from game.modding.nim import View


class Wrong:
    name = "wrong"

    def score(self, view: View, rng: Random) -> list[Candidate]:
        return [Candidate(None, 1.0, Reason("{} {}", (view.piles, view.heaps)))]


def register(registry: Registry) -> None:
    """Add the AI."""
    registry.ai(AI("wrong", "nim", "wrong", lambda *_: [Wrong()], lambda _: Highest()))
'''


def checked(mod: Path, cache: Path) -> list[str]:
    """What ``mypy --strict`` says about a mod, started in its folder with nothing but what is installed to look at."""
    kept = {key: value for key, value in os.environ.items() if key not in ("MYPYPATH", "PYTHONPATH")}
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--cache-dir", str(cache), mod.name]
    ran = subprocess.run(command, cwd=mod.parent, env=kept, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    return ran.stdout.splitlines()


def installed() -> bool:
    """Whether the program is installed, wherever it is started from."""
    code = "import game"
    ran = subprocess.run([sys.executable, "-P", "-c", code], cwd=os.sep, capture_output=True, check=False)
    return ran.returncode == 0


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_a_type_checker_finds_the_surface_and_names_a_wrong_attribute(
    tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    if not installed():
        pytest.skip("the program is not installed, only started from its folder")
    mod = tmp_path / "wrong.py"
    mod.write_text(MOD)
    said = checked(mod, pytestconfig.cache.mkdir("mypy") if pytestconfig.cache else tmp_path / "cache")
    assert said == [
        'wrong.py:14: error: "View" has no attribute "heaps"  [attr-defined]',
        "Found 1 error in 1 file (checked 1 source file)",
    ], "if the surface was not found: an older install hid it; `pip install -e .` again"


def test_the_page_of_every_game_is_current() -> None:
    made = pages()
    assert set(made) == {PAGES / f"{entry.name}.md" for entry in games()} | {LIBRARY}
    assert sorted([*PAGES.glob("*.md"), LIBRARY]) == sorted(made)
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, f"make it anew by `{COMMAND}`"


def test_a_field_that_says_nothing_of_itself_is_named() -> None:
    found = ast.parse("class View:\n    player: int\n    'whose'\n    hand: int\n").body[0]
    assert isinstance(found, ast.ClassDef)
    with pytest.raises(UndocumentedError, match=r"^a.View.hand has no docstring$"):
        of_class(found, "a.View")


def test_every_game_exports_its_rules_view_and_moves() -> None:
    for entry in games():
        surface = import_module(f"game.modding.{entry.name}")
        assert surface.RULES is entry.rules
        assert {"RULES", "View", "Move"} <= set(surface.__all__)
        assert set(surface.__all__) == {name for name, *_ in exported(surface.__name__)}


def imported(folder: Path) -> dict[str, set[str]]:
    """What each file of a folder imports of the program, by the names of modules."""
    pattern = re.compile(r"^\s*(?:from|import) ((?:game|components|systems)\b[\w.]*)", re.MULTILINE)
    texts = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}
    return {path: set(pattern.findall(text)) for path, text in texts.items()}


def test_the_examples_need_nothing_but_the_surface() -> None:
    surface = {"game.modding", *[f"game.modding.{entry.name}" for entry in games()]}
    examples = imported(ROOT / "docs" / "mods") | imported(ROOT / "assets" / "mods")
    beyond = {path: modules - surface for path, modules in examples.items()}
    assert len(beyond) >= 5
    assert {path: modules for path, modules in beyond.items() if modules} == {}


def test_the_surface_is_for_mods_alone() -> None:
    ours: dict[str, set[str]] = {}
    for name in ("game", "systems", "components"):
        ours |= imported(ROOT / name)
    assert len(ours) > 200
    assert [
        path for path, modules in ours.items() if any(within.startswith("game.modding") for within in modules)
    ] == []
