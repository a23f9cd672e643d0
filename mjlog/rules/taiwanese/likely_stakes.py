"""Taiwanese 16-tile: guesses what a table plays for, from the amounts on its sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Final

from mjlog.model.deal_labels import named
from mjlog.model.record import NOBODY, Deal, Game, Items, Seat, WinLine
from mjlog.rules.shared.changes import Changes, with_changes
from mjlog.rules.shared.claimed import stated

_NOT_NAMED: Final = (0, 1)
"""Stakes of rules that name no stakes."""
_MOST: Final = 9
"""Most combinations of stakes and habits that are tried."""
_OF_EAST: Final = " dealer_bonus=1"
_CONTINUED: Final = " continued_bonus=true"
_ON_SELF_DRAW: Final = " east_pays_bonus_on_selfdraw=true"
_HABITS: Final = (
    "",
    _OF_EAST + _CONTINUED,
    _OF_EAST + _CONTINUED + _ON_SELF_DRAW,
    _OF_EAST,
    _OF_EAST + _ON_SELF_DRAW,
)
"""Habits about the extra tai of East.

A sheet includes them in the tai, or adds them. Some tables do not add tai for deals that East has
dealt on, and some also add East's tai if another player draws the winning tile.
"""
_PAIRS: Final = 2000
Paid = tuple[int, int]
"""A number of tai, and what one player paid for them."""


def fitting(game: Game) -> Sequence[str]:
    """Guess the stakes of a table from the amounts on its sheets.

    Return the guesses as option words, the best guess first. A guess is for example ``base=50
    unit=20``.
    """
    votes = _votes_by_habit(game).most_common(_MOST)
    return [f"base={base} unit={unit}{habit}" for (base, unit, habit), _ in votes]


def _votes_by_habit(game: Game) -> Counter[tuple[int, int, str]]:
    """Count for each possible stake how many pairs of payments in a game fit the stake.

    The result maps a stake to this number. A stake is a triple: the points for a win, the points
    for a tai, and the option words about East's bonuses under which the payments fit.
    """
    votes: Counter[tuple[int, int, str]] = Counter()
    for habit in _HABITS:
        for (base, unit), times in _votes(_paid_by_habit(game, habit)).items():
            votes[base, unit, habit] = times
    return votes


def other_sum(game: Game, settings: Mapping[str, str]) -> tuple[str, str] | None:
    """Return ``("total", "base")`` if the tai on the sheets lack East's bonuses, otherwise None.

    The pair says that the item that mjlog calls ``base`` is called ``total`` on these sheets. The
    payments in deals that East won or paid for decide: if most of them exceed what the stated tai
    are worth, the bonuses are not included. `settings` maps the name of each option to its value.
    """
    stakes = int(settings["base"]), int(settings["unit"])
    if stakes == _NOT_NAMED:
        # If East takes part in every payment, only counters show whether tai of East are added.
        off: dict[bool, list[int]] = {True: [], False: []}
        paid_by_habit = {habit: [*_paid_by_habit(game, habit)] for habit in _HABITS}
        for base, unit, habit in _votes_by_habit(game):
            paid = paid_by_habit[habit]
            wrong = sum(points != base + unit * tai for tai, points in paid)
            off[bool(habit)].append(wrong)
        if off[True] and min(off[True]) < min(off[False], default=_PAIRS):
            return "total", "base"
        stakes = next((stakes for stakes, _ in _voted(game).most_common(1)), stakes)
    base, unit = stakes
    more = [paid - base - unit * tai for deal, changes in with_changes(game)
            for tai, paid in _payments_with_east(deal, changes)]  # fmt: skip
    is_on_top = sum(each > 0 for each in more) * 2 > len(more)
    return ("total", "base") if is_on_top else None


def _paid_by_habit(game: Game, habit: str) -> Iterator[Paid]:
    """Yield the number of tai and the amount of each payment in a game.

    `habit` is the option words about East's bonuses, which are added to the tai. It is empty if no
    bonuses are added.
    """
    before, continued = NOBODY, 0
    for deal, changes in with_changes(game):
        # The header of the deal names the dealer, or else the label does.
        east = deal.dealer if deal.dealer != NOBODY else (named(deal.label) or ("", NOBODY))[1]
        continued = continued + 1 if east == before else 0
        before = east
        counter = deal.label.partition(".")[2]
        times = int(counter) if counter.isdigit() else continued
        on_top = 1 + 2 * times * (_CONTINUED in habit)
        wins, payments = deal.contents(WinLine), [*_paid_by(deal, changes)]
        for seat, tai, paid in payments:
            is_of_east = east in {seat, *(win.seat for win in wins)}
            is_for_all = len(payments) > 1 and seat == east and _ON_SELF_DRAW not in habit
            yield tai + on_top * (bool(habit) and is_of_east and not is_for_all), paid


def _voted(game: Game) -> Counter[tuple[int, int]]:
    """Count for each possible stake how many pairs of payments of a game fit it.

    The result maps a stake to this number. A stake is a pair: the points for a win, and the points
    for a tai. Payments by and to East count only if no stake fits the payments between other
    players.
    """
    # What East wins or pays may include extra tai, so try payments between other players first.
    deals = [*with_changes(game)]
    votes = _votes(
        paid for deal, changes in deals for paid in _payments_without_east(deal, changes)
    )
    return votes or _votes((tai, paid) for deal, changes in deals
                           for _, tai, paid in _paid_by(deal, changes))  # fmt: skip


def _votes(paid: Iterable[Paid]) -> Counter[tuple[int, int]]:
    votes: Counter[tuple[int, int]] = Counter()
    for pair in islice(combinations(sorted({*paid}), 2), _PAIRS):
        votes.update(_stakes(*pair))
    return votes


def _payments_without_east(deal: Deal, changes: Changes) -> Iterator[Paid]:
    """Yield the number of tai and the amount of each payment between players other than East.

    `changes` has the points that each seat gains or loses in the deal.
    """
    if any(win.seat == deal.dealer for win in deal.contents(WinLine)):
        return
    yield from ((tai, paid) for seat, tai, paid in _paid_by(deal, changes) if seat != deal.dealer)


def _payments_with_east(deal: Deal, changes: Changes) -> Iterator[Paid]:
    """Yield the number of tai and the amount of each payment in a deal that East won or paid alone.

    Yield nothing for other deals. `changes` has the points that each seat gains or loses in the
    deal.
    """
    payments = [*_paid_by(deal, changes)]
    won = any(win.seat == deal.dealer for win in deal.contents(WinLine))
    if won or (len(payments) == 1 and payments[0][0] == deal.dealer):
        yield from ((tai, paid) for _, tai, paid in payments)


def _paid_by(deal: Deal, changes: Changes) -> Iterator[tuple[Seat, int, int]]:
    """Yield each player who loses points in a deal, with the number of tai and the amount.

    `changes` has the points that each seat gains or loses in the deal. Yield nothing unless the
    deal has exactly one winner and its score sheet states exactly one sum of tai.
    """
    wins = deal.contents(WinLine)
    sums = [stated(each.items, name) for each in deal.contents(Items) for name in ("total", "base")]
    tai = list(filter(None, sums))
    if len(wins) == len(tai) == 1:
        changes_by_seat = enumerate(changes)
        yield from (
            (seat, tai[0], -change) for seat, change in changes_by_seat if change and change < 0
        )


def _stakes(one: Paid, other: Paid) -> Iterator[tuple[int, int]]:
    """Yield the amount for a win and the amount for a tai that explain both payments.

    Each payment has a number of tai and an amount. For example 3 tai for 110 points and 5 tai for
    150 points give 50 for a win and 20 for a tai. Yield nothing if the numbers of tai are equal or
    if no whole amounts fit.
    """
    more, apart = other[1] - one[1], other[0] - one[0]
    if apart == 0 or more % apart:
        return
    unit = more // apart
    base = one[1] - unit * one[0]
    if unit > 0 and base >= 0:
        yield base, unit
