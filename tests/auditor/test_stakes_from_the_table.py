"""What a winner takes from the table, where nobody wrote down who declared ready or the hand."""

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


WON = [
    ("E1.0", "A", "B", "C", (0, 2000, -2000, 0)),
    ("E2.0", "B", "A", "D", (2000, 0, 0, -2000)),
    ("E3.0", "C", "D", "A", (-2000, 0, 0, 2000)),
    ("E4.0", "D", "B", "A", (-2000, 2000, 0, 0)),
    ("S1.0", "A", "C", "A", (-2000, 0, 2000, 0)),
]


def without_hands(deals, lines, header="", ready=""):
    """The findings about deals whose hands nobody wrote down, with changes, totals or both."""
    totals, text = (25000,) * 4, ""
    for label, dealer, winner, source, changes in deals:
        totals = tuple(map(sum, zip(totals, changes, strict=True)))
        end = f"win {winner} ? from {source}" if winner else "draw wall"
        text += f"@ {label} dealer={dealer}{header}\n{end}\n{ready}"
        header = ""
        numbers = {"net": changes, "score": totals}
        text += "".join(f"{line} {' '.join(map(str, numbers[line]))}\n" for line in lines)
    head = "%mjlog 1.0\nRules: riichi/1\nA: A\nB: B\nC: C\nD: D\n\n"
    return [(f.code, f.place.deal) for f in audit(read(head + text)).findings]


@pytest.mark.parametrize("lines", [["net"], ["score"], ["net", "score"]])
@pytest.mark.parametrize("number", [1, 2, 5])
@pytest.mark.parametrize(
    ("role", "more"),
    [("winner", -1000), ("source", 1000), ("source", -1000), ("other", 1000), ("other", -1000)],
)
def test_a_stake_that_lies_nowhere_is_one_error(lines, number, role, more):
    deals = [*WON]
    label, dealer, winner, source, changes = deals[number - 1]
    other = min(set("ABCD") - {winner, source})
    seat = "ABCD".index({"winner": winner, "source": source, "other": other}[role])
    changes = tuple(points + more * (at == seat) for at, points in enumerate(changes))
    deals[number - 1] = (label, dealer, winner, source, changes)
    # Changes alone may leave out what the winner had staked.
    found = without_hands(deals, lines, ready="" if "score" in lines else "ready\n")
    assert {deal for _, deal in found} == {number}
    assert len(found) == 1


@pytest.mark.parametrize("lines", [["net"], ["score"], ["net", "score"]])
def test_a_stake_that_may_lie_on_the_table_accuses_nobody(lines):
    # B and C wait, and B's stake stays; A takes it.
    drawn = ("E1.0", "A", "", "", (-1500, 500, 1500, -1500))
    taken = ("E2.1", "B", "A", "D", (3000, 0, 0, -2000))
    assert without_hands([drawn, taken, *WON[2:]], lines) == []
    # C laid one, too.
    taken = ("E2.1", "B", "A", "D", (4000, 0, -1000, -2000))
    assert without_hands([drawn, taken, *WON[2:]], lines) == []


@pytest.mark.parametrize("more", [-1000, 1000])
@pytest.mark.parametrize("seat", range(4))
def test_a_total_that_lacks_a_stake_does_not_accuse_the_next_one(seat, more):
    *before, (label, dealer, winner, source, changes), after = WON[:4]
    wrong = [points + more * (at == seat) for at, points in enumerate(changes)]
    right = [points - more * (at == seat) for at, points in enumerate(after[4])]
    deals = [*before, (label, dealer, winner, source, wrong), (*after[:4], right), WON[4]]
    found = without_hands(deals, ["score"])
    assert {deal for _, deal in found} == {3}
    assert len(found) == 1


def test_changes_that_leave_out_what_was_staked_accuse_nobody():
    taken = [(*deal[:4], tuple(n + 1000 * (n > 0) for n in deal[4])) for deal in WON[:3]]
    assert without_hands([*taken, *WON[3:]], ["net"]) == []


def test_a_stake_that_lay_there_at_first_accuses_nobody():
    won = (*WON[0][:4], (0, 3000, -2000, 0))
    assert without_hands([won, *WON[1:]], ["net"], header=" sticks=1") == []
