"""Replays for tests, recorded as a user would."""

from pathlib import Path

from game.__main__ import main


def record_short_match(folder: Path) -> Path:
    """A replay in a new folder below this one: three drawn rounds of four moves, twenty lines."""
    words = ["--games", "1", "--seed", "2", "--set", "turn_limit=4", "--record", str(folder / "recorded")]
    assert main(["arena", "jaipur", "utility", "random", *words]) == 0
    return folder / "recorded" / "match-0001.jsonl"
