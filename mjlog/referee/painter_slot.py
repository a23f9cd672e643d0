"""A place to set the function that draws positions.

The referee does not import the code that draws pictures. The top package `mjlog`, which may import
everything, sets the function that draws here, and a position calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from mjlog.model.seat import SeatLike
    from mjlog.referee.position import Position


class Painter(Protocol):
    """A function that draws a position, such as `mjlog.svg`."""

    def __call__(self, position: Position, *, seat: SeatLike, open_hands: bool, size: int) -> str:
        """Draw the position as seen from the given seat, and return the picture as SVG.

        Without `open_hands`, only the hand of that seat is shown. `size` is the width in pixels.
        """


_loaders: Final[list[Callable[[], Painter]]] = []


def draw_with(load: Callable[[], Painter]) -> None:
    """Set the function that loads the painter of positions; it is called for each picture."""
    _loaders[:] = [load]


def painter() -> Painter:
    """Return the function that draws positions. Raise LookupError if `draw_with` has not set it."""
    if not _loaders:
        raise LookupError("nobody draws positions here: call mjlog.referee.painter_slot.draw_with")
    return _loaders[0]()
