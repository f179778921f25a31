"""Folders shown in the file manager of the platform."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from game.base.storage import StorageError
from game.rules.language import _, why_of


def show_folder(folder: Path) -> "subprocess.Popen[bytes] | None":
    """The process that opens a folder in the platform's file manager, or None where the platform does it without one.

    A missing folder is made first. Raises StorageError where that, or opening it, cannot be; a process tells by its
    status.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(_("{path} could not be made: {why}", path=str(folder), why=why_of(error))) from error
    try:
        if sys.platform == "win32":
            os.startfile(folder)
            return None
        opener = shutil.which("open" if sys.platform == "darwin" else "xdg-open")
        if opener is not None:
            quiet = subprocess.DEVNULL
            return subprocess.Popen([opener, folder], stdin=quiet, stdout=quiet, stderr=quiet, start_new_session=True)
    except OSError as error:
        raise StorageError(_("{path} could not be opened: {why}", path=str(folder), why=why_of(error))) from error
    raise StorageError(_("No file manager was found to open {folder}", folder=str(folder)))
