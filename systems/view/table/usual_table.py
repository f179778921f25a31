"""What most tables have in common; a game's view says what is otherwise."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

import pygame

from components.table import Table
from components.view import Stage
from game.games import registry
from game.games.zones import TableZone
from game.rules.language import _, pgettext
from game.rules.protocol import RoundEnd
from systems.human import HumanTurn, locate, moves_of
from systems.snapshot import maybe, only
from systems.view.table.action_rows import Action, ActionRow, Made
from systems.view.table.flat_cards import card_at
from systems.view.table.layout import place_of, side_box
from systems.view.table.plain_tune import TUNE
from systems.view.table.results import Prizes
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.toolkit import backdrops, drawings, theme
from systems.view.toolkit.canvas import Box, Point
from systems.view.toolkit.drawings import Size


class UsualTable:
    """What most tables have in common: cards on felt, one button for each kind of move, a click picks a piece, and
    results lie over the middle of the screen."""

    pieces: str = pgettext("the pieces of a game", "cards")
    dealing = "shuffle"
    moving = "card_slide"
    tune = TUNE
    plays_for_humans = False
    show_seconds = 0.9

    def backdrop(self, size: Size) -> pygame.Surface:
        """What lies behind everything: felt."""
        return backdrops.felt(size)

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won: crowns."""
        return [partial(drawings.icon, "crown", colour=theme.GOLD[:3])]

    def keys(self, options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """The keys that the table has of its own: none."""
        return ()

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures: a game that nobody has drawn has none."""
        return None

    def pickable(self, stage: Stage, entity: int) -> bool:
        """Return True if a click on a piece means to pick it: where the game's zones say so, or a move picks any piece
        of another player."""
        place, turn = place_of(entity), maybe(HumanTurn)
        if place.player not in (None, stage.viewer):
            return turn is not None and place in turn.blind
        return place.zone in _pickable(tuple(registry.game(only(Table).rules.name).zones))

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """The move that a click on a piece makes at once; None: the click picks it."""
        return None

    def alone(self, stage: Stage, entity: int) -> Made | None:
        """The one move that picks a piece alone."""
        turn = maybe(HumanTurn)
        made = [] if turn is None else moves_of(turn, Counter([locate(entity)]))
        return Made(only(Table).rules.kind_name(made[0]), (entity,)) if len(made) == 1 else None

    def result_box(self, stage: Stage) -> Box | None:
        """Where the result of a round stands so that the table is seen around it; None: over the dimmed table."""
        return None

    def score_box(self, stage: Stage, player: int) -> Box | None:
        """Where a player's score is counted up at the end of a match: the result alone tells it."""
        return None

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """Where the table tells of players and piles: it has no places of its own for that."""
        return ()

    def headline(self, end: RoundEnd) -> str:
        """How the end of a round is headed where its result stands beside the table: by who has won."""
        return ""

    def prizes(self, end: RoundEnd) -> Prizes | None:
        """What players hold after a round, beside its score: nothing."""
        return None

    def may_decide(self, player: int) -> bool:
        """Whether a player may still come to decide in this match."""
        return True

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """The rows of buttons from top to bottom."""
        return [ActionRow((Action(kind, kind),)) for kind in kinds]

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """The pieces that the button of a kind picks first where none are picked; none: it needs picked pieces."""
        return []

    def asked(self, stage: Stage) -> str:
        """What a human to move who has picked nothing is asked to do."""
        return _("choose {pieces}", pieces=self.pieces)

    def side(self, stage: Stage) -> Box:
        """The box of the side panel."""
        return side_box(stage)

    def piece_at(self, point: Point) -> int | None:
        """The uppermost card at a point."""
        return card_at(point)

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """The piece that a click on `entity` picks or puts back."""
        return [entity]

    def next_of_pile(self, stage: Stage, entity: int) -> int:
        """Where the keyboard's cursor goes once a piece is picked: it stays."""
        return entity


@lru_cache(maxsize=16)
def _pickable(zones: tuple[TableZone, ...]) -> frozenset[str]:
    """The places whose pieces may be picked."""
    return frozenset([name for zone in zones if zone.seen and zone.pickable for name in zone.places])
