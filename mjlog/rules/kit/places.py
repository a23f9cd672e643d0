"""What the places of a game are worth, beside the points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from mjlog.referee.rulebook import Finals


def shared_by_places(worths: Sequence[int]) -> Callable[..., Finals]:
    """Return the function that gives players the worth of their places; equal players share theirs.

    `worths` begins with that of the first place.
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
