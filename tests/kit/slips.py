"""Slips that people make when they write a record: the line, and what mjlog reports.

`tests/data/slips.tsv` has a row for each: the place of the line in a small record, the kind of
slip, the line, a correction, and the messages about that line. `docs/golden.py` writes the last
column again; rows are added by hand.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from mjlog.auditor.audit import audit
from mjlog.notation import read

FILE: Final = Path(__file__).parents[1] / "data" / "slips.tsv"
_HEAD: Final = {
    "head": "%mjlog 1.0",
    "rules": "Rules: riichi/1",
    "date": "Date: 2026-11-24",
    "players": "A: Aino\nB: Bao\nC: Chiyo\nD: Dmitri\n",
    "at": "@ E1 dealer=A",
}
_DEAL: Final = _HEAD | {
    "deal": "deal A 19m19p19s1234567z",
    "before": "1. A:5m 9m 1z 2z",
    "turn": "2. A:7z 4p",
    "win": "win B 5m from C",
    "fan": "fan B riichi 1",
    "pay": "pay C>B 1300",
    "next": "next E2 dealer=B",
}
_LEDGER: Final = _HEAD | {"before": "0001 S1 1z", "ledger": "0002 S1 9m"}
_ABOUT_WORDS: Final = ("syntax.", "rules.", "score.item", "rule.unknown", "pay.cause")
"""Codes of findings about how something is written; other findings are about what was played."""


class Slip(NamedTuple):
    """A line with a slip, what its message must name, and what mjlog reports about it."""

    place: str
    kind: str
    line: str
    remedy: str
    messages: str

    @property
    def row(self) -> str:
        """The row of the file, its messages as they are now."""
        return "\t".join([*self[:4], messages_about(self.place, self.line)]) + "\n"


def slips() -> Iterator[Slip]:
    """Return the rows of the file."""
    for row in FILE.read_text("utf-8").splitlines():
        yield Slip(*row.split("\t"))


def record_with(place: str, line: str) -> list[str]:
    """Return the lines of a small record with that line in the place of a right one."""
    lines = {**(_LEDGER if place == "ledger" else _DEAL), place: line}
    return "\n".join(lines.values()).split("\n")


def messages_about(place: str, line: str) -> str:
    """Return what mjlog says of a line that stands in the place of a right one."""
    text = "\n".join([*record_with(place, line), ""])
    number = text[: text.index(line)].count("\n") + 1
    return " | ".join(
        f"{finding.severity} {finding.code} {finding.message}"
        for finding in audit(read(text)).findings
        if finding.place.line == number and finding.code.startswith(_ABOUT_WORDS)
    )
