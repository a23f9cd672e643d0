"""Which kinds are terminals and honours in American Modern, asked of every kind there is."""

import pytest

from mjlog import rules
from mjlog.model.tiles import KINDS, text
from mjlog.rules.american.points import Group, Place, PointTable

OUTER = {"1m", "9m", "1p", "9p", "1s", "9s", *(f"{number}z" for number in range(1, 8))}
TERMINALS = {name for name in OUTER if not name.endswith("z")}
SOUTH_IN_EAST = Place(28, 27)
WORTH_A_PAIR = {*TERMINALS, "5z", "6z", "7z"}
NO_WINDS = [kind for kind in range(KINDS) if text([kind]) not in {"1z", "2z", "3z", "4z"}]


@pytest.mark.parametrize("kind", range(KINDS))
def test_terminals_and_honours_are_told_from_other_kinds(kind):
    name = text([kind])
    assert Group("pung", kind, concealed=True).is_outer is (name in OUTER)
    assert not Group("chow", kind, concealed=True).is_outer
    assert SOUTH_IN_EAST.rank(kind)[2] is (name in TERMINALS)


@pytest.mark.parametrize("kind", NO_WINDS)
def test_pairs_of_terminals_and_dragons_earn_points(kind):
    table = PointTable(rules.load("american/1").settings)
    assert table.pair(kind, SOUTH_IN_EAST) == 2 * (text([kind]) in WORTH_A_PAIR)
