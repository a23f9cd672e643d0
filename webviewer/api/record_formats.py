"""The formats in which a record is given: text, JSON, a score sheet, other programs' formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from mjlog.archive.adding.entry import game_of
from mjlog.archive.questions.export import write_ndjson
from mjlog.archive.view import Stored
from mjlog.batch.exporting import CannotExportError, export
from mjlog.formats.known import TARGETS, load_others
from mjlog.model.findings import Finding
from mjlog.notation import to_json
from mjlog.sheets.from_record import sheet_of_record
from webviewer.api.answers import to_bytes

NDJSON: Final = "application/x-ndjson"
CSV: Final = "text/csv; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Made:
    """A record exported to some format; `losses` are findings about what was lost."""

    data: bytes
    losses: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A format in which records can be requested.

    `word` is the suffix of its addresses, such as `mjl`. `types` are the media types for `Accept`;
    a response at an address with the suffix has the first type. `make` exports a record, and raises
    CannotExportError if the format cannot express the game.
    """

    word: str
    types: tuple[str, ...]
    make: Callable[[Stored], Made]

    def to_object(self) -> dict[str, Any]:
        """Return the suffix and the media types of this format as a JSON object.

        A 406 response has such an object for each format.
        """
        return {"word": self.word, "types": [bare(each) for each in self.types]}


def bare(media_type: str) -> str:
    """Remove the parameters from a media type.

    >>> bare("text/plain; charset=utf-8")
    'text/plain'
    """
    return media_type.partition(";")[0]


def forms() -> Iterator[Form]:
    """Yield all formats in which records can be requested.

    Formats that other Python packages add come last.
    """
    yield Form("mjl", (TEXT, "text/vnd.mjlog"), lambda stored: Made(stored.text))
    yield Form("json", ("application/json", "application/vnd.mjlog+json"), _json)
    yield Form("ndjson", (NDJSON, "application/jsonl"), _ndjson)
    yield Form("csv", (CSV,), _sheet)
    for target in TARGETS:
        yield Form(target, _TYPES[target], _exported(target))
    for form in load_others():
        if form.write is not None:
            yield Form(form.target, (f"application/vnd.{form.target}",), _exported(form.target))


_TYPES: Final = {
    "tenhou": ("application/xml", "text/xml", "application/vnd.tenhou+xml"),
    "tenhou6": ("application/vnd.tenhou6+json",),
    "mjai": ("application/vnd.mjai+x-ndjson",),
    "majiang": ("application/vnd.majiang+json",),
    "botzone": ("text/vnd.botzone",),
    "pmn": ("text/vnd.pmn",),
}
ALSO: Final = {"xml": "tenhou", "txt": "mjl", "jsonl": "ndjson"}
"""Other suffixes of some formats."""


def form_of_word(word: str) -> Form | None:
    """Return the format whose suffix is `word`; None if there is no such format.

    Three suffixes have a second spelling: `xml` means `tenhou`, `txt` means `mjl`, and `jsonl`
    means `ndjson`.
    """
    wanted = ALSO.get(word, word)
    return next((form for form in forms() if form.word == wanted), None)


def _json(stored: Stored) -> Made:
    return Made(to_bytes(to_json(game_of(stored.text))))


def _ndjson(stored: Stored) -> Made:
    return Made(b"".join(write_ndjson(iter([stored]))))


def _sheet(stored: Stored) -> Made:
    made = sheet_of_record(game_of(stored.text))
    return Made(made.csv.encode("utf-8", "replace"), tuple(made.losses))


def _exported(target: str) -> Callable[[Stored], Made]:
    def make(stored: Stored) -> Made:
        made = export(game_of(stored.text), target)
        return Made(made.text.encode("utf-8", "replace"), made.losses)

    return make


__all__ = [
    "ALSO",
    "CSV",
    "NDJSON",
    "TEXT",
    "CannotExportError",
    "Form",
    "Made",
    "form_of_word",
    "forms",
]
