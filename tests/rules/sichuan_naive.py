"""Fan of Sichuan, written from the rule facts alone, slowly and plainly."""

from collections import Counter

from hongkong_naive import splits


def fan(hand, extras=(), most=3):
    """The fan of the best reading, at most `most`."""
    best = max(sum(items(hand, view, set(extras)).values()) for view in views(hand))
    return best if most is None else min(best, most)


def views(hand):
    """Every way to see the concealed tiles: groups and a pair, or seven pairs."""
    yield from splits(sorted(hand.concealed))
    if not hand.melds and all(n in {2, 4} for n in Counter(hand.concealed).values()):
        yield "pairs"


def items(hand, view, extras):
    every = Counter(hand.concealed)
    for kinds, _ in hand.melds:
        every.update(kinds)
    declared = [kinds for kinds, _ in hand.melds if len(kinds) == 4]
    pairs = view == "pairs"
    groups = [] if pairs else [g for g in view if len(g) == 3] + [k for k, _ in hand.melds]
    pair = None if pairs else next(g[0] for g in view if len(g) == 2)
    one_suit = len({kind // 9 for kind in every}) == 1
    pungs = not pairs and all(g[0] == g[-1] for g in groups)
    generals = all(kind % 9 in {1, 4, 7} for kind in every)
    lone = len(hand.melds) == 4
    roots = sum(n == 4 for kind, n in every.items() if (kind,) * 4 not in declared)
    found = Counter()
    if pungs:
        found["all_pungs"] = 1
    if one_suit:
        found["full_flush"] = 2
    if pairs:
        found["seven_pairs"] = 2
    if lone:
        found["golden_wait"] = 1
    found["kong"], found["root"] = len(declared), roots
    found.update(circumstances(hand))
    whole = {
        "mixed_terminals_sets": not pairs and ends(groups, pair),
        "pure_pungs": pungs and one_suit,
        "jiang_pungs": pungs and generals,
        "pure_seven_pairs": pairs and one_suit,
        "dragon_pairs": pairs and roots > 0,
        "pure_dragon_pairs": pairs and roots > 0 and one_suit,
        "pure_terminals_sets": not pairs and one_suit and ends(groups, pair),
        "eighteen_arhats": len(declared) == 4,
        "jiang_golden_wait": lone and generals,
        "pure_golden_wait": lone and one_suit,
        "jiang_pairs": pairs and generals and roots > 0,
        "pure_eighteen_arhats": len(declared) == 4 and one_suit,
        "concealed": hand.own_draw and not hand.melds,
        "no_terminals": not any(kind % 9 in {0, 8} for kind in every),
        "straight": any({(s, s + 1, s + 2), (s + 3, s + 4, s + 5), (s + 6, s + 7, s + 8)}
                        <= {tuple(g) for g in groups} for s in (0, 9, 18)),
        "heavenly": "dealt" in hand.happened,
        "earthly": "first-draw" in hand.happened,
    }  # fmt: skip
    present = {name for name in extras if whole[name]}
    for name in present:
        found[name] = WORTH[name]
    for name in sorted(present, key=WORTH.get, reverse=True):
        if name in found:
            for other in INSTEAD.get(name, ()):
                found.pop(other, None)
    if {"dragon_pairs", "pure_dragon_pairs"} & found.keys():
        found["root"] -= 1
    return found


def ends(groups, pair):
    return pair % 9 in {0, 8} and all(any(k % 9 in {0, 8} for k in g) for g in groups)


def circumstances(hand):
    found = {}
    if hand.own_draw and "supplement" in hand.happened:
        found["win_after_kong"] = 1
    if {"kong-discard", "kong-robbed"} & hand.happened:
        found["shoot_after_kong"] = 1
    if "robbed" in hand.happened:
        found["robbing_kong"] = 1
    if {"last-tile", "last-discard"} & hand.happened:
        found["under_the_sea"] = 1
    return found


WORTH = {
    "mixed_terminals_sets": 2, "pure_pungs": 3, "jiang_pungs": 3, "pure_seven_pairs": 4,
    "dragon_pairs": 4, "pure_dragon_pairs": 5, "pure_terminals_sets": 4, "eighteen_arhats": 6,
    "jiang_golden_wait": 4, "pure_golden_wait": 4, "jiang_pairs": 4, "pure_eighteen_arhats": 8,
    "concealed": 1, "no_terminals": 1, "straight": 2, "heavenly": 5, "earthly": 5,
}  # fmt: skip
INSTEAD = {
    "pure_pungs": ("all_pungs", "full_flush"),
    "jiang_pungs": ("all_pungs",),
    "pure_seven_pairs": ("seven_pairs", "full_flush"),
    "dragon_pairs": ("seven_pairs",),
    "pure_dragon_pairs": ("seven_pairs", "dragon_pairs", "full_flush"),
    "pure_terminals_sets": ("mixed_terminals_sets", "full_flush"),
    "eighteen_arhats": ("all_pungs", "kong", "golden_wait", "jiang_pungs"),
    "jiang_golden_wait": ("jiang_pungs", "golden_wait", "all_pungs"),
    "pure_golden_wait": ("golden_wait", "all_pungs", "full_flush", "pure_pungs"),
    "jiang_pairs": ("seven_pairs",),
    "pure_eighteen_arhats": ("eighteen_arhats", "all_pungs", "kong", "golden_wait", "full_flush"),
}
