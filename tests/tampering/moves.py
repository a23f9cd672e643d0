"""Changes of draws, discards and whole turns."""

from collections import Counter
from dataclasses import replace

from mjlog.model.record import (
    MANNER_DRAWN,
    MANNER_FROM_HAND,
    Claim,
    Discard,
    Draw,
    Irregularity,
    NoWin,
    Replace,
    SetOut,
    Win,
)
from mjlog.model.tiles import BONUS, KIND, KINDS, PILLAR
from tampering.tools import (
    another,
    at,
    borders_on_a_slip,
    change,
    contradicts_itself,
    dealt,
    far,
    fold,
    hand_before,
    in_play,
    is_void,
    lines,
    pick,
    places,
    seats_of,
    some,
    turn,
    with_act,
    with_turn,
)

# --------------------------------------------------------------------------- draws and discards


@change
def drawn_tile_changed(deal, chance):
    for place in some(chance, places(deal, Draw, Replace)):
        act = at(deal, place)
        drop = next(
            (a for a in deal.turns[place[0]].acts[place[1] :] if isinstance(a, Discard)), None
        )
        if drop is not None and drop.manner == MANNER_DRAWN:
            continue  # the word has the tile once: both change, and that is another game
        changed = with_act(deal, place, replace(act, tile=another(deal, chance, act.tile)))
        if contradicts_itself(changed):
            return changed
    return None


@change
def drawn_fifth_copy(deal, chance):
    known = dealt(deal)
    for place, act, _ in fold(deal):
        if place is not None and isinstance(act, Draw):
            held = Counter(t for hand in known.values() for t in hand.elements())
            full = [
                t
                for t in held
                if t < KINDS and held[t] + _drawn_before(deal, place)[t] >= 4 and t != act.tile
            ]
            if full and chance.random() < 0.3:
                drop = [a for a in deal.turns[place[0]].acts if isinstance(a, Discard)]
                tile = pick(chance, full)
                if not drop or drop[0].manner != MANNER_DRAWN:
                    return with_act(deal, place, replace(act, tile=tile))
    return None


def _drawn_before(deal, place):
    return Counter(
        act.tile
        for i, each in enumerate(deal.turns)
        for j, act in enumerate(each.acts)
        if (i, j) < place and isinstance(act, Draw | Replace)
    )


@change
def discard_not_held(deal, chance):
    place = pick(
        chance, places(deal, Discard, where=lambda a: a.manner == MANNER_FROM_HAND and not a.ready)
    )
    act = at(deal, place)
    held = {t & ~PILLAR for t in hand_before(deal, place)[act.seat]}
    tile = another(deal, chance, act.tile, but=held)
    return with_act(deal, place, replace(act, tile=tile))


@change
def another_tile_of_the_hand_discarded(deal, chance):
    for place in some(
        chance, places(deal, Discard, where=lambda a: a.manner == MANNER_FROM_HAND and not a.ready)
    ):
        act = at(deal, place)
        held = [t for t in hand_before(deal, place)[act.seat] if t < BONUS and t != act.tile]
        for tile in some(chance, held):
            changed = with_act(deal, place, replace(act, tile=tile))
            if contradicts_itself(changed):
                return changed
    return None


@change
def claimed_discard_changed(deal, chance):
    for index in some(chance, range(1, len(deal.turns))):
        before = deal.turns[index - 1]
        if isinstance(deal.turns[index].acts[0], Claim) and isinstance(before.acts[-1], Discard):
            drop = before.acts[-1]
            tiles = {KIND[t & ~PILLAR] for t in deal.turns[index].acts[0].tiles}
            tile = pick(chance, [t for t in in_play(deal) if far(KIND[t], tiles)])
            if not drop.face_down and not drop.ready:
                acts = [replace(a, tile=tile) if isinstance(a,
                Draw) and drop.manner == MANNER_DRAWN else a
                        for a in before.acts[:-1]]  # fmt: skip
                return with_turn(
                    deal, index - 1, turn(before.seat, (*acts, replace(drop, tile=tile)))
                )
    return None


@change
def discard_said_to_be_the_drawn_tile(deal, chance):
    options = places(
        deal, Discard, where=lambda a: a.manner == MANNER_FROM_HAND and not a.face_down
    )
    options = [
        p for p in options if isinstance(deal.turns[p[0]].acts[max(0, p[1] - 1)], Draw | Replace)
    ]
    options = [p for p in options if deal.turns[p[0]].acts[p[1] - 1].tile != at(deal, p).tile]
    place = pick(chance, options)
    return with_act(deal, place, replace(at(deal, place), manner=MANNER_DRAWN))


@change
def discard_left_out(deal, chance):
    """The turn ends with the draw."""
    options = [
        p for p in places(deal, Discard) if isinstance(deal.turns[p[0]].acts[0], Draw) and p[1] == 1
    ]
    options = [p for p in options if p[0] + 1 < len(deal.turns)]
    place = pick(chance, [p for p in options if not borders_on_a_slip(deal, p[0])])
    old = deal.turns[place[0]]
    return with_turn(deal, place[0], turn(old.seat, old.acts[:1]))


@change
def discard_laid_face_down(deal, chance):
    place = pick(
        chance,
        places(deal, Discard, where=lambda a: not a.face_down and a.manner == MANNER_FROM_HAND),
    )
    return with_act(deal, place, replace(at(deal, place), face_down=True))


# --------------------------------------------------------------------------- turns


def _moves(deal):
    return [
        i
        for i, each in enumerate(deal.turns)
        if not isinstance(each.acts[0], SetOut | Irregularity)
    ]


@change
def turn_of_another_seat(deal, chance):
    index = pick(chance, _moves(deal))
    old = deal.turns[index]
    wins = [t.seat for t in deal.turns if isinstance(t.acts[0], Win)]
    other = pick(chance, [seat for seat in range(seats_of(deal)) if seat not in {old.seat, *wins}])
    return with_turn(deal, index, turn(other, [replace(a, seat=other) for a in old.acts]))


@change
def turns_swapped(deal, chance):
    moves = _moves(deal)
    index = pick(chance, [i for i in moves if i + 1 in moves and not _won_twice(deal, i)])
    return with_turn(with_turn(deal, index, deal.turns[index + 1]), index + 1, deal.turns[index])


def _won_twice(deal, index):
    return all(isinstance(each.acts[0], Win) for each in deal.turns[index : index + 2])


@change
def turn_left_out(deal, chance):
    last = len(deal.turns) - 1
    options = [
        i
        for i in _moves(deal)
        if i < last or (_tells_of_the_wall(deal.turns[i:]) and not is_void(deal))
    ]
    options = [i for i in options if not borders_on_a_slip(deal, i)]
    index = pick(chance, options if len(deal.turns) > 1 else [])
    return with_turn(deal, index)


def _tells_of_the_wall(turns):
    """Whether a tile was taken in them, or the win declared.

    A claim alone leaves the wall as it was.
    """
    return any(isinstance(act, Draw | Replace | Win) for each in turns for act in each.acts)


@change
def turn_twice(deal, chance):
    index = pick(chance, _moves(deal))
    return with_turn(deal, index, deal.turns[index], deal.turns[index])


@change
def extra_draw(deal, chance):
    index = pick(chance, _moves(deal))
    seat = pick(chance, range(seats_of(deal)))
    extra = turn(seat, [Draw(seat, pick(chance, in_play(deal)))])
    return (
        with_turn(deal, index, extra, deal.turns[index]) if deal.turns[index].seat == seat else None
    )


@change
def last_turns_left_out(deal, chance):
    if len(deal.turns) < 4 or is_void(deal):
        return None
    kept = len(deal.turns) - chance.randint(1, 3)
    return replace(deal, turns=deal.turns[:kept]) if _tells_of_the_wall(deal.turns[kept:]) else None


@change
def whole_go_around_left_out(deal, chance):
    seats = seats_of(deal)
    regular = [
        i for i in range(len(deal.turns) - seats)
        if [t.seat for t in deal.turns[i : i + seats]]
        == [(deal.turns[i].seat + n) % seats for n in range(seats)]
        and all(isinstance(t.acts[0], Draw) for t in deal.turns[i : i + seats + 1])
    ]  # fmt: skip
    index = pick(chance, regular)
    changed = replace(deal, turns=(*deal.turns[:index], *deal.turns[index + seats :]))
    washout = bool(lines(deal, NoWin, lambda c: c.how == "wall"))
    return changed if washout or contradicts_itself(changed) else None
