"""Separates the lines of a deal that are in its ledger from those that are not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final

from mjlog.model.record import Deal, Entry, Line
from mjlog.notation.deal_builder import DealBuilder, Settings
from mjlog.notation.grammar import GrammarError
from mjlog.notation.ledgers.ledger_corrections import (
    ALONE,
    CrossCorrections,
    LedgerRow,
    cross_corrections,
)
from mjlog.notation.limits import STANDARD
from mjlog.notation.lines.statements import Booked, Statement
from mjlog.notation.play.words import memo
from mjlog.notation.reader import understood
from mjlog.notation.report import Report


def folded(
    deal: Deal, seats: int, crossing: CrossCorrections = ALONE, report: Report | None = None
) -> Deal:
    """Build a deal from the entries of its ledger alone, after all corrections.

    The result has no label and no comment, and lines outside the ledger and unreadable entries are
    left out. `crossing` has the corrections between this deal and other deals; `report` collects
    the findings.
    """
    report = report or Report(0)
    entries = [entry_text(entry) for entry in deal.ledger]
    draft = DealBuilder(Settings(entries or [""], seats, memo(seats).turn, report, STANDARD), 1)
    draft.crossing = crossing
    draft.head(deal.attributes, "")
    for line, text in enumerate(entries, 1):
        try:
            draft.add(_known(text), text, line)
        except GrammarError as problem:
            draft.complain(problem, line)
    return draft.deal()


_KEPT: Final = 1 << 14
"""Lines of ledgers whose statements are kept: a deal that is recorded is folded at each act."""


@lru_cache(maxsize=_KEPT)
def _known(text: str) -> Statement:
    """Read the text of a ledger entry; the results are cached. Raises `GrammarError`."""
    return understood(text)


def corrections_between_deals(deals: Sequence[Deal]) -> list[CrossCorrections]:
    """Find the ledger entries that correct an entry of another deal.

    Return one result for each deal, in order.
    """
    return cross_corrections([[*ledger_rows(deal)] for deal in deals])


def ledger_rows(deal: Deal) -> Iterator[LedgerRow]:
    """Read the entries of a deal's ledger, and yield them as rows; skip unreadable entries.

    The line number of a row is the position of its entry in the ledger, counted from 1.
    """
    for line, entry in enumerate(deal.ledger, 1):
        with suppress(GrammarError):
            booked = _known(entry_text(entry))
            if isinstance(booked, Booked):
                yield LedgerRow(booked, line)


def entry_text(entry: Entry) -> str:
    """Return an entry of a ledger as a line: number, time, author, mark and text."""
    mark = f"#{entry.chain}" if entry.chain else ""
    words = (f"{entry.number:04d}", entry.clock, entry.author, mark, entry.text)
    return " ".join(filter(None, words))


def lines_outside_ledger(
    deal: Deal, seats: int, crossing: CrossCorrections = ALONE
) -> tuple[Line, ...]:
    """Return the lines of a deal that were written outside its ledger.

    Used to write the deal: lines from the ledger are written as entries. If equal lines exist
    inside and outside the ledger, the last of them count as lines of the ledger. `crossing` has the
    corrections between this deal and other deals.
    """
    left = list(deal.lines)
    for saying in reversed(folded(deal, seats, crossing).lines):
        for index in range(len(left) - 1, -1, -1):
            if left[index] == saying:
                del left[index]
                break
    return tuple(left)
