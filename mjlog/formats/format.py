"""A format as an object: how its records are recognised, read and written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from json import detect_encoding
from typing import Any, Final

from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.record import Game
from mjlog.notation.limits import STANDARD, Limits

RIICHI: Final = "riichi"


def content_of(data: bytes) -> bytes:
    """Return the content of a file without a byte order mark and white space at its beginning."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()


def to_utf8(data: bytes) -> bytes:
    r"""Return a text in UTF-8 if it is in UTF-16 or UTF-32, as some Windows programs save it.

    Other data is returned unchanged. So are mjlog's own records, whose reader says what to do.

    >>> to_utf8("<mjloggm>".encode("utf-16")), to_utf8(b"\n\x15.lq.")
    (b'<mjloggm>', b'\n\x15.lq.')
    """
    encoding = detect_encoding(data[:4])
    if encoding.startswith("utf-8"):
        return data
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    start = text.lstrip()[:1]
    if not (start.isascii() and start.isprintable()) or text.startswith("%mjlog"):
        return data
    return text.encode("utf-8", "replace")


@dataclass(frozen=True, slots=True)
class Content:
    """The parts of a file that show its format.

    `text` has its bytes without a byte order mark and white space at their beginning. `first` is
    the first JSON object in it; None until the text is decoded, or if there is none.
    """

    text: bytes
    first: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How to read a file.

    `path` is the file's name. `wall`: compare play with the wall if the format has one. `limits`
    are those of mjlog's own formats.
    """

    path: str = ""
    wall: bool = True
    limits: Limits = STANDARD


Matches = Callable[[Content], bool]
Read = Callable[[bytes, Reading], Iterator[Game | Finding]]
"""The games of a file, one at least; a finding where one of several cannot be read.

Raises `Unreadable` when the file holds no game at all.
"""
Write = Callable[[Game], str]
"""The text of a game. Raises `CannotExportError` if the format has no such games."""


class CannotExportError(ValueError):
    """Raised if a format has no games of this kind; the message says why."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its names, and the functions that recognise, read and write its records.

    `name` is its name in reports, `target` its word after ``--from`` and ``--to``. `matches` is
    called twice: first for the text alone, then with its first JSON object. A format without
    `write` is only read. `players` are the numbers of players that its games can have. `rules` is
    the rule set of its games, empty for any.

    The other fields help to describe content that is no record of the format: `label` is its name
    for people, `members` are sets of JSON members of which any one is enough (``data.handRecord``
    is inside ``data``), `start` is how its text begins.
    """

    name: str
    matches: Matches
    read: Read
    write: Write | None = None
    players: frozenset[int] = frozenset({3, 4})
    target: str = ""
    rules: str = RIICHI
    label: str = ""
    members: tuple[tuple[str, ...], ...] = ()
    start: str = ""

    def __post_init__(self) -> None:
        """Use the name as `target` and as `label` where these are empty."""
        if not self.target:
            object.__setattr__(self, "target", self.name)
        if not self.label:
            object.__setattr__(self, "label", self.name)


def lazily(module: str, name: str) -> Callable[..., Any]:
    """Return a function that calls function `name` of `module`, imported at the first call.

    Readers and writers are large, and most runs need one of them.
    """

    @cache
    def found() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def call(*arguments: Any, **options: Any) -> Any:
        return found()(*arguments, **options)

    return call


def games_of(module: str, *, compares_walls: bool = False) -> Read:
    """Return the reader that calls the function ``read(data, path)`` of a module.

    If `compares_walls`, the function is also given ``wall=``.
    """
    read = lazily(module, "read")

    def games(data: bytes, how: Reading) -> Iterator[Game | Finding]:
        options = {"wall": how.wall} if compares_walls else {}
        yield from read(data, how.path, **options)

    return games
