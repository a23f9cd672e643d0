"""All formats that can be read or written: mjlog's own ones and those of other packages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from mjlog.formats.botzone import FORMAT as BOTZONE
from mjlog.formats.botzone import JUDGE as BOTZONE_JUDGE
from mjlog.formats.format import (
    CannotExportError,
    Content,
    Format,
    Matches,
    Read,
    Reading,
    Write,
    content_of,
)
from mjlog.formats.mahjongsoul import FORMAT as MAHJONG_SOUL
from mjlog.formats.majiang import FORMAT as MAJIANG
from mjlog.formats.mjai import FORMAT as MJAI
from mjlog.formats.mjx import FORMAT as MJX
from mjlog.formats.mleague import FORMAT as M_LEAGUE
from mjlog.formats.own import JSON, TEXT
from mjlog.formats.pmn import FORMAT as PMN
from mjlog.formats.riichicity import FORMAT as RIICHI_CITY
from mjlog.formats.salasasa import FORMAT as SALASASA
from mjlog.formats.tenhou_json import ADDRESSES as TENHOU_ADDRESSES
from mjlog.formats.tenhou_json import FORMAT as TENHOU_JSON
from mjlog.formats.tenhou_xml import FORMAT as TENHOU_XML
from mjlog.formats.tziakcha import FORMAT as TZIAKCHA
from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import replace
from mjlog.model.messages import Message, msg
from mjlog.model.record import Game
from mjlog.notation.limits import Unreadable

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "mjlog.formats"
"""Group of entry points in which another package registers a `Format`."""
BUILT_IN: Final = (
    TEXT,
    JSON,
    MJAI,
    MJX,
    RIICHI_CITY,
    TENHOU_JSON,
    TENHOU_XML,
    MAJIANG,
    MAHJONG_SOUL,
    M_LEAGUE,
    BOTZONE,
    BOTZONE_JUDGE,
    TZIAKCHA,
    SALASASA,
    PMN,
    TENHOU_ADDRESSES,
)
"""The formats of mjlog, in the order in which they are tried for a file."""
RIICHI_TARGETS: Final = ("tenhou6", "tenhou", "mjai", "majiang")
TARGETS: Final = (*RIICHI_TARGETS, "botzone", "pmn")
"""Names of the formats to which mjlog exports records: those of riichi, and all."""
failures: Final[dict[str, Message]] = {}
"""Reasons why formats of other packages cannot be used, by the names of their entry points."""


@cache
def load_others() -> tuple[Format, ...]:
    """Load the formats that other installed packages register, and return them.

    A format that fails to load is left out; the reason is stored in `failures`. The result is
    cached, because the search takes longer than reading a record.
    """
    from importlib.metadata import entry_points

    loaded = [_loaded(point) for point in sorted(entry_points(group=GROUP))]
    return tuple(form for form in loaded if form is not None)


def _loaded(point: EntryPoint) -> Format | None:
    """Load the `Format` that another installed package offers at its entry point `point`.

    Return None if the format cannot be loaded, and store the reason in `failures`. The functions of
    the returned format are wrapped, so that an exception in them is reported as a failure of the
    other package.
    """
    try:
        form = point.load()
        if not isinstance(form, Format):
            raise TypeError(f"{form!r} is no format")  # noqa: TRY301  treated like any failure
    # Another package may raise any error. Report it, so that the authors of the package hear of it.
    except Exception as problem:  # noqa: BLE001
        failures[point.name] = _failure(point, problem)
        return None
    matches, read = _guarded_matches(form, point), _guarded_read(form, point)
    write = _guarded_write(form.write, point) if form.write is not None else None
    return replace(form, matches=matches, read=read, write=write)


def _guarded_matches(form: Format, point: EntryPoint) -> Matches:
    def matches(content: Content) -> bool:
        try:
            return form.matches(content)
        except Exception as problem:  # noqa: BLE001
            failures[point.name] = _failure(point, problem)
            return False

    return matches


def _guarded_read(form: Format, point: EntryPoint) -> Read:
    def read(data: bytes, how: Reading) -> Iterator[Game | Finding]:
        try:
            yield from form.read(data, how)
        except Unreadable:
            raise
        except Exception as problem:
            words = _failure(point, problem)
            raise Unreadable(Finding.telling("format.unread", "error", words)) from problem

    return read


def _guarded_write(write: Write, point: EntryPoint) -> Write:
    def guarded(game: Game) -> str:
        try:
            return write(game)
        except CannotExportError:
            raise
        except Exception as problem:
            raise CannotExportError(str(_failure(point, problem))) from problem

    return guarded


def _failure(point: EntryPoint, problem: Exception) -> Message:
    return msg(
        "the format {format} of the package {package} fails: {problem}",
        format=point.name,
        package=point.dist.name if point.dist else point.module,
        problem=f"{type(problem).__name__}: {problem}",
    )


def formats() -> Iterator[Format]:
    """Yield all formats: mjlog's own formats, then the formats of other installed packages.

    Other packages are searched only if the caller iterates past mjlog's own formats.
    """
    yield from BUILT_IN
    yield from load_others()


def format_named(name: str) -> Format:
    """Return the format whose name in reports is `name`.

    Raise KeyError if there is no such format.
    """
    return _found(name, "name")


def format_for_target(target: str) -> Format:
    """Return the format that the options ``--from`` and ``--to`` call `target`.

    Raise KeyError if there is no such format.
    """
    return _found(target, "target")


def matching(content: Content) -> Format | None:
    """Return the first format that recognises the content of a file; None if no format does."""
    return next((each for each in formats() if each.matches(content)), None)


def is_first_of_record(first: Mapping[str, Any] | bytes) -> bool:
    """Return whether a JSON object, or the bytes of a file, look like a record of any known format.

    If a record consists of several JSON objects, one after the other, only its first object is
    recognised.
    """
    content = Content(content_of(first)) if isinstance(first, bytes) else Content(b"", first)
    return matching(content) is not None


def _found(word: str, member: str) -> Format:
    for each in formats():
        if getattr(each, member) == word:
            return each
    raise KeyError(word)
