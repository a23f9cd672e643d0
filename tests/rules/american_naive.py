"""American Modern counted a second time, by brute force and from the rule facts alone.

Nothing of mjlog is used.

Tiles are written ``5p``, jokers ``J``. A meld is a word such as ``+555p``, ``+123m``, ``^9999s`` or
``*1111z``; jokers in it are written as the tile they stand for.
"""

from collections import Counter
from itertools import combinations_with_replacement

KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [
    f"{rank}z" for rank in range(1, 8)
]
DRAGONS = ("5z", "6z", "7z")
WINDS = ("1z", "2z", "3z", "4z")
GREENS = {
    "jade": ({"2s", "3s", "4s", "6s", "8s"}, "6z"),
    "pearl": ({"2p", "3p", "4p", "6p", "8p"}, "5z"),
    "ruby": ({"1s", "5s", "7s", "9s"}, "7z"),
}
DEFAULTS = {
    "jokers_in_chows": True,
    "jokers_in_pairs": True,
    "four_identical": True,
    "pair_points": "flat",
    "bouquet": "winner",
    "limit": 500,
    "limit_losers": "difference",
    "loser_doubles": "sets",
    "loser_pairs": "all",
    "special_hands": {},
}


def outer(kind):
    return kind[1] == "z" or kind[0] in "19"


def run(kind):
    return tuple(f"{int(kind[0]) + step}{kind[1]}" for step in range(3))


def laid(word):
    """(what, kinds, concealed) of a declared set."""
    suit, ranks = word[-1], word[1:-1]
    kinds = [rank + suit for rank in ranks]
    if len(set(kinds)) > 1:
        return "chow", tuple(sorted(kinds)), False
    return ("kong" if len(kinds) == 4 else "pung"), tuple(kinds), word[0] == "*"


def partitions(tiles):
    """Every way to part the tiles into sets and one pair, tiles as a sorted tuple."""

    def part(left, pair):
        if not left:
            yield ()
            return
        first = left[0]
        if not pair and left.count(first) >= 2:
            yield from (
                (("pair", (first,) * 2), *more) for more in part(without(left, (first,) * 2), True)
            )
        if left.count(first) >= 3:
            yield from (
                (("pung", (first,) * 3), *more) for more in part(without(left, (first,) * 3), pair)
            )
        if first[1] != "z" and int(first[0]) < 8 and all(kind in left for kind in run(first)):
            yield from (
                (("chow", run(first)), *more) for more in part(without(left, run(first)), pair)
            )

    return [
        found
        for found in part(tuple(sorted(tiles, key=KINDS.index)), False)
        if any(w == "pair" for w, _ in found)
    ]


def without(left, tiles):
    left = list(left)
    for tile in tiles:
        left.remove(tile)
    return tuple(left)


def pair_points(kind, own, wind, options):
    if kind in DRAGONS:
        return 2
    if kind in WINDS:
        standard = 2 * (kind == own) + 2 * (kind == wind)
        return standard + 2 if options["pair_points"] == "added" else standard or 2
    return 2 if outer(kind) else 0


def set_points(what, kind, concealed):
    if what == "chow":
        return 0
    points = {"pung": 2, "kong": 8}[what]
    return points * (2 if outer(kind) else 1) * (2 if concealed else 1)


def sets_and_doubles(groups, own, wind, options):
    """Points and doubles that sets and pairs have in any hand; pairs apart."""
    points, pairs, doubles = 0, [], 0
    threes = [
        (what, kinds[0], concealed) for what, kinds, concealed in groups if what in {"pung", "kong"}
    ]
    for what, kinds, concealed in groups:
        if what == "pair":
            pairs.append(pair_points(kinds[0], own, wind, options))
        else:
            points += set_points(what, kinds[0], concealed)
    dragons = [kind for _, kind, _ in threes if kind in DRAGONS]
    doubles += len(dragons)
    doubles += any(kind == own for _, kind, _ in threes)
    doubles += any(kind == wind for _, kind, _ in threes)
    doubles += len(dragons) == 2 and any(
        what == "pair" and kinds[0] in DRAGONS for what, kinds, _ in groups
    )
    doubles += sum(concealed for _, _, concealed in threes) >= 3
    return points, pairs, doubles


def flowers(bonus, own, wind, options):
    """Points, doubles, and whether there is a bouquet."""
    flower = {int(tile[0]) for tile in bonus}
    at, round_at = int(own[0]), int(wind[0])
    doubles = sum(number in flower for number in (at, at + 4, round_at, round_at + 4))
    bouquets = ({1, 2, 3, 4} <= flower) + ({5, 6, 7, 8} <= flower)
    if options["bouquet"] == "doubles":
        return 4 * len(bonus), doubles + 3 * bouquets, False
    return 4 * len(bonus), doubles, bouquets > 0


def allowed(groups, tiles, jokers_as, melds, options):
    """Whether jokers stand only where they may, and no kind is there more than four times."""
    whole = (
        Counter(tiles)
        + Counter(jokers_as)
        + Counter(kind for _, kinds, _ in melds for kind in kinds)
    )
    if options["four_identical"] and any(number > 4 for number in whole.values()):
        return False
    strict = Counter()
    for what, kinds, *_ in groups:
        forbidden = {"chow": not options["jokers_in_chows"], "pair": not options["jokers_in_pairs"]}
        if forbidden.get(what, False):
            strict += Counter(kinds)
    return all(strict[kind] <= Counter(tiles)[kind] for kind in strict)


def winning_ways(tiles, melds, won_on, options):
    """Every way to read a winning hand.

    All groups with their being concealed or not, and the jokers' tiles.
    """
    real = [tile for tile in tiles if tile != "J"]
    for jokers_as in combinations_with_replacement(KINDS, len(tiles) - len(real)):
        for parted in partitions([*real, *jokers_as]):
            if not allowed(parted, real, jokers_as, melds, options):
                continue
            for finished in range(len(parted)) if won_on else [None]:
                if finished is None or won_on in parted[finished][1]:
                    own = [
                        (what, kinds, place != finished)
                        for place, (what, kinds) in enumerate(parted)
                    ]
                    yield [*melds, *own]


def is_regular(groups):
    suits = {kind[1] for _, kinds, _ in groups for kind in kinds if kind[1] != "z"}
    return len(suits) <= 1 and sum(what == "chow" for what, _, _ in groups) <= 1


def regular_count(groups, bonus, own, wind, options):
    points, pairs, doubles = sets_and_doubles(groups, own, wind, options)
    points += sum(pairs) + 20
    kinds = {kind for _, each, _ in groups for kind in each}
    suits = {kind[1] for kind in kinds if kind[1] != "z"}
    if suits:
        doubles += 1 if any(kind[1] == "z" for kind in kinds) else 3
    if all(what != "chow" for what, _, _ in groups):
        doubles += 1
        doubles += all(outer(kind) for kind in kinds)
    more, times, _ = flowers(bonus, own, wind, options)
    return (points + more) * 2 ** (doubles + times)


def special_names(groups):
    """The special hands made of sets that this reading is."""
    pair = next(kinds[0] for what, kinds, _ in groups if what == "pair")
    rest = [(what, kinds) for what, kinds, _ in groups if what != "pair"]
    for name, (greens, dragon) in GREENS.items():
        chows = any(what == "chow" for what, _ in rest)
        if (
            pair == dragon
            and all(kind in greens for _, kinds in rest for kind in kinds)
            and not (chows and name == "ruby")
        ):
            yield name
    runs = sorted(kinds for what, kinds in rest if what == "chow")
    others = [kinds[0] for what, kinds in rest if what != "chow"]
    if (
        len(runs) == 3
        and len({kinds[0][1] for kinds in runs}) == 1
        and [k[0][0] for k in runs] == ["1", "4", "7"]
    ):
        first = others[0]
        if (first in DRAGONS and pair in WINDS) or (first in WINDS and pair in DRAGONS):
            yield "great-snake"


def seven_pairs_names(tiles, options):
    real = [tile for tile in tiles if tile != "J"]
    for jokers_as in combinations_with_replacement(KINDS, len(tiles) - len(real)):
        whole = Counter([*real, *jokers_as])
        if any(number % 2 for number in whole.values()) or (
            options["four_identical"] and max(whole.values()) > 4
        ):
            continue
        if jokers_as and not options["jokers_in_pairs"]:
            continue
        for name, (greens, dragon) in GREENS.items():
            if whole[dragon] and set(whole) <= greens | {dragon}:
                yield name


def winner_count(hand, own, wind, options):
    """What a winning hand is worth, None when it is no winning hand.

    Special hands need a value among the options.
    """
    melds = [laid(word) for word in hand["melds"]]
    won_on = hand["won_on"]
    best = None
    direct = []
    exposed = any(not concealed for _, _, concealed in melds)
    for groups in winning_ways(hand["tiles"], melds, won_on, options):
        if is_regular(groups):
            best = max(best or 0, regular_count(groups, hand["bonus"], own, wind, options))
        for name in special_names(groups):
            value = options["special_hands"][name]
            direct.append(value * 2 if name == "great-snake" and not exposed else value)
    if not melds:
        direct += [
            options["special_hands"][name] for name in seven_pairs_names(hand["tiles"], options)
        ]
    if best is None and not direct:
        return None
    if flowers(hand["bonus"], own, wind, options)[2]:
        direct.append(1000)
    if best is not None:
        direct.append(min(best, options["limit"]) if options["limit"] else best)
    return max(direct)


def loser_count(hand, own, wind, options):
    melds = [laid(word) for word in hand["melds"]]
    declared = Counter(kind for _, kinds, _ in melds for kind in kinds)
    most = 4 if options["four_identical"] else 99
    real = Counter(tile for tile in hand["tiles"] if tile != "J")
    more, times, bouquet = flowers(hand["bonus"], own, wind, options)
    if options["bouquet"] == "all" and bouquet:
        return 1000
    best = 0
    for jokers_as in combinations_with_replacement(KINDS, hand["tiles"].count("J")):
        whole = real + Counter(jokers_as)
        groups = list(melds)
        for kind, number in whole.items():
            number = min(number, max(0, most - declared[kind]))
            if not options["jokers_in_pairs"] and number == 2 and real[kind] < 2:
                continue
            if number >= 2:
                groups.append(
                    ("pair", (kind,) * 2, True) if number == 2 else ("pung", (kind,) * 3, True)
                )
        points, pairs, doubles = sets_and_doubles(groups, own, wind, options)
        points += sum(pairs) if options["loser_pairs"] == "all" else max(pairs, default=0)
        doubles = doubles + times if options["loser_doubles"] == "sets" else 0
        best = max(best, (points + more) * 2**doubles)
    return (
        min(best, options["limit"])
        if options["limit_losers"] == "each" and options["limit"]
        else best
    )


def settled(hands, winner, dealer, wind, options):
    """(what each hand counts, what the deal changes for each seat).

    None when the winner's hand is none.
    """
    counts = []
    for seat, hand in enumerate(hands):
        own = WINDS[(seat - dealer) % 4]
        count = winner_count if seat == winner else loser_count
        counts.append(count(hand, own, wind, options))
    if counts[winner] is None:
        return None
    change = [0, 0, 0, 0]
    for one in range(4):
        for other in range(one):
            times = 2 if dealer in {one, other} else 1
            if winner in {one, other}:
                gains, loses = (one, other) if winner == one else (other, one)
                amount = counts[winner]
            else:
                gains, loses = (one, other) if counts[one] > counts[other] else (other, one)
                amount = abs(counts[one] - counts[other])
                amount = min(amount, options["limit"]) if options["limit"] else amount
            change[gains] += times * amount
            change[loses] -= times * amount
    return counts, tuple(change)
