"""What a view with closed hands hides: the hands, and everything that would reveal them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from mjlog.auditor.checks import passed_wins
from mjlog.model.findings import Finding, Verdict
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Exchange, Items, Seat, Show, seat_name
from mjlog.picture.frames import Frame
from webviewer.parts.audits.amendments import Amendment
from webviewer.parts.audits.sheet import SheetLine as Line
from webviewer.parts.results.result import Result

NOT_SHOWN: Final = Message("What is found is about a hand that is not shown.")
_OF_HANDS: Final = frozenset({"fan", "kong", "show", "tenpai"})
"""The kinds of claims that reveal a hand."""

Seats = frozenset[Seat]


def unseen(frame: Frame, closed: Seats) -> Seats:
    """Return the seats whose hands are hidden at this frame.

    These are the seats in `closed`, whose hands the view hides, without the winners so far.
    """
    return closed - set(frame.winners)


def findings_seen(
    findings: Iterable[tuple[int, Finding]], frames: Sequence[Frame], closed: Seats
) -> list[tuple[int, Finding]]:
    """Return findings as a reader may see them who does not see the hands of the `closed` seats.

    Each finding is paired with its step. A finding about a hidden hand keeps only its code and its
    clause. The finding that a player missed a win is left out for hidden hands, because its code
    alone reveals what the hand waits for.
    """
    return [
        (step, _hidden(finding) if finding.place.seat in unseen(frames[step], closed) else finding)
        for step, finding in findings
        if finding.code != passed_wins.CODE
        or finding.place.seat not in unseen(frames[step], closed)
    ]


def finding_seen(finding: Finding, frame: Frame, closed: Seats) -> Finding | None:
    """Return a finding as a reader may see it who does not see the hands of the `closed` seats.

    Return None if the reader may not see it at all. `frame` is the table when the finding is shown.
    """
    seen = findings_seen([(0, finding)], [frame], closed)
    if not seen:
        return None
    return seen[0][1]


def _hidden(finding: Finding) -> Finding:
    return replace(
        finding,
        message=NOT_SHOWN.english,
        recorded="",
        expected="",
        correction="",
        said=NOT_SHOWN,
        due=None,
        verdict=finding.verdict and _hide_numbers(finding.verdict),
    )


def _hide_numbers(verdict: Verdict) -> Verdict:
    return replace(verdict, because=NOT_SHOWN, recorded=None, due=None)


def sheet_seen(lines: Iterable[Line], hidden: Seats) -> tuple[Line, ...]:
    """Return the lines of the sheet without anything that would reveal hidden hands.

    A line that states a hidden hand or its items keeps only its keyword and seat. A line with
    another claim about a hidden hand loses the audit's answer.
    """
    return tuple(_line_seen(line, hidden) for line in lines)


def _line_seen(line: Line, hidden: Seats) -> Line:
    match line.content:
        case Show(seat=seat) | Items(seat=seat) if seat in hidden:
            return replace(
                line, text=f"{line.content.keyword} {seat_name(seat)}", answer=None, reasons=()
            )
        case Exchange(passes=passes) if any({giver, taker} <= hidden for giver, taker, _ in passes):
            return replace(line, text=line.content.keyword, answer=None, reasons=())
    if any(claim.kind in _OF_HANDS and claim.seat in hidden for claim in line.claims):
        return replace(line, answer=None, reasons=())
    return line


def result_seen(result: Result, hidden: Seats) -> Result:
    """Return the end of the deal without hidden hands and without anything that reveals them."""
    hands = tuple(hand for hand in result.hands if SEATS.index(hand.seat) not in hidden)
    if not hidden:
        return result
    open_hands = tuple(each for each in result.open_hands if SEATS.index(each.seat) not in hidden)
    tenpai = result.tenpai if result.tenpai_stated else None
    return replace(result, hands=hands, tenpai=tenpai, open_hands=open_hands, mistaken=False)


def amendments_seen(amendments: Iterable[Amendment], closed: Seats) -> tuple[Amendment, ...]:
    """Return the corrections of a ledger; if any hand is closed, without the texts of the entries.

    The texts could reveal tiles. The kind and the turn of each correction remain.
    """
    if not closed:
        return tuple(amendments)
    return tuple(replace(each, entry="", was=()) for each in amendments)
