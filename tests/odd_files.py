"""What may stand at a path that is no file: made for tests."""

import os
import socket
import sys
from pathlib import Path

import pytest

_MADE = {"folder": "a folder", "pipe": "a pipe", "socket": "a socket", "device": "a device"}
ODD = {"folder": "a folder"} if sys.platform == "win32" else _MADE
"""The kinds there are here, each as the program calls it."""


def make_odd(path: Path, kind: str) -> Path:
    """Put something of this kind at a path; skips the test where that is not allowed."""
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        before = Path.cwd()
        os.chdir(path.parent)  # a socket's path must be short
        try:
            with socket.socket(socket.AF_UNIX) as made:
                made.bind(path.name)
        finally:
            os.chdir(before)
    else:
        try:
            os.mknod(path, 0o20666, os.makedev(1, 3))  # the one that swallows everything
        except OSError:
            pytest.skip("only root may make devices")
    return path
