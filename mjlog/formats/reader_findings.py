"""Collects what a reader of another format finds wrong with a file."""

from __future__ import annotations

from dataclasses import field
from typing import Final, TypedDict, Unpack

from mjlog.model.findings import NOWHERE, Finding, Place, Severity, Span
from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.messages import Message, Sentence
from mjlog.model.record import NOBODY, Seat

_MOST: Final = 100


class Details(TypedDict, total=False):
    """Two fields of a finding: what the file says, and what is expected instead."""

    recorded: str
    due: str


@dataclass(slots=True)
class ReaderFindings:
    """The findings about one game that is being read; further findings are added by `add`.

    `deal` is the number of the deal that is being read, `at` the current place in the file.
    """

    findings: list[Finding] = field(default_factory=list)
    deal: int = 0
    at: Span = NOWHERE

    @property
    def patient(self) -> bool:
        """Whether further findings can be added: True while there are fewer than a hundred."""
        return len(self.findings) < _MOST

    def add(
        self,
        code: str,
        message: Sentence,
        severity: Severity = "error",
        seat: Seat = NOBODY,
        **more: Unpack[Details],
    ) -> None:
        """Add a finding (a message about an error) at `at`, the current place in the file.

        Do nothing if there are already a hundred findings. `code` is the code of the error and
        `message` the text for users; `seat` is the player concerned. `more` may have `recorded`,
        the text in the file, and `due`, the text that is expected instead.
        """
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
                    more.get("recorded", ""),
                    more.get("due", ""),
                    sentence,
                )
            )
