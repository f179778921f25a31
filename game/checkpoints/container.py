"""The container of checkpoints: how what learners have learnt is kept safely, whatever kind it is of.

A file is numpy's ``.npz`` of plain arrays, never of pickled objects, not compressed. Its array ``header`` is JSON in
UTF-8: the format and its version, kind, game, AI, options, parameters, statistics. The same content gives the same
bytes. What is in it beside that is up to a `Codec`: see :mod:`game.checkpoints.tables` and
:mod:`game.checkpoints.networks`.
"""

import hashlib
import json
import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from game.base.safe_text import escaped
from game.base.storage import StorageError, read_whole, write_whole
from game.rules.language import _, error_words, joined, why_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

FORMAT = "tabletalk-trained"
VERSION = 1
MOST_BYTES = 1 << 30
"""No larger file is read."""
_MOST_NESTED = 16
"""No header is nested more deeply, so that any code can print it."""
_MOST_TEXT = 10_000
"""No text of a header has more signs."""
Stamp: TypeAlias = tuple[int, int]
"""When a file was changed last, and its size: the same as long as it has not changed."""
Arrays: TypeAlias = "dict[str, NDArray[Any]]"
_KEYS = ("format", "version", "kind", "game", "ai", "options", "seed", "parameters", "statistics", "course")
L = TypeVar("L")


class CheckpointError(ValueError):
    """A file that cannot be used as what it should be; the text names the file and what is wrong, in one line."""


@dataclass(frozen=True)
class Content:
    """A checkpoint as it lies on the disk: its header, its arrays, and the SHA-256 of its bytes."""

    path: Path
    header: Mapping[str, Any]
    arrays: "Mapping[str, NDArray[Any]]"
    digest: str

    def fault(self, text: str) -> CheckpointError:
        """The error that something in the file is not as it should be."""
        return CheckpointError(joined([f"{self.path}", text], ": "))


def read(path: Path) -> Content:
    """Read a checkpoint of any game and AI. Raises CheckpointError, also where it cannot be read at all."""
    try:
        raw = read_whole(path, MOST_BYTES, "trained file")
    except StorageError as error:
        raise CheckpointError(error_words(error)) from error
    return content_of(raw, path)


def content_of(raw: bytes, path: Path) -> Content:
    """What the bytes of a checkpoint hold; errors name the file `path`. Raises CheckpointError."""
    from game.checkpoints import npz  # only here and in `packed`: AIs are registered with no array loaded

    try:
        arrays = npz.arrays_in(raw)
    except Exception:  # whatever a damaged or foreign file makes zip and numpy raise
        arrays = {}
    if "header" not in arrays:
        raise CheckpointError(joined([f"{path}", _("damaged, or not a trained file of Tabletalk")], ": "))
    content = Content(path, _header(arrays.pop("header")), arrays, hashlib.sha256(raw).hexdigest())
    _check_header(content)
    return content


def _header(array: "NDArray[Any]") -> Any:
    try:
        text = array.astype("uint8", casting="no").tobytes().decode("utf-8")
        header = json.loads(text, parse_float=_finite, parse_constant=_finite)
        return _safe(header, _MOST_NESTED)
    except (ValueError, TypeError, RecursionError):
        return None


def _safe(value: Any, depth: int) -> Any:
    """The same value, its texts as they may be shown anywhere. Raises ValueError where one is too long, or anything is
    nested too deeply."""
    if isinstance(value, str):
        if len(value) > _MOST_TEXT:
            raise ValueError("a text that is too long")
        return escaped(value)
    if not isinstance(value, (dict, list)):
        return value
    if depth == 0:
        raise ValueError("nested too deeply")
    if isinstance(value, dict):
        return {_safe(key, 0): _safe(each, depth - 1) for key, each in value.items()}
    return [_safe(each, depth - 1) for each in value]


def _finite(text: str) -> float:
    """A number of JSON, of which Python reads more than there are. Raises ValueError."""
    if not math.isfinite(number := float(text)):
        raise ValueError(f"{text} is no number")
    return number


def _check_header(content: Content) -> None:
    header = content.header
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise content.fault(_("damaged, or not a trained file of Tabletalk"))
    version = header.get("version")
    if type(version) is not int or version < 1:
        raise content.fault("damaged: it has no version")
    if version > VERSION:
        raise content.fault(
            _(
                "it has version {version}; this program reads up to version {ours}: update it",
                version=version,
                ours=VERSION,
            )
        )
    missing = [key for key in _KEYS if key not in header]
    if missing:
        raise content.fault(f"damaged: its header lacks {', '.join(missing)}")
    if not all(isinstance(header[key], str) for key in ("kind", "game", "ai")):
        raise content.fault("damaged: its kind, game and AI are not words")


def write(path: Path, header: Mapping[str, Any], arrays: "Mapping[str, NDArray[Any]]") -> str:
    """Write a checkpoint under a temporary name and put it in place in one step; its SHA-256.

    A file of that name is replaced only if it is a checkpoint of the same game and AI: raises CheckpointError
    where it is damaged, foreign or newer, StorageError where nothing can be written. It is left as it is then.
    """
    check_replaceable(path, str(header["game"]), str(header["ai"]))
    raw = packed(header, arrays)
    write_whole(path, raw)
    return hashlib.sha256(raw).hexdigest()


def packed(header: Mapping[str, Any], arrays: "Mapping[str, NDArray[Any]]") -> bytes:
    """The bytes of a checkpoint."""
    from game.checkpoints import npz

    text = json.dumps({"format": FORMAT, "version": VERSION, **header}, ensure_ascii=False)
    return npz.packed(text.encode("utf-8"), arrays)


def games_in(content: Content) -> int:
    """How many games, or rounds, a checkpoint was learnt from; 0 where it does not tell."""
    statistics = content.header["statistics"]
    found = [statistics.get(key) for key in ("games", "rounds")] if isinstance(statistics, dict) else []
    return next((number for number in found if type(number) is int), 0)


def previous_of(path: Path) -> Path:
    """Where the file is kept that a checkpoint has replaced last: "x.previous.npz" beside "x.npz"."""
    return path.with_suffix(f".previous{path.suffix}")


def keep_previous(path: Path) -> None:
    """Copy a checkpoint that is about to be replaced to `previous_of` it, in place of what lies there; nothing where
    there is none. Raises StorageError."""
    if path.exists():
        write_whole(previous_of(path), read_whole(path, MOST_BYTES, "trained file"))


def check_replaceable(path: Path, game: str, ai: str) -> None:
    """Raises CheckpointError where a file lies that is not a checkpoint of this game and AI."""
    if not path.exists():
        return
    try:
        check_for(read(path), game, ai)
    except CheckpointError as error:
        raise CheckpointError(
            _("{error}; it is left as it is: choose another name, or move it away", error=error_words(error))
        ) from None


def check_for(content: Content, game: str, ai: str) -> None:
    """Raises CheckpointError where a file that has been read is not one of this game and AI."""
    found = content.header["game"], content.header["ai"]
    if found != (game, ai):
        raise content.fault(
            _("it is for {its} at {there}, not for {ai} at {game}", its=found[1], there=found[0], ai=ai, game=game)
        )


def digest_of(path: Path) -> str:
    """The SHA-256 of a file's bytes. Raises StorageError."""
    return hashlib.sha256(read_whole(path, MOST_BYTES, "trained file")).hexdigest()


def stamp(path: Path) -> Stamp:
    """When a file was changed last, and its size: the same as long as it has not changed. Raises CheckpointError."""
    try:
        found = path.stat()
    except OSError as error:
        raise CheckpointError(_("{path} could not be read: {why}", path=str(path), why=why_of(error))) from error
    return found.st_mtime_ns, found.st_size


# --- what is in it -----------------------------------------------------------------------------------------------


class Codec(ABC, Generic[L]):
    """How what one kind of learners has learnt lies in a checkpoint. Codecs that are equal read alike."""

    kind: ClassVar[str]
    """What a header calls it."""
    about: ClassVar[str]
    """The same in words: "a table"."""

    @abstractmethod
    def encoded(self, trained: L) -> tuple[dict[str, Any], Arrays]:
        """The header and the arrays of the file of what was learnt."""

    @abstractmethod
    def record(self, trained: L) -> dict[str, Any]:
        """What was learnt, as ``inspect --json`` prints it."""

    @abstractmethod
    def _decoded(self, header: Mapping[str, Any], arrays: Arrays) -> L:
        """What a header and arrays hold, which may be changed. Raises whatever is wrong with them."""

    def decoded(self, content: Content) -> L:
        """What a file holds that has been read. Raises CheckpointError."""
        header = content.header
        if header["kind"] != self.kind:
            raise content.fault(f"it holds a {header['kind']}, not {self.about}")
        try:
            if type(header["seed"]) is not int:
                raise ValueError("its seed is not a whole number")
            return self._decoded(header, dict(content.arrays))
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError) as error:
            raise content.fault(_("damaged: {fault}", fault=error_words(error))) from None

    def packed(self, trained: L) -> bytes:
        """The bytes that the file of what was learnt has, or would have."""
        return packed(*self.encoded(trained))

    def digest(self, trained: L) -> str:
        """The SHA-256 of those bytes."""
        return hashlib.sha256(self.packed(trained)).hexdigest()

    def save(self, path: Path, trained: L) -> str:
        """Keep what was learnt; the file's SHA-256. Raises CheckpointError or StorageError, see `write`."""
        return write(path, *self.encoded(trained))

    def load(self, path: Path, game: str, ai: str) -> tuple[L, str]:
        """What a file of a game and an AI holds, and the file's SHA-256. Raises CheckpointError."""
        content = read(path)
        check_for(content, game, ai)
        return self.decoded(content), content.digest

    def load_kept(self, path: Path, game: str, ai: str) -> tuple[L, str]:
        """The same as `load`, read again only when the file has changed: what is read is shared, so do not change
        it."""
        return _kept(self, path, stamp(path), game, ai)


@lru_cache(maxsize=32)
def _kept(codec: Codec[Any], path: Path, unchanged: Stamp, game: str, ai: str) -> tuple[Any, str]:
    return codec.load(path, game, ai)
