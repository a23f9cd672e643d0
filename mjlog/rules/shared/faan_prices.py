"""The rise of prices with the number of faan in Hong Kong, for two rule sets."""

from __future__ import annotations

from typing import Final

MOST_FAAN: Final = 99
"""A number of faan that no hand has; it stands for no limit."""
_DOUBLED: Final = 4
"""Number of faan up to which each faan doubles the price; above it, the option decides."""


def price_multiplier(faan: int, *, spicy: bool) -> int:
    """Return the price of a hand of `faan` faan as a multiple of the price of 0 faan.

    Each faan up to the fourth doubles the price. From then on, every second faan doubles it or, if
    `spicy` is true, every faan.

    >>> [price_multiplier(faan, spicy=False) for faan in range(9)]
    [1, 2, 4, 8, 16, 24, 32, 48, 64]
    >>> price_multiplier(6, spicy=True)
    64
    """
    faan = min(faan, MOST_FAAN)
    above = faan - _DOUBLED
    if spicy or above <= 0:
        return 1 << faan
    doubled = 1 << (_DOUBLED + above // 2)
    return doubled + doubled // 2 if above % 2 else doubled
