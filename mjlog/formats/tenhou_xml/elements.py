"""Splits a Tenhou XML log into elements: by plain splitting if possible, else by expat.

A log is one flat list of empty elements, and five of six are draws and discards without attributes
(``<T107/>``). A file as the server writes it needs no XML parser. If a file has anything else
(white space, comments, entities, bytes beyond ASCII), expat reads it. Both ways have the same
result.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from mjlog.formats.riichi.tenhou_numbers import IDS, RED_FACES
from mjlog.formats.riichi.turn_builder import plain_turn
from mjlog.model.memo import Memo
from mjlog.model.record import MANNER_DRAWN, MANNER_FROM_HAND, NOBODY, Seat, Turn
from mjlog.model.tiles import Tile

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
"""Seat, tile id, and whether it is a draw, by name: ``T107`` is a draw, ``D39`` a discard."""

_PLAIN: Final = bytes(range(0x20, 0x7F)).replace(b"&", b"")
_QUICK_ELEMENT: Final = re.compile(r"""([A-Z]+)((?: [A-Za-z0-9]+="[ !#-%'-;=?-~]*")*) ?/>\Z""")
_QUICK_ROOT: Final = re.compile(rf"""{ROOT}((?: [a-z]+="[ !#-%'-;=?-~]*")*)>\Z""")
_ATTRIBUTE: Final = re.compile(r'([A-Za-z0-9]+)="([^"]*)"')


class Play:
    """A draw, a discard, or a draw followed by a discard of the same player.

    `drawn` and `dropped` are tile ids; -1 if there is no draw or no discard. `is_turn` is True if
    there are both. Equal plays in a log are the same object.
    """

    __slots__ = ("_with_red", "_without_red", "drawn", "dropped", "is_turn", "seat")

    def __init__(self, seat: Seat, drawn: int = -1, dropped: int = -1) -> None:
        """Store the seat and the tile ids; -1 means that there is no draw or no discard."""
        self.seat = seat
        self.drawn = drawn
        self.dropped = dropped
        self.is_turn = drawn >= 0 and dropped >= 0
        self._with_red: Turn | None = None
        self._without_red: Turn | None = None

    def turn(self, faces: tuple[Tile, ...]) -> Turn:
        """Return this draw and discard as the `Turn` of a record.

        `faces` is `RED_FACES` in games with red fives, otherwise `PLAIN_FACES`. The `Turn` is
        stored and returned again at later calls.
        """
        turns = self._with_red if faces is RED_FACES else self._without_red
        if turns is not None:
            return turns
        manner = MANNER_DRAWN if self.drawn == self.dropped else MANNER_FROM_HAND
        drawn, dropped = faces[self.drawn], faces[self.dropped]
        made = plain_turn(self.seat, drawn, dropped, manner, ready=False)
        if faces is RED_FACES:
            self._with_red = made
        else:
            self._without_red = made
        return made


NOTHING: Final = Play(NOBODY)
"""A play without a player; it stands for the latest play before the first play."""

_plays: Final[dict[str, Play]] = {}
"""Cache of plays by their text, without the next angle bracket: ``T107/>``, ``T107/>\nD39/>``."""


def _learnt(word: str) -> Play | None:
    """Parse the text of a draw, a discard, or both in a row, such as ``T107/>``; return a `Play`.

    The `Play` is stored in `_plays`, so that the same text is parsed only once. Return None if the
    text is anything else, or if the draw and the discard are of different players.
    """
    if not word.endswith("/>"):
        return None
    first, joint, second = word[:-2].partition("/>\n")
    move = MOVES.get(first)
    if move is None:
        return None
    seat, number, draws = move
    play = Play(seat, number) if draws else Play(seat, -1, number)
    if joint:
        after = MOVES.get(second)
        if after is None or not draws or after[2] or after[0] != seat:
            return None
        play = Play(seat, number, after[1])
    _plays[word] = play
    return play


@dataclass(slots=True)
class Elements:
    """The elements of a log, in order; `offsets` has the byte offset of each element.

    An element in `plays` is a `Play`, or None for an element with attributes, which `named` has
    under the same index. `late` has the byte offset of a discard that was read separately from its
    draw, by the index of the `Play` that joins them. `broken` says why reading stopped and at which
    byte; None if the whole log was read.
    """

    plays: list[Play | None] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)
    named: dict[int, Named] = field(default_factory=dict)
    late: dict[int, int] = field(default_factory=dict, compare=False)
    broken: tuple[str, int] | None = None

    def add(self, move: Move | None, named: Named | None, offset: int) -> None:
        """Add one element to the list: a draw or discard if `move` is given, otherwise `named`.

        `offset` is its byte offset in the file.
        """
        if move is not None:
            seat, number, draws = move
            word = f"{(_DRAWS if draws else _DISCARDS)[seat]}{number}/>"
            play = _plays.get(word) or _learnt(word)
            if play is not None:
                self._play(play, offset)
        elif named is not None:
            self.named[len(self.plays)] = named
            self.plays.append(None)
            self.offsets.append(offset)

    def take(self, piece: str, offset: int) -> bool:
        """Parse an element and add it to the list; return True.

        Return False and add nothing if the element is not written exactly as Tenhou's server writes
        it. `piece` is the text of the element after ``<``, and `offset` its byte offset in the
        file.
        """
        if '"' not in piece:
            play = _plays.get(piece) or _learnt(piece)
            if play is not None:
                self._play(play, offset)
                return True
        if not self.plays:
            named = _named(_QUICK_ROOT.match(piece), ROOT)
        elif len(piece) <= _SHORT:
            named = _short.get(piece)
        else:
            named = _element(piece)
        if named is None:
            return False
        self.named[len(self.plays)] = named
        self.plays.append(None)
        self.offsets.append(offset)
        return True

    def take_several(self, piece: str, offset: int) -> bool:
        """Parse a text with an element and the discards after it, and add them all to the list.

        `offset` is the byte offset of the text in the file. Return True. If an element is not
        written exactly as the server does, return False; the elements before it have then been
        added.
        """
        play = None if '"' in piece else _learnt(piece)
        if play is not None:
            self.plays.append(play)
            self.offsets.append(offset)
            return True
        *parts, last = piece.split(_JOINT)
        for part in parts:
            if not self.take(part + ">", offset):
                return False
            offset += len(part) + len(_JOINT)
        return self.take(last, offset)

    def _play(self, play: Play, offset: int) -> None:
        """Add a draw or a discard to the list; `offset` is its byte offset in the file.

        A discard of the player who has just drawn does not become an element of its own: the draw
        is replaced by one element with both.
        """
        before = self.plays[-1] if self.plays and play.drawn < 0 else None
        if before is None or before.dropped >= 0 or before.seat != play.seat:
            self.plays.append(play)
            self.offsets.append(offset)
            return
        seat = play.seat
        word = f"{_DRAWS[seat]}{before.drawn}/>\n{_DISCARDS[seat]}{play.dropped}/>"
        self.plays[-1] = _plays.get(word) or _learnt(word)
        self.late[len(self.plays) - 1] = offset

    def latest(self, place: int) -> int:
        """Return the byte offset of the element at index `place`.

        If the element joins a draw and a discard, return the offset of the discard.
        """
        offset = self.offsets[place]
        play = self.plays[place]
        if play is None or not play.is_turn:
            return offset
        return self.late.get(place, offset + len(f"<T{play.drawn}/>"))

    def first(self, name: str) -> Attributes:
        """Return the attributes of the first element called `name` before the first deal.

        Return an empty dictionary if there is no such element.
        """
        for element_name, given in self.named.values():
            if element_name == name:
                return given
            if element_name == "INIT":
                break
        return {}


_DRAWS: Final = "TUVW"
_DISCARDS: Final = "DEFG"


def elements(data: bytes) -> Elements:
    """Parse a log to its elements, in order.

    If the log breaks off, the elements before this place are returned, and the attribute `broken`
    says why.
    """
    return quick(data) or parse_with_expat(data)


def quick(data: bytes) -> Elements | None:
    """Parse a log by splitting the text at its brackets, which is faster than an XML parser.

    Return None if the log is not written exactly as the server writes it.
    """
    data = data.rstrip(b"\r\n")
    if data.translate(None, _PLAIN):
        return None
    text = data.decode("ascii")
    # Keep a discard together with the element before it, which is nearly always its draw.
    for letter in _DISCARDS:
        text = text.replace(f"><{letter}", f"{_JOINT}{letter}")
    pieces = text.split("<")
    if len(pieces) < 3 or pieces[0] or pieces[-1] != f"/{ROOT}>":
        return None
    # This check is needed because cached plays are accepted at any position in the log.
    if not pieces[1].startswith(ROOT):
        return None
    del pieces[0], pieces[-1]
    offsets: list[int] = []
    offset = 0
    for piece in pieces:
        offsets.append(offset)
        offset += len(piece) + 1
    return _join_elements(pieces, offsets)


_JOINT: Final = ">\n"
"""Sign before a discard.

It occurs nowhere else, because expat reads files with line breaks.
"""


def _join_elements(pieces: list[str], offsets: list[int]) -> Elements | None:
    """Parse the texts of all elements of a log; return them as `Elements`.

    `pieces` are the texts, `offsets` their byte offsets. Return None if a text is not written
    exactly as Tenhou's server writes it; the log is then read by an XML parser.
    """
    plays = [_plays.get(piece) for piece in pieces]
    read = Elements()
    done = 0
    for place in [place for place, play in enumerate(plays) if play is None]:
        read.plays += plays[done:place]
        read.offsets += offsets[done:place]
        done = place + 1
        piece, offset = pieces[place], offsets[place]
        if _JOINT not in piece:
            taken = read.take(piece, offset)
        else:
            taken = read.take_several(piece, offset)
        if not taken:
            return None
    read.plays += plays[done:]
    read.offsets += offsets[done:]
    return read


def _any_element(piece: str) -> Named | None:
    match = _QUICK_ELEMENT.match(piece)
    return None if match is None else _named(match, match[1])


_short: Final = Memo(_any_element, most=1 << 14)
"""Cache of elements by their text: calls, declarations of riichi, indicators."""
_SHORT: Final = 28


def _named(match: re.Match[str] | None, name: str) -> Named | None:
    """Return the element `name` with the attributes in a regex match.

    Return None if there is no match or if an attribute occurs twice.
    """
    if match is None:
        return None
    pairs = _ATTRIBUTE.findall(match[match.lastindex or 0])
    given = dict(pairs)
    if len(given) != len(pairs):
        return None
    return name, given


def _element(piece: str) -> Named | None:
    """Parse the text of an element to its name and attributes.

    `piece` is the text after ``<``. Return None if the server would not write it exactly so.
    """
    if piece.find(">") != len(piece) - 1:
        return None
    parts = piece.split('"')
    around = '""'.join(parts[::2])
    form = _forms.get(around) if len(around) <= _LONGEST_FORM else _form(around)
    if form is None:
        return None
    name, keys = form
    given: Attributes = {}
    place = 1
    for key in keys:
        given[key] = parts[place]
        place += 2
    return name, given


def _form(piece: str) -> tuple[str, tuple[str, ...]] | None:
    """Return the name of an element and a tuple with the names of its attributes.

    `piece` is the text of the element without the values, such as ``N who="" m="" />``. Return None
    if the text is not written exactly as Tenhou's server writes it.
    """
    form = _any_element(piece)
    return None if form is None else (form[0], tuple(form[1]))


_forms: Final = Memo(_form, most=1 << 10)
_LONGEST_FORM: Final = 200


class _RefusedError(Exception):
    """Raised for a document type, because mjlog does not read entities."""


def parse_with_expat(data: bytes) -> Elements:
    """Parse a log to its elements with the XML parser expat, which accepts any XML.

    Reading stops at a document type declaration, so entities are never expanded.
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
