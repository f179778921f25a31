"""What has been learnt, as heat on the pieces of a table: gold where the best is expected, blue where the worst is."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import esper

from components.pieces import Card, Stone
from components.view import Goal, Moving, Pose, Stage
from game.learning.snapshot import ActionValue
from game.rules.protocol import AnyRules, Effect, Place, Shift, apply
from game.rules.translation import translated
from systems.human import locate
from systems.view.screens.cross_table import heat
from systems.view.table.game_view import GameView
from systems.view.toolkit import lines, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.draw_list import KeptPart
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.lines import Line, Pattern

_OUTLINE = 5.0
_ALPHA = 120
_LEAST = 1e-9
_SHADES = 24
"""So many shades lie between the worst and the best: few, so that each look is made once."""
_COOL: Colour = (150, 200, 240)
_LEAST_ASPECT, _LEAST_LETTERS = min(1.0, CARD_ASPECT), 11.0
"""A value is no wider than a card, as far as letters of that size allow."""
_ENDS, _BETWEEN = 5.0, 2.0
"""What a value has beside its letters, and what stays free between it and the next."""
_LOW = 0.42
"""So far below the middle of a card is its value, in heights of it."""
_EDGE = 0.15
"""Of a card of a pile no more is seen than so much of its height."""
_UPRIGHT = 4.0
"""A card that is turned by more degrees is outlined only."""


class Heat:
    """The values of the pieces that moves of a position pick, or that chance brings the mover from where they lie;
    found anew when the position or the values change."""

    def __init__(self, view: GameView, rules: AnyRules, words: Callable[[float], str]) -> None:
        """`words` tells a value."""
        self._words = words
        self._view = view
        self._rules = rules
        self._position: Any = None
        self._picks: dict[Any, Counter[Any]] = {}
        self._drawn: dict[Any, frozenset[Place]] = {}
        self._found: dict[int, float] = {}
        self._values: Sequence[ActionValue] = ()
        self._key: object = None
        self._moves: dict[int, list[Any]] = {}
        self._moves_key: object = None
        self._changes = 0
        """How often what is to be drawn has changed."""
        self._kept = KeptPart()

    def values(self, stage: Stage, position: Any, values: Sequence[ActionValue]) -> Mapping[int, float]:
        """What the best move is worth that a click on each piece makes, or else that has it among others, or else that
        draws from where it lies."""
        key = (position, stage.laid_out)
        if values is not self._values or key != self._key:
            self._values, self._key = values, key
            self._changes += 1
            worth = {each.move: each.value for each in values}
            moves = self._moves_of_pieces(stage, position, tuple(worth)).items()
            self._found = {entity: max(worth[move] for move in made) for entity, made in moves}
        return self._found

    def _moves_of_pieces(self, stage: Stage, position: Any, moves: tuple[Any, ...]) -> Mapping[int, Sequence[Any]]:
        """The moves that a click on each piece may mean, for pieces that have any: these stay what they are while
        values are learnt, which change all the time."""
        key = (position, moves, stage.laid_out)
        if key != self._moves_key:
            pieces = [entity for kind in (Card, Stone) for entity, _ in esper.get_components(kind, Goal)]
            found = ((entity, self.moves_at(stage, position, entity, moves)) for entity in sorted(pieces))
            self._moves_key, self._moves = key, {entity: made for entity, made in found if made}
        return self._moves

    def moves_at(self, stage: Stage, position: Any, entity: int, moves: Sequence[Any]) -> list[Any]:
        """Which of these moves a click on a piece may mean: those that pick just what the click picks, or else that
        have the piece among others, or else that draw from where it lies."""
        self._know(position, moves)
        wanted, own = Counter(locate(piece) for piece in self._view.picks(stage, entity)), locate(entity)
        return (
            [move for move in moves if self._picks[move] == wanted]
            or [move for move in moves if own in self._picks[move]]
            or [move for move in moves if own[0] in self._drawn[move]]
        )

    def _know(self, position: Any, moves: Sequence[Any]) -> None:
        """Find what each move picks, and where it draws from."""
        if position != self._position:
            self._position, self._picks, self._drawn = position, {}, {}
        for move in moves:
            if move not in self._picks:
                self._picks[move] = Counter(self._rules.chosen(position, move))
                self._drawn[move] = frozenset() if self._picks[move] else self._sources(position, move)

    def _sources(self, position: Any, move: Any) -> frozenset[Place]:
        """Where the pieces lie of which a move brings some to the mover."""
        effects: list[Effect] = []
        apply(self._rules, self._rules.sample(position, Random(0)), move, Random(0), effects)
        mine = [each for each in effects if isinstance(each, Shift) and each.target.player == position.player]
        return frozenset(each.source for each in mine if each.source.player != position.player)

    def draw(self, canvas: Canvas, found: Mapping[int, float]) -> None:
        """Draw the heat over the pieces of a table at rest, and the value on each; nothing where all are worth the
        same, as they are where nothing has been learnt."""
        key = (self._changes, canvas.unit, canvas.least_text)
        self._kept.draw(canvas.surface, key, lambda: self._draw(canvas, found))

    def _draw(self, canvas: Canvas, found: Mapping[int, float]) -> None:
        low, high = min(found.values(), default=0.0), max(found.values(), default=0.0)
        if high - low < _LEAST:
            return
        cards = [goal for _, (_, goal) in esper.get_components(Card, Goal) if not goal.covered]
        goals = {entity: esper.component_for_entity(entity, Goal) for entity in found}
        seen = {entity: goal for entity, goal in goals.items() if not (goal.covered or _piled(goal, cards))}
        for entity, goal in seen.items():
            share = (found[entity] - low) / (high - low)
            moving, card = esper.try_component(entity, Moving), esper.has_component(entity, Card)
            with canvas.clip(_seen(goal, cards) if card else canvas.area):
                self._draw_piece(canvas, moving.now if moving else goal.pose, card, share)
        middles = [_lower(goal.pose) for goal in seen.values()]
        before: list[Box] = []
        for entity, goal in sorted(seen.items(), key=lambda row: row[1].pose.x):
            card = esper.has_component(entity, Card)
            across = goal.pose.height * (_LEAST_ASPECT if card else 1.0)
            _draw_value(canvas, goal, self._words(found[entity]), _room(goal, across, middles), card, before)

    def _draw_piece(self, canvas: Canvas, pose: Pose, card: bool, share: float) -> None:
        box = Box.around((pose.x, pose.y), pose.height * (CARD_ASPECT if card else 1.0), pose.height)
        radius = pose.height * 0.075 if card else box.h / 2
        colour, bright = _colours(round(share * _SHADES))
        if abs(pose.angle) < _UPRIGHT:
            canvas.shape(box.inset(-2), (*colour[:3], _ALPHA), rim=bright, rim_width=_OUTLINE - 1, radius=radius + 2)
            return
        unit = canvas.unit
        middle, size = (pose.x * unit, pose.y * unit), (box.w * unit, box.h * unit)
        points = lines.rounded_box(middle, size, radius * unit, pose.angle)
        picture, corner = lines.drawn(Line(points, _OUTLINE * unit, bright, Pattern.SOLID, closed=True))
        canvas.surface.blit(picture, corner)


@lru_cache(maxsize=32)
def _colours(shade: int) -> tuple[Colour, Colour]:
    """The colour of a piece, and the brighter one of its outline."""
    share = shade / _SHADES
    colour = heat(share)
    return colour, theme.mix(colour, theme.FOCUS if share > 0.5 else _COOL, 0.45)


def _piled(goal: Goal, cards: Sequence[Goal]) -> bool:
    """Whether a card lies on this one, of which only an edge is seen, as in a pile."""
    x, y, high, *_ = goal.pose
    return any(
        other.order > goal.order and math.hypot(other.pose.x - x, other.pose.y - y) < _EDGE * high for other in cards
    )


def _seen(goal: Goal, cards: Sequence[Goal]) -> Box:
    """The box around a card and its outline, but for what the next cards of a fan cover."""
    pose = goal.pose
    box = Box.around((pose.x, pose.y), pose.height * 1.5, pose.height * 1.5)
    right = min(
        (
            other.pose.x - other.pose.height * CARD_ASPECT / 2
            for other in cards
            if other.order > goal.order
            and abs(other.pose.y - pose.y) < pose.height / 2
            and 0 < other.pose.x - pose.x < (other.pose.height + pose.height) * CARD_ASPECT / 2
        ),
        default=box.right,
    )
    return Box(box.x, box.y, right - box.x, box.h)


def _room(goal: Goal, across: float, middles: Sequence[tuple[float, float]]) -> float:
    """How wide the value on a piece may be that is so far `across`, or of which others leave less to be seen, by the
    `middles` of all that are seen, this one among them."""
    (own, level), half = _lower(goal.pose), goal.pose.height / 2
    beside = [abs(x - own) for x, y in middles if abs(y - level) < half]
    beside.remove(0.0)  # its own
    return min([across, *beside]) - _BETWEEN


def _lower(pose: Pose) -> tuple[float, float]:
    """A point near the lower edge of a piece, where cards of a fan lie nearer to each other than in their middles."""
    turn, down = math.radians(pose.angle), pose.height * _LOW
    return pose.x + math.sin(turn) * down, pose.y + math.cos(turn) * down


def _draw_value(canvas: Canvas, goal: Goal, words: str, room: float, card: bool, before: list[Box]) -> None:
    """The value on a piece, where others do not lie over it: at the lower edge of a card, whose number or picture stays
    to be seen. Where letters have no room it is told without its unit, and not at all if it would still touch one told
    `before`, which it joins otherwise."""
    pose = goal.pose
    at_best = max(theme.SMALL, pose.height * 0.15)
    size = canvas.fitting_size(words, at_best, room - 2 * _ENDS, "sans-bold", _LEAST_LETTERS)
    if canvas.text_size(words, size, "sans-bold")[0] > room - 2 * _ENDS:
        words = translated(words).removesuffix("%").rstrip()
        size = canvas.fitting_size(words, at_best, room - 2 * _ENDS, "sans-bold", _LEAST_LETTERS)
    width, height = canvas.text_size(words, size, "sans-bold")
    turn, down = math.radians(pose.angle), (pose.height - height) / 2 if card else pose.height * 0.15
    x = pose.x + math.sin(turn) * down - (pose.height * 0.2 if goal.overlapped else 0.0)
    y = pose.y + math.cos(turn) * down
    box = Box.around((x, y), width + 2 * _ENDS, height)
    if any(box.meets(each) for each in before):
        return
    before.append(box)
    canvas.shape(box, (20, 12, 19, 205), radius=height / 2)
    canvas.text(words, x, y, size, theme.TEXT, "sans-bold", "centre", vertical="middle")
