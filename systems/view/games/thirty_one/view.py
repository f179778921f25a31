"""The Thirty-one table as it is seen: felt, seats with lives, a French deck, what can be pointed at and heard."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import esper

from components.pieces import SelectedCard
from components.table import Progress
from components.view import Stage
from game.games.thirty_one.moves import MoveKind
from game.games.thirty_one.state import Standing
from game.games.thirty_one.words import KIND_NAMES
from game.rules.language import _
from game.rules.protocol import RoundEnd
from systems.human import HumanTurn
from systems.snapshot import maybe, only, players
from systems.view.games.thirty_one import art
from systems.view.games.thirty_one import seats as thirty_one_seats
from systems.view.games.thirty_one.art import DECK
from systems.view.games.thirty_one.layout import OTHER_CARD, ThirtyOneLayout, boxes, facts, parts_of
from systems.view.games.thirty_one.rules_page import PAGE
from systems.view.games.thirty_one.seats import COUNTS
from systems.view.games.thirty_one.tune import TUNE
from systems.view.table.action_rows import Action, ActionRow, Made
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import RINGS, draw_card, draw_count, draw_outline, in_drawing_order
from systems.view.table.layout import is_over, place_of, table_box
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import card_outline, card_shadow

_LOSERS = {2: _("Two players lose lives"), 3: _("Three players lose lives"), 4: _("Four players lose lives")}
_DRAW, _TAKE, _DISCARD, _CALL = (KIND_NAMES[kind] for kind in MoveKind)


_LEAST_RESULT = 400.0
"""A result needs so much room from left to right."""


class ThirtyOneView(UsualTable):
    """How Thirty-one is seen and heard; the table screen asks it for everything that is particular to the game."""

    tune = TUNE
    show_seconds = 2.6

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won."""
        return [partial(art.life, True)]

    def keys(self, options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """The keys of the moves."""
        return (
            (_("D, T, C"), _("draw from the deck; take the discard; call")),
            (_("Space, Enter"), _("on the deck or the discard pile draw from it, on a card of the hand discard it")),
        )

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures."""
        return PAGE

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return ThirtyOneLayout()

    def options_box(self, stage: Stage) -> Box:
        """The box of the lines that name options: below the round."""
        return parts_of(stage).options

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return parts_of(stage).prompt

    def result_box(self, stage: Stage) -> Box | None:
        """Where the result of a round stands: all hands are seen around it, where there is room for that."""
        place = parts_of(stage).result
        return place if place.w >= _LEAST_RESULT else None

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """The options, the players' plates, and the number of the deck's cards."""
        parts = parts_of(stage)
        return [parts.options, *(parts.seat(player, stage.viewer).plate for player in players()), _deck_count(stage)]

    def headline(self, end: RoundEnd) -> str:
        """How many lose lives, where it is more than the one who is told of."""
        losers = sum(map(bool, end.record.get("lost", ())))
        return _LOSERS.get(losers, "")

    def may_decide(self, player: int) -> bool:
        """Whether a player has lives left."""
        standing = only(Progress).standing
        return not isinstance(standing, Standing) or standing.lives[player] > 0

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return {
            MoveKind.DRAW_DECK: ("card_slide",),
            MoveKind.TAKE_DISCARD: ("card_slide",),
            MoveKind.DISCARD: ("card_flip",),
            MoveKind.CALL: ("knock",),
        }[move.kind]

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need, those first that the table shows as it opens."""
        parts = boxes(table_box(Stage(canvas.width, canvas.height)), players)
        own = parts.own.card
        made: list[Callable[[], object]] = [partial(self.backdrop, canvas.surface.get_size())]
        kinds = (*art.KINDS, "back")
        for dim, units in ((False, own), (False, parts.deck.h), (False, OTHER_CARD), (True, own)):
            height = canvas.px(units)
            made += [partial(card_shadow, height, 0.0, lift) for lift in (0.0, 0.7)]
            made += [partial(card_outline, height, 0.0, tone) for tone in (RINGS["picked"], RINGS["cursor"], COUNTS)]
            made += [partial(DECK.card, kind, height, 0.0, dim) for kind in kinds]
        return made

    # --- moves ---

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """The rows of buttons from top to bottom. A card is discarded by a click on it."""
        draw = Action(_DRAW, _DRAW, fixed=True, shortcut="D")
        take = Action(_TAKE, _TAKE, fixed=True, shortcut="T", at_once=True)
        call = Action(_CALL, _CALL, fixed=True, shortcut="C")
        return [ActionRow((draw,)), ActionRow((take,)), ActionRow((call,))]

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """For taking the discard the top of its pile."""
        turn = maybe(HumanTurn)
        if kind != _TAKE or turn is None or turn.view.must_discard:
            return []
        return stage.pieces_at("discard")[-1:]

    def asked(self, stage: Stage) -> str:
        """What a human to move is asked to do."""
        turn = maybe(HumanTurn)
        if turn is None or turn.view.must_discard:
            if turn is not None and thirty_one_seats.has_eye(stage, turn.player, stage.pointed):
                return _("click to discard; the eye marks what everybody has seen")
            return _("click the card to discard")
        return _("draw, take or call") if turn.view.caller is None else _("the last one, draw or take")

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """A click on a pile draws from it, a click on a card of the hand discards it."""
        zone, _ = place_of(entity)
        if zone == "deck":
            return Made(_DRAW, (entity,))
        return Made(_TAKE if zone == "discard" else _DISCARD, (entity,))

    # --- drawing ---

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw title, the places of piles and hands, and the plates of the players."""
        parts = parts_of(stage)
        thirty_one_seats.draw_title(canvas, parts.title)
        for place in (parts.deck, parts.discard):
            canvas.shape(place, (0, 0, 0, 40), rim=(200, 220, 190, 60), rim_width=1.4, radius=9)
        for player, seated in enumerate(company):
            thirty_one_seats.draw_seat(canvas, stage, parts.seat(player, stage.viewer), player, seated)

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the cards, those in flight above the others."""
        rows = in_drawing_order()
        turn = maybe(HumanTurn)
        dim = stage.dimmed if turn is not None and turn.view.must_discard else frozenset()
        shown = thirty_one_seats.scoring_cards(stage) if is_over() else frozenset()
        for entity, moving in rows:
            weak = entity in dim and place_of(entity)[0] == "hand"
            draw_card(canvas, DECK, entity, moving, weak)
            if esper.has_component(entity, SelectedCard):
                draw_outline(canvas, moving, RINGS["picked"])
            elif entity in shown and moving.arrived:
                draw_outline(canvas, moving, COUNTS)
        for entity, moving in rows:
            if entity in (stage.cursor, stage.pointed):
                draw_outline(canvas, moving, RINGS["cursor"])

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the number of the deck's cards, and the marks on cards."""
        draw_count(canvas, _deck_count(stage), len(stage.pieces_at("deck")), 19)
        for player in players():
            thirty_one_seats.draw_marks(canvas, stage, player)

    # --- what can be pointed at ---

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: the piles, then the hand."""
        piles = [*stage.pieces_at("deck")[:1], *stage.pieces_at("discard")[-1:]]
        return [row for row in (piles, stage.pieces_at("hand", stage.viewer)) if row]

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a card of another player says."""
        found = facts()
        if is_over() or found is None:
            return _("The round is over: these hands are shown.")
        return _("The cards of other players stay with them; those that lie open were taken from the discard pile.")


def _deck_count(stage: Stage) -> Box:
    """Where the number of the deck's cards stands: beside it."""
    deck = parts_of(stage).deck
    return Box.around((deck.x - 30, deck.centre[1]), 46, 32)


VIEW = ThirtyOneView
"""What `view_of` finds."""
