"""How rates are measured: contestants take turns for a short while each, again and again, and medians count.

Taking turns spreads whatever else the machine does over all of them; the median forgets the worst of it. Seconds are
those of this process on a processor, so that waiting for one does not count.
"""

import os
import platform
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from typing import TypeAlias

Stretch: TypeAlias = Callable[[float], dict[str, float]]
"""Does its work until `seconds` have passed; how many of each thing it did, by name."""


@dataclass(frozen=True)
class Row:
    """One line of the table: what was measured, and the figure with its unit."""

    what: str
    figure: str


def rates(contestants: Mapping[str, Stretch], seconds: float, repetitions: int) -> dict[str, dict[str, float]]:
    """For each contestant, the median over its repetitions of each thing done a second of CPU time; a stretch lasts
    `seconds` by the clock."""
    for stretch in contestants.values():
        stretch(seconds / 10)  # what is only done once is done now
    measured: dict[str, list[dict[str, float]]] = {name: [] for name in contestants}
    for _ in range(repetitions):
        for name, stretch in contestants.items():
            started = time.process_time()
            done = stretch(seconds)
            passed = time.process_time() - started
            measured[name].append({what: number / passed for what, number in done.items()})
    return {
        name: {what: median(run[what] for run in runs) for what in runs[0]} for name, runs in measured.items() if runs
    }


def machine() -> str:
    """What the figures were measured on: cores, system and Python, and no more of the machine than that."""
    cores = os.cpu_count() or 1
    return (
        f"{cores} core{'' if cores == 1 else 's'} ({platform.machine()}), {platform.system()}, "
        f"{platform.python_implementation()} {platform.python_version()}"
    )


def grouped(number: float) -> str:
    """A figure with its thousands set apart; small ones keep a decimal."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"
