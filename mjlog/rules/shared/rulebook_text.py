"""The rulebook of a rule set as text that people read: one row for each sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final, Literal

from mjlog.model.findings import Law, Source
from mjlog.model.lazy_dataclass import replace
from mjlog.referee.parts import Book
from mjlog.rules.shared.sources import cited
from mjlog.rules.shared.text_rows import RowError, TextRow, read_rows

Standing = Literal["enforced", "not recordable", "open", "definition"]

_NUMBER: Final = re.compile(r"[0-9]{1,3}\.[0-9]{1,3}[a-z]?")
_CODE: Final = re.compile(r"[a-z]+(\.[a-z_]+)+\*?")
_PARTS: Final = re.compile(r" (Reading|Short): ")
_STANDINGS: Final[Mapping[str, Standing]] = {
    "definition": "definition",
    "not recordable": "not recordable",
}


def rulebook(text: str, sources: Sequence[Source]) -> Book:
    """Parse the text of a rulebook into a `Book`; raise `RowError` for a row that cannot be read.

    Each row has the sentence's number, its source, and the codes of the errors that enforce it, or
    ``definition`` or ``not recordable``. A ``*`` after a code marks the sentence that errors on a
    score sheet cite. The sentence follows on indented lines. If the sources leave a question open,
    our interpretation follows after ``Reading:``. A row of a number and a heading begins a section.

    >>> book = rulebook('''
    ... 3 | Winning
    ... 3.4 | rule book | win.least*
    ...     A win needs eight points.
    ...     Reading: flowers do not count for it (minimum)
    ... ''', ())
    >>> law = book.laws["3.4"]
    >>> law.text, law.standing, law.codes
    ('A win needs eight points.', 'open', ('win.least',))
    >>> book.cites, book.headings
    ({'win.least': '3.4'}, {'3': 'Winning'})
    """
    headings: dict[str, str] = {}
    cites: dict[str, str] = {}
    laws: list[Law] = []
    for row in read_rows(text):
        if len(row.cells) == 2:
            headings[row.cells[0]] = row.cells[1]
            continue
        law = _law(row)
        laws.append(law)
        cites |= {word[:-1]: law.number for word in row.cells[2].split() if word.endswith("*")}
    laws.sort(key=place_of)
    return Book(
        {law.number: replace(law, cited=cited(law.source, sources)) for law in laws},
        cites,
        sources=sources,
        headings=headings,
    )


def place_of(law: Law) -> tuple[int, str]:
    """Return a key that sorts sentences by their numbers, in the order 5.2, 5.2a, 5.10."""
    section, _, number = law.number.partition(".")
    return int(section), f"{number:>3}" if number.isdigit() else f"{number:>4}"


def _law(row: TextRow) -> Law:
    if len(row.cells) != 3 or _NUMBER.fullmatch(row.cells[0]) is None:
        form = "a row has a number such as 4.3, a source, and codes"
        raise RowError(row.number, row.cells[0], form)
    number, source, treated = row.cells
    codes = [] if treated in _STANDINGS else treated.split()
    for code in codes:
        if _CODE.fullmatch(code) is None:
            raise RowError(row.number, number, f"{code!r} is no code of a finding")
    sentence, *parts = _PARTS.split(row.sentences)
    written = dict(zip(parts[::2], parts[1::2], strict=True))
    reading = written.get("Reading", "")
    if not treated and not reading:
        raise RowError(row.number, number, "no codes, `definition` or `not recordable`")
    return Law(
        number,
        sentence,
        source,
        "open" if reading else _STANDINGS.get(treated, "enforced"),
        tuple(code.rstrip("*") for code in codes),
        reading,
        written.get("Short", ""),
    )
