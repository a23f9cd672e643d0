"""Fans of MCR by their numbers, written from the rule facts alone, slowly and plainly."""

from collections import Counter
from itertools import combinations, pairwise, permutations

from hongkong_naive import splits

WORTH = {
    **dict.fromkeys([1, 2, 3, 4, 5, 6, 7], 88),
    **dict.fromkeys([8, 9, 10, 11, 12, 13], 64),
    **dict.fromkeys([14, 15], 48),
    **dict.fromkeys([16, 17, 18], 32),
    **dict.fromkeys(range(19, 28), 24),
    **dict.fromkeys(range(28, 34), 16),
    **dict.fromkeys(range(34, 39), 12),
    **dict.fromkeys(range(39, 48), 8),
    **dict.fromkeys(range(48, 55), 6),
    **dict.fromkeys(range(55, 59), 4),
    **dict.fromkeys(range(59, 69), 2),
    **dict.fromkeys(range(69, 82), 1),
    82: 5,
}
EXCLUDED = {
    1: [38, 48, 60, 61, 73], 2: [54, 59], 3: [49], 4: [22, 56, 62, 76],
    5: [17, 57, 53, 74, 67, 48, 79], 6: [22, 19, 56, 62, 76, 79], 7: [18, 51, 56, 62, 79],
    8: [18, 48, 55, 65, 73, 76], 9: [38, 73], 10: [54, 59], 11: [18, 48, 55, 73],
    12: [33, 66, 48, 56, 62], 13: [19, 22, 63, 69, 72, 76], 14: [23, 24, 19, 64, 69],
    15: [23, 24, 48], 16: [30, 71, 72], 17: [57, 53, 74, 67], 18: [48, 55, 73],
    19: [56, 62, 79], 20: [34, 51, 56, 62, 79], 21: [48, 68, 76], 22: [76, 75, 49],
    23: [24], 24: [23], 25: [36, 76], 26: [68, 76], 27: [37, 76], 29: [63, 72, 70, 76],
    31: [68, 76], 32: [65], 33: [66], 34: [51, 56, 62, 79], 36: [76], 37: [76], 40: [75],
    47: [58], 49: [75], 52: [79], 53: [67, 66], 54: [59], 56: [80, 62], 57: [74], 62: [80],
    63: [76], 68: [76],
}  # fmt: skip
ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}
GREEN = {19, 20, 21, 23, 25, 32}
REVERSIBLE = {9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31}
COLUMNS = [
    [9 * suit + rank for suit, first in zip(order, range(3), strict=True)
     for rank in (first, first + 3, first + 6)]
    for order in permutations(range(3))
]  # fmt: skip


def value(hand):
    """The fans of the best reading."""
    waits = [kind for kind in range(34) if views(waiting(hand, kind), hand.melds)]
    best = 0
    for shape, groups in views(sorted(hand.concealed), hand.melds):
        spots = [n for n, group in enumerate(groups) if hand.tile in group] or [None]
        if shape == "knitted" and knitted_has(hand, groups):
            spots.append(None)
        for spot in spots:
            fans = fans_of(hand, shape, groups, spot, len(waits) == 1)
            best = max(best, sum(WORTH[fan] * times for fan, times in fans.items()))
    return best


def waiting(hand, kind):
    tiles = list(hand.concealed)
    tiles.remove(hand.tile)
    return sorted([*tiles, kind])


def knitted_has(hand, groups):
    """Whether the winning tile may be one of the nine."""
    return hand.concealed.count(hand.tile) > sum(group.count(hand.tile) for group in groups)


def views(tiles, melds):
    """Every way to see concealed tiles: its shape, and the sets and the pair."""
    found = [("regular", groups) for groups in splits(tiles)]
    if len(melds) < 2:
        for nine in COLUMNS:
            rest = list(tiles)
            if set(nine) <= set(tiles):
                for kind in nine:
                    rest.remove(kind)
                found += [("knitted", groups) for groups in splits(rest)]
    if melds:
        return found
    if set(tiles) == ORPHANS:
        found.append(("orphans", []))
    if all(tiles.count(kind) in {2, 4} for kind in tiles):
        found.append(("pairs", []))
    if len(set(tiles)) == 14:
        suited = {kind for kind in tiles if kind < 27}
        if any(suited <= set(nine) for nine in COLUMNS):
            found.append(("singles", []))
    return found


def fans_of(hand, shape, own, spot, waits_once):
    fans = Counter()
    every = [*hand.concealed, *(kind for kinds, _ in hand.melds for kind in kinds)]
    of_tiles(fans, set(every))
    groups = [*own, *(kinds for kinds, _ in hand.melds)]
    pair = next((group[0] for group in own if len(group) == 2), None)
    pungs = [group[0] for group in groups if len(group) > 2 and group[0] == group[1]]
    chows = [group[0] for group in groups if group[0] != group[1]]
    if shape in {"regular", "knitted"}:
        of_pungs(fans, hand, pungs, pair)
        of_kongs(fans, hand, own, spot)
        if not pungs and pair < 27:
            fans[63] = 1
        of_chows(fans, chows, pair)
    if shape == "regular":
        of_all_sets(fans, groups)
    if shape == "knitted":
        fans[35] = 1
    of_other_shapes(fans, hand, shape)
    kongs = [kinds[0] for kinds, _ in hand.melds if len(kinds) == 4]
    fans[64] = sum(every.count(kind) == 4 and kind not in kongs for kind in set(every))
    before = waiting(hand, hand.tile)
    before.remove(hand.tile)
    is_one_suit = not hand.melds and max(every) < 27 and len({kind // 9 for kind in every}) == 1
    if is_one_suit and [kind % 9 for kind in before] == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]:
        fans[4] = 1
        fans[73] -= 1
    if waits_once and spot is not None:
        of_the_wait(fans, own[spot], hand.tile)
    of_the_course(fans, hand)
    gone = {other for fan in fans if fans[fan] for other in EXCLUDED.get(fan, ())} - {80}
    counted = Counter({fan: times for fan, times in fans.items() if times and fan not in gone})
    if hand.own_draw and not {44, 46, 56} & set(counted):
        counted[80] = 1
    return counted or Counter({43: 1})


def of_tiles(fans, kinds):
    suits = {kind // 9 for kind in kinds if kind < 27}
    winds = any(27 <= kind < 31 for kind in kinds)
    dragons = max(kinds) > 30
    ranks = {kind % 9 + 1 for kind in kinds if kind < 27}
    honours = winds or dragons
    plain = not honours
    fans[3] = kinds <= GREEN
    fans[8] = plain and ranks <= {1, 9}
    fans[11] = not suits
    fans[18] = honours and bool(suits) and ranks <= {1, 9}
    fans[22] = plain and len(suits) == 1
    fans[25] = plain and ranks <= {7, 8, 9}
    fans[26] = plain and ranks <= {4, 5, 6}
    fans[27] = plain and ranks <= {1, 2, 3}
    fans[36] = plain and min(ranks) > 5
    fans[37] = plain and max(ranks) < 5
    fans[40] = kinds <= REVERSIBLE
    fans[49] = honours and len(suits) == 1
    fans[51] = winds and dragons and len(suits) == 3
    fans[68] = plain and not ranks & {1, 9}
    fans[75] = len(suits) == 2
    fans[76] = plain


def of_pungs(fans, hand, pungs, pair):
    winds = [kind for kind in pungs if 27 <= kind < 31]
    dragons = [kind for kind in pungs if kind > 30]
    suited = sorted(kind for kind in pungs if kind < 27)
    if len(winds) == 4:
        fans[1] = 1
    elif len(winds) == 3:
        fans[9 if 27 <= pair < 31 else 38] = 1
    if len(dragons) == 3:
        fans[2] = 1
    elif len(dragons) == 2:
        fans[10 if pair > 30 else 54] = 1
    elif dragons:
        fans[59] = 1
    fans[60] = hand.round_wind in winds
    fans[61] = hand.seat_wind in winds
    unpaid = [] if len(winds) > 2 else [
        kind for kind in winds if kind not in {hand.round_wind, hand.seat_wind}
    ]  # fmt: skip
    fans[73] = len(unpaid) + sum(kind % 9 in {0, 8} for kind in suited)
    fans[48] = len(pungs) == 4
    fans[21] = len(pungs) == 4 == len(suited) and pair < 27 and all(
        kind % 9 % 2 for kind in [*suited, pair]
    )  # fmt: skip
    fans[65] = sum(one % 9 == other % 9 for one, other in combinations(suited, 2))
    for three in combinations(suited, 3):
        ranks, suits = sorted(kind % 9 for kind in three), {kind // 9 for kind in three}
        in_a_row = ranks[1] - ranks[0] == ranks[2] - ranks[1] == 1
        if len(set(ranks)) == 1:
            fans[32] = 1
        if in_a_row and len(suits) == 1:
            fans[24] = 1
        if in_a_row and len(suits) == 3:
            fans[42] = 1
    if len(suited) == 4 and suited == list(range(suited[0], suited[0] + 4)):
        fans[15] = suited[0] // 9 == suited[3] // 9


def of_kongs(fans, hand, own, spot):
    kongs = [is_open for kinds, is_open in hand.melds if len(kinds) == 4]
    hidden = kongs.count(False)
    fan = {
        1: {0: 74, 1: 67}, 2: {0: 57, 1: 82, 2: 53},
        3: dict.fromkeys(range(4), 17), 4: dict.fromkeys(range(5), 5),
    }.get(len(kongs), {}).get(hidden)  # fmt: skip
    if fan:
        fans[fan] = 1
    for number, group in enumerate(own):
        is_pung = len(group) == 3 and group[0] == group[1]
        hidden += is_pung and (hand.own_draw or number != spot)
    fan = {2: 66, 3: 33, 4: 12}.get(hidden)
    if fan:
        fans[fan] = 1


def of_all_sets(fans, groups):
    fans[31] = all(any(kind < 27 and kind % 9 == 4 for kind in group) for group in groups)
    fans[55] = all(set(group) & ORPHANS for group in groups)


def of_chows(fans, chows, pair):
    """Account once: the best choice of a fan of three chows, or a forest of fans of two."""
    suits = {kind // 9 for kind in chows}
    ranks = sorted(kind % 9 for kind in chows)
    if len(chows) == 4 and pair < 27:
        low_and_high = {9 * suit + rank for suit in suits for rank in (0, 6)}
        if pair % 9 == 4 and ranks == [0, 0, 6, 6] and set(chows) == low_and_high:
            if suits == {pair // 9}:
                fans[13] = 1
                return
            if len(suits) == 2 and pair // 9 not in suits:
                fans[29] = 1
                return
    if len(chows) == 4 and len(suits) == 1:
        steps = {later - earlier for earlier, later in pairwise(ranks)}
        if steps in ({0}, {1}, {2}):
            fans[14 if steps == {0} else 16] = 1
            return
    best, most = [], 0
    for three in combinations(range(len(chows)), 3):
        fan = fan_of_three([chows[n] for n in three])
        rest = [chows[n] for n in range(len(chows)) if n not in three]
        joined = [
            two for other in rest for n in three if (two := fan_of_two(other, chows[n]))
        ][:1]  # fmt: skip
        if fan and WORTH[fan] + len(joined) > most:
            best, most = [fan, *joined], WORTH[fan] + len(joined)
    if best:
        fans.update(best)
        return
    parts = [{n} for n in range(len(chows))]
    for one, other in combinations(range(len(chows)), 2):
        fan = fan_of_two(chows[one], chows[other])
        mine = next(part for part in parts if one in part)
        theirs = next(part for part in parts if other in part)
        if fan and mine is not theirs:
            fans[fan] += 1
            parts.remove(theirs)
            mine |= theirs


def fan_of_three(chows):
    suits = len({kind // 9 for kind in chows})
    low, middle, high = sorted(kind % 9 for kind in chows)
    if middle - low != high - middle:
        return None
    return {
        (1, 0): 23, (1, 3): 28, (1, 1): 30, (1, 2): 30, (3, 3): 39, (3, 0): 41, (3, 1): 50,
    }.get((suits, middle - low))  # fmt: skip


def fan_of_two(one, other):
    if one // 9 != other // 9:
        return 70 if one % 9 == other % 9 else None
    return {0: 69, 3: 71, 6: 72}.get(abs(one - other))


def of_other_shapes(fans, hand, shape):
    kinds = sorted(set(hand.concealed))
    if shape == "orphans":
        fans[7] = 1
    if shape == "pairs":
        fans[19] = 1
        in_a_row = kinds == list(range(kinds[0], kinds[0] + 7))
        fans[6] = in_a_row and kinds[-1] < 27 and kinds[0] // 9 == kinds[-1] // 9
    if shape == "singles":
        fans[34] = 1
        fans[20] = set(range(27, 34)) <= set(kinds)
        fans[35] = any(set(nine) <= set(kinds) for nine in COLUMNS)


def of_the_wait(fans, group, tile):
    if len(group) == 2:
        fans[79] = 1
    elif group[0] != group[1]:
        if tile == group[1]:
            fans[78] = 1
        elif (tile % 9, tile == group[2]) in {(2, True), (6, False)}:
            fans[77] = 1


def of_the_course(fans, hand):
    is_claimed = any(is_open for _, is_open in hand.melds)
    if not is_claimed:
        fans[56 if hand.own_draw else 62] = 1
    open_sets = sum(is_open for _, is_open in hand.melds)
    fans[52] = open_sets == 4 and not hand.own_draw
    fans[44] = "last-tile" in hand.happened and hand.own_draw
    fans[45] = "last-discard" in hand.happened
    fans[46] = "supplement" in hand.happened
    fans[47] = "robbed" in hand.happened
    shown = [kind for kinds, is_open in hand.melds if is_open for kind in kinds]
    is_alone = hand.concealed.count(hand.tile) == 1
    fans[58] = is_alone and ("fourth" in hand.happened or shown.count(hand.tile) == 3)
