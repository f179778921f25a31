"""Sounds from arithmetic: tones, blows and noise at one rate, and the notes of the one key that all we play is in."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Wave = npt.NDArray[np.floating]
"""Samples, one after another."""

RATE = 44100
"""So many samples a second, unless the device has others."""
_SEMITONES = {"C": -9, "D": -7, "E": -5, "F": -4, "G": -2, "A": 0, "B": 2}
"""The notes of the key, in semitones above A: the white keys of a piano. Music and effects have no others."""


def frequency(note: str) -> float:
    """The frequency in hertz of a note of the key: its name and its octave, as "A4", which is 440. KeyError where there
    is no such note in the key."""
    return float(440.0 * 2 ** (_SEMITONES[note[0]] / 12 + int(note[1:]) - 4))


class Voice:
    """Synthesises at one rate; noise comes from `seed`."""

    def __init__(self, rate: int, seed: int) -> None:
        self.rate = rate
        self.pitch = 1.0
        """What all frequencies are multiplied with."""
        self._random = np.random.default_rng(seed)

    def times(self, seconds: float) -> Wave:
        return np.asarray(np.arange(round(seconds * self.rate)) / self.rate)

    def noise(self, seconds: float, low: float, high: float) -> Wave:
        """Noise between two frequencies, with soft slopes an octave wide, and a power of about 1."""
        count = round(seconds * self.rate)
        spectrum = np.fft.rfft(self._random.standard_normal(count))
        frequency = np.maximum(np.fft.rfftfreq(count, 1 / self.rate), 1.0) / self.pitch
        below = np.clip(np.log2(frequency / low) + 1, 0, 1)
        above = np.clip(1 - np.log2(frequency / high), 0, 1)
        wave = np.fft.irfft(spectrum * below * above, count)
        return np.asarray(wave / max(1e-9, float(np.sqrt(np.mean(wave**2)))))

    def hump(self, seconds: float, attack: float, power: float = 2.0) -> Wave:
        """A rise over `attack` seconds and a fall over the rest, both from and to 0."""
        time = self.times(seconds)
        rise = np.clip(time / attack, 0, 1)
        fall = np.clip((seconds - time) / (seconds - attack), 0, 1)
        return np.asarray(np.sin(rise * np.pi / 2) ** 2 * fall**power)

    def struck(self, base: float, seconds: float, partials: Sequence[tuple[float, float, float]], decay: float) -> Wave:
        """Partials (multiple, loudness, length) of `base` hertz dying away, the longest in `decay` seconds."""
        time = self.times(seconds)
        wave = np.zeros_like(time)
        for multiple, loudness, length in partials:
            frequency = base * self.pitch * multiple
            if frequency < self.rate * 0.45:
                # After twice its length a partial is down by 80 dB: what follows cannot be heard.
                heard = time[: round(2 * decay * length * self.rate)]
                ring = np.exp(-heard * 4.6 / (decay * length))
                wave[: len(heard)] += loudness * ring * np.sin(2 * np.pi * frequency * heard)
        return np.asarray(wave * np.clip(time / 0.002, 0, 1))

    def pluck(self, note: str, seconds: float = 0.9) -> Wave:
        """A soft plucked string: the higher a partial, the quieter and the sooner gone."""
        partials = [(n * (1 + 0.0004 * n * n), 0.9 ** (n * n) / n, 1 / n**0.7) for n in range(1, 8)]
        tone = self.struck(frequency(note), seconds, partials, seconds * 0.9)
        finger = self.noise(0.04, 1200, 3500) * self.hump(0.04, 0.002, 4)
        return self.at([(0.0, 1.0, tone), (0.0, 0.08, finger)])

    def thud(self, base: float, seconds: float, drop: float = 0.5) -> Wave:
        """A soft low blow, whose pitch falls by the share `drop`."""
        time = self.times(seconds)
        frequency = base * self.pitch * (1 - drop + drop * np.exp(-time * 30))
        tone = np.sin(2 * np.pi * np.cumsum(frequency) / self.rate)
        skin = self.noise(seconds, 150, 700) * np.exp(-time * 60) * 0.25
        return np.asarray((tone + skin) * self.hump(seconds, 0.006, 3.0))

    def at(self, parts: Sequence[tuple[float, float, Wave]]) -> Wave:
        """Waves mixed: each with its start in seconds and its loudness."""
        starts = [round(start * self.rate) for start, _, _ in parts]
        whole = np.zeros(max(start + len(wave) for start, (_, _, wave) in zip(starts, parts, strict=True)))
        for start, (_, loudness, wave) in zip(starts, parts, strict=True):
            whole[start : start + len(wave)] += loudness * wave
        return whole
