"""What one cell of a form says, and how sure that is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mjlog.model.messages import Message, msg
from mjlog.paper.form import Box, Form

Value = int | tuple[str, ...] | None
"""A number, the ticked values, or None for a blank number."""
Key = tuple[int, str, str | None]
Rectangle = tuple[float, float, float, float]
CellAt = tuple[int, int]
"""Row and column of a cell of the table."""

SURE: Final = 0.995
"""A reading is sure if no other reading of the ink comes near it."""
SINGLE_CHOICES: Final = frozenset({"wind", "dealer", "winner", "from", "how"})
"""Fields of which one box is ticked at most; winners are several where play goes on."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What one cell says. `unclear` says why it must be looked at, None if it is sure.

    `is_faint`: only the ink is unclear, so that the rules may confirm what it reads first.
    """

    key: Key
    value: Value
    share: float
    is_blank: bool
    is_seen: bool = True
    unclear: Message | None = None
    is_faint: bool = False
    others: Mapping[Value, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Figures:
    """What the ink in a cell of a ruled sheet says if it is a number, and how likely each is.

    `is_whole`: nothing in the cell crosses its lines, and its figures do not touch.
    """

    place: Rectangle
    is_blank: bool
    is_whole: bool
    values: Mapping[Value, float]


@dataclass(frozen=True, slots=True)
class PageRead:
    """One page of a form: what its code says, and the readings of its cells.

    `picture` is the flattened page as JPEG, empty if nobody wants to see it. `places` says where on
    it each cell is, in millimetres: left, top, width and height. `figures` has the cells of a
    ruled sheet by row and column; it has no form, and no readings until its columns are named.
    """

    form: Form
    code: Mapping[str, str]
    cells: Sequence[Reading]
    picture: bytes = b""
    places: Mapping[Key, Rectangle] = field(default_factory=dict)
    sha256: str = ""
    number: int = 1
    figures: Mapping[CellAt, Figures] = field(default_factory=dict)

    @property
    def shape(self) -> tuple[int, int]:
        """The rows and columns of a ruled sheet."""
        return max(row for row, _ in self.figures), max(column for _, column in self.figures)


@dataclass(frozen=True, slots=True)
class UnreadPicture:
    """A picture of a file in which no sheet is read, and why. `is_sheet`: it shows one of ours."""

    number: int
    why: Message
    is_sheet: bool

    @property
    def words(self) -> Message:
        """What to say of it beside other pictures."""
        return msg("picture {number}: {why}", number=self.number, why=self.why)


def key_of(box: Box) -> Key:
    """Return the cell that a box belongs to: a digit counts one sort of kong, so is one by itself.

    >>> key_of(Box(1, "kong", "digit", 0, 0, 5, 6, value="ankan"))
    (1, 'kong ankan', None)
    """
    return (box.row, f"kong {box.value}", box.seat) if box.field == "kong" else box.cell


def around(places: Collection[Rectangle]) -> Rectangle:
    """Return the rectangle around several.

    >>> around([(0, 0, 2, 2), (5, 1, 1, 3)])
    (0, 0, 6, 4)
    """
    left, top = min(x for x, *_ in places), min(y for _, y, *_ in places)
    right = max(x + wide for x, _, wide, _ in places)
    low = max(y + high for _, y, _, high in places)
    return left, top, right - left, low - top
