"""Changes of ready declarations and of the win."""

from collections import Counter
from dataclasses import replace

from mjlog.model.record import (
    MANNER_FROM_HAND,
    Claim,
    Dealt,
    Discard,
    Draw,
    NoWin,
    Pay,
    Ready,
    Replace,
    Win,
    WinLine,
)
from mjlog.model.tiles import BONUS, KIND, KINDS, PILLAR, canonical
from tampering.tools import (
    another,
    at,
    change,
    fold,
    hand_before,
    in_play,
    is_complete,
    lines,
    may_wait,
    pick,
    places,
    seats_of,
    some,
    turn,
    with_act,
    with_line,
    with_turn,
)

# --------------------------------------------------------------------------- ready


def _ready_steps(deal):
    return places(deal, Ready)


@change
def ready_without_a_wait(deal, chance):
    options = places(
        deal, Discard, where=lambda a: not a.ready and not a.face_down and a.tile < BONUS
    )
    ready = {at(deal, p).seat for p in _ready_steps(deal)}
    for place in some(chance, options)[:4]:
        act = at(deal, place)
        hand = hand_before(deal, place)[act.seat]
        plain = Counter(
            {t & ~PILLAR: hand[t] + hand[t & ~PILLAR] * (t >= PILLAR) for t in sorted(hand)}
        )
        if act.seat not in ready and sum(hand.values()) > 4 and not may_wait(plain, act.tile):
            return with_act(deal, place, Ready(act.seat, act.tile), replace(act, ready=True))
    return None


def _is_won_on(deal, index):
    return index + 1 < len(deal.turns) and isinstance(deal.turns[index + 1].acts[0], Win)


@change
def ready_left_out(deal, chance):
    """Where a stick was laid for it (the discard was not won on), its player wins.

    Or pays for not being ready.
    """
    pillars = bool(lines(deal, Dealt, lambda c: c.pillars))
    pays = [pair for i in lines(deal, Pay) for pair in deal.lines[i].content.payments]
    paying = {
        seat for payer, payee, _ in pays for seat in ((payer, payee) if pillars else (payee,))
    }
    staked = deal.attribute("sticks") is not None
    options = [p for p in _ready_steps(deal) if not _is_won_on(deal, p[0])]
    place = pick(chance, [p for p in options if staked or at(deal, p).seat in paying])
    index, step = place
    old = deal.turns[index]
    drop = replace(old.acts[step + 1], ready=False, face_down=False)
    return with_turn(deal, index, turn(old.seat, (*old.acts[:step], drop, *old.acts[step + 2 :])))


@change
def ready_twice(deal, chance):
    for first in some(chance, _ready_steps(deal)):
        seat = at(deal, first).seat
        later = [p for p in places(deal, Discard) if p[0] > first[0] and at(deal, p).seat == seat]
        if later:
            place = pick(chance, later)
            act = at(deal, place)
            return with_act(deal, place, Ready(seat, act.tile), replace(act, ready=True))
    return None


@change
def ready_hand_throws_another_tile(deal, chance):
    for first in some(chance, _ready_steps(deal)):
        seat = at(deal, first).seat
        later = [p for p in places(deal, Discard) if p[0] > first[0] and at(deal, p).seat == seat]
        for place in some(chance, later):
            act = at(deal, place)
            held = [t for t in hand_before(deal, place)[seat] if t < BONUS and t != act.tile]
            if held:
                return with_act(
                    deal, place, replace(act, tile=pick(chance, held), manner=MANNER_FROM_HAND)
                )
    return None


@change
def ready_hand_claims(deal, chance):
    for first in some(chance, _ready_steps(deal)):
        seat = at(deal, first).seat
        for index in some(chance, range(first[0] + 1, len(deal.turns))):
            old = deal.turns[index]
            if (
                old.seat != seat
                or len(old.acts) != 2
                or not isinstance(deal.turns[index - 1].acts[-1], Discard)
            ):
                continue
            held = [t for t in hand_before(deal, (index, 0))[seat] if t < BONUS]
            if len(held) > 3:
                acts = (Claim(seat, canonical(held[:2])), Discard(seat, held[2], MANNER_FROM_HAND))
                return with_turn(deal, index, turn(seat, acts))
    return None


# --------------------------------------------------------------------------- the win


def _wins(deal):
    return places(deal, Win)


@change
def win_left_out_of_the_turns(deal, chance):
    place = pick(chance, _wins(deal) if len(deal.turns) > 1 else [])
    old = deal.turns[place[0]]
    return with_turn(
        deal, place[0], *([turn(old.seat, old.acts[:-1])] if len(old.acts) > 1 else [])
    )


@change
def win_by_another_seat(deal, chance):
    place = pick(chance, _wins(deal))
    winners = {at(deal, p).seat for p in _wins(deal)}
    other = pick(chance, [s for s in range(seats_of(deal)) if s not in winners])
    old = deal.turns[place[0]]
    return with_turn(deal, place[0], turn(other, [replace(a, seat=other) for a in old.acts]))


@change
def win_on_another_drawn_tile(deal, chance):
    place = pick(chance, [p for p in _wins(deal) if at(deal, p).own_draw and p[1]])
    if not isinstance(deal.turns[place[0]].acts[place[1] - 1], Draw | Replace):
        return None
    drawn = (place[0], place[1] - 1)
    return with_act(
        deal, drawn, replace(at(deal, drawn), tile=another(deal, chance, at(deal, drawn).tile))
    )


@change
def win_on_another_discard(deal, chance):
    place = pick(chance, [p for p in _wins(deal) if not at(deal, p).own_draw and p[0]])
    if not isinstance(deal.turns[place[0] - 1].acts[-1], Discard):
        return None
    drop = (place[0] - 1, len(deal.turns[place[0] - 1].acts) - 1)
    act = at(deal, drop)
    if act.face_down:
        return None
    tile = another(deal, chance, act.tile)
    old = deal.turns[drop[0]]
    acts = [
        replace(a, tile=tile) if isinstance(a, Draw | Replace | Ready) and a.tile == act.tile else a
        for a in old.acts
    ]
    acts[-1] = replace(act, tile=tile)
    return with_turn(deal, drop[0], turn(old.seat, acts))


@change
def win_before_the_winning_tile(deal, chance):
    """A win where none was: behind a discard that the player did not wait for."""
    options = [
        p for p in places(deal, Discard) if p[0] + 1 < len(deal.turns) and not at(deal, p).face_down
    ]
    for place in some(chance, options):
        act = at(deal, place)
        after = next((h for p, _, h in fold(deal) if p is None or p[0] > place[0]), None)
        other = pick(chance, [s for s in range(seats_of(deal)) if s != act.seat])
        kinds = [KIND[t & ~PILLAR] for t in (+after[other]).elements()]
        if (
            KIND[act.tile] < KINDS
            and all(k < KINDS for k in kinds)
            and not is_complete([*kinds, KIND[act.tile]])
        ):
            return replace(
                deal, turns=(*deal.turns[: place[0] + 1], turn(other, [Win(other, own_draw=False)]))
            )
    return None


@change
def win_line_with_another_tile(deal, chance):
    """Not of a dealt hand, of which every tile is as good."""
    index = pick(chance, lines(deal, WinLine) if len(deal.turns) > 1 else [])
    win = deal.lines[index].content
    return with_line(deal, index, replace(win, tile=another(deal, chance, win.tile)))


@change
def win_line_with_another_source(deal, chance):
    index = pick(chance, lines(deal, WinLine))
    win = deal.lines[index].content
    source = pick(chance, [s for s in range(seats_of(deal)) if s != win.source])
    return with_line(
        deal, index, replace(win, source=source, robbed=win.robbed and source != win.seat)
    )


@change
def win_line_of_another_seat(deal, chance):
    index = pick(chance, lines(deal, WinLine))
    win = deal.lines[index].content
    winners = {deal.lines[i].content.seat for i in lines(deal, WinLine)}
    seat = pick(chance, [s for s in range(seats_of(deal)) if s not in {win.source, *winners}])
    source = seat if win.source == win.seat else win.source
    return with_line(deal, index, replace(win, seat=seat, source=source))


@change
def win_line_on_a_drawn_deal(deal, chance):
    index = pick(chance, lines(deal, NoWin))
    return with_line(
        deal, index, WinLine(chance.randrange(seats_of(deal)), pick(chance, in_play(deal)), 0)
    )


@change
def draw_line_on_a_won_deal(deal, chance):
    index = pick(chance, lines(deal, WinLine))
    return with_line(deal, index, NoWin("wall"))


@change
def deal_said_to_be_broken_off(deal, chance):
    index = pick(chance, lines(deal, NoWin, lambda c: c.how == "wall"))
    name = pick(chance, ("four-winds", "four-kongs", "triple-ron", "nine-terminals"))
    return with_line(deal, index, NoWin("abort", name))
