"""Music: a tune is data, and `loop` plays it once as samples that can be repeated without a join."""

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from systems.view.toolkit.loudness import loudness
from systems.view.toolkit.synthesis import RATE, Voice, Wave, frequency

LOUDNESS = -23.0
"""How loud every loop is, in LUFS: what EBU R128 asks of all that is broadcast."""
_CHANNELS = 2
_ROOM_SECONDS = 1.6
_ROOM = 0.22
"""How loud the room is that a tune is heard in, beside the instruments."""
_NEIGHBOURS = 8
_UNEVEN = 0.12
"""By up to this share a note is quieter than its part: nobody plays all alike."""
_SWELL_SECONDS = 0.8
"""In so long a held tone comes."""
_FADE_SECONDS = 1.2
"""And in so long it goes."""
_EVEN = 1 << 14
"""Samples are a multiple of this, so that transforms of the whole are quick; nobody hears the tempo bend."""

Instrument = Callable[[Voice, str, float], Wave]
"""Plays a note, by its name, that is held for so many seconds."""


@dataclass(frozen=True)
class Part:
    """What one instrument plays, over and over until the tune is over."""

    instrument: str
    """One of INSTRUMENTS."""
    notes: str
    """In steps, with spaces between them: a note ("A4"), several together ("A3+C4"), "-" holds what was there, "." is a
    rest; "|" stands between bars, for whoever reads it."""
    step: float
    """How many beats a step takes."""
    loudness: float
    side: float = 0.0
    """Where it is heard: -1 is left, 1 right."""


@dataclass(frozen=True)
class Tune:
    """What is played softly at a table, over and over."""

    tempo: float
    """Beats a minute."""
    beats: int
    """After so many it begins again."""
    parts: tuple[Part, ...]

    @property
    def seconds(self) -> float:
        """How long it takes once."""
        return self.beats * 60 / self.tempo


def loop(tune: Tune, rate: int = RATE) -> npt.NDArray[np.float32]:
    """`tune` as samples of two channels in -1..1, (samples, 2), at `rate` a second, as loud as LOUDNESS.

    What rings at its end rings on in its beginning, so that it can be repeated as it is.
    """
    whole = np.zeros((max(1, round(tune.seconds * rate / _EVEN)) * _EVEN, _CHANNELS))
    for number, part in enumerate(tune.parts):
        _play(whole, tune, part, Voice(rate, zlib.crc32(f"{number}/{part.notes}".encode())))
    whole += _ROOM * _in_a_room(whole, rate)
    return (whole * 10 ** ((LOUDNESS - loudness(whole, rate)) / 20)).astype(np.float32)


def _play(whole: Wave, tune: Tune, part: Part, voice: Voice) -> None:
    """Add a part to the whole, which is a circle."""
    beat = len(whole) / tune.beats
    hand = np.random.default_rng(zlib.crc32(part.notes.encode()))
    sides = np.array([np.cos((part.side + 1) * np.pi / 4), np.sin((part.side + 1) * np.pi / 4)])
    played: dict[tuple[str, float], Wave] = {}
    for start, held, note in _notes(part, tune.beats):
        key = (note, held)
        if key not in played:
            played[key] = INSTRUMENTS[part.instrument](voice, note, held * 60 / tune.tempo)
        _add(whole, round(start * beat), part.loudness * (1 - _UNEVEN * hand.random()) * sides, played[key])


def _add(whole: Wave, start: int, strengths: Wave, wave: Wave) -> None:
    """Add a wave to both channels, as strong as is said of each; past the whole's end it goes on at its beginning."""
    while len(wave):
        room = len(whole) - start
        whole[start : start + len(wave)] += wave[:room, None] * strengths
        start, wave = 0, wave[room:]


def _notes(part: Part, beats: int) -> Iterator[tuple[float, float, str]]:
    """Each note of a part until a tune is over: when it begins, for how long it is held, both in beats, its name."""
    steps = [step for step in part.notes.split() if step != "|"]
    count = round(beats / part.step)
    for place in range(count):
        step = steps[place % len(steps)]
        if step in ".-":
            continue
        held = 1
        while place + held < count and steps[(place + held) % len(steps)] == "-":
            held += 1
        for note in step.split("+"):
            yield place * part.step, held * part.step, note


def _in_a_room(whole: Wave, rate: int) -> Wave:
    """What comes back from the walls of a room, which is another on the left than on the right."""
    count = round(_ROOM_SECONDS * rate)
    walls: Wave = np.random.default_rng(31).standard_normal((count, _CHANNELS))
    walls = _muffled(walls * np.exp(-6.9 * np.arange(count) / count)[:, None])
    walls /= np.sqrt(np.sum(walls**2, axis=0))
    tail = np.zeros_like(whole)
    for start in range(0, len(walls), len(whole)):  # a tune may be shorter than its echo
        piece = walls[start : start + len(whole)]
        tail[: len(piece)] += piece
    heard = np.fft.rfft(tail, axis=0) * np.fft.rfft(whole, axis=0)
    return np.asarray(np.fft.irfft(heard, len(whole), axis=0))


def _muffled(walls: Wave) -> Wave:
    """Walls take high tones away: sums of neighbours."""
    sums = np.cumsum(walls, axis=0)
    return np.asarray(sums[_NEIGHBOURS:] - sums[:-_NEIGHBOURS])


# --- the instruments ---

Partials = tuple[tuple[float, float, float], ...]
"""How many times the base frequency, how loud, how long for."""


def _struck(partials: Partials, seconds: float, voice: Voice, note: str, held: float) -> Wave:
    """Something struck, that rings for as long as it likes."""
    return voice.struck(frequency(note), seconds, partials, seconds * 0.5) * _fall(voice, seconds)


def _string(voice: Voice, note: str, held: float) -> Wave:
    seconds = min(2.2, 0.9 + held)
    return voice.pluck(note, seconds) * _fall(voice, seconds)


def _bass(voice: Voice, note: str, held: float) -> Wave:
    seconds = max(0.5, held * 1.1)
    partials = ((1, 1, 1), (2, 0.35, 0.6), (3, 0.1, 0.4))
    return voice.struck(frequency(note), seconds, partials, seconds * 0.8) * _fall(voice, seconds)


def _pad(voice: Voice, note: str, held: float) -> Wave:
    """A held tone that comes and goes, with a quieter one a little above, so that it breathes."""
    seconds = held + _FADE_SECONDS
    time = voice.times(seconds)
    wave = np.zeros_like(time)
    for bend, strength in ((1.0, 1.0), (1.003, 0.35)):
        for number in range(1, 5):
            wave += strength / number**2 * np.sin(2 * np.pi * frequency(note) * bend * number * time + number)
    swell = np.sin(np.clip(time / _SWELL_SECONDS, 0, 1) * np.pi / 2) ** 2
    return np.asarray(wave * swell * _fall(voice, seconds, _FADE_SECONDS))


def _drum(voice: Voice, note: str, held: float) -> Wave:
    """A hand on a skin."""
    return voice.thud(frequency(note), 0.3, 0.3)


def _shaker(voice: Voice, note: str, held: float) -> Wave:
    return voice.noise(0.09, 4000, 9000) * voice.hump(0.09, 0.03, 3)


def _fall(voice: Voice, seconds: float, fade: float = 0.08) -> Wave:
    """Nothing breaks off: 1, and down to 0 over the last `fade` of some seconds."""
    return np.asarray(np.clip((seconds - voice.times(seconds)) / fade, 0, 1))


INSTRUMENTS: dict[str, Instrument] = {
    "string": _string,
    "mallet": partial(_struck, ((1, 1, 1), (4, 0.22, 0.3), (9.8, 0.05, 0.12)), 1.4),
    "stone": partial(_struck, ((1, 1, 1), (2.76, 0.2, 0.4), (5.4, 0.07, 0.2)), 3.2),
    "keys": partial(_struck, ((1, 1, 1), (2, 0.3, 0.6), (3, 0.08, 0.4), (14, 0.03, 0.08)), 2.4),
    "bass": _bass,
    "pad": _pad,
    "drum": _drum,
    "shaker": _shaker,
}
"""Who plays the parts."""
