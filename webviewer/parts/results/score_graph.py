"""The players' points deal by deal, as a picture and as a table."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from typing import Final
from unicodedata import east_asian_width

from mjlog.model.record import Game
from mjlog.results.standings import Standings
from webviewer.parts.stage.seats_view import player_name

HIGH: Final = 160
"""The height of the picture; horizontal places are in per cent of its width."""
FLAT: Final = 76
"""The height of the picture if nobody has won or lost anything."""
MARGIN: Final = 14
LEFT, RIGHT = 2.0, 88.0
LABEL: Final = 15
"""The least distance between two names at the ends of the lines."""

ROOM: Final = 12
"""The width of a name at the end of its line, in letters."""


@dataclass(frozen=True, slots=True)
class Point:
    """A player's points after a deal, and their place in the picture."""

    x: float
    y: float
    points: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's points from the start on; `label` is the height of the name beside the line."""

    player: str
    points: tuple[Point, ...]
    label: float

    @property
    def name(self) -> str:
        """The player's name, cut if it is too wide for the picture.

        East Asian signs are twice as wide as others.
        """
        wide = list(accumulate(2 if east_asian_width(sign) in "WF" else 1 for sign in self.player))
        if not wide or wide[-1] <= ROOM:
            return self.player
        return self.player[: bisect_right(wide, ROOM - 1)] + "…"

    @property
    def pieces(self) -> list[tuple[Point, Point]]:
        """The pairs of successive points, each joined by a line."""
        return list(zip(self.points, self.points[1:], strict=False))


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A deal in the table: the change by seat as recorded and due, and the points after it.

    `due` is None if the audit does not disagree.
    """

    label: str
    change: tuple[int, ...] | None
    due: tuple[int, ...] | None
    after: tuple[int, ...] | None

    @property
    def wrong(self) -> bool:
        """Whether the rules give other changes than the record."""
        return self.change is not None and self.due is not None and self.change != self.due


@dataclass(frozen=True, slots=True)
class Graph:
    """The curves, the height of the line of starting points, and the table's rows."""

    curves: tuple[Curve, ...]
    level: float
    start: tuple[int, ...]
    rows: tuple[ScoreRow, ...]
    high: int


def graph(known: Standings | None, game: Game, deals: int | None = None) -> Graph | None:
    """Return the graph of the first `deals` deals, or of all if it is None.

    None if no points are known, or if `deals` is 0. The curves end before the first unknown points.
    """
    if known is None or deals == 0:
        return None
    after = known.after(due=False)[:deals]
    rows = tuple(
        ScoreRow(deal.label, deal.recorded, deal.due if deal.faulty else None, total)
        for deal, total in zip(known.deals[:deals], after, strict=True)
    )
    totals = [known.start]
    for total in after:
        if total is None:
            break
        totals.append(total)
    low, high = min(min(each) for each in totals), max(max(each) for each in totals)
    span, tall = (high - low, HIGH) if high > low else (1, FLAT)

    def height(points: float) -> float:
        return round(tall - MARGIN - (points - low) / span * (tall - 2 * MARGIN), 1)

    step = (RIGHT - LEFT) / max(1, len(after))
    lines = [
        tuple(
            Point(round(LEFT + step * n, 2), height(total[seat]), total[seat])
            for n, total in enumerate(totals)
        )
        for seat in range(game.seats)
    ]
    labels = _apart([line[-1].y for line in lines], tall)
    curves = (Curve(player_name(game, seat), line, labels[seat]) for seat, line in enumerate(lines))
    return Graph(
        tuple(curves), height(sum(known.start) / len(known.start)), known.start, rows, tall
    )


def _apart(heights: list[float], tall: int) -> list[float]:
    """Return the heights of names, moved down until no two overlap.

    If they reach below the picture, which is `tall` high, all are moved up.
    """
    placed = dict.fromkeys(range(len(heights)), 0.0)
    foot = float(MARGIN) - LABEL
    for seat in sorted(placed, key=heights.__getitem__):
        foot = placed[seat] = max(heights[seat], foot + LABEL)
    surplus = max(0.0, foot - (tall - 4))
    return [round(placed[seat] - surplus, 1) for seat in range(len(heights))]
