"""Collects the reader's findings."""

from __future__ import annotations

from dataclasses import field, replace
from typing import TypedDict, Unpack

from mjlog.model.findings import Finding, Place, Severity
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence, counting, shortened, to_message
from mjlog.model.record import NOBODY, Seat


class Details(TypedDict, total=False):
    """Further fields of a finding: its turn, its seat, the recorded and the expected text.

    `due` says in words what is expected, if this cannot be written in notation.
    """

    turn: int
    seat: Seat
    recorded: str
    expected: str
    due: Message | None


@dataclass(slots=True)
class Report:
    """Findings in the order in which they are made, at most `most`.

    `deal` is the number of the deal being read, 0 before the first one.
    """

    most: int
    deal: int = 0
    found: list[Finding] = field(default_factory=list)
    left_out: int = 0
    advice_left: int = 100

    def takes_advice(self) -> bool:
        """Count this call, and return whether the caller should search for a correction.

        Return True for the first hundred calls. The search for a correction is slow, so there must
        not be more.
        """
        self.advice_left -= 1
        return self.advice_left >= 0

    def add(
        self,
        code: str,
        severity: Severity,
        message: Sentence,
        line: int = 0,
        column: int = 0,
        **more: Unpack[Details],
    ) -> None:
        """Create a finding about the deal that is being read, and store it.

        If there are `most` findings already, the finding is only counted. `code` is its code
        without ``syntax.`` before it. `line` and `column` are counted from 1; 0 means unknown.
        `more` are further facts, such as the recorded text (`recorded`) and its correction
        (`expected`).
        """
        if len(self.found) >= self.most:
            self.left_out += 1
            return
        place = Place(line, column, self.deal, more.get("turn", 0), 0, more.get("seat", NOBODY))
        sentence = to_message(message)
        due = more.get("due")
        expected = due.english if due is not None else more.get("expected", "")
        self.found.append(
            Finding(
                "syntax." + code,
                severity,
                sentence.english,
                place,
                None,
                shortened(more.get("recorded", "")),
                expected,
                sentence,
                due,
            )
        )

    def move_down(self, lines: int) -> None:
        """Add `lines` to the line numbers of all findings so far.

        Used if the text that was read is not the beginning of the file.
        """
        if lines:
            self.found = [
                replace(each, place=replace(each.place, line=each.place.line + lines))
                for each in self.found
            ]

    def findings(self) -> tuple[Finding, ...]:
        """Return all findings, sorted by line and column.

        If some were left out because of the limit, a last finding says how many.
        """
        in_order = sorted(
            self.found, key=lambda finding: (finding.place.line, finding.place.column)
        )
        if self.left_out:
            words = counting(
                "mjlog leaves out {number} more finding of the reader",
                "mjlog leaves out {number} more findings of the reader",
                self.left_out,
            )
            in_order.append(Finding.telling("syntax.too_many", "error", words))
        return tuple(in_order)
