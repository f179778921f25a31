"""A mod whose systems are sound, broken and slow, and an AI for them to look at."""

from dataclasses import dataclass
from time import perf_counter

import esper

from game.modding import AtTable, MoveMade, Phase, Registry


@dataclass
class Seen:
    """How many frames and moves the system has seen."""

    frames: int = 0
    moves: int = 0


class Counts:
    """Counts what it sees, draws it, notes and announces every move."""

    def __init__(self, table: AtTable) -> None:
        self.table = table
        esper.create_entity(Seen())
        table.on(MoveMade, self.moved)

    def moved(self, made: MoveMade) -> None:
        [(_, seen)] = esper.get_component(Seen)
        seen.moves += 1
        self.table.note(f"{self.table.names[made.player]} has moved: {self.table.rules.describe(made.move)}")
        self.table.announce("A move.")

    def process(self, seconds: float) -> None:
        [(_, seen)] = esper.get_component(Seen)
        seen.frames += 1
        pen = self.table.drawing
        assert pen is not None
        pen.box(0, 0, pen.width / 4, pen.height / 4, (255, 0, 0))
        pen.ring(10, 10, 50, 50, (0, 255, 0, 255))
        pen.text("seen", 20, 20)


class Raises:
    """Fails in every frame."""

    def __init__(self, table: AtTable) -> None:
        self.frames = 0

    def process(self, seconds: float) -> None:
        self.frames += 1
        raise ValueError(f"frame {self.frames}")


class RaisesLater:
    """Fails when a move is made."""

    def __init__(self, table: AtTable) -> None:
        table.on(MoveMade, self.moved)

    def moved(self, made: MoveMade) -> None:
        raise KeyError("moved")

    def process(self, seconds: float) -> None:
        """Nothing."""


class Unmade:
    """Cannot be made."""

    def __init__(self, table: AtTable) -> None:
        raise SystemExit("no")

    def process(self, seconds: float) -> None:
        """Nothing."""


class Slow:
    """Takes 40 ms of a frame: of enough of them to be noticed, but not of all, which would take a test long."""

    def __init__(self, table: AtTable) -> None:
        self.frames = 0

    def process(self, seconds: float) -> None:
        self.frames += 1
        until = perf_counter() + (0.04 if self.frames <= 15 else 0.0)
        while perf_counter() < until:
            pass


class Elsewhere(Raises):
    """Fails in every frame, but at another game."""


def register(registry: Registry) -> None:
    """Add them all."""
    registry.system(Counts, Phase.RENDER)
    registry.system(Raises, Phase.LEARN)
    registry.system(RaisesLater, Phase.INPUT)
    registry.system(Unmade, Phase.TURN)
    registry.system(Slow, Phase.ANIMATE)
    registry.system(Elsewhere, Phase.LAYOUT, games=["notty"])
