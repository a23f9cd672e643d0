"""Reads rows that pay for kongs or ready hands, if play continues after a win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final, Literal

from mjlog.model.record import NOBODY, SEATS
from mjlog.sheets.cells.vocabulary import words
from mjlog.sheets.cells.words import (
    OF_RESULTS,
    WORTH,
    Role,
    is_absent,
    is_kong,
    kind_of_kong,
    plain,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import WHOLE, Entry, Key
from mjlog.sheets.rows.seats import with_whole
from mjlog.sheets.rows.worth import WorthReader


class KongReader(WorthReader):
    """A reader of rows about a kong: who declared the kong, and who paid how much for it."""

    def _kong_of_row(self, row: int) -> Cell | None:
        """Return the cell that names a kong, if a row pays for a kong instead of a win.

        Return None if there is no such cell. Also return None if the rules end a deal with the
        first win, because kongs are not paid in rows of their own then.
        """
        if not self.plays_on:
            return None
        about_result, about_hand = (
            [cell for cell in self.table.cells(row, roles) if not is_absent(cell.text)]
            for roles in (OF_RESULTS, _OF_HAND)
        )
        # If the cell is about a hand with fan, a kong in it is one of the hand's items.
        cells = about_result if len(about_hand) > 1 else [*about_result, *about_hand]
        return next((cell for cell in cells if is_kong(cell.text)), None)

    def _not_ready_of_row(self, row: int) -> Cell | None:
        """Return the cell with a word such as `noten`, if a row pays for players who are not ready.

        Return None if there is no such cell, or if the rules end a deal with the first win.
        """
        cells = self.table.cells(row, ("how",)) if self.plays_on else ()
        return next((cell for cell in cells if plain(cell.text) in _NOT_READY), None)

    def _kong(self, row: int, cell: Cell, cause: Literal["kong", "not-ready"]) -> Iterator[Entry]:
        """Yield the record lines of a row that pays for a kong or for players who are not ready.

        For example `kong A concealed ?` and `pay B>A 200, C>A 200 for=kong`. `cause` is `kong` or
        `not-ready`, and `cell` names it. If it is unclear who is paid, the cell is reported and
        nothing is yielded.
        """
        changes = self.moved(row)
        winner = self.table.cell(row, "winner")
        seat = NOBODY if winner is None or is_kong(winner.text) else self._seat(winner)
        seat = self._only_gainer(row) if seat == NOBODY else seat
        if seat == NOBODY:
            self.unread(cell)
            return
        if cause == "not-ready":
            yield Entry("draw wall", {WHOLE: cell})
        elif sort := kind_of_kong(cell.text):
            yield Entry(f"kong {SEATS[seat]} {sort} ?", with_whole({sort: cell}))
        paid = {payer: -change for payer, change in changes.items() if change < 0}
        # All players pay the same for a kong, so the most frequent amount is right.
        shares = Counter([*paid.values(), changes.get(seat, 0) // len(paid)] if paid else [])
        amount = max(shares, key=shares.__getitem__, default=0)
        cells = enumerate(next(self._cells_of_points(row), ()))
        payments = ", ".join(f"{SEATS[payer]}>{SEATS[seat]} {amount}" for payer in paid)
        if paid:
            by_seat: dict[Key, Cell] = {each: changed for each, changed in cells if changed}
            yield Entry(f"pay {payments} for={cause}", {**by_seat, WHOLE: cell})


_NOT_READY: Final = frozenset(words("words", "not_ready"))
_OF_HAND: Final[tuple[Role, ...]] = (*(role for role, _ in WORTH), "items", "kong")
