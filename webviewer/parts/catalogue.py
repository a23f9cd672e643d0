"""The records of a library as rows of a list: filtered, sorted, page by page.

What a row tells is small and kept, so that each record is read and audited once. A search through
many records that have not been read yet stops when its time is over and says how far it came; asked
again, it goes on from there.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, Literal

from mjlog.auditor.standings import standings
from mjlog.model.findings import Answer, Finding
from webviewer.library import REASONS, Entry, Library, Record
from webviewer.sheet_copies import Judged, judged_by

Status = Literal["clean", "unverified", "warnings", "errors", "unreadable", "unread"]
STATUS: Final[tuple[Status, ...]] = ("clean", "unverified", "warnings", "errors", "unreadable")
ON_A_PAGE: Final = 100
PATIENCE: Final = 2.0
"""How many seconds a search may read records that it does not know yet."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One record in the list.

    `points` are those at the end as recorded, empty where the record does not tell.
    """

    slug: str
    name: str
    title: str = ""
    rules: str = ""
    rules_title: str = ""
    date: str = ""
    places: tuple[str, ...] = ()
    players: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    deals: int = 0
    findings: int = 0
    claims: Mapping[Answer, int] = field(default_factory=dict)
    status: Status = "unread"
    why: tuple[Finding, ...] = ()
    is_sheet: bool = False

    @property
    def seated(self) -> list[tuple[str, int | None, bool]]:
        """Each player's name with the points at the end, and whether nobody has more."""
        if len(self.points) != len(self.players):
            return [(player, None, False) for player in self.players]
        best = max(self.points, default=0)
        level = min(self.points, default=0) == best
        return [
            (p, n, n == best and not level) for p, n in zip(self.players, self.points, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked of the list.

    Words are looked for anywhere and in any case, dates are years, months or days.
    """

    rules: str = ""
    player: str = ""
    event: str = ""
    since: str = ""
    until: str = ""
    status: str = ""
    sort: str = ""
    page: int = 1

    @property
    def filters(self) -> dict[str, Any]:
        """What narrows the list, by the name of the field."""
        names = ("rules", "player", "event", "since", "until", "status")
        return {name: value for name in names if (value := getattr(self, name))}

    def fits(self, row: RecordRow) -> bool:
        """Whether a row is one of those asked for."""
        return (
            self.rules in {"", row.rules}
            and self.status in {"", row.status}
            and _within(self.player, row.players)
            and _within(self.event, (row.title, *row.places))
            and (not self.since or row.date >= self.since)
            and (not self.until or ("" < row.date[: len(self.until)] <= self.until))
        )


def _within(words: str, texts: tuple[str, ...]) -> bool:
    return not words or any(words.casefold() in text.casefold() for text in texts)


SORTS: Final[Mapping[str, Callable[[RecordRow], object]]] = {
    "name": lambda row: row.name,
    "title": lambda row: row.title.casefold(),
    "date": lambda row: row.date,
    "rules": lambda row: row.rules_title,
    "deals": lambda row: row.deals,
    "findings": lambda row: (row.findings, STATUS.index(row.status)),
}


@dataclass(frozen=True, slots=True)
class Found:
    """One page of what was found.

    `number` rows on all pages, `unread` records that have not been looked at yet.
    """

    rows: tuple[RecordRow, ...]
    number: int
    last: int
    unread: int


class Catalogue:
    """The rows of a library."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._rows: dict[Entry, RecordRow] = {}

    @property
    def total(self) -> int:
        """How many records there are."""
        return len(self._library.entries)

    def row(self, slug: str) -> RecordRow:
        """The row of that record, read if it has not been."""
        return self._row(self._library.entries[slug])

    def _row(self, entry: Entry) -> RecordRow:
        if entry not in self._rows:
            self._rows[entry] = self._read(entry)
        return self._rows[entry]

    def find(self, query: Query, patience: float = PATIENCE) -> Found:
        """The page asked for. Without filter and order it reads the records of that page only."""
        self._library.look_again()
        entries = list(self._library.entries.values())
        start = (query.page - 1) * ON_A_PAGE
        if not query.filters and not query.sort:
            return Found(
                tuple(map(self._row, entries[start : start + ON_A_PAGE])),
                len(entries),
                _pages(entries),
                0,
            )
        until = monotonic() + patience
        known = [
            self._row(entry) for entry in entries if entry in self._rows or monotonic() < until
        ]
        rows = [row for row in known if query.fits(row)]
        key = SORTS.get(query.sort.removeprefix("-"))
        if key is not None:
            rows.sort(key=key, reverse=query.sort.startswith("-"))  # type: ignore[arg-type]
        return Found(
            tuple(rows[start : start + ON_A_PAGE]),
            len(rows),
            _pages(rows),
            len(entries) - len(known),
        )

    def _read(self, entry: Entry) -> RecordRow:
        if entry.is_sheet:
            return self._of_sheet(entry)
        record = self._library.record(entry.slug)
        if record is not None:
            return row_of(record)
        return RecordRow(entry.slug, entry.name, status="unreadable", why=self._library.why(entry))

    def _of_sheet(self, entry: Entry) -> RecordRow:
        copy = self._library.sheet(entry.slug)
        if copy is None:
            why = self._library.why(entry)
            return RecordRow(entry.slug, entry.name, status="unreadable", why=why)
        return row_of_sheet(entry, judged_by(copy, ""))


def _pages(rows: list[Entry] | list[RecordRow]) -> int:
    return max(1, math.ceil(len(rows) / ON_A_PAGE))


def row_of(record: Record) -> RecordRow:
    """What the list tells of a record."""
    game, report = record.game, record.report
    known_standings = standings(report)
    return RecordRow(
        record.slug,
        record.name,
        record.title,
        report.rules.name if report.rules else "",
        report.rules.title if report.rules else game.rules,
        (game.header("Date") or "").strip()[:10],
        tuple(filter(None, map(game.header, ("Event", "Title", "Site", "Table", "Round")))),
        game.players,
        (known_standings.recorded or ()) if known_standings else (),
        report.deals,
        sum(finding.severity != "note" for finding in report.findings),
        report.counts(),
        _status(record),
    )


def _status(record: Record) -> Status:
    report = record.report
    is_open = bool(report.counts()["unverified"] or report.doubts)
    return _graveness(report.findings, is_open=is_open)


def _graveness(findings: Sequence[Finding], *, is_open: bool) -> Status:
    severities = {finding.severity for finding in findings}
    if "error" in severities:
        return "errors"
    if "warning" in severities:
        return "warnings"
    return "unverified" if is_open else "clean"


def row_of_sheet(entry: Entry, judged: Judged) -> RecordRow:
    """What the list tells of a score sheet: of all its games together."""
    audits = [game.audit for game in judged.games]
    if not audits:
        why = judged.findings[:REASONS]
        return RecordRow(entry.slug, entry.name, status="unreadable", why=why)
    rules = {each.report.rules.name: each.report.rules for each in audits if each.report.rules}
    one = next(iter(rules.values())) if len(rules) == 1 else None
    findings = [*judged.findings, *(f for each in audits for f in each.findings)]
    verdicts = [verdict for each in audits for verdict in each.verdicts]
    first = audits[0].report.game
    return RecordRow(
        entry.slug,
        entry.name,
        first.header("Event") or entry.name,
        one.name if one else "",
        one.title if one else "",
        (first.header("Date") or "").strip()[:10],
        players=tuple(dict.fromkeys(name for each in audits for name in each.report.game.players)),
        deals=sum(each.report.deals for each in audits),
        findings=sum(finding.severity != "note" for finding in findings),
        claims=Counter(verdict.answer for verdict in verdicts),
        status=_graveness(findings, is_open=any(v.answer == "unverified" for v in verdicts)),
        is_sheet=True,
    )
