"""What the kinds of changes share.

Places in a deal, a fold that only counts tiles, shapes by trial.
"""

from collections import Counter
from dataclasses import replace

from mjlog.model.go_arounds import only_bonus, with_exchanges
from mjlog.model.record import (
    IRREGULARITY,
    AddedKong,
    Claim,
    ConcealedKong,
    Dealt,
    Discard,
    Draw,
    Exchange,
    Irregularity,
    Line,
    NoWin,
    Points,
    Replace,
    SetOut,
    Show,
    Turn,
    WinLine,
)
from mjlog.model.table import corrects, physical
from mjlog.model.tiles import BONUS, EAST, KIND, KINDS, PILLAR
from mjlog.notation.play.spelling import spell

KINDS_OF_CHANGES = {}
"""Every kind of change of one deal by its name."""


def change(function):
    """Enters a kind of change under its name."""
    KINDS_OF_CHANGES[function.__name__.replace("_", "-")] = function
    return function


def turn(seat, acts):
    return Turn(seat, spell(acts), tuple(acts))


def with_turn(deal, index, *turns):
    """Other turns instead of that one; without bonus tiles play begins with go-around 1.

    A word that nobody can read stands on the line where it stood.
    """
    left = (*deal.turns[:index], *turns, *deal.turns[index + 1 :])
    stays = left and (only_bonus(left[0]) or left[0].acts[0].kind == IRREGULARITY)
    jumps = deal.jumps if stays else deal.jumps[deal.jumps[:1] == ((0, 0),) :]
    return replace(deal, turns=left, jumps=jumps)


def with_act(deal, at, *acts):
    index, place = at
    old = deal.turns[index]
    return with_turn(
        deal, index, turn(old.seat, (*old.acts[:place], *acts, *old.acts[place + 1 :]))
    )


def with_line(deal, index, *contents):
    lines = (
        *deal.lines[:index],
        *(Line(content) for content in contents),
        *deal.lines[index + 1 :],
    )
    return replace(deal, lines=lines)


def places(deal, *sorts, where=lambda _: True):
    """Where acts of those sorts stand, but for those taken back at once.

    A slip may be any act that should not be.
    """
    return [
        (i, j)
        for i, each in enumerate(deal.turns)
        for j, act in enumerate(each.acts)
        if isinstance(act, sorts) and where(act) and not is_taken_back(deal, i, j)
    ]


def is_taken_back(deal, index, place):
    """Whether the act is the last of its turn and its player's next word takes it back."""
    after = deal.turns[index + 1].acts[0] if index + 1 < len(deal.turns) else None
    acts = deal.turns[index].acts
    return (
        place == len(acts) - 1 and isinstance(after, Irregularity) and corrects(after, acts[place])
    )


def at(deal, place):
    return deal.turns[place[0]].acts[place[1]]


def borders_on_a_slip(deal, index):
    """Whether that turn or the next one is taken back at once.

    So that without it the slip is just another one.
    """
    slips = [(i, len(deal.turns[i].acts) - 1) for i in (index, index + 1) if i < len(deal.turns)]
    return any(is_taken_back(deal, i, place) for i, place in slips)


def lines(deal, sort, where=lambda _: True):
    return [
        i
        for i, line in enumerate(deal.lines)
        if isinstance(line.content, sort) and where(line.content)
    ]


def seats_of(deal):
    told = [line.content for line in deal.lines]
    dealt_to = len({content.seat for content in told if isinstance(content, Dealt)})
    return dealt_to or next(
        (len(content.points) for content in told if isinstance(content, Points)), 4
    )


def is_void(deal):
    """Whether the deal was broken off anywhere, so that nothing tells how far it went."""
    return bool(lines(deal, NoWin, lambda c: c.how == "void"))


class NoPlaceError(Exception):
    """The record has no place for such a change."""


def pick(chance, options):
    """One of the options; raises `NoPlaceError` where there is none."""
    options = list(options)
    if not options:
        raise NoPlaceError
    return chance.choice(options)


def some(chance, options):
    options = list(options)
    chance.shuffle(options)
    return options[:12]


def drops(each):
    return any(isinstance(act, Discard) for act in each.acts)


def with_attribute(deal, name, value):
    changed = tuple((k, value if k == name else v) for k, v in deal.attributes)
    return replace(deal, attributes=changed) if changed != deal.attributes else None


# --------------------------------------------------------------------------- a fold that only
# counts tiles


def dealt(deal):
    hands = {}
    for line in deal.lines:
        if isinstance(line.content, Dealt):
            hands[line.content.seat] = Counter((*(line.content.pillars or ()), *line.content.tiles))
    return hands


def fold(deal):
    """Every act with its place and the hands before it.

    Last the hands at the end, with the place None.
    """
    hands = dealt(deal)
    exchanged = with_exchanges(deal, len(hands))
    for index, each in enumerate(deal.turns):
        place = 0
        for act in exchanged.get(index, each.acts):
            if isinstance(act, Exchange):
                move(hands, act)
                continue
            yield (index, place), act, hands
            move(hands, act)
            place += 1
            if is_taken_back(deal, index, place - 1):
                move_back(hands, act)
    yield None, None, hands


def move(hands, act):
    match act:
        case Draw() | Replace():
            hands[act.seat][act.tile] += 1
        case Discard() | AddedKong():
            hands[act.seat][physical(act.tile)] -= 1
        case Claim() | ConcealedKong() | SetOut():
            hands[act.seat].subtract(physical(tile) for tile in act.tiles)
        case Exchange():
            for giver, taker, tiles in act.passes:
                hands[giver].subtract(tiles)
                hands[taker].update(tiles)


def move_back(hands, act):
    match act:
        case Draw() | Replace():
            hands[act.seat][act.tile] -= 1
        case Discard():
            hands[act.seat][physical(act.tile)] += 1
        case Claim():
            hands[act.seat].update(physical(tile) for tile in act.tiles)


def contradicts_itself(deal):
    """Whether a tile leaves a hand that does not hold it, or a hand shown is not the one held."""
    shows = {
        line.content.seat: line.content for line in deal.lines if isinstance(line.content, Show)
    }
    won = {c.content.seat: c.content for c in deal.lines if isinstance(c.content, WinLine)}
    for place, _, hands in fold(deal):
        if any(number < 0 for hand in hands.values() for number in hand.values()):
            return True
        if place is None:
            for seat, show in shows.items():
                held = +hands[seat]
                win = won.get(seat)
                if win is not None and win.source != seat:
                    held[win.tile] += 1
                if held != Counter(tile & ~PILLAR for tile in show.tiles):
                    return True
    return False


def hand_before(deal, place):
    return next(
        {seat: +hand for seat, hand in hands.items()} for at, _, hands in fold(deal) if at == place
    )


def in_play(deal):
    """The faces that turn up in the deal, bonus tiles and jokers left out."""
    told = [line.content for line in deal.lines if isinstance(line.content, Dealt | Show)]
    return sorted(
        {tile & ~PILLAR for content in told for tile in content.tiles if tile & ~PILLAR < BONUS}
    )


def another(deal, chance, tile, but=()):
    return pick(
        chance, [t for t in in_play(deal) if KIND[t] != KIND[tile & ~PILLAR] and t not in but]
    )


# --------------------------------------------------------------------------- shapes, by trial


def is_complete(kinds):
    """Sets and a pair, or pairs, or the orphans.

    More than any game takes, so that no ready hand is missed.
    """
    counts = Counter(kinds)
    odd = sum(number % 2 for number in counts.values())
    if not odd or (odd == 1 and max(counts.values()) > 2):
        return True
    if len(counts) == 13 and all(k >= EAST or k % 9 in {0, 8} for k in counts):
        return True
    return any(counts[k] > 1 and makes_sets(counts - Counter((k, k))) for k in list(counts))


def makes_sets(counts):
    if not counts:
        return True
    low = min(counts)
    if counts[low] > 2 and makes_sets(counts - Counter((low,) * 3)):
        return True
    row = (low, low + 1, low + 2)
    return (
        low < EAST
        and low // 9 == row[2] // 9
        and all(counts[k] for k in row)
        and makes_sets(counts - Counter(row))
    )


def may_wait(hand, thrown):
    kinds = [KIND[t] for t in (hand - Counter((thrown,))).elements()]
    return any(k >= KINDS for k in kinds) or any(is_complete([*kinds, k]) for k in range(KINDS))


def far(kind, kinds):
    """Whether a kind makes no set with those."""
    return all(abs(kind - other) > 2 or kind >= EAST for other in kinds) and kind not in kinds
