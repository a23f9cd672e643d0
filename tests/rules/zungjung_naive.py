"""Points of Zung Jung, written from the rule facts alone, slowly and plainly."""

from collections import Counter
from itertools import combinations

from hongkong_naive import splits


def value(hand):
    """The points of the best reading."""
    return max(points(hand, view, spot) for view, spot in views(hand))


def views(hand):
    for groups in splits(sorted(hand.concealed)):
        for spot, group in enumerate(groups):
            if hand.tile in group:
                yield groups, spot
    if hand.melds:
        return
    if set(hand.concealed) == {0, 8, 9, 17, 18, 26, *range(27, 34)}:
        yield "orphans", None
    if all(hand.concealed.count(kind) in {2, 4} for kind in hand.concealed):
        yield "pairs", None


def points(hand, view, spot):
    listed, series = [], Counter()
    regular = not isinstance(view, str)
    own = [g for g in view if len(g) == 3] if regular else []
    pair = next(g[0] for g in view if len(g) == 2) if regular else None
    groups = [*own, *(kinds for kinds, _ in hand.melds)] if regular else []
    every = [*hand.concealed, *(kind for kinds, _ in hand.melds for kind in kinds)]
    honours = [kind for kind in every if kind > 26]
    suited = [kind for kind in every if kind <= 26]
    terminals = [kind for kind in suited if kind % 9 in {0, 8}]
    suits = {kind // 9 for kind in suited}
    if not honours and not terminals:
        series["1.3"] = 5
    if len(suits) == 1:
        series["2.1"] = 40 if honours else 80
    if not suited:
        listed.append(320)
    if not honours and len(terminals) == len(every):
        listed.append(400)
    outer_only = len(honours) + len(terminals) == len(every)
    if regular:
        of_sets(hand, groups, pair, spot, view, (series, listed))
    if view == "pairs":
        series["10.2"] = 30
        if outer_only and honours and terminals:
            series["8.1"] = 100
    if view == "orphans":
        series["10.1"] = 160
    for word in hand.happened:
        number = {
            "last-tile": ("9.1", 10),
            "last-discard": ("9.1", 10),
            "supplement": ("9.2", 10),
            "robbed": ("9.3", 10),
            "dealt": ("9.4", 155),
            "first-discard": ("9.4", 155),
        }
        name, worth = number[word]
        series[name] = worth
    if listed:
        return max(listed)
    return min(320, sum(series.values())) or 1


def of_sets(hand, groups, pair, spot, view, totals):
    series, listed = totals
    chows = [g[0] for g in groups if g[0] != g[1]]
    trips = [g[0] for g in groups if g[0] == g[1]]
    every = [*hand.concealed, *(kind for kinds, _ in hand.melds for kind in kinds)]
    honours = [kind for kind in every if kind > 26]
    if len(chows) == 4:
        series["1.1"] = 5
    if not any(is_open for _, is_open in hand.melds):
        series["1.2"] = 5
    if not hand.melds and len({kind // 9 for kind in every}) == 1 and not honours:
        before = sorted(kind % 9 for kind in hand.concealed)
        before.remove(hand.tile % 9)
        if before == [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]:
            listed.append(480)
    winds = [kind for kind in trips if 27 <= kind <= 30]
    dragons = [kind for kind in trips if kind > 30]
    series["3.1"] = 10 * (len(dragons) + (hand.seat_wind in winds))
    if len(dragons) == 3:
        series["3.2"] = 130
    elif len(dragons) == 2 and pair > 30:
        series["3.2"] = 40
    windy = 27 <= pair <= 30
    if len(winds) == 4:
        listed.append(400)
    elif len(winds) == 3 and windy:
        listed.append(320)
    elif len(winds) == 3:
        series["3.3"] = 120
    elif len(winds) == 2 and windy:
        series["3.3"] = 30
    if len(trips) == 4:
        series["4.1"] = 30
    hidden = sum(not is_open for kinds, is_open in hand.melds)
    for number, group in enumerate(view):
        by_discard = number == spot and not hand.own_draw
        hidden += len(group) == 3 and group[0] == group[1] and not by_discard
    series["4.2"] = {2: 5, 3: 30, 4: 125}.get(hidden, 0)
    kongs = sum(len(kinds) == 4 for kinds, _ in hand.melds)
    if kongs == 4:
        listed.append(480)
    series["4.3"] = {1: 5, 2: 20, 3: 120}.get(kongs, 0)
    alike = sorted(Counter(chows).values())
    if alike == [4]:
        listed.append(480)
    elif 3 in alike:
        series["5.1"] = 120
    else:
        series["5.1"] = {1: 10, 2: 60}.get(alike.count(2), 0)
    if any({rank, rank + 9, rank + 18} <= set(chows) for rank in range(9)):
        series["6.1"] = 35
    for rank in range(9):
        three = [kind for kind in (rank, rank + 9, rank + 18) if kind in trips]
        if len(three) == 3:
            series["6.2"] = 120
        elif len(three) == 2 and pair in {rank, rank + 9, rank + 18}:
            series["6.2"] = max(series["6.2"], 30)
    if any({9 * suit, 9 * suit + 3, 9 * suit + 6} <= set(chows) for suit in range(3)):
        series["7.1"] = 40
    for size, worth in ((3, 100), (4, 200)):
        for some in combinations(sorted(kind for kind in trips if kind < 27), size):
            in_a_row = all(kind == some[0] + step for step, kind in enumerate(some))
            if in_a_row and some[0] // 9 == some[-1] // 9:
                series["7.2"] = worth
    outer = [any(kind > 26 or kind % 9 in {0, 8} for kind in g) for g in [*groups, (pair,)]]
    if all(outer):
        if chows:
            series["8.1"] = 40 if honours else 50
        elif honours and len(honours) < len(every):
            series["8.1"] = 100
