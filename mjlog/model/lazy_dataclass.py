"""Data classes whose methods are compiled when they are first called, and `lazy_property`.

The standard library writes and compiles up to seven functions for each data class, and matches each
field against regular expressions. `mjlog check` loads 118 data classes, and this took a third of
its time. Most of these functions are never called, and few programs read the fields of a class.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeVar, dataclass_transform

_Class = TypeVar("_Class")

if TYPE_CHECKING:
    import functools

    lazy_property = functools.cached_property
else:

    class lazy_property:  # noqa: N801  named as a decorator is
        """A property that is computed once for each object, like `functools.cached_property`.

        Python 3.11 takes a lock to compute a `functools.cached_property`; this class does not.
        """

        def __init__(self, compute: Callable[[Any], Any]) -> None:
            """Store the function that computes the value of the property."""
            self._compute = compute
            self.__doc__ = compute.__doc__

        def __set_name__(self, _owner: type, name: str) -> None:
            """Store the name of the property. Python calls this when it creates the class."""
            self._name = name

        def __get__(self, instance: Any, _owner: type | None = None) -> Any:
            """Return the value of the property; compute it at the first access and store it.

            If the property is read from the class, return the property object itself.
            """
            if instance is None:
                return self
            value = instance.__dict__[self._name] = self._compute(instance)
            return value


@dataclass_transform(field_specifiers=(field,))
def dataclass(
    *,
    frozen: bool = False,
    slots: bool = False,
    eq: bool = True,
    repr: bool = True,  # noqa: A002  called as the standard library calls it
    unsafe_hash: bool = False,
) -> Callable[[type[_Class]], type[_Class]]:
    """Create a data class like `dataclasses.dataclass`, but generate each method when first used.

    Programs start faster, because most of these methods are never called.

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
        own = list(_own_fields(kind))
        all_fields = {**_fields_of_bases(kind), **{each.name: each for each in own}}
        made: Any = _with_slots(kind, all_fields) if slots else _plain_defaults(kind, own)
        made.__dataclass_params__, made.__dataclass_fields__ = _PARAMS, _Fields(made, own)
        setattr(made, _DECLARED, all_fields)
        if "__match_args__" not in written:
            given = [each.name for each in all_fields.values() if each.init]
            made.__match_args__ = tuple(given)  # type: ignore[misc]  # which type checkers make up
        if eq and not is_hashed:
            made.__hash__ = None
        methods: dict[str, Any] = {name: _Later(made, name) for name in names}
        for name, method in (methods | _FROZEN if frozen else methods).items():
            if name not in written:
                setattr(made, name, method)
        return made  # type: ignore[no-any-return]

    return make


def replace(instance: _Class, /, **changes: Any) -> _Class:
    """Return a copy of a data class object with some fields changed, as `dataclasses.replace` does.

    It is faster than `dataclasses.replace`, because a copying function is compiled for each class.

    >>> @dataclass(frozen=True, slots=True)
    ... class Point:
    ...     "A point."
    ...     x: int
    ...     y: int = 0
    >>> replace(Point(1), y=2)
    Point(x=1, y=2)
    """
    kind = type(instance)
    made = _REPLACING.get(kind)
    if made is None:
        made = _REPLACING[kind] = _replacing(kind)
    return made(instance, changes)  # type: ignore[no-any-return]


_REPLACING: Final[dict[type, Callable[[Any, dict[str, Any]], Any]]] = {}


def _replacing(kind: Any) -> Callable[[Any, dict[str, Any]], Any]:
    """Compile a function that copies an object of the class `kind` with some fields changed.

    The compiled function has two arguments, the object and a dict of the changed fields, and
    returns the copy.
    """
    values = [f"given.pop({name!r}, old.{name})" for name in kind.__match_args__]
    namespace: dict[str, Any] = {"_made": kind}
    lines = f"def replacing(old, given):\n return _made({', '.join(values)}, **given)"
    exec(lines, namespace)  # noqa: S102  as dataclasses do
    return namespace["replacing"]  # type: ignore[no-any-return]


# --------------------------------------------------------------------------- the fields

_DECLARED: Final = "_declared_fields"
"""Attribute of a class with its fields by name; fields of base classes come first."""
_PARAMS: Final = SimpleNamespace(frozen=False)


def _own_fields(kind: type) -> Iterator[Field[Any]]:
    """Yield a `Field` for each field that the class itself declares, without inherited fields."""
    defaults = vars(kind)
    for name, annotation in kind.__annotations__.items():
        if not str(annotation).removeprefix("typing.").startswith("ClassVar"):
            default = defaults.get(name, MISSING)
            declared: Any = default if isinstance(default, Field) else field(default=default)
            declared.name, declared.type = name, annotation
            yield declared


def _fields_of_bases(kind: type) -> dict[str, Field[Any]]:
    inherited: dict[str, Field[Any]] = {}
    for base in kind.__mro__[:0:-1]:
        inherited |= vars(base).get(_DECLARED, {})
    return inherited


def _with_slots(kind: type, all_fields: Mapping[str, Field[Any]]) -> type:
    """Return a copy of the class that stores its fields in slots instead of a dictionary.

    A field gets no slot if a base class has a slot for this field already.
    """
    taken = {slot for base in kind.__mro__ for slot in vars(base).get("__slots__", ())}
    left_out = {*all_fields, "__dict__", "__weakref__"}
    names = {name: entry for name, entry in vars(kind).items() if name not in left_out}
    names["__slots__"] = tuple(name for name in all_fields if name not in taken)
    made = type(kind)(kind.__name__, kind.__bases__, names)
    made.__qualname__ = kind.__qualname__
    return made


def _plain_defaults(kind: type, own: Sequence[Field[Any]]) -> type:
    """Replace each `Field` object in the class by the default value of the field.

    The attribute is removed if the field has no default. Return the same class.
    """
    for each in own:
        if each.default is not MISSING:
            setattr(kind, each.name, each.default)
        elif each.name in vars(kind):
            delattr(kind, each.name)
    return kind


class _Fields:
    """A descriptor that makes the standard library's fields of a class when they are first read."""

    def __init__(self, kind: type, own: Sequence[Field[Any]]) -> None:
        self._kind = kind
        self._own = own

    def __get__(self, _instance: object, _owner: type | None = None) -> Any:
        """Return the `Field` objects of the class in a dict by name, as `dataclasses` stores them.

        The dict is created at the first access, and then stored in the class in place of this
        descriptor.
        """
        kind: Any = self._kind
        names: dict[str, Any] = {each.name: each for each in self._own}
        types = {each.name: each.type for each in self._own}
        about = {"__annotations__": types, "__module__": kind.__module__, "__doc__": kind.__name__}
        like: Any = dataclasses.dataclass(**_NO_METHODS)(
            type(kind.__name__, kind.__bases__, {**names, **about})
        )
        kind.__dataclass_fields__ = like.__dataclass_fields__
        return kind.__dataclass_fields__


# --------------------------------------------------------------------------- the methods


class _Later:
    """A descriptor that makes a method when it is first read."""

    def __init__(self, kind: type, name: str) -> None:
        self._kind = kind
        self._name = name

    def __get__(self, instance: object, _owner: type | None = None) -> Any:
        """Return the generated method, and store it in the class in place of this descriptor.

        The method is generated at the first access. This also works through `super()` in a subclass
        that overrides the method.
        """
        method = _written(self._kind, self._name)
        setattr(self._kind, self._name, method)
        return method if instance is None else method.__get__(instance)


_NO_METHODS: Final = {"init": False, "repr": False, "eq": False}
_OPTION: Final[Mapping[str, str]] = {
    "__repr__": "repr",
    "__eq__": "eq",
    "__hash__": "unsafe_hash",
}


def _written(kind: Any, name: str) -> Any:
    """Generate the method `name`, such as ``__eq__``, for the data class `kind`, and return it.

    The constructor is generated by `_constructor`, all other methods by the standard library.
    """
    if name == "__init__":
        return _constructor(kind)
    fields_alone = {
        "__dataclass_fields__": kind.__dataclass_fields__,
        "__dataclass_params__": _PARAMS,
    }
    # A dataclass inherits the fields of its base, so the annotations are not read again.
    base = type("", (), fields_alone)
    like: Any = type(kind.__name__, (base,), {"__doc__": kind.__name__})
    asked: dict[str, bool] = {**_NO_METHODS, _OPTION[name]: True}
    return vars(dataclasses.dataclass(**asked)(like))[name]


# --------------------------------------------------------------------------- the constructor


class _Factory:
    """The default in a signature for a field whose default comes from a factory."""

    def __repr__(self) -> str:
        return "<factory>"


_MADE: Final = _Factory()


def _constructor(kind: Any) -> Any:
    """Generate the ``__init__`` of a data class in a third of the standard library's time."""
    declared = list(getattr(kind, _DECLARED).values())
    given = [each for each in declared if each.init]
    namespace: dict[str, Any] = {"_put": object.__setattr__}
    for each in declared:
        namespace[f"_default_{each.name}"] = _MADE if _has_factory(each) else each.default
        namespace[f"_factory_{each.name}"] = each.default_factory
    is_frozen = vars(kind).get("__setattr__") is _refuse
    lines = [
        _filling(each, is_frozen=is_frozen) for each in declared if each.init or _has_value(each)
    ]
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = [
        f"{each.name}=_default_{each.name}" if _has_value(each) else each.name for each in given
    ]
    head = f"def __init__({', '.join(['self', *parameters])}):"
    exec("\n ".join([head, *(lines or ["pass"])]), namespace)  # noqa: S102  as dataclasses do
    made = namespace["__init__"]
    made.__qualname__ = f"{kind.__qualname__}.__init__"
    made.__annotations__ = {**{each.name: each.type for each in given}, "return": None}
    return made


def _has_factory(each: Field[Any]) -> bool:
    return each.default_factory is not MISSING


def _has_value(each: Field[Any]) -> bool:
    """Return whether a field has a default value or a function that creates the default."""
    return _has_factory(each) or each.default is not MISSING


def _filling(each: Field[Any], *, is_frozen: bool) -> str:
    """Return the line of source text by which a constructor sets a field, such as ``self.x = x``.

    If `is_frozen`, the line calls `object.__setattr__` instead.
    """
    name = each.name
    value = name if each.init else f"_default_{name}"
    if _has_factory(each):
        made = f"_factory_{name}()"
        value = f"{made} if {name} is _default_{name} else {name}" if each.init else made
    return f"_put(self, {name!r}, {value})" if is_frozen else f"self.{name} = {value}"


# --------------------------------------------------------------------------- frozen values


def _refuse(self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")


def _state(self: Any) -> list[object]:
    """Return the field values of a frozen object as a list, for pickling.

    Pickle needs this because objects with slots have no dictionary.
    """
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
