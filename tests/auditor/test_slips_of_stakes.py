"""Which single slips may come of a stake that the sheet leaves out: they move whole thousands."""

import pytest

from mjlog.auditor.diagnosis.sheet_search import _is_of_stakes as is_of_stakes
from mjlog.model.findings import Claim, Place
from mjlog.model.record import TABLE
from mjlog.model.slips import Slip


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
