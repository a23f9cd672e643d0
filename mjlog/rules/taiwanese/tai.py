"""Taiwanese 16-tile: the two tables of tai, and which patterns contain which others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from mjlog.model.lazy_dataclass import dataclass
from mjlog.model.settlement import LeftOut
from mjlog.rules.kit.hand import Reading, WinningHand
from mjlog.rules.kit.patterns import times_of, words_of
from mjlog.rules.kit.terms import Test, parse
from mjlog.rules.shared.text_rows import read_rows
from mjlog.rules.taiwanese.hand import words


@dataclass(frozen=True, slots=True)
class TaiPattern:
    """A pattern of hands and the tai (points) that it earns.

    `key` names the row in its table, `item` the item in records, `alike` other names on score
    sheets. `tai` is what the pattern earns each time it occurs, `clause` the number of its sentence
    in the rulebook. A hand has the pattern if it passes all `tests`. `alone` names the source of
    the value if there is only one source.
    """

    key: str
    item: str
    tai: int
    clause: str
    tests: tuple[Test, ...]
    alone: str = ""
    alike: tuple[str, ...] = ()


_SOURCES: Final = {
    "": "",
    "restatement": "the Mahjong Time restatement",
    "reading": "our reading",
    "chart": "association chart",
}
ROBBED_EIGHTH: Final = "fl_7rob"
ALL_EIGHT: Final = "fl_8"
# A row has: the key, the item if it differs; tai; sentence; words; the only source; other names.
_FOUR_WINDS: Final = """
fl_each | 1 | 9.10 | bonus | | flower flowers season bonus
fl_none | 1 | 9.11 | {no_bonus}
fl_8 | 30 | 9.12 | never
fl_7rob | 20 | 9.13 | never
dragon_set honor_set | 1 | 9.14 | pungs(dragons)
wind_set honor_set | 1 | 9.14 | pungs(winds)
kong_m | 1 | 9.15 | kongs(claimed)
kong_c | 2 | 9.16 | kongs(unclaimed)
straight_high straight | 10 | 9.17 | {straight_high}
straight | 5 | 9.17 | chows[0,3,6]/1
ct2 | 2 | 9.18 | pungs({concealed})=2
ct3 | 5 | 9.18a | pungs({concealed})=3
ct4 | 15 | 9.18b | pungs({concealed})=4
ct5 | 40 | 9.18c | pungs({concealed})=5
l3d | 15 | 9.19 | pungs(dragons)=2 pair(dragons)
b3d | 30 | 9.20 | pungs(dragons)=3 | restatement
l3w | 5 | 9.21 | pungs(winds)=2 pair(winds)
b3w | 15 | 9.22 | pungs(winds)=3 pair(winds)=0
l4w | 30 | 9.23 | pungs(winds)=3 pair(winds) | restatement
b4w | 40 | 9.24 | pungs(winds)=4 | restatement
exposed | 10 | 9.25 | {exposed}
conc | 1 | 9.26 | shape=sets claimed=0 own_draw=0
fconc | 3 | 9.27 | shape=sets claimed=0 own_draw=1 | restatement
chow | 3 | 9.28 | chows=5 | restatement
chow_plain | 10 | 9.29 | chows=5 has(honours)=0 bonus=0 | restatement
pung | 10 | 9.30 | pungs=5 | restatement
no_hon | 1 | 9.31 | has(honours)=0
no_fl_hon | 3 | 9.32 | has(honours)=0 {no_bonus}
mixed1 | 10 | 9.33 | suits=1 has(honours) | restatement
pure1 | 40 | 9.34 | suits=1 has(honours)=0
pairs7 | 30 | 9.35 | shape=pairs | restatement
win | 2 | 9.40 | always
self | 1 | 9.40a | own_draw=1 | | self-drawn
onechance | 1 | 9.41 | onechance
onpair | 1 | 9.42 | onpair
lastwall | 1 | 9.43 | lastwall
robkong | 1 | 9.44 | robkong
lastdisc | 1 | 9.45 | lastdisc
early5 | 5 | 9.46 | early5
early10 | 10 | 9.47 | early10
orig | 15 | 9.48 | orig | restatement
heaven | 40 | 9.49 | heaven | restatement
earth | 40 | 9.50 | earth | restatement
all_honors | {all_honors} | 9.51 | suits=0 | reading
all_terminals | {all_terminals} | 9.52 | tiles(terminals) | reading
"""
_ASSOCIATION: Final = """
conc | 1 | 12.2 | shape=sets claimed=0 | chart
self | 1 | 12.3 | own_draw=1 | chart
fconc | 1 | 12.4 | shape=sets claimed=0 own_draw=1 | chart
seat_wind | 1 | 12.5 | pungs(seat) | chart
round_wind | 1 | 12.6 | pungs(round) | chart
seat_flower | 1 | 12.7 | seat_flower | chart
dragon_set | 1 | 12.8 | pungs(dragons) | chart
robkong | 1 | 12.9 | robkong | chart
single_wait | 1 | 12.10 | single_wait | chart
half_exposed | 1 | 12.11 | claimed=5 own_draw=1 | chart
kong_draw | 1 | 12.12 | kong_draw | chart
lastdisc | 1 | 12.13 | lastdisc | chart
lastwall | 1 | 12.14 | lastwall | chart
pinghu | 2 | 12.15 | chows=5 has(honours)=0 bonus=0 own_draw=0 two_sided | chart
exposed | 2 | 12.16 | claimed=5 own_draw=0 | chart
flower_set | 2 | 12.17 | flower_set | chart
ct3 | 2 | 12.18 | pungs({concealed})=3 | chart
orig | 4 | 12.19 | orig | chart
pung | 4 | 12.20 | pungs=5 | chart
l3d | 4 | 12.21 | pungs(dragons)=2 pair(dragons)
mixed1 | 4 | 12.22 | suits=1 has(honours)
ct4 | 5 | 12.23 | pungs({concealed})=4
ct5 | 8 | 12.24 | pungs({concealed})=5
b3d | 8 | 12.25 | pungs(dragons)=3
l4w | 8 | 12.26 | pungs(winds)=3 pair(winds)
pure1 | 8 | 12.27 | suits=1 has(honours)=0
all_honors | 8 | 12.28 | suits=0
pairs7 | 8 | 12.29 | shape=pairs
fl_8 | 8 | 12.30 | never
fl_7rob | 8 | 12.31 | never
b4w | 16 | 12.32 | pungs(winds)=4
heaven | 16 | 12.33 | heaven
earth | 16 | 12.34 | first_draw
"""


def _rows(text: str, settings: Mapping[str, str]) -> tuple[TaiPattern, ...]:
    """Parse a table of tai (points) after filling its placeholders in braces from the options.

    For example, ``{all_honors}`` becomes the value of the option ``tai.all_honors``. `text` has one
    pattern in each line. Options also decide which sets count as concealed and which waits count.
    `settings` maps the name of each option to its value.
    """
    on_discard = " own_draw=0" if settings["exposed_requires_discard"] == "true" else ""
    drawn = settings["straight_high"] == "self_drawn"
    filled = text.format(
        no_bonus="never" if settings["bonus_tiles"] == "0" else "bonus=0",
        straight_high="chows[0,3,6]/1 own_draw=1" if drawn else "concealed_straight",
        concealed="unclaimed" if settings["winning_discard_concealed"] == "true" else "concealed",
        exposed=("melds=5" if settings["exposed_kongs"] == "any" else "claimed=5") + on_discard,
        all_honors=settings["tai.all_honors"],
        all_terminals=settings["tai.all_terminals"],
    )
    return _read(
        filled,
        unique=settings["wait_unique"] == "true",
        closes=settings["winning_discard_concealed"] == "true",
    )


@lru_cache(maxsize=64)
def _read(text: str, *, unique: bool, closes: bool) -> tuple[TaiPattern, ...]:
    """Parse a table of tai (points) with one pattern in each line. Results are cached.

    `unique` and `closes` are passed to `mjlog.rules.taiwanese.hand.words`.
    """
    own_words = words(unique=unique, closes=closes)
    rows = []
    for row in read_rows(text):
        names, tai, clause, asked, *more = row.cells
        alone, alike = [*more, "", ""][:2]
        key, *items = names.split()
        tests = tuple(parse(word, own_words) for word in words_of(asked))
        item = items[0] if items else key
        rows.append(
            TaiPattern(key, item, int(tai), clause, tests, _SOURCES[alone], tuple(alike.split()))
        )
    return tuple(rows)


def four_winds(settings: Mapping[str, str]) -> tuple[TaiPattern, ...]:
    """Return the rows of the table of tai from the source "Four Winds" under these options.

    It is the larger of the two tables of tai. `settings` maps the name of each option to its value.
    """
    return _rows(_FOUR_WINDS, settings)


def association(settings: Mapping[str, str]) -> tuple[TaiPattern, ...]:
    """Return the rows of the table of tai of the Taiwanese association under these options.

    `settings` maps the name of each option to its value.
    """
    return _rows(_ASSOCIATION, settings)


Contains = Mapping[str, tuple[str, ...]]
"""Patterns that each pattern contains, in the order in which they are checked.

A pattern that is itself contained excludes no further pattern.
"""

FOUR_WINDS_STATED: Final[Contains] = {
    "exposed": ("onechance", "onpair"),
    "chow_plain": ("chow", "no_fl_hon", "no_hon", "fl_none"),
    "no_fl_hon": ("no_hon", "fl_none"),
    "fconc": ("conc", "self"),
    "early10": ("early5",),
    "straight_high": ("straight",),
}
_BLESSED: Final = ("orig", "early10", "early5", "fconc", "conc")
FOUR_WINDS_LOGICAL: Final[Contains] = {
    "heaven": _BLESSED,
    "earth": _BLESSED,
    "ct5": ("pung", "fconc", "conc"),
    "all_honors": ("dragon_set", "wind_set", "pung"),
    "all_terminals": ("pung", "no_fl_hon", "no_hon"),
    "b3d": ("dragon_set",),
    "l3d": ("dragon_set",),
    "b4w": ("wind_set",),
    "l4w": ("wind_set",),
    "b3w": ("wind_set",),
    "l3w": ("wind_set",),
    "pure1": ("no_fl_hon", "no_hon"),
    **FOUR_WINDS_STATED,
}
ASSOCIATION_STATED: Final[Contains] = {
    "exposed": ("single_wait",),
    "half_exposed": ("single_wait",),
    "orig": ("fconc", "conc"),
}
ASSOCIATION_LOGICAL: Final[Contains] = {
    "heaven": ("orig", "fconc", "conc"),
    "earth": ("orig", "fconc", "conc"),
    "ct5": ("pung",),
    "all_honors": ("dragon_set", "seat_wind", "round_wind", "pung"),
    "b3d": ("dragon_set",),
    "l3d": ("dragon_set",),
    "b4w": ("seat_wind", "round_wind"),
    "l4w": ("seat_wind", "round_wind"),
    **ASSOCIATION_STATED,
}


class Found(NamedTuple):
    """The patterns of a hand, for one way to group its tiles.

    `paid` are the patterns that count, with their tai. `contained` has the key of each pattern that
    earns nothing, with the key of the pattern that contains it.
    """

    paid: list[tuple[TaiPattern, int]]
    contained: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Scale:
    """A table of tai (points): its rows, and which patterns contain other patterns.

    `contains` maps the key of a pattern to the keys of the patterns that it contains.
    """

    rows: tuple[TaiPattern, ...]
    contains: Contains

    def found(self, hand: WinningHand, reading: Reading) -> Found:
        """Find the patterns that a hand has, if its tiles are grouped as in `reading`.

        A pattern that is part of another pattern of the hand earns nothing and is listed
        separately.
        """
        there = {
            row.key: number
            for row in self.rows
            if row.tai and (number := times_of(row.tests, hand, reading))
        }
        contained = self._contained(there)
        for each, _ in contained:
            del there[each]
        paid = [(row, row.tai * there[row.key]) for row in self.rows if row.key in there]
        return Found(paid, contained)

    def contained(self, found: Found) -> tuple[LeftOut, ...]:
        """Return the patterns that earn nothing, each with the pattern that contains it.

        Patterns are given by their item names. `found` has the patterns of the hand. If another
        pattern of the hand has the same item name and earns tai, the item is not returned.
        """
        if not found.contained:
            return ()
        paid = {row.item for row, _ in found.paid}
        named = {row.key: row.item for row in self.rows}
        pairs = [(named[each], named[key]) for each, key in found.contained]
        return tuple(LeftOut(each, key) for each, key in pairs if each not in paid)

    def _contained(self, there: Mapping[str, int]) -> list[tuple[str, str]]:
        """Find the patterns that are part of other patterns of the hand, and earn nothing.

        Return pairs of keys: the pattern that is a part, and the pattern that contains it. `there`
        maps the keys of the hand's patterns to how often the hand has them.
        """
        container_of: dict[str, str] = {}
        left = set(there)
        for key, contained in self.contains.items():
            if key in left:
                beneath = [each for each in contained if each in left]
                container_of |= dict.fromkeys(beneath, key)
                left.difference_update(beneath)
        return list(container_of.items())

    def row(self, key: str) -> TaiPattern:
        """Return the row of the table whose key is `key`."""
        return next(row for row in self.rows if row.key == key)


def scale(settings: Mapping[str, str]) -> Scale:
    """Return the table of tai that the options choose, as a `Scale`.

    The scale also says which patterns contain others. `settings` maps the name of each option to
    its value.
    """
    logical = settings["imply"] == "logical"
    if settings["tai_table"] == "association":
        return Scale(association(settings), ASSOCIATION_LOGICAL if logical else ASSOCIATION_STATED)
    return Scale(four_winds(settings), FOUR_WINDS_LOGICAL if logical else FOUR_WINDS_STATED)


def worth(settings: Mapping[str, str]) -> Callable[[str, int], bool]:
    """Return a function that says whether a pattern can be worth a certain number of tai.

    The function gets the name of the pattern and the number, which must be a multiple of the
    pattern's tai. An unknown pattern can have any number except 0. Used to recognize wrong numbers
    on score sheets. `settings` maps the name of each option to its value.
    """
    tai: dict[str, set[int]] = {}
    for row in scale(settings).rows:
        for name in (row.item, *row.alike):
            tai.setdefault(name, set()).add(row.tai)

    def can_be(name: str, points: int) -> bool:
        steps = tai.get(name, {1})
        if not points:
            return 0 in steps
        return any(points % step == 0 for step in steps if step)

    return can_be
