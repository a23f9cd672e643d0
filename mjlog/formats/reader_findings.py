"""What a reader of a foreign format finds wrong with a file."""

from __future__ import annotations

from dataclasses import field
from typing import Final, TypedDict, Unpack

from mjlog.model.findings import NOWHERE, Finding, Place, Severity, Span
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence
from mjlog.model.record import NOBODY, Seat

_MOST: Final = 100


class Told(TypedDict, total=False):
    """What the file says, and what should stand there."""

    told: str
    due: str


@dataclass(slots=True)
class ReaderFindings:
    """The findings of one file.

    `deal` is the number of the deal being read, `at` the place in the file.
    """

    findings: list[Finding] = field(default_factory=list)
    deal: int = 0
    at: Span = NOWHERE

    @property
    def patient(self) -> bool:
        """Whether one more finding is taken: after a hundred there is nothing new to say."""
        return len(self.findings) < _MOST

    def say(
        self,
        code: str,
        message: Sentence,
        severity: Severity = "error",
        seat: Seat = NOBODY,
        **more: Unpack[Told],
    ) -> None:
        """Add a finding about the source: what the file has, and what is expected there."""
        if self.patient:
            place = Place(self.at.line, self.at.column, self.deal, seat=seat)
            sentence = message if isinstance(message, Message) else None
            plain = sentence.english if sentence is not None else str(message)
            self.findings.append(
                Finding(
                    code,
                    severity,
                    plain,
                    place,
                    None,
                    more.get("told", ""),
                    more.get("due", ""),
                    sentence,
                )
            )
