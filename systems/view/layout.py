"""LAYOUT, the same at every table: goals are made anew only when something has changed that they depend on."""

import esper

from components.pieces import SelectedCard
from components.table import Progress
from components.view import Stage
from systems.snapshot import only

ANGLE_STEP = 1.2
"""Cards are turned by multiples of this many degrees, in fans and in flight, so that few pictures are needed."""


class LayoutSystem(esper.Processor):
    """Calls `lay_out` whenever pieces, marks, window or viewer have changed."""

    def process(self, seconds: float) -> None:
        stage = only(Stage)
        marked = tuple(entity for entity, _ in esper.get_component(SelectedCard))
        key = (only(Progress).changes, marked, stage.width, stage.height, stage.viewer, stage.open_hands)
        if key != stage.laid_out:
            stage.laid_out = key
            stage.settled = False
            self.lay_out(stage)

    def lay_out(self, stage: Stage) -> None:
        """Give every piece its goal, and fill `stage.zones`."""
        raise NotImplementedError
