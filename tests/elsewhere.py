"""Another program that uses the same data folder."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_CODE = """
import sys
from pathlib import Path
from game.base import locks
holds = [locks.hold(Path(name)) for name in sys.argv[1:]]
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def holding(*paths: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that holds these files until it has ended."""
    words = [sys.executable, "-c", _CODE, *map(str, paths)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "held\n"
            yield process
        finally:
            process.kill()


def held_here(path: Path) -> bool:
    """Whether another program finds a file in use."""
    code = "import sys; from pathlib import Path; from game.base import locks; locks.hold(Path(sys.argv[1]))"
    words = [sys.executable, "-c", code, str(path)]
    found = subprocess.run(words, stderr=subprocess.PIPE, text=True, check=False)
    assert found.returncode == 0 or "InUseError" in found.stderr, found.stderr
    return found.returncode != 0
