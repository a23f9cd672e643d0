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
from mjlog.notation.reader import read_statement
from mjlog.notation.report import Report


def folded(
    deal: Deal, seats: int, crossing: CrossCorrections = ALONE, report: Report | None = None
) -> Deal:
    """Build a deal from the entries of its ledger alone, with all corrections applied.

    The result has no label and no comment. Entries that cannot be read are left out, and so are
    lines that are not in the ledger. `crossing` has the corrections between this deal and other
    deals, `seats` is the number of players. Findings are added to `report`.
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
"""Maximum number of lines whose statements are cached.

A deal that is being recorded is read again after each act.
"""


@lru_cache(maxsize=_KEPT)
def _known(text: str) -> Statement:
    """Read the text of a ledger entry; the results are cached. Raises `GrammarError`."""
    return read_statement(text)


def corrections_between_deals(deals: Sequence[Deal]) -> list[CrossCorrections]:
    """Find the ledger entries that correct an entry of another deal, in all deals of a game.

    Return one `CrossCorrections` for each deal: which of its entries correct earlier deals, and
    which entries of later deals correct this deal.
    """
    return cross_corrections([[*ledger_rows(deal)] for deal in deals])


def ledger_rows(deal: Deal) -> Iterator[LedgerRow]:
    """Read the ledger entries of a deal, and yield each as a `LedgerRow`; skip unreadable entries.

    The line number of a row is the position of the entry in the ledger, counted from 1.
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
    """Return those lines of a deal, other than play, that do not come from its ledger.

    Used to write a record, because what comes from the ledger is written as ledger entries. If two
    lines are equal and only one comes from the ledger, the first of them is returned. `crossing`
    has the corrections between this deal and other deals.
    """
    left = list(deal.lines)
    for saying in reversed(folded(deal, seats, crossing).lines):
        for index in range(len(left) - 1, -1, -1):
            if left[index] == saying:
                del left[index]
                break
    return tuple(left)
