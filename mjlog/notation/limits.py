"""The limits of a reader, and the error that it raises if the data cannot be read at all."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits against hostile or damaged files, far above what people write.

    `file_size` is in bytes, `line_length` in characters. `words` limits the number of turns in a
    deal, `deals` the number of deals in a game, `headers` the number of lines before the first
    deal, and `findings` the number of findings about a file.
    """

    file_size: int = 64 << 20
    line_length: int = 1 << 15
    words: int = 5_000
    deals: int = 10_000
    findings: int = 10_000
    headers: int = 10_000


STANDARD: Final = Limits()


class Unreadable(ValueError):
    """Raised if the data cannot be read at all; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Finding]]:
        """Return how pickle recreates this error: from its class and its finding."""
        return type(self), (self.finding,)
