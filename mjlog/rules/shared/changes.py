"""The points that each deal changes by its sheet, for guessing the stakes of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.model.record import Deal, Game, Points

Changes = Sequence[int | None]
"""What a deal changes for each seat."""


def with_changes(game: Game) -> Iterator[tuple[Deal, Changes]]:
    """Yield each deal with the points that each seat gains or loses.

    They come from the deal's `net` line, or from its totals minus the latest totals before. First
    totals whose sum is 0 are changes themselves. A change is None if it is unknown. The changes are
    empty if neither is possible.
    """
    before: Changes = ()
    for deal in game.deals:
        rows = {points.keyword: points.points for points in deal.told(Points)}
        totals = rows.get("score", ())
        if before == () and totals and not sum(filter(None, totals)):
            before = (0,) * len(totals)  # everybody begins with nothing
        moved = [None if new is None or old is None else new - old
                 for new, old in zip(totals, before, strict=False)]  # fmt: skip
        yield deal, rows.get("net") or moved
        before = totals or before
