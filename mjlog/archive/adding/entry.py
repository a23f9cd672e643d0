"""Makes the rows for an archive's tables from one record."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from mjlog.archive.judging_version import engine
from mjlog.archive.questions.waits import kinds_in_order, wait_of
from mjlog.archive.questions.words import folded, searchable
from mjlog.auditor.report import Report
from mjlog.batch.audit_files import file_report
from mjlog.batch.deals_table import Row as DealRow
from mjlog.batch.deals_table import hands_won_with, rows_of
from mjlog.batch.internal_errors import Replays, audit_what_can_be, has_failed
from mjlog.model.findings import Finding
from mjlog.model.record import SEATS, Deal, Game, ReadySeats
from mjlog.model.settlement import Score
from mjlog.notation import read, write
from mjlog.report.file_report import finding_object, record_object
from mjlog.results.event_standings import GameEnd, key_of_name
from mjlog.results.placement_points import Placed, placement_points
from mjlog.results.standings import Standings, standings

Row = dict[str, Any]
PLACES: Final = ("Event", "Title", "Site", "Table", "Round")
"""Headers for the place where a game was played."""
ON_OTHERS: Final = ("discard", "robbed")
"""Ways to win on another player's tile."""
PARTS: Final = 12_000
"""Parts into which a point with placement is divided: thirds and thousandths are then whole."""
_LONGEST: Final = 500
"""Longest value of a header that a row stores, in characters."""


def pack(data: bytes) -> bytes:
    """Compress bytes with zlib before they are stored in the database."""
    return zlib.compress(data, 6)


def unpack(data: bytes) -> bytes:
    """Decompress bytes from the database that `pack` compressed."""
    return zlib.decompress(data)


@dataclass(frozen=True, slots=True)
class Entry:
    """One audited record as the archive stores it: digest, text, and rows for each table.

    `digest` is the SHA-256 of `text`, the record in canonical notation. The row in `record` lacks
    the columns that are set when the record is added: its row number, who may see it, when it was
    added.
    """

    digest: str
    text: bytes
    record: Row
    event: str
    players: tuple[str, ...]
    seats: tuple[Row, ...]
    deals: tuple[Row, ...]
    deal_seats: tuple[Row, ...]
    items: tuple[Row, ...]
    findings: tuple[Row, ...]
    words: str
    report: bytes


def canonical(game: Game) -> tuple[str, bytes]:
    """Return the canonical text of a parsed record, which is the same for equal records.

    The result is a pair: the SHA-256 digest of the text in hexadecimal digits, and the text as
    UTF-8 bytes.
    """
    text = write(game).encode("utf-8", "replace")
    return name_of(text), text


def name_of(text: bytes) -> str:
    """Compute the digest that identifies a record: the SHA-256 of its canonical text.

    `text` is the canonical text. The digest is returned in hexadecimal digits.
    """
    return sha256(text).hexdigest()


def game_of(text: bytes) -> Game:
    """Parse the canonical text of a record, and return the parsed record.

    A problem in the text raises no exception: it is a finding (message with a line number) of the
    parsed record.
    """
    return read(text)


def entry_of(name: str, text: bytes, game: Game | None = None) -> Entry:
    """Audit a record, and return an `Entry`: its rows for each table of an archive, and the report.

    The report calls the record `name`. `text` is the canonical text of the record (equal for equal
    records). `game` is the parsed record; if `game` is None, `text` is parsed. Nothing is written
    to an archive.
    """
    replays: Replays = []
    report = audit_what_can_be(game or game_of(text), replays)
    game = report.game
    final = standings(report)
    deals = list(rows_of(report, name, replays))
    return Entry(
        name_of(text),
        text,
        _record(report),
        _header(game, "Event"),
        tuple(game.players),
        tuple(_seats(report, final)),
        tuple(_deals(deals)),
        tuple(_deal_seats(report, deals, final, replays)),
        tuple(_items(report, deals)),
        tuple(_findings(report.findings)),
        searchable(" ".join(_words(game))),
        report_of(name, report),
    )


def report_of(name: str, report: Report) -> bytes:
    """Convert the audit report of a record into a JSON object, as bytes.

    The object has the findings (messages), the corrected lines, and the recorded numbers that are
    wrong or could not be checked. The member ``path`` is `name`.
    """
    judged = file_report(name, report)
    return json.dumps(record_object(judged, claims=True, suggest=True)).encode()


def findings_json(findings: tuple[Finding, ...]) -> str:
    """Convert findings (errors, warnings and notes about a record) into the text of a JSON list."""
    return json.dumps([finding_object(each) for each in findings])


def _header(game: Game, key: str) -> str:
    return (game.header(key) or "").strip()[:_LONGEST]


def _record(report: Report) -> Row:
    game, counts = report.game, report.counts()
    severities = [finding.severity for finding in report.findings]
    return {
        "amends": _header(game, "Amends").lower() or None,
        "title": _header(game, "Title"),
        "rules": report.rules.name if report.rules else "",
        "rules_header": game.rules[:_LONGEST],
        "date": _header(game, "Date")[:10],
        "round": _header(game, "Round"),
        "table_name": _header(game, "Table"),
        "seats": game.seats,
        "deals": report.deals,
        "turns": report.turns,
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "notes": severities.count("note"),
        "agrees": counts["agrees"],
        "differs": counts["differs"],
        "given": counts["given"],
        "unverified": counts["unverified"],
        "status": status_of(report),
        "licence": _header(game, "Licence"),
        "source": _header(game, "Source"),
        "engine": engine(),
    }


def status_of(report: Report) -> str:
    """Summarise the audit of a record in one word, for example to filter lists of records.

    The words, from worst to best, are ``failed`` (mjlog itself failed), ``errors``, ``warnings``,
    ``unverified`` (a recorded number or fact could not be checked) and ``clean``. If several words
    apply, the worst is returned.
    """
    severities = {finding.severity for finding in report.findings}
    if has_failed(report):
        return "failed"
    if "error" in severities:
        return "errors"
    if "warning" in severities:
        return "warnings"
    return "unverified" if report.counts()["unverified"] or report.doubts else "clean"


def _seats(report: Report, standings: Standings | None) -> Iterator[Row]:
    """Yield one row for each seat, with the player's result in the game.

    The columns are the final points, the place, the change of points and the points with placement
    (uma); the last two have two columns each, as recorded and as computed by the rules. `standings`
    is the standings of the game. A column is None if its value is unknown.
    """
    recorded = standings.recorded if standings else None
    changes = GameEnd.of(report).changes
    placed, placed_due = (None, None) if standings is None else placement_points(report)
    for seat in range(report.game.seats):
        points = None if recorded is None else recorded[seat]
        yield {
            "seat": seat,
            "points": points,
            "change": changes[seat][0],
            "due": changes[seat][1],
            "place": None if recorded is None else _place(recorded, seat),
            "placed": _placement(placed, seat),
            "placed_due": _placement(placed_due, seat),
        }


def _placement(placed: Placed | None, seat: int) -> int | None:
    return None if placed is None else round(placed[seat] * PARTS)


def _place(points: tuple[int, ...], seat: int) -> int:
    """Return the place of a player at the end of a game, counted from 1.

    Equal points share a place. `points` has the final points of all seats.
    """
    return 1 + sum(other > points[seat] for other in points)


def _deals(deals: list[DealRow]) -> Iterator[Row]:
    for row in deals:
        yield {
            "number": row["deal"],
            "label": row["label"],
            "dealer": _seat(row["dealer"]),
            "how": row["how"],
            "unit": row["unit"],
            "turns": row["turns"],
            "go_arounds": row["go_arounds"],
            "errors": row["errors"],
            "winners": None if row["how"] is None else len(_winners(row)),
            "row": json.dumps(row, ensure_ascii=False),
        }


def _seat(letter: Any) -> int | None:
    return SEATS.index(letter) if letter else None


def _winners(row: DealRow) -> set[str]:
    """Return the letters of the seats that won a deal, for example ``{"B"}``.

    Players with a false win do not count.
    """
    letters = f"{row['winner'] or ''}{row['other_winners'] or ''}"
    return set(letters) - set(str(row["false_winners"] or ""))


def _deal_seats(
    report: Report, deals: list[DealRow], standings: Standings | None, replays: Replays
) -> Iterator[Row]:
    for index, row in enumerate(deals):
        changes = (
            standings.deals[index].likely_change
            if standings and index < len(standings.deals)
            else None
        )
        ready = _ready(report.game.deals[index], row)
        scores = _scores(report, index)
        hands = hands_won_with(report, replays, index)
        for seat, letter in enumerate(SEATS[: report.game.seats]):
            yield {
                "number": row["deal"],
                "seat": seat,
                "change": None if changes is None else changes[seat],
                **_won(row, letter, scores.get(seat)),
                **_dealt_in(row, letter),
                "is_ready": None if ready is None else letter in ready,
                "ready": row[f"ready_{letter.lower()}"],
                "melds": row[f"melds_{letter.lower()}"],
                "waits": row[f"waits_{letter.lower()}"],
                **wait_of(row[f"waits_{letter.lower()}"]),
                "hand": kinds_in_order(hands[seat]) if seat in hands else None,
            }


def _won(row: DealRow, letter: str, score: Score | None) -> Row:
    """Return four columns about one seat in one deal: `won`, `self_drawn`, `value` and `unit`.

    `letter` is the letter of the seat, `score` the value of its hand if it won. A column is None if
    it is unknown or does not apply. For example, all are None if the record does not say how the
    deal ended.
    """
    cells: Row = dict.fromkeys(("won", "self_drawn", "value", "unit"))
    if row["how"] is None:
        return cells
    cells["won"] = letter in _winners(row)
    # If a sheet names no loser, nobody knows whether the winner drew the winning tile.
    if row["how"] not in ON_OTHERS or row["deal_in"] or not cells["won"]:
        cells["self_drawn"] = cells["won"] and row["how"] == "self"
    if cells["won"] and score:
        cells |= {"value": score.value, "unit": score.unit}
    return cells


def _dealt_in(row: DealRow, letter: str) -> Row:
    """Return the columns `dealt_in` and `winners_paid` of one seat in one deal.

    `row` is the row of the deal and `letter` the letter of the seat. `dealt_in` is True if another
    player won on the tile that the seat discarded or added to a pung; `winners_paid` is then the
    number of winners, otherwise None. `dealt_in` is None if the record does not say how the deal
    ended, or if a player who has not won may have dealt in.
    """
    winners = _winners(row)
    if row["how"] is None:
        return {"dealt_in": None, "winners_paid": None}
    if row["how"] in ON_OTHERS and winners - {letter} and not row["deal_in"]:
        own = False if letter in winners else None
        return {"dealt_in": own, "winners_paid": None}
    dealt_in = bool(winners) and row["deal_in"] == letter
    return {"dealt_in": dealt_in, "winners_paid": len(winners) if dealt_in else None}


def _ready(deal: Deal, row: DealRow) -> set[str] | None:
    """Return the letters of the seats that declared ready in a deal, for example ``{"A", "C"}``.

    `row` is the row of the deal. Return None if the record neither has all turns of the deal nor a
    line about ready players.
    """
    played = {letter for letter in SEATS if row[f"ready_{letter.lower()}"] is not None}
    if row["wall"] is not None:
        return played
    lines = deal.contents(ReadySeats)
    if not lines:
        return None
    return played | {SEATS[seat] for line in lines for seat in line.seats}


def _scores(report: Report, index: int) -> dict[int, Score]:
    settled = report.results[index].settlement if index < len(report.results) else None
    return {score.seat: score for score in settled.scores} if settled else {}


def _items(report: Report, deals: list[DealRow]) -> Iterator[Row]:
    for index, row in enumerate(deals):
        winners = _winners(row)
        for seat, score in _scores(report, index).items():
            if SEATS[seat] not in winners:
                continue
            points: dict[str, int] = {}
            for item in score.items:
                points[item.name] = points.get(item.name, 0) + item.points
            for name, number in points.items():
                rules = report.rules.name if report.rules else ""
                key = {"number": row["deal"], "seat": seat}
                yield {**key, "name": name, "points": number, "rules": rules}


def _findings(findings: tuple[Finding, ...]) -> Iterator[Row]:
    for number, finding in enumerate(findings, 1):
        yield {
            "number": number,
            "code": finding.code,
            "severity": finding.severity,
            "deal": finding.place.deal,
        }


def _words(game: Game) -> Iterator[str]:
    """Yield the texts of a record in which the archive's search looks for words.

    The texts are the names of the players, the headers for event and place (see `PLACES`), and all
    comments.
    """
    yield from game.players
    for key in PLACES:
        yield _header(game, key)
    for deal in game.deals:
        yield deal.comment
        yield from (line.comment for line in deal.lines if line.comment)
        yield from (note.text for _, note in deal.notes if note.sort == "comment")


def player_key(name: str) -> str:
    """Reduce a player's name to a key that is equal for different spellings of the same name.

    The key ignores case, full-width letters, accents, commas and the order of the words. For
    example, "Quartz, Ána" and "ana quartz" have the same key.
    """
    return folded(key_of_name(name))
