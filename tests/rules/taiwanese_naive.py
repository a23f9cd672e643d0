"""A second opinion on Taiwanese hands.

Every grouping by brute force, every row by hand, nothing of the engine.

Tiles are words such as ``5m``. Written from the rule facts alone; `value` answers the best sum of
tai and its items.
"""

import itertools
from collections import Counter

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
    f"{rank}z" for rank in range(1, 8)
]
WINDS = ("1z", "2z", "3z", "4z")
DRAGONS = ("5z", "6z", "7z")
DEFAULTS = {
    "tai_table": "four_winds",
    "imply": "logical",
    "straight_high": "concealed",
    "winning_discard_concealed": "false",
    "exposed_requires_discard": "false",
    "exposed_kongs": "melded_only",
    "wait_unique": "false",
    "early_counts": "all",
    "orig_declared": "false",
    "blessing_supplements": "true",
    "limit": "0",
    "bonus_tiles": "8",
}


def partitions(tiles):
    """Every way to lay the tiles out in threes, and a pair once."""
    found = set()
    _lay(tuple(sorted(tiles)), (), False, found)
    return found


def _lay(left, groups, paired, found):
    if not left:
        if paired:
            found.add(tuple(sorted(groups)))
        return
    first = left[0]
    options = []
    if left.count(first) >= 2 and not paired:
        options.append((first, first))
    if left.count(first) >= 3:
        options.append((first, first, first))
    if first[1] != "z":
        chow = (first, f"{int(first[0]) + 1}{first[1]}", f"{int(first[0]) + 2}{first[1]}")
        if all(tile in left for tile in chow):
            options.append(chow)
    for group in options:
        rest = list(left)
        for tile in group:
            rest.remove(tile)
        _lay(tuple(rest), (*groups, group), paired or len(group) == 2, found)


def half_pairs(tiles):
    """Seven pairs, alike or not, and a triplet."""
    number = Counter(tiles)
    for kind in number:
        rest = Counter(number)
        rest[kind] -= 3
        if (
            rest[kind] >= 0
            and all(each % 2 == 0 for each in rest.values())
            and sum(rest.values()) == 14
        ):
            return True
    return False


def completes(tiles):
    return len(tiles) % 3 == 2 and (
        bool(partitions(tiles)) or (len(tiles) == 17 and half_pairs(tiles))
    )


def value(hand, **options):
    """The best sum, with its items; None for no winning hand."""
    chosen = {**DEFAULTS, **options}
    if len(hand["bonus"]) == 8:
        return _bonus_win(hand, chosen)
    best = None
    for sets, pair, wait in arrangements(hand, chosen):
        table = association if chosen["tai_table"] == "association" else four_winds
        items = table(hand, sets, pair, wait, chosen)
        total = sum(items.values())
        if best is None or total > best[0]:
            best = (total, items)
    if best is None:
        return None
    limit = int(chosen["limit"])
    return (min(best[0], limit) if limit else best[0]), best[1]


def _bonus_win(hand, chosen):
    tai = {"four_winds": (30, 20), "association": (8, 8)}[chosen["tai_table"]][
        0 if hand["own"] else 1
    ]
    return tai, {"fl_8" if hand["own"] else "fl_7rob": tai}


def arrangements(hand, chosen):
    """Sets as (tiles, open), the pair, and what the winning tile made.

    An irregular hand has sets None.
    """
    laid = [(tuple(sorted(tiles)), sign != "*") for sign, tiles in hand["melds"]]
    for groups in partitions(hand["tiles"]):
        if len(groups) + len(laid) != 6:
            continue
        for place, group in enumerate(groups):
            if hand["winning"] not in group:
                continue
            closed = hand["own"] or chosen["winning_discard_concealed"] == "true"
            sets = laid + [
                (g, i == place and not closed) for i, g in enumerate(groups) if len(g) == 3
            ]
            pair = next(g[0] for g in groups if len(g) == 2)
            yield sets, pair, waiting(group, hand["winning"])
    if not laid and len(hand["tiles"]) == 17 and half_pairs(hand["tiles"]):
        yield None, None, "irregular"


def waiting(group, tile):
    if len(group) == 2:
        return "pair"
    if group[0] == group[1]:
        return "triplet"
    if tile == group[1]:
        return "middle"
    if (group[0][0] == "1" and tile == group[2]) or (group[2][0] == "9" and tile == group[0]):
        return "edge"
    return "open"


def only_wait(hand):
    rest = list(hand["tiles"])
    rest.remove(hand["winning"])
    everything = Counter(rest) + Counter(tile for _, tiles in hand["melds"] for tile in tiles)
    return sum(everything[kind] < 4 and completes([*rest, kind]) for kind in KINDS) == 1


def all_tiles(hand):
    return [*hand["tiles"], *(tile for _, tiles in hand["melds"] for tile in tiles)]


def four_winds(hand, sets, pair, wait, chosen):
    logical = chosen["imply"] == "logical"
    tiles = all_tiles(hand)
    suits = {tile[1] for tile in tiles if tile[1] != "z"}
    honours = any(tile[1] == "z" for tile in tiles)
    bonus = len(hand["bonus"])
    flowers_used = chosen["bonus_tiles"] != "0"
    items = {"win": 2}

    # what lies in play
    if hand["own"]:
        items["self"] = 1
    blessed = False
    supplied = hand["supplied"] and chosen["blessing_supplements"] == "false"
    if hand["dealt"] and not supplied:
        items["heaven"] = 40
        blessed = True
    if hand["first_discard"] and not supplied:
        items["earth"] = 40
        blessed = True
    ready = hand["original"] and (chosen["orig_declared"] == "false" or hand["declared"])
    if ready and not (blessed and logical):
        items["orig"] = 15
    discards = hand["discards"]
    if chosen["early_counts"] == "unclaimed":
        discards -= hand["claimed"]
    if chosen["early_counts"] == "before_win" and not hand["own"] and not hand["robbed"]:
        discards -= 1
    if not (blessed and logical):
        if discards <= 5:
            items["early10"] = 10
        elif discards < 10:
            items["early5"] = 5
    if hand["robbed"]:
        items["robkong"] = 1
    if hand["live"] == 0 and not hand["own"]:
        items["lastdisc"] = 1
    if hand["live"] == 0 and hand["own"] and not hand["replaced"]:
        items["lastwall"] = 1

    # suits, honours, bonus tiles
    plain = {}
    if bonus:
        items["fl_each"] = bonus
    elif flowers_used:
        plain["fl_none"] = 1
    one_suit = len(suits) == 1 and not honours
    ends = all(tile[0] in "19" and tile[1] != "z" for tile in tiles)
    if len(suits) == 1:
        items["pure1" if one_suit else "mixed1"] = 40 if one_suit else 10
    if not suits:
        items["all_honors"] = 40
    if ends:
        items["all_terminals"] = 40
    if not honours and not (logical and (one_suit or ends)):
        if "fl_none" in plain:
            plain = {"no_fl_hon": 3}
        else:
            plain["no_hon"] = 1

    if sets is None:
        return {**items, **plain, "pairs7": 30}

    # sets
    triplets = [(group, is_open) for group, is_open in sets if group[0] == group[1]]
    chows = [(group, is_open) for group, is_open in sets if group[0] != group[1]]
    winds = sum(group[0] in WINDS for group, _ in triplets)
    dragons = sum(group[0] in DRAGONS for group, _ in triplets)
    wind_group = (
        {2: ("l3w", 5), 3: ("l4w", 30)}.get(winds) if pair in WINDS else {3: ("b3w", 15)}.get(winds)
    )
    if winds == 4:
        wind_group = ("b4w", 40)
    dragon_group = (
        ("l3d", 15) if dragons == 2 and pair in DRAGONS else ("b3d", 30) if dragons == 3 else None
    )
    for group in (wind_group, dragon_group):
        if group:
            items[group[0]] = group[1]
    only_honours = not suits
    honour_sets = 0 if logical and (wind_group or only_honours) else winds
    honour_sets += 0 if logical and (dragon_group or only_honours) else dragons
    if honour_sets:
        items["honor_set"] = honour_sets
    for group, is_open in triplets:
        if len(group) == 4:
            name = "kong_m" if is_open else "kong_c"
            items[name] = items.get(name, 0) + (1 if is_open else 2)
    hidden = sum(not is_open for _, is_open in triplets)
    if hidden >= 2:
        items[f"ct{hidden}"] = {2: 2, 3: 5, 4: 15, 5: 40}[hidden]
    straight = 0
    for suit in "mps":
        for combination in itertools.combinations(chows, 3):
            lows = sorted(group[0] for group, _ in combination)
            if lows == [f"1{suit}", f"4{suit}", f"7{suit}"]:
                closed = not any(is_open for _, is_open in combination)
                high = hand["own"] if chosen["straight_high"] == "self_drawn" else closed
                straight = max(straight, 10 if high else 5)
    if straight:
        items["straight"] = straight
    if len(chows) == 5:
        if not honours and not bonus:
            items["chow_plain"] = 10
            plain = {}
        else:
            items["chow"] = 3
    five_hidden = logical and hidden == 5
    if len(triplets) == 5 and not (logical and (five_hidden or only_honours or ends)):
        items["pung"] = 10

    # the hand on the table
    claimed = any(sign != "*" for sign, _ in hand["melds"])
    if not claimed and not (blessed and logical):
        if not hand["own"]:
            if not five_hidden:
                items["conc"] = 1
        elif not five_hidden:
            items["fconc"] = 3
            del items["self"]
    exposed = len(hand["melds"]) == 5
    if chosen["exposed_kongs"] == "melded_only":
        exposed = exposed and all(sign != "*" for sign, _ in hand["melds"])
    if chosen["exposed_requires_discard"] == "true":
        exposed = exposed and not hand["own"]
    unique = chosen["wait_unique"] == "false" or only_wait(hand)
    if exposed:
        items["exposed"] = 10
    elif wait == "pair" and unique:
        items["onpair"] = 1
    elif wait in {"edge", "middle"} and unique:
        items["onechance"] = 1
    return {**items, **plain}


def association(hand, sets, pair, wait, chosen):
    logical = chosen["imply"] == "logical"
    tiles = all_tiles(hand)
    suits = {tile[1] for tile in tiles if tile[1] != "z"}
    honours = any(tile[1] == "z" for tile in tiles)
    items = {}
    own = hand["own"]
    supplied = hand["supplied"] and chosen["blessing_supplements"] == "false"
    blessed = False
    if hand["dealt"] and not supplied:
        items["heaven"] = 16
        blessed = True
    if hand["first_draw"] and not supplied:
        items["earth"] = 16
        blessed = True
    ready = (
        hand["original"]
        and not hand["claimed"]
        and (chosen["orig_declared"] == "false" or hand["declared"])
    )
    if ready and not (logical and blessed):
        items["orig"] = 4
    if own:
        items["self"] = 1
    if hand["robbed"]:
        items["robkong"] = 1
    if hand["replaced"] and own:
        items["kong_draw"] = 1
    if hand["live"] == 0:
        items["lastwall" if own else "lastdisc"] = 1
    seat = "1234".index(hand["seat_wind"][0])
    own_flowers = whole = 0
    for four in ("1234", "5678"):
        have = {flower[0] for flower in hand["bonus"]} & set(four)
        if len(have) == 4:
            whole += 1
        elif four[seat] in have:
            own_flowers += 1
    if own_flowers:
        items["seat_flower"] = own_flowers
    if whole:
        items["flower_set"] = 2 * whole
    if len(suits) == 1:
        items["mixed1" if honours else "pure1"] = 4 if honours else 8
    if not suits:
        items["all_honors"] = 8
    if sets is None:
        return {**items, "pairs7": 8}
    triplets = [(group, is_open) for group, is_open in sets if group[0] == group[1]]
    winds = [group[0] for group, _ in triplets if group[0] in WINDS]
    dragons = sum(group[0] in DRAGONS for group, _ in triplets)
    four_wind_hand = len(winds) == 4 or (len(winds) == 3 and pair in WINDS)
    dragon_hand = dragons == 3 or (dragons == 2 and pair in DRAGONS)
    if four_wind_hand:
        items["b4w" if len(winds) == 4 else "l4w"] = 16 if len(winds) == 4 else 8
    if dragon_hand:
        items["b3d" if dragons == 3 else "l3d"] = 8 if dragons == 3 else 4
    if not (logical and (four_wind_hand or not suits)):
        if hand["seat_wind"] in winds:
            items["seat_wind"] = 1
        if hand["round_wind"] in winds:
            items["round_wind"] = 1
    if dragons and not (logical and (dragon_hand or not suits)):
        items["dragon_set"] = dragons
    hidden = sum(not is_open for _, is_open in triplets)
    if hidden >= 3:
        items[f"ct{hidden}"] = {3: 2, 4: 5, 5: 8}[hidden]
    if len(triplets) == 5 and not (logical and (hidden == 5 or not suits)):
        items["pung"] = 4
    exposed = len(hand["melds"]) == 5 and all(sign != "*" for sign, _ in hand["melds"])
    if exposed:
        items["half_exposed" if own else "exposed"] = 1 if own else 2
    elif wait in {"pair", "edge", "middle"} and only_wait(hand):
        items["single_wait"] = 1
    if not triplets and not honours and not hand["bonus"] and not own and wait == "open":
        items["pinghu"] = 2
    claimed = any(sign != "*" for sign, _ in hand["melds"])
    if not claimed and not ("orig" in items or (logical and (blessed or ready))):
        items["conc"] = 1
        if own:
            items["fconc"] = 1
    return items
