"""What a settlement says of its payments: who owes whom, and how a sheet may pair it."""

import pytest

from mjlog.model.formula import number, product
from mjlog.model.record import TABLE
from mjlog.model.settlement import (
    Item,
    Payment,
    Score,
    Settlement,
    combine_by_name,
    explained,
    sum_amounts,
)

PAID = Settlement(
    (Payment(1, 0, 3), Payment(2, 0, 4), Payment(1, 0, 2), Payment(TABLE, 0, 7)),
    unknown_pairs=((2, 3, "nobody saw it"),),
    staked=(Payment(3, TABLE, 10), Payment(TABLE, 1, 1)),
)


def test_what_one_owes_another_is_the_sum_of_its_payments():
    assert PAID.owed() == {(1, 0): 5, (2, 0): 4, (TABLE, 0): 7}
    assert [PAID.between(1, 0), PAID.between(0, 1), PAID.between(TABLE, 0)] == [5, 0, 7]
    assert PAID.net(4) == (16, -5, -4, 0)
    assert PAID.left_on_the_table == -7 + 10 - 1
    assert repr(PAID) == "<Settlement B>A 5, C>A 4, table>A 7>"
    assert "without payments" in repr(Settlement())


def test_why_nobody_can_tell_what_two_owe_each_other():
    assert PAID.reason_unknown(3, 2) == PAID.reason_unknown(2, 3) == "nobody saw it"
    assert PAID.reason_unknown(1, 2) == ""
    assert Settlement().reason_unknown(2, 3) == ""


def test_the_payments_of_one_pair_are_told_together():
    parts = [Payment.of(0, 1, product(number(3), number(4))), Payment(0, 1, 2)]
    assert str(explained(parts)) == "14: 12 = 3 × 4, 2"
    assert str(explained(parts[:1])) == "12 = 3 × 4"


SHARED = Settlement(
    tuple(Payment.of(a, b, product(number(5), number(3))) for a, b in ((0, 2), (1, 3))), shared=True
)


def pairs(settlement):
    return [(each.payer, each.payee, each.points) for each in settlement.payments]


def test_shared_payments_go_between_those_whom_the_sheet_names_together():
    assert SHARED.paired_as_recorded({}) is SHARED
    assert PAID.paired_as_recorded({(1, 0): 9}) is PAID
    crossed = SHARED.paired_as_recorded({(0, 3): 15, (1, 2): 15})
    assert pairs(crossed) == [(0, 3, 15), (1, 2, 15)]
    assert [each.formula is None for each in crossed.payments] == [False, False]


def test_shared_payments_may_be_parted_as_long_as_each_pays_and_gets_its_own():
    parted = SHARED.paired_as_recorded({(0, 2): 10, (0, 3): 5, (1, 3): 10, (1, 2): 5})
    assert pairs(parted) == [(0, 2, 10), (0, 3, 5), (1, 3, 10), (1, 2, 5)]
    assert {each.formula for each in parted.payments} == {None}
    mixed = Settlement((*SHARED.payments, Payment(0, 1, 15)), shared=True)
    told = mixed.paired_as_recorded({(0, 2): 15, (1, 3): 15, (0, 1): 15})
    assert pairs(told) == [(0, 2, 15), (1, 3, 15), (0, 1, 15)]


def test_shared_payments_of_wrong_amounts_keep_their_sums_and_the_pairs_that_can_be():
    # The amount of the first is wrong: who pays it is told by the second alone.
    assert pairs(SHARED.paired_as_recorded({(0, 2): 9, (1, 2): 15})) == [(1, 2, 15), (0, 3, 15)]
    assert pairs(SHARED.paired_as_recorded({(0, 3): None})) == [(0, 3, 15), (1, 2, 15)]
    assert pairs(SHARED.paired_as_recorded({(2, 0): 15})) == [(0, 2, 15), (1, 3, 15)]
    assert pairs(SHARED.paired_as_recorded({(0, 3): 15, (1, 3): 15})) == [(0, 3, 15), (1, 2, 15)]
    assert pairs(SHARED.paired_as_recorded({(0, 3): 15, (0, 2): 15})) == [(0, 3, 15), (1, 2, 15)]


@pytest.mark.parametrize("rest", [1, -1])
def test_a_shared_payment_whose_amount_nobody_states_fills_no_sum(rest):
    # Were the open amount as much as the rest, each would pay and get its own as it is told.
    told = {(0, 2): 15 - rest, (1, 2): None, (0, 3): rest, (1, 3): 15 - rest}
    assert pairs(SHARED.paired_as_recorded(told)) == [(1, 2, 15), (0, 3, 15)]


def test_the_kongs_of_one_name_are_one_item():
    kongs = (Item("open", 1), Item("concealed", 2), Item("open", 3))
    score = Score(0, (Item("base", 4), Item("win", 5)), kongs)
    assert [(item.name, item.points) for item in score.kongs_by_name] == [
        ("open", 4),
        ("concealed", 2),
    ]
    assert (score.value, score.kong_points, score.patterns) == (9, 6, {"base", "win"})
    assert Score(0, score.items, formula=product(number(2), number(9))).value == 18
    found = Settlement(scores=(Score(2, ()), score))
    assert (found.score_of(0), found.score_of(1)) == (score, None)


def test_amounts_of_which_one_is_not_known_come_to_no_sum():
    assert (sum_amounts([1, 2]), sum_amounts([1, None]), sum_amounts([])) == (3, None, 0)
    assert combine_by_name([("a", 1), ("b", None), ("a", 2)]) == [("a", 3), ("b", None)]
