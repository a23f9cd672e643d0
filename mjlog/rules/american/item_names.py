"""The displayed names of scoring items, by the short names that records use.

The short names never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

ITEM_NAMES: Final[Mapping[str, str]] = {
    "all-green": "all green",
    "all-honor-pairs": "all honour pairs",
    "all-terminal-and-honor-pairs": "all terminal and honour pairs",
    "all-terminal-pairs": "all terminal pairs",
    "bonus": "bonus tiles",
    "bouquet": "bouquet",
    "concealed-kong": "concealed kong",
    "concealed-pung": "concealed pung",
    "diamond-snake": "diamond snake",
    "doubles": "doubles",
    "dragon": "set of dragons",
    "earthly-hand": "earthly hand",
    "emerald-snake": "emerald snake",
    "four-kongs": "four kongs",
    "great-snake": "great snake",
    "heavenly-hand": "heavenly hand",
    "hidden-treasure": "hidden treasure",
    "jade": "jade",
    "kong-on-kong": "kong on kong",
    "little-dragons": "little dragons",
    "little-snake": "little snake",
    "melded-kong": "melded kong",
    "melded-pung": "melded pung",
    "moon-from-the-bottom-of-the-sea": "moon from the bottom of the sea",
    "no-joker": "no joker",
    "one-suit": "one suit",
    "one-suit-with-honors": "one suit with honours",
    "other": "special hand of the table",
    "out-on-last-discard": "out on the last discard",
    "out-on-last-tile": "out on the last tile",
    "out-on-pair": "out on the pair",
    "out-on-supplement": "out on a replacement",
    "own-flower": "own flower",
    "own-season": "own season",
    "own-wind": "own wind",
    "pair": "pair",
    "pearl": "pearl",
    "plum-blossom-on-the-roof": "plum blossom on the roof",
    "points": "points before doubling",
    "pung-hand": "pung hand",
    "round-flower": "flower of the round",
    "round-season": "season of the round",
    "round-wind": "wind of the round",
    "ruby": "ruby",
    "ruby-snake": "ruby snake",
    "run-pung-and-pair": "run, pung and pair",
    "scratching-a-carrying-pole": "scratching a carrying pole",
    "seven-pairs": "seven pairs",
    "squirming-snake": "squirming snake",
    "terminals-and-honors": "terminals and honours",
    "three-concealed": "three concealed pungs",
    "three-great-scholars": "three great scholars",
    "total": "total",
    "winning": "winning",
}
"""English name of each item."""
