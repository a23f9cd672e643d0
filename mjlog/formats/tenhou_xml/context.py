"""Shared parts of the Tenhou XML reader: places in the file, findings, the start of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mjlog.formats.reader_findings import ReaderFindings
from mjlog.formats.riichi.deal_start import frame, round_name
from mjlog.formats.riichi.tenhou_numbers import (
    IDS,
    GameType,
    ImpossibleError,
    numbers,
    seat_of,
    tile_ids,
)
from mjlog.formats.tenhou_xml.elements import Attributes
from mjlog.formats.tenhou_xml.faces import hand_of
from mjlog.model.findings import Severity, Span
from mjlog.model.messages import Sentence
from mjlog.model.record import NOBODY, Seat
from mjlog.model.tiles import Tile

_SIDES: Final = 6
_HANDS: Final = ("hai0", "hai1", "hai2", "hai3")


class Places:
    """Converts byte offsets of a file to lines and columns.

    This is fast if the offsets are asked for in ascending order.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._is_ascii = data.isascii()
        first_break = data.find(b"\n")
        end_of_line = len(data) if first_break < 0 else first_break
        # Up to this offset, offsets are columns: nearly every log has only one line.
        self._plain = end_of_line if self._is_ascii else 0
        self._offset = 0
        self._line = 1
        self._column = 1

    def span(self, offset: int) -> Span:
        """Return the line and the column of the character at the byte `offset`."""
        if offset < self._plain:
            return Span(1, offset + 1)
        if offset < self._offset:
            self._offset, self._line, self._column = 0, 1, 1
        start = self._offset
        lines = self._data.count(b"\n", start, offset)
        if lines:
            start = self._data.rfind(b"\n", start, offset) + 1
            self._line += lines
            self._column = 1
        if self._is_ascii:
            self._column += offset - start
        else:
            self._column += len(self._data[start:offset].decode("utf-8", "replace"))
        self._offset = offset
        return Span(self._line, self._column)


class Context(ReaderFindings):
    """The findings about a log.

    `kind` is the game type of the log; `places` converts byte offsets to lines and columns.
    """

    __slots__ = ("kind", "places")

    def __init__(self, *, kind: GameType, places: Places) -> None:
        super().__init__()
        self.kind = kind
        self.places = places

    def complain(
        self,
        code: str,
        message: Sentence,
        offset: int,
        severity: Severity = "error",
        seat: Seat = NOBODY,
    ) -> None:
        """Add a finding (a message about an error) for the place at byte `offset` of the file.

        Do nothing if there are a hundred findings already. `code` is the code of the error and
        `message` the text for users; `seat` is the player concerned.
        """
        if self.patient:
            self.at = self.places.span(offset)
            self.add(code, message, severity, seat)


@dataclass(frozen=True, slots=True)
class Init:
    """The INIT element of a log, which begins a deal: the state before the first draw.

    `dora` is the tile id of the first indicator. `hands` are the dealt hands as texts of tile ids,
    `dealt` are the hands as sorted tiles.
    """

    hand: int
    honba: int
    sticks: int
    dice: tuple[int, int] | None
    dora: int
    scores: tuple[int, ...]
    dealer: Seat
    hands: tuple[str, ...]
    dealt: tuple[tuple[Tile, ...], ...]

    @classmethod
    def read(cls, given: Attributes, seats: int, faces: Sequence[Tile]) -> Init:
        """Decode the attributes of an INIT element, which begins a deal, to an `Init`.

        `faces` maps tile ids to tiles: `RED_FACES` in games with red fives, otherwise
        `PLAIN_FACES`. Raise KeyError if an attribute is missing (dice may be missing), and
        `ImpossibleError` if an attribute is invalid.
        """
        seed = numbers(given["seed"])
        if len(seed) not in (4, 6):
            raise ImpossibleError(f"seed {given['seed']!r} has too many numbers or too few")
        hand, honba, sticks, *dice, dora = seed
        if not 0 <= dora < IDS:
            tile_ids(str(dora))  # raises an error with the reason
        if not all(0 <= eyes < _SIDES for eyes in dice):
            raise ImpossibleError(
                f"seed {given['seed']!r} has dice of more than six eyes or of none"
            )
        if not 0 <= hand < 16 or honba < 0 or sticks < 0:
            raise ImpossibleError(f"seed {given['seed']!r} speaks of no round there is")
        scores = numbers(given["ten"])
        if len(scores) < seats:
            raise ImpossibleError(f"ten has {len(scores)} numbers, {seats} are expected")
        dealt = tuple(hand_of(given[name], faces) for name in _HANDS[:seats])
        hands = tuple(given[name] for name in _HANDS[:seats])
        return cls(
            hand,
            honba,
            sticks,
            (dice[0] + 1, dice[1] + 1) if dice else None,
            dora,
            tuple(100 * score for score in scores[:seats]),
            seat_of(given["oya"], seats),
            hands,
            dealt,
        )

    @property
    def ids(self) -> tuple[tuple[int, ...], ...]:
        """The tile ids of each seat's dealt hand, in the order of the file."""
        return tuple(tuple(tile_ids(ids)) for ids in self.hands)

    @property
    def label(self) -> str:
        """The deal's label, such as `E2.1`: prevailing wind, number in the round, and repeats."""
        return round_name(self.hand, self.honba)

    @property
    def attributes(self) -> tuple[tuple[str, str], ...]:
        """The attributes of the deal's header line, as pairs of name and value.

        The attributes are dealer, dice, riichi sticks and points; unknown dice and zero sticks are
        left out.
        """
        return frame(self.dealer, self.sticks, self.scores, self.dice)
