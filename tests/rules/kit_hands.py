"""Random winning hands for sets of four sets and a pair, as plain values and as winners.

What a second scorer sees is a `Thrown`: no class of the program is in it.
"""

from dataclasses import dataclass, field

from mjlog.model.record import ShownMeld
from mjlog.model.tiles import BONUS
from mjlog.referee.rulebook import HandClaim, Outcome, PlayerTiles, Winner

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]


@dataclass
class Thrown:
    """`melds` are tuples of kinds with whether they are open; kinds run from 0 to 33."""

    concealed: list
    melds: list
    tile: int
    own_draw: bool
    seat_wind: int
    round_wind: int
    bonus: list = field(default_factory=list)
    happened: frozenset = frozenset()


def thrown(rng, *, bonus=0, pairs=False, chances=()):
    """A random hand; `chances` are words of the course of play that it may have."""
    while True:
        hand = _tiles(rng, pairs)
        if hand is not None:
            break
    concealed, melds = hand
    own_draw = rng.random() < 0.5
    winds = rng.randrange(27, 31), rng.randrange(27, 31)
    held = sorted(rng.sample(range(bonus), rng.randrange(bonus + 1))) if rng.random() < 0.6 else []
    happened = set()
    for word, drawn in chances:
        if drawn == own_draw and rng.random() < 0.06:
            happened.add(word)
    if "second-supplement" in happened:
        happened.add("supplement")
    if "supplement" in happened and not any(len(kinds) == 4 for kinds, _ in melds):
        happened -= {"supplement", "second-supplement"}
    tile = rng.choice(concealed)
    return Thrown(concealed, melds, tile, own_draw, *winds, held if bonus else [],
                  frozenset(happened))  # fmt: skip


def _tiles(rng, pairs):
    left = [4] * 34
    style = rng.random()
    if pairs and style < 0.06:
        return sorted(2 * rng.sample(range(34), 7)), []
    if style < 0.1:
        return sorted([*ORPHANS, rng.choice(ORPHANS)]), []
    if style < 0.13:
        suit = 9 * rng.randrange(3)
        gates = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, rng.randrange(9)]
        return sorted(suit + rank for rank in gates), []
    suits = rng.choice([[0], [1], [0, 1], [0, 1, 2], [0, 1, 2]])
    honours, chows, open_ = (rng.choice([0, 0.3, 0.7, 1]) for _ in range(3))
    outer = rng.random() < 0.15
    concealed, melds = [], []
    base = rng.randrange(7)
    for _ in range(4):
        if rng.random() < chows:
            low = 9 * rng.choice(suits) + (base if rng.random() < 0.4 else rng.randrange(7))
            kinds = [low, low + 1, low + 2]
        else:
            kind = _kind(rng, suits, honours, outer)
            kinds = [kind] * (4 if rng.random() < 0.25 else 3)
        if any(left[kind] < kinds.count(kind) for kind in kinds):
            return None
        for kind in kinds:
            left[kind] -= 1
        if len(kinds) == 4 or rng.random() < open_:
            melds.append((tuple(kinds), len(kinds) == 3 or rng.random() < 0.5))
        else:
            concealed += kinds
    kind = _kind(rng, suits, honours, outer)
    if left[kind] < 2:
        return None
    return sorted([*concealed, kind, kind]), melds


def _kind(rng, suits, honours, outer):
    if rng.random() < honours:
        return rng.randrange(27, 34)
    return 9 * rng.choice(suits) + (rng.choice([0, 8]) if outer else rng.randrange(9))


def as_won(hand):
    """The hand as a winner and an outcome, seat 1 and dealer by the winds."""
    seat = 1
    dealer = (seat - (hand.seat_wind - 27)) % 4
    melds = tuple(ShownMeld("+" if is_open else "*", tuple(kinds)) for kinds, is_open in hand.melds)
    winner = Winner(
        seat,
        hand.tile,
        seat if hand.own_draw else (seat + 1) % 4,
        hand.own_draw,
        "robbed" in hand.happened,
        tuple(hand.concealed),
        melds,
        hand.happened,
    )
    bonus = tuple(BONUS + number for number in hand.bonus)
    held = PlayerTiles(seat, winner.tiles, melds, bonus)
    return winner, Outcome(4, dealer, (winner,), round_wind=hand.round_wind, hands=(held,),
                           claimed={seat: HandClaim()})  # fmt: skip
