"""Checks hand values on sheets that name no dealers: each must be right for some dealer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from mjlog.auditor.audit import audit
from mjlog.auditor.report import Report
from mjlog.model.findings import Claim, Finding, Verdict
from mjlog.model.messages import msg
from mjlog.model.record import SEATS, Deal, Seat, WinLine
from mjlog.sheets.cells.numbers import number_of
from mjlog.sheets.files.workbook import Cell
from mjlog.sheets.records import DealDraft, SheetGame, recorded

_MOST_DEALS: Final = 60
_LEAST: Final = 2
"""Values that must be right before another one can be wrong."""
_STICK, _COUNTER = 1000, 300
"""Points of a riichi stick and of a counter, which a written value may include."""
_MOST_COUNTERS: Final = 4
"""Deals without a winner that may be left out before a deal."""


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of a hand: its cell, and what it should be for a dealer and for another player.

    `due` is empty if the value is right for one of them. `also` are the points of counters and
    sticks that the winner may get in addition to the hand.
    """

    cell: Cell
    claim: Claim
    due: tuple[int, ...]
    also: frozenset[int]

    @property
    def is_wrong(self) -> bool:
        """Whether the written value is wrong both for a dealer and for another player.

        The value is also right if it includes counters and sticks.
        """
        number = number_of(self.cell.text)
        if not self.due or number is None:
            return False
        return all(number - due not in self.also for due in self.due)


def check_values_without_dealer(
    sheet: SheetGame, report: Report
) -> Iterator[tuple[Verdict, Finding | None]]:
    """Find values of hands that are wrong for any dealer, on a sheet that names no dealers.

    Yield a verdict and its finding for each wrong value. Yield nothing if the dealers are known, or
    if too few other values are right.
    """
    deals = sheet.draft.deals
    is_unknown = any(finding.code == "deal.dealer" for finding in report.findings)
    if not is_unknown or report.rules is None or len(deals) > _MOST_DEALS:
        return
    also = _also_won(sheet)
    values = [value for draft, deal, extra in zip(deals, sheet.game.deals, also, strict=True)
              if (value := _value(sheet, draft, deal, extra)) is not None]  # fmt: skip
    wrong = [value for value in values if value.is_wrong]
    right = sum(not value.due for value in values)
    if right < max(_LEAST, 2 * len(wrong)):
        return
    for value in wrong:
        place = value.cell.place(sheet.draft.sheet, seat=value.claim.seat)
        words = msg(
            "{cell} says {recorded}, but the hand is worth {due}, or {more} if the dealer won",
            cell=value.cell.name,
            recorded=value.cell.text,
            due=str(value.due[-1]),
            more=str(value.due[0]),
        )
        verdict = Verdict("differs", value.claim, place, words)
        yield verdict, Finding.telling("score.item", "error", words, place, verdict=verdict)


def _also_won(sheet: SheetGame) -> Iterator[frozenset[int]]:
    """Yield for each deal the set of points that its winner may get for counters and sticks.

    A sheet that lists only wins leaves out draws, so a deal may have counters and sticks that the
    sheet does not show. With three players, a counter may be worth 100 points less.
    """
    players = len(sheet.draft.players)
    worth = [_COUNTER] if players == len(SEATS) else [_COUNTER - 100, _COUNTER]
    for draft in sheet.draft.deals:
        written = draft.label.partition(".")[2]
        counters = int(written) if written.isdigit() else 0
        possible = [counters] if counters else range(_MOST_COUNTERS + 1)
        yield frozenset(each * number + _STICK * sticks for each in worth for number in possible
                        for sticks in range(players * (number + 1) + 1))  # fmt: skip


def _value(sheet: SheetGame, draft: DealDraft, deal: Deal, also: frozenset[int]) -> _Value | None:
    """Return the written value of a deal's winner, with the values that it should have (`_Value`).

    A hand may be worth more if the winner is the dealer, so there are two expected values. `also`
    are the points of counters and sticks that the written value may include. Return None if the
    deal does not have exactly one winner, or if the value cannot be checked.
    """
    wins = deal.contents(WinLine)
    if len(wins) != 1:
        return None
    others = [seat for seat in range(len(sheet.draft.players))
              if seat not in {wins[0].seat, wins[0].source}]  # fmt: skip
    judged = [_judged(sheet, draft, dealer) for dealer in (wins[0].seat, *others[:1])]
    decided = [each for each in judged if each is not None]
    if len(decided) < _LEAST:
        return None
    cell, claim, _ = decided[0]
    due = tuple(number for _, _, number in decided if number is not None)
    return _Value(cell, claim, due if len(due) == len(decided) else (), also)


def _judged(
    sheet: SheetGame, draft: DealDraft, dealer: Seat
) -> tuple[Cell, Claim, int | None] | None:
    """Check the value of a deal's hand as if the player in seat `dealer` had dealt.

    Return the cell of the value, the checked number (`Claim`), and the expected value, which is
    None if the written value is right. Return None if the deal has no value to check.
    """
    counters = draft.label.partition(".")[2] or "0"
    alone = replace(draft, label=f"E{dealer + 1}.{counters}", dealer=dealer)
    game = recorded(
        replace(sheet.draft, deals=(alone,), headers=(), rows_below=(), start=(), rotating=False)
    )
    report = audit(game.game)
    for verdict in report.verdicts:
        if verdict.claim.kind != "fan" or verdict.claim.item != _POINTS:
            continue
        cell = game.cell_of(verdict.place, verdict.claim)
        if cell is None or verdict.answer == "unverified":
            return None
        if verdict.answer != "differs":
            return cell, verdict.claim, None
        return None if verdict.due is None else (cell, verdict.claim, verdict.due)
    return None


_POINTS: Final = "points"
"""Item of a hand whose number depends on the dealer."""
