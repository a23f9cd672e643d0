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
    """A point of a curve: a player's points after a deal, and their place in the picture."""

    x: float
    y: float
    points: int


@dataclass(frozen=True, slots=True)
class Curve:
    """A player's points after each deal as a curve, beginning with the points at the start.

    `label` is the height at which the player's name is written, at the end of the curve.
    """

    player: str
    points: tuple[Point, ...]
    label: float

    @property
    def name(self) -> str:
        """The player's name, cut with `…` if it does not fit next to the curve.

        East Asian characters count as two letters wide.
        """
        wide = list(accumulate(2 if east_asian_width(sign) in "WF" else 1 for sign in self.player))
        if not wide or wide[-1] <= ROOM:
            return self.player
        return self.player[: bisect_right(wide, ROOM - 1)] + "…"

    @property
    def pieces(self) -> list[tuple[Point, Point]]:
        """The straight pieces of the curve, as pairs of successive points."""
        return list(zip(self.points, self.points[1:], strict=False))


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One deal in the table of points: each seat's change, and each seat's points after the deal.

    `change` and `after` are as recorded, None if unknown. `due` has the changes by the rules; it is
    None unless the audit finds the recorded changes wrong.
    """

    label: str
    change: tuple[int, ...] | None
    due: tuple[int, ...] | None
    after: tuple[int, ...] | None

    @property
    def wrong(self) -> bool:
        """Whether the recorded changes of points differ from the changes by the rules."""
        return self.change is not None and self.due is not None and self.change != self.due


@dataclass(frozen=True, slots=True)
class Graph:
    """The picture and the table of the players' points.

    `level` is the height of the line for the points at the start, `high` the height of the picture.
    """

    curves: tuple[Curve, ...]
    level: float
    start: tuple[int, ...]
    rows: tuple[ScoreRow, ...]
    high: int


def graph(known: Standings | None, game: Game, deals: int | None = None) -> Graph | None:
    """Compute the graph of the players' points, to be drawn as SVG.

    It shows the first `deals` deals, or all if `deals` is None. The curves end where the points
    become unknown. `known` are the points after each deal. Return None if no points are known, or
    if `deals` is 0.
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
    labels = _spread_names([line[-1].y for line in lines], tall)
    curves = (Curve(player_name(game, seat), line, labels[seat]) for seat, line in enumerate(lines))
    return Graph(
        tuple(curves), height(sum(known.start) / len(known.start)), known.start, rows, tall
    )


def _spread_names(heights: list[float], tall: int) -> list[float]:
    """Return heights for the names at the ends of curves, so that no two names overlap.

    `heights` are the ends of the curves. Names are moved down; if the lowest then lies below the
    picture, which is `tall` high, all are moved up together.
    """
    placed = dict.fromkeys(range(len(heights)), 0.0)
    foot = float(MARGIN) - LABEL
    for seat in sorted(placed, key=heights.__getitem__):
        foot = placed[seat] = max(heights[seat], foot + LABEL)
    surplus = max(0.0, foot - (tall - 4))
    return [round(placed[seat] - surplus, 1) for seat in range(len(heights))]
