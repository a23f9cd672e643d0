"""What deals change by their lines, for rules that are found by the amounts of a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mjlog.model.record import Deal, Game, Points

Changes = Sequence[int | None]
"""What a deal changes for each seat."""


def with_changes(game: Game) -> Iterator[tuple[Deal, Changes]]:
    """Yield each deal with its changes; from the second deal on, totals alone give them."""
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
