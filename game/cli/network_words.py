"""What is said of networks: their layers, how good they are, and how they were trained."""

import math
from collections.abc import Mapping
from typing import Any

from game.agents.network_learning import WON, TrainedNetworks
from game.cli.output import percent


def network_rows(trained: TrainedNetworks) -> list[list[str]]:
    """The layers of each network."""
    return [
        [f"{name} network", f"{'-'.join(map(str, network.sizes))}, {network.flat.size:,} parameters"]
        for name, network in trained.networks.items()
    ]


def best_rows(trained: TrainedNetworks) -> list[list[str]]:
    """Which networks are kept, and how many matches they won."""
    best = trained.statistics.get("best")
    if not best:
        return [["kept", "the latest networks: none has been measured"]]
    counted = trained.columns[0]
    rows = [
        ["kept", f"the best networks, of {best[counted]:,} {counted}: {percent(best['matches_won'])} of matches won"]
    ]
    won = _matches_won(trained, best[counted])
    return [*rows, ["matches won", won]] if won else rows


def _matches_won(trained: TrainedNetworks, learnt: int) -> str:
    """Against whom the networks that had learnt from so many won how many of their matches; empty where that was not
    kept."""
    measured = [
        f"{name.removeprefix(WON)} {percent(share)}"
        for row in trained.curve[trained.curve[:, 0] == learnt].tolist()
        for name, share in zip(trained.columns, row, strict=True)
        if name.startswith(WON) and math.isfinite(share)
    ]
    return f"against {', '.join(measured)}" if measured else ""


def parameter_words(values: Mapping[str, Any]) -> str:
    """Parameters in words, without those that have lines of their own."""
    apart = ("method", "against", "against_trained")
    return ", ".join(f"{key} {value_words(value)}" for key, value in values.items() if key not in apart)


def value_words(value: Any) -> str:
    """The value of a parameter or a statistic in words."""
    if isinstance(value, list):
        return "-".join(map(str, value))
    return "none" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)
