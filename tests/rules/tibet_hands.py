"""Winning hands of the Tibet ladder, thrown together at random for each step that counts points."""

import random

from tibet_naive import WINDS, han, payments

from mjlog.results.score_hand import WinningHand, score

SUITS = {2: "ps", 3: "psm"}
STEPS = {
    "tibet-10-scored": {"sets": 3, "suits": 2, "winds": False, "kongs": False},
    "tibet-13-scored": {"sets": 4, "suits": 3, "winds": False, "kongs": False},
    "tibet-winds": {"sets": 4, "suits": 3, "winds": True, "kongs": False},
    "tibet-kan": {"sets": 4, "suits": 3, "winds": True, "kongs": True},
    "tibet-kan riichi=true": {"sets": 4, "suits": 3, "winds": True, "kongs": True, "riichi": True},
}


def thrown(rng, step):
    """A winning hand of a step in words, with who deals and who threw."""
    while True:
        groups = _groups(rng, step)
        flat = [tile for group in groups for tile in group]
        if max(flat.count(tile) for tile in flat) <= 4:
            return _won(rng, groups, step)


def _groups(rng, step):
    suited = [f"{rank}{suit}" for suit in SUITS[step["suits"]] for rank in range(1, 10)]
    honours = ["5z", "6z", "7z", *(["1z", "2z", "3z", "4z"] if step["winds"] else [])]
    kinds = rng.choice(
        [
            [*suited, *honours],
            suited[:9],
            [*suited[:9], *honours],
            [kind for kind in suited if kind[0] in "2345678"],
            [*suited[9:18], *honours, *honours],
        ]
    )
    pungs = rng.choice([0.2, 0.4, 1.0])
    return [*(_set(rng, kinds, pungs) for _ in range(step["sets"])), [rng.choice(kinds)] * 2]


def _set(rng, kinds, pungs):
    kind = rng.choice(kinds)
    low = min(max(int(kind[0]), int(kinds[0][0])), 7)
    if kind[1] == "z" or rng.random() < pungs:
        return [kind] * 3
    chow = [f"{low + step}{kind[1]}" for step in range(3)]
    return chow if all(tile in kinds for tile in chow) else [kind] * 3


def _won(rng, groups, step):
    everything = [tile for group in groups for tile in group]
    laid = rng.sample(groups[:-1], rng.choice([0, 0, 0, 1, 2, 3]))
    tiles, melds, signs = list(everything), [], []
    for group in laid:
        fourth = group == [group[0]] * 3 and everything.count(group[0]) == 3
        kong = step["kongs"] and fourth and rng.random() < 0.6
        melds.append([*group, group[0]] if kong else group)
        signs.append(rng.choice("+^*") if kong else "+")
        for tile in group:
            tiles.remove(tile)
    return {
        **_with_seats(rng, step, signs),
        "tiles": tiles,
        "melds": melds,
        "winning": rng.choice(tiles),
    }


def _with_seats(rng, step, signs):
    winner, dealer = rng.choice("ABCD"), rng.choice("ABCD")
    wind = "1234"[(ord(winner) - ord(dealer)) % 4] + "z" if step["winds"] else None
    rounds = rng.choice("ESWN") if step["winds"] else None
    return {
        "sets": step["sets"],
        "signs": signs,
        "winner": winner,
        "dealer": dealer,
        "source": rng.choice([None, *(seat for seat in "ABCD" if seat != winner)]),
        "round": rounds,
        "seat_wind": wind,
        "round_wind": WINDS.get(rounds),
        "riichi": step.get("riichi", False) and set(signs) <= {"*"} and rng.random() < 0.5,
    }


def opinion(hand, preset):
    """What the engine says: the patterns with their han, and what each player gets."""
    melds = zip(hand["signs"], hand["melds"], strict=True)
    settled = score(
        WinningHand(
            f"tibet/1 preset={preset}",
            "".join(hand["tiles"]),
            hand["winner"],
            hand["dealer"],
            hand["source"],
            tile=hand["winning"],
            melds=[sign + "".join(meld) for sign, meld in melds],
            ready=[hand["winner"]] if hand["riichi"] else [],
            round=hand["round"],
        )
    )
    return {item.name: item.points for item in settled.scores[0].items}, settled.net(4)


def disagreements(number, seed=0):
    """Yields hands on which the two scorers differ, with what each says.

    Two readings of one hand may be equally dear, so sums of han are compared, not names.
    """
    rng = random.Random(seed)
    for place in range(number):
        preset = list(STEPS)[place % len(STEPS)]
        hand = thrown(rng, STEPS[preset])
        mine, naive = opinion(hand, preset), (han(hand), payments(hand))
        if (sum(mine[0].values()), mine[1]) != (sum(naive[0].values()), naive[1]):
            yield hand, preset, mine, naive
