"""Random ends of deals of American Modern.

A winning hand, three others, everything out of one set of tiles.
"""

from collections import Counter

import american_naive as naive

SUITS = "mps"
BONUS = [f"{number}f" for number in range(1, 9)]
VALUES = {"jade": 480, "pearl": 500, "ruby": 700, "great-snake": 400}


class Pool:
    """The tiles that nobody has taken yet."""

    def __init__(self, chance, jokers):
        self.chance = chance
        self.left = Counter(dict.fromkeys(naive.KINDS, 4))
        self.left["J"] = jokers

    def take(self, *tiles):
        """Whether all of them were there; then they are gone."""
        if any(self.left[tile] < number for tile, number in Counter(tiles).items()):
            return False
        self.left.subtract(tiles)
        return True

    def any(self):
        tile = self.chance.choice(list(self.left.elements()))
        self.left[tile] -= 1
        return tile


def groups_of_a_winner(chance):
    """What a winning hand is made of: four sets and a pair, as (what, lowest kind)."""
    suit = chance.choice(SUITS)
    kinds = [f"{rank}{suit}" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]
    shape = chance.random()
    if shape < 0.08:
        snake = [("chow", f"{rank}{suit}") for rank in (1, 4, 7)]
        dragon, wind = chance.choice(naive.DRAGONS), chance.choice(naive.WINDS)
        return (
            [*snake, ("pung", dragon), ("pair", wind)]
            if chance.random() < 0.5
            else [*snake, ("pung", wind), ("pair", dragon)]
        )
    if shape < 0.2:
        greens, dragon = naive.GREENS[chance.choice(list(naive.GREENS))]
        sets = [("pung", kind) for kind in chance.sample(sorted(greens), min(4, len(greens)))]
        if len(greens) > 4 and chance.random() < 0.4:
            sets[0] = ("chow", f"2{min(greens)[1]}")
        return [*sets, ("pair", dragon)]
    if shape < 0.26:
        greens, dragon = naive.GREENS[chance.choice(list(naive.GREENS))]
        return [
            ("pair", dragon),
            *(("pair", chance.choice([*sorted(greens), dragon])) for _ in range(6)),
        ]
    outer = [kind for kind in kinds if naive.outer(kind)]
    kinds = outer if shape < 0.36 else kinds
    sets = [("pung", kind) for kind in chance.sample(kinds, 4)]
    if chance.random() < 0.4 and shape >= 0.36:
        sets[0] = ("chow", f"{chance.randrange(1, 8)}{suit}")
    return [*sets, ("pair", chance.choice(kinds))]


def tiles_of(what, kind):
    return (
        list(naive.run(kind))
        if what == "chow"
        else [kind] * {"pair": 2, "pung": 3, "kong": 4}[what]
    )


def winner(chance, pool, most_jokers):
    """A winning hand, or None when the tiles do not suffice."""
    tiles, melds = [], []
    jokers = chance.choice([0, 0, 0, 1, 1, 2][: 3 + most_jokers * 2]) if most_jokers else 0
    for what, kind in groups_of_a_winner(chance):
        declared = what != "pair" and chance.random() < 0.35
        if what == "pung" and chance.random() < 0.15:
            what, declared = "kong", True
        if not pool.take(*tiles_of(what, kind)):
            return None
        if declared:
            ranks = "".join(tile[0] for tile in tiles_of(what, kind))
            signs = {"kong": "+^*", "pung": "+", "chow": "+"}[what]
            melds.append(f"{chance.choice(signs)}{ranks}{kind[1]}")
        else:
            tiles += tiles_of(what, kind)
    for _ in range(min(jokers, len(tiles) - 1)):
        if pool.take("J"):
            away = chance.randrange(len(tiles))
            pool.left[tiles[away]] += 1
            tiles[away] = "J"
    return tiles, melds


def loser(chance, pool):
    """Thirteen tiles with some sets and pairs among them."""
    tiles, melds, size = [], [], 0
    for _ in range(chance.randrange(4)):
        kind = chance.choice(naive.KINDS)
        what = chance.choice(["pung", "pung", "pair", "kong"])
        if size + 3 <= 12 and pool.take(*tiles_of(what, kind)):
            if what == "kong" or (what == "pung" and chance.random() < 0.4):
                sign = chance.choice("+^*") if what == "kong" else "+"
                melds.append(f"{sign}{kind[0] * len(tiles_of(what, kind))}{kind[1]}")
                size += 3
            else:
                tiles += tiles_of(what, kind)
                size += len(tiles_of(what, kind))
    while size < 13:
        tiles.append(pool.any())
        size += 1
    return tiles, melds


def end_of_a_deal(chance, *, jokers=4, most_jokers=2):
    """A whole end of a deal.

    Hands, winner, source of the winning tile, dealer, wind of the round.
    """
    while True:
        pool = Pool(chance, jokers)
        seat = chance.randrange(4)
        won = winner(chance, pool, most_jokers)
        real = [tile for tile in won[0] if tile != "J"] if won else []
        if not real:
            continue
        others = [loser(chance, pool) for _ in range(3)]
        if any(tiles.count("J") > most_jokers for tiles, _ in others):
            continue
        bonus = [[] for _ in range(4)]
        for tile in BONUS:
            to = chance.choice([0, 1, 2, 3, None, None]) if chance.random() < 0.9 else seat
            if to is not None:
                bonus[to].append(tile)
        if chance.random() < 0.03:
            bonus = [[], [], [], []]
            bonus[chance.randrange(4)] = BONUS[:4]
        source = chance.choice([None, *(s for s in range(4) if s != seat)])
        tile = chance.choice(real)
        hands = [{"tiles": t, "melds": m, "won_on": None} for t, m in others]
        hands.insert(
            seat, {"tiles": won[0], "melds": won[1], "won_on": tile if source is not None else None}
        )
        for hand, held in zip(hands, bonus, strict=True):
            hand["bonus"] = held
        wind = chance.randrange(4)
        return {
            "hands": hands,
            "winner": seat,
            "tile": tile,
            "source": source,
            "dealer": chance.randrange(4),
            "wind": wind,
        }


def record(end, header):
    """The end of a deal as a record without turns."""
    names = "ABCD"
    lines = ["%mjlog 1.0", f"Rules: {header}", "A: Ruth", "B: May", "C: Ida", "D: Jo", ""]
    lines.append(f"@ {'ESWN'[end['wind']]}1 dealer={names[end['dealer']]}")
    lines += [
        f"bonus {names[seat]} {''.join(hand['bonus'])}"
        for seat, hand in enumerate(end["hands"])
        if hand["bonus"]
    ]
    how = "self" if end["source"] is None else f"from {names[end['source']]}"
    lines.append(f"win {names[end['winner']]} {end['tile']} {how}")
    for seat, hand in enumerate(end["hands"]):
        lines.append(" ".join(["show", names[seat], *hand["melds"], "".join(hand["tiles"])]))
    return "\n".join(lines) + "\nnet ? ? ? ?\n"
