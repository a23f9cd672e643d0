"""Winning hands of Taiyuan, thrown together at random, for the two scorers to agree on."""

import random

from taiyuan_naive import DEFAULTS, KINDS, hand_value, payments

from mjlog.results.score_hand import WinningHand, score

CHOICES = {
    "discard_payers": ["bao", "bao", "discarder_only", "each_by_own_state"],
    "kong_in_discard_multiplier": ["true", "false"],
    "dealer_loss_point": ["in_hand_value", "flat", "none"],
    "nonready_bonus_dealer": ["payer", "winner"],
    "nonready_discard": ["two_or_four", "two_or_four", "regional"],
    "selfdraw_nonready": ["by_state", "all_x2"],
    "wait_scoring": ["once", "unique", "stacking"],
    "missing_suit_zero": ["false", "true"],
    "dragon_points": ["20", "10", "0"],
    "pure_suit_points": ["0", "10"],
}
KINDS_OF_BUILD = {
    "any": KINDS,
    "one suit": KINDS[:9],
    "suit and honours": [*KINDS[9:18], *KINDS[27:]],
    "two suits": KINDS[9:27],
    "honours": KINDS[27:],
    "ends": [kind for kind in KINDS if kind[0] in "123789" and kind[1] != "z"],
}


def thrown(rng):
    """A winning hand in words, with who deals, who threw and who was ready."""
    while True:
        build = rng.choice(["straight", *KINDS_OF_BUILD])
        groups = _groups(rng, build)
        flat = [tile for group in groups for tile in group]
        if max(flat.count(tile) for tile in flat) <= 4:
            return _won(rng, groups)


def _groups(rng, build):
    kinds = KINDS_OF_BUILD.get(build, KINDS)
    groups = [_set(rng, kinds) for _ in range(4)]
    if build == "straight":
        suit = rng.choice("mps")
        chows = [[f"{low + step}{suit}" for step in range(3)] for low in (1, 4, 7)]
        groups = [*chows, groups[0]]
    return [*groups, [rng.choice(kinds)] * 2]


def _set(rng, kinds):
    kind = rng.choice(kinds)
    if kind[1] == "z" or rng.random() < 0.4:
        return [kind] * 3
    low = min(int(kind[0]), 7)
    return [f"{low + step}{kind[1]}" for step in range(3)]


def _won(rng, groups):
    everything = [tile for group in groups for tile in group]
    pungs = [group for group in groups if group == [group[0]] * 3]
    laid = rng.sample(pungs, min(len(pungs), rng.choice([0, 0, 1, 2, 3])))
    melds, signs = [], []
    for group in laid:
        kong = everything.count(group[0]) == 3 and rng.random() < 0.6
        melds.append([group[0]] * (4 if kong else 3))
        signs.append(rng.choice("+^*") if kong else "+")
    tiles = list(everything)
    for group in laid:
        for tile in group:
            tiles.remove(tile)
    winner = rng.choice("ABCD")
    others = [seat for seat in "ABCD" if seat != winner]
    return {
        "tiles": tiles,
        "melds": melds,
        "signs": signs,
        "winning": rng.choice(tiles),
        "winner": winner,
        "dealer": rng.choice("ABCD"),
        "source": rng.choice([None, *others]),
        "ready": [winner, *(seat for seat in others if rng.random() < 0.5)],
    }


def options(rng):
    """Some choice of options."""
    return {name: rng.choice(values) for name, values in CHOICES.items()}


def word(tiles):
    """Tiles in notation."""
    return "".join(tiles)


def settled(hand, chosen):
    """How the engine settles the hand."""
    header = " ".join(["taiyuan/1", *(f"{name}={value}" for name, value in chosen.items())])
    return score(
        WinningHand(
            header,
            word(hand["tiles"]),
            hand["winner"],
            hand["dealer"],
            hand["source"],
            tile=hand["winning"],
            melds=[
                sign + word(meld) for sign, meld in zip(hand["signs"], hand["melds"], strict=True)
            ],
            ready=hand["ready"],
        )
    )


def opinion(hand, chosen):
    """What the engine says: the hand's points but the dealer's, and what each player gets."""
    settlement = settled(hand, chosen)
    items = settlement.scores[0].items
    return sum(item.points for item in items if item.name != "dealer"), settlement.net(4)


def disagreements(number, seed=0):
    """Yields hands on which the two scorers differ, with what each says."""
    rng = random.Random(seed)
    for place in range(number):
        hand = thrown(rng)
        chosen = options(rng) if place % 2 else dict(DEFAULTS)
        naive = sum(hand_value(hand, chosen).values()), payments(hand, **chosen)
        mine = opinion(hand, chosen)
        if mine != naive:
            yield hand, chosen, mine, naive
