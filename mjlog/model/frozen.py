"""Values that are compared by their contents and that no code may change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import MISSING, field, fields
from typing import Any, Final, TypeVar, dataclass_transform

from mjlog.model.lazy_dataclass import dataclass

_Class = TypeVar("_Class")
_Key = TypeVar("_Key")
_Entry = TypeVar("_Entry")
_Value = TypeVar("_Value")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(kind: type[_Class]) -> type[_Class]:
    """Turn a class into a data class that type checkers treat as frozen; used as a decorator.

    At run time the objects can be changed, because frozen objects take three times as long to
    create, and a program that reads records creates thousands of objects a second.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class FrozenMap(Mapping[_Key, _Entry]):
    """A mapping that nobody can write to; it can be copied and pickled.

    >>> FrozenMap({"a": 1}) == {"a": 1}
    True
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[_Key, _Entry]) -> None:
        """Copy the entries of a mapping into this read-only mapping."""
        self._entries = dict(entries)

    def __getitem__(self, key: _Key) -> _Entry:
        """Return the entry with that key; raise KeyError if there is none."""
        return self._entries[key]

    def __iter__(self) -> Iterator[_Key]:
        """Return an iterator over the keys of the mapping, in the order of the entries."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Return the number of entries in the mapping."""
        return len(self._entries)

    def __repr__(self) -> str:
        """Return the entries of the mapping, written like a dictionary."""
        return repr(self._entries)


def described(rows: Iterable[tuple[str, bool, Any, Any]]) -> dict[str, Any]:
    """Create a `dataclasses.Field` for each row of a table, and return a dict from name to field.

    A row has four elements: the name of a field, whether the constructor accepts this field, its
    default value, and a function that creates its default value. ``...`` in place of one of the
    last two means that there is none. The build of the compiled package writes this table, because
    compiled classes do not use the standard library's decorator.
    """
    return {row[0]: _described(*row) for row in rows}


def _described(name: str, is_given: bool, default: Any, factory: Any) -> Any:
    made: Any = copy(_PATTERN)
    made.name, made.init = name, is_given
    made.default = MISSING if default is ... else default
    made.default_factory = MISSING if factory is ... else factory
    return made


def replace(changed: _Value, **changes: Any) -> _Value:
    """Return a copy of a value object with some fields changed, as `dataclasses.replace` does."""
    kind: Any = type(changed)
    values = {name: getattr(changed, name) for name in kind.__match_args__}
    made: _Value = kind(**(values | changes))
    return made


@dataclass()
class _Pattern:
    field: object


_PATTERN: Final = fields(_Pattern)[0]
