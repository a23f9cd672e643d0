"""The formats that can be read and written: those of mjlog and those of other packages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from mjlog.formats.format import Content, Format
from mjlog.formats.majiang import FORMAT as MAJIANG
from mjlog.formats.mjai import FORMAT as MJAI
from mjlog.formats.mjx import FORMAT as MJX
from mjlog.formats.own import JSON, TEXT
from mjlog.formats.riichicity import FORMAT as RIICHI_CITY
from mjlog.formats.tenhou_json import FORMAT as TENHOU_JSON
from mjlog.formats.tenhou_xml import FORMAT as TENHOU_XML

GROUP: Final = "mjlog.formats"
"""The entry points by which another package registers a `Format`."""
BUILT_IN: Final = (TEXT, JSON, MJAI, MJX, RIICHI_CITY, TENHOU_JSON, TENHOU_XML, MAJIANG)
"""The formats of mjlog, in the order in which they are asked about a file."""
TARGETS: Final = ("tenhou6", "tenhou", "mjai", "majiang")
"""The words for the formats of mjlog that records are exported to."""


@cache
def of_others() -> tuple[Format, ...]:
    """The formats of other packages; to look for them takes longer than to read a record."""
    from importlib.metadata import entry_points

    return tuple(point.load() for point in sorted(entry_points(group=GROUP)))


def formats() -> Iterator[Format]:
    """All formats, those of other packages last; these are looked for when nothing before fits."""
    yield from BUILT_IN
    yield from of_others()


def by_name(name: str) -> Format:
    """The format that reports call so. Raises KeyError."""
    return _found(name, "name")


def by_target(target: str) -> Format:
    """The format of the word behind ``--from`` or ``--to``. Raises KeyError."""
    return _found(target, "target")


def matching(content: Content) -> Format | None:
    """The first format that the content is of."""
    return next((each for each in formats() if each.matches(content)), None)


def _found(word: str, member: str) -> Format:
    for each in formats():
        if getattr(each, member) == word:
            return each
    raise KeyError(word)
