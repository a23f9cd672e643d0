"""Data classes whose methods are written when somebody first calls them, and `kept` properties.

The standard library writes and compiles up to seven functions for each data class. For the 127 that
`mjlog check` loads this took a third of its time, and most of these functions are never called.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, dataclass_transform

_Class = TypeVar("_Class")

if TYPE_CHECKING:
    import functools

    kept = functools.cached_property
else:

    class kept:  # noqa: N801  named as a decorator is
        """A property that is computed once; that of Python 3.11 takes a lock each time first."""

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            """The property that this function computes."""
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            """The name under which the object keeps it."""
            self._name = name

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:
            """What it comes to; from now on the object has it by itself."""
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._compute(instance)
            return found


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
    "__repr__": "repr",
    "__eq__": "eq",
    "__hash__": "unsafe_hash",
}


def _written(kind: Any, name: str) -> Any:
    """That method as the standard library writes it for a class with the same fields."""
    if name == "__init__":
        return _constructor(kind)
    fields_alone = {
        "__dataclass_fields__": kind.__dataclass_fields__,
        "__dataclass_params__": SimpleNamespace(frozen=False),
    }
    like: Any = type(kind.__name__, (type("", (), fields_alone),), {"__doc__": kind.__doc__})
    asked: dict[str, bool] = {**_NO_METHODS, _OPTION[name]: True}
    return vars(dataclasses.dataclass(**asked)(like))[name]


# --------------------------------------------------------------------------- the constructor


class _Factory:
    """Stands for what a factory makes, where nothing is given."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE: Final = _Factory()


def _constructor(kind: Any) -> Any:
    """The constructor; that of the standard library takes three times as long if it is frozen."""
    told = fields(kind)
    given = [each for each in told if each.init]
    known: dict[str, Any] = {"_put": object.__setattr__}
    for each in told:
        known[f"_default_{each.name}"] = _MADE if _has_factory(each) else each.default
        known[f"_factory_{each.name}"] = each.default_factory
    is_frozen = vars(kind).get("__setattr__") is _refuse
    lines = [_filling(each, is_frozen=is_frozen) for each in told if each.init or _has_value(each)]
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    head = f"def __init__({', '.join(['self', *_parameters(given)])}):"
    exec("\n ".join([head, *(lines or ["pass"])]), known)  # noqa: S102  as dataclasses do
    made = known["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__annotations__ = {**{each.name: each.type for each in given}, "return": None}
    return made


def _has_factory(each: Field[Any]) -> bool:
    return each.default_factory is not MISSING


def _has_value(each: Field[Any]) -> bool:
    """Whether a field has a value where none is given."""
    return _has_factory(each) or each.default is not MISSING


def _parameters(given: Sequence[Field[Any]]) -> list[str]:
    """The parameters, those behind the star last."""
    words = {each: f"{each.name}=_default_{each.name}" for each in given if _has_value(each)}
    in_order = [words.get(each, each.name) for each in given if not each.kw_only]
    by_name = [words.get(each, each.name) for each in given if each.kw_only]
    return [*in_order, *(["*"] if by_name else []), *by_name]


def _filling(each: Field[Any], *, is_frozen: bool) -> str:
    """The line that fills a field."""
    name = each.name
    value = name if each.init else f"_default_{name}"
    if _has_factory(each):
        made = f"_factory_{name}()"
        value = f"{made} if {name} is _default_{name} else {name}" if each.init else made
    return f"_put(self, {name!r}, {value})" if is_frozen else f"self.{name} = {value}"


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
