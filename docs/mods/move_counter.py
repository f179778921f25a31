"""A mod: a system that counts everybody's moves at Nim, draws them on the table, and announces every fifth."""

from dataclasses import dataclass

import esper

from game.modding import AtTable, MoveMade, Phase, Player, Registry

BOARD = (20, 12, 19, 190)
INK = (250, 222, 150)


@dataclass
class MovesMade:
    """A component of our own: how many moves a player has made."""

    number: int = 0


class MoveCounter:
    """Gives every player a `MovesMade`, and draws them all below the piles."""

    def __init__(self, table: AtTable) -> None:
        self.table = table
        for entity, _ in esper.get_component(Player):
            esper.add_component(entity, MovesMade())
        table.on(MoveMade, self.count)

    def count(self, made: MoveMade) -> None:
        """A move has been made."""
        for _, (player, moves) in esper.get_components(Player, MovesMade):
            if player.index == made.player:
                moves.number += 1
                if moves.number % 5 == 0:
                    self.table.announce(f"{self.table.names[player.index]}: move {moves.number}")

    def process(self, seconds: float) -> None:
        """Once a frame, after the table has been drawn."""
        pen = self.table.drawing
        assert pen is not None  # a system of RENDER runs only where there is a window
        rows = sorted((player.index, moves.number) for _, (player, moves) in esper.get_components(Player, MovesMade))
        left, top = 292.0, pen.height - 64
        pen.box(left, top, 640, 44, BOARD)
        for index, number in rows:
            pen.text(f"moves of {self.table.names[index]}: {number}", left + 20 + 310 * index, top + 12, 17, INK)


def register(registry: Registry) -> None:
    """Add the system to Nim's tables."""
    registry.system(MoveCounter, Phase.RENDER, games=["nim"])
