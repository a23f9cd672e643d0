"""One mistake of a scribe: a single fact of a deal written down wrong, left out or written twice.

Unlike the other kinds of changes these need not break a rule. `slips` tells whose entry each of
them is, so that a test can ask whether the audit names that player and nobody else.
"""

from dataclasses import dataclass, replace

from mjlog.model.record import (
    NOBODY,
    SEATS,
    AddedKong,
    BonusLine,
    Claim,
    ConcealedKong,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Indicators,
    Items,
    NoWin,
    Pay,
    Points,
    Ready,
    Replace,
    SetOut,
    Show,
    Tenpai,
    Wall,
    Win,
    WinLine,
)
from mjlog.model.tiles import PILLAR
from mjlog.notation.play.words import unreadable
from tampering.tools import (
    KINDS_OF_CHANGES,
    NoPlaceError,
    at,
    lines,
    pick,
    places,
    turn,
    with_act,
    with_line,
    with_turn,
)

SLIPS = {}
"""Every kind of slip by its name."""


def slip(function):
    """Enters a kind of slip under its name."""
    SLIPS[function.__name__.replace("_", "-")] = function
    return function


def _other_tile(deal, chance, tile):
    """Any other tile that turns up in the deal, as likely a neighbour as a stranger."""
    told = [line.content for line in deal.lines if isinstance(line.content, Dealt)]
    faces = sorted({t & ~PILLAR for content in told for t in content.tiles} - {tile & ~PILLAR})
    near = [face for face in faces if abs(face - (tile & ~PILLAR)) == 1]
    return pick(chance, near if near and chance.random() < 0.5 else faces) | tile & PILLAR


def _without(tiles, index):
    return (*tiles[:index], *tiles[index + 1 :])


# --------------------------------------------------------------------------- the deal


def _in_a_deal_line(deal, chance, change):
    index = pick(chance, lines(deal, Dealt))
    dealt = deal.lines[index].content
    standing = bool(dealt.pillars) and chance.random() < 0.25
    tiles = dealt.pillars if standing else dealt.tiles
    changed = change(tiles, chance.randrange(len(tiles)))
    return with_line(deal, index, replace(dealt, **{"pillars" if standing else "tiles": changed}))


@slip
def tile_left_out_of_a_deal_line(deal, chance):
    return _in_a_deal_line(deal, chance, _without)


@slip
def tile_twice_in_a_deal_line(deal, chance):
    return _in_a_deal_line(deal, chance, lambda tiles, i: (*tiles, tiles[i]))


@slip
def other_tile_in_a_deal_line(deal, chance):
    def change(tiles, i):
        return (*tiles[:i], _other_tile(deal, chance, tiles[i]), *tiles[i + 1 :])

    return _in_a_deal_line(deal, chance, change)


@slip
def deal_line_left_out(deal, chance):
    return with_line(deal, pick(chance, lines(deal, Dealt)))


@slip
def other_dealer(deal, chance):
    seats = len(lines(deal, Dealt))
    named = pick(chance, [name for name in SEATS[:seats] if name != deal.attribute("dealer")])
    told = tuple((key, named if key == "dealer" else value) for key, value in deal.attributes)
    return replace(deal, attributes=told)


# --------------------------------------------------------------------------- turns


def _in_a_turn(deal, chance, sort, change, where=lambda _: True):
    place = pick(chance, places(deal, sort, where=where))
    return with_act(deal, place, *change(at(deal, place)))


def _with_other_tile(deal, chance):
    return lambda act: (replace(act, tile=_other_tile(deal, chance, act.tile)),)


def _with_other_tiles(deal, chance):
    def change(act):
        index = chance.randrange(len(act.tiles))
        other = _other_tile(deal, chance, act.tiles[index])
        return (replace(act, tiles=(*act.tiles[:index], other, *act.tiles[index + 1 :])),)

    return change


@slip
def other_tile_drawn(deal, chance):
    return _in_a_turn(deal, chance, Draw, _with_other_tile(deal, chance))


@slip
def other_tile_discarded(deal, chance):
    return _in_a_turn(
        deal, chance, Discard, _with_other_tile(deal, chance), lambda act: not act.ready
    )


@slip
def draw_left_out(deal, chance):
    return _in_a_turn(deal, chance, Draw, lambda _: ())


@slip
def discard_left_out(deal, chance):
    return _in_a_turn(deal, chance, Discard, lambda _: (), lambda act: not act.ready)


@slip
def other_replacement(deal, chance):
    return _in_a_turn(deal, chance, Replace, _with_other_tile(deal, chance))


@slip
def replacement_left_out(deal, chance):
    return _in_a_turn(deal, chance, Replace, lambda _: ())


@slip
def bonus_tile_not_set_out(deal, chance):
    return _in_a_turn(deal, chance, SetOut, lambda _: ())


@slip
def other_bonus_tile(deal, chance):
    return _in_a_turn(deal, chance, SetOut, _with_other_tiles(deal, chance))


@slip
def claimed_with_another_tile(deal, chance):
    return _in_a_turn(deal, chance, Claim, _with_other_tiles(deal, chance))


@slip
def claim_left_out(deal, chance):
    return _in_a_turn(deal, chance, Claim, lambda _: ())


@slip
def other_tile_in_a_kong(deal, chance):
    return _in_a_turn(deal, chance, ConcealedKong, _with_other_tiles(deal, chance))


@slip
def other_tile_added(deal, chance):
    return _in_a_turn(deal, chance, AddedKong, _with_other_tile(deal, chance))


@slip
def kong_left_out(deal, chance):
    return _in_a_turn(deal, chance, (ConcealedKong, AddedKong), lambda _: ())


@slip
def discard_face_down(deal, chance):
    def change(act):
        return (replace(act, face_down=not act.face_down),)

    return _in_a_turn(deal, chance, Discard, change, lambda act: not act.ready)


@slip
def ready_mark_left_out(deal, chance):
    index, place = pick(chance, places(deal, Ready))
    old = deal.turns[index]
    ready, drop, *rest = old.acts[place:]
    assert ready.tile == drop.tile
    return with_turn(
        deal, index, turn(old.seat, (*old.acts[:place], replace(drop, ready=False), *rest))
    )


@slip
def ready_mark_too_many(deal, chance):
    index, place = pick(chance, places(deal, Discard, where=lambda act: not act.ready))
    old, drop = deal.turns[index], at(deal, (index, place))
    ready = Ready(drop.seat, drop.tile, drop.face_down, drop.pillar)
    acts = (*old.acts[:place], ready, replace(drop, ready=True), *old.acts[place + 1 :])
    return with_turn(deal, index, turn(old.seat, acts))


@slip
def word_that_nobody_can_read(deal, chance):
    index = pick(chance, range(len(deal.turns)))
    return with_turn(deal, index, unreadable(deal.turns[index].seat, "8x"))


@slip
def word_left_out(deal, chance):
    return with_turn(deal, pick(chance, range(len(deal.turns))))


@slip
def word_twice(deal, chance):
    index = pick(chance, range(len(deal.turns)))
    return with_turn(deal, index, deal.turns[index], deal.turns[index])


@slip
def word_of_another_seat(deal, chance):
    index = pick(chance, range(len(deal.turns)))
    old = deal.turns[index]
    other = pick(chance, [seat for seat in range(len(lines(deal, Dealt))) if seat != old.seat])
    return with_turn(deal, index, turn(other, [replace(act, seat=other) for act in old.acts]))


@slip
def win_left_out_of_a_word(deal, chance):
    return _in_a_turn(deal, chance, Win, lambda _: ())


# --------------------------------------------------------------------------- what is said of the
# end


def _in_a_line(deal, chance, sort, change):
    index = pick(chance, lines(deal, sort))
    return with_line(deal, index, *change(deal.lines[index].content))


def _each_way(deal, chance, sort):
    """One tile of such a line is another one, or left out, or stands twice."""

    def change(content):
        tiles = content.tiles
        index = chance.randrange(len(tiles))
        other = _other_tile(deal, chance, tiles[index])
        ways = [(other,), (), (tiles[index], tiles[index])]
        changed = (*tiles[:index], *chance.choice(ways), *tiles[index + 1 :])
        return (replace(content, tiles=changed),) if changed else ()

    return _in_a_line(deal, chance, sort, change)


@slip
def tile_of_a_shown_hand(deal, chance):
    return _each_way(deal, chance, Show)


@slip
def tile_of_a_shown_meld(deal, chance):
    index = pick(chance, lines(deal, Show, lambda show: show.melds))
    show = deal.lines[index].content
    place = chance.randrange(len(show.melds))
    meld = show.melds[place]
    tile = chance.randrange(len(meld.tiles))
    tiles = (
        *meld.tiles[:tile],
        _other_tile(deal, chance, meld.tiles[tile]),
        *meld.tiles[tile + 1 :],
    )
    melds = (*show.melds[:place], replace(meld, tiles=tiles), *show.melds[place + 1 :])
    return with_line(deal, index, replace(show, melds=melds))


@slip
def show_line_left_out(deal, chance):
    return _in_a_line(deal, chance, Show, lambda _: ())


@slip
def tile_of_a_bonus_line(deal, chance):
    return _each_way(deal, chance, BonusLine)


@slip
def indicator(deal, chance):
    return _each_way(deal, chance, Indicators)


@slip
def tile_of_the_wall(deal, chance):
    return _each_way(deal, chance, Wall)


@slip
def tile_of_an_exchange(deal, chance):
    def change(exchange):
        place = chance.randrange(len(exchange.passes))
        giver, taker, tiles = exchange.passes[place]
        index = chance.randrange(len(tiles))
        other = _other_tile(deal, chance, tiles[index])
        passes = list(exchange.passes)
        passes[place] = (giver, taker, (*tiles[:index], other, *tiles[index + 1 :]))
        return (replace(exchange, passes=tuple(passes)),)

    return _in_a_line(deal, chance, Exchange, change)


@slip
def win_line_with_a_fact_changed(deal, chance):
    seats = range(len(lines(deal, Dealt)))

    def change(win):
        match chance.randrange(3):
            case 0:
                return (replace(win, tile=_other_tile(deal, chance, win.tile)),)
            case 1:
                return (
                    replace(
                        win, source=pick(chance, [seat for seat in seats if seat != win.source])
                    ),
                )
            case _:
                return (
                    replace(
                        win,
                        seat=pick(chance, [s for s in seats if s not in {win.seat, win.source}]),
                    ),
                )

    return _in_a_line(deal, chance, WinLine, change)


@slip
def win_line_left_out(deal, chance):
    return _in_a_line(deal, chance, WinLine, lambda _: ())


@slip
def draw_line_left_out(deal, chance):
    return _in_a_line(deal, chance, NoWin, lambda _: ())


@slip
def tenpai_line_left_out(deal, chance):
    return _in_a_line(deal, chance, Tenpai, lambda _: ())


# --------------------------------------------------------------------------- whose slip it was


@dataclass(frozen=True)
class Slip:
    """One slip: the deal with it, and whom the entries name that were changed."""

    kind: str
    deal: object
    seats: frozenset


def slips(deal, chance):
    """Every kind of slip, and of the other changes those of one entry alone, once each."""
    for kind, change in {**SLIPS, **KINDS_OF_CHANGES}.items():
        try:
            changed = change(deal, chance)
        except NoPlaceError:
            continue
        if (
            changed is not None
            and changed != deal
            and (seats := entries_changed(deal, changed)) is not None
        ):
            yield Slip(kind, changed, frozenset(seats))


def entries_changed(before, after):
    """The seats named by the one entry in which two deals differ.

    None where they differ in more entries than one.
    """
    turns = _differing(
        [(t.seat, t.word) for t in before.turns], [(t.seat, t.word) for t in after.turns]
    )
    told = _differing(
        [line.content for line in before.lines], [line.content for line in after.lines]
    )
    words = _differing(list(before.attributes), list(after.attributes))
    if sum(map(bool, (turns, told, words))) != 1:
        return None
    if turns:
        return {seat for seat, _ in turns} if _is_one(turns) else None
    if told:
        return _named_by(told) if _is_one(told) else None
    if words and words[0][0] == "scores":
        first, last = (value.split(",") for _, value in (words[0], words[-1]))
        return {seat for seat, (a, b) in enumerate(zip(first, last, strict=True)) if a != b}
    return {SEATS.index(value) for key, value in words if key == "dealer" and value in SEATS}


def _is_one(entries):
    return len(entries) <= 2


def _differing(before, after):
    """What stands on one side alone, equal beginnings and ends taken away."""
    while before and after and before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return [*before, *after]


def _named_by(contents):
    """The seats that such lines name; of two lines with amounts those whose amounts differ."""
    first, last = contents[0], contents[-1]
    if isinstance(first, Points) and isinstance(last, Points) and len(contents) > 1:
        return {
            seat
            for seat, (a, b) in enumerate(zip(first.points, last.points, strict=False))
            if a != b
        }
    return {seat for content in contents for seat in _seats_of(content)}


def _seats_of(content):
    match content:
        case Pay():
            return {seat for payer, payee, _ in content.payments for seat in (payer, payee)}
        case Exchange():
            return {seat for giver, taker, _ in content.passes for seat in (giver, taker)}
        case WinLine():
            return {content.seat, content.source}
        case Points():
            return set(range(len(content.points)))
        case Tenpai():
            return set(content.seats)
        case Items() | Dealt() | Show() | BonusLine():
            return {content.seat}
        case _:
            return {getattr(content, "seat", NOBODY)} - {NOBODY}
