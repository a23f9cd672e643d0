"""Which single slips may come of a stake that the sheet leaves out: they move whole thousands."""

from itertools import chain, combinations

import pytest

from mjlog.auditor.audit import audit
from mjlog.auditor.diagnosis.sheet_search import _is_of_stakes as is_of_stakes
from mjlog.model.findings import Claim, Place
from mjlog.model.record import TABLE
from mjlog.model.slips import Slip
from mjlog.notation import read


def amount(recorded, expected):
    return Slip("amount", Claim("net", 0), Place(9), recorded, expected)


@pytest.mark.parametrize(
    ("recorded", "expected", "of_stakes"),
    [
        ("2000", "1000", True),
        ("1000", "2000", True),
        ("-1000", "2000", True),
        ("5000", "1000", True),
        ("6000", "1000", False),
        ("2100", "1000", False),
        ("-3000", "1000", True),
        ("-4000", "1000", False),
        ("1000", "--", True),
        ("4500", "?", False),
    ],
)
def test_four_players_stake_four_thousand_at_most(recorded, expected, of_stakes):
    assert is_of_stakes(amount(recorded, expected), 1000) is of_stakes
    # Where nothing is staked no slip comes of it.
    assert is_of_stakes(amount(recorded, expected), 0) is False


@pytest.mark.parametrize("kind", ["payer", "payee"])
@pytest.mark.parametrize(
    ("seat", "payee", "of_stakes"), [(TABLE, 1, True), (1, TABLE, True), (1, 2, False)]
)
def test_a_payment_with_another_player_is_of_stakes_where_it_is_the_tables(
    kind, seat, payee, of_stakes
):
    slip = Slip(kind, Claim("pay", seat, payee), Place(9), "1000", "1000")
    assert is_of_stakes(slip, 1000) is of_stakes
    assert is_of_stakes(slip, 0) is of_stakes


def of_totals(change):
    """The findings of a first deal of which only the totals are written down."""
    totals = " ".join(str(25000 + points) for points in change)
    head = "%mjlog 1.0\nRules: riichi/1\nA: A\nB: B\nC: C\nD: D\n\n@ E1 dealer=A\n"
    return [(f.code, f.place.seat) for f in audit(read(f"{head}score {totals}\n")).findings]


def test_stakes_stay_on_the_table_in_every_draw():
    for waiting in chain.from_iterable(combinations(range(4), size) for size in range(5)):
        others = [seat for seat in range(4) if seat not in waiting]
        moved = 3000 if waiting and others else 0
        due = [
            moved // len(waiting) if seat in waiting else -moved // len(others) for seat in range(4)
        ]
        for ready in chain.from_iterable(combinations(waiting, size) for size in range(5)):
            assert of_totals([p - 1000 * (s in ready) for s, p in enumerate(due)]) == []
    assert of_totals([-4000, 7000, -2000, -2000]) == []  # nagashi mangan, and B was ready


def test_a_total_that_lacks_a_stake_is_named_where_no_draw_fits():
    assert of_totals([-1000, 2000, -2000, 0]) == [("score.chain", 0)]
    assert of_totals([1000, 2000, -2000, 0]) == [("score.chain", 0)]
    assert of_totals([-2000, 2000, -2000, 0]) == [("pay.zero", -1)]
