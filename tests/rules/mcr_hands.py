"""Random hands of MCR, and what another program says of them."""

from collections import Counter

from kit_hands import ORPHANS, Thrown

from mjlog.rules.kit.hand import KNITTED_KINDS

SUITS = "WBT"
TILES = [f"{suit}{rank}" for suit in SUITS for rank in range(1, 10)]
TILES += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
"""The names of the 34 kinds in PyMahjongGB: its dragons run red, green, white."""
PAIRS, THIRTEEN, SINGLES, KNIT = 0.08, 0.12, 0.17, 0.25


def random_hand(rng):
    """A random winning hand with what happened in play; None where tiles do not suffice."""
    tiles = _tiles(rng)
    if tiles is None:
        return None
    concealed, melds = tiles
    total = Counter(concealed)
    for kinds, _ in melds:
        total.update(kinds)
    if max(total.values()) > 4:
        return None
    tile, own = rng.choice(concealed), rng.random() < 0.5
    alone = concealed.count(tile) == 1 and total[tile] == 1
    happened = set()
    if alone and rng.random() < 0.1:
        happened.add("fourth")
    has_kong = any(len(kinds) == 4 for kinds, _ in melds)
    if own and has_kong and rng.random() < 0.1:
        happened.add("supplement")
    if not own and alone and not happened and rng.random() < 0.05:
        happened.add("robbed")
    if rng.random() < 0.05 and "robbed" not in happened and (own or concealed.count(tile) == 1):
        happened.add("last-tile" if own else "last-discard")
    winds = rng.randrange(27, 31), rng.randrange(27, 31)
    return Thrown(sorted(concealed), melds, tile, own, *winds, [], frozenset(happened))


def _tiles(rng):
    style = rng.random()
    if style < PAIRS:
        low = 9 * rng.randrange(3) + rng.randrange(3)
        kinds = [low + step for step in range(7)] if rng.random() < 0.3 else None
        return [kind for kind in kinds or rng.choices(range(34), k=7) for _ in range(2)], []
    if style < THIRTEEN:
        return [*ORPHANS, rng.choice(ORPHANS)], []
    if style < SINGLES:
        return rng.sample([*rng.choice(KNITTED_KINDS), *range(27, 34)], 14), []
    concealed, melds = [], []
    knitted = style < KNIT
    if knitted:
        concealed += rng.choice(KNITTED_KINDS)
    suits = rng.choice([[0], [0, 1], [0, 1, 2], [0, 1, 2], [2]])
    chows, honours, open_ = rng.choice([0, 0.3, 0.6, 1]), rng.choice([0, 0.2, 0.6, 1]), rng.random()
    base = rng.randrange(7)
    for _ in range(1 if knitted else 4):
        if rng.random() < chows:
            low = 9 * rng.choice(suits) + (base if rng.random() < 0.4 else rng.randrange(7))
            kinds = (low, low + 1, low + 2)
        elif rng.random() < honours:
            kinds = (rng.randrange(27, 34),) * (4 if rng.random() < 0.25 else 3)
        else:
            rank = min(8, base + rng.randrange(3)) if rng.random() < 0.5 else rng.randrange(9)
            kinds = (9 * rng.choice(suits) + rank,) * (4 if rng.random() < 0.25 else 3)
        if len(kinds) == 4 or rng.random() < open_:
            melds.append((kinds, len(kinds) == 3 or rng.random() < 0.5))
        else:
            concealed += kinds
    kind = (
        rng.randrange(27, 34)
        if rng.random() < honours
        else 9 * rng.choice(suits) + rng.randrange(9)
    )
    return [*concealed, kind, kind], melds


def fans_of_the_other(calculator, hand):
    """What PyMahjongGB counts, as Chinese names with their points."""
    pack = []
    for kinds, is_open in hand.melds:
        if kinds[0] != kinds[1]:
            pack.append(("CHI", TILES[kinds[1]], 1))
        elif len(kinds) == 4:
            pack.append(("GANG", TILES[kinds[0]], int(is_open)))
        else:
            pack.append(("PENG", TILES[kinds[0]], 1))
    rest = list(hand.concealed)
    rest.remove(hand.tile)
    counted = calculator(
        tuple(pack),
        tuple(TILES[kind] for kind in rest),
        TILES[hand.tile],
        0,
        hand.own_draw,
        "fourth" in hand.happened,
        not hand.happened.isdisjoint({"supplement", "robbed"}),
        not hand.happened.isdisjoint({"last-tile", "last-discard"}),
        hand.seat_wind - 27,
        hand.round_wind - 27,
        True,
    )
    return {row[-2]: row[0] * (row[1] if isinstance(row[1], int) else 1) for row in counted}
