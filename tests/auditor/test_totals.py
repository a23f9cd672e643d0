"""Points seat by seat, of which some are not known: sums, gaps that are filled, ranks."""

import pytest

from mjlog.auditor.totals import (
    add_rows,
    all_known,
    fill_row,
    listed,
    ranked,
    subtract_rows,
    tied,
)


def test_a_sum_is_known_where_both_numbers_are() -> None:
    """Nobody's total is made up."""
    assert add_rows((250, None, 250, 0), (10, -10, None, 0)) == (260, None, None, 0)
    assert add_rows((250, 250, 250, 250), (10, -10, 5, -5)) == (260, 240, 255, 245)


def test_what_was_taken_is_what_added_up() -> None:
    """A change comes back out of the totals that it made."""
    before, change = (30, 20, 50, 0), (8, -3, -5, 0)
    assert subtract_rows(add_rows(before, change), before) == change
    assert subtract_rows((None, 20), (30, None)) == (None, None)


def test_numbers_of_fewer_seats_tell_of_no_others() -> None:
    """A line that is too short or too long tells of the seats that it has."""
    assert subtract_rows((30, 20), (10, 10, 10, 10)) == (20, 10)
    assert fill_row((30,), (1, 2, 3)) == (30, 2, 3)
    assert fill_row((30, 31, 32, 33, 34), (1, None, 3, 4)) == (30, 31, 32, 33)


def test_what_is_told_comes_before_what_is_known_otherwise() -> None:
    """Nothing told is replaced; nothing is also a number."""
    assert fill_row((0, None, 5, None), (9, 8, 7, None)) == (0, 8, 5, None)


def test_all_are_known_or_none() -> None:
    """One gap leaves the whole open."""
    assert all_known((1, 2, 0)) == (1, 2, 0)
    assert all_known((1, None, 0)) is None


@pytest.mark.parametrize(
    ("points", "order"),
    [
        ((10, 10, 30, 20), "C D A=B"),
        ((5, 5, 5, 5), "A=B=C=D"),
        ((-3, 0, 3), "C B A"),
    ],
)
def test_equal_points_share_a_rank(points: tuple[int, ...], order: str) -> None:
    """Best first; who has the same stands together."""
    assert ranked(points) == order
    assert "".join(tied(points)) == order.replace(" ", "").replace("=", "")


def test_equal_ones_are_counted_from_the_first_dealer_on() -> None:
    """Where one order is wanted, seats decide, and who dealt first is the first of them."""
    assert tied((10, 30, 30, 10), first=2) == ["CB", "DA"]


def test_gaps_are_written_as_records_write_them() -> None:
    """A question mark stands for what nobody knows."""
    assert listed((88, None, -3)) == "88,?,-3"
