"""The findings on a score sheet, each with its cell, its arithmetic and possible corrections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from mjlog.auditor.report import Report
from mjlog.model.findings import CellPlace, Finding, Place
from mjlog.model.record import NOBODY
from mjlog.sheets.corrections.suggestions import Way
from webviewer.parts.results.payments import PayRow, payments
from webviewer.parts.results.sums import Sum
from webviewer.sheet_copies import Judged, JudgedGame

_OF_PAYMENTS: Final = frozenset({"pay", "net", "score"})
_NO_CELL: Final = CellPlace()


@dataclass(frozen=True, slots=True)
class Remark:
    """A numbered finding on a score sheet, with the corrections that the page suggests.

    `ways` are alternative corrections. `game` is the game that the finding is about; None if it is
    about the whole file.
    """

    number: int
    finding: Finding
    ways: tuple[Way, ...] = ()
    game: JudgedGame | None = None

    @property
    def place(self) -> CellPlace:
        """The cell that the finding is about, as an object.

        If the finding is not about a single cell, the object's cell name is empty.
        """
        return cell_place(self.finding.place)

    @property
    def other(self) -> str:
        """The name of the cell that contradicts the finding's cell, such as `H2`; empty if none."""
        return cell_place(self.finding.other).cell

    @property
    def is_grave(self) -> bool:
        """Whether the finding is an error or a warning, not a note."""
        return self.finding.severity != "note"

    @property
    def sums(self) -> Iterator[tuple[str, str, Sum]]:
        """The formulas of the payments that the finding is about, as tuples.

        Each tuple has the payer's name, the payee's name and the formula. If the finding is not
        about payments, nothing is yielded.
        """
        claim = self.finding.claim
        if self.game is None or claim is None or claim.kind not in _OF_PAYMENTS:
            return
        place = self.finding.place
        # A statement that names no player is about the player of its place.
        seats = ({claim.seat, claim.payee} - {NOBODY}) or ({place.seat} - {NOBODY})
        for row in _due(self.game.audit.report, place.deal):
            if seats <= {row.payer, row.payee}:
                yield from ((*row.names, each) for each in row.sums)


def cell_place(place: Place | None) -> CellPlace:
    """Return `place` if it is a cell of a sheet; otherwise an object whose cell name is empty."""
    return place if isinstance(place, CellPlace) else _NO_CELL


def remarks_of(judged: Judged) -> tuple[Remark, ...]:
    """Return the findings about a sheet, numbered: first about the file, then about each game."""
    numbers = count(1)
    of_file = [Remark(next(numbers), finding) for finding in judged.findings]
    of_games = [
        Remark(next(numbers), finding, game.suggested.get(place, ()), game)
        for game in judged.games
        for place, finding in enumerate(game.audit.findings)
    ]
    return (*of_file, *of_games)


def remarks_in_rows(remarks: Iterable[Remark]) -> Mapping[int, list[Remark]]:
    """Group the findings about cells by row; return a dict from row number to findings."""
    remarks_by_row: dict[int, list[Remark]] = {}
    for remark in remarks:
        if remark.place.cell:
            remarks_by_row.setdefault(remark.place.row, []).append(remark)
    return remarks_by_row


def _due(report: Report, number: int) -> tuple[PayRow, ...]:
    """Return the payments of deal `number`, from 1, with recorded and right amounts.

    The tuple is empty if the rules cannot compute them.
    """
    settled = report.settlements[number - 1 : number] if number else ()
    settlement = next(iter(settled), None)
    if settlement is None or report.rules is None:
        return ()
    deal = report.game.deals[number - 1]
    return payments(report.game, deal, report.rules, settlement, report.answers(number))
