"""MCR: the fans of a hand that do not count, each with the principle that forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from mjlog.model.messages import msg
from mjlog.model.settlement import LeftOut
from mjlog.model.tiles import EAST
from mjlog.rules.kit import Reading, Seen
from mjlog.rules.mcr.fans import OF_FOUR, fan_of_three, fan_of_two

_PRINCIPLES: Final = {
    "4.9": msg("non-repeat"),
    "4.10": msg("non-separation"),
    "4.11": msg("non-identical"),
    "4.12": msg("high over low"),
    "4.13": msg("account once"),
}
_OUTER: Final = "pung-of-terminals-or-honors"
_HONOUR_FANS: Final = ("seat-wind", "prevalent-wind", "dragon-pung", "two-dragon-pungs")


def forbidden(item: str, beside: str, clause: str) -> LeftOut:
    """Return a fan that does not count with another by the principle of that clause."""
    return LeftOut(item.replace("_", "-"), beside.replace("_", "-"), _PRINCIPLES[clause], clause)


def forbidden_fans(best: Seen, ways: Sequence[Seen]) -> Iterator[LeftOut]:
    """Yield the fans that do not count in the best reading, and those of other readings only."""
    counted = {pattern.item: times for pattern, times in best.counted.found}
    for out in best.counted.left_out:
        yield out if out.principle else forbidden(out.item, out.beside, "4.9")
    paid = [item for item in _HONOUR_FANS if item in counted]
    if paid and _OUTER not in counted:
        yield forbidden(_OUTER, paid[0], "4.9")
    chows = sorted([one.kind for one in best.reading.sets if one.is_chow])
    yield from _chow_fans(chows, counted)
    if counted.get("mixed-shifted-pungs") and _mixed_rows(best.reading) > 1:
        yield forbidden("mixed-shifted-pungs", "mixed-shifted-pungs", "4.11")
    for way in ways:
        there = [pattern.item for pattern, _ in way.counted.found]
        beside = next((item for item in counted if item not in there), "")
        is_same = way.reading._replace(place=-1) == best.reading._replace(place=-1)
        for item in there if beside else ():
            if item not in counted:
                yield forbidden(item, beside, "4.12" if is_same else "4.10")


def _chow_fans(chows: Sequence[int], counted: Mapping[str, int]) -> Iterator[LeftOut]:
    """Yield fans of two or three chows that do not count next to the counted fans of the chows."""
    places = range(len(chows))
    of_two = [(two, fan_of_two(chows[two[0]], chows[two[1]])) for two in combinations(places, 2)]
    of_three = [
        (some, fan_of_three([chows[place] for place in some])) for some in combinations(places, 3)
    ]
    fans = [item.replace("-", "_") for item in counted]
    main = next((fan for fan in fans if fan in OF_FOUR), "")
    used = set(places)
    if not main:
        main, used = next(((fan, {*some}) for some, fan in of_three if fan in fans), ("", set()))
    for some, fan in of_three if main else ():
        if fan and used != {*some}:
            clause = "4.9" if used > {*some} else "4.11" if fan == main else "4.12"
            yield forbidden(fan, main, clause)
    left: Counter[str] = Counter()
    for two, fan in of_two:
        if fan and used.issuperset(two):
            yield forbidden(fan, main, "4.9")
        elif fan:
            left[fan] += 1
    beside = main or next((fan for fan in fans if fan in left), "")
    for fan, times in left.items():
        if times > counted.get(fan.replace("_", "-"), 0):
            yield forbidden(fan, beside, "4.13")


def _mixed_rows(reading: Reading) -> int:
    """Count choices of three pungs in a row, each in a suit of its own."""
    kinds = [one.kind for one in reading.sets if not one.is_chow and one.kind < EAST]
    rows = [sorted([(kind % 9, kind // 9) for kind in some]) for some in combinations(kinds, 3)]
    return sum(
        row[2][0] - row[1][0] == row[1][0] - row[0][0] == 1 and len({s for _, s in row}) == 3
        for row in rows
    )
