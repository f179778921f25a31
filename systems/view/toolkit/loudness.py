"""How loud a sound is, by the standard of broadcasting."""

import numpy as np

from systems.view.toolkit.synthesis import Wave

_BLOCK_SECONDS = 0.4
_STEPS = 4
"""Blocks begin four times in the length of one."""
_ABSOLUTE_GATE = -70.0
_RELATIVE_GATE = -10.0
# The two filters that stand for an ear and the head around it (ITU-R BS.1770-4, annex 1), as analogue prototypes: a
# shelf that lifts high tones by 4 dB, and a high pass. Corner in hertz, and how resonant.
_SHELF = (1681.974450955533, 0.7071752369554196)
_SHELF_GAIN = 10 ** (3.999843853973347 / 20)
_SHELF_BAND = _SHELF_GAIN**0.4996667741545416
_HIGH_PASS = (38.13547087602444, 0.5003270373238773)


def loudness(waves: Wave, rate: int) -> float:
    """The integrated loudness of `waves` (samples, channels) in LUFS, after ITU-R BS.1770-4; -inf where it is silent.

    At least .4 s. It is filtered as if it were played in a circle, which is what a loop is.
    """
    blocks = _powers(_weighted(waves, rate), rate)
    loud = blocks[blocks > _power_of(_ABSOLUTE_GATE)]
    if not len(loud):
        return float("-inf")
    gate = float(np.mean(loud)) * 10 ** (_RELATIVE_GATE / 10)
    return float(-0.691 + 10 * np.log10(np.mean(loud[loud > gate])))


def _weighted(waves: Wave, rate: int) -> Wave:
    """What of `waves` is heard: both filters, as one factor at each frequency."""
    frequencies = np.fft.rfftfreq(len(waves), 1 / rate)
    # The bilinear transform, by which digital filters stand for these, maps frequencies so.
    bent = np.tan(np.pi * np.minimum(frequencies / rate, 0.4999))
    factor = _shelf(bent, rate) * _high_pass(bent, rate)
    return np.asarray(np.fft.irfft(np.fft.rfft(waves, axis=0) * factor[:, None], len(waves), axis=0))


def _shelf(bent: Wave, rate: int) -> Wave:
    corner, resonance = _SHELF
    s = 1j * bent / np.tan(np.pi * corner / rate)
    return np.asarray(np.abs((_SHELF_GAIN * s**2 + _SHELF_BAND * s / resonance + 1) / (s**2 + s / resonance + 1)))


def _high_pass(bent: Wave, rate: int) -> Wave:
    corner, resonance = _HIGH_PASS
    s = 1j * bent / np.tan(np.pi * corner / rate)
    return np.asarray(np.abs(s**2 / (s**2 + s / resonance + 1)))


def _powers(waves: Wave, rate: int) -> Wave:
    """The mean power of each block, channels added up."""
    block, step = round(_BLOCK_SECONDS * rate), round(_BLOCK_SECONDS * rate / _STEPS)
    sums = np.concatenate(([0.0], np.cumsum(np.sum(waves**2, axis=1))))
    starts = np.arange(0, len(waves) - block + 1, step)
    return np.asarray((sums[starts + block] - sums[starts]) / block)


def _power_of(level: float) -> float:
    return float(10 ** ((level + 0.691) / 10))
