"""Notty's table as it is seen: felt, three seats, bold cards, what can be pointed at, and what is heard."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import esper

from components.pieces import Card, SelectedCard
from components.table import Progress, Table
from components.view import Goal, Stage
from game.games.notty.groups import REACH, groups
from game.games.notty.hands import KINDS, contains, each_kind, pack, size
from game.games.notty.moves import DRAWS, DREW, HOLDS, RETURNED, STOLE, Move, MoveKind
from game.games.notty.state import House
from game.games.notty.words import KIND_NAMES
from game.rules.language import _
from game.rules.mentions import with_names
from game.rules.wording import to_player
from systems.human import NOT_YOUR_TURN, HumanTurn
from systems.snapshot import maybe, only, player_names, players
from systems.view.games.notty import art
from systems.view.games.notty.art import DECK
from systems.view.games.notty.layout import DECK_CARD, NottyLayout, boxes, card_heights, parts_of
from systems.view.games.notty.rules_page import page
from systems.view.games.notty.seats import draw_plate, draw_reminder, draw_tags
from systems.view.games.notty.tune import TUNE
from systems.view.table.action_rows import Action, ActionRow, Made
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import RINGS, draw_card, draw_count, draw_outline, in_drawing_order
from systems.view.table.layout import place_of, table_box
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT, card_outline, card_shadow

_TITLE_WIDTH = 180.0
_OF_EACH_COLOUR = tuple({kind.split("-")[0]: kind for kind in KINDS}.values())
_NUMBER = {kind: number for number, kind in enumerate(KINDS)}
_DRAW, _STEAL, _SWAP, _RETURN, _DISCARD, _NEXT = (KIND_NAMES[kind] for kind in MoveKind)


@lru_cache(maxsize=256)
def best_group(hand: int, holding: int = 0) -> int:
    """The best group of a hand that holds all these cards, packed, or 0: the largest; of equal ones the one that leaves
    the most cards within reach of each other."""
    fitting = [group for group in groups(hand) if contains(group, holding)]
    return max(fitting, key=lambda group: (size(group), _company(hand - group)), default=0)


def _company(hand: int) -> int:
    """How many pairs of kinds in a hand could stand in one group."""
    kinds = each_kind(hand)
    return sum(bool(REACH[one] & pack([other])) for one, other in itertools.combinations(kinds, 2))


_DRAWING = {
    1: ("1", _("draw a card")),
    2: ("1, 2", _("draw one or two cards")),
    3: ("1, 2, 3", _("draw one, two or three cards")),
}
"""The keys that draw, by how many cards may be drawn at once."""


class NottyView(UsualTable):
    """How Notty is seen and heard; the table screen asks it for everything that is particular to the game."""

    tune = TUNE
    plays_for_humans = True
    _reminded: Box | None = None
    """Where the words of the reminder stand, once they are drawn."""

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won."""
        return [partial(art.shape, colour) for colour in art.SHAPES]

    def keys(self, options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """The keys of the moves; as many draw as a house lets one draw at once."""
        return (
            _DRAWING[House.of(options).draw_limit],
            ("4, 5", _("steal from the player at the upper left, at the upper right")),
            ("6", _("draw and discard; return the picked card")),
            (_("D, E"), _("discard the picked group, or pick the best one; end the turn")),
            (_("G"), _("let the AI make one move for you")),
        )

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures."""
        return page(House.of(options))

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return NottyLayout()

    def options_box(self, stage: Stage) -> Box:
        """The box of the lines that name options: below the turn."""
        return parts_of(stage).options

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return parts_of(stage).prompt

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return {
            MoveKind.DRAW: ("card_slide",),
            MoveKind.STEAL: ("card_slide", "card_flip"),
            MoveKind.DRAW_TO_DISCARD: ("card_slide",),
            MoveKind.RETURN_CARD: ("card_flip",),
            MoveKind.DISCARD_GROUP: ("shuffle",),
            MoveKind.NEXT_TURN: ("tick",),
        }[move.kind]

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need, those first that the table shows as it opens."""
        parts = boxes(table_box(Stage(canvas.width, canvas.height)), players)
        own, other = card_heights(parts.own), card_heights(parts.others[0])
        made: list[Callable[[], object]] = [partial(self.backdrop, canvas.surface.get_size())]
        for units in (DECK_CARD, own[0], other[0]):
            made += [partial(DECK.card, "back", canvas.px(units)), partial(card_shadow, canvas.px(units))]
        # One card of each colour first: its ground, which the others of the colour share, takes longest.
        made += [partial(DECK.card, kind, canvas.px(units)) for units in (own[0], other[0]) for kind in _OF_EACH_COLOUR]
        for dim, units in ((False, own[0]), (False, other[0]), (False, own[-1]), (False, other[-1]), (True, own[-1])):
            height = canvas.px(units)
            made.append(partial(card_shadow, height))
            made += [partial(DECK.card, kind, height, 0.0, dim) for kind in KINDS]
            rings = ("picked", "suggested", "cursor")
            made += [partial(card_outline, height, 0.0, RINGS[ring]) for ring in rings]
            made.append(partial(DECK.card, "back", height))
        made += [partial(DECK.large, kind, canvas.px(units)) for units in (*own, *other) for kind in _OF_EACH_COLOUR]
        return made

    # --- the buttons ---

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """The rows of buttons from top to bottom."""
        turn = maybe(HumanTurn)
        used = None if turn is None else turn.view.used
        between = used is not None and bool(used & HOLDS)

        def left(flag: int) -> str:
            return "" if used is None else "0×" if used & flag else "1×"

        others = [(stage.viewer + after) % len(names) for after in range(1, len(names))]
        draws = tuple([_draw_action(move, key) for move, key in zip(DRAWS, "123", strict=True)])
        steals = tuple([_steal_action(other, names[other], key) for other, key in zip(others, "45", strict=False)])
        swap = _always(_SWAP, _SWAP, shortcut="6", how_often=_("one card comes, one of yours goes back, once a turn"))
        back = Action(_RETURN, _RETURN, shortcut="6", why_not=_("Click the card to return."))
        discard = Action(_DISCARD, _DISCARD, shortcut="D", how_often=_("as often as you like"))
        return [
            ActionRow(draws, left(DREW)),
            ActionRow(steals, left(STOLE)),
            ActionRow((back if between else swap,), left(RETURNED)),
            ActionRow((discard,), "" if used is None else "∞"),
            ActionRow((_always(_NEXT, _NEXT, shortcut="E"),), ""),
        ]

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """For a discard the best group of the card under the cursor, else of the hand."""
        turn = maybe(HumanTurn)
        if kind != _DISCARD or turn is None or turn.view.must_return:
            return []
        under_cursor = self.pointed_group(stage) if stage.cursor is not None else frozenset()
        return sorted(under_cursor) or self._cards_of(stage, best_group(turn.view.hand))

    def asked(self, stage: Stage) -> str:
        """What a human to move who has picked nothing is asked to do."""
        turn = maybe(HumanTurn)
        return _("return a card") if turn is not None and turn.view.must_return else _("choose an action")

    @staticmethod
    def _cards_of(stage: Stage, group: int) -> list[int]:
        """The cards of the viewer's hand that make a group: of two alike the one that is picked already."""
        found: dict[str, int] = {}
        for entity in stage.pieces_at("hand", stage.viewer):
            kind = esper.component_for_entity(entity, Card).kind
            if kind not in found or esper.has_component(entity, SelectedCard):
                found[kind] = entity
        return [found[KINDS[kind]] for kind in each_kind(group)]

    # --- what lies under the pieces ---

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw title, reminder, the places of deck and hands, and the plates of the players."""
        parts = parts_of(stage)
        facts = only(Progress).facts
        canvas.text(_("Notty"), parts.title.x, parts.title.y + 4, 40, theme.HEADING, "serif")
        turns = 1 if facts is None else facts.turns + 1
        canvas.text(_("Turn {turns}", turns=turns), parts.title.x + 2, parts.title.y + 56, 19, theme.TEXT)
        self._reminded = draw_reminder(canvas, parts.reminder)
        for player, seated in enumerate(company):
            seat = parts.seat(player, stage.viewer)
            canvas.shape(seat.hand.inset(-4), (0, 22, 18, 58), rim=(150, 200, 170, 34), rim_width=1.2, radius=14)
            draw_plate(canvas, stage, seat, player, seated)
        place = Box.around(parts.deck.centre, DECK_CARD * CARD_ASPECT, DECK_CARD)
        canvas.shape(place, (0, 0, 0, 40), rim=(200, 220, 190, 60), rim_width=1.4, radius=8)

    # --- pieces ---

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the cards, those in flight above the others."""
        rows = in_drawing_order()
        grouped = self.pointed_group(stage)
        dim = _worth_dimming(stage)
        for entity, moving in rows:
            draw_card(canvas, DECK, entity, moving, entity in dim)
            if entity in grouped:  # the next card of a fan covers a line as it does its card
                draw_outline(canvas, moving, RINGS["suggested"])
            elif esper.has_component(entity, SelectedCard):
                draw_outline(canvas, moving, RINGS["picked"])
        for entity, moving in rows:
            if entity == stage.cursor or (entity == stage.pointed and entity not in grouped):
                draw_outline(canvas, moving, RINGS["cursor"])

    def pointed_group(self, stage: Stage) -> frozenset[int]:
        """The cards of the best group that the card pointed at makes with those that are picked."""
        entity = stage.pointed if stage.cursor is None else stage.cursor
        turn = maybe(HumanTurn)
        if entity is None or turn is None or turn.view.must_return or not self.pickable(stage, entity):
            return frozenset()
        held = {esper.component_for_entity(card, Card).kind for card in (*_marked(), entity)}
        return frozenset(self._cards_of(stage, best_group(turn.view.hand, pack(_NUMBER[kind] for kind in held))))

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """The title, the options, what is reminded of, the players' plates, and the number of the deck's cards."""
        parts = parts_of(stage)
        title = parts.title._replace(w=_TITLE_WIDTH)
        plates = (parts.seat(player, stage.viewer).plate for player in players())
        return [title, parts.options, self._reminded or parts.reminder, *plates, _deck_count(stage)]

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the number of the deck's cards, and the tags of cards that have just come into a hand."""
        draw_tags(canvas, stage)
        draw_count(canvas, _deck_count(stage), len(stage.pieces_at("deck")), 19)
        picked = sum(esper.has_component(card, SelectedCard) for card in stage.pieces_at("deck"))
        if picked:  # as many as Enter draws
            draw_count(canvas, Box.around(parts_of(stage).deck.centre, 48, 40), picked, 27)

    # --- what can be pointed at ---

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""
        turn = maybe(HumanTurn)
        blind = sorted(turn.blind, key=lambda place: (place.player is None, place)) if turn is not None else []
        piles = [stage.pieces_at(*place) for place in blind]  # hands that are stolen from, then the deck
        nexts = [[card for card in pile if not esper.has_component(card, SelectedCard)][:1] for pile in piles]
        hand = stage.pieces_at("hand", stage.viewer)
        rows = itertools.groupby(hand, key=lambda entity: int(esper.component_for_entity(entity, Goal).order) // 30)
        return [row for row in (*nexts, *(list(row) for _, row in rows)) if row]

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """A click on another player's hand steals a card of it."""
        return None if place_of(entity).player in (None, stage.viewer) else Made(_STEAL, (entity,))

    def alone(self, stage: Stage, entity: int) -> Made | None:
        """A card of the hand alone is returned; of the deck, clicks count how many are drawn."""
        return None if place_of(entity).zone == "deck" else super().alone(stage, entity)

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """The card itself; of the deck the next one, and after as many as may be drawn all are put back."""
        deck, turn = stage.pieces_at("deck"), maybe(HumanTurn)
        if entity not in deck:
            return [entity]
        picked = [card for card in deck if esper.has_component(card, SelectedCard)]
        more = Move(MoveKind.DRAW, len(picked) + 1)
        return picked if picked and turn is not None and more not in turn.moves else deck[len(picked) :][:1]

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
        player = place_of(entity).player
        return ("" if player is None else _refused(Move(MoveKind.STEAL, player))) or NOT_YOUR_TURN


def _deck_count(stage: Stage) -> Box:
    """Where the number of the deck's cards stands: beside it."""
    deck = parts_of(stage).deck
    return Box.around((deck.right + 26, deck.centre[1]), 48, 32)


_always = partial(Action, fixed=True, any_time=True)


def _draw_action(move: Move, key: str) -> Action:
    words, fits = _("Draw {number}", number=move.value), partial(_has_value, move.value)
    return _always(_DRAW, words, fits, shortcut=key, why_not=_refused(move), how_often=_("once a turn"))


def _steal_action(other: int, name: str, key: str) -> Action:
    words, fits, refused = _("Steal from {name}", name=name), partial(_has_value, other), Move(MoveKind.STEAL, other)
    often = _("a card drawn blindly, once a turn")
    return _always(_STEAL, words, fits, shortcut=key, why_not=_refused(refused), how_often=often)


def _refused(move: Move) -> str:
    """Why the human to move cannot make a move that picks no cards; empty where it can, or nobody is asked."""
    turn = maybe(HumanTurn)
    refusal = None if turn is None else only(Table).rules.refusal(turn.view, move)
    return "" if refusal is None else with_names(to_player(refusal), player_names())


def _has_value(value: int, move: Any) -> bool:
    return bool(move.value == value)


def _marked() -> list[int]:
    return [entity for entity, _ in esper.get_component(SelectedCard)]


def _worth_dimming(stage: Stage) -> frozenset[int]:
    """The cards of the hand that fit nothing, unless none fits: then a turn is about something else."""
    hand = frozenset(stage.pieces_at("hand", stage.viewer))
    return stage.dimmed & hand if hand - stage.dimmed else frozenset()


VIEW = NottyView
"""What `view_of` finds."""
