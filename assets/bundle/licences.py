"""The licence texts of all that is bundled."""

import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

OURS = "tabletalk-games"
_TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL|AUTHORS)[^/]*$", re.IGNORECASE)
_COMMON = Path("/usr/share/common-licenses")
"""Where Debian and its kin keep the texts that many share."""
_SHARED = {"pygame-ce": "LGPL-2.1"}
"""Packages whose wheels bring no text, and under what name it is known there."""
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def bundled(name: str = OURS, seen: set[str] | None = None) -> list[metadata.Distribution]:
    """A distribution and all that it needs and that is installed, extras left out, each once."""
    seen = set() if seen is None else seen
    if name.lower() in seen:
        return []
    seen.add(name.lower())
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:  # it is for another platform
        return []
    return [found, *(each for needed in _needed(found) for each in bundled(needed, seen))]


def _needed(found: metadata.Distribution) -> Iterator[str]:
    """The names of what a distribution needs, on whatever platform."""
    for words in found.requires or ():
        requirement, _, marker = words.partition(";")
        name = _NAME.match(requirement.strip())
        if name is not None and "extra" not in marker:
            yield name.group()


def write(folder: Path) -> list[str]:
    """Write the licences into a folder, those of each package into one of its name; the names of packages without a
    text, whose metadata tell the licence."""
    (folder / "python").mkdir(parents=True)
    (folder / "python" / "LICENSE.txt").write_text(_pythons(), encoding="utf-8")
    return [name for found in bundled() if (name := _write(found, folder))]


def _pythons() -> str:
    """Python's own licence."""
    places = [Path(sys.base_prefix) / "LICENSE.txt", Path(sysconfig.get_path("stdlib")) / "LICENSE.txt"]
    found = next((place for place in places if place.is_file()), None)
    return sys.copyright + "\nhttps://docs.python.org/3/license.html\n" if found is None else found.read_text("utf-8")


def _write(found: metadata.Distribution, folder: Path) -> str:
    """Write the licences of a distribution; its name where it has no text."""
    name = found.metadata["Name"]
    place = folder / name
    place.mkdir()
    texts = [file for file in found.files or () if _TEXT.search(str(file)) and file.suffix not in (".py", ".pyc")]
    for number, file in enumerate(texts):
        text = Path(str(file.locate())).read_text(encoding="utf-8", errors="replace")
        (place / (f"{number}-" * (number > 0) + file.name)).write_text(text, encoding="utf-8")
    shared = _COMMON / _SHARED.get(name, "-")
    if not texts and shared.is_file():
        shutil.copy(shared, place / shared.name)
    elif not texts:
        told = [
            f"{key}: {found.metadata[key]}"
            for key in ("License", "License-Expression", "Home-page")
            if key in found.metadata
        ]
        (place / "METADATA.txt").write_text("\n".join([*told, ""]), encoding="utf-8")
    return "" if texts or shared.is_file() else name
