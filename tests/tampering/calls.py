"""Changes of claims, kongs and bonus tiles."""

from collections import Counter
from dataclasses import replace

from mjlog.model.record import (
    DISCARD,
    DRAW,
    MANNER_FROM_HAND,
    REPLACE,
    SET_OUT,
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Draw,
    Replace,
    SetOut,
    Win,
)
from mjlog.model.table import physical
from mjlog.model.tiles import BONUS, EAST, JOKER, KIND, KINDS, PILLAR, canonical, is_bonus
from tampering.tools import (
    another,
    at,
    change,
    far,
    hand_before,
    in_play,
    pick,
    places,
    seats_of,
    some,
    turn,
    with_act,
    with_turn,
)

# --------------------------------------------------------------------------- claims


def _claims(deal, number=None):
    return places(deal, Claim, where=lambda a: number is None or len(a.tiles) == number)


@change
def claim_by_another_seat(deal, chance):
    place = pick(chance, _claims(deal))
    act = at(deal, place)
    for other in some(chance, [s for s in range(seats_of(deal)) if s != act.seat]):
        if not Counter(map(physical, act.tiles)) <= Counter(
            {t & ~PILLAR: n for t, n in hand_before(deal, place)[other].items()}
        ):
            old = deal.turns[place[0]]
            return with_turn(
                deal, place[0], turn(other, [replace(a, seat=other) for a in old.acts])
            )
    return None


@change
def claim_by_the_discarder(deal, chance):
    place = pick(chance, [p for p in _claims(deal) if p[0]])
    old, seat = deal.turns[place[0]], deal.turns[place[0] - 1].seat
    return with_turn(deal, place[0], turn(seat, [replace(a, seat=seat) for a in old.acts]))


@change
def claim_makes_no_set(deal, chance):
    place = pick(chance, _claims(deal))
    act = at(deal, place)
    held = [t for t in hand_before(deal, place)[act.seat] if t < BONUS]
    tile = pick(chance, [t for t in held if far(KIND[t], {KIND[u & ~PILLAR] for u in act.tiles})])
    return with_act(deal, place, replace(act, tiles=canonical((tile, *act.tiles[1:]))))


@change
def claim_with_tiles_not_held(deal, chance):
    place = pick(chance, _claims(deal, 2))
    act, live = at(deal, place), deal.turns[place[0] - 1].acts[-1]
    if not isinstance(live, Discard) or KIND[live.tile] >= KINDS:
        return None
    kind = KIND[live.tile]
    held = Counter(KIND[t & ~PILLAR] for t in hand_before(deal, place)[act.seat].elements())
    rows = [] if kind >= EAST else [
        [k for k in range(low, low + 3) if k != kind] for low in range(kind - 2, kind + 1)
        if low >= 0 and low // 9 == kind // 9 == (low + 2) // 9
    ]  # fmt: skip
    lacking = [own for own in ([kind, kind], *rows) if not Counter(own) <= held]
    return with_act(deal, place, replace(act, tiles=tuple(pick(chance, lacking))))


@change
def claim_of_a_tile_that_is_gone(deal, chance):
    """The claim comes when the next player has drawn."""
    place = pick(chance, [p for p in _claims(deal) if p[0] + 1 < len(deal.turns)])
    if isinstance(deal.turns[place[0] + 1].acts[0], Win | Claim):
        return None
    one, other = deal.turns[place[0] : place[0] + 2]
    return with_turn(with_turn(deal, place[0], other), place[0] + 1, one)


@change
def claim_without_a_discard_after_it(deal, chance):
    place = pick(chance, [p for p in _claims(deal, 2) if p[0] + 1 < len(deal.turns)])
    old = deal.turns[place[0]]
    return with_turn(deal, place[0], turn(old.seat, old.acts[:1]))


@change
def claim_instead_of_a_draw(deal, chance):
    """Somebody takes the discard with tiles that make no set with it."""
    options = [
        i for i in range(1, len(deal.turns))
        if isinstance(deal.turns[i].acts[0], Draw) and isinstance(deal.turns[i - 1].acts[-1],
        Discard)
    ]  # fmt: skip
    index = pick(chance, options)
    old = deal.turns[index]
    live = deal.turns[index - 1].acts[-1].tile
    held = [
        t
        for t in hand_before(deal, (index, 0))[old.seat]
        if t < BONUS and far(KIND[t], {KIND[live]})
    ]
    if len(held) < 2:
        return None
    tiles = canonical(chance.sample(held, 2))
    return with_turn(deal, index, turn(old.seat, (Claim(old.seat, tiles), *old.acts[1:])))


# --------------------------------------------------------------------------- kongs and bonus tiles


@change
def concealed_kong_of_unlike_tiles(deal, chance):
    place = pick(chance, places(deal, ConcealedKong))
    act = at(deal, place)
    return with_act(
        deal, place, replace(act, tiles=(*act.tiles[:3], another(deal, chance, act.tiles[0])))
    )


@change
def concealed_kong_not_held(deal, chance):
    options = places(
        deal,
        Discard,
        where=lambda a: a.manner == MANNER_FROM_HAND and not a.face_down and not a.ready,
    )
    place = pick(chance, [p for p in options if p[1] == 1])
    act = at(deal, place)
    held = hand_before(deal, place)[act.seat]
    kind = pick(
        chance,
        [t for t in in_play(deal) if t < KINDS and held[t] + held[t | PILLAR] + held[JOKER] < 2],
    )
    return with_act(
        deal, place, ConcealedKong(act.seat, (kind,) * 4), Replace(act.seat, act.tile), act
    )


@change
def kong_added_without_a_pung(deal, chance):
    options = places(
        deal,
        Discard,
        where=lambda a: a.manner == MANNER_FROM_HAND and not a.face_down and not a.ready,
    )
    place = pick(chance, [p for p in options if p[1] == 1])
    act = at(deal, place)
    mine = [a for t in deal.turns[: place[0]] for a in t.acts if a.seat == act.seat]
    used = {KIND[t & ~PILLAR] for a in mine if isinstance(a, Claim) for t in a.tiles}
    if KIND[act.tile] in used or act.tile >= BONUS:
        return None
    return with_act(deal, place, AddedKong(act.seat, act.tile), Replace(act.seat, act.tile), act)


@change
def added_tile_changed(deal, chance):
    place = pick(chance, places(deal, AddedKong))
    return with_act(
        deal, place, replace(at(deal, place), tile=another(deal, chance, at(deal, place).tile, ()))
    )


@change
def kong_of_a_claim_with_too_few(deal, chance):
    """A claimed kong is said to be a pung; its replacement stays."""
    place = pick(chance, _claims(deal, 3))
    return with_act(deal, place, replace(at(deal, place), tiles=at(deal, place).tiles[:2]))


@change
def replacement_without_a_kong(deal, chance):
    options = places(
        deal,
        Discard,
        where=lambda a: a.manner == MANNER_FROM_HAND and not a.face_down and not a.ready,
    )
    place = pick(
        chance, [p for p in options if p[1] == 1 and isinstance(deal.turns[p[0]].acts[0], Draw)]
    )
    return with_act(
        deal, place, Replace(at(deal, place).seat, pick(chance, in_play(deal))), at(deal, place)
    )


@change
def bonus_tile_not_replaced_in_play(deal, chance):
    place = pick(
        chance,
        places(deal, SetOut, where=lambda act: len(act.tiles) == 1 and is_bonus(act.tiles[0])),
    )
    old = deal.turns[place[0]]
    if [act.kind for act in old.acts] != [DRAW, SET_OUT, REPLACE, DISCARD] or old.acts[
        0
    ].tile != old.acts[1].tiles[0]:
        return None
    return with_turn(
        deal,
        place[0],
        turn(old.seat, (old.acts[0], replace(old.acts[-1], manner=MANNER_FROM_HAND))),
    )


@change
def other_tile_set_out(deal, chance):
    place = pick(chance, places(deal, SetOut))
    act = at(deal, place)
    held = [t for t in hand_before(deal, place)[act.seat] if t < BONUS and t not in act.tiles]
    return with_act(deal, place, replace(act, tiles=(pick(chance, held), *act.tiles[1:])))


@change
def tile_set_out_that_is_no_bonus_tile(deal, chance):
    options = places(
        deal,
        Discard,
        where=lambda a: a.manner == MANNER_FROM_HAND and not a.face_down and not a.ready,
    )
    place = pick(
        chance, [p for p in options if p[1] == 1 and isinstance(deal.turns[p[0]].acts[0], Draw)]
    )
    act = at(deal, place)
    held = [t for t in hand_before(deal, place)[act.seat] if t < EAST and t != act.tile]
    if not held:
        return None
    return with_act(
        deal, place, SetOut(act.seat, (pick(chance, held),)), Replace(act.seat, act.tile), act
    )
