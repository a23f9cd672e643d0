"""Finds what the cells of a sheet would contain without the slips that explain its errors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mjlog.auditor.report import Report
from mjlog.model.record import SEATS
from mjlog.model.slips import Explanation, Slip
from mjlog.sheets.audit import SheetAudit
from mjlog.sheets.cells.numbers import decimal_sign, number_of
from mjlog.sheets.cells.words import seat_letters
from mjlog.sheets.corrections.suggestions import (
    Change,
    Suggestion,
    Way,
    changed,
    is_worth,
    keys_of,
    naming,
    suggestions,
)
from mjlog.sheets.records import WHOLE, Entry

_OF_SEATS: Final = frozenset({"ready", "tenpai"})
_WHOLE: Final = re.compile(r"-?[0-9]{1,9}")
_ITEM: Final = re.compile(r"([a-z_]+) ([0-9]{1,9})")


def ways(audit: SheetAudit) -> dict[int, tuple[Way, ...]]:
    """Return a dict from the index of a finding in `audit.findings` to its possible corrections.

    A correction (`Way`) is a tuple of cells with their right texts, which must be changed together.
    If one or two wrong entries explain all errors of a deal, their corrections are stored for the
    first error of the deal, one correction for each explanation. A finding without a correction is
    left out.
    """
    ways_by_finding = suggestions(audit)
    places = [(finding.severity, finding.place.deal) for finding in audit.findings]
    for explained in audit.report.explanations:
        error = ("error", explained.deal)
        others = (_way_of_explanation(each, audit) for each in explained.explanations)
        ways_of_others = dict.fromkeys(other for other in others if other)
        if ways_of_others and error in places:
            ways_by_finding[places.index(error)] = tuple(ways_of_others)
    return ways_by_finding


def _way_of_explanation(explanation: Explanation, audit: SheetAudit) -> Way:
    """Return the cells to change, with their right texts, for an explanation of a deal's errors.

    An explanation is a list of slips (wrong entries) that together cause all errors. Return an
    empty tuple if one of the slips cannot be corrected, because the other corrections alone would
    not help.
    """
    parts = [_way_of_slip(slip, audit) for slip in explanation.slips]
    # A part of an explanation corrects nothing: the sheet would be wrong in another way.
    if not all(parts):
        return ()
    return tuple(entry for part in parts for entry in part)


def _way_of_slip(slip: Slip, audit: SheetAudit) -> Way:
    entry = audit.sheet.entries.get(slip.place.line)
    if entry is None:
        return ()
    sheet = audit.sheet.draft.sheet
    if slip.kind in _OF_SEATS:
        return _way_of_seats(slip, entry, audit)
    numbers = changed(sheet, [*_numbers(slip, entry), *_partner(slip, entry, audit.report)])
    return numbers or naming(slip.recorded, slip.expected, entry, audit)


def _way_of_seats(slip: Slip, entry: Entry, audit: SheetAudit) -> Way:
    """Return the correction of a cell that names the ready or tenpai players, or of their marks.

    `entry` is the line of the game record that was made from the cells. The result is a tuple with
    one suggestion: the cell, and the names (or seat letters) of the right players. If each player
    has a cell for a mark, it has a suggestion for each wrong mark. It is empty if the line has no
    such cell.
    """
    letters = slip.expected.split()
    marks = {seat: cell for seat in range(len(SEATS)) if (cell := entry.cells.get(f"mark {seat}"))}
    if marks:
        mark = next((cell.text for seat, cell in marks.items()
                     if SEATS[seat] in slip.recorded.split()), "x")  # fmt: skip
        return tuple(
            Suggestion(audit.sheet.draft.sheet, cell, mark if SEATS[seat] in letters else "-")
            for seat, cell in marks.items()
            if (SEATS[seat] in letters) != (SEATS[seat] in slip.recorded.split())
        )
    cell = entry.cells.get(slip.kind, entry.cells.get(WHOLE))
    if cell is None:
        return ()
    draft = audit.sheet.draft
    names = dict(zip(SEATS, draft.players, strict=False))
    by_letters = seat_letters(cell.text) != ()
    text = "".join(letters) if by_letters else ", ".join(names[letter] for letter in letters)
    return (Suggestion(draft.sheet, cell, text or "-"),)


def _numbers(slip: Slip, entry: Entry) -> Iterator[Change]:
    """Yield the cells to change for a slip (a wrong entry): cell, written number and right number.

    A slip may be about one number, or about several items of a hand, such as han and fu. `entry` is
    the line of the game record with the cells that it was made from.
    """
    if all(_WHOLE.fullmatch(each) for each in (slip.recorded, slip.expected)):
        cells = [cell for key in keys_of(slip.claim) if (cell := entry.cells.get(key))]
        numbers = int(slip.recorded), int(slip.expected)
        yield from ((cell, *numbers) for cell in cells[:1])
    before, after = _items(slip.recorded), _items(slip.expected)
    for name in before.keys() & after.keys() & entry.cells.keys():
        yield entry.cells[name], before[str(name)], after[str(name)]


def _partner(slip: Slip, entry: Entry, report: Report) -> Iterator[Change]:
    """Yield the second cell to change if the points of two players are swapped on the sheet.

    `slip` is the wrong entry of the first player, and `entry` is the line of the game record with
    the cells of all players. The cell is yielded with its written and its right number. Yield
    nothing if the slip is of another kind.
    """
    if (slip.kind, slip.claim.kind) != ("exchanged", "net"):
        return
    due = report.results[slip.place.deal - 1].change or ()
    wrong, right = int(slip.expected), int(slip.recorded)
    seats = [seat for seat, points in enumerate(due) if points == right]
    for seat in seats:
        cell = entry.cells.get(seat)
        if cell is None:
            continue
        number = number_of(cell.text, decimal_sign([cell.text]))
        if is_worth(number, wrong, entry.unit):
            yield cell, wrong, right


def _items(text: str) -> Mapping[str, int]:
    """Parse a text such as ``han 3, fu 40`` into item names with their numbers."""
    return {name: int(number) for name, number in _ITEM.findall(text)}
