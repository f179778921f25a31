"""Sounds made from arithmetic: no files, each synthesised when it is first played.

`waveform` is pure; `Sounds` plays, and is silent where there is no sound device.
"""

import zlib
from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt
import pygame

Wave = npt.NDArray[np.floating]

RATE = 44100
_BUFFER = 512
_CHANNELS = 16
_VARIATIONS = 4
# The mean power, over the loudest 50 ms, that every sound is brought to, and the greatest peak allowed.
_LOUDNESS = 0.2
_PEAK = 0.92
_FADE_SECONDS = 0.004

# Frequencies in hertz of the notes the tunes use.
_NOTES = {
    "C4": 261.63, "Eb4": 311.13, "E4": 329.63, "F4": 349.23, "G4": 392.00, "Ab4": 415.30, "A4": 440.00,
    "C5": 523.25, "D5": 587.33, "E5": 659.26, "G5": 783.99, "A5": 880.00, "C6": 1046.50, "E6": 1318.51,
}  # fmt: skip
_STRUCK_METAL = ((1.0, 1.0, 1.0), (1.51, 0.5, 0.8), (2.32, 0.62, 0.6), (3.9, 0.3, 0.36), (5.43, 0.2, 0.22))
"""Partials of a coin: how many times the base frequency, how loud, how long for."""


class _Voice:
    """Synthesises at one rate; noise comes from `seed`, and `pitch` shifts everything a little."""

    def __init__(self, rate: int, seed: int, pitch: float) -> None:
        self.rate = rate
        self.pitch = pitch
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
        tone = self.struck(_NOTES[note], seconds, partials, seconds * 0.9)
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

    def tune(self, notes: str, step: float, last: float = 1.6) -> Wave:
        """Plucked notes `step` seconds apart; "+" joins notes, and those of the last step ring for longer."""
        beats = notes.split()
        parts = [
            (beat * step + 0.012 * order, 0.9 ** len(chord.split("+")), self.pluck(note, length))
            for beat, chord in enumerate(beats)
            for length in [last if beat == len(beats) - 1 else 0.9]
            for order, note in enumerate(chord.split("+"))
        ]
        return self.at(parts)


def _card_slide(voice: _Voice) -> Wave:
    body = voice.noise(0.24, 1500, 5200) * voice.hump(0.24, 0.09)
    return voice.at([(0.0, 1.0, body), (0.17, 0.5, voice.noise(0.05, 500, 2200) * voice.hump(0.05, 0.004, 3))])


def _card_flip(voice: _Voice) -> Wave:
    whisk = voice.noise(0.09, 2200, 7000) * voice.hump(0.09, 0.05)
    snap = voice.noise(0.07, 700, 4200) * voice.hump(0.07, 0.002, 4)
    return voice.at([(0.0, 0.5, whisk), (0.075, 1.0, snap), (0.075, 0.5, voice.thud(190, 0.08))])


def _select(voice: _Voice) -> Wave:
    tap = voice.noise(0.03, 1500, 5000) * voice.hump(0.03, 0.002, 3)
    return voice.at([(0.0, 0.25, tap), (0.0, 1.0, voice.struck(880, 0.13, [(1, 1, 1), (2, 0.25, 0.5)], 0.11))])


def _deselect(voice: _Voice) -> Wave:
    tap = voice.noise(0.03, 1200, 4000) * voice.hump(0.03, 0.002, 3)
    return voice.at([(0.0, 0.25, tap), (0.0, 1.0, voice.struck(622, 0.13, [(1, 1, 1), (2, 0.2, 0.5)], 0.11))])


def _refuse(voice: _Voice) -> Wave:
    knock = voice.struck(196, 0.14, [(1, 1, 1), (2, 0.5, 0.6), (3.1, 0.2, 0.3)], 0.12)
    return voice.at([(0.0, 1.0, knock), (0.11, 0.9, knock * 0.9)])


def _coin(voice: _Voice) -> Wave:
    tap = voice.noise(0.02, 5000, 12000) * voice.hump(0.02, 0.001, 3)
    first = voice.struck(2350, 0.5, _STRUCK_METAL, 0.42)
    second = voice.struck(2790, 0.55, _STRUCK_METAL, 0.48)
    return voice.at([(0.0, 0.3, tap), (0.0, 0.55, first), (0.075, 0.3, tap), (0.075, 0.7, second)])


def _footfall(voice: _Voice) -> Wave:
    """Two soft heavy steps."""
    return voice.at([(0.0, 1.0, voice.thud(118, 0.2)), (0.15, 0.8, voice.thud(98, 0.24))])


def _shuffle(voice: _Voice) -> Wave:
    """Cards falling together, ever faster, then squared up."""
    gaps = 0.042 * 0.955 ** np.arange(26)
    starts = np.cumsum(gaps)
    parts = [
        (float(start), 0.5 + 0.5 * (number / 26), voice.noise(0.03, 1400, 5600) * voice.hump(0.03, 0.002, 3))
        for number, start in enumerate(starts)
    ]
    square = voice.noise(0.16, 700, 3600) * voice.hump(0.16, 0.05)
    return voice.at([*parts, (float(starts[-1]) + 0.06, 0.8, square)])


def _button(voice: _Voice) -> Wave:
    click = voice.noise(0.025, 1800, 5200) * voice.hump(0.025, 0.001, 3)
    return voice.at([(0.0, 0.5, click), (0.0, 1.0, voice.struck(330, 0.09, [(1, 1, 1), (2.7, 0.3, 0.4)], 0.08))])


def _pebble(voice: _Voice) -> Wave:
    """A stone set down in a wooden trough: a hard high knock on a short hollow one."""
    stone = voice.struck(1460, 0.16, [(1, 1, 0.5), (1.83, 0.6, 0.4), (2.9, 0.35, 0.25)], 0.12)
    wood = voice.struck(410, 0.18, [(1, 1, 1), (2.4, 0.3, 0.5)], 0.13)
    return voice.at([(0.0, 0.8, stone), (0.002, 0.7, wood), (0.07, 0.16, stone)])


def _knock(voice: _Voice) -> Wave:
    """Knuckles on a table, twice."""
    blow = voice.at([
        (0.0, 1.0, voice.struck(236, 0.14, [(1, 1, 1), (2.3, 0.45, 0.5), (3.7, 0.2, 0.3)], 0.1)),
        (0.0, 0.5, voice.thud(110, 0.12)),
    ])  # fmt: skip
    return voice.at([(0.0, 0.9, blow), (0.16, 1.0, blow)])


def _tick(voice: _Voice) -> Wave:
    return voice.struck(1250, 0.05, [(1, 1, 1), (2.6, 0.3, 0.4)], 0.035)


_MAKERS: dict[str, Callable[[_Voice], Wave]] = {
    "card_slide": _card_slide,
    "card_flip": _card_flip,
    "select": _select,
    "deselect": _deselect,
    "refuse": _refuse,
    "coin": _coin,
    "footfall": _footfall,
    "shuffle": _shuffle,
    "button": _button,
    "round_won": lambda voice: voice.tune("C5 E5 G5+C6", 0.13),
    "round_lost": lambda voice: voice.tune("A4 F4 C4+E4", 0.19),
    "match_won": lambda voice: voice.tune("G4 C5 E5 G5 E5+A5 C5+E5+G5+C6", 0.145, 2.2),
    "match_lost": lambda voice: voice.tune("G4+C5 Eb4+Ab4 D5 C4+Eb4+G4", 0.27, 2.0),
    "pebble": _pebble,
    "knock": _knock,
    "tick": _tick,
}
NAMES: tuple[str, ...] = tuple(_MAKERS)

# Heard again and again, these would tire the ear if they were always the same.
_VARIED = frozenset({"card_slide", "card_flip", "coin", "footfall", "pebble"})
_PITCHES = (1.0, 1.055, 0.965, 1.11)
# How loud beside the others: what is heard most is quiet.
_GAINS = {
    "card_slide": 0.55, "card_flip": 0.7, "select": 0.5, "deselect": 0.45, "refuse": 0.7, "shuffle": 0.7,
    "button": 0.55, "tick": 0.3, "coin": 0.8, "pebble": 0.8,
}  # fmt: skip


def variations(name: str) -> int:
    """How many versions of the sound `name` there are."""
    return _VARIATIONS if name in _VARIED else 1


def waveform(name: str, rate: int = RATE, variation: int = 0) -> npt.NDArray[np.float32]:
    """The sound `name` as samples in -1..1 at `rate` a second, starting and ending at 0.

    `variation` picks one of `variations(name)`, counted round. KeyError if there is no such sound.
    """
    maker = _MAKERS[name]
    which = variation % variations(name)
    wave = maker(_Voice(rate, zlib.crc32(f"{name}/{which}".encode()), _PITCHES[which]))
    return _finished(wave, rate).astype(np.float32)


def _finished(wave: Wave, rate: int) -> Wave:
    """Bring `wave` to the common loudness and let it start and end in silence."""
    wave = wave - float(np.mean(wave))
    fade = max(2, round(_FADE_SECONDS * rate))
    # The start fades for a quarter as long, so that a blow keeps its edge.
    wave[: fade // 4] *= np.linspace(0, 1, fade // 4)
    wave[-fade:] *= np.linspace(1, 0, fade)
    window = min(len(wave), round(0.05 * rate))
    sums = np.cumsum(np.concatenate(([0.0], wave**2)))
    loudest = float(np.sqrt(np.max(sums[window:] - sums[:-window]) / window))
    peak = float(np.max(np.abs(wave)))
    return np.asarray(wave * min(_LOUDNESS / max(loudest, 1e-9), _PEAK / max(peak, 1e-9)))


class Sounds:
    """Plays sounds by name; silent, without complaint, where there is no sound device.

    The device is opened by the first `play`, or by `prepare` or `available`.
    """

    def __init__(self, volume: float = 0.6, muted: bool = False) -> None:
        """Take a `volume` (held to 0..1); this opens nothing."""
        self._volume = 0.0
        self.volume = volume
        self.muted = muted
        self._opened: bool | None = None
        self._made: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._turns: dict[str, int] = {}

    @property
    def volume(self) -> float:
        """How loud, 0..1 as heard: half is about half as loud."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        self._volume = min(1.0, max(0.0, volume))

    @property
    def available(self) -> bool:
        """Whether there is a device to play on; the first call opens it."""
        if self._opened is None:
            self._opened = _open_device()
        # Whoever shuts pygame down takes the device away.
        return self._opened and bool(pygame.mixer.get_init())

    def play(self, name: str) -> None:
        """Play the sound `name`, the next of its variations; KeyError if there is no such sound."""
        if name not in _MAKERS:
            raise KeyError(name)
        if self.muted or self._volume <= 0 or not self.available:
            return
        turn = self._turns.get(name, 0)
        self._turns[name] = turn + 1
        sound = self._sound(name, turn % variations(name))
        sound.set_volume(self._volume**2 * _GAINS.get(name, 1.0))
        sound.play()

    def prepare(self) -> bool:
        """Open the device and make one sound that is still missing; false once nothing is left to do.

        Called in idle frames, it spares the first play of each sound the few milliseconds it takes.
        """
        if not self.available:
            return False
        every = ((name, which) for name in NAMES for which in range(variations(name)))
        missing = next((key for key in every if key not in self._made), None)
        if missing is not None:
            self._sound(*missing)
        return missing is not None

    def _sound(self, name: str, which: int) -> pygame.mixer.Sound:
        key = (name, which)
        if key not in self._made:
            rate, _, channels = pygame.mixer.get_init() or (RATE, -16, 2)
            samples = np.rint(waveform(name, rate, which) * 32767).astype(np.int16)
            self._made[key] = pygame.mixer.Sound(buffer=np.repeat(samples, channels).tobytes())
        return self._made[key]


def _open_device() -> bool:
    """Open the mixer with 16-bit samples unless that is done already; return whether there is one."""
    try:
        settings = pygame.mixer.get_init()
        if settings and settings[1] != -16:
            pygame.mixer.quit()
            settings = None
        if not settings:
            pygame.mixer.init(RATE, -16, 2, _BUFFER, allowedchanges=0)
        pygame.mixer.set_num_channels(_CHANNELS)
    except (pygame.error, NotImplementedError):
        return False
    return bool(pygame.mixer.get_init())
