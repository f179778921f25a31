"""The phases of a frame, and the one way to add a system to one of them.

Systems of a phase run in the order in which they were added, those of mods before or after all of ours. esper sorts
processors by their priority and overwrites it when one is added, so it is computed here and nowhere else.
"""

from __future__ import annotations

from enum import EnumType, IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import esper


class _Phases(EnumType):
    def __getattr__(cls, name: str) -> Any:
        """Name the phases that there are to whoever asks for another."""
        if name.startswith("_"):
            raise AttributeError(name)
        raise AttributeError(f"there is no phase {name}: use {PHASES}")


class Phase(IntEnum, metaclass=_Phases):
    """What happens in a frame, in order."""

    INPUT = 0
    SCORE = 1
    PICK = 2
    ACT = 3
    EXECUTE = 4
    TURN = 5
    LEARN = 6
    LAYOUT = 7
    ANIMATE = 8
    RENDER = 9


PHASES = ", ".join(f"Phase.{phase.name}" for phase in Phase)
"""All phases, as mods write them."""


class Order(IntEnum):
    """Where a system stands within its phase."""

    BEFORE = 3
    OURS = 2
    NEXT = 1
    """After ours, and before what comes last."""
    AFTER = 0


DRAWING = frozenset({Phase.LAYOUT, Phase.ANIMATE, Phase.RENDER})
"""The phases whose systems draw: they run where there is a window, all others in every world."""


def add_system(system: esper.Processor, phase: Phase, order: Order = Order.OURS) -> None:
    """Add a system to the current world. Raises ValueError when one of its class is there already: esper would
    find only the later one again."""
    import esper  # here, so that phases can be named without it

    if esper.get_processor(type(system)) is not None:
        raise ValueError(f"{type(system).__name__} is already part of this world")
    esper.add_processor(system, priority=int(order) - len(Order) * int(phase))
