"""The named colours of the tiles; a page or a picture decides their values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

Paint = Callable[[str, str], str]
"""A function that writes a property of a shape (``fill``, ``stroke``) with a colour."""

LIGHT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ink": "#1d2733",
        "red": "#b3202a",
        "green": "#0a6b3c",
        "blue": "#1c4a94",
        "gold": "#c08a1e",
        "face": "#fdf9ec",
        "edge": "#cfbf94",
        "back": "#2f7d5b",
        "index": "#5b6670",
    }
)
"""Colours that are used unless others are chosen."""


@dataclass(frozen=True, slots=True)
class Literal:
    """Writes the value of each colour into the SVG, so that every program can draw it."""

    colours: Mapping[str, str]

    def __call__(self, name: str, colour: str) -> str:
        """Return the SVG attribute `name` with the value of a colour, such as `fill="#b3202a"`.

        `colour` is a name of a colour, such as `red`, or a value.
        """
        return f'{name}="{self.colours.get(colour, colour)}"'


def themed(name: str, colour: str) -> str:
    """Return the SVG attribute `name` with a colour that the style of a web page can replace.

    For example ``fill="var(--tile-red,#b3202a)"``. Each shape has such an attribute, because other
    ways fail: Firefox ignores style sheets in SVG files that another document uses, and a strict
    content policy forbids ``style`` attributes. A colour that is not one of the named colours is
    written as it is.
    """
    if colour not in LIGHT:
        return f'{name}="{colour}"'
    return f'{name}="var(--tile-{colour},{LIGHT[colour]})"'


THEMED: Final[Paint] = themed
