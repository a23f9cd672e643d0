"""A second opinion on Taiyuan hands and payments, written from the rule facts alone.

Tiles are words such as ``5m``. Nothing of the engine is used: hands are grouped by brute force,
each row of the table of points and each formula of payment stands here by hand. Numbers in
comments are the paragraphs of the rule facts.
"""

import itertools

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
KINDS += [f"{rank}z" for rank in range(1, 8)]
DEFAULTS = {
    "discard_payers": "bao",
    "kong_in_discard_multiplier": "true",
    "dealer_loss_point": "in_hand_value",
    "nonready_bonus_dealer": "payer",
    "nonready_discard": "two_or_four",
    "selfdraw_nonready": "by_state",
    "wait_scoring": "once",
    "missing_suit_zero": "false",
    "dragon_points": "20",
    "pure_suit_points": "0",
}


def groupings(tiles):
    """Yields every way to lay the tiles out as chows, pungs and one pair (9.1)."""
    yield from _lay(sorted(tiles), [], paired=False)


def _lay(left, groups, *, paired):
    if not left:
        if paired:
            yield groups
        return
    first, number, suit = left[0], int(left[0][0]), left[0][1]
    candidates = [[first] * 3]
    if not paired:
        candidates.append([first] * 2)
    if suit != "z" and number <= 7:
        candidates.append([f"{number + step}{suit}" for step in range(3)])
    for group in candidates:
        rest = list(left)
        try:
            for tile in group:
                rest.remove(tile)
        except ValueError:
            continue
        yield from _lay(rest, [*groups, group], paired=paired or len(group) == 2)


def waits(tiles, laid):
    """The kinds that complete the hand; its owner does not hold all four copies."""
    everything = [*tiles, *itertools.chain.from_iterable(laid)]
    return [
        kind
        for kind in KINDS
        if everything.count(kind) < 4 and any(True for _ in groupings([*tiles, kind]))
    ]


def hand_value(hand, chosen):
    """The items of the hand without the dealer's point, by the dearest reading (10.1, 10.3)."""
    best = {}
    for groups in groupings(hand["tiles"]):
        items = _items(hand, groups, chosen)
        if not best or sum(items.values()) > sum(best.values()):
            best = items
    return best


def _items(hand, groups, chosen):
    everything = [*hand["tiles"], *itertools.chain.from_iterable(hand["melds"])]
    suits = {tile[1] for tile in everything if tile[1] != "z"}
    items = {"basic": 1}
    if len(suits) == 2 or (not suits and chosen["missing_suit_zero"] == "true"):
        items["missing-suit"] = 1
    for suit in suits:
        straight = [[f"{low + step}{suit}" for step in range(3)] for low in (1, 4, 7)]
        if all(chow in groups for chow in straight) and int(chosen["dragon_points"]):
            items["dragon"] = int(chosen["dragon_points"])
    pure = len(suits) == 1 and all(tile[1] != "z" for tile in everything)
    if pure and int(chosen["pure_suit_points"]):
        items["pure-suit"] = int(chosen["pure_suit_points"])
    return {**items, **_wait(hand, chosen)}


def _wait(hand, chosen):
    """The wait points; any reading may make the winning tile a middle, edge or pair tile (10.3)."""
    won = hand["winning"]
    without = list(hand["tiles"])
    without.remove(won)
    alone = len(waits(without, hand["melds"])) <= 1
    readings = itertools.chain.from_iterable(groupings(hand["tiles"]))
    names = {_place(group, won) for group in readings if won in group} - {""}
    if chosen["wait_scoring"] == "stacking":
        return _stacked(names, alone=alone)
    if chosen["wait_scoring"] == "unique" and not alone:
        return {}
    return {"wait": 1} if names or alone else {}


def _stacked(names, *, alone):
    """Each row that literally applies pays, two points at the most (10.3)."""
    rows = names | {"single"} if alone else names
    return {"wait": min(len(rows), 2)} if rows else {}


def _place(group, tile):
    if len(group) == 2:
        return "single"
    if group[0] == group[1]:
        return ""
    if tile == group[1]:
        return "middle"
    third = group[0][0] == "1" and tile == group[2]
    seventh = group[2][0] == "9" and tile == group[0]
    return "edge" if third or seventh else ""


def kong_points(hand):
    """1 for an exposed kong, 2 for a concealed one (10.2)."""
    return sum(
        2 if sign == "*" else 1
        for sign, meld in zip(hand["signs"], hand["melds"], strict=True)
        if len(meld) == 4
    )


def payments(hand, **options):
    """What each of the four players wins or loses, in the order of the seats (10.4, 10.5)."""
    chosen = {**DEFAULTS, **options}
    value = sum(hand_value(hand, chosen).values())
    kongs = kong_points(hand)
    pay = _self_drawn if hand["source"] is None else _on_discard
    due = dict(pay(hand, chosen, value, kongs))
    return tuple(
        sum(due.values()) if seat == hand["winner"] else -due.get(seat, 0) for seat in "ABCD"
    )


def _dealers(hand, chosen, payer):
    """The point of the dealer: (inside the bracket, outside of it)."""
    if hand["winner"] == hand["dealer"]:
        return 1, 0
    if payer != hand["dealer"]:
        return 0, 0
    return {"in_hand_value": (1, 0), "flat": (0, 1), "none": (0, 0)}[chosen["dealer_loss_point"]]


def _penalty(hand, chosen, payer):
    """2 from a player who is not ready, 4 where the dealer is meant."""
    of = payer if chosen["nonready_bonus_dealer"] == "payer" else hand["winner"]
    return 4 if of == hand["dealer"] else 2


def _self_drawn(hand, chosen, value, kongs):
    for payer in "ABCD":
        if payer == hand["winner"]:
            continue
        inside, outside = _dealers(hand, chosen, payer)
        ready = payer in hand["ready"] or chosen["selfdraw_nonready"] == "all_x2"
        if ready:
            yield payer, (value + inside) * 2 + kongs + outside
        else:
            penalty = _penalty(hand, chosen, payer)
            yield payer, (value + inside) * 3 + kongs + outside + penalty


def _on_discard(hand, chosen, value, kongs):
    thrower = hand["source"]
    others = [seat for seat in "ABCD" if seat != hand["winner"]]
    if chosen["discard_payers"] == "discarder_only":
        payers = {thrower: thrower in hand["ready"]}
    elif chosen["discard_payers"] == "each_by_own_state":
        payers = {seat: seat in hand["ready"] for seat in others}
    elif thrower in hand["ready"]:
        payers = dict.fromkeys(others, True)
    else:
        payers = {thrower: False}
    for payer, ready in payers.items():
        yield payer, _discard_share(hand, chosen, payer, value, kongs, ready=ready)


def _discard_share(hand, chosen, payer, value, kongs, *, ready):
    winner_deals = hand["winner"] == hand["dealer"]
    inside, outside = _dealers(hand, chosen, payer)
    if not ready and chosen["nonready_discard"] == "regional":
        times = 3 if chosen["kong_in_discard_multiplier"] == "true" else 1
        return 3 * (value + winner_deals) + times * kongs + 1 + (not winner_deals)
    times, penalty = (1, 0) if ready else (3, _penalty(hand, chosen, payer))
    if chosen["kong_in_discard_multiplier"] == "true":
        return (value + inside + kongs) * times + outside + penalty
    return (value + inside) * times + kongs + outside + penalty
