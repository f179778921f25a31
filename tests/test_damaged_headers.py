"""Whatever a header says, ``inspect`` prints what the file holds, or one line that says it is damaged."""

import contextlib
import io
import json
import tempfile
import zipfile
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.__main__ import main
from game.checkpoints import container
from game.checkpoints.container import CheckpointError
from game.learning.kept_curve import kept_curve

ASSETS = Path("assets")
SHIPPED = {"table": ASSETS / "nim" / "q-learner-100.npz", "networks": ASSETS / "thirty_one" / "neural.npz"}
"""Of each kind one of the smallest."""
NUMBERS = [0, -1, 1, 2, 10**18, 10**400, -(10**30), 0.5, 1e308, -1e308, 1e-320, float("inf"), float("nan")]
SCALARS = st.none() | st.booleans() | st.sampled_from(NUMBERS) | st.text(max_size=5) | st.just("\x1b[31m")
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a header."""
    if at:
        yield at
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], (*at, key))


HEADERS = {kind: dict(container.read(path).header) for kind, path in SHIPPED.items()}


@cache
def members_of(kind: str) -> dict[str, bytes]:
    """What the shipped file holds; never changed."""
    with zipfile.ZipFile(SHIPPED[kind]) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(kind: str, header: Any) -> bytes:
    """The shipped file with another header."""
    array, buffer = io.BytesIO(), io.BytesIO()
    np.save(array, np.frombuffer(json.dumps(header).encode(), dtype=np.uint8))
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in (members_of(kind) | {"header.npy": array.getvalue()}).items():
            archive.writestr(name, content)
    return buffer.getvalue()


def inspected(raw: bytes, *words: str) -> tuple[int, str, str]:
    """The exit status of ``inspect``, what it printed, and its errors."""
    out, errors = io.StringIO(), io.StringIO()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "damaged.npz"
        path.write_bytes(raw)
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            status = main(["inspect", str(path), *words])
    return status, out.getvalue(), errors.getvalue()


def check(raw: bytes) -> int:
    """Inspect a file both ways: it is shown, or refused in one line; its exit status."""
    statuses = set()
    for words in ((), ("--json",)):
        status, out, errors = inspected(raw, *words)
        statuses.add(status)
        if status == 0:
            assert out
            assert errors == ""
        else:
            assert (status, out) == (1, "")
            assert errors.startswith("error: ")
            assert errors.count("\n") == 1
    (status,) = statuses
    return status


@pytest.mark.parametrize("kind", SHIPPED)
@given(data=st.data())
def test_a_changed_header_is_shown_or_refused_in_a_line(kind: str, data: st.DataObject) -> None:
    header = deepcopy(HEADERS[kind])
    *before, last = data.draw(st.sampled_from(list(places(header))))
    inside: Any = header
    for key in before:
        inside = inside[key]
    inside[last] = data.draw(VALUES)
    raw = packed(kind, header)
    check(raw)
    with contextlib.suppress(CheckpointError):
        kept_curve(container.content_of(raw, Path("damaged.npz")))


@pytest.mark.parametrize("kind", SHIPPED)
@pytest.mark.parametrize("wrong", [None, "text", [], [1], {}, {"rounds": 1}, True, 1e308], ids=str)
def test_statistics_of_another_type_are_damage(kind: str, wrong: Any) -> None:
    shown = kind == "networks" and isinstance(wrong, dict)  # what is not there was not measured
    assert check(packed(kind, HEADERS[kind] | {"statistics": wrong})) == (0 if shown else 1)


@pytest.mark.parametrize("wrong", ["text", [1], {}, True, 1.5, -0.1, {"deep": [None]}], ids=str)
@pytest.mark.parametrize("key", ["matches_won", "rounds"])
def test_the_best_of_another_type_is_damage(key: str, wrong: Any) -> None:
    statistics = HEADERS["networks"]["statistics"]
    for best in (wrong, statistics["best"] | {key: wrong}):
        assert check(packed("networks", HEADERS["networks"] | {"statistics": statistics | {"best": best}})) == 1


@pytest.mark.parametrize("kind", SHIPPED)
def test_a_header_that_is_nested_deeply_is_damage(kind: str) -> None:
    deep: Any = None
    for _ in range(400):
        deep = [deep]
    for key in ("options", "parameters", "statistics"):
        assert check(packed(kind, HEADERS[kind] | {key: HEADERS[kind][key] | {"deep": deep}})) == 1


@pytest.mark.parametrize("kind", SHIPPED)
def test_a_member_that_is_no_array_is_damage(kind: str) -> None:
    members = members_of(kind)
    for damaged in members:
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as archive:
            for name, content in members.items():
                archive.writestr(name, content[1:] if name == damaged else content)
        assert check(buffer.getvalue()) == 1
