"""Changes of hands shown and of indicators."""

from dataclasses import replace

from mjlog.model.record import (
    AddedKong,
    Claim,
    ConcealedKong,
    Discard,
    Indicators,
    Items,
    Line,
    Reveal,
    SetOut,
    Show,
    WinLine,
)
from mjlog.model.tiles import EAST, KIND, KINDS, PILLAR, canonical
from tampering.tools import (
    another,
    at,
    change,
    in_play,
    lines,
    pick,
    places,
    seats_of,
    some,
    with_act,
    with_line,
)

# --------------------------------------------------------------------------- hands shown,
# indicators


@change
def shown_tile_changed(deal, chance):
    index = pick(chance, lines(deal, Show))
    show = deal.lines[index].content
    tiles = list(show.tiles)
    place = chance.randrange(len(tiles))
    tiles[place] = another(deal, chance, tiles[place])
    return with_line(deal, index, replace(show, tiles=canonical(tiles)))


@change
def shown_tile_left_out(deal, chance):
    """Two of them, as the winning tile may be left out."""
    index = pick(chance, lines(deal, Show, lambda c: len(c.tiles) > 3))
    show = deal.lines[index].content
    return with_line(deal, index, replace(show, tiles=show.tiles[2:]))


@change
def shown_meld_changed(deal, chance):
    index = pick(chance, lines(deal, Show, lambda c: c.melds))
    show = deal.lines[index].content
    meld = show.melds[0]
    tiles = canonical((another(deal, chance, meld.tiles[0]),) * len(meld.tiles))
    changed = replace(show, melds=(replace(meld, tiles=tiles), *show.melds[1:]))
    return with_line(deal, index, changed)


@change
def hand_shown_by_another(deal, chance):
    index = pick(chance, lines(deal, Show))
    shown = {deal.lines[i].content.seat for i in lines(deal, Show)}
    other = pick(chance, [s for s in range(seats_of(deal)) if s not in shown])
    return with_line(deal, index, replace(deal.lines[index].content, seat=other))


def _dora_kind(indicator, deal):
    kind = KIND[indicator]
    if kind < EAST:
        if seats_of(deal) == 3 and kind in {0, 8}:
            return 8 - kind
        return kind - kind % 9 + (kind + 1) % 9
    return {30: EAST, 33: 31}.get(kind, kind + 1)


def _dora(deal, indicator):
    """What one indicator brings each winner, and whether that makes no difference.

    A limit of yakuman has no dora.
    """
    found = []
    for index in lines(deal, Show):
        show = deal.lines[index].content
        norths = [
            t
            for each in deal.turns
            if each.seat == show.seat
            for a in each.acts
            if isinstance(a, SetOut)
            for t in a.tiles
        ]
        tiles = [*show.tiles, *(t for meld in show.melds for t in meld.tiles), *norths]
        found.append(sum(KIND[t & ~PILLAR] == _dora_kind(indicator, deal) for t in tiles))
    return found


def _limited(deal):
    fans = (deal.lines[i].content for i in lines(deal, Items))
    return any(name.startswith(("yakuman", "renhou")) for fan in fans for name, _ in fan.items)


def _indicator_changed(deal, chance, hidden):
    index = pick(chance, lines(deal, Indicators, lambda c: c.hidden == hidden))
    if not lines(deal, WinLine) or not lines(deal, Items) or _limited(deal):
        return None
    old = deal.lines[index].content
    for tile in some(chance, [t for t in in_play(deal) if t < KINDS]):
        if _dora(deal, tile) != _dora(deal, old.tiles[0]):
            return with_line(deal, index, replace(old, tiles=(tile, *old.tiles[1:])))
    return None


@change
def indicator_changed(deal, chance):
    return _indicator_changed(deal, chance, hidden=False)


@change
def hidden_indicator_changed(deal, chance):
    fans = [deal.lines[i].content for i in lines(deal, Items)]
    if not all(any(name in {"riichi", "double-riichi"} for name, _ in fan.items) for fan in fans):
        return None
    return _indicator_changed(deal, chance, hidden=True)


@change
def indicator_too_many_before_play(deal, chance):
    """Where no kong was robbed, of which one may be turned up or not."""
    if lines(deal, WinLine, lambda c: c.robbed):
        return None
    tile, open_ones = pick(chance, in_play(deal)), lines(deal, Indicators, lambda c: not c.hidden)
    if not open_ones:
        return replace(deal, lines=(Line(Indicators((tile,))), *deal.lines))
    index = open_ones[0]
    old = deal.lines[index].content
    return with_line(deal, index, replace(old, tiles=(*old.tiles, tile)))


@change
def indicator_turned_up_without_a_kong(deal, chance):
    place = pick(chance, [p for p in places(deal, Discard) if p[1] == 1])
    kongs = places(
        deal,
        ConcealedKong,
        AddedKong,
        Claim,
        where=lambda a: not isinstance(a, Claim) or len(a.tiles) == 3,
    )
    if kongs:
        return None
    act = at(deal, place)
    return with_act(deal, place, Reveal(act.seat, pick(chance, in_play(deal))), act)
