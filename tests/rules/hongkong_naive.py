"""Faan of Hong Kong Old Style, written from the rule facts alone, slowly and plainly."""

DEFAULTS = {
    "flowers": "8", "max_faan": "13", "limits_stack": "no", "small_dragons": "total_5",
    "great_dragons": "8", "small_winds": "6_plus_shape", "mixed_terminals": "total",
    "four_concealed_discard": "any_wait", "pure_straight": "off", "seven_pairs": "off",
    "all_terminals": "13", "nine_gates": "13", "nine_gates_wait": "any", "heavenly": "13",
    "earthly": "first_discard", "earthly_faan": "13", "human": "13",
    "circumstances_with_blessings": "yes", "concealed": "1",
    "concealed_kong_keeps_concealed": "no", "flower_faan": "yes", "kong_on_kong": "8",
    "after_flower": "0", "last_discard": "1", "kong": "0",
}  # fmt: skip


def splits(kinds):
    """Every way to see sorted kinds as sets and one pair, as lists of tuples."""
    found = []
    for pair in sorted(set(kinds)):
        if kinds.count(pair) >= 2:
            rest = list(kinds)
            rest.remove(pair)
            rest.remove(pair)
            found += [[*sets, (pair, pair)] for sets in sets_of(rest)]
    return found


def sets_of(rest):
    if not rest:
        return [[]]
    low = rest[0]
    found = []
    if rest.count(low) >= 3:
        found += [[(low,) * 3, *more] for more in sets_of(rest[3:])]
    if low < 27 and low % 9 < 7 and low + 1 in rest and low + 2 in rest:
        left = list(rest)
        for kind in (low, low + 1, low + 2):
            left.remove(kind)
        found += [[(low, low + 1, low + 2), *more] for more in sets_of(left)]
    return found


def value(hand, options=None):
    """The faan of the best reading, cut to the cap."""
    chosen = {**DEFAULTS, **(options or {})}
    return max(min(faan(hand, view, spot, chosen), int(chosen["max_faan"]))
               for view, spot in views(hand, chosen))  # fmt: skip


def views(hand, chosen):
    for groups in splits(sorted(hand.concealed)):
        for spot, group in enumerate(groups):
            if hand.tile in group:
                yield groups, spot
    if not hand.melds:
        if set(hand.concealed) == {0, 8, 9, 17, 18, 26, *range(27, 34)}:
            yield "orphans", None
        pairs = len(set(hand.concealed)) == 7 and all(
            hand.concealed.count(kind) == 2 for kind in hand.concealed
        )
        if pairs and chosen["seven_pairs"] != "off":
            yield "pairs", None


def faan(hand, view, spot, chosen):
    regular = not isinstance(view, str)
    own = [g for g in view if len(g) == 3] if regular else []
    pair = next(g[0] for g in view if len(g) == 2) if regular else -1
    every = list(hand.concealed) + [kind for kinds, _ in hand.melds for kind in kinds]
    groups = [*own, *(kinds for kinds, _ in hand.melds)]
    triplets = [g[0] for g in groups if g[0] == g[1]]
    honours = [kind for kind in every if kind > 26]
    suits = {kind // 9 for kind in every if kind < 27}
    terminals = [kind for kind in every if kind < 27 and kind % 9 in {0, 8}]
    shape, limits = {}, {}
    if regular and not triplets:
        shape["common"] = 1
    four_triplets = len(triplets) == 4
    if four_triplets:
        shape["all"] = 3
    if len(suits) == 1:
        shape["flush"] = 3 if honours else 7
    winds = [kind for kind in triplets if 27 <= kind < 31]
    dragons = [kind for kind in triplets if kind >= 31]
    shape["winds"] = (hand.seat_wind in winds) + (hand.round_wind in winds)
    shape["dragons"] = len(dragons)
    if len(dragons) == 2 and pair >= 31:
        shape["small dragons"] = 5
        if chosen["small_dragons"] == "total_5":
            shape["dragons"] = 0
    if len(dragons) == 3:
        if chosen["great_dragons"] == "8":
            shape["big dragons"], shape["dragons"] = 8, 0
        else:
            limits["big dragons"] = 13
    if len(winds) == 3 and 27 <= pair < 31:
        way = chosen["small_winds"]
        if way in {"10", "limit"}:
            limits["small winds"] = 10 if way == "10" else 13
        else:
            shape["small winds"] = int(way[0])
            if way != "6_plus_winds":
                shape["winds"] = 0
    if four_triplets and honours and terminals and len(honours) + len(terminals) == len(every):
        shape["mixed"] = 1 if chosen["mixed_terminals"] == "total" else 4
    if four_triplets and not any(is_open for _, is_open in hand.melds):
        kongs = any(len(kinds) == 4 for kinds, _ in hand.melds)
        way = chosen["four_concealed_discard"]
        on_pair = view[spot][0] == view[spot][1] and len(view[spot]) == 2
        counts = {
            "any_wait": True,
            "pair_wait": hand.own_draw or on_pair,
            "no": hand.own_draw and not kongs,
        }
        if counts[way]:
            shape["concealed triplets"] = 8
            del shape["all"]
    if regular and chosen["pure_straight"] == "8":
        lows = [g[0] for g in groups if g[0] != g[1]]
        if any({9 * s, 9 * s + 3, 9 * s + 6} <= set(lows) for s in range(3)):
            shape["straight"] = 8
    if view == "pairs":
        shape["pairs"] = int(chosen["seven_pairs"])
    if len(honours) == len(every):
        limits["honours"] = 10
    if len(terminals) == len(every):
        limits["terminals"] = int(chosen["all_terminals"])
    if not hand.melds and len(suits) == 1 and not honours:
        ranks = [kind % 9 for kind in hand.concealed]
        need = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
        extra = list(ranks)
        if all(extra.count(rank) >= need.count(rank) for rank in range(9)):
            for rank in need:
                extra.remove(rank)
            if chosen["nine_gates_wait"] == "any" or extra == [hand.tile % 9]:
                limits["gates"] = int(chosen["nine_gates"])
    if view == "orphans":
        limits["orphans"] = 13
    if len(winds) == 4:
        limits["big winds"] = 13
    if sum(len(kinds) == 4 for kinds, _ in hand.melds) == 4:
        limits["kongs"] = 13
    happened = hand.happened
    blessed = False
    if "dealt" in happened:
        limits["heaven"], blessed = int(chosen["heavenly"]), True
    if chosen["earthly"].replace("_", "-") in happened:
        limits["earth"], blessed = int(chosen["earthly_faan"]), True
    if "first-round" in happened and chosen["human"] == "13":
        limits["human"], blessed = 13, True
    if "first-round" in happened and chosen["human"] == "3":
        shape["human"] = 3
    if "second-supplement" in happened and chosen["kong_on_kong"] == "limit":
        limits["kong on kong"] = 13
    others = [number for name, number in limits.items() if name not in {"heaven", "earth", "human"}]
    if chosen["limits_stack"] == "no" and blessed and others:
        # The highest limit counts alone: a blessing that does not count excludes nothing.
        blessed = max(limits.values()) > max(others) and (
            limits.get("kong on kong", 0) < max(limits.values())
        )
    beside = circumstances(hand, chosen, blessed=blessed)
    if limits and chosen["limits_stack"] == "no":
        return max(limits.values()) + beside
    return sum(limits.values()) + sum(shape.values()) + beside


def circumstances(hand, chosen, *, blessed):
    """What lies in the circumstances, counted beside limit hands, too."""
    happened = hand.happened
    kongs = sum(len(kinds) == 4 for kinds, _ in hand.melds)
    points = 0
    closed = not any(is_open for _, is_open in hand.melds)
    if chosen["concealed_kong_keeps_concealed"] == "no":
        closed = not hand.melds
    counts = chosen["concealed"] == "1" or (
        chosen["concealed"] == "without_flowers" and chosen["flowers"] == "0"
    )
    if not blessed or chosen["circumstances_with_blessings"] == "yes":
        points += hand.own_draw + (closed and counts)
    if chosen["flowers"] == "8" and chosen["flower_faan"] == "yes":
        seat = hand.seat_wind - 27
        points += not hand.bonus
        for series in (range(4), range(4, 8)):
            held = [tile for tile in hand.bonus if tile in series]
            points += 2 if len(held) == 4 else series[seat] in held
    if "second-supplement" in happened:
        points += {"8": 8, "sum": 2, "limit": 0}[chosen["kong_on_kong"]]
    elif "supplement" in happened:
        points += 1
    if "flower-supplement" in happened:
        points += int(chosen["after_flower"])
    points += "robbed" in happened
    points += "last-tile" in happened
    if "last-discard" in happened:
        points += int(chosen["last_discard"])
    return points + kongs * int(chosen["kong"])
