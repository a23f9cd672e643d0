"""Taiwanese 16-tile: what tables play for, as the amounts of their sheets tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from mjlog.model.record import Deal, Game, Items, Points, WinLine
from mjlog.rules.shared.claimed import stated

_MOST: Final = 3
"""So many ways to read the stakes are tried."""
_ON_TOP: Final = " dealer_bonus=1 continued_bonus=true"
_HABITS: Final = ("", _ON_TOP, f"{_ON_TOP} east_pays_bonus_on_selfdraw=true")
"""Whether the sheet counts what East pays more among the tai, or it comes on top, and when."""
_PAIRS: Final = 2000
Paid = tuple[int, int]
"""Tai, and what one player paid for them."""


def fitting(game: Game) -> Sequence[str]:
    """The stakes that most amounts fit: so much for a win, so much for each tai."""
    paid = sorted({each for deal in game.deals for each in _paid(deal)})
    votes: Counter[tuple[int, int]] = Counter()
    for number, pair in enumerate(combinations(paid, 2)):
        if number >= _PAIRS:
            break
        votes.update(_stakes(*pair))
    return [
        f"base={base} unit={unit}{more}"
        for (base, unit), _ in votes.most_common(_MOST)
        for more in _HABITS
    ]


def _paid(deal: Deal) -> Iterator[Paid]:
    """What each loser of a deal with one winner paid."""
    wins, nets = deal.told(WinLine), deal.told(Points)
    changes = next((each.points for each in nets if each.keyword == "net"), ())
    totals = [stated(each.items, "total") for each in deal.told(Items)]
    tai = list(filter(None, totals))
    if len(wins) == len(tai) == 1:
        known = filter(None, changes)
        yield from ((tai[0], -change) for change in known if change < 0)


def _stakes(one: Paid, other: Paid) -> Iterator[tuple[int, int]]:
    """What a win and a tai are worth where both amounts are of the same stakes."""
    more, apart = other[1] - one[1], other[0] - one[0]
    if apart == 0 or more % apart:
        return
    unit = more // apart
    base = one[1] - unit * one[0]
    if unit > 0 and base >= 0:
        yield base, unit
