"""Reads the label of the deal in a row, its counters and its dealer."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, Seat
from mjlog.sheets.cells.words import (
    counter_in,
    dealer_and_counters,
    has_penalty,
    label_of,
    plain,
    seat_of,
    wind_of,
)
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.layouts.columns_of_points import is_start_or_end_row
from mjlog.sheets.records import Key
from mjlog.sheets.rows.seats import EITHER_WIND, SeatReader

_WITH_COUNTERS: Final = re.compile(r"([1-4])[.,-]([0-9]{1,2})")
_WITH_WIN: Final = re.compile(r"(?P<deal>.*[0-9])(?:[ .,·/_-]+[1-3]|[ .]?[a-c])")
"""A deal, with the number of the win in it."""


class LabelReader(SeatReader):
    """A reader that finds out which deal a row is: its label, its counters and its dealer."""

    def _label_with_counters(self, row: int) -> tuple[str, Mapping[Key, Cell]]:
        """Return a row's label, such as `E2.1`, and its cells of counters and riichi sticks.

        The cells are in a dict with the keys `counters` and `sticks`. If the label has no counters,
        those in the column of counters are added: `E2` and 1 give `E2.1`.
        """
        label = self._label_with_dealer(row)
        if label.isdigit() and not self._has_running_numbers:
            label = self.table.wind(row) + label
        label_and_cells = self._cells_by_role(row, "counters", "sticks")
        counters = label_and_cells.get("counters")
        if counters is not None:
            counters = replace(counters, text=counter_in(counters.text))
        number = None if counters is None else self._whole(counters)
        # A label with counters does not get the counters of the column as well.
        is_open = "." not in label and named(label) is not None
        return f"{label}.{number}" if is_open and number is not None else label, label_and_cells

    def _label_with_dealer(self, row: int) -> str:
        """Return the label of a row's deal, such as `E1`; empty if the label shows no dealer.

        A text that is not a label, and a number above the number of players, are reported as not
        understood.
        """
        cell = self.table.cell(row, "deal")
        label = self._label_as_written(row)
        if cell is None or is_start_or_end_row(self.table.grid, row):
            return ""
        if label and self._has_names_that_run_on:
            return ""  # such a number does not show which player deals
        _, dealer = named(label) or ("", NOBODY)
        # If players take turns to sit out, the number may be greater than that of the players.
        if label and (dealer < len(self.names) or self.table.rotating):
            return label
        if not has_penalty(cell.text):
            self.unread(cell)
        return ""

    def _label_as_written(self, row: int) -> str:
        """Return the label of a row's deal, such as `E1` or `7`; an empty text if there is none.

        Labels that do not show the dealer are also returned, and nothing is reported.
        """
        if row not in self._labels:
            self._labels[row] = self._read_label(row)
        return self._labels[row]

    @cached_property
    def plays_on(self) -> bool:
        """Whether a deal continues after a win by these rules, so that several players may win."""
        return self.rules is not None and self.rules.play.spec.plays_on

    @cached_property
    def _labels(self) -> dict[int, str]:
        """The labels that were read, by row; `_label_as_written` reads each row once."""
        return {}

    def _read_label(self, row: int) -> str:
        text = self.table.text(row, "deal")
        # If the wind of the round is known, the wind of the dealer, or a number with counters,
        # completes the label.
        wind = self.table.wind(row) if self.table.winds else ""
        if wind and (counted := _WITH_COUNTERS.fullmatch(text)):
            return f"{wind}{counted[1]}.{counted[2]}"
        dealer, counters = dealer_and_counters(text) if wind else ("", "")
        if dealer:
            return f"{wind}{dealer}.{counters}"
        if self.plays_on and (counted := _WITH_WIN.fullmatch(text)):
            text = counted["deal"]
        counts = str(seat_of(text) + 1) if wind_of(text) and wind else ""
        # A text such as `第二局連1` is a label only with the wind of the round.
        label = counts or label_of(text) or (label_of(f"{wind} {text}") if wind and text else "")
        is_of_west = label.startswith("E") and plain(text)[:1] == EITHER_WIND
        return f"W{label[1:]}" if is_of_west and self._has_o_for_west else label

    @cached_property
    def _has_running_numbers(self) -> bool:
        """Whether deal numbers go on through all winds (4, 5, 6) instead of starting again at 1."""
        if not self.table.winds:
            return False
        labels = [self._label_as_written(row) for row in self.table.rows]
        return any(label.isdigit() and int(label) > len(self.names) for label in labels)

    @cached_property
    def _has_names_that_run_on(self) -> bool:
        """Whether labels such as `E7` count all deals of a wind, so that no dealer is shown.

        The numbers must have no gap. At least two numbers must be above the number of players, or
        one if a column of dealers names the same dealer twice in a row.
        """
        rows = {
            row: place for row in self.table.rows if (place := named(self._label_as_written(row)))
        }
        beyond = sum(number >= len(self.names) for _, number in rows.values())
        if not beyond or self.table.rotating:
            return False
        runs_on = all(
            after == (wind, number + 1) or after in {(wind + 1, 0), (wind + 1, number + 1)}
            for (wind, number), after in pairwise(rows.values())
        )
        dealers = [plain(self.table.text(row, "dealer")) for row in rows]
        return runs_on and (
            beyond > 1 or any(one == other != "" for one, other in pairwise(dealers))
        )

    def dealer_by_label(self, row: int) -> Seat:
        """Return the seat of a row's dealer, from the cell that names the dealer or the label.

        Return 0, the first seat, if neither shows the dealer.
        """
        by_name = self._seat_of(self.table.text(row, "dealer"))
        label = "" if self._has_names_that_run_on else self._label_as_written(row)
        # If deals have only numbers, each player in turn deals once.
        wind = "" if self._has_running_numbers else self.table.wind(row)
        _, dealer = named(wind + label if label.isdigit() else label) or (
            "", (int(label) - 1) % len(self.names) if label.isdigit() else NOBODY,
        )  # fmt: skip
        dealer = dealer if by_name == NOBODY else by_name
        return dealer if 0 <= dealer < len(self.names) else 0
