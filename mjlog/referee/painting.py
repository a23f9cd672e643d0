"""Who draws the table after a step.

Pictures stand above the referee, which knows nothing of them: the package, which knows all rooms,
names the painter here, and a position asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from mjlog.model.seat import SeatLike
    from mjlog.referee.position import Position


class Painter(Protocol):
    """What draws a position, as `mjlog.svg` does."""

    def __call__(self, position: Position, *, seat: SeatLike, open_hands: bool, size: int) -> str:
        """Return the picture as seen from that seat."""


_loaders: Final[list[Callable[[], Painter]]] = []


def draw_with(load: Callable[[], Painter]) -> None:
    """Set the painter; `load` is called when the first picture is asked for."""
    _loaders[:] = [load]


def painter() -> Painter:
    """Return the function that draws positions; raises LookupError if there is none."""
    if not _loaders:
        raise LookupError("nobody draws positions here: mjlog.referee.painting.draw_with names one")
    return _loaders[0]()
