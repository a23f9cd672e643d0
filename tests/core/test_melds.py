"""What may be known of a set whose tiles nobody saw."""

import pytest

from mjlog.model.table import Meld
from mjlog.model.tiles import TILES, UNKNOWN

ONE, TWO = TILES["1m"], TILES["2m"]


@pytest.mark.parametrize(
    ("sort", "tiles", "may_be"),
    [
        ("set", (UNKNOWN, UNKNOWN, ONE), True),
        ("set", (UNKNOWN, UNKNOWN, TWO), False),
        ("chow", (UNKNOWN, UNKNOWN, ONE), False),
        ("pung", (ONE, ONE, ONE), False),
    ],
)
def test_a_set_of_which_too_little_was_seen_may_be_a_pung(sort, tiles, may_be):
    assert Meld(sort, tiles, 0).may_be_pung(ONE) is may_be


@pytest.mark.parametrize("claimed", ["1m", "6m", "9s"])
def test_a_pung_that_was_claimed_with_another_tile_is_of_the_two_alike(claimed):
    five = TILES["5m"]
    assert Meld("pung", (five, five, TILES[claimed]), 0).kind == five
