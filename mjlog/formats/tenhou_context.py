"""What the parts of the Tenhou XML reader share: places in the file, findings, the opening of a deal."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from mjlog.findings import Finding, Place, Severity, Span
from mjlog.formats.tenhou import GameType, numbers, seat_of, tile_ids
from mjlog.formats.tenhou_elements import Attributes
from mjlog.record import NOBODY, SEATS, Seat

_MOST_COMPLAINTS: Final = 100


class Places:
    """Byte offsets of a text as lines and columns; quick when asked in ascending order."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._offset = 0
        self._line = 1
        self._column = 1

    def span(self, offset: int) -> Span:
        """Line and column of the character at that byte."""
        if offset < self._offset:
            self._offset, self._line, self._column = 0, 1, 1
        start = self._offset
        lines = self._data.count(b"\n", start, offset)
        if lines:
            start = self._data.rfind(b"\n", start, offset) + 1
            self._line += lines
            self._column = 1
        self._column += len(self._data[start:offset].decode("utf-8", "replace"))
        self._offset = offset
        return Span(self._line, self._column)


@dataclass(slots=True)
class Context:
    """What all deals of one file share. `deal` is the number of the one being read."""

    kind: GameType
    places: Places
    findings: list[Finding] = field(default_factory=list)
    deal: int = 0

    def complain(self, code: str, message: str, offset: int, severity: Severity = "error", seat: Seat = NOBODY) -> None:
        """Adds a finding, unless the file has had a hundred already."""
        if len(self.findings) < _MOST_COMPLAINTS:
            span = self.places.span(offset)
            place = Place(span.line, span.column, self.deal, seat=seat)
            self.findings.append(Finding(code, severity, message, place))


@dataclass(frozen=True, slots=True)
class Init:
    """The INIT element: what is known before the first draw."""

    hand: int
    honba: int
    sticks: int
    dice: tuple[int, int]
    dora: int
    scores: tuple[int, ...]
    dealer: Seat
    dealt: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, given: Attributes, seats: int) -> Init:
        """From the attributes; KeyError and ValueError when they are not what they must be."""
        hand, honba, sticks, first, second, dora = numbers(given["seed"])
        tile_ids(str(dora))
        if not 0 <= hand < 16 or honba < 0 or sticks < 0:
            raise ValueError(f"seed {given['seed']!r} speaks of no round there is")
        scores = numbers(given["ten"])
        if len(scores) < seats:
            raise ValueError(f"ten has {len(scores)} numbers, {seats} are expected")
        dealt = tuple(tuple(tile_ids(given[f"hai{seat}"])) for seat in range(seats))
        return cls(
            hand,
            honba,
            sticks,
            (first + 1, second + 1),
            dora,
            tuple(100 * score for score in scores[:seats]),
            seat_of(given["oya"], seats),
            dealt,
        )

    @property
    def label(self) -> str:
        """``E2.1``: round, number of the deal in it, repeats."""
        return f"{'ESWN'[self.hand // 4]}{self.hand % 4 + 1}.{self.honba}"

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The words behind the label."""
        words = [("dealer", SEATS[self.dealer]), ("dice", f"{self.dice[0]}+{self.dice[1]}")]
        if self.sticks:
            words.append(("sticks", str(self.sticks)))
        words.append(("scores", ",".join(map(str, self.scores))))
        return tuple(words)
