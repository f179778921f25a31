"""The sounds: pure waveforms, and a player that needs no device."""

import numpy as np
import pygame
import pytest

from systems.view.toolkit import sound
from systems.view.toolkit.sound import NAMES, Sounds, variations, waveform

EXPECTED = {
    "card_slide", "card_flip", "select", "deselect", "refuse", "coin", "footfall", "shuffle", "button",
    "round_won", "round_lost", "match_won", "match_lost", "pebble", "tick", "knock",
}  # fmt: skip


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
    wave = waveform(name, rate)
    assert wave.dtype == np.float32
    assert wave.ndim == 1
    assert np.all(np.isfinite(wave))
    assert np.max(np.abs(wave)) <= 1.0
    assert np.max(np.abs(wave)) > 0.3
    assert wave[0] == wave[-1] == pytest.approx(0.0, abs=1e-4)
    # The last half millisecond is all but silent, so nothing breaks off.
    assert np.max(np.abs(wave[-rate // 2000 :])) < 0.05


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_sounds_are_about_equally_loud_and_as_long_at_every_rate(name: str) -> None:
    wave = waveform(name)
    window = min(len(wave), 2205)
    power = np.convolve(wave.astype(np.float64) ** 2, np.ones(window) / window, "valid")
    assert 0.1 < np.sqrt(power.max()) <= 0.201
    assert len(waveform(name, 22050)) / 22050 == pytest.approx(len(wave) / 44100, abs=0.005)
    assert 0.03 < len(wave) / 44100 < 3.2


def test_waveforms_are_deterministic_and_differ_by_name() -> None:
    waves = {name: waveform(name) for name in NAMES}
    for name, wave in waves.items():
        assert np.array_equal(wave, waveform(name))
    for first in NAMES:
        for second in NAMES:
            if first != second:
                count = min(len(waves[first]), len(waves[second]))
                assert not np.allclose(waves[first][:count], waves[second][:count])


def test_coins_vary_in_pitch_and_variations_are_counted_round() -> None:
    def loudest_frequency(variation: int) -> float:
        wave = waveform("coin", variation=variation)
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


@pytest.mark.usefixtures("device")
def test_the_device_is_opened_by_the_first_sound_only() -> None:
    sounds = Sounds()
    assert pygame.mixer.get_init() is None
    sounds.muted = True
    sounds.play("tick")
    sounds.muted = False
    sounds.volume = 0.0
    sounds.play("tick")
    assert pygame.mixer.get_init() is None
    sounds.volume = 0.5
    sounds.play("tick")
    assert pygame.mixer.get_init() is not None
    assert pygame.mixer.get_busy()


@pytest.mark.usefixtures("device")
def test_each_sound_is_synthesised_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def counted(name: str, rate: int, variation: int) -> object:
        asked.append((name, variation))
        return waveform(name, rate, variation)

    monkeypatch.setattr(sound, "waveform", counted)
    sounds = Sounds()
    for _ in range(2 * variations("coin")):
        sounds.play("coin")
    assert asked == [("coin", which) for which in range(variations("coin"))]


@pytest.mark.usefixtures("device")
def test_prepare_makes_everything_and_then_says_so() -> None:
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


def test_the_volume_is_held_within_its_limits() -> None:
    sounds = Sounds(volume=7)
    assert sounds.volume == 1.0
    sounds.volume = -1
    assert sounds.volume == 0.0
