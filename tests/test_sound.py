"""The sounds: pure waveforms, and a player that needs no device."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt
import pygame
import pyloudnorm
import pytest

from systems.view.toolkit import sound
from systems.view.toolkit.effects import LOUDNESS, NAMES, variations, waveform
from systems.view.toolkit.music import Part, Tune
from systems.view.toolkit.sound import Sounds
from systems.view.toolkit.synthesis import frequency
from tests.test_music import true_peak

EXPECTED = {
    "card_slide", "card_flip", "select", "deselect", "refuse", "coin", "footfall", "shuffle", "button",
    "round_won", "round_lost", "match_won", "match_lost", "pebble", "tick", "knock",
}  # fmt: skip


def wave_of(name: str, rate: int = 44100, variation: int = 0) -> npt.NDArray[np.float32]:
    """The waveform, made once for all these tests."""
    return _wave(name, rate, variation)


@cache
def _wave(name: str, rate: int, variation: int) -> npt.NDArray[np.float32]:
    wave = waveform(name, rate, variation)
    wave.flags.writeable = False
    return wave


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mixer that plays into nothing."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()


@pytest.fixture
def no_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine where the mixer cannot be opened."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "no-such-driver")
    pygame.mixer.quit()


def test_every_named_sound_exists() -> None:
    assert set(NAMES) == EXPECTED


@pytest.mark.parametrize("name", sorted(EXPECTED))
@pytest.mark.parametrize("rate", [22050, 44100, 48000])
def test_waveforms_are_bounded_audible_and_start_and_end_without_a_click(name: str, rate: int) -> None:
    wave = wave_of(name, rate)
    assert wave.dtype == np.float32
    assert wave.ndim == 1
    assert np.all(np.isfinite(wave))
    assert np.max(np.abs(wave)) <= 1.0
    assert np.max(np.abs(wave)) > 0.3
    assert wave[0] == wave[-1] == pytest.approx(0.0, abs=1e-4)
    # The last half millisecond is all but silent, so nothing breaks off.
    assert np.max(np.abs(wave[-rate // 2000 :])) < 0.05


EVERY = [(name, which) for name in NAMES for which in range(variations(name))]


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_effects_are_about_equally_loud_and_as_long_at_every_rate(name: str, which: int) -> None:
    wave = wave_of(name, variation=which).astype(np.float64)
    seconds = len(wave) / 44100
    if seconds < 0.4:
        power = np.convolve(wave**2, np.ones(min(len(wave), 2205)) / min(len(wave), 2205), "valid")
        assert 0.1 < np.sqrt(power.max()) <= 0.201
    else:
        heard = pyloudnorm.Meter(44100).integrated_loudness(np.stack([wave, wave], 1))
        assert heard == pytest.approx(LOUDNESS, abs=1.0)
    assert len(wave_of(name, 22050, which)) / 22050 == pytest.approx(seconds, abs=0.005)
    assert 0.03 < seconds < 3.2


@pytest.mark.parametrize(("name", "which"), EVERY)
def test_no_effect_has_a_true_peak_above_minus_1_db(name: str, which: int) -> None:
    assert -9.0 < true_peak(wave_of(name, variation=which)) < -1.0


@pytest.mark.parametrize("name", ["select", "deselect", "refuse", "coin", "button", "pebble", "knock", "tick"])
def test_effects_with_a_note_are_in_the_key(name: str) -> None:
    for which in range(variations(name)):
        wave = wave_of(name, variation=which)
        loudest = np.argmax(np.abs(np.fft.rfft(wave, 1 << 18))) * 44100 / (1 << 18)
        octaves = np.log2(loudest / np.array([frequency(f"{note}4") for note in "CDEFGAB"]))
        assert np.min(np.abs(octaves - np.round(octaves))) * 1200 < 35, (name, which, loudest)


def test_waveforms_are_deterministic_and_differ_by_name() -> None:
    waves = {name: wave_of(name) for name in NAMES}
    for name, wave in waves.items():
        assert np.array_equal(wave, waveform(name))
    for first in NAMES:
        for second in NAMES:
            if first != second:
                count = min(len(waves[first]), len(waves[second]))
                assert not np.allclose(waves[first][:count], waves[second][:count])


def test_coins_vary_in_pitch_and_variations_are_counted_round() -> None:
    def loudest_frequency(variation: int) -> float:
        wave = wave_of("coin", variation=variation)
        return float(np.argmax(np.abs(np.fft.rfft(wave, 1 << 16))))

    assert variations("coin") > 1
    assert len({loudest_frequency(which) for which in range(variations("coin"))}) == variations("coin")
    assert np.array_equal(waveform("coin", variation=variations("coin")), waveform("coin"))


def test_an_unknown_sound_is_an_error() -> None:
    with pytest.raises(KeyError):
        waveform("kazoo")
    with pytest.raises(KeyError):
        Sounds(muted=True).play("kazoo")


@pytest.mark.usefixtures("no_device")
def test_without_a_device_everything_is_silently_fine() -> None:
    sounds = Sounds()
    for name in NAMES:
        sounds.play(name)
    assert not sounds.available
    assert not sounds.prepare()


def test_what_libraries_say_where_there_is_no_device_stays_off_the_terminal() -> None:
    """ALSA is asked for a device that is not there, whatever this machine has."""
    asks = "from systems.view.toolkit.sound import Sounds; Sounds().play('coin')"
    env = {**os.environ, "SDL_AUDIODRIVER": "alsa", "AUDIODEV": "nowhere", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    asked = subprocess.run([sys.executable, "-c", asks], env=env, capture_output=True, text=True, check=True)
    assert asked.stderr == ""


@pytest.mark.usefixtures("device")
def test_the_device_is_opened_by_the_first_sound_only() -> None:
    sounds = Sounds()
    assert pygame.mixer.get_init() is None
    sounds.muted = True
    sounds.play("tick")
    sounds.set(effects=0.0, music=0.0, muted=False)
    sounds.play("tick")
    sounds.accompany(A_TUNE)
    assert pygame.mixer.get_init() is None
    sounds.set(effects=0.5, music=0.0, muted=False)
    sounds.play("tick")
    assert pygame.mixer.get_init() is not None
    assert pygame.mixer.get_busy()


@pytest.mark.usefixtures("device")
def test_each_sound_is_synthesised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def counted(name: str, rate: int, variation: int) -> object:
        asked.append((name, variation))
        return wave_of(name, rate, variation)

    monkeypatch.setattr(sound, "waveform", counted)
    sounds = Sounds()
    for _ in range(2 * variations("coin")):
        sounds.play("coin")
    assert asked == [("coin", which) for which in range(variations("coin"))]


@pytest.mark.usefixtures("device")
def test_prepare_makes_everything_and_then_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "waveform", wave_of)
    sounds = Sounds()
    wanted = sum(variations(name) for name in NAMES)
    assert [sounds.prepare() for _ in range(wanted + 1)] == [True] * wanted + [False]


@pytest.mark.usefixtures("device")
def test_playing_after_shutdown_is_silent() -> None:
    sounds = Sounds()
    sounds.play("tick")
    pygame.mixer.quit()
    sounds.play("tick")
    assert not sounds.available


def test_volumes_are_held_within_their_limits() -> None:
    sounds = Sounds(effects=7, music=-1)
    assert (sounds.effects, sounds.music) == (1.0, 0.0)
    sounds.set(effects=-1, music=1.5, muted=False)
    assert (sounds.effects, sounds.music) == (0.0, 1.0)


A_TUNE = Tune(120, 1, (Part("mallet", "A4", 1, 1.0),))
ANOTHER = Tune(120, 1, (Part("mallet", "C4", 1, 1.0),))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Tune, str]]]:
    """The tunes that have been made, and in which thread; the mixer plays into nothing."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    made: list[tuple[Tune, str]] = []

    def noted(tune: Tune, rate: int) -> object:
        made.append((tune, threading.current_thread().name))
        return np.full((rate, 2), 0.1)

    monkeypatch.setattr(sound, "loop", noted)
    yield made
    pygame.mixer.quit()


def accompany(sounds: Sounds, tune: Tune | None) -> None:
    """Ask for a tune as frames do: until it is made, and once more."""
    sounds.accompany(tune)
    join_music()
    sounds.accompany(tune)


def join_music() -> None:
    """Wait until what is being made is made."""
    for thread in threading.enumerate():
        if thread.name == "music":
            thread.join()


def test_a_tune_is_made_once_beside_the_frames_and_played_over_and_over(made: list[tuple[Tune, str]]) -> None:
    sounds = Sounds()
    accompany(sounds, A_TUNE)
    assert pygame.mixer.Channel(0).get_busy()
    sounds.accompany(None)
    accompany(sounds, A_TUNE)
    assert made == [(A_TUNE, "music")]
    playing = pygame.mixer.Channel(0).get_sound()
    accompany(sounds, ANOTHER)
    assert pygame.mixer.Channel(0).get_sound() not in (None, playing)
    assert [tune for tune, _ in made] == [A_TUNE, ANOTHER]


def test_the_latest_tunes_are_kept_and_one_can_be_made_before_it_is_heard(made: list[tuple[Tune, str]]) -> None:
    tunes = [Tune(120, 1, (Part("mallet", f"{note}4", 1, 1.0),)) for note in "CDEFG"]
    sounds = Sounds()
    assert sounds.makes(tunes[0])
    join_music()
    assert not sounds.makes(tunes[0]), "it is there"
    assert not pygame.mixer.Channel(0).get_busy()
    for tune in [*tunes[:4], tunes[0], tunes[4], tunes[0]]:
        accompany(sounds, tune)
    assert [tune for tune, _ in made] == tunes
    accompany(sounds, tunes[1])
    assert made[-1][0] == tunes[1], "the one that was heard longest ago is gone"


def test_music_follows_its_volume_and_the_mute(made: list[tuple[Tune, str]]) -> None:
    sounds = Sounds(effects=0.0, music=0.5)
    accompany(sounds, A_TUNE)
    playing = pygame.mixer.Channel(0).get_sound()
    assert playing is not None
    assert playing.get_volume() == pytest.approx(0.25, abs=0.01)
    sounds.set(effects=0.0, music=1.0, muted=False)
    sounds.accompany(A_TUNE)
    assert playing.get_volume() == pytest.approx(1.0, abs=0.01)
    sounds.set(effects=0.0, music=1.0, muted=True)
    asked = len(made)
    accompany(sounds, ANOTHER)
    assert len(made) == asked, "nothing is made that is not heard"
    sounds.set(effects=0.0, music=1.0, muted=False)
    accompany(sounds, ANOTHER)
    assert len(made) == asked + 1


def test_no_effect_takes_the_channel_of_the_music(made: list[tuple[Tune, str]]) -> None:
    sounds = Sounds()
    accompany(sounds, A_TUNE)
    playing = pygame.mixer.Channel(0).get_sound()
    for _ in range(40):
        sounds.play("tick")
    assert pygame.mixer.Channel(0).get_sound() is playing


def test_music_outlives_a_device_that_is_shut(made: list[tuple[Tune, str]]) -> None:
    sounds = Sounds()
    accompany(sounds, A_TUNE)
    pygame.mixer.quit()
    accompany(sounds, ANOTHER)
    sounds.accompany(None)
    assert [tune for tune, _ in made] == [A_TUNE]


@pytest.mark.usefixtures("no_device")
def test_without_a_device_no_music_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sound, "loop", None)
    accompany(Sounds(), A_TUNE)
