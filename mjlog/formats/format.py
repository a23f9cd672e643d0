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
    """Return the bytes of a file after any byte order mark and white space at its beginning."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()


def to_utf8(data: bytes) -> bytes:
    r"""Convert the bytes of a text in UTF-16 or UTF-32 to UTF-8; return other bytes unchanged.

    Some Windows programs save files in these encodings. Text in mjlog's own notation also stays
    unchanged, because the reader of this notation reports a wrong encoding as an error.

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
    """The parts of a file by which formats recognise it.

    `text` has the file's bytes after any byte order mark and white space at its beginning. `first`
    is the first JSON object of the file; None if the file was not decoded yet or has no JSON
    object.
    """

    text: bytes
    first: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Settings for reading a file.

    `path` is the file's name. `wall`: compare the play with the wall if the file has a wall.
    `limits` apply to files in mjlog's own formats only.
    """

    path: str = ""
    wall: bool = True
    limits: Limits = STANDARD


Matches = Callable[[Content], bool]
Read = Callable[[bytes, Reading], Iterator[Game | Finding]]
"""A function that yields the games of a file.

It yields a finding for a game that cannot be read, and raises `Unreadable` if the file has no game
at all.
"""
Write = Callable[[Game], str]
"""A function that returns the text of a game.

It raises `CannotExportError` if the format cannot express the game.
"""


class CannotExportError(ValueError):
    """Raised if a format cannot express a game, for example because of its rules.

    The message is the reason.
    """


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its names, and the functions that recognise, read and write its records.

    `name` is the format's name in reports, `target` its name in the options ``--from`` and
    ``--to``. `matches` is called twice: first with the text of a file only, then also with its
    first JSON object. `write` is None for a format that mjlog only reads. `players` are the
    possible numbers of players. `rules` is the rule set of the games; empty if any rule set is
    possible.

    The other fields help to describe a file that looks like the format but is not a record. `label`
    is the format's name for users. `members` are groups of JSON members; a record has all members
    of a group (``data.handRecord`` is a member inside ``data``). `start` says how a text of the
    format begins.
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
        """Set the fields `target` and `label` to `name` if they are empty.

        `target` is the format's name in the options ``--from`` and ``--to``, `label` its name in
        messages.
        """
        if not self.target:
            object.__setattr__(self, "target", self.name)
        if not self.label:
            object.__setattr__(self, "label", self.name)


def lazily(module: str, name: str) -> Callable[..., Any]:
    """Return a function that calls the function `name` of the module `module`.

    The module is imported at the first call. This saves time at the start, because readers and
    writers are large and most runs need only one of them.
    """

    @cache
    def found() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def call(*arguments: Any, **options: Any) -> Any:
        return found()(*arguments, **options)

    return call


def games_of(module: str, *, compares_walls: bool = False) -> Read:
    """Return a function that reads files of one format; it becomes the field `read` of a `Format`.

    The returned function calls ``read(data, path)`` of the module named `module`, which is imported
    at the first call. If `compares_walls` is True, ``read`` also gets the keyword argument
    ``wall``, which says whether to compare the play with the wall in the file.
    """
    read = lazily(module, "read")

    def games(data: bytes, how: Reading) -> Iterator[Game | Finding]:
        options = {"wall": how.wall} if compares_walls else {}
        yield from read(data, how.path, **options)

    return games
