"""What the table asks of a game's view; the default table answers all of it for any game."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import esper
import pygame

from components.view import Stage
from game.rules.protocol import RoundEnd
from systems.view.table.action_rows import ActionRow, Made
from systems.view.table.characters import Seated
from systems.view.table.results import Prizes
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.drawings import Size
from systems.view.toolkit.music import Tune


class GameView(Protocol):
    """How a game is seen and heard; lengths and places in units."""

    dealing: str
    """The sound of a round that begins."""
    moving: str
    """The sound of pieces that are shown at another position: a move taken back, a step of a replay."""
    tune: Tune
    """What is played softly, over and over."""
    plays_for_humans: bool
    """Whether a human may let the table's AI make a move."""
    show_seconds: float
    """For how long the end of a round is seen before something lies over the table, or the next round begins."""

    @property
    def pieces(self) -> str:
        """What the pieces that are picked are called: "cards"."""

    def keys(self, options: Mapping[str, Any]) -> Sequence[tuple[str, str]]:
        """The keys that the table has of its own in a match with these options, each with what it does."""

    def backdrop(self, size: Size) -> pygame.Surface:
        """What lies behind everything, opaque, exactly of a size in pixels; a shared picture."""

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures, as they are with these options of a match; None where there are only words."""

    def layout(self) -> esper.Processor:
        """The system that gives every piece its goal, and fills `Stage.zones`."""

    def side(self, stage: Stage) -> Box:
        """The box of the side panel."""

    def options_box(self, stage: Stage) -> Box:
        """The box of the lines that name the options that are not as usual, as high as `room_for` them."""

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""

    def result_box(self, stage: Stage) -> Box | None:
        """Where the result of a round stands so that the table is seen around it; None: over the dimmed table."""

    def score_box(self, stage: Stage, player: int) -> Box | None:
        """Where a player's score is counted up at the end of a match; None where the result alone tells it."""

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """Where the table tells of players and piles, by plates and counts: words beside pieces keep clear of them."""

    def headline(self, end: RoundEnd) -> str:
        """How the end of a round is headed where its result stands beside the table; empty: by who has won."""

    def prizes(self, end: RoundEnd) -> Prizes | None:
        """What players hold after a round that counts in the match, beside its score; None: nothing."""

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won, each by its height in pixels."""

    def may_decide(self, player: int) -> bool:
        """Whether a player may still come to decide in this match: not one who is out of it."""

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need at a table for so many, to be made one by one in idle frames before it does:
        those first that the table shows as it opens. It may not be open yet."""

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """The rows of buttons for moves, from top to bottom."""

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """The pieces that the button of a kind picks first where none are picked; none: it needs picked pieces."""

    def asked(self, stage: Stage) -> str:
        """What a human to move who has picked nothing is asked to do: "choose cards"."""

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw what lies under the pieces, a plate for everybody of the company among it."""

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the pieces."""

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw what lies over the pieces."""

    def piece_at(self, point: Point) -> int | None:
        """The uppermost piece at a point."""

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""

    def pickable(self, stage: Stage, entity: int) -> bool:
        """Whether a click on a piece of the viewer's means to pick it."""

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """The move that a click on a piece makes at once; None: the click picks it."""

    def alone(self, stage: Stage, entity: int) -> Made | None:
        """The move that a piece makes alone, by a double click or dragged to another place; None: there is none."""

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """The pieces that a click on `entity` picks or puts back, one after another."""

    def next_of_pile(self, stage: Stage, entity: int) -> int:
        """Where the keyboard's cursor goes once a piece is picked: on a pile to the next one, else it stays."""

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
