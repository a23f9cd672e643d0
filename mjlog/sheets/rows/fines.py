"""Reads penalties, which have rows of their own, or columns next to the changes and totals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Seat, points_word
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import WHOLE, DealDraft, Entry, Key
from mjlog.sheets.rows.kongs import KongReader
from mjlog.sheets.rows.seats import with_whole

_PENALTY: Final = "penalty"
"""Name of a ruling that no rule set has, so the referee decides its price."""
_CHOMBO: Final = "chombo"
_REVERSE_MANGAN: Final = "reverse_mangan"
"""Value of the option by which a false win costs a mangan."""
_FINE: Final = "fine"
"""Beginning of the names of fines that have a price in rule sets."""


class FineReader(KongReader):
    """A reader of what penalties take off a player's points."""

    def _fine(self, row: int) -> Iterator[Entry]:
        """Yield the record line for a penalty, such as `rule A penalty`, from a row's changes.

        The penalised player must be the only one who loses points; otherwise nothing is yielded.
        The line says `chombo` if the other players are paid and a chombo costs a mangan by the
        rules.
        """
        changes = self.changes_of(row)
        losers = [seat for seat, change in changes.items() if change < 0]
        if len(losers) != 1:
            return
        is_paid = any(change > 0 for change in changes.values())
        has_price = self.rules is not None and self.rules.settings.get(_CHOMBO) == _REVERSE_MANGAN
        name = _CHOMBO if is_paid and has_price else _PENALTY
        if is_paid and not has_price and sum(changes.values()) > 0:
            self._report_too_much(row, losers[0])
        yield Entry(f"rule {SEATS[losers[0]]} {name}", self._cells(row, "deal", "winner", "how"))

    def _report_too_much(self, row: int, loser: Seat) -> None:
        """Add an error that the other players get more for a penalty than its player pays."""
        points = next(each for each in self.points if each.kind == "change")
        cell = points.cells(self.table.grid, row)[loser]
        if cell is None:
            return
        numbers = self.changes_of(row)
        words = msg(
            "{player} pays {recorded} for a penalty, but the others get {due}",
            player=self.names[loser],
            recorded=str(-numbers[loser]),
            due=str(sum(number for seat, number in numbers.items() if seat != loser)),
        )
        self._tell("error", words, cell, code="net.differs")

    def with_fines(self, deal: DealDraft, row: int) -> tuple[DealDraft, ...]:
        """Return a deal, and its penalties as a second deal if they are counted apart, as a tuple.

        They are counted apart if the totals of the sheet include the penalties, and the changes
        (points won or lost) do not. The second deal then gets the totals of row `row`, which are
        removed from the first.
        """
        fines = self._fines.get(row, {})
        if not any(fines.values()) or not self._counts_fines_apart:
            return (deal,)
        seats = range(len(self.names))
        columns = self._by_seat(self.table.fines)
        cells: dict[Key, Cell] = {seat: cell for seat in seats
                 if (cell := self.table.grid.at(row, columns[seat])) is not None}  # fmt: skip
        rulings = [
            Entry(f"rule {SEATS[seat]} {self._name_of_fine(-change)}", {WHOLE: cells[seat]})
            for seat, change in fines.items()
            if change < 0
        ]
        words = " ".join(points_word(fines.get(seat, 0)) for seat in seats)
        net = Entry(f"net {words}", with_whole(cells), self.points[0].unit)
        scores = tuple(entry for entry in deal.entries if entry.text.startswith("score "))
        others = tuple(entry for entry in deal.entries if entry not in scores)
        first = next(iter(cells.values()))
        fined = DealDraft(first, entries=(*rulings, net, *scores), is_penalty=True)
        return replace(deal, entries=others), fined

    def _name_of_fine(self, points: int) -> str:
        """Return the name of the rules' penalty that costs `points` and is paid to nobody.

        If the rules have no fine of this price, return `penalty`.
        """
        prices = self.rules.penalties.to_nobody if self.rules else {}
        return next((name for name, price in prices.items()
                     if price == points and name.startswith(_FINE)), _PENALTY)  # fmt: skip

    @cached_property
    def _fines(self) -> Mapping[int, Mapping[Seat, int]]:
        """The points that the columns of penalties take from players, by row and seat.

        The numbers are negative for points taken away. On sheets without minus signs, positive
        amounts are taken away.
        """
        changes = next((each for each in self.points if each.kind == "change"), None)
        if changes is None or not self.table.fines:
            return {}
        by_row: dict[int, dict[Seat, int]] = {}
        for row in self.table.rows:
            cells = self._by_seat(self.table.grid.among(row, self.table.fines))
            by_row[row] = {seat: number for seat, cell in cells.items()
                           if (number := changes.number(cell)) is not None}  # fmt: skip
        has_signs = any(number < 0 for some in by_row.values() for number in some.values())
        sign = 1 if has_signs else -1
        return {row: {seat: sign * number for seat, number in some.items()}
                for row, some in by_row.items()}  # fmt: skip

    @cached_property
    def _counts_fines_apart(self) -> bool:
        """Whether the totals of the sheet include penalties that the changes do not include.

        The total after a deal with a penalty and the total after the next deal are compared with
        the changes, because one of them may be wrong.
        """
        deals = self.deal_rows
        counted = Counter[bool]()
        for at, row in enumerate(deals[1:], 1):
            for seat, fine in self._fines.get(row, {}).items():
                for last in deals[at : at + 2] if fine else ():
                    old, new = self.totals_of(deals[at - 1]), self.totals_of(last)
                    between = deals[at : deals.index(last) + 1]
                    moved = sum(self.changes_of(each).get(seat, 0) for each in between)
                    if seat in old and seat in new:
                        later = self._fines.get(last, {}).get(seat, 0) if last != row else 0
                        counted[True] += new[seat] - old[seat] - moved == fine + later
                        counted[False] += new[seat] - old[seat] == moved
        return counted[True] > 0 and counted[True] >= counted[False]
