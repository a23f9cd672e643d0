"""The table counts what the dealt hands hold by the digits of one number.

The plain sum is the oracle.
"""

from hypothesis import given
from hypothesis import strategies as st

from mjlog.model.table import HELD, Hand, Table

COPIES = (4,) * 34 + (1,) * 3 + (0,) * (HELD - 37)


@given(
    st.lists(st.lists(st.integers(0, HELD - 1), max_size=40), min_size=1, max_size=4), st.booleans()
)
def test_what_the_hands_hold_is_counted_face_by_face(hands, pillars):
    laid = [Hand(tiles, tiles[:3] if pillars else None) for tiles in hands]
    table = Table(laid, 0, 13, COPIES, 136)
    table.identify_hands()
    whole = [tile for tiles in hands for tile in (tiles + tiles[:3] if pillars else tiles)]
    assert table.identified == [whole.count(tile) for tile in range(HELD)]
    assert table.crowded == any(whole.count(tile) > most for tile, most in enumerate(COPIES))


def test_hands_of_any_size_are_counted():
    table = Table([Hand([0] * 300, None), Hand([0] * 127, None)], 0, 13, COPIES, 136)
    table.identify_hands()
    assert (table.identified[0], table.crowded) == (427, True)
