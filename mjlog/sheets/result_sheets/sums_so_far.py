"""Finds columns that add up each player's points from game to game, and checks them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import product
from typing import Final

from mjlog.sheets.result_sheets.expected_numbers import Meaning
from mjlog.sheets.result_sheets.result_layouts import Result, Results

_LEAST_GAMES: Final = 3
"""Fewest games that can show what all players have together."""


def running_columns(results: Results, meaning: Meaning) -> Mapping[int, int]:
    """Find the columns of running totals, which add up another column over a player's games.

    Return a dict from each such column to the column that it adds up. At least three quarters of
    the totals must be right. Columns whose meaning is known are not searched. The dict is empty if
    there are fewer than `_LEAST_GAMES` games.
    """
    games = results.games
    explained = {meaning.points, meaning.rank, *(column.at for column in meaning.columns)}
    places = dict.fromkeys(at for game in games for line in game.lines for at in line.cells)
    running: dict[int, int] = {}
    if len(games) < _LEAST_GAMES:
        return running
    for at, base in product(places, places):
        is_open = at not in explained and at not in running and base not in {at, meaning.rank}
        if is_open and adds_up_so_far(games, at, base):
            running[at] = base
    return running


def adds_up_so_far(games: Sequence[Result], at: int, base: int) -> bool:
    """Return whether column `at` adds up each player's numbers in column `base` over the games.

    At least three quarters of the totals must be right.
    """
    right: list[bool] = []
    seen: set[str] = set()
    for game, due in zip(games, sums_so_far(games, at, base), strict=True):
        for line, sum_due in zip(game.lines, due, strict=True):
            stated = line.number(at)
            # A player's first sum is the number itself, and proves nothing.
            if stated is not None and line.name in seen:
                right.append(stated == sum_due)
            if stated is not None:
                seen.add(line.name)
    return bool(right) and 4 * sum(right) >= 3 * len(right)


def slips_by_running_totals(
    games: Sequence[Result], meaning: Meaning
) -> Mapping[int, Mapping[str, Decimal]]:
    """Find games that do not add up, and in which a running total shows whose points are wrong.

    Return a dict from the index of the game to a dict from this player's name to the missing
    points. The player's running total includes these points, but the player's cell does not.
    """
    slips: dict[int, Mapping[str, Decimal]] = {}
    for at in [at for at, base in meaning.running.items() if base == meaning.points]:
        for number, (game, due) in enumerate(
            zip(games, sums_so_far(games, at, meaning.points), strict=True)
        ):
            total = game.total(meaning.points)
            missing = Decimal(0) if total is None else meaning.total - total - game.left
            names = [line.name for line, right in zip(game.lines, due, strict=True)
                     if right is not None and line.number(at) == right + missing]  # fmt: skip
            if missing and len(names) == 1:
                slips[number] = {names[0]: missing}
    return slips


def sums_so_far(
    games: Sequence[Result],
    at: int,
    base: int,
    slips: Mapping[int, Mapping[str, Decimal]] | None = None,
) -> Iterator[list[Decimal | None]]:
    """Yield for each game the list of its players' expected running totals.

    `at` is the column of running totals, and `base` the column that it adds up. A total is the
    player's total before plus the number in `base`. If the total before is wrong, the next total
    may be computed from the wrong total or from the right one. The first total is returned as
    written, because it may include earlier games. An entry is None if one of the two cells has no
    number. `slips` has missing points, which are added: by the index of the game and the player's
    name.
    """
    before: dict[str, list[Decimal]] = {}
    for number, game in enumerate(games):
        missing = (slips or {}).get(number, {})
        due: list[Decimal | None] = []
        for line in game.lines:
            own, stated = line.number(base), line.number(at)
            total = None
            if own is not None and stated is not None:
                own += missing.get(line.name, Decimal(0))
                totals = [own + total for total in before.get(line.name, [stated - own])]
                total = stated if stated in totals else totals[0]
            due.append(total)
            if stated is not None:
                before[line.name] = [stated, stated if total is None else total]
        yield due
