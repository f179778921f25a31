"""The user's recorded matches: found, read, and listed to choose from."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from game.analysis.people.analysing import OwnMatches
from game.base.storage import latest_first, regular
from game.games import registry
from game.games.characters import names_at
from game.matches.replay import Replay, ReplayError, matches_folder, read
from game.matches.resuming import resumable
from game.rules.language import _, capitalised, joined, pgettext
from game.rules.wording import counted
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.scrolling import RowState, ScrollList, draw_row_ground

_MOST_MATCHES = 60
_LEAST_HEIGHT = 156.0
_LONGEST_HEAD = 1 << 16


def latest_files() -> list[Path]:
    """The user's latest recorded matches, the latest first."""
    return latest_first(matches_folder(), ".jsonl", _MOST_MATCHES)


def latest_game(files: Sequence[Path]) -> str:
    """The game of the first of the user's latest matches, by its name; empty where there is none, or it names none."""
    return next(map(_game_of, files[:1]), "")


def recorded_matches() -> list[Replay]:
    """The user's latest recorded matches that can be read; a damaged file is no match to offer."""
    return [replay for replay in map(_read, latest_files()) if replay is not None]


def latest_unfinished(files: Sequence[Path]) -> dict[str, Replay]:
    """Of every game the latest of these matches that can be gone on with, by the game's name, in their order; only both
    ends of files are read until one is found."""
    found: dict[str, Replay] = {}
    for path in files:
        if _may_be_unfinished(path) and _game_of(path) not in found:
            replay = _read(path)
            if replay is not None and resumable(replay):
                found[str(replay.head["game"])] = replay
    return found


def _game_of(path: Path) -> str:
    """The game that a replay's first line names; empty where it names none."""
    try:
        with open(path, "rb", opener=regular) as file:
            return str(json.loads(file.readline(_LONGEST_HEAD))["game"])
    except (OSError, ValueError, TypeError, LookupError, RecursionError):
        return ""


def where_it_stands(replay: Replay) -> str:
    """How far an unfinished match has come, and whether the user is to move: "round 3, your turn"."""
    rounds = sum(line.record["type"] == "round" for line in replay.lines)
    words = _("round {number}", number=rounds) if rounds > 1 else _("move {number}", number=_standing(replay) + 1)
    last = replay.lines[-1].record if replay.lines else {}
    mover = last["state"].get("to_move") if isinstance(last.get("state"), dict) else None
    players = replay.head["players"]
    own = isinstance(mover, int) and 0 <= mover < len(players) and players[mover]["name"] == "You"
    return _("{where}, your turn", where=words) if own else words


def _standing(replay: Replay) -> int:
    """How many moves of a match's first round have not been taken back."""
    moves = 0
    for line in replay.lines:
        kind = line.record["type"]
        moves = moves + 1 if kind == "move" else line.record["to"] if kind == "undo" else moves
    return moves


def _read(path: Path) -> Replay | None:
    try:
        return read(path)
    except ReplayError:
        return None


def _may_be_unfinished(path: Path) -> bool:
    try:
        with open(path, "rb", opener=regular) as file:
            file.seek(max(0, path.stat().st_size - 200))
            return b'"match_end"' not in file.read()
    except OSError:
        return False


_MONTHS = (
    _("Jan"),
    _("Feb"),
    _("Mar"),
    _("Apr"),
    pgettext("short", "May"),
    _("Jun"),
    _("Jul"),
    _("Aug"),
    _("Sep"),
    _("Oct"),
    _("Nov"),
    _("Dec"),
)


class MatchesBody:
    """A list of recorded matches to choose from, of which `own` knows which are analysed; `on_choice` is told when
    another is chosen."""

    def __init__(self, matches: list[Replay], own: OwnMatches, on_choice: Callable[[], None] | None = None) -> None:
        self._matches = matches
        self._own = own
        self._times = [_last_played(match.path) for match in matches]
        self.list = ScrollList(self._draw_row, [52.0] * len(matches), selectable=True)
        self.list.told = lambda index: joined([named(matches[index]), *self._told_of(index)], "; ")
        self.list.select(0)
        self._on_choice = on_choice
        self._told: int | None = None
        self.widgets = (self.list,)

    @property
    def chosen(self) -> Replay | None:
        """The match that is selected."""
        return None if self.list.selected is None else self._matches[self.list.selected]

    def height(self, canvas: Canvas, width: float) -> float:
        """As much as a window of any size has room for; the list scrolls."""
        return min(52.0 * len(self._matches), max(_LEAST_HEIGHT, canvas.view.h - 320))

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Fill the box with the list, and tell of another choice, however it was made."""
        self.list.box = box
        if self._told != self.list.selected and self._on_choice is not None:
            self._told = self.list.selected
            self._on_choice()

    def draw(self, canvas: Canvas, box: Box) -> None:
        """The list draws itself."""

    def _draw_row(self, canvas: Canvas, box: Box, index: int, state: RowState) -> None:
        replay = self._matches[index]
        draw_row_ground(canvas, box.inset(0, 2), state)
        moves = sum(line.record["type"] == "move" for line in replay.lines)
        right = counted(moves, "{number:,} move", "{number:,} moves")
        canvas.text(named(replay), box.x + 12, box.y + 4, 19, theme.TEXT, max_width=box.w - 130)
        below = capitalised(joined(self._told_of(index)))
        judged = self._judged(replay)
        canvas.text(below, box.x + 12, box.y + 27, theme.SMALL, theme.MUTED, max_width=box.w - (150 if judged else 24))
        canvas.text(right, box.right - 12, box.y + (5 if judged else 15), 16, theme.MUTED, align="right")
        canvas.text(judged, box.right - 12, box.y + 27, theme.SMALL, theme.MUTED, "sans-italic", "right")

    def _told_of(self, index: int) -> list[str]:
        """How a match ended, when that was, and whether it was played on from another."""
        replay = self._matches[index]
        return [outcome(replay), self._times[index], _("played on from another") if "branch" in replay.head else ""]

    def _judged(self, replay: Replay) -> str:
        """Whether a match that is over is analysed: told of those that are not, or are just being."""
        if self._own.reading or not replay.finished or self._own.analysed(replay.path):
            return ""
        if self._own.under_way == replay.path:
            return _("being analysed: {share:.0f} %", share=100 * self._own.share)
        return _("not analysed")


def named(replay: Replay) -> str:
    """A recorded match by its game and who sits at it: "Thirty-one: you, Nadia, Tariq"."""
    return joined([registry.game(replay.rules.name).title, names_of(replay)], ": ")


def names_of(replay: Replay) -> str:
    """Who sits at a recorded match, and with which mods' systems."""
    names = names_at(replay.rules.name, replay.head["players"])
    told = joined([_("you") if name == "You" else name for name in names])
    return _("{names} (with {mods})", names=told, mods=joined(replay.mods)) if replay.mods else told


def _last_played(path: Path) -> str:
    """When a match was last played, in the user's own time: "5 Nov 2026, 17:22"; empty where that cannot be told."""
    try:
        when = time.localtime(path.stat().st_mtime)
    except (OSError, OverflowError, ValueError):
        return ""
    return _(
        "{day} {month} {year}, {hour:02}:{minute:02}",
        day=when.tm_mday,
        month=_MONTHS[when.tm_mon - 1],
        year=str(when.tm_year),
        hour=when.tm_hour,
        minute=when.tm_min,
    )


def outcome(replay: Replay) -> str:
    """How a recorded match ended, in words."""
    if not replay.finished:
        return _("not finished")
    winner = replay.lines[-1].record.get("winner")
    names = names_at(replay.rules.name, replay.head["players"])
    if isinstance(winner, int) and 0 <= winner < len(names):
        name = names[winner]
        return _("you won") if name == "You" else _("{name} won", name=name)
    return _("drawn")
