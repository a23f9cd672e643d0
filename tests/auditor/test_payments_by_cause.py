"""Payments that are written apart by their causes."""

import pytest
from kit.records import faults, sheet

from mjlog.auditor.audit import audit
from mjlog.notation import read

HEAD = "@ E1.1 dealer=A scores=25000,25000,25000,25000 sticks=0"
WIN = "win B 5p from C\nfan B tanyao 1, pinfu 1, dora 1, fu 30\n"


def checked(*payments):
    lines = "\n".join(f"pay C>B {payment}" for payment in payments)
    return audit(read(sheet("riichi/1", f"{WIN}{lines}", deal=HEAD)))


@pytest.mark.parametrize(
    "payments", [("4200",), ("3900", "300 for=honba"), ("3600", "600 for=honba")]
)
def test_a_sum_may_be_written_whole_or_in_parts(payments):
    assert faults(checked(*payments)) == []


@pytest.mark.parametrize("payment", ["4200 for=honba", "3900 for=honba", "3600 for=honba"])
def test_what_counters_bring_is_not_the_whole_sum(payment):
    assert faults(checked(payment)) == ["pay.seats"]


@pytest.mark.parametrize(
    ("payments", "wrong"),
    [
        (("3900", "400 for=honba"), ["pay.seats"]),
        (("3800", "300 for=honba"), ["pay.seats"]),
        (("300 for=honba", "4200"), ["pay.seats"]),
    ],
)
def test_parts_with_another_sum_are_wrong_where_they_differ(payments, wrong):
    assert faults(checked(*payments)) == wrong


def test_two_changes_in_each_others_place_are_one_slip_where_several_amounts_may_be_due():
    lines = "win B ? from D\nfan B yakuman-daisangen 1\nnet 0 32000 -32000 0"
    report = audit(read(sheet("riichi/1", lines)))
    (deal,) = report.explanations
    kinds = [[slip.kind for slip in each.slips] for each in deal.explanations]
    assert kinds == [["discarder"], ["exchanged"]]
