"""What the items of a hand are called where people read them.

Records have short names that never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ITEM_NAMES: Final[Mapping[str, str]] = {
    "chinitsu": "pure flush",
    "dragon": "set of dragons",
    "honitsu": "mixed flush",
    "menzen": "closed hand",
    "riichi": "riichi",
    "round-wind": "set of the round's wind",
    "seat-wind": "set of the seat's wind",
    "tanyao": "all simples",
    "toitoi": "all sets alike",
    "toitoihou": "all sets alike",
    "yakuhai": "sets of honours that count",
}
"""By item, in English."""
