"""Changes of what was dealt and exchanged before play."""

from dataclasses import replace

from mjlog.model.record import Dealt, Discard, Draw, Exchange, Line, Replace, SetOut
from mjlog.model.tiles import KINDS, canonical
from tampering.tools import (
    another,
    change,
    contradicts_itself,
    dealt,
    drops,
    in_play,
    lines,
    pick,
    some,
    with_line,
    with_turn,
)

# --------------------------------------------------------------------------- the deal


def _dealt_with(deal, index, tiles):
    return with_line(deal, index, replace(deal.lines[index].content, tiles=canonical(tiles)))


@change
def dealt_tile_changed(deal, chance):
    for index in some(chance, lines(deal, Dealt)):
        tiles = list(deal.lines[index].content.tiles)
        for place in some(chance, range(len(tiles))):
            changed = _dealt_with(
                deal,
                index,
                [*tiles[:place], another(deal, chance, tiles[place]), *tiles[place + 1 :]],
            )
            if contradicts_itself(changed):
                return changed
    return None


@change
def dealt_tile_left_out(deal, chance):
    index = pick(chance, lines(deal, Dealt, lambda c: c.seat != deal.dealer))
    tiles = list(deal.lines[index].content.tiles)
    tiles.pop(chance.randrange(len(tiles)))
    return _dealt_with(deal, index, tiles)


@change
def dealt_tile_too_many(deal, chance):
    index = pick(chance, lines(deal, Dealt, lambda c: c.seat != deal.dealer))
    return _dealt_with(deal, index, (*deal.lines[index].content.tiles, pick(chance, in_play(deal))))


@change
def dealt_fifth_copy(deal, chance):
    index = pick(chance, lines(deal, Dealt))
    tiles = list(deal.lines[index].content.tiles)
    tile = pick(chance, [t for t in tiles if t < KINDS])
    others = [t for t in tiles if t != tile]
    return (
        None if len(others) < 4 else _dealt_with(deal, index, [tile] * 5 + others[: len(tiles) - 5])
    )


@change
def hands_swapped(deal, chance):
    hands = lines(deal, Dealt)
    if len(hands) < 2:
        return None
    one, other = chance.sample(hands, 2)
    a, b = deal.lines[one].content, deal.lines[other].content
    swapped = with_line(
        with_line(deal, one, replace(b, seat=a.seat)), other, replace(a, seat=b.seat)
    )
    return swapped if contradicts_itself(swapped) else None


@change
def pillar_swapped_with_a_discarded_tile(deal, chance):
    for index in some(chance, lines(deal, Dealt, lambda c: c.pillars)):
        content = deal.lines[index].content
        own = {
            act.tile
            for t in deal.turns
            if t.seat == content.seat
            for act in t.acts
            if isinstance(act, Draw | Replace)
        }
        thrown = {
            act.tile
            for t in deal.turns
            if t.seat == content.seat
            for act in t.acts
            if isinstance(act, Discard) and not act.face_down
        }
        loose = [
            t for t in content.tiles if t in thrown and t not in own and content.tiles.count(t) == 1
        ]
        other = [t for t in loose if t not in content.pillars]
        if other:
            tile, pillar = pick(chance, other), pick(chance, content.pillars)
            tiles, pillars = list(content.tiles), list(content.pillars)
            tiles[tiles.index(tile)], pillars[pillars.index(pillar)] = pillar, tile
            return with_line(deal, index, Dealt(content.seat, canonical(tiles), canonical(pillars)))
    return None


@change
def bonus_tile_kept_from_the_deal(deal, chance):
    index = pick(
        chance,
        [i for i, t in enumerate(deal.turns) if isinstance(t.acts[0], SetOut) and not drops(t)],
    )
    seen = any(t.seat == deal.turns[index].seat and drops(t) for t in deal.turns)
    return with_turn(deal, index) if seen else None


# --------------------------------------------------------------------------- exchanges


@change
def exchanged_tile_not_held(deal, chance):
    index = pick(chance, lines(deal, Exchange))
    (giver, taker, tiles), *rest = deal.lines[index].content.passes
    seen = dealt(deal)[giver]
    drawn = {act.tile for t in deal.turns for act in t.acts if isinstance(act, Draw | Replace)}
    passed = {
        t
        for i in lines(deal, Exchange)
        for _, to, ts in deal.lines[i].content.passes
        if to == giver
        for t in ts
    }
    strange = [t for t in in_play(deal) if not seen[t] and t not in drawn and t not in passed]
    changed = (giver, taker, canonical((pick(chance, strange), *tiles[1:])))
    return with_line(deal, index, replace(deal.lines[index].content, passes=(changed, *rest)))


@change
def exchange_left_out(deal, chance):
    index = pick(chance, lines(deal, Exchange))
    changed = with_line(deal, index)
    return changed if contradicts_itself(changed) or not deal.lines[index].content.name else None


@change
def exchange_where_there_is_none(deal, chance):
    """Two players pass each other a tile that they hold."""
    hands = {seat: [tile for tile in hand if tile < KINDS] for seat, hand in dealt(deal).items()}
    if lines(deal, Exchange) or len(hands) < 2:
        return None
    one, other = chance.sample(sorted(hands), 2)
    given, taken = pick(chance, hands[one]), pick(chance, hands[other])
    passed = Exchange(((one, other, (given,)), (other, one, (taken,))))
    return replace(deal, lines=(Line(passed), *deal.lines))


@change
def exchange_of_too_few(deal, chance):
    index = pick(chance, lines(deal, Exchange))
    (giver, taker, tiles), *rest = deal.lines[index].content.passes
    passes = ((giver, taker, tiles[1:]), *rest) if len(tiles) > 1 else tuple(rest)
    return with_line(deal, index, replace(deal.lines[index].content, passes=passes))


@change
def exchange_with_another_player(deal, chance):
    index = pick(chance, lines(deal, Exchange))
    (giver, taker, tiles), *rest = deal.lines[index].content.passes
    other = pick(chance, [seat for seat in range(4) if seat not in {giver, taker}])
    return with_line(
        deal, index, replace(deal.lines[index].content, passes=((giver, other, tiles), *rest))
    )
