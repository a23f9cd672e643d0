"""Winning hands for the tests, thrown together at random."""

import random
from functools import cache
from typing import NamedTuple

from mjlog.model.shapes import ORPHANS
from mjlog.model.tiles import EAST, KINDS
from mjlog.rules import load
from mjlog.rules.riichi.hand import Called, RiichiHand, Situation
from mjlog.rules.riichi.hand_value import Counting

BUILDS = 4 * ("sets",) + (
    "one suit",
    "ends",
    "pungs",
    "honours",
    "pairs",
    "orphans",
    "gates",
    "greens",
    "corners",
)
CORNERS = [kind for kind in ORPHANS if kind < EAST]


class Thrown(NamedTuple):
    """A hand: counts of the concealed tiles, melds, how it was won."""

    concealed: list[int]
    melds: list[Called]
    situation: Situation


@cache
def counting(header="riichi/1 preset=tenhou"):
    return Counting(load(header).settings)


def worth(thrown, header="riichi/1 preset=tenhou"):
    """What mjlog makes of it."""
    return counting(header).worth(RiichiHand(thrown.concealed, thrown.melds, thrown.situation))


# --------------------------------------------------------------------------- throwing hands
# together


def thrown(rng):
    """Some winning hand, rare ones often."""
    while True:
        build = rng.choice(BUILDS)
        groups = _groups(rng, build)
        counts = [0] * KINDS
        for group in groups:
            for kind in group:
                counts[kind] += 1
        if max(counts) <= 4:
            return _won(rng, groups, irregular=build in {"pairs", "orphans", "gates"})


def _groups(rng, build):
    if build == "pairs":
        kinds = rng.choice(
            [range(KINDS), range(9), ORPHANS, range(EAST, KINDS), [*range(9), *range(EAST, KINDS)]]
        )
        return [(kind, kind) for kind in rng.sample(list(kinds), 7)]
    if build == "orphans":
        return [(kind,) for kind in ORPHANS] + [(rng.choice(ORPHANS),)]
    if build == "gates":
        first = 9 * rng.randrange(3)
        return [
            (first + rank,) for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9))
        ]
    pair = _group(rng, build, "pair")
    return [*(_group(rng, build, "set") for _ in range(4)), pair]


def _group(rng, build, sort):
    if build == "honours" and rng.random() < 0.75:
        kind = rng.randrange(EAST, KINDS)
        return (kind,) * (2 if sort == "pair" else 3)
    if build == "greens":
        kind = rng.choice([19, 20, 21, 23, 25, 32])
        return (kind,) * 2 if sort == "pair" else rng.choice([(19, 20, 21), (kind,) * 3])
    kinds = {
        "one suit": [*range(9, 18), *range(9, 18), *range(EAST, KINDS)],
        "ends": list(ORPHANS),
        "corners": CORNERS,
    }.get(build, range(KINDS))
    kind = rng.choice(kinds)
    if sort == "pair":
        return (kind,) * 2
    rank = kind % 9
    if kind >= EAST or build in {"pungs", "corners"} or rng.random() < 0.3:
        return (kind,) * 3
    low = kind - rank + min(rank, 6)
    return (low, low + 1, low + 2)


def _won(rng, groups, *, irregular):
    sets = [group for group in groups if len(group) == 3]
    called = (
        [] if irregular or rng.random() < 0.4 else rng.sample(sets, rng.randrange(len(sets) + 1))
    )
    held = list(groups)
    melds = []
    for group in called:
        held.remove(group)
        melds.append(Called(_sort(rng, group), group[0]))
    concealed = [0] * KINDS
    for group in held:
        for kind in group:
            concealed[kind] += 1
    _without_fifth_copies(melds, concealed)
    tile = rng.choice([kind for kind in range(KINDS) if concealed[kind]])
    own_draw = rng.random() < 0.5
    closed = all(meld.sort == "concealed kong" for meld in melds)
    winds = (rng.randrange(EAST, EAST + 4), rng.randrange(EAST, EAST + 2))
    return Thrown(
        concealed, melds, Situation(tile, own_draw, *winds, _happened(rng, melds, own_draw, closed))
    )


def _sort(rng, group):
    return (
        "chow" if group[0] != group[1] else rng.choice(["pung", "pung", "kong", "concealed kong"])
    )


def _without_fifth_copies(melds, concealed):
    """Kongs of a kind that stands elsewhere too become pungs."""
    for place, (sort, kind) in enumerate(melds):
        others = concealed[kind] + sum(
            low <= kind <= low + 2 for other, low in melds if other == "chow"
        )
        if sort != "chow" and others:
            melds[place] = Called("pung", kind)


def _happened(rng, melds, own_draw, closed):
    names = []
    if closed and rng.random() < 0.5:
        names.append(rng.choice(["riichi", "riichi", "double-riichi"]))
        if rng.random() < 0.3:
            names.append("ippatsu")
    if rng.random() < 0.1:
        kong = any(meld.sort.endswith("kong") for meld in melds)
        fitting = (
            ["haitei", *(["rinshan"] if kong and "ippatsu" not in names else [])]
            if own_draw
            else ["houtei", "chankan"]
        )
        names.append(rng.choice(fitting))
    return tuple(names)


def random_hands(number, seed=0):
    rng = random.Random(seed)
    for _ in range(number):
        yield thrown(rng)
