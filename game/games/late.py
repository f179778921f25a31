"""What may be given as it is, or as a function that makes it once somebody asks for it.

What an AI learns and plays by takes long to import; an AI is registered by its name, and known by it, without that.
"""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class Late(Generic[T]):
    """A field of a dataclass that holds a T, or None, and may be given a function without arguments that makes it.

    Reading the field calls that function, which keeps what it makes where that costs something. Source of how a
    dataclass takes such fields: "Descriptor-typed fields" in the documentation of Python's module ``dataclasses``.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self._kept = f"_{name}"

    @overload
    def __get__(self, instance: None, owner: type) -> None: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T | None: ...
    def __get__(self, instance: object | None, owner: type) -> T | None:
        if instance is None:
            return None  # the default
        given: T | Callable[[], T] | None = getattr(instance, self._kept)
        return given() if callable(given) else given

    def __set__(self, instance: object, given: T | Callable[[], T] | None) -> None:
        object.__setattr__(instance, self._kept, given)

    def given_to(self, instance: Any) -> bool:
        """Whether an instance was given something, which is not made for that."""
        return getattr(instance, self._kept) is not None
