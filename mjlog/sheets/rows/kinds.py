"""Distinguishes kinds of rows: deal, start, penalty, sum, totals after a deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise, takewhile
from typing import Final

from mjlog.model.record import NOBODY, Seat, points_word
from mjlog.sheets.cells.numbers import are_sums, is_number
from mjlog.sheets.cells.words import (
    ABSENT,
    ENDINGS,
    NOBODY_WON,
    Role,
    has_penalty,
    is_absent,
    is_total,
    label_of,
    plain,
    wind_of,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row
from mjlog.sheets.records import WHOLE, Entry, Key
from mjlog.sheets.rows.points import PointReader
from mjlog.sheets.rows.seats import PARTS, with_whole

_ENDINGS: Final = ENDINGS - ABSENT
_MAY_NAME_PENALTIES: Final[tuple[Role, ...]] = ("deal", "winner", "how", "remark")
_DASHES: Final = frozenset("-–—")


_OF_DEALS: Final[tuple[Role, ...]] = ("deal", "from", "value", "han", "fu", "faan", "tai", "items")
"""Meanings of columns whose cells show that a row is a deal, although the winner is unknown."""


@dataclass
class RowClassifier(PointReader):
    """A reader that finds out what a row is: a deal, the start, a penalty, a sum, or totals."""

    # Results by row, because this is asked several times for each row.
    _deals: dict[int, bool] = field(default_factory=dict, init=False)

    def is_deal(self, row: int) -> bool:
        """Return whether a row is a deal: it has a result or points.

        Rows of sums and the row of starting points are not deals.
        """
        if row not in self._deals:
            self._deals[row] = self._has_deal(row)
        return self._deals[row]

    @cached_property
    def deal_rows(self) -> Sequence[int]:
        """The rows of the table that are deals."""
        return [row for row in self.table.rows if self.is_deal(row)]

    @cached_property
    def rows_after_deals(self) -> Sequence[int]:
        """The rows below the last deal, from the bottom upwards; all rows if there is no deal."""
        return [*takewhile(lambda row: not self.is_deal(row), reversed(self.table.rows))]

    def is_part_of_deal(self, row: int) -> bool:
        """Return whether a row is a deal, or has only the totals of the deal in the row above."""
        return self.is_deal(row) or row in self._deal_above

    def _has_deal(self, row: int) -> bool:
        if self.is_text_below_deals(row) or row in self._deal_above or row == self.sum_without_name:
            return False
        if row in self.sums_of_parts or self.is_sum_by_result(row):
            return False
        is_penalty = self._has_penalties and self._is_penalty(row)
        if is_penalty or is_start_or_end_row(self.table.grid, row):
            return self._moves_points(row)
        # A word alone, such as `dinner`, is a note between the deals.
        has_result = any(self.table.cells(row, ("winner", "how"))) and (
            any(self.table.cells(row, _OF_DEALS)) or self._has_known_result(row)
        )
        if self._is_start(row) and not self._has_result(row):
            return False
        if has_result or any(entry for point in self._cells_of_points(row) for entry in point):
            return True
        # A labelled row above the last deal, with only dashes as points, is a deal that nobody won.
        texts = [self.table.grid.texts(row, points.columns) for points in self.points]
        are_dashes = any(some and all(plain(text) in _DASHES for text in some) for some in texts)
        return are_dashes and row < self._last and bool(self._label_as_written(row))

    def is_sum_by_result(self, row: int) -> bool:
        """Return whether the column of results says that a row is a sum, such as `deal total`."""
        return any(is_total(cell.text) and self._seat_of(cell.text) == NOBODY
                   for cell in self.table.cells(row, ("winner", "how")))  # fmt: skip

    def _is_penalty(self, row: int) -> bool:
        """Return whether a row is about a penalty, such as `Chombo Ann`.

        The word for a penalty may be in the result or the label. If the row has no result, its
        remark is checked.
        """
        label = self.table.text(row, "deal")
        if (has_penalty(label) and not label_of(label)) or row in self._penalties_by_points:
            return True
        cells = self.table.cells(row, ("winner", "how"))
        if not cells:
            cells = self.table.cells(row, ("remark",))
        return any(has_penalty(cell.text) and self._seat_of(cell.text) == NOBODY for cell in cells)

    @cached_property
    def _has_penalties(self) -> bool:
        """Whether a cell in the columns of winners, results or remarks names a penalty."""
        columns = [self.table.column(role) for role in _MAY_NAME_PENALTIES]
        texts = {text for column in columns if column
                 for text in self.table.grid.down(self.table.rows, column)}  # fmt: skip
        return any(has_penalty(text) for text in texts) or bool(self._penalties_by_points)

    @cached_property
    def _penalties_by_points(self) -> frozenset[int]:
        """The rows that are recognised as penalties by their points, not by a word.

        They have no label and an unknown word as the result. One player pays the same to all others
        and is named, for example in the column of discarders.
        """
        column, cells_of_grid = self.table.column("deal"), self.table.grid.cells
        rows = [] if self.plays_on or not column else self.table.rows
        penalties = set()
        for row in [row for row in rows if (row, column) not in cells_of_grid]:
            changes = self.changes_of(row)
            losers = [seat for seat, change in changes.items() if change < 0]
            cells = self.table.cells(row, ("winner", "how", "from"))
            named = {seat for cell in cells if (seat := self._seat_of(cell.text)) != NOBODY}
            gains = {change for change in changes.values() if change >= 0}
            is_fine = named == {*losers} and len(losers) == len(gains) == 1
            if is_fine and len(changes) == len(self.names) and not self._has_known_result(row):
                penalties.add(row)
        return frozenset(penalties)

    @cached_property
    def sum_without_name(self) -> int:
        """The last row of the table if it is an unlabelled row of sums, otherwise 0.

        The row must have the sum of each player's changes; the sum of one player may be wrong.
        """
        last, table = (self.table.rows or (0,))[-1], self.table
        has_changes = any(points.kind == "change" for points in self.points)
        is_named = any(table.cells(last, ("deal", "winner", "how", "from")))
        is_named = is_named or is_start_or_end_row(table.grid, last)
        if not has_changes or is_named or not table.column("deal"):
            return 0
        above = {row: self.changes_of(row) for row in table.rows[:-1]}
        if any(changes and not self._label_as_written(row) for row, changes in above.items()):
            return 0  # totals after a deal have rows of their own
        seats = range(len(self.names))
        sums = [sum(changes.get(seat, 0) for changes in above.values()) for seat in seats]
        numbers = [self.changes_of(last).get(seat) for seat in seats]
        return last if any(sums) and are_sums(numbers, sums) else 0

    @cached_property
    def sums_of_parts(self) -> frozenset[int]:
        """The rows without a label or result that have the sums of the deals above, as a set.

        The sums may be those of all deals, or of the deals since the last row of sums, as between
        rounds. The sum of one player may be wrong.
        """
        named = {row for row in self.table.rows
                 if self._label_as_written(row) or self._has_known_result(row)}  # fmt: skip
        has_changes = any(points.kind == "change" for points in self.points)
        # If deals have no labels, a deal may bring the same changes as earlier deals together.
        if not has_changes or not len(named) < len(self.table.rows) < 2 * len(named):
            return frozenset()
        sums: set[int] = set()
        whole = part = nothing = [0] * len(self.names)
        deals = 0
        for row in self.table.rows:
            changes = self.changes_of(row)
            numbers = [changes.get(seat, 0) for seat in range(len(self.names))]
            is_open = row not in named and not is_start_or_end_row(self.table.grid, row)
            is_open = is_open and any(numbers) and deals > 1
            if is_open and (are_sums(numbers, whole) or are_sums(numbers, part)):
                sums.add(row)
                part, deals = nothing, 0
                continue
            whole = [a + b for a, b in zip(whole, numbers, strict=True)]
            part = [a + b for a, b in zip(part, numbers, strict=True)]
            deals += 1
        return frozenset(sums)

    def _has_known_result(self, row: int) -> bool:
        """Return whether a row's result is a player or a known word such as `draw`.

        For example, `so far` is not a result. Under rules in which play continues after a win, any
        other text counts too.
        """
        if self.plays_on:
            return self._has_result(row)
        texts = [cell.text for cell in self.table.cells(row, ("winner", "how"))]
        parts = [part for text in texts for part in (text, *PARTS.split(text))]
        return any(self._seat_of(part) != NOBODY or plain(part) in _ENDINGS for part in parts)

    def _moves_points(self, row: int) -> bool:
        """Return whether a row between the deals changes points without being labelled as a deal.

        For example, it is a penalty. It must have changes and totals, and no name that means
        totals. If the table has no columns of totals, a row named as a penalty is enough, in which
        one player loses points and all others gain.
        """
        is_inside = self.table.rows[0] < row < self._last
        if not is_inside or is_total(self.table.grid.first_text(row)):
            return False
        changes = [*self.changes_of(row).values()]
        if any(points.kind == "total" for points in self.points):
            return any(changes) and any(self.totals_of(row))
        if self._is_penalty(row) and len(changes) == len(self.names):
            return sum(change < 0 for change in changes) == 1 and changes.count(0) == 0
        return any(changes) and any(self.totals_of(row))

    def _is_start(self, row: int) -> bool:
        """Return whether a row has the starting points: the table's first row, with equal points.

        The row must have no label of a deal. Zeros count only if the next rows have labels.
        """
        if row != self.table.rows[0] or label_of(self.table.text(row, "deal")):
            return False
        groups = [cells for cells in self._cells_of_points(row) if any(cells)]
        texts = [{cell.text for cell in cells if cell} for cells in groups]
        # Many first deals have no gain and no loss, so zeros alone do not begin a game.
        are_named = any(label_of(self.table.text(other, "deal")) for other in self.table.rows[1:3])
        return bool(texts) and all(
            len(each) == 1 and (each != {"0"} or are_named) for each in texts
        )

    @cached_property
    def start(self) -> int:
        """The points with which each player starts, from the table's first row; 0 if unknown."""
        for row in self.table.rows[:1]:
            if not self.is_deal(row) and self._is_start(row):
                return next(iter(self.totals_of(row).values()), 0)
        return 0

    def is_text_below_deals(self, row: int) -> bool:
        """Return whether a row below the last deal has words, and no name such as `Total`.

        The words may be a remark or another table.
        """
        if row <= self._last or is_start_or_end_row(self.table.grid, row):
            return False
        texts = (cell.text for cell in self.table.grid.in_row(row))
        return any(not is_number(text) and not is_absent(text) for text in texts)

    def is_between(self, row: int) -> bool:
        """Return whether a row between the deals is not a deal, but a note, a penalty or totals."""
        is_inside = bool(self.table.rows) and self.table.rows[0] < row < self._last
        return (
            is_inside
            and not self.is_part_of_deal(row)
            and (
                is_start_or_end_row(self.table.grid, row)
                or self._is_penalty(row)
                or any(self.table.cells(row, ("winner", "how")))
                or self._is_note(row)
            )
            and bool(self.table.grid.in_row(row))
        )

    def _is_note(self, row: int) -> bool:
        """Return whether a row has only words, and is not the title of a round such as `South`."""
        texts = [cell.text for cell in self.table.grid.in_row(row)]
        words = [word for text in texts for word in text.split()]
        return not any(is_number(text) for text in texts) and not any(
            wind_of(word) for word in words
        )

    @cached_property
    def _deal_above(self) -> Mapping[int, int]:
        """A mapping from each row that contains only totals to the row of its deal above.

        Some programs write the changes of a deal in one row and the totals in the next row. The
        mapping is empty unless most of these totals are the totals before plus the changes.
        """
        changes = [points for points in self.points if points.kind == "change"]
        if len(changes) != 1 or len(self.points) > 1:
            return {}
        if self.sum_without_name:
            return {}
        above: dict[int, int] = {}
        before = moved = (0,) * len(self.names)
        fitting = Counter[bool]()
        latest = 0
        for row in self.table.rows:
            cells = changes[0].cells(self.table.grid, row)
            numbers = tuple(changes[0].number(cell) or 0 for cell in cells)
            is_unnamed = is_absent(self.table.text(row, "deal")) or not self.table.cell(row, "deal")
            is_below = latest and is_unnamed and not self._has_result(row) and all(cells)
            if is_below and self._may_have_totals(row):
                above[row] = latest
                pairs = zip(numbers, before, moved, strict=True)
                fitting.update(after - old == more for after, old, more in pairs)
                before, moved = numbers, (0,) * len(self.names)
            elif self._has_result(row) or self._label_as_written(row):
                latest = row
                moved = tuple(a + b for a, b in zip(moved, numbers, strict=True))
        return above if fitting[True] > fitting[False] else {}

    def _may_have_totals(self, row: int) -> bool:
        """Return whether a row may have the totals after the deal in the row above.

        A row named as a total may have them only if most deals are followed by such a row.
        """
        is_unnamed = not is_start_or_end_row(self.table.grid, row)
        return is_unnamed or (self._has_named_totals and row < self._last)

    @cached_property
    def _has_named_totals(self) -> bool:
        """Whether most deals are followed by a row whose name means totals."""
        pairs = [*pairwise(self.table.rows)]
        below = sum(self._has_result(row) and is_start_or_end_row(self.table.grid, after)
                    for row, after in pairs)  # fmt: skip
        return below * 2 > sum(self._has_result(row) for row, _ in pairs)

    def _has_result(self, row: int) -> bool:
        """Return whether a row names a winner or says how the deal ended, such as `draw`.

        A word for totals is not a result, unless it is a player's name.
        """
        cells = self.table.cells(row, ("winner", "how"))
        return not self.is_sum_by_result(row) and any(not is_absent(cell.text) for cell in cells)

    @cached_property
    def _last(self) -> int:
        """The last row that has a label or result of a deal; without one, the last row."""
        deals = (row for row in reversed(self.table.rows) if self._names_deal(row))
        return next(deals, self.table.rows[-1] if self.table.rows else 0)

    def _names_deal(self, row: int) -> bool:
        """Return whether a row has the label or the result of a deal."""
        if is_start_or_end_row(self.table.grid, row):
            return False
        if self._label_as_written(row):
            return True
        # If deals have labels, `with uma 15/5` in the column of results is not a result.
        is_open = not self._are_labelled or self._has_known_result(row)
        return is_open and any(self.table.cells(row, ("winner", "how")))

    @cached_property
    def _are_labelled(self) -> bool:
        """Whether most rows have a deal's label, such as `E1`."""
        labels = [label for row in self.table.rows if (label := self._label_as_written(row))]
        return 2 * len(labels) > len(self.table.rows)

    def totals_of(self, row: int) -> Mapping[Seat, int]:
        """Return the players' totals after the deal in a row, by seat.

        Seats without a total in the sheet are left out.
        """
        below = (after for after, deal in self._deal_above.items() if deal == row)
        points = next((each for each in self.points if each.kind == "total"), None)
        at = row
        if points is None and self._deal_above:
            points, at = self.points[0], next(below, 0)
        if points is None or not at:
            return {}
        return {seat: number for seat, number in enumerate(points.numbers(self.table.grid, at))
                if number is not None}  # fmt: skip

    def _points(self, row: int) -> Iterator[Entry]:
        for points in sorted(self.points, key=lambda points: points.kind != "change"):
            cells = points.cells(self.table.grid, row)
            if not any(cells):
                if points.kind == "change" and (cell := self._says_no_change(row)) is not None:
                    yield Entry(f"net {' '.join('0' * len(cells))}", {WHOLE: cell})
                continue
            numbers = [self._point(points, cell) for cell in cells]
            if numbers.count(None) < len(numbers):
                keyword = "net" if points.kind == "change" else "score"
                words = [points_word(number) for number in numbers]
                yield Entry(f"{keyword} {' '.join(words)}", _cells_by_seat(cells), points.unit)
        for below in (each for each, deal in self._deal_above.items() if deal == row):
            cells = self.points[0].cells(self.table.grid, below)
            totals = [points_word(number)
                      for number in self.points[0].numbers(self.table.grid, below)]  # fmt: skip
            yield Entry(f"score {' '.join(totals)}", _cells_by_seat(cells), self.points[0].unit)

    def _says_no_change(self, row: int) -> Cell | None:
        """Return the cell that says that a deal without points changed nothing; None if none does.

        A blank row does not say so, unless it is a draw, nobody declared riichi, and a column of
        tenpai names nobody or all players. The cell is that of the result.
        """
        table = self.table
        result = next(iter(table.cells(row, ("winner", "how"))), None)
        named = [part for part in PARTS.split(table.text(row, "tenpai")) if part]
        is_even = bool(table.column("tenpai")) and len(named) in {0, len(self.names)}
        is_draw = result is not None and plain(result.text) in NOBODY_WON
        return result if is_draw and is_even and not table.text(row, "ready") else None


def _cells_by_seat(cells: Sequence[Cell | None]) -> Mapping[Key, Cell]:
    """Return the cells by seat, from 0, without seats whose cell is None.

    The first cell also has the key `WHOLE`, because findings about a whole line of a record refer
    to it.
    """
    return with_whole({seat: cell for seat, cell in enumerate(cells) if cell is not None})
