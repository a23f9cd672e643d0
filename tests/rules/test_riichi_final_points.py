"""The points of the placement: rounded, with the uma and what the first takes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mjlog.auditor.audit import audit
from mjlog.auditor.open_places import fitting_bonus
from mjlog.model.record import NOBODY
from mjlog.notation import read
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


@pytest.mark.parametrize(
    ("first", "placed"),
    [(0, (43, 13)), (1, (43, 13)), (2, (13, 43)), (3, (13, 43)), (NOBODY, None)],
)
def test_of_equal_points_those_nearer_to_the_first_dealer_are_before(first, placed):
    final_points = load("riichi/1 uma=20_10").progress.final_points
    end = final_points([8000, 33000, 26000, 33000], 0, (), first)
    assert placed is None or (end.places[0][1], end.places[0][3]) == placed
    assert bool(end.places) is (placed is not None)


@pytest.mark.parametrize(
    ("points", "ways"),
    [([-500, 30500, 29500, 40500], {-51, -50.5}), ([500, 20500, 29500, 49500], {-49, -49.5})],
)
def test_tenhou_rounds_halves_away_from_nought_or_not_at_all(points, ways):
    places = load("riichi/1 preset=tenhou").progress.final_points(points, 0).places
    assert {float(way[0]) for way in places} == ways


@given(
    st.lists(st.integers(-500, 700), min_size=3, max_size=3),
    st.lists(st.integers(0, 40), min_size=3, max_size=3),
    st.integers(0, 3),
)
def test_the_bonus_of_a_table_is_found_in_its_final_points(others, falls, first):
    points = [100 * each for each in (1000 - sum(others), *others)]
    order = sorted(range(4), key=lambda seat: (-points[seat], (seat - first) % 4))
    low = [-sum(falls[: place + 1]) for place in range(3)]
    bonus = [Fraction(-sum(low)), *low] if sum(falls) else [Fraction()] * 4
    stated = [Fraction()] * 4
    for seat, brought in zip(order, bonus, strict=True):
        stated[seat] = Fraction(points[seat] - 25000, 1000) + brought
    assert fitting_bonus(points, stated, first) == tuple(bonus)
    stated[order[0]] += Fraction(1, 10)
    assert fitting_bonus(points, stated, first) is None


def test_a_fine_for_going_below_nought_may_be_missing():
    points = [19400, -700, 67400, 33900]
    stated = [Fraction(word) for word in ("-10.6", "-100.7", "87.4", "23.9")]
    assert fitting_bonus(points, stated, 0) == (50, 20, 0, -70)
    fined = [stated[0], stated[1] - 10, *stated[2:]]
    assert fitting_bonus(points, fined, 0) == (50, 20, 0, -80)
    assert fitting_bonus([19400, 700, 66000, 33900], fined, 0) is None


WHOLE = "10.0 54.0 -14.0 -50.0"
DECIMALS = "9.5 54.1 -13.6 -50.0"
MIXED = "10.0 54.1 -13.6 -50.5"
HALF_TO_EVEN = "9.0 55.0 -14.0 -50.0"


@pytest.mark.parametrize(
    ("day", "right"),
    [
        ("2009-02-17", {WHOLE}),
        ("2021-12-31", {WHOLE}),
        ("2022-01-15", {WHOLE, DECIMALS}),
        ("2022-01-31", {DECIMALS}),
        ("2023-05-30", {DECIMALS}),
        ("", {WHOLE, DECIMALS}),
    ],
)
@pytest.mark.parametrize("stated", [WHOLE, DECIMALS, MIXED, HALF_TO_EVEN])
def test_final_points_of_a_log_of_tenhou_are_rounded_as_on_its_day(day, right, stated):
    assert is_right(f"Date: {day}\nTenhou-Lobby: 0\n", stated) == (stated in right)


@pytest.mark.parametrize("stated", [WHOLE, DECIMALS])
def test_a_club_that_plays_by_the_rules_of_tenhou_rounds_as_it_likes(stated):
    assert is_right("Date: 2019-05-01\n", stated)


def is_right(headers, stated):
    """Whether nothing is wrong with final points behind a drawn deal."""
    text = (
        f"%mjlog 1.0\nRules: riichi/1 preset=tenhou\n{headers.replace('Date: ' + chr(10), '')}"
        f"Final-Points: {stated}\n\n@ S4 dealer=D scores=29500,44100,26400,0\ndraw wall\n"
        "tenpai -\nscore 29500 44100 26400 0\n"
    )
    return "final.points" not in {finding.code for finding in audit(read(text)).findings}
