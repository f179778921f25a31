"""Mods for programs: at the tables of environments and of the library."""

from pathlib import Path

from game.mods.mods import MODS

_named: list[Path] = []


def use_mods(*files: str | Path) -> None:
    """Let the AIs of mods sit in: those of the files or folders named here, of installed packages, and of the user's
    mods folder. Every process of a vector environment needs to ask for itself.

    Raises ValueError where a file is not there or is refused as a mod; the others are there then.
    """
    for path in map(Path, files):
        if not path.exists():
            raise ValueError(f"there is no mod {path}")
        if path not in _named:
            _named.append(path)
    MODS.name(_named)
    MODS.refresh()
    MODS.wait()
    asked = {Path(path).absolute() for path in files}
    for mod in MODS.all:
        if mod.refused and mod.found.path in asked:
            raise ValueError(f"mod {mod.found.path} is refused: {mod.refused}")
