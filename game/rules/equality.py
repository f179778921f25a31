"""When two states are equal: written once for all games."""

from typing import Any


class ByValues:
    """A state, which changes in place, and equals another of its class whose values are the same: those of its
    slots, but of what is drawn along, such as a `deck` by its `deck_at`, only what is left."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in self.__slots__}
        for pointer in [name for name in values if name.endswith("_at")]:
            pile, drawn = pointer.removesuffix("_at"), values.pop(pointer)
            values[pile] = values[pile][drawn:]
        return tuple(values.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]  # it changes in place
