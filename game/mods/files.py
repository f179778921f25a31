"""The files of mods: where they are found, and how one is loaded.

Loading a mod runs its code. The program lets a worker process do that; it does so itself only for what must run in it,
see :mod:`game.mods.mods`.
"""

import ast
import hashlib
import importlib
import importlib.util
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from game.base.safe_text import shown
from game.base.storage import StorageError, home, read_whole, regular, write_whole
from game.games.ai import AI
from game.games.module import GameModule
from game.games.registration import API_VERSION, Registry, RegistryError, SystemEntry
from game.games.registry import load_built_in
from game.rules.language import _

GROUP = "tabletalk.mods"
"""The group of entry points by which an installed package is found as a mod."""
_LARGE = 1 << 20
_MOST_SOURCE = 16 << 20
"""No larger source is read."""
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
EXAMPLE = Path(__file__).resolve().parents[2] / "assets" / "mods" / "tic_tac_toe.py"
"""A mod that ships, to begin with."""


class ModError(Exception):
    """A mod that is refused; the text says why, `where` at which line, of a package of which file, if that is known.
    Where it lacks a game, `game` is its name."""

    def __init__(self, text: str, where: str = "", game: str = "") -> None:
        super().__init__(text)
        self.where = where
        self.game = game


@dataclass(frozen=True)
class Found:
    """A mod that was found: its name, its file or folder (None: an installed package), the entry point of an installed
    one, and where it was found, in words."""

    name: str
    path: Path | None
    entry: str | None
    where: str

    def fingerprint(self) -> str:
        """The SHA-256 of its file, or of all files of its folder: another one after any change. Of an installed mod
        that of its name and version. Raises OSError."""
        if self.path is None:
            return hashlib.sha256(f"{self.entry} {self.where}".encode()).hexdigest()
        digest = hashlib.sha256()
        for path in _files(self.path):
            name = os.fsencode(path.relative_to(self.path.parent).as_posix())
            digest.update(name + f"\n{_digest(path)}\n".encode())
        return digest.hexdigest()


def folder() -> Path:
    """Where the user's mods lie."""
    return home() / "mods"


def put_example() -> None:
    """Put the mod that ships into the folder of the user's mods. Raises StorageError."""
    write_whole(folder() / EXAMPLE.name, read_whole(EXAMPLE, _MOST_SOURCE, "mod"))


def _files(path: Path) -> list[Path]:
    """The files that a mod is made of."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.rglob("*") if file.is_file() and "__pycache__" not in file.parts)


def _digest(path: Path) -> str:
    """The SHA-256 of a file; that of a large one is worked out again only when it has changed."""
    found = path.stat()
    if found.st_size < _LARGE:
        return _digest_now(path)
    return _known_digest(path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=64)
def _known_digest(path: Path, size: int, changed: int) -> str:
    return _digest_now(path)


def _digest_now(path: Path) -> str:
    with open(path, "rb", opener=regular) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def find(named: Sequence[Path] = ()) -> list[Found]:
    """All mods there are, each once: those that were named, in their order, then installed ones, then those in the
    user's folder, by name."""
    mods: dict[object, Found] = {}
    for found in [*(Found(path.stem, path.absolute(), None, "--mod") for path in named), *_installed(), *_dropped()]:
        mods.setdefault(found.entry if found.path is None else os.path.realpath(found.path), found)
    return list(mods.values())


@lru_cache(maxsize=1)
def _installed() -> tuple[Found, ...]:
    from importlib.metadata import entry_points  # only here: it takes a while to load, and the menu is seen before

    points = sorted(entry_points(group=GROUP), key=lambda point: point.name)
    return tuple(
        Found(point.name, None, point.value, f"installed: {point.dist.name} {point.dist.version}")
        for point in points
        if point.dist is not None
    )


def _dropped() -> list[Found]:
    try:
        paths = sorted(folder().iterdir())
    except OSError:
        return []
    # A link that leads nowhere is a mod that cannot be loaded, which is told.
    mods = [
        p
        for p in paths
        if (p.suffix == ".py" and (os.path.isfile(p) or not os.path.exists(p))) or os.path.isfile(p / "__init__.py")
    ]
    return [Found(path.stem, path, None, _("mods folder")) for path in mods if path.name[0] not in "._"]


# --- loading -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Loaded:
    """What a mod has registered; AIs bear the name of the mod as their origin."""

    ais: tuple[AI, ...]
    systems: tuple[SystemEntry, ...]
    games: tuple[GameModule, ...] = ()


def origin_of(name: str) -> str:
    """The origin of the AIs of a mod."""
    return f"mod {name}"


def load(name: str, path: Path | None, entry: str | None) -> Loaded:
    """Run a mod and let it register what it adds. Raises ModError."""
    if not _NAME.fullmatch(name):
        raise ModError(
            f"its name {shown(name, 60)!r} is none: a letter, then letters, digits, - and _, at most 40 in all"
        )
    load_built_in()  # a mod may extend what is there
    try:
        with _no_bytecode():
            module = _installed_module(entry or "") if path is None else _module(name, path)
            register = getattr(module, "register", None)
            if not callable(register):
                raise ModError("it has no function register(registry)")
            registry = Registry(name, origin_of(name))
            register(registry)
    except ModError:
        raise
    except BaseException as error:  # a mod may raise anything, even SystemExit
        wanted = error.game if isinstance(error, RegistryError) else ""
        raise ModError(_told(error), _where(error, path), wanted) from error
    games = [_with_default(entry, registry.ais) for entry in registry.games]
    return Loaded(tuple(registry.ais), tuple(registry.systems), tuple(games))


def _with_default(entry: GameModule, ais: Sequence[AI]) -> GameModule:
    """A game with what makes an agent of its default AI, where the mod has it."""
    default = next((ai for ai in ais if (ai.game, ai.name) == (entry.name, entry.default_ai)), None)
    return entry if default is None else replace(entry, own_default=default.agent)


@contextmanager
def _no_bytecode() -> Iterator[None]:
    """Nothing compiled is kept: it is found by the second and the size of its source, so that a quick change would be
    missed."""
    before, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


class _FreshLoader(SourceFileLoader):
    """Compiles the source as it is now."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        try:
            source = read_whole(Path(path), _MOST_SOURCE, "mod")
        except StorageError as error:
            raise ModError(str(error)) from error
        _check_version(ast.parse(source, path))
        return self.source_to_code(source, path)


def _module(name: str, path: Path) -> ModuleType:
    """The module of a file or package, new every time it is asked for."""
    file = path / "__init__.py" if path.is_dir() else path
    full = f"tabletalk_mod_{name.replace('-', '_')}"
    for before in [known for known in sys.modules if known == full or known.startswith(f"{full}.")]:
        del sys.modules[before]
    importlib.invalidate_caches()
    spec = ModuleSpec(full, _FreshLoader(full, str(file)), origin=str(file), is_package=path.is_dir())
    spec.has_location = True
    if path.is_dir():
        spec.submodule_search_locations = [str(path)]
    module = importlib.util.module_from_spec(spec)
    sys.modules[full] = module
    _FreshLoader(full, str(file)).exec_module(module)
    return module


def _installed_module(entry: str) -> ModuleType:
    name = entry.partition(":")[0]
    spec = importlib.util.find_spec(name)
    if spec is not None and isinstance(spec.loader, SourceFileLoader):
        _check_version(ast.parse(spec.loader.get_source(name) or ""))
    return importlib.import_module(name)


def _check_version(source: ast.Module) -> None:
    """Raise ModError where the source of a mod says ``requires = N``, and this program has another version of what mods
    are written against. It is read before anything runs, for what such a mod imports may not be there."""
    for statement in source.body:
        match statement:
            case ast.Assign(targets=[ast.Name("requires")], value=value):
                pass
            case ast.AnnAssign(target=ast.Name("requires"), value=ast.expr() as value):
                pass
            case _:
                continue
        wanted = value.value if isinstance(value, ast.Constant) else None
        if type(wanted) is not int:
            raise ModError(
                f"its `requires` is no whole number: write `requires = {API_VERSION}`", f"line {value.lineno}"
            )
        if wanted != API_VERSION:
            raise ModError(f"it requires version {wanted} of game.modding, and this program has version {API_VERSION}")


def source_of(found: Found) -> Path:
    """The file or the folder of a mod that has been loaded."""
    if found.path is not None:
        return found.path
    file = Path(str(sys.modules[(found.entry or "").partition(":")[0]].__file__))
    return file.parent if file.name == "__init__.py" else file


def _told(error: BaseException) -> str:
    if isinstance(error, RegistryError):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _where(error: BaseException, source: Path | None) -> str:
    """Where in a mod's file, or in which file of its folder, an error comes from; empty where that is not known."""
    if source is None:
        return ""
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno))
    own = [(Path(name), line) for name, line in places if line and Path(name).is_relative_to(source)]
    if not own:
        return ""
    file, line = own[-1]
    return f"line {line}" if file == source else f"{file.relative_to(source)}, line {line}"


def description(loaded: Loaded) -> dict[str, Any]:
    """What a mod adds, in plain values."""
    return {
        "games": [entry.name for entry in loaded.games],
        "ais": [
            {
                "name": ai.name,
                "game": ai.game,
                "about": ai.about,
                "parameters": [(option.key, option.default, option.about) for option in ai.parameters],
                "learns": ai.learns,
                "learns_table": ai.learns_table,
                "pretrained": None if ai.pretrained is None else str(ai.pretrained),
            }
            for ai in loaded.ais
        ],
        "systems": [(entry.name, int(entry.phase), list(entry.games)) for entry in loaded.systems],
    }
