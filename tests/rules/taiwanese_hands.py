"""Winning hands of the Taiwanese game, thrown together at random.

For the two scorers to agree on.
"""

import random

from taiwanese_naive import DEFAULTS, KINDS, value

from mjlog.model.record import ShownMeld
from mjlog.model.tiles import TILES
from mjlog.referee.rulebook import Outcome, PlayerTiles, Winner
from mjlog.rules import load
from mjlog.rules.taiwanese.events import Events, WinCircumstances
from mjlog.rules.taiwanese.points import HandScorer

BUILDS = (
    "any",
    "any",
    "any",
    "chows",
    "pungs",
    "one suit",
    "one suit",
    "suit and honours",
    "honours",
    "ends",
    "pairs",
)
CHOICES = {
    "tai_table": ["four_winds", "four_winds", "association"],
    "imply": ["logical", "logical", "stated_only"],
    "straight_high": ["concealed", "self_drawn"],
    "winning_discard_concealed": ["false", "false", "true"],
    "exposed_requires_discard": ["false", "true"],
    "exposed_kongs": ["melded_only", "any"],
    "wait_unique": ["false", "false", "true"],
    "early_counts": ["all", "before_win", "unclaimed"],
    "orig_declared": ["false", "true"],
    "blessing_supplements": ["true", "false"],
    "limit": ["0", "0", "0", "40"],
    "bonus_tiles": ["8", "8", "0"],
}


def thrown(rng):
    """A hand in words, as `taiwanese_naive` takes it."""
    while True:
        groups, irregular = _groups(rng)
        flat = [tile for group in groups for tile in group]
        if max(flat.count(tile) for tile in flat) <= 4:
            return _won(rng, groups, irregular=irregular)


def _groups(rng):
    build = rng.choice(BUILDS)
    kinds = {
        "one suit": KINDS[:9],
        "suit and honours": [*KINDS[9:18], *KINDS[27:], *KINDS[27:]],
        "honours": KINDS[27:],
        "ends": [kind for kind in KINDS if kind[0] in "19" and kind[1] != "z"],
    }.get(build, KINDS)
    if build == "pairs":
        kinds = rng.choice([KINDS, KINDS[:9], KINDS[27:], [*KINDS[:9], *KINDS[27:]]])
        return [*((kind,) * 2 for kind in rng.choices(kinds, k=7)), (rng.choice(kinds),) * 3], True
    return [*(_set(rng, build, kinds) for _ in range(5)), (rng.choice(kinds),) * 2], False


def _set(rng, build, kinds):
    kind = rng.choice(kinds)
    chow = {"chows": 1, "pungs": 0, "honours": 0, "ends": 0}.get(build, 0.6)
    if kind[1] == "z" or rng.random() > chow:
        return _set(rng, build, KINDS[:27]) if build == "chows" else (kind,) * 3
    low = min(int(kind[0]), 7)
    return tuple(f"{rank}{kind[1]}" for rank in range(low, low + 3))


def _won(rng, groups, *, irregular):
    sets = [group for group in groups if len(group) == 3]
    number = rng.choice([0, 0, 0, 1, 2, 3, 4, 5, 5])
    laid = [] if irregular else rng.sample(sets, min(number, len(sets)))
    held = list(groups)
    for group in laid:
        held.remove(group)
    tiles = [tile for group in held for tile in group]
    everything = [tile for group in groups for tile in group]
    melds = []
    for group in laid:
        if group[0] != group[1] or everything.count(group[0]) == 4:
            melds.append(("+", group))
        else:
            sign = rng.choice(["+", "+", "+4", "^4", "*4"])
            melds.append((sign[0], group * 4 if sign.endswith("4") else group))
            melds[-1] = (sign[0], (group[0],) * (4 if sign.endswith("4") else 3))
    return _with_play(rng, {"tiles": tiles, "melds": melds, "winning": rng.choice(tiles)})


def _with_play(rng, hand):
    own = rng.random() < 0.5
    flowers = [f"{rank}f" for rank in range(1, 9)]
    bonus = rng.sample(flowers, rng.choice([0, 0, 0, 1, 1, 2, 3, 5, 7]))
    claimed = sum(sign != "*" for sign, _ in hand["melds"])
    robbed = not own and rng.random() < 0.1
    discards = rng.choice([*range(1, 13), 40, 60])
    dealt = own and not claimed and rng.random() < 0.05
    first = not own and not robbed and not claimed and rng.random() < 0.05
    discards = 0 if dealt else 1 if first else discards
    original = not hand["melds"] and (dealt or first or rng.random() < 0.1)
    return {
        **hand,
        "own": own,
        "robbed": robbed,
        "bonus": bonus,
        "discards": discards,
        "claimed": min(discards, claimed) if not (dealt or first) else 0,
        "live": rng.choice([0, 1, 20, 50]),
        "replaced": own and rng.random() < 0.1,
        "original": original,
        "declared": original and rng.random() < 0.5,
        "dealt": dealt,
        "first_discard": first,
        "first_draw": own
        and not dealt
        and not hand["melds"]
        and discards <= 3
        and rng.random() < 0.2,
        "supplied": rng.random() < 0.3,
        "seat_wind": rng.choice(KINDS[27:31]),
        "round_wind": rng.choice(KINDS[27:31]),
    }


def options(rng):
    """Some choice of options."""
    return {name: rng.choice(values) for name, values in CHOICES.items()}


def opinion(hand, chosen):
    """What the engine says: the value and the items of the hand."""
    seat = "1234".index(hand["seat_wind"][0])
    numbers = lambda words: tuple(TILES[word] for word in words)  # noqa: E731
    source = seat if hand["own"] else (seat + 1) % 4
    came = WinCircumstances(
        **{
            name: hand[name]
            for name in (
                "discards", "claimed", "live", "replaced", "robbed", "original", "declared",
                "dealt", "first_discard",
                "first_draw", "supplied",
            )
        },
        own_draw=hand["own"],
    )  # fmt: skip
    winner = Winner(
        seat,
        TILES[hand["winning"]],
        source,
        hand["own"],
        hand["robbed"],
        numbers(hand["tiles"]),
        tuple(ShownMeld(sign, numbers(tiles)) for sign, tiles in hand["melds"]),
    )
    outcome = Outcome(
        4,
        0,
        (winner,),
        round_wind=TILES[hand["round_wind"]],
        hands=(PlayerTiles(seat, winner.tiles, winner.melds, numbers(hand["bonus"])),),
        seen=Events("E1", True, {seat: came}, {}, ()),
        counters=0,
    )
    score = HandScorer({**load("taiwanese/1").settings, **chosen})(winner, outcome)
    return score.value, {item.name: item.points for item in score.items}


def disagreements(number, seed=0):
    """Hands on which the two scorers differ, with what each says."""
    rng = random.Random(seed)
    for place in range(number):
        hand = thrown(rng)
        chosen = options(rng) if place % 2 else dict(DEFAULTS)
        if chosen["bonus_tiles"] == "0":
            hand["bonus"] = []
        mine, naive = opinion(hand, chosen), value(hand, **chosen)
        if mine[0] != naive[0]:
            yield hand, chosen, mine, naive
