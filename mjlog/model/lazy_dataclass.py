"""Data classes whose methods are written when somebody first calls them.

The standard library writes and compiles up to seven functions for each data class. For the 127 that
`mjlog check` loads this took a third of its time, and most of these functions are never called.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import FrozenInstanceError, field, fields
from types import SimpleNamespace
from typing import Any, Final, NoReturn, TypeVar, dataclass_transform

_Class = TypeVar("_Class")


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *,
    frozen: bool = False,
    slots: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002  called as the standard library calls it
    unsafe_hash: bool = False,
) -> Callable[[type[_Class]], type[_Class]]:
    """Makes a data class as `dataclasses.dataclass` does, but for when its methods are written.

    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     "A point."
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), Point(2)
    (True, Point(x=2, y=0))
    """
    is_hashed = unsafe_hash or (eq and frozen)
    wanted = {"__init__": True, "__repr__": repr, "__eq__": eq, "__hash__": is_hashed}
    names = tuple(name for name, is_wanted in wanted.items() if is_wanted)

    def make(kind: type[_Class]) -> type[_Class]:
        written = frozenset(vars(kind))
        made: Any = dataclasses.dataclass(slots=slots, **_NO_METHODS)(kind)
        if eq and not is_hashed:
            made.__hash__ = None
        methods: dict[str, Any] = {name: _Later(made, name) for name in names}
        for name, method in (methods | _FROZEN if frozen else methods).items():
            if name not in written:
                setattr(made, name, method)
        return made  # type: ignore[no-any-return]

    return make


class _Later:
    """Stands for a method until somebody asks for it."""

    def __init__(self, kind: type, name: str) -> None:
        self._kind = kind
        self._name = name

    def __get__(self, instance: object, _owner: type | None = None) -> Any:
        """The method; from now on it stands in the class itself."""
        setattr(self._kind, self._name, _written(self._kind, self._name))
        return getattr(self._kind if instance is None else instance, self._name)


_NO_METHODS: Final = {"init": False, "repr": False, "eq": False}
_OPTION: Final[Mapping[str, str]] = {
    "__init__": "init",
    "__repr__": "repr",
    "__eq__": "eq",
    "__hash__": "unsafe_hash",
}


def _written(kind: Any, name: str) -> Any:
    """That method as the standard library writes it for a class with the same fields."""
    frozen = name == "__init__" and vars(kind).get("__setattr__") is _refuse
    fields_alone = {each: getattr(kind, each) for each in _READ if hasattr(kind, each)}
    fields_alone["__dataclass_params__"] = SimpleNamespace(frozen=frozen)
    like: Any = type(kind.__name__, (type("", (), fields_alone),), {"__doc__": kind.__doc__})
    asked: dict[str, bool] = {**_NO_METHODS, _OPTION[name]: True}
    made = dataclasses.dataclass(frozen=frozen, slots="__slots__" in vars(kind), **asked)(like)
    return vars(made)[name]


_READ: Final = ("__dataclass_fields__", "__post_init__", "__module__")
"""What the standard library looks at when it writes a method."""


# --------------------------------------------------------------------------- what is frozen


def _refuse(self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")


def _state(self: Any) -> list[object]:
    """What is pickled of a frozen instance, which may have no dictionary."""
    return [getattr(self, each.name) for each in fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for each, content in zip(fields(self), state, strict=True):
        object.__setattr__(self, each.name, content)


_FROZEN: Final[dict[str, Any]] = {
    "__setattr__": _refuse,
    "__delattr__": _refuse,
    "__getstate__": _state,
    "__setstate__": _restore,
}
