"""What a winner takes from the table, where nobody wrote down who declared ready."""

import pytest
from kit.records import faults, sheet

from mjlog.auditor.audit import audit
from mjlog.notation import read

HEAD = "@ E1.0 dealer=A scores=25000,25000,25000,25000 sticks=2"
WIN = "win B 5p from C\nfan B tanyao 1, pinfu 1, dora 1, fu 30\n"


def checked(taken, staked=()):
    """A win of 3900 from C, with so many points from the table; these losers laid a stick."""
    change = {1: 3900 + taken, 2: -3900}
    totals = [25000 + change.get(seat, 0) - 1000 * (seat in staked) for seat in range(4)]
    score = " ".join(map(str, totals))
    lines = f"{WIN}pay C>B 3900, table>B {taken}\nscore {score}"
    return audit(read(sheet("riichi/1", lines, deal=HEAD)))


@pytest.mark.parametrize("taken", [0, 1000, 3000, 4000])
def test_another_number_of_sticks_than_lay_there_is_said_of_the_sticks(taken):
    report = checked(taken)
    assert faults(report) == ["pay.pool"]
    assert report.findings[0].recorded == "2000"
    assert report.findings[0].expected == f"{taken}"


@pytest.mark.parametrize("staked", [(), (0,), (2,), (3,), (0, 2), (0, 3), (2, 3), (0, 2, 3)])
def test_who_lost_a_stick_by_the_totals_was_ready(staked):
    assert faults(checked(2000 + 1000 * len(staked), staked)) == []
