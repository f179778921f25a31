"""When two states are equal: written once for all games."""

from typing import Any


class ByValues:
    """A state, which changes in place, and equals another of its class whose values are the same: those of its
    slots, but of a deck that is drawn along by `deck_at` only the cards that are left."""

    __slots__: tuple[str, ...] = ()

    def _values(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in self.__slots__}
        drawn = values.pop("deck_at", None)
        if drawn is not None:
            values["deck"] = values["deck"][drawn:]
        return tuple(values.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._values() == other._values()

    __hash__ = None  # type: ignore[assignment]  # it changes in place
