"""The licence texts of all that is bundled."""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from importlib import metadata
from pathlib import Path

OURS = "tabletalk-games"
_STARTER = "pyinstaller"
"""Whose program starts ours, and so is in every bundle."""
TABLE = "LIBRARIES.txt"
"""Tells every library of a bundle, with the folder of its licence."""
_TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|OFL|AUTHORS)[^/]*$", re.IGNORECASE)
_COMMON = Path("/usr/share/common-licenses")
"""Where Debian and its kin keep the texts that many share."""
_DOCS = Path("/usr/share/doc")
"""And where each of their packages has the text of its own."""
_SHARED = {"pygame-ce": "LGPL-2.1"}
"""Packages whose wheels bring no text, and under what name it is known there."""
_LIBRARIES = {
    "sdl2": ("SDL", "Zlib", "https://github.com/libsdl-org/SDL/blob/SDL2/LICENSE.txt"),
    "sdl2_image": ("SDL_image", "Zlib", "https://github.com/libsdl-org/SDL_image/blob/SDL2/LICENSE.txt"),
    "sdl2_mixer": ("SDL_mixer", "Zlib", "https://github.com/libsdl-org/SDL_mixer/blob/SDL2/LICENSE.txt"),
    "sdl2_ttf": ("SDL_ttf", "Zlib", "https://github.com/libsdl-org/SDL_ttf/blob/SDL2/LICENSE.txt"),
    "asound": ("ALSA", "LGPL-2.1-or-later", "https://github.com/alsa-project/alsa-lib/blob/master/COPYING"),
    "brotli": ("Brotli", "MIT", "https://github.com/google/brotli/blob/master/LICENSE"),
    "flac": ("FLAC", "BSD-3-Clause", "https://github.com/xiph/flac/blob/master/COPYING.Xiph"),
    "fluidsynth": ("FluidSynth", "LGPL-2.1-or-later", "https://github.com/FluidSynth/fluidsynth/blob/master/LICENSE"),
    "freetype": ("FreeType", "FTL", "https://gitlab.freedesktop.org/freetype/freetype/-/blob/master/docs/FTL.TXT"),
    "gme": ("Game Music Emu", "LGPL-2.1-or-later", "https://github.com/libgme/game-music-emu/blob/master/license.txt"),
    "harfbuzz": ("HarfBuzz", "MIT-Modern-Variant", "https://github.com/harfbuzz/harfbuzz/blob/main/COPYING"),
    "jpeg": ("libjpeg-turbo", "IJG and BSD-3-Clause",
             "https://github.com/libjpeg-turbo/libjpeg-turbo/blob/main/LICENSE.md"),
    "modplug": ("libmodplug", "public domain", "https://github.com/Konstanty/libmodplug/blob/master/COPYING"),
    "mpg123": ("mpg123", "LGPL-2.1-only", "https://www.mpg123.de"),
    "ogg": ("libogg", "BSD-3-Clause", "https://github.com/xiph/ogg/blob/master/COPYING"),
    "opus": ("Opus", "BSD-3-Clause", "https://github.com/xiph/opus/blob/main/COPYING"),
    "opusfile": ("opusfile", "BSD-3-Clause", "https://github.com/xiph/opusfile/blob/master/COPYING"),
    "png": ("libpng", "libpng-2.0", "http://www.libpng.org/pub/png/src/libpng-LICENSE.txt"),
    "portmidi": ("PortMidi", "MIT", "https://github.com/PortMidi/portmidi/blob/main/license.txt"),
    "sharpyuv": ("libwebp", "BSD-3-Clause", "https://github.com/webmproject/libwebp/blob/main/COPYING"),
    "sndfile": ("libsndfile", "LGPL-2.1-or-later", "https://github.com/libsndfile/libsndfile/blob/master/COPYING"),
    "tiff": ("LibTIFF", "libtiff", "https://gitlab.com/libtiff/libtiff/-/blob/master/LICENSE.md"),
    "vorbis": ("libvorbis", "BSD-3-Clause", "https://github.com/xiph/vorbis/blob/master/COPYING"),
    "wavpack": ("WavPack", "BSD-3-Clause", "https://github.com/dbry/WavPack/blob/master/COPYING"),
    "webp": ("libwebp", "BSD-3-Clause", "https://github.com/webmproject/libwebp/blob/main/COPYING"),
    "xmp": ("libxmp", "MIT", "https://github.com/libxmp/libxmp/blob/master/docs/COPYING"),
    "z": ("zlib", "Zlib", "https://zlib.net/zlib_license.html"),
}  # fmt: skip
"""The libraries that wheels of pygame-ce hold, without their texts, by how their files' names begin, "lib" left out:
what they are called, their licence as SPDX has it, and where its text is."""
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_REFERRED = re.compile(rf"{_COMMON}/([A-Za-z0-9.+-]*[A-Za-z0-9])")
UNKNOWN = "its licence is not known here"


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


def left_out() -> list[str]:
    """The names of all packages and modules that are installed here beside what the program needs."""
    needed = {found.metadata["Name"] for found in bundled()}
    return sorted(name for name, owners in metadata.packages_distributions().items() if needed.isdisjoint(owners))


def _needed(found: metadata.Distribution) -> Iterator[str]:
    """The names of what a distribution needs, on whatever platform."""
    for words in found.requires or ():
        requirement, _, marker = words.partition(";")
        name = _NAME.match(requirement.strip())
        if name is not None and "extra" not in marker:
            yield name.group()


def libraries(found: metadata.Distribution) -> list[str]:
    """The shared libraries that a wheel holds beside its own modules: the names of their files."""
    return [
        file.name
        for file in found.files or ()
        if file.suffix == ".dll" or any(part.endswith((".libs", ".dylibs")) for part in file.parts[:-1])
    ]


def library(file: str) -> tuple[str, str, str] | None:
    """What a shared library is, by the name of its file; None where that is not known."""
    name = file.lower().removeprefix("lib")
    begins = [start for start in _LIBRARIES if name.startswith(start)]
    return _LIBRARIES[max(begins, key=len)] if begins else None


def _told(files: list[str]) -> str:
    """The libraries of these files, each with its licence and where that is."""
    known = {file: library(file) for file in files}
    rows = sorted({f"{each[0]}: {each[1]}, {each[2]}" for each in known.values() if each is not None}, key=str.lower)
    rows += [f"{file}: {UNKNOWN}" for file, each in known.items() if each is None]
    return "\n".join(["Libraries that the wheel holds, and brings no texts of:", "", *rows, ""])


def write(folder: Path) -> list[str]:
    """Write the licences into a folder, those of each package into one of its name; the names of packages without a
    text, whose metadata tell the licence."""
    (folder / "python").mkdir(parents=True)
    (folder / "python" / "LICENSE.txt").write_text(_pythons(), encoding="utf-8")
    return [name for found in _all() if (name := _write(found, folder))]


def _all() -> list[metadata.Distribution]:
    """The distributions of which something is in a bundle."""
    return [*bundled(), *bundled(_STARTER)[:1]]


def write_libraries(folder: Path, sources: Iterable[Path]) -> list[str]:
    """Write, beside what `write` has written, the licences of those of these shared libraries that are the system's,
    where they came from one of its packages, and a table of all of them; the names of those whose licence was not
    found."""
    ours = {Path(str(file.locate())).resolve(): each.metadata["Name"] for each in _all() for file in each.files or ()}
    owners = {source.name: ours.get(source.resolve()) or _owner(source, folder) for source in sources}
    rows = [f"{file}: {owner or UNKNOWN}" for file, owner in sorted(owners.items())]
    (folder / TABLE).write_text("\n".join([*rows, ""]), encoding="utf-8")
    return [file for file, owner in owners.items() if not owner]


def _owner(source: Path, folder: Path) -> str:
    """The folder with the licence of a library that is Python's or the system's, written where it is missing; empty
    where none was found."""
    prefix = Path(sys.base_prefix).resolve()
    if prefix != Path("/usr") and source.resolve().is_relative_to(prefix):  # there all libraries would seem Python's
        return "python"
    package = _package(source)
    text = _DOCS / package / "copyright"
    if not package or not text.is_file():
        return ""
    place = folder / package
    if not place.exists():
        place.mkdir()
        words = text.read_text(encoding="utf-8", errors="replace")
        (place / "copyright").write_text(words, encoding="utf-8")
        for name in sorted(set(_REFERRED.findall(words))):
            if (_COMMON / name).is_file():
                shutil.copy(_COMMON / name, place)
    return package


def _package(source: Path) -> str:
    """The package of Debian or its kin that a file came with; empty where there is none."""
    real = source.resolve()
    names = [source, real, *(Path("/", *path.parts[2:]) for path in (source, real) if path.parts[1:2] == ("usr",))]
    for name in names if shutil.which("dpkg-query") else ():
        asked = subprocess.run(["dpkg-query", "-S", str(name)], capture_output=True, text=True, check=False)
        if asked.returncode == 0:
            return asked.stdout.split(":")[0].split(",")[0]
    return ""


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
    inside = libraries(found) if name in _SHARED else []
    if inside:
        (place / "LIBRARIES.txt").write_text(_told(inside), encoding="utf-8")
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
