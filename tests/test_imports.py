"""Who may import whom: the directions of the architecture, read from the sources and tried in a fresh process."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("game", "components", "systems", "assets")
STANDARD = frozenset(sys.stdlib_module_names)

SHOWS = ("systems/view/", "systems/input", "game/app/window", "game/cli/main.py")
"""Where pygame may appear. The command line is among them only to tell pygame's error when no window can be opened:
it imports pygame when it opens one, never before."""
VIEW_MAY_NOT = ("game.app.window", "game.cli.main", "game.__main__")
"""What screens must leave alone: who opens them."""
VIEW = ("toolkit", "table", "games", "screens")
"""The packages of what is seen, each above those before it."""

ALLOWED: dict[str, tuple[str, ...]] = {
    "game/rules/": ("game.rules",),
    "game/base/": ("game.rules", "game.base", "platformdirs", "filelock", "esper"),
    "game/agents/": ("game.rules", "game.agents", "game.base.safe_text", "numpy"),
    "game/checkpoints/": ("game.rules", "game.base", "game.agents", "game.checkpoints", "numpy"),
    "components/": ("components", "game.rules", "game.agents"),
    "systems/": ("components", "systems", "game.rules", "game.agents", "game.base.events", "game.base.phases", "esper"),
}
ALLOWED["systems/mods.py"] = (*ALLOWED["systems/"], "game.base", "game.games", "game.mods")
ALLOWED["systems/input"] = (*ALLOWED["systems/"], "pygame")
"""For the files below a path: what they may import beside the standard library. The longest path counts."""


def sources() -> list[Path]:
    return [path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))]


def imports(text: str, package: str) -> Iterator[str]:
    """The modules that a source imports, wherever in it; a name imported from a package may be a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def imported(path: Path) -> list[str]:
    package = ".".join(path.relative_to(ROOT).parent.parts)
    return sorted(set(imports(path.read_text(encoding="utf-8"), package)))


def within(module: str, packages: tuple[str, ...]) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_imports_are_found_wherever_they_are() -> None:
    text = """
import os.path as p, json
from game import events
from . import sibling
from ..rules.jaipur import View
def late():
    if True:
        import pygame
        from pygame.locals import KEYDOWN
"""
    assert set(imports(text, "game.agents")) == {
        "os.path",
        "json",
        "game.events",
        "game.agents.sibling",
        "game.rules.jaipur.View",
        "pygame",
        "pygame.locals.KEYDOWN",
    }


def test_there_are_sources_for_every_rule() -> None:
    names = [name_of(path) for path in sources()]
    assert all(any(name.startswith(prefix) for name in names) for prefix in ALLOWED if prefix != "systems/input")


@pytest.mark.parametrize("path", sources(), ids=name_of)
def test_imports_keep_their_direction(path: Path) -> None:
    name = name_of(path)
    modules = [module for module in imported(path) if module.split(".")[0] not in STANDARD]
    if name.startswith("systems/view/"):
        assert not [module for module in modules if within(module, VIEW_MAY_NOT)]
        package = name.split("/")[2]
        above = VIEW[VIEW.index(package) + 1 :] if package in VIEW else VIEW
        assert not [module for module in modules if within(module, tuple(f"systems.view.{each}" for each in above))]
    else:
        prefix = max((prefix for prefix in ALLOWED if name.startswith(prefix)), key=len, default=None)
        if prefix is not None:
            assert [module for module in modules if not within(module, ALLOWED[prefix])] == []
    if not name.startswith(SHOWS):
        assert not [module for module in modules if within(module, ("pygame",))], "pygame is for what is seen"
    if name.startswith("game/") and not name.startswith(
        ("game/app/window", "game/cli/plot.py")
    ):  # plot draws a picture
        assert not [module for module in modules if within(module, ("systems.view",))], "only the window shows a view"
    assert not [module for module in modules if within(module, ("tests", "benchmarks"))]


def loaded(modules: list[str]) -> set[str]:
    """The packages that a fresh process has loaded once it has imported these modules."""
    code = f"import sys, {', '.join(modules)}\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return set(ran.stdout.split())


def modules_below(*folders: str) -> list[str]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def test_headless_play_loads_neither_pygame_nor_esper() -> None:
    pure = [*modules_below("game/rules", "game/agents", "game/games"), "game.matches.match", "game.matches.arena"]
    helpers = [
        "game.cli.main",
        "game.games.registry",
        "game.games.seats",
        "game.base.storage",
        "game.matches.replay",
        "game.matches.check",
        "game.matches.log",
    ]
    assert "game.matches.match" in pure
    packages = loaded([*pure, *helpers])
    assert "game" in packages
    assert packages & {"pygame", "esper", "components", "systems"} == set()


def test_rules_need_nothing_but_the_standard_library() -> None:
    pure = loaded(modules_below("game/rules"))
    bare = loaded(["json"])
    assert {name for name in pure - bare - {"game"} if name not in STANDARD} == set()


def test_a_world_without_a_window_loads_no_pygame() -> None:
    systems = [path.stem for path in (ROOT / "systems").glob("*.py") if not path.stem.startswith(("_", "input"))]
    packages = loaded(["game.matches.world", "game.matches.session", *[f"systems.{name}" for name in systems]])
    assert "esper" in packages
    assert "pygame" not in packages
