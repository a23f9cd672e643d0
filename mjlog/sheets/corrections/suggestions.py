"""Finds what cells would contain if they agreed with the rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final

from mjlog.model.findings import Claim, Finding
from mjlog.model.frozen import value
from mjlog.model.record import SEATS
from mjlog.sheets.audit import SheetAudit
from mjlog.sheets.cells.numbers import decimal_sign, number_of
from mjlog.sheets.cells.words import plain
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.points import FRACTIONS, UNITS
from mjlog.sheets.records import WHOLE, Entry, Key

_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")
_LOST: Final = "△▲▽▼"
_MINUS: Final = re.compile("[-\u2212\u2013\u2014\u2010\u2011\u2012\ufe63\uff0d]")

Change = tuple[Cell, int, int]
"""A cell, its number, and the right number."""


@value
class Suggestion:
    """A cell of a worksheet, and the text that it should contain."""

    sheet: str
    cell: Cell
    text: str


Way = tuple[Suggestion, ...]
"""Suggestions that together correct a finding."""


def suggestions(audit: SheetAudit) -> dict[int, tuple[Way, ...]]:
    """Return a dict from the index of an error in `audit.findings` to its correction.

    The correction is a tuple with one `Way`: the cells to change with their right texts. An error
    is left out if no cell contains the wrong number or name.
    """
    ways_by_place = ((place, _suggested(each, audit)) for place, each in enumerate(audit.findings))
    return {place: (way,) for place, way in ways_by_place if way}


def _suggested(finding: Finding, audit: SheetAudit) -> Way:
    """Return the changes of cells that correct an error; empty if it cannot be corrected."""
    entry = audit.entry_at.get(id(finding))
    if finding.severity != "error":
        return ()
    if entry is None:
        return _way_by_sheet(finding, audit)
    changes = _changes_by_seat(finding, entry) or _alone(finding, entry)
    numbers = changed(audit.sheet.draft.sheet, changes)
    return numbers or naming(finding.recorded, finding.expected, entry, audit)


def _way_by_sheet(finding: Finding, audit: SheetAudit) -> Way:
    """Return the correction of a cell whose expected number follows from the rest of the sheet.

    Used for findings without a record line, such as wrong sums and ranks. The result is a tuple
    with one suggestion: the cell and its right text. It is empty if the expected number is unknown.
    """
    draft = audit.sheet.draft
    for row in draft.rows_below:
        if row.kind not in {"result", "place", "award"}:
            continue
        for seat, (cell, due) in enumerate(zip(row.cells, row.sums, strict=True)):
            if cell is None or due is None or number_of(cell.text) is None:
                continue
            if cell.place(draft.sheet, seat=seat) == finding.place:
                return (Suggestion(draft.sheet, cell, written(due, cell.text)),)
    return ()


def changed(sheet: str, changes: Sequence[Change]) -> Way:
    """Return the new text of each cell whose number changes.

    A change is a cell, the points that mjlog read from it, and the right points. A sheet may count
    in points, hundreds or thousands, and the new texts use the unit of the sheet. `sheet` is the
    name of the worksheet. Return an empty tuple if no unit explains how all cells were read.
    """
    unit = _unit(changes)
    if not unit:
        return ()
    return tuple(
        Suggestion(sheet, cell, written(due, cell.text, unit))
        for cell, recorded, due in changes
        if recorded != due
    )


def _changes_by_seat(finding: Finding, entry: Entry) -> tuple[Change, ...]:
    """Return the cells to change for a finding that lists a number for each seat.

    Each element of the result is a cell, its written number and its expected number. Seats without
    a cell are left out. The result is empty for other findings. `entry` is the line of the game
    record with the cells that it was made from.
    """
    recorded, due = finding.recorded.split(), finding.expected.split()
    # A single number is the claim itself; `_alone` finds its cell.
    if not 2 <= len(recorded) == len(due):
        return ()
    if not all(_NUMBER.fullmatch(word) for word in (*recorded, *due)):
        return ()
    cells = [_first(entry, f"seat {seat}", seat) for seat in range(len(recorded))]
    changes = zip(cells, (int(each) for each in recorded), (int(each) for each in due), strict=True)
    return tuple((cell, before, after) for cell, before, after in changes if cell)


def _alone(finding: Finding, entry: Entry) -> tuple[Change, ...]:
    """Return the cell to change for a finding about a single number.

    The result is a tuple with one element: the cell, its written number and its expected number. It
    is empty for other findings, and if no cell has the number. `entry` is the line of the game
    record with the cells that it was made from.
    """
    verdict = finding.verdict
    if verdict is None or verdict.recorded is None or verdict.due is None:
        return ()
    cell = _first(entry, *keys_of(verdict.claim))
    return () if cell is None else ((cell, verdict.recorded, verdict.due),)


def keys_of(claim: Claim) -> Iterator[Key]:
    """Yield the keys by which `Entry.cells` may have the cell of `claim`, a recorded number.

    They are the item of the number, such as `fu`, then its seat as text, such as `seat 0`, and its
    seat as a number.
    """
    if claim.item:
        yield claim.item
    if claim.seat >= 0:
        yield f"seat {claim.seat}"
        yield claim.seat


def _first(entry: Entry, *keys: Key) -> Cell | None:
    return next((entry.cells[key] for key in keys if key != WHOLE and key in entry.cells), None)


def _unit(changes: Sequence[Change]) -> int:
    """Return how many points a 1 in the cells means: 1000 if `3.9` was read as 3900.

    Each change begins with a cell and the points that were read from it. Return 0 if no unit
    explains all cells, or if there are no changes.
    """
    if not changes:
        return 0
    cells, recorded, _ = zip(*changes, strict=True)
    texts = [cell.text for cell in cells]
    numbers = [number_of(text, decimal_sign(texts)) for text in texts]
    pairs = [*zip(numbers, recorded, strict=True)]
    units = sorted({*UNITS, *FRACTIONS})
    return next((unit for unit in units if all(is_worth(*pair, unit) for pair in pairs)), 0)


def is_worth(number: Decimal | None, points: int, unit: int) -> bool:
    """Return whether `number` times `unit` equals `points`; False if `number` is None."""
    return number is not None and number * unit == points


def naming(recorded: str, expected: str, entry: Entry, audit: SheetAudit) -> Way:
    """Correct the only cell that names the recorded player, so that it names the expected player.

    `recorded` and `expected` name seats, such as `C` or `from C`. Return a tuple with one
    suggestion: the cell and the name. Return an empty tuple if one of the two texts names no seat,
    or if no cell or several cells name the recorded player.
    """
    draft = audit.sheet.draft
    before, after = _player(recorded, draft.players), _player(expected, draft.players)
    if not before or not after:
        return ()
    cells = {cell.name: cell for cell in entry.cells.values()}.values()
    named = [cell for cell in cells if plain(cell.text) == plain(before)]
    # If two cells name the player, nobody can know which one is wrong.
    if len(named) != 1:
        return ()
    return (Suggestion(draft.sheet, named[0], after),)


def _player(text: str, players: tuple[str, ...]) -> str:
    """Return the name of the player in the seat that `text` names, such as `C` or `from C`.

    Return an empty text if `text` names no seat.
    """
    by_letter = dict(zip(SEATS, players, strict=False))
    return by_letter.get(text.removeprefix("from "), "")


def written(number: int | Decimal, like: str, unit: int = 1) -> str:
    """Return a number as text in the style of a cell's old text `like`, counted in `unit` points.

    Signs, separators and decimals are written as in `like`.

    >>> written(3900, "3.0", 1000), written(-500, "△1,000"), written(2000, "+1,300")
    ('3.9', '△500', '+2,000')
    >>> written(-1300, "−2600"), written(-1300, "(2600)"), written(0, "-300")
    ('−1300', '(1300)', '0')
    """
    amount = _amount(abs(Decimal(number)) / unit, like)
    if number > 0:
        return f"+{amount}" if like.lstrip().startswith("+") else amount
    return _to_loss(amount, like) if number else amount


def _to_loss(amount: str, like: str) -> str:
    text = like.strip()
    if text.startswith("(") and text.endswith(")"):
        return f"({amount})"
    if text[:1] and text[0] in _LOST:
        return text[0] + amount
    minus = _MINUS.match(text)
    return (minus[0] if minus else "-") + amount


def _amount(amount: Decimal, like: str) -> str:
    """Return an amount with the same thousands separators and decimals as the text `like`."""
    whole = amount == amount.to_integral_value()
    grouped = re.search(r"[0-9]([,.' \u00a0])[0-9]{3}", like)
    if grouped and whole:
        return f"{int(amount):,}".replace(",", grouped[1])
    if whole and not re.search(r"[0-9][.,][0-9]", like):
        return str(int(amount))
    places = max(1, -int(amount.normalize().as_tuple().exponent))
    return f"{amount:.{places}f}".replace(".", decimal_sign([like]))
