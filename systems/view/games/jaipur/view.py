"""Jaipur's table as it is seen: panels, cards, tokens and seals, what can be pointed at, and what is heard."""

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import esper
import pygame

from components.pieces import Card, SelectedCard, Token, Zone
from components.table import Progress, Table
from components.view import Goal, Moving, Pose, Stage
from game.games.jaipur.moves import MoveKind
from game.games.jaipur.state import House
from game.games.jaipur.tables import CAMEL, GOODS, KINDS, TOKENS
from game.games.jaipur.words import KIND_NAMES
from game.rules.language import _, joined, ngettext
from game.rules.protocol import RoundEnd
from game.rules.wording import counted
from systems.human import HumanTurn, fits, locate, picked_pieces
from systems.snapshot import maybe, only
from systems.view.games.jaipur import art
from systems.view.games.jaipur.art import DECK
from systems.view.games.jaipur.layout import (
    CARD,
    HAND_CARD,
    SMALL_CARD,
    TAKEN_TOP,
    Boxes,
    JaipurLayout,
    bank_step,
    bonus_pile,
    bonuses_seen,
    coin_size,
    parts_of,
    taken_step,
)
from systems.view.games.jaipur.rules_page import page
from systems.view.games.jaipur.tune import TUNE
from systems.view.table.action_rows import Action, ActionRow, Made
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import FACE, RINGS, draw_face, draw_plate, in_drawing_order
from systems.view.table.layout import ANGLE_STEP, place_of
from systems.view.table.prompt import draw_on_empty
from systems.view.table.results import Prizes
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.table.score_count import SIZE
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.cards import CARD_ASPECT, card_outline, card_shadow
from systems.view.toolkit.drawings import Size

CURSOR = (255, 250, 235)
_SEAL, _LEAST_SEAL = 32.0, 18.0
_BESIDE = 1.3
"""The count of a pile may be so much wider than the room up to the middle between both: it goes aside."""
_BONUS_SIZES = {"bonus-3": 3, "bonus-4": 4, "bonus-5": 5}


class JaipurView(UsualTable):
    """How Jaipur is seen and heard; the table screen asks it for everything that is particular to the game."""

    tune = TUNE

    def backdrop(self, size: Size) -> pygame.Surface:
        """What lies behind everything."""
        return art.palace(size)

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won."""
        return [partial(art.seal, True)]

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures."""
        return page(House.of(options))

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return JaipurLayout()

    def options_box(self, stage: Stage) -> Box:
        """The box of the lines that name options: between title and rival."""
        return parts_of(stage).options

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return parts_of(stage).prompt

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """Two kinds of moves side by side: what is taken, then what is given, so that thoughts have room."""
        actions = [Action(kind, kind) for kind in kinds]
        return [ActionRow(tuple(actions[:2])), ActionRow(tuple(actions[2:]))]

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return {
            MoveKind.TAKE_GOOD: ("card_slide",),
            MoveKind.TAKE_CAMELS: ("footfall",),
            MoveKind.EXCHANGE: ("card_slide", "card_flip"),
            MoveKind.SELL: ("coin",),
        }[move.kind]

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need, those first that the table shows as it opens."""
        parts = parts_of(Stage(canvas.width, canvas.height))
        market, hand, small = (canvas.px(units * parts.scale) for units in (CARD, HAND_CARD, SMALL_CARD))
        kinds = (*KINDS, "back")
        coin = canvas.px(coin_size(parts))
        shows = canvas.px(bank_step(parts))
        made: list[Callable[[], object]] = [partial(self.backdrop, canvas.surface.get_size())]
        made += [partial(DECK.card, kind, height) for height in (market, small, hand) for kind in kinds]
        for good, values in zip(KINDS, TOKENS, strict=False):
            made.append(partial(art.token, good, values[0], coin))
            made += [partial(art.token, good, value, coin, shows) for value in dict.fromkeys(values[1:])]
        # The large picture that the turned ones are made of takes longer than turning it.
        made += [partial(DECK.large, kind, height) for height in (hand, small) for kind in kinds]
        made += [
            partial(card_shadow, height, angle, lift / 5)
            for height, lift in itertools.product((market, small, hand), range(6))
            for angle in ((0.0,) if height == market else (0.0, -4.0, 4.0, -8.0, 8.0))
        ]
        fan = sorted((place * ANGLE_STEP for place in range(-6, 7)), key=abs)
        for height, angle in itertools.product((hand, small), fan):
            made.append(partial(card_shadow, height, angle))
            made += [partial(DECK.card, kind, height, angle) for kind in kinds]
        for angle in fan:
            made += [partial(card_outline, hand, angle, colour) for colour in (RINGS["picked"], CURSOR)]
            made += [partial(DECK.card, kind, hand, angle, True) for kind in KINDS]
        return made

    def score_box(self, stage: Stage, player: int) -> Box | None:
        """Where a player's score is counted up: beside its tokens."""
        parts = parts_of(stage)
        own = parts.own if player == stage.viewer else parts.rival
        return Box(own.right + 14, own.centre[1] - SIZE[1] / 2, *SIZE)

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """The options, the players' plates, the tokens, and the counts of herds, deck and discard pile."""
        parts = parts_of(stage)
        piles = (parts.rival_herd, parts.own_herd, parts.deck, parts.discard)
        high = SMALL_CARD * parts.scale
        return [
            parts.options,
            parts.rival,
            parts.own,
            parts.bank,
            *(Box.around(pile, high, 1.1 * high) for pile in piles),
        ]

    def prizes(self, end: RoundEnd) -> Prizes | None:
        """The seals that each player has, of those that win; a round that was broken off has won none."""
        if "seals" not in end.record:
            return None
        needed = only(Progress).standing.needed
        return Prizes(_("Seals of excellence"), end.record["seals"], needed, art.seal)

    # --- what lies under the pieces ---

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw the panels that pieces lie on."""
        parts = parts_of(stage)
        canvas.panel(parts.market)
        canvas.panel(parts.bank)
        self._draw_header(canvas, parts)
        self._draw_bank(canvas, stage, parts)
        for player, seated in enumerate(company):
            box = parts.own if player == stage.viewer else parts.rival
            self._draw_player(canvas, stage, box, player, seated)
        self._draw_places(canvas, stage, parts)

    @staticmethod
    def _draw_header(canvas: Canvas, parts: Boxes) -> None:
        box = parts.header
        canvas.text(_("Jaipur"), box.x, box.y - 4, 36, theme.HEADING, "serif")
        number = max(1, only(Progress).round_number)
        canvas.text(
            _("Round {number}", number=number), box.right - 4, box.y + 12, theme.BODY, theme.TEXT, align="right"
        )

    @staticmethod
    def _draw_places(canvas: Canvas, stage: Stage, parts: Boxes) -> None:
        """Faint outlines where deck and discard lie, and their numbers."""
        height = 112 * parts.scale
        piles = [(parts.deck, "deck", _("Deck")), (parts.discard, "discard", _("Sold"))]
        numbers = [str(len(stage.pieces_at(zone))) for _at, zone, _name in piles]
        told = [joined([name, number], " ") for (_at, _zone, name), number in zip(piles, numbers, strict=True)]
        room, between = abs(parts.deck[0] - parts.discard[0]) - 12, (parts.deck[0] + parts.discard[0]) / 2
        size = min(canvas.fitting_size(words, theme.SMALL, room, least=10.0) for words in told)
        if any(canvas.text_size(words, size)[0] > _BESIDE * room for words in told):
            told = numbers  # one that is cut off would be another number, and one set smaller out of line
        for ((x, y), _zone, _name), words in zip(piles, told, strict=True):
            canvas.shape(
                Box.around((x, y), height * CARD_ASPECT, height), (0, 0, 0, 40), rim=(200, 160, 100, 70),
                rim_width=1.4, radius=8,
            )  # fmt: skip
            aside = max(0.0, (canvas.text_size(words, size)[0] - room) / 2)
            middle = x + aside if x > between else x - aside
            canvas.text(words, middle, y + height / 2 + 3, size, theme.TEXT, align="centre")

    @staticmethod
    def _draw_bank(canvas: Canvas, stage: Stage, parts: Boxes) -> None:
        for good in GOODS:
            row = parts.bank_rows[good]
            tone = art.GOOD_COLOURS[KINDS[good]]
            canvas.picture(art.icon(KINDS[good], canvas.px(min(30.0, row.h)), tone), row.x + 15, row.centre[1])
            if stage.zones and not stage.pieces_at(f"tokens-{KINDS[good]}"):
                where = row.x + 44
                canvas.text(
                    _("sold out"), where, row.centre[1], theme.SMALL, theme.FAINT, "sans-italic", vertical="middle"
                )
        for pile in range(3):
            x, y, size = bonus_pile(parts, pile)
            number = len(stage.pieces_at(f"bonus-{pile + 3}"))
            canvas.text(f"{number}", x + size / 2 + 4, y, theme.SMALL, theme.TEXT, vertical="middle")
        if House.of(only(Table).setup.options).herd:
            x, y, size = bonus_pile(parts, 3)
            canvas.picture(art.camel_token(canvas.px(size)), x, y)

    @staticmethod
    def _draw_player(canvas: Canvas, stage: Stage, box: Box, player: int, seated: Seated) -> None:
        draw_plate(canvas, box, player)
        x = draw_face(canvas, seated.person, box.x + 12, box.y + 36, FACE) + 10
        standing = only(Progress).standing
        room = box.right - 12 - x
        size = canvas.fitting_size(seated.name, 22, room - _SEAL * standing.needed - 4, "serif")
        left = room - canvas.text_size(seated.name, size, "serif")[0] - 4  # a name comes before the size of seals
        each = min(_SEAL, max(left / standing.needed, _LEAST_SEAL))
        seals = box.right - 12 - each * standing.needed
        canvas.text(seated.name, x, box.y + 24, size, theme.HEADING, "serif", "left", seals - x - 2, "middle")
        for place in range(standing.needed):
            seal = art.seal(place < standing.seals[player], canvas.px(each))
            canvas.picture(seal, seals + (place + 0.5) * each, box.y + 24)
        told, above = _score_of(stage, player), box.y + TAKEN_TOP - 1
        y = min(box.y + 41, above - canvas.text_size(told, 17)[1])  # large letters stay clear of the tokens
        canvas.text(told, x, y, 17, theme.TEXT, max_width=box.right - 12 - x)

    # --- pieces ---

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw cards and tokens, those in flight above the others."""
        parts = parts_of(stage)
        for entity, moving in in_drawing_order(Zone):
            if moving.delay > moving.seconds and moving.start == moving.goal:
                continue
            token = esper.try_component(entity, Token)
            if token is not None:
                shows = _shows(parts, entity, moving)
                self._draw_token(canvas, token, moving, shows)
            else:
                self._draw_card(canvas, stage, entity, moving)

    @staticmethod
    def _draw_token(canvas: Canvas, token: Token, moving: Moving, shows: float) -> None:
        pose = moving.now
        diameter = canvas.px(pose.height)
        if token.kind in _BONUS_SIZES:
            value = token.value if pose.face > 0.5 else None
            picture = art.bonus_token(_BONUS_SIZES[token.kind], value, diameter)
        else:
            picture = art.token(token.kind, token.value, diameter, canvas.px(shows) if shows else 0)
        canvas.picture(picture, pose.x, pose.y)

    @staticmethod
    def _draw_card(canvas: Canvas, stage: Stage, entity: int, moving: Moving) -> None:
        pose = moving.now
        height = canvas.px(moving.goal.height)
        angle = round(pose.angle / ANGLE_STEP) * ANGLE_STEP
        kind = esper.component_for_entity(entity, Card).kind if pose.face >= 0.5 else "back"
        shadow = card_shadow(height, angle, pose.lift)
        offset = 0.01 + 0.02 * pose.lift, 0.03 + 0.09 * pose.lift
        canvas.picture(shadow, pose.x + pose.height * offset[0], pose.y + pose.height * offset[1])
        picture = DECK.card(kind, height, angle, entity in stage.dimmed)
        if pose != moving.goal:
            picture = _in_flight(picture, pose.height / moving.goal.height, pose.face)
        canvas.picture(picture, pose.x, pose.y)
        outline = _outline(stage, entity)
        if outline is not None:
            canvas.picture(card_outline(height, angle, outline), pose.x, pose.y)

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the numbers of herds over them."""
        parts = parts_of(stage)
        for player in (0, 1):
            own = player == stage.viewer
            number = len(stage.pieces_at("herd", player))
            x, y = parts.own_herd if own else parts.rival_herd
            half = 56 * parts.scale * (1.0 if own else 0.86)
            if not number:
                place = Box.around((x, y), 2 * half * CARD_ASPECT, 2 * half)
                canvas.shape(place, (0, 0, 0, 40), rim=(200, 160, 100, 70), rim_width=1.4, radius=8)
                if not stage.foreseen:  # camels may come there: words would lie on them
                    draw_on_empty(canvas, place, _("no camels"))
            elif own or stage.show_counts:
                hand = parts.own_hand if own else parts.rival_hand
                # At the lower corner, beside the card's name where there is room before the hand; higher on a small
                # table, where what has been learnt may be told at the lower edge.
                low = 0.2 if own and canvas.least_text > theme.SMALL else 0.86
                at = (min(x + half * 0.48 + 17, hand.x - 17), y + half * low)
                canvas.shape(Box.around(at, 34, 26), theme.PANEL_SOLID, rim=theme.GOLD, rim_width=1.4, radius=13)
                canvas.text(f"{number}", *at, 18, theme.TEXT, "sans-bold", "centre", vertical="middle")

    # --- what can be pointed at ---

    def piece_at(self, point: Point) -> int | None:
        """The uppermost card at a point, if it is one that can be picked or asked about."""
        best: tuple[float, int] | None = None
        for entity, (_card, goal, moving) in esper.get_components(Card, Goal, Moving):
            if not goal.covered and _covers(moving.goal, point) and (best is None or goal.order > best[0]):
                best = (goal.order, entity)
        return None if best is None else best[1]

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""
        market = _by_x(stage.pieces_at("market"))
        herd = stage.pieces_at("herd", stage.viewer)
        picked = [camel for camel in herd if esper.has_component(camel, SelectedCard)]
        hand = _by_x(_free(herd)[-1:] + picked + stage.pieces_at("hand", stage.viewer))
        return [row for row in (market, hand) if row]

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """The card that a click on `entity` picks or puts back: of a herd, one that is not picked yet. Clicks on a good
        of the hand go round: this one, all of its kind, none."""
        if not esper.has_component(entity, SelectedCard):
            return [self.next_of_pile(stage, entity)]
        turn, alike = maybe(HumanTurn), self._alike(stage, entity)
        rest = _free(alike)
        wanted = Counter(map(locate, rest)) + picked_pieces()
        return rest if rest and turn is not None and fits(turn, wanted) else alike or [entity]

    def alone(self, stage: Stage, entity: int) -> Made | None:
        """A good of the hand is sold with all of its kind, a camel of the market is taken with all others."""
        if alike := self._alike(stage, entity):
            return Made(KIND_NAMES[MoveKind.SELL], tuple(alike))
        kind = esper.component_for_entity(entity, Card).kind
        camels = [card for card in stage.pieces_at("market") if esper.component_for_entity(card, Card).kind == kind]
        if place_of(entity).zone == "market" and kind == KINDS[CAMEL]:
            return Made(KIND_NAMES[MoveKind.TAKE_CAMELS], tuple(camels))
        return super().alone(stage, entity)

    def _alike(self, stage: Stage, entity: int) -> list[int]:
        """The goods of the viewer's hand that are of the kind of one of them; none for any other card."""
        hand = stage.pieces_at("hand", stage.viewer)
        kind = esper.component_for_entity(entity, Card).kind
        return [card for card in hand if esper.component_for_entity(card, Card).kind == kind] if entity in hand else []

    def next_of_pile(self, stage: Stage, entity: int) -> int:
        """Of a herd, the camel that would be picked next; any other card itself."""
        herd = esper.component_for_entity(entity, Zone).name == "herd"
        free = _free(stage.pieces_at("herd", stage.viewer)) if herd else []
        return free[-1] if free else entity

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
        zone = esper.component_for_entity(entity, Zone).name
        number = len(stage.pieces_at(zone))
        return {
            "deck": ngettext(
                "The deck holds {number} card; it fills the market.",
                "The deck holds {number} cards; it fills the market.",
                number,
            ),
            "discard": ngettext("{number} card has been sold.", "{number} cards have been sold.", number),
            "hand": _("These are your opponent’s cards."),
            "herd": _("This is your opponent’s herd."),
        }.get(zone, _("This cannot be picked."))


def _free(pieces: list[int]) -> list[int]:
    """Those that are not picked."""
    return [entity for entity in pieces if not esper.has_component(entity, SelectedCard)]


def _score_of(stage: Stage, player: int) -> str:
    """A player's points; how many bonus tokens beside them, where their values are not seen."""
    goods, bonuses = stage.pieces_at("taken", player), stage.pieces_at("bonuses", player)
    if not goods + bonuses:
        return _("no tokens yet")
    seen = bonuses_seen(stage, player)
    points = sum([esper.component_for_entity(entity, Token).value for entity in goods + bonuses * seen])
    if bonuses and not seen:
        return _("{points} + {number} bonus", points=points, number=len(bonuses))
    return counted(points, "{number:,} point", "{number:,} points")


def _shows(parts: Boxes, token: int, moving: Moving) -> float:
    """How much of a token shows at its right, where another one lies on it; 0 where none does."""
    if not (moving.arrived and esper.component_for_entity(token, Goal).overlapped):
        return 0.0
    taken = place_of(token).player is not None
    return taken_step(parts, moving.goal.height) if taken else bank_step(parts)


def _in_flight(picture: pygame.Surface, scale: float, face: float) -> pygame.Surface:
    """A card on its way: scaled from the picture of where it goes, since drawing each size anew would cost a frame,
    and narrower the nearer it is to standing on its edge."""
    across = scale * abs(math.cos(math.pi * face)) if 0.0 < face < 1.0 else scale
    width, height = picture.get_size()
    size = max(2, round(width * across)), max(2, round(height * scale))
    return picture if size == (width, height) else pygame.transform.smoothscale(picture, size)


def _outline(stage: Stage, entity: int) -> tuple[int, int, int] | None:
    if entity in (stage.cursor, stage.pointed):
        return CURSOR
    return RINGS["picked"] if esper.has_component(entity, SelectedCard) else None


def _covers(pose: Pose, point: Point) -> bool:
    """Whether a card at this pose covers the point, its angle counted."""
    dx, dy = point[0] - pose.x, point[1] - pose.y
    turn = math.radians(pose.angle)
    across = dx * math.cos(turn) - dy * math.sin(turn)
    down = dx * math.sin(turn) + dy * math.cos(turn)
    return abs(across) <= pose.height * CARD_ASPECT / 2 and abs(down) <= pose.height / 2


def _by_x(entities: list[int]) -> list[int]:
    """Pieces from left to right as they lie."""
    placed = [(esper.component_for_entity(entity, Goal).pose.x, entity) for entity in entities]
    return [entity for _, entity in sorted(placed)]


VIEW = JaipurView
"""What `view_of` finds."""
