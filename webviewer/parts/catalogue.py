"""The records of a library as rows of a list: filtered, sorted, page by page.

Each record is read and audited once, and its row is stored in the folder's cache. If a thread
watches the folder, the cache also stores the record. Without a thread, a search through many unread
records stops after some time, and reports how many are left; the next search reads these.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Lock
from time import monotonic, sleep
from typing import Final, TypeVar

from mjlog import rules
from mjlog.archive.adding.entry import Row
from mjlog.archive.adding.reading import Found as Read
from mjlog.archive.adding.reading import original_of, read_source
from mjlog.archive.adding.watching import GONE
from mjlog.archive.storage.cache import Cache, open_cache
from mjlog.archive.verify import outdated
from mjlog.batch.deals_table import rows_of
from mjlog.model.findings import Answer, Finding, Severity, faults
from mjlog.model.record import Game
from mjlog.results.standings import standings
from mjlog.sheets.audit import SheetAudit
from webviewer.caches.record_list import (
    GROUPS,
    ON_A_PAGE,
    SORTS,
    STATUS,
    Found,
    KeptList,
    Query,
    RecordRow,
    Status,
)
from webviewer.parts.results.summary import codes_of, ending_of_game
from webviewer.records.library import REASONS, Entry, Library, Record
from webviewer.sheet_copies import Judged, judged_by

__all__ = [
    "GROUPS",
    "ON_A_PAGE",
    "SORTS",
    "STATUS",
    "Catalogue",
    "Found",
    "Query",
    "RecordRow",
    "Status",
]
PATIENCE: Final = 2.0
"""Seconds that a search may take to read unread records."""
AT_ONCE: Final = 8
"""Records read before their rows are written."""
SOON: Final = 0.7
"""Seconds that a page waits until its rows are read in the background."""
PLACES: Final = ("Event", "Title", "Site", "Table", "Round")


class Catalogue:
    """The records of a library (a folder, file or zip) as rows of a list, kept in a cache.

    The cache is the argument `cache`. If it is None, the folder's cache is used or, if that cannot
    be opened, a temporary cache.
    """

    def __init__(self, library: Library, cache: Cache | None = None) -> None:
        self.library = library
        self._opening, self._syncing, self._reading = Lock(), Lock(), Lock()
        self._cache = cache
        self._known: object = None
        self._fresh: list[str] = []
        self._reasons: dict[Entry, tuple[Finding, ...]] = {}

    @property
    def kept(self) -> KeptList:
        """The list of records in the cache, a database; the first access opens the database."""
        with self._opening:
            if self._cache is None:
                self._cache = open_cache(self.library.source or Path())
            return KeptList(self._cache.archive)

    @property
    def why_temporary(self) -> str:
        """Why the list of records is lost when the program ends, as a sentence.

        It is empty if the list is stored permanently, or if the database was not opened yet.
        """
        return self._cache.why_temporary if self._cache else ""

    @property
    def total(self) -> int:
        """The number of records in the library."""
        return len(self.library.entries)

    def row(self, slug: str) -> RecordRow:
        """Return what the list shows of one record, such as its title, players and audit result.

        `slug` is the record's name in URLs. If the record was not read yet, read and audit it
        first. For an unknown name, the result has only this name.
        """
        kept = self.synced()
        self._read_all(kept.unread([slug]))
        return self._reasoned(kept.row(slug) or RecordRow(slug, slug))

    def synced(self) -> KeptList:
        """Bring the list of records up to date with the files in the folder, and return the list.

        Nothing is done if the files have not changed. Records keep the names in URLs that the list
        has for them.
        """
        kept = self.kept
        with self._syncing:
            if self._known is not self.library.files:
                files = self.library.files
                synced_list = kept.sync(files)
                self.library.rename(synced_list.renamed)
                self._known = self.library.files
                self._fresh += synced_list.fresh
        return kept

    def begin(self) -> None:
        """Enter all files of the folder into a new list, without reading their records.

        Records in these files do not count as new: a background thread reads them in the order of
        the list.
        """
        self.synced()
        self._fresh.clear()

    @staticmethod
    def take_out(kept: KeptList) -> None:
        """Remove from the archive the records that are no longer in any file of the folder.

        Do nothing while the list has unread records, because one of them could be among these
        records.
        """
        for digest in kept.vanished_records():
            kept.archive.remove(digest, GONE)

    def find(self, query: Query, patience: float = PATIENCE) -> Found:
        """Return one page of the list of records: the records that match `query`.

        If a background thread reads the folder, use what it has read, and wait a moment for it.
        Otherwise read missing records first: only those on the page if the query has no filter and
        order, else as many as possible in `patience` seconds.
        """
        self.library.look_again()
        if not self.library.entries:
            return Found((), 0, 1, 0, is_remembered=not self.library.is_seen)
        if self.library.is_watched:
            return self._found(self._soon(self.kept, query))
        kept = self.synced()
        if query.is_plain:
            results = kept.find(query, tells_unread=False)
            unread = [row.slug for row in results.rows if row.status == "unread"]
            if unread:
                self._read_all(unread)
                results = kept.find(query, tells_unread=False)
        else:
            self._read_until(kept, monotonic() + patience)
            results = kept.find(query)
        return self._found(results)

    def _found(self, found: Found) -> Found:
        rows = tuple(self._reasoned(row) for row in found.rows)
        return replace(found, rows=rows, is_remembered=not self.library.is_seen)

    @staticmethod
    def _soon(kept: KeptList, query: Query) -> Found:
        """Return one page of the list, in a folder whose records a background thread reads.

        If records on this page are unread, wait up to 0.7 seconds, in the hope that the thread
        reads them. `kept` is the stored list.
        """
        until = monotonic() + SOON
        results = kept.find(query)
        while monotonic() < until and any(row.status == "unread" for row in results.rows):
            sleep(0.05)
            results = kept.find(query)
        return results

    def _reasoned(self, row: RecordRow) -> RecordRow:
        """Return `row` with the reasons why its record cannot be read.

        The reasons are findings, which can be translated. If the record can be read, return `row`
        itself.
        """
        entry = self.library.entries.get(row.slug)
        if row.status != "unreadable" or entry is None:
            return row
        if entry not in self._reasons and not entry.is_sheet:
            self.library.read(entry)
            self._reasons[entry] = self.library.why(entry)
        return replace(row, why=self._reasons.get(entry) or row.why)

    # ----------------------------------------------------------------------- reading

    def read_some(self, kept: KeptList, most: int = AT_ONCE) -> bool:
        """Read and audit at most `most` unread records; records in new files come first.

        If there are none, audit records again that an earlier version of the rules audited. Return
        False if there was nothing to do. A background thread calls this method again and again.
        `kept` is the list of records.
        """
        come, self._fresh = self._fresh[-most:], self._fresh[:-most]
        slugs = kept.unread(come) or kept.unread(most=most) or kept.unfinished(most)
        return self._read_all(slugs)

    def _read_until(self, kept: KeptList, end: float) -> None:
        slugs = kept.unread(most=len(self.library.entries)) if monotonic() < end else []
        for some in split_into_groups(slugs, AT_ONCE):
            if monotonic() > end:
                return
            self._read_all(some)

    def _read_all(self, slugs: Sequence[str]) -> bool:
        """Read and audit the records with these names in URLs, and store in the list what it shows.

        Return False if the folder has no record with any of these names.
        """
        listed = self.library.entries
        entries = [listed[slug] for slug in slugs if slug in listed]
        for some in split_into_groups(entries, AT_ONCE):
            with self._reading:
                self.kept.write(list(self._rows(some)))
        return bool(entries)

    def _rows(self, entries: Sequence[Entry]) -> Iterator[tuple[Entry, str | None, RecordRow]]:
        """Read and audit records or score sheets; yield a tuple of entry, digest and row for each.

        The row is what the list shows. The digest (a hash of the content) is None for a score sheet
        and for an unreadable record. If a thread watches the folder, records are also added to the
        archive.
        """
        read = {entry: self._audited(entry) for entry in entries if not entry.is_sheet}
        if self.library.is_watched:  # otherwise a visitor is waiting, who only needs the rows
            self._keep([each for each in read.values() if each is not None])
        for entry in entries:
            read_entry = read.get(entry)
            if entry.is_sheet:
                yield entry, None, self._sheet_row(entry)
            elif read_entry is None:
                yield entry, None, self._unreadable(entry)
            else:
                yield entry, read_entry.digest, row_of_read(entry, read_entry)

    def _audited(self, entry: Entry) -> Read | None:
        read = self.library.read(entry)
        if read is None:
            return None
        source, lines = read
        original = None if entry.packed else original_of(b"\n".join(lines), source.format)
        audited = read_source(source, original)
        return replace(audited, name=entry.name, entry=audited.audited())

    def _keep(self, found: list[Read]) -> None:
        """Add audited records to the archive.

        If the archive has a record already, with an audit by earlier rules, replace that audit.
        """
        archive = self.kept.archive
        added = archive.add_in_one_transaction(found)
        kept_already = [each.found.audited() for each in added if each.outcome == "known"]
        archive.judge_again(
            each for each in kept_already if each.digest in outdated(archive, kept_already)
        )

    def _unreadable(self, entry: Entry) -> RecordRow:
        why = self._reasons[entry] = self.library.why(entry)
        return RecordRow(entry.slug, entry.name, status="unreadable", why=why)

    def _sheet_row(self, entry: Entry) -> RecordRow:
        copy = self.library.sheet(entry.slug)
        row = row_of_sheet(entry, judged_by(copy, "")) if copy else self._unreadable(entry)
        self._reasons[entry] = row.why
        return row


Slug = TypeVar("Slug")


def split_into_groups(some: Iterable[Slug], number: int) -> Iterator[list[Slug]]:
    """Split `some` into lists of `number` items, and yield the lists; the last may be shorter."""
    left = iter(some)
    while together := list(islice(left, number)):
        yield together


# --------------------------------------------------------------------------- rows


@cache
def _titles() -> dict[str, str]:
    return {rule_set.name: rule_set.title for rule_set in rules.loadable()}


def row_of_read(entry: Entry, found: Read) -> RecordRow:
    """Return what the list shows of a record that was just read and audited for the archive."""
    audits = found.audited()
    game = found.game or Game()
    remarks = Counter(finding.severity for finding in found.findings)
    points = tuple(seat["points"] for seat in audits.seats)
    row = audits.record
    codes = [finding.code for finding in faults(found.findings)]
    codes += [finding["code"] for finding in audits.findings if finding["severity"] != "note"]
    return RecordRow(
        entry.slug,
        entry.name,
        game.header("Event") or game.header("Title") or "",
        row["rules"],
        _titles().get(row["rules"], game.rules),
        _date(game),
        tuple(place for key in PLACES if (place := game.header(key))),
        game.players,
        () if None in points else points,
        row["deals"],
        row["errors"] + row["warnings"] + remarks["error"] + remarks["warning"],
        {answer: row[answer] for answer in _ANSWERS if row[answer]},
        _status_with(row, remarks),
        ending=ending_of_game([json.loads(each["row"]) for each in audits.deals]),
        faults=codes_of(codes),
        where=_where(game),
    )


def _where(game: Game) -> tuple[str, ...]:
    return (game.header("Round") or "", game.header("Table") or "")


_ANSWERS: Final[tuple[Answer, ...]] = ("agrees", "differs", "given", "unverified")


def _status_with(row: Row, remarks: Counter[Severity]) -> Status:
    """Return the status of a record in the list: `errors`, `warnings`, `unverified` or `clean`.

    `row` has the result of the audit, and `remarks` the number of findings of each severity that
    were made while reading the record. The worse of both decides.
    """
    if row["errors"] or remarks["error"] or row["status"] == "failed":
        return "errors"
    if row["warnings"] or remarks["warning"]:
        return "warnings"
    return "unverified" if row["status"] == "unverified" else "clean"


def _date(game: Game) -> str:
    return (game.header("Date") or "").strip()[:10]


def row_of(record: Record) -> RecordRow:
    """Return what the list shows of an audited record.

    It has the title, the players, the rules, the number of deals and the result of the audit.
    """
    game, report = record.game, record.report
    known_standings = standings(report)
    is_open = bool(report.counts()["unverified"] or report.doubts)
    return RecordRow(
        record.slug,
        record.name,
        _event(game),
        report.rules.name if report.rules else "",
        report.rules.title if report.rules else game.rules,
        _date(game),
        tuple(place for key in PLACES if (place := game.header(key))),
        game.players,
        (known_standings.recorded or ()) if known_standings else (),
        report.deals,
        len(faults(report.findings)),
        report.counts(),
        _graveness(report.findings, is_open=is_open),
        ending=ending_of_game(list(rows_of(report, ""))),
        faults=codes_of(each.code for each in faults(report.findings)),
        where=_where(game),
    )


def _graveness(findings: Sequence[Finding], *, is_open: bool) -> Status:
    severities = {finding.severity for finding in findings}
    if "error" in severities:
        return "errors"
    if "warning" in severities:
        return "warnings"
    return "unverified" if is_open else "clean"


def row_of_sheet(entry: Entry, judged: Judged) -> RecordRow:
    """Return what the list shows of a score sheet, which is one row for all its games.

    Players and numbers are those of all games; event and date are those of the first game. A sheet
    without any game gets the status `unreadable`.
    """
    audits = [game.audit for game in judged.games]
    if not audits:
        why = judged.findings[:REASONS]
        return RecordRow(entry.slug, entry.name, status="unreadable", why=why, is_sheet=True)
    name, title = _rules_of(audits)
    findings = [*judged.findings, *(finding for each in audits for finding in each.findings)]
    verdicts = (verdict for each in audits for verdict in each.verdicts)
    claims = Counter(verdict.answer for verdict in verdicts)
    games = [each.report.game for each in audits]
    players = (player for game in games for player in game.players)
    wrong = faults(findings)
    return RecordRow(
        entry.slug,
        entry.name,
        _event(games[0]),
        name,
        title,
        _date(games[0]),
        players=tuple(dict.fromkeys(players)),
        deals=sum(each.report.deals for each in audits),
        findings=len(wrong),
        claims=claims,
        status=_graveness(findings, is_open=claims["unverified"] > 0),
        is_sheet=True,
        faults=codes_of(each.code for each in wrong),
    )


def _rules_of(audits: Iterable[SheetAudit]) -> tuple[str, str]:
    """Return the name and the title of the rules by which the games of a sheet were audited.

    Both texts are empty if the games have different rules, or none.
    """
    rules_by_name = {
        each.report.rules.name: each.report.rules for each in audits if each.report.rules
    }
    if len(rules_by_name) != 1:
        return "", ""
    ((name, rules),) = rules_by_name.items()
    return name, rules.title


def _event(game: Game) -> str:
    """Return the event of a game; if none is recorded, its title or an empty text."""
    return game.header("Event") or game.header("Title") or ""
