"""Points for the places of players at the end of a game, besides the points they have won."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mjlog.referee.rulebook import Finals


def shared_by_places(worths: Sequence[int]) -> Callable[..., Finals]:
    """Return the function that computes final points from the players' places at the end of a game.

    `worths[0]` are the final points of the first place, and so on. Players with equal points share
    the final points of their places equally.
    """

    def final_points(
        points: Sequence[int], _pool: int = 0, _rulings: Sequence[object] = (), _first: int = 0
    ) -> Finals:
        shares = []
        for own in points:
            above = sum(other > own for other in points)
            equal = sum(other == own for other in points)
            shares.append(Fraction(sum(worths[above : above + equal]), equal))
        return Finals(tuple(points), (tuple(shares),))

    return final_points
