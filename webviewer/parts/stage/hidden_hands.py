"""What a page with hidden hands must hide: these hands, and everything that would reveal them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from mjlog.auditor.checks import passed_wins
from mjlog.model.findings import Finding
from mjlog.model.messages import Message
from mjlog.model.record import SEATS, Exchange, Items, Seat, Show, seat_name
from mjlog.picture.frames import Frame
from webviewer.parts.audits.amendments import Amendment
from webviewer.parts.audits.sheet import SheetLine as Line
from webviewer.parts.results.result import Result

NOT_SHOWN: Final = Message("The finding is about a hand that is not shown.")
_OF_HANDS: Final = frozenset({"fan", "kong", "show", "tenpai"})
"""The kinds of claims that reveal a hand."""

Seats = frozenset[Seat]


def unseen(frame: Frame, closed: Seats) -> Seats:
    """Return the seats whose hands are hidden at this moment of the deal.

    They are the seats in `closed` that have not won yet.
    """
    return closed - set(frame.winners)


def findings_seen(
    findings: Iterable[tuple[int, Finding]], frames: Sequence[Frame], closed: Seats
) -> list[tuple[int, Finding]]:
    """Return the findings without what would reveal the hands of the `closed` seats.

    `findings` are pairs of step and finding. A finding about a hidden hand loses its message, its
    values and its correction; its code and the rule that it cites remain. If it says that
    the player missed a win, it is left out, because even its code reveals what the hand waits for.
    """
    return [
        (step, _hidden(finding) if finding.place.seat in unseen(frames[step], closed) else finding)
        for step, finding in findings
        if finding.code != passed_wins.CODE
        or finding.place.seat not in unseen(frames[step], closed)
    ]


def finding_seen(finding: Finding, frame: Frame, closed: Seats) -> Finding | None:
    """Return a finding without what would reveal the hands of the `closed` seats.

    Return None if even the existence of the finding would reveal a hand. `frame` is the state of
    the table at the step with which the finding is shown.
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
        sentence=NOT_SHOWN,
        due=None,
        verdict=finding.verdict
        and replace(finding.verdict, because=NOT_SHOWN, recorded=None, due=None),
    )


def sheet_seen(lines: Iterable[Line], hidden: Seats) -> tuple[Line, ...]:
    """Return lines of the deal without what would reveal the hands of the `hidden` seats.

    A line with a hidden hand or its scored items keeps only its keyword and seat. Any other line
    about a hidden hand loses what the audit says about it.
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
    """Return the end of a deal without the hands of the `hidden` seats.

    Who was tenpai is left out, too, unless the record states it.
    """
    hands = tuple(hand for hand in result.hands if SEATS.index(hand.seat) not in hidden)
    if not hidden:
        return result
    open_hands = tuple(each for each in result.open_hands if SEATS.index(each.seat) not in hidden)
    tenpai = result.tenpai if result.tenpai_stated else None
    return replace(result, hands=hands, tenpai=tenpai, open_hands=open_hands, mistaken=False)


def amendments_seen(amendments: Iterable[Amendment], closed: Seats) -> tuple[Amendment, ...]:
    """Return the corrections of a ledger; if any seat is in `closed`, without their texts.

    The texts could name tiles. The kind and the turn of each correction remain. `amendments` are
    the corrections.
    """
    if not closed:
        return tuple(amendments)
    return tuple(replace(each, entry="", was=()) for each in amendments)
