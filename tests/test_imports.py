"""Who may import whom: the directions of the architecture, read from the sources and tried in a fresh process."""

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("game", "components", "systems", "assets", "benchmarks")
STANDARD = frozenset(sys.stdlib_module_names)
MOST_FLOORS = 14
"""No chain of rooms, each importing the one below, is longer; the entry and the benchmarks are rooms too."""

_LOW = ("game.rules", "game.base", "game.agents")
_LEARN = ("game.checkpoints", "game.training", "game.games")
_PLAY = (*_LOW, *_LEARN, "game.mods", "game.learning", "components", "systems", "game.matches")
_SEEN = ("systems.view.toolkit", "systems.view.table", "systems.view.games")
ROWS: dict[str, tuple[str, ...]] = {
    "game/rules": (),
    "game/base": ("game.rules", "platformdirs", "filelock", "esper"),
    "game/agents": ("game.rules", "game.base", "numpy"),
    "game/checkpoints": (*_LOW, "numpy"),
    "game/training": (*_LOW, "numpy", "ray"),
    "game/games": (*_LOW, "game.checkpoints", "game.training", "numpy"),
    "game/workers": ("game.rules", "game.base", "game.agents", "game.games", "psutil"),
    "game/mods": (*_LOW, *_LEARN, "game.workers"),
    "game/learning": (*_LOW, *_LEARN, "game.workers", "game.mods", "numpy"),
    "components": ("game.rules",),
    "systems": (*_LOW, "components", "esper"),
    "game/modding": (*_LOW, "game.games", "components", "systems"),
    "game/matches": (*_PLAY[:-1], "game.workers", "numpy", "esper"),
    "game/analysis": (
        *(*_LOW, *_LEARN, "game.workers", "game.mods", "game.matches"),
        *("numpy", "pyarrow"),
    ),
    "game/analysis/people": (
        *("game.rules", "game.base", "game.games", "game.training", "game.mods"),
        *("game.matches", "game.analysis"),
    ),
    "systems/view/toolkit": (
        *("game.rules", "game.base", "game.training", "pygame", "numpy"),
        *("font_source_sans_pro", "font_source_serif_pro", "font_fredoka_one"),
    ),
    "systems/view/table": (
        *(*_LOW, *_LEARN, "game.learning", "components", "systems", "game.matches", "game.analysis"),
        *("systems.view.toolkit", "pygame", "numpy", "esper"),
    ),
    "systems/view/games": (
        *("game.rules", "game.games", "components", "systems"),
        *("systems.view.toolkit", "systems.view.table", "pygame", "numpy", "esper"),
    ),
    "systems/view/screens": (*_PLAY, "game.analysis", *_SEEN, "pygame", "numpy", "esper"),
    "systems/view": (),
    "game/app": (
        *("game.rules", "game.base", "game.games", "game.mods", "game.learning", "game.matches"),
        *("game.analysis", "systems.view", "pygame", "numpy"),
    ),
    "game/environments": (
        *("game.rules", "game.agents", "game.games", "game.mods", "game.matches", "numpy"),
        *("pettingzoo", "gymnasium", "pyspiel", "stable_baselines3"),
    ),
    "game/cli": (
        *(*_LOW, *_LEARN, "game.workers", "game.mods", "game.learning"),
        *("game.matches", "game.analysis", "tqdm"),
    ),
    "game/library": (
        *("game.rules", "game.agents", "game.games", "game.training", "game.matches", "game.analysis"),
        "game.mods",
    ),
    "game": ("game.base", "game.cli"),
    "assets/mods": ("game.modding",),
    "assets": ("babel", "pygame"),
    "benchmarks": (
        *("game.rules", "game.agents", "game.games", "game.training", "game.workers", "game.mods", "game.matches"),
        *("game.app", "game.environments", "game.cli", "game.analysis", "numpy", "pygame", "pyspiel"),
        *("gymnasium", "psutil", "game.base"),
    ),
}
"""What each package may import beside itself and the standard library: of ours, packages in rows above its own. The
longest row that a file lies in counts."""
MORE = {
    "systems/mods.py": ("game.games", "game.mods", "game.workers"),
    "game/environments/rendering.py": ("game.app",),
    "game/cli/analyse.py": ("systems.view",),
    "game/cli/calibration.py": ("systems.view",),
    "game/cli/plot.py": ("systems.view",),
    "game/cli/window.py": ("game.app", "pygame"),
    "benchmarks/notty_networks.py": ("systems.view",),
    "benchmarks/board_screens.py": ("systems", "systems.view"),
    "benchmarks/every_screen.py": ("systems", "systems.view"),
    "benchmarks/table_screens.py": ("components", "systems", "systems.view"),
}
"""What single files may import beside that."""


@cache
def sources() -> list[Path]:
    return [path for package in OURS for path in sorted((ROOT / package).rglob("*.py"))]


def statements(block: ast.AST) -> Iterator[ast.AST]:
    """Every statement in a block, and in those within it; what they are made of is left alone."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(block, name, ()):
            yield node
            yield from statements(node)


def imports(text: str, package: str) -> Iterator[str]:
    """The modules that a source imports, wherever in it; a name imported from a package may be a module."""
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


@cache
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
    try:
        pass
    except ImportError:
        from this import that
    match sibling:
        case _:
            with sibling:
                import late_one
"""
    assert set(imports(text, "game.agents")) == {
        "os.path",
        "json",
        "game.events",
        "game.agents.sibling",
        "game.rules.jaipur.View",
        "pygame",
        "pygame.locals.KEYDOWN",
        "this.that",
        "late_one",
    }


def row_of(path: Path) -> str:
    """The row of a file's package. Raises ValueError where it has none."""
    folder = path.relative_to(ROOT).parent
    return max((row for row in ROWS if folder.is_relative_to(row)), key=len)


def dotted(row: str) -> str:
    return row.replace("/", ".")


@cache
def foreign(path: Path) -> list[str]:
    """What a file imports beside the standard library and its own package."""
    own = (dotted(row_of(path)),)
    inner = tuple(dotted(row) for row in ROWS if row.startswith(f"{row_of(path)}/"))
    modules = [module for module in imported(path) if module.split(".")[0] not in STANDARD]
    return [module for module in modules if within(module, inner) or not within(module, own)]


def test_every_package_of_game_has_a_row() -> None:
    assert {path.parent.name for path in (ROOT / "game").glob("*/__init__.py")} == {
        row.partition("/")[2] for row in ROWS if row.startswith("game/") and row.count("/") == 1
    }


def test_rows_name_only_what_their_sources_import() -> None:
    found: dict[str, list[str]] = {row: [] for row in ROWS}
    for path in sources():
        found[row_of(path)] += foreign(path)
        more = MORE.get(name_of(path), ())
        assert [each for each in more if not any(within(module, (each,)) for module in foreign(path))] == []
    assert all((ROOT / name).is_file() for name in MORE)
    for row, allowed in ROWS.items():
        unused = [each for each in allowed if not any(within(module, (each,)) for module in found[row])]
        assert unused == [], f"{row} does not import these"


def test_rows_name_only_packages_above_them() -> None:
    """So no packages import each other, by whatever way round."""
    above = list[str]()
    for row, allowed in ROWS.items():
        more = [each for name, extra in MORE.items() if Path(name).parent == Path(row) for each in extra]
        ours = [each for each in (*allowed, *more) if each.split(".")[0] in OURS]
        assert [each for each in ours if each not in above] == [], row
        above.append(dotted(row))


def test_imports_keep_their_direction() -> None:
    found = []
    for path in sources():
        allowed = (*ROWS[row_of(path)], *MORE.get(name_of(path), ()))
        found += [(name_of(path), module) for module in foreign(path) if not within(module, allowed)]
    assert found == []


GAMES = sorted(path.parent.name for path in (ROOT / "game" / "games").glob("*/__init__.py"))


@pytest.mark.parametrize("game", GAMES)
def test_no_game_imports_another(game: str) -> None:
    others = tuple([f"game.games.{each}" for each in GAMES if each != game])
    paths = [path for path in sources() if {"games", game} <= set(path.relative_to(ROOT).parts[:-1])]
    assert len(paths) > 2
    assert [(name_of(path), each) for path in paths for each in imported(path) if within(each, others)] == []


@pytest.mark.parametrize("game", GAMES)
def test_rules_of_a_game_import_what_is_shared_by_rules_and_their_own(game: str) -> None:
    """Nor does what they import of their own import more: the standard library, and no arrays."""
    allowed, modules = ("game.rules", "game.base", f"game.games.{game}", *STANDARD), modules_by_name()
    seen, left = set[str](), [f"game.games.{game}.rules"]
    while left:
        module = left.pop()
        seen.add(module)
        assert [each for each in imported(modules[module]) if not within(each, allowed)] == [], module
        own = {file_of(each, modules) for each in imported(modules[module]) if within(each, (f"game.games.{game}",))}
        left += sorted({each for each in own if each} - seen)


def modules_by_name() -> dict[str, Path]:
    return {name_of(path).removesuffix(".py").removesuffix("/__init__").replace("/", "."): path for path in sources()}


def test_no_files_import_each_other() -> None:
    """Also not within a package, by whatever way round, nor in a function or for types alone."""
    modules = modules_by_name()
    lower = {
        module: {each for name in imported(path) if (each := file_of(name, modules)) and each != module}
        for module, path in modules.items()
    }
    settled = set[str]()
    while free := {module for module in lower if module not in settled and lower[module] <= settled}:
        settled |= free
    assert sorted(lower.keys() - settled) == [], "these import each other, or what does"


def file_of(name: str, modules: Collection[str]) -> str | None:
    """The module of ours that an imported name is, or lies in."""
    return next((each for each in (name, name.rpartition(".")[0]) if each in modules), None)


def room_of(name: str) -> str:
    """The room that a file or a module lies in, as floors are counted: the packages of `game`, the top-level ones, and
    what is seen."""
    parts = name.removesuffix(".py").replace(".", "/").split("/")
    return "/".join(parts[:2]) if parts[0] == "game" or parts[:2] == ["systems", "view"] else parts[0]


def test_the_house_has_no_more_floors_than_it_needs() -> None:
    below: dict[str, set[str]] = {}
    for path in sources():
        ours = {room_of(module) for module in imported(path) if module.split(".")[0] in OURS}
        below.setdefault(room_of(name_of(path)), set()).update(ours)

    def floor(room: str) -> int:
        return 1 + max((floor(lower) for lower in below.get(room, set()) - {room}), default=0)

    floors = {room: floor(room) for room in below}
    assert max(floors.values()) <= MOST_FLOORS, floors


def loaded(modules: list[str], then: str = "") -> set[str]:
    """The packages that a fresh process has loaded once it has imported these modules, and done something."""
    code = f"import sys, {', '.join(modules)}\n{then}\nprint('loaded', *sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return {name.partition(".")[0] for name in ran.stdout.splitlines()[-1].split()[1:]}


def modules_below(*folders: str) -> list[str]:
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]


def test_headless_play_loads_neither_pygame_nor_esper() -> None:
    pure = [*modules_below("game/rules", "game/agents", "game/games"), "game.matches.arena"]
    helpers = [
        "game.cli.main",
        "game.games.registry",
        "game.games.seats",
        "game.base.storage",
        "game.matches.replay",
        "game.matches.check",
        "game.matches.log",
    ]
    assert "game.agents.match" in pure
    packages = loaded([*pure, *helpers])
    assert "game" in packages
    assert packages & {"pygame", "esper", "components", "systems"} == set()


HEAVY = {"argparse", "dataclasses", "esper", "inspect", "json", "numpy", "platformdirs", "pygame", "tempfile"}
"""What costs some of a start that is to be quick."""


def test_the_overview_of_the_command_line_is_there_at_once() -> None:
    packages = loaded(["game.__main__"], "game.__main__.main(['--help'])")
    assert "game" in packages
    assert packages & HEAVY == set()


def test_games_and_ais_are_known_by_name_without_what_they_compute_with() -> None:
    told = "registry.games(); game.__main__.main(['list'])"
    packages = loaded(["game.__main__", "game.cli.worker"], f"from game.games import registry; {told}")
    assert "game" in packages
    assert packages & {"esper", "numpy", "pygame"} == set()


def test_rules_need_nothing_but_the_standard_library() -> None:
    pure = loaded(modules_below("game/rules"))
    bare = loaded(["json"])
    assert {name for name in pure - bare - {"game"} if name not in STANDARD} == set()


def test_a_world_without_a_window_loads_no_pygame() -> None:
    systems = [path.stem for path in (ROOT / "systems").glob("*.py") if not path.stem.startswith(("_", "input"))]
    packages = loaded(["game.matches.world", "game.matches.session", *[f"systems.{name}" for name in systems]])
    assert "esper" in packages
    assert "pygame" not in packages
