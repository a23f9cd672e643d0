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
    """Make a class a data class that type checkers treat as frozen.

    At run time it is not frozen: a frozen object takes three times as long to make, and a record
    has thousands of them a second.
    """
    return dataclass(slots=True, unsafe_hash=True)(kind)


class FrozenMap(Mapping[_Key, _Entry]):
    """A mapping that nobody can write to; it can be copied and pickled.

    >>> FrozenMap({"a": 1}) == {"a": 1}
    True
    """

    __slots__ = ("_entries",)

    def __init__(self, entries: Mapping[_Key, _Entry]) -> None:
        """Copy the entries."""
        self._entries = dict(entries)

    def __getitem__(self, key: _Key) -> _Entry:
        """Return the entry with that key."""
        return self._entries[key]

    def __iter__(self) -> Iterator[_Key]:
        """Return an iterator over the keys, in their order."""
        return iter(self._entries)

    def __len__(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def __repr__(self) -> str:
        """Return the entries as a dictionary shows them."""
        return repr(self._entries)


def described(rows: Iterable[tuple[str, bool, Any, Any]]) -> dict[str, Any]:
    """Return the fields of a value class by name, each as a `dataclasses.Field`.

    The build generates the rows. Each is a field's name, whether the constructor takes it, its
    default, and the function that makes the default; ``...`` means that the field has none.
    """
    return {row[0]: _described(*row) for row in rows}


def _described(name: str, is_given: bool, default: Any, factory: Any) -> Any:
    made: Any = copy(_PATTERN)
    made.name, made.init = name, is_given
    made.default = MISSING if default is ... else default
    made.default_factory = MISSING if factory is ... else factory
    return made


def replace(changed: _Value, **changes: Any) -> _Value:
    """Return a copy of the value with some fields changed, as `dataclasses.replace` does."""
    kind: Any = type(changed)
    values = {name: getattr(changed, name) for name in kind.__match_args__}
    made: _Value = kind(**(values | changes))
    return made


@dataclass()
class _Pattern:
    field: object


_PATTERN: Final = fields(_Pattern)[0]
