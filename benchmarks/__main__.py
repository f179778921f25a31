"""``python -m benchmarks``: measures everything and prints the README's table. Nothing is asserted."""

import importlib
import importlib.util
import sys
from collections.abc import Callable

from benchmarks.measuring import Row, machine
from game.cli.output import markdown

PARTS = (
    "start",
    "rules",
    "matches",
    "decisions",
    "statistics",
    "frames",
    "nim",
    "notty",
    "thirty_one",
    "thirty_one_neural",
    "environments",
    "mods",
)
"""The modules of this package that measure something: each has ``rows()``."""


def main(wanted: list[str]) -> int:
    """Measure the wanted parts, all of them by default; the exit status."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"error: there is no benchmark {unknown[0]!r}; choose from: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    rows = [row for name in wanted or PARTS for row in _part(name)]
    print(f"Measured on {machine()}; medians of repetitions that take turns.\n")
    print(markdown([["measured", "figure"], *([row.what, row.figure] for row in rows)]))
    return 0


def _part(name: str) -> list[Row]:
    if importlib.util.find_spec(f"benchmarks.{name}") is None:
        return [Row(name, "not measured")]
    measure: Callable[[], list[Row]] = importlib.import_module(f"benchmarks.{name}").rows
    return measure()


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
