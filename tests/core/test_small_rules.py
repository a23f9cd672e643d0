"""Small rules of American hands and of the table's counts, each asked by itself."""

import pytest

from mjlog.model.table import HELD, Hand, Table
from mjlog.model.tiles import BONUS, EAST, SOUTH
from mjlog.rules.american.points import Place


class Wind:
    is_wind = True


class Suit:
    is_wind = False


@pytest.mark.parametrize(
    ("groups", "bonus", "matters"),
    [
        ([], [], False),
        ([], [BONUS], True),
        ([], [BONUS, BONUS + 1], True),
        ([Suit(), Wind()], [], True),
        ([Suit()], [], False),
    ],
)
def test_the_wind_of_the_round_matters_to_flowers_and_to_winds(groups, bonus, matters):
    assert Place(EAST, None).matter(groups, bonus) is matters
    assert Place(EAST, SOUTH).matter(groups, bonus) is False


@pytest.mark.parametrize(
    ("owed", "due", "left"), [(0, 5, 0), (1, 5, 0), (3, 5, 1), (1, 3, 1), (1, 2, 1), (-1, 5, -1)]
)
def test_a_tile_found_to_be_missing_was_the_replacement_owed(owed, due, left):
    table = Table([Hand([5, 6, 7], None)], 0, 3, (4,) * HELD, 136)
    table.hand.owed = owed
    table.recount(table.hand, due)
    assert table.hand.owed == left
