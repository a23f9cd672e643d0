"""The points that each deal changes by its sheet, for guessing the stakes of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.model.record import Deal, Game, Points

Changes = Sequence[int | None]
"""Change of points of each seat in a deal."""


def with_changes(game: Game) -> Iterator[tuple[Deal, Changes]]:
    """Yield each deal of a game with the points that each seat gained or lost in it.

    The second value of each pair is a sequence of numbers by seat. They come from the deal's
    ``net`` line or, without one, from its totals minus the latest totals before. If the first
    totals of the game sum to 0, everybody is assumed to have begun with 0. A number is None if it
    is unknown. The sequence is empty if the sheet has no ``net`` line and no two totals to compare.
    """
    before: Changes = ()
    for deal in game.deals:
        rows = {points.keyword: points.points for points in deal.contents(Points)}
        totals = rows.get("score", ())
        if before == () and totals and not sum(filter(None, totals)):
            before = (0,) * len(totals)  # everybody begins with zero points
        moved = [None if new is None or old is None else new - old
                 for new, old in zip(totals, before, strict=False)]  # fmt: skip
        yield deal, rows.get("net") or moved
        before = totals or before
