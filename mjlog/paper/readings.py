"""Data types for the readings of cells and pages, with the probability of each reading."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from mjlog.model.messages import Message, msg
from mjlog.paper.form import Box, Form

Value = int | tuple[str, ...] | None
"""Value of a cell: a number, the ticked values, or None for a blank number."""
Key = tuple[int, str, str | None]
Rectangle = tuple[float, float, float, float]
CellAt = tuple[int, int]
"""Row and column of a cell of the table."""

SURE: Final = 0.995
"""Probability from which a reading is sure."""
SINGLE_CHOICES: Final = frozenset({"wind", "dealer", "winner", "from", "how"})
"""Fields in which at most one box is ticked.

If play goes on after a win, several winners are possible.
"""


@dataclass(frozen=True, slots=True)
class Reading:
    """The reading of one cell: its most likely value, and the probability (`share`) of the value.

    `unclear` says why somebody must look at the cell, or is None if the cell is sure. `is_faint` is
    True if only the ink is unclear, so that the rules may confirm the value. `others` has all
    likely values with their probabilities.
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
    """The number in a cell of a ruled sheet: the likely values, with their probabilities.

    `is_whole` is False if ink crosses the lines of the cell, two digits touch, or the cell is tiny.
    """

    place: Rectangle
    is_blank: bool
    is_whole: bool
    values: Mapping[Value, float]


@dataclass(frozen=True, slots=True)
class PageRead:
    """One page that was read from a picture: its QR code's content, and the readings of its cells.

    `picture` is the flattened page as JPEG, or empty if no picture was requested. `places` are the
    rectangles of the cells on the page, in millimetres: left, top, width, height. The `form` of a
    ruled sheet has no boxes; `figures` has the cells of the sheet by row and column, and `cells` is
    empty until a map names the columns.
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
        """The numbers of rows and columns of a ruled sheet; a printed form does not have them."""
        return max(row for row, _ in self.figures), max(column for _, column in self.figures)


@dataclass(frozen=True, slots=True)
class UnreadPicture:
    """A picture in which no sheet could be read, and the reason.

    `is_sheet` is True if the picture shows marks of a form.
    """

    number: int
    why: Message
    is_sheet: bool

    @property
    def words(self) -> Message:
        """A message for users: the number of the picture, and the reason why it was not read."""
        return msg("picture {number}: {why}", number=self.number, why=self.why)


def key_of(box: Box) -> Key:
    """Return the key (row, field, seat) of the cell that a box belongs to.

    Each kind of kong is a cell of its own.

    >>> key_of(Box(1, "kong", "digit", 0, 0, 5, 6, value="ankan"))
    (1, 'kong ankan', None)
    """
    return (box.row, f"kong {box.value}", box.seat) if box.field == "kong" else box.cell


def bounding_rectangle(places: Collection[Rectangle]) -> Rectangle:
    """Return the smallest rectangle that contains all `places`: left, top, width, height.

    >>> bounding_rectangle([(0, 0, 2, 2), (5, 1, 1, 3)])
    (0, 0, 6, 4)
    """
    left, top = min(x for x, *_ in places), min(y for _, y, *_ in places)
    right = max(x + wide for x, _, wide, _ in places)
    low = max(y + high for _, y, _, high in places)
    return left, top, right - left, low - top
