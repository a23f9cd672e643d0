"""Reports as text for people: place, source line with a caret, cited rule, and a summary."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Final

import click

from mjlog.auditor.deal_check import claim_name
from mjlog.model.findings import Answer, CellPlace, Finding, Place, Source, Verdict
from mjlog.model.record import Seat, seat_name
from mjlog.model.slips import Effect
from mjlog.report.file_report import IN_ORDER, FileReport
from mjlog.report.tally import Interrupted, Tally, never_interrupted
from mjlog.rules.shared.sources import OUR_READING

COLOURS: Final = {
    "error": "red",
    "warning": "yellow",
    "note": "cyan",
    "differs": "red",
    "unverified": "yellow",
}
WIDTH: Final = 100
"""Length from which only a part of a source line is shown, around the column."""


def text(
    records: Iterable[FileReport],
    *,
    claims: bool = False,
    suggest: bool = False,
    interrupted: Interrupted = never_interrupted,
) -> Iterator[str]:
    """Yield the lines of a report: the findings of each record, a summary, the cited documents.

    `claims` adds the claims (recorded numbers and facts) that do not agree, `suggest` adds
    corrected lines. `interrupted` is called at the end; it returns whether the work was stopped
    before the last record.
    """
    tally = Tally()
    documents: dict[Source, None] = {}
    above: list[str] = []
    for record in tally.watch(records):
        documents |= dict.fromkeys(cited_documents(record.findings))
        # Many games of one table are often understood in the same way, so print it once.
        understood = [*_understood(record)]
        yield from understood if understood != above else ()
        above = understood
        yield from findings(record.path, record.findings, record.excerpt, suggest=suggest)
        yield from _effects(record)
        shown_claims = record.verdicts if claims else ()
        for verdict in shown_claims:
            if verdict.answer not in IN_ORDER:
                yield _claim(record.path, verdict)
        yield from _standings(record)
    tally.interrupted = interrupted()
    yield from summary(tally)
    for document in documents:
        yield click.style(f"{document.name}: {document.where}", dim=True)


def cited_documents(findings: Iterable[Finding]) -> Iterator[Source]:
    """Yield the documents of the rules that findings cite.

    Rules that mjlog itself decided are left out.
    """
    for finding in findings:
        if finding.clause is not None:
            yield from (document for document in finding.clause.cited if document != OUR_READING)


def _understood(record: FileReport) -> Iterator[str]:
    """Yield lines that say how a score sheet was read, such as the recognised columns."""
    game = f" [{printable(record.title)}]" if record.title else ""
    for words in record.understood:
        yield click.style(f"{printable(record.path)}{game}: {printable(words)}", dim=True)


def _standings(record: FileReport) -> Iterator[str]:
    """Yield the lines of an event's standings: a head, and one line for each player.

    Yield nothing for a report without standings.
    """
    if record.state == "event":
        yield click.style("standings: games, as submitted, as corrected", bold=True)
    for player in record.standings:
        points = f"{_signed(player.recorded)}, {_signed(player.due)}"
        yield f"  {printable(player.name)}: {player.games}, {points}"


def _signed(points: int | None) -> str:
    return "?" if points is None else f"{points:+,}"


def _effects(record: FileReport) -> Iterator[str]:
    """Yield a line for each deal whose correction would change the result of the game.

    The line has the corrected final points and rank of each player for whom they change. Deals with
    several possible corrections are left out.
    """
    for deal in record.explanations:
        effect = deal.explanations[0].effect
        if deal.is_certain and effect is not None and effect.changed:
            ends = "; ".join(_end(effect, seat, record.players) for seat in effect.changed)
            yield f"{printable(record.path)}: with deal {deal.deal} put right the game ends: {ends}"


def _end(effect: Effect, seat: Seat, players: Sequence[str]) -> str:
    """Return a player's final points after a correction as text, with the rank if it changes.

    The values without the correction follow in brackets, as in ``Ana 31,000 (not 30,000)``.
    """
    points, rank = effect.points[seat], effect.ranks[seat]
    due, place = effect.put_right[seat], effect.ranks_put_right[seat]
    final = f", {effect.final_points_put_right[seat]:+.1f}" if effect.final_points_put_right else ""
    name = printable(players[seat]) if seat < len(players) else seat_name(seat)
    words = f"{name} {due:,} (not {points:,}){final}"
    return words if rank == place else f"{words}, rank {place} (not {rank})"


def summary(tally: Tally) -> Iterator[str]:
    """Yield the lines of the summary: what was read, number of findings, and failures."""
    read = ((tally.records, "record"), (tally.deals, "deal"), (tally.turns, "turn"))
    yield ", ".join(counted_noun(number, thing) for number, thing in read) + f": {_findings(tally)}"
    if any(tally.claims.values()):
        yield claims(tally.claims)
    if _found(tally) and not tally.coverage.is_most:
        yield str(tally.coverage.words)
    is_empty = not (tally.interrupted or tally.records or tally.unreadable)
    troubles = {
        "interrupted: what comes behind was not read": tally.interrupted,
        "there is no record here": is_empty,
        f"mjlog itself failed on {counted_noun(tally.failed, 'record')}": tally.failed,
        f"{counted_noun(tally.unreadable, 'file')} could not be read": tally.unreadable,
    }
    for words in compress(troubles, troubles.values()):
        yield click.style(words, fg="red")


def claims(answers: Mapping[Answer, int]) -> str:
    """Return a line that counts claims (recorded numbers and facts) by the audit's answer.

    For example: `claims: 12 agreed, 1 differ, 0 unverified`.
    """
    agreed, given = answers["agrees"], answers["given"]
    by_sheet = f", {given} agreed given what the sheet claims" if given else ""
    open_ = f"{answers['differs']} differ, {answers['unverified']} unverified"
    return f"claims: {agreed} agreed{by_sheet}, {open_}"


def _findings(tally: Tally) -> str:
    if counts := _found(tally):
        return ", ".join(counts)
    is_whole = tally.records and not (tally.unreadable or tally.failed or tally.interrupted)
    if not is_whole:
        return "no finding"
    if not tally.coverage.is_most:
        return f"no error found; {tally.coverage.words}"
    if not tally.turns and not sum(tally.claims.values()):
        return "no error found; there are neither turns nor claims to check"
    if tally.claims["given"] > tally.claims["agrees"]:
        return "no error found; most claims agree given what the sheet claims of hands not shown"
    return "nothing to complain about"


def _found(tally: Tally) -> list[str]:
    """Return the number of findings of each severity in words, such as `2 errors`.

    Severities without findings are left out.
    """
    return [counted_noun(number, severity) for severity, number in tally.findings.items() if number]


def counted_noun(number: int, thing: str) -> str:
    """Return a number with its noun, which gets an `s` unless the number is 1: ``1,024 deals``."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def findings(
    path: str,
    of_the_record: Iterable[Finding],
    excerpt: Mapping[int, str],
    *,
    suggest: bool = False,
) -> Iterator[str]:
    """Yield the lines that are printed for the findings of one record.

    `path` is the file of the record. `excerpt` maps line numbers to the source lines to quote.
    `suggest` adds corrected lines.
    """
    for finding in of_the_record:
        place = finding.place
        severity = click.style(finding.severity, fg=COLOURS[finding.severity], bold=True)
        yield f"{_where(path, place)}: {severity} {finding.code}: {printable(finding.message)}"
        yield from _excerpt(excerpt.get(_row(place), ""), place)
        details = _position(place), _difference(finding), _options(finding), _law(finding)
        yield from (click.style(f"    {detail}", dim=True) for detail in details if detail)
        if suggest and finding.correction:
            yield f"    write: {click.style(printable(finding.correction), fg='green')}"


def _claim(path: str, verdict: Verdict) -> str:
    answer = click.style(verdict.answer, fg=COLOURS[verdict.answer])
    words = printable(f"{claim_name(verdict.claim)}: {verdict.reason}")
    return f"{_where(path, verdict.place)}: {answer} {words}"


def _row(place: Place) -> int:
    """Return the number of the source line of a place; in a score sheet, the number of the row."""
    return place.row if isinstance(place, CellPlace) else place.line


def _where(path: str, place: Place) -> str:
    if isinstance(place, CellPlace):
        cell = f"{printable(place.sheet)}!{place.cell}" if place.sheet else place.cell
        return f"{click.style(printable(path), bold=True)}:{cell}"
    spot = (str(each) for each in (place.line, place.column) if each)
    return ":".join([click.style(printable(path), bold=True), *spot])


def _position(place: Place) -> str:
    # The messages about score sheets name the player already.
    names_seat = place.seat >= 0 and not isinstance(place, CellPlace)
    named = (
        ("deal", place.deal),
        ("go-around", place.turn),
        ("step", place.step),
        ("seat", seat_name(place.seat) if names_seat else ""),
    )
    return ", ".join(f"{name} {value}" for name, value in named if value)


def _difference(finding: Finding) -> str:
    named = (("recorded", finding.recorded), ("expected", finding.expected))
    return ", ".join(f"{name} {printable(value)}" for name, value in named if value)


def _options(finding: Finding) -> str:
    """Return the options of the rules that would explain a finding, with their values.

    The result is a text such as ``options base=4``. It is empty if there are no such options.
    """
    if not finding.settings:
        return ""
    return f"options {', '.join(finding.settings)}"


def _law(finding: Finding) -> str:
    law = finding.clause
    if law is None:
        return ""
    source = f" ({law.source})" if law.source else ""
    return f"{law.number} {law.text}{source}"


def _excerpt(line: str, place: Place) -> Iterator[str]:
    """Yield the source line of a finding and, if the column is known, a line with a caret below it.

    Of a long line, only the part around the column is shown.
    """
    if not line:
        return
    at = max(place.column - 1, 0)
    start = max(0, at - WIDTH // 2) if len(line) > WIDTH else 0
    shown = printable(line[start : start + WIDTH])
    margin = f"{_row(place):>5} | "
    yield click.style(margin, dim=True) + shown
    if place.column:
        yield " " * (len(margin) + columns(shown[: at - start])) + click.style(
            "^", fg="green", bold=True
        )


def printable(text: str) -> str:
    """Replace control characters in a text, because a terminal could obey them."""
    return "".join(_printable(each) for each in text)


def _printable(sign: str) -> str:
    if sign.isprintable():
        return sign
    return " " if sign == "\t" else "\N{REPLACEMENT CHARACTER}"


def columns(text: str) -> int:
    """Return how many columns a text fills in a terminal.

    Wide characters, such as Chinese, fill two columns.
    """
    return sum(_columns(each) for each in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
