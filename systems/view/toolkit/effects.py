"""The effects: short sounds for what happens, by name, in the key of the music."""

import zlib
from collections.abc import Callable
from functools import partial

import numpy as np
import numpy.typing as npt

from systems.view.toolkit.loudness import loudness
from systems.view.toolkit.synthesis import RATE, Voice, Wave, frequency

Maker = Callable[[Voice], Wave]

LONG_SECONDS = 0.4
"""An effect of at least so many seconds is brought to a loudness, as far as its peak allows: shorter ones have none by
the standard, whose blocks are as long."""
LOUDNESS = -17.0
"""How loud long effects are, in LUFS on two channels: 6 above the music."""
# The mean power, over the loudest 50 ms, that shorter ones are brought to, and the greatest peak allowed to any.
_POWER = 0.2
_PEAK = 0.84
_FADE_SECONDS = 0.004
# Heard again and again, a sound without a note would tire the ear if it were always the same.
_PITCHES = (1.0, 1.055, 0.965, 1.11)

_STRUCK_METAL = ((1.0, 1.0, 1.0), (1.51, 0.5, 0.8), (2.32, 0.62, 0.6), (3.9, 0.3, 0.36), (5.43, 0.2, 0.22))
"""Partials of a coin: how many times the base frequency, how loud, how long for."""


def _card_slide(voice: Voice) -> Wave:
    body = voice.noise(0.24, 1500, 5200) * voice.hump(0.24, 0.09)
    return voice.at([(0.0, 1.0, body), (0.17, 0.5, voice.noise(0.05, 500, 2200) * voice.hump(0.05, 0.004, 3))])


def _card_flip(voice: Voice) -> Wave:
    whisk = voice.noise(0.09, 2200, 7000) * voice.hump(0.09, 0.05)
    snap = voice.noise(0.07, 700, 4200) * voice.hump(0.07, 0.002, 4)
    return voice.at([(0.0, 0.5, whisk), (0.075, 1.0, snap), (0.075, 0.5, voice.thud(190, 0.08))])


def _select(voice: Voice) -> Wave:
    tap = voice.noise(0.03, 1500, 5000) * voice.hump(0.03, 0.002, 3)
    return voice.at(
        [(0.0, 0.25, tap), (0.0, 1.0, voice.struck(frequency("A5"), 0.13, [(1, 1, 1), (2, 0.25, 0.5)], 0.11))]
    )


def _deselect(voice: Voice) -> Wave:
    tap = voice.noise(0.03, 1200, 4000) * voice.hump(0.03, 0.002, 3)
    return voice.at(
        [(0.0, 0.25, tap), (0.0, 1.0, voice.struck(frequency("E5"), 0.13, [(1, 1, 1), (2, 0.2, 0.5)], 0.11))]
    )


def _refuse(voice: Voice) -> Wave:
    knock = voice.struck(frequency("G3"), 0.14, [(1, 1, 1), (2, 0.5, 0.6), (3.1, 0.2, 0.3)], 0.12)
    return voice.at([(0.0, 1.0, knock), (0.11, 0.9, knock * 0.9)])


def _coin(low: str, high: str, voice: Voice) -> Wave:
    """Two coins that fall on each other."""
    tap = voice.noise(0.02, 5000, 12000) * voice.hump(0.02, 0.001, 3)
    first = voice.struck(frequency(low), 0.5, _STRUCK_METAL, 0.42)
    second = voice.struck(frequency(high), 0.55, _STRUCK_METAL, 0.48)
    return voice.at([(0.0, 0.3, tap), (0.0, 0.55, first), (0.075, 0.3, tap), (0.075, 0.7, second)])


def _footfall(voice: Voice) -> Wave:
    """Two soft heavy steps."""
    return voice.at([(0.0, 1.0, voice.thud(118, 0.2)), (0.15, 0.8, voice.thud(98, 0.24))])


def _shuffle(voice: Voice) -> Wave:
    """Cards falling together, ever faster, then squared up."""
    gaps = 0.042 * 0.955 ** np.arange(26)
    starts = np.cumsum(gaps)
    parts = [
        (float(start), 0.5 + 0.5 * (number / 26), voice.noise(0.03, 1400, 5600) * voice.hump(0.03, 0.002, 3))
        for number, start in enumerate(starts)
    ]
    square = voice.noise(0.16, 700, 3600) * voice.hump(0.16, 0.05)
    return voice.at([*parts, (float(starts[-1]) + 0.06, 0.8, square)])


def _button(voice: Voice) -> Wave:
    click = voice.noise(0.025, 1800, 5200) * voice.hump(0.025, 0.001, 3)
    return voice.at(
        [(0.0, 0.5, click), (0.0, 1.0, voice.struck(frequency("E4"), 0.09, [(1, 1, 1), (2.7, 0.3, 0.4)], 0.08))]
    )


def _pebble(high: str, low: str, voice: Voice) -> Wave:
    """A stone set down in a wooden trough: a hard high knock on a short hollow one."""
    stone = voice.struck(frequency(high), 0.16, [(1, 1, 0.5), (1.83, 0.6, 0.4), (2.9, 0.35, 0.25)], 0.12)
    wood = voice.struck(frequency(low), 0.18, [(1, 1, 1), (2.4, 0.3, 0.5)], 0.13)
    return voice.at([(0.0, 0.8, stone), (0.002, 0.7, wood), (0.07, 0.16, stone)])


def _knock(voice: Voice) -> Wave:
    """Knuckles on a table, twice."""
    blow = voice.at([
        (0.0, 1.0, voice.struck(frequency("A3"), 0.14, [(1, 1, 1), (2.3, 0.45, 0.5), (3.7, 0.2, 0.3)], 0.1)),
        (0.0, 0.5, voice.thud(110, 0.12)),
    ])  # fmt: skip
    return voice.at([(0.0, 0.9, blow), (0.16, 1.0, blow)])


def _tick(voice: Voice) -> Wave:
    return voice.struck(frequency("E6"), 0.05, [(1, 1, 1), (2.6, 0.3, 0.4)], 0.035)


def _jingle(notes: str, step: float, last: float, voice: Voice) -> Wave:
    """Plucked notes `step` seconds apart; "+" joins notes, and those of the last step ring for longer."""
    beats = notes.split()
    parts = [
        (beat * step + 0.012 * order, 0.9 ** len(chord.split("+")), voice.pluck(note, length))
        for beat, chord in enumerate(beats)
        for length in [last if beat == len(beats) - 1 else 0.9]
        for order, note in enumerate(chord.split("+"))
    ]
    return voice.at(parts)


def _varied(make: Maker) -> tuple[Maker, ...]:
    """A sound without a note at several pitches."""

    def shifted(pitch: float, voice: Voice) -> Wave:
        voice.pitch = pitch
        return make(voice)

    return tuple(partial(shifted, pitch) for pitch in _PITCHES)


_MAKERS: dict[str, tuple[Maker, ...]] = {
    "card_slide": _varied(_card_slide),
    "card_flip": _varied(_card_flip),
    "select": (_select,),
    "deselect": (_deselect,),
    "refuse": (_refuse,),
    "coin": tuple(partial(_coin, *pair) for pair in (("D7", "F7"), ("E7", "G7"), ("C7", "E7"), ("F7", "A7"))),
    "footfall": _varied(_footfall),
    "shuffle": (_shuffle,),
    "button": (_button,),
    "round_won": (partial(_jingle, "C5 E5 G5+C6", 0.13, 1.6),),
    "round_lost": (partial(_jingle, "A4 F4 C4+E4", 0.19, 1.6),),
    "match_won": (partial(_jingle, "G4 C5 E5 G5 E5+A5 C5+E5+G5+C6", 0.145, 2.2),),
    "match_lost": (partial(_jingle, "A4+C5 F4+A4 B4 A3+C4+E4", 0.27, 2.0),),
    "pebble": tuple(partial(_pebble, *pair) for pair in (("F6", "G4"), ("G6", "A4"), ("E6", "G4"), ("A6", "C5"))),
    "knock": (_knock,),
    "tick": (_tick,),
}
"""Who makes an effect, for each of its variations."""
NAMES: tuple[str, ...] = tuple(_MAKERS)

_GAINS = {
    "card_slide": 0.55, "card_flip": 0.7, "select": 0.5, "deselect": 0.45, "refuse": 0.7, "shuffle": 0.7,
    "button": 0.55, "tick": 0.3, "coin": 0.8, "pebble": 0.8,
}  # fmt: skip


def variations(name: str) -> int:
    """How many versions of the effect `name` there are. KeyError if there is none of that name."""
    return len(_MAKERS[name])


def gain(name: str) -> float:
    """How loud an effect is played beside the others, up to 1: what is heard most is quiet."""
    return _GAINS.get(name, 1.0)


def waveform(name: str, rate: int = RATE, variation: int = 0) -> npt.NDArray[np.float32]:
    """The effect `name` as samples in -1..1 at `rate` a second, starting and ending at 0.

    `variation` picks one of `variations(name)`, counted round. KeyError if there is no such effect.
    """
    which = variation % variations(name)
    wave = _MAKERS[name][which](Voice(rate, zlib.crc32(f"{name}/{which}".encode())))
    return _finished(wave, rate).astype(np.float32)


def _finished(wave: Wave, rate: int) -> Wave:
    """Bring `wave` to the common loudness and let it start and end in silence."""
    wave = wave - float(np.mean(wave))
    fade = max(2, round(_FADE_SECONDS * rate))
    # The start fades for a quarter as long, so that a blow keeps its edge.
    wave[: fade // 4] *= np.linspace(0, 1, fade // 4)
    wave[-fade:] *= np.linspace(1, 0, fade)
    peak = float(np.max(np.abs(wave)))
    return np.asarray(wave * min(_wanted(wave, rate), _PEAK / max(peak, 1e-9)))


def _wanted(wave: Wave, rate: int) -> float:
    """What `wave` is multiplied with to be as loud as all effects of its length."""
    if len(wave) >= LONG_SECONDS * rate:
        return float(10 ** ((LOUDNESS - loudness(np.stack([wave, wave], 1), rate)) / 20))
    window = min(len(wave), round(0.05 * rate))
    sums = np.cumsum(np.concatenate(([0.0], wave**2)))
    loudest = float(np.sqrt(np.max(sums[window:] - sums[:-window]) / window))
    return _POWER / max(loudest, 1e-9)
