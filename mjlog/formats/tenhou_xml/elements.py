"""The elements of a Tenhou XML log, by two roads that agree: plain splitting, else expat.

A log is one flat list of empty elements; five of six are draws and discards without attributes
(``<T107/>``). A file as the server writes it needs no XML parser; any doubt (white space, comments,
entities, bytes beyond ASCII) sends the file to expat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final
from xml.parsers import expat

from mjlog.formats.riichi.tenhou_numbers import IDS
from mjlog.model.record import Seat

Attributes = dict[str, str]
Named = tuple[str, Attributes]
Move = tuple[Seat, int, bool]

ROOT: Final = "mjloggm"
MOVES: Final[dict[str, Move]] = {
    f"{letter}{number}": (seat, number, draws)
    for letters, draws in (("TUVW", True), ("DEFG", False))
    for seat, letter in enumerate(letters)
    for number in range(IDS)
}
"""``T107`` is a draw, ``D39`` a discard: seat, tile id, whether it is a draw."""

_QUICK_MOVES: Final = {name + "/>": move for name, move in MOVES.items()}
_QUICK_ELEMENT: Final = re.compile(r"""([A-Z]+)((?: [A-Za-z0-9]+="[ !#-%'-;=?-~]*")*) ?/>\Z""")
_QUICK_ROOT: Final = re.compile(rf"""{ROOT}((?: [a-z]+="[ !#-%'-;=?-~]*")*)>\Z""")
_ATTRIBUTE: Final = re.compile(r'([A-Za-z0-9]+)="([^"]*)"')


@dataclass(slots=True)
class Elements:
    """Three lists of one length.

    At each place stands either a move or a named element, and its byte offset. `apart` are the
    places of named elements.

    `broken` says what broke the reading off, and at which byte.
    """

    moves: list[Move | None] = field(default_factory=list)
    named: list[Named | None] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    apart: list[int] = field(default_factory=list)
    broken: tuple[str, int] | None = None

    def add(self, move: Move | None, named: Named | None, offset: int) -> None:
        """One element more: a move, or one with a name."""
        if move is None:
            self.apart.append(len(self.moves))
        self.moves.append(move)
        self.named.append(named)
        self.offsets.append(offset)

    def others(self) -> Iterator[tuple[int, str, Attributes]]:
        """The named elements with their places."""
        for place in self.apart:
            name, given = self.named[place] or ("", {})
            yield place, name, given

    def first(self, name: str) -> Attributes:
        """The attributes of the first element of that name before the first deal."""
        for _, found, given in self.others():
            if found == name:
                return given
            if found == "INIT":
                break
        return {}


def elements(data: bytes) -> Elements:
    """All elements in order."""
    return quick(data) or thorough(data)


def quick(data: bytes) -> Elements | None:
    """By splitting at the angle brackets; None when the file is not of the plainest kind."""
    if not data.isascii():
        return None
    pieces = data.decode("ascii").split("<")
    if len(pieces) < 3 or pieces[0] or pieces[-1].rstrip("\r\n") != f"/{ROOT}>":
        return None
    root = _QUICK_ROOT.match(pieces[1])
    if root is None:
        return None
    offsets = [place + before for place, before in enumerate(accumulate(map(len, pieces)))]
    del pieces[0], pieces[-1], offsets[-2:]
    moves = [_QUICK_MOVES.get(piece) for piece in pieces]
    named: list[Named | None] = [None] * len(pieces)
    apart = [place for place, move in enumerate(moves) if move is None]
    for place in apart:
        match = root if place == 0 else _QUICK_ELEMENT.match(pieces[place])
        if match is None:
            return None
        pairs = _ATTRIBUTE.findall(match[match.lastindex or 0])
        given = dict(pairs)
        if len(given) != len(pairs):
            return None
        named[place] = (ROOT if place == 0 else match[1], given)
    return Elements(moves, named, offsets, apart)


class _RefusedError(Exception):
    """A document type is declared: entities are not read."""


def thorough(data: bytes) -> Elements:
    """By expat, which takes any XML.

    Documents with a document type are refused, so no entity is ever expanded.
    """
    read = Elements()
    parser = expat.ParserCreate("utf-8")

    def start(name: str, given: Attributes) -> None:
        move = None if given else MOVES.get(name)
        read.add(move, (name, given) if move is None else None, parser.CurrentByteIndex)

    def refuse(*_: object) -> None:
        raise _RefusedError

    parser.StartElementHandler = start
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(data, True)
    except _RefusedError:
        read.broken = (
            "a document type is declared, such documents are not read",
            max(parser.CurrentByteIndex, 0),
        )
    except expat.ExpatError as problem:
        message = f"the XML breaks off here: {expat.ErrorString(problem.code)}"
        read.broken = (message, max(parser.ErrorByteIndex, 0))
    return read
