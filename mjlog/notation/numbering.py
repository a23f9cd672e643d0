"""Whether lines of play are numbered as the canonical text numbers them; the quick test for what most records do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from mjlog.record import SEATS, Seat, Turn

_GO_AROUND: Final = re.compile(b"".join(b"%c?" % distance for distance in range(len(SEATS))))
"""Seats of one go-around by their distance from the dealer: each but once, in turn."""
_DISTANCES: Final = {
    (dealer, seats): bytes((seat - dealer) % seats if seat < seats else seat for seat in range(256))
    for seats in range(1, len(SEATS) + 1)
    for dealer in range(len(SEATS))
}


def is_plain(turns: Sequence[Turn], starts: Sequence[tuple[int, int, int]], dealer: Seat, seats: int) -> bool:
    """Whether each line holds one go-around and bears its number, 1 the first; for turns that bear no exception."""
    far = bytes([turn.seat for turn in turns]).translate(_DISTANCES[dealer, seats])
    lengths = map(len, _GO_AROUND.findall(far)[:-1])  # the last match is the empty one at the end
    opened = [0, *accumulate(lengths)][:-1]
    firsts, numbers, _ = zip(*starts, strict=True) if starts else ((), (), ())
    return opened == [*firsts] and numbers == (*range(1, len(starts) + 1),)
