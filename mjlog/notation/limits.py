"""How much a reader takes, and what it raises when it can take nothing."""

from __future__ import annotations

from typing import Final

from mjlog.model.findings import Finding
from mjlog.model.lazy_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds against hostile or broken files, far above what people write.

    `file_size` is in bytes, `line_length` in characters; `words` are the turns of one deal, `deals`
    those of one game, `headers` the lines before the first deal, `findings` the most that are told
    of one file.
    """

    file_size: int = 64 << 20
    line_length: int = 1 << 15
    words: int = 5_000
    deals: int = 10_000
    findings: int = 10_000
    headers: int = 10_000


STANDARD: Final = Limits()


class Unreadable(ValueError):
    """Nothing of the data can be read at all; `finding` says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding

    def __reduce__(self) -> tuple[type[Unreadable], tuple[Finding]]:
        """Return how to copy the error: from its finding."""
        return type(self), (self.finding,)
