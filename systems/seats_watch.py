"""Who sits at the table, what is to be decided and who thinks about it, and putting that back where a mod's system has
touched it."""

from typing import Any

import esper

from components.players import Actor, Advisor, Decision, Human, PlayedBy, Player, ScorerState

_HELD: dict[type[Any], tuple[str, ...]] = {
    Player: ("index", "name"),
    Human: (),
    PlayedBy: ("agent",),
    Advisor: ("agent",),
    Decision: ("number", "view"),
    Actor: ("player",),
    ScorerState: ("scorer",),
}
"""The components that a system may read but not give, take away or replace, and what it may not set in them. Candidates
and times of thought are not among it."""


class Seats:
    """Players, decisions and scorers as they are now."""

    def __init__(self) -> None:
        self._held = _held()
        self._whole: dict[int, tuple[Any, ...]] = {
            entity: esper.components_for_entity(entity) for entity, _ in self._held
        }

    def put_back(self) -> bool:
        """Put back what is no longer as it was; whether anything was. An entity that is gone is made anew with all that
        it carried, under another number."""
        now = _held()
        gone = [entity for entity in self._whole if not esper.entity_exists(entity)]
        if not gone and _same(now, self._held):
            return False
        esper.clear_dead_entities()
        for entity, kind in now.keys() - self._held.keys():
            if esper.entity_exists(entity):
                esper.remove_component(entity, kind)
        for (entity, kind), (component, *values) in self._held.items():
            for name, value in zip(_HELD[kind], values, strict=True):
                setattr(component, name, value)
            if entity not in gone:
                esper.add_component(entity, component)
        for entity in sorted(gone):  # in the order in which they were made: what goes over them goes by it
            esper.create_entity(*self._whole[entity])
        return True


def _held() -> dict[tuple[int, type[Any]], tuple[Any, ...]]:
    """Every component that is held, by its entity and kind, and what may not be set in it."""
    return {
        (entity, kind): (component, *[getattr(component, name) for name in names])
        for kind, names in _HELD.items()
        for entity, component in esper.get_component(kind)
    }


def _same(
    now: dict[tuple[int, type[Any]], tuple[Any, ...]], before: dict[tuple[int, type[Any]], tuple[Any, ...]]
) -> bool:
    """Whether these are the very same; nothing is asked whether it is equal: a mod may have put anything there."""
    return now.keys() == before.keys() and all(
        mine is other for key, values in now.items() for mine, other in zip(values, before[key], strict=True)
    )
