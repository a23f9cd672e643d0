"""The points of the placement: rounded, with the uma and what the first takes."""

import pytest

from mjlog.rules import load
from mjlog.rules.riichi.final_points import FLOATING, UMA


@pytest.mark.parametrize(
    ("second", "placed"), [(34_499, 14), (34_500, 15), (35_499, 15), (35_500, 16)]
)
def test_points_are_rounded_to_the_nearest_thousand_and_halves_up(second, placed):
    rules = load("riichi/1 final_rounding=thousands uma=20_10")
    known = [100_000 - second - 3_000, second, 2_000, 1_000]
    (places,) = rules.progress.final_points(known, 0, []).places
    assert float(places[1]) == placed


@pytest.mark.parametrize("points", [*FLOATING.values(), *UMA.values()])
def test_points_of_the_places_are_won_from_each_other(points):
    assert sum(points) == 0
    assert points[0] == max(points)
