"""The worked hands of the rule facts: items and payments of Hong Kong, Zung Jung, Sichuan, MCR."""

import pytest
from kit.records import faults
from worked import as_record, worked_hands

from mjlog.auditor.audit import audit
from mjlog.notation import read

HANDS = [
    (rules, worked)
    for rules in ("hongkong", "zungjung", "sichuan", "mcr")
    for worked in worked_hands(rules)
]


@pytest.mark.parametrize(
    ("rules", "worked"), HANDS, ids=[f"{rules}-{worked}" for rules, worked in HANDS]
)
def test_items_and_payments_of_a_worked_hand(rules, worked):
    record = as_record(rules, worked, round_wind="W" if rules == "mcr" else "E")
    report = audit(read(record))
    assert set(faults(report)) == set()
    (settlement,) = report.settlements
    (score,) = settlement.scores
    readings = [
        {item.name: item.points for item in items} for items in (score.items, *score.others)
    ]
    assert worked.items in readings
    assert settlement.net(4) == worked.net
