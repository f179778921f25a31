"""What a bundle holds of other people's is told with its licence."""

import sys
from importlib import metadata
from pathlib import Path

import pytest

from assets.bundle import licences


def test_every_library_inside_pygames_wheel_is_known() -> None:
    inside = licences.libraries(metadata.distribution("pygame-ce"))
    assert [file for file in inside if licences.library(file) is None] == []


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("libSDL2-2-50d19f93.0.so.0.3200.10", "SDL"),
        ("SDL2_mixer.dll", "SDL_mixer"),
        ("libopusfile-96d7a9c0.so.0.4.5", "opusfile"),
        ("libopus-0.dll", "Opus"),
        ("zlib1.dll", "zlib"),
        ("libwebpdemux-cecf59a9.so.2.0.17", "libwebp"),
    ],
)
def test_a_library_is_known_by_its_file_on_every_platform(file: str, name: str) -> None:
    found = licences.library(file)
    assert found is not None
    assert found[0] == name


def test_an_unknown_one_is_named() -> None:
    assert licences.library("libwonder.so.1") is None
    assert "libwonder.so.1: its licence is not known here" in licences._told(["libwonder.so.1"])


def test_each_is_told_with_its_licence_and_where_that_is(tmp_path: Path) -> None:
    licences.write(tmp_path / "licences")
    told = (tmp_path / "licences" / "pygame-ce" / "LIBRARIES.txt").read_text()
    assert "SDL_ttf: Zlib, https://" in told
    assert "FreeType: FTL, https://" in told
    assert "not known" not in told


def test_a_table_tells_of_every_library_whose_licence_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(licences, "_package", lambda source: {"libwonder.so.1": "libwonder1"}.get(source.name, ""))
    monkeypatch.setattr(licences, "_DOCS", tmp_path)
    (tmp_path / "libwonder1").mkdir()
    (tmp_path / "libwonder1" / "copyright").write_text("Do with it what you like.")
    place = tmp_path / "licences"
    licences.write(place)
    ours = next(Path(str(file.locate())) for file in metadata.distribution("numpy").files or () if file.suffix == ".so")
    pythons = Path(sys.base_prefix, "lib", "libpython.so")
    found = [ours, pythons, tmp_path / "libwonder.so.1", tmp_path / "libodd.so"]
    assert licences.write_libraries(place, found) == ["libodd.so"]
    assert (place / licences.TABLE).read_text().splitlines() == sorted(
        [
            f"{ours.name}: numpy",
            "libodd.so: its licence is not known here",
            "libpython.so: python",
            "libwonder.so.1: libwonder1",
        ]
    )
    assert (place / "libwonder1" / "copyright").read_text() == "Do with it what you like."


def test_what_the_program_does_not_need_is_left_out_whatever_is_installed() -> None:
    out = set(licences.left_out())
    assert {"pytest", "_pytest", "pip"} <= out
    assert out.isdisjoint({"game", "systems", "components", "assets", "esper", "pygame", "numpy", "tqdm", "psutil"})
