"""The displayed names of scoring items, by the short names that records use.

The short names never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ITEM_NAMES: Final[Mapping[str, str]] = {
    "basic": "basic win",
    "dealer": "dealer",
    "dragon": "dragon, 1 to 9 of a suit",
    "edge": "edge wait",
    "middle": "middle wait",
    "missing-suit": "missing suit",
    "pure-suit": "pure suit",
    "single": "single wait",
    "concealed": "concealed kong",
    "claimed": "claimed kong",
    "added": "added kong",
    "exposed": "exposed kong",
}
"""English name of each item."""
