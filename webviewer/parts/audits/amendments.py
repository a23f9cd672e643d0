"""Corrections in a deal's ledger: entries that fix, delete or insert others."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from mjlog.model.record import Deal
from mjlog.notation.grammar import GrammarError
from mjlog.notation.ledgers.ledger_corrections import LedgerRow, fold
from mjlog.notation.ledgers.ledger_lines import entry_text
from mjlog.notation.lines.statements import Booked, Move
from mjlog.notation.reader import read_statement

VERBS: Final = {"fix": "corrected", "del": "deleted", "ins": "inserted"}


@dataclass(frozen=True, slots=True)
class Amendment:
    """One correction in a deal's ledger: an entry that fixes, deletes or inserts other entries.

    `entry` is the text of the correction. `verb` is `corrected`, `deleted` or `inserted`. `was` has
    the earlier texts of the entries that were fixed or deleted. `turn` is the number of the turn
    that the correction is about, None if unknown.
    """

    entry: str
    verb: str
    was: tuple[str, ...]
    turn: int | None


def amendments(deal: Deal) -> tuple[Amendment, ...]:
    """Return the corrections that scribes made to a deal, in the order in which they made them.

    A correction deletes, replaces or inserts entries of the deal's ledger. The result is empty if
    the deal has no ledger or no corrections.
    """
    rows = list(_rows(deal))
    if not any(row.booked.edit for row in rows):
        return ()
    text_by_number = {entry.number: entry.text for entry in deal.ledger}
    texts = [entry_text(entry) for entry in deal.ledger]
    turns = _turns(rows, len(deal.turns))
    return tuple(
        Amendment(
            texts[row.line],
            VERBS[row.booked.edit.verb],
            tuple(
                text_by_number[n]
                for n in range(row.booked.edit.first, row.booked.edit.last + 1)
                if n in text_by_number
            )
            if row.booked.edit.verb != "ins"
            else (),
            turns.get(row.line),
        )
        for row in rows
        if row.booked.edit is not None
    )


def _rows(deal: Deal) -> list[LedgerRow]:
    rows = []
    for place, entry in enumerate(deal.ledger):
        with suppress(GrammarError):
            reading = read_statement(entry_text(entry))
            if isinstance(reading, Booked):
                rows.append(LedgerRow(reading, place))
    return rows


def _turns(rows: list[LedgerRow], number: int) -> dict[int, int]:
    """Return a dict from the position of a ledger's row to the turn that the row's entry begins.

    Positions and turns are counted from 0. Corrections are applied first, and rows that record no
    turn are left out. `number` is the number of turns of the deal; if the entries have a different
    number of turns, the dict is empty.
    """
    turns: dict[int, int] = {}
    count = 0
    for saying in fold(rows, lambda *_: None):
        if isinstance(saying.inner, Move):
            turns.setdefault(saying.row.line, count)
            count += sum(item.sort == "word" for item in saying.inner.items)
    if count == number:
        return turns
    return {}
