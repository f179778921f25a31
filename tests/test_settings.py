"""Settings: kept as JSON, read forgivingly, every value checked on its own."""

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.base import settings
from game.base.settings import MOTIONS, Settings
from game.base.storage import StorageError


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of the test's own."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path))
    return tmp_path


CHANGED = Settings(
    0.25,
    0.75,
    True,
    "double",
    0.0,
    False,
    True,
    True,
    True,
    True,
    True,
    "safe",
    True,
    True,
    True,
    1.5,
    2.5,
    2500,
    True,
    40,
    "nim",
    "de",
)


def test_what_is_saved_is_loaded(home: Path) -> None:
    settings.save(CHANGED)
    assert settings.load() == CHANGED
    assert [path.name for path in home.glob("*.*")] == ["settings.json"]


def test_every_setting_differs_from_its_default_above() -> None:
    defaults = asdict(Settings())
    assert all(value != defaults[name] for name, value in asdict(CHANGED).items())


def test_without_a_file_the_defaults_count() -> None:
    problems: list[str] = []
    assert settings.load(problems) == Settings()
    assert problems == []


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", b"3", b'"text"', b"[" * 100_000, b"{}", b'{"unknown": 1}'],
)
def test_a_damaged_file_counts_as_none(content: bytes) -> None:
    settings.settings_path().write_bytes(content)
    assert settings.load() == Settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("effects", -0.1),
        ("effects", 1.5),
        ("effects", "0.5"),
        ("effects", True),
        ("effects", None),
        ("pace", 5.1),
        ("pace", float("nan")),
        ("pace", float("inf")),
        ("think_time", 0.0),
        ("think_time", 61.0),
        ("memory", 199),
        ("memory", 1_000_001),
        ("memory", 500.5),
        ("memory", True),
        ("motion", "slow"),
        ("motion", 2),
        ("muted", 1),
        ("muted", "yes"),
        ("overlay", None),
        ("fullscreen", []),
    ],
)
def test_a_wrong_value_alone_is_dropped(name: str, value: object) -> None:
    kept = asdict(CHANGED) | {name: value}
    settings.settings_path().write_text(json.dumps(kept))
    assert asdict(settings.load()) == asdict(CHANGED) | {name: getattr(Settings(), name)}


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("effects", 2, "is 2; it should be a number from 0 to 1."),
        ("memory", 7, "is 7; it should be a whole number from 200 to 1,000,000."),
        ("motion", "slow", 'is "slow"; it should be one of these: "half", "normal", "double", "instant".'),
        ("muted", "yes", 'is "yes"; it should be true or false.'),
        ("guides_offered", None, "is null; it should be a text."),
    ],
)
def test_a_wrong_value_is_told(name: str, value: object, wanted: str) -> None:
    settings.settings_path().write_text(json.dumps({name: value}))
    problems: list[str] = []
    settings.load(problems)
    assert problems == [f"The setting {name} {wanted} The usual value counts."]


def test_a_damaged_file_is_told() -> None:
    settings.settings_path().write_text("{")
    problems: list[str] = []
    settings.load(problems)
    assert problems == [f"The settings in {settings.settings_path()} cannot be read. The usual ones count."]


def test_a_whole_number_will_do_for_a_share() -> None:
    settings.settings_path().write_text('{"effects": 1, "pace": 0}')
    loaded = settings.load()
    assert (loaded.effects, loaded.pace) == (1.0, 0.0)
    assert isinstance(loaded.effects, float)


@given(st.dictionaries(st.sampled_from([*asdict(Settings())]), st.from_type(object) | st.floats() | st.text()))
def test_whatever_is_kept_only_right_values_come_back(kept: dict[str, object]) -> None:
    try:
        settings.settings_path().write_text(json.dumps(kept))
    except (TypeError, ValueError):
        return
    loaded = settings.load()
    assert 0 <= loaded.effects <= 1
    assert 0 <= loaded.pace <= 5
    assert loaded.motion in MOTIONS
    assert all(type(value) is type(getattr(Settings(), name)) for name, value in asdict(loaded).items())


def test_what_cannot_be_saved_is_told_and_the_old_file_stays(home: Path) -> None:
    (home / "settings.json").mkdir()
    (home / "settings.json" / "in the way").touch()
    with pytest.raises(StorageError, match=r"settings\.json could not be written"):
        settings.save(CHANGED)
    assert [path.name for path in home.glob("*.*")] == ["settings.json"]


def test_the_speeds_of_motion() -> None:
    assert [Settings(motion=motion).motion_factor for motion in MOTIONS] == [0.5, 1.0, 2.0, float("inf")]


def test_a_setting_is_found_by_what_it_was_called_once() -> None:
    settings.settings_path().write_text('{"count_herds": true, "volume": 0.25}')
    found = settings.load()
    assert found.show_counts
    assert found.effects == 0.25
    settings.save(found)
    assert "count_herds" not in settings.settings_path().read_text()
    settings.settings_path().write_text('{"volume": 0.25, "effects": 0.5}')
    assert settings.load().effects == 0.5, "today's name counts"


def test_the_page_tells_every_setting() -> None:
    page = (Path(__file__).parents[1] / "docs" / "settings.md").read_text()
    named = re.findall(r"^\| [^|]+ \| `(\w+)` \|", page, re.MULTILINE)
    assert sorted(named) == sorted(set(asdict(Settings())) - {"guides_offered"})
