"""Amounts that are usual on score sheets."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

STARTS: Final = (25_000, 30_000, 35_000, 40_000)
"""Usual points at the start of a game."""
MOST_LEFT: Final = 4000
"""Most points of sticks that nobody got at the end of a game."""
LEAST_PENALTY: Final = 5
"""Thousands of points that a penalty costs at least; a smaller number may count penalties."""
ROUNDING: Final = Decimal("0.06")
"""Error from which a sum of rounded numbers is wrong."""
