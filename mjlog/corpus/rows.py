"""The rows that each record adds to the tables of a report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mjlog.auditor.checks.items import MISSING
from mjlog.auditor.report import Report
from mjlog.auditor.unchecked import lack_of
from mjlog.batch.deals_table import rows_of
from mjlog.batch.internal_errors import Replays, audit_what_can_be, has_failed
from mjlog.corpus.columns import TABLES
from mjlog.corpus.pseudonyms import Pseudonyms
from mjlog.formats import Source
from mjlog.model.findings import Finding, Verdict, sort_by_line
from mjlog.model.record import NOBODY, SEATS, Seat, seat_name
from mjlog.report.file_report import ANSWERS, State, place_numbers, well_formed

Row = dict[str, Any]
COUNTED: Final = {"agrees": "agree", "differs": "differ", "given": "given"}
"""Names of columns that count claims, by the audit's answer; for other answers, both are equal."""
QUARANTINED: Final = "quarantined"


@dataclass(slots=True)
class Rows:
    """The rows of all tables of a shard, to which records are added.

    `lacks` has the number of claims that could not be checked, by the kind of missing information.
    """

    names: Pseudonyms = field(default_factory=Pseudonyms)
    tables: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in TABLES})
    lacks: Counter[str] = field(default_factory=Counter)

    def judge(self, source: Source, *, named: bool) -> None:
        """Audit a record, and add its rows to all tables of the report.

        A file that could not be read gets rows only in the tables of records and findings
        (messages). `named` is True if the user has named the file; otherwise, the findings about a
        file that is no record at all have severity `note`.
        """
        if source.game is None:
            is_other = all(finding.code == "format.unknown" for finding in source.findings)
            state = "passed over" if is_other and not named else "unreadable"
            self.unread(source.path, source.findings, state, source.format)
            return
        replays: Replays = []
        report = audit_what_can_be(source.game, replays)
        self._add(_Judged(source, report, self.names), replays)

    def unread(self, path: str, findings: Iterable[Finding], state: str, form: str = "") -> None:
        """Add rows about a file that was not read to the tables of records and findings (messages).

        `state` is the value of the column `state`, such as `unreadable`; `form` is the format of
        the file, "" if unknown.
        """
        findings_of_file = list(findings)
        severity = "note" if state == "passed over" else None
        self.tables["records"].append(_record(path, form, state, findings_of_file, severity))
        self.tables["findings"] += [
            {"path": path, **_finding(each), "severity": severity or each.severity}
            for each in findings_of_file
        ]

    def _add(self, judged: _Judged, replays: Replays) -> None:
        deals = list(rows_of(judged.report, judged.source.path, replays))
        self.tables["records"].append(judged.record())
        self.tables["deals"] += deals
        self.tables["claims"] += judged.claims()
        self.tables["findings"] += judged.findings()
        self.tables["players"] += judged.players(deals)
        unverified = (v for v in judged.report.verdicts if v.answer == "unverified")
        self.lacks.update(lack_of(each) for each in unverified)


def _record(
    path: str, form: str, state: str, findings: Sequence[Finding], severity: str | None = None
) -> Row:
    severities = [severity or finding.severity for finding in findings]
    return {
        "path": path,
        "format": form or None,
        "deals": 0,
        "turns": 0,
        "state": state,
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "agree": 0,
        "differ": 0,
        "given": 0,
        "unverified": 0,
    }


def _finding(finding: Finding) -> Row:
    place = finding.place
    return {
        **place_numbers(place),
        "seat": _seat(place.seat),
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "clause": None if finding.clause is None else finding.clause.number,
        "recorded": finding.recorded or None,
        "expected": finding.expected or None,
    }


def _seat(seat: Seat) -> str | None:
    """Return the letter of a seat, never a player's name; None for `NOBODY`."""
    return None if seat == NOBODY else str(seat_name(seat))


class _Judged:
    """An audited record; findings of its reader and of the audit are sorted by line."""

    def __init__(self, source: Source, report: Report, names: Pseudonyms) -> None:
        self.source, self.report = source, report
        self.found = sort_by_line([*source.findings, *report.findings])
        self.alias = names.of(report.game.players)
        game = report.game
        self.of_game = {
            "path": source.path,
            "rules": None if report.rules is None else report.rules.name,
            "event": self.alias.words(game.header("Event")),
            "date": game.heading("Date")[:10] or None,
        }

    @property
    def state(self) -> State:
        return "failed" if has_failed(self.report) else "read"

    def record(self) -> Row:
        row = _record(self.source.path, self.source.format, self.state, self.found)
        row |= self.of_game
        answers = Counter(verdict.answer for verdict in self.report.verdicts)
        row |= {COUNTED.get(each, each): answers[each] for each in ANSWERS}
        sizes = {"deals": self.report.deals, "turns": self.report.turns}
        return row | sizes | {"seats": self.report.game.seats}

    def claims(self) -> Iterator[Row]:
        head = {"path": self.source.path, "rules": self.of_game["rules"]}
        return (head | self._claim(verdict) for verdict in self.report.verdicts)

    def _claim(self, verdict: Verdict) -> Row:
        claim, place = verdict.claim, place_numbers(verdict.place)
        return {
            "deal": place["deal"],
            "line": place["line"],
            "kind": claim.kind,
            "seat": _seat(claim.seat),
            "payee": _seat(claim.payee),
            "item": None if claim.item in {"", MISSING} else self.alias.words(claim.item),
            "answer": verdict.answer,
            "recorded": verdict.recorded,
            "due": verdict.due,
            "reason": self.alias.words(verdict.reason or None),
            "lack": lack_of(verdict) if verdict.answer == "unverified" else None,
        }

    def findings(self) -> Iterator[Row]:
        players = self.alias.players
        for finding in self.found:
            row = self.of_game | _finding(finding)
            with_aliases = {
                name: self.alias.words(row[name]) for name in ("message", "recorded", "expected")
            }
            seat = finding.place.seat
            player = players[seat] if 0 <= seat < len(players) else None
            yield row | with_aliases | {"player": player}

    def players(self, deals: Sequence[Row]) -> Iterator[Row]:
        blamed = Counter(f.place.seat for f in self.found if f.severity in {"error", "warning"})
        for seat, name in zip(SEATS, self.alias.players, strict=False):
            yield self.of_game | {
                "seat": str(seat),
                "player": name,
                "seats": self.report.game.seats,
                "deals": len(deals),
                "won": sum(_has_won(deal, seat) for deal in deals),
                "dealt_in": sum(deal["deal_in"] == seat for deal in deals),
                "net": _sum(deals, f"net_{seat.lower()}"),
                "due": _sum(deals, f"due_{seat.lower()}"),
                "findings": blamed[SEATS.index(seat)],
            }


def _has_won(deal: Row, seat: str) -> bool:
    return deal["winner"] == seat or seat in (deal["other_winners"] or "")


def _sum(deals: Iterable[Row], column: str) -> int | None:
    numbers = [deal[column] for deal in deals]
    return None if None in numbers or not numbers else sum(numbers)


def encodable(value: object) -> object:
    """Replace characters of a text that UTF-8 cannot encode; other values stay unchanged."""
    return well_formed(value) if isinstance(value, str) else value
