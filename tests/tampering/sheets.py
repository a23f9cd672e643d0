"""Changes of items, payments, points, and of how the game is said to go on."""

from dataclasses import replace

from mjlog.model.record import (
    SEATS,
    TABLE,
    Discard,
    Items,
    Line,
    Next,
    NoWin,
    Pay,
    Points,
    Tenpai,
    WinLine,
)
from tampering.tools import (
    at,
    change,
    lines,
    pick,
    places,
    seats_of,
    some,
    with_attribute,
    with_line,
)

# --------------------------------------------------------------------------- items


def _with_items(deal, index, items):
    return with_line(
        deal, index, *([replace(deal.lines[index].content, items=tuple(items))] if items else [])
    )


@change
def item_value_changed(deal, chance):
    index = pick(chance, lines(deal, Items))
    items = list(deal.lines[index].content.items)
    place = pick(chance, [n for n, (_, points) in enumerate(items) if points is not None])
    name, points = items[place]
    items[place] = (name, points + chance.choice((1, 2, 10)))
    return _with_items(deal, index, items)


TOTALS = {"total", "points", "doubles", "base", "dealer", "continued", "fu", "han"}


@change
def item_left_out(deal, chance):
    for index in some(chance, lines(deal, Items)):
        items = list(deal.lines[index].content.items)
        real = [i for i, (name, points) in enumerate(items) if name not in TOTALS and points]
        if len(real) > 1:
            del items[pick(chance, real)]
            return _with_items(deal, index, items)
    return None


@change
def item_twice(deal, chance):
    index = pick(chance, lines(deal, Items))
    items = deal.lines[index].content.items
    real = [item for item in items if item[0] not in TOTALS and item[1] is not None]
    if not real or deal.lines[index].content.keyword == "kong":
        return None
    return _with_items(deal, index, (*items, pick(chance, real)))


@change
def item_that_nobody_knows(deal, chance):
    index = pick(chance, lines(deal, Items, lambda c: c.keyword == "fan"))
    return _with_items(deal, index, (*deal.lines[index].content.items, ("beautiful", 1)))


@change
def items_of_another_seat(deal, chance):
    index = pick(chance, lines(deal, Items))
    named = {deal.lines[i].content.seat for i in lines(deal, Items)}
    other = pick(chance, [s for s in range(seats_of(deal)) if s not in named])
    return with_line(deal, index, replace(deal.lines[index].content, seat=other))


# --------------------------------------------------------------------------- payments and points


def _paid(deal, chance):
    index = pick(chance, lines(deal, Pay))
    return index, list(deal.lines[index].content.payments)


@change
def payment_changed(deal, chance):
    index, payments = _paid(deal, chance)
    place = chance.randrange(len(payments))
    a, b, points = payments[place]
    payments[place] = (a, b, max(0, points + chance.choice((-100, -1, 1, 2, 10, 100))))
    return with_line(deal, index, Pay(tuple(payments))) if payments[place][2] != points else None


@change
def payers_swapped(deal, chance):
    index, payments = _paid(deal, chance)
    pairs = [
        (i, j) for i in range(len(payments)) for j in range(i) if payments[i][2] != payments[j][2]
    ]
    i, j = pick(chance, pairs)
    (a, b, x), (c, d, y) = payments[i], payments[j]
    payments[i], payments[j] = (a, b, y), (c, d, x)
    return with_line(deal, index, Pay(tuple(payments)))


@change
def payment_of_another_payer(deal, chance):
    index, payments = _paid(deal, chance)
    place = chance.randrange(len(payments))
    _, b, points = payments[place]
    used = {p for p, q, _ in payments if q == b}
    other = pick(chance, [s for s in range(seats_of(deal)) if s not in {b, *used}])
    payments[place] = (other, b, points)
    return with_line(deal, index, Pay(tuple(payments)))


@change
def payment_the_other_way(deal, chance):
    index, payments = _paid(deal, chance)
    place = chance.randrange(len(payments))
    a, b, points = payments[place]
    payments[place] = (b, a, points)
    return with_line(deal, index, Pay(tuple(payments)))


@change
def payment_left_out(deal, chance):
    index, payments = _paid(deal, chance)
    if len(payments) < 2:
        return None
    wrong = [
        n
        for n, payment in enumerate(payments)
        if not _own_stick_comes_back(deal, payments, payment)
    ]
    del payments[pick(chance, wrong)]
    return with_line(deal, index, Pay(tuple(payments)))


STICK = 1000


def _own_stick_comes_back(deal, payments, payment):
    """A sheet may leave out that a winner takes back its own stick alone.

    Where it leaves out the laying, too.
    """
    payer, winner, points = payment[:3]
    if payer != TABLE or points != STICK or any(pair[:2] == (winner, TABLE) for pair in payments):
        return False
    return any(
        at(deal, place).seat == winner
        for place in places(deal, Discard, where=lambda act: act.ready)
    )


@change
def payment_too_many(deal, chance):
    index, payments = _paid(deal, chance)
    seats = range(seats_of(deal))
    free = [
        (a, b) for a in seats for b in seats if a != b and (a, b) not in {p[:2] for p in payments}
    ]
    pair = pick(chance, free)
    return with_line(deal, index, Pay((*payments, (*pair, chance.choice((1, 100))))))


@change
def payment_after_a_draw(deal, _chance):
    if not lines(deal, NoWin) or lines(deal, Pay) or not lines(deal, Points):
        return None
    return replace(deal, lines=(*deal.lines, Line(Pay(((0, 1, 10),)))))


def _points_changed(deal, chance, keyword, how):
    index = pick(chance, lines(deal, Points, lambda c: c.keyword == keyword))
    points = list(deal.lines[index].content.points)
    how(points)
    changed = replace(deal.lines[index].content, points=tuple(points))
    return with_line(deal, index, changed) if changed != deal.lines[index].content else None


def _one_more(chance, amounts=(-1000, -10, -1, 1, 10, 100)):
    def how(points):
        points[chance.randrange(len(points))] += chance.choice(amounts)

    return how


def _two_swapped(chance):
    def how(points):
        i, j = chance.sample(range(len(points)), 2)
        points[i], points[j] = points[j], points[i]

    return how


@change
def net_changed(deal, chance):
    # Not by a stick of 1000: `net` with the own stick is the other right reading.
    return _points_changed(deal, chance, "net", _one_more(chance, (-900, -10, -1, 1, 10, 100)))


@change
def net_swapped(deal, chance):
    return _points_changed(deal, chance, "net", _two_swapped(chance))


@change
def score_changed(deal, chance):
    return _points_changed(deal, chance, "score", _one_more(chance))


@change
def score_swapped(deal, chance):
    return _points_changed(deal, chance, "score", _two_swapped(chance))


@change
def score_balanced_but_wrong(deal, chance):
    def how(points):
        i, j = chance.sample(range(len(points)), 2)
        points[i] += 100
        points[j] -= 100

    return _points_changed(deal, chance, "score", how)


# --------------------------------------------------------------------------- how it goes on


@change
def next_dealer_changed(deal, chance):
    index = pick(chance, lines(deal, Next, lambda c: c.attributes[0][0] == "dealer"))
    named = deal.lines[index].content.attributes[0][1]
    other = pick(chance, [s for s in SEATS[: seats_of(deal)] if s != named])
    return with_line(deal, index, Next((("dealer", other),)))


@change
def tenpai_seat_added(deal, chance):
    index = pick(chance, lines(deal, Tenpai))
    seats = deal.lines[index].content.seats
    other = pick(chance, [s for s in range(seats_of(deal)) if s not in seats])
    return with_line(deal, index, Tenpai(tuple(sorted((*seats, other)))))


@change
def tenpai_seat_left_out(deal, chance):
    index = pick(chance, lines(deal, Tenpai, lambda c: len(c.seats) > 1))
    seats = list(deal.lines[index].content.seats)
    seats.pop(chance.randrange(len(seats)))
    return with_line(deal, index, Tenpai(tuple(seats)))


@change
def header_names_another_dealer(deal, chance):
    other = pick(chance, [s for s in SEATS[: seats_of(deal)] if s != deal.attribute("dealer")])
    return replace(
        deal, attributes=tuple((k, other if k == "dealer" else v) for k, v in deal.attributes)
    )


@change
def header_with_other_points(deal, chance):
    if deal.attribute("scores") is None or not lines(deal, Points, lambda c: c.keyword == "score"):
        return None
    points = list(deal.points)
    points[chance.randrange(len(points))] += chance.choice((100, -100, 1000))
    return with_attribute(deal, "scores", ",".join(map(str, points)))


@change
def header_with_other_sticks(deal, _chance):
    """Where somebody takes them."""
    if deal.attribute("sticks") is None or not lines(deal, WinLine):
        return None
    return with_attribute(deal, "sticks", str(int(deal.attribute("sticks")) + 1))
