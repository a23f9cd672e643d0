"""The lines of a deal that stand beside its ledger, told from those that the ledger says."""

from __future__ import annotations

from contextlib import suppress

from mjlog.model.record import Deal, Entry, Line
from mjlog.notation.deal_builder import DealBuilder, Settings
from mjlog.notation.grammar import GrammarError
from mjlog.notation.limits import STANDARD
from mjlog.notation.reader import understood
from mjlog.notation.report import Report
from mjlog.notation.words import memo


def folded(deal: Deal, seats: int) -> Deal:
    """What the ledger of a deal says by itself.

    Entries that no reader has seen and none can read say nothing.
    """
    entries = [entry_text(entry) for entry in deal.ledger]
    draft = DealBuilder(Settings(entries, seats, memo(seats).turn, Report(0), STANDARD), 1)
    draft.head(deal.attributes, "")
    for line, text in enumerate(entries, 1):
        with suppress(GrammarError):
            draft.add(understood(text), text, line)
    return draft.deal()


def entry_text(entry: Entry) -> str:
    """A line of the ledger as it is written."""
    mark = f"#{entry.chain}" if entry.chain else ""
    words = (f"{entry.number:04d}", entry.clock, entry.author, mark, entry.text)
    return " ".join(filter(None, words))


def beside(deal: Deal, seats: int) -> tuple[Line, ...]:
    """The lines that the ledger does not say.

    Those that it says stand behind them among their like.
    """
    left = list(deal.lines)
    for saying in reversed(folded(deal, seats).lines):
        for index in range(len(left) - 1, -1, -1):
            if left[index] == saying:
                del left[index]
                break
    return tuple(left)
