"""What is heard: effects by name, and the tune of a table; silence where there is no sound device.

Effects and tunes are made from arithmetic, when they are needed; no frame waits for a tune.
"""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import numpy as np
import pygame

from systems.view.toolkit.effects import NAMES, gain, variations, waveform
from systems.view.toolkit.music import Tune, loop
from systems.view.toolkit.synthesis import RATE, Wave

_BUFFER = 1024
"""So many samples are mixed at once, 23 ms: half as many would cost a window at rest twice as much."""
_CHANNELS = 16
_COME_MS = 3000
"""In so long a tune comes, from silence."""
_GO_MS = 700
"""And in so long it goes."""
_KEPT_TUNES = 4
"""So many tunes are kept, of some 7 MB each: to make one takes a second or two and, for so long, some 100 MB."""


class Sounds:
    """Plays effects by name, and one tune; silent, without complaint, where there is no sound device.

    The device is opened by the first effect or tune that is to be heard, or by `prepare` or `available`.
    """

    def __init__(self, effects: float = 0.6, music: float = 0.4, muted: bool = False) -> None:
        """Take how loud effects and music are (held to 0..1); this opens nothing."""
        self.set(effects, music, muted)
        self._opened: bool | None = None
        self._made: dict[tuple[str, int], pygame.mixer.Sound] = {}
        self._turns: dict[str, int] = {}
        self._maker: threading.Thread | None = None
        self._tune: Tune | None = None
        """What is played."""
        self._tunes: dict[Tune, pygame.mixer.Sound] = {}
        """The latest tunes that were made or played, the one of last at the end."""

    def set(self, effects: float, music: float, muted: bool) -> None:
        """How loud effects and music are from now on, 0..1 as heard: half is about half as loud."""
        self._effects, self._music = min(1.0, max(0.0, effects)), min(1.0, max(0.0, music))
        self.muted = muted

    @property
    def effects(self) -> float:
        """How loud effects are, 0..1."""
        return self._effects

    @property
    def music(self) -> float:
        """How loud music is, 0..1."""
        return self._music

    @property
    def available(self) -> bool:
        """Whether there is a device to play on; the first call opens it."""
        if self._opened is None:
            self._opened = _open_device()
        # Whoever shuts pygame down takes the device away.
        return self._opened and bool(pygame.mixer.get_init())

    # --- effects ---

    def play(self, name: str) -> None:
        """Play the effect `name`, the next of its variations; KeyError if there is none of that name."""
        count = variations(name)
        if self.muted or self._effects <= 0 or not self.available:
            return
        turn = self._turns.get(name, 0)
        self._turns[name] = turn + 1
        sound = self._effect(name, turn % count)
        sound.set_volume(self._effects**2 * gain(name))
        sound.play()

    def prepare(self) -> bool:
        """Open the device and make one effect that is still missing; false once nothing is left to do.

        Called in idle frames, it spares the first play of each effect the few milliseconds it takes.
        """
        if not self.available:
            return False
        missing = next((key for key in _every_effect() if key not in self._made), None)
        if missing is not None:
            self._effect(*missing)
        return missing is not None

    def _effect(self, name: str, which: int) -> pygame.mixer.Sound:
        key = (name, which)
        if key not in self._made:
            wave = waveform(name, _rate(), which)
            self._made[key] = _sound(np.stack([wave, wave], 1))
        return self._made[key]

    # --- music ---

    def accompany(self, tune: Tune | None) -> None:
        """Let `tune` be heard from now on, over and over, None: none. Asked in every frame, it costs nothing.

        It is made in a thread beside the frames, and heard once that is done and asked for again; while music is
        switched off, none is made.
        """
        if tune is None or not self._plays_music:
            self._hush()
        elif tune != self._tune:
            self._hush()
            if not self.makes(tune):
                self._begin(tune)
        else:
            self._tunes[tune].set_volume(self._music**2)

    def makes(self, tune: Tune | None) -> bool:
        """Have `tune` made in a thread, unless it is there or would not be heard; whether it is still to come."""
        if tune is None or tune in self._tunes or not self._plays_music:
            return False
        if self._maker is None or not self._maker.is_alive():
            self._maker = threading.Thread(target=self._make, args=(tune, _rate()), name="music", daemon=True)
            self._maker.start()
        return True

    @property
    def _plays_music(self) -> bool:
        return not self.muted and self._music > 0 and self.available

    def _hush(self) -> None:
        if self._tune is not None and pygame.mixer.get_init():
            _music_channel().fadeout(_GO_MS)
        self._tune = None

    def _begin(self, tune: Tune) -> None:
        """Play a tune that has been made."""
        self._tune = tune
        self._tunes[tune] = sound = self._tunes.pop(tune)
        while len(self._tunes) > _KEPT_TUNES:
            del self._tunes[next(iter(self._tunes))]
        sound.set_volume(self._music**2)
        _music_channel().play(sound, loops=-1, fade_ms=_COME_MS)

    def _make(self, tune: Tune, rate: int) -> None:
        waves = loop(tune, rate)
        with suppress(pygame.error):  # where the device has been shut meanwhile
            self._tunes[tune] = _sound(waves)


def _every_effect() -> Iterator[tuple[str, int]]:
    return ((name, which) for name in NAMES for which in range(variations(name)))


def _sound(waves: Wave) -> pygame.mixer.Sound:
    """Samples of two channels in -1..1 as the device takes them."""
    return pygame.mixer.Sound(buffer=np.rint(waves * 32767).astype(np.int16).tobytes())


def _rate() -> int:
    """So many samples a second the open device takes."""
    return int((pygame.mixer.get_init() or (RATE,))[0])


def _music_channel() -> pygame.mixer.Channel:
    """The channel that no effect is played on."""
    return pygame.mixer.Channel(0)


@contextmanager
def _libraries_silent() -> Iterator[None]:
    """Let C libraries write nothing to the terminal: without a device ALSA does, past Python."""
    try:
        kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # there is no terminal
        yield
        return
    try:
        os.dup2(nothing, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def _open_device() -> bool:
    """Open the mixer with 16-bit samples of two channels unless that is done already; return whether there is one."""
    try:
        settings = pygame.mixer.get_init()
        if settings and settings[1:] != (-16, 2):
            pygame.mixer.quit()
            settings = None
        if not settings:
            with _libraries_silent():
                pygame.mixer.init(RATE, -16, 2, _BUFFER, allowedchanges=0)
        pygame.mixer.set_num_channels(_CHANNELS)
        pygame.mixer.set_reserved(1)
    except (pygame.error, NotImplementedError):
        return False
    return bool(pygame.mixer.get_init())
