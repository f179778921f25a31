"""``python -m assets.bundle [folder] [file] [--out FOLDER]``: makes the program as a folder, as a single file, or both
where neither is named, each with its own Python, its icon, the desktop entry and the licence texts.

It needs the extra `bundle`, and makes bundles for the platform that it runs on.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from assets.bundle import licences

HERE = Path(__file__).resolve().parent
KINDS = ("folder", "file")
_ICON = 256
"""The width of the icon in pixels."""


def main() -> int:
    """Make what is asked for; the exit status."""
    parser = argparse.ArgumentParser(prog="python -m assets.bundle", description=__doc__)
    parser.add_argument("kinds", metavar="folder|file", nargs="*", help="what is made (default: both)")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="the folder that it is put into (default: dist)")
    words = parser.parse_args()
    for kind in words.kinds or KINDS:
        make(kind, words.out.resolve())
    return 0


def make(kind: str, out: Path) -> None:
    """Make a bundle of a kind in a folder of that name in `out`, in the place of an earlier one. Raises
    CalledProcessError where PyInstaller fails."""
    place = out / kind
    shutil.rmtree(place, ignore_errors=True)
    with tempfile.TemporaryDirectory() as work:
        _prepare(Path(work))
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN", "--distpath", str(place)]
        command += ["--workpath", f"{work}/build", str(HERE / "tabletalk.spec")]
        subprocess.run(command, check=True, env=os.environ | {"BUNDLE": work, "BUNDLE_KIND": kind})
        _add_beside(place, Path(work))
    print(place)


def _prepare(work: Path) -> None:
    """Make what is bundled beside the program: the icon, and licences."""
    drawn = pygame.image.load_sized_svg(str(HERE.parent / "shared" / "window.svg"), (_ICON, _ICON))
    pygame.image.save(drawn, work / "tabletalk.png")
    (work / "tabletalk.ico").write_bytes(icon_of((work / "tabletalk.png").read_bytes()))
    for name in licences.write(work / "licences"):
        print(f"{name} ships no licence text: its metadata tell it")


def icon_of(png: bytes) -> bytes:
    """An icon for Windows of one picture of 256 x 256 pixels, which it holds as it is.

    Source: "ICO (file format)", the directory of an icon: reserved, type 1, one entry of width and height 0 for 256.
    """
    size = len(png)
    head = b"\0\0\1\0\1\0"
    return head + b"\0\0\0\0\1\0\x20\0" + size.to_bytes(4, "little") + (len(head) + 16).to_bytes(4, "little") + png


def _add_beside(place: Path, work: Path) -> None:
    """Put icon, desktop entry and licences beside the program, where people find them."""
    shutil.copy(work / "tabletalk.png", place)
    shutil.copytree(work / "licences", place / "licences")
    if sys.platform == "linux":
        shutil.copy(HERE / "tabletalk.desktop", place)


if __name__ == "__main__":
    sys.exit(main())
