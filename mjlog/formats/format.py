"""A format as a value: how its records are recognised, read and written."""

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
    """Return the content of a file after a byte order mark and white space."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()


def to_utf8(data: bytes) -> bytes:
    r"""Return a text in UTF-8 if it is UTF-16 or UTF-32, as some programs of Windows save it.

    Other bytes come back as they are; so do records of mjlog, whose reader says what to do.

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
    """What a file holds, as far as it takes to recognise it.

    `text` are its bytes without a byte order mark and white space before them, `first` the first
    JSON object in it: None as long as nobody has decoded the text, or where it holds none.
    """

    text: bytes
    first: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is read.

    `path` is what the file is called, `wall` whether play is compared with the wall that the
    format brings, `limits` are those of mjlog's own forms.
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
    """The format has no such games at all; the words say why."""


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write games down.

    `name` is what reports call it, `target` the word for it behind ``--from`` and ``--to``. Whether
    content is of the format is asked twice: first of the text alone, then with its first JSON
    object. A format without `write` is read only. `players` are the numbers of players that it has
    games of, `rules` the rule set whose games it holds, empty for those of every rule set.

    What tells people how near other content comes: `label` is what they call the format, `members`
    are sets of JSON members of which each is enough (``data.handRecord`` is inside ``data``),
    `start` is what its text begins with.
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
        """Use the name as the word for commands if there is no shorter one."""
        if not self.target:
            object.__setattr__(self, "target", self.name)
        if not self.label:
            object.__setattr__(self, "label", self.name)


def lazily(module: str, name: str) -> Callable[..., Any]:
    """Return the function of that name, whose module is imported at the first call.

    Readers and writers are large; most runs need one of them.
    """

    @cache
    def found() -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(module), name)
        return function

    def call(*arguments: Any, **options: Any) -> Any:
        return found()(*arguments, **options)

    return call


def games_of(module: str, *, compares_walls: bool = False) -> Read:
    """Return the reader that is the function ``read(data, path)`` of a module.

    With `compares_walls` it takes ``wall=`` as well.
    """
    read = lazily(module, "read")

    def games(data: bytes, how: Reading) -> Iterator[Game | Finding]:
        options = {"wall": how.wall} if compares_walls else {}
        yield from read(data, how.path, **options)

    return games
