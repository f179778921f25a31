"""The tunes: in the key, as loud as broadcasts are, and without a join."""

from functools import cache
from importlib import import_module

import numpy as np
import numpy.typing as npt
import pyloudnorm
import pytest
from scipy.signal import resample_poly

from systems.view.toolkit.loudness import loudness
from systems.view.toolkit.music import INSTRUMENTS, LOUDNESS, Part, Tune, loop
from systems.view.toolkit.synthesis import RATE, Voice, frequency

Waves = npt.NDArray[np.float64]
TABLES = ["games.jaipur.tune", "games.nim.tune", "games.notty.tune", "games.thirty_one.tune", "table.plain_tune"]
BRIEF = Tune(120, 4, (Part("pad", "A3 - - C4", 1, 0.5), Part("string", ". . . E4", 1, 0.5, -0.5)))


def tune_of(table: str) -> Tune:
    tune = import_module(f"systems.view.{table}").TUNE
    assert isinstance(tune, Tune)
    return tune


@cache
def played(table: str, rate: int = RATE // 2) -> Waves:
    """A tune as it is on a device of half the usual rate, which is made and measured in half the time."""
    return loop(tune_of(table), rate).astype(np.float64)


def true_peak(waves: npt.ArrayLike) -> float:
    """The greatest peak between samples too, four times oversampled, in dBTP."""
    return float(20 * np.log10(np.max(np.abs(resample_poly(np.asarray(waves, np.float64), 4, 1)))))


@pytest.mark.parametrize(("table", "rate"), [*((table, RATE // 2) for table in TABLES), (TABLES[0], RATE)])
def test_a_tune_is_as_loud_as_the_standard_asks(table: str, rate: int) -> None:
    waves = played(table, rate)
    assert waves.ndim == 2
    assert waves.shape[1] == 2
    assert pyloudnorm.Meter(rate).integrated_loudness(waves) == pytest.approx(-23.0, abs=1.0)
    assert true_peak(waves) < -1.0
    assert 30 < len(waves) / rate < 60


@pytest.mark.parametrize("table", TABLES)
def test_a_tune_is_even_enough_not_to_be_noticed(table: str) -> None:
    seconds = np.array_split(played(table), round(len(played(table)) * 2 / RATE))
    levels = [10 * np.log10(np.mean(second**2)) for second in seconds]
    assert max(levels) - min(levels) < 14
    assert np.all(np.abs(np.mean(played(table), axis=0)) < 1e-3), "no constant part"


@pytest.mark.parametrize("table", TABLES)
def test_nothing_is_heard_where_a_tune_begins_again(table: str) -> None:
    assert seam(played(table)) < 1.0


def test_a_tune_that_is_cut_off_would_be_heard() -> None:
    waves = played(TABLES[0])
    assert seam(waves[: len(waves) - RATE // 6]) > 1.0


def seam(waves: Waves) -> float:
    """How sharply the samples bend where the end meets the beginning, beside the sharpest bends of the 20 ms before
    and after."""
    near = RATE // 100
    bends = np.abs(np.diff(np.concatenate([waves[-near:], waves[:near]]), 2, axis=0))
    join = slice(near - 3, near + 2)
    return float(np.max(bends[join] / np.max(np.delete(bends, join, axis=0), axis=0)))


@pytest.mark.parametrize("table", TABLES)
def test_all_that_sounds_is_in_the_key(table: str) -> None:
    waves = played(table).sum(axis=1)
    powers = np.abs(np.fft.rfft(waves)) ** 2
    at = np.fft.rfftfreq(len(waves), 2 / RATE)
    tonal = (at > 60) & (at < 3000)
    classes = np.round(12 * np.log2(at[tonal] / 440)).astype(int) % 12
    shares = np.bincount(classes, powers[tonal], 12) / powers[tonal].sum()
    assert sum(shares[[0, 2, 3, 5, 7, 8, 10]]) > 0.93  # A B C D E F G


@pytest.mark.parametrize("table", TABLES)
def test_parts_fit_into_their_tune(table: str) -> None:
    tune = tune_of(table)
    for part in tune.parts:
        steps = [step for step in part.notes.split() if step != "|"]
        assert tune.beats % (len(steps) * part.step) == 0, "it would break off in the middle"
        assert part.instrument in INSTRUMENTS
        assert all(frequency(note) for step in steps if step not in ".-" for note in step.split("+"))


def test_what_rings_at_the_end_rings_on_in_the_beginning() -> None:
    quiet = Tune(120, 4, (Part("string", ". . . E4", 1, 0.5),))
    waves = loop(quiet)
    assert np.sqrt(np.mean(waves[: RATE // 4] ** 2)) > 0.2 * np.sqrt(np.mean(waves[-RATE // 4 :] ** 2))


def test_a_tune_is_the_same_each_time_and_differs_from_others() -> None:
    assert np.array_equal(loop(BRIEF), loop(BRIEF))
    assert len({loop(tune, 22050).tobytes() for tune in (BRIEF, Tune(120, 4, BRIEF.parts[:1]))}) == 2


def test_a_part_is_heard_on_its_side() -> None:
    left, right = np.mean(loop(Tune(120, 4, (Part("string", "A4", 1, 0.5, -1.0),))) ** 2, axis=0)
    assert left > 5 * right


def test_the_key_has_no_black_keys() -> None:
    assert frequency("A4") == pytest.approx(440.0)
    assert frequency("C4") == pytest.approx(261.63, abs=0.01)
    with pytest.raises(KeyError):
        frequency("H4")
    with pytest.raises(ValueError, match="invalid literal"):
        frequency("Eb4")


@pytest.mark.parametrize("rate", [44100, 48000])
@pytest.mark.parametrize("hertz", [40, 100, 997, 6000])
def test_our_loudness_is_that_of_the_standard(rate: int, hertz: int) -> None:
    times = np.arange(3 * rate) / rate
    wave = 0.3 * np.sin(2 * np.pi * hertz * times) * (times < 2)  # the last second is gated away
    waves = np.stack([wave, 0.5 * wave], 1)
    assert loudness(waves, rate) == pytest.approx(pyloudnorm.Meter(rate).integrated_loudness(waves), abs=0.1)


def test_silence_has_no_loudness() -> None:
    assert loudness(np.zeros((RATE, 2)), RATE) == float("-inf")


def test_every_instrument_begins_and_ends_in_silence() -> None:
    for instrument in INSTRUMENTS.values():
        wave = instrument(Voice(RATE, 1), "A3", 0.5)
        assert max(abs(wave[0]), abs(wave[-1])) < 0.02 * np.max(np.abs(wave))
    assert LOUDNESS == -23.0
