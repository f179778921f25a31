"""Who takes part in a tournament, or could sit at a table, as people are shown it: a name, a face, and what each is
called in commands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.checkpoints import places
from game.games import registry
from game.games.ai import AI
from game.games.entrants import entrants
from game.games.levels import NAMES
from game.games.seats import without_parameters
from game.rules.language import _
from systems.view.screens.menu_seats import draw_pips, pips_width
from systems.view.table.characters import Character, asked_for
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.portraits import Person

_LEAST_WORDS = 12.0
"""No sentence of a list makes the letters of all smaller than this."""
_THREE_LINES = 16.0, 2.5
"""How far above the middle of a row the name stands over a sentence in two lines, and below it the first of these."""
_LEAST_TECHNICAL = 40.0
_GONE = Person("slate", "light", "grey", "slate", pieces=("hood",))
"""The face of whoever is not here any more."""


@dataclass(frozen=True)
class Contestant:
    """Somebody to play with: the words that ask for that one, a name, a face, and whether the user has taught it."""

    spec: str
    name: str
    person: Person
    strength: int = 0
    words: str = ""
    own: bool = False


def draw_contestant(canvas: Canvas, box: Box, player: Contestant, beside: Sequence[Contestant]) -> None:
    """Draw a row of a list: a face, a name, how strong, and a sentence, in letters of one size for all in the list, in
    two lines where they would be too small."""
    face = box.h - 14
    canvas.picture(portraits.bust(player.person, canvas.px(face)), box.x + face / 2, box.centre[1])
    x, right = box.x + face + 14, box.right - 14
    size = min(canvas.fitting_size(each.words, 16, right - x, least=_LEAST_WORDS) for each in beside)
    lines = (player.words,) if size >= theme.SMALL else canvas.lines(player.words, right - x, theme.SMALL)[:2]
    above, below = (13.0, 13.0) if len(lines) == 1 else _THREE_LINES
    upper, lower = box.centre[1] - above, box.centre[1] + below
    if player.strength:
        draw_pips(canvas, right - pips_width(), upper, player.strength)
    room = right - pips_width() - 16 - x
    canvas.text(player.name, x, upper, 19, theme.HEADING, "serif", max_width=room, vertical="middle")
    for number, line in enumerate(lines):
        y = lower + number * theme.SMALL * 1.08
        canvas.text(line, x, y, max(size, theme.SMALL), theme.TEXT, max_width=right - x, vertical="middle")


def contestants(game: str, options: Mapping[str, Any]) -> list[Contestant]:
    """Everybody who can take part at a game with these options: its levels, what the user has taught, then its other
    AIs, mods' too, and further files that ship for them."""
    playing = {ai.name: ai for ai in registry.ais(game) if ai.foreign_rule(options) is None}
    specs = [spec for spec in entrants(game).values() if without_parameters(spec)[0].partition(":")[0] in playing]
    for ai in playing.values():
        if ai.learns and not ai.taught_as:
            specs += [f"{ai.name}:{path}" for path in places.own_checkpoints(ai.game, ai.name)]
    return sorted((contestant(game, spec) for spec in specs), key=_turn)


def _turn(player: Contestant) -> tuple[int, int]:
    if player.spec in NAMES:
        return 0, NAMES.index(player.spec)
    return (1, 0) if player.own else (2, 0)


def contestant(game: str, spec: str) -> Contestant:
    """Whoever these words ask for; somebody without a face where that one is not here any more."""
    base, given = without_parameters(spec)
    name, _colon, file = base.partition(":")
    ai = next((each for each in registry.ais(game) if each.name == name), None)
    if ai is None:
        return Contestant(spec, name, _GONE)
    found = asked_for(ai, spec)
    own = bool(file) and Path(file) not in ai.pretrained_files
    return Contestant(spec, _named(ai, found, file, bool(given), own), found.person, found.strength, found.words, own)


def _named(ai: AI, found: Character, file: str, given: bool, own: bool) -> str:
    if own:
        return _("{name}, yours", name=found.name)
    if file and Path(file) != ai.pretrained:
        return _("{name} ({what})", name=found.name, what=Path(file).stem.removeprefix(f"{ai.name}-"))
    return _("{name}, adjusted", name=found.name) if given else found.name
